#pragma once
// Services: the order from the call to its close, and the parts and hours that it took. It is invoiced as a sale is.

#include "engine/tipos/ventas.hpp"

namespace cacao::engine {
// clang-format off

// Until it is closed it has no effect on the books; its parts are put aside when it is authorized. What its work is at follows from
// the work orders of the people who do it (decision 66).
namespace orden_servicio {
constexpr Origen origenes[] = {{.tipo = "Cotizacion", .avance = Avance::pedido, .mientras_vale = true}};
constexpr Transicion transiciones[] = {
    {"asignar",   Estado::capturada,  Estado::asignada},
    {"autorizar", Estado::capturada,  Estado::autorizada},
    {"autorizar", Estado::asignada,   Estado::autorizada},
    {"iniciar",   Estado::autorizada, Estado::enProceso},
    {"iniciar",   Estado::enEspera,   Estado::enProceso},
    {"pausar",    Estado::enProceso,  Estado::enEspera},
    {"terminar",  Estado::enProceso,  Estado::terminada},
    {"terminar",  Estado::enEspera,   Estado::terminada},
    {"cerrar",    Estado::autorizada, Estado::cerrada},  // without work orders: others did it
    {"cerrar",    Estado::terminada,  Estado::cerrada},
    {"cancelar",  Estado::capturada,  Estado::cancelado},
    {"cancelar",  Estado::asignada,   Estado::cancelado},
    {"cancelar",  Estado::autorizada, Estado::cancelado},
    {"cancelar",  Estado::enProceso,  Estado::cancelado},
    {"cancelar",  Estado::enEspera,   Estado::cancelado},
    {"cancelar",  Estado::terminada,  Estado::cancelado},
};
}
constexpr Documento OrdenServicio{
    .tipo = "OrdenServicio", .serie = "OS", .nombre = "Orden de servicio", .area = "OrdenServicio",
    .contacto = Contacto::cliente, .renglones = Renglones::venta, .aparta_despues = true, .sin_partidas = true,
    .inicial = Estado::capturada, .origenes = orden_servicio::origenes, .transiciones = orden_servicio::transiciones,
};

// Parts leave for an order at their cost, whoever pays for them.
namespace salida_servicio {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::costo_ventas, Monto::costo},
    {Lado::abono, Cuenta::inventario,   Monto::costo},
};
constexpr Estado de_orden[] = {Estado::autorizada, Estado::enProceso, Estado::enEspera, Estado::terminada};
constexpr Origen origenes[] = {{.tipo = "OrdenServicio", .avance = Avance::surtido, .en = de_orden}};
}
constexpr Documento SalidaServicio{
    .tipo = "SalidaServicio", .serie = "SS", .nombre = "Salida a orden de servicio", .area = "OrdenServicio",
    .contacto = Contacto::cliente, .renglones = Renglones::inventario, .existencia = Existencia::salida,
    .asientos = salida_servicio::asientos, .origenes = salida_servicio::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(SalidaServicio));

// Parts that were not used come back at the cost at which they left, and can be asked for again.
namespace devolucion_servicio {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::inventario,   Monto::costo},
    {Lado::abono, Cuenta::costo_ventas, Monto::costo},
};
constexpr Origen origenes[] = {{.tipo = "SalidaServicio", .avance = Avance::devuelto, .reabre = Avance::surtido}};
}
constexpr Documento DevolucionServicio{
    .tipo = "DevolucionServicio", .serie = "DS", .nombre = "Devolución de orden de servicio", .area = "OrdenServicio",
    .contacto = Contacto::cliente, .renglones = Renglones::inventario, .existencia = Existencia::devolucion_cliente,
    .asientos = devolucion_servicio::asientos, .origenes = devolucion_servicio::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(DevolucionServicio));

// Hours and outside work that an order took, as it is closed: what was paid for them stands on accounts of their own, from which
// the cost of what is sold takes it.
namespace costo_servicio {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::costo_ventas,     Monto::total},
    {Lado::abono, Cuenta::costos_agregados, Monto::total},
};
}
constexpr Documento CostoServicio{
    .tipo = "CostoServicio", .serie = "CS", .nombre = "Costo de orden de servicio", .area = "OrdenServicio",
    .acompaniante = true, .asientos = costo_servicio::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(CostoServicio));

// clang-format on
}  // namespace cacao::engine
