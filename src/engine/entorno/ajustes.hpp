#pragma once
// What the organization settled once for all its documents.

#include "base/decimal.hpp"
#include "db/db.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace cacao::engine {

struct Ajustes {
    std::string moneda;
    int decimales = 2;
    bool existenciaNegativa = false;
    bool pagoDeTerceros = false;
    bool limiteCreditoEstricto = false;
    std::string rfc;            // of the organization
    std::string regimenFiscal;  // the same; may be empty
    Tasa ivaNoAcreditable;      // share of the VAT paid that is cost, where a concept or product says nothing else
    bool iepsAlCosto = false;   // so is the IEPS paid
    bool conMargen = false;     // some price list has a minimum
    bool autorizaQuienSolicita = false;
    bool creditoConPedidos = false;  // open orders count against a customer's limit
    bool facturaSinEntrega = true;   // goods may be invoiced before they are delivered
    bool lotesPorCaducidad = false;  // what leaves without naming a lot takes those that expire first
    Importe ajusteSaldoMaximo;       // the greatest balance that may be written off as small
    // What purchases may differ from their order by (configuracionCompra).
    Tasa toleranciaRecepcion;
    Tasa toleranciaPrecio;
    bool facturaSinRecepcion = false;
    std::int64_t papeles = 0;  // which state of cuentaPapel (engine/tipos/cuentas.hpp)
};
DESCRIBE_STRUCT(Ajustes, (),
                (moneda, decimales, existenciaNegativa, pagoDeTerceros, limiteCreditoEstricto, rfc, regimenFiscal,
                 ivaNoAcreditable, iepsAlCosto, conMargen, autorizaQuienSolicita, creditoConPedidos, facturaSinEntrega,
                 lotesPorCaducidad, ajusteSaldoMaximo, toleranciaRecepcion, toleranciaPrecio, facturaSinRecepcion, papeles))

Ajustes leer_ajustes(db::Reader& tx);
// Asked for now, there after settle().
void pedir_ajustes(db::Reader& tx, std::optional<Ajustes>& ajustes);

}  // namespace cacao::engine
