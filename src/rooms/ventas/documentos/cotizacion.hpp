#pragma once
// Quotations: a price promised until a day, with no effect on stock or books.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/cancelar.hpp"
#include "rooms/ventas/documentos/venta_nueva.hpp"

namespace cacao {

struct CotizacionNueva : VentaNueva {
    std::optional<Fecha> vigenciaFecha;
    std::optional<Texto<2000>> condiciones;
};
DESCRIBE_STRUCT(CotizacionNueva, (VentaNueva), (vigenciaFecha, condiciones))

// As it is shown: `vencida` is what the calendar makes of one that is `vigente`.
enum class EstadoCotizacion { vigente, aceptada, rechazada, vencida, cancelado };
DESCRIBE_ENUM(EstadoCotizacion, vigente, aceptada, rechazada, vencida, cancelado)

struct CotizacionesFiltro : PaginaPedida, engine::FiltroLugar, engine::FiltroCliente, engine::FiltroFolio {
    std::optional<EstadoCotizacion> estado;
    std::optional<Id> cotizacionId;
};
DESCRIBE_STRUCT(CotizacionesFiltro, (PaginaPedida, engine::FiltroLugar, engine::FiltroCliente, engine::FiltroFolio),
                (estado, cotizacionId))

engine::DocumentoCreado crear_cotizacion(Context&, const CotizacionNueva&);
engine::DocumentoVista obtener_cotizacion(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoEnLista> listar_cotizaciones(const Context&, const CotizacionesFiltro&);
engine::DocumentoTransitado aceptar_cotizacion(Context&, const engine::DocumentoPedido&);
engine::DocumentoTransitado rechazar_cotizacion(Context&, const engine::DocumentoPedido&);
engine::Cancelado cancelar_cotizacion(Context&, const engine::CancelacionPedida&);

void register_cotizacion(api::Operations& ops);

}  // namespace cacao
