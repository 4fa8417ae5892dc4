#pragma once
// A row of a table of opening balances.

#include "command/importar.hpp"

namespace cacao::command {

enum class TipoSaldo { cuenta, cliente, proveedor, banco, existencia };
DESCRIBE_ENUM(TipoSaldo, cuenta, cliente, proveedor, banco, existencia)

struct SaldoDeTabla {
    TipoSaldo tipo{};
    Fecha fecha;
    std::optional<Texto<30>> sucursal;
    std::optional<Texto<30>> cuenta;  // of the chart; for a bank or cash, its own code
    std::optional<Importe> cargo;
    std::optional<Importe> abono;
    std::optional<Texto<30>> contacto;
    std::optional<Texto<60>> referencia;
    std::optional<Fecha> vencimiento;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Precio> tipoCambio;
    std::optional<Importe> importe;
    std::optional<NoNegativo<Importe>> iva;
    std::optional<NoNegativo<Tasa>> tasaIva;
    std::optional<Texto<50>> producto;
    std::optional<Texto<30>> almacen;
    std::optional<Cantidad> cantidad;
    std::optional<NoNegativo<Precio>> costoUnitario;
    std::optional<Texto<60>> lote;
    std::optional<Fecha> caducidad;
    std::optional<Lista<Texto<130, 1>, 10000>> series;
};
DESCRIBE_STRUCT(SaldoDeTabla, (),
                (tipo, fecha, sucursal, cuenta, cargo, abono, contacto, referencia, vencimiento, moneda, tipoCambio, importe, iva,
                 tasaIva, producto, almacen, cantidad, costoUnitario, lote, caducidad, series))

std::unique_ptr<Importador> importador_saldos();

}  // namespace cacao::command
