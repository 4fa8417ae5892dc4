#include "rooms/seguridad/permisos.hpp"

#include "api/limites.hpp"
#include "db/rows.hpp"

#include <algorithm>
#include <map>

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

std::vector<std::string> permisos_del_rol(db::Reader& tx, std::int64_t rolId) {
    return tx.all<std::string>("SELECT permiso FROM rolPermiso WHERE organizacionId = $1 AND rolId = $2", tx.organizacion(),
                               rolId);
}

// Whether limits lie inside those of one role. A currency that only the others name is judged in the local one where there is a
// limit, so that leaving it out would lift it.
bool caben(const std::vector<LimiteDicho>& dados, const std::vector<LimitePropio>& propios, std::string_view local) {
    const auto del = [](const auto& lista, std::string_view moneda) {
        return std::ranges::find_if(lista, [&](const auto& l) { return l.moneda == moneda; });
    };
    const bool con_local = del(dados, local) != dados.end();
    return std::ranges::all_of(dados,
                               [&](const LimiteDicho& d) {
                                   const auto mio = del(propios, d.moneda);
                                   return mio != propios.end() && d.importe <= mio->importe;
                               }) &&
           (!con_local ||
            std::ranges::all_of(propios, [&](const LimitePropio& mio) { return del(dados, mio.moneda) != dados.end(); }));
}

}  // namespace

bool rebasa_limites(const Context& ctx, const api::Operations& ops, const std::vector<bool>& permitidas,
                    const std::vector<LimiteDicho>& limites) {
    const auto limitadas = ctx.db().all<std::string>(R"(
        SELECT DISTINCT l.operacion FROM usuarioRol ur
        JOIN rol r ON r.organizacionId = ur.organizacionId AND r.rolId = ur.rolId AND r.activo = 1
        JOIN rolLimite l ON l.organizacionId = ur.organizacionId AND l.rolId = ur.rolId
        WHERE ur.organizacionId = $1 AND ur.usuarioId = $2)",
                                                     ctx.organizacionId(), ctx.usuarioId());
    if (limitadas.empty()) return false;
    const auto local = ctx.db()
                           .one<std::string>("SELECT moneda FROM configuracion WHERE organizacionId = $1", ctx.organizacionId())
                           .value_or("");
    return std::ranges::any_of(limitadas, [&](const std::string& operacion) {
        const auto* op = ops.find(operacion);
        if (op == nullptr || !permitidas[op->index]) return false;
        std::map<std::int64_t, std::vector<LimitePropio>> por_rol;
        for (auto& l : limites_propios(ctx, op->id, op->grupo)) por_rol[l.rolId].push_back(std::move(l));
        std::vector<LimiteDicho> dados;
        for (const auto& l : limites)
            if (l.operacion == operacion) dados.push_back(l);
        return std::ranges::none_of(por_rol, [&](const auto& mio) {
            const bool sin_limite = mio.second.front().moneda.empty();
            return sin_limite || (!dados.empty() && caben(dados, mio.second, local));
        });
    });
}

std::vector<LimiteDicho> leer_limites(db::Reader& tx, std::int64_t rolId) {
    std::vector<LimiteDicho> limites;
    tx.each(
        "SELECT operacion, moneda, importe FROM rolLimite WHERE organizacionId = $1 AND rolId = $2 ORDER BY operacion, moneda",
        [&](const db::Row& row) {
            limites.push_back({std::string{row.text(0)}, std::string{row.text(1)}, Importe::de_micros(row.integer(2))});
        },
        tx.organizacion(), rolId);
    return limites;
}

bool rebasa_limites_de(const Context& ctx, const api::Operations& ops, std::int64_t usuarioId,
                       const std::vector<std::string>& alcances) {
    const auto alcanza = ops.allowed(alcances);
    // Inactive roles count too: they may be switched on again.
    const auto roles = ctx.db().all<std::int64_t>("SELECT rolId FROM usuarioRol WHERE organizacionId = $1 AND usuarioId = $2",
                                                  ctx.organizacionId(), usuarioId);
    return std::ranges::any_of(roles, [&](std::int64_t rolId) {
        auto permitidas = ops.allowed(permisos_del_rol(ctx.db(), rolId));
        for (std::size_t i = 0; i < permitidas.size(); ++i) permitidas[i] = permitidas[i] && alcanza[i];
        return rebasa_limites(ctx, ops, permitidas, leer_limites(ctx.db(), rolId));
    });
}

bool posee(const api::Sesion& sesion, const api::Operations& ops, std::string_view permiso) {
    if (comodin(permiso))
        return std::ranges::any_of(sesion.permisos,
                                   [&](const std::string& suyo) { return comodin(suyo) && cubre(suyo, permiso); });
    if (const auto* derecho = ops.find_right(permiso)) return api::tiene_derecho(sesion, derecho->id, derecho->grupo);
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
        const auto permisos = permisos_del_rol(ctx.db(), roles[i]);
        faltas.agregar_si(std::ranges::any_of(permisos, [&](const auto& p) { return !posee(ctx.sesion(), ops, p); }) ||
                              rebasa_limites(ctx, ops, ops.allowed(permisos), leer_limites(ctx.db(), roles[i])),
                          Codigo::permiso_excede, lugar);
    }
}

bool puede_mas(const Context& ctx, const api::Operations& ops, std::int64_t usuarioId, const std::vector<std::string>& alcances) {
    return std::ranges::any_of(alcances,
                               [&](const auto& p) { return ops.known_permission(p) && !posee(ctx.sesion(), ops, p); }) ||
           rebasa_limites_de(ctx, ops, usuarioId, alcances);
}

void exigir_no_mas_poderoso(const Context& ctx, const api::Operations& ops, std::int64_t usuarioId, std::string_view campo) {
    // Inactive roles count too: they may be switched on again.
    const auto permisos = ctx.db().all<std::string>(R"(
        SELECT DISTINCT p.permiso FROM usuarioRol ur
        JOIN rolPermiso p ON p.organizacionId = ur.organizacionId AND p.rolId = ur.rolId
        WHERE ur.organizacionId = $1 AND ur.usuarioId = $2)",
                                                    ctx.organizacionId(), usuarioId);
    reject_if(std::ranges::any_of(permisos, [&](const auto& p) { return !posee(ctx.sesion(), ops, p); }) ||
                  rebasa_limites_de(ctx, ops, usuarioId, {"*"}),
              Codigo::permiso_excede, campo);
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
