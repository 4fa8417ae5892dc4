// `cacao serve` with kinds of work for tests beside those of rooms: they ask a neighbour for their key and leave a row in the
// log. `Prueba` is soon taken again when whoever had it is gone, `PruebaLarga` is not. Everything else is the service's own.

#include "command/commands.hpp"
#include "command/config.hpp"
#include "command/installation.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <unistd.h>

#include <cstdlib>
#include <exception>

namespace {

using namespace cacao;

struct Efecto {
    std::string clave;
    std::string respuesta;
};
DESCRIBE_STRUCT(Efecto, (), (clave, respuesta))

api::Oficio asks_a_neighbour(const std::string& tipo, std::chrono::seconds arriendo, const red::Cliente& cliente) {
    api::Oficio o;
    o.tipo = tipo;
    o.arriendo = arriendo;
    o.intentos = 1000;  // as often as the test ends the service
    o.afuera = [&cliente](const api::Afuera& afuera, const api::Trabajo& t) {
        const char* vecino = std::getenv("CACAO_TEST_NEIGHBOUR");
        return cliente.pedir({.url = std::string{vecino} + "/" + t.clave}, [&] { return afuera.abandonar(); }).cuerpo;
    };
    o.asentar = [](Context& ctx, const api::Trabajo& t, const std::string& respuesta) {
        ctx.auditar_alta("Efecto", t.trabajoId, Efecto{t.clave, respuesta});
        return api::Fin::hecho(respuesta);
    };
    return o;
}

std::vector<api::Oficio> work_for_tests(const command::Config&, const red::Cliente& cliente) {
    using std::chrono::seconds;
    return {asks_a_neighbour("Prueba", seconds{3}, cliente), asks_a_neighbour("PruebaLarga", seconds{120}, cliente)};
}

}  // namespace

int main(int argc, char** argv) {
    spdlog::set_default_logger(spdlog::stderr_logger_mt("cacao"));
    try {
        command::Values flags;
        for (int i = 1; i + 1 < argc; i += 2) flags[std::string{argv[i]}.substr(2)] = argv[i + 1];
        command::ServeOptions options;
        options.more_work = &work_for_tests;
        return command::serve(command::resolve(flags, command::cacao_variables(environ)).config, options);
    } catch (const std::exception& e) {
        spdlog::error("{}", e.what());
    }
    return 1;
}
