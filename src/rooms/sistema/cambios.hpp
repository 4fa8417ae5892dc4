#pragma once
// The change log of the interface, for callers: one line each in cambios.tsv.

#include "api/operations.hpp"

namespace cacao {

enum class TipoCambio { nuevo, mejorado, corregido, info, breaking };
DESCRIBE_ENUM(TipoCambio, nuevo, mejorado, corregido, info, breaking)

struct CambioPublicado {
    std::int64_t id{};
    Fecha fecha;
    TipoCambio tipo{};
    std::string descripcion;
    std::string endpoint;         // "" when it concerns the whole interface
    std::string accionRequerida;  // "" when the caller need do nothing
};
DESCRIBE_STRUCT(CambioPublicado, (), (id, fecha, tipo, descripcion, endpoint, accionRequerida))

struct CambiosFiltro {
    std::optional<Fecha> desde;
    std::optional<TipoCambio> tipo;
};
DESCRIBE_STRUCT(CambiosFiltro, (), (desde, tipo))

// All of them, oldest first: ids only grow, and an entry, once released, does not change.
const std::vector<CambioPublicado>& cambios_publicados();
// Newest first.
std::vector<CambioPublicado> listar_cambios(const Context&, const CambiosFiltro&);

void register_cambios(api::Operations&);

}  // namespace cacao
