#pragma once
// From an access token to the session it stands for. Verified tokens are remembered for ten seconds: then the session is read
// again, so that what another instance changed arrives; what this process changes arrives at once (bump, forget_family).

#include "api/dispatch.hpp"
#include "auth/token_cache.hpp"
#include "rooms/seguridad/intentos.hpp"
#include "rooms/seguridad/llaves_firma.hpp"

#include <memory>
#include <string_view>

namespace cacao {

class Autenticador final : public api::Authenticator {
public:
    Autenticador(db::Database& database, const api::Operations& operations, const Reloj& reloj, LlavesFirma& llaves,
                 auth::TokenScope scope);

    std::shared_ptr<const api::Sesion> cached(std::string_view token) override;
    std::shared_ptr<const api::Sesion> check(std::string_view token) override;

    bool knows(std::string_view remoto) const override { return redes_.conoce(remoto); }
    std::string known_as(std::string_view nombre, std::string_view remoto) const override;
    // Somebody gave the right password from there.
    void conocer(std::string_view nombre, std::string_view remoto);

    // Users, roles, consumers, keys or time zones changed.
    void bump() override { cache_.bump(); }
    void forget_family(std::string_view familia) { cache_.forget_family(familia); }

private:
    auth::Claims verificar(std::string_view token, Instante ahora);
    void anotar_uso(std::int64_t organizacionId, std::int64_t consumidorId, const std::string& prefijo, Instante ahora);

    db::Database& database_;
    const api::Operations& operations_;
    const Reloj& reloj_;
    LlavesFirma& llaves_;
    auth::Verifier verifier_;
    auth::TokenCache<api::Sesion> cache_;
    RedesConocidas redes_;
};

// As a consumer would be that came now, with a key or without: what its user may do, as far as its scopes reach. Nothing when
// one of them is not active.
std::optional<api::Sesion> sesion_de_consumidor(db::Reader& tx, const api::Operations& operations, std::int64_t consumidorId);

}  // namespace cacao
