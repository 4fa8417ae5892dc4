#pragma once
// The keys that sign access tokens: kept sealed in the database, so that all instances share them. A new one every thirty days;
// the old one goes on verifying until nothing it signed can still be valid.

#include "api/context.hpp"
#include "auth/seal.hpp"
#include "auth/tokens.hpp"
#include "db/db.hpp"

#include <memory>
#include <mutex>
#include <string>

namespace cacao {

class LlavesFirma {
public:
    LlavesFirma(db::Database& database, const auth::MasterKey& maestra, const Reloj& reloj);

    // Reads the keys and makes a new one when there is none or it is due. Waits for the database: never from its threads.
    // Keys that were sealed with another master key are not ours. When there are no others, it is the wrong one and
    // std::runtime_error is thrown; unless it was made just now, because the old one is lost: then all begins anew.
    void refresh();
    // For a token that names an unknown key: another instance may have made it. At most one look every few seconds.
    void buscar_nuevas();

    std::shared_ptr<const auth::TokenKeys> keys() const { return keys_; }
    std::string jwks() const { return keys_->jwks(reloj_.ahora().segundos()); }

private:
    struct Fila;
    std::vector<Fila> leer(db::Reader& tx) const;
    void crear(db::Writer& tx, const std::vector<Fila>& filas, Instante ahora) const;
    void usar(const std::vector<Fila>& filas, Instante ahora);

    db::Database& database_;
    const Reloj& reloj_;
    auth::Sealer sello_;
    bool empieza_;  // nothing can have been sealed with the master key before
    std::shared_ptr<auth::TokenKeys> keys_ = std::make_shared<auth::TokenKeys>();
    std::mutex mutex_;
    Instante ultima_busqueda_;
};

// Whether the signing keys that are stored, if any, open with a master key.
bool opens_signing_keys(db::Database& database, const auth::MasterKey& maestra);

}  // namespace cacao
