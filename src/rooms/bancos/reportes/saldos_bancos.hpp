#pragma once
// What own accounts hold, and what moved them.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"
#include "rooms/bancos/catalogos/cuenta_propia.hpp"

#include <vector>

namespace cacao {

struct SaldosBancosPedidos {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> cuentaBancariaId;
    std::optional<bool> conMovimientos;
};
DESCRIBE_STRUCT(SaldosBancosPedidos, (), (fechaInicial, fechaFinal, cuentaBancariaId, conMovimientos))

struct MovimientoBanco {
    Fecha fecha;
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::string referencia;
    Importe ingreso;
    Importe egreso;
    Importe saldo;
    bool conciliado{};
};
DESCRIBE_STRUCT(MovimientoBanco, (), (fecha, transaccionId, tipoDocumento, folio, referencia, ingreso, egreso, saldo, conciliado))

struct SaldoBanco {
    std::int64_t cuentaBancariaId{};
    std::string codigo;
    std::string cuenta;
    Nombrado<TipoCuentaPropia> tipo;
    std::string moneda;
    Importe saldoInicial;
    Importe ingresos;
    Importe egresos;
    Importe saldoFinal;
    Importe conciliado;                      // of the final balance, what the bank has confirmed
    Importe enTransito;                      // … and what it has not
    Importe depositosEnTransito;             // of it, what came in
    Importe egresosEnTransito;               // … and cheques and the like that went out
    Importe saldoEstadoCuenta;               // what the lines of the bank add up to
    std::optional<Fecha> fechaEstadoCuenta;  // the day of the last one
    Importe saldoContable;                   // of its account in the books, in the organization's currency
    Importe diferencia;  // between the books and the accounts that share it; not 0: somebody posted there by hand
    std::vector<MovimientoBanco> movimientos;
};
DESCRIBE_STRUCT(SaldoBanco, (),
                (cuentaBancariaId, codigo, cuenta, tipo, moneda, saldoInicial, ingresos, egresos, saldoFinal, conciliado,
                 enTransito, depositosEnTransito, egresosEnTransito, saldoEstadoCuenta, fechaEstadoCuenta, saldoContable,
                 diferencia, movimientos))

struct SaldosBancos {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::vector<SaldoBanco> cuentas;
};
DESCRIBE_STRUCT(SaldosBancos, (), (fechaInicial, fechaFinal, cuentas))

SaldosBancos consultar_saldos_bancos(const Context&, const SaldosBancosPedidos&);

void register_saldos_bancos(api::Operations& ops);

}  // namespace cacao
