#pragma once
// The printed representation of a CFDI, from its XML alone: what RMF 2.7.1.7 asks for (code, serial numbers, both dates, the
// chain of the stamp, the words) and what people expect beside it (seals, names beside keys, taxes by rate, the amount in words,
// related documents, payments).

#include "papel/formulario.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::papel {

// A key of one of the authority's catalogs: c_FormaPago, 03.
using ClaveImpresa = std::pair<std::string, std::string>;
using NombresDeClaves = std::map<ClaveImpresa, std::string>;

struct Impresion {
    Estilo estilo;
    std::optional<tabla::ImagenPdf> logo;
    bool cancelado = false;
    bool sandbox = false;
    // Asked once, for all keys of the document; those that are not known are left out. May be missing.
    std::function<NombresDeClaves(const std::vector<ClaveImpresa>&)> nombres;
};

// False, and nothing written, when it is no CFDI of 4.0 or 3.3 that can be read.
bool imprimir_cfdi(std::string_view xml, const Impresion& opciones, const tabla::Salida& salida);

}  // namespace cacao::papel
