#include "rooms/seguridad/sesion_filas.hpp"

#include "auth/keys.hpp"
#include "base/ascii.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"

namespace cacao {

DESCRIBE_STRUCT(Acceso, (), (organizacionId, usuarioId, consumidorId, familia, venceEn))

namespace {

struct FilaSesion {
    std::string usuario;
    std::string nombre;
    std::int64_t sucursalId{};
    std::int64_t centroCostoId{};
    std::int64_t divisionId{};
    std::string prefijo;
    std::int64_t proveedorIdentidadId{};
};
DESCRIBE_STRUCT(FilaSesion, (), (usuario, nombre, sucursalId, centroCostoId, divisionId, prefijo, proveedorIdentidadId))

// A consumer acts as its service user, by a key that is in force; `ultimoUso` of that key.
bool sigue_la_llave(db::Reader& tx, const auth::Claims& claims, std::string_view prefijo, Instante ahora,
                    std::optional<Instante>& ultimoUso) {
    bool vigente = false;
    tx.each(R"(
        SELECT l.ultimoUso FROM consumidorApi c
        JOIN consumidorLlave l ON l.organizacionId = c.organizacionId AND l.consumidorId = c.consumidorId
        WHERE c.organizacionId = $1 AND c.consumidorId = $2 AND c.usuarioId = $3 AND c.activo = 1
            AND l.prefijo = $4 AND l.revocadaEn IS NULL AND (l.venceEn IS NULL OR l.venceEn > $5))",
            [&](const db::Row& row) {
                vigente = true;
                if (!row.is_null(0)) ultimoUso = Instante::de_micros(row.integer(0));
            },
            tx.organizacion(), claims.consumidorId, claims.usuarioId, prefijo, ahora);
    return vigente;
}

// A person acts through the consumer of the provider that vouched for them, as long as that stands and they are linked.
bool sigue_la_identidad(db::Reader& tx, const auth::Claims& claims, std::int64_t proveedorIdentidadId) {
    return tx
        .one<std::int64_t>(R"(
        SELECT 1 FROM proveedorIdentidad p
        JOIN consumidorApi c ON c.organizacionId = p.organizacionId AND c.consumidorId = p.consumidorId
        WHERE p.organizacionId = $1 AND p.proveedorIdentidadId = $2 AND p.consumidorId = $3 AND p.activo = 1 AND c.activo = 1
            AND EXISTS (SELECT 1 FROM identidadExterna i
                        WHERE i.organizacionId = p.organizacionId AND i.proveedorIdentidadId = p.proveedorIdentidadId
                            AND i.usuarioId = $4))",
                           tx.organizacion(), proveedorIdentidadId, claims.consumidorId, claims.usuarioId)
        .has_value();
}

void guardar_renovacion(db::Writer& tx, const Titular& titular, std::string_view familia, std::string_view huella,
                        Instante vence) {
    tx.run(R"(
        INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn) VALUES ($1, $2, $3, $4, $5, $6))",
           clave_renovacion(huella), tx.organizacion(), titular.usuarioId, titular.consumidorId, familia, vence);
}

// Nobody else would: sessions that ended, and those that are too many, leave with the next login of whose they are. A consumer
// pushes out its own alone: others of the same user may be able to do more.
void olvidar_sesiones(db::Writer& tx, const Titular& titular, Instante ahora) {
    auto familias = tx.all<std::string>(R"(
        SELECT familia FROM sesion
        WHERE organizacionId = $1 AND usuarioId = $2 AND consumidorId = $3 AND (venceEn < $4 OR revocadaEn IS NOT NULL) LIMIT 100)",
                                        tx.organizacion(), titular.usuarioId, titular.consumidorId, ahora);
    if (familias.empty())
        familias = tx.all<std::string>(R"(
            SELECT familia FROM sesion WHERE organizacionId = $1 AND usuarioId = $2 AND consumidorId = $3
            ORDER BY venceEn DESC, familia LIMIT 100 OFFSET $4)",
                                       tx.organizacion(), titular.usuarioId, titular.consumidorId, sesiones_por_titular - 1);
    for (const auto& familia : familias) {
        tx.run("DELETE FROM acceso WHERE familia = $1 AND familia <> '' AND organizacionId = $2", familia, tx.organizacion());
        tx.run("DELETE FROM sesion WHERE organizacionId = $1 AND familia = $2", tx.organizacion(), familia);
    }
}

}  // namespace

std::string clave_usuario(std::string_view usuario) { return "usuario:" + minusculas_ascii(usuario); }

std::string clave_usuario(std::int64_t organizacionId, std::string_view usuario) {
    return clave_usuario(std::to_string(organizacionId) + '/' + std::string{usuario});
}
std::vector<std::string> claves_de_usuario(db::Reader& tx, std::int64_t usuarioId, std::string_view usuario) {
    std::vector<std::string> claves{clave_usuario(tx.organizacion(), usuario)};
    const auto solo = buscar_acceso(tx, clave_usuario(usuario));
    if (solo && solo->usuarioId == usuarioId) claves.push_back(clave_usuario(usuario));
    return claves;
}
std::string clave_llave(std::string_view prefijo) { return "llave:" + std::string{prefijo}; }
std::string clave_renovacion(std::string_view huella) { return "renovacion:" + hexadecimal(huella); }

std::optional<Acceso> buscar_acceso(db::Reader& tx, std::string_view clave) {
    return tx.one<Acceso>("SELECT organizacionId, usuarioId, consumidorId, familia, venceEn FROM acceso WHERE clave = $1", clave);
}

SesionAbierta abrir_sesion(db::Writer& tx, const Titular& titular, Instante ahora) {
    olvidar_sesiones(tx, titular, ahora);
    const auto token = auth::generate_refresh_token();
    const auto vence = ahora.mas_segundos(renovacion_segundos);
    SesionAbierta abierta{base64url(azar(16)), token.texto};
    tx.run(R"(
        INSERT INTO sesion (organizacionId, familia, usuarioId, consumidorId, prefijo, huella, creadoEn, venceEn, revocadaEn, remoto,
                            renovadaEn, proveedorIdentidadId)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, $9, $7, $10))",
           tx.organizacion(), abierta.familia, titular.usuarioId, titular.consumidorId, titular.prefijo, db::Bytes{token.huella},
           ahora, vence, titular.remoto, titular.proveedorIdentidadId);
    guardar_renovacion(tx, titular, abierta.familia, token.huella, vence);
    return abierta;
}

bool rotar_sesion(db::Writer& tx, std::string_view familia, std::string_view huella, const auth::NewRefreshToken& nuevo,
                  Instante ahora) {
    const auto vence = ahora.mas_segundos(renovacion_segundos);
    // One statement decides: of two that bring the same token at once, one wins and the other one is a reuse.
    const auto cambiadas = tx.count(R"(
        UPDATE sesion SET huella = $4, venceEn = $5, renovadaEn = $6
        WHERE organizacionId = $1 AND familia = $2 AND huella = $3 AND revocadaEn IS NULL AND venceEn > $6)",
                                    tx.organizacion(), familia, db::Bytes{huella}, db::Bytes{nuevo.huella}, vence, ahora);
    if (cambiadas == 0)
        // Whoever brings the last one again, a moment later, is given what it was exchanged for, which is still the one in force.
        return tx
            .one<std::int64_t>(R"(
            SELECT 1 FROM sesion
            WHERE organizacionId = $1 AND familia = $2 AND huella = $3 AND revocadaEn IS NULL AND venceEn > $4 AND renovadaEn > $5)",
                               tx.organizacion(), familia, db::Bytes{nuevo.huella}, ahora,
                               ahora.mas_segundos(-renovacion_repetible_segundos))
            .has_value();
    const auto viejo = buscar_acceso(tx, clave_renovacion(huella));
    tx.run(R"(
        DELETE FROM acceso WHERE familia = $1 AND familia <> '' AND organizacionId = $2 AND clave IN (
            SELECT a.clave FROM acceso a WHERE a.familia = $1 AND a.familia <> ''
            ORDER BY a.venceEn DESC, CASE WHEN a.clave = $3 THEN 0 ELSE 1 END LIMIT 100 OFFSET $4))",
           familia, tx.organizacion(), clave_renovacion(huella), renovaciones_recordadas);
    guardar_renovacion(tx, {viejo->usuarioId, viejo->consumidorId, {}, {}}, familia, nuevo.huella, vence);
    return true;
}

void revocar_sesion(db::Writer& tx, std::string_view familia, Instante ahora) {
    tx.run("UPDATE sesion SET revocadaEn = $3 WHERE organizacionId = $1 AND familia = $2 AND revocadaEn IS NULL",
           tx.organizacion(), familia, ahora);
}

void revocar_sesiones(db::Writer& tx, std::int64_t usuarioId, std::string_view excepto, Instante ahora) {
    tx.run(R"(
        UPDATE sesion SET revocadaEn = $4
        WHERE organizacionId = $1 AND usuarioId = $2 AND familia <> $3 AND revocadaEn IS NULL)",
           tx.organizacion(), usuarioId, excepto, ahora);
}

std::vector<std::string> leer_permisos(db::Reader& tx, std::int64_t usuarioId) {
    return tx.all<std::string>(R"(
        SELECT DISTINCT p.permiso FROM usuarioRol ur
        JOIN rol r ON r.organizacionId = ur.organizacionId AND r.rolId = ur.rolId AND r.activo = 1
        JOIN rolPermiso p ON p.organizacionId = ur.organizacionId AND p.rolId = ur.rolId
        WHERE ur.organizacionId = $1 AND ur.usuarioId = $2 ORDER BY p.permiso)",
                               tx.organizacion(), usuarioId);
}

std::vector<std::string> leer_alcances(db::Reader& tx, std::int64_t consumidorId) {
    return tx.all<std::string>(
        "SELECT permiso FROM consumidorAlcance WHERE organizacionId = $1 AND consumidorId = $2 ORDER BY permiso",
        tx.organizacion(), consumidorId);
}

namespace {

void completar(db::Reader& tx, SesionLeida& leida, const FilaSesion& fila, std::int64_t usuarioId, std::int64_t consumidorId) {
    if (consumidorId != 0) leida.alcances = leer_alcances(tx, consumidorId);
    auto& s = leida.sesion;
    s.organizacionId = tx.organizacion();
    s.usuarioId = usuarioId;
    s.consumidorId = consumidorId;
    s.por_identidad = fila.proveedorIdentidadId != 0;
    s.usuario = fila.usuario;
    s.nombre = fila.nombre;
    s.sucursalId = fila.sucursalId;
    s.centroCostoId = fila.centroCostoId;
    s.divisionId = fila.divisionId;
    api::poner_zonas(tx, s);
    s.permisos = leer_permisos(tx, usuarioId);
}

}  // namespace

std::optional<SesionLeida> leer_sesion(db::Reader& tx, const auth::Claims& claims, Instante ahora) {
    const auto fila = tx.one<FilaSesion>(R"(
        SELECT u.usuario, u.nombre, u.sucursalId, u.centroCostoId, u.divisionId, s.prefijo, s.proveedorIdentidadId
        FROM sesion s
        JOIN usuario u ON u.organizacionId = s.organizacionId AND u.usuarioId = s.usuarioId
        JOIN organizacion o ON o.organizacionId = s.organizacionId
        WHERE s.organizacionId = $1 AND s.familia = $2 AND s.usuarioId = $3 AND s.consumidorId = $4
            AND s.revocadaEn IS NULL AND s.venceEn > $5 AND u.activo = 1 AND o.activo = 1)",
                                         tx.organizacion(), claims.familia, claims.usuarioId, claims.consumidorId, ahora);
    if (!fila) return std::nullopt;
    SesionLeida leida;
    leida.prefijo = fila->prefijo;
    if (claims.consumidorId != 0) {
        const bool vigente = fila->proveedorIdentidadId != 0 ? sigue_la_identidad(tx, claims, fila->proveedorIdentidadId)
                                                             : sigue_la_llave(tx, claims, fila->prefijo, ahora, leida.ultimoUso);
        if (!vigente) return std::nullopt;
    }
    completar(tx, leida, *fila, claims.usuarioId, claims.consumidorId);
    leida.sesion.familia = claims.familia;
    leida.sesion.vence = Instante::de_micros(claims.vence * 1'000'000);
    return leida;
}

std::optional<SesionLeida> leer_sesion_de_agente(db::Reader& tx, std::int64_t usuarioId, std::int64_t consumidorId) {
    const auto fila = tx.one<FilaSesion>(R"(
        SELECT u.usuario, u.nombre, u.sucursalId, u.centroCostoId, u.divisionId, '' AS prefijo, 1 AS proveedorIdentidadId
        FROM usuario u
        JOIN organizacion o ON o.organizacionId = u.organizacionId
        WHERE u.organizacionId = $1 AND u.usuarioId = $2 AND u.activo = 1 AND o.activo = 1)",
                                         tx.organizacion(), usuarioId);
    if (!fila) return std::nullopt;
    SesionLeida leida;
    completar(tx, leida, *fila, usuarioId, consumidorId);
    return leida;
}

}  // namespace cacao
