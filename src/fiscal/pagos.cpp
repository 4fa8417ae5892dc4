#include "fiscal/pagos.hpp"

#include "fiscal/aritmetica.hpp"
#include "fiscal/exacto.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace cacao::fiscal {
namespace {

constexpr int decimales_equivalencia = 10;

using LlavePago = std::tuple<std::string, std::string, std::int64_t>;
struct SumaPago {
    Entero base = 0;  // in 10^-12
    Entero importe = 0;
    int documentos = 0;
    bool convertida = false;
};

LlavePago llave_de_pago(const ImpuestoCfdi& i, bool retencion) {
    if (retencion) return {i.impuesto, "", 0};
    return {i.impuesto, i.tipoFactor, i.tasaOCuota ? i.tasaOCuota->valor.micros() : -1};
}

Entero micros_del(const ImporteImpreso& i) { return i ? i->valor.micros() : 0; }

// The totals in pesos: the attribute, whether of a base, the tax, the factor and the rate.
struct TotalEnPesos {
    std::string_view atributo;
    bool retencion, base;
    std::string_view impuesto, factor;
    std::int64_t tasa;
};
constexpr std::array<TotalEnPesos, 10> totales_de_pagos{{
    {"TotalRetencionesIVA", true, false, "002", "", 0},
    {"TotalRetencionesISR", true, false, "001", "", 0},
    {"TotalRetencionesIEPS", true, false, "003", "", 0},
    {"TotalTrasladosBaseIVA16", false, true, "002", "Tasa", 160'000},
    {"TotalTrasladosImpuestoIVA16", false, false, "002", "Tasa", 160'000},
    {"TotalTrasladosBaseIVA8", false, true, "002", "Tasa", 80'000},
    {"TotalTrasladosImpuestoIVA8", false, false, "002", "Tasa", 80'000},
    {"TotalTrasladosBaseIVA0", false, true, "002", "Tasa", 0},
    {"TotalTrasladosImpuestoIVA0", false, false, "002", "Tasa", 0},
    {"TotalTrasladosBaseIVAExento", false, true, "002", "Exento", -1},
}};

// Rounded payment by payment, as the authority does, or once: both were accepted.
struct EnPesos {
    Entero por_pago = 0;
    Entero junto = 0;  // in 10^-12
    bool alguno = false;
    void agregar(Entero micros, Entero cambio) {
        const auto exacto = producto(micros, cambio);
        por_pago = suma(por_pago, cercano(exacto, potencia(10)));
        junto = suma(junto, exacto);
        alguno = true;
    }
    Entero redondeado() const { return cercano(junto, potencia(10)); }
    bool es(Entero micros) const {
        const auto dice = producto(micros, potencia(6));
        return dice == por_pago || dice == redondeado();
    }
};
struct TodosEnPesos {
    EnPesos monto;
    std::array<EnPesos, totales_de_pagos.size()> cada_uno{};
};
TodosEnPesos en_pesos(const PagosCfdi& pagos) {
    TodosEnPesos todos;
    for (const auto& pago : pagos.pagos) {
        const auto cambio = pago.tipoCambio.empty() ? potencia(6) : leer_exacto(pago.tipoCambio, 6);
        if (cambio == 0) throw Desborde{};
        todos.monto.agregar(micros_del(pago.monto), cambio);
        for (std::size_t t = 0; t < todos.cada_uno.size(); ++t) {
            const auto& total = totales_de_pagos[t];
            for (const auto& i : total.retencion ? pago.retenciones : pago.traslados) {
                const auto llave = llave_de_pago(i, total.retencion);
                if (llave == LlavePago{total.impuesto, total.factor, total.tasa})
                    todos.cada_uno[t].agregar(micros_del(total.base ? i.base : i.importe), cambio);
            }
        }
    }
    return todos;
}

// In 10^-10; one where the document does not say.
Entero equivalencia(const DocumentoPagado& d) {
    const auto leida = leer_exacto(d.equivalencia, decimales_equivalencia);
    return leida == 0 ? potencia(decimales_equivalencia) : leida;
}
// A figure of a document in the currency of the payment, in 10^-12.
Entero en_moneda_del_pago(const ImporteImpreso& i, Entero por_unidad) {
    return producto(micros_del(i), potencia(16)) / por_unidad;
}

class CuentasDePagos {
public:
    CuentasDePagos(const PagosCfdi& pagos, Veredicto& v) : p_(pagos), v_(v) {}

    void todo() {
        for (const auto& pago : p_.pagos) {
            cuenta(v_, pago.nodo, [&] { saldos(pago); });
            cuenta(v_, pago.nodo, [&] { impuestos(pago); });
        }
        if (p_.totales != nullptr) cuenta(v_, p_.totales, [&] { totales(); });
    }

private:
    void saldos(const PagoCfdi& pago) {
        Entero pagado = 0;  // the least that it may be in the currency of the payment, in 10^-12
        for (const auto& d : pago.documentos) {
            if (d.saldoAnterior && d.pagado && d.saldoInsoluto) {
                const auto esperado = micros_del(d.saldoAnterior) - micros_del(d.pagado);
                if (esperado != micros_del(d.saldoInsoluto))
                    v_.hallar(Falla::pago_saldo_insoluto, *d.nodo, "ImpSaldoInsoluto",
                              "se esperaba " + texto_de_micros(esperado));
            }
            const auto e = equivalencia(d);
            if (e == potencia(decimales_equivalencia)) {
                pagado = suma(pagado, producto(micros_del(d.pagado), potencia(6)));
                continue;
            }
            // A figure of another currency stands for anything that would be printed the same, and so does the rate.
            const int decimales = d.pagado ? std::clamp(d.pagado->decimales, 0, 6) : 6;
            const auto punto = d.equivalencia.find('.');
            const int de_tasa = punto == std::string::npos
                                    ? 0
                                    : std::min(static_cast<int>(d.equivalencia.size() - punto - 1), decimales_equivalencia);
            const auto menos = micros_del(d.pagado) * 10 - 5 * potencia(6 - decimales);
            const auto mas = e * 10 + 5 * potencia(decimales_equivalencia - de_tasa);
            pagado = suma(pagado, producto(menos, potencia(16)) / mas);
        }
        if (pago.monto && pagado > producto(micros_del(pago.monto), potencia(6)))
            v_.hallar(Falla::pago_monto, *pago.nodo, "Monto",
                      "al menos " + texto_de_micros(arriba(pagado, potencia(6)) / potencia(6)));
    }

    void impuestos(const PagoCfdi& pago) {
        for (const auto& d : pago.documentos) {
            for (const auto& t : d.traslados) de_documento(t);
            for (const auto& r : d.retenciones) de_documento(r);
        }
        comparar_impuestos(pago, false);
        comparar_impuestos(pago, true);
    }
    void de_documento(const ImpuestoCfdi& i) {
        if (!i.base || !i.tasaOCuota || !i.importe) return;
        const auto limites = limites_de_impuesto(*i.base, i.tasaOCuota->valor, i.importe->decimales);
        if (micros_del(i.importe) < limites.minimo || micros_del(i.importe) > limites.maximo)
            v_.hallar(Falla::pago_impuesto_documento, *i.nodo, "ImporteDR",
                      "de " + texto_de_micros(limites.minimo) + " a " + texto_de_micros(limites.maximo));
    }
    void comparar_impuestos(const PagoCfdi& pago, bool retencion) {
        std::map<LlavePago, SumaPago> sumas;
        for (const auto& d : pago.documentos) {
            const auto e = equivalencia(d);
            for (const auto& i : retencion ? d.retenciones : d.traslados) {
                auto& s = sumas[llave_de_pago(i, retencion)];
                s.base = suma(s.base, en_moneda_del_pago(i.base, e));
                s.importe = suma(s.importe, en_moneda_del_pago(i.importe, e));
                s.convertida = s.convertida || e != potencia(decimales_equivalencia);
                ++s.documentos;
            }
        }
        for (const auto& i : retencion ? pago.retenciones : pago.traslados) {
            const auto s = sumas.extract(llave_de_pago(i, retencion));
            const auto esperada = s.empty() ? SumaPago{} : s.mapped();
            if (!retencion) comparar_impuesto(i, i.base, esperada.base, esperada, "BaseP");
            comparar_impuesto(i, i.importe, esperada.importe, esperada, "ImporteP");
        }
        // Version 1.0 had taxes of a payment, and none of its documents.
        for (const auto& [llave, s] : sumas)
            v_.hallar_hijo(Falla::pago_impuestos, *pago.nodo, "pago20:ImpuestosP", std::get<0>(llave) + ' ' + std::get<1>(llave));
    }
    // Up to a unit of the last printed place away: cut off or rounded. Where each document was converted by itself, a millionth
    // more for each.
    void comparar_impuesto(const ImpuestoCfdi& i, const ImporteImpreso& dice, Entero esperado, const SumaPago& s,
                           std::string_view atributo) {
        if (!dice || p_.version == "1.0") return;
        const auto impreso = potencia(12 - std::clamp(dice->decimales, 0, 6));
        const auto lejos = absoluto(producto(micros_del(dice), potencia(6)) - esperado);
        if (lejos >= impreso && !(s.convertida && lejos <= producto(s.documentos, potencia(6))))
            v_.hallar(Falla::pago_impuestos, *i.nodo, atributo,
                      "se esperaba " + texto_de_micros(cercano(esperado, potencia(6)) / potencia(6)));
    }

    void totales() {
        const auto suyos = en_pesos(p_);
        comparar_total("MontoTotalPagos", suyos.monto);
        for (std::size_t t = 0; t < suyos.cada_uno.size(); ++t) comparar_total(totales_de_pagos[t].atributo, suyos.cada_uno[t]);
    }
    void comparar_total(std::string_view atributo, const EnPesos& total) {
        const bool dice = p_.totales->tiene(atributo);
        if (!dice && total.por_pago == 0) return;
        if (dice && total.es(leer_exacto(p_.totales->valor(atributo), 6))) return;
        v_.hallar(Falla::pago_totales, *p_.totales, atributo, "se esperaba " + texto_de_micros(total.por_pago / potencia(6)));
    }

    const PagosCfdi& p_;
    Veredicto& v_;
};

// One of each tax, factor and rate that is transferred, one of each tax that is withheld, in the order of the documents.
std::vector<ImpuestoCfdi> impuestos_del_pago(const PagoCfdi& pago, bool retencion) {
    std::vector<std::pair<LlavePago, SumaPago>> sumas;
    std::vector<ImpuestoCfdi> lista;
    for (const auto& d : pago.documentos) {
        const auto e = equivalencia(d);
        for (const auto& i : retencion ? d.retenciones : d.traslados) {
            const auto llave = llave_de_pago(i, retencion);
            auto esta = std::ranges::find(sumas, llave, [](const auto& s) { return s.first; });
            if (esta == sumas.end()) {
                esta = sumas.insert(esta, {llave, {}});
                lista.push_back(retencion ? ImpuestoCfdi{.impuesto = i.impuesto, .importe = i.importe} : i);
            }
            esta->second.base = suma(esta->second.base, en_moneda_del_pago(i.base, e));
            esta->second.importe = suma(esta->second.importe, en_moneda_del_pago(i.importe, e));
        }
    }
    const auto impresa = [](Entero picos) {
        const auto micros = cercano(picos, potencia(6)) / potencia(6);
        if (micros > std::numeric_limits<std::int64_t>::max()) throw Desborde{};
        return Impreso<Importe>{Importe::de_micros(static_cast<std::int64_t>(micros)), 6};
    };
    for (std::size_t i = 0; i < lista.size(); ++i) {
        lista[i].nodo = nullptr;
        if (!retencion) lista[i].base = impresa(sumas[i].second.base);
        if (lista[i].importe) lista[i].importe = impresa(sumas[i].second.importe);
    }
    return lista;
}

}  // namespace

void sumar_pagos(PagosCfdi& pagos) {
    for (auto& pago : pagos.pagos) {
        pago.traslados = impuestos_del_pago(pago, false);
        pago.retenciones = impuestos_del_pago(pago, true);
    }
    pagos.enPesos.clear();
    const auto todos = en_pesos(pagos);
    const auto poner = [&](std::string_view nombre, const EnPesos& total) {
        const auto micros = total.redondeado() / potencia(6);
        if (micros > std::numeric_limits<std::int64_t>::max()) throw Desborde{};
        pagos.enPesos.push_back(
            {std::string{nombre}, Impreso<Importe>{Importe::de_micros(static_cast<std::int64_t>(micros)), 2}});
    };
    for (std::size_t t = 0; t < todos.cada_uno.size(); ++t)
        if (todos.cada_uno[t].alguno) poner(totales_de_pagos[t].atributo, todos.cada_uno[t]);
    poner("MontoTotalPagos", todos.monto);
}

void revisar_pagos(const Cfdi& c, Veredicto& v) {
    for (const auto& p : c.pagos) CuentasDePagos{p, v}.todo();
}

}  // namespace cacao::fiscal
