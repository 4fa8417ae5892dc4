#pragma once
// How much of an asset's value is gone at the end of a month. Figures alone: no database.

#include "base/decimal.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <span>

namespace cacao {

// From a month (202611) on: in so many months, or by a rate a year; neither, and it stays as it is.
struct PlanDeActivo {
    std::int64_t desdePeriodo{};
    Importe acumulado;  // by the end of the month before
    Importe valorResidual;
    std::int64_t vidaMeses{};  // from desdePeriodo on
    Tasa tasaAnual;
};
DESCRIBE_STRUCT(PlanDeActivo, (), (desdePeriodo, acumulado, valorResidual, vidaMeses, tasaAnual))

// By the end of `periodo`, of plans in order. Rounded cumulatively: the last month takes what is left.
Importe depreciado_al(Importe costo, std::span<const PlanDeActivo> planes, std::int64_t periodo, int decimales);
// The month in which nothing is left to lose; 0: never.
std::int64_t ultimo_periodo(Importe costo, std::span<const PlanDeActivo> planes);

}  // namespace cacao
