#pragma once
// The sales record: the read view over notes and invoices, with exactly the fields of the interface document.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

#include <string>
#include <vector>

namespace cacao {

struct CobroRegistro {
    std::int64_t consecutivo{};
    std::string cuenta;
    Fecha fecha;
    std::string folio;
    std::string forma;
    Importe importe2;
    std::string moneda;
    std::string referencia;
    Importe total;
    std::int64_t transaccionId{};
    std::int64_t transaccionId2{};
};
DESCRIBE_STRUCT(CobroRegistro, (),
                (consecutivo, cuenta, fecha, folio, forma, importe2, moneda, referencia, total, transaccionId, transaccionId2))

struct PartidaRegistro {
    std::int64_t numeroPartida{};
    std::int64_t proyectoId{};
    std::int64_t conceptoId{};
    std::string descripcion;
    std::int64_t unidadMedidaId{};
    std::string unidad;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe descuento;
    Importe importe;
    std::string notas;
};
DESCRIBE_STRUCT(PartidaRegistro, (),
                (numeroPartida, proyectoId, conceptoId, descripcion, unidadMedidaId, unidad, cantidad, precioUnitario, descuento,
                 importe, notas))

// The record without its lists, as pages show it.
struct RegistroVentaResumen {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::string cliente;
    std::string rfc;
    std::string moneda;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    Importe saldo;
    std::string validacion;
    std::string verificado;
};
DESCRIBE_STRUCT(RegistroVentaResumen, (),
                (transaccionId, tipoDocumento, folio, fecha, estado, cliente, rfc, moneda, subtotal, iva, ieps, ivaRetenido,
                 isrRetenido, total, saldo, validacion, verificado))

struct RegistroVenta : RegistroVentaResumen {
    std::vector<engine::ArchivoVista> archivos;
    std::vector<CobroRegistro> cobros;
    std::vector<PartidaRegistro> partidas;
    std::int64_t version{};  // for the ETag alone: the interface document does not have it
};
DESCRIBE_STRUCT(RegistroVenta, (RegistroVentaResumen), (archivos, cobros, partidas))

RegistroVenta obtener_registro_venta(const Context&, const engine::DocumentoPedido&);
Pagina<RegistroVentaResumen> listar_registros_venta(const Context&, const engine::DocumentosFiltro&);
engine::Cancelado cancelar_registro_venta(Context&, const engine::CancelacionPedida&);

void register_registro_venta(api::Operations& ops);

}  // namespace cacao
