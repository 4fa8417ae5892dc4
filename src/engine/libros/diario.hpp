#pragma once
// The ledger: one entry (póliza) per event of a document, and the sums kept of it. Leaves are gathered, joined per account,
// checked and written at once; an entry that does not balance is a bug of ours and stores nothing.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "reflect/nombrado.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// What an entry tells of.
enum class EventoPoliza { registro, cancelacion, aplicacion, desaplicacion, ajuste };
DESCRIBE_ENUM(EventoPoliza, registro, cancelacion, aplicacion, desaplicacion, ajuste)

// What one account gets; positive is a debit.
struct Hoja {
    std::int64_t cuentaId = 0;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t entidadId = 0;  // of the contact, where the account controls balances of contacts
    Importe local;               // in the organization's currency
    Importe original;            // in `moneda`
    std::string moneda;
};

// Adds a leaf to those of one entry: what goes to the same account and place is one row.
void agregar_hoja(std::vector<Hoja>& hojas, Hoja hoja);

class Diario {
public:
    // `polizaId` 0: a fresh one.
    Diario(Context& ctx, std::int64_t transaccionId, std::string_view evento, Fecha fecha, std::int64_t periodo,
           std::int64_t polizaId = 0);

    std::int64_t polizaId() const { return polizaId_; }
    void agregar(Hoja hoja);
    // Money of an own account, in its currency and as it is posted; negative leaves.
    void mover_banco(std::int64_t cuentaBancariaId, Importe importe, Importe local);
    // Something happened that this entry must tell even if its leaves cancel out: stock answered values.
    void con_efecto() { vacio_ = false; }
    // Writes the entry, its rows, the kept sums of accounts, banks and what moved cash. Nothing when nothing was added.
    // `papeles`: Ajustes::papeles, or 0 where nobody read them.
    void asentar(std::int64_t papeles, std::int64_t revierteId = 0);

    const std::vector<Hoja>& hojas() const { return hojas_; }

private:
    struct Banco {
        std::int64_t cuentaBancariaId = 0;
        Importe importe;
        Importe local;
    };
    void sumar_cuentas();
    void sumar_flujo(std::int64_t papeles);
    void sumar_bancos();

    Context& ctx_;
    std::int64_t transaccionId_;
    std::string_view evento_;
    Fecha fecha_;
    std::int64_t periodo_;
    std::int64_t polizaId_;
    bool vacio_ = true;
    std::vector<Hoja> hojas_;
    std::vector<Banco> bancos_;
};

}  // namespace cacao::engine
