#include "rooms/seguridad/llaves_firma.hpp"

#include "db/rows.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <stdexcept>

namespace cacao {
namespace {

constexpr std::int64_t vigencia_segundos = 30 * 24 * 3600;
// Longer than an access token lives plus the time in which every instance has noticed the new key.
constexpr std::int64_t gracia_segundos = 24 * 3600;
constexpr std::int64_t entre_busquedas_segundos = 5;

}  // namespace

struct LlavesFirma::Fila {
    std::string kid;
    std::optional<std::string> abierta;  // nothing: sealed with another master key
    Instante creadaEn;
    std::optional<Instante> retirarEn;

    bool en_uso(Instante ahora) const { return !retirarEn && creadaEn.mas_segundos(vigencia_segundos) > ahora; }
    bool firma(Instante ahora) const { return abierta && en_uso(ahora); }
};

LlavesFirma::LlavesFirma(db::Database& database, const auth::MasterKey& maestra, const Reloj& reloj)
    : database_(database), reloj_(reloj), sello_(maestra, "llave_de_firma"), empieza_(maestra.made_now()) {}

std::vector<LlavesFirma::Fila> LlavesFirma::leer(db::Reader& tx) const {
    std::vector<Fila> filas;
    tx.each("SELECT kid, sellada, creadaEn, retirarEn FROM llaveFirma ORDER BY creadaEn DESC, kid", [&](const db::Row& row) {
        auto& fila =
            filas.emplace_back(Fila{std::string{row.text(0)}, sello_.open(row.text(1)), Instante::de_micros(row.integer(2)), {}});
        if (!row.is_null(3)) fila.retirarEn = Instante::de_micros(row.integer(3));
    });
    return filas;
}

void LlavesFirma::refresh() {
    const std::lock_guard lock{mutex_};
    const auto ahora = reloj_.ahora();
    const auto alguna_firma = [&](const std::vector<Fila>& filas) {
        return std::ranges::any_of(filas, [&](const Fila& f) { return f.firma(ahora); });
    };
    std::vector<Fila> filas;
    database_.read(0, [&](db::Reader& tx) { filas = leer(tx); });
    const bool ajenas = std::ranges::any_of(filas, [&](const Fila& f) { return !f.abierta && f.en_uso(ahora); });
    const bool propias = std::ranges::any_of(filas, [](const Fila& f) { return f.abierta.has_value(); });
    if (ajenas && !propias && !empieza_)
        throw std::runtime_error(
            "The signing keys in the database were sealed with another key file: bring that one, or take this one away to begin "
            "with new keys (everybody logs in again).");
    if (ajenas) spdlog::warn("signing keys of another key file are in the database: tokens that they signed are not taken here");
    if (!alguna_firma(filas)) {
        database_.write_now(0, [&](db::Writer& tx) {
            tx.lock("llaveFirma");
            // Another instance may have been faster.
            filas = leer(tx);
            if (!alguna_firma(filas)) crear(tx, filas, ahora);
            filas = leer(tx);
        });
    }
    empieza_ = false;
    usar(filas, ahora);
}

void LlavesFirma::crear(db::Writer& tx, const std::vector<Fila>& filas, Instante ahora) const {
    const auto nueva = auth::SigningKey::generate();
    const auto sellada = sello_.seal(nueva.pkcs8());
    tx.run("DELETE FROM llaveFirma WHERE retirarEn < $1", ahora);
    // Those that nobody here can open may be another instance's. Once they are too old to sign they are nobody's.
    for (const auto& fila : filas)
        if (!fila.retirarEn && (fila.abierta || !fila.en_uso(ahora)))
            tx.run("UPDATE llaveFirma SET retirarEn = $1 WHERE kid = $2 AND retirarEn IS NULL",
                   ahora.mas_segundos(gracia_segundos), fila.kid);
    tx.run("INSERT INTO llaveFirma (kid, sellada, creadaEn, retirarEn) VALUES ($1, $2, $3, NULL)", nueva.kid(),
           db::Bytes{sellada}, ahora);
}

void LlavesFirma::usar(const std::vector<Fila>& filas, Instante ahora) {
    auth::KeySet keys;
    for (const auto& fila : filas) {
        if (!fila.abierta || (fila.retirarEn && *fila.retirarEn < ahora)) continue;
        auto llave = auth::SigningKey::from_pkcs8(*fila.abierta);
        if (!keys.active && fila.firma(ahora)) keys.active = std::move(llave);
        else keys.accepted.push_back({llave.public_key(), fila.retirarEn ? fila.retirarEn->segundos() : 0});
    }
    keys_->replace(std::move(keys));
}

bool opens_signing_keys(db::Database& database, const auth::MasterKey& maestra) {
    const auth::Sealer sello{maestra, "llave_de_firma"};
    bool alguna = false;
    bool abre = false;
    database.read(0, [&](db::Reader& tx) {
        tx.each("SELECT sellada FROM llaveFirma", [&](const db::Row& row) {
            alguna = true;
            abre = abre || sello.open(row.text(0)).has_value();
        });
    });
    return abre || !alguna;
}

void LlavesFirma::buscar_nuevas() {
    {
        const std::lock_guard lock{mutex_};
        const auto ahora = reloj_.ahora();
        if (ultima_busqueda_.mas_segundos(entre_busquedas_segundos) > ahora) return;
        ultima_busqueda_ = ahora;
    }
    refresh();
}

}  // namespace cacao
