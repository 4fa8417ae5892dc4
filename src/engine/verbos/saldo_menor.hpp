#pragma once
// Letting go of a balance too small to collect or to pay.

#include "engine/emision/solicitud.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/tipos/naturaleza.hpp"

namespace cacao::engine {

// What is let go of which document. `encabezado` has no lines.
struct Perdon {
    SolicitudInicial encabezado;
    std::int64_t documentoId = 0;
    Naturaleza naturaleza{};
    Importe importe;
    Importe saldo;  // of the document, whose balance the caller holds
    int decimales = 2;
    Composicion apartada = {};  // what a credit is about to take off, and is not let go
};
// Registers it and settles with it what it lets go, with what is open of each tax.
Emitido perdonar(Context& ctx, const Perdon& perdon);

// What was let go of a document, up to an amount, is taken off it, to be said again of another one: of a sales note, of its
// invoice.
std::vector<Perdon> llevar_perdones(Context& ctx, std::int64_t documentoId, Importe importe, Fecha fecha);

// What was let go of a document gives way to a credit that is about to take `nueva` off it: where there is not enough of some tax
// for both, it is cancelled and let go again, on the day of the credit, of what that leaves.
void hacer_lugar(Context& ctx, std::int64_t documentoId, const Composicion& nueva, Fecha fecha);
// What was let go of less than it came to, because a credit waited to take the rest, is let go of that too once that credit is
// cancelled: it is cancelled and let go again.
void perdonar_lo_que_falta(Context& ctx, std::int64_t documentoId, Fecha fecha);
// Whether something was let go of it.
bool con_perdones(db::Reader& tx, std::int64_t documentoId);

// Credits of a document take off no more of any tax than it came to.
void exigir_dentro_de_tasas(db::Reader& tx, std::int64_t documentoId);

}  // namespace cacao::engine
