#pragma once
// The feed: what happened, in the order in which it could be seen, for whoever asks again and again, or waits.

#include "api/operations.hpp"
#include "base/error.hpp"
#include "rooms/eventos/catalogo.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct EventosPedidos {
    std::optional<Texto<20, 1>> desde;  // a cursor, or `ahora`
    Lista<Texto<80, 1>, 50> tipos;
    std::optional<Entero<0, 30>> espera;
};
DESCRIBE_STRUCT(EventosPedidos, (), (desde, tipos, espera))
void validar(const EventosPedidos& pedidos, Faltas& faltas);
// Patterns that nothing can match; `campo` is the list.
void validar_tipos(const std::vector<std::string>& tipos, std::string_view campo, Faltas& faltas);

struct EventosDesde {
    std::vector<eventos::Evento> eventos;
    std::string hasta;  // a cursor in any case
    bool hayMas{};
};
DESCRIBE_STRUCT(EventosDesde, (), (eventos, hasta, hayMas))

struct TipoDeEvento {
    std::string tipo;
    std::string objeto;
    Nombrado<engine::Suceso> suceso;
    std::int64_t version{};
    bool permitido{};
    std::vector<std::string> campos;  // of `data`
};
DESCRIBE_STRUCT(TipoDeEvento, (), (tipo, objeto, suceso, version, permitido, campos))

EventosDesde listar_eventos(const Context&, const api::Operations&, const EventosPedidos&);
std::vector<TipoDeEvento> listar_tipos_de_evento(const Context&, const api::Operations&);

void register_eventos(api::Operations& ops);

}  // namespace cacao
