// Everything that goes wrong ends here, in one plain sentence and a non-zero exit.

#include "base/error.hpp"
#include "command/commands.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
    using namespace cacao;
    // Standard output belongs to what a command prints for its caller.
    spdlog::set_default_logger(spdlog::stderr_logger_mt("cacao"));
    try {
        return cacao::command::run_command_line(argc, argv);
    } catch (const Error& e) {
        for (const auto& f : e.faltas()) fmt::print(stderr, "cacao: {} {}\n", mensaje(f.codigo, Idioma::en), f.campo);
    } catch (const std::exception& e) {
        fmt::print(stderr, "cacao: {}\n", e.what());
    }
    return 1;
}
