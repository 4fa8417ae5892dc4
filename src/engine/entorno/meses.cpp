#include "engine/entorno/meses.hpp"

#include "base/error.hpp"

namespace cacao::engine {

std::optional<Fecha> primer_dia_de(std::int64_t periodo) {
    return Fecha::de_civil(static_cast<int>(periodo / 100), static_cast<int>(periodo % 100), 1);
}

DiasDelMes dias_del_mes(std::int64_t periodo) {
    const auto primero = primer_dia_de(periodo);
    reject_if(!primero, Codigo::fuera_de_rango, "/periodo");
    return {*primero, primero->ultimo_del_mes()};
}

}  // namespace cacao::engine
