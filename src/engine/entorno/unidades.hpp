#pragma once
// Quantities between units by exact ratios.

#include "base/decimal.hpp"
#include "db/db.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cacao::engine {

struct Unidad {
    std::int64_t unidadMedidaId = 0;
    std::string codigo;
    std::string claveUnidad;
    std::int64_t numerador = 1;  // one of it is numerador/denominador of the product's base unit
    std::int64_t denominador = 1;
    int decimales = 6;  // of a quantity in this unit
    int decimalesBase = 6;
};

// The unit as one product counts in it: its own ratio if the product has one, otherwise the unit's, when both share a base.
// `unidadMedidaId` 0 is the product's base unit. Nothing when the product cannot be counted in it, or nobody uses it any more.
std::optional<Unidad> unidad_de(db::Reader& tx, std::int64_t productoId, std::int64_t unidadBaseId, std::int64_t unidadMedidaId);

// The same for many lines at once, by one statement.
struct UnidadPedida {
    std::int64_t productoId = 0;
    std::int64_t unidadBaseId = 0;
    std::int64_t unidadMedidaId = 0;
};
std::vector<std::optional<Unidad>> unidades_de(db::Reader& tx, std::span<const UnidadPedida> pedidas);

// Nothing when the result does not fit the decimals of the base unit exactly, or `cantidad` those of the unit.
std::optional<Cantidad> en_base(Cantidad cantidad, const Unidad& unidad);

}  // namespace cacao::engine
