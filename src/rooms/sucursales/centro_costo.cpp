#include "rooms/sucursales/centro_costo.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_centro = R"(
    SELECT centroCostoId, codigo, nombre, responsable, COALESCE(referenciaExterna, '') AS referenciaExterna, activo, version
    FROM centroCosto WHERE organizacionId = $1)";

CentroCosto leer_centro(db::Reader& tx, std::int64_t centroCostoId) {
    auto centro =
        tx.one<CentroCosto>(std::string{columnas_de_centro} + " AND centroCostoId = $2", tx.organizacion(), centroCostoId);
    reject_if(!centro, Codigo::no_encontrado, "/centroCostoId");
    return std::move(*centro);
}

void revisar_centro(db::Reader& tx, const CentroCosto& c, Faltas& faltas) {
    exigir_unico(tx, "SELECT centroCostoId FROM centroCosto WHERE organizacionId = $1 AND codigo = $2", c.codigo, c.centroCostoId,
                 "/codigo", faltas);
    if (!c.referenciaExterna.empty())
        exigir_unico(tx, "SELECT centroCostoId FROM centroCosto WHERE organizacionId = $1 AND referenciaExterna = $2",
                     c.referenciaExterna, c.centroCostoId, "/referenciaExterna", faltas);
}

// Numbers that documents used before there was a catalog may stand anywhere, also where identifiers have yet to come.
std::int64_t libre(db::Writer& tx) {
    for (;;) {
        const auto id = tx.next_id();
        if (!tx.one<std::int64_t>("SELECT 1 FROM centroCosto WHERE organizacionId = $1 AND centroCostoId = $2", tx.organizacion(),
                                  id))
            return id;
    }
}

}  // namespace

std::vector<CentroCosto> listar_centros_costo(const Context& ctx, const CentrosCostoFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    return ctx.db().all_with<CentroCosto>(std::string{columnas_de_centro} + donde.and_sql() + " ORDER BY codigo", donde.params());
}

CentroCosto obtener_centro_costo(const Context& ctx, const CentroCostoPedido& pedido) {
    return leer_centro(ctx.db(), pedido.centroCostoId);
}

CentroCosto crear_centro_costo(Context& ctx, const CentroCostoNuevo& pedido) {
    auto& tx = ctx.db();
    tx.lock("centrosCosto");
    CentroCosto c;
    c.centroCostoId = libre(tx);
    c.codigo = pedido.codigo;
    c.nombre = pedido.nombre;
    if (pedido.responsable) c.responsable = *pedido.responsable;
    if (pedido.referenciaExterna) c.referenciaExterna = *pedido.referenciaExterna;
    c.activo = true;
    c.version = 1;
    Faltas faltas;
    revisar_centro(tx, c, faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO centroCosto (organizacionId, centroCostoId, codigo, nombre, responsable, referenciaExterna, activo, version)
        VALUES ($1, $2, $3, $4, $5, NULLIF($6, ''), 1, 1))",
           tx.organizacion(), c.centroCostoId, c.codigo, c.nombre, c.responsable, c.referenciaExterna);
    ctx.auditar_alta("CentroCosto", c.centroCostoId, c);
    return c;
}

CentroCosto actualizar_centro_costo(Context& ctx, const CentroCostoActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("centrosCosto");
    const auto antes = leer_centro(tx, pedido.centroCostoId);
    ctx.exigir_version(antes.version);
    auto c = antes;
    if (pedido.codigo) c.codigo = *pedido.codigo;
    if (pedido.nombre) c.nombre = *pedido.nombre;
    pedido.responsable.aplicar_a(c.responsable);
    pedido.referenciaExterna.aplicar_a(c.referenciaExterna);
    if (pedido.activo) c.activo = *pedido.activo;
    Faltas faltas;
    revisar_centro(tx, c, faltas);
    faltas.lanzar();

    ++c.version;
    tx.run(R"(
        UPDATE centroCosto SET codigo = $3, nombre = $4, responsable = $5, referenciaExterna = NULLIF($6, ''), activo = $7, version = $8
        WHERE organizacionId = $1 AND centroCostoId = $2)",
           tx.organizacion(), c.centroCostoId, c.codigo, c.nombre, c.responsable, c.referenciaExterna, c.activo, c.version);
    ctx.auditar("CentroCosto", c.centroCostoId, antes, c);
    return c;
}

void register_centros_costo(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/CentrosCosto", "CentrosCostoListar", listar_centros_costo).nuestra();
    ops.add(GET, "/api/CentrosCosto/{centroCostoId}", "CentroCostoObtener", obtener_centro_costo)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/CentrosCosto", "CentroCostoCrear", crear_centro_costo).nuestra().rechaza({Codigo::duplicado});
    ops.add(PUT, "/api/CentrosCosto/{centroCostoId}", "CentroCostoActualizar", actualizar_centro_costo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::precondicion_fallida});
}

}  // namespace cacao
