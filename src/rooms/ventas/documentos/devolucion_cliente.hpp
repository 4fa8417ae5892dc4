#pragma once
// Goods that customers bring back. The money side is the credit note.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

enum class CondicionMercancia { bueno, danado, caducado };
DESCRIBE_ENUM(CondicionMercancia, bueno, danado, caducado)

struct PartidaDevolucionNueva : engine::MercanciaNueva {
    std::optional<CondicionMercancia> condicion;
};
DESCRIBE_STRUCT(PartidaDevolucionNueva, (engine::MercanciaNueva), (condicion))

struct NotaDevolucionClienteNueva : engine::EncabezadoNuevo, engine::AdjuntosNuevos {
    Id clienteId;
    std::optional<IdOpcional> almacenId;
    std::optional<Texto<300>> motivo;
    NoVacia<PartidaDevolucionNueva> partidas;
};
DESCRIBE_STRUCT(NotaDevolucionClienteNueva, (engine::EncabezadoNuevo, engine::AdjuntosNuevos),
                (clienteId, almacenId, motivo, partidas))

DESCRIBE_KEY(DevolucionPedida, transaccionId)

struct CondicionPartida {
    std::int64_t numeroPartida{};
    std::string condicion;
};
DESCRIBE_STRUCT(CondicionPartida, (), (numeroPartida, condicion))

struct NotaDevolucionCliente : engine::DocumentoVista {
    std::vector<CondicionPartida> condicionesMercancia;
};
DESCRIBE_STRUCT(NotaDevolucionCliente, (engine::DocumentoVista), (condicionesMercancia))

engine::DocumentoCreado crear_devolucion_cliente(Context&, const NotaDevolucionClienteNueva&);
NotaDevolucionCliente obtener_devolucion_cliente(const Context&, const DevolucionPedida&);
Pagina<engine::DocumentoResumen> listar_devoluciones_cliente(const Context&, const engine::DocumentosFiltro&);
engine::Cancelado cancelar_devolucion_cliente(Context&, const engine::CancelacionPedida&);

void register_devolucion_cliente(api::Operations& ops);

}  // namespace cacao
