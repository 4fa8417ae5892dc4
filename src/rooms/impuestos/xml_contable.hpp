#pragma once
// What a file of electronic accounting is written with: XML and the text that is sealed (cadena original), from the same nodes,
// as they come. Nothing is kept.

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace cacao::contable {

class XmlContable {
public:
    using Salida = std::function<void(std::string_view)>;
    // An attribute without a value is left out. What the seal is not about goes to the XML alone.
    struct Atributo {
        std::string_view nombre;
        std::string valor;
        bool se_sella = true;
    };

    // `prefijo` of the nodes, with its colon. Either may be empty: nobody wants it then.
    XmlContable(std::string prefijo, Salida xml, Salida cadena)
        : prefijo_(std::move(prefijo)), xml_(std::move(xml)), cadena_(std::move(cadena)) {}

    // The root, with its namespaces.
    void raiz(std::string_view nombre, std::string_view espacios, const std::initializer_list<Atributo>& atributos);
    void abrir(std::string_view nombre, const std::initializer_list<Atributo>& atributos);
    void hoja(std::string_view nombre, const std::initializer_list<Atributo>& atributos);
    void cerrar(std::string_view nombre);
    // After the last node.
    void terminar();

private:
    void nodo(std::string_view nombre, std::string_view espacios, const std::initializer_list<Atributo>& atributos, bool hoja);
    void soltar(bool todo);

    std::string prefijo_;
    Salida xml_;
    Salida cadena_;
    std::string texto_;  // not given yet
    std::string sellable_;
};

// A text that is at most so long (in characters), without what XML does not take; `otro` where nothing is left of it.
std::string texto_contable(std::string_view texto, std::size_t largo, std::string_view otro = "-");

}  // namespace cacao::contable
