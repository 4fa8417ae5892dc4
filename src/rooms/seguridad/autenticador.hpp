#pragma once
// From an access token to the session it stands for. Verified tokens are remembered for ten seconds: then the session is read
// again, so that what another instance changed arrives; what this process changes arrives at once (bump, forget_family).

#include "api/dispatch.hpp"
#include "auth/token_cache.hpp"
#include "rooms/seguridad/identidad.hpp"
#include "rooms/seguridad/intentos.hpp"
#include "rooms/seguridad/llaves_firma.hpp"

#include <memory>
#include <string_view>

namespace cacao {

// Of an identity provider, what judges tokens of agents.
struct FilaDeAgentes {
    std::string emisor;
    std::int64_t consumidorId{};
    Guardado<std::vector<std::string>> audiencias;
    std::string alcance;
};
DESCRIBE_STRUCT(FilaDeAgentes, (), (emisor, consumidorId, audiencias, alcance))

class Autenticador final : public api::Authenticator {
public:
    // `recurso`: for whom tokens of agents are made, unless their provider says otherwise; empty: none are taken.
    Autenticador(db::Database& database, const api::Operations& operations, const Reloj& reloj, LlavesFirma& llaves,
                 auth::TokenScope scope, identidad::Proveedores& identidades, std::string recurso);

    std::shared_ptr<const api::Sesion> cached(std::string_view token) override;
    std::shared_ptr<const api::Sesion> check(std::string_view token) override;

    std::uint64_t foreign(std::string_view token) const override;
    std::shared_ptr<const api::Sesion> cached_foreign(std::string_view token) override;
    std::shared_ptr<const api::Sesion> check_foreign(std::string_view token) override;

    bool knows(std::string_view remoto) const override { return redes_.conoce(remoto); }
    std::string known_as(std::string_view nombre, std::string_view remoto) const override;
    // Somebody gave the right password from there.
    void conocer(std::string_view nombre, std::string_view remoto);

    // Users, roles, consumers, keys or time zones changed.
    void bump() override {
        cache_.bump();
        de_agentes_.bump();
    }
    void forget_family(std::string_view familia) { cache_.forget_family(familia); }

private:
    struct DeAgentes {
        std::int64_t organizacionId{};
        std::int64_t proveedorIdentidadId{};
        FilaDeAgentes fila;
    };
    std::optional<DeAgentes> buscar_de_agentes(const identidad::Reclamado& dicho);
    auth::Claims verificar(std::string_view token, Instante ahora);
    void anotar_uso(std::int64_t organizacionId, std::int64_t consumidorId, const std::string& prefijo, Instante ahora);
    void anotar_uso_de_identidad(std::int64_t organizacionId, std::int64_t identidadExternaId, Instante ahora);

    db::Database& database_;
    const api::Operations& operations_;
    const Reloj& reloj_;
    LlavesFirma& llaves_;
    auth::Verifier verifier_;
    identidad::Proveedores& identidades_;
    const std::string emisor_;
    const std::string recurso_;
    auth::TokenCache<api::Sesion> cache_;
    auth::TokenCache<api::Sesion> de_agentes_;  // apart: what is taken at /mcp opens nothing else
    RedesConocidas redes_;
};

// As a consumer would be that came now, with a key or without: what its user may do, as far as its scopes reach. Nothing when
// one of them is not active.
std::optional<api::Sesion> sesion_de_consumidor(db::Reader& tx, const api::Operations& operations, std::int64_t consumidorId);

}  // namespace cacao
