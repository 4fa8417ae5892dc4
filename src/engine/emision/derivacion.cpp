#include "engine/emision/derivacion.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

// What was agreed for a sale that names no price of its own: the line it derives from or, where that one only moved goods, what
// that one came from.
std::optional<LlavePartida> pactada(const Documento& tipo, std::string_view moneda, const PartidaPedida& p,
                                    const LineaHallada& l) {
    if (l.origen == nullptr || !es_venta(tipo) || tipo.saldo == Saldo::favor_cliente) return std::nullopt;
    if (p.gravada.impuestos || p.trato.iva) return std::nullopt;
    const auto dicho = p.valor.precioUnitario;
    if (dicho && (p.precio.incluyeImpuestos || *dicho != precio_de_origen(tipo, moneda, l))) return std::nullopt;
    const OrigenFila& o = *l.origen;
    if (tipo_de(o.tipo)->renglones == tipo.renglones) return o.llave();
    const Documento* antes = tipo_de(o.origenTipo);
    if (antes == nullptr || antes->renglones != tipo.renglones || o.origenMoneda != moneda) return std::nullopt;
    return LlavePartida{o.origenId, o.origenPartida};
}

}  // namespace

const OrigenFila* origen_de(const std::vector<OrigenFila>& origenes, const DeOrigen& pedido) {
    const auto it = std::ranges::find(origenes, LlavePartida{pedido.origenId, pedido.origenPartida}, &OrigenFila::llave);
    return it == origenes.end() ? nullptr : &*it;
}

std::optional<LlavePartida> vendida(const OrigenFila& o) {
    if (cumple(o.tipo, es_acreditable)) return o.llave();
    if (cumple(o.origenTipo, es_acreditable)) return LlavePartida{o.origenId, o.origenPartida};
    if (cumple(o.origenOrigenTipo, es_acreditable)) return LlavePartida{o.origenOrigenId, o.origenOrigenPartida};
    return std::nullopt;
}

const Origen* regla_de(const Documento& tipo, const OrigenFila& o) {
    const Origen* regla = regla_de(tipo, o.tipo);
    if (regla == nullptr) return nullptr;
    const Documento& suyo = *tipo_de(o.tipo);
    // Goods that left with the source, or before it, cannot leave again.
    const bool doble = tipo.existencia == Existencia::salida && suyo.existencia == Existencia::salida &&
                       (o.movio() || salio_antes(suyo, o.origenTipo)) && !regla->sin_existencia;
    // Goods that went back before they were invoiced took the place of their invoice: there is nothing to credit.
    const bool sin_factura =
        (tipo.saldo == Saldo::favor_proveedor && suyo.existencia == Existencia::devolucion_proveedor &&
         !cumple(o.origenTipo, es_acreditable)) ||
        (tipo.saldo == Saldo::favor_cliente && suyo.existencia == Existencia::devolucion_cliente && !vendida(o));
    // What an invoice asked to deliver was invoiced by it.
    const bool ya_facturado = regla->avance == Avance::facturado && o.origenTipo == tipo.tipo;
    return doble || sin_factura || ya_facturado ? nullptr : regla;
}

LlavePartida movida_por(const OrigenFila& o) {
    const bool propio = o.movio() || o.origenId == 0;
    return propio ? o.llave() : LlavePartida{o.origenId, o.origenPartida};
}

Precio pactado_en(const Documento& tipo, std::string_view moneda, const OrigenFila& o) {
    if (tipo_de(o.tipo)->renglones == tipo.renglones) return o.precioUnitario;
    const Documento* pactado = tipo_de(o.origenTipo);
    const bool dice = pactado != nullptr && pactado->renglones == tipo.renglones && o.origenMoneda == moneda;
    return dice ? o.origenPrecio : Precio{};
}

Precio precio_de_origen(const Documento& tipo, std::string_view moneda, const LineaHallada& l) {
    const bool cobra = es_venta(tipo) && tipo.saldo != Saldo::favor_cliente;
    const bool compra = tipo.renglones == Renglones::compra && tipo.saldo != Saldo::favor_proveedor;
    if (l.origen == nullptr || !(cobra || compra) || l.origen->unidadMedidaId != l.medida.unidadMedidaId) return {};
    return pactado_en(tipo, moneda, *l.origen);
}

std::optional<FuenteDicha> fuente_de(const Documento& tipo, std::string_view moneda, const PartidaPedida& p,
                                     const LineaHallada& l) {
    if (p.precio.cifras || p.precio.sinCargo) return std::nullopt;
    if (l.regla != nullptr && l.regla->con_cifras && (!p.valor.precioUnitario || l.regla->acompania != nullptr)) {
        const auto fuente = vendida(*l.origen);
        if (!fuente) throw std::logic_error("figures were to be taken of a line that sold nothing");
        return FuenteDicha{*fuente, false};
    }
    if (const auto fuente = pactada(tipo, moneda, p, l)) return FuenteDicha{*fuente, true};
    return std::nullopt;
}

std::int64_t almacen_de(const Documento& tipo, const Solicitud& pedida, const PartidaPedida& p, const LineaHallada& l,
                        const SucursalFila* sucursal) {
    if (p.mercancia.almacenId != 0) return p.mercancia.almacenId;
    // What is produced goes where the whole document says.
    if (p.transformacion.produce && pedida.traspaso.almacenDestinoId != 0) return pedida.traspaso.almacenDestinoId;
    if (pedida.almacen.almacenId != 0) return pedida.almacen.almacenId;
    if (l.origen != nullptr && l.origen->movio() && tipo.existencia != Existencia::traspaso) return l.origen->almacenId;
    return sucursal != nullptr ? sucursal->almacenId : 0;
}

bool con_mercancia(const Documento& tipo) {
    return tipo.existencia != Existencia::ninguna && tipo.existencia != Existencia::costo_tardio;
}

bool mueve(const Documento& tipo, const Solicitud& pedida, const LineaHallada& l) {
    const bool servicio = l.producto == nullptr || l.producto->tipo == "servicio";
    return con_mercancia(tipo) && !servicio && !pedida.cliente.sin_existencia && (l.regla == nullptr || !l.regla->sin_existencia);
}

}  // namespace cacao::engine
