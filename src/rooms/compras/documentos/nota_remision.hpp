#pragma once
// Remission notes: the supplier's paper for goods received and not yet invoiced.

#include "api/operations.hpp"
#include "rooms/compras/documentos/compra_nueva.hpp"

namespace cacao {

struct NotaRemisionNueva : PapelProveedorNuevo {};
DESCRIBE_STRUCT(NotaRemisionNueva, (PapelProveedorNuevo), ())

engine::DocumentoCreado crear_nota_remision(Context&, const NotaRemisionNueva&);
engine::CompraVista obtener_nota_remision(const Context&, const engine::DocumentoPedido&);
Pagina<engine::CompraResumen> listar_notas_remision(const Context&, const engine::ComprasFiltro&);
engine::Cancelado cancelar_nota_remision(Context&, const engine::CancelacionPedida&);

void register_nota_remision(api::Operations& ops);

}  // namespace cacao
