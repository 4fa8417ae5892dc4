// Costs that come after the goods. A cost follows the goods of a line through transfers, returns and repackaging: what is still
// on hand carries its share, what is gone leaves it to cost of sales.

#include "engine/existencia/inventario_interno.hpp"
#include "reflect/describe.hpp"

#include <algorithm>

namespace cacao::engine {

using namespace interno;

namespace {

struct CapaFila {
    std::int64_t capaId = 0;
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t loteId = 0;
    std::string metodo;
    Cantidad cantidadOriginal;
    Cantidad cantidadRestante;
    Importe costoAgregado;
    Importe valorRestante;
};
DESCRIBE_STRUCT(CapaFila, (),
                (capaId, productoId, almacenId, loteId, metodo, cantidadOriginal, cantidadRestante, costoAgregado, valorRestante))

// Goods that went on from a layer: into another one, or through a repackaging into all that it produced.
struct Rama {
    std::int64_t id = 0;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(Rama, (), (id, cantidad))

struct Entrada {
    std::int64_t capaId = 0;
    Cantidad cantidad;
    Importe valor;
};
DESCRIBE_STRUCT(Entrada, (), (capaId, cantidad, valor))

// What a document brought in and was not undone; of one line, or of all with numeroPartida 0.
std::vector<Entrada> entradas_de(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida) {
    return ctx.db().all<Entrada>(R"(
        SELECT m.capaId, m.cantidad, m.valor FROM movimiento m
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND (m.numeroPartida = $3 OR $3 = 0) AND m.cantidad > 0
           AND m.revierteId = 0
           AND NOT EXISTS (SELECT 1 FROM movimiento r
                            WHERE r.organizacionId = $1 AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
         ORDER BY m.numeroPartida, m.movimientoId)",
                                 ctx.organizacionId(), transaccionId, numeroPartida);
}

// Shares a cost over the layers that hold the goods now. Shares are differences of rounded running sums, so they add up exactly.
class Reparto {
public:
    Reparto(Context& ctx, const Marco& marco) : ctx_(ctx), marco_(marco) {}

    struct Cuota {
        CapaFila capa;
        Importe cuota;
    };

    void de_partida(std::int64_t transaccionId, std::int64_t numeroPartida, Importe costo) {
        const auto entradas = entradas_de(ctx_, transaccionId, numeroPartida);
        std::vector<std::int64_t> pesos;
        for (const Entrada& entrada : entradas) pesos.push_back(entrada.cantidad.micros());
        repartir_entradas(entradas, pesos, costo);
    }

    std::map<std::int64_t, Cuota> cuotas;

private:
    // The running sum of weights, as a share of the cost.
    class Corrida {
    public:
        Corrida(Importe costo, Cantidad entero, int decimales) : costo_(costo), entero_(entero), decimales_(decimales) {}
        Importe siguiente(Cantidad peso) {
            if (entero_.es_cero()) return {};
            suma_ += peso;
            const Importe hasta = parte_de(costo_, suma_, entero_, decimales_);
            return hasta - std::exchange(dado_, hasta);
        }

    private:
        Importe costo_;
        Cantidad entero_;
        int decimales_;
        Cantidad suma_;
        Importe dado_;
    };

    void repartir_entradas(const std::vector<Entrada>& entradas, const std::vector<std::int64_t>& pesos, Importe costo) {
        Cantidad entero;
        for (const std::int64_t peso : pesos) entero += Cantidad::de_micros(peso);
        Corrida corrida{costo, entero, marco_.decimales};
        for (std::size_t i = 0; i < entradas.size(); ++i)
            seguir(entradas[i].capaId, entradas[i].cantidad, corrida.siguiente(Cantidad::de_micros(pesos[i])));
    }

    void seguir(std::int64_t capaId, Cantidad entrado, Importe costo) {
        const auto capa = ctx_.db().one<CapaFila>(R"(
            SELECT capaId, productoId, almacenId, loteId, metodo, cantidadOriginal, cantidadRestante, costoAgregado, valorRestante
              FROM capa WHERE organizacionId = $1 AND capaId = $2)",
                                                  ctx_.organizacionId(), capaId);
        if (!capa) reject(Codigo::interno, "");
        if (capa->metodo == "promedio") {
            anotar(*capa, parte_de(costo, std::min(entrado, capa->cantidadRestante), entrado, marco_.decimales));
            return;
        }
        Corrida corrida{costo, capa->cantidadOriginal, marco_.decimales};
        anotar(*capa, corrida.siguiente(capa->cantidadRestante));
        for (const Rama& rama : trasladadas(capaId)) seguir(rama.id, rama.cantidad, corrida.siguiente(rama.cantidad));
        for (const Rama& rama : reempacadas(capaId)) {
            const auto producido = entradas_de(ctx_, rama.id, 0);
            std::vector<std::int64_t> pesos;
            for (const Entrada& entrada : producido) pesos.push_back(entrada.valor.micros());
            repartir_entradas(producido, pesos, corrida.siguiente(rama.cantidad));
        }
    }

    void anotar(const CapaFila& capa, Importe cuota) {
        auto& lugar = cuotas[capa.capaId];
        lugar.capa = capa;
        lugar.cuota += cuota;
    }

    // Layers split off by transfers and returns, unless undone: then the goods are back where they came from.
    std::vector<Rama> trasladadas(std::int64_t capaId) {
        return ctx_.db().all<Rama>(R"(
            SELECT c.capaId AS id, c.cantidadOriginal AS cantidad FROM capa c
             WHERE c.organizacionId = $1 AND c.origenCapaId = $2 AND c.origenCapaId <> 0
               AND NOT EXISTS (SELECT 1 FROM movimiento r
                                WHERE r.organizacionId = $1 AND r.capaId = c.capaId AND r.transaccionId = c.transaccionId
                                  AND r.revierteId <> 0)
             ORDER BY c.capaId)",
                                   ctx_.organizacionId(), capaId);
    }

    // Repackagings that consumed it: their movements name one of the layers produced, which was split from none.
    std::vector<Rama> reempacadas(std::int64_t capaId) {
        return ctx_.db().all<Rama>(R"(
            SELECT m.transaccionId AS id, CAST(sum(-m.cantidad) AS BIGINT) AS cantidad
              FROM movimiento m
              JOIN capa d ON d.organizacionId = m.organizacionId AND d.capaId = m.capaDestinoId
             WHERE m.organizacionId = $1 AND m.capaId = $2 AND m.capaDestinoId <> 0 AND m.cantidad < 0 AND m.revierteId = 0
               AND d.origenCapaId = 0
               AND NOT EXISTS (SELECT 1 FROM movimiento r
                                WHERE r.organizacionId = $1 AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
             GROUP BY m.transaccionId
             ORDER BY m.transaccionId)",
                                   ctx_.organizacionId(), capaId);
    }

    Context& ctx_;
    const Marco& marco_;
};

// The goods may move on between looking and locking, so it looks again until every place it found is held.
std::map<std::int64_t, Reparto::Cuota> repartir_reteniendo(Context& ctx, const Marco& marco, std::int64_t origenId,
                                                           std::int64_t origenPartida, Importe costo) {
    std::set<Clave> retenidas;
    for (;;) {
        Reparto reparto{ctx, marco};
        reparto.de_partida(origenId, origenPartida, costo);
        std::set<Clave> nuevas;
        for (const auto& [capaId, cuota] : reparto.cuotas) {
            const Clave clave{cuota.capa.productoId, cuota.capa.almacenId, cuota.capa.loteId};
            if (retenidas.insert(clave).second) nuevas.insert(clave);
        }
        if (nuevas.empty()) return std::move(reparto.cuotas);
        retener_existencias(ctx, nuevas);
    }
}

}  // namespace

CostoTardio agregar_costo(Context& ctx, const Marco& marco, std::int64_t numeroPartida, std::int64_t origenId,
                          std::int64_t origenPartida, Importe costo) {
    CostoTardio resultado;
    costo = costo.redondeado(marco.decimales);
    resultado.consumido = costo;
    for (const auto& [capaId, cuota] : repartir_reteniendo(ctx, marco, origenId, origenPartida, costo)) {
        const CapaFila& capa = cuota.capa;
        if (capa.cantidadRestante.es_cero()) continue;
        // What would make the goods worth less than nothing is no longer in them.
        const Importe sube = std::max(cuota.cuota, -capa.valorRestante);
        if (sube.es_cero()) continue;
        ctx.db().run(R"(
            UPDATE capa SET costoAgregado = costoAgregado + $3, valorRestante = valorRestante + $3
             WHERE organizacionId = $1 AND capaId = $2)",
                     ctx.organizacionId(), capaId, sube);
        const Clave clave{capa.productoId, capa.almacenId, capa.loteId};
        asentar(ctx, marco, {numeroPartida, clave, capaId, 0, {}, sube, 0, 0});
        resultado.en_existencia.push_back({numeroPartida, capa.productoId, capa.almacenId, {}, sube});
        resultado.consumido -= sube;
    }
    resultado.en_existencia = sumados(resultado.en_existencia);
    return resultado;
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
