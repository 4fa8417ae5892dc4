#include "rooms/timbrado/complemento.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/verbos/complemento.hpp"
#include "reflect/objeto.hpp"

namespace cacao {
namespace {

constexpr int dias_para_complementar = 5;  // of the month after that in which it was paid (RMF 2.7.1.32)

struct ComplementoLeido {
    std::int64_t transaccionId{};
    std::string tipoDocumento;
    std::string folio;
    Fecha fecha;
    std::string estado;
    std::int64_t entidadId{};
    std::string contacto;
    std::int64_t pagoId{};
    std::string pagoFolio;
    std::string moneda;
    Importe total;
    std::string timbrado;
    std::string uuid;
    std::int64_t sustituidoPorId{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ComplementoLeido, (),
                (transaccionId, tipoDocumento, folio, fecha, estado, entidadId, contacto, pagoId, pagoFolio, moneda, total,
                 timbrado, uuid, sustituidoPorId, version))

constexpr std::string_view complemento_leido = R"(
    SELECT c.complementoId AS transaccionId, d.tipo AS tipoDocumento, d.serie || '-' || d.folio AS folio, d.fecha, d.estado, d.entidadId,
           COALESCE(e.nombre, '') AS contacto, c.pagoId, p.serie || '-' || p.folio AS pagoFolio, d.moneda, d.total,
           COALESCE(t.estado, '') AS timbrado, COALESCE(d.uuid, '') AS uuid, c.sustituidoPorId, d.version
    FROM complementoPago c
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.complementoId
    JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = c.pagoId
    LEFT JOIN contacto e ON e.organizacionId = $1 AND e.entidadId = d.entidadId
    LEFT JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = c.complementoId
    WHERE c.organizacionId = $1 AND )";

ComplementoPagoVista con_partes(db::Reader& tx, ComplementoLeido&& c) {
    ComplementoPagoVista v{c.transaccionId,
                           std::move(c.tipoDocumento),
                           std::move(c.folio),
                           c.fecha,
                           std::move(c.estado),
                           c.entidadId,
                           std::move(c.contacto),
                           c.pagoId,
                           std::move(c.pagoFolio),
                           std::move(c.moneda),
                           c.total,
                           std::move(c.timbrado),
                           std::move(c.uuid),
                           c.sustituidoPorId,
                           c.version,
                           {}};
    v.partes = tx.all<ParteDeComplemento>(R"(
        SELECT a.aplicacionId, a.documentoId AS transaccionId, d.serie || '-' || d.folio AS folio, COALESCE(d.uuid, '') AS uuid, a.fecha,
               d.moneda, a.parcialidad, a.saldoAnterior, a.importe2, a.saldoAnterior - a.importe2 AS saldoInsoluto, a.importe
        FROM complementoAplicacion k
        JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = k.aplicacionId
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
        WHERE k.organizacionId = $1 AND k.complementoId = $2 ORDER BY a.fecha, a.aplicacionId)",
                                          tx.organizacion(), v.transaccionId);
    return v;
}

std::string tipo_del_documento(db::Reader& tx, std::int64_t transaccionId) {
    auto tipo = tx.one<std::string>("SELECT tipo FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                    tx.organizacion(), transaccionId);
    reject_if(!tipo, Codigo::no_encontrado, "/transaccionId");
    return std::move(*tipo);
}

ComplementoPagoVista uno_de(db::Reader& tx, const engine::Documento& tipo, const engine::DocumentoPedido& pedido) {
    auto c = tx.one<ComplementoLeido>(std::string{complemento_leido} + "c.complementoId = $2", tx.organizacion(), pedido.id);
    reject_if(!c || c->tipoDocumento != tipo.tipo, Codigo::no_encontrado, "/id");
    return con_partes(tx, std::move(*c));
}

}  // namespace

ComplementoPagoVista obtener_complemento(const Context& ctx, const engine::DocumentoPedido& pedido) {
    return uno_de(ctx.db(), engine::ComplementoPago, pedido);
}

ComplementoPagoVista obtener_aplicacion_anticipo(const Context& ctx, const engine::DocumentoPedido& pedido) {
    return uno_de(ctx.db(), engine::AplicacionAnticipo, pedido);
}

std::vector<ComplementoPagoVista> listar_complementos(const Context& ctx, const ComplementosPedidos& pedidos) {
    auto& tx = ctx.db();
    tipo_del_documento(tx, pedidos.transaccionId);
    auto leidos = tx.all<ComplementoLeido>(std::string{complemento_leido} + R"(c.complementoId IN (
            SELECT x.complementoId FROM complementoPago x WHERE x.organizacionId = $1 AND x.pagoId = $2
            UNION SELECT k.complementoId FROM aplicacion a
                  JOIN complementoAplicacion k ON k.organizacionId = $1 AND k.aplicacionId = a.aplicacionId
                  WHERE a.organizacionId = $1 AND a.documentoId = $2) ORDER BY c.complementoId)",
                                           tx.organizacion(), pedidos.transaccionId);
    std::vector<ComplementoPagoVista> vistas;
    for (auto& c : leidos) vistas.push_back(con_partes(tx, std::move(c)));
    return vistas;
}

std::vector<ComplementoPagoVista> complementar(Context& ctx, const ComplementosPorHacer& pedidos) {
    const auto tipo = tipo_del_documento(ctx.db(), pedidos.transaccionId);
    if (!engine::cumple(tipo, engine::cobra) && !engine::cumple(tipo, engine::es_anticipo))
        reject(Codigo::no_se_timbra, "/transaccionId", reflect::objeto("tipo", tipo));
    reject_if(!engine::hay_quien_timbre(ctx.db()), Codigo::sin_proveedor, "/organizacion/proveedor");
    if (pedidos.formaPagoId) engine::poner_forma_de_pago(ctx, pedidos.transaccionId, *pedidos.formaPagoId);
    engine::revisar_complementos(ctx, pedidos.transaccionId, true);
    return listar_complementos(ctx, {pedidos.transaccionId});
}

Pagina<CobroSinComplemento> cobros_sin_complemento(const Context& ctx, const CobrosSinComplementoFiltro& filtro) {
    const Recorrido recorrido{ctx, filtro, "ComplementosPagoPendientes", "{}"};
    db::Where donde{ctx.organizacionId()};
    const std::string desde = R"(
        FROM aplicacion a
        JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
        JOIN documento f ON f.organizacionId = $1 AND f.transaccionId = a.documentoId AND f.uuid IS NOT NULL
        LEFT JOIN complementoAplicacion k ON k.organizacionId = $1 AND k.aplicacionId = a.aplicacionId AND k.vigente = 1
        LEFT JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = k.complementoId
        LEFT JOIN contacto e ON e.organizacionId = $1 AND e.entidadId = f.entidadId
        WHERE a.organizacionId = $1 AND a.parcialidad <> 0 AND a.estado = 'vigente' AND COALESCE(t.uuid, '') = '')";
    const Total total = recorrido.contar(ctx.db(), "SELECT 1" + desde + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("a.aplicacionId > $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<CobroSinComplemento>(
        R"(SELECT a.aplicacionId, a.pagoId, p.serie || '-' || p.folio AS pagoFolio, a.fecha, a.fecha AS vence,
                  a.documentoId AS transaccionId, f.serie || '-' || f.folio AS folio, f.uuid, f.entidadId,
                  COALESCE(e.nombre, '') AS contacto, f.moneda, a.parcialidad, a.importe2, COALESCE(k.complementoId, 0) AS complementoId,
                  CASE WHEN k.complementoId IS NULL THEN 'sinComplemento' WHEN t.estado IS NULL THEN 'sinPedir' ELSE t.estado END
                      AS situacion)" +
            desde + donde.and_sql() + " ORDER BY a.aplicacionId" + tramo,
        donde.params());
    for (auto& f : filas) f.vence = f.fecha.ultimo_del_mes() + dias_para_complementar;
    return recorrido.pagina(std::move(filas), total, [](const CobroSinComplemento& c) { return std::vector{c.aplicacionId}; });
}

void register_complementos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Timbrado");
    ops.add(GET, "/api/ComplementoPago/{id}", "ComplementoPagoObtener", obtener_complemento)
        .nuestra()
        .lee({engine::ComplementoPago.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/AplicacionAnticipo/{id}", "AplicacionAnticipoObtener", obtener_aplicacion_anticipo)
        .nuestra()
        .lee({engine::AplicacionAnticipo.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Documentos/{transaccionId}/Complementos", "DocumentoComplementos", listar_complementos)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Documentos/{transaccionId}/Complementos", "DocumentoComplementar", complementar)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::no_se_timbra, Codigo::sin_proveedor, Codigo::estado_invalido});
    ops.add(GET, "/api/ComplementosPago/Pendientes", "ComplementosPagoPendientes", cobros_sin_complemento)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
}

api::Oficio timbrado::oficio_de_complementos() {
    api::Oficio o;
    o.tipo = engine::oficio_complementos;
    o.afuera = [](const api::Afuera&, const api::Trabajo&) { return std::string{}; };
    o.asentar = [](Context& ctx, const api::Trabajo& t, const std::string&) {
        return api::Fin::hecho(engine::revisar_complementos(ctx, std::stoll(t.clave)).resumen());
    };
    return o;
}

}  // namespace cacao
