#pragma once
// Months of the books: who opens and closes them, and why.

#include "api/operations.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/periodos.hpp"

#include <optional>
#include <vector>

namespace cacao {

enum class EstadoDePeriodo { abierto, cerrado };
DESCRIBE_ENUM(EstadoDePeriodo, abierto, cerrado)

using NumeroDePeriodo = Entero<190001, 219913>;  // 202611

struct PeriodosFiltro {
    std::optional<Entero<1900, 2199>> anio;
};
DESCRIBE_STRUCT(PeriodosFiltro, (), (anio))

struct PeriodoCambio {
    NumeroDePeriodo periodo;
    EstadoDePeriodo estado{};
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(PeriodoCambio, (), (periodo, estado, motivo))

struct PeriodoAjuste {
    NumeroDePeriodo periodo;
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(PeriodoAjuste, (), (periodo, motivo))

std::vector<engine::Periodo> listar_periodos(const Context&, const PeriodosFiltro&);
engine::Periodo cambiar_periodo(Context&, const PeriodoCambio&);
engine::Periodo ajustar_periodo(Context&, const PeriodoAjuste&);

void register_periodos(api::Operations&);

}  // namespace cacao
