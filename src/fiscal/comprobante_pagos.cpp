#include "fiscal/exacto.hpp"
#include "fiscal/pagos.hpp"

#include <algorithm>
#include <limits>

namespace cacao::fiscal {
namespace {

constexpr int decimales_de_impuesto = 6;
constexpr int mas_decimales_de_equivalencia = 10;

std::int64_t como_micros(Entero micros) {
    if (micros < 0 || micros > std::numeric_limits<std::int64_t>::max()) throw Desborde{};
    return static_cast<std::int64_t>(micros);
}

// Half up.
Entero cociente(Entero dividendo, Entero divisor) { return cercano(dividendo, divisor) / divisor; }

class ArmadorDePagos {
public:
    ArmadorDePagos(const Esquema& esquema, std::vector<Hallazgo>& hallazgos) : esquema_(esquema), hallazgos_(hallazgos) {}

    PagosCfdi todos(std::span<const PagoDado> pagos) {
        PagosCfdi p;
        p.version = "2.0";
        for (std::size_t i = 0; i < pagos.size(); ++i) {
            donde_ = "/cfdi:Comprobante/cfdi:Complemento/pago20:Pagos/pago20:Pago" + lugar(i, pagos.size());
            p.pagos.push_back(pago(pagos[i]));
        }
        if (!hallazgos_.empty()) return p;
        try {
            sumar_pagos(p);
        } catch (const Desborde&) {
            donde_ = "/cfdi:Comprobante/cfdi:Complemento/pago20:Pagos/pago20:Totales";
            hallar(Falla::cifra_no_verificada, "");
        }
        return p;
    }

private:
    static std::string lugar(std::size_t i, std::size_t cuantos) { return cuantos > 1 ? '[' + std::to_string(i + 1) + ']' : ""; }
    void hallar(Falla falla, std::string_view atributo, std::string detalle = {}) {
        hallazgos_.push_back({falla, donde_ + std::string{atributo}, std::move(detalle), std::string{clave_sat(falla)}});
    }
    bool es_de_moneda(Importe i, const std::string& moneda, std::string_view atributo) {
        const int decimales = esquema_.decimales(moneda);
        if (i < Importe{}) hallar(Falla::valor_no_valido, atributo, i.texto());
        else if (i.redondeado(decimales) != i) hallar(Falla::decimales_de_mas, atributo, i.texto());
        else return true;
        return false;
    }
    ImporteImpreso de_moneda(Importe i, const std::string& moneda) const {
        return Impreso<Importe>{i, esquema_.decimales(moneda)};
    }

    PagoCfdi pago(const PagoDado& p) {
        PagoCfdi mio;
        mio.fecha = p.fecha;
        mio.formaDePago = p.formaDePago;
        mio.moneda = p.moneda;
        mio.tipoCambio = p.moneda == "MXN" ? "1" : p.tipoCambio;
        mio.cuentas = p.cuentas;
        if (leer_exacto(mio.tipoCambio, 6) == 0) hallar(Falla::pago_tipo_cambio, "/@TipoCambioP", mio.tipoCambio);
        if (!es_de_moneda(p.monto, p.moneda, "/@Monto")) return mio;
        mio.monto = de_moneda(p.monto, p.moneda);
        const auto este_pago = donde_;
        for (std::size_t i = 0; i < p.documentos.size(); ++i) {
            donde_ = este_pago + "/pago20:DoctoRelacionado" + lugar(i, p.documentos.size());
            try {
                mio.documentos.push_back(documento(p.documentos[i], p.moneda));
            } catch (const Desborde&) {
                hallar(Falla::cifra_no_verificada, "");
            }
        }
        donde_ = este_pago;
        return mio;
    }

    DocumentoPagado documento(const DocumentoDado& d, const std::string& moneda_del_pago) {
        DocumentoPagado mio;
        mio.idDocumento = d.uuid;
        mio.serie = d.serie;
        mio.folio = d.folio;
        mio.moneda = d.moneda;
        mio.numParcialidad = std::to_string(d.parcialidad);
        mio.objetoImp = "01";
        if (!es_de_moneda(d.saldoAnterior, d.moneda, "/@ImpSaldoAnt") || !es_de_moneda(d.pagado, d.moneda, "/@ImpPagado"))
            return mio;
        if (d.pagado > d.saldoAnterior) {
            hallar(Falla::pago_saldo_insoluto, "/@ImpSaldoInsoluto", (d.saldoAnterior - d.pagado).texto());
            return mio;
        }
        mio.saldoAnterior = de_moneda(d.saldoAnterior, d.moneda);
        mio.pagado = de_moneda(d.pagado, d.moneda);
        mio.saldoInsoluto = de_moneda(d.saldoAnterior - d.pagado, d.moneda);
        mio.equivalencia = equivalencia_de(d, moneda_del_pago);
        impuestos(d, mio);
        if (!mio.traslados.empty() || !mio.retenciones.empty()) mio.objetoImp = "02";
        return mio;
    }
    // Units of the document for one of the payment; up, so that what the documents come to is never more than the payment.
    std::string equivalencia_de(const DocumentoDado& d, const std::string& moneda_del_pago) {
        if (d.moneda == moneda_del_pago) return "1";
        if (d.pagado <= Importe{} || d.aplicado <= Importe{}) {
            hallar(Falla::pago_equivalencia, "/@EquivalenciaDR");
            return {};
        }
        const auto una = potencia(mas_decimales_de_equivalencia);
        const auto picos = arriba(producto(d.pagado.micros(), una), d.aplicado.micros()) / d.aplicado.micros();
        auto fraccion = std::to_string(como_micros(picos % una));
        fraccion.insert(0, static_cast<std::size_t>(mas_decimales_de_equivalencia) - fraccion.size(), '0');
        return std::to_string(como_micros(picos / una)) + '.' + fraccion;
    }

    void impuestos(const DocumentoDado& d, DocumentoPagado& mio) {
        if (d.impuestos.empty()) return;
        if (d.total <= Importe{}) return hallar(Falla::pago_objeto_impuesto, "", d.total.texto());
        std::vector<ImpuestoDado> juntos;
        for (const auto& i : d.impuestos) {
            const auto este = std::ranges::find_if(juntos, [&](const ImpuestoDado& j) {
                return j.retencion == i.retencion && j.impuesto == i.impuesto && j.factor == i.factor && j.tasa == i.tasa;
            });
            if (este == juntos.end()) juntos.push_back(i);
            else este->base = Importe::de_micros(como_micros(suma(este->base.micros(), i.base.micros())));
        }
        for (const auto& i : juntos) {
            const auto base = cociente(producto(i.base.micros(), d.pagado.micros()), d.total.micros());
            if (base <= 0) continue;
            auto& uno = (i.retencion ? mio.retenciones : mio.traslados).emplace_back();
            uno.impuesto = i.impuesto;
            uno.tipoFactor = i.factor;
            uno.base = Impreso<Importe>{Importe::de_micros(como_micros(base)), decimales_de_impuesto};
            if (i.factor == "Exento") continue;
            uno.tasaOCuota = Impreso<Tasa>{i.tasa, decimales_de_impuesto};
            const auto importe = cociente(producto(base, i.tasa.micros()), potencia(6));
            uno.importe = Impreso<Importe>{Importe::de_micros(como_micros(importe)), decimales_de_impuesto};
        }
    }

    const Esquema& esquema_;
    std::vector<Hallazgo>& hallazgos_;
    std::string donde_;
};

}  // namespace

PagosCfdi armar_pagos(std::span<const PagoDado> pagos, const Esquema& esquema, std::vector<Hallazgo>& hallazgos) {
    return ArmadorDePagos{esquema, hallazgos}.todos(pagos);
}

}  // namespace cacao::fiscal
