#pragma once
// Goods that a supplier brings: what was accepted enters stock at the price of its order, what was rejected is only told.

#include "api/operations.hpp"
#include "rooms/compras/documentos/compra_nueva.hpp"

namespace cacao {

// `cantidad` is what was accepted; 0 for a line of which everything was rejected.
struct PartidaRecepcionNueva : engine::MercanciaNueva {
    std::optional<Precio> precioUnitario;
    std::optional<NoNegativo<Importe>> descuento;
    std::optional<IdOpcional> proyectoId;
    std::optional<NoNegativo<Cantidad>> cantidadRechazada;
    std::optional<Texto<300>> motivoRechazo;
};
DESCRIBE_STRUCT(PartidaRecepcionNueva, (engine::MercanciaNueva),
                (precioUnitario, descuento, proyectoId, cantidadRechazada, motivoRechazo))

struct RecepcionNueva : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    Id proveedorId;
    std::optional<IdOpcional> almacenId;
    std::optional<Texto<300>> motivo;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<NoVacia<PartidaRecepcionNueva>> partidas;
};
DESCRIBE_STRUCT(RecepcionNueva, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (proveedorId, almacenId, motivo, transaccionIdOrigen, partidas))

struct RechazoVista {
    std::int64_t numeroPartida{};  // the line with what was accepted, or 0
    std::int64_t productoId{};
    std::string codigo;  // that the product has today
    std::int64_t transaccionIdOrigen{};
    std::int64_t partidaOrigen{};
    Cantidad cantidad;
    std::string motivo;
};
DESCRIBE_STRUCT(RechazoVista, (), (numeroPartida, productoId, codigo, transaccionIdOrigen, partidaOrigen, cantidad, motivo))

struct Recepcion : engine::CompraVista {
    std::vector<RechazoVista> rechazos;
};
DESCRIBE_STRUCT(Recepcion, (engine::CompraVista), (rechazos))

engine::DocumentoCreado agregar_recepcion(Context&, const RecepcionNueva&);
Recepcion obtener_recepcion(const Context&, const engine::DocumentoPedido&);
Pagina<engine::CompraResumen> listar_recepciones(const Context&, const engine::ComprasFiltro&);
engine::Cancelado cancelar_recepcion(Context&, const engine::CancelacionPedida&);

void register_recepcion(api::Operations& ops);

}  // namespace cacao
