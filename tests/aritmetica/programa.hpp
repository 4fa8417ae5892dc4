#pragma once
// What another program prints, and how much of it is asked for.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace cacao::test {

inline std::string leer_programa(const std::string& orden) {
    const std::unique_ptr<FILE, int (*)(FILE*)> salida{popen(orden.c_str(), "r"), pclose};
    std::string texto;
    std::array<char, 65536> trozo{};
    if (salida == nullptr) return texto;
    while (const std::size_t n = fread(trozo.data(), 1, trozo.size(), salida.get())) texto.append(trozo.data(), n);
    return texto;
}

inline long del_entorno(const char* nombre, long si_no) {
    const char* dado = std::getenv(nombre);
    return dado == nullptr ? si_no : std::strtol(dado, nullptr, 10);
}

}  // namespace cacao::test
