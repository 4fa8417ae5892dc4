// What is put into a document after it was sealed, byte by byte: nothing else of it may change, or the seal breaks.
#include "fiscal/cfdi.hpp"
#include "fiscal/sellado.hpp"

#include <algorithm>

namespace cacao::fiscal {
namespace {

struct HijoDeRaiz {
    std::string_view nombre;  // with its prefix
    std::size_t desde = 0;
    std::size_t fin = 0;     // behind its opening tag
    std::size_t cierre = 0;  // of its closing tag; of an empty element, its end
    bool vacio = false;
};
// Where things stand in the bytes.
struct Esqueleto {
    std::string_view raiz;
    std::size_t cierre = 0;  // of the root
    std::vector<HijoDeRaiz> hijos;
};

// Of a document that the reader took: so every tag closes, and there is no declaration of a type.
Esqueleto esqueleto_de(std::string_view t) {
    Esqueleto e;
    std::size_t nivel = 0;
    const auto tras = [&](std::size_t i, std::string_view fin) {
        const auto hasta = t.find(fin, i);
        return hasta == std::string_view::npos ? t.size() : hasta + fin.size();
    };
    for (std::size_t i = t.find('<'); i < t.size(); i = t.find('<', i)) {
        const auto resto = t.substr(i);
        if (resto.starts_with("<!--")) i = tras(i, "-->");
        else if (resto.starts_with("<![CDATA[")) i = tras(i, "]]>");
        else if (resto.starts_with("<?")) i = tras(i, "?>");
        else if (resto.starts_with("</")) {
            --nivel;
            if (nivel == 0) e.cierre = i;
            if (nivel == 1) e.hijos.back().cierre = i;
            i = tras(i, ">");
        } else {
            const auto desde = i;
            const auto nombre = t.substr(i + 1, t.find_first_of(" \t\r\n/>", i) - i - 1);
            for (++i; i < t.size() && t[i] != '>'; ++i)
                if (t[i] == '"' || t[i] == '\'') i = t.find(t[i], i + 1);
            const bool vacio = t[i - 1] == '/';
            ++i;
            if (nivel == 0) e.raiz = nombre;
            if (nivel == 1) e.hijos.push_back({nombre, desde, i, i, vacio});
            if (!vacio) ++nivel;
        }
    }
    return e;
}

std::string con_prefijo(const Esqueleto& e, std::string_view nombre) {
    const auto punto = e.raiz.find(':');
    return std::string{punto == std::string_view::npos ? std::string_view{} : e.raiz.substr(0, punto + 1)}.append(nombre);
}

std::string insertado(std::string_view xml, std::size_t desde, std::size_t hasta, std::string_view que) {
    std::string texto;
    texto.reserve(xml.size() + que.size());
    return texto.append(xml.substr(0, desde)).append(que).append(xml.substr(hasta));
}

// Without the declaration that a file has.
std::string_view sin_declaracion(std::string_view xml) {
    if (xml.starts_with("<?xml")) xml.remove_prefix(std::min(xml.size(), xml.find("?>") + 2));
    const auto desde = xml.find_first_not_of(" \t\r\n");
    return desde == std::string_view::npos ? std::string_view{} : xml.substr(desde);
}

bool se_puede_insertar(const Xml& xml) {
    return xml.bien() && xml.raiz().nombre == "Comprobante" && xml.raiz().espacio == espacio_cfdi40 &&
           xml.raiz().primero != nullptr;
}

bool esta_timbrado(const Xml& xml) {
    for (const auto* c = xml.raiz().hijo("Complemento"); c != nullptr; c = c->hermano())
        for (const auto* n = c->primero; n != nullptr; n = n->siguiente)
            if (n->espacio == espacio_timbre) return true;
    return false;
}

}  // namespace

std::optional<std::string> con_timbre(std::string_view xml, std::string_view timbre) {
    const Xml leido{xml};
    if (!se_puede_insertar(leido) || esta_timbrado(leido)) return std::nullopt;
    timbre = sin_declaracion(timbre);
    const Xml solo{timbre};
    if (!solo.bien() || solo.raiz().espacio != espacio_timbre || solo.raiz().nombre != "TimbreFiscalDigital") return std::nullopt;
    const auto e = esqueleto_de(xml);
    const auto complemento = con_prefijo(e, "Complemento");
    const auto addenda = con_prefijo(e, "Addenda");
    std::string entero = '<' + complemento + '>';
    entero.append(timbre).append("</").append(complemento).append(">");
    const auto este = std::ranges::find(e.hijos, complemento, &HijoDeRaiz::nombre);
    if (este == e.hijos.end()) {
        const auto tras = std::ranges::find(e.hijos, addenda, &HijoDeRaiz::nombre);
        const auto donde = tras == e.hijos.end() ? e.cierre : tras->desde;
        return insertado(xml, donde, donde, entero);
    }
    if (std::ranges::count(e.hijos, complemento, &HijoDeRaiz::nombre) > 1) return std::nullopt;
    if (este->vacio) return insertado(xml, este->desde, este->fin, entero);
    return insertado(xml, este->cierre, este->cierre, timbre);
}

std::optional<std::string> con_addenda(std::string_view xml, std::string_view addenda) {
    const Xml leido{xml};
    if (!se_puede_insertar(leido) || leido.raiz().hijo("Addenda") != nullptr) return std::nullopt;
    const auto e = esqueleto_de(xml);
    const auto nombre = con_prefijo(e, "Addenda");
    std::string entera = '<' + nombre + '>';
    entera.append(sin_declaracion(addenda)).append("</").append(nombre).append(">");
    auto texto = insertado(xml, e.cierre, e.cierre, entera);
    // What is no XML by itself would make the whole none, or close what it stands in.
    const Xml despues{texto};
    if (!despues.bien()) return std::nullopt;
    const auto* puesta = despues.raiz().hijo("Addenda");
    if (puesta == nullptr || puesta->siguiente != nullptr || puesta->primero == nullptr) return std::nullopt;
    return texto;
}

bool sirve_de_addenda(std::string_view addenda) {
    constexpr std::string_view cualquiera =
        R"(<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4"><cfdi:Emisor/></cfdi:Comprobante>)";
    return con_addenda(cualquiera, addenda).has_value();
}

}  // namespace cacao::fiscal
