// Settlement: which taxes go with an amount, of the document that is settled and of the payment that settles it, and what they
// come to in the organization's currency.

#include "engine/entorno/monedas.hpp"
#include "engine/liquidacion/aplicar_interno.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao::engine::interno {

// Money settles every tax of a document in proportion. A credit that settles what it credits takes off the taxes that it credits,
// as far as they are open there: nothing is collected by it.
Movidos Aplicacion::impuestos_de(const SaldoFila& documento, Importe importe2, const SaldoFila& pago, Importe importe) const {
    if (!con_impuestos(*tipo_de(pago.tipo))) return {repartir(documento, importe2, {}, importe2), {}};
    const Acreditado a = acreditado_de(ctx_.db(), pago.transaccionId, documento.transaccionId);
    if (!a.propio || pago.moneda != documento.moneda)
        return {repartir(documento, importe2, {}, importe2), repartir(pago, importe, {}, importe)};
    Composicion suya;  // of the credit, what is about this document
    Importe resto = importe;
    if (!a.entero && a.total > Importe{}) {
        const Importe cubre = std::min(importe, a.total);
        suya = parte_de(a, cubre, pago.decimales);
        resto = importe - cubre;
    }
    auto del_pago = repartir(pago, importe, suya, resto);
    Composicion movida;
    for (const Movido& m : del_pago) {
        const ClaveImpuesto clave = m.clave();
        movida[clave] = {m.base, m.importe};
        if (m.fila.baseRestituida.es_cero()) continue;
        // What the credit gave back as it was registered is settled there as well, of the taxes that it credits.
        const auto parte = [&](Importe i) { return proporcion(i, importe.micros(), pago.total.micros(), pago.decimales); };
        movida[clave] = a.entero ? BaseImporte{parte(m.fila.base), parte(m.fila.importe)} : suya[clave];
    }
    auto del_documento = repartir(documento, importe2, movida, {});
    return {std::move(del_documento), std::move(del_pago), true};
}

// What the taxes come to in the organization's currency. Those of a payment count at what they were posted at, for its rate is
// its own; those of a document at the rate of the payment or, where a credit of it takes them off, at what the credit has them
// at: what one gives the other takes, to the cent.
void Aplicacion::valuar(Movidos& movidos, const SaldoFila& documento, Importe importe2, const SaldoFila& pago, Importe importe,
                        Importe localPago) const {
    const auto al_pago = [&](Importe i, Importe entero) {
        return proporcion(i, localPago.micros(), entero.micros(), ajustes_.decimales);
    };
    for (Movido& m : movidos.del_pago) {
        m.efectivo = m.pendiente;
        m.baseLocal = pago.moneda == ajustes_.moneda ? m.base : al_pago(m.base, importe);
    }
    for (Movido& m : movidos.del_documento) {
        const bool local = documento.moneda == ajustes_.moneda;
        m.efectivo = local ? m.pendiente : al_pago(m.acreditable(), importe2);
        m.baseLocal = local ? m.base : al_pago(m.base, importe2);
        if (local || !movidos.propio) continue;
        const auto suyo = std::ranges::find(movidos.del_pago, m.clave(), &Movido::clave);
        if (suyo != movidos.del_pago.end()) valuar_regreso(m, *suyo, pago);
    }
}

// Of one tax that a credit takes off what it credits: what the credit moves of it now, and what it gave back as it was
// registered, which returns in parts of which the last takes what is left.
void Aplicacion::valuar_regreso(Movido& m, const Movido& del_credito, const SaldoFila& credito) const {
    Importe base, importe, baseLocal, local;  // that returned before
    const auto suyos = acreditados_por(ctx_.db(), credito.transaccionId);
    const ImpuestoFila& f = del_credito.fila;
    if (!f.baseRestituida.es_cero())
        ctx_.db().each(R"(SELECT a.documentoId, i.transaccionId, i.base, i.importe, i.baseLocal, i.efectivoLocal
                          FROM aplicacion a
                          JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId
                                                   AND i.impuesto = $3 AND i.factor = $4 AND i.tasa = $5
                          WHERE a.organizacionId = $1 AND a.pagoId = $2 AND a.estado = 'vigente')",
                       [&](const db::Row& r) {
                           if (std::ranges::find(suyos, r.integer(0)) == suyos.end()) return;
                           const std::int64_t signo = r.integer(1) == credito.transaccionId ? -1 : 1;
                           base += Importe::de_micros(signo * r.integer(2));
                           importe += Importe::de_micros(signo * r.integer(3));
                           baseLocal += Importe::de_micros(signo * r.integer(4));
                           local += Importe::de_micros(signo * r.integer(5));
                       },
                       ctx_.organizacionId(), credito.transaccionId, f.impuesto, f.factor, f.tasa);
    const auto regresa = [&](Importe cuanto, Importe antes, Importe entero, Importe localAntes, Importe localEntero) {
        if (cuanto.es_cero()) return Importe{};
        return antes + cuanto == entero ? localEntero - localAntes
                                        : proporcion(localEntero, cuanto.micros(), entero.micros(), ajustes_.decimales);
    };
    const Importe masBase = m.base - del_credito.base;
    const Importe mas = m.importe - del_credito.importe;
    if (masBase.es_cero() || (masBase > Importe{} && masBase + base <= f.baseRestituida))
        m.baseLocal = del_credito.baseLocal + regresa(masBase, base, f.baseRestituida, baseLocal,
                                                      convertir(f.baseRestituida, credito.tipoCambio, ajustes_.decimales));
    if (mas.es_cero() || (mas > Importe{} && mas + importe <= f.restituido))
        m.efectivo = del_credito.efectivo + regresa(mas, importe, f.restituido, local, f.restituidoLocal);
}

// Of each tax as much as is paid of the document, both without what credits take off: each payment for itself, so that it does
// not matter which came first. The last one takes what is left.
std::vector<Movido> Aplicacion::en_proporcion(const SaldoFila& s, Importe importe, bool ultima,
                                              std::vector<Movido> movidos) const {
    Composicion quitado;
    Importe por_pagar = s.total;
    for (const CreditoEnVigor& c : creditos_en_vigor(ctx_.db(), s.transaccionId)) {
        if (c.creditoId == pagoId_) continue;
        por_pagar -= c.importe;
        for (const auto& [clave, suyo] : c.propia) {
            quitado[clave].base += suyo.base;
            quitado[clave].importe += suyo.importe;
        }
    }
    for (Movido& m : movidos) {
        const ImpuestoFila& f = m.fila;
        const BaseImporte q = quitado[{f.impuesto, f.factor, f.tasa}];
        const Importe local = f.importe.es_cero()
                                  ? Importe{}
                                  : proporcion(f.importeLocal, q.importe.micros(), f.importe.micros(), ajustes_.decimales);
        const auto parte = [&](Importe entero, Importe abierto, int decimales) {
            if (ultima || por_pagar <= Importe{}) return abierto;
            return std::min(abierto, proporcion(entero, importe.micros(), por_pagar.micros(), decimales));
        };
        m.base = parte(f.base - q.base, f.base - f.baseLiquidada, s.decimales);
        m.importe = parte(f.importe - q.importe, f.importe - f.liquidado, s.decimales);
        m.pendiente = parte(f.importeLocal - local, f.importeLocal - f.liquidadoLocal, ajustes_.decimales);
    }
    return movidos;
}

// Which taxes go with `importe` of a balance that was just taken: `propia` first, as far as it is open, then the rest and what of
// `propia` was not open, in proportion to what is still there.
std::vector<Movido> Aplicacion::repartir(const SaldoFila& s, Importe importe, const Composicion& propia, Importe resto) const {
    std::vector<Movido> movidos;
    if (!con_impuestos(*tipo_de(s.tipo))) return movidos;
    const auto filas = ctx_.db().all<ImpuestoFila>(R"(SELECT impuesto, factor, tasa, base, importe, importeLocal, baseLiquidada,
                                                             liquidado, liquidadoLocal, baseRestituida, restituido,
                                                             restituidoLocal, alCosto, arrendamiento
                                                      FROM documentoImpuesto
                                                      WHERE organizacionId = $1 AND transaccionId = $2
                                                      ORDER BY impuesto, factor, tasa)",
                                                   ctx_.organizacionId(), s.transaccionId);
    Composicion falta = propia;
    for (const ImpuestoFila& f : filas) {
        Movido& m = movidos.emplace_back(Movido{f, {}, {}});
        const auto suya = falta.find({f.impuesto, f.factor, f.tasa});
        if (suya == falta.end()) continue;
        m.base = std::min(suya->second.base, f.base - f.baseLiquidada);
        m.importe = std::min(suya->second.importe, f.importe - f.liquidado);
        suya->second.base -= m.base;
        suya->second.importe -= m.importe;
    }
    const bool ultima = s.saldo.es_cero();
    if (propia.empty()) return en_proporcion(s, importe, ultima, std::move(movidos));
    resto += std::max(valor(falta), Importe{});
    const Importe queda = s.saldo + std::min(resto, importe);  // of the balance, without what `propia` took
    for (Movido& m : movidos) {
        const auto parte = [&](Importe abierto, int decimales) {
            if (ultima) return abierto;
            if (resto.es_cero()) return Importe{};
            return std::min(abierto, proporcion(abierto, std::min(resto, importe).micros(), queda.micros(), decimales));
        };
        m.base += parte(m.fila.base - m.fila.baseLiquidada - m.base, s.decimales);
        const Importe abierto = m.fila.importe - m.fila.liquidado;
        const Importe local = m.fila.importeLocal - m.fila.liquidadoLocal;
        m.importe += parte(abierto - m.importe, s.decimales);
        m.pendiente = ultima || m.importe == abierto
                          ? local
                          : std::min(local, proporcion(local, m.importe.micros(), abierto.micros(), ajustes_.decimales));
    }
    return movidos;
}

// Moves the taxes of one of the two documents from accrued to collected or paid. In the organization's currency they leave at
// what they were posted at.
void Aplicacion::liquidar(Diario& diario, std::int64_t aplicacionId, const SaldoFila& s, const std::vector<Movido>& movidos) {
    for (const Asiento& a : tipo_de(s.tipo)->asientos) {
        if (a.liquidada == Cuenta::partida) continue;
        const std::string_view impuesto = a.monto == Monto::iva            ? "iva"
                                          : a.monto == Monto::ieps         ? "ieps"
                                          : a.monto == Monto::iva_retenido ? "ivaRetenido"
                                                                           : "isrRetenido";
        for (const Movido& m : movidos) {
            if (m.fila.impuesto != impuesto) continue;
            if (m.base.es_cero() && m.importe.es_cero() && m.pendiente.es_cero()) continue;
            ctx_.db().run(R"(UPDATE documentoImpuesto SET liquidado = liquidado + $6, liquidadoLocal = liquidadoLocal + $7,
                                                          baseLiquidada = baseLiquidada + $8
                             WHERE organizacionId = $1 AND transaccionId = $2 AND impuesto = $3 AND factor = $4 AND tasa = $5)",
                          ctx_.organizacionId(), s.transaccionId, m.fila.impuesto, m.fila.factor, m.fila.tasa, m.importe,
                          m.pendiente, m.base);
            const Importe renta = de_renta(s.transaccionId, m);
            ctx_.db().run(
                R"(INSERT INTO aplicacionImpuesto (organizacionId, aplicacionId, transaccionId, impuesto, factor, tasa, base,
                                                             importe, pendienteLocal, efectivoLocal, baseLocal, arrendamiento)
                             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12))",
                ctx_.organizacionId(), aplicacionId, s.transaccionId, m.fila.impuesto, m.fila.factor, m.fila.tasa, m.base,
                m.importe, m.pendiente, m.efectivo, m.baseLocal, renta);
            asentar_liquidado(diario, a, s, m, renta);
        }
    }
}

}  // namespace cacao::engine::interno
