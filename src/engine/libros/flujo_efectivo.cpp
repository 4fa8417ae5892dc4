#include "engine/libros/flujo_efectivo.hpp"

#include <fmt/format.h>

namespace cacao::engine {

std::string con_efectivo_sql(std::string_view columna) {
    return fmt::format(
        "EXISTS (SELECT 1 FROM asiento fe JOIN cuenta fc ON fc.organizacionId = $1 AND fc.cuentaId = fe.cuentaId "
        "WHERE fe.organizacionId = $1 AND fe.polizaId = {} AND substr(fc.codigoAgrupador, 1, 3) IN ('101', '102'))",
        columna);
}

}  // namespace cacao::engine
