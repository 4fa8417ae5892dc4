#include "api/bitacora.hpp"

#include "api/digest.hpp"
#include "api/idempotencia.hpp"
#include "db/rows.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <vector>

namespace cacao::api {
namespace {

struct Fila {
    std::int64_t bitacoraId{};
    Instante instante;
    std::int64_t usuarioId{};
    std::int64_t consumidorId{};
    std::string operacion;
    std::string tipo;
    std::int64_t registroId{};
    std::string antes;
    std::string despues;
    std::string traza;
};
DESCRIBE_STRUCT(Fila, (), (bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes, despues, traza))

constexpr std::size_t seal_batch = 1000;

// Seal of a row: SHA-256 of the seal before it, its position and all its columns, each written as JSON so that no two rows
// can be written alike.
std::string seal_of(std::string_view previous, std::int64_t posicion, const Fila& fila) {
    std::string text{previous};
    text += std::to_string(posicion);
    reflect::write_json(text, fila);
    return sha256(text);
}

void write_row(db::Writer& tx, const Context& ctx, const Operation& op, const CambioDeRegistro& cambio, std::string_view traza) {
    tx.run(R"(
        INSERT INTO bitacora (organizacionId, bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes, despues, traza)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11))",
           tx.organizacion(), tx.next_id(), ctx.ahora(), ctx.usuarioId(), ctx.sesion().consumidorId, op.id, cambio.tipo,
           cambio.id, cambio.antes, cambio.despues, traza);
}

}  // namespace

void write_audit(db::Writer& tx, const Context& ctx, const Operation& op, std::string_view canonical_request,
                 std::string_view traza) {
    for (const auto& cambio : ctx.cambios()) write_row(tx, ctx, op, cambio, traza);
    if (ctx.cambios().empty()) write_row(tx, ctx, op, {op.grupo, 0, {}, op.secreta ? "" : std::string{canonical_request}}, traza);
}

std::int64_t seal_rows(db::Writer& tx) {
    tx.lock("bitacora");
    std::int64_t posicion = 0;
    std::string previous;
    tx.each(R"(
        SELECT posicion, sello FROM bitacora WHERE organizacionId = $1 AND posicion IS NOT NULL ORDER BY posicion DESC LIMIT 1)",
            [&](const db::Row& row) {
                posicion = row.integer(0);
                previous = row.text(1);
            },
            tx.organizacion());
    const auto filas = tx.all<Fila>(R"(
        SELECT bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes, despues, traza
        FROM bitacora WHERE organizacionId = $1 AND posicion IS NULL ORDER BY bitacoraId LIMIT $2)",
                                    tx.organizacion(), seal_batch);
    for (const auto& fila : filas) {
        previous = seal_of(previous, ++posicion, fila);
        tx.run("UPDATE bitacora SET posicion = $3, sello = $4 WHERE organizacionId = $1 AND bitacoraId = $2", tx.organizacion(),
               fila.bitacoraId, posicion, db::Bytes{previous});
    }
    return static_cast<std::int64_t>(filas.size());
}

void verify_chain(db::Reader& tx, const std::function<void(const std::string&)>& broken, std::optional<Instante> desde) {
    std::string previous;
    std::int64_t posicion = 0;
    if (desde)
        tx.each(R"(
            SELECT posicion, sello FROM bitacora
            WHERE organizacionId = $1 AND posicion > 0 AND instante < $2 ORDER BY posicion DESC LIMIT 1)",
                [&](const db::Row& row) {
                    posicion = row.integer(0);
                    previous = row.text(1);
                },
                tx.organizacion(), *desde);
    for (;;) {
        std::vector<std::pair<std::int64_t, std::string>> seals;
        std::vector<Fila> filas;
        tx.each(R"(
            SELECT posicion, sello, bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes, despues, traza
            FROM bitacora WHERE organizacionId = $1 AND posicion > $2 ORDER BY posicion LIMIT $3)",
                [&](const db::Row& row) {
                    seals.emplace_back(row.integer(0), row.text(1));
                    filas.push_back({row.integer(2), Instante::de_micros(row.integer(3)), row.integer(4), row.integer(5),
                                     std::string{row.text(6)}, std::string{row.text(7)}, row.integer(8), std::string{row.text(9)},
                                     std::string{row.text(10)}, std::string{row.text(11)}});
                },
                tx.organizacion(), posicion, seal_batch);
        for (std::size_t i = 0; i < filas.size(); ++i) {
            const auto expected = posicion + 1;
            if (seals[i].first != expected)
                broken(fmt::format("bitacora: organizacionId {} lacks position {}", tx.organizacion(), expected));
            posicion = seals[i].first;
            if (seals[i].second != seal_of(previous, posicion, filas[i]))
                broken(fmt::format("bitacora: organizacionId {}, bitacoraId {} does not match its seal", tx.organizacion(),
                                   filas[i].bitacoraId));
            previous = seals[i].second;
        }
        if (filas.size() < seal_batch) return;
    }
}

Sealer::Sealer(db::Database& database) : database_(database) {
    database_.read(0, [this](db::Reader& tx) {
        for (const auto id : tx.all<std::int64_t>("SELECT DISTINCT organizacionId FROM acceso")) pending_.insert(id);
    });
    thread_ = std::thread{[this] { loop(); }};
}

Sealer::~Sealer() {
    {
        const std::lock_guard lock{mutex_};
        closing_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void Sealer::wrote(std::int64_t organizacionId) {
    const std::lock_guard lock{mutex_};
    pending_.insert(organizacionId);  // the next round takes it; waking per write would put two transactions where one was
}

void Sealer::loop() {
    std::unique_lock lock{mutex_};
    while (!closing_) {
        auto round = std::exchange(pending_, {});
        lock.unlock();
        for (const auto organizacionId : round) {
            try {
                std::int64_t sealed = 0;
                do {
                    database_.write_now(organizacionId, [&](db::Writer& tx) {
                        sealed = seal_rows(tx);
                        forget_expired(tx, Instante::ahora());
                    });
                } while (sealed == static_cast<std::int64_t>(seal_batch));
            } catch (const std::exception& e) {
                spdlog::warn("audit seal of organizacionId {} put off: {}", organizacionId, e.what());
                wrote(organizacionId);
            }
        }
        lock.lock();
        wake_.wait_for(lock, std::chrono::seconds{1}, [this] { return closing_; });
    }
}

}  // namespace cacao::api
