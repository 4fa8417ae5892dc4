#pragma once
// What of an entry moved cash and what did not: said once, for the statement of cash flows by either method. See decision 94.

#include "engine/libros/flujo_efectivo.hpp"
#include "rooms/contabilidad/catalogos/formato_lineas.hpp"

#include <map>
#include <optional>
#include <vector>

namespace cacao {

// Of which figure of the statement a part of a row is taken, or to which it is added: of what moved cash, of what a balance
// changed by, or of what the result has and moved no cash.
enum class ParteFlujo { efectivo, saldo, sinEfectivo };
DESCRIBE_ENUM(ParteFlujo, efectivo, saldo, sinEfectivo)

namespace flujo {

enum class Actividad { operacion, inversion, financiamiento, cambiaria };

// What the statement of cash asks of an account: by the layout of the standard, whatever layout is shown.
struct ClaseDeCuenta {
    Actividad actividad{};
    bool resultado = false;
    bool efectivo = false;

    bool de_operacion() const { return actividad == Actividad::operacion; }
    // Exchange differences of the result: operating ones, except for what they made of cash.
    bool diferencia() const { return actividad == Actividad::cambiaria && resultado; }
    // What operating activities do not show: investing and financing.
    bool ajena() const { return !de_operacion() && !diferencia(); }
};
ClaseDeCuenta clase_de(const CuentaDeFormato& cuenta);
using Clases = std::map<std::int64_t, ClaseDeCuenta>;
Clases clases_de(const std::map<std::int64_t, CuentaDeFormato>& cuentas);

// A row of one entry, debit positive.
struct Renglon {
    Importe importe;
    ClaseDeCuenta clase;
};
// … and what becomes of it.
struct Reparto {
    Importe efectivo;     // what of it is matched with cash; of cash itself nothing
    Importe fuera;        // what of a balance of operating activities belongs to investing or financing that moved no cash
    Importe sinEfectivo;  // what adjusts the result

    friend bool operator==(const Reparto&, const Reparto&) = default;
};
// Splits an entry that balances, so that for its rows together
//     matched with cash = what cash changed by, with its sign turned, and
//     results + sinEfectivo + (operating balances - fuera) = what of operating rows is matched with cash
// where results of investing and financing are taken out whole (they are shown as what they paid), and what exchange differences
// made of cash is too. `al_reves`: the entry takes another one back, and is split as that one was.
std::vector<Reparto> repartir(const std::vector<Renglon>& renglones, bool al_reves);

// A part of a row that the sums of months do not tell: to be added to `parte` of its account. Debit positive.
struct Parte {
    engine::AsientoDeFlujo asiento;
    ParteFlujo parte{};
    Importe importe;
};

struct Partes {
    std::vector<Parte> partes;                       // in order of day, entry and row
    std::vector<engine::AsientoDeFlujo> revaluados;  // rows that revaluations have beside cash, in entries that move it
    Importe efectivo_revaluado;                      // what they made of cash
};
// Of the entries of those days of which the months do not tell enough. `p` filters by branch and project: entries are split as a
// whole, and rows are taken out afterwards. `directo`: what moves cash alone.
Partes leer_partes(db::Reader& tx, const engine::BalanzaPedida& p, const Clases& clases, bool directo);

}  // namespace flujo
}  // namespace cacao
