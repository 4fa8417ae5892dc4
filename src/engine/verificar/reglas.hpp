#pragma once
// Rules that one statement each proves, for the rooms whose tables the engine does not know.

#include "engine/verificar/verificar.hpp"

#include <span>
#include <string_view>

namespace cacao::engine {

struct ReglaDeTabla {
    std::string_view tabla;
    std::string_view que;  // is wrong
    std::string_view sql;  // the records that break it, by one identifier; the organization is $1
};

void decir_diferencia(const db::Reader& tx, const Diferencia& diferencia, std::string_view tabla, std::int64_t id,
                      std::string_view que);
void verificar_reglas(db::Reader& tx, std::span<const ReglaDeTabla> reglas, const Diferencia& diferencia);

}  // namespace cacao::engine
