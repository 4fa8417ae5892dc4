#pragma once
// The rows of the authority's catalogs, as they are kept.

#include "db/rows.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::sat {

struct Fila {
    std::string clave;
    std::string padre;
    Fecha desde;
    std::optional<Fecha> hasta;
    std::string descripcion;
    std::string similares;
    std::string datos;  // a JSON object

    bool vigente(Fecha dia) const { return desde <= dia && (!hasta || dia <= *hasta); }
};
DESCRIBE_STRUCT(Fila, (), (clave, padre, desde, hasta, descripcion, similares, datos))

struct Catalogo {
    std::string catalogo;
    std::string clave;  // c_Moneda
    std::string descripcion;
    bool importable{};
    bool completo{};
    std::int64_t generacion{};
    std::int64_t registros{};
    std::optional<Instante> importadoEn;
};
DESCRIBE_STRUCT(Catalogo, (), (catalogo, clave, descripcion, importable, completo, generacion, registros, importadoEn))

std::vector<Catalogo> catalogos(db::Reader& tx);
std::optional<Catalogo> catalogo(db::Reader& tx, std::string_view nombre);

// All keys of a catalog in order of key, in one trip.
std::vector<Fila> todas(db::Reader& tx, std::string_view catalogo);
// The same of the generation that was read with the catalog.
std::vector<Fila> todas(db::Reader& tx, const Catalogo& catalogo);

}  // namespace cacao::sat
