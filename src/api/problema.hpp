#pragma once
// Refusals as RFC 9457 problems.

#include "api/http.hpp"
#include "base/error.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cacao::api {

// The status that a code is answered with.
int http_status(Codigo codigo);

// One fault per line of `faltas`, up to Faltas::maximo; `masErrores` says how many more there are, here and beside the list.
Answer problem(int status, Codigo codigo, std::span<const Falta> faltas, Idioma idioma, std::string_view trace_id,
               std::size_t mas = 0);
Answer problem(Codigo codigo, Idioma idioma, std::string_view trace_id);

// Appends `[{"en":…,"campo":…,"codigo":…,"mensaje":…,"datos":…},…]`.
void write_faults(std::string& out, std::span<const Falta> faltas, Idioma idioma);

Idioma language_of(std::string_view accept_language);

}  // namespace cacao::api
