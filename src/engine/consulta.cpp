#include "engine/consulta.hpp"

#include "db/rows.hpp"
#include "engine/emitir.hpp"

#include <algorithm>

namespace cacao::engine {

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
    std::optional<DocumentoVista> d;
    tx.each(R"(SELECT d.tipo, d.serie, d.folio, d.fecha, d.vencimiento, d.estado, d.sucursalId, d.proyectoId, d.centroCostoId,
                      d.entidadId, COALESCE(c.nombre, ''), COALESCE(c.rfc, ''), d.vendedorId, d.almacenId, d.moneda, d.tipoCambio,
                      d.subtotal, d.descuento, d.iva, d.ieps, d.ivaRetenido, d.isrRetenido, d.total, COALESCE(s.saldo, 0),
                      COALESCE(d.uuid, ''), d.fechaTimbrado, d.notas, d.referencia, COALESCE(d.referenciaExterna, ''),
                      d.cancelacionFecha, d.cancelacionMotivo, d.version, d.creadoEn, d.modificadoEn
               FROM documento d
               LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
               LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
               WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
            [&](const db::Row& r) {
                if (d) return;
                const auto importe = [&](int i) { return Importe::de_micros(r.integer(i)); };
                auto& v = d.emplace();
                v.transaccionId = transaccionId;
                v.tipoDocumento = r.text(0);
                v.serie = r.text(1);
                v.folio = folio_texto(v.serie, r.integer(2));
                v.fecha = Fecha::de_dias(static_cast<std::int32_t>(r.integer(3)));
                v.vencimiento = Fecha::de_dias(static_cast<std::int32_t>(r.integer(4)));
                v.estado = r.text(5);
                v.sucursalId = r.integer(6);
                v.proyectoId = r.integer(7);
                v.centroCostoId = r.integer(8);
                v.clienteId = r.integer(9);
                v.cliente = r.text(10);
                v.rfc = r.text(11);
                v.vendedorId = r.integer(12);
                v.almacenId = r.integer(13);
                v.moneda = r.text(14);
                v.tipoCambio = Precio::de_micros(r.integer(15));
                v.subtotal = importe(16);
                v.descuento = importe(17);
                v.iva = importe(18);
                v.ieps = importe(19);
                v.ivaRetenido = importe(20);
                v.isrRetenido = importe(21);
                v.total = importe(22);
                v.saldo = importe(23);
                v.uuid = r.text(24);
                if (!r.is_null(25)) v.fechaTimbrado = hora_local(Instante::de_micros(r.integer(25)), zona);
                v.notas = r.text(26);
                v.referencia = r.text(27);
                v.referenciaExterna = r.text(28);
                if (!r.is_null(29)) v.cancelacionFecha = Fecha::de_dias(static_cast<std::int32_t>(r.integer(29))).iso();
                v.cancelacionMotivo = r.text(30);
                v.version = r.integer(31);
                v.creadoEn = Instante::de_micros(r.integer(32));
                v.modificadoEn = Instante::de_micros(r.integer(33));
            },
            tx.organizacion(), transaccionId);
    if (!d || std::find(tipos.begin(), tipos.end(), d->tipoDocumento) == tipos.end()) return std::nullopt;
    d->partidas = leer_partidas(tx, transaccionId);
    return d;
}

}  // namespace cacao::engine
