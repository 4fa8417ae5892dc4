#pragma once
// Taxes on cash flow: what was settled between two dates and, less, what was undone between them, each by the date of its own.

#include "db/rows.hpp"
#include "reflect/types.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace cacao {

// `columnas` but for the date and the two marks, `de` from FROM to the last condition that holds at any date.
struct Flujo {
    std::string_view columnas;
    std::string_view de;
    std::string_view tabla;  // alias whose fecha and cancelacionFecha count
    std::string_view llave;  // its order within a day
    bool registro = false;   // settled as it is registered, not by an application
};

// There after settle(): `fecha`, `columnas`, `cancelacion`, `registro`. More parameters are $4 and on.
template <class Fila, class... Mas>
void pedir_flujo(db::Reader& tx, std::vector<Fila>& filas, const Flujo& flujo, Fecha desde, Fecha hasta, const Mas&... mas) {
    for (const bool cancelacion : {false, true}) {
        const auto fecha = fmt::format("{}.{}", flujo.tabla, cancelacion ? "cancelacionFecha" : "fecha");
        // IS NOT NULL for the index of cancels, which has no others.
        tx.all_later(
            filas,
            fmt::format("SELECT {0} AS fecha, {1}, {2} AS cancelacion, {3} AS registro {4} AND {0} BETWEEN $2 AND $3 AND "
                        "{0} IS NOT NULL ORDER BY {0}, {5}.{6}",
                        fecha, flujo.columnas, cancelacion ? 1 : 0, flujo.registro ? 1 : 0, flujo.de, flujo.tabla, flujo.llave),
            tx.organizacion(), desde, hasta, mas...);
    }
}

}  // namespace cacao
