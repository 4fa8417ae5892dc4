#include "rooms/ventas/reportes/registro_venta.hpp"

#include "db/rows.hpp"
#include "engine/consulta/pagina_documentos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/cancelar.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

// The record as its row gives it, with the parts of the folio, and when the authority said what is known of its fiscal
// document.
struct FilaRegistro : RegistroVentaResumen {
    std::string serie;
    std::int64_t numero{};
    std::int64_t sucursalId{};
    Instante resueltoEn;
};
DESCRIBE_STRUCT(FilaRegistro, (RegistroVentaResumen), (serie, numero, sucursalId, resueltoEn))

// Records of the documents `d` of `de`; $1 is the organization.
std::string registro_sql(std::string_view de) {
    return fmt::format(R"(
        SELECT d.transaccionId, d.tipo AS tipoDocumento, '' AS folio, d.fecha, d.estado, COALESCE(c.nombre, '') AS cliente,
               COALESCE(c.rfc, '') AS rfc, d.moneda, d.subtotal, d.iva, d.ieps, d.ivaRetenido, d.isrRetenido, d.total,
               COALESCE(s.saldo, 0) AS saldo, COALESCE(v.resultado, '') AS validacion, '' AS verificado, d.serie,
               d.folio AS numero, d.sucursalId, COALESCE(v.resueltoEn, 0) AS resueltoEn
        FROM {}
        LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
        LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId AND s.naturaleza = 'cobrar'
        LEFT JOIN validacion v ON v.organizacionId = $1 AND v.transaccionId = d.transaccionId AND v.ultima = 1 AND v.transaccionId <> 0)",
                       de);
}

RegistroVentaResumen resumen(const Context& ctx, FilaRegistro&& fila) {
    if (fila.resueltoEn != Instante{}) fila.verificado = hora_local(fila.resueltoEn, ctx.sesion().zona_de(fila.sucursalId));
    fila.folio = engine::folio_texto(fila.serie, fila.numero);
    return std::move(fila);
}

struct FilaCobro : CobroRegistro {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(FilaCobro, (CobroRegistro), (serie, numero))

}  // namespace

RegistroVenta obtener_registro_venta(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    const auto org = ctx.organizacionId();
    const std::int64_t id = pedido.id;
    std::optional<FilaRegistro> fila;
    static const std::string sql =
        registro_sql("documento d") +
        " WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo IN ('FacturaVenta', 'NotaVenta')";
    tx.one_later(fila, sql, org, id);
    // A product is the concept of its line: identifiers are unique among both.
    std::vector<PartidaRegistro> partidas;
    tx.all_later(partidas, R"(
        SELECT numeroPartida, proyectoId, CASE WHEN conceptoId <> 0 THEN conceptoId ELSE productoId END AS conceptoId, descripcion,
               unidadMedidaId, unidad, cantidad, precioUnitario, descuento, importe, notas
        FROM partida WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numeroPartida)",
                 org, id);
    std::vector<FilaCobro> cobros;
    tx.all_later(cobros, R"(
        SELECT a.consecutivo, COALESCE(b.nombre, '') AS cuenta, a.fecha, '' AS folio, COALESCE(f.nombre, '') AS forma, a.importe2,
               p.moneda, p.referencia, a.importe AS total, a.pagoId AS transaccionId, a.documentoId AS transaccionId2, p.serie,
               p.folio AS numero
        FROM aplicacion a
        JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
        LEFT JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = p.cuentaBancariaId
        LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = p.formaPagoId
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente' ORDER BY a.consecutivo)",
                 org, id);
    std::vector<engine::ArchivoVista> archivos;
    tx.all_later(archivos, engine::archivos_de_documento, org, id);
    std::optional<std::int64_t> version;
    tx.one_later(version, "SELECT version FROM documento WHERE organizacionId = $1 AND transaccionId = $2", org, id);
    tx.settle_last();
    reject_if(!fila, Codigo::no_encontrado, "/id");
    engine::poner_enlaces(ctx, archivos);
    RegistroVenta registro{resumen(ctx, std::move(*fila)), std::move(archivos), {}, std::move(partidas), *version};
    for (FilaCobro& c : cobros) {
        c.folio = engine::folio_texto(c.serie, c.numero);
        registro.cobros.push_back(std::move(c));
    }
    return registro;
}

Pagina<RegistroVentaResumen> listar_registros_venta(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    const engine::PaginaDocumentos pagina{ctx, filtro, "RegistroVenta", {engine::FacturaVenta.tipo, engine::NotaVenta.tipo}};
    auto filas = ctx.db().all_with<FilaRegistro>(registro_sql(pagina.de()) + pagina.orden(), pagina.params());
    return pagina.con(std::move(filas)).como([&](FilaRegistro& fila) { return resumen(ctx, std::move(fila)); });
}

engine::Cancelado cancelar_registro_venta(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::FacturaVenta.tipo, engine::NotaVenta.tipo});
}

void register_registro_venta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(GET, "/api/RegistroVenta/{id}", "RegistroVentaObtener", obtener_registro_venta)
        .sin_sobre()
        .lectura_puntual()
        .lee({engine::FacturaVenta.tipo, engine::NotaVenta.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/RegistroVenta", "RegistrosVenta", listar_registros_venta)
        .totales(&RegistroVentaResumen::total, &RegistroVentaResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/RegistroVenta/RegistroVentaCancelar/{id}", "RegistroVentaCancelar", cancelar_registro_venta)
        .rechaza({Codigo::jornada_validada, Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes,
                  Codigo::periodo_cerrado, Codigo::fuera_de_rango, Codigo::motivo_fiscal, Codigo::comprobante_en_proceso});
}

}  // namespace cacao
