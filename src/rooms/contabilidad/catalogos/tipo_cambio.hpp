#pragma once
// Exchange rates by day: how much of the organization's currency one unit of another costs.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct TipoCambioDelDia {
    std::string moneda;
    Fecha fecha;
    Precio tipoCambio;
    std::string fuente;
};
DESCRIBE_STRUCT(TipoCambioDelDia, (), (moneda, fecha, tipoCambio, fuente))

struct TiposCambioFiltro {
    std::optional<Texto<3, 3>> moneda;
    std::optional<Fecha> desde;
    std::optional<Fecha> hasta;
};
DESCRIBE_STRUCT(TiposCambioFiltro, (), (moneda, desde, hasta))

struct TipoCambioNuevo {
    Texto<3, 3> moneda;
    Fecha fecha;
    Precio tipoCambio;
    std::optional<Texto<60>> fuente;
};
DESCRIBE_STRUCT(TipoCambioNuevo, (), (moneda, fecha, tipoCambio, fuente))

std::vector<TipoCambioDelDia> listar_tipos_cambio(const Context&, const TiposCambioFiltro&);
TipoCambioDelDia guardar_tipo_cambio(Context&, const TipoCambioNuevo&);

void register_tipos_cambio(api::Operations&);

}  // namespace cacao
