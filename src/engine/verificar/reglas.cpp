#include "engine/verificar/reglas.hpp"

#include <fmt/format.h>

namespace cacao::engine {

void decir_diferencia(const db::Reader& tx, const Diferencia& diferencia, std::string_view tabla, std::int64_t id,
                      std::string_view que) {
    diferencia(fmt::format("{}: organizacionId {}, id {}: {}", tabla, tx.organizacion(), id, que));
}

void verificar_reglas(db::Reader& tx, std::span<const ReglaDeTabla> reglas, const Diferencia& diferencia) {
    for (const ReglaDeTabla& r : reglas)
        tx.each(
            r.sql, [&](const db::Row& f) { decir_diferencia(tx, diferencia, r.tabla, f.integer(0), r.que); }, tx.organizacion());
}

}  // namespace cacao::engine
