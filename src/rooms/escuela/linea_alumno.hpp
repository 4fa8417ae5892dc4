#pragma once
// A line of a document that is registered, put down as a student's.

#include "db/db.hpp"

#include <cstdint>
#include <string_view>

namespace cacao {

struct LineaDeAlumno {
    std::int64_t transaccionId = 0;
    std::int64_t numeroPartida = 1;
    std::int64_t alumnoId = 0;
    std::int64_t nivelEscolarId = 0;
    std::string_view tipo;
    std::int64_t pagadorId = 0;
    std::int64_t clienteId = 0;  // of the document
};
void apuntar_alumno(db::Writer& tx, const LineaDeAlumno& linea);

}  // namespace cacao
