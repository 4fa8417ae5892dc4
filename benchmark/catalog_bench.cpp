#include "catalog_bench.hpp"

#include "client.hpp"
#include "load.hpp"
#include "process.hpp"

#include "base/texto.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <stdexcept>
#include <vector>

namespace cacao::bench {
namespace {

constexpr std::size_t image_bytes = 200 * 1024;

void run(const std::string& command, const std::string& what) {
    if (std::system(command.c_str()) != 0) throw std::runtime_error(what);
}

// A small company with a service of its own.
class Subject {
public:
    explicit Subject(const CatalogOptions& options) : options_(options), port_(free_port()) {
        run(fmt::format("'{}' demo --data '{}' --contactos 10 --documents 20 --json --log-level warning >/dev/null",
                        options.binary, folder_.path().string()),
            "the company could not be made");
        process_ = std::make_unique<Process>(serve_command(options.binary, folder_.path(), port_));
        process_->wait_for_answer(port_);
        token_ = token_of_demo(port_, folder_.path());
    }

    // While it serves, as an operator does.
    void import(const std::filesystem::path& packed) const {
        run(fmt::format("xz -dc '{}' | '{}' catalogs import - --data '{}' --log-level warning >/dev/null", packed.string(),
                        options_.binary, folder_.path().string()),
            "the catalog could not be imported");
    }

    std::string ok(const std::string& method, const std::string& target, const std::string& body = {}) const {
        const auto r = ask(port_, method, target, token_, body);
        if (r.status != 200) throw std::runtime_error(target + " was refused: " + r.body);
        return r.body;
    }
    std::string get(const std::string& target) const {
        return fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n", target, token_);
    }
    const Process& process() const { return *process_; }
    std::uint16_t port() const { return port_; }

private:
    const CatalogOptions& options_;
    TemporaryFolder folder_;
    std::uint16_t port_;
    std::unique_ptr<Process> process_;
    std::string token_;
};

struct Sample {
    double per_second = 0;
    double cpu_us = 0;
};

Sample measure(const Process& process, std::uint16_t port, const std::string& request, std::uint64_t requests, int connections) {
    Load load;
    load.port = port;
    load.connections = connections;
    load.requests = requests;
    load.request = request;
    load.limit = std::chrono::seconds{30};
    const double before = process.cpu_seconds();
    const auto r = run_load(load);
    if (r.errors > 0) throw std::runtime_error(fmt::format("{} errors under load", r.errors));
    return {r.per_second, (process.cpu_seconds() - before) * 1e6 / static_cast<double>(r.answers)};
}

// The dearest question of several kinds: rare and common words, one letter, a key, a late page.
void bench_search(Report& report, const Subject& subject, const CatalogOptions& options) {
    const auto packed = options.published / "cfdi_40_productos_servicios.csv.xz";
    if (!std::filesystem::exists(packed)) {
        fmt::print(stderr, "the authority's catalogs are not in {}: the search over them is left out\n",
                   options.published.string());
        return;
    }
    subject.import(packed);
    double dearest = 0;
    std::string which;
    for (const std::string words :
         {"computadora+portatil", "servicio+de+mantenimiento", "equipo", "s", "a", "5020", "de", "s&pagina=150"}) {
        const auto target = "/api/CatalogosSAT/ClavesProducto?registrosPorPagina=100&buscar=" + words;
        subject.ok("GET", target);
        std::vector<double> cpu;
        for (int i = 0; i < options.rounds; ++i)
            cpu.push_back(measure(subject.process(), subject.port(), subject.get(target), options.searches, 2).cpu_us / 1000);
        if (const double ms = median(cpu); ms > dearest) {
            dearest = ms;
            which = words;
        }
    }
    report.at_most(fmt::format("search in 52,514 product keys, dearest of 8 questions ({}), CPU", which), dearest, 5, "ms");
}

// A whole image of that size: readers of PNG pass over chunks that they do not know.
std::string image() {
    std::string bytes;
    leer_base64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", bytes);
    const std::size_t filling = image_bytes - bytes.size() - 12;
    std::string chunk;
    for (const int shift : {24, 16, 8, 0}) chunk.push_back(static_cast<char>(filling >> shift & 0xFF));
    chunk += "raNd";
    std::mt19937 random{7};  // NOLINT(cert-msc51-cpp): the same bytes in every run
    for (std::size_t i = 0; i < filling; ++i) chunk.push_back(static_cast<char>(random() & 0xFF));
    return bytes.insert(33, chunk + "crc.");
}

void bench_image(Report& report, const Subject& subject, const CatalogOptions& options) {
    const auto bytes = image();
    const auto id = field(subject.ok("GET", "/api/Productos?registrosPorPagina=1"), "productoId");
    const auto kept = subject.ok("POST", "/api/Productos/ProductoImagenBase64/" + id, "{\"foto\":\"" + base64(bytes) + "\"}");
    const auto ours = subject.get(field(kept, "url"));

    const TemporaryFolder folder;
    const auto port = free_port();
    const auto command = nginx_files_command(folder.path(), port);
    std::ofstream{folder.path() / "files" / "image.png", std::ios::binary} << bytes;
    const Process nginx{command};
    nginx.wait_for_answer(port);
    const std::string theirs = "GET /image.png HTTP/1.1\r\nHost: localhost\r\n\r\n";

    std::vector<double> rate, cpu, per_second;
    measure(nginx, port, theirs, options.images / 4, 8);
    measure(subject.process(), subject.port(), ours, options.images / 4, 8);
    for (int i = 0; i < options.rounds; ++i) {
        const auto reference = measure(nginx, port, theirs, options.images, 8);
        const auto mine = measure(subject.process(), subject.port(), ours, options.images, 8);
        rate.push_back(mine.per_second / reference.per_second);
        cpu.push_back(mine.cpu_us / reference.cpu_us);
        per_second.push_back(mine.per_second);
    }
    report.at_least("image of 200 KiB, requests/s against nginx with the same file", median(rate), 0.7);
    report.note("image of 200 KiB, CPU against nginx", median(cpu), "×");
    report.note("image of 200 KiB", median(per_second), "/s");
}

}  // namespace

void bench_catalogs(Report& report, const CatalogOptions& options) {
    const Subject subject{options};
    bench_search(report, subject, options);
    bench_image(report, subject, options);
}

}  // namespace cacao::bench
