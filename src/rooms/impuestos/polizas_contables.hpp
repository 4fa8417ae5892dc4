#pragma once
// The entries of a month as the authority asks for them: each with its rows, the fiscal documents behind it and how money moved.
// Read page by page, day by day: a month costs what a page does.

#include "base/decimal.hpp"
#include "base/fecha.hpp"
#include "base/function_ref.hpp"
#include "db/db.hpp"
#include "rooms/impuestos/xml_contable.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cacao::contable {

struct AsientoDelMes {
    std::string codigo;
    std::string nombre;
    std::int64_t cuentaId = 0;
    std::int64_t entidadId = 0;
    Importe cargo;
    Importe abono;
};

// A fiscal document: national by its folio, foreign by its number.
struct ComprobanteDelMes {
    std::string uuid;
    std::string numero;  // abroad
    std::string rfc;
    Importe total;
    std::string moneda;
    Precio tipoCambio;
};

enum class MedioDePago : std::uint8_t { ninguno, cheque, transferencia, otro };

struct PagoDelMes {
    MedioDePago medio = MedioDePago::ninguno;
    std::string metodo;  // of c_MetPagos
    std::string numero;  // of a cheque
    std::string cuentaOrigen, bancoOrigen, bancoOrigenNombre;
    std::string cuentaDestino, bancoDestino, bancoDestinoNombre;
    std::string beneficiario;
    std::string rfc;
    Importe total;
    std::string moneda;
    Precio tipoCambio;
    std::int64_t cuentaId = 0;  // whose row it stands at
};

struct PolizaDelMes {
    std::int64_t polizaId = 0;
    std::string numero;  // that tells it from all others
    Fecha fecha;
    std::string concepto;
    std::string moneda_local;
    std::vector<AsientoDelMes> asientos;
    std::vector<ComprobanteDelMes> comprobantes;
    PagoDelMes pago;
};

// In order of day and number. Entries that close a year are of no month.
void recorrer_polizas(db::Reader& tx, std::int64_t periodo, FunctionRef<void(const PolizaDelMes&)> una);

struct MovimientoDeCuenta {
    Fecha fecha;
    std::string numero;
    std::string concepto;
    Importe cargo;
    Importe abono;
};
void recorrer_cuenta(db::Reader& tx, std::int64_t periodo, std::int64_t cuentaId,
                     FunctionRef<void(const MovimientoDeCuenta&)> uno);

void escribir_poliza(const PolizaDelMes& p, XmlContable& xml);
void escribir_folios(const PolizaDelMes& p, XmlContable& xml);

std::string dos_decimales(Importe i);

}  // namespace cacao::contable
