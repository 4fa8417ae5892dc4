#pragma once
// Inventory movements: goods that come, go or change place without a sale or a purchase.

#include "api/operations.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"
#include "rooms/inventario/documentos/movimiento_vista.hpp"

#include <optional>
#include <string>

namespace cacao {

enum class TipoMovimiento { entrada, salida, inicial, merma, consumoInterno, sobrante, faltante, traspaso, envio, recepcion };
DESCRIBE_ENUM(TipoMovimiento, entrada, salida, inicial, merma, consumoInterno, sobrante, faltante, traspaso, envio, recepcion)

struct PartidaMovimientoNueva : engine::MercanciaNueva {
    std::optional<Precio> costoUnitario;
    std::optional<Texto<60>> ubicacion;
};
DESCRIBE_STRUCT(PartidaMovimientoNueva, (engine::MercanciaNueva), (costoUnitario, ubicacion))

struct MovimientoNuevo : engine::EncabezadoNuevo {
    TipoMovimiento tipo{};
    std::optional<IdOpcional> almacenId;
    std::optional<IdOpcional> almacenDestinoId;
    std::optional<IdOpcional> almacenFinalId;  // of goods that are sent: where they are going
    std::optional<Texto<300>> motivo;
    NoVacia<PartidaMovimientoNueva> partidas;
};
DESCRIBE_STRUCT(MovimientoNuevo, (engine::EncabezadoNuevo), (tipo, almacenId, almacenDestinoId, almacenFinalId, motivo, partidas))

// How much of a line that was sent has arrived, was lost or went back, and how much is still on its way.
struct PendienteEnvio {
    std::int64_t numeroPartida{};
    Cantidad enviado;
    Cantidad recibido;
    Cantidad pendiente;
};
DESCRIBE_STRUCT(PendienteEnvio, (), (numeroPartida, enviado, recibido, pendiente))

struct Movimiento : engine::DocumentoVista {
    TipoMovimiento tipo{};
    std::int64_t almacenDestinoId{};
    std::int64_t almacenFinalId{};
    std::string motivo;
    std::vector<MercanciaMovida> mercancia;
    std::vector<PendienteEnvio> pendientes;
};
DESCRIBE_STRUCT(Movimiento, (engine::DocumentoVista), (tipo, almacenDestinoId, almacenFinalId, motivo, mercancia, pendientes))

struct MovimientosFiltro : engine::DocumentosFiltro {
    std::optional<TipoMovimiento> tipo;
    std::optional<Id> almacenId;
};
DESCRIBE_STRUCT(MovimientosFiltro, (engine::DocumentosFiltro), (tipo, almacenId))

engine::DocumentoCreado agregar_movimiento(Context&, const MovimientoNuevo&);
Movimiento obtener_movimiento(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoResumen> listar_movimientos(const Context&, const MovimientosFiltro&);
engine::Cancelado cancelar_movimiento(Context&, const engine::CancelacionPedida&);

void register_movimiento_inventario(api::Operations& ops);

}  // namespace cacao
