#pragma once
// The days of what repeats. Days alone: no database.

#include "base/fecha.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace cacao {

enum class Ritmo { semanal, quincenal, mensual, bimestral, trimestral, semestral, anual };
DESCRIBE_ENUM(Ritmo, semanal, quincenal, mensual, bimestral, trimestral, semestral, anual)

struct DiasDeRitmo {
    Ritmo ritmo{};
    std::int64_t dia = 0;  // of the month, or its last where it has none; 0: that of `desde`
    Fecha desde;
    std::optional<Fecha> hasta;
};

// The days of it from one to another, both included. Weekly and fortnightly are every 7 and 14 days from `desde`; the others, on
// their day of every so many months, that of `desde` included.
std::vector<Fecha> dias_de(const DiasDeRitmo& r, Fecha primero, Fecha ultimo);

}  // namespace cacao
