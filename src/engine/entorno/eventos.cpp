#include "engine/entorno/eventos.hpp"

#include "api/posiciones.hpp"
#include "db/rows.hpp"

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
    return {TipoEvento{E::nombre, E::version, reflect::use_of<E>()}...};
}

}  // namespace

std::span<const TipoEvento> tipos_de_evento() {
    static constexpr auto tabla = tabla_de(evento::Todos{});
    return tabla;
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
