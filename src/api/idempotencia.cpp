#include "api/idempotencia.hpp"

#include "base/digest.hpp"
#include "db/rows.hpp"

#include <algorithm>

namespace cacao::api {

bool valid_key(std::string_view llave) {
    return !llave.empty() && llave.size() <= 200 && std::ranges::all_of(llave, [](char c) { return c > ' ' && c < 127; });
}

namespace {

std::string path_of(const Operation& op, const Parts& parts) {
    std::string out;
    auto value = parts.path.begin();
    for (std::string_view left = op.path; !left.empty();) {
        const auto open = std::min(left.find('{'), left.size());
        out += left.substr(0, open);
        if (open == left.size()) break;
        out += (value++)->second;
        left.remove_prefix(left.find('}') + 1);
    }
    return out;
}

std::string query_of(const Operation& op, const Parts& parts) {
    std::string out;
    for (const auto& [name, value] : parts.query) {
        if (std::ranges::find(op.ignora, name) != op.ignora.end()) continue;
        if (!out.empty()) out.push_back('&');
        out.append(name).append(1, '=').append(value);
    }
    return out;
}

}  // namespace

IdempotencyKey make_key(std::string_view llave, const Sesion& sesion, const Operation& op, const Parts& parts,
                        std::string_view canonical_request) {
    std::string scope =
        sesion.consumidorId != 0 && !sesion.por_identidad ? "c" + std::to_string(sesion.consumidorId) : "u" + std::to_string(sesion.usuarioId);
    scope.append(1, '\n')
        .append(nombre(op.verb))
        .append(1, '\n')
        .append(path_of(op, parts))
        .append(1, '\n')
        .append(query_of(op, parts));
    return {std::string{llave}, sha256(scope), sha256(canonical_request)};
}

std::optional<Outcome> find_kept(db::Writer& tx, const IdempotencyKey& key, Instante ahora) {
    std::optional<Outcome> kept;
    bool other_request = false;
    bool expired = false;
    tx.each(R"(
        SELECT huella, respuesta, etag, vence <= $4 FROM idempotencia
        WHERE organizacionId = $1 AND llave = $2 AND ambito = $3)",
            [&](const db::Row& row) {
                expired = row.integer(3) != 0;
                if (expired) return;
                other_request = row.text(0) != key.huella;
                kept.emplace().body = row.text(1);
                if (!row.text(2).empty()) kept->etag = std::string{row.text(2)};
            },
            tx.organizacion(), key.llave, db::Bytes{key.ambito}, ahora);
    if (other_request) throw Error{{{Codigo::llave_reutilizada, "/Idempotency-Key", En::encabezado, {}}}};
    // An earlier release kept no large answers. That it was done is known all the same, and it is not done again.
    reject_if(kept && kept->body.empty(), Codigo::resultado_desconocido, "");
    if (expired)
        tx.run("DELETE FROM idempotencia WHERE organizacionId = $1 AND llave = $2 AND ambito = $3 AND vence <= $4",
               tx.organizacion(), key.llave, db::Bytes{key.ambito}, ahora);
    return kept;
}

void keep(db::Writer& tx, const IdempotencyKey& key, const Outcome& outcome, Instante ahora) {
    tx.run(R"(
        INSERT INTO idempotencia (organizacionId, llave, ambito, huella, respuesta, etag, vence)
        VALUES ($1, $2, $3, $4, $5, $6, $7))",
           tx.organizacion(), key.llave, db::Bytes{key.ambito}, db::Bytes{key.huella}, outcome.body, outcome.etag.value_or(""),
           ahora.mas_segundos(key_lifetime_seconds));
}

void forget_expired(db::Writer& tx, Instante ahora) {
    tx.run(R"(
        DELETE FROM idempotencia WHERE organizacionId = $1 AND (llave, ambito) IN (
            SELECT llave, ambito FROM idempotencia WHERE organizacionId = $1 AND vence <= $2 LIMIT 500))",
           tx.organizacion(), ahora);
}

std::string KeysInFlight::name(const IdempotencyKey& key, std::int64_t organizacionId) {
    return std::to_string(organizacionId) + '\n' + key.llave + '\n' + key.ambito;
}

bool KeysInFlight::enter(const IdempotencyKey& key, std::int64_t organizacionId) {
    const std::lock_guard lock{mutex_};
    return keys_.insert(name(key, organizacionId)).second;
}

void KeysInFlight::leave(const IdempotencyKey& key, std::int64_t organizacionId) {
    const std::lock_guard lock{mutex_};
    keys_.erase(name(key, organizacionId));
}

}  // namespace cacao::api
