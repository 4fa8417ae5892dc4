#pragma once
// A ZIP as somebody else would send it, of names and contents.

#include "tabla/zip.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::test {

inline std::string en_zip(const std::vector<std::pair<std::string, std::string>>& archivos) {
    std::string zip;
    tabla::Zip escritor{[&](std::string_view bytes) { zip += bytes; }};
    for (const auto& [nombre, bytes] : archivos) {
        escritor.entrada(nombre);
        escritor.escribir(bytes);
    }
    escritor.terminar();
    return zip;
}

}  // namespace cacao::test
