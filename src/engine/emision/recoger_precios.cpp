// Registration, first step: what the price lists and the promotions say to these lines.

#include "engine/emision/derivacion.hpp"
#include "engine/emision/recoger.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

// What the source of a line costs, in the unit that is asked for.
Precio pactado(const Documento& tipo, std::string_view moneda, const PartidaPedida& p, const LineaHallada& l) {
    if (l.origen == nullptr || (p.articulo.unidadMedidaId != 0 && p.articulo.unidadMedidaId != l.origen->unidadMedidaId))
        return {};
    return pactado_en(tipo, moneda, *l.origen);
}

// Asks the price lists for what the request leaves out, and, where a list has a minimum, for what it states: a price, or what is
// typed off it. A line that derives from another sale keeps that one's price, which was judged there. What is credited is what
// was charged, discounts included: no list knows that.
std::optional<PrecioPedido> por_vender(const Documento& tipo, const Hallado& h, const PartidaPedida& p, const LineaHallada& l) {
    const bool vigila = h.ajustes.conMargen;
    const Precio acordado = pactado(tipo, h.encabezado.moneda, p, l);
    const auto dicho = p.valor.precioUnitario;
    const Importe rebaja = rebaja_de(p);
    const bool ya_pactado = acordado > Precio{} && dicho && *dicho >= acordado && !p.precio.incluyeImpuestos && rebaja.es_cero();
    if (p.precio.cifras || p.precio.sinCargo || l.producto == nullptr || (dicho && (!vigila || ya_pactado))) return std::nullopt;
    // A quantity that is none is refused elsewhere: here it asks for one.
    const auto cantidad = p.articulo.cantidad > Cantidad{} ? p.articulo.cantidad : Cantidad::de_enteros(1);
    PrecioPedido pedido{p.articulo.productoId, p.articulo.unidadMedidaId, cantidad, dicho, p.precio.incluyeImpuestos};
    if (vigila) pedido.rebaja = rebaja;
    if (vigila && !dicho && !pedido.rebaja.es_cero() && acordado > Precio{}) pedido.propuesto = acordado;
    return pedido;
}

// What is delivered without an order is worth what the lists say.
std::optional<PrecioPedido> de_entrega(const PartidaPedida& p, const LineaHallada& l) {
    if (p.origen.origenId != 0 || l.producto == nullptr || p.articulo.cantidad <= Cantidad{} || !l.medida.conocida)
        return std::nullopt;
    return PrecioPedido{l.producto->productoId, l.medida.unidadMedidaId, l.medida.cantidad};
}

}  // namespace

void recoger_precios(const Context& ctx, const Documento& tipo, const Solicitud& pedida, Hallado& h) {
    const bool vende = es_venta(tipo) && tipo.saldo != Saldo::favor_cliente;
    const bool entrega = es_entrega(tipo);
    if (!vende && !entrega) return;
    auto& tx = ctx.db();
    std::vector<PrecioPedido> pedidos;
    std::vector<LineaHallada*> de;
    for (std::size_t i = 0; i < h.lineas.size(); ++i) {
        LineaHallada& l = h.lineas[i];
        const PartidaPedida& p = pedida.partidas[i];
        if (const auto pedido = vende ? por_vender(tipo, h, p, l) : de_entrega(p, l)) {
            pedidos.push_back(*pedido);
            de.push_back(&l);
        }
        // Delivered and not invoiced: as its order agreed it.
        if (entrega && l.regla != nullptr && tipo_de(l.origen->tipo)->saldo == Saldo::ninguno)
            tx.all_later(l.pactada, R"(
                SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total, d.tipoCambio,
                       p.cantidadBase
                FROM partida p JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                         tx.organizacion(), l.origen->transaccionId, l.origen->numeroPartida);
    }
    tx.settle();
    if (pedidos.empty()) return;
    const Encabezado& e = h.encabezado;
    MarcoPrecios marco;
    marco.clienteId = pedida.cabecera.entidadId;
    marco.sucursalId = e.sucursalId;
    marco.fecha = e.fecha;
    if (vende) {
        marco.canalId = e.canalId;
        marco.moneda = e.moneda;
        if (e.moneda != h.ajustes.moneda) marco.tipoCambio = e.tipoCambio;
    }
    Faltas de_cabecera;  // the header is judged for itself
    const bool autoriza = entrega || !h.ajustes.conMargen || puede_autorizar_precio(ctx.sesion());
    auto resueltos = resolver_precios(tx, marco, pedidos, autoriza, de_cabecera);
    for (std::size_t i = 0; i < de.size(); ++i) de[i]->precio = std::move(resueltos[i]);
}

// A document of today is sold now; at which hour one of another day was, nobody says.
void recoger_promociones(const Context& ctx, const Solicitud& pedida, Hallado& h) {
    h.momento = {h.encabezado.fecha, {}, h.encabezado.sucursalId};
    if (std::ranges::all_of(pedida.partidas, [](const PartidaPedida& p) { return p.precio.promocionId == 0; })) return;
    if (h.encabezado.fecha == h.hoy) h.momento.minuto = minuto_local(ctx, h.encabezado.sucursalId);
    // What several give that add up is judged together.
    if (std::ranges::any_of(h.promociones, &PromocionFila::acumulable)) h.acumulables = promociones_vigentes(ctx.db(), h.momento);
}

}  // namespace cacao::engine
