#include "engine/verbos/emitir.hpp"

#include "base/paso.hpp"
#include "engine/emision/registrar.hpp"
#include "engine/entorno/conteos.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/saldos/saldos.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "engine/verbos/saldo_menor.hpp"
#include "engine/verbos/simulacion.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace cacao::engine {
namespace {

// The document that takes back what the sources of a registered one had booked, and how much of each source.
struct Acompaniante {
    const Documento* tipo = nullptr;
    SolicitudVenta solicitud;
    std::map<std::int64_t, Importe> de_fuente;
    std::map<std::int64_t, Composicion> composiciones;
};

// Without a kind where no line takes over what was sold before.
Acompaniante acompaniante_de(const Registrado& r, const Solicitud& pedida) {
    Acompaniante a;
    SolicitudVenta& s = a.solicitud;
    for (const Linea& l : r.juzgado.lineas) {
        if (l.regla() == nullptr || l.regla()->acompania == nullptr) continue;
        a.tipo = l.regla()->acompania;
        PartidaVenta& p = s.partidas.emplace_back();
        static_cast<Renglon&>(p) = l.pedida->renglon;
        static_cast<DeArticulo&>(p) = l.pedida->articulo;
        static_cast<DeOrigen&>(p) = l.pedida->origen;
        p.unidadMedidaId = l.medida().unidadMedidaId;
        p.cifras = l.cifras;
        a.de_fuente[p.origenId] += l.cifras.total();
        sumar(a.composiciones[p.origenId], l.cifras.impuestos, l.cifras.neto);
    }
    const Encabezado& e = r.juzgado.encabezado;
    s.fecha = e.fecha;
    s.sucursalId = e.sucursalId;
    s.proyectoId = e.proyectoId;
    s.centroCostoId = e.centroCostoId;
    s.entidadId = pedida.cabecera.entidadId;
    s.campo_entidad = pedida.cabecera.campo_entidad;
    s.vendedorId = e.vendedorId;
    s.canalId = e.canalId;
    s.origenId = r.emitido.transaccionId;
    s.moneda = e.moneda;
    if (e.moneda != r.hallado.ajustes.moneda) s.tipoCambio = e.tipoCambio;
    return a;
}

// What the companion is worth goes first to what the sources still owe; the rest was paid of them, and pays this document.
void acompaniar(Context& ctx, const Registrado& r, const Solicitud& pedida) {
    const Acompaniante acompaniante = acompaniante_de(r, pedida);
    if (acompaniante.tipo == nullptr) return;
    // What was let go of a source follows the debt where the source has no room for it any more.
    std::vector<Perdon> perdones;
    for (const auto& [id, importe] : acompaniante.de_fuente)
        std::ranges::move(llevar_perdones(ctx, id, facturado_de_mas(ctx.db(), id, importe), r.emitido.fecha),
                          std::back_inserter(perdones));
    for (const auto& [id, suya] : acompaniante.composiciones) hacer_lugar(ctx, id, suya, r.emitido.fecha);
    const Emitido a = emitir(ctx, *acompaniante.tipo, acompaniante.solicitud);
    for (const auto& [id, importe] : acompaniante.de_fuente) {
        exigir_facturable(ctx.db(), id, importe);
        exigir_dentro_de_tasas(ctx.db(), id);
    }

    std::vector<AplicacionPedida> pagos;
    Importe resto = a.total;
    for (const auto& [id, importe] : acompaniante.de_fuente) {
        const Importe paga = std::min(importe, saldo_de(ctx.db(), id, Naturaleza::cobrar));
        if (paga > Importe{}) pagos.push_back({"/partidas", id, paga, {}});
        resto -= paga;
    }
    if (resto > Importe{}) pagos.push_back({"/partidas", r.emitido.transaccionId, resto, {}});
    aplicar(ctx, a.transaccionId, pagos, r.emitido.fecha);
    for (Perdon& p : perdones) {
        p.documentoId = r.emitido.transaccionId;
        p.saldo = saldo_de(ctx.db(), p.documentoId, p.naturaleza);
        p.importe = std::min(p.importe, p.saldo);
        if (p.importe > Importe{}) perdonar(ctx, p);
    }
}

// Lines that pay a payable document settle it at once.
void pagar(Context& ctx, const Emitido& egreso, const Solicitud& pedida) {
    std::vector<AplicacionPedida> pagos;
    for (const PartidaPedida& p : pedida.partidas)
        if (p.pago.transaccionIdCompra != 0)
            pagos.push_back({p.renglon.campo, p.pago.transaccionIdCompra, p.pago.importe, p.pago.importe2, "/transaccionIdCompra",
                             p.pago.campo_importe});
    if (!pagos.empty()) aplicar(ctx, egreso.transaccionId, pagos, egreso.fecha);
}

}  // namespace

Emitido emitir(Context& ctx, const Documento& tipo, Solicitud&& pedida) {
    const std::size_t lugar = simulados(ctx);
    Registrado r = registrar(ctx, tipo, pedida);
    acompaniar(ctx, r, pedida);
    Pasos::alcanzar("acompaniar");
    if (es_bancaria(tipo) && tipo.saldo != Saldo::ninguno) pagar(ctx, r.emitido, pedida);
    if (ctx.simular()) decir_simulado(ctx, lugar, r);
    return std::move(r.emitido);
}

// A request may also have changed whom and how it pays, and its files.
void reemplazar(Context& ctx, const Documento& tipo, std::int64_t transaccionId, Solicitud&& pedida) {
    const Registrado r = reescribir(ctx, tipo, transaccionId, std::move(pedida));
    auto& tx = ctx.db();
    // What was added since is nobody's to take away.
    tx.run("DELETE FROM documentoArchivo WHERE organizacionId = $1 AND transaccionId = $2 AND version = 0", ctx.organizacionId(),
           transaccionId);
    poner_contacto(ctx, transaccionId, pedida.cabecera.entidadId);
    tx.run("UPDATE documento SET formaPagoId = $3, motivo = $4 WHERE organizacionId = $1 AND transaccionId = $2",
           ctx.organizacionId(), transaccionId, pedida.banco.formaPagoId, pedida.cabecera.motivo);
    guardar_adjuntos(ctx, pedida, r.hallado, r.juzgado, transaccionId);
    if (ctx.simular()) decir_simulado(ctx, simulados(ctx), r);
}

}  // namespace cacao::engine
