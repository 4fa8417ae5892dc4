#pragma once
// Chance that is the same everywhere: splitmix64.

#include <cstdint>
#include <vector>

namespace cacao::test::modelo {

class Azar {
public:
    explicit Azar(std::uint64_t semilla) : estado_(semilla) {}
    std::uint64_t siguiente() {
        std::uint64_t z = (estado_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31U);
    }
    int hasta(int n) { return static_cast<int>(siguiente() % static_cast<std::uint64_t>(n)); }  // 0 … n−1
    bool una_de(int n) { return hasta(n) == 0; }
    template <class T>
    const T& uno(const std::vector<T>& lista) {
        return lista[static_cast<std::size_t>(hasta(static_cast<int>(lista.size())))];
    }

private:
    std::uint64_t estado_;
};

}  // namespace cacao::test::modelo
