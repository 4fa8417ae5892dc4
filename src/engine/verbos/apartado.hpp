#pragma once
// Goods that are put aside for the lines of a document that stands already (Documento::aparta_despues).

#include "api/context.hpp"
#include "base/decimal.hpp"

#include <cstdint>
#include <vector>

namespace cacao::engine {

// What a line is to have aside, in the product's base unit; a fault points at its place among them: /partidas/2.
struct PorApartar {
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    Cantidad cantidad;
};

// What was aside goes back first, and then all of this is taken, or nothing (existencia_insuficiente). The document is held by
// whoever asks.
void apartar(Context& ctx, std::int64_t transaccionId, const std::vector<PorApartar>& lineas);

// What its lines have aside goes back.
void soltar_apartado(Context& ctx, std::int64_t transaccionId);

}  // namespace cacao::engine
