#pragma once
// What was read of organizations under a number that never means another content: nothing of it goes stale, it is only no longer
// asked for.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <unordered_map>

namespace cacao {

template <class Valor>
class Recordadas {
public:
    std::optional<Valor> de(std::int64_t sello) const {
        const std::shared_lock una{mutex_};
        const auto lugar = valores_.find(sello);
        if (lugar == valores_.end()) return std::nullopt;
        return lugar->second;
    }
    void guardar(std::int64_t sello, const Valor& valor) {
        const std::unique_lock una{mutex_};
        if (valores_.size() >= cuantas) valores_.clear();
        valores_.insert_or_assign(sello, valor);
    }

private:
    static constexpr std::size_t cuantas = 1000;  // organizations
    mutable std::shared_mutex mutex_;
    std::unordered_map<std::int64_t, Valor> valores_;
};

}  // namespace cacao
