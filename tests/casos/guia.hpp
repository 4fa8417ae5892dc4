#pragma once
// Guides (docs/guides/LANGUAGE/*.md): pages for people whose blocks of code are a scenario.
//
//     ```http            requests and their answers, as in a .caso
//     ```csv NAME        a file for the commands
//     ```console         `$ cacao …` and, below it, all that it prints
//
// Other blocks (`sh`) are only shown. What may be named without having met it: $usuario and $password, the administrator's.
// docs/guides/index.tsv has a row for each guide, with the names of its files in both languages.

#include "casos/caso.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::test {

struct Guia {
    std::string archivo;  // from docs/guides: en/first-steps.md
    std::string texto;
};
struct GuiaEnDosIdiomas {
    Guia en, es;
};

// Those of the index in `carpeta`, in its order. Throws std::runtime_error that names a file that is not there.
std::vector<GuiaEnDosIdiomas> leer_guias(const std::string& carpeta);

// Its requests and commands, numbered by the lines of the page. Throws like leer_caso.
std::vector<Paso> pasos_de_guia(std::string_view markdown);
// Its files by name.
std::map<std::string, std::string> archivos_de_guia(std::string_view markdown);

// All its blocks, with their first lines: what must not differ between languages.
std::string bloques_de_guia(std::string_view markdown);
// Everything else.
std::string prosa_de_guia(std::string_view markdown);
// The amounts that it tells people ($1,160.50), written as JSON does (1160.5).
std::multiset<std::string> importes_de_guia(std::string_view markdown);
// Of them, those that stand in none of its blocks, so that nobody checks them.
std::vector<std::string> importes_sin_prueba(std::string_view markdown);

}  // namespace cacao::test
