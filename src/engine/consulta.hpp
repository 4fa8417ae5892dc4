#pragma once
// How a stored document is read: one view of header and lines for every room.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "engine/impuestos.hpp"
#include "reflect/describe.hpp"
#include "reflect/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cacao::engine {

struct PartidaVista {
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    std::int64_t conceptoId = 0;
    std::string descripcion;
    std::int64_t unidadMedidaId = 0;
    std::string unidad;
    std::string claveProdServ;
    std::string claveUnidad;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe importe;
    Importe descuento;
    Importe promocion;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Guardado<std::vector<ImpuestoPartida>> impuestos;
    std::int64_t proyectoId = 0;
    std::int64_t almacenId = 0;
    std::string notas;
    std::int64_t transaccionIdOrigen = 0;
    std::int64_t partidaOrigen = 0;
};
BOOST_DESCRIBE_STRUCT(PartidaVista, (),
                      (numeroPartida, productoId, conceptoId, descripcion, unidadMedidaId, unidad, claveProdServ, claveUnidad,
                       cantidad, precioUnitario, importe, descuento, promocion, iva, ieps, ivaRetenido, isrRetenido, impuestos,
                       proyectoId, almacenId, notas, transaccionIdOrigen, partidaOrigen))

struct DocumentoVista {
    std::int64_t transaccionId = 0;
    std::string tipoDocumento;
    std::string serie;
    std::string folio;  // with its series: FV-123
    Fecha fecha;
    Fecha vencimiento;
    std::string estado;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t clienteId = 0;
    std::string cliente;
    std::string rfc;
    std::int64_t vendedorId = 0;
    std::int64_t almacenId = 0;
    std::string moneda;
    Precio tipoCambio;
    Importe subtotal;
    Importe descuento;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    Importe saldo;
    std::string uuid;
    std::string fechaTimbrado;
    std::string notas;
    std::string referencia;
    std::string referenciaExterna;
    std::string cancelacionFecha;
    std::string cancelacionMotivo;
    std::int64_t version = 0;
    Instante creadoEn;
    Instante modificadoEn;
    std::vector<PartidaVista> partidas;
};
BOOST_DESCRIBE_STRUCT(DocumentoVista, (),
                      (transaccionId, tipoDocumento, serie, folio, fecha, vencimiento, estado, sucursalId, proyectoId,
                       centroCostoId, clienteId, cliente, rfc, vendedorId, almacenId, moneda, tipoCambio, subtotal, descuento,
                       iva, ieps, ivaRetenido, isrRetenido, total, saldo, uuid, fechaTimbrado, notas, referencia,
                       referenciaExterna, cancelacionFecha, cancelacionMotivo, version, creadoEn, modificadoEn, partidas))

// Nothing when there is none of these kinds.
std::optional<DocumentoVista> leer_documento(db::Reader& tx, std::int64_t transaccionId,
                                             std::initializer_list<std::string_view> tipos, std::string_view zona);
std::vector<PartidaVista> leer_partidas(db::Reader& tx, std::int64_t transaccionId);

}  // namespace cacao::engine
