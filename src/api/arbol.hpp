#pragma once
// Records under records: a parent has to be there, in use and not below its child; what is out of use has nothing in use below
// it.

#include "base/error.hpp"
#include "db/rows.hpp"

#include <cstdint>
#include <string_view>

namespace cacao {

struct Arbol {
    std::string_view tabla;
    std::string_view llave;
    std::string_view en_uso = "activo = 1";
    Codigo fuera_de_uso = Codigo::inactivo;
};

bool en_uso(db::Reader& tx, const Arbol& arbol, std::int64_t id);
bool con_hijos(db::Reader& tx, const Arbol& arbol, std::int64_t id);
// At /padreId; 0 is none. Tells whether the parent is there.
bool exigir_padre(db::Reader& tx, const Arbol& arbol, std::int64_t id, std::int64_t padreId, Faltas& faltas);

struct CambioDeUso {
    bool antes, ahora;
};
// At `campo`; a parent that changed as well was asked for by exigir_padre.
void revisar_uso(db::Reader& tx, const Arbol& arbol, std::int64_t id, std::int64_t padreId, CambioDeUso uso,
                 std::string_view campo, Faltas& faltas);

// Everything below a record that moved goes so many levels down.
void bajar(db::Writer& tx, const Arbol& arbol, std::int64_t id, std::int64_t niveles);

}  // namespace cacao
