#include "rooms/seguridad/contrasena.hpp"

#include "auth/keys.hpp"
#include "db/rows.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/seguridad/intentos.hpp"
#include "rooms/seguridad/permisos.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/seguridad/sesion_filas.hpp"

namespace cacao {
namespace {

std::string leer_contrasena(db::Reader& tx, std::int64_t usuarioId) {
    return tx
        .one<std::string>("SELECT contrasena FROM usuario WHERE organizacionId = $1 AND usuarioId = $2", tx.organizacion(),
                          usuarioId)
        .value_or("");
}

Intentado intentado_por(const Context& ctx) {
    return intentado(clave_usuario(ctx.organizacionId(), ctx.sesion().usuario), ctx.remoto());
}

// What the audit log keeps of a password: that it changed.
struct ContrasenaAuditada {
    std::string usuario;
    bool contrasenaCambiada = true;
};
DESCRIBE_STRUCT(ContrasenaAuditada, (), (usuario, contrasenaCambiada))

}  // namespace

ContrasenaRevisada preparar_cambio(Seguridad& s, const Context& ctx, const CambioDeContrasena& pedido) {
    Faltas faltas;
    auth::check_new_password(pedido.nueva, {ctx.sesion().usuario, ctx.sesion().nombre, nombre_de_organizacion(ctx)}, "/nueva",
                             faltas);
    faltas.agregar_si(faltas.vacia() && pedido.nueva == pedido.actual, Codigo::contrasena_debil, "/nueva");
    faltas.lanzar();
    std::string anterior;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        // However the name was typed when it failed.
        for (const auto& clave : claves_de_usuario(tx, ctx.usuarioId(), ctx.sesion().usuario))
            exigir_pasado(leer_esperas(tx, intentado(clave, ctx.remoto())).suya, ctx.ahora());
        anterior = leer_contrasena(tx, ctx.usuarioId());
    });
    ContrasenaRevisada revisada{.correcta = s.contrasenas().verify(anterior, pedido.actual), .anterior = anterior, .nueva = {}};
    if (revisada.correcta) revisada.nueva = s.contrasenas().hash(pedido.nueva);
    return revisada;
}

Nada cambiar_contrasena(Seguridad& s, Context& ctx, const CambioDeContrasena&, const ContrasenaRevisada& revisada) {
    const auto ahora = ctx.ahora();
    if (!revisada.correcta) {
        // A stolen token must not be a way to guess the password behind it.
        ctx.aunque_rechace([intento = intentado_por(ctx), ahora](db::Writer& tx) { contar_fallo(tx, intento, ahora); });
        throw Error{{{Codigo::valor_no_permitido, "/actual", En::cuerpo, {}}}};
    }
    reject_if(leer_contrasena(ctx.db(), ctx.usuarioId()) != revisada.anterior, Codigo::conflicto, "/actual");
    alta::cambiar_contrasena(ctx.db(), ctx.usuarioId(), revisada.nueva, ctx.sesion().familia, ahora);
    ctx.auditar_alta("Usuario", ctx.usuarioId(), ContrasenaAuditada{ctx.sesion().usuario});
    s.avisar_cambio(ctx);
    return {};
}

ContrasenaNueva preparar_restablecer(Seguridad& s, const Context&, const UsuarioPedido&) {
    auto generada = auth::generate_readable_password();
    return {s.contrasenas().hash(generada), generada};
}

ContrasenaRestablecida restablecer_contrasena(Seguridad& s, Context& ctx, const UsuarioPedido& pedido,
                                              const ContrasenaNueva& contrasena) {
    const auto u = leer_usuario(ctx.db(), pedido.usuarioId);
    reject_if(u.esServicio, Codigo::estado_invalido, "/usuarioId");
    exigir_no_mas_poderoso(ctx, s.operaciones(), u.usuarioId, "/usuarioId");
    alta::cambiar_contrasena(ctx.db(), u.usuarioId, contrasena.hash, {}, ctx.ahora());
    ctx.auditar_alta("Usuario", u.usuarioId, ContrasenaAuditada{u.usuario});
    s.avisar_cambio(ctx);
    return {u.usuarioId, u.usuario, contrasena.generada};
}

void register_contrasenas(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(
           POST, "/api/Seguridad/CambiarContrasena", "ContrasenaCambiar",
           [&s](const Context& ctx, const CambioDeContrasena& pedido) { return preparar_cambio(s, ctx, pedido); },
           [&s](Context& ctx, const CambioDeContrasena& pedido, const ContrasenaRevisada& r) {
               return cambiar_contrasena(s, ctx, pedido, r);
           })
        .para_todos()
        .con_secretos()
        .con_hash()
        .nuestra()
        .rechaza({Codigo::valor_no_permitido, Codigo::contrasena_debil, Codigo::demasiados_intentos, Codigo::conflicto});
    ops.add(
           POST, "/api/Seguridad/Usuarios/RestablecerContrasena/{usuarioId}", "UsuarioRestablecerContrasena",
           [&s](const Context& ctx, const UsuarioPedido& pedido) { return preparar_restablecer(s, ctx, pedido); },
           [&s](Context& ctx, const UsuarioPedido& pedido, const ContrasenaNueva& c) {
               return restablecer_contrasena(s, ctx, pedido, c);
           })
        .con_secretos()
        .con_hash()
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::permiso_excede});
}

}  // namespace cacao
