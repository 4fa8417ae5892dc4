#pragma once
// What heads the papers of an organization: who it is, and its logo.

#include "api/imagenes.hpp"
#include "api/organizacion.hpp"

#include <string>
#include <string_view>

namespace cacao {

struct Domicilio {
    std::string_view calle, numeroExterior, numeroInterior, colonia, codigoPostal, municipio, estado, pais;
};
// Av. Juárez 100 int. 3-B, Centro, 06000 Cuauhtémoc, Ciudad de México. The country only where it is another.
std::string en_un_renglon(const Domicilio& domicilio);

// With the address of the first branch that has one, where the organization has none.
EncabezadoOrganizacion membrete_de(db::Reader& tx);

inline constexpr std::int64_t unico_logo = 1;
const Imagenes& logos_de_organizacion();

}  // namespace cacao
