#pragma once
// Callers that register documents until nobody answers any more, and what must be there of them afterwards.

#include "http/tienda.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>

namespace cacao::test {

struct PeticionDeCarga {
    std::string target;
    std::string body;
    std::string answered;  // the transaccionId of the answer
};

// Documents that were asked for, by key, and what became of them. The key is the document's note as well, so that each can be
// counted.
class Carga {
public:
    explicit Carga(Tienda& tienda) : tienda_(tienda) {}

    std::atomic<int> successes = 0;
    std::atomic<int> ended = 0;
    std::atomic<int> refused = 0;  // told to come again

    static std::string con_nota(std::string body, const std::string& key) {
        body.insert(1, fmt::format(R"("notas":"{}",)", key));
        return body;
    }
    PeticionDeCarga peticion(std::mt19937& random, const std::string& key, const std::string& mia) {
        switch (random() % 5) {
            case 0: return {"/api/FacturaVenta", con_nota(tienda_.factura("1"), key), {}};
            case 1: return {"/api/Inventario/MovimientoAgregar", con_nota(tienda_.movimiento("entrada", "3"), key), {}};
            case 2: return {"/api/Inventario/MovimientoAgregar", con_nota(tienda_.movimiento("salida", "2"), key), {}};
            case 3: {
                auto body = tienda_.deposito("50");
                // With an assignment to this caller's last invoice, where it has one: so little that all that a caller asks fits
                // in, if the disk fails early and none of its later invoices is registered.
                if (!mia.empty())
                    body.insert(body.size() - 1, fmt::format(R"(,"asignaciones":[{{"transaccionId":{},"importe":0.05}}])", mia));
                return {"/api/Bancos/DepositoAgregar", con_nota(body, key), {}};
            }
            default: return {"/api/FacturaVenta", con_nota(tienda_.factura_de_servicio(), key), {}};
        }
    }

    // Until nobody answers, or `limit`; with `patient`, a caller that is told to come again goes on with its next request.
    void write(const std::string& prefix, unsigned seed, int limit, bool patient) {
        const std::shared_ptr<void> on_the_way_out{nullptr, [&](void*) { ++ended; }};
        std::mt19937 random{seed};
        std::string mia;
        try {
            Client client{tienda_.service.port()};
            for (int i = 0; i < limit; ++i) {
                const auto key = fmt::format("{}-{}", prefix, i);
                auto p = peticion(random, key, mia);
                {
                    const std::lock_guard lock{mutex_};
                    todas_[key] = p;
                }
                if (!client.send("POST", p.target, tienda_.service.authorized("admin", {{"Idempotency-Key", key}}), p.body))
                    return;
                const auto answer = client.read();
                if (answer.status == 0) return;
                if (answer.status >= 500) {
                    ++refused;
                    if (!patient) return;
                    continue;
                }
                EXPECT_EQ(answer.status, 200) << answer.body;
                const std::lock_guard lock{mutex_};
                todas_[key].answered = answer.at("/data/transaccionId");
                if (p.target == "/api/FacturaVenta") mia = todas_[key].answered;
                ++successes;
            }
        } catch (const std::runtime_error&) {
            // Killed before this caller had connected.
        }
    }
    // Everything that was answered is there once, with the number that was answered; nothing is there twice.
    void expect_kept() {
        const auto there = tienda_.notas();
        for (const auto& [key, p] : todas_) {
            ASSERT_LE(there.count(key), 1U) << key << " is there twice";
            if (p.answered.empty()) continue;
            ASSERT_EQ(there.count(key), 1U) << key << " was answered and is lost";
            ASSERT_EQ(there.find(key)->second, p.answered);
        }
    }
    // What was not answered, and a part of what was, again with the same keys.
    void repeat() {
        int n = 0;
        for (auto& [key, p] : todas_) {
            const bool open = p.answered.empty();
            if (!open && ++n % 10 != 0) continue;
            const auto answer = tienda_.service.ask("admin", "POST", p.target, p.body, {{"Idempotency-Key", key}});
            ASSERT_EQ(answer.status, 200) << key << ' ' << answer.body;
            if (open) p.answered = answer.at("/data/transaccionId");
            ASSERT_TRUE(open || answer.header("Idempotency-Replayed") == "true") << key;
            ASSERT_EQ(answer.at("/data/transaccionId"), p.answered);
        }
        expect_kept();
    }
    void forget() { todas_.clear(); }

private:
    Tienda& tienda_;
    std::mutex mutex_;
    std::map<std::string, PeticionDeCarga> todas_;
};

}  // namespace cacao::test
