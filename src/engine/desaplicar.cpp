// Settlement undone: the stored entry with its sides exchanged, both balances and the moved taxes back.

#include "engine/composicion.hpp"
#include "engine/emision.hpp"
#include "engine/emitir.hpp"
#include "engine/eventos.hpp"
#include "engine/nota_credito.hpp"
#include "engine/periodos.hpp"
#include "engine/reversa.hpp"
#include "engine/saldos.hpp"

#include "db/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {
namespace {

struct Fila {
    std::int64_t pagoId = 0;
    std::int64_t documentoId = 0;
    Fecha fecha;
    Importe importe;
    Importe importe2;
    Importe localPago;
    Importe localDocumento;
    std::int64_t polizaId = 0;
    std::string estado;
};
BOOST_DESCRIBE_STRUCT(Fila, (), (pagoId, documentoId, fecha, importe, importe2, localPago, localDocumento, polizaId, estado))

struct Moneda {
    std::int64_t entidadId = 0;
    std::string moneda;
};
BOOST_DESCRIBE_STRUCT(Moneda, (), (entidadId, moneda))

void devolver_saldo(Context& ctx, std::int64_t transaccionId, std::string_view naturaleza, Fecha fecha, Importe importe,
                    Importe local) {
    const auto fila = ctx.db().one<Moneda>(R"(UPDATE saldo SET saldo = saldo + $4, saldoLocal = saldoLocal + $5, nodo = 0,
                                                               cambio = CASE WHEN cambio < $6 THEN $6 ELSE cambio END
                                              WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = $3
                                              RETURNING entidadId, moneda)",
                                           ctx.organizacionId(), transaccionId, naturaleza, importe, local, fecha);
    if (!fila) throw std::logic_error("an application without its balance");
    sumar_saldo_contacto(ctx, fila->entidadId, naturaleza, fila->moneda, importe, local);
}

struct Credito {
    std::int64_t transaccionId = 0;
    Fecha fecha;
    Importe saldo;
};
BOOST_DESCRIBE_STRUCT(Credito, (), (transaccionId, fecha, saldo))

void acreditar(Context& ctx, const Credito& c, std::int64_t documentoId, std::string_view naturaleza, Fecha fecha) {
    auto& tx = ctx.db();
    const Acreditado suyo = acreditado_de(tx, c.transaccionId, documentoId);
    const auto debe = tx.one<Importe>(R"(SELECT saldo FROM saldo WHERE organizacionId = $1 AND transaccionId = $2
                                         AND naturaleza = $3)",
                                      ctx.organizacionId(), documentoId, naturaleza);
    const Importe importe = std::min({c.saldo, suyo.total, debe.value_or(Importe{})});
    if (importe > Importe{})
        aplicar(ctx, c.transaccionId, {{.campo = "/id", .transaccionId = documentoId, .importe = importe}},
                std::max(fecha, c.fecha));
}

// A credit goes to what it credits first. What was paid already when it came stayed in favour of whom it is for, with its taxes given
// back; now that a payment is gone, as much as is open again is for the credit. So it does not matter which of the two came first.
void volver_a_lo_acreditado(Context& ctx, std::int64_t documentoId, std::string_view naturaleza, std::int64_t pagoId, Fecha fecha) {
    auto& tx = ctx.db();
    const auto creditos = tx.all<Credito>(
        R"(SELECT s.transaccionId, s.fecha, s.saldo
           FROM saldo d
           JOIN saldo s ON s.organizacionId = $1 AND s.entidadId = d.entidadId AND s.naturaleza = $4 AND s.moneda = d.moneda
                       AND s.saldo > 0 AND s.transaccionId <> $5
           WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.naturaleza = $3
             AND EXISTS (SELECT 1 FROM documentoImpuesto i WHERE i.organizacionId = $1 AND i.transaccionId = s.transaccionId
                         AND i.baseRestituida <> 0)
           ORDER BY s.transaccionId)",
        ctx.organizacionId(), documentoId, naturaleza,
        std::string_view{naturaleza == "cobrar" ? "favorCliente" : "favorProveedor"}, pagoId);
    for (const Credito& c : creditos) acreditar(ctx, c, documentoId, naturaleza, fecha);
}

// The same of a credit that is free again, unless it was taken off just that.
void volver_con_credito(Context& ctx, std::int64_t creditoId, std::string_view naturaleza, std::int64_t documentoId, Fecha fecha) {
    auto& tx = ctx.db();
    static const std::string acreditados = fmt::format(R"(
        SELECT DISTINCT {} AS documentoId
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId{}
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 ORDER BY documentoId)",
                                                       acreditado_por, tablas_de_acreditado);
    const auto leer = [&] {
        return tx.one<Credito>(R"(
            SELECT s.transaccionId, s.fecha, s.saldo FROM saldo s
            WHERE s.organizacionId = $1 AND s.transaccionId = $2 AND s.naturaleza IN ('favorCliente', 'favorProveedor') AND s.saldo > 0
              AND EXISTS (SELECT 1 FROM documentoImpuesto i WHERE i.organizacionId = $1 AND i.transaccionId = s.transaccionId
                          AND i.baseRestituida <> 0))",
                               ctx.organizacionId(), creditoId);
    };
    if (!leer()) return;
    const auto suyos = tx.all<std::int64_t>(acreditados, ctx.organizacionId(), creditoId);
    if (std::ranges::find(suyos, documentoId) != suyos.end()) return;
    for (const auto suyo : suyos)
        if (const auto c = leer()) acreditar(ctx, *c, suyo, naturaleza, fecha);
}

}  // namespace

void desaplicar(Context& ctx, std::int64_t aplicacionId, std::optional<Fecha> pedida) {
    auto& tx = ctx.db();
    const auto leer = [&] {
        return tx.one<Fila>(R"(SELECT pagoId, documentoId, fecha, importe, importe2, localPago, localDocumento, polizaId, estado
                               FROM aplicacion WHERE organizacionId = $1 AND aplicacionId = $2)",
                            ctx.organizacionId(), aplicacionId);
    };
    auto a = leer();
    reject_if(!a, Codigo::no_encontrado, "/aplicacionId");
    for (const auto id : {std::min(a->pagoId, a->documentoId), std::max(a->pagoId, a->documentoId)}) {
        tx.lock_shared("documento/" + std::to_string(id));
        tx.lock("saldo/" + std::to_string(id));
    }
    a = leer();  // as it is now that nobody else can change it
    if (a->estado == "cancelada") return;

    const Fecha fecha = pedida.value_or(std::max(ctx.hoy(), a->fecha));
    Faltas faltas;
    faltas.agregar_si(fecha < a->fecha, Codigo::fuera_de_rango, "/fecha");
    exigir_periodo(ctx, periodo_de(fecha), "/fecha", faltas);
    faltas.lanzar();

    tx.run(R"(UPDATE documentoImpuesto
              SET liquidado = liquidado - i.importe, liquidadoLocal = liquidadoLocal - i.pendienteLocal,
                  baseLiquidada = baseLiquidada - i.base
              FROM aplicacionImpuesto i
              WHERE documentoImpuesto.organizacionId = $1 AND i.organizacionId = $1 AND i.aplicacionId = $2
                AND i.transaccionId = documentoImpuesto.transaccionId AND i.impuesto = documentoImpuesto.impuesto
                AND i.factor = documentoImpuesto.factor AND i.tasa = documentoImpuesto.tasa)",
           ctx.organizacionId(), aplicacionId);
    tx.run(R"(UPDATE aplicacion SET estado = 'cancelada', cancelacionFecha = $3 WHERE organizacionId = $1 AND aplicacionId = $2)",
           ctx.organizacionId(), aplicacionId, fecha);
    Diario diario{ctx, a->pagoId, "desaplicacion", fecha, periodo_de(fecha)};
    invertir_poliza(ctx, a->polizaId, diario);
    diario.asentar(a->polizaId);

    const auto naturaleza = tx.one<std::string>(R"(SELECT naturaleza FROM saldo WHERE organizacionId = $1 AND transaccionId = $2
                                                   AND naturaleza IN ('cobrar', 'pagar'))",
                                                ctx.organizacionId(), a->documentoId);
    const bool cobro = naturaleza == "cobrar";
    devolver_saldo(ctx, a->documentoId, cobro ? "cobrar" : "pagar", fecha, a->importe2, a->localDocumento);
    devolver_saldo(ctx, a->pagoId, cobro ? "favorCliente" : "favorProveedor", fecha, a->importe, a->localPago);
    const std::string datos = fmt::format(R"({{"aplicacionId":{},"desaplicada":true}})", aplicacionId);
    tocar_documento(ctx, a->documentoId, "cambiado", datos);
    tocar_documento(ctx, a->pagoId, "cambiado", datos);
    ctx.auditar("Aplicacion", aplicacionId, *a, *leer());
    volver_a_lo_acreditado(ctx, a->documentoId, cobro ? "cobrar" : "pagar", a->pagoId, fecha);
    volver_con_credito(ctx, a->pagoId, cobro ? "cobrar" : "pagar", a->documentoId, fecha);
}

}  // namespace cacao::engine
