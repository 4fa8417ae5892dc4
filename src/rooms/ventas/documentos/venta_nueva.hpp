#pragma once
// What every paper of this room asks for, by the engine's words: the counter asks the same of its sales.

#include "engine/verbos/venta_nueva.hpp"

namespace cacao {

using engine::MetodoPago;
using engine::PartidaVentaNueva;
using engine::rechazos_de_addenda;
using engine::rechazos_de_mercancia;
using engine::rechazos_de_venta;
using engine::VentaNueva;

}  // namespace cacao
