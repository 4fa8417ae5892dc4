// Settlement: what of a tax is not moved because it was cost, and which account is owed what is withheld of rent.

#include "engine/entorno/monedas.hpp"
#include "engine/liquidacion/aplicar_interno.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao::engine::interno {

// What a part of a tax takes of what is cost, and of what is of rent: a credit that settles what it credits takes its own, a
// payment in proportion to what is open; never more than there is, nor so little that the rest would have no place.
void Aplicacion::clasificar(std::vector<Movido>& movidos, const SaldoFila& s) const {
    constexpr int enteros = 6;
    for (Movido& m : movidos) {
        const BaseImporte abierta = m.fila.abierta();
        if (abierta.alCosto.es_cero() && abierta.renta.es_cero()) {
            m.alCosto = m.renta = {};
            continue;
        }
        BaseImporte parte{m.base, m.importe, m.alCosto, m.renta};
        if (!m.de_lo_suyo && abierta.importe > Importe{}) {
            const auto clase = [&](Importe i, int decimales) {
                return proporcion(i, m.importe.micros(), abierta.importe.micros(), decimales);
            };
            parte.alCosto = clase(abierta.alCosto, s.moneda == ajustes_.moneda ? s.decimales : enteros);
            parte.renta = clase(abierta.renta, s.decimales);
        }
        acotar_clases(parte, abierta);
        m.alCosto = parte.alCosto;
        m.renta = parte.renta;
    }
}

// Of what is moved of income tax, at what it was posted at: what is of rent. Parts are shares of all that was moved, so that the
// last one takes what is left, also where others were undone.
Importe Aplicacion::de_renta(std::int64_t transaccionId, const Movido& m) const {
    const ImpuestoFila& f = m.fila;
    if (m.renta.es_cero()) return {};
    if (m.renta == m.importe) return m.pendiente;
    const Importe movida = ctx_.db()
                               .one<Importe>(R"(SELECT CAST(COALESCE(SUM(i.arrendamiento), 0) AS BIGINT) FROM aplicacion a
                                                JOIN aplicacionImpuesto i ON i.organizacionId = $1
                                                                         AND i.aplicacionId = a.aplicacionId
                                                                         AND i.transaccionId = $2 AND i.impuesto = $3
                                                                         AND i.factor = $4 AND i.tasa = $5
                                                WHERE a.organizacionId = $1 AND (a.documentoId = $2 OR a.pagoId = $2)
                                                  AND a.estado = 'vigente')",
                                             ctx_.organizacionId(), transaccionId, f.impuesto, f.factor, f.tasa)
                               .value();
    const auto suya = [&](Importe renta) {
        return proporcion(f.importeLocal, renta.micros(), f.importe.micros(), ajustes_.decimales);
    };
    return std::clamp(suya(f.rentaLiquidada + m.renta) - suya(f.rentaRestituida) - movida, Importe{}, m.pendiente);
}

// From where it waited, which is where it was posted to, to where it is owed, or in favour.
void Aplicacion::asentar_liquidado(Diario& diario, const Asiento& a, const SaldoFila& s, const Movido& m, Importe renta) {
    const auto asentar = [&](Cuenta papel, Importe local, Importe importe, int sentido, std::int64_t suya = 0) {
        const auto signo = [&](Importe i) { return (a.lado == Lado::cargo) == (sentido > 0) ? i : -i; };
        diario.agregar(
            {suya != 0 ? suya : cuentas_.de(papel), s.sucursalId, s.proyectoId, 0, signo(local), signo(importe), s.moneda});
    };
    const Importe importe = s.moneda == ajustes_.moneda ? m.pendiente : m.acreditable().redondeado(s.decimales);
    asentar(a.cuenta, m.pendiente, importe, -1, m.fila.cuentaId);
    if (a.liquidada != Cuenta::isr_retenido_por_pagar || renta.es_cero())
        return asentar(a.liquidada, m.efectivo, importe, 1, m.fila.liquidadaId);
    const auto suya = [&](Importe i, int decimales) { return proporcion(i, renta.micros(), m.pendiente.micros(), decimales); };
    const Importe local = suya(m.efectivo, ajustes_.decimales);
    const Importe original = suya(importe, s.decimales);
    asentar(Cuenta::isr_arrendamiento_por_pagar, local, original, 1);
    if (local != m.efectivo || original != importe) asentar(a.liquidada, m.efectivo - local, importe - original, 1);
}

}  // namespace cacao::engine::interno
