#pragma once
// Opening balances one by one: what a customer or supplier brings open, and what lies in a bank or cash. Tables of them come by
// `cacao import saldos`; the trial balance is a journal entry, stock an initial movement.

#include "api/operations.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <string>

namespace cacao {

enum class ClaseSaldoInicial { cliente, proveedor, banco };
DESCRIBE_ENUM(ClaseSaldoInicial, cliente, proveedor, banco)

struct SaldoInicialNuevo {
    ClaseSaldoInicial tipo{};
    Fecha fecha;
    std::optional<IdOpcional> sucursalId;
    std::optional<Id> entidadId;
    std::optional<Texto<60, 1>> referencia;
    std::optional<Fecha> vencimiento;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Id> cuentaBancariaId;
    std::optional<Precio> tipoCambio;
    Importe importe;
    std::optional<NoNegativo<Importe>> iva;
    std::optional<NoNegativo<Tasa>> tasaIva;
};
DESCRIBE_STRUCT(SaldoInicialNuevo, (),
                (tipo, fecha, sucursalId, entidadId, referencia, vencimiento, moneda, cuentaBancariaId, tipoCambio, importe, iva,
                 tasaIva))

engine::DocumentoCreado crear_saldo_inicial(Context&, const SaldoInicialNuevo&);
engine::Cancelado cancelar_saldo_inicial(Context&, const engine::CancelacionPedida&);

void register_saldo_inicial(api::Operations& ops);

}  // namespace cacao
