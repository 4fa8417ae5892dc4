#include "rooms/seguridad/sesion.hpp"

#include "db/rows.hpp"
#include "rooms/seguridad/permisos.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/seguridad/sesion_filas.hpp"
#include "rooms/seguridad/usuario.hpp"

#include <map>

namespace cacao {
namespace {

std::vector<SesionDeUsuario> leer_sesiones(const Context& ctx, std::int64_t usuarioId) {
    return ctx.db().all<SesionDeUsuario>(R"(
        SELECT familia AS sesionId, usuarioId, consumidorId, remoto, creadoEn, renovadaEn, venceEn,
               CASE WHEN familia = $4 THEN 1 ELSE 0 END AS actual
        FROM sesion WHERE organizacionId = $1 AND usuarioId = $2 AND venceEn > $3 AND revocadaEn IS NULL
        ORDER BY renovadaEn DESC, familia)",
                                         ctx.organizacionId(), usuarioId, ctx.ahora(), ctx.sesion().familia);
}

// The caller's own: a person's are all of the user; a consumer's are its own and those of consumers that may do no more than it.
std::vector<SesionDeUsuario> leer_propias(const Context& ctx, const api::Operations& ops) {
    auto sesiones = leer_sesiones(ctx, ctx.usuarioId());
    const auto yo = ctx.sesion().consumidorId;
    if (yo == 0) return sesiones;
    std::map<std::int64_t, bool> ajenas{{yo, false}, {0, true}};
    std::erase_if(sesiones, [&](const SesionDeUsuario& x) {
        const auto [conocida, nueva] = ajenas.try_emplace(x.consumidorId);
        if (nueva) conocida->second = puede_mas(ctx, ops, x.usuarioId, leer_alcances(ctx.db(), x.consumidorId));
        return conocida->second;
    });
    return sesiones;
}

// Ends one of them, or all; the audit log keeps what they were.
SesionesCerradas terminar(Seguridad& s, Context& ctx, std::vector<SesionDeUsuario> sesiones,
                          const std::optional<std::string>& cual) {
    if (cual) std::erase_if(sesiones, [&](const SesionDeUsuario& x) { return x.sesionId != *cual; });
    reject_if(cual && sesiones.empty(), Codigo::no_encontrado, "/sesionId");
    for (const auto& x : sesiones) {
        revocar_sesion(ctx.db(), x.sesionId, ctx.ahora());
        ctx.auditar("Sesion", x.usuarioId, x, Nada{});
        ctx.al_confirmar([&s, familia = x.sesionId] { s.autenticador().forget_family(familia); });
    }
    return {static_cast<std::int64_t>(sesiones.size())};
}

}  // namespace

std::vector<SesionDeUsuario> listar_sesiones_propias(const Seguridad& s, const Context& ctx) {
    return leer_propias(ctx, s.operaciones());
}

std::vector<SesionDeUsuario> listar_sesiones(const Context& ctx, const SesionesPedidas& pedidas) {
    return leer_sesiones(ctx, leer_usuario(ctx.db(), pedidas.usuarioId).usuarioId);
}

SesionesCerradas cerrar_sesion_propia(Seguridad& s, Context& ctx, const SesionPropiaPedida& pedida) {
    return terminar(s, ctx, leer_propias(ctx, s.operaciones()), std::string{pedida.sesionId});
}

SesionesCerradas cerrar_sesiones(Seguridad& s, Context& ctx, const SesionesPorCerrar& pedidas) {
    const auto u = leer_usuario(ctx.db(), pedidas.usuarioId);
    exigir_no_mas_poderoso(ctx, s.operaciones(), u.usuarioId, "/usuarioId");
    return terminar(s, ctx, leer_sesiones(ctx, u.usuarioId),
                    pedidas.sesionId ? std::optional<std::string>{*pedidas.sesionId} : std::nullopt);
}

void register_sesiones(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(GET, "/api/Seguridad/Sesiones", "SesionesListar",
            [&s](const Context& ctx) { return listar_sesiones_propias(s, ctx); })
        .para_todos()
        .nuestra();
    ops.add(DELETE, "/api/Seguridad/Sesiones/{sesionId}", "SesionCerrar",
            [&s](Context& ctx, const SesionPropiaPedida& pedida) { return cerrar_sesion_propia(s, ctx, pedida); })
        .para_todos()
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Seguridad/Usuarios/Sesiones/{usuarioId}", "UsuarioSesionesListar", listar_sesiones)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(DELETE, "/api/Seguridad/Usuarios/Sesiones/{usuarioId}", "UsuarioSesionesCerrar",
            [&s](Context& ctx, const SesionesPorCerrar& pedidas) { return cerrar_sesiones(s, ctx, pedidas); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_excede});
}

}  // namespace cacao
