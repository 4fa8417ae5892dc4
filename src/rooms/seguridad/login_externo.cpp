#include "rooms/seguridad/login_externo.hpp"

#include "base/ascii.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"
#include "rooms/seguridad/proveedor_identidad.hpp"
#include "rooms/seguridad/seguridad.hpp"

namespace cacao {
namespace {

using identidad::Motivo;

struct FilaProveedor {
    std::int64_t proveedorIdentidadId{};
    std::string emisor;
    std::string idCliente;
    std::int64_t consumidorId{};
    bool porCorreo{};
    bool activo{};
};
DESCRIBE_STRUCT(FilaProveedor, (), (proveedorIdentidadId, emisor, idCliente, consumidorId, porCorreo, activo))

std::optional<FilaProveedor> leer_fila(db::Reader& tx, std::int64_t id) {
    return tx.one<FilaProveedor>(R"(
        SELECT p.proveedorIdentidadId, p.emisor, p.idCliente, p.consumidorId, p.porCorreo,
               p.activo * c.activo * o.activo AS activo
        FROM proveedorIdentidad p
        JOIN consumidorApi c ON c.organizacionId = p.organizacionId AND c.consumidorId = p.consumidorId
        JOIN organizacion o ON o.organizacionId = p.organizacionId
        WHERE p.organizacionId = $1 AND p.proveedorIdentidadId = $2)",
                                 tx.organizacion(), id);
}

// Where what it brings stands.
std::string_view lugar(const LoginExterno& pedido) { return pedido.idToken ? "/idToken" : "/codigo"; }

// A login by a code names its provider; a token is found by what it claims, before any of it is believed.
std::optional<Acceso> buscar_proveedor(const Context& ctx, const LoginExterno& pedido) {
    std::vector<std::string> claves;
    if (pedido.proveedor) claves.push_back(clave_de_proveedor(*pedido.proveedor));
    if (pedido.idToken)
        if (const auto dicho = identidad::leer_reclamado(*pedido.idToken))
            for (const auto& audiencia : dicho->audiencias) claves.push_back(clave_proveedor(dicho->emisor, audiencia));
    std::optional<Acceso> acceso;
    ctx.leer(0, [&](db::Reader& tx) {
        for (const auto& clave : claves)
            if (!acceso) acceso = buscar_acceso(tx, clave);
    });
    return acceso;
}

struct Enlace {
    std::int64_t identidadExternaId{};
    std::int64_t usuarioId{};
    bool activo{};
};
DESCRIBE_STRUCT(Enlace, (), (identidadExternaId, usuarioId, activo))

std::optional<Enlace> leer_enlace(db::Reader& tx, const IdentidadProbada& quien) {
    return tx.one<Enlace>(R"(
        SELECT i.identidadExternaId, i.usuarioId, u.activo FROM identidadExterna i
        JOIN usuario u ON u.organizacionId = i.organizacionId AND u.usuarioId = i.usuarioId
        WHERE i.organizacionId = $1 AND i.proveedorIdentidadId = $2 AND i.sub = $3)",
                          tx.organizacion(), quien.proveedorIdentidadId, quien.persona.sub);
}

struct EnlaceAuditado {
    std::int64_t proveedorIdentidadId{};
    std::string sub;
    std::int64_t usuarioId{};
    std::string correo;
};
DESCRIBE_STRUCT(EnlaceAuditado, (), (proveedorIdentidadId, sub, usuarioId, correo))

// Whose mail it is, where the provider says that it is theirs and one person alone has it here.
std::optional<Enlace> enlazar_por_correo(Context& ctx, const IdentidadProbada& quien) {
    auto& tx = ctx.db();
    if (quien.persona.correo.empty()) return std::nullopt;
    std::vector<std::int64_t> suyos;
    tx.each(
        "SELECT usuarioId, correo FROM usuario WHERE organizacionId = $1 AND activo = 1 AND esServicio = 0 AND correo <> ''",
        [&](const db::Row& r) {
            if (iguales_ascii(r.text(1), quien.persona.correo)) suyos.push_back(r.integer(0));
        },
        tx.organizacion());
    if (suyos.size() != 1) return std::nullopt;
    const auto id = tx.next_id();
    tx.run(R"(
        INSERT INTO identidadExterna (organizacionId, identidadExternaId, proveedorIdentidadId, sub, usuarioId, correo, ultimoUso, creadoEn)
        VALUES ($1, $2, $3, $4, $5, $6, NULL, $7))",
           tx.organizacion(), id, quien.proveedorIdentidadId, quien.persona.sub, suyos.front(), quien.persona.correo,
           ctx.ahora());
    ctx.auditar_alta("IdentidadExterna", id,
                     EnlaceAuditado{quien.proveedorIdentidadId, quien.persona.sub, suyos.front(), quien.persona.correo});
    return Enlace{id, suyos.front(), true};
}

// Who is wrong counts as whoever gives a wrong password does, and waits as long; who is right does not wait for them.
[[noreturn]] void contar_y_rechazar(Context& ctx, const IdentidadProbada& quien, const Error& porque) {
    ctx.aunque_rechace([intento = quien.intentado, ahora = ctx.ahora()](db::Writer& tx) { contar_fallo(tx, intento, ahora); });
    exigir_pasado(quien.espera_de_red, ctx.ahora());
    throw porque;
}
Error rechazo(Codigo codigo, std::string_view campo, std::string datos) {
    return Error{{{codigo, std::string{campo}, En::donde_sea, std::move(datos)}}};
}

struct Hallado {
    std::int64_t organizacionId{};
    FilaProveedor fila;
    std::string secreto;
};

std::optional<Hallado> hallar_proveedor(const Seguridad& s, const Context& ctx, const LoginExterno& pedido) {
    const auto acceso = buscar_proveedor(ctx, pedido);
    if (!acceso) return std::nullopt;
    Hallado h{acceso->organizacionId, {}, {}};
    ctx.leer(acceso->organizacionId, [&](db::Reader& tx) {
        h.fila = leer_fila(tx, acceso->consumidorId).value_or(FilaProveedor{});
        tx.each(
            "SELECT secreto FROM proveedorIdentidad WHERE organizacionId = $1 AND proveedorIdentidadId = $2",
            [&](const db::Row& r) {
                if (!r.is_null(0)) h.secreto = s.secretos_de_identidad().open(r.text(0)).value_or("");
            },
            tx.organizacion(), acceso->consumidorId);
    });
    if (!h.fila.activo) return std::nullopt;
    return h;
}

// Finds out whose token it is; throws token_invalido where it is nobody's.
void probar(Seguridad& s, const Context& ctx, const LoginExterno& pedido, IdentidadProbada& quien) {
    const auto hallado = hallar_proveedor(s, ctx, pedido);
    if (!hallado) identidad::rechazar(Motivo::proveedor, pedido.idToken ? "/idToken" : "/proveedor");
    const auto& fila = hallado->fila;
    ctx.contar_peticion(0, fila.consumidorId);
    ctx.actuar_en(hallado->organizacionId);
    std::string token;
    if (pedido.idToken) token = *pedido.idToken;
    else {
        // Each costs a call: who was wrong too often from there makes none.
        exigir_pasado(quien.espera_de_red, ctx.ahora());
        token = s.identidades().canjear(
            {fila.emisor, fila.idCliente, hallado->secreto, *pedido.codigo, *pedido.codeVerifier, *pedido.redirectUri},
            ctx.ahora());
    }
    std::optional<std::string> nonce;
    if (pedido.nonce) nonce = *pedido.nonce;
    quien.persona =
        s.identidades().juzgar(token, {fila.emisor, fila.idCliente, nonce}, ctx.ahora(), pedido.idToken ? "/idToken" : "/codigo");
    quien.proveedorIdentidadId = fila.proveedorIdentidadId;
    quien.consumidorId = fila.consumidorId;
}

}  // namespace

void validar(const LoginExterno& pedido, Faltas& faltas) {
    if (pedido.idToken) {
        faltas.agregar_si(pedido.proveedor.has_value(), Codigo::valor_no_permitido, "/proveedor");
        faltas.agregar_si(pedido.codigo.has_value(), Codigo::valor_no_permitido, "/codigo");
        faltas.agregar_si(pedido.codeVerifier.has_value(), Codigo::valor_no_permitido, "/codeVerifier");
        faltas.agregar_si(pedido.redirectUri.has_value(), Codigo::valor_no_permitido, "/redirectUri");
        return;
    }
    if (!pedido.proveedor && !pedido.codigo) return faltas.agregar(Codigo::requerido, "/idToken");
    faltas.agregar_si(!pedido.proveedor, Codigo::requerido, "/proveedor");
    faltas.agregar_si(!pedido.codigo, Codigo::requerido, "/codigo");
    faltas.agregar_si(!pedido.codeVerifier, Codigo::requerido, "/codeVerifier");
    faltas.agregar_si(!pedido.redirectUri, Codigo::requerido, "/redirectUri");
}

IdentidadProbada preparar_login_externo(Seguridad& s, const Context& ctx, const LoginExterno& pedido) {
    IdentidadProbada quien;
    quien.intentado = intentado({}, ctx.remoto());
    ctx.leer(0, [&](db::Reader& tx) { quien.espera_de_red = leer_esperas(tx, quien.intentado).de_red; });
    try {
        probar(s, ctx, pedido, quien);
    } catch (const Error& e) {
        const auto codigo = e.faltas().front().codigo;
        if (codigo != Codigo::token_invalido && codigo != Codigo::codigo_de_acceso_invalido) throw;
        quien.rechazo = e;
    }
    return quien;
}

AccesoOtorgado entrar_con_identidad(Seguridad& s, Context& ctx, const LoginExterno& pedido, const IdentidadProbada& quien) {
    auto& tx = ctx.db();
    const auto campo = lugar(pedido);
    if (quien.rechazo) contar_y_rechazar(ctx, quien, *quien.rechazo);
    // An administrator may have changed it while the provider was asked.
    const auto fila = leer_fila(tx, quien.proveedorIdentidadId);
    if (!fila || !fila->activo || fila->consumidorId != quien.consumidorId) identidad::rechazar(Motivo::proveedor, campo);
    auto enlace = leer_enlace(tx, quien);
    if (!enlace && fila->porCorreo) {
        tx.lock("proveedorIdentidad");
        enlace = leer_enlace(tx, quien);
        if (!enlace) enlace = enlazar_por_correo(ctx, quien);
    }
    if (!enlace || !enlace->activo)
        contar_y_rechazar(ctx, quien,
                          rechazo(Codigo::identidad_sin_enlace, campo,
                                  reflect::objeto("proveedorIdentidadId", quien.proveedorIdentidadId, "sub", quien.persona.sub)));
    // Once: a token that was seen on its way is worth nothing to whoever saw it.
    const auto primera = tx.count(R"(
        INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn) VALUES ($1, $2, $3, $4, '', $5)
        ON CONFLICT (clave) DO NOTHING)",
                                  "idtoken:" + quien.persona.huella, tx.organizacion(), enlace->usuarioId, quien.consumidorId,
                                  quien.persona.vence);
    if (primera == 0)
        contar_y_rechazar(ctx, quien,
                          rechazo(Codigo::token_invalido, campo, reflect::objeto("motivo", identidad::nombre(Motivo::repetido))));
    tx.run("UPDATE identidadExterna SET ultimoUso = $3 WHERE organizacionId = $1 AND identidadExternaId = $2", tx.organizacion(),
           enlace->identidadExternaId, ctx.ahora());
    return abrir_y_otorgar(s, ctx,
                           {enlace->usuarioId, quien.consumidorId, {}, std::string{ctx.remoto()}, quien.proveedorIdentidadId});
}

void register_login_externo(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(
           POST, "/api/Seguridad/LoginMcp", "LoginMcp",
           [&s](const Context& ctx, const LoginExterno& pedido) { return preparar_login_externo(s, ctx, pedido); },
           [&s](Context& ctx, const LoginExterno& pedido, const IdentidadProbada& quien) {
               return entrar_con_identidad(s, ctx, pedido, quien);
           })
        .sin_token()
        .con_secretos()
        .por_fuera()
        .rechaza({Codigo::token_invalido, Codigo::identidad_sin_enlace, Codigo::codigo_de_acceso_invalido,
                  Codigo::proveedor_identidad_sin_respuesta, Codigo::demasiados_intentos, Codigo::requerido,
                  Codigo::valor_no_permitido});
}

}  // namespace cacao
