// Settlement: which taxes go with an amount, of the document that is settled and of the payment that settles it, and what they
// come to in the organization's currency.

#include "engine/entorno/monedas.hpp"
#include "engine/liquidacion/aplicar_interno.hpp"
#include "engine/precios/partes.hpp"

#include "db/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine::interno {

namespace {

constexpr int decimales_de_cantidad = 6;  // the base of a quota is one

Composicion abiertas(const std::vector<Movido>& movidos) {
    Composicion c;
    for (const Movido& m : movidos) c[m.clave()] = m.fila.abierta();
    return c;
}

void poner(std::vector<Movido>& movidos, const Composicion& c) {
    for (Movido& m : movidos)
        if (const auto suya = c.find(m.clave()); suya != c.end()) {
            m.base = suya->second.base;
            m.importe = suya->second.importe;
            m.alCosto = suya->second.alCosto;
            m.renta = suya->second.renta;
            m.de_lo_suyo = true;
        }
}

void poner_todo(std::vector<Movido>& movidos) { poner(movidos, abiertas(movidos)); }

// What payments in force took of a document since the last credit in force: what the next one is rounded with.
struct Corrida {
    Importe pagado;
    Composicion tomada;
};

Corrida corrida_de(db::Reader& tx, std::int64_t documentoId) {
    static const std::string sql = fmt::format(R"(
        WITH corte AS (SELECT COALESCE(MAX(a.consecutivo), 0) AS n
                       FROM aplicacion a
                       JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId AND {}
                       WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente')
        SELECT '' AS impuesto, '' AS factor, 0 AS tasa, 0 AS base, CAST(COALESCE(SUM(a.importe2), 0) AS BIGINT) AS importe
        FROM aplicacion a
        JOIN corte ON a.consecutivo > corte.n
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente'
        UNION ALL
        SELECT i.impuesto, i.factor, i.tasa, CAST(SUM(i.base) AS BIGINT), CAST(SUM(i.importe) AS BIGINT)
        FROM aplicacion a
        JOIN corte ON a.consecutivo > corte.n
        JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId AND i.transaccionId = $2
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente'
        GROUP BY i.impuesto, i.factor, i.tasa)",
                                               en_sql("p.tipo", descuenta));
    Corrida c;
    tx.each(
        sql,
        [&](const db::Row& r) {
            if (r.text(0).empty()) c.pagado = Importe::de_micros(r.integer(4));
            else
                c.tomada[{std::string{r.text(0)}, std::string{r.text(1)}, Tasa::de_micros(r.integer(2))}] = {
                    Importe::de_micros(r.integer(3)), Importe::de_micros(r.integer(4))};
        },
        tx.organizacion(), documentoId);
    return c;
}

// The part of one figure that a payment takes: what is open of it in proportion, rounded with those before it. Where what is open
// changed since by more than rounding (one of them was undone after a credit), by itself.
Importe parte_de_cifra(Importe abierto, Importe tomado, const Corrida& corrida, Importe importe, Importe saldo, int decimales) {
    const Importe sola = proporcion(abierto, importe.micros(), saldo.micros(), decimales);
    const Importe acumulada = parte_acumulada(abierto + tomado, (corrida.pagado + importe).micros(),
                                              (corrida.pagado + saldo).micros(), tomado, decimales);
    const Importe redondeos = Importe::de_micros(2 * unidad_de(decimales).micros());
    const bool cerca = acumulada - sola <= redondeos && sola - acumulada <= redondeos;
    return std::max(Importe{}, std::min(abierto, cerca ? acumulada : sola));
}

Movido* de_la_clave(std::vector<Movido>& movidos, const ClaveImpuesto& clave) {
    const auto suyo = std::ranges::find(movidos, clave, &Movido::clave);
    return suyo == movidos.end() ? nullptr : &*suyo;
}

// At one rate a tax leaves the document at what it leaves the credit at; what is left of it in the end goes with the last part.
void igualar(Movidos& m) {
    for (Movido& d : m.del_documento) {
        const Movido* suyo = de_la_clave(m.del_pago, d.clave());
        if (suyo == nullptr || suyo->importe != d.importe || suyo->alCosto != d.alCosto) continue;
        const Importe queda = d.fila.importeLocal - d.fila.liquidadoLocal;
        if (d.importe != d.fila.abierta().importe) d.pendiente = std::min(queda, suyo->pendiente);
    }
}

}  // namespace

// Money, and what is another document's credit, settles what is open of every tax in proportion. A credit that settles what it
// credits takes off the taxes that it credits, as far as they are open there: nothing is collected by it.
Movidos Aplicacion::impuestos_de(const SaldoFila& documento, Importe importe2, const SaldoFila& pago, Importe importe) const {
    Movidos m;
    if (!con_impuestos(*tipo_de(pago.tipo))) {
        m.del_documento = por_pago(documento, importe2);
    } else {
        const Acreditado a = acreditado_de(ctx_.db(), pago.transaccionId, documento.transaccionId);
        m.propio = a.propio;
        if (m.propio) {
            de_lo_suyo(m, documento, pago, importe, a);
        } else {
            m.del_documento = por_pago(documento, importe2);
            m.del_pago = por_uso(pago, importe);
        }
    }
    clasificar(m.del_documento, documento);
    clasificar(m.del_pago, pago);
    a_lo_asentado(m.del_documento, documento);
    a_lo_asentado(m.del_pago, pago);
    m.a_la_par = a_la_par(pago, documento);
    if (m.a_la_par && !documento.saldo.es_cero()) igualar(m);
    return m;
}

// They leave at what they were posted at, each part as much of that as it is of the tax: what is open stands at the rate of its
// document. The last part takes all of it.
void Aplicacion::a_lo_asentado(std::vector<Movido>& movidos, const SaldoFila& s) const {
    for (Movido& m : movidos) {
        const BaseImporte abierta = m.fila.abierta();
        const Importe acreditable = abierta.importe - abierta.alCosto;  // what is cost was never posted
        const Importe local = m.fila.importeLocal - m.fila.liquidadoLocal;
        if (s.saldo.es_cero() || m.importe == abierta.importe || m.acreditable() == acreditable) m.pendiente = local;
        else m.pendiente = std::min(local, proporcion(local, m.acreditable().micros(), acreditable.micros(), ajustes_.decimales));
    }
}

// What the taxes come to in the organization's currency. Those of a payment count at what they were posted at, for its rate is
// its own; those of a document at the rate of the payment.
void Aplicacion::valuar(Movidos& movidos, const SaldoFila& documento, Importe importe2, const SaldoFila& pago, Importe importe,
                        Importe localPago) const {
    const auto al_pago = [&](Importe i, Importe entero) {
        return proporcion(i, localPago.micros(), entero.micros(), ajustes_.decimales);
    };
    for (Movido& m : movidos.del_pago) {
        m.efectivo = m.pendiente;
        m.baseLocal = pago.moneda == ajustes_.moneda ? m.base : al_pago(m.base, importe);
    }
    // Money at the rate of the document makes no exchange.
    const bool al_mismo = movidos.del_pago.empty() && pago.moneda == documento.moneda && pago.tipoCambio == documento.tipoCambio;
    for (Movido& m : movidos.del_documento) {
        const bool local = documento.moneda == ajustes_.moneda;
        m.efectivo = local || al_mismo ? m.pendiente : al_pago(m.acreditable(), importe2);
        m.baseLocal = local ? m.base : al_pago(m.base, importe2);
    }
    if (pago.moneda != ajustes_.moneda && !suyos_.empty()) valuar_credito(movidos, documento);
}

// What a credit had posted of what returns: as that was shared then, so that all of it comes to the same.
Importe Aplicacion::asentado_de_lo_que_vuelve(const Movido& suyo) const {
    const int decimales = ajustes_.decimales;
    const ImpuestoFila& f = suyo.fila;
    const Cifra restituida{f.restituido - f.alCostoRestituido, f.restituidoLocal};
    const Importe antes = restituida.importe - suyo.devuelto;
    if (antes < Importe{} || antes + suyo.vuelve.importe > restituida.importe)  // some of it, where it was used
        return Cifra{f.importe - f.alCosto, f.importeLocal}.de(suyo.vuelve.importe, decimales);
    return restituida.de(antes + suyo.vuelve.importe, decimales) - restituida.de(antes, decimales);
}

// Of an application at one rate: what is exchange after all, for what a credit gives back, and what returns of it, counts at what
// was collected, at another one.
Importe Aplicacion::cambio_de(const Movidos& movidos) const {
    Importe cambio;
    for (const Movido& m : movidos.del_pago) {
        const Importe suyo = m.efectivo - m.pendiente + asentado_de_lo_que_vuelve(m) - m.vuelve.local;
        cambio += se_suma(m.clave()) ? suyo : -suyo;
    }
    for (const Movido& m : movidos.del_documento) {
        const Importe suyo = Cifra{m.acreditable(), m.pendiente}.de(m.vuelve.importe, ajustes_.decimales) - m.vuelve.local;
        cambio += se_suma(m.clave()) ? suyo : -suyo;
    }
    return cambio;
}

// What a credit takes again of a figure that it had given back: at what it gave it back at, as long as more was given back than
// is paid. What comes after that returns so that what stays collected is its share of what was paid.
Importe Aplicacion::regreso(Importe vuelve, const Cifra& pagado, const Cifra& queda, const Cifra& dio) const {
    const int decimales = ajustes_.decimales;
    const Importe despues = queda.importe + vuelve;
    if (despues < Importe{} || despues > pagado.importe) {
        const Cifra suyo = dio.importe < vuelve ? Cifra{} - queda : dio;
        return suyo.de(vuelve, decimales);
    }
    return pagado.de(despues, decimales) - queda.local;
}

// What a credit takes off the document is worth the same on both sides. What it gives back beyond that counts at what was
// collected of what it is about, and returns so that nothing else changes, whatever the rate of the credit is: the difference is
// one of exchange.
void Aplicacion::valuar_credito(Movidos& movidos, const SaldoFila& documento) const {
    std::map<ClaveImpuesto, Cobranza> cobrado;
    for (const auto suyo : suyos_) {
        if (movidos.propio && suyo != documento.transaccionId) continue;
        for (const auto& [clave, c] : cobrado_en_local(ctx_.db(), suyo)) {
            auto& [pagado, queda] = cobrado[clave];
            pagado = {pagado.base + c.pagado.base, pagado.importe + c.pagado.importe};
            queda = {queda.base + c.queda.base, queda.importe + c.queda.importe};
        }
    }
    auto devuelto =
        movidos.propio ? devuelto_por(ctx_.db(), pagoId_, documento.transaccionId) : std::map<ClaveImpuesto, Cobrado>{};
    const auto valuar_cifra = [&](const Cifra& da, Importe& daLocal, const Cifra& toma, Importe& tomaLocal, const Cifra& pagado,
                                  const Cifra& queda, const Cifra& dio) {
        const Importe mismo = std::min(da.importe, toma.importe);
        const Importe mismoLocal = da.de(mismo, ajustes_.decimales);
        const Importe mas = toma.importe - mismo;
        const Importe vuelve = std::min(mas, std::max({Importe{}, -queda.importe, dio.importe}));
        const Cifra regresa{vuelve, vuelve.es_cero() ? Importe{} : regreso(vuelve, pagado, queda, dio)};
        tomaLocal = mismoLocal + toma.de(mas - vuelve, ajustes_.decimales) + regresa.local;
        if (da.importe > mismo && queda.importe > Importe{})
            daLocal = mismoLocal + queda.de(da.importe - mismo, ajustes_.decimales);
        return regresa;
    };
    const auto valuar_impuesto = [&](Movido& da, Movido& toma, const ClaveImpuesto& clave) {
        const auto& [pagado, queda] = cobrado[clave];
        const Cobrado& d = devuelto[clave];
        valuar_cifra({da.base, da.baseLocal}, da.baseLocal, {toma.base, toma.baseLocal}, toma.baseLocal, pagado.base, queda.base,
                     d.base);
        da.devuelto = d.importe.importe;
        return valuar_cifra({da.acreditable(), da.efectivo}, da.efectivo, {toma.acreditable(), toma.efectivo}, toma.efectivo,
                            pagado.importe, queda.importe, d.importe);
    };
    for (Movido& da : movidos.del_pago) {
        Movido nada;
        Movido* suyo = movidos.propio ? de_la_clave(movidos.del_documento, da.clave()) : nullptr;
        da.vuelve = valuar_impuesto(da, suyo != nullptr ? *suyo : nada, da.clave());
    }
    // What it takes of others' taxes, as it closes the document, they may have given back.
    if (!movidos.propio) return;
    for (Movido& toma : movidos.del_documento) {
        Movido nada;
        if (de_la_clave(movidos.del_pago, toma.clave()) == nullptr) toma.vuelve = valuar_impuesto(nada, toma, toma.clave());
    }
}

// The taxes of a balance that was just taken, none of them moved yet.
std::vector<Movido> Aplicacion::por_mover(const SaldoFila& s) const {
    std::vector<Movido> movidos;
    if (!con_impuestos(*tipo_de(s.tipo))) return movidos;
    for (const ImpuestoFila& f : ctx_.db().all<ImpuestoFila>(R"(
             SELECT impuesto, factor, tasa, base, importe, importeLocal, baseLiquidada, liquidado, liquidadoLocal, baseRestituida,
                    restituido, restituidoLocal, alCosto, alCostoLiquidado, arrendamiento, rentaLiquidada, rentaRestituida,
                    alCostoRestituido, cuentaId, liquidadaId
             FROM documentoImpuesto WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY impuesto, factor, tasa)",
                                                             ctx_.organizacionId(), s.transaccionId))
        movidos.push_back({f, {}, {}});
    return movidos;
}

// What a payment takes of each tax of a document: of what is open of it, in proportion.
std::vector<Movido> Aplicacion::por_pago(const SaldoFila& documento, Importe importe) const {
    auto movidos = por_mover(documento);
    if (documento.saldo.es_cero()) {
        poner_todo(movidos);
        return movidos;
    }
    const Importe saldo = documento.saldo + importe;
    const Corrida corrida =
        movidos.empty() || saldo == documento.total ? Corrida{} : corrida_de(ctx_.db(), documento.transaccionId);
    for (Movido& m : movidos) {
        const ImpuestoFila& f = m.fila;
        const auto antes = corrida.tomada.find(m.clave());
        const BaseImporte tomada = antes == corrida.tomada.end() ? BaseImporte{} : antes->second;
        const BaseImporte abierta = f.abierta();
        const Factor factor = factor_de(f.factor);
        const int decimales = factor == Factor::cuota ? decimales_de_cantidad : documento.decimales;
        m.base = parte_de_cifra(abierta.base, tomada.base, corrida, importe, saldo, decimales);
        m.importe =
            parte_de_impuesto({factor, f.tasa, f.importe, f.base, abierta.importe, abierta.base, m.base,
                               parte_de_cifra(abierta.importe, tomada.importe, corrida, importe, saldo, documento.decimales)},
                              documento.decimales);
    }
    return movidos;
}

// What goes of each tax of a credit, or an advance, with the part of it that is used: without what it gave back with itself. Of a
// credit of what is still owed in part, what it gives back was collected there; the rest waits for that.
std::vector<Movido> Aplicacion::por_uso(const SaldoFila& pago, Importe importe) const {
    auto movidos = por_mover(pago);
    if (pago.saldo.es_cero()) {
        poner_todo(movidos);
        return movidos;
    }
    if (!suyos_.empty())
        if (const auto libre = libre_de(ctx_.db(), pago.transaccionId)) {
            poner(movidos, recortada(*libre, importe, pago.decimales));
            return movidos;
        }
    const std::int64_t hasta = (pago.total - pago.saldo).micros();
    for (Movido& m : movidos) {
        const ImpuestoFila& f = m.fila;
        const BaseImporte abierta = f.abierta();
        const Factor factor = factor_de(f.factor);
        const auto parte = [&](Importe entero, Importe tomado, Importe abierto, int decimales) {
            return std::max(Importe{}, std::min(abierto, parte_acumulada(entero, hasta, pago.total.micros(), tomado, decimales)));
        };
        m.base = parte(f.base, f.baseLiquidada - f.baseRestituida, abierta.base,
                       factor == Factor::cuota ? decimales_de_cantidad : pago.decimales);
        m.importe = parte_de_impuesto({factor, f.tasa, f.importe, f.base, abierta.importe, abierta.base, m.base,
                                       parte(f.importe, f.liquidado - f.restituido, abierta.importe, pago.decimales)},
                                      pago.decimales);
    }
    return movidos;
}

// A credit takes off what it credits, as far as it is open there: first what was never collected of it, then what the credit had
// given back and is open again. The rest pays what else is open, as money would, and gives back what was collected.
void Aplicacion::de_lo_suyo(Movidos& m, const SaldoFila& documento, const SaldoFila& pago, Importe importe,
                            const Acreditado& a) const {
    m.del_documento = por_mover(documento);
    const Composicion abierta = abiertas(m.del_documento);
    Tomada t;
    if (a.composicion.empty()) {
        // A companion, and the document that takes the sale over: what one gives the other takes.
        m.del_pago = por_uso(pago, importe);
        clasificar(m.del_pago, pago);
        Composicion da;
        for (const Movido& p : m.del_pago) da[p.clave()] = {p.base, p.importe, p.alCosto, p.renta};
        t.toma = comun(da, abierta);
    } else {
        t = de_lo_acreditado(m, documento, pago, importe, a, abierta);
    }
    if (documento.saldo.es_cero()) return poner_todo(m.del_documento);
    if (const Importe resto = importe - valor(t.toma); resto > Importe{} && !t.entera) {
        const Composicion queda = menos(abierta, t.toma);
        for (const Movido& d : m.del_documento)
            t.toma = mas(t.toma, {{d.clave(), parte_abierta(d.clave(), queda.at(d.clave()), {d.fila.base, d.fila.importe}, resto,
                                                            documento.saldo + resto, documento.decimales)}});
    }
    poner(m.del_documento, t.toma);
}

// What a credit, or a write-off, takes of what it takes off, and what of itself goes with that.
Aplicacion::Tomada Aplicacion::de_lo_acreditado(Movidos& m, const SaldoFila& documento, const SaldoFila& pago, Importe importe,
                                                const Acreditado& a, const Composicion& abierta) const {
    auto& tx = ctx_.db();
    const int decimales = documento.decimales;
    m.del_pago = por_mover(pago);
    const Composicion suya = abiertas(m.del_pago);
    Composicion sin_usar = suya;
    if (!a.entero)
        sin_usar =
            comun(suya, menos(a.composicion, movida_por(tx, pago.transaccionId, documento.transaccionId, pago.transaccionId)));
    const bool gastada = pago.saldo.es_cero();
    const Composicion falta =
        menos(a.composicion, movida_por(tx, pago.transaccionId, documento.transaccionId, documento.transaccionId));
    const Composicion todo = comun(falta, abierta);
    // What must be taken lest less than nothing is collected; and all of what is used up, whatever rounding made of its
    // parts.
    Composicion al_menos;
    if (gastada) al_menos = sin_usar;
    for (const auto& [clave, c] : cobrada_de(tx, documento.transaccionId))
        if (const auto suyo = todo.find(clave); suyo != todo.end())
            al_menos = mas(al_menos, {{clave, falta_de(c, suyo->second, decimales)}});
    // All of one that is taken off nothing but this document takes all that it is, as far as that is open.
    const bool aqui = a.entero && aplicado_a(tx, pago.transaccionId, documento.transaccionId) + importe == a.total;
    Composicion toma = aqui ? todo : comun(todo, al_menos);
    // By more than roundings: the rest goes with what is applied of it later.
    if (!gastada && valor(toma) > importe + redondeos_de(toma, decimales)) toma = recortada(toma, importe, decimales);
    Composicion da = recortada(comun(sin_usar, menos(todo, toma)), importe - valor(toma), decimales);
    toma = mas(toma, da);
    const Importe resto = importe - valor(toma);
    if (resto > Importe{}) {
        da = mas(da, recortada(menos(sin_usar, da), resto, decimales));
        if (!a.entero) da = mas(da, recortada(menos(suya, da), importe - valor(da), decimales));
    }
    toma = mas(toma, recortada(menos(todo, toma), resto, decimales));
    poner(m.del_pago, da);
    // Once nothing is owed of what it is about, all that it takes off is taken off, also what rounding left.
    if (gastada || (a.entero && documento.saldo.es_cero())) poner_todo(m.del_pago);
    const bool entera = gastada && vacia(menos(falta, toma)) && importe - valor(toma) <= redondeos_de(a.composicion, decimales);
    return {std::move(toma), entera};
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
                                                          baseLiquidada = baseLiquidada + $8,
                                                          alCostoLiquidado = alCostoLiquidado + $9,
                                                          rentaLiquidada = rentaLiquidada + $10
                             WHERE organizacionId = $1 AND transaccionId = $2 AND impuesto = $3 AND factor = $4 AND tasa = $5)",
                          ctx_.organizacionId(), s.transaccionId, m.fila.impuesto, m.fila.factor, m.fila.tasa, m.importe,
                          m.pendiente, m.base, m.alCosto, m.renta);
            const Importe renta = de_renta(s.transaccionId, m);
            ctx_.db().run(
                R"(INSERT INTO aplicacionImpuesto (organizacionId, aplicacionId, transaccionId, impuesto, factor, tasa, base,
                                                             importe, pendienteLocal, efectivoLocal, baseLocal, arrendamiento,
                                                             alCosto, renta)
                             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14))",
                ctx_.organizacionId(), aplicacionId, s.transaccionId, m.fila.impuesto, m.fila.factor, m.fila.tasa, m.base,
                m.importe, m.pendiente, m.efectivo, m.baseLocal, renta, m.alCosto, m.renta);
            asentar_liquidado(diario, a, s, m, renta);
        }
    }
}

}  // namespace cacao::engine::interno
