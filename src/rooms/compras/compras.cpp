#include "rooms/compras/compras.hpp"

#include "rooms/compras/configuracion_compra.hpp"
#include "rooms/compras/devolucion_proveedor.hpp"
#include "rooms/compras/factura_compra.hpp"
#include "rooms/compras/gastos_compra.hpp"
#include "rooms/compras/nota_credito_detallado.hpp"
#include "rooms/compras/nota_credito_proveedor.hpp"
#include "rooms/compras/nota_remision.hpp"
#include "rooms/compras/orden_compra.hpp"
#include "rooms/compras/recepcion.hpp"

namespace cacao {

void register_compras(api::Operations& ops) {
    register_configuracion_compra(ops);
    register_orden_compra(ops);
    register_recepcion(ops);
    register_nota_remision(ops);
    register_factura_compra(ops);
    register_gastos_compra(ops);
    register_devolucion_proveedor(ops);
    register_nota_credito_proveedor(ops);
    register_nota_credito_detallado(ops);
}

}  // namespace cacao
