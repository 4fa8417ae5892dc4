#pragma once
// Named steps at which a test lets the service end as if killed, to see what is left of a request that got that far. Outside of
// tests nobody watches and a step costs one load.

#include <atomic>
#include <csignal>
#include <string>
#include <string_view>

namespace cacao {

class Pasos {
public:
    // "derivar" ends the process the first time that this step is reached, "derivar:3" the third time. To be called before any
    // other thread runs; "" watches nothing.
    static void vigilar(std::string_view donde) {
        const std::size_t dos_puntos = donde.find(':');
        nombre_ = donde.substr(0, dos_puntos);
        faltan_ = dos_puntos == std::string_view::npos ? 1 : std::stoi(std::string{donde.substr(dos_puntos + 1)});
        vigila_.store(!nombre_.empty(), std::memory_order_relaxed);
    }
    static void alcanzar(std::string_view nombre) {
        if (!vigila_.load(std::memory_order_relaxed)) [[likely]]
            return;
        if (nombre == nombre_ && faltan_.fetch_sub(1) == 1) std::raise(SIGKILL);
    }

private:
    inline static std::atomic<bool> vigila_ = false;
    inline static std::string nombre_;
    inline static std::atomic<int> faltan_ = 0;
};

}  // namespace cacao
