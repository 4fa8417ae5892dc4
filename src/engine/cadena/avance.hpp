#pragma once
// What is open of a line, kept as its progress: one row for each, changed by one conditional statement.

#include "engine/cadena/origen.hpp"

namespace cacao::engine {

// How much of a line others may use up: what it says, and what they may go up to.
struct Tope {
    Cantidad base;
    Cantidad maximo;
};
Tope con_tolerancia(Cantidad base, Tasa tolerancia);

// The line of the order behind a line, however many documents stand between them.
std::optional<LlavePartida> pedido_de(db::Reader& tx, LlavePartida linea);

// Gives back what was used of a line.
void bajar_avance(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida, Avance avance, Cantidad cantidad,
                  Importe valor);
// Uses again what had been given back, where it was used before. Where others took it since: how much is open.
std::optional<Cantidad> subir_avance(Context& ctx, LlavePartida linea, Avance avance, Cantidad cantidad);

}  // namespace cacao::engine
