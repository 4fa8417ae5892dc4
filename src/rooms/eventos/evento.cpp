#include "rooms/eventos/evento.hpp"

#include "api/posiciones.hpp"
#include "palabras/palabras.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <charconv>

namespace cacao {
namespace {

using namespace eventos;

constexpr std::size_t por_pagina = 100;
constexpr std::int64_t leidos_a_la_vez = 500;
constexpr std::int64_t leidos_por_peticion = 1500;  // of a list, which is read with others
constexpr std::string_view desde_ahora = "ahora";

std::optional<std::int64_t> leer_cursor(std::string_view texto) {
    std::int64_t posicion{};
    const auto leido = std::from_chars(texto.data(), texto.data() + texto.size(), posicion);
    if (leido.ec != std::errc{} || leido.ptr != texto.data() + texto.size() || posicion < 0) return std::nullopt;
    return posicion;
}

// Where to go on from. What is older than is told, or not there yet, would be skipped unseen: it is refused.
std::int64_t desde_donde(const Context& ctx, const EventosPedidos& pedidos, std::int64_t ultima) {
    if (!pedidos.desde) return mas_antigua(ctx.db(), ctx.ahora());
    if (*pedidos.desde == desde_ahora) return ultima;
    const std::int64_t desde = leer_cursor(*pedidos.desde).value();
    if (desde > ultima) reject(Codigo::fuera_de_rango, "/desde", reflect::objeto("ultimo", std::to_string(ultima)));
    if (desde == ultima || se_cuenta(ctx.db(), desde + 1, ctx.ahora())) return desde;
    const auto antigua = mas_antigua(ctx.db(), ctx.ahora());
    if (desde < antigua) reject(Codigo::fuera_de_rango, "/desde", reflect::objeto("masAntiguo", std::to_string(antigua)));
    return desde;
}

}  // namespace

void validar_tipos(const std::vector<std::string>& tipos, std::string_view campo, Faltas& faltas) {
    for (std::size_t i = 0; i < tipos.size(); ++i)
        faltas.agregar_si(!es_patron(tipos[i]), Codigo::valor_no_permitido, std::string{campo} + '/' + std::to_string(i));
}

void validar(const EventosPedidos& pedidos, Faltas& faltas) {
    if (pedidos.desde && *pedidos.desde != desde_ahora && !leer_cursor(*pedidos.desde))
        faltas.agregar(Codigo::cursor_invalido, "/desde");
    validar_tipos({pedidos.tipos.begin(), pedidos.tipos.end()}, "/tipos", faltas);
}

EventosDesde listar_eventos(const Context& ctx, const api::Operations& ops, const EventosPedidos& pedidos) {
    // First how far it goes: what gets its position meanwhile comes with the next question.
    const std::int64_t ultima = api::last_position(ctx.db());
    std::int64_t hasta = ctx.vista() ? *ctx.vista() : desde_donde(ctx, pedidos, ultima);
    const std::int64_t tope = hasta + leidos_por_peticion;
    const std::vector<std::string> patrones{pedidos.tipos.begin(), pedidos.tipos.end()};
    Oidos oidos{ctx, ops};
    EventosDesde r;
    while (hasta < ultima && hasta < tope && r.eventos.size() < por_pagina) {
        const std::int64_t fin = std::min(hasta + leidos_a_la_vez, ultima);
        for (Leido& l : leer(ctx.db(), hasta, fin)) {
            const bool suyo = (patrones.empty() || coincide_alguno(patrones, l.objeto, l.suceso)) && oidos.puede(l.objeto);
            if (!suyo) continue;
            r.eventos.push_back(std::move(l.evento));
            if (r.eventos.size() == por_pagina) break;
        }
        hasta = r.eventos.size() == por_pagina ? r.eventos.back().posicion : fin;
    }
    r.hasta = std::to_string(hasta);
    r.hayMas = hasta < ultima;
    if (r.eventos.empty() && !r.hayMas && pedidos.espera && *pedidos.espera > 0) ctx.aguardar(*pedidos.espera, ultima);
    return r;
}

std::vector<TipoDeEvento> listar_tipos_de_evento(const Context& ctx, const api::Operations& ops) {
    Oidos oidos{ctx, ops};
    std::vector<TipoDeEvento> lista;
    for (const Tipo& t : tipos()) {
        TipoDeEvento uno{t.nombre(), t.objeto, t.suceso, t.version, oidos.puede(t.objeto), {}};
        if (t.documento) uno.campos = {"transaccionId", "consecutivo"};
        for (const reflect::ShapeMember& m : t.datos.shape->members) uno.campos.emplace_back(m.name);
        lista.push_back(std::move(uno));
    }
    return lista;
}

namespace {

// One for each happening and form, with all the things that it can happen to.
std::string nombre_de_aviso(const Tipo& t) {
    const std::string suceso{reflect::enum_name(t.suceso)};
    if (t.documento) return "documento." + suceso;
    return t.datos.shape->name == "DeRegistro" ? "registro." + suceso : t.nombre();
}

std::vector<api::Notice> avisos() {
    std::vector<api::Notice> lista;
    for (const Tipo& t : tipos()) {
        const auto nombre = nombre_de_aviso(t);
        auto suyo = std::ranges::find(lista, nombre, &api::Notice::name);
        if (suyo == lista.end()) {
            const std::string resumen{glosario::en_palabras("suceso", reflect::enum_name(t.suceso))};
            suyo = lista.insert(lista.end(), {nombre, resumen, {}, t.version, t.documento, t.datos});
        }
        suyo->types.push_back(t.nombre());
    }
    std::ranges::sort(lista, {}, &api::Notice::name);
    return lista;
}

}  // namespace

void register_eventos(api::Operations& ops) {
    ops.notices(avisos(), reflect::use_of<Evento>());
    using enum api::Verb;
    ops.group("Eventos");
    ops.add(GET, "/api/Eventos", "EventosListar",
            [&ops](const Context& ctx, const EventosPedidos& pedidos) { return listar_eventos(ctx, ops, pedidos); })
        .nuestra()
        .para_todos()
        .sin_tabla()
        .rechaza({Codigo::cursor_invalido, Codigo::fuera_de_rango, Codigo::valor_no_permitido});
    ops.add(GET, "/api/Eventos/Tipos", "EventosTiposListar",
            [&ops](const Context& ctx) { return listar_tipos_de_evento(ctx, ops); })
        .nuestra()
        .para_todos()
        .sin_base()
        .sin_tabla();
}

}  // namespace cacao
