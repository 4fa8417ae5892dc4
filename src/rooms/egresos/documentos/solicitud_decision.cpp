#include "rooms/egresos/documentos/solicitud_decision.hpp"

#include "api/limites.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/verbos/cancelar.hpp"
#include "rooms/egresos/documentos/pago.hpp"
#include "rooms/egresos/documentos/solicitud_filas.hpp"

#include <fmt/format.h>

#include <set>

namespace cacao {
namespace {

// Locked, so that of two who decide at once the second answers to what the first did.
SolicitudFila tomar(Context& ctx, std::int64_t id) {
    engine::retener_solo(ctx.db(), id);
    auto s = leer_solicitud(ctx.db(), id);
    reject_if(!s, Codigo::no_encontrado, "/id");
    return std::move(*s);
}

// Since it was asked for, something else may have paid or credited what it pays.
void exigir_saldos(Context& ctx, const std::vector<LineaSolicitud>& lineas) {
    std::set<std::int64_t> documentos;
    for (const LineaSolicitud& l : lineas)
        if (l.transaccionIdCompra != 0 && l.pagado < l.importe) documentos.insert(l.transaccionIdCompra);
    engine::retener(ctx.db(), {.saldos = documentos});
    Faltas faltas;
    for (const auto id : documentos) {
        const Comprometido c = comprometido(ctx.db(), id);
        if (c.solicitado > c.saldo)
            faltas.agregar(
                Codigo::excede_saldo, "/id", En::donde_sea,
                fmt::format(R"({{"transaccionId":{},"saldo":{},"solicitado":{}}})", id, c.saldo.texto(), c.solicitado.texto()));
    }
    faltas.lanzar();
}

// Where the money goes is settled here: to the account asked for, or, where the beneficiary no longer has it, to the one there
// is.
void congelar_destinos(Context& ctx, std::int64_t id, const SolicitudFila& s, const std::vector<LineaSolicitud>& lineas) {
    auto& tx = ctx.db();
    for (const LineaSolicitud& l : lineas) {
        if (l.pagado == l.importe) continue;
        const auto cuentas = cuentas_de_contacto(tx, l.beneficiarioId).value_or(std::vector<engine::CuentaBancaria>{});
        const Destino d = destino_actual(cuentas, s.moneda, destino_de(l));
        tx.run(R"(UPDATE solicitudPagoPartida SET banco = $4, cuenta = $5, clabe = $6
                  WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
               ctx.organizacionId(), id, l.numeroPartida, d.banco, d.cuenta, d.clabe);
    }
}

}  // namespace

SolicitudPagoDecidida autorizar_solicitud_pago(Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    const SolicitudFila s = tomar(ctx, pedido.id);
    const bool autorizada = s.estado == engine::nombre(engine::Estado::autorizado);
    reject_if(!autorizada && s.estado != engine::nombre(engine::Estado::solicitada), Codigo::estado_invalido, "/id");
    const auto lineas = leer_lineas_solicitud(tx, pedido.id);
    // The first authorization answers the second, unless the money would go elsewhere now: then somebody must say so.
    if (autorizada && mismos_destinos(tx, s, lineas)) return mostrar_solicitud(tx, pedido.id);
    ctx.exigir_version(s.version);

    const engine::Ajustes ajustes = engine::leer_ajustes(tx);
    reject_if(s.solicitanteId == ctx.usuarioId() && !ajustes.autorizaQuienSolicita, Codigo::mismo_solicitante, "/id");
    exigir_limite(ctx, {"SolicitudPagoAutorizar", "Bancos", s.moneda, s.total, ajustes.moneda,
                        engine::convertir(s.total, s.tipoCambio, ajustes.decimales)});
    exigir_saldos(ctx, lineas);
    congelar_destinos(ctx, pedido.id, s, lineas);
    tx.run(R"(UPDATE solicitudPago SET autorizado = $3, autorizadoPor = $4, autorizadoEn = $5
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx.organizacionId(), pedido.id.valor, s.total, ctx.usuarioId(), ctx.ahora());
    if (autorizada) engine::tocar_documento(ctx, pedido.id, engine::evento::Transitado{engine::Estado::autorizado});
    else engine::transitar(ctx, pedido.id, "autorizar", {engine::SolicitudPago.tipo});
    anotar_decision(ctx, pedido.id, {"autorizar", s.total});
    ctx.auditar(engine::SolicitudPago.tipo, pedido.id, s, *leer_solicitud(tx, pedido.id));
    return mostrar_solicitud(tx, pedido.id);
}

SolicitudPagoDecidida rechazar_solicitud_pago(Context& ctx, const SolicitudPagoRechazo& pedido) {
    auto& tx = ctx.db();
    const SolicitudFila s = tomar(ctx, pedido.id);
    engine::transitar(ctx, pedido.id, "rechazar", {engine::SolicitudPago.tipo});
    if (s.estado != engine::nombre(engine::Estado::rechazada)) {
        anotar_decision(ctx, pedido.id, {"rechazar", s.total, pedido.motivo});
        ctx.auditar(engine::SolicitudPago.tipo, pedido.id, s, *leer_solicitud(tx, pedido.id));
    }
    return mostrar_solicitud(tx, pedido.id);
}

SolicitudPagoDecidida cancelar_solicitud_pago(Context& ctx, const SolicitudPagoCancelacion& pedido) {
    auto& tx = ctx.db();
    const SolicitudFila s = tomar(ctx, pedido.id);
    engine::cancelar(ctx, pedido.id, {{}, pedido.motivo.value_or(""), false, {}, true}, {engine::SolicitudPago.tipo});
    if (s.estado != engine::nombre(engine::Estado::cancelado))
        anotar_decision(ctx, pedido.id, {"cancelar", s.total, pedido.motivo.value_or("")});
    return mostrar_solicitud(tx, pedido.id);
}

void register_solicitud_decision(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(PUT, "/api/SolicitudPago/SolicitudPagoAutorizar/{id}", "SolicitudPagoAutorizar", autorizar_solicitud_pago)
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido, Codigo::mismo_solicitante,
                  Codigo::excede_limite, Codigo::excede_saldo});
    ops.add(PUT, "/api/SolicitudPago/SolicitudPagoRechazar/{id}", "SolicitudPagoRechazar", rechazar_solicitud_pago)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido});
    ops.add(DELETE, "/api/SolicitudPago/SolicitudPagoCancelar/{id}", "SolicitudPagoCancelar", cancelar_solicitud_pago)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido, Codigo::con_dependientes});
}

}  // namespace cacao
