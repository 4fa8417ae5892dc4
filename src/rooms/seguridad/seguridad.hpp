#pragma once
// What the security operations share and no table holds: signing keys, the password pool, the sessions in memory.
// Made once by main, and outlives the dispatcher.

#include "api/archivos.hpp"
#include "api/bitacora.hpp"
#include "api/operations.hpp"
#include "auth/digest.hpp"
#include "auth/passwords.hpp"
#include "auth/seal.hpp"
#include "auth/tokens.hpp"
#include "rooms/seguridad/autenticador.hpp"
#include "rooms/seguridad/identidad.hpp"
#include "rooms/seguridad/intentos.hpp"
#include "rooms/seguridad/llaves_firma.hpp"

#include <string>

namespace cacao {

class SelloDeCursores final : public api::CursorSeal {
public:
    explicit SelloDeCursores(const auth::MasterKey& maestra) : signer_(maestra) {}
    std::string sign(std::string_view payload) const override { return signer_.firmar(payload); }
    std::optional<std::string> open(std::string_view text) const override { return signer_.abrir(text); }

private:
    auth::CursorSigner signer_;
};

// The codes over the heads of the audit log.
class SelloDeBitacora final : public api::HeadSeal {
public:
    explicit SelloDeBitacora(const auth::MasterKey& maestra) : maker_(maestra, "bitacora") {}
    std::string code(std::string_view text) const override { return maker_.code(text); }
    std::string llave() const override { return maker_.name(); }

private:
    auth::CodeMaker maker_;
};

// Codes over what leaves the service and comes back: addresses of files, confirmations of agents. One purpose opens for no other.
class SelloDeEnlaces final : public api::FirmaDeEnlaces {
public:
    SelloDeEnlaces(const auth::MasterKey& maestra, std::string_view uso) : maker_(maestra, uso) {}
    std::string code(std::string_view text) const override { return maker_.code(text); }
    bool made(std::string_view code, std::string_view text) const override {
        return auth::equal_constant_time(code, maker_.code(text));
    }

private:
    auth::CodeMaker maker_;
};

// Under which purpose the keys of certificates (CSD) are sealed.
inline constexpr std::string_view sello_de_llaves = "llave_csd";
// … and those of e.firma.
inline constexpr std::string_view sello_de_efirmas = "llave_efirma";
// … and the secrets by which identity providers know us.
inline constexpr std::string_view sello_de_identidad = "secreto_identidad";
// … and those by which receivers of notices know them for ours.
inline constexpr std::string_view sello_de_suscripciones = "secreto_suscripcion";

class Seguridad {
public:
    // `issuer` is the name under which tokens are made; `recurso`, the address at which agents use the service, for which others
    // make theirs (empty: those are not taken). Reads the signing keys, or makes the
    // first one.
    Seguridad(db::Database& database, const auth::MasterKey& maestra, const api::Operations& operations, const Reloj& reloj,
              const std::string& issuer, auth::PasswordCost contrasenas = {}, red::Salida salida = {}, std::string recurso = {});

    // For main: who checks tokens, the public keys (/.well-known/jwks.json), what signs cursors, the audit log and the addresses
    // of files, and the hourly look at the keys and at what may be forgotten.
    Autenticador& autenticador() { return autenticador_; }
    std::string jwks() const { return llaves_.jwks(); }
    const api::CursorSeal& cursores() const { return cursores_; }
    const api::HeadSeal& bitacora() const { return bitacora_; }
    const api::FirmaDeEnlaces& enlaces() const { return enlaces_; }
    // … and the confirmations of what agents simulated (serve/mcp.hpp).
    const api::FirmaDeEnlaces& confirmaciones() const { return confirmaciones_; }
    // What RFC 9728 tells whoever asks where tokens for agents are made; nothing while no provider is announced.
    std::optional<std::string> recurso_protegido() const;
    // … and what seals the keys with which organizations issue.
    const auth::Sealer& llaves_de_sello() const { return llaves_de_sello_; }
    const auth::Sealer& llaves_de_efirma() const { return llaves_de_efirma_; }
    const auth::Sealer& secretos_de_identidad() const { return secretos_de_identidad_; }
    const auth::Sealer& secretos_de_suscripciones() const { return secretos_de_suscripciones_; }
    void refresh();

    // For the operations.
    std::string firmar(const auth::Claims& claims) const { return signer_.sign(claims); }
    auth::PasswordPool& contrasenas() { return contrasenas_; }
    identidad::Proveedores& identidades() { return identidades_; }
    // What the next refresh token of a session is made with.
    const auth::CodeMaker& renovaciones() const { return renovaciones_; }
    RedesEnEspera& redes_en_espera() { return redes_en_espera_; }
    const api::Operations& operaciones() const { return operaciones_; }
    // After the commit of a change to users, roles, consumers or keys.
    void avisar_cambio(Context& ctx) {
        ctx.al_confirmar([this] { autenticador_.bump(); });
    }

private:
    db::Database& database_;
    const Reloj& reloj_;
    const api::Operations& operaciones_;
    LlavesFirma llaves_;
    auth::Signer signer_;
    auth::PasswordPool contrasenas_;
    RedesEnEspera redes_en_espera_;
    SelloDeCursores cursores_;
    SelloDeBitacora bitacora_;
    SelloDeEnlaces enlaces_;
    SelloDeEnlaces confirmaciones_;
    auth::Sealer llaves_de_sello_;
    auth::Sealer llaves_de_efirma_;
    auth::Sealer secretos_de_identidad_;
    auth::CodeMaker renovaciones_;
    auth::Sealer secretos_de_suscripciones_;
    identidad::Proveedores identidades_;
    const std::string recurso_;
    Autenticador autenticador_;
};

// Every security operation. The operations keep a reference to `seguridad`.
void register_seguridad(api::Operations& ops, Seguridad& seguridad);

void register_autenticacion(api::Operations& ops, Seguridad& seguridad);
void register_instalacion(api::Operations& ops, Seguridad& seguridad);
void register_sesiones(api::Operations& ops, Seguridad& seguridad);
void register_usuarios(api::Operations& ops, Seguridad& seguridad);
void register_contrasenas(api::Operations& ops, Seguridad& seguridad);
void register_roles(api::Operations& ops, Seguridad& seguridad);
void register_consumidores(api::Operations& ops, Seguridad& seguridad);
void register_identidades(api::Operations& ops, Seguridad& seguridad);
void register_login_externo(api::Operations& ops, Seguridad& seguridad);
void register_bitacora(api::Operations& ops, const Seguridad& seguridad);

}  // namespace cacao
