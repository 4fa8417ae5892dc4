// Whether a value is of its type, as XML Schema means it: after its blanks are collapsed, where the type does not keep them.
#include "fiscal/valores.hpp"
#include "base/texto.hpp"
#include "fiscal/esquema.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace cacao::fiscal {
namespace {

bool es_blanco_xml(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool es_cifra_xml(char c) { return c >= '0' && c <= '9'; }

// Digits of a decimal, without sign, leading zeros and trailing zeros of its fraction.
struct Cifras {
    bool negativo = false;
    std::string_view enteras, fraccion;
};

// More digits than the authority's own amounts have (18 and 6) are no number for us.
constexpr std::size_t mas_cifras = 24;

std::optional<Cifras> cifras(std::string_view t) {
    Cifras c;
    if (!t.empty() && (t[0] == '+' || t[0] == '-')) {
        c.negativo = t[0] == '-';
        t.remove_prefix(1);
    }
    const auto punto = std::min(t.find('.'), t.size());
    c.enteras = t.substr(0, punto);
    if (punto < t.size()) c.fraccion = t.substr(punto + 1);
    if (c.enteras.empty() && c.fraccion.empty()) return std::nullopt;
    if (!std::ranges::all_of(c.enteras, es_cifra_xml) || !std::ranges::all_of(c.fraccion, es_cifra_xml)) return std::nullopt;
    c.enteras.remove_prefix(std::min(c.enteras.find_first_not_of('0'), c.enteras.size()));
    c.fraccion = c.fraccion.substr(0, c.fraccion.find_last_not_of('0') + 1);
    if (c.enteras.size() + c.fraccion.size() > mas_cifras) return std::nullopt;
    if (c.enteras.empty() && c.fraccion.empty()) c.negativo = false;
    return c;
}

// -1, 0, 1
int comparar(const Cifras& a, const Cifras& b) {
    if (a.negativo != b.negativo) return a.negativo ? -1 : 1;
    int r = 0;
    if (a.enteras.size() != b.enteras.size()) r = a.enteras.size() < b.enteras.size() ? -1 : 1;
    else if (const int e = a.enteras.compare(b.enteras); e != 0) r = e < 0 ? -1 : 1;
    else if (const int f = a.fraccion.compare(b.fraccion); f != 0) r = f < 0 ? -1 : 1;
    return a.negativo ? -r : r;
}

bool dentro_de(const Tipo& tipo, const Cifras& c) {
    if (tipo.decimales >= 0 && c.fraccion.size() > static_cast<std::size_t>(tipo.decimales)) return false;
    return (tipo.menor.empty() || comparar(c, *cifras(tipo.menor)) >= 0) &&
           (tipo.mayor.empty() || comparar(c, *cifras(tipo.mayor)) <= 0);
}

// The pattern of the authority: 1 to 18 digits and, behind a point, 1 to `decimales`; without sign.
bool es_importe(std::string_view t, std::size_t decimales) {
    const auto punto = std::min(t.find('.'), t.size());
    if (!std::ranges::all_of(t.substr(0, punto), es_cifra_xml) || punto == 0) return false;
    if (punto == t.size())
        return punto <= 18 + 1 + decimales && punto <= mas_cifras;  // its point stands for any character, so also for a digit
    const auto fraccion = t.substr(punto + 1);
    return punto <= 18 && !fraccion.empty() && fraccion.size() <= decimales && std::ranges::all_of(fraccion, es_cifra_xml);
}

int dos_cifras(std::string_view t, std::size_t i) { return (t[i] - '0') * 10 + (t[i + 1] - '0'); }

// A day that the calendar has, as yyyy-MM-dd.
bool es_dia(std::string_view t) {
    if (t.size() != 10 || t[4] != '-' || t[7] != '-') return false;
    for (const auto i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U})
        if (!es_cifra_xml(t[i])) return false;
    const int anio = dos_cifras(t, 0) * 100 + dos_cifras(t, 2);
    const int mes = dos_cifras(t, 5);
    const int dia = dos_cifras(t, 8);
    static constexpr int dias[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool bisiesto = (anio % 4 == 0 && anio % 100 != 0) || anio % 400 == 0;
    return anio > 0 && mes >= 1 && mes <= 12 && dia >= 1 && dia <= dias[mes - 1] + (mes == 2 && bisiesto ? 1 : 0);
}

bool es_hora(std::string_view t) {
    if (t.size() != 8 || t[2] != ':' || t[5] != ':') return false;
    for (const auto i : {0U, 1U, 3U, 4U, 6U, 7U})
        if (!es_cifra_xml(t[i])) return false;
    return dos_cifras(t, 0) < 24 && dos_cifras(t, 3) < 60 && dos_cifras(t, 6) < 60;
}

bool es_zona(std::string_view t) {
    if (t.empty() || t == "Z") return true;
    if (t.size() != 6 || (t[0] != '+' && t[0] != '-') || t[3] != ':') return false;
    for (const auto i : {1U, 2U, 4U, 5U})
        if (!es_cifra_xml(t[i])) return false;
    const int horas = dos_cifras(t, 1);
    return dos_cifras(t, 4) < 60 && (horas < 14 || (horas == 14 && dos_cifras(t, 4) == 0));
}

// xs:base64Binary: groups of four, blanks between them as one pleases.
bool es_base64_xml(std::string_view t) {
    std::string junto;
    std::ranges::copy_if(t, std::back_inserter(junto), [](char c) { return !es_blanco_xml(c); });
    std::string bytes;
    return leer_base64(junto, bytes);
}

bool cumple_tipo(const Tipo& tipo, std::string_view v) {
    switch (tipo.clase) {
        case Tipo::Clase::fijo: return v == tipo.valores.front();
        case Tipo::Clase::texto:
        case Tipo::Clase::libre: {
            if (tipo.clase == Tipo::Clase::texto && v.find('|') != std::string_view::npos) return false;
            if (v.size() < tipo.minimo) return false;
            const auto largo = largo_utf8(v);
            return largo >= tipo.minimo && largo <= tipo.maximo;
        }
        case Tipo::Clase::importe: return es_importe(v, 6);
        case Tipo::Clase::pesos: return es_importe(v, 2);
        case Tipo::Clase::decimal: {
            const auto c = cifras(v);
            return c && dentro_de(tipo, *c);
        }
        case Tipo::Clase::entero: {
            const auto c = v.find('.') == std::string_view::npos ? cifras(v) : std::nullopt;
            return c && dentro_de(tipo, *c);
        }
        case Tipo::Clase::fecha_hora:
            return v.size() == 19 && v[10] == 'T' && v[0] == '2' && v[1] == '0' && v[2] != '0' && es_dia(v.substr(0, 10)) &&
                   es_hora(v.substr(11));
        case Tipo::Clase::fecha: return es_dia(v) && (v.starts_with("19") || v.starts_with("20"));
        case Tipo::Clase::fecha_xsd: return v.size() >= 10 && es_dia(v.substr(0, 10)) && es_zona(v.substr(10));
        case Tipo::Clase::base64: return es_base64_xml(v);
        case Tipo::Clase::forma: return tipo.forma->cumple(v);
        case Tipo::Clase::uno: {
            const auto este = std::ranges::lower_bound(tipo.valores, v, std::less<>{});
            return este != tipo.valores.end() && *este == v;
        }
    }
    return false;
}

}  // namespace

bool esta_colapsado(std::string_view t) {
    bool antes = true;  // a blank at the beginning
    for (const char c : t) {
        const bool blanco = es_blanco_xml(c);
        if (blanco && (antes || c != ' ')) return false;
        antes = blanco;
    }
    return t.empty() || !antes;
}

void agregar_colapsado(std::string& out, std::string_view t) {
    bool pendiente = false;
    bool alguno = false;
    for (const char c : t) {
        if (es_blanco_xml(c)) {
            pendiente = alguno;
            continue;
        }
        if (pendiente) out.push_back(' ');
        pendiente = false;
        alguno = true;
        out.push_back(c);
    }
}

bool es_valor(const Tipo& tipo, std::string_view valor) {
    if (tipo.exacto || esta_colapsado(valor)) return cumple_tipo(tipo, valor);
    std::string colapsado;
    agregar_colapsado(colapsado, valor);
    return cumple_tipo(tipo, colapsado);
}

}  // namespace cacao::fiscal
