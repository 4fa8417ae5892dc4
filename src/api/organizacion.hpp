#pragma once
// The row of the organization itself, where more than one room deals with it.

#include "db/db.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

// What stands at the top of what an organization gives out of its hands. `domicilio`: in one line, as a letter would have it; any
// of them may be empty.
struct EncabezadoOrganizacion {
    std::string nombre;
    std::string rfc;
    std::string domicilio;
};
EncabezadoOrganizacion encabezado_de_organizacion(db::Reader& tx);

// Its profile and its settings have one version, because each shows something of the other; the new one.
std::int64_t subir_version_de_organizacion(db::Writer& tx);

// Every organization of the installation, in order.
std::vector<std::int64_t> organizaciones(db::Database& database);

// An RFC is that of one organization at most, over all of them: `acceso` keeps a row for each.
std::string clave_rfc(std::string_view rfc);
// In place of `antes`; false when another organization has it. Either may be empty: none.
bool tomar_rfc(db::Writer& tx, std::string_view antes, std::string_view rfc);

}  // namespace cacao
