#pragma once
// Whether the keys of a document are in the authority's catalogs on its day. Small catalogs are part of the structure
// (tablas/catalogos.txt); of the large ones the caller is asked.

#include "base/fecha.hpp"
#include "base/function_ref.hpp"
#include "fiscal/cfdi.hpp"
#include "fiscal/esquema.hpp"
#include "fiscal/veredicto.hpp"

#include <cstdint>
#include <string_view>

namespace cacao::fiscal {

// What is known of a key of a catalog (c_ClaveProdServ, c_CodigoPostal) on a day. `desconocida`: the catalog is not there in
// full.
enum class Presencia : std::uint8_t { vigente, sin_vigencia, inexistente, desconocida };
using BuscaClave = FunctionRef<Presencia(std::string_view catalogo, std::string_view clave, Fecha dia)>;

void revisar_catalogos(const Cfdi& cfdi, const Esquema& esquema, BuscaClave buscar, Veredicto& veredicto);

// Whether a postal code begins as those of some state do.
bool es_codigo_postal_posible(std::string_view codigo);

}  // namespace cacao::fiscal
