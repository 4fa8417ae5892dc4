#pragma once
// A fiscal document prints its lines with up to six decimals and its summary with two; the books have two everywhere. Lines are
// given their cents so that they come to what the summary says, to the cent: largest remainder first, the first line of equals.

#include "rooms/buzon/recibido.hpp"

#include <vector>

namespace cacao::buzon {

struct RenglonCuadrado {
    Precio precio;  // of a unit: that of the paper, or the one that gives the amount where that does not
    Importe importe;
    Importe descuento;
    std::vector<engine::ImpuestoPartida> impuestos;
};

// Amounts of so many decimals, each its own rounded down or up, that come to `total`; where none do, each rounded by itself.
std::vector<Importe> repartir_centavos(const std::vector<Importe>& exactos, Importe total, int decimales = 2);

std::vector<RenglonCuadrado> cuadrar(const RecibidoCompleto& recibido, const ResumenRecibido& resumen,
                                     const std::vector<ConceptoRecibido>& conceptos);

}  // namespace cacao::buzon
