#pragma once
// Chance for demo companies. Its own generator: the standard distributions differ between libraries, and a demo company must not.

#include <array>
#include <cstddef>
#include <cstdint>

namespace cacao::command {

class Azar {
public:
    explicit Azar(std::uint64_t seed) : state_(seed) {}
    std::size_t menor(std::size_t n) { return static_cast<std::size_t>(engine() % n); }
    template <class T, std::size_t N>
    const T& de(const std::array<T, N>& lista) {
        return lista[menor(N)];
    }

private:
    std::uint64_t engine() {  // splitmix64
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    std::uint64_t state_;
};

}  // namespace cacao::command
