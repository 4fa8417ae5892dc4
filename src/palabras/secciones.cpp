#include "palabras/secciones.hpp"

#include "base/renglones.hpp"

namespace cacao::glosario {
namespace {

constexpr std::string_view marca = "## ";

std::string_view sin_orillas(std::string_view texto) {
    const auto primera = texto.find_first_not_of('\n');
    if (primera == std::string_view::npos) return {};
    return texto.substr(primera, texto.find_last_not_of('\n') - primera + 1);
}

}  // namespace

std::vector<Seccion> secciones(std::string_view markdown) {
    std::vector<Seccion> lista;
    const char* cuerpo = nullptr;
    while (!markdown.empty()) {
        const auto linea = tomar_hasta(markdown, '\n');
        if (linea.starts_with(marca)) {
            lista.push_back({.titulo = linea.substr(marca.size()), .resumen = tomar_hasta(markdown, '\n'), .cuerpo = {}});
            cuerpo = markdown.data();
        } else if (!lista.empty()) {
            lista.back().cuerpo = sin_orillas({cuerpo, markdown.data()});
        }
    }
    return lista;
}

}  // namespace cacao::glosario
