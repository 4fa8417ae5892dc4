#include "tabla/csv.hpp"

#include "base/texto.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace cacao::tabla {
namespace {

// 0x80 to 0x9F of Windows-1252; the five that it leaves out are what Latin-1 has there.
constexpr std::array<std::uint16_t, 32> ventana{0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
                                                0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

void agregar_utf8(std::string& out, std::uint16_t c) {
    if (c < 0x80) {
        out.push_back(static_cast<char>(c));
    } else if (c < 0x800) {
        out.push_back(static_cast<char>(0xC0 | (c >> 6)));
        out.push_back(static_cast<char>(0x80 | (c & 0x3F)));
    } else {
        out.push_back(static_cast<char>(0xE0 | (c >> 12)));
        out.push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
        out.push_back(static_cast<char>(0x80 | (c & 0x3F)));
    }
}

}  // namespace

std::string en_utf8(std::string bytes) {
    constexpr std::string_view marca = "\xEF\xBB\xBF";
    if (bytes.starts_with(marca)) bytes.erase(0, marca.size());
    if (utf8_valido(bytes)) return bytes;
    std::string out;
    out.reserve(bytes.size() + bytes.size() / 8);
    for (const char c : bytes) {
        const auto b = static_cast<unsigned char>(c);
        agregar_utf8(out, b >= 0x80 && b < 0xA0 ? ventana[b - 0x80U] : b);
    }
    return out;
}

std::string en_windows(std::string_view utf8) {
    std::string out;
    out.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size();) {
        const auto primero = static_cast<unsigned char>(utf8[i]);
        const std::size_t largo = primero < 0x80 ? 1 : primero < 0xE0 ? 2 : primero < 0xF0 ? 3 : 4;
        std::uint32_t c = largo == 1 ? primero : primero & (0xFFU >> (largo + 1));
        for (std::size_t k = 1; k < largo && i + k < utf8.size(); ++k)
            c = c << 6U | (static_cast<unsigned char>(utf8[i + k]) & 0x3FU);
        i += largo;
        const auto en_ventana = std::ranges::find(ventana, c);
        if (c < 0x80 || (c >= 0xA0 && c <= 0xFF)) out.push_back(static_cast<char>(c));
        else if (en_ventana != ventana.end()) out.push_back(static_cast<char>(0x80 + (en_ventana - ventana.begin())));
        else out.push_back('?');
    }
    return out;
}

char delimitador(std::string_view utf8) {
    constexpr std::string_view posibles = ",;\t";
    std::array<std::size_t, 3> veces{};
    bool entre_comillas = false;
    for (const char c : utf8) {
        if (c == '"') entre_comillas = !entre_comillas;
        if (entre_comillas) continue;
        if (c == '\n' || c == '\r') break;
        if (const auto cual = posibles.find(c); cual != std::string_view::npos) ++veces[cual];
    }
    return posibles[static_cast<std::size_t>(std::ranges::max_element(veces) - veces.begin())];
}

bool LectorCsv::siguiente(Renglon& renglon) {
    while (lugar_ < texto_.size()) {
        renglon.linea = linea_;
        renglon.celdas.clear();
        renglon.mal_formado = false;
        for (;;) {
            leer_celda(renglon);
            if (lugar_ >= texto_.size() || en_fin_de_renglon()) break;
            ++lugar_;  // the delimiter
            if (lugar_ >= texto_.size()) {
                renglon.celdas.emplace_back();
                break;
            }
        }
        saltar_fin_de_renglon();
        if (!std::ranges::all_of(renglon.celdas, &std::string::empty)) return true;
    }
    return false;
}

void LectorCsv::leer_celda(Renglon& renglon) {
    auto& celda = renglon.celdas.emplace_back();
    const bool citada = texto_[lugar_] == '"';
    if (citada) {
        ++lugar_;
        for (;; ++lugar_) {
            if (lugar_ >= texto_.size()) {
                renglon.mal_formado = true;
                return;
            }
            const char c = texto_[lugar_];
            if (c == '"') {
                ++lugar_;
                if (lugar_ >= texto_.size() || texto_[lugar_] != '"') break;
            }
            if (c == '\n') ++linea_;
            celda.push_back(c);
        }
    }
    const std::size_t desde = lugar_;
    while (lugar_ < texto_.size() && texto_[lugar_] != delimitador_ && !en_fin_de_renglon()) ++lugar_;
    // Behind a closing quote nothing may follow; blanks do no harm.
    const auto resto = texto_.substr(desde, lugar_ - desde);
    if (!citada) celda.append(resto);
    else if (!recortado(resto).empty()) renglon.mal_formado = true;
    const auto marcado = celda.find_first_not_of('\'');
    if (marcado != 0 && marcado != std::string::npos && inicios_de_formula.find(celda[marcado]) != std::string_view::npos)
        celda.erase(0, 1);
}

void LectorCsv::saltar_fin_de_renglon() {
    if (lugar_ >= texto_.size()) return;
    if (texto_[lugar_] == '\r' && lugar_ + 1 < texto_.size() && texto_[lugar_ + 1] == '\n') ++lugar_;
    ++lugar_;
    ++linea_;
}

std::string columna_plegada(std::string_view titulo) {
    auto plano = plegado(titulo);
    std::erase(plano, ' ');
    return plano;
}

}  // namespace cacao::tabla
