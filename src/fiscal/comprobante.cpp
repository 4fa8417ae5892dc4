#include "fiscal/comprobante.hpp"

#include "fiscal/aritmetica.hpp"
#include "fiscal/exacto.hpp"
#include "fiscal/pagos.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace cacao::fiscal {
namespace {

constexpr int decimales_de_tasa = 6;
// By how much a tax of the books may be off what its base gives before it is no rounding any more, in units of the currency: what
// is left of a document may carry a cent or two that its parts did not take (decision 32). The sum of several lines may be off by
// one more for each.
constexpr Entero mas_redondeo = 2;

template <class D>
int decimales_que_tiene(D cifra) {
    int decimales = 6;
    for (auto micros = cifra.micros(); decimales > 0 && micros % 10 == 0; micros /= 10) --decimales;
    return decimales;
}
// With its own decimals, so many at least.
template <class D>
Impreso<D> como_es(D cifra, int al_menos) {
    return {cifra, std::max(al_menos, decimales_que_tiene(cifra))};
}

bool esta_dentro(const LimitesImpresos& limites, Entero micros) { return limites.minimo <= micros && micros <= limites.maximo; }
std::string detalle_de(const LimitesImpresos& limites) {
    return "de " + texto_de_micros(limites.minimo) + " a " + texto_de_micros(limites.maximo);
}

std::string ruta_del_concepto(std::size_t i, std::size_t cuantos) {
    std::string ruta = "/cfdi:Comprobante/cfdi:Conceptos/cfdi:Concepto";
    return cuantos > 1 ? ruta + '[' + std::to_string(i + 1) + ']' : ruta;
}

// One of the summary, while it is added up.
struct DelResumen {
    ImpuestoCfdi impuesto;
    Entero base = 0;
    Entero importe = 0;
};

class Armador {
public:
    Armador(const Comprobante& pedido, const Esquema& esquema)
        : pedido_(pedido), esquema_(esquema), tipo_(pedido.cfdi.tipoDeComprobante) {
        encabezado();
        decimales_ = esquema_.decimales(c().moneda);
        unidad_ = potencia(6 - decimales_);
    }

    Armado todo() && {
        if (tipo_ == "P") {
            c().conceptos = {concepto_de_pago()};
            c().pagos = {armar_pagos(pedido_.pagos, esquema_, a_.hallazgos)};
            return std::move(a_);
        }
        const auto cuantas = pedido_.lineas.size();
        c().conceptos.reserve(cuantas);
        for (std::size_t i = 0; i < cuantas; ++i) {
            donde_ = ruta_del_concepto(i, cuantas);
            try {
                c().conceptos.push_back(concepto(pedido_.lineas[i]));
            } catch (const Desborde&) {
                hallar(Falla::cifra_no_verificada, "");
            }
        }
        donde_ = "/cfdi:Comprobante";
        if (en_ceros()) return std::move(a_);
        try {
            sumas();
        } catch (const Desborde&) {
            hallar(Falla::cifra_no_verificada, "/@Total");
        }
        return std::move(a_);
    }

private:
    Cfdi& c() { return a_.cfdi; }
    bool en_ceros() const { return tipo_ == "T" || tipo_ == "P"; }
    void hallar(Falla falla, std::string_view lugar, std::string detalle = {}, std::string_view sat = {}) {
        a_.hallazgos.push_back(
            {falla, donde_ + std::string{lugar}, std::move(detalle), std::string{sat.empty() ? clave_sat(falla) : sat}});
    }
    ImporteImpreso de_moneda(Entero micros) {
        if (micros < 0 || micros > std::numeric_limits<std::int64_t>::max()) throw Desborde{};
        return Impreso<Importe>{Importe::de_micros(static_cast<std::int64_t>(micros)), decimales_};
    }

    // What each kind always carries is not for the caller to remember.
    void encabezado() {
        c() = pedido_.cfdi;
        c().nodo = c().impuestos = nullptr;
        c().version = "4.0";
        c().sello = c().noCertificado = c().certificado = {};
        c().descuento = c().totalRetenidos = c().totalTrasladados = {};
        c().conceptos.clear();
        c().traslados.clear();
        c().retenciones.clear();
        c().locales.clear();
        c().pagos.clear();
        c().timbres.clear();
        c().complementos.clear();
        if (c().exportacion.empty()) c().exportacion = "01";
        if (en_ceros()) {
            c().formaPago = c().metodoPago = c().condicionesDePago = {};
            c().subTotal = c().total = Impreso<Importe>{};
            c().receptor.usoCfdi = tipo_ == "P" ? "CP01" : "S01";
            if (tipo_ == "P" || c().moneda.empty()) c().moneda = "XXX";
        }
        if (c().moneda == "MXN" || c().moneda == "XXX") c().tipoCambio.clear();
    }
    static ConceptoCfdi concepto_de_pago() {
        ConceptoCfdi c;
        c.claveProdServ = "84111506";
        c.cantidad = Impreso<Cantidad>{Cantidad::de_enteros(1), 0};
        c.claveUnidad = "ACT";
        c.descripcion = "Pago";
        c.valorUnitario = Impreso<Precio>{};
        c.importe = Impreso<Importe>{};
        c.objetoImp = "01";
        return c;
    }

    ConceptoCfdi concepto(const LineaDada& l) {
        ConceptoCfdi c = l.concepto;
        c.nodo = nullptr;
        if (c.tercero) c.tercero->nodo = nullptr;
        c.descuento.reset();
        c.traslados.clear();
        c.retenciones.clear();
        c.cantidad = como_es(l.cantidad, 0);
        if (l.cantidad <= Cantidad{}) {
            hallar(Falla::valor_no_valido, "/@Cantidad", l.cantidad.texto());
            return c;
        }
        if (en_ceros()) {
            c.valorUnitario = Impreso<Precio>{};
            c.importe = Impreso<Importe>{};
            if (c.objetoImp.empty()) c.objetoImp = "01";
            return c;
        }
        if (!es_de_moneda(l.importe, "/@Importe") || !es_de_moneda(l.descuento, "/@Descuento")) return c;
        c.importe = de_moneda(l.importe.micros());
        valor_unitario(l, c);
        if (l.descuento > l.importe) hallar(Falla::descuento_mayor, "/@Descuento", l.descuento.texto());
        if (!l.descuento.es_cero()) c.descuento = de_moneda(l.descuento.micros());
        for (const auto& i : l.impuestos) impuesto(i, l.partidas, c);
        if (c.objetoImp.empty()) c.objetoImp = objeto_de(l, c);
        return c;
    }
    bool es_de_moneda(Importe i, std::string_view lugar) {
        if (i < Importe{}) hallar(Falla::valor_no_valido, lugar, i.texto());
        else if (i.redondeado(decimales_) != i) hallar(Falla::decimales_de_mas, lugar, i.texto());
        else return true;
        return false;
    }

    // The price of the books where the amount is what it gives, rounded once. Where it is not (a price with taxes inside, a part
    // of a line), what the amount gives for a unit: at six decimals no more than half of the last one is lost, which is what the
    // limits allow. What is given away has a price all the same, the least that there is: CFDI40166 asks for one.
    void valor_unitario(const LineaDada& l, ConceptoCfdi& c) {
        const auto importe = producto(l.importe.micros(), potencia(6));
        Entero precio = l.precio.micros();
        if (precio <= 0 || cercano(producto(l.cantidad.micros(), precio), producto(unidad_, potencia(6))) != importe)
            precio = cercano(importe, l.cantidad.micros()) / l.cantidad.micros();
        const bool regalado = precio == 0;
        if (regalado) precio = 1;
        if (precio > std::numeric_limits<std::int64_t>::max()) throw Desborde{};
        c.valorUnitario = como_es(Precio::de_micros(static_cast<std::int64_t>(precio)), decimales_);
        const auto limites = limites_de_importe(*c.cantidad, *c.valorUnitario, decimales_);
        if (esta_dentro(limites, l.importe.micros())) return;
        if (regalado) hallar(Falla::valor_unitario_cero, "/@ValorUnitario");
        else hallar(Falla::importe_fuera_de_limites, "/@Importe", detalle_de(limites));
    }

    // What is free, or whose discount is all of it, is taxed by nothing.
    static std::string objeto_de(const LineaDada& l, const ConceptoCfdi& c) {
        if (!c.traslados.empty() || !c.retenciones.empty()) return "02";
        return l.importe == l.descuento ? "04" : "01";
    }

    void impuesto(const ImpuestoDado& i, int partidas, ConceptoCfdi& c) {
        auto& lista = i.retencion ? c.retenciones : c.traslados;
        auto lugar = std::string{i.retencion ? "/cfdi:Impuestos/cfdi:Retenciones/cfdi:Retencion"
                                             : "/cfdi:Impuestos/cfdi:Traslados/cfdi:Traslado"};
        if (!lista.empty()) lugar += '[' + std::to_string(lista.size() + 1) + ']';
        const auto sat = i.retencion ? "CFDI40186" : "CFDI40180";
        if (i.base.es_cero() && i.importe.es_cero()) return;
        if (i.base < Importe{} || i.tasa < Tasa{}) return hallar(Falla::valor_no_valido, lugar + "/@Base", i.base.texto());
        if (!es_de_moneda(i.importe, lugar + "/@Importe")) return;
        ImpuestoCfdi& mio = lista.emplace_back();
        mio.impuesto = i.impuesto;
        mio.tipoFactor = i.factor;
        // The base of a quota is a quantity, and has the decimals of one.
        mio.base = como_es(i.base, i.factor == "Cuota" ? 0 : decimales_);
        if (i.factor == "Exento") {
            if (i.retencion) hallar(Falla::retencion_exenta, lugar);
            if (!i.importe.es_cero()) hallar(Falla::impuesto_fuera_de_limites, lugar + "/@Importe", i.importe.texto(), sat);
            return;
        }
        mio.tasaOCuota = Impreso<Tasa>{i.tasa, decimales_de_tasa};
        mio.importe = de_moneda(i.importe.micros());
        const auto limites = limites_de_impuesto(*mio.base, i.tasa, decimales_);
        if (mio.base->valor > Importe{} && esta_dentro(limites, i.importe.micros())) return;
        if (!mover_base(mio, i.importe.micros(), i.tasa.micros(), mas_redondeo + partidas - 1))
            hallar(Falla::impuesto_fuera_de_limites, lugar + "/@Importe", detalle_de(limites), sat);
    }
    // The nearest base, at six decimals, whose tax is rounded to what the books have.
    bool mover_base(ImpuestoCfdi& i, Entero importe, Entero tasa, Entero unidades) const {
        if (tasa == 0) return false;
        const auto base = Entero{i.base->valor.micros()};
        const auto debido = cercano(producto(base, tasa), producto(unidad_, potencia(6))) / potencia(6);
        if (absoluto(importe - debido) > unidades * unidad_) return false;
        const auto menor = producto(importe * 2 - unidad_, potencia(6));  // twice, in 10^-12
        const auto mayor = producto(importe * 2 + unidad_, potencia(6));
        const auto desde = std::max<Entero>(1, arriba(menor, 2 * tasa) / (2 * tasa));
        const auto hasta = (mayor - 1) / (2 * tasa);
        if (desde > hasta || hasta > std::numeric_limits<std::int64_t>::max()) return false;
        i.base = Impreso<Importe>{Importe::de_micros(static_cast<std::int64_t>(std::clamp(base, desde, hasta))), 6};
        return esta_dentro(limites_de_impuesto(*i.base, i.tasaOCuota->valor, decimales_), importe);
    }

    void sumas() {
        Entero importes = 0;
        Entero descuentos = 0;
        bool con_descuento = false;
        for (const auto& uno : c().conceptos) {
            importes = suma(importes, uno.importe ? uno.importe->valor.micros() : 0);
            descuentos = suma(descuentos, uno.descuento ? uno.descuento->valor.micros() : 0);
            con_descuento = con_descuento || uno.descuento;
        }
        c().subTotal = de_moneda(importes);
        if (con_descuento) c().descuento = de_moneda(descuentos);
        const auto trasladados = resumen(&ConceptoCfdi::traslados, c().traslados);
        const auto retenidos = resumen(&ConceptoCfdi::retenciones, c().retenciones);
        // Of what is exempt alone there is no total.
        if (std::ranges::any_of(c().traslados, [](const ImpuestoCfdi& t) { return t.importe.has_value(); }))
            c().totalTrasladados = de_moneda(trasladados);
        if (!c().retenciones.empty()) c().totalRetenidos = de_moneda(retenidos);
        const auto total = suma(suma(importes, -descuentos), suma(trasladados, -retenidos));
        if (total < 0) return hallar(Falla::valor_no_valido, "/@Total", texto_de_micros(total));
        c().total = de_moneda(total);
    }
    // One of each tax, factor and rate of what is transferred; one of each tax that is withheld. Answers what they come to.
    Entero resumen(std::vector<ImpuestoCfdi> ConceptoCfdi::*lista, std::vector<ImpuestoCfdi>& en) {
        const bool retencion = lista == &ConceptoCfdi::retenciones;
        std::vector<DelResumen> juntos;
        const auto mismo = [&](const ImpuestoCfdi& a, const ImpuestoCfdi& b) {
            return a.impuesto == b.impuesto &&
                   (retencion || (a.tipoFactor == b.tipoFactor && a.tasaOCuota.has_value() == b.tasaOCuota.has_value() &&
                                  (!a.tasaOCuota || a.tasaOCuota->valor == b.tasaOCuota->valor)));
        };
        for (const auto& uno : c().conceptos)
            for (const auto& i : uno.*lista) {
                auto este = std::ranges::find_if(juntos, [&](const DelResumen& d) { return mismo(d.impuesto, i); });
                if (este == juntos.end()) este = juntos.insert(este, DelResumen{i});
                este->base = suma(este->base, i.base->valor.micros());
                este->importe = suma(este->importe, i.importe ? i.importe->valor.micros() : 0);
            }
        Entero total = 0;
        for (auto& d : juntos) {
            if (d.impuesto.importe) d.impuesto.importe = de_moneda(cercano(d.importe, unidad_));
            d.impuesto.base = de_moneda(cercano(d.base, unidad_));
            if (retencion) d.impuesto = {.impuesto = d.impuesto.impuesto, .importe = d.impuesto.importe};
            total = suma(total, cercano(d.importe, unidad_));
            en.push_back(std::move(d.impuesto));
        }
        return total;
    }

    const Comprobante& pedido_;
    const Esquema& esquema_;
    std::string tipo_;
    Armado a_;
    std::string donde_ = "/cfdi:Comprobante";  // what is being worked out
    int decimales_ = 2;
    Entero unidad_ = 0;  // of the currency, in millionths
};

}  // namespace

Armado armar(const Comprobante& comprobante, const Esquema& esquema) { return Armador{comprobante, esquema}.todo(); }

}  // namespace cacao::fiscal
