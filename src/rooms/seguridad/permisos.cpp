#include "rooms/seguridad/permisos.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao {
namespace {

bool comodin(std::string_view permiso) {
    return permiso == "*" || permiso == "leer" || permiso.find('.') != std::string_view::npos;
}

// Whether the wildcard `amplio` contains the wildcard `estrecho`.
bool cubre(std::string_view amplio, std::string_view estrecho) {
    if (amplio == "*" || amplio == estrecho) return true;
    const bool solo_lectura = estrecho == "leer" || estrecho.ends_with(".leer");
    if (amplio == "leer") return solo_lectura;
    const auto punto = estrecho.find('.');
    return punto != std::string_view::npos && amplio == std::string{estrecho.substr(0, punto)} + ".*";
}

}  // namespace

bool posee(const api::Sesion& sesion, const api::Operations& ops, std::string_view permiso) {
    if (comodin(permiso))
        return std::ranges::any_of(sesion.permisos,
                                   [&](const std::string& suyo) { return comodin(suyo) && cubre(suyo, permiso); });
    const auto* op = ops.find(permiso);
    return op != nullptr && sesion.permitidas[op->index];
}

void revisar_permisos(const Context& ctx, const api::Operations& ops, const std::vector<std::string>& permisos,
                      std::string_view campo, Faltas& faltas) {
    for (std::size_t i = 0; i < permisos.size(); ++i) {
        const std::string lugar = std::string{campo} + '/' + std::to_string(i);
        const bool repetido = std::find(permisos.begin(), permisos.begin() + static_cast<std::ptrdiff_t>(i), permisos[i]) !=
                              permisos.begin() + static_cast<std::ptrdiff_t>(i);
        if (!ops.known_permission(permisos[i])) faltas.agregar(Codigo::permiso_desconocido, lugar);
        else if (!posee(ctx.sesion(), ops, permisos[i])) faltas.agregar(Codigo::permiso_excede, lugar);
        else if (repetido) faltas.agregar(Codigo::duplicado, lugar);
    }
}

void revisar_roles(const Context& ctx, const api::Operations& ops, const std::vector<std::int64_t>& roles, std::string_view campo,
                   Faltas& faltas) {
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const std::string lugar = std::string{campo} + '/' + std::to_string(i);
        const auto activo =
            ctx.db().one<bool>("SELECT activo FROM rol WHERE organizacionId = $1 AND rolId = $2", ctx.organizacionId(), roles[i]);
        if (!activo) {
            faltas.agregar(Codigo::no_encontrado, lugar);
            continue;
        }
        faltas.agregar_si(!*activo, Codigo::inactivo, lugar);
        faltas.agregar_si(std::count(roles.begin(), roles.begin() + static_cast<std::ptrdiff_t>(i), roles[i]) > 0,
                          Codigo::duplicado, lugar);
        const auto permisos = ctx.db().all<std::string>("SELECT permiso FROM rolPermiso WHERE organizacionId = $1 AND rolId = $2",
                                                        ctx.organizacionId(), roles[i]);
        faltas.agregar_si(std::ranges::any_of(permisos, [&](const auto& p) { return !posee(ctx.sesion(), ops, p); }),
                          Codigo::permiso_excede, lugar);
    }
}

void exigir_no_mas_poderoso(const Context& ctx, const api::Operations& ops, std::int64_t usuarioId, std::string_view campo) {
    // Inactive roles count too: they may be switched on again.
    const auto permisos = ctx.db().all<std::string>(R"(
        SELECT DISTINCT p.permiso FROM usuarioRol ur
        JOIN rolPermiso p ON p.organizacionId = ur.organizacionId AND p.rolId = ur.rolId
        WHERE ur.organizacionId = $1 AND ur.usuarioId = $2)",
                                                    ctx.organizacionId(), usuarioId);
    reject_if(std::ranges::any_of(permisos, [&](const auto& p) { return !posee(ctx.sesion(), ops, p); }), Codigo::permiso_excede,
              campo);
}

void reservar_administradores(Context& ctx) { ctx.db().lock("administradores"); }

void exigir_administrador(Context& ctx, std::string_view campo) {
    const auto queda = ctx.db().one<std::int64_t>(R"(
        SELECT 1 FROM usuario u
        JOIN usuarioRol ur ON ur.organizacionId = u.organizacionId AND ur.usuarioId = u.usuarioId
        JOIN rol r ON r.organizacionId = ur.organizacionId AND r.rolId = ur.rolId AND r.activo = 1
        JOIN rolPermiso p ON p.organizacionId = r.organizacionId AND p.rolId = r.rolId AND p.permiso = '*'
        WHERE u.organizacionId = $1 AND u.activo = 1 AND u.esServicio = 0 LIMIT 1)",
                                                  ctx.organizacionId());
    reject_if(!queda, Codigo::ultimo_administrador, campo);
}

}  // namespace cacao
