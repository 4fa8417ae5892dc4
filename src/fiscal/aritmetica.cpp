#include "fiscal/aritmetica.hpp"

#include "fiscal/pagos.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace cacao::fiscal {
namespace {

constexpr int mas_decimales = 6;

// Half of the last printed place, in ten millionths.
constexpr Entero media_unidad(int decimales) { return 5 * potencia(mas_decimales - std::clamp(decimales, 0, mas_decimales)); }

// By tax, and what of it is asked: a rate that differs is another tax.
using LlaveImpuesto = std::tuple<std::string, std::string, std::int64_t>;
struct SumaImpuesto {
    Entero base = 0;
    Entero importe = 0;
    const Nodo* nodo = nullptr;
};

LlaveImpuesto llave_de(const ImpuestoCfdi& i) {
    return {i.impuesto, i.tipoFactor, i.tasaOCuota ? i.tasaOCuota->valor.micros() : -1};
}

Entero micros_de(const ImporteImpreso& i) { return i ? i->valor.micros() : 0; }

class Cuentas {
public:
    Cuentas(const Cfdi& c, const Esquema& esquema, Veredicto& v)
        : c_(c), v_(v), decimales_(esquema.decimales(c.moneda)), unidad_(potencia(mas_decimales - decimales_)) {}

    void todo() {
        for (const auto& concepto : c_.conceptos) cuenta(v_, concepto.nodo, [&] { de_concepto(concepto); });
        cuenta(v_, c_.nodo, [&] { decimales(); });
        // A transfer of goods and a receipt of payments carry no amounts of their own.
        if (c_.tipoDeComprobante != "T" && c_.tipoDeComprobante != "P") cuenta(v_, c_.nodo, [&] { sumas(); });
    }

private:
    void difiere(Falla falla, const Nodo* nodo, std::string_view atributo, Entero esperado) {
        v_.hallar(falla, *nodo, atributo, "se esperaba " + texto_de_micros(esperado));
    }
    int de_importe(const ImporteImpreso& i) const { return std::min(i->decimales, decimales_); }

    void de_concepto(const ConceptoCfdi& c) {
        if (c.cantidad && c.valorUnitario && c.importe) {
            const auto limites = limites_de_importe(*c.cantidad, *c.valorUnitario, de_importe(c.importe));
            const auto dice = micros_de(c.importe);
            const auto exacto = producto(c.cantidad->valor.micros(), c.valorUnitario->valor.micros());
            const auto medio_centavo = producto(potencia(mas_decimales), 5000);
            if (dice < limites.minimo || dice > limites.maximo)
                v_.hallar(Falla::importe_fuera_de_limites, *c.nodo, "Importe",
                          "de " + texto_de_micros(limites.minimo) + " a " + texto_de_micros(limites.maximo));
            else if (absoluto(producto(dice, potencia(mas_decimales)) - exacto) > medio_centavo)
                difiere(Falla::importe_inexacto, c.nodo, "Importe",
                        cercano(exacto, potencia(mas_decimales)) / potencia(mas_decimales));
        }
        if (c.descuento && c.importe) {
            if (c.descuento->decimales > c.importe->decimales) v_.hallar(Falla::descuento_decimales, *c.nodo, "Descuento");
            if (c.descuento->valor > c.importe->valor) v_.hallar(Falla::descuento_mayor, *c.nodo, "Descuento");
        }
        for (const auto& t : c.traslados) de_impuesto(t, "CFDI40180");
        for (const auto& r : c.retenciones) de_impuesto(r, "CFDI40186");
    }
    void de_impuesto(const ImpuestoCfdi& i, std::string_view sat) {
        if (!i.base || !i.tasaOCuota || !i.importe) return;
        const auto limites = limites_de_impuesto(*i.base, i.tasaOCuota->valor, de_importe(i.importe));
        if (micros_de(i.importe) < limites.minimo || micros_de(i.importe) > limites.maximo)
            v_.hallar(Falla::impuesto_fuera_de_limites, *i.nodo, "Importe",
                      "de " + texto_de_micros(limites.minimo) + " a " + texto_de_micros(limites.maximo), sat);
    }

    void decimales() {
        const auto ver = [&](const ImporteImpreso& i, const Nodo* nodo, std::string_view atributo, std::string_view sat) {
            if (i && i->decimales > decimales_)
                v_.hallar(Falla::decimales_de_mas, *nodo, atributo, c_.moneda + ' ' + std::to_string(decimales_), sat);
        };
        ver(c_.subTotal, c_.nodo, "SubTotal", "CFDI40107");
        ver(c_.descuento, c_.nodo, "Descuento", "CFDI40112");
        ver(c_.total, c_.nodo, "Total", "");
        if (c_.impuestos == nullptr) return;
        ver(c_.totalRetenidos, c_.impuestos, "TotalImpuestosRetenidos", "CFDI40202");
        ver(c_.totalTrasladados, c_.impuestos, "TotalImpuestosTrasladados", "CFDI40204");
        for (const auto& r : c_.retenciones) ver(r.importe, r.nodo, "Importe", "CFDI40210");
        for (const auto& t : c_.traslados) {
            ver(t.base, t.nodo, "Base", "CFDI40214");
            ver(t.importe, t.nodo, "Importe", "CFDI40220");
        }
    }

    void sumas() {
        Entero importes = 0;
        Entero descuentos = 0;
        bool con_descuento = false;
        for (const auto& c : c_.conceptos) {
            importes = suma(importes, micros_de(c.importe));
            descuentos = suma(descuentos, micros_de(c.descuento));
            con_descuento = con_descuento || c.descuento.has_value();
        }
        importes = cercano(importes, unidad_);
        descuentos = cercano(descuentos, unidad_);
        if (c_.subTotal && micros_de(c_.subTotal) != importes) difiere(Falla::subtotal_no_cuadra, c_.nodo, "SubTotal", importes);
        if (micros_de(c_.descuento) != descuentos || (con_descuento && !c_.descuento))
            difiere(Falla::descuento_no_cuadra, c_.nodo, "Descuento", descuentos);
        de_resumen();
        de_total();
    }

    void de_resumen() {
        std::map<LlaveImpuesto, SumaImpuesto> traslados;
        std::map<LlaveImpuesto, SumaImpuesto> retenciones;
        for (const auto& c : c_.conceptos) {
            for (const auto& t : c.traslados) agregar(traslados, llave_de(t), t);
            for (const auto& r : c.retenciones) agregar(retenciones, {r.impuesto, "", 0}, r);
        }
        Entero total_traslados = 0;
        Entero total_retenciones = 0;
        bool con_importe = false;
        std::map<LlaveImpuesto, int> vistos;
        for (const auto& r : c_.retenciones) {
            const LlaveImpuesto llave{r.impuesto, "", 0};
            total_retenciones = suma(total_retenciones, micros_de(r.importe));
            if (++vistos[llave] > 1) v_.hallar(Falla::retencion_repetida, *r.nodo);
            const auto esperado = cercano(retenciones[llave].importe, unidad_);
            if (micros_de(r.importe) != esperado) difiere(Falla::retencion_no_cuadra, r.nodo, "Importe", esperado);
        }
        falta_alguno(retenciones, vistos);
        vistos.clear();
        for (const auto& t : c_.traslados) {
            const auto llave = llave_de(t);
            const auto& esperado = traslados[llave];
            total_traslados = suma(total_traslados, micros_de(t.importe));
            con_importe = con_importe || t.importe.has_value();
            if (++vistos[llave] > 1) v_.hallar(Falla::traslado_repetido, *t.nodo);
            if (t.base && micros_de(t.base) != cercano(esperado.base, unidad_))
                difiere(Falla::traslado_base_no_cuadra, t.nodo, "Base", cercano(esperado.base, unidad_));
            if (micros_de(t.importe) != cercano(esperado.importe, unidad_))
                difiere(Falla::traslado_no_cuadra, t.nodo, "Importe", cercano(esperado.importe, unidad_));
        }
        // In 3.3 what is exempt had no place in the summary.
        if (c_.version == "3.3") std::erase_if(traslados, [](const auto& t) { return std::get<1>(t.first) == "Exento"; });
        falta_alguno(traslados, vistos);
        if (c_.impuestos == nullptr) return;
        if (micros_de(c_.totalRetenidos) != total_retenciones || (!c_.retenciones.empty() && !c_.totalRetenidos))
            difiere(Falla::total_retenidos_no_cuadra, c_.impuestos, "TotalImpuestosRetenidos", total_retenciones);
        if (micros_de(c_.totalTrasladados) != total_traslados || (con_importe && !c_.totalTrasladados))
            difiere(Falla::total_trasladados_no_cuadra, c_.impuestos, "TotalImpuestosTrasladados", total_traslados);
    }
    static void agregar(std::map<LlaveImpuesto, SumaImpuesto>& sumas, const LlaveImpuesto& llave, const ImpuestoCfdi& i) {
        auto& s = sumas[llave];
        s.base = suma(s.base, micros_de(i.base));
        s.importe = suma(s.importe, micros_de(i.importe));
        if (s.nodo == nullptr) s.nodo = i.nodo;
    }
    void falta_alguno(const std::map<LlaveImpuesto, SumaImpuesto>& sumas, const std::map<LlaveImpuesto, int>& vistos) {
        for (const auto& [llave, s] : sumas)
            if (s.nodo != nullptr && !vistos.contains(llave)) v_.hallar(Falla::impuesto_sin_resumen, *s.nodo);
    }

    void de_total() {
        Entero locales = 0;
        for (const auto& l : c_.locales) {
            Entero mas = 0;
            Entero menos = 0;
            for (const auto& t : l.traslados) mas = suma(mas, micros_de(t.importe));
            for (const auto& r : l.retenciones) menos = suma(menos, micros_de(r.importe));
            if (micros_de(l.totalTraslados) != mas) difiere(Falla::locales_no_cuadran, l.nodo, "TotaldeTraslados", mas);
            if (micros_de(l.totalRetenciones) != menos) difiere(Falla::locales_no_cuadran, l.nodo, "TotaldeRetenciones", menos);
            locales = suma(locales, micros_de(l.totalTraslados) - micros_de(l.totalRetenciones));
        }
        if (!c_.total || !c_.subTotal) return;
        const auto esperado = micros_de(c_.subTotal) - micros_de(c_.descuento) + micros_de(c_.totalTrasladados) -
                              micros_de(c_.totalRetenidos) + locales;
        if (micros_de(c_.total) != esperado) difiere(Falla::total_no_cuadra, c_.nodo, "Total", esperado);
    }

    const Cfdi& c_;
    Veredicto& v_;
    int decimales_;
    Entero unidad_;  // of the currency, in millionths
};

}  // namespace

// Figures in ten millionths, so that half of a printed place is whole; their product in 10^-14.
LimitesImpresos limites_de_importe(Impreso<Cantidad> cantidad, Impreso<Precio> precio, int decimales) {
    const Entero c = static_cast<Entero>(cantidad.valor.micros()) * 10;
    const Entero p = static_cast<Entero>(precio.valor.micros()) * 10;
    const auto mc = media_unidad(cantidad.decimales);
    const auto mp = media_unidad(precio.decimales);
    const auto unidad = potencia(14 - std::clamp(decimales, 0, mas_decimales));
    return {abajo(producto(c - mc, p - mp), unidad) / potencia(8), arriba(producto(c + mc, p + mp), unidad) / potencia(8)};
}

LimitesImpresos limites_de_impuesto(Impreso<Importe> base, Tasa tasa, int decimales) {
    const Entero b = static_cast<Entero>(base.valor.micros()) * 10;
    const auto mb = media_unidad(base.decimales);
    const auto unidad = potencia(13 - std::clamp(decimales, 0, mas_decimales));
    return {abajo(producto(b - mb, tasa.micros()), unidad) / potencia(7),
            arriba(producto(b + mb, tasa.micros()), unidad) / potencia(7)};
}

void revisar_aritmetica(const Cfdi& c, const Esquema& esquema, Veredicto& v) {
    Cuentas{c, esquema, v}.todo();
    revisar_pagos(c, v);
    v.hecho(Paso::aritmetica);
}

}  // namespace cacao::fiscal
