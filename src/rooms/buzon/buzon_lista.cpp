// Received documents listed, one of them with what it says, and its file.

#include "api/archivos.hpp"
#include "api/busqueda.hpp"
#include "base/archivo.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/series_documento.hpp"
#include "reflect/json_write.hpp"
#include "rooms/buzon/recibido.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_listado =
    "r.recibidoId, r.uuid, r.estado, r.tipoDeComprobante, r.serie, r.folio, r.fecha, r.rfcEmisor, r.nombreEmisor, r.moneda, "
    "r.total, "
    "r.metodoPago, r.formaPago, r.resultado, r.estadoSat, "
    "CASE WHEN r.resumen LIKE '%\"sinValidezFiscal\":true%' THEN 0 ELSE 1 END AS validezFiscal, r.transaccionId, r.motivo, "
    "r.version, r.creadoPor, r.creadoEn";

struct RelacionFila {
    std::string uuid;
    std::string tipoRelacion;
    Importe pagado;
    Importe saldoInsoluto;
    std::string moneda;
    std::int64_t transaccionId{};
    std::string serie;
    std::int64_t folio{};
};
DESCRIBE_STRUCT(RelacionFila, (), (uuid, tipoRelacion, pagado, saldoInsoluto, moneda, transaccionId, serie, folio))

struct PagoFila {
    std::int64_t transaccionId{};
    std::string serie;
    std::int64_t folio{};
    Fecha fecha;
    Importe importe;
};
DESCRIBE_STRUCT(PagoFila, (), (transaccionId, serie, folio, fecha, importe))

std::vector<PagoRelacionado> pagos_de_documento(db::Reader& tx, std::int64_t transaccionId) {
    std::vector<PagoRelacionado> pagos;
    for (const auto& f : tx.all<PagoFila>(R"(
             SELECT d.transaccionId, d.serie, d.folio, a.fecha, a.importe2 AS importe FROM aplicacion a
             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.pagoId
             WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente' ORDER BY a.aplicacionId)",
                                          tx.organizacion(), transaccionId))
        pagos.push_back({f.transaccionId, engine::folio_texto(f.serie, f.folio), f.fecha, f.importe});
    return pagos;
}

std::vector<RelacionRecibida> relaciones_de(db::Reader& tx, const RecibidoCompleto& r) {
    std::vector<RelacionRecibida> relaciones;
    for (const auto& f : tx.all<RelacionFila>(R"(
             SELECT k.uuid, k.tipoRelacion, k.pagado, k.saldoInsoluto, k.moneda, COALESCE(d.transaccionId, 0) AS transaccionId,
                    COALESCE(d.serie, '') AS serie, COALESCE(d.folio, 0) AS folio
             FROM recibidoRelacion k
             LEFT JOIN documento d ON d.organizacionId = $1 AND d.uuid = k.uuid AND d.uuid IS NOT NULL AND d.canceladoEn IS NULL
             WHERE k.organizacionId = $1 AND k.recibidoId = $2 ORDER BY k.consecutivo)",
                                              tx.organizacion(), r.recibidoId)) {
        auto& k = relaciones.emplace_back();
        k.uuid = f.uuid;
        k.tipoRelacion = f.tipoRelacion;
        k.pagado = f.pagado;
        k.saldoInsoluto = f.saldoInsoluto;
        k.moneda = f.moneda;
        k.transaccionId = f.transaccionId;
        if (f.transaccionId == 0) continue;
        k.folio = engine::folio_texto(f.serie, f.folio);
        if (r.tipoDeComprobante == "P") k.pagos = pagos_de_documento(tx, f.transaccionId);
    }
    return relaciones;
}

}  // namespace

namespace buzon {

RecibidoCompleto exigir_recibido(db::Reader& tx, std::int64_t recibidoId) {
    auto r = tx.one<RecibidoCompleto>("SELECT " + std::string{columnas_listado} +
                                          R"(, r.versionCfdi, r.timbradoEn, r.regimenEmisor, r.lugarExpedicion, r.usoCfdi,
                                             r.tipoCambio, r.condiciones, r.subtotal, r.descuento, r.iva, r.ieps, r.ivaRetenido,
                                             r.isrRetenido, r.resumen, r.sha256, r.nombre, r.origen, r.descargaId, r.validacionId
                                             FROM recibido r WHERE r.organizacionId = $1 AND r.recibidoId = $2)",
                                      tx.organizacion(), recibidoId);
    reject_if(!r, Codigo::no_encontrado, "/id");
    return std::move(*r);
}

std::vector<ConceptoRecibido> conceptos_de(db::Reader& tx, std::int64_t recibidoId) {
    return tx.all<ConceptoRecibido>(R"(
        SELECT numeroPartida, claveProdServ, noIdentificacion, claveUnidad, unidad, descripcion, cantidad, precioUnitario, importe,
               descuento, impuestos
        FROM recibidoConcepto WHERE organizacionId = $1 AND recibidoId = $2 ORDER BY numeroPartida)",
                                    tx.organizacion(), recibidoId);
}

engine::RecibidoVisto visto(const RecibidoCompleto& r) {
    engine::RecibidoVisto v;
    v.recibidoId = r.recibidoId;
    v.uuid = r.uuid;
    v.estado = r.estado;
    v.transaccionId = r.transaccionId;
    v.motivo = r.motivo;
    v.resultado = r.resultado;
    v.estadoSat = r.estadoSat;
    v.version = r.version;
    return v;
}

}  // namespace buzon

Pagina<RecibidoListado> listar_buzon(const Context& ctx, const BuzonFiltro& filtro) {
    BuzonFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Buzon", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.estado) donde.add("r.estado = $", reflect::enum_name(*filtro.estado));
    if (filtro.tipoDeComprobante) donde.add("r.tipoDeComprobante = $", reflect::enum_name(*filtro.tipoDeComprobante));
    if (filtro.estadoSat) donde.add("r.estadoSat = $", reflect::enum_name(*filtro.estadoSat));
    donde.add_if(filtro.rfcEmisor, "r.rfcEmisor = $");
    donde.add_if(filtro.fechaInicial, "r.fecha >= $");
    donde.add_if(filtro.fechaFinal, "r.fecha <= $");
    donde.add_if(filtro.importeMinimo, "r.total >= $");
    donde.add_if(filtro.importeMaximo, "r.total <= $");
    if (filtro.buscar) filtrar_palabras(ctx.db(), *filtro.buscar, {"recibidoPalabra", "recibidoId", "r.recibidoId"}, donde);
    constexpr std::string_view de = " FROM recibido r WHERE r.organizacionId = $1";
    const Total total = recorrido.contar(ctx.db(), "SELECT 1" + std::string{de} + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("r.recibidoId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<RecibidoListado>(
        "SELECT " + std::string{columnas_listado} + std::string{de} + donde.and_sql() + " ORDER BY r.recibidoId DESC" + tramo,
        donde.params());
    return recorrido.pagina(std::move(filas), total, [](const RecibidoListado& r) { return std::vector{r.recibidoId}; });
}

RecibidoDetalle obtener_recibido(const Context& ctx, const RecibidoPedido& pedido) {
    auto& tx = ctx.db();
    RecibidoDetalle d{buzon::exigir_recibido(tx, pedido.id), {}, {}};
    d.partidas = buzon::conceptos_de(tx, d.recibidoId);
    d.relacionados = relaciones_de(tx, d);
    return d;
}

Contenido archivo_de_recibido(const Context& ctx, const RecibidoPedido& pedido) {
    std::optional<api::ContenidoGuardado> guardado;
    std::string nombre;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        const auto r = buzon::exigir_recibido(tx, pedido.id);
        nombre = r.uuid;
        guardado = api::leer_contenido(tx, r.sha256);
    });
    Contenido c;
    c.tipo = "application/xml";
    c.nombre = con_extension(nombre, "xml");
    c.etag = guardado->sha256;
    c.cache = "private, no-cache";
    c.bytes = std::make_shared<const std::string>(api::bytes_de(std::move(*guardado)));
    return c;
}

}  // namespace cacao
