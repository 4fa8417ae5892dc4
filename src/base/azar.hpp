#pragma once
// Chance that is the same on every machine, for demo companies and model tests: the standard distributions differ between
// libraries.

#include <concepts>
#include <cstdint>

namespace cacao {

class Azar {
public:
    explicit Azar(std::uint64_t semilla) : estado_(semilla) {}
    std::uint64_t siguiente() {  // splitmix64
        std::uint64_t z = (estado_ += 0x9E3779B97F4A7C15U);
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    template <std::integral N>
    N menor(N n) {  // 0 … n−1
        return static_cast<N>(siguiente() % static_cast<std::uint64_t>(n));
    }
    bool una_de(int n) { return menor(n) == 0; }
    template <class Lista>
    const auto& uno(const Lista& lista) {
        return lista[menor(lista.size())];
    }

private:
    std::uint64_t estado_;
};

}  // namespace cacao
