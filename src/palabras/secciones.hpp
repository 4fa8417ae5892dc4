#pragma once
// What an operation does, told in Markdown beside its code: a section per operation, headed by its id.
//
//     ## FacturaVentaCrear
//     Crea una factura de venta
//
//     Cada partida es un producto o un concepto…

#include <string_view>
#include <vector>

namespace cacao::glosario {

struct Seccion {
    std::string_view titulo;
    std::string_view resumen;  // the line below the title
    std::string_view cuerpo;   // the rest, as it stands
};

std::vector<Seccion> secciones(std::string_view markdown);

}  // namespace cacao::glosario
