#include "rooms/productos/agrupador_servicio.hpp"

#include "db/rows.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_agrupador =
    "SELECT agrupadorServicioId, codigo, nombre, activo, version FROM agrupadorServicio WHERE organizacionId = $1";

}  // namespace

std::vector<AgrupadorServicio> listar_agrupadores(const Context& ctx) {
    return ctx.db().all<AgrupadorServicio>(std::string{columnas_de_agrupador} + " ORDER BY codigo", ctx.organizacionId());
}

AgrupadorServicio crear_agrupador(Context& ctx, const AgrupadorServicioNuevo& pedido) {
    auto& tx = ctx.db();
    const AgrupadorServicio nuevo{tx.next_id(), pedido.codigo, pedido.nombre, true, 1};
    const auto insertados = tx.count(R"(
        INSERT INTO agrupadorServicio (organizacionId, agrupadorServicioId, codigo, nombre, activo, version)
        VALUES ($1, $2, $3, $4, 1, 1) ON CONFLICT DO NOTHING)",
                                     tx.organizacion(), nuevo.agrupadorServicioId, nuevo.codigo, nuevo.nombre);
    reject_if(insertados == 0, Codigo::duplicado, "/codigo");
    ctx.auditar_alta("AgrupadorServicio", nuevo.agrupadorServicioId, nuevo);
    return nuevo;
}

AgrupadorServicio actualizar_agrupador(Context& ctx, const AgrupadorServicioActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("agrupadoresServicio");
    auto actual = tx.one<AgrupadorServicio>(std::string{columnas_de_agrupador} + " AND agrupadorServicioId = $2",
                                            tx.organizacion(), pedido.agrupadorServicioId.valor);
    if (!actual) reject(Codigo::no_encontrado, "/agrupadorServicioId");
    const auto antes = *actual;
    ctx.exigir_version(antes.version);
    if (pedido.codigo) {
        const auto otro =
            tx.one<std::int64_t>("SELECT agrupadorServicioId FROM agrupadorServicio WHERE organizacionId = $1 AND codigo = $2",
                                 tx.organizacion(), *pedido.codigo);
        reject_if(otro && *otro != antes.agrupadorServicioId, Codigo::duplicado, "/codigo");
        actual->codigo = *pedido.codigo;
    }
    if (pedido.nombre) actual->nombre = *pedido.nombre;
    if (pedido.activo) actual->activo = *pedido.activo;
    ++actual->version;
    tx.run(R"(
        UPDATE agrupadorServicio SET codigo = $3, nombre = $4, activo = $5, version = $6
        WHERE organizacionId = $1 AND agrupadorServicioId = $2)",
           tx.organizacion(), actual->agrupadorServicioId, actual->codigo, actual->nombre, actual->activo, actual->version);
    ctx.auditar("AgrupadorServicio", actual->agrupadorServicioId, antes, *actual);
    return *actual;
}

void register_agrupadores_servicio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Productos");
    ops.add(GET, "/api/AgrupadoresServicio", "AgrupadoresServicioListar", listar_agrupadores);
    ops.add(POST, "/api/AgrupadoresServicio", "AgrupadorServicioCrear", crear_agrupador).nuestra().rechaza({Codigo::duplicado});
    ops.add(PUT, "/api/AgrupadoresServicio/{agrupadorServicioId}", "AgrupadorServicioActualizar", actualizar_agrupador)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::precondicion_fallida});
}

}  // namespace cacao
