// Registration, second step: lines with their prices and taxes, and the totals, which are sums of lines and nothing else.

#include "base/rfc.hpp"
#include "engine/emision/derivacion.hpp"
#include "engine/emision/juzgar.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

bool con_decimales(Importe importe, int decimales) { return importe.redondeado(decimales) == importe; }

bool hay_proyecto(const Juicio& j, std::int64_t proyectoId) {
    const auto& proyectos = j.hallado.cabecera.proyectos;
    return std::ranges::find(proyectos, proyectoId) != proyectos.end();
}

const PerfilImpuestos* perfil_de(const Linea& l) {
    if (l.producto() != nullptr) return l.producto();
    return l.concepto();
}

std::vector<ImpuestoDebido> impuestos_de(const Juicio& j, const Juzgado& d, const Linea& l) {
    if (l.pedida->gravada.impuestos) return *l.pedida->gravada.impuestos;
    const PerfilImpuestos* perfil = perfil_de(l);
    if (perfil == nullptr || j.tipo.renglones == Renglones::inventario) return {};
    Circunstancia circunstancia = circunstancia_de(j.hallado, d, cobra_impuestos(j.tipo));
    const auto& trato = l.pedida->trato.iva;
    if (!trato) return debidos(*perfil, circunstancia, d.encabezado.fecha);
    PerfilImpuestos tratado = *perfil;
    circunstancia.exporta = *trato == TratoIva::exportacion;
    tratado.iva = circunstancia.exporta ? reflect::enum_name(TratoIva::cero) : reflect::enum_name(*trato);
    return debidos(tratado, circunstancia, d.encabezado.fecha);
}

// Why a line is not treated as its product and its customer say goes with the tax that it is said of. What is no object of VAT
// has no tax of its own, but here somebody said why.
void razonar(const Linea& l, CifrasPartida& cifras) {
    const ConTrato& trato = l.pedida->trato;
    if (!trato.iva) return;
    for (ImpuestoPartida& i : cifras.impuestos)
        if (i.impuesto == nombre(Impuesto::iva)) i.porque += ": " + trato.motivoIva;
    if (*trato.iva == TratoIva::noObjeto && !cifras.neto.es_cero())
        cifras.impuestos.push_back({std::string{nombre(Impuesto::iva)},
                                    std::string{nombre(Factor::noObjeto)},
                                    {},
                                    cifras.neto,
                                    {},
                                    "no objeto: " + trato.motivoIva});
}

// Taxes that are paid and not credited are cost; income tax of rent is owed by an account of its own, also where the paper states
// it.
void clasificar(const Juicio& j, int decimales, const Linea& l, CifrasPartida& cifras) {
    const PerfilImpuestos* perfil = perfil_de(l);
    if (perfil == nullptr || (j.tipo.renglones != Renglones::compra && !es_egreso(j.tipo))) return;
    const Tasa no_acreditable = perfil->ivaNoAcreditable.value_or(j.hallado.ajustes.ivaNoAcreditable);
    const bool ieps_al_costo = perfil->iepsAlCosto.value_or(j.hallado.ajustes.iepsAlCosto);
    // What is taken off a document is of what that one was.
    if (j.tipo.saldo == Saldo::favor_proveedor && l.pedida->gravada.impuestos) return;
    for (ImpuestoPartida& i : cifras.impuestos) {
        if (i.impuesto == nombre(Impuesto::iva) && !no_acreditable.es_cero() && !i.importe.es_cero())
            i.alCosto = (i.importe * no_acreditable).redondear(decimales);
        if (i.impuesto == nombre(Impuesto::ieps) && ieps_al_costo && !i.importe.es_cero()) i.alCosto = i.importe;
        if (i.impuesto == nombre(Impuesto::isrRetenido) && perfil->isrPor == "arrendamiento" && !es_de_arrendamiento(i))
            i.porque += por_arrendamiento;
    }
}

// Two thirds of the VAT and income tax are withheld by companies of natural persons. Where somebody has no RFC nobody knows who
// is who: of an organization without one nothing is withheld when it pays; otherwise it is what the product or concept says.
void dudar(const Juicio& j, Juzgado& d, const Linea& l) {
    const PerfilImpuestos* perfil = perfil_de(l);
    if (perfil == nullptr || l.tomada || l.pedida->gravada.impuestos || !en_libros(j.tipo)) return;
    if (!es_venta(j.tipo) && j.tipo.renglones != Renglones::compra && !es_bancaria(j.tipo)) return;
    const std::string_view suyo = d.contacto != nullptr ? std::string_view{d.contacto->rfc} : std::string_view{};
    const std::string_view nuestro = j.hallado.ajustes.rfc;
    const bool vende = cobra_impuestos(j.tipo);
    // Companies withhold of everything that a person under RESICO sells them.
    const bool sin_regimen = vende && !nuestro.empty() && !es_persona_moral(nuestro) && j.hallado.ajustes.regimenFiscal.empty();
    if (sin_regimen && es_persona_moral(suyo) && d.regimen_dudoso.empty()) d.regimen_dudoso = l.pedida->renglon.campo;
    if (!d.sin_rfc.empty() || (perfil->ivaRetenido.es_cero() && perfil->isrRetenido.es_cero())) return;
    const bool sin_organizacion = nuestro.empty() && (!vende || es_persona_moral(suyo));
    const bool sin_contacto = !vende && suyo.empty() && !perfil->isrRetenido.es_cero() && es_persona_moral(nuestro);
    if (!sin_organizacion && !sin_contacto) return;
    d.sin_rfc = sin_organizacion ? "organizacion" : "contacto";
    d.retencion_dudosa = l.pedida->renglon.campo;
}

// What the lists said to a line that does not go by what was agreed. Faults of the product, unit and quantity are told where
// they are judged. Whether there were any.
bool juzgar_lista(const Juicio& j, const Linea& l, bool de_origen) {
    const auto& resuelto = l.hallada->precio;
    if (!resuelto || !es_venta(j.tipo)) return false;
    const PartidaPedida& p = *l.pedida;
    const bool rebajado = j.hallado.ajustes.conMargen && !rebaja_de(p).es_cero();
    for (const Falta& f : resuelto->faltas) {
        if (f.campo != "/precioUnitario" || !(p.valor.precioUnitario || rebajado || !de_origen)) continue;
        const bool por_rebaja = f.codigo == Codigo::precio_bajo_minimo && rebajado;
        const std::string cual = !por_rebaja ? f.campo : p.precio.descuento > Importe{} ? "/descuento" : "/promocion";
        j.faltas.agregar(f.codigo, l.campo(cual), f.en, f.datos);
    }
    return !resuelto->faltas.empty();
}

void poner_precio(const Juicio& j, const Juzgado& d, const Linea& l, PartidaGravada& g) {
    const PartidaPedida& p = *l.pedida;
    const int decimales = d.encabezado.decimales;
    if (es_bancaria(j.tipo)) {
        const DePago& pago = p.pago;
        if (pago.importe <= Importe{}) j.faltas.agregar(Codigo::fuera_de_rango, l.campo(pago.campo_importe));
        if (!con_decimales(pago.importe, decimales)) j.faltas.agregar(Codigo::demasiados_decimales, l.campo(pago.campo_importe));
        // What is paid is gross, and what is withheld of it is not paid.
        g.precioUnitario = Precio::de_micros(bruto_de_pagado(pago.importe, impuestos_de(j, d, l), decimales).micros());
        g.incluyeImpuestos = true;
        return;
    }
    if (p.precio.sinCargo) {
        const auto cobra = [&](bool dice, std::string_view miembro) {
            if (dice) j.faltas.agregar(Codigo::sin_cargo, l.campo(miembro));
        };
        cobra(p.valor.precioUnitario && !p.valor.precioUnitario->es_cero(), "/precioUnitario");
        cobra(!p.precio.descuento.es_cero(), "/descuento");
        g.precioUnitario = {};
        g.descuento = {};
        return;
    }
    const Existencia existencia = j.tipo.existencia;
    const bool sin_precio =
        j.tipo.renglones == Renglones::inventario && existencia != Existencia::entrada && existencia != Existencia::costo_tardio;
    const Precio del_origen = precio_de_origen(j.tipo, d.encabezado.moneda, *l.hallada);
    const bool rechazado = juzgar_lista(j, l, del_origen > Precio{});
    const auto& resuelto = l.hallada->precio;
    if (p.valor.precioUnitario) {
        g.precioUnitario = *p.valor.precioUnitario;
    } else if (del_origen > Precio{}) {
        g.precioUnitario = del_origen;
        g.incluyeImpuestos = false;  // it is stored without
        // Goods come in at what was agreed, discount included.
        if (j.tipo.renglones == Renglones::compra && g.descuento.es_cero())
            g.descuento =
                proporcion(l.origen()->descuento, l.medida().cantidadBase.micros(), l.origen()->cantidadBase.micros(), decimales);
    } else if (es_venta(j.tipo) && resuelto && resuelto->precio) {
        g.precioUnitario = resuelto->precio->precioUnitario;
        g.incluyeImpuestos = resuelto->precio->incluyeImpuestos;
    } else if (es_venta(j.tipo) && p.articulo.nombrado() && l.producto() == nullptr && l.concepto() == nullptr) {
        // What is not there might have had a price of its own.
    } else if (!rechazado && !sin_precio && (p.origen.origenId == 0 || l.regla() != nullptr)) {
        j.faltas.agregar(Codigo::requerido, l.campo("/precioUnitario"));
    }
    if (g.precioUnitario < Precio{} && existencia != Existencia::costo_tardio)
        j.faltas.agregar(Codigo::fuera_de_rango, l.campo("/precioUnitario"));
}

// A received invoice may have rounded each tax in its own way: a cent per line is its own, more is another rate.
void poner_impuestos_dados(const Juicio& j, int decimales, Linea& l) {
    if (!l.pedida->gravada.impuestos) return;
    const auto& dados = *l.pedida->gravada.impuestos;
    const Importe centavo = unidad_de(decimales);
    for (std::size_t i = 0; i < dados.size(); ++i) {
        if (!dados[i].importe) continue;
        const std::string donde = l.campo("/impuestos/") + std::to_string(i) + "/importe";
        for (ImpuestoPartida& mio : l.cifras.impuestos) {
            if (mio.impuesto != nombre(dados[i].impuesto) || mio.factor != nombre(dados[i].factor) || mio.tasa != dados[i].tasa)
                continue;
            const Importe diferencia = *dados[i].importe - mio.importe;
            if (!con_decimales(*dados[i].importe, decimales)) j.faltas.agregar(Codigo::demasiados_decimales, donde);
            else if (diferencia > centavo || -diferencia > centavo) j.faltas.agregar(Codigo::valor_no_permitido, donde);
            mio.importe = *dados[i].importe;
            suma_de(l.cifras, dados[i].impuesto) += diferencia;
        }
    }
}

// A line without article is told what it may name in its place.
void pedir_articulo(const Juicio& j, const Linea& l) {
    if (es_bancaria(j.tipo)) return j.faltas.agregar(Codigo::requerido, l.campo("/conceptoId"));
    j.faltas.agregar(Codigo::requerido, l.campo("/productoId"), En::donde_sea,
                     j.tipo.renglones == Renglones::inventario ? R"({"alternativas":["codigo"]})"
                                                               : R"({"alternativas":["codigo","conceptoId"]})");
}

// A line is of a product or of a concept that this kind may use.
void juzgar_articulo(const Juicio& j, const Linea& l) {
    const DeArticulo& a = l.pedida->articulo;
    if (a.productoId != 0 && l.producto() == nullptr) j.faltas.agregar(Codigo::no_encontrado, l.campo("/productoId"));
    if (a.conceptoId != 0 && l.concepto() == nullptr) j.faltas.agregar(Codigo::no_encontrado, l.campo("/conceptoId"));
    // A code that was found is gone (nombrar_productos).
    if (!a.codigo.empty())
        j.faltas.agregar(a.productoId == 0 ? Codigo::no_encontrado : Codigo::valor_no_permitido, l.campo("/codigo"));
    if (a.productoId != 0 && a.conceptoId != 0) j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/conceptoId"));
    // A bank line without a concept is the supplier's until applied, so the kind must keep a balance.
    const bool bancaria = es_bancaria(j.tipo);
    const bool sin_saldo = bancaria && j.tipo.saldo == Saldo::ninguno && en_libros(j.tipo);
    const bool sin_nombre = j.tipo.renglones == Renglones::inicial || (bancaria && !sin_saldo);
    // What a source that is not there would have said is not asked for as well.
    const bool sin_origen = l.pedida->origen.origenId != 0 && l.origen() == nullptr;
    if (!a.nombrado() && !sin_nombre && !sin_origen) pedir_articulo(j, l);
    if (l.concepto() == nullptr) return;
    const ConceptoFila& c = *l.concepto();
    // Owed, and brings no goods: an expense.
    const bool es_gasto = j.tipo.saldo == Saldo::por_pagar && j.tipo.existencia == Existencia::ninguna;
    const bool usable = es_venta(j.tipo)                        ? c.enVenta
                        : j.tipo.renglones == Renglones::compra ? (c.enCompra && !es_gasto) || c.enGasto
                        : es_egreso(j.tipo)                     ? c.enEgreso
                        : es_ingreso(j.tipo)                    ? c.enDeposito
                                                                : false;
    if (!usable) j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/conceptoId"));
    if (!c.activo) j.faltas.agregar(Codigo::inactivo, l.campo("/conceptoId"));
    // One that was given its account before that played a part. What follows from a line was judged with it.
    if (usable && c.deControl && l.origen() == nullptr)
        j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/conceptoId"), En::donde_sea,
                         reflect::objeto("motivo", nombre(Codigo::cuenta_de_control)));
}

void juzgar_medida(const Juicio& j, const Linea& l) {
    if (l.medida().cantidad <= Cantidad{}) j.faltas.agregar(Codigo::fuera_de_rango, l.campo("/cantidad"));
    if (l.producto() == nullptr) return;
    if (!l.producto()->activo) j.faltas.agregar(Codigo::inactivo, l.campo("/productoId"));
    if (j.tipo.renglones == Renglones::inventario && l.producto()->tipo == "servicio")
        j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/productoId"));
    if (!l.medida().conocida) j.faltas.agregar(Codigo::no_encontrado, l.campo("/unidadMedidaId"));
    else if (!l.medida().convertible) j.faltas.agregar(Codigo::unidad_no_convertible, l.campo("/cantidad"));
}

// Price, taxes and net of a line: as another document has them, as its source does, or worked out.
void poner_cifras(const Juicio& j, const Juzgado& d, Linea& l, Tomadas& antes) {
    const PartidaPedida& p = *l.pedida;
    const int decimales = d.encabezado.decimales;
    if (p.precio.cifras) {
        l.cifras = *p.precio.cifras;
        l.tomada = true;
        if (l.origen() != nullptr) l.promocionId = l.origen()->promocionId;
    } else if (auto tomadas = cifras_de_origen(j, l, antes)) {
        l.cifras = std::move(*tomadas);
        l.tomada = true;
    } else {
        PartidaGravada gravada{l.medida().cantidad, l.medida().cantidadBase, {},
                               p.precio.descuento,  p.precio.promocion,      p.precio.incluyeImpuestos};
        poner_precio(j, d, l, gravada);
        l.rebajado = (l.medida().cantidad * gravada.precioUnitario).redondear(decimales) - rebaja_de(p);
        l.promocionId = p.precio.promocionId;
        l.cifras = calcular(gravada, impuestos_de(j, d, l), decimales);
        poner_impuestos_dados(j, decimales, l);
        razonar(l, l.cifras);
        clasificar(j, decimales, l, l.cifras);
    }
    if (l.tomada) l.rebajado = l.cifras.neto;
    l.precio = l.cifras.precioNeto;
}

void juzgar_partida(const Juicio& j, const Juzgado& d, Linea& l, Tomadas& antes) {
    const PartidaPedida& p = *l.pedida;
    const std::int64_t suyo = p.renglon.proyectoId;
    l.proyectoId = suyo != 0 ? suyo : d.encabezado.proyectoId;
    if (suyo != 0 && !hay_proyecto(j, suyo)) j.faltas.agregar(Codigo::no_encontrado, l.campo("/proyectoId"));
    juzgar_origen(j, l);
    // What follows from a line is of its project, unless another one is named.
    if (l.origen() != nullptr && l.origen()->proyectoId != 0 && suyo == 0 && j.pedida.cabecera.proyectoId == 0)
        l.proyectoId = l.origen()->proyectoId;
    juzgar_articulo(j, l);
    juzgar_medida(j, l);
    poner_cifras(j, d, l, antes);

    const int decimales = d.encabezado.decimales;
    const auto rebaja = [&](Importe importe, std::string_view cual) {
        if (importe < Importe{}) j.faltas.agregar(Codigo::fuera_de_rango, l.campo(cual));
        if (!con_decimales(importe, decimales)) j.faltas.agregar(Codigo::demasiados_decimales, l.campo(cual));
    };
    rebaja(p.precio.descuento, "/descuento");
    rebaja(p.precio.promocion, "/promocion");
    // A bank line has no discount, and its amount was judged as it stands; but a quota inside it may be larger than the whole.
    const bool bancaria = es_bancaria(j.tipo);
    if (l.cifras.neto < Importe{} && !bancaria) j.faltas.agregar(Codigo::base_negativa, l.campo("/descuento"));
    if (l.cifras.neto < Importe{} && bancaria && l.cifras.ieps > Importe{})
        j.faltas.agregar(Codigo::fuera_de_rango, l.campo(p.pago.campo_importe), En::donde_sea,
                         reflect::objeto("ieps", l.cifras.ieps));
    const ConTrato& trato = p.trato;
    if (trato.iva && trato.motivoIva.empty()) j.faltas.agregar(Codigo::requerido, l.campo("/motivoIva"));
    if (!trato.iva && !trato.motivoIva.empty()) j.faltas.agregar(Codigo::requerido, l.campo("/iva"));
    if (j.faltas.vacia()) l.local = local_de(j.hallado, l, l.cifras.neto + l.cifras.al_costo());
}

void juzgar_diario(const Juicio& j, Juzgado& d) {
    Importe cargos;
    Importe abonos;
    const int decimales = d.encabezado.decimales;
    for (Linea& l : d.lineas) {
        const DeCuenta& p = l.pedida->cuenta;
        const auto c = std::ranges::find(j.hallado.cuentas, p.cuentaId, &CuentaFila::cuentaId);
        if (c == j.hallado.cuentas.end())
            j.faltas.agregar(p.cuentaId == 0 ? Codigo::requerido : Codigo::no_encontrado, l.campo("/cuentaId"));
        else if (c->esAcumulativa) j.faltas.agregar(Codigo::cuenta_acumulativa, l.campo("/cuentaId"));
        else if (!c->activo) j.faltas.agregar(Codigo::inactivo, l.campo("/cuentaId"));
        else if (c->deControl && !j.hallado.en_control && !j.tipo.en_control)
            j.faltas.agregar(Codigo::cuenta_de_control, l.campo("/cuentaId"));
        const std::int64_t proyectoId = l.pedida->renglon.proyectoId;
        if (proyectoId != 0 && !hay_proyecto(j, proyectoId)) j.faltas.agregar(Codigo::no_encontrado, l.campo("/proyectoId"));
        const bool un_lado = (p.cargo > Importe{}) != (p.abono > Importe{});
        if (!un_lado || p.cargo < Importe{} || p.abono < Importe{}) j.faltas.agregar(Codigo::fuera_de_rango, l.campo("/cargo"));
        if (!con_decimales(p.cargo, decimales)) j.faltas.agregar(Codigo::demasiados_decimales, l.campo("/cargo"));
        if (!con_decimales(p.abono, decimales)) j.faltas.agregar(Codigo::demasiados_decimales, l.campo("/abono"));
        l.proyectoId = proyectoId != 0 ? proyectoId : d.encabezado.proyectoId;
        l.cifras.importe = l.cifras.neto = p.cargo;
        cargos += p.cargo;
        abonos += p.abono;
    }
    j.faltas.agregar_si(cargos != abonos, Codigo::poliza_descuadrada, "/partidas");
    d.totales.subtotal = d.totales.total = cargos;
}

void sumar_tasas(const Juicio& j, const Linea& l, std::vector<TasaDocumento>& tasas) {
    const auto sumar = [&](Impuesto impuesto, Factor factor, Tasa tasa, Importe base, Importe importe) -> TasaDocumento& {
        for (TasaDocumento& t : tasas) {
            if (t.impuesto != impuesto || t.factor != factor || t.tasa != tasa) continue;
            t.base += base;
            t.importe += importe;
            return t;
        }
        return tasas.emplace_back(TasaDocumento{impuesto, factor, tasa, base, importe});
    };
    bool con_iva = false;
    for (const ImpuestoPartida& i : l.cifras.impuestos) {
        con_iva = con_iva || i.impuesto == nombre(Impuesto::iva);
        TasaDocumento& t = sumar(impuesto_de(i.impuesto), factor_de(i.factor), i.tasa, i.base, i.importe);
        t.al_costo += i.alCosto.value_or(Importe{});
        if (es_de_arrendamiento(i)) t.arrendamiento += i.importe;
    }
    const bool gravable = es_venta(j.tipo) || j.tipo.renglones == Renglones::compra;
    if (gravable && !con_iva) sumar(Impuesto::iva, Factor::noObjeto, {}, l.cifras.neto, {});
}

void sumar_totales(const Juicio& j, Juzgado& d) {
    Totales& t = d.totales;
    for (const Linea& l : d.lineas) {
        t.subtotal += l.cifras.neto;
        t.descuento += l.cifras.descuento + l.cifras.promocion;
        t.iva += l.cifras.iva;
        t.ieps += l.cifras.ieps;
        t.ivaRetenido += l.cifras.ivaRetenido;
        t.isrRetenido += l.cifras.isrRetenido;
        sumar_tasas(j, l, d.tasas);
        if (es_bancaria(j.tipo) && l.concepto() == nullptr) t.aplicable += l.cifras.neto;
    }
    t.total = t.subtotal + t.iva + t.ieps - t.ivaRetenido - t.isrRetenido;
    if (!j.faltas.vacia()) return;
    for (TasaDocumento& tasa : d.tasas) tasa.local = en_local(j.hallado, tasa.importe - tasa.al_costo);
    j.faltas.agregar_si(j.tipo.saldo != Saldo::ninguno && t.total <= Importe{}, Codigo::fuera_de_rango, "/partidas");
}

}  // namespace

// Whoever charges says at which rate: the branch when we sell, the supplier when we buy. Companies withhold: the customer when we
// sell, we ourselves when we buy.
Circunstancia circunstancia_de(const Hallado& h, const Juzgado& d, bool al_vender) {
    static const ContactoFila nadie;
    const ContactoFila& otro = d.contacto != nullptr ? *d.contacto : nadie;
    const std::string_view cobra = al_vender ? h.ajustes.rfc : otro.rfc;
    const std::string_view regimen = al_vender ? h.ajustes.regimenFiscal : otro.regimenFiscal;
    constexpr std::string_view resico = "626";
    Circunstancia c;
    c.frontera = al_vender ? d.sucursal != nullptr && d.sucursal->frontera : otro.ivaFrontera;
    c.retiene = es_persona_moral(al_vender ? otro.rfc : h.ajustes.rfc);
    c.de_persona = !es_persona_moral(cobra);
    c.resico = c.de_persona && !cobra.empty() && regimen == resico;
    c.exporta = al_vender && (otro.tratoIva == "exportacion" || (otro.tratoIva == "automatico" && otro.rfc == rfc_extranjero));
    c.del_extranjero = !al_vender && otro.rfc == rfc_extranjero;
    return c;
}

void juzgar_partidas(const Juicio& j, Juzgado& d) {
    if (j.tipo.renglones == Renglones::ninguno) {
        const Importe importe = j.pedida.entero.importe;
        j.faltas.agregar_si(importe <= Importe{}, Codigo::fuera_de_rango, "/importe");
        j.faltas.agregar_si(!con_decimales(importe, d.encabezado.decimales), Codigo::demasiados_decimales, "/importe");
        d.totales.subtotal = d.totales.total = importe;
        return;
    }
    j.faltas.agregar_si(d.lineas.empty() && !j.tipo.sin_partidas, Codigo::lista_vacia, "/partidas");
    if (j.tipo.renglones == Renglones::diario) return juzgar_diario(j, d);
    Tomadas antes;
    for (Linea& l : d.lineas) {
        juzgar_partida(j, d, l, antes);
        dudar(j, d, l);
    }
    sumar_totales(j, d);
}

}  // namespace cacao::engine
