#pragma once
// The arithmetic of promotions over a cart. Pure: no database, no clock. The order of the lines does not matter to the total.

#include "base/decimal.hpp"
#include "rooms/precios/promocion.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cacao {

// A promotion as the arithmetic sees it, in the order in which they are tried.
struct PromocionVigente {
    std::int64_t promocionId{};
    std::string codigo;
    std::string nombre;
    bool acumulable{};
    std::int64_t limitePorTicket = 1000;
    CondicionPromocion condicion{};
    Importe condicionImporte;
    std::vector<ProductoDePromocion> condicionProductos;
    BeneficioPromocion beneficio{};
    Precio beneficioValor;
    std::vector<ProductoDePromocion> beneficioProductos;
};

struct PromocionAplicada {
    std::int64_t promocionId{};
    std::string codigo;
    std::string motivo;  // why, for whoever looks at the ticket
    Cantidad cantidad;   // base units of the line that got it
    Importe importe;
};
BOOST_DESCRIBE_STRUCT(PromocionAplicada, (), (promocionId, codigo, motivo, cantidad, importe))

struct LineaCarrito {
    std::int64_t productoId{};
    Cantidad cantidad;  // in base units
    Importe importe;    // before promotions
    Importe promocion;  // worked out, with its parts
    std::vector<PromocionAplicada> aplicadas;
};

// A gift that the cart does not hold yet.
struct RegaloPendiente {
    std::int64_t promocionId{};
    std::string codigo;
    std::string motivo;
    std::int64_t productoId{};
    Cantidad cantidad;
};

// Fills `promocion` and `aplicadas` of each line; what it answers is to be added to the cart at 100 %.
std::vector<RegaloPendiente> aplicar_promociones(std::vector<LineaCarrito>& lineas,
                                                 const std::vector<PromocionVigente>& promociones, int decimales);

}  // namespace cacao
