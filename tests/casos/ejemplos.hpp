#pragma once
// Examples for the reader of the document: what the scenarios asked and were answered, written to docs/examples, a file per
// operation. What differs from run to run (moments, today, secrets) is replaced by what does not.

#include "base/fecha.hpp"
#include "http/openapi.hpp"

#include <string>
#include <string_view>

namespace cacao::test {

// When a scenario ran, and its text: days that it says stay as they are.
struct Corrida {
    Fecha hoy;
    std::string_view caso;
};
// The JSON with stable values, two blanks per level, lists cut after a few items.
std::string estable(std::string_view json, const Corrida& corrida, int nivel = 0);

struct Ejemplo {
    bool guia = false;  // of a guide, and not of another scenario
    std::string texto;  // of the scenario
    std::string cuerpo, respuesta;
};

// Keeps the first good answer of the operation for docs/examples: guides before other scenarios, and what says something before
// an empty answer.
void anotar_ejemplo(const DocumentedOperation& operacion, const Ejemplo& ejemplo, const std::string& carpeta);

}  // namespace cacao::test
