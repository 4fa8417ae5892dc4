#pragma once
// Reports gather by identifier and put names to their rows at the end.

#include "db/rows.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cacao {

struct NombreContacto {
    std::int64_t entidadId{};
    std::string codigo;
    std::string nombre;
    std::string rfc;
};
DESCRIBE_STRUCT(NombreContacto, (), (entidadId, codigo, nombre, rfc))

// Money that came from nobody known: it stands in the books like that of the others, so it has a row.
inline constexpr std::string_view sin_contacto = "Sin contacto";

// Puts the names to rows that have an entidadId.
template <class Fila>
void nombrar(db::Reader& tx, std::vector<Fila>& filas) {
    std::map<std::int64_t, std::vector<NombreContacto>> nombres;
    for (const Fila& f : filas) nombres.try_emplace(f.entidadId);
    for (auto& [entidadId, nombre] : nombres)
        tx.all_later(nombre, "SELECT entidadId, codigo, nombre, rfc FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                     tx.organizacion(), entidadId);
    tx.settle();
    for (Fila& f : filas) {
        if (f.entidadId == 0) f.nombre = sin_contacto;
        const auto& nombre = nombres.at(f.entidadId);
        if (nombre.empty()) continue;
        f.codigo = nombre.front().codigo;
        f.nombre = nombre.front().nombre;
        f.rfc = nombre.front().rfc;
    }
}

}  // namespace cacao
