#include "rooms/escuela/linea_alumno.hpp"

namespace cacao {

void apuntar_alumno(db::Writer& tx, const LineaDeAlumno& linea) {
    tx.run(R"(INSERT INTO partidaAlumno (organizacionId, transaccionId, numeroPartida, alumnoId, nivelEscolarId, tipo, pagadorId)
              VALUES ($1, $2, $3, $4, $5, $6, $7))",
           tx.organizacion(), linea.transaccionId, linea.numeroPartida, linea.alumnoId, linea.nivelEscolarId, linea.tipo,
           linea.pagadorId);
    tx.run(R"(INSERT INTO clienteDeAlumno (organizacionId, alumnoId, entidadId) VALUES ($1, $2, $3)
              ON CONFLICT (organizacionId, alumnoId, entidadId) DO NOTHING)",
           tx.organizacion(), linea.alumnoId, linea.clienteId);
}

}  // namespace cacao
