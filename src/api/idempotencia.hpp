#pragma once
// Retries that do nothing twice. The answer of a success is kept in the transaction of its effect; a repeat finds it there.

#include "api/operations.hpp"
#include "db/db.hpp"

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace cacao::api {

inline constexpr std::int64_t key_lifetime_seconds = 24 * 3600;

// A key in its scope (caller, method, path, query) with the fingerprint of the decoded request. However an address is spelled, it
// is the same one: a slash behind it, escapes.
struct IdempotencyKey {
    std::string llave;
    std::string ambito;
    std::string huella;
};

IdempotencyKey make_key(std::string_view llave, const Sesion& sesion, const Operation& op, const Parts& parts,
                        std::string_view canonical_request);
// 1 to 200 visible ASCII characters.
bool valid_key(std::string_view llave);

// The kept answer, if this key was used; throws llave_reutilizada (422) when it was used with another request. A key whose day is
// over makes room.
std::optional<Outcome> find_kept(db::Writer& tx, const IdempotencyKey& key, Instante ahora);
// Keeps the answer as it was given, however large: the audit log keeps as much of the same write, and for longer. When another
// transaction keeps one meanwhile, the constraint fails this one, at its commit at the latest, and asked again it finds the
// other's answer.
void keep(db::Writer& tx, const IdempotencyKey& key, const Outcome& outcome, Instante ahora);

// Removes keys whose day is over, a few hundred at a time.
void forget_expired(db::Writer& tx, Instante ahora);

// Keys whose request is running in this process.
class KeysInFlight {
public:
    bool enter(const IdempotencyKey& key, std::int64_t organizacionId);
    void leave(const IdempotencyKey& key, std::int64_t organizacionId);

private:
    static std::string name(const IdempotencyKey& key, std::int64_t organizacionId);
    std::mutex mutex_;
    std::unordered_set<std::string> keys_;
};

}  // namespace cacao::api
