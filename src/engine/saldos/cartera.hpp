#pragma once
// What was open on a day. A later payment, cancellation or unassignment does not change a past day: the balances of now are
// walked back over what happened to them since. A report costs what is open now and what was then, not the history before it nor
// the one after.

#include "base/decimal.hpp"
#include "base/fecha.hpp"
#include "db/db.hpp"
#include "engine/tipos/naturaleza.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cacao::engine {

struct Corte {
    Fecha dia;
    bool proveedores = false;  // what is owed to suppliers instead of by customers
    std::optional<std::int64_t> entidadId;
    std::optional<std::int64_t> sucursalId;
    std::optional<std::int64_t> proyectoId;
    std::optional<std::int64_t> vendedorId;
    std::optional<std::string> moneda;
};

struct SaldoAlCorte {
    std::int64_t transaccionId = 0;
    Naturaleza naturaleza{};
    std::int64_t entidadId = 0;
    std::string moneda;
    Fecha fecha;
    Fecha vencimiento;
    Importe total;
    Importe totalLocal;
    Importe saldo;
    Importe saldoLocal;  // carrying value
    std::string tipo;
    std::string serie;
    std::int64_t folio = 0;
    std::string uuid;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t vendedorId = 0;
    std::int64_t cuentaId = 0;  // that carries it
    Fecha cambio;               // the last one, also after the day
    bool a_favor() const { return engine::a_favor(naturaleza); }
};
DESCRIBE_STRUCT(SaldoAlCorte, (),
                (transaccionId, naturaleza, entidadId, moneda, fecha, vencimiento, total, totalLocal, saldo, saldoLocal, tipo,
                 serie, folio, uuid, sucursalId, proyectoId, vendedorId, cuentaId, cambio))

// Every document that had something open at the end of the day, by contact and due date.
std::vector<SaldoAlCorte> saldos_al_corte(db::Reader& tx, const Corte& corte);

// What the control accounts say of all of them at the end of the day, in the organization's currency: debit positive.
Importe control_al_corte(db::Reader& tx, Fecha dia, bool proveedores);

}  // namespace cacao::engine
