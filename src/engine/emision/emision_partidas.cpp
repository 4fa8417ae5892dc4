// Registration: lines with their prices and taxes, and the totals, which are sums of lines and nothing else.

#include "engine/emision/emision.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/precios/impuestos.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

template <class Filas, class Id>
auto buscar(const Filas& filas, std::int64_t id, Id miembro) -> decltype(filas.data()) {
    const auto it = std::find_if(filas.begin(), filas.end(), [&](const auto& f) { return f.*miembro == id; });
    return it == filas.end() ? nullptr : &*it;
}

bool con_decimales(Importe importe, int decimales) { return importe.redondeado(decimales) == importe; }

// What the caller takes off a line. What a promotion gives is worked out, not typed.
Importe rebaja_de(const PartidaPedida& p) {
    return std::max(p.descuento, Importe{}) + (p.promocionId == 0 ? std::max(p.promocion, Importe{}) : Importe{});
}

// A sale below the minimum, for the audit log: the minimum and what was charged per unit.
struct PrecioAutorizado {
    std::int64_t transaccionId = 0;
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    Precio precioMinimo;
    Precio precioNeto;
};
BOOST_DESCRIBE_STRUCT(PrecioAutorizado, (), (transaccionId, numeroPartida, productoId, precioMinimo, precioNeto))

}  // namespace

void Emision::revisar_partidas() {
    if (tipo_.renglones == Renglones::ninguno) {
        faltas_.agregar_si(pedida_.importe <= Importe{}, Codigo::fuera_de_rango, "/importe");
        faltas_.agregar_si(!con_decimales(pedida_.importe, decimales_), Codigo::demasiados_decimales, "/importe");
        subtotal_ = total_ = pedida_.importe;
        return;
    }
    faltas_.agregar_si(lineas_.empty(), Codigo::lista_vacia, "/partidas");
    if (tipo_.renglones == Renglones::diario) {
        revisar_diario();
        return;
    }
    poner_precios();
    for (Linea& l : lineas_) revisar_partida(l);
    sumar_totales();
}

// Asks the price lists for what the request leaves out, and, where a list has a minimum, for what it states: a price, or what is
// typed off it. A line that derives from another sale keeps that one's price, which was judged there. What is credited is what
// was charged, discounts included: no list knows that.
void Emision::poner_precios() {
    if (!es_venta() || tipo_.saldo == Saldo::favor_cliente) return;
    const bool vigila = ajustes_.conMargen;
    std::vector<PrecioPedido> pedidos;
    std::vector<Linea*> de;
    for (Linea& l : lineas_) {
        const PartidaPedida& p = *l.pedida;
        if (p.cifras || (p.precioUnitario && (!vigila || ya_pactado(p)))) continue;
        if (buscar(productos_, p.productoId, &ProductoFila::productoId) == nullptr) continue;
        // A quantity that is none is refused elsewhere: here it asks for one.
        const auto cantidad = p.cantidad > Cantidad{} ? p.cantidad : Cantidad::de_enteros(1);
        auto& pedido =
            pedidos.emplace_back(PrecioPedido{p.productoId, p.unidadMedidaId, cantidad, p.precioUnitario, p.incluyeImpuestos});
        if (vigila) pedido.rebaja = rebaja_de(p);
        if (const Precio pactado = pactado_en(p); vigila && !p.precioUnitario && !pedido.rebaja.es_cero() && pactado > Precio{})
            pedido.propuesto = pactado;
        de.push_back(&l);
    }
    if (pedidos.empty()) return;
    MarcoPrecios marco;
    marco.clienteId = pedida_.entidadId;
    marco.sucursalId = sucursalId_;
    marco.canalId = canalId_;
    marco.fecha = fecha_;
    marco.moneda = moneda_;
    if (moneda_ != ajustes_.moneda) marco.tipoCambio = tipoCambio_;
    Faltas de_cabecera;  // the header has been judged already
    const bool autoriza = !vigila || puede_autorizar_precio(ctx_.sesion());
    auto resueltos = resolver_precios(ctx_.db(), marco, pedidos, autoriza, de_cabecera);
    for (std::size_t i = 0; i < de.size(); ++i) de[i]->resuelto = std::move(resueltos[i]);
}

void Emision::poner_precio(const Linea& l, PartidaGravada& g) {
    const PartidaPedida& p = *l.pedida;
    if (es_bancaria()) {
        if (p.importe <= Importe{}) faltas_.agregar(Codigo::fuera_de_rango, campo(l, p.campo_importe));
        if (!con_decimales(p.importe, decimales_)) faltas_.agregar(Codigo::demasiados_decimales, campo(l, p.campo_importe));
        // What is paid is gross, and what is withheld of it is not paid.
        g.precioUnitario = Precio::de_micros(bruto_de_pagado(p.importe, impuestos_de(l), decimales_).micros());
        g.incluyeImpuestos = true;
        return;
    }
    const bool sin_precio = tipo_.renglones == Renglones::inventario && tipo_.existencia != Existencia::entrada &&
                            tipo_.existencia != Existencia::costo_tardio;
    // Faults of the product, unit and quantity are told where they are judged.
    bool rechazado = false;
    const bool rebajado = ajustes_.conMargen && !rebaja_de(p).es_cero();
    if (l.resuelto)
        for (const Falta& f : l.resuelto->faltas) {
            rechazado = true;
            if (f.campo != "/precioUnitario" || !(p.precioUnitario || rebajado || !de_origen(l))) continue;
            const bool por_rebaja = f.codigo == Codigo::precio_bajo_minimo && rebajado;
            const std::string cual = !por_rebaja ? f.campo : p.descuento > Importe{} ? "/descuento" : "/promocion";
            faltas_.agregar(f.codigo, campo(l, cual), f.en, f.datos);
        }
    if (p.precioUnitario) {
        g.precioUnitario = *p.precioUnitario;
    } else if (de_origen(l)) {
        g.precioUnitario = precio_de_origen(l);
        g.incluyeImpuestos = false;  // it is stored without
        // Goods come in at what was agreed, discount included.
        if (tipo_.renglones == Renglones::compra && g.descuento.es_cero())
            g.descuento = proporcion(l.origen->descuento, l.cantidadBase.micros(), l.origen->cantidadBase.micros(), decimales_);
    } else if (l.resuelto && l.resuelto->precio) {
        g.precioUnitario = l.resuelto->precio->precioUnitario;
        g.incluyeImpuestos = l.resuelto->precio->incluyeImpuestos;
    } else if (!rechazado && !sin_precio && (p.origenId == 0 || l.regla != nullptr)) {
        faltas_.agregar(Codigo::requerido, campo(l, "/precioUnitario"));
    }
    if (g.precioUnitario < Precio{} && tipo_.existencia != Existencia::costo_tardio)
        faltas_.agregar(Codigo::fuera_de_rango, campo(l, "/precioUnitario"));
}

// What the line that another derives from costs in its own unit or, where that one only moved goods, what was agreed for them; 0
// where neither says.
Precio Emision::pactado_en(const OrigenFila& o) const {
    if (tipo_de(o.tipo)->renglones == tipo_.renglones) return o.precioUnitario;
    const Documento* pactado = tipo_de(o.origenTipo);
    const bool dice = pactado != nullptr && pactado->renglones == tipo_.renglones && o.origenMoneda == moneda_;
    return dice ? o.origenPrecio : Precio{};
}
// The same of a line whose source has not been judged yet.
Precio Emision::pactado_en(const PartidaPedida& p) const {
    const auto o = std::ranges::find_if(
        origenes_, [&](const OrigenFila& f) { return f.transaccionId == p.origenId && f.numeroPartida == p.origenPartida; });
    if (o == origenes_.end() || (p.unidadMedidaId != 0 && p.unidadMedidaId != o->unidadMedidaId)) return {};
    return pactado_en(*o);
}
// … and whether a line states no less.
bool Emision::ya_pactado(const PartidaPedida& p) const {
    const Precio pactado = pactado_en(p);
    return pactado > Precio{} && p.precioUnitario && *p.precioUnitario >= pactado && !p.incluyeImpuestos &&
           rebaja_de(p).es_cero();
}

// Who sold below the minimum by right, and how far below.
void Emision::auditar_precios() {
    for (const Linea& l : lineas_) {
        if (!l.resuelto || !l.resuelto->bajoMinimo) continue;
        const bool suyo = !l.tomada && (l.pedida->precioUnitario || !rebaja_de(*l.pedida).es_cero() || !de_origen(l));
        if (!suyo) continue;
        const auto neto = proporcion(l.cifras.neto, millonesimas, l.cantidad.micros(), 6);
        ctx_.auditar_alta("PrecioMinimo", transaccionId_,
                          PrecioAutorizado{transaccionId_, l.numero, l.producto->productoId, *l.resuelto->bajoMinimo,
                                           Precio::de_micros(neto.micros())});
    }
}

// What a line that is charged or bought takes over from its source, in the same unit.
Precio Emision::precio_de_origen(const Linea& l) const {
    const bool cobra = tipo_.renglones == Renglones::venta && tipo_.saldo != Saldo::favor_cliente;
    const bool compra = tipo_.renglones == Renglones::compra && tipo_.saldo != Saldo::favor_proveedor;
    if (l.origen == nullptr || !(cobra || compra) || l.origen->unidadMedidaId != l.unidadMedidaId) return {};
    return pactado_en(*l.origen);
}
bool Emision::de_origen(const Linea& l) const { return precio_de_origen(l) > Precio{}; }

void Emision::revisar_partida(Linea& l) {
    const PartidaPedida& p = *l.pedida;
    l.producto = buscar(productos_, p.productoId, &ProductoFila::productoId);
    l.concepto = buscar(conceptos_, p.conceptoId, &ConceptoFila::conceptoId);
    l.proyectoId = p.proyectoId != 0 ? p.proyectoId : proyectoId_;
    if (p.proyectoId != 0 && std::find(proyectos_.begin(), proyectos_.end(), p.proyectoId) == proyectos_.end())
        faltas_.agregar(Codigo::no_encontrado, campo(l, "/proyectoId"));
    revisar_origen(l);
    // What follows from a line is of its project, unless another one is named.
    if (l.origen != nullptr && l.origen->proyectoId != 0 && p.proyectoId == 0 && pedida_.proyectoId == 0)
        l.proyectoId = l.origen->proyectoId;
    revisar_articulo(l);

    l.cantidad = l.cantidadBase = es_bancaria() ? Cantidad::de_enteros(1) : p.cantidad;
    if (l.cantidad <= Cantidad{}) faltas_.agregar(Codigo::fuera_de_rango, campo(l, "/cantidad"));
    if (l.producto != nullptr) revisar_producto(l);

    if (p.cifras) {
        l.cifras = *p.cifras;
        l.tomada = true;
        if (l.origen != nullptr) l.promocionId = l.origen->promocionId;
    } else if (l.regla != nullptr && l.regla->con_cifras && (!p.precioUnitario || l.regla->acompania != nullptr)) {
        l.cifras = cifras_de_origen(l);
        l.tomada = true;
    } else if (auto pactadas = cifras_pactadas(l)) {
        l.cifras = std::move(*pactadas);
        l.tomada = true;
    } else {
        PartidaGravada gravada{l.cantidad, l.cantidadBase, {}, p.descuento, p.promocion, p.incluyeImpuestos};
        poner_precio(l, gravada);
        l.rebajado = (l.cantidad * gravada.precioUnitario).redondear(decimales_) - rebaja_de(p);
        l.promocionId = p.promocionId;
        l.cifras = calcular(gravada, impuestos_de(l), decimales_);
        poner_impuestos_dados(l);
    }
    if (l.tomada) l.rebajado = l.cifras.neto;
    if (p.descuento < Importe{}) faltas_.agregar(Codigo::fuera_de_rango, campo(l, "/descuento"));
    if (p.promocion < Importe{}) faltas_.agregar(Codigo::fuera_de_rango, campo(l, "/promocion"));
    if (!con_decimales(p.descuento, decimales_)) faltas_.agregar(Codigo::demasiados_decimales, campo(l, "/descuento"));
    if (!con_decimales(p.promocion, decimales_)) faltas_.agregar(Codigo::demasiados_decimales, campo(l, "/promocion"));
    l.precio = l.cifras.precioNeto;
    // A bank line has no discount: its amount was judged as it stands.
    if (l.cifras.neto < Importe{} && !es_bancaria()) faltas_.agregar(Codigo::base_negativa, campo(l, "/descuento"));
    if (faltas_.vacia()) l.local = en_local(l.cifras.neto);
}

// A line is of a product or of a concept that this kind may use.
void Emision::revisar_articulo(Linea& l) {
    const PartidaPedida& p = *l.pedida;
    if (p.productoId != 0 && l.producto == nullptr) faltas_.agregar(Codigo::no_encontrado, campo(l, "/productoId"));
    if (p.conceptoId != 0 && l.concepto == nullptr) faltas_.agregar(Codigo::no_encontrado, campo(l, "/conceptoId"));
    if (p.productoId != 0 && p.conceptoId != 0) faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/conceptoId"));
    // A bank line without a concept is the supplier's until applied, so the kind must keep a balance.
    const bool sin_saldo = es_bancaria() && tipo_.saldo == Saldo::ninguno && en_libros();
    const bool sin_nombre = tipo_.renglones == Renglones::inicial || (es_bancaria() && !sin_saldo);
    // What a source that is not there would have said is not asked for as well.
    const bool sin_origen = p.origenId != 0 && l.origen == nullptr;
    if (p.productoId == 0 && p.conceptoId == 0 && !sin_nombre && !sin_origen)
        faltas_.agregar(Codigo::requerido, campo(l, tipo_.renglones == Renglones::inventario ? "/productoId" : "/conceptoId"));
    if (l.concepto == nullptr) return;
    // Owed, and brings no goods: an expense.
    const bool es_gasto = tipo_.saldo == Saldo::por_pagar && tipo_.existencia == Existencia::ninguna;
    const bool usable = es_venta()                             ? l.concepto->enVenta
                        : tipo_.renglones == Renglones::compra ? (l.concepto->enCompra && !es_gasto) || l.concepto->enGasto
                        : es_bancaria()                        ? l.concepto->enEgreso
                                                               : false;
    if (!usable) faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/conceptoId"));
    if (!l.concepto->activo) faltas_.agregar(Codigo::inactivo, campo(l, "/conceptoId"));
}

std::vector<ImpuestoDebido> Emision::impuestos_de(const Linea& l) const {
    if (l.pedida->impuestos) return *l.pedida->impuestos;
    if (tipo_.renglones == Renglones::inventario) return {};
    const PerfilImpuestos* perfil = l.producto;
    if (perfil == nullptr) perfil = l.concepto;
    if (perfil == nullptr) return {};
    return impuestos_de(*perfil, es_venta());
}

std::vector<ImpuestoDebido> Emision::impuestos_de(const PerfilImpuestos& perfil, bool al_vender) const {
    // Companies withhold: the customer when we sell, we ourselves when we buy.
    std::string_view paga = ajustes_.rfc;
    if (al_vender) paga = contacto_ != nullptr ? std::string_view{contacto_->rfc} : std::string_view{};
    constexpr std::size_t rfc_de_empresa = 12;
    return debidos(perfil, {sucursal_ != nullptr && sucursal_->frontera, paga.size() == rfc_de_empresa}, fecha_);
}

// A received invoice may have rounded each tax in its own way: a cent per line is its own, more is another rate.
void Emision::poner_impuestos_dados(Linea& l) {
    if (!l.pedida->impuestos) return;
    const auto& dados = *l.pedida->impuestos;
    std::int64_t unidad = millonesimas;
    for (int i = 0; i < decimales_; ++i) unidad /= 10;
    const Importe centavo = Importe::de_micros(unidad);
    for (std::size_t i = 0; i < dados.size(); ++i) {
        if (!dados[i].importe) continue;
        const std::string donde = campo(l, "/impuestos/") + std::to_string(i) + "/importe";
        for (ImpuestoPartida& mio : l.cifras.impuestos) {
            if (mio.impuesto != nombre(dados[i].impuesto) || mio.factor != nombre(dados[i].factor) || mio.tasa != dados[i].tasa)
                continue;
            const Importe diferencia = *dados[i].importe - mio.importe;
            if (!con_decimales(*dados[i].importe, decimales_)) faltas_.agregar(Codigo::demasiados_decimales, donde);
            else if (diferencia > centavo || -diferencia > centavo) faltas_.agregar(Codigo::valor_no_permitido, donde);
            mio.importe = *dados[i].importe;
            suma_de(l.cifras, dados[i].impuesto) += diferencia;
        }
    }
}

void Emision::revisar_producto(Linea& l) {
    const PartidaPedida& p = *l.pedida;
    if (!l.producto->activo) faltas_.agregar(Codigo::inactivo, campo(l, "/productoId"));
    if (tipo_.renglones == Renglones::inventario && l.producto->tipo == "servicio")
        faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/productoId"));
    l.unidadMedidaId = l.producto->unidadMedidaId;
    l.unidad = l.producto->unidad;
    l.claveUnidad = l.producto->claveUnidad;
    std::optional<Unidad> u;
    if (p.unidadMedidaId == 0 || p.unidadMedidaId == l.producto->unidadMedidaId) {
        u = Unidad{l.unidadMedidaId, l.unidad, l.claveUnidad, 1, 1, l.producto->decimales, l.producto->decimales};
    } else {
        u = unidad_de(ctx_.db(), p.productoId, l.producto->unidadMedidaId, p.unidadMedidaId);
        if (!u) {
            faltas_.agregar(Codigo::no_encontrado, campo(l, "/unidadMedidaId"));
            return;
        }
        l.unidadMedidaId = u->unidadMedidaId;
        l.unidad = u->codigo;
        l.claveUnidad = u->claveUnidad;
    }
    if (const auto base = en_base(p.cantidad, *u); base && *base > Cantidad{}) {
        l.cantidadBase = *base;
    } else if (p.cantidad > Cantidad{}) {
        faltas_.agregar(Codigo::unidad_no_convertible, campo(l, "/cantidad"));
    }
}

void Emision::revisar_diario() {
    Importe cargos;
    Importe abonos;
    for (Linea& l : lineas_) {
        const PartidaPedida& p = *l.pedida;
        const CuentaFila* c = buscar(cuentas_filas_, p.cuentaId, &CuentaFila::cuentaId);
        if (c == nullptr) faltas_.agregar(p.cuentaId == 0 ? Codigo::requerido : Codigo::no_encontrado, campo(l, "/cuentaId"));
        else if (c->esAcumulativa) faltas_.agregar(Codigo::cuenta_acumulativa, campo(l, "/cuentaId"));
        else if (!c->activo) faltas_.agregar(Codigo::inactivo, campo(l, "/cuentaId"));
        if (p.proyectoId != 0 && std::find(proyectos_.begin(), proyectos_.end(), p.proyectoId) == proyectos_.end())
            faltas_.agregar(Codigo::no_encontrado, campo(l, "/proyectoId"));
        const bool un_lado = (p.cargo > Importe{}) != (p.abono > Importe{});
        if (!un_lado || p.cargo < Importe{} || p.abono < Importe{}) faltas_.agregar(Codigo::fuera_de_rango, campo(l, "/cargo"));
        if (!con_decimales(p.cargo, decimales_)) faltas_.agregar(Codigo::demasiados_decimales, campo(l, "/cargo"));
        if (!con_decimales(p.abono, decimales_)) faltas_.agregar(Codigo::demasiados_decimales, campo(l, "/abono"));
        l.cantidad = l.cantidadBase = Cantidad::de_enteros(1);
        l.proyectoId = p.proyectoId != 0 ? p.proyectoId : proyectoId_;
        l.cuentaId = p.cuentaId;
        l.cifras.importe = l.cifras.neto = p.cargo;
        cargos += p.cargo;
        abonos += p.abono;
    }
    faltas_.agregar_si(cargos != abonos, Codigo::poliza_descuadrada, "/partidas");
    subtotal_ = total_ = cargos;
}

void Emision::sumar_totales() {
    for (const Linea& l : lineas_) {
        subtotal_ += l.cifras.neto;
        descuento_ += l.cifras.descuento + l.cifras.promocion;
        iva_ += l.cifras.iva;
        ieps_ += l.cifras.ieps;
        ivaRetenido_ += l.cifras.ivaRetenido;
        isrRetenido_ += l.cifras.isrRetenido;
        bool con_iva = false;
        const auto sumar = [&](Impuesto impuesto, Factor factor, Tasa tasa, Importe base, Importe importe) {
            for (TasaDocumento& t : tasas_) {
                if (t.impuesto != impuesto || t.factor != factor || t.tasa != tasa) continue;
                t.base += base;
                t.importe += importe;
                return;
            }
            tasas_.push_back({.impuesto = impuesto, .factor = factor, .tasa = tasa, .base = base, .importe = importe});
        };
        for (const ImpuestoPartida& i : l.cifras.impuestos) {
            con_iva = con_iva || i.impuesto == nombre(Impuesto::iva);
            sumar(impuesto_de(i.impuesto), factor_de(i.factor), i.tasa, i.base, i.importe);
        }
        const bool gravable = tipo_.renglones == Renglones::venta || tipo_.renglones == Renglones::compra;
        if (gravable && !con_iva) sumar(Impuesto::iva, Factor::noObjeto, {}, l.cifras.neto, {});
        if (tipo_.renglones == Renglones::egreso && l.concepto == nullptr) aplicable_ += l.cifras.neto;
    }
    total_ = subtotal_ + iva_ + ieps_ - ivaRetenido_ - isrRetenido_;
    if (!faltas_.vacia()) return;
    for (TasaDocumento& t : tasas_) t.local = en_local(t.importe);
    const bool de_valor = tipo_.saldo != Saldo::ninguno;
    faltas_.agregar_si(de_valor && total_ <= Importe{}, Codigo::fuera_de_rango, "/partidas");
}

}  // namespace cacao::engine
