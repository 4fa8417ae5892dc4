#pragma once
// What an expense of a travel agency was spent for: bookings, and services of them.

#include "api/operations.hpp"
#include "engine/emision/solicitud.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// A service, or a booking as a whole, and how much of the line's net is its own: without `importe`, what the others leave.
struct ServicioGastadoNuevo {
    std::optional<IdOpcional> servicioId;
    std::optional<Texto<60, 1>> localizador;
    std::optional<Importe> importe;
    std::optional<bool> ultimo;  // the supplier charges nothing more for it
};
DESCRIBE_STRUCT(ServicioGastadoNuevo, (), (servicioId, localizador, importe, ultimo))
using ServiciosGastados = Lista<ServicioGastadoNuevo, 200, 1>;

// Of one line, as it was found.
struct DestinoDeGasto {
    std::int64_t reservacionId = 0;
    std::int64_t servicioId = 0;
    std::optional<Importe> importe;
    bool ultimo = false;
};
struct DestinosDePartida {
    std::string campo;  // /proveedores/0/partidas/0
    std::vector<DestinoDeGasto> destinos;
    bool de_terceros = false;  // it pays what was charged for the supplier: no cost of ours
};

// Whatever is wrong with the destinations of a line of so and so's; `localizador` is the request's, for lines that say nothing.
DestinosDePartida leer_destinos(db::Reader& tx, const std::optional<ServiciosGastados>& servicios, std::string_view localizador,
                                std::int64_t proveedorId, std::string campo, Faltas& faltas);
// Makes a line one that pays somebody else's money: the amount as it stands, without taxes of ours.
void pagar_a_tercero(engine::PartidaCompra& partida, std::int64_t proveedorId, int decimales);
// The parts of each line come to its net, to the cent, or it is refused.
void guardar_destinos(Context& ctx, std::int64_t transaccionId, const std::vector<DestinosDePartida>& partidas);

}  // namespace cacao
