#include "palabras/secciones.hpp"

namespace cacao::glosario {
namespace {

constexpr std::string_view marca = "## ";

// The line from `desde` on, without its end; `desde` comes to stand behind it.
std::string_view linea(std::string_view texto, std::size_t& desde) {
    const auto fin = texto.find('\n', desde);
    const auto una = texto.substr(desde, fin == std::string_view::npos ? fin : fin - desde);
    desde = fin == std::string_view::npos ? texto.size() : fin + 1;
    return una;
}

std::string_view sin_orillas(std::string_view texto) {
    const auto primera = texto.find_first_not_of('\n');
    if (primera == std::string_view::npos) return {};
    return texto.substr(primera, texto.find_last_not_of('\n') - primera + 1);
}

}  // namespace

std::vector<Seccion> secciones(std::string_view markdown) {
    std::vector<Seccion> lista;
    std::size_t cuerpo = 0;
    for (std::size_t desde = 0; desde < markdown.size();) {
        const auto titulo = linea(markdown, desde);
        if (titulo.starts_with(marca)) {
            lista.push_back({.titulo = titulo.substr(marca.size()), .resumen = linea(markdown, desde), .cuerpo = {}});
            cuerpo = desde;
        } else if (!lista.empty()) {
            lista.back().cuerpo = sin_orillas(markdown.substr(cuerpo, desde - cuerpo));
        }
    }
    return lista;
}

}  // namespace cacao::glosario
