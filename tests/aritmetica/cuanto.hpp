#pragma once
// How much is asked of a run.

#include <cstdlib>

namespace cacao::test {

inline long del_entorno(const char* nombre, long si_no) {
    const char* dado = std::getenv(nombre);
    return dado == nullptr ? si_no : std::strtol(dado, nullptr, 10);
}

}  // namespace cacao::test
