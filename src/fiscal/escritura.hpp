#pragma once
// XML of the authority's vocabularies, written from values in whatever order: the tables say where each stands.

#include "fiscal/cfdi.hpp"
#include "fiscal/esquema.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::fiscal {

// Text as it stands in an attribute or an element.
void agregar_escapado(std::string& out, std::string_view texto);

// The digits of a figure, with as many decimals as it is printed with.
std::string texto_impreso(std::int64_t micros, int decimales);

struct Elemento {
    std::string_view nombre;
    std::string_view espacio = {};  // of a root; "" inside of one
    std::vector<std::pair<std::string_view, std::string>> campos = {};
    std::vector<Elemento> hijos = {};

    // What is empty is not there.
    void pon(std::string_view campo, std::string_view valor) {
        if (!valor.empty()) campos.emplace_back(campo, valor);
    }
    template <class D>
    void pon(std::string_view campo, const std::optional<Impreso<D>>& cifra) {
        if (cifra) campos.emplace_back(campo, texto_impreso(cifra->valor.micros(), cifra->decimales));
    }
    // Until the next one.
    Elemento& hijo(std::string_view cual, std::string_view de = {}) { return hijos.emplace_back(Elemento{cual, de}); }
};

// Blanks are collapsed where the type of the value does not keep them. The namespaces of all that stands in it, and where their
// schemas are, go to the element itself. Throws Error(interno) for what the tables have no place for.
std::string escribir_elemento(const Elemento& raiz, const Esquema& esquema);

}  // namespace cacao::fiscal
