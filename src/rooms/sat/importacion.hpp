#pragma once
// A catalog of the tax authority replaced as a whole.

#include "base/function_ref.hpp"
#include "rooms/sat/filas.hpp"

namespace cacao::sat {

using Progreso = FunctionRef<void(std::int64_t hechas, std::int64_t todas)>;

// Writes the rows in small transactions beside those that are read, turns to them in one step, and then takes the old ones away:
// who reads sees the old catalog or the new one, whole. What an interrupted import left is taken away by the next. Throws
// std::runtime_error when another import of the same catalog came in between. Keys must differ in (clave, padre, desde).
void reemplazar(db::Database& database, const std::string& catalogo, const std::vector<Fila>& filas, Instante ahora,
                Progreso progreso);

// What the schema cannot hold: that each catalog has as many keys as it says. Tells `diferencia` otherwise.
void verificar_catalogos(db::Reader& tx, FunctionRef<void(const std::string&)> diferencia);

}  // namespace cacao::sat
