#pragma once
// What the generator asks of other rooms; command/ hands it over.

#include "api/operations.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace cacao::periodicos {

struct DepreciacionHecha {
    std::int64_t depreciacionId = 0;
    std::int64_t documentos = 0;
    Importe importe;
};

struct Vecinos {
    const api::Operations* operaciones = nullptr;
    // Of a month; none: there is nothing to do, or it was done.
    std::function<std::optional<DepreciacionHecha>(Context&, std::int64_t periodo)> depreciar;
    std::function<Importe(const Context&, std::int64_t periodo)> por_depreciar;
    std::function<void(Context&, std::int64_t depreciacionId)> deshacer_depreciacion;
    // None: its settlement left nothing, or there is nothing to settle.
    std::function<std::optional<Importe>(const Context&, std::int64_t periodo)> iva_por_liquidar;
};
using LosVecinos = std::shared_ptr<const Vecinos>;

}  // namespace cacao::periodicos
