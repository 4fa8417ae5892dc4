#pragma once
// Names that the interface document took away or changed: one table (nombres.tsv), so that whoever still sends one is told the
// new one, and which change of the log says so.

#include <cstdint>
#include <string_view>
#include <vector>

namespace cacao::api {

struct NombreAnterior {
    std::string_view operacion;
    std::string_view antes;
    std::string_view ahora;   // "": there is none any more
    std::int64_t cambio = 0;  // of GET /api/Cambios
};

const std::vector<NombreAnterior>& nombres_anteriores();
// Of the last step of a JSON Pointer; nullptr for a name that never was one.
const NombreAnterior* nombre_anterior(std::string_view operacion, std::string_view campo);

}  // namespace cacao::api
