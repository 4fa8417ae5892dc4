#include "engine/entorno/eventos.hpp"

#include "api/posiciones.hpp"
#include "db/rows.hpp"
#include "engine/entorno/recibidos.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/tipos/cualidades.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace cacao::engine {

evento::AplicacionContada evento::leer_aplicacion(std::string_view datos) {
    constexpr std::string_view inicio = R"({"aplicacionId":)";
    AplicacionContada e;
    if (!datos.starts_with(inicio)) return e;
    std::from_chars(datos.data() + inicio.size(), datos.data() + datos.size(), e.aplicacionId);
    e.deshecha = datos.find(R"("desaplicada":true)") != std::string_view::npos;
    return e;
}
namespace {

template <class... E>
constexpr std::array<TipoEvento, sizeof...(E)> tabla_de(boost::mp11::mp_list<E...>) {
    return {TipoEvento{E::nombre, E::version, reflect::use_of<E>(), E::sucesos}...};
}

}  // namespace

std::span<const TipoEvento> tipos_de_evento() {
    static constexpr auto tabla = tabla_de(evento::Todos{});
    return tabla;
}

std::optional<Contado> leer_contado(std::string_view nombre, std::string_view datos) {
    // By its name and its first field: what is stored was written by one of the types, which are told apart by them.
    for (const TipoEvento& tipo : tipos_de_evento()) {
        const std::string_view primero = tipo.datos.shape->members.front().name;
        const bool suyo = tipo.nombre == nombre && datos.starts_with("{\"") && datos.substr(2).starts_with(primero) &&
                          datos.substr(2 + primero.size()).starts_with("\":");
        if (!suyo) continue;
        if (tipo.sucesos.size() == 1) return Contado{&tipo, tipo.sucesos.front()};
        // Of several happenings by the state that it tells first.
        std::string_view estado = datos.substr(2 + primero.size() + 3);
        estado = estado.substr(0, estado.find('"'));
        EstadoTimbrado e{};
        if (!reflect::enum_value(estado, e)) return std::nullopt;
        return Contado{&tipo, tipo.sucesos[static_cast<std::size_t>(e)]};
    }
    return std::nullopt;
}

bool puede_contar(const Documento& tipo, Suceso suceso) {
    switch (suceso) {
        case Suceso::registrado:
        case Suceso::agregado: return true;
        case Suceso::cancelado: return !tipo.transiciones.empty() || tipo.acompaniante;
        case Suceso::liquidado:
        case Suceso::desaplicado: return tipo.saldo != Saldo::ninguno || tipo.banco;
        case Suceso::pagado:
        case Suceso::pagoRetirado: return tipo.inicial == Estado::solicitada;
        case Suceso::transitado:
            return tipo.inicial != Estado::vigente ||
                   std::ranges::any_of(tipo.transiciones, [](const Transicion& t) { return t.a != Estado::cancelado; });
        case Suceso::revisado: return tipo.existencia == Existencia::reserva || tipo.tolerancia != Tolerancia::ninguna;
        case Suceso::identificado: return tipo.banco;
        case Suceso::validado: return recibe_cfdi(tipo) || emite_cfdi(tipo);
        default: return suceso <= Suceso::cancelacionRechazada && emite_cfdi(tipo);
    }
}

void avisar_registro(db::Writer& tx, std::string_view tipo, std::int64_t registroId, std::string_view datos, Instante ahora) {
    tx.run(R"(INSERT INTO eventoRegistro (organizacionId, eventoId, tipo, registroId, evento, instante, posicion, datos)
              VALUES ($1, $2, $3, $4, 'cambiado', $5, $6, $7))",
           tx.organizacion(), tx.next_id(), tipo, registroId, ahora, api::position_at_once(tx), datos);
}

namespace interno {

void guardar_evento(Context& ctx, std::int64_t transaccionId, std::int64_t consecutivo, std::string_view nombre,
                    std::string_view datos) {
    ctx.tiene_evento(transaccionId);
    ctx.db().run(R"(INSERT INTO evento (organizacionId, transaccionId, consecutivo, evento, instante, datos, posicion)
                    VALUES ($1, $2, $3, $4, $5, $6, $7))",
                 ctx.organizacionId(), transaccionId, consecutivo, nombre, ctx.ahora(), datos, api::position_at_once(ctx.db()));
}

std::int64_t subir_version(Context& ctx, std::int64_t transaccionId) {
    const auto version = ctx.db().one<std::int64_t>(R"(UPDATE documento SET version = version + 1, modificadoEn = $3
                                                       WHERE organizacionId = $1 AND transaccionId = $2 RETURNING version)",
                                                    ctx.organizacionId(), transaccionId, ctx.ahora());
    if (!version) throw std::logic_error("a document that is not there was touched");
    return *version;
}

}  // namespace interno
}  // namespace cacao::engine
