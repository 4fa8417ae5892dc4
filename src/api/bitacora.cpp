#include "api/bitacora.hpp"

#include "api/bitacora_cadena.hpp"
#include "api/idempotencia.hpp"
#include "api/organizacion.hpp"
#include "api/posiciones.hpp"
#include "db/rows.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace cacao::api {

using namespace bitacora;

namespace {

constexpr std::chrono::minutes between_looks{10};

// What changed is an event too, unless it has told its own.
void write_event(db::Writer& tx, const Context& ctx, const CambioDeRegistro& cambio, std::int64_t eventoId) {
    const auto& told = ctx.con_evento();
    if (cambio.id == 0 || std::find(told.begin(), told.end(), cambio.id) != told.end()) return;
    tx.run(R"(
        INSERT INTO eventoRegistro (organizacionId, eventoId, tipo, registroId, evento, instante, posicion)
        VALUES ($1, $2, $3, $4, $5, $6, $7))",
           tx.organizacion(), eventoId, cambio.tipo, cambio.id, cambio.antes.empty() ? "registrado" : "cambiado", ctx.ahora(),
           position_at_once(tx));
}

void write_row(db::Writer& tx, const Context& ctx, const Operation& op, const CambioDeRegistro& cambio, std::string_view traza) {
    const auto bitacoraId = tx.next_id();
    tx.run(R"(
        INSERT INTO bitacora (organizacionId, bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes, despues, traza)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11))",
           tx.organizacion(), bitacoraId, ctx.ahora(), ctx.usuarioId(), ctx.sesion().consumidorId, op.id, cambio.tipo, cambio.id,
           cambio.antes, cambio.despues, traza);
    write_event(tx, ctx, cambio, bitacoraId);
}

void lay_head(db::Writer& tx, Cabeza head, const std::optional<Cabeza>& previous, const HeadSeal* seal) {
    if (seal != nullptr) {
        head.llave = seal->llave();
        head.codigo = seal->code(coded_text(tx.organizacion(), head, previous));
    }
    tx.run(R"(
        INSERT INTO bitacoraCabeza (organizacionId, numero, posicion, cuenta, instante, sello, llave, codigo)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8))",
           tx.organizacion(), head.numero, head.posicion, head.cuenta, head.instante, db::Bytes{head.sello},
           db::Bytes{head.llave}, db::Bytes{head.codigo});
}

}  // namespace

void write_audit(db::Writer& tx, const Context& ctx, const Operation& op, std::string_view canonical_request,
                 std::string_view traza) {
    for (const auto& cambio : ctx.cambios()) write_row(tx, ctx, op, cambio, traza);
    if (ctx.cambios().empty()) write_row(tx, ctx, op, {op.grupo, 0, {}, op.secreta ? "" : std::string{canonical_request}}, traza);
}

std::int64_t seal_rows(db::Writer& tx, const HeadSeal* seal) {
    tx.lock("bitacora");
    const auto last = last_head(tx);
    std::int64_t posicion = 0;
    std::string previous;
    tx.each(R"(
        SELECT posicion, sello FROM bitacora WHERE organizacionId = $1 AND posicion IS NOT NULL ORDER BY posicion DESC LIMIT 1)",
            [&](const db::Row& row) {
                posicion = row.integer(0);
                previous = row.text(1);
            },
            tx.organizacion());
    // Rows that were sealed once and are gone or unsealed now leave a gap: the chain goes on where its head says.
    if (last && last->posicion > posicion) {
        posicion = last->posicion;
        previous = last->sello;
    }
    const auto filas = tx.all<FilaDeBitacora>(R"(
        SELECT bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes, despues, traza
        FROM bitacora WHERE organizacionId = $1 AND posicion IS NULL ORDER BY bitacoraId LIMIT $2)",
                                              tx.organizacion(), seal_batch);
    const bool other_key = seal != nullptr && last && last->llave != seal->llave();
    if (filas.empty() && !other_key) return 0;
    for (const auto& fila : filas) {
        previous = seal_of(previous, ++posicion, fila);
        tx.run("UPDATE bitacora SET posicion = $3, sello = $4 WHERE organizacionId = $1 AND bitacoraId = $2", tx.organizacion(),
               fila.bitacoraId, posicion, db::Bytes{previous});
    }
    const auto cuenta = static_cast<std::int64_t>(filas.size());
    lay_head(tx, {last ? last->numero + 1 : 1, posicion, cuenta, Instante::ahora(), previous, {}, {}}, last, seal);
    return cuenta;
}

void seal_all(db::Database& database, std::int64_t organizacionId, const HeadSeal& seal) {
    for (auto done = static_cast<std::int64_t>(seal_batch); done >= static_cast<std::int64_t>(seal_batch);)
        database.write_now(organizacionId, [&](db::Writer& tx) { done = std::max(seal_rows(tx, &seal), give_positions(tx)); });
}

Sealer::Sealer(db::Database& database, const Reloj& reloj, const HeadSeal* seal, std::function<void(std::int64_t)> seen)
    : database_(database), reloj_(reloj), seal_(seal), seen_(std::move(seen)) {
    pending_ = everyone();
    thread_ = std::thread{[this] { loop(); }};
}

std::set<std::int64_t> Sealer::everyone() {
    const auto todas = organizaciones(database_);
    return {todas.begin(), todas.end()};
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
    using Clock = std::chrono::steady_clock;
    auto look_at_all = Clock::now() + between_looks;
    std::unique_lock lock{mutex_};
    while (!closing_) {
        auto round = std::exchange(pending_, {});
        lock.unlock();
        if (Clock::now() > look_at_all) {
            look_at_all = Clock::now() + between_looks;
            try {
                round.merge(everyone());
            } catch (const std::exception& e) {
                spdlog::warn("audit seal of what commands left put off: {}", e.what());
            }
        }
        for (const auto organizacionId : round) {
            try {
                std::int64_t done = 0;
                do {
                    std::int64_t given = 0;
                    database_.write_now(organizacionId, [&](db::Writer& tx) {
                        given = give_positions(tx);
                        done = std::max(seal_rows(tx, seal_), given);
                        forget_expired(tx, reloj_.ahora());
                    });
                    if (given > 0 && seen_) seen_(organizacionId);
                } while (done >= static_cast<std::int64_t>(seal_batch));
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
