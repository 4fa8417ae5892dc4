#include "engine/verbos/emitir.hpp"

#include "base/paso.hpp"
#include "engine/emision/emision.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/saldos/saldos.hpp"
#include "engine/verbos/nota_credito.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

// What the companion is worth goes first to what the sources still owe; the rest was paid of them, and pays this document.
void acompaniar(Context& ctx, const Emitido& documento, const Acompaniante& acompaniante) {
    const Emitido a = emitir(ctx, *acompaniante.tipo, acompaniante.solicitud);
    for (const auto& [id, importe] : acompaniante.de_fuente) exigir_facturable(ctx.db(), id, importe);

    std::vector<AplicacionPedida> pagos;
    Importe resto = a.total;
    for (const auto& [id, importe] : acompaniante.de_fuente) {
        const Importe paga = std::min(importe, saldo_de(ctx.db(), id, Naturaleza::cobrar));
        if (paga > Importe{}) pagos.push_back({"/partidas", id, paga, {}});
        resto -= paga;
    }
    if (resto > Importe{}) pagos.push_back({"/partidas", documento.transaccionId, resto, {}});
    aplicar(ctx, a.transaccionId, pagos, documento.fecha);
}

}  // namespace

Emitido emitir(Context& ctx, const Documento& tipo, const Solicitud& solicitud) {
    Emision emision{ctx, tipo, solicitud};
    Emitido e = emision.registrar();
    if (const auto acompaniante = emision.acompaniante()) acompaniar(ctx, e, *acompaniante);
    Pasos::alcanzar("acompaniar");
    if (tipo.renglones != Renglones::egreso || tipo.saldo == Saldo::ninguno) return e;
    // Lines that pay a payable document settle it at once.
    std::vector<AplicacionPedida> pagos;
    for (const auto& p : solicitud.partidas)
        if (p.transaccionIdCompra != 0)
            pagos.push_back({p.campo, p.transaccionIdCompra, p.importe, p.importe2, "/transaccionIdCompra", p.campo_importe});
    if (!pagos.empty()) aplicar(ctx, e.transaccionId, pagos, e.fecha);
    return e;
}

}  // namespace cacao::engine
