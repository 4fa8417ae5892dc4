#pragma once
// The statement of cash flows, both ways: by what stood on the other side of each movement of cash, or from the result and what
// every other balance changed by. Either comes to the change of cash, and says so.

#include "rooms/contabilidad/reportes/estado_financiero.hpp"

namespace cacao {

enum class MetodoFlujo { directo, indirecto };
DESCRIBE_ENUM(MetodoFlujo, directo, indirecto)

struct FlujoPedido : EstadoPedido {
    std::optional<MetodoFlujo> metodo;
};
DESCRIBE_STRUCT(FlujoPedido, (EstadoPedido), (metodo))

Estado consultar_flujo_efectivo(const Context&, const FlujoPedido&);
// … by this layout.
Estado flujo_de_efectivo(const Context&, const FlujoPedido&, const FormatoElegido&);

void register_flujo_efectivo(api::Operations& ops);

}  // namespace cacao
