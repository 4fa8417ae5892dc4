#include "rooms/compras/compras.hpp"

#include "rooms/compras/catalogos/configuracion_compra.hpp"
#include "rooms/compras/documentos/devolucion_proveedor.hpp"
#include "rooms/compras/documentos/factura_compra.hpp"
#include "rooms/compras/documentos/gastos_compra.hpp"
#include "rooms/compras/documentos/nota_credito_proveedor.hpp"
#include "rooms/compras/documentos/nota_remision.hpp"
#include "rooms/compras/documentos/orden_compra.hpp"
#include "rooms/compras/documentos/recepcion.hpp"
#include "rooms/compras/reportes/nota_credito_detallado.hpp"

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
