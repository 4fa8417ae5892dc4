#pragma once
// Inventory movements: goods that come, go or change place without a sale or a purchase.

#include "api/operations.hpp"
#include "engine/pedidos.hpp"

#include <optional>
#include <string>

namespace cacao {

enum class TipoMovimiento { entrada, salida, inicial, merma, consumoInterno, sobrante, faltante, traspaso, envio, recepcion };
BOOST_DESCRIBE_ENUM(TipoMovimiento, entrada, salida, inicial, merma, consumoInterno, sobrante, faltante, traspaso, envio,
                    recepcion)

struct PartidaMovimientoNueva : engine::MercanciaNueva {
    Id productoId;
    std::optional<Precio> costoUnitario;
};
BOOST_DESCRIBE_STRUCT(PartidaMovimientoNueva, (engine::MercanciaNueva), (productoId, costoUnitario))

struct MovimientoNuevo : engine::EncabezadoNuevo {
    TipoMovimiento tipo{};
    std::optional<IdOpcional> almacenId;
    std::optional<IdOpcional> almacenDestinoId;
    std::optional<Texto<300>> motivo;
    NoVacia<PartidaMovimientoNueva> partidas;
};
BOOST_DESCRIBE_STRUCT(MovimientoNuevo, (engine::EncabezadoNuevo), (tipo, almacenId, almacenDestinoId, motivo, partidas))
template <>
inline constexpr std::string_view reflect::example_of<MovimientoNuevo> =
    R"({"tipo":"entrada","almacenId":1001,"motivo":"Donación","partidas":[{"productoId":1002,"cantidad":12,"costoUnitario":8.50}]})";

engine::DocumentoCreado agregar_movimiento(Context&, const MovimientoNuevo&);

void register_movimiento_inventario(api::Operations& ops);

}  // namespace cacao
