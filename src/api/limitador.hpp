#pragma once
// Requests per minute and caller, counted in fixed windows. Bounded in memory: callers of past windows are forgotten.

#include "base/red.hpp"

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cacao::api {

class Limitador {
public:
    explicit Limitador(std::int64_t por_minuto) : limite_(por_minuto) {}

    struct Cuenta {
        bool permitida = true;
        std::int64_t limite = 0;  // 0: not limited
        std::int64_t restantes = 0;
        std::int64_t segundos = 0;  // until the window ends
    };

    // Who is counted: a consumer or a user, or, before that is known, the network of an address.
    static std::uint64_t quien(std::int64_t usuarioId, std::int64_t consumidorId) {
        return consumidorId != 0 ? static_cast<std::uint64_t>(consumidorId) << 1U | 1U
                                 : static_cast<std::uint64_t>(usuarioId) << 1U;
    }
    static std::uint64_t quien(std::string_view direccion) {
        constexpr std::uint64_t aparte = std::uint64_t{1} << 63U;  // identifiers are below 2^53
        return aparte | std::hash<std::string>{}(red_de(direccion));
    }

    // … or somebody who is known by name there.
    static std::uint64_t quien(std::string_view direccion, std::string_view nombre) {
        return quien(direccion) ^ std::hash<std::string_view>{}(nombre) >> 1U;
    }

    Cuenta contar(std::uint64_t quien, std::int64_t segundos_ahora) {
        if (limite_ <= 0) return {};
        const std::int64_t ventana = segundos_ahora / 60;
        const std::lock_guard lock{mutex_};
        if (ventana != ventana_) {
            ventana_ = ventana;
            cuentas_.clear();
        }
        const std::int64_t n = ++cuentas_[quien];
        return {n <= limite_, limite_, n <= limite_ ? limite_ - n : 0, 60 - segundos_ahora % 60};
    }

private:
    std::int64_t limite_;
    std::mutex mutex_;
    std::int64_t ventana_ = 0;
    std::unordered_map<std::uint64_t, std::int64_t> cuentas_;
};

}  // namespace cacao::api
