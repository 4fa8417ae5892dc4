#include "rooms/seguridad/autenticador.hpp"

#include "db/rows.hpp"
#include "reflect/objeto.hpp"
#include "rooms/seguridad/proveedor_identidad.hpp"
#include "rooms/seguridad/sesion_filas.hpp"

#include <spdlog/spdlog.h>

namespace cacao {
namespace {

constexpr std::int64_t uso_cada_segundos = 60;

struct EnlaceDeAgente {
    std::int64_t identidadExternaId{};
    std::int64_t usuarioId{};
    std::optional<Instante> ultimoUso;
};
DESCRIBE_STRUCT(EnlaceDeAgente, (), (identidadExternaId, usuarioId, ultimoUso))

[[noreturn]] void rechazar_token(Codigo codigo) { throw Error{{{codigo, "/Authorization", En::encabezado, {}}}}; }

// A consumer may do what its user may and its scopes name. Two sets with wildcards have no third that says what they share, so
// its permissions are spelled out.
void acotar(api::Sesion& sesion, const std::vector<std::string>& alcances, const api::Operations& operations) {
    const auto alcanza = operations.allowed(alcances);
    std::vector<std::string> derechos;
    for (const auto& d : operations.rights())
        if (api::tiene_derecho(sesion.permisos, d.id, d.grupo) && api::tiene_derecho(alcances, d.id, d.grupo))
            derechos.push_back(d.id);
    sesion.permisos = std::move(derechos);
    for (const auto& op : operations.all()) {
        sesion.permitidas[op.index] = sesion.permitidas[op.index] && alcanza[op.index];
        if (sesion.permitidas[op.index] && !op.libre_para_todos && !op.publica) sesion.permisos.push_back(op.id);
    }
}

}  // namespace

std::optional<api::Sesion> sesion_de_consumidor(db::Reader& tx, const api::Operations& operations, std::int64_t consumidorId) {
    api::Sesion s;
    tx.each(R"(SELECT u.usuarioId, u.usuario, u.nombre, u.sucursalId, u.centroCostoId, u.divisionId FROM consumidorApi c
               JOIN usuario u ON u.organizacionId = c.organizacionId AND u.usuarioId = c.usuarioId AND u.activo = 1
               JOIN organizacion o ON o.organizacionId = c.organizacionId AND o.activo = 1
               WHERE c.organizacionId = $1 AND c.consumidorId = $2 AND c.activo = 1)",
            [&](const db::Row& row) {
                s.organizacionId = tx.organizacion();
                s.consumidorId = consumidorId;
                s.usuarioId = row.integer(0);
                s.usuario = row.text(1);
                s.nombre = row.text(2);
                s.sucursalId = row.integer(3);
                s.centroCostoId = row.integer(4);
                s.divisionId = row.integer(5);
            },
            tx.organizacion(), consumidorId);
    if (s.usuarioId == 0) return std::nullopt;
    api::poner_zonas(tx, s);
    s.permisos = leer_permisos(tx, s.usuarioId);
    s.permitidas = operations.allowed(s.permisos);
    acotar(s, leer_alcances(tx, consumidorId), operations);
    return s;
}

Autenticador::Autenticador(db::Database& database, const api::Operations& operations, const Reloj& reloj, LlavesFirma& llaves,
                           auth::TokenScope scope, identidad::Proveedores& identidades, std::string recurso)
    : database_(database),
      operations_(operations),
      reloj_(reloj),
      llaves_(llaves),
      verifier_(llaves.keys(), scope),
      identidades_(identidades),
      emisor_(scope.issuer),
      recurso_(std::move(recurso)),
      cache_({.max_age_seconds = 10}),
      de_agentes_({.max_age_seconds = 10}) {}

std::shared_ptr<const api::Sesion> Autenticador::cached(std::string_view token) {
    auto hit = cache_.find(auth::token_hash(token), reloj_.ahora().segundos());
    return hit.fresh ? std::move(hit.value) : nullptr;
}

std::shared_ptr<const api::Sesion> Autenticador::check(std::string_view token) {
    const auto ahora = reloj_.ahora();
    const auto ticket = cache_.ticket();
    const auto claims = verificar(token, ahora);
    std::optional<SesionLeida> leida;
    database_.read(claims.organizacionId, [&](db::Reader& tx) { leida = leer_sesion(tx, claims, ahora); });
    if (!leida) rechazar_token(Codigo::token_invalido);

    auto sesion = std::make_shared<api::Sesion>(std::move(leida->sesion));
    sesion->permitidas = operations_.allowed(sesion->permisos);
    if (sesion->consumidorId != 0) {
        acotar(*sesion, leida->alcances, operations_);
        if (!leida->prefijo.empty() && (!leida->ultimoUso || leida->ultimoUso->mas_segundos(uso_cada_segundos) < ahora))
            anotar_uso(sesion->organizacionId, sesion->consumidorId, leida->prefijo, ahora);
    }
    cache_.put(auth::token_hash(token), sesion, claims.familia, claims.vence, ahora.segundos(), ticket);
    return sesion;
}

std::uint64_t Autenticador::foreign(std::string_view token) const {
    if (recurso_.empty()) return 0;
    const auto dicho = identidad::leer_reclamado(token);
    if (!dicho || dicho->emisor == emisor_) return 0;
    return std::hash<std::string>{}(dicho->emisor) | 1U;
}

std::shared_ptr<const api::Sesion> Autenticador::cached_foreign(std::string_view token) {
    auto hit = de_agentes_.find(auth::token_hash(token), reloj_.ahora().segundos());
    return hit.fresh ? std::move(hit.value) : nullptr;
}

std::shared_ptr<const api::Sesion> Autenticador::check_foreign(std::string_view token) {
    constexpr std::string_view campo = "/Authorization";
    const auto ahora = reloj_.ahora();
    const auto ticket = de_agentes_.ticket();
    const auto dicho = identidad::leer_reclamado(token);
    const auto proveedor = dicho ? buscar_de_agentes(*dicho) : std::nullopt;
    if (!proveedor) identidad::rechazar(identidad::Motivo::proveedor, campo);
    const auto& fila = proveedor->fila;
    auto audiencias = reflect::recuperar(fila.audiencias);
    if (audiencias.empty()) audiencias.push_back(recurso_);
    const auto persona = identidades_.juzgar_de_agente(token, {fila.emisor, std::move(audiencias), fila.alcance}, ahora, campo);

    std::optional<EnlaceDeAgente> enlace;
    std::optional<SesionLeida> leida;
    database_.read(proveedor->organizacionId, [&](db::Reader& tx) {
        enlace = tx.one<EnlaceDeAgente>(R"(
            SELECT identidadExternaId, usuarioId, ultimoUso FROM identidadExterna
            WHERE organizacionId = $1 AND proveedorIdentidadId = $2 AND sub = $3)",
                                        tx.organizacion(), proveedor->proveedorIdentidadId, persona.sub);
        leida.reset();
        if (enlace) leida = leer_sesion_de_agente(tx, enlace->usuarioId, fila.consumidorId);
    });
    if (!leida)
        throw Error{{{Codigo::identidad_sin_enlace, std::string{campo}, En::encabezado,
                      reflect::objeto("proveedorIdentidadId", proveedor->proveedorIdentidadId, "sub", persona.sub)}}};
    auto sesion = std::make_shared<api::Sesion>(std::move(leida->sesion));
    sesion->vence = persona.vence;
    sesion->permitidas = operations_.allowed(sesion->permisos);
    acotar(*sesion, leida->alcances, operations_);
    if (!enlace->ultimoUso || enlace->ultimoUso->mas_segundos(uso_cada_segundos) < ahora)
        anotar_uso_de_identidad(proveedor->organizacionId, enlace->identidadExternaId, ahora);
    de_agentes_.put(auth::token_hash(token), sesion, {}, persona.vence.segundos(), ahora.segundos(), ticket);
    return sesion;
}

// By what a token says, before any of it is believed: its issuer, and one of those for whom it says to be made.
std::optional<Autenticador::DeAgentes> Autenticador::buscar_de_agentes(const identidad::Reclamado& dicho) {
    std::optional<Acceso> acceso;
    database_.read(0, [&](db::Reader& tx) {
        acceso.reset();
        for (const auto& audiencia : dicho.audiencias) {
            if (!acceso) acceso = buscar_acceso(tx, clave_audiencia(dicho.emisor, audiencia));
            if (!acceso && audiencia == recurso_) acceso = buscar_acceso(tx, clave_audiencia(dicho.emisor, ""));
        }
    });
    if (!acceso) return std::nullopt;
    std::optional<FilaDeAgentes> fila;
    database_.read(acceso->organizacionId, [&](db::Reader& tx) {
        fila = tx.one<FilaDeAgentes>(R"(
            SELECT p.emisor, p.consumidorId, p.audiencias, p.alcance FROM proveedorIdentidad p
            JOIN consumidorApi c ON c.organizacionId = p.organizacionId AND c.consumidorId = p.consumidorId
            WHERE p.organizacionId = $1 AND p.proveedorIdentidadId = $2 AND p.activo = 1 AND c.activo = 1)",
                                     tx.organizacion(), acceso->consumidorId);
    });
    if (!fila) return std::nullopt;
    return DeAgentes{acceso->organizacionId, acceso->consumidorId, std::move(*fila)};
}

std::string Autenticador::known_as(std::string_view nombre, std::string_view remoto) const {
    auto clave = clave_usuario(nombre);
    return redes_.conoce(clave, remoto) ? clave : "";
}

void Autenticador::conocer(std::string_view nombre, std::string_view remoto) { redes_.anotar(clave_usuario(nombre), remoto); }

auth::Claims Autenticador::verificar(std::string_view token, Instante ahora) {
    auto result = verifier_.verify(token, ahora.segundos());
    if (const auto* refusal = std::get_if<auth::Refusal>(&result); refusal != nullptr && *refusal == auth::Refusal::unknown_key) {
        llaves_.buscar_nuevas();
        result = verifier_.verify(token, ahora.segundos());
    }
    if (const auto* refusal = std::get_if<auth::Refusal>(&result))
        rechazar_token(*refusal == auth::Refusal::expired ? Codigo::token_vencido : Codigo::token_invalido);
    return std::get<auth::Claims>(std::move(result));
}

// Beside the request, not in its way; a use that could not be noted is noted by the next one.
void Autenticador::anotar_uso(std::int64_t organizacionId, std::int64_t consumidorId, const std::string& prefijo,
                              Instante ahora) {
    database_.write(
        organizacionId,
        [=](db::Writer& tx) {
            tx.run(R"(
                UPDATE consumidorLlave SET ultimoUso = $4
                WHERE organizacionId = $1 AND consumidorId = $2 AND prefijo = $3 AND (ultimoUso IS NULL OR ultimoUso < $5))",
                   tx.organizacion(), consumidorId, prefijo, ahora, ahora.mas_segundos(-uso_cada_segundos));
        },
        [](std::exception_ptr error) {
            if (error) spdlog::warn("the last use of an API key could not be noted");
        });
}

void Autenticador::anotar_uso_de_identidad(std::int64_t organizacionId, std::int64_t identidadExternaId, Instante ahora) {
    database_.write(
        organizacionId,
        [=](db::Writer& tx) {
            tx.run("UPDATE identidadExterna SET ultimoUso = $3 WHERE organizacionId = $1 AND identidadExternaId = $2",
                   tx.organizacion(), identidadExternaId, ahora);
        },
        [](std::exception_ptr error) {
            if (error) spdlog::warn("the last use of an identity could not be noted");
        });
}

}  // namespace cacao
