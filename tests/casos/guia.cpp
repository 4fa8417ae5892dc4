#include "casos/guia.hpp"

#include "base/renglones.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace cacao::test {
namespace {

constexpr std::string_view cerca = "```";

// Each line with the first line of the block in which it stands ("http", "csv clientes.csv"), "" outside of blocks. The fences
// themselves are told too: the first as the block's, the last as outside of it.
void por_renglon(std::string_view markdown, const std::function<void(std::string_view renglon, std::string_view bloque)>& f) {
    std::string_view bloque;
    bool dentro = false;
    while (!markdown.empty()) {
        const auto renglon = tomar_hasta(markdown, '\n');
        if (renglon.starts_with(cerca)) {
            dentro = !dentro;
            bloque = dentro ? renglon.substr(cerca.size()) : std::string_view{};
        }
        f(renglon, bloque);
    }
    if (dentro) throw std::runtime_error("a block of the guide has no end");
}

std::string leer(const std::string& ruta) {
    std::ifstream archivo{ruta};
    if (!archivo) throw std::runtime_error("there is no " + ruta);
    std::ostringstream texto;
    texto << archivo.rdbuf();
    return texto.str();
}

// 1,160.50 and 1160.5 are the same.
std::string sin_adorno(std::string numero) {
    std::erase(numero, ',');
    if (numero.find('.') == std::string::npos) return numero;
    while (numero.back() == '0') numero.pop_back();
    if (numero.back() == '.') numero.pop_back();
    return numero;
}

}  // namespace

std::vector<GuiaEnDosIdiomas> leer_guias(const std::string& carpeta) {
    const auto guia = [&](std::string_view idioma, std::string_view nombre) {
        const auto archivo = std::string{idioma} + '/' + std::string{nombre} + ".md";
        return Guia{archivo, leer(carpeta + '/' + archivo)};
    };
    const auto indice = leer(carpeta + "/index.tsv");
    std::string_view renglones{indice};
    if (tomar_hasta(renglones, '\n') != "en\tes") throw std::runtime_error("index.tsv must begin with: en, es");
    std::vector<GuiaEnDosIdiomas> lista;
    while (!renglones.empty()) {
        auto renglon = tomar_hasta(renglones, '\n');
        auto en = guia("en", tomar_hasta(renglon, '\t'));
        lista.push_back({std::move(en), guia("es", renglon)});
    }
    return lista;
}

std::vector<Paso> pasos_de_guia(std::string_view markdown) {
    std::string caso;
    por_renglon(markdown, [&](std::string_view renglon, std::string_view bloque) {
        if ((bloque == "http" || bloque == "console") && !renglon.starts_with(cerca)) caso += renglon;
        caso += '\n';
    });
    return leer_caso(caso);
}

std::map<std::string, std::string> archivos_de_guia(std::string_view markdown) {
    constexpr std::string_view csv = "csv ";
    std::map<std::string, std::string> archivos;
    por_renglon(markdown, [&](std::string_view renglon, std::string_view bloque) {
        if (bloque.starts_with(csv) && !renglon.starts_with(cerca))
            archivos[std::string{bloque.substr(csv.size())}] += std::string{renglon} + '\n';
    });
    return archivos;
}

std::string bloques_de_guia(std::string_view markdown) {
    std::string bloques;
    por_renglon(markdown, [&](std::string_view renglon, std::string_view bloque) {
        if (!bloque.empty()) bloques += std::string{renglon} + '\n';
    });
    return bloques;
}

std::string prosa_de_guia(std::string_view markdown) {
    std::string prosa;
    por_renglon(markdown, [&](std::string_view renglon, std::string_view bloque) {
        if (bloque.empty() && !renglon.starts_with(cerca)) prosa += std::string{renglon} + '\n';
    });
    return prosa;
}

std::multiset<std::string> importes_de_guia(std::string_view markdown) {
    static const std::regex importe{R"(\$(\d+(?:,\d{3})*(?:\.\d+)?))"};
    const auto prosa = prosa_de_guia(markdown);
    std::multiset<std::string> importes;
    for (std::sregex_iterator it{prosa.begin(), prosa.end(), importe}, fin; it != fin; ++it)
        importes.insert(sin_adorno((*it)[1]));
    return importes;
}

std::vector<std::string> importes_sin_prueba(std::string_view markdown) {
    static const std::regex numero{R"(\d+(?:\.\d+)?)"};
    const auto bloques = bloques_de_guia(markdown);
    std::set<std::string> probados;
    for (std::sregex_iterator it{bloques.begin(), bloques.end(), numero}, fin; it != fin; ++it)
        probados.insert(sin_adorno(it->str()));
    std::vector<std::string> faltan;
    std::ranges::copy_if(importes_de_guia(markdown), std::back_inserter(faltan),
                         [&](const std::string& importe) { return !probados.contains(importe); });
    return faltan;
}

}  // namespace cacao::test
