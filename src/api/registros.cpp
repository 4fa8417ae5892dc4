#include "api/registros.hpp"

#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao {

void duplicado_si(const std::optional<std::int64_t>& otro, std::int64_t propio, std::string_view campo, Faltas& faltas) {
    if (otro && *otro != propio)
        faltas.agregar(Codigo::duplicado, std::string{campo}, En::donde_sea, reflect::objeto("id", *otro));
}

void exigir_clave(std::span<const std::string_view> claves, std::string_view clave, std::string_view campo, Faltas& faltas) {
    if (!clave.empty() && std::ranges::find(claves, clave) == claves.end())
        faltas.agregar(Codigo::valor_no_permitido, std::string{campo}, En::donde_sea, reflect::objeto("permitidos", claves));
}

void impedido_por(std::string_view sql, std::int64_t otro, std::string_view campo, Faltas& faltas, Codigo codigo) {
    sql.remove_prefix(sql.find("SELECT ") + 7);
    sql = sql.substr(sql.find('.') < sql.find(' ') ? sql.find('.') + 1 : 0);
    faltas.agregar(codigo, std::string{campo}, En::donde_sea, reflect::objeto(sql.substr(0, sql.find(' ')), otro));
}

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

void exigir_proyecto_activo(db::Reader& tx, std::int64_t proyectoId, std::string_view campo, Faltas& faltas) {
    exigir_activo(
        tx, "SELECT CASE WHEN estado = 'activo' THEN 1 ELSE 0 END FROM proyecto WHERE organizacionId = $1 AND proyectoId = $2",
        proyectoId, campo, faltas);
}

}  // namespace cacao
