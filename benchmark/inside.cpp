#include "inside.hpp"

#include "api/organizacion.hpp"
#include "command/installation.hpp"
#include "process.hpp"
#include "report.hpp"

namespace cacao::bench {

Inside::Inside(const std::filesystem::path& data, std::string url)
    : database_(db::open({.url = url.empty() ? "sqlite:" + data.string() + "/cacao.db" : std::move(url)})) {
    command::Config config;
    config.data = data.string();
    seguridad_ = std::make_unique<Seguridad>(*database_, command::master_key(config), operations_, reloj_, "bench");
    api::set_cursor_seal(&seguridad_->cursores());
    session_.organizacionId = organizaciones(*database_).front();
}

Inside::~Inside() { api::set_cursor_seal(nullptr); }

double cpu_ratio(int rounds, int times, const std::function<void(std::size_t)>& bare,
                 const std::function<void(std::size_t)>& operation, const std::function<double()>& clock) {
    const auto now = [&] { return clock ? clock() : thread_cpu(); };
    std::vector<double> ratios;
    for (int round = -1; round < rounds; ++round) {
        const double start = now();
        for (int i = 0; i < times; ++i) bare(static_cast<std::size_t>(i));
        const double middle = now();
        for (int i = 0; i < times; ++i) operation(static_cast<std::size_t>(i));
        const double end = now();
        if (round >= 0) ratios.push_back((middle - start) / (end - middle));
    }
    return median(ratios);
}

}  // namespace cacao::bench
