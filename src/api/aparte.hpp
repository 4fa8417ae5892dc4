#pragma once
// Parts of one request that stand each by themselves: a hundred documents of which one is refused are ninety-nine that are
// stored. Each part has a transaction of its own, with its rows of the log, so that none holds up the others of the service for
// long.

#include "api/context.hpp"
#include "base/function_ref.hpp"

#include <string_view>
#include <vector>

namespace cacao::api {

// For the first half of an operation that is not simulated. What a part is refused for; empty when it was stored. Whatever else
// goes wrong comes out of here, and what was stored before stays.
std::vector<Falta> aparte(const Context& ctx, std::string_view operacion, FunctionRef<void(Context&)> parte);

// What `work` is refused for, in the caller's own transaction: that must not be kept then.
std::vector<Falta> faltas_de(FunctionRef<void()> work);

// A list of faults as other faults tell it in their data: [{"codigo":…,"campo":…,"mensaje":…,"datos":…}].
std::string faltas_escritas(const std::vector<Falta>& faltas, Idioma idioma);

}  // namespace cacao::api
