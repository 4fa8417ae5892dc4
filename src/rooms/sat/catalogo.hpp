#pragma once
// Any catalog of the tax authority by its name, paged and searchable: the small ones whole, the large ones as far as they were
// imported.

#include "rooms/sat/catalogos_sat.hpp"
#include "rooms/sat/filas.hpp"

namespace cacao {

struct CatalogoSat {
    std::string catalogo;  // its name in the path
    std::string clave;     // as the authority calls it
    std::string descripcion;
    std::int64_t registros{};
    bool importable{};
    bool completo{};
    std::string importadoEn;
};
DESCRIBE_STRUCT(CatalogoSat, (), (catalogo, clave, descripcion, registros, importable, completo, importadoEn))

struct ClaveDeCatalogo : ClaveSat, VigenciaSat {
    std::string padre;
    std::string similares;
    JsonCrudo datos;
};
DESCRIBE_STRUCT(ClaveDeCatalogo, (ClaveSat, VigenciaSat), (padre, similares, datos))

// c_ClaveProdServ
struct ClaveProducto : ClaveSat, VigenciaSat {
    std::string similares;
    bool estimuloFrontera{};
};
DESCRIBE_STRUCT(ClaveProducto, (ClaveSat, VigenciaSat), (similares, estimuloFrontera))

struct ClavesFiltro : PaginaPedida {
    std::optional<Texto<100>> buscar;
    std::optional<Texto<40>> clave;
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(ClavesFiltro, (PaginaPedida), (buscar, clave, fecha))

struct CatalogoFiltro : ClavesFiltro {
    Texto<40, 1> catalogo;
    std::optional<Texto<40>> padre;
};
DESCRIBE_STRUCT(CatalogoFiltro, (ClavesFiltro), (catalogo, padre))

std::vector<CatalogoSat> listar_catalogos_sat(const Context&);

// Of a row, for every answer that shows one.
ClaveSat clave_de(const sat::Fila& fila);
VigenciaSat vigencia_de(const sat::Fila& fila);

void register_catalogo_sat(api::Operations&);

}  // namespace cacao
