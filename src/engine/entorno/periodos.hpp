#pragma once
// Months of the books: open, closing (only who may adjust posts), closed. Posting holds the shared lock of the month until its
// transaction ends and closing takes the exclusive one, so that no entry slips into a month while it closes.

#include "api/context.hpp"
#include "engine/entorno/meses.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

constexpr std::int64_t cierre_del_ejercicio = 13;

enum class EstadoPeriodo : std::uint8_t { abierto, cerrando, cerrado };
DESCRIBE_ENUM(EstadoPeriodo, abierto, cerrando, cerrado)

// A month with the last decision about it. One without a row is open and has version 0, unless a later one is closed: what is
// posted before a closed month would change the balance with which it opened.
struct Periodo {
    std::int64_t periodo{};
    EstadoPeriodo estado{};
    std::string motivo;
    std::int64_t usuarioId{};
    Instante instante;
    std::int64_t version{};
};
DESCRIBE_STRUCT(Periodo, (), (periodo, estado, motivo, usuarioId, instante, version))

// The right to post into a month that is closing, and the operation that puts one into that state.
inline constexpr std::string_view derecho_de_ajuste = "PeriodoAjustar";
inline constexpr std::string_view grupo_de_ajuste = "Contabilidad";
bool puede_ajustar(const api::Sesion& sesion);

// Holds the month for posting. Adds periodo_cerrado at `campo` when it takes no entry of this caller (`cerrando` admits those
// whose roles allow the operation PeriodoAjustar).
void exigir_periodo(Context& ctx, std::int64_t periodo, std::string_view campo, Faltas& faltas);
// The same without waiting, so that the question travels with others: `faltas` knows after settle() and must live until then.
void pedir_periodo(Context& ctx, std::int64_t periodo, std::string_view campo, Faltas& faltas);

// Adds fuera_de_rango at `campo`, with the last day there is, for a day further ahead than the organization lets anything be
// dated that moves books or goods (`diasAdelanto`), counted from today at a branch (0: the session's).
void exigir_dia(const Context& ctx, Fecha fecha, std::int64_t sucursalId, std::string_view campo, Faltas& faltas);

// Waits until nobody posts into any of some months, both ends included, and keeps everybody out until the transaction ends.
void apartar_periodos(db::Writer& tx, std::int64_t desde, std::int64_t hasta);

// Moves a month to another state, with a reason and an audit row, once nobody posts into it. Refuses: closing while an earlier
// month with entries is not closed (periodo_anterior_abierto, with that month), anything else than closing while a later one is
// closed (conflicto, with it) or the year's closing entry stands (ejercicio_cerrado), and the state it has already
// (estado_invalido). Faults name /periodo.
Periodo cambiar_periodo(Context& ctx, std::int64_t periodo, EstadoPeriodo estado, const std::string& motivo);

// The first year after a month whose closing entry stands: what was posted before it has been carried on since.
std::optional<std::int64_t> ejercicio_cerrado_despues_de(db::Reader& tx, std::int64_t periodo);

// The twelve months of a year in order, and the thirteenth once it has entries or a decision.
std::vector<Periodo> periodos_del(db::Reader& tx, int anio);

}  // namespace cacao::engine
