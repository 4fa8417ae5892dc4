#pragma once
// Purchase orders: what was asked of a supplier, who allowed it, and how much of it was received and invoiced.

#include "api/operations.hpp"
#include "rooms/compras/documentos/compra_nueva.hpp"

namespace cacao {

struct PartidaOrdenNueva : engine::ProductoDePartida, ArticuloCompraNuevo {
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(PartidaOrdenNueva, (engine::ProductoDePartida, ArticuloCompraNuevo), (unidadMedidaId, cantidad, notas))

struct OrdenCompraNueva : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    Id proveedorId;
    std::optional<IdOpcional> almacenId;
    std::optional<Fecha> fechaRequerida;
    std::optional<Texto<2000>> condiciones;
    NoVacia<PartidaOrdenNueva> partidas;
};
DESCRIBE_STRUCT(OrdenCompraNueva, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (proveedorId, almacenId, fechaRequerida, condiciones, partidas))

// A line in the place of one that the order has, or a new one.
struct PartidaOrdenRevisada : PartidaOrdenNueva {
    std::optional<Entero<0, 5000>> numeroPartida;
};
DESCRIBE_STRUCT(PartidaOrdenRevisada, (PartidaOrdenNueva), (numeroPartida))

struct OrdenCompraRevision {
    Id id;
    std::optional<IdOpcional> almacenId;
    std::optional<Fecha> fechaRequerida;
    std::optional<Texto<2000>> condiciones;
    std::optional<Texto<2000>> notas;
    std::optional<Texto<300>> motivo;
    NoVacia<PartidaOrdenRevisada> partidas;
};
DESCRIBE_STRUCT(OrdenCompraRevision, (), (id, almacenId, fechaRequerida, condiciones, notas, motivo, partidas))

struct OrdenCompraRevisada : engine::DocumentoCreado {
    std::int64_t revision{};
};
DESCRIBE_STRUCT(OrdenCompraRevisada, (engine::DocumentoCreado), (revision))

// How the order stood before a change, and who made it.
struct RevisionOrden {
    std::int64_t revision{};
    std::int64_t usuarioId{};
    std::string usuario;
    Instante instante;
    std::string estadoAnterior;
    Importe totalAnterior;
    std::string motivo;
};
DESCRIBE_STRUCT(RevisionOrden, (), (revision, usuarioId, usuario, instante, estadoAnterior, totalAnterior, motivo))

// In the product's base unit: of goods, cantidad = cantidadRecibida + cantidadPendiente + cantidadCerrada, as long as no more was
// received than ordered. Services are invoiced and not received: nothing of them is awaited.
struct AvanceOrden {
    std::int64_t numeroPartida{};
    Cantidad cantidad;
    Cantidad cantidadRecibida;
    Cantidad cantidadFacturada;
    Cantidad cantidadPendiente;
    Cantidad cantidadCerrada;
};
DESCRIBE_STRUCT(AvanceOrden, (),
                (numeroPartida, cantidad, cantidadRecibida, cantidadFacturada, cantidadPendiente, cantidadCerrada))

struct OrdenCompra : engine::CompraVista {
    std::int64_t revision{};
    std::vector<AvanceOrden> avance;
    std::vector<RevisionOrden> revisiones;
};
DESCRIBE_STRUCT(OrdenCompra, (engine::CompraVista), (revision, avance, revisiones))

engine::DocumentoCreado crear_orden_compra(Context&, const OrdenCompraNueva&);
OrdenCompra obtener_orden_compra(const Context&, const engine::DocumentoPedido&);
Pagina<engine::CompraResumen> listar_ordenes_compra(const Context&, const engine::ComprasFiltro&);
Pagina<engine::CompraEnLista> listar_ordenes_compra_desde(const Context&, const engine::DesdePedido&);
engine::DocumentoTransitado autorizar_orden_compra(Context&, const engine::DocumentoPedido&);
OrdenCompraRevisada revisar_orden_compra(Context&, const OrdenCompraRevision&);
engine::DocumentoTransitado cerrar_orden_compra(Context&, const engine::DocumentoPedido&);
engine::Cancelado cancelar_orden_compra(Context&, const engine::CancelacionPedida&);

void register_orden_compra(api::Operations& ops);

}  // namespace cacao
