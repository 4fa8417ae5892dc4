#pragma once
// Currencies: the catalog of all, and those in which an organization works.

#include "api/operations.hpp"

#include <string>
#include <vector>

namespace cacao {

struct MonedaGlobal {
    std::int64_t monedaId{};  // the numeric code of ISO 4217
    std::string moneda;
    std::string nombre;
    std::int64_t decimales{};
};
DESCRIBE_STRUCT(MonedaGlobal, (), (monedaId, moneda, nombre, decimales))

struct MonedaDeOrganizacion : MonedaGlobal {
    bool predeterminada{};  // that of the books
    bool activo{};
};
DESCRIBE_STRUCT(MonedaDeOrganizacion, (MonedaGlobal), (predeterminada, activo))

struct MonedaDeOrganizacionCambio {
    Texto<3, 3> moneda;
    bool activo{};
};
DESCRIBE_STRUCT(MonedaDeOrganizacionCambio, (), (moneda, activo))

std::vector<MonedaGlobal> listar_monedas(const Context&);
std::vector<MonedaDeOrganizacion> listar_monedas_organizacion(const Context&);
MonedaDeOrganizacion cambiar_moneda_organizacion(Context&, const MonedaDeOrganizacionCambio&);

void register_monedas(api::Operations&);

}  // namespace cacao
