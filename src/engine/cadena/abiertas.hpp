#pragma once
// Lines that wait to be invoiced, and lines of invoices whose goods leave later (partidaAbierta): one row each while something
// of them may be open, so that a list costs what is open. A row is taken away on what its writer holds (the progress of the line,
// or of the one that it derives from) and made again whenever something is given back; so it may be one too many, never one too
// few, and whoever reads it asks the progress too.

#include "engine/cadena/origen.hpp"

#include <string>
#include <string_view>

namespace cacao::engine {

// The first kind that uses up that progress of lines of this one by deriving from them, other than `salvo`: what an invoice asked
// to deliver was invoiced by it.
const Documento* quien_avanza(const Documento& de, Avance avance, std::string_view salvo = {});

// Whether lines of a kind are kept by that progress (facturado, entregado).
bool deja_abierta(const Documento& tipo, Avance avance);

// The document was registered, or written anew: its lines are stored. Those in `de_origen` derive from lines of that kind.
struct PartidaConOrigen {
    std::int64_t numeroPartida = 0;
    LlavePartida origen;
    std::string_view origenTipo;
};
void abrir_partidas(Context& ctx, const Documento& tipo, std::int64_t transaccionId, Avance avance,
                    const std::vector<PartidaConOrigen>& de_origen);
// The progress of a line reached what the line says, or went back below it.
void revisar_abiertas(Context& ctx, LlavePartida linea, Avance avance);
// The document was cancelled or closed, or is about to be written anew.
void cerrar_partidas(Context& ctx, const Documento& tipo, std::int64_t transaccionId);

// The documents of a kind with something open of them; what state they are in is not asked. $1 is the organization.
std::string con_abiertas_sql(const Documento& tipo, Avance avance);

}  // namespace cacao::engine
