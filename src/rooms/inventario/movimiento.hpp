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

struct PartidaMovimientoNueva {
    Id productoId;
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
    std::optional<Precio> costoUnitario;
    std::optional<IdOpcional> almacenId;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
    std::optional<Texto<1000>> notas;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Entero<0, 5000>> partidaOrigen;
};
BOOST_DESCRIBE_STRUCT(PartidaMovimientoNueva, (),
                      (productoId, unidadMedidaId, cantidad, costoUnitario, almacenId, lote, series, notas, transaccionIdOrigen,
                       partidaOrigen))

struct MovimientoNuevo {
    TipoMovimiento tipo{};
    std::optional<Fecha> fecha;
    std::optional<Texto<25>> serie;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    std::optional<IdOpcional> almacenId;
    std::optional<IdOpcional> almacenDestinoId;
    std::optional<Texto<300>> motivo;
    std::optional<Texto<100>> referencia;
    std::optional<Texto<2000>> notas;
    std::optional<Texto<100>> referenciaExterna;
    NoVacia<PartidaMovimientoNueva> partidas;
};
BOOST_DESCRIBE_STRUCT(MovimientoNuevo, (),
                      (tipo, fecha, serie, sucursalId, proyectoId, almacenId, almacenDestinoId, motivo, referencia, notas,
                       referenciaExterna, partidas))
template <>
inline constexpr std::string_view reflect::example_of<MovimientoNuevo> =
    R"({"tipo":"entrada","almacenId":1001,"motivo":"Donación","partidas":[{"productoId":1002,"cantidad":12,"costoUnitario":8.50}]})";

engine::DocumentoCreado agregar_movimiento(Context&, const MovimientoNuevo&);

void register_movimiento_inventario(api::Operations& ops);

}  // namespace cacao
