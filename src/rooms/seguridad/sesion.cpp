#include "rooms/seguridad/sesion.hpp"

#include "db/rows.hpp"
#include "rooms/seguridad/permisos.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/seguridad/sesion_filas.hpp"
#include "rooms/seguridad/usuario.hpp"

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

// Ends one, or all; the audit log keeps what they were.
SesionesCerradas terminar(Seguridad& s, Context& ctx, std::int64_t usuarioId, const std::optional<std::string>& cual) {
    auto sesiones = leer_sesiones(ctx, usuarioId);
    if (cual) std::erase_if(sesiones, [&](const SesionDeUsuario& x) { return x.sesionId != *cual; });
    reject_if(cual && sesiones.empty(), Codigo::no_encontrado, "/sesionId");
    for (const auto& x : sesiones) {
        revocar_sesion(ctx.db(), x.sesionId, ctx.ahora());
        ctx.auditar("Sesion", usuarioId, x, Nada{});
        ctx.al_confirmar([&s, familia = x.sesionId] { s.autenticador().forget_family(familia); });
    }
    return {static_cast<std::int64_t>(sesiones.size())};
}

}  // namespace

std::vector<SesionDeUsuario> listar_sesiones_propias(const Context& ctx) { return leer_sesiones(ctx, ctx.usuarioId()); }

std::vector<SesionDeUsuario> listar_sesiones(const Context& ctx, const SesionesPedidas& pedidas) {
    return leer_sesiones(ctx, leer_usuario(ctx.db(), pedidas.usuarioId).usuarioId);
}

SesionesCerradas cerrar_sesion_propia(Seguridad& s, Context& ctx, const SesionPropiaPedida& pedida) {
    return terminar(s, ctx, ctx.usuarioId(), std::string{pedida.sesionId});
}

SesionesCerradas cerrar_sesiones(Seguridad& s, Context& ctx, const SesionesPorCerrar& pedidas) {
    const auto u = leer_usuario(ctx.db(), pedidas.usuarioId);
    exigir_no_mas_poderoso(ctx, s.operaciones(), u.usuarioId, "/usuarioId");
    return terminar(s, ctx, u.usuarioId, pedidas.sesionId ? std::optional<std::string>{*pedidas.sesionId} : std::nullopt);
}

void register_sesiones(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(GET, "/api/Seguridad/Sesiones", "SesionesListar", listar_sesiones_propias, "Lista las sesiones abiertas propias")
        .describe("Desde qué dirección se abrió cada una y cuándo se renovó; `actual` es la de este token.")
        .para_todos()
        .nuestra();
    ops.add(
           DELETE, "/api/Seguridad/Sesiones/{sesionId}", "SesionCerrar",
           [&s](Context& ctx, const SesionPropiaPedida& pedida) { return cerrar_sesion_propia(s, ctx, pedida); },
           "Cierra una sesión propia")
        .describe("Sus tokens de acceso y de renovación dejan de servir de inmediato.")
        .para_todos()
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Seguridad/Usuarios/Sesiones/{usuarioId}", "UsuarioSesionesListar", listar_sesiones,
            "Lista las sesiones abiertas de un usuario")
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(
           DELETE, "/api/Seguridad/Usuarios/Sesiones/{usuarioId}", "UsuarioSesionesCerrar",
           [&s](Context& ctx, const SesionesPorCerrar& pedidas) { return cerrar_sesiones(s, ctx, pedidas); },
           "Cierra las sesiones de un usuario")
        .describe("Una (`sesionId`) o todas. No las de quien puede más que usted.")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_excede});
}

}  // namespace cacao
