// Late costs of goods that are back. Since a document that is undone moved them, a cost may have come to them, or one that they
// carried may have been undone: the document then takes back what it moved at another cost than it moved it at. What lay in goods
// that leave again goes to where they are back, and of a cost that was undone nothing is brought back.

#include "engine/existencia/costo_tardio.hpp"

#include <algorithm>

namespace cacao::engine::interno {

void Mudanza::de_vuelta(std::map<std::int64_t, std::int64_t> lineas, std::vector<ValorMovido>& movidos) {
    lineas_ = std::move(lineas);
    deshechos_ = ctx_.db().all<std::int64_t>(R"(
        SELECT DISTINCT c.transaccionId
          FROM (SELECT m.capaId, m.orden FROM movimiento v
                  JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = v.devuelveId
                 WHERE v.organizacionId = $1 AND v.transaccionId = $2 AND v.cantidad > 0 AND v.devuelveId <> 0 AND v.pagoId = 0
                UNION ALL
                SELECT p.capaId, p.orden FROM movimiento v
                  JOIN faltantePago p ON p.organizacionId = $1 AND p.pagoId = v.pagoId
                 WHERE v.organizacionId = $1 AND v.transaccionId = $2 AND v.cantidad > 0 AND v.pagoId <> 0) u
          JOIN costoPaso c ON c.organizacionId = $1 AND c.capaId = u.capaId AND u.orden BETWEEN c.desde AND c.hasta
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId AND d.estado = 'cancelado'
         ORDER BY 1)",
                                             ctx_.organizacionId(), marco_.transaccionId);
    quitar_deshechos(0);
    // Cost of sales gave it back when the cost was undone.
    for (ValorMovido& v : movidos_) v.entreLugares = false;
    movidos.insert(movidos.end(), movidos_.begin(), movidos_.end());
}

void Mudanza::antes(std::map<std::int64_t, std::int64_t> lineas, const std::set<std::int64_t>& dejan) {
    lineas_ = std::move(lineas);
    std::vector<std::int64_t> vigentes;
    ctx_.db().each(
        R"(SELECT DISTINCT c.transaccionId, CASE WHEN d.estado = 'cancelado' THEN 1 ELSE 0 END
             FROM (SELECT m.capaId, m.orden FROM movimiento m
                    WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad <> 0 AND m.revierteId = 0
                   UNION ALL
                   SELECT p.capaId, p.orden FROM movimiento m
                     JOIN faltantePago p ON p.organizacionId = $1 AND p.salidaId = m.movimientoId AND p.salidaId <> 0
                    WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad < 0 AND m.revierteId = 0
                   UNION ALL
                   SELECT p.capaId, p.orden FROM movimiento m
                     JOIN faltantePago p ON p.organizacionId = $1 AND p.llegadaId = m.movimientoId AND p.llegadaId <> 0
                    WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad > 0 AND m.revierteId = 0) u
             JOIN costoPaso c ON c.organizacionId = $1 AND c.capaId = u.capaId AND u.orden BETWEEN c.desde AND c.hasta
             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId
            WHERE c.transaccionId <> $2
            ORDER BY 1)",
        [&](const db::Row& r) { (r.integer(1) != 0 ? deshechos_ : vigentes).push_back(r.integer(0)); }, ctx_.organizacionId(),
        marco_.transaccionId);
    for (const std::int64_t transaccionId : vigentes)
        ctx_.db().each(
            R"(SELECT numeroPartida, origenId, origenPartida, costo FROM costoTardio
                WHERE organizacionId = $1 AND transaccionId = $2 AND origenId <> $3 ORDER BY numeroPartida)",
            [&](const db::Row& r) {
                vivos_.push_back(
                    {{transaccionId, r.integer(0)}, r.integer(1), r.integer(2), Importe::de_micros(r.integer(3)), {}, {}});
            },
            ctx_.organizacionId(), transaccionId, marco_.transaccionId);
    for (Vivo& vivo : vivos_) apartar(vivo, dejan);
}

std::map<std::int64_t, Importe> Mudanza::despues(std::vector<ValorMovido>& movidos) {
    for (Vivo& vivo : vivos_) volver_a_poner(vivo);
    auto quitado = quitar_deshechos(marco_.transaccionId);
    movidos.insert(movidos.end(), movidos_.begin(), movidos_.end());
    return quitado;
}

Historia Mudanza::seguir(const Vivo& vivo) {
    return retener(ctx_, [&](Historia& h) {
        for (const Entrada& e : entradas_de(ctx_.db(), vivo.origenId, vivo.origenPartida)) h.cargar(e.capaId, e.orden);
    });
}

std::map<std::int64_t, Importe> Mudanza::donde_esta(const Vivo& vivo, const Historia& historia) {
    const auto entradas = entradas_de(ctx_.db(), vivo.origenId, vivo.origenPartida);
    return redondeadas(interno::donde_esta(historia, entradas, vivo.costo, marco_.decimales), marco_.decimales);
}

// The last goods of a layer take all of its value with them, so what is of a cost that came since is taken from there first.
void Mudanza::apartar(Vivo& vivo, const std::set<std::int64_t>& dejan) {
    const Historia historia = seguir(vivo);
    vivo.estaba = donde_esta(vivo, historia);
    for (const auto& [capaId, parte] : vivo.estaba) {
        if (!dejan.contains(capaId)) continue;
        const auto& de = historia.capas().at(capaId);
        Importe puesto;  // never more than it put there
        for (const Suceso& s : de.sucesos)
            if (s.cantidad.es_cero() && LineaTardia{s.transaccionId, s.numeroPartida} == vivo.linea) puesto += s.valor;
        const Importe toma = std::clamp(parte, std::min(puesto, Importe{}), std::max(puesto, Importe{}));
        vivo.apartado[capaId] = poner(vivo.linea, de.capa, -toma);
    }
}

void Mudanza::volver_a_poner(Vivo& vivo) {
    const Historia historia = seguir(vivo);
    const auto esta = donde_esta(vivo, historia);
    // Where its goods were and are no more, and where they are.
    for (const auto& [capaId, de] : historia.capas()) {
        const auto ahora = esta.find(capaId);
        const Importe cambio = (ahora == esta.end() ? Importe{} : ahora->second) - vivo.estaba[capaId];
        poner(vivo.linea, de.capa, cambio - vivo.apartado[capaId]);
    }
}

std::map<std::int64_t, Importe> Mudanza::quitar_deshechos(std::int64_t deshaceId) {
    std::map<std::int64_t, Importe> quitado;
    if (deshechos_.empty()) return quitado;
    LineaTardia de{deshechos_.front(), 0};
    const Historia historia = retener(
        ctx_,
        [&](Historia& h) {
            for (const std::int64_t transaccionId : deshechos_) {
                const auto partidas = puestos_de(ctx_.db(), transaccionId);
                if (!partidas.empty()) de = {transaccionId, partidas.begin()->first};
                cargar_puestos(h, partidas);
            }
            h.cargar_deshechos();
        },
        deshaceId);
    const auto puesto = sin_lo_deshecho(historia);
    Corriente<Contraste> corriente{historia, puesto, marco_.decimales};
    for (const auto& [capaId, resto] : corriente.hasta_hoy()) {
        const CapaFila& capa = historia.capas().at(capaId).capa;
        quitado[capa.productoId] += poner(de, capa, resto);
    }
    // Whoever undoes this finds them where the goods are now.
    for (const std::int64_t transaccionId : deshechos_) anotar_paso(ctx_, historia, transaccionId);
    // What had come in for what a repackaging made was taken out of that before, without these costs.
    if (const auto* reempaque = historia.reempaque(deshaceId))
        for (const std::int64_t salidaId : reempaque->salidas)
            if (const auto* pagos = historia.pagos(salidaId))
                quitado[historia.capas().at(pagos->front().capaId).capa.productoId] -= corriente.repuesto(salidaId);
    return quitado;
}

// Where goods are, as far as they are worth it.
Importe Mudanza::poner(const LineaTardia& de, const CapaFila& capa, Importe valor) {
    const Importe sube = capa.cantidadRestante.es_cero() ? Importe{} : std::max(valor, -capa.valorRestante);
    if (sube.es_cero()) return sube;
    const auto linea = lineas_.find(capa.capaId);
    const std::int64_t numeroPartida = linea == lineas_.end() ? lineas_.begin()->second : linea->second;
    encarecer_capa(ctx_, marco_, numeroPartida, capa, sube, &de);
    movidos_.push_back({numeroPartida, capa.productoId, capa.almacenId, {}, sube, true, capa.clasificacionId});
    return sube;
}

}  // namespace cacao::engine::interno
