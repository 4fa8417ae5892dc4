#include "rooms/seguridad/autenticacion.hpp"

#include "auth/keys.hpp"
#include "db/rows.hpp"
#include "rooms/seguridad/seguridad.hpp"

namespace cacao {
namespace {

struct FilaClave {
    std::string contrasena;
    bool activo{};
};
DESCRIBE_STRUCT(FilaClave, (), (contrasena, activo))

struct SesionAuditada {
    std::int64_t usuarioId{};
    std::int64_t consumidorId{};
    std::string remoto;
};
DESCRIBE_STRUCT(SesionAuditada, (), (usuarioId, consumidorId, remoto))

std::optional<FilaClave> leer_clave(db::Reader& tx, std::int64_t usuarioId) {
    return tx.one<FilaClave>(R"(
        SELECT u.contrasena, u.activo * o.activo AS activo FROM usuario u
        JOIN organizacion o ON o.organizacionId = u.organizacionId
        WHERE u.organizacionId = $1 AND u.usuarioId = $2)",
                             tx.organizacion(), usuarioId);
}

Intento preparar_con_password(Seguridad& s, const Context& ctx, const Credenciales& c) {
    std::optional<Acceso> acceso;
    Intento intento;
    Esperas esperas;
    ctx.leer(0, [&](db::Reader& tx) {
        acceso = buscar_acceso(tx, clave_usuario(*c.usuario));
        // As it was typed: were both ways to write a name counted as one, the wait of one would tell who has the other.
        intento.intentado = intentado(clave_usuario(*c.usuario), ctx.remoto());
        esperas = leer_esperas(tx, intento.intentado);
    });
    exigir_pasado(esperas.suya, ctx.ahora());
    intento.espera_de_red = esperas.de_red;
    const bool en_espera = esperas.de_red > ctx.ahora() && s.autenticador().known_as(*c.usuario, ctx.remoto()).empty();
    const auto turno = en_espera ? s.redes_en_espera().turno(intento.intentado.red) : std::nullopt;
    if (en_espera && !turno) exigir_pasado(esperas.de_red, ctx.ahora());
    std::optional<FilaClave> fila;
    if (acceso) ctx.leer(acceso->organizacionId, [&](db::Reader& tx) { fila = leer_clave(tx, acceso->usuarioId); });
    if (!fila) {
        s.contrasenas().verify_unknown(*c.password);
        return intento;
    }
    ctx.actuar_en(acceso->organizacionId);
    intento.titular = {acceso->usuarioId, 0, {}, {}};
    intento.contrasena = fila->contrasena;
    // A service user has no password; the attempt must not be told from another one by its time.
    intento.correcto = fila->contrasena.empty() ? s.contrasenas().verify_unknown(*c.password)
                                                : s.contrasenas().verify(fila->contrasena, *c.password);
    if (intento.correcto && fila->activo && s.contrasenas().needs_rehash(fila->contrasena))
        intento.contrasena_renovada = s.contrasenas().hash(*c.password);
    return intento;
}

Intento preparar_con_llave(const Context& ctx, const Credenciales& c) {
    Intento intento;
    intento.intentado = intentado({}, ctx.remoto());
    const auto presentada = auth::parse_api_key(*c.apiKey);
    std::optional<Acceso> acceso;
    ctx.leer(0, [&](db::Reader& tx) {
        intento.espera_de_red = leer_esperas(tx, intento.intentado).de_red;
        if (presentada) acceso = buscar_acceso(tx, clave_llave(presentada->prefijo));
    });
    if (!acceso) return intento;
    std::optional<std::string> huella;
    ctx.leer(acceso->organizacionId, [&](db::Reader& tx) {
        huella = tx.one<std::string>(
            "SELECT huella FROM consumidorLlave WHERE organizacionId = $1 AND consumidorId = $2 AND prefijo = $3",
            tx.organizacion(), acceso->consumidorId, presentada->prefijo);
    });
    if (!huella || !auth::key_matches(*presentada, {presentada->prefijo, *huella})) return intento;
    ctx.contar_peticion(0, acceso->consumidorId);
    ctx.actuar_en(acceso->organizacionId);
    intento.titular = {0, acceso->consumidorId, presentada->prefijo, {}};
    intento.correcto = true;
    return intento;
}

// The password was right when it was looked at; here it is settled that nothing changed meanwhile. Nobody, where it opens
// nothing.
std::optional<Titular> admitir_persona(Context& ctx, const Intento& intento) {
    auto& tx = ctx.db();
    const auto fila = leer_clave(tx, intento.titular.usuarioId);
    if (!fila || !fila->activo || fila->contrasena != intento.contrasena) return std::nullopt;
    exigir_pasado(leer_esperas(tx, intento.intentado).suya, ctx.ahora());
    olvidar_fallos(tx, intento.intentado);
    if (!intento.contrasena_renovada.empty())
        tx.run("UPDATE usuario SET contrasena = $3 WHERE organizacionId = $1 AND usuarioId = $2", tx.organizacion(),
               intento.titular.usuarioId, intento.contrasena_renovada);
    return intento.titular;
}

std::optional<Titular> admitir_consumidor(Context& ctx, const Intento& intento) {
    auto& tx = ctx.db();
    const auto usuarioId =
        tx.one<std::int64_t>(R"(
        SELECT c.usuarioId FROM consumidorApi c
        JOIN consumidorLlave l ON l.organizacionId = c.organizacionId AND l.consumidorId = c.consumidorId
        JOIN usuario u ON u.organizacionId = c.organizacionId AND u.usuarioId = c.usuarioId
        JOIN organizacion o ON o.organizacionId = c.organizacionId
        WHERE c.organizacionId = $1 AND c.consumidorId = $2 AND l.prefijo = $3 AND c.activo = 1 AND u.activo = 1 AND o.activo = 1
            AND l.revocadaEn IS NULL AND (l.venceEn IS NULL OR l.venceEn > $4))",
                             tx.organizacion(), intento.titular.consumidorId, intento.titular.prefijo, ctx.ahora());
    if (!usuarioId) return std::nullopt;
    tx.run("UPDATE consumidorLlave SET ultimoUso = $4 WHERE organizacionId = $1 AND consumidorId = $2 AND prefijo = $3",
           tx.organizacion(), intento.titular.consumidorId, intento.titular.prefijo, ctx.ahora());
    return Titular{*usuarioId, intento.titular.consumidorId, intento.titular.prefijo, {}};
}

std::optional<Titular> admitir(Context& ctx, const Intento& intento) {
    if (!intento.correcto) return std::nullopt;
    return intento.titular.consumidorId != 0 ? admitir_consumidor(ctx, intento) : admitir_persona(ctx, intento);
}

// Whatever is not let in counts as a failure, and hears the same: also the right password of somebody who was deactivated, or
// whoever guesses would learn by it that it is the right one.
[[noreturn]] void rechazar(Context& ctx, const Intento& intento) {
    const auto ahora = ctx.ahora();
    ctx.aunque_rechace([quien = intento.intentado, ahora](db::Writer& tx) { contar_fallo(tx, quien, ahora); });
    exigir_pasado(intento.espera_de_red, ahora);
    reject(Codigo::credenciales_invalidas, "");
}

AccesoOtorgado otorgar(Seguridad& s, Context& ctx, std::int64_t organizacionId, const Titular& titular, std::string familia,
                       std::string refreshToken) {
    const auto emitido = ctx.ahora().segundos();
    const auth::Claims claims{organizacionId, titular.usuarioId,         titular.consumidorId, std::move(familia),
                              emitido,        emitido + acceso_segundos, base64url(azar(12))};
    return {s.firmar(claims), "Bearer", acceso_segundos, std::move(refreshToken), renovacion_segundos};
}

std::optional<std::string_view> de_quien_es(const Credenciales& c) {
    if (c.apiKey || !c.usuario) return std::nullopt;
    return std::string_view{*c.usuario};
}

}  // namespace

void validar(const Credenciales& c, Faltas& faltas) {
    if (c.apiKey) {
        faltas.agregar_si(c.usuario.has_value(), Codigo::valor_no_permitido, "/usuario");
        faltas.agregar_si(c.password.has_value(), Codigo::valor_no_permitido, "/password");
        return;
    }
    faltas.agregar_si(!c.usuario, Codigo::requerido, "/usuario");
    faltas.agregar_si(!c.password, Codigo::requerido, "/password");
}

AccesoOtorgado abrir_y_otorgar(Seguridad& s, Context& ctx, const Titular& titular) {
    auto abierta = abrir_sesion(ctx.db(), titular, ctx.ahora());
    ctx.auditar_alta("Sesion", titular.usuarioId, SesionAuditada{titular.usuarioId, titular.consumidorId, titular.remoto});
    return otorgar(s, ctx, ctx.db().organizacion(), titular, std::move(abierta.familia), std::move(abierta.refreshToken));
}

Intento preparar_autenticacion(Seguridad& s, const Context& ctx, const Credenciales& c) {
    return c.apiKey ? preparar_con_llave(ctx, c) : preparar_con_password(s, ctx, c);
}

AccesoOtorgado autenticar(Seguridad& s, Context& ctx, const Credenciales& c, const Intento& intento) {
    auto titular = admitir(ctx, intento);
    if (!titular) rechazar(ctx, intento);
    titular->remoto = ctx.remoto();
    // By a password alone: whoever has a key or a session could use it from any number of networks.
    if (c.usuario)
        ctx.al_confirmar([&s, nombre = std::string{*c.usuario}, remoto = std::string{ctx.remoto()}] {
            s.autenticador().conocer(nombre, remoto);
        });
    return abrir_y_otorgar(s, ctx, *titular);
}

RenovacionHallada preparar_renovacion(const Context& ctx, const RenovacionPedida& pedida) {
    const auto huella = auth::parse_refresh_token(pedida.refreshToken);
    if (!huella) reject(Codigo::token_invalido, "/refreshToken");
    std::optional<Acceso> acceso;
    ctx.leer(0, [&](db::Reader& tx) { acceso = buscar_acceso(tx, clave_renovacion(*huella)); });
    if (!acceso) reject(Codigo::token_invalido, "/refreshToken");
    reject_if(acceso->venceEn && *acceso->venceEn <= ctx.ahora(), Codigo::token_vencido, "/refreshToken");
    ctx.contar_peticion(acceso->usuarioId, acceso->consumidorId);
    ctx.actuar_en(acceso->organizacionId);
    return {*huella, std::move(*acceso)};
}

AccesoOtorgado renovar(Seguridad& s, Context& ctx, const RenovacionPedida& pedida, const RenovacionHallada& hallada) {
    const auto& [huella, acceso] = hallada;
    const auto ahora = ctx.ahora();
    auto nuevo = auth::refresh_token_after(pedida.refreshToken, s.renovaciones());
    if (!rotar_sesion(ctx.db(), acceso.familia, huella, nuevo, ahora)) {
        // Someone holds a token that was already exchanged: nobody can tell the thief from the owner, so both are out.
        ctx.aunque_rechace([familia = acceso.familia, ahora](db::Writer& tx) { revocar_sesion(tx, familia, ahora); });
        ctx.al_rechazar([&s, familia = acceso.familia] { s.autenticador().forget_family(familia); });
        reject(Codigo::token_invalido, "/refreshToken");
    }
    const auth::Claims claims{ctx.db().organizacion(), acceso.usuarioId, acceso.consumidorId, acceso.familia, 0, 0, {}};
    if (!leer_sesion(ctx.db(), claims, ahora)) reject(Codigo::token_invalido, "/refreshToken");
    ctx.auditar_alta("Sesion", acceso.usuarioId,
                     SesionAuditada{acceso.usuarioId, acceso.consumidorId, std::string{ctx.remoto()}});
    return otorgar(s, ctx, ctx.db().organizacion(), {acceso.usuarioId, acceso.consumidorId, {}, {}}, acceso.familia,
                   std::move(nuevo.texto));
}

Nada cerrar(Seguridad& s, Context& ctx) {
    const auto& sesion = ctx.sesion();
    revocar_sesion(ctx.db(), sesion.familia, ctx.ahora());
    ctx.al_confirmar([&s, familia = sesion.familia] { s.autenticador().forget_family(familia); });
    return {};
}

UsuarioActual obtener_usuario_actual(const Context& ctx) {
    const auto& s = ctx.sesion();
    UsuarioActual u;
    u.usuarioId = s.usuarioId;
    u.usuario = s.usuario;
    u.nombre = s.nombre;
    u.organizacionId = s.organizacionId;
    u.sucursalId = s.sucursalId;
    u.centroCostoId = s.centroCostoId;
    u.divisionId = s.divisionId;
    u.zona = s.zona;
    u.permisos = s.permisos;
    u.consumidorId = s.consumidorId;
    ctx.db().each(R"(
        SELECT u.correo, o.nombre,
               COALESCE((SELECT c.tipoIntegracion FROM consumidorApi c WHERE c.organizacionId = u.organizacionId AND c.consumidorId = $3), ''),
               o.demostracion
        FROM usuario u JOIN organizacion o ON o.organizacionId = u.organizacionId
        WHERE u.organizacionId = $1 AND u.usuarioId = $2)",
                  [&](const db::Row& row) {
                      u.correo = row.text(0);
                      u.organizacion = row.text(1);
                      u.tipoIntegracion = row.text(2);
                      u.demostracion = row.integer(3) != 0;
                  },
                  ctx.organizacionId(), s.usuarioId, s.consumidorId);
    u.roles = ctx.db().all<std::string>(R"(
        SELECT r.nombre FROM usuarioRol ur JOIN rol r ON r.organizacionId = ur.organizacionId AND r.rolId = ur.rolId AND r.activo = 1
        WHERE ur.organizacionId = $1 AND ur.usuarioId = $2 ORDER BY r.nombre)",
                                        ctx.organizacionId(), s.usuarioId);
    return u;
}

void register_autenticacion(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(
           POST, "/api/Seguridad/Autenticacion", "Autenticacion",
           [&s](const Context& ctx, const Credenciales& c) { return preparar_autenticacion(s, ctx, c); },
           [&s](Context& ctx, const Credenciales& c, const Intento& intento) { return autenticar(s, ctx, c, intento); })
        .sin_token()
        .con_secretos()
        .con_hash<Credenciales, de_quien_es>()
        .rechaza({Codigo::credenciales_invalidas, Codigo::demasiados_intentos, Codigo::requerido, Codigo::valor_no_permitido});
    ops.add(POST, "/api/Seguridad/Renovar", "Renovar", preparar_renovacion,
            [&s](Context& ctx, const RenovacionPedida& pedida, const RenovacionHallada& hallada) {
                return renovar(s, ctx, pedida, hallada);
            })
        .sin_token()
        .con_secretos()
        .nuestra()
        .rechaza({Codigo::token_invalido, Codigo::token_vencido});
    ops.add(POST, "/api/Seguridad/Cerrar", "Cerrar", [&s](Context& ctx) { return cerrar(s, ctx); })
        .para_todos()
        .con_secretos()
        .nuestra();
    ops.add(GET, "/api/Seguridad/Usuario", "UsuarioActual", obtener_usuario_actual).para_todos();
}

}  // namespace cacao
