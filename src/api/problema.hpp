#pragma once
// Refusals as RFC 9457 problems.

#include "api/http.hpp"
#include "base/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cacao::api {

// The status that a code is answered with.
int http_status(Codigo codigo);

// One fault per line of `faltas`; the first gives the problem its code when there is exactly one.
Answer problem(int status, Codigo codigo, const std::vector<Falta>& faltas, Idioma idioma, std::string_view trace_id);
Answer problem(Codigo codigo, Idioma idioma, std::string_view trace_id);

// Appends `[{"en":…,"campo":…,"codigo":…,"mensaje":…,"datos":…},…]`.
void write_faults(std::string& out, const std::vector<Falta>& faltas, Idioma idioma);

Idioma language_of(std::string_view accept_language);

}  // namespace cacao::api
