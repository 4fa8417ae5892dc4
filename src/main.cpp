// Everything that goes wrong ends here, in one plain sentence and a non-zero exit.

#include "base/error.hpp"
#include "base/texto.hpp"
#include "command/commands.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace {

// One or more lines. What they quote of a file or an argument must not steer the terminal.
void say(std::string_view text) {
    std::string out = "cacao: ";
    for (std::size_t from = 0; from <= text.size();) {
        const auto end = std::min(text.find('\n', from), text.size());
        out += cacao::imprimible(text.substr(from, end - from)) + '\n';
        from = end + 1;
    }
    fmt::print(stderr, "{}", out);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace cacao;
    // Standard output belongs to what a command prints for its caller.
    spdlog::set_default_logger(spdlog::stderr_logger_mt("cacao"));
    try {
        return cacao::command::run_command_line(argc, argv);
    } catch (const Error& e) {
        for (const auto& f : e.faltas()) fmt::print(stderr, "cacao: {} {}\n", mensaje(f.codigo, Idioma::en), imprimible(f.campo));
    } catch (const std::exception& e) {
        say(e.what());
    }
    return 1;
}
