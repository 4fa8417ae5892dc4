#include "rooms/impuestos/xml_contable.hpp"

#include "base/texto.hpp"

namespace cacao::contable {
namespace {

constexpr std::size_t a_la_vez = 32 * 1024;

void agregar_atributo(std::string& xml, std::string_view texto) {
    for (const char c : texto) {
        switch (c) {
            case '&': xml += "&amp;"; break;
            case '<': xml += "&lt;"; break;
            case '>': xml += "&gt;"; break;
            case '"': xml += "&quot;"; break;
            default: xml += c;
        }
    }
}

}  // namespace

void XmlContable::raiz(std::string_view nombre, std::string_view espacios, const std::initializer_list<Atributo>& atributos) {
    texto_ += R"(<?xml version="1.0" encoding="UTF-8"?>)"
              "\n";
    sellable_ += "||";
    nodo(nombre, espacios, atributos, false);
}
void XmlContable::abrir(std::string_view nombre, const std::initializer_list<Atributo>& atributos) {
    nodo(nombre, {}, atributos, false);
}
void XmlContable::hoja(std::string_view nombre, const std::initializer_list<Atributo>& atributos) {
    nodo(nombre, {}, atributos, true);
}

void XmlContable::cerrar(std::string_view nombre) {
    texto_.append("</").append(prefijo_).append(nombre).append(">");
    soltar(false);
}

void XmlContable::terminar() {
    texto_ += '\n';
    sellable_ += '|';
    soltar(true);
}

void XmlContable::nodo(std::string_view nombre, std::string_view espacios, const std::initializer_list<Atributo>& atributos,
                       bool hoja) {
    texto_.append("<").append(prefijo_).append(nombre);
    if (!espacios.empty()) texto_.append(" ").append(espacios);
    for (const Atributo& a : atributos) {
        if (a.valor.empty()) continue;
        texto_.append(" ").append(a.nombre).append("=\"");
        agregar_atributo(texto_, a.valor);
        texto_ += '"';
        if (a.se_sella) sellable_.append(a.valor).append("|");
    }
    texto_ += hoja ? "/>" : ">";
    soltar(false);
}

void XmlContable::soltar(bool todo) {
    for (const auto& [texto, salida] : {std::pair{&texto_, &xml_}, std::pair{&sellable_, &cadena_}}) {
        if (!todo && texto->size() < a_la_vez) continue;
        if (*salida) (*salida)(*texto);
        texto->clear();
    }
}

// Blanks come one at a time and never at an end, as the cadena asks; a bar would part it.
std::string texto_contable(std::string_view texto, std::size_t largo, std::string_view otro) {
    std::string limpio;
    for (const char c : texto) {
        const auto u = static_cast<unsigned char>(c);
        const bool blanco = u <= 0x20 || c == '|' || u == 0x7F;
        if (!blanco) limpio += c;
        else if (!limpio.empty() && limpio.back() != ' ') limpio += ' ';
    }
    std::size_t cuantos = 0;
    std::size_t corte = 0;
    while (corte < limpio.size() && cuantos < largo) {
        ++corte;
        while (corte < limpio.size() && (static_cast<unsigned char>(limpio[corte]) & 0xC0U) == 0x80U) ++corte;
        ++cuantos;
    }
    limpio.resize(corte);
    while (!limpio.empty() && limpio.back() == ' ') limpio.pop_back();
    return limpio.empty() ? std::string{otro} : limpio;
}

}  // namespace cacao::contable
