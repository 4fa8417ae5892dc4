#pragma once
// A cart in, prices and promotions out. Nothing is stored.

#include "api/operations.hpp"
#include "engine/precios/precios.hpp"
#include "engine/precios/promociones.hpp"
#include "rooms/precios/reportes/resolver.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct CarritoPedido : MarcoPreciosPedido {
    std::optional<Texto<5, 5>> hora;
    Lista<PrecioPorResolver, 1000, 1> partidas;
};
DESCRIBE_STRUCT(CarritoPedido, (MarcoPreciosPedido), (hora, partidas))

struct PartidaCarrito {
    std::int64_t productoId{};
    std::int64_t unidadMedidaId{};
    Cantidad cantidad;
    bool regalo{};  // added by a promotion
    std::optional<engine::PrecioExplicado> precio;
    Importe importe;
    Importe promocion;
    std::vector<engine::PromocionAplicada> promociones;
    std::vector<FaltaDePartida> errores;
};
DESCRIBE_STRUCT(PartidaCarrito, (),
                (productoId, unidadMedidaId, cantidad, regalo, precio, importe, promocion, promociones, errores))

struct CarritoCalculado {
    std::string moneda;
    Importe importe;
    Importe promocion;
    Importe total;  // importe − promocion, before the taxes that the prices do not include
    std::vector<PartidaCarrito> partidas;
};
DESCRIBE_STRUCT(CarritoCalculado, (), (moneda, importe, promocion, total, partidas))

CarritoCalculado calcular_carrito(const Context&, const CarritoPedido&);

void register_punto_venta(api::Operations&);

}  // namespace cacao
