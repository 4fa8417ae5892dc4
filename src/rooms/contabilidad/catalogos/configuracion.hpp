#pragma once
// What an organization decided once about its books.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ConfiguracionContable {
    std::string moneda;                // in which the books are kept
    std::vector<std::string> monedas;  // in which documents may be made
    bool existenciaNegativa{};
    bool pagoDeTerceros{};
    bool limiteCreditoEstricto{};
    bool autorizaQuienSolicita{};  // a payment request, by whoever asked for it
    bool creditoConPedidos{};      // open orders count against a customer's limit
    bool facturaSinEntrega{};      // goods may be invoiced before they are delivered
    bool lotesPorCaducidad{};      // what leaves without naming a lot takes those that expire first
    Importe ajusteSaldoMaximo;     // the greatest balance that may be written off as small
    std::string regimenFiscal;     // of the organization, a key of c_RegimenFiscal, or nothing
    Tasa ivaNoAcreditable;         // share of the VAT paid that is cost, where a concept or product says nothing else
    bool iepsAlCosto{};            // so is the IEPS paid
    std::int64_t diasAdelanto{};   // how far ahead what moves books or goods may be dated
    std::int64_t version{};
};
DESCRIBE_STRUCT(ConfiguracionContable, (),
                (moneda, monedas, existenciaNegativa, pagoDeTerceros, limiteCreditoEstricto, autorizaQuienSolicita,
                 creditoConPedidos, facturaSinEntrega, lotesPorCaducidad, ajusteSaldoMaximo, regimenFiscal, ivaNoAcreditable,
                 iepsAlCosto, diasAdelanto, version))

// The switches are sent together; a list of currencies replaces the one before.
struct ConfiguracionContableCambio {
    std::optional<Texto<3, 3>> moneda;
    std::optional<Lista<Texto<3, 3>, 50, 1>> monedas;
    bool existenciaNegativa{};
    bool pagoDeTerceros{};
    bool limiteCreditoEstricto{};
    std::optional<bool> autorizaQuienSolicita;  // left out is unchanged
    std::optional<bool> creditoConPedidos;
    std::optional<bool> facturaSinEntrega;
    std::optional<bool> lotesPorCaducidad;
    std::optional<Importe> ajusteSaldoMaximo;  // the same
    std::optional<Texto<3>> regimenFiscal;
    std::optional<NoNegativo<Tasa>> ivaNoAcreditable;
    std::optional<bool> iepsAlCosto;
    std::optional<Entero<0, 3650>> diasAdelanto;
};
DESCRIBE_STRUCT(ConfiguracionContableCambio, (),
                (moneda, monedas, existenciaNegativa, pagoDeTerceros, limiteCreditoEstricto, autorizaQuienSolicita,
                 creditoConPedidos, facturaSinEntrega, lotesPorCaducidad, ajusteSaldoMaximo, regimenFiscal, ivaNoAcreditable,
                 iepsAlCosto, diasAdelanto))

ConfiguracionContable obtener_configuracion(const Context&);
ConfiguracionContable cambiar_configuracion(Context&, const ConfiguracionContableCambio&);

void register_configuracion(api::Operations&);

}  // namespace cacao
