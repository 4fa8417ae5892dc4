#include "engine/consulta.hpp"

#include "db/rows.hpp"
#include "engine/emitir.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

// The view as its row gives it, with what becomes text.
struct Fila : DocumentoVista {
    std::int64_t numero = 0;
    std::optional<Instante> timbrado;
    std::optional<Fecha> cancelado;
};
BOOST_DESCRIBE_STRUCT(Fila, (DocumentoVista), (numero, timbrado, cancelado))

}  // namespace

std::vector<PartidaVista> leer_partidas(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<PartidaVista>(
        R"(SELECT numeroPartida, productoId, conceptoId, descripcion, unidadMedidaId, unidad, claveProdServ,
                                          claveUnidad, cantidad, precioUnitario, importe, descuento, promocion, iva, ieps, ivaRetenido,
                                          isrRetenido, impuestos, proyectoId, almacenId, notas, origenId AS transaccionIdOrigen,
                                          origenPartida AS partidaOrigen
                                   FROM partida WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numeroPartida)",
        tx.organizacion(), transaccionId);
}

std::optional<DocumentoVista> leer_documento(db::Reader& tx, std::int64_t transaccionId,
                                             std::initializer_list<std::string_view> tipos, std::string_view zona) {
    auto fila = tx.one<Fila>(R"(
        SELECT d.transaccionId, d.tipo AS tipoDocumento, d.serie, '' AS folio, d.fecha, d.vencimiento, d.estado, d.sucursalId,
               d.proyectoId, d.centroCostoId, d.entidadId AS clienteId, COALESCE(c.nombre, '') AS cliente,
               COALESCE(c.rfc, '') AS rfc, d.vendedorId, d.almacenId, d.moneda, d.tipoCambio, d.subtotal, d.descuento, d.iva, d.ieps,
               d.ivaRetenido, d.isrRetenido, d.total, COALESCE(s.saldo, 0) AS saldo, COALESCE(d.uuid, '') AS uuid,
               '' AS fechaTimbrado, d.notas, d.referencia, COALESCE(d.referenciaExterna, '') AS referenciaExterna,
               '' AS cancelacionFecha, d.cancelacionMotivo, d.version, d.creadoEn, d.modificadoEn, d.folio AS numero,
               d.fechaTimbrado AS timbrado, d.cancelacionFecha AS cancelado
        FROM documento d
        LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
        LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                             tx.organizacion(), transaccionId);
    if (!fila || std::find(tipos.begin(), tipos.end(), fila->tipoDocumento) == tipos.end()) return std::nullopt;
    fila->folio = folio_texto(fila->serie, fila->numero);
    if (fila->timbrado) fila->fechaTimbrado = hora_local(*fila->timbrado, zona);
    if (fila->cancelado) fila->cancelacionFecha = fila->cancelado->iso();
    fila->partidas = leer_partidas(tx, transaccionId);
    return std::move(*fila);
}

}  // namespace cacao::engine
