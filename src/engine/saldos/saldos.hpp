#pragma once
// What documents still have open, and the sums of it kept per contact.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "engine/tipos/naturaleza.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

struct SaldoAbierto {
    std::int64_t transaccionId = 0;
    Naturaleza naturaleza{};
    std::int64_t entidadId = 0;
    Fecha fecha;
    Fecha vencimiento;
    std::string moneda;
    std::int64_t cuentaId = 0;  // the control account that carries it
    Importe total;
    Importe totalLocal;
};

// A document's balance begins at its total.
void abrir_saldo(Context& ctx, const SaldoAbierto& saldo);

// What is open of a document; 0 where it has no such balance.
Importe saldo_de(db::Reader& tx, std::int64_t transaccionId, Naturaleza naturaleza);

// The first day from `desde` on since which a balance has held `importe` on every day: what is taken from it on an earlier one
// would have been used twice. Nothing if it does not hold it now.
std::optional<Fecha> disponible_desde(db::Reader& tx, std::int64_t transaccionId, Naturaleza naturaleza, Importe importe,
                                      Fecha desde);
// The same for a credit of a document. What it takes off beyond what is open was collected before, so nothing of it may have
// moved since.
Fecha acreditable_desde(db::Reader& tx, std::int64_t transaccionId, Naturaleza naturaleza, Importe importe, Fecha desde);
// How a date that is too early says which one is not.
std::string datos_desde(Fecha desde);

// Where a balance stands that was open from a day to the one before `cambio`: of those days, the one that the greatest power of
// two divides, or 0 if there was none. All such stretches that hold a day stand at one of its `nodos_hacia`.
std::int64_t nodo_de(Fecha desde, Fecha cambio);
// On the way to a day, those up to it and those after it.
struct Nodos {
    std::vector<std::int64_t> antes;
    std::vector<std::int64_t> despues;
};
Nodos nodos_hacia(Fecha dia);

// Adds to what is kept of a contact, now and by lapses of days (engine/entorno/conteos.hpp): `dia` is when it changed. Late in
// the transaction: these are rows that others want as well.
void sumar_saldo_contacto(Context& ctx, std::int64_t entidadId, Naturaleza naturaleza, std::string_view moneda, Fecha dia,
                          Importe importe, Importe local);

// One side of an assignment: whose, in what, and the carrying value that left its balance.
struct LadoAsignado {
    std::int64_t entidadId = 0;
    std::string_view moneda;
    Importe local;
};
// Keeps an assignment, made or undone, where it changes the account of a contact, so that its statement finds it by the day.
// Between two documents of a contact at one value it changes nothing, and is not kept.
void anotar_asignacion(Context& ctx, std::int64_t aplicacionId, Fecha dia, bool deshecha, const LadoAsignado& pago,
                       const LadoAsignado& documento);

}  // namespace cacao::engine
