#pragma once
// What the models' runs have in common: how long, from which seed, and what went wrong.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace cacao::test::modelo {

inline std::uint64_t del_entorno(const char* nombre, std::uint64_t si_no) {
    const char* dado = std::getenv(nombre);
    return dado == nullptr ? si_no : std::strtoull(dado, nullptr, 10);
}

// What goes wrong, without its figures: a shorter sequence must go wrong in the same way.
inline std::string clase(const std::string& mal) { return mal.substr(0, mal.find_first_of("0123456789\n")); }

// Leaves out as much as it can, halves first, while it still goes wrong. `correr` answers what went wrong with some steps
// (`mal`), and after how many of them (`hasta`).
template <class Paso, class Correr>
std::vector<Paso> acortar(std::vector<Paso> pasos, const std::string& mal, const Correr& correr) {
    int intentos = 400;
    for (std::size_t trozo = pasos.size() / 2; trozo > 0 && intentos > 0; trozo /= 2)
        for (std::size_t desde = 0; desde < pasos.size() && intentos > 0;) {
            std::vector<Paso> sin = pasos;
            sin.erase(sin.begin() + static_cast<std::ptrdiff_t>(desde),
                      sin.begin() + static_cast<std::ptrdiff_t>(std::min(desde + trozo, sin.size())));
            --intentos;
            const auto c = correr(sin);
            if (c.mal.empty() || clase(c.mal) != clase(mal)) {
                desde += trozo;
            } else {
                sin.erase(sin.begin() + static_cast<std::ptrdiff_t>(c.hasta), sin.end());
                pasos = std::move(sin);
            }
        }
    return pasos;
}

}  // namespace cacao::test::modelo
