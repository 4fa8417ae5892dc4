// Costs that come after the goods. A cost follows the goods of a line through transfers, returns and repackaging: what is still
// on hand carries its share, what is gone leaves it to cost of sales. Undone, it takes from the goods what they would not be
// worth had it never been, wherever they went since.

#include "engine/existencia/corriente.hpp"
#include "reflect/describe.hpp"

#include <algorithm>
#include <concepts>

namespace cacao::engine {

using namespace interno;

namespace {

struct Entrada {
    std::int64_t movimientoId = 0;
    std::int64_t capaId = 0;
    std::int64_t orden = 0;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(Entrada, (), (movimientoId, capaId, orden, cantidad))

// What a line brought in and was not undone.
std::vector<Entrada> entradas_de(db::Reader& tx, std::int64_t transaccionId, std::int64_t numeroPartida) {
    return tx.all<Entrada>(R"(
        SELECT m.movimientoId, m.capaId, m.orden, m.cantidad FROM movimiento m
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.numeroPartida = $3 AND m.cantidad > 0 AND m.revierteId = 0
           AND NOT EXISTS (SELECT 1 FROM movimiento r
                            WHERE r.organizacionId = $1 AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
         ORDER BY m.movimientoId)",
                           tx.organizacion(), transaccionId, numeroPartida);
}

// The goods may move on between looking and locking, so it looks again until every place it found is held.
template <std::invocable<Historia&> Cargar>
Historia retener(Context& ctx, Cargar cargar) {
    std::set<Clave> retenidas;
    for (;;) {
        Historia historia{ctx.db()};
        cargar(historia);
        std::set<Clave> nuevas;
        for (const auto& [capaId, de] : historia.capas())
            if (retenidas.insert(de.capa.clave()).second) nuevas.insert(de.capa.clave());
        if (nuevas.empty()) {
            historia.terminar();
            return historia;
        }
        retener_existencias(ctx, nuevas);
    }
}

// Gives each layer what is its own of a cost; what would make goods worth less than nothing is no longer in them. `dado`: what
// the layers have got already of what `cuotas` says.
void encarecer(Context& ctx, const Marco& marco, std::int64_t numeroPartida, const Historia& historia,
               const std::map<std::int64_t, Importe>& cuotas, std::map<std::int64_t, Importe>& dado, CostoTardio& resultado) {
    for (const auto& [capaId, cuota] : cuotas) {
        const CapaFila& capa = historia.capas().at(capaId).capa;
        if (capa.cantidadRestante.es_cero()) continue;
        const Importe sube = std::max(cuota, -capa.valorRestante) - dado[capaId];
        if (sube.es_cero()) continue;
        ctx.db().run(R"(
            UPDATE capa SET costoAgregado = costoAgregado + $3, valorRestante = valorRestante + $3
             WHERE organizacionId = $1 AND capaId = $2)",
                     ctx.organizacionId(), capaId, sube);
        asentar(ctx, marco, {numeroPartida, capa.clave(), capaId, 0, {}, sube, 0, 0});
        dado[capaId] += sube;
        resultado.en_existencia.push_back(
            {numeroPartida, capa.productoId, capa.almacenId, {}, sube, false, capa.clasificacionId});
        resultado.consumido -= sube;
    }
    resultado.en_existencia = sumados(resultado.en_existencia);
}

}  // namespace

CostoTardio agregar_costo(Context& ctx, const Marco& marco, std::int64_t numeroPartida, std::int64_t origenId,
                          std::int64_t origenPartida, Importe costo) {
    CostoTardio resultado;
    costo = costo.redondeado(marco.decimales);
    resultado.consumido = costo;
    const Historia historia = retener(ctx, [&](Historia& h) {
        for (const Entrada& e : entradas_de(ctx.db(), origenId, origenPartida)) h.cargar(e.capaId, e.orden);
    });
    const auto entradas = entradas_de(ctx.db(), origenId, origenPartida);
    std::int64_t pesos = 0;
    for (const Entrada& e : entradas) pesos += e.cantidad.micros();
    Corrida corrida{costo, pesos, sin_redondear};
    std::map<std::int64_t, Importe> puesto;
    for (const Entrada& e : entradas) puesto[e.movimientoId] = corrida.siguiente(e.cantidad.micros());
    auto cuotas = Corriente<Cola>{historia, puesto, marco.decimales}.hasta_hoy();
    Importe suma;
    Importe dado;
    for (auto& [capaId, cuota] : cuotas) {
        suma += cuota;
        cuota = suma.redondeado(marco.decimales) - dado;
        dado += cuota;
    }
    std::map<std::int64_t, Importe> nada;
    encarecer(ctx, marco, numeroPartida, historia, cuotas, nada, resultado);
    return resultado;
}

std::vector<ValorMovido> retirar_costos(Context& ctx, const Marco& marco) {
    struct Puesto {
        std::int64_t movimientoId = 0;
        std::int64_t capaId = 0;
        std::int64_t orden = 0;
        Importe valor;
    };
    // A line that moved goods has no late cost: what of it has no quantity puts right what had left before it came in. A
    // repackaging that had consumed such goods has what came in for them since, in what it made.
    std::map<std::int64_t, std::vector<Puesto>> partidas;
    ctx.db().each(
        R"(SELECT m.numeroPartida, m.movimientoId, m.capaId, m.orden, m.valor FROM movimiento m
                      WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad = 0
                        AND NOT EXISTS (SELECT 1 FROM movimiento g WHERE g.organizacionId = $1 AND g.transaccionId = $2
                                        AND g.numeroPartida = m.numeroPartida AND g.cantidad <> 0)
                     UNION ALL
                     SELECT s.numeroPartida, m.movimientoId, m.capaId, m.orden, m.valor FROM movimiento s
                       JOIN faltantePago p ON p.organizacionId = $1 AND p.salidaId = s.movimientoId AND p.salidaId <> 0
                       JOIN correccionProducido k ON k.organizacionId = $1 AND k.pagoId = p.pagoId
                       JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = k.movimientoId
                      WHERE s.organizacionId = $1 AND s.transaccionId = $2 AND s.cantidad < 0
                      ORDER BY 1, 2)",
        [&](const db::Row& r) {
            partidas[r.integer(0)].push_back({r.integer(1), r.integer(2), r.integer(3), Importe::de_micros(r.integer(4))});
        },
        ctx.organizacionId(), marco.transaccionId);
    std::vector<ValorMovido> retirados;
    if (partidas.empty()) return retirados;
    const Historia historia = retener(ctx, [&](Historia& h) {
        for (const auto& [numeroPartida, puestos] : partidas)
            for (const Puesto& p : puestos) h.cargar(p.capaId, p.orden);
        h.cargar_deshechos();
    });
    std::map<std::int64_t, Importe> puesto;
    for (const auto& [capaId, de] : historia.capas())
        for (const Suceso& s : de.sucesos)
            if (s.deshecho) puesto[s.movimientoId] = -s.valor;
    // Goods of several lines may lie in one layer, and two differences that are rounded apart are not the difference of both:
    // each line takes what the goods lose by it once the lines before it are gone.
    std::map<std::int64_t, Importe> dado;
    for (const auto& [numeroPartida, puestos] : partidas) {
        for (const Puesto& p : puestos) puesto[p.movimientoId] = -p.valor;
        CostoTardio resultado;
        encarecer(ctx, marco, numeroPartida, historia, Corriente<Contraste>{historia, puesto, marco.decimales}.hasta_hoy(), dado,
                  resultado);
        retirados.insert(retirados.end(), resultado.en_existencia.begin(), resultado.en_existencia.end());
    }
    return retirados;
}

void interno::corregir_producido(Context& ctx, const Marco& marco, const PagoTransformado& pago,
                                 std::vector<ValorMovido>& movidos) {
    const auto producido = producido_por(ctx.db(), pago.transformaId);
    const Historia historia = retener(ctx, [&](Historia& h) {
        for (const Producido& p : producido) h.cargar(p.capaId, p.orden);
    });
    std::int64_t pesos = 0;
    for (const Producido& p : producido) pesos += p.peso;
    // Where it is now, whatever the amount; the amount is shared by that, so that another one would be shared in the same way.
    Corrida corrida{Importe::de_micros(todo_lo_producido), pesos, sin_redondear};
    std::map<std::int64_t, Importe> puesto;
    for (const Producido& p : producido) puesto[p.movimientoId] = corrida.siguiente(p.peso);
    Importe resto = pago.ajuste;
    Corrida ajuste{pago.ajuste, todo_lo_producido, marco.decimales};
    for (const auto& [capaId, parte] : Corriente<Cola>{historia, puesto, marco.decimales}.hasta_hoy()) {
        const CapaFila& capa = historia.capas().at(capaId).capa;
        if (parte <= Importe{} || capa.cantidadRestante.es_cero()) continue;
        const Importe sube = std::max(ajuste.siguiente(parte.micros()), -capa.valorRestante);
        ctx.db().run(R"(
            UPDATE capa SET costoAgregado = costoAgregado + $3, valorRestante = valorRestante + $3
             WHERE organizacionId = $1 AND capaId = $2)",
                     ctx.organizacionId(), capaId, sube);
        const std::int64_t movimientoId = asentar(ctx, marco, {pago.numeroPartida, capa.clave(), capaId, 0, {}, sube, 0, 0});
        ctx.db().run(R"(
            INSERT INTO correccionProducido (organizacionId, movimientoId, pagoId, parte) VALUES ($1, $2, $3, $4))",
                     ctx.organizacionId(), movimientoId, pago.pagoId, parte.micros());
        resto -= sube;
        if (!sube.es_cero())
            movidos.push_back({pago.numeroPartida, capa.productoId, capa.almacenId, {}, sube, true, capa.clasificacionId});
    }
    const ValorMovido sale{pago.numeroPartida, pago.clave.productoId, pago.clave.almacenId, {}, {}};
    if (resto != pago.ajuste) {
        movidos.push_back(sale);
        movidos.back().valor = resto - pago.ajuste;
        movidos.back().entreLugares = true;
    }
    if (!resto.es_cero()) {
        movidos.push_back(sale);
        movidos.back().valor = -resto;
    }
}

bool salio_algo(db::Reader& tx, std::int64_t origenId, std::int64_t origenPartida) {
    // Most of what was sold says so at once.
    const auto vendida = tx.one<std::int64_t>(R"(
        SELECT o.movimientoId FROM movimiento e
          JOIN movimiento o ON o.organizacionId = e.organizacionId AND o.capaId = e.capaId AND o.orden > e.orden AND o.cantidad < 0
           AND o.capaDestinoId = 0
         WHERE e.organizacionId = $1 AND e.transaccionId = $2 AND e.numeroPartida = $3 AND e.cantidad > 0 AND e.revierteId = 0 LIMIT 1)",
                                              tx.organizacion(), origenId, origenPartida);
    if (vendida) return true;
    Historia historia{tx};
    for (const Entrada& e : entradas_de(tx, origenId, origenPartida)) historia.cargar(e.capaId, e.orden);
    historia.terminar();
    std::set<std::int64_t> siguen;  // exits whose goods came in elsewhere
    for (const auto& [capaId, de] : historia.capas())
        for (const Suceso& s : de.sucesos)
            if (s.vieneDeId != 0) siguen.insert(s.vieneDeId);
    for (const auto& [capaId, de] : historia.capas())
        for (const Suceso& s : de.sucesos) {
            if (s.esPago) {
                if (s.llegadaId == 0) return true;  // otherwise it went on
                continue;
            }
            if (s.cantidad < Cantidad{} && !siguen.contains(s.movimientoId) && historia.reempaque(s.transaccionId) == nullptr)
                return true;
        }
    return historia.capas().empty();
}

std::map<std::int64_t, Importe> restos_de_costos(db::Reader& tx, std::int64_t transaccionId, int decimales) {
    std::map<std::int64_t, std::int64_t> capas;  // from their first late cost of it on
    tx.each(R"(SELECT m.capaId, MIN(m.orden) FROM movimiento m
                WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad = 0 AND m.orden >= 0
                  AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.productoId = m.productoId
                                  AND f.almacenId = m.almacenId AND f.loteId = m.loteId AND f.capaId = m.capaId)
                GROUP BY m.capaId)",
            [&](const db::Row& r) { capas[r.integer(0)] = r.integer(1); }, tx.organizacion(), transaccionId);
    Historia historia{tx};
    for (const auto& [capaId, orden] : capas) historia.cargar(capaId, orden);
    historia.cargar_deshechos();
    historia.terminar();
    std::map<std::int64_t, Importe> puesto;
    for (const auto& [capaId, de] : historia.capas()) {
        std::map<std::int64_t, std::int64_t> ultimos;  // by document, what undid its cost here
        for (const Suceso& s : de.sucesos) {
            if (s.orden < 0) return {};
            if (!s.deshecho) continue;
            puesto[s.movimientoId] = -s.valor;
            ultimos[s.transaccionId] = s.orden;
        }
        std::int64_t desde = 0;
        for (const auto& [documento, orden] : ultimos) desde = desde == 0 ? orden : std::min(desde, orden);
        const bool volvio = std::ranges::any_of(de.sucesos, [&](const Suceso& s) {
            return s.orden > desde && (s.devuelveId != 0 || (s.revierteId != 0 && s.cantidad > Cantidad{}) ||
                                       (s.esPago && s.cantidad < Cantidad{} && s.pasaDeId == 0));
        });
        if (volvio) return {};
    }
    auto restos = Corriente<Contraste>{historia, puesto, decimales}.hasta_hoy();
    // What would be worth less than nothing is worth nothing.
    std::erase_if(restos,
                  [&](const auto& r) { return r.second.es_cero() || historia.capas().at(r.first).capa.valorRestante.es_cero(); });
    return restos;
}

void enlazar_reempaque(Context& ctx, std::int64_t transaccionId) {
    ctx.db().run(R"(
        UPDATE movimiento
           SET capaDestinoId = (SELECT min(e.capaId) FROM movimiento e
                                 WHERE e.organizacionId = $1 AND e.transaccionId = $2 AND e.cantidad > 0)
         WHERE organizacionId = $1 AND transaccionId = $2 AND cantidad < 0 AND capaDestinoId = 0
           AND EXISTS (SELECT 1 FROM movimiento e WHERE e.organizacionId = $1 AND e.transaccionId = $2 AND e.cantidad > 0))",
                 ctx.organizacionId(), transaccionId);
}

}  // namespace cacao::engine
