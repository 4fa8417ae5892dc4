#pragma once
// What was spent for services of a booking (gastoViaje): the rooms of expenses write it, those of travel settle by it.

#include <string_view>

namespace cacao::engine {

// SQL: what expenses in force of the organization $1 paid of the service in `s.servicioId`.
inline constexpr std::string_view pagado_de_servicio_sql = R"(
    COALESCE((SELECT CAST(SUM(g.importe) AS BIGINT) FROM gastoViaje g
              JOIN documento e ON e.organizacionId = $1 AND e.transaccionId = g.transaccionId AND e.estado <> 'cancelado'
              WHERE g.organizacionId = $1 AND g.servicioId <> 0 AND g.servicioId = s.servicioId), 0))";

}  // namespace cacao::engine
