#pragma once
// Movements of an own account against the lines of the bank's statement. What is reconciled does not change any more: its
// document cannot be cancelled and its line cannot be taken out until the reconciliation is undone.

#include "api/context.hpp"
#include "base/decimal.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace cacao::engine {

// Holds the reconciliation of an account until the transaction ends, alone or together with others that only need it to stand
// still (whoever cancels a document that moved it).
void retener_conciliacion(Context& ctx, std::int64_t cuentaBancariaId);
void mirar_conciliacion(Context& ctx, std::int64_t cuentaBancariaId);

// What a statement says of one movement. Stored as it is: whoever adds it has looked for its reference.
struct LineaDicha {
    std::string referenciaBanco;
    Fecha fecha;
    Importe importe;  // negative: money that left
    std::string descripcion;
    std::string referencia;
};
std::int64_t agregar_linea(Context& ctx, std::int64_t cuentaBancariaId, const LineaDicha& l);
// One that is not reconciled.
void retirar_linea(Context& ctx, std::int64_t cuentaBancariaId, std::int64_t lineaBancoId, const LineaDicha& l);

struct Conciliable {
    std::int64_t cuentaBancariaId = 0;
    std::span<const std::int64_t> polizas;  // of the movements: an entry moves an account once
    std::span<const std::int64_t> lineas;
    Importe importe;  // of either side
    bool automatica = false;
};

// Takes both sides, which the caller found open and equal while holding the account. Gives the identifier.
std::int64_t conciliar(Context& ctx, const Conciliable& c);

// Opens both sides again.
void deshacer_conciliacion(Context& ctx, std::int64_t conciliacionId);

}  // namespace cacao::engine
