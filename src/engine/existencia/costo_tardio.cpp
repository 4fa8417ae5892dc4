// Costs that come after the goods. A cost follows the goods of a line through transfers, returns and repackaging: what is still
// on hand carries its share, what is gone leaves it to cost of sales. Undone, it takes from the goods what they would not be
// worth had it never been, wherever they went since.

#include "engine/existencia/costo_tardio.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/tipos/cualidades.hpp"
#include "reflect/describe.hpp"

#include <algorithm>

namespace cacao::engine {

using namespace interno;

namespace {

// Gives each layer what is its own of a cost; what would make goods worth less than nothing is no longer in them. `dado`: what
// the layers have got already of what `cuotas` says.
void encarecer(Context& ctx, const Marco& marco, std::int64_t numeroPartida, const Historia& historia,
               const std::map<std::int64_t, Importe>& cuotas, std::map<std::int64_t, Importe>& dado, CostoTardio& resultado) {
    for (const auto& [capaId, cuota] : cuotas) {
        const CapaFila& capa = historia.capas().at(capaId).capa;
        if (capa.cantidadRestante.es_cero()) continue;
        const Importe sube = std::max(cuota, -capa.valorRestante) - dado[capaId];
        if (sube.es_cero()) continue;
        encarecer_capa(ctx, marco, numeroPartida, capa, sube);
        dado[capaId] += sube;
        resultado.en_existencia.push_back(
            {numeroPartida, capa.productoId, capa.almacenId, {}, sube, false, capa.clasificacionId});
        resultado.consumido -= sube;
    }
    resultado.en_existencia = sumados(resultado.en_existencia);
}

// What of an amount is of each thing that a repackaging made.
std::map<std::int64_t, Importe> entre_lo_producido(const std::vector<Producido>& producido, Importe monto) {
    std::int64_t pesos = 0;
    for (const Producido& p : producido) pesos += p.peso;
    Corrida corrida{monto, pesos, sin_redondear};
    std::map<std::int64_t, Importe> partes;
    for (const Producido& p : producido) partes[p.movimientoId] = corrida.siguiente(p.peso);
    return partes;
}

// Goods that left before they came in were held to be worth what others were; without a cost that those carried, they are held to
// be worth less as long as they have not come in.
void reestimar(Context& ctx, const Marco& marco, std::int64_t numeroPartida, const Historia& historia,
               Corriente<Contraste>& corriente, std::vector<ValorMovido>& movidos, Destinos& destinos) {
    if (historia.estimadas().empty()) return;
    const std::size_t antes = movidos.size();
    Capas capas{ctx, marco};
    Deudas deudas{ctx, marco, capas};
    for (const auto& [salidaId, estimada] : historia.estimadas())
        if (const Importe cambio = corriente.reestimado(salidaId); !cambio.es_cero())
            deudas.reestimar(estimada.lugar, numeroPartida, salidaId, cambio, movidos);
    for (std::size_t i = antes; i < movidos.size(); ++i) {
        const ValorMovido& v = movidos[i];
        if (v.entreLugares || v.papel == Cuenta::costo_ventas) continue;
        destinos[{v.papel, clasificacion_de(ctx.db(), v.productoId), v.almacenId}] -= v.valor;
    }
}

// As rounded as what is gone of each class, of which it is.
void redondear(Destinos& destinos, const Donde& donde, const Redondeado& partes, const Historia& historia, int decimales) {
    std::map<std::int64_t, Importe> idos = donde.clases;
    for (const auto& [capaId, parte] : donde.capas) idos[historia.capas().at(capaId).capa.clasificacionId] -= parte;
    std::map<std::int64_t, Corrida> corridas;
    for (auto& [destino, importe] : destinos) {
        const std::int64_t clase = destino.clasificacionId;
        const auto corrida = corridas.try_emplace(clase, partes.idos.at(clase), std::abs(idos[clase].micros()), decimales).first;
        importe = corrida->second.siguiente(std::abs(importe.micros()));
    }
}

// Goods came back to the layer, since a cost was undone, at the cost at which they had left. Exits that are undone leave that
// behind, unless that was before it was kept where costs had been.
bool vuelve_con_lo_deshecho(db::Reader& tx, const Historia::DeCapa& de) {
    const auto pasaron = tx.all<std::int64_t>("SELECT transaccionId FROM costoPaso WHERE organizacionId = $1 AND capaId = $2",
                                              tx.organizacion(), de.capa.capaId);
    std::map<std::int64_t, std::int64_t> ultimos;  // by document, what undid its cost here
    bool de_antes = false;
    for (const Suceso& s : de.sucesos) {
        if (s.orden < 0) return true;
        if (!s.deshecho) continue;
        ultimos[s.transaccionId] = s.orden;
        de_antes = de_antes || std::ranges::find(pasaron, s.transaccionId) == pasaron.end();
    }
    std::int64_t desde = 0;
    for (const auto& [documento, orden] : ultimos) desde = desde == 0 ? orden : std::min(desde, orden);
    return std::ranges::any_of(de.sucesos, [&](const Suceso& s) {
        const bool deshace =
            (s.revierteId != 0 && s.cantidad > Cantidad{}) || (s.esPago && s.cantidad < Cantidad{} && s.pasaDeId == 0);
        return s.orden > desde && (s.devuelveId != 0 || (deshace && de_antes));
    });
}

}  // namespace

Destinos interno::destinos_de(db::Reader& tx, const Historia& historia, const std::map<std::int64_t, Importe>& idos,
                              std::int64_t menosId) {
    static const std::string otras = en_sql("d.tipo", sale_a_otra_cuenta);
    static const std::string sql = R"(
        SELECT m.movimientoId, d.tipo, m.almacenId FROM movimiento m
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId AND )" +
                                   otras + R"(
         WHERE m.organizacionId = $1 AND m.capaId = $2 AND m.orden >= $3 AND m.cantidad < 0 AND m.transaccionId <> $4
        UNION
        SELECT m.movimientoId, d.tipo, m.almacenId FROM faltantePago p
          JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = p.salidaId
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId AND )" +
                                   otras + R"(
         WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.orden >= $3 AND p.salidaId <> 0 AND m.transaccionId <> $4)";
    Destinos destinos;
    std::set<std::int64_t> vistas;  // an exit may have been paid out of several layers
    for (const auto& [capaId, de] : historia.capas())
        tx.each(
            sql,
            [&](const db::Row& r) {
                const auto ido = idos.find(r.integer(0));
                if (ido == idos.end() || ido->second.es_cero() || !vistas.insert(r.integer(0)).second) return;
                destinos[{cuenta_de_lo_salido(r.text(1)), de.capa.clasificacionId, r.integer(2)}] += ido->second;
            },
            tx.organizacion(), capaId, de.desde, menosId);
    return destinos;
}

std::vector<Entrada> interno::entradas_de(db::Reader& tx, std::int64_t transaccionId, std::int64_t numeroPartida) {
    return tx.all<Entrada>(R"(
        SELECT m.movimientoId, m.capaId, m.orden, m.cantidad, q.clasificacionId FROM movimiento m
          JOIN producto q ON q.organizacionId = $1 AND q.productoId = m.productoId
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.numeroPartida = $3 AND m.cantidad > 0 AND m.revierteId = 0
           AND NOT EXISTS (SELECT 1 FROM movimiento r
                            WHERE r.organizacionId = $1 AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
         ORDER BY m.movimientoId)",
                           tx.organizacion(), transaccionId, numeroPartida);
}

std::map<std::int64_t, std::vector<Puesto>> interno::puestos_de(db::Reader& tx, std::int64_t transaccionId) {
    std::map<std::int64_t, std::vector<Puesto>> partidas;
    // A line that moved goods has no late cost: what of it has no quantity puts right what had left before it came in, or is of
    // another's cost.
    tx.each(
        R"(SELECT m.numeroPartida, m.movimientoId, m.capaId, m.orden, m.valor FROM movimiento m
            WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad = 0
              AND NOT EXISTS (SELECT 1 FROM movimiento g WHERE g.organizacionId = $1 AND g.transaccionId = $2
                              AND g.numeroPartida = m.numeroPartida AND g.cantidad <> 0)
              AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.productoId = m.productoId
                              AND f.almacenId = m.almacenId AND f.loteId = m.loteId AND f.capaId = m.capaId)
           UNION ALL
           SELECT c.numeroPartida, m.movimientoId, m.capaId, m.orden, m.valor FROM costoMudado c
             JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = c.movimientoId
            WHERE c.organizacionId = $1 AND c.transaccionId = $2
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
        tx.organizacion(), transaccionId);
    return partidas;
}

void interno::cargar_puestos(Historia& historia, const std::map<std::int64_t, std::vector<Puesto>>& partidas) {
    for (const auto& [numeroPartida, puestos] : partidas)
        for (const Puesto& p : puestos) historia.cargar(p.capaId, p.orden);
}

std::map<std::int64_t, Importe> interno::sin_lo_deshecho(const Historia& historia) {
    std::map<std::int64_t, Importe> puesto;
    for (const auto& [capaId, de] : historia.capas())
        for (const Suceso& s : de.sucesos)
            if (s.deshecho) puesto[s.movimientoId] = -s.valor;
    return puesto;
}

std::map<std::int64_t, Importe> interno::seguir(const Historia& historia, std::map<std::int64_t, Importe> puesto, int decimales,
                                                Donde* donde) {
    // Less comes round each time, unless nothing of it is anywhere.
    constexpr int rondas = 100;
    std::map<std::int64_t, Importe> quedan;
    for (int ronda = 0; ronda < rondas && !puesto.empty(); ++ronda) {
        Corriente<Cola> corriente{historia, puesto, decimales};
        for (const auto& [capaId, queda] : corriente.hasta_hoy()) quedan[capaId] += queda;
        if (donde != nullptr) {
            for (const auto& [clase, monto] : corriente.cruces()) donde->clases[clase] += monto;
            for (const auto& [salidaId, monto] : corriente.idos()) donde->idos[salidaId] += monto;
        }
        puesto.clear();
        for (const auto& [transaccionId, va] : corriente.a_reempaques()) {
            if (va.es_cero()) continue;
            const auto& producido = historia.reempaque(transaccionId)->entradas;
            const auto partes = entre_lo_producido(producido, va);
            for (const Producido& p : producido) {
                puesto[p.movimientoId] += partes.at(p.movimientoId);
                const auto capa = historia.capas().find(p.capaId);
                if (donde != nullptr && capa != historia.capas().end())
                    donde->clases[capa->second.capa.clasificacionId] += partes.at(p.movimientoId);
            }
        }
    }
    return quedan;
}

Donde interno::donde_esta(const Historia& historia, const std::vector<Entrada>& entradas, Importe costo, int decimales) {
    std::int64_t pesos = 0;
    for (const Entrada& e : entradas) pesos += e.cantidad.micros();
    Corrida corrida{costo, pesos, sin_redondear};
    Donde donde;
    std::map<std::int64_t, Importe> puesto;
    for (const Entrada& e : entradas) {
        const Importe parte = corrida.siguiente(e.cantidad.micros());
        puesto[e.movimientoId] = parte;
        donde.clases[e.clasificacionId] += parte;
    }
    donde.capas = seguir(historia, std::move(puesto), decimales, &donde);
    return donde;
}

std::map<std::int64_t, Importe> interno::donde_esta_lo_hecho(const Historia& historia, const std::vector<Producido>& producido,
                                                             int decimales) {
    return seguir(historia, entre_lo_producido(producido, Importe::de_micros(todo_lo_producido)), decimales);
}

Redondeado interno::redondeado(const Donde& donde, const Historia& historia, int decimales) {
    std::map<std::int64_t, std::vector<std::int64_t>> capas;
    for (const auto& [clase, todo] : donde.clases) capas[clase];
    for (const auto& [capaId, cuota] : donde.capas) capas[historia.capas().at(capaId).capa.clasificacionId].push_back(capaId);
    Redondeado r;
    Importe hasta;  // the classes before
    Importe dado;
    const auto dar = [&](Importe suma) {
        const Importe redonda = suma.redondeado(decimales);
        return redonda - std::exchange(dado, redonda);
    };
    for (const auto& [clase, suyas] : capas) {
        const Importe antes = dado;
        Importe suma = hasta;
        for (const std::int64_t capaId : suyas) r.capas[capaId] = dar(suma += donde.capas.at(capaId));
        if (const auto todo = donde.clases.find(clase); todo != donde.clases.end()) hasta += todo->second;
        r.idos[clase] = dar(hasta);
        r.clases[clase] = dado - antes;
    }
    return r;
}

std::int64_t interno::encarecer_capa(Context& ctx, const Marco& marco, std::int64_t numeroPartida, const CapaFila& capa,
                                     Importe sube, const LineaTardia* de) {
    ctx.db().run(R"(
        UPDATE capa SET costoAgregado = costoAgregado + $3, valorRestante = valorRestante + $3
         WHERE organizacionId = $1 AND capaId = $2)",
                 ctx.organizacionId(), capa.capaId, sube);
    const std::int64_t movimientoId = asentar(ctx, marco, {numeroPartida, capa.clave(), capa.capaId, 0, {}, sube, 0, 0});
    if (de != nullptr)
        ctx.db().run(R"(
            INSERT INTO costoMudado (organizacionId, movimientoId, transaccionId, numeroPartida) VALUES ($1, $2, $3, $4))",
                     ctx.organizacionId(), movimientoId, de->transaccionId, de->numeroPartida);
    return movimientoId;
}

namespace {
void escribir_paso(Context& ctx, const Historia& historia, std::int64_t transaccionId, std::string_view si_la_hay) {
    const std::string sql = fmt::format(R"(
        INSERT INTO costoPaso (organizacionId, capaId, transaccionId, desde, hasta) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (organizacionId, capaId, transaccionId) DO {})",
                                        si_la_hay);
    for (const auto& [capaId, de] : historia.capas())
        if (!de.sucesos.empty())
            ctx.db().run(sql, ctx.organizacionId(), capaId, transaccionId, de.desde, de.sucesos.back().orden);
}
}  // namespace

void interno::anotar_paso(Context& ctx, const Historia& historia, std::int64_t transaccionId) {
    escribir_paso(ctx, historia, transaccionId, R"(UPDATE
           SET desde = CASE WHEN excluded.desde < costoPaso.desde THEN excluded.desde ELSE costoPaso.desde END,
               hasta = CASE WHEN excluded.hasta > costoPaso.hasta THEN excluded.hasta ELSE costoPaso.hasta END)");
}

void interno::anotar_paso_nuevo(Context& ctx, const Historia& historia, std::int64_t transaccionId) {
    escribir_paso(ctx, historia, transaccionId, "NOTHING");
}

CostoTardio agregar_costo(Context& ctx, const Marco& marco, std::int64_t numeroPartida, std::int64_t origenId,
                          std::int64_t origenPartida, Importe costo) {
    CostoTardio resultado;
    costo = costo.redondeado(marco.decimales);
    resultado.consumido = costo;
    if (costo.es_cero()) return resultado;
    const Historia historia = retener(ctx, [&](Historia& h) {
        for (const Entrada& e : entradas_de(ctx.db(), origenId, origenPartida)) h.cargar(e.capaId, e.orden);
    });
    const auto entradas = entradas_de(ctx.db(), origenId, origenPartida);
    const Donde donde = donde_esta(historia, entradas, costo, marco.decimales);
    const Redondeado partes = redondeado(donde, historia, marco.decimales);
    resultado.destinos = destinos_de(ctx.db(), historia, donde.idos);
    redondear(resultado.destinos, donde, partes, historia, marco.decimales);
    std::map<std::int64_t, Importe> dado;
    encarecer(ctx, marco, numeroPartida, historia, partes.capas, dado, resultado);
    // What is gone is cost of the goods that left with it; so is what those that are there are not worth.
    resultado.consumido_por_clase = partes.idos;
    for (const auto& [capaId, parte] : partes.capas)
        resultado.consumido_por_clase[historia.capas().at(capaId).capa.clasificacionId] += parte - dado[capaId];
    ctx.db().run(R"(
        INSERT INTO costoTardio (organizacionId, transaccionId, numeroPartida, origenId, origenPartida, costo)
        VALUES ($1, $2, $3, $4, $5, $6))",
                 ctx.organizacionId(), marco.transaccionId, numeroPartida, origenId, origenPartida, costo);
    anotar_paso(ctx, historia, marco.transaccionId);
    return resultado;
}

CostosRetirados retirar_costos(Context& ctx, const Marco& marco) {
    const auto partidas = puestos_de(ctx.db(), marco.transaccionId);
    CostosRetirados retirados;
    if (partidas.empty()) return retirados;
    const Historia historia = retener(ctx, [&](Historia& h) {
        cargar_puestos(h, partidas);
        h.cargar_deshechos();
    });
    auto puesto = sin_lo_deshecho(historia);
    std::map<std::int64_t, Importe> idos;
    // What others, undone before, had crossed, and what had left with them, is not of this document.
    Corriente<Contraste> antes{historia, puesto, marco.decimales};
    antes.hasta_hoy();
    for (const auto& [clase, monto] : antes.cruces()) retirados.cruces[clase] -= monto;
    for (const auto& [salidaId, monto] : antes.idos()) idos[salidaId] -= monto;
    // Goods of several lines may lie in one layer, and two differences that are rounded apart are not the difference of both:
    // each line takes what the goods lose by it once the lines before it are gone.
    std::map<std::int64_t, Importe> dado;
    for (const auto& [numeroPartida, puestos] : partidas) {
        for (const Puesto& p : puestos) puesto[p.movimientoId] = -p.valor;
        CostoTardio resultado;
        Corriente<Contraste> corriente{historia, puesto, marco.decimales};
        encarecer(ctx, marco, numeroPartida, historia, corriente.hasta_hoy(), dado, resultado);
        auto& valores = retirados.valores;
        valores.insert(valores.end(), resultado.en_existencia.begin(), resultado.en_existencia.end());
        if (numeroPartida != partidas.rbegin()->first) continue;
        for (const auto& [clase, monto] : corriente.cruces()) retirados.cruces[clase] += monto;
        for (const auto& [salidaId, monto] : corriente.idos()) idos[salidaId] += monto;
        retirados.destinos = destinos_de(ctx.db(), historia, idos);
        reestimar(ctx, marco, numeroPartida, historia, corriente, valores, retirados.destinos);
    }
    anotar_paso(ctx, historia, marco.transaccionId);
    return retirados;
}

void interno::corregir_producido(Context& ctx, const Marco& marco, const PagoTransformado& pago,
                                 std::vector<ValorMovido>& movidos) {
    const auto producido = producido_por(ctx.db(), pago.transformaId);
    const Historia historia = retener(ctx, [&](Historia& h) {
        for (const Producido& p : producido) h.cargar(p.capaId, p.orden);
    });
    // Where it is now, whatever the amount; the amount is shared by that, so that another one would be shared in the same way.
    const auto donde = donde_esta_lo_hecho(historia, producido, marco.decimales);
    Importe resto = pago.ajuste;
    Corrida ajuste{pago.ajuste, todo_lo_producido, marco.decimales};
    for (const auto& [capaId, parte] : donde) {
        const CapaFila& capa = historia.capas().at(capaId).capa;
        if (parte <= Importe{} || capa.cantidadRestante.es_cero()) continue;
        const Importe sube = std::max(ajuste.siguiente(parte.micros()), -capa.valorRestante);
        const std::int64_t movimientoId = encarecer_capa(ctx, marco, pago.numeroPartida, capa, sube);
        ctx.db().run(R"(
            INSERT INTO correccionProducido (organizacionId, movimientoId, pagoId, parte) VALUES ($1, $2, $3, $4))",
                     ctx.organizacionId(), movimientoId, pago.pagoId, parte.micros());
        resto -= sube;
        if (!sube.es_cero())
            movidos.push_back({pago.numeroPartida, capa.productoId, capa.almacenId, {}, sube, true, capa.clasificacionId});
    }
    anotar_paso(ctx, historia, pago.transformaId);
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
    Historia historia{tx};
    for (const auto& [numeroPartida, puestos] : puestos_de(tx, transaccionId))
        for (const Puesto& p : puestos)
            if (p.orden >= 0) historia.cargar(p.capaId, p.orden);
    historia.cargar_deshechos();
    historia.terminar();
    for (const auto& [capaId, de] : historia.capas())
        if (vuelve_con_lo_deshecho(tx, de)) return {};
    auto restos = Corriente<Contraste>{historia, sin_lo_deshecho(historia), decimales}.hasta_hoy();
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
