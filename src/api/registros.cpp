#include "api/registros.hpp"

namespace cacao {

void exigir_activo(db::Reader& tx, std::string_view sql, std::int64_t id, std::string_view campo, Faltas& faltas) {
    if (id == 0) return;
    const auto activo = tx.one<bool>(sql, tx.organizacion(), id);
    faltas.agregar_si(!activo, Codigo::no_encontrado, campo);
    faltas.agregar_si(activo && !*activo, Codigo::inactivo, campo);
}

void exigir_sucursal_activa(db::Reader& tx, std::int64_t sucursalId, Faltas& faltas) {
    exigir_activo(tx, "SELECT activo FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2", sucursalId, "/sucursalId",
                  faltas);
}

}  // namespace cacao
