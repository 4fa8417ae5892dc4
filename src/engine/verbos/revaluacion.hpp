#pragma once
// What is open in other currencies at the end of a month, at the rate of its last day. The difference to what it is booked at is
// posted to accounts that stand beside the control accounts and taken back on the next day (docs/decisions/0036): balances and
// what is gained or lost when they are paid know nothing of it.

#include "engine/emision/solicitud.hpp"
#include "engine/saldos/cartera.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/verbos/cancelar.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cacao::engine {

// The four natures of what contacts have open, and own accounts.
enum class ClaseRevaluada : std::uint8_t { cobrar, pagar, favorCliente, favorProveedor, banco };
DESCRIBE_ENUM(ClaseRevaluada, cobrar, pagar, favorCliente, favorProveedor, banco)

// What is ours; otherwise we owe it.
constexpr bool deudora(ClaseRevaluada c) { return c != ClaseRevaluada::pagar && c != ClaseRevaluada::favorCliente; }
// Where its balance stands in the books, own accounts aside, and where what a revaluation adds to it does.
Cuenta control_de(ClaseRevaluada clase);
Cuenta complementaria_de(ClaseRevaluada clase);

// A balance in another currency.
struct SaldoExtranjero {
    ClaseRevaluada clase{};
    std::int64_t transaccionId = 0;  // the document whose it is; 0 for an own account
    std::int64_t cuentaBancariaId = 0;
    std::int64_t entidadId = 0;
    std::string moneda;
    Importe saldo;
    Importe valorLibros;  // in the organization's currency
};

// Own accounts in other currencies at the end of a month: those that hold something, or are booked as if they did.
std::vector<SaldoExtranjero> bancos_extranjeros(db::Reader& tx, std::int64_t periodo, const std::string& local);
// Where balances stand in the books: advances on their own accounts, everything else on the control accounts. What is in
// somebody's favour there, as a credit that was not applied, takes off.
class LugarDeSaldos {
public:
    explicit LugarDeSaldos(db::Reader& tx);
    ClaseRevaluada clase(const SaldoAlCorte& s) const;
    Importe con_signo(const SaldoAlCorte& s, Importe importe) const;

private:
    std::set<std::int64_t> de_anticipos_;
};

// Of what was open at the end of a day, what is in other currencies.
std::vector<SaldoExtranjero> saldos_extranjeros(const LugarDeSaldos& lugar, const std::vector<SaldoAlCorte>& saldos,
                                                const std::string& local);

using TiposDeCambio = std::map<std::string, Precio>;

struct Revaluado {
    Emitido revaluacion;
    Emitido reversa;
    Importe ganancia;
    Importe perdida;
};

// Revalues a month that is over: at the rates given or, of the other currencies, at those of its last day. `encabezado` says
// where and why. Refuses one that is revalued already (duplicado, with the document), one with no difference (lista_vacia), a
// currency without a rate (moneda_sin_tipo_cambio), and a rate of a currency that nothing is open in (valor_no_permitido).
Revaluado revaluar(Context& ctx, std::int64_t periodo, const std::vector<std::pair<std::string, Precio>>& dados,
                   SolicitudDiario encabezado);

// Whether a month's revaluation in force is of what is open at its end now; none is too where nothing is open.
bool revaluacion_al_dia(db::Reader& tx, std::int64_t periodo);

// Takes both entries back, each on its own day, as if they had never been: both months must take entries.
Cancelado cancelar_revaluacion(Context& ctx, std::int64_t transaccionId, const std::string& motivo);

}  // namespace cacao::engine
