#pragma once
// To which cost classifiers a line of an expense belongs: by percentages that make 100, or by amounts that make its net.

#include "api/operations.hpp"
#include "engine/emision/solicitud.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ClasificadorNuevo {
    Id clasificadorCostoId;
    std::optional<Tasa> porcentaje;  // of 100; one of the two
    std::optional<Importe> importe;
};
DESCRIBE_STRUCT(ClasificadorNuevo, (), (clasificadorCostoId, porcentaje, importe))

struct ClasificadorVista {
    std::int64_t clasificadorCostoId{};
    std::string codigo;
    std::string nombre;
    std::optional<Tasa> porcentaje;
    Importe importe;
};
DESCRIBE_STRUCT(ClasificadorVista, (), (clasificadorCostoId, codigo, nombre, porcentaje, importe))

// The split of one line, as asked for.
struct RepartoPedido {
    std::string campo;  // /partidas/0
    std::int64_t numeroPartida = 0;
    std::vector<ClasificadorNuevo> clasificadores;
};

// What can be told before the line has its figures: classifiers that are there and take movements, one way of sharing, 100 %.
void revisar_repartos(db::Reader& tx, const std::vector<RepartoPedido>& repartos, Faltas& faltas);
// Shares the net of each line of a document just registered, to the cent, and keeps it. Refuses amounts that make another sum.
void guardar_repartos(Context& ctx, const engine::Emitido& documento, const std::vector<RepartoPedido>& repartos);
// By line.
std::map<std::int64_t, std::vector<ClasificadorVista>> leer_repartos(db::Reader& tx, std::int64_t transaccionId);

}  // namespace cacao
