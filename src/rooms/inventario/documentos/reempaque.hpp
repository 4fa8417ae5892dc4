#pragma once
// Repackaging: goods that are consumed become goods that are produced, with their cost.

#include "api/operations.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"
#include "rooms/inventario/documentos/movimiento_vista.hpp"

#include <optional>
#include <string>

namespace cacao {

enum class RepartoCosto { cantidad, valor, manual };
DESCRIBE_ENUM(RepartoCosto, cantidad, valor, manual)

struct MercanciaReempaque : engine::ProductoDePartida {
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
    std::optional<IdOpcional> almacenId;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
    std::optional<Texto<60>> ubicacion;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(MercanciaReempaque, (engine::ProductoDePartida),
                (unidadMedidaId, cantidad, almacenId, lote, series, ubicacion, notas))

struct ConsumoNuevo : MercanciaReempaque {
    std::optional<NoNegativo<Cantidad>> merma;  // abnormal, in base units, of what is consumed
};
DESCRIBE_STRUCT(ConsumoNuevo, (MercanciaReempaque), (merma))

struct ProduccionNueva : MercanciaReempaque {
    std::optional<NoNegativo<Precio>> costoUnitario;  // of a by-product
    std::optional<NoNegativo<Tasa>> porcentaje;       // 0 to 100
};
DESCRIBE_STRUCT(ProduccionNueva, (MercanciaReempaque), (costoUnitario, porcentaje))

struct ReempaqueNuevo : engine::EncabezadoNuevo {
    std::optional<IdOpcional> almacenId;
    std::optional<IdOpcional> almacenDestinoId;
    std::optional<Texto<300>> motivo;
    std::optional<RepartoCosto> reparto;
    std::optional<Importe> costoAgregado;
    NoVacia<ConsumoNuevo> consume;
    NoVacia<ProduccionNueva> produce;
};
DESCRIBE_STRUCT(ReempaqueNuevo, (engine::EncabezadoNuevo),
                (almacenId, almacenDestinoId, motivo, reparto, costoAgregado, consume, produce))

struct PartidaReempaqueVista : MercanciaMovida {
    Precio costoUnitario;
    Cantidad merma;
    bool subproducto{};
    Tasa porcentaje;
};
DESCRIBE_STRUCT(PartidaReempaqueVista, (MercanciaMovida), (costoUnitario, merma, subproducto, porcentaje))

// costoProducido = costoConsumido + costoAgregado − mermaAnormal, always.
struct Reempaque : engine::DocumentoVista {
    std::int64_t almacenDestinoId{};
    std::string motivo;
    Nombrado<RepartoCosto> reparto;
    Importe costoConsumido;
    Importe costoAgregado;
    Importe mermaAnormal;
    Importe costoProducido;
    std::vector<PartidaReempaqueVista> consume;
    std::vector<PartidaReempaqueVista> produce;
};
DESCRIBE_STRUCT(Reempaque, (engine::DocumentoVista),
                (almacenDestinoId, motivo, reparto, costoConsumido, costoAgregado, mermaAnormal, costoProducido, consume,
                 produce))

engine::DocumentoCreado agregar_reempaque(Context&, const ReempaqueNuevo&);
Reempaque obtener_reempaque(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoResumen> listar_reempaques(const Context&, const engine::DocumentosFiltro&);
engine::Cancelado cancelar_reempaque(Context&, const engine::CancelacionPedida&);

void register_reempaque(api::Operations& ops);

}  // namespace cacao
