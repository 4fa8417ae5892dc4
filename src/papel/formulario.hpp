#pragma once
// A document on paper: what stands on it as data, and one way of setting it. Who issues it, what it is and its dates above; the
// parties side by side; tables that go on over pages with their heads repeated; totals, the amount in words, notes; of a fiscal
// one its code and its seals; at the foot of every page what the organization wants there and which page it is.
//
// Texts are UTF-8; letters that the fonts of every reader lack stand as a question mark.

#include "base/decimal.hpp"
#include "tabla/escritor.hpp"
#include "tabla/pdf.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::papel {

// What an organization chooses for its papers.
struct Estilo {
    tabla::Color color{31, 78, 121};
    std::string pie;                                   // may be empty
    std::optional<std::vector<std::string>> columnas;  // of the lines, by their keys; none: all that the form has
};

// #RRGGBB; nothing for anything else.
std::optional<tabla::Color> leer_color(std::string_view texto);

struct Emisor {
    std::optional<tabla::ImagenPdf> logo;
    std::string nombre;
    std::vector<std::string> lineas;  // RFC, address, regime
};

struct Dato {
    std::string etiqueta;  // empty: the value alone
    std::string valor;     // empty: nothing is printed
};

struct Bloque {
    std::string titulo;
    std::vector<Dato> datos;
};

enum class Alineado : std::uint8_t { izquierda, derecha };

struct ColumnaDeForma {
    std::string clave;  // by which an organization chooses it; "" for one that always stands
    std::string titulo;
    int ancho = 10;  // its share of the page, against that of the others
    Alineado alineado = Alineado::izquierda;
};

struct TablaDeForma {
    std::string titulo;  // may be empty
    std::vector<ColumnaDeForma> columnas;
    std::vector<std::vector<std::string>> renglones;  // a cell for each column
    std::vector<std::vector<std::string>> cierre;     // rows that stand out, at the end
};

// What proves a fiscal document.
struct Prueba {
    std::string qr;           // what the code says; empty: none
    std::vector<Dato> datos;  // seals, chain, serial numbers
};

struct Formulario {
    Emisor emisor;
    std::string titulo;
    std::string folio;
    std::vector<Dato> datos;
    std::vector<Bloque> partes;
    std::vector<TablaDeForma> tablas;
    std::vector<Dato> totales;  // the last one stands out
    std::string en_letra;
    std::vector<Bloque> notas;
    std::optional<Prueba> prueba;
    std::string leyenda;              // at the foot of every page
    std::vector<std::string> marcas;  // across every page: CANCELADO
    Estilo estilo;
};

// Columns that the organization did not choose are left out; those without a key stay, and all of them in their order.
void elegir_columnas(TablaDeForma& tabla, const std::optional<std::vector<std::string>>& claves);

// 1,160.00: the decimals of its currency at the least.
std::string en_cifra(Importe importe, int decimales = 2);

// Letter, upright.
void imprimir(const Formulario& formulario, const tabla::Salida& salida);

}  // namespace cacao::papel
