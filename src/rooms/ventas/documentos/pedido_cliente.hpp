#pragma once
// Customer orders: what was promised, and how much of it was delivered and invoiced.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/cancelar.hpp"
#include "rooms/ventas/documentos/venta_nueva.hpp"

namespace cacao {

struct PedidoClienteNuevo : VentaNueva {
    std::optional<Fecha> entregaFecha;
    std::optional<Fecha> vigenciaFecha;
    std::optional<Texto<500>> direccionEntrega;
    std::optional<Texto<2000>> condiciones;
    std::optional<bool> reservar;
    std::optional<bool> autorizaCredito;
};
DESCRIBE_STRUCT(PedidoClienteNuevo, (VentaNueva),
                (entregaFecha, vigenciaFecha, direccionEntrega, condiciones, reservar, autorizaCredito))

// In the product's base unit.
struct PendientePartida {
    std::int64_t numeroPartida{};
    Cantidad cantidad;
    Cantidad entregado;
    Cantidad facturado;
    Cantidad pendienteEntregar;
    Cantidad pendienteFacturar;
};
DESCRIBE_STRUCT(PendientePartida, (), (numeroPartida, cantidad, entregado, facturado, pendienteEntregar, pendienteFacturar))

struct PedidoCliente : engine::DocumentoVista {
    std::vector<PendientePartida> pendientes;
};
DESCRIBE_STRUCT(PedidoCliente, (engine::DocumentoVista), (pendientes))

// Whose doing it was: the service level counts only what was lacking.
enum class CausaCancelacion { cliente, faltaExistencia };
DESCRIBE_ENUM(CausaCancelacion, cliente, faltaExistencia)

struct CancelacionPedidoCliente : engine::CancelacionPedida {
    std::optional<CausaCancelacion> causa;
};
DESCRIBE_STRUCT(CancelacionPedidoCliente, (engine::CancelacionPedida), (causa))

// The interface document sends these filters in the body of a GET.
struct PedidosClienteFiltro : engine::DocumentosFiltro {
    static constexpr bool cuerpo_en_get = true;
};
DESCRIBE_STRUCT(PedidosClienteFiltro, (engine::DocumentosFiltro), ())

engine::DocumentoCreado crear_pedido_cliente(Context&, const PedidoClienteNuevo&);
PedidoCliente obtener_pedido_cliente(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoEnLista> listar_pedidos_cliente(const Context&, const PedidosClienteFiltro&);
engine::DocumentoTransitado cerrar_pedido_cliente(Context&, const engine::DocumentoPedido&);
engine::Cancelado cancelar_pedido_cliente(Context&, const CancelacionPedidoCliente&);

void register_pedido_cliente(api::Operations& ops);

}  // namespace cacao
