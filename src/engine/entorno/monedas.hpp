#pragma once
// Currencies and their daily rates, and the conversion of amounts into the organization's currency.

#include "api/monedas.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

using api::Moneda;
using api::moneda_de;
using api::moneda_local;

// The rate of the day, or the latest one before it; nothing when there is none. 1 for the organization's own currency.
std::optional<Precio> tipo_cambio(db::Reader& tx, std::string_view moneda, Fecha fecha, std::string_view moneda_local);

// The least amount that has no more than so many decimals.
Importe unidad_de(int decimales);

// An amount at a rate, rounded once to the organization's decimals.
Importe convertir(Importe importe, Precio tipoCambio, int decimales);

// Shares of `total` in proportion to `pesos`, in units of 10^-decimales, by largest remainder, ties to the earlier one. The
// shares add up to `total` exactly: what `total` has below one unit goes to the last that has weight. All weights 0: everything
// to the last. Weights are not negative; `total` may be.
std::vector<Importe> repartir(Importe total, const std::vector<std::int64_t>& pesos, int decimales);

// round(total × parte / entero), exactly computed; `entero` > 0.
Importe proporcion(Importe total, std::int64_t parte, std::int64_t entero, int decimales);

}  // namespace cacao::engine
