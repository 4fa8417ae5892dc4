#include "engine/entorno/claves_sat.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

bool hay_clave_sat(db::Reader& tx, std::string_view catalogo, std::string_view clave) {
    return tx
        .one<std::int64_t>(R"(
            SELECT 1 FROM satCatalogo c
            JOIN satClave k ON k.catalogo = c.catalogo AND k.generacion = c.generacion AND k.clave = $2
            WHERE c.catalogo = $1 LIMIT 1)",
                           catalogo, clave)
        .has_value();
}

bool clave_sat_sin_vigencia(db::Reader& tx, std::string_view catalogo, std::string_view clave, Fecha dia) {
    return tx
        .one<std::int64_t>(R"(
            SELECT 1 FROM satCatalogo c WHERE c.catalogo = $1 AND c.completo = 1 AND NOT EXISTS (
                SELECT 1 FROM satClave k WHERE k.catalogo = c.catalogo AND k.generacion = c.generacion AND k.clave = $2
                    AND k.desde <= $3 AND (k.hasta IS NULL OR k.hasta >= $3)))",
                           catalogo, clave, dia)
        .has_value();
}

}  // namespace cacao::engine
