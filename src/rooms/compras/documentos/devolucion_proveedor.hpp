#pragma once
// Goods that go back to a supplier. Not yet invoiced, less is owed for what was received; invoiced, the supplier owes a credit.

#include "api/operations.hpp"
#include "rooms/compras/documentos/compra_nueva.hpp"

namespace cacao {

struct PartidaDevolucionProveedorNueva : engine::MercanciaNueva {};
DESCRIBE_STRUCT(PartidaDevolucionProveedorNueva, (engine::MercanciaNueva), ())

struct NotaDevolucionProveedorNueva : engine::EncabezadoNuevo, engine::AdjuntosNuevos {
    Id proveedorId;
    std::optional<IdOpcional> almacenId;
    std::optional<Texto<300>> motivo;
    NoVacia<PartidaDevolucionProveedorNueva> partidas;
};
DESCRIBE_STRUCT(NotaDevolucionProveedorNueva, (engine::EncabezadoNuevo, engine::AdjuntosNuevos),
                (proveedorId, almacenId, motivo, partidas))

// What the supplier is to give for the goods of each line, and how much of them the supplier has credited, in base units.
struct ValorDevuelto {
    std::int64_t numeroPartida{};
    Importe costo;
    Cantidad cantidadAcreditada;
};
DESCRIBE_STRUCT(ValorDevuelto, (), (numeroPartida, costo, cantidadAcreditada))

struct NotaDevolucionProveedor : engine::CompraVista {
    std::vector<ValorDevuelto> valores;
};
DESCRIBE_STRUCT(NotaDevolucionProveedor, (engine::CompraVista), (valores))

struct NotaDevolucionProveedorResumen : engine::CompraResumen {
    Importe costo;
};
DESCRIBE_STRUCT(NotaDevolucionProveedorResumen, (engine::CompraResumen), (costo))

engine::DocumentoCreado crear_devolucion_proveedor(Context&, const NotaDevolucionProveedorNueva&);
NotaDevolucionProveedor obtener_devolucion_proveedor(const Context&, const engine::DocumentoPedido&);
Pagina<NotaDevolucionProveedorResumen> listar_devoluciones_proveedor(const Context&, const engine::ComprasFiltro&);
engine::Cancelado cancelar_devolucion_proveedor(Context&, const engine::CancelacionPedida&);

void register_devolucion_proveedor(api::Operations& ops);

}  // namespace cacao
