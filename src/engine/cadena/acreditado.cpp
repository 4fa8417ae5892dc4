#include "engine/cadena/acreditado.hpp"

#include "engine/tipos/cualidades.hpp"

#include <fmt/format.h>

namespace cacao::engine {

const std::string& acreditado_por() {
    static const std::string sql = fmt::format(R"(
    CASE WHEN p.origenId = 0 THEN d.origenId
         WHEN NOT {} THEN p.origenId
         WHEN {} THEN COALESCE(f.origenId, 0) ELSE COALESCE(r.origenId, 0) END)",
                                               en_sql("o.tipo", es_devolucion), en_sql("e.tipo", es_entrega));
    return sql;
}

}  // namespace cacao::engine
