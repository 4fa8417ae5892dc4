#include "rooms/sat/filas.hpp"

namespace cacao::sat {
namespace {

constexpr std::string_view columnas =
    "SELECT catalogo, clave, descripcion, importable, completo, generacion, registros, importadoEn FROM satCatalogo";

}  // namespace

std::vector<Catalogo> catalogos(db::Reader& tx) { return tx.all<Catalogo>(std::string{columnas} + " ORDER BY catalogo"); }

std::optional<Catalogo> catalogo(db::Reader& tx, std::string_view nombre) {
    return tx.one<Catalogo>(std::string{columnas} + " WHERE catalogo = $1", nombre);
}

std::vector<Fila> todas(db::Reader& tx, std::string_view catalogo) {
    return tx.all<Fila>(R"(
        SELECT k.clave, k.padre, k.desde, k.hasta, k.descripcion, k.similares, k.datos FROM satCatalogo c
        JOIN satClave k ON k.catalogo = c.catalogo AND k.generacion = c.generacion
        WHERE c.catalogo = $1 ORDER BY k.clave, k.padre, k.desde)",
                        catalogo);
}

std::vector<Fila> todas(db::Reader& tx, const Catalogo& catalogo) {
    return tx.all<Fila>(R"(
        SELECT clave, padre, desde, hasta, descripcion, similares, datos FROM satClave
        WHERE catalogo = $1 AND generacion = $2 ORDER BY clave, padre, desde)",
                        catalogo.catalogo, catalogo.generacion);
}

}  // namespace cacao::sat
