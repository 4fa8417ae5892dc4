#pragma once
// Parts that leave for a service order and come back from it, and the invoice of what it charges.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <vector>

namespace cacao {

struct PartidaSurtidaNueva {
    Entero<1, 5000> numeroPartida;  // of the order
    std::optional<Cantidad> cantidad;
    std::optional<IdOpcional> almacenId;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
};
DESCRIBE_STRUCT(PartidaSurtidaNueva, (), (numeroPartida, cantidad, almacenId, lote, series))

struct SurtidoNuevo {
    Id id;
    std::optional<Fecha> fecha;
    std::optional<Texto<2000>> notas;
    std::optional<Lista<PartidaSurtidaNueva, 1000, 1>> partidas;  // none: all that is left
};
DESCRIBE_STRUCT(SurtidoNuevo, (), (id, fecha, notas, partidas))

struct PartidaServicioDevuelta {
    Id transaccionIdOrigen;  // the document by which the part left
    Entero<1, 5000> partidaOrigen;
    Cantidad cantidad;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
};
DESCRIBE_STRUCT(PartidaServicioDevuelta, (), (transaccionIdOrigen, partidaOrigen, cantidad, lote, series))

struct DevolucionServicioNueva {
    Id id;
    std::optional<Fecha> fecha;
    std::optional<Texto<2000>> notas;
    Lista<PartidaServicioDevuelta, 1000, 1> partidas;
};
DESCRIBE_STRUCT(DevolucionServicioNueva, (), (id, fecha, notas, partidas))

struct PartidaServicioPorFacturar {
    Entero<1, 5000> numeroPartida;
    std::optional<Cantidad> cantidad;  // none: all that is left of it
};
DESCRIBE_STRUCT(PartidaServicioPorFacturar, (), (numeroPartida, cantidad))

struct FacturaServicioNueva {
    Id id;
    std::optional<Fecha> fecha;
    std::optional<Fecha> vencimiento;
    std::optional<Texto<25>> serie;
    std::optional<engine::MetodoPago> metodoPago;
    std::optional<Texto<2, 2>> formaPago;
    std::optional<Texto<2000>> notas;
    std::optional<bool> autorizaCredito;
    std::optional<Lista<PartidaServicioPorFacturar, 1000, 1>> partidas;  // none: all that is left
};
DESCRIBE_STRUCT(FacturaServicioNueva, (),
                (id, fecha, vencimiento, serie, metodoPago, formaPago, notas, autorizaCredito, partidas))

engine::DocumentoCreado surtir_orden_servicio(Context&, const SurtidoNuevo&);
engine::DocumentoCreado devolver_orden_servicio(Context&, const DevolucionServicioNueva&);
engine::DocumentoVista obtener_movimiento_servicio(const Context&, const engine::DocumentoPedido&);
engine::Cancelado cancelar_movimiento_servicio(Context&, const engine::CancelacionPedida&);
engine::DocumentoCreado facturar_orden_servicio(Context&, const FacturaServicioNueva&);

void register_orden_partes(api::Operations&);

}  // namespace cacao
