#pragma once
// What subscriptions need of others: who a consumer is at a moment, what seals their secrets, where calls may go.

#include "api/context.hpp"
#include "auth/seal.hpp"
#include "red/cliente.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace cacao::eventos {

struct Vecinos {
    // What a consumer may do now; nothing when it, or its user, is not active.
    std::function<std::optional<api::Sesion>(db::Reader&, std::int64_t consumidorId)> sesion_de;
    // Whether a consumer may do more than the caller.
    std::function<bool(const Context&, std::int64_t consumidorId)> puede_mas;
    const auth::Sealer* sello = nullptr;
    red::Salida salida = {};
    std::chrono::milliseconds limite{20'000};  // of a call
    std::int64_t maximo = 50;                  // subscriptions of an organization
};

}  // namespace cacao::eventos
