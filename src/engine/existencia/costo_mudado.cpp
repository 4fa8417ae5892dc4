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
    for (const std::int64_t transaccionId : vigentes) buscar_correcciones(transaccionId);
    contrastar_antes();
    for (Vivo& vivo : vivos_) apartar(vivo, dejan);
    for (Correccion& correccion : correcciones_) apartar(correccion, dejan);
}

std::map<std::int64_t, Importe> Mudanza::despues(std::vector<ValorMovido>& movidos) {
    for (Vivo& vivo : vivos_) volver_a_poner(vivo);
    for (Correccion& correccion : correcciones_) volver_a_poner(correccion);
    auto quitado = quitar_deshechos(marco_.transaccionId);
    movidos.insert(movidos.end(), movidos_.begin(), movidos_.end());
    return quitado;
}

void Mudanza::buscar_correcciones(std::int64_t reempaqueId) {
    ctx_.db().each(
        R"(SELECT p.pagoId, p.ajuste, CAST(SUM(k.parte) AS BIGINT) FROM movimiento s
             JOIN faltantePago p ON p.organizacionId = $1 AND p.salidaId = s.movimientoId AND p.salidaId <> 0 AND p.llegadaId = 0
              AND p.pasaDeId = 0 AND p.cantidad > 0
             LEFT JOIN correccionProducido k ON k.organizacionId = $1 AND k.pagoId = p.pagoId
            WHERE s.organizacionId = $1 AND s.transaccionId = $2 AND s.cantidad < 0 AND s.capaDestinoId <> 0
              AND EXISTS (SELECT 1 FROM reempaque q WHERE q.organizacionId = $1 AND q.transaccionId = $2)
            GROUP BY p.pagoId, p.ajuste ORDER BY p.pagoId)",
        [&](const db::Row& r) {
            Corrida valores{Importe::de_micros(r.integer(1)), todo_lo_producido, marco_.decimales};
            valores.siguiente(r.is_null(2) ? 0 : r.integer(2));  // what was given of it already
            correcciones_.push_back({r.integer(0), {}, valores, {}, {}});
        },
        ctx_.organizacionId(), reempaqueId);
    for (Correccion& c : correcciones_)
        if (c.producido.empty()) c.producido = producido_por(ctx_.db(), reempaqueId);
}

Historia Mudanza::seguir(const Correccion& correccion) {
    return retener(ctx_, [&](Historia& h) {
        for (const Producido& p : correccion.producido) h.cargar(p.capaId, p.orden);
    });
}

void Mudanza::apartar(Correccion& correccion, const std::set<std::int64_t>& dejan) {
    const Historia historia = seguir(correccion);
    correccion.estaba = donde_esta_lo_hecho(historia, correccion.producido, marco_.decimales);
    const CorreccionSeguida* dada = historia.correccion(correccion.pagoId);
    for (const auto& [capaId, parte] : correccion.estaba) {
        if (!dejan.contains(capaId) || dada == nullptr) continue;
        Importe puesto;  // never more than was put there: the rest is in what the goods came with
        for (const auto& p : dada->partes)
            if (const auto* lugar = historia.lugar(p.movimientoId); lugar != nullptr && lugar->capaId == capaId)
                puesto += Importe::de_micros(p.parte);
        correccion.apartado[capaId] =
            mover(correccion, historia.capas().at(capaId).capa, -std::clamp(parte, Importe{}, std::max(puesto, Importe{})));
    }
}

void Mudanza::volver_a_poner(Correccion& correccion) {
    const Historia historia = seguir(correccion);
    const auto esta = donde_esta_lo_hecho(historia, correccion.producido, marco_.decimales);
    std::vector<std::pair<std::int64_t, Importe>> cambios;
    for (const auto& [capaId, de] : historia.capas()) {
        const auto ahora = esta.find(capaId);
        const Importe cambio = (ahora == esta.end() ? Importe{} : ahora->second) - correccion.estaba[capaId];
        cambios.emplace_back(capaId, cambio - correccion.apartado[capaId]);
    }
    // What leaves a layer first, so that there is never more than all of it.
    std::ranges::stable_sort(cambios, {}, [](const auto& c) { return c.second > Importe{}; });
    for (const auto& [capaId, cambio] : cambios) mover(correccion, historia.capas().at(capaId).capa, cambio);
}

Importe Mudanza::mover(Correccion& correccion, const CapaFila& capa, Importe parte) {
    if (parte.es_cero() || capa.cantidadRestante.es_cero()) return {};
    const Importe sube = std::max(correccion.valores.siguiente(parte.micros()), -capa.valorRestante);
    const std::int64_t numeroPartida = linea_de(capa);
    const std::int64_t movimientoId = encarecer_capa(ctx_, marco_, numeroPartida, capa, sube);
    ctx_.db().run("INSERT INTO correccionProducido (organizacionId, movimientoId, pagoId, parte) VALUES ($1, $2, $3, $4)",
                  ctx_.organizacionId(), movimientoId, correccion.pagoId, parte.micros());
    if (!sube.es_cero())
        movidos_.push_back({numeroPartida, capa.productoId, capa.almacenId, {}, sube, true, capa.clasificacionId});
    return parte;
}

Historia Mudanza::seguir(const Vivo& vivo) {
    return retener(ctx_, [&](Historia& h) {
        for (const Entrada& e : entradas_de(ctx_.db(), vivo.origenId, vivo.origenPartida)) h.cargar(e.capaId, e.orden);
    });
}

Donde Mudanza::donde_esta(const Vivo& vivo, const Historia& historia) {
    const auto entradas = entradas_de(ctx_.db(), vivo.origenId, vivo.origenPartida);
    return interno::donde_esta(historia, entradas, vivo.costo, marco_.decimales);
}

std::optional<Importe> Mudanza::puesto_entero(const Vivo& vivo, const Historia::DeCapa& de) const {
    std::set<std::int64_t> de_vuelta;
    for (const Suceso& s : de.sucesos)
        if (s.revierteId != 0) de_vuelta.insert(s.revierteId);
    std::optional<Importe> puesto;
    for (const Suceso& s : de.sucesos) {
        if (s.cantidad.es_cero() && !s.esPago && LineaTardia{s.transaccionId, s.numeroPartida} == vivo.linea)
            puesto = puesto.value_or(Importe{}) + s.valor;
        const bool sale = s.esPago ? s.cantidad > Cantidad{} : s.cantidad < Cantidad{} && s.revierteId == 0;
        // What is undone, or about to be, comes back with all that it took.
        if (puesto && sale && s.transaccionId != marco_.transaccionId && !de_vuelta.contains(s.movimientoId)) return {};
    }
    return puesto.value_or(Importe{});
}

// The last goods of a layer take all of its value with them, so what is of a cost that came since is taken from there first.
void Mudanza::apartar(Vivo& vivo, const std::set<std::int64_t>& dejan) {
    const Historia historia = seguir(vivo);
    vivo.estaba = donde_esta(vivo, historia);
    vivo.intacto =
        std::ranges::all_of(historia.capas(), [&](const auto& c) { return puesto_entero(vivo, c.second).has_value(); });
    const Redondeado partes = redondeado(vivo.estaba, historia, marco_.decimales);
    vivo.clases = partes.clases;
    if (vivo.intacto) vivo.estaba.capas = partes.capas;
    for (const auto& [capaId, parte] : partes.capas) {
        if (!dejan.contains(capaId)) continue;
        const auto& de = historia.capas().at(capaId);
        Importe puesto;  // never more than it put there
        for (const Suceso& s : de.sucesos)
            if (s.cantidad.es_cero() && LineaTardia{s.transaccionId, s.numeroPartida} == vivo.linea) puesto += s.valor;
        const Importe toma = std::clamp(parte, std::min(puesto, Importe{}), std::max(puesto, Importe{}));
        vivo.apartado[capaId] = poner(vivo.linea, de.capa, -puesto_entero(vivo, de).value_or(toma));
    }
}

// Where its goods were and are no more, and where they are. As long as nothing of it left, each layer has what was rounded for
// all of them together, and gets what is rounded so now. Otherwise the exits took their own roundings along: only layers whose
// goods changed get anything, so that no cent goes to another class.
void Mudanza::volver_a_poner(Vivo& vivo) {
    const Historia historia = seguir(vivo);
    const Donde donde = donde_esta(vivo, historia);
    auto esta = donde.capas;
    Redondeado partes = redondeado(donde, historia, marco_.decimales);
    std::map<std::int64_t, Importe> cruces = partes.clases;
    for (const auto& [clase, todo] : vivo.clases) cruces[clase] -= todo;
    anotar_cruces(vivo.linea, cruces);
    if (vivo.intacto) esta = std::move(partes.capas);
    Importe suma;
    Importe dado;
    for (const bool dejada : {true, false})
        for (const auto& [capaId, de] : historia.capas()) {
            if (vivo.apartado.contains(capaId) != dejada) continue;
            const auto ahora = esta.find(capaId);
            const Importe cambio = (ahora == esta.end() ? Importe{} : ahora->second) - vivo.estaba.capas[capaId];
            suma += cambio;
            if (dejada) dado += vivo.apartado[capaId];
            else if (cambio.es_cero()) continue;
            dado += poner(vivo.linea, de.capa, suma.redondeado(marco_.decimales) - dado);
        }
    anotar_paso_nuevo(ctx_, historia, vivo.linea.transaccionId);
}

// Kept, because it need not lie in goods: whoever undoes the cost could not tell.
void Mudanza::anotar_cruces(const LineaTardia& de, const std::map<std::int64_t, Importe>& cruces) {
    for (const auto& [clase, importe] : cruces) {
        if (importe.es_cero()) continue;
        cruces_[clase] += importe;
        ctx_.db().run(R"(
            INSERT INTO costoCruzado (organizacionId, transaccionId, porId, clasificacionId, importe) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (organizacionId, transaccionId, porId, clasificacionId)
                DO UPDATE SET importe = costoCruzado.importe + excluded.importe)",
                      ctx_.organizacionId(), de.transaccionId, marco_.transaccionId, clase, importe);
    }
}

std::map<std::int64_t, Importe> Mudanza::quitar_deshechos(std::int64_t deshaceId) {
    std::map<std::int64_t, Importe> quitado;
    if (deshechos_.empty()) return quitado;
    const Historia historia = con_deshechos(deshaceId);
    const auto puesto = sin_lo_deshecho(historia);
    // Each takes what is its own: whoever looks at one of them later finds no other's. The last walk has all of them.
    std::map<std::int64_t, Importe> dado;
    for (std::size_t i = 0; i + 1 < deshechos_.size(); ++i) {
        auto suyo = puesto;
        for (std::size_t j = i + 1; j < deshechos_.size(); ++j)
            for (const auto& [capaId, de] : historia.capas())
                for (const Suceso& s : de.sucesos)
                    if (s.transaccionId == deshechos_[j]) suyo.erase(s.movimientoId);
        Corriente<Contraste> corriente{historia, suyo, marco_.decimales};
        quitar(deshechos_[i], historia, corriente.hasta_hoy(), dado, quitado);
    }
    Corriente<Contraste> corriente{historia, puesto, marco_.decimales};
    quitar(deshechos_.back(), historia, corriente.hasta_hoy(), dado, quitado);
    for (const auto& [clase, monto] : corriente.cruces()) cruces_de_deshechos_[clase] += monto;
    auto idos = corriente.idos();
    for (const auto& [salidaId, monto] : idos_antes_) idos[salidaId] -= monto;
    destinos_ = destinos_de(ctx_.db(), historia, idos, deshaceId);
    for (const auto& [productoId, monto] : de_otros(historia, std::move(idos), deshaceId)) quitado[productoId] += monto;
    // Whoever undoes this finds them where the goods are now.
    for (const std::int64_t transaccionId : deshechos_) anotar_paso(ctx_, historia, transaccionId);
    // What had come in for what a repackaging made was taken out of that before, without these costs.
    if (const auto* reempaque = historia.reempaque(deshaceId))
        for (const std::int64_t salidaId : reempaque->salidas)
            if (const auto* pagos = historia.pagos(salidaId))
                quitado[historia.capas().at(pagos->front().capaId).capa.productoId] -= corriente.repuesto(salidaId);
    return quitado;
}

// What others took, by product: goods that are back, or are there no more, paid what they owed, or it is owed again.
std::map<std::int64_t, Importe> Mudanza::de_otros(const Historia& historia, std::map<std::int64_t, Importe> idos,
                                                  std::int64_t deshaceId) const {
    if (const auto* reempaque = historia.reempaque(deshaceId))
        for (const std::int64_t salidaId : reempaque->salidas) idos.erase(salidaId);
    std::map<std::int64_t, Importe> suyos;
    for (const auto& [capaId, de] : historia.capas())
        for (const Suceso& s : de.sucesos) {
            if (s.esPago ? s.llegadaId != 0 : s.cantidad >= Cantidad{} || s.transaccionId == deshaceId) continue;
            const auto ido = idos.find(s.esPago ? s.salidaId : s.movimientoId);
            if (ido != idos.end()) suyos[de.capa.productoId] += std::exchange(ido->second, {});
        }
    return suyos;
}

void Mudanza::quitar(std::int64_t deshechoId, const Historia& historia, const std::map<std::int64_t, Importe>& restos,
                     std::map<std::int64_t, Importe>& dado, std::map<std::int64_t, Importe>& quitado) {
    const auto partidas = puestos_de(ctx_.db(), deshechoId);
    const LineaTardia de{deshechoId, partidas.empty() ? 0 : partidas.begin()->first};
    for (const auto& [capaId, resto] : restos) {
        CapaFila capa = historia.capas().at(capaId).capa;
        capa.valorRestante += dado[capaId];
        const Importe sube = poner(de, capa, resto - dado[capaId]);
        dado[capaId] += sube;
        quitado[capa.productoId] += sube;
    }
}

Historia Mudanza::con_deshechos(std::int64_t deshaceId) {
    return retener(
        ctx_,
        [&](Historia& h) {
            for (const std::int64_t transaccionId : deshechos_) cargar_puestos(h, puestos_de(ctx_.db(), transaccionId));
            h.cargar_deshechos();
        },
        deshaceId);
}

// What the books say of them so far.
void Mudanza::contrastar_antes() {
    if (deshechos_.empty()) return;
    const Historia historia = con_deshechos(0);
    const auto puesto = sin_lo_deshecho(historia);
    Corriente<Contraste> corriente{historia, puesto, marco_.decimales};
    corriente.hasta_hoy();
    for (const auto& [clase, monto] : corriente.cruces()) cruces_de_deshechos_[clase] -= monto;
    idos_antes_ = corriente.idos();
}

std::int64_t Mudanza::linea_de(const CapaFila& capa) const {
    const auto linea = lineas_.find(capa.capaId);
    return linea == lineas_.end() ? lineas_.begin()->second : linea->second;
}

// Where goods are, as far as they are worth it.
Importe Mudanza::poner(const LineaTardia& de, const CapaFila& capa, Importe valor) {
    const Importe sube = capa.cantidadRestante.es_cero() ? Importe{} : std::max(valor, -capa.valorRestante);
    if (sube.es_cero()) return sube;
    const std::int64_t numeroPartida = linea_de(capa);
    encarecer_capa(ctx_, marco_, numeroPartida, capa, sube, &de);
    movidos_.push_back({numeroPartida, capa.productoId, capa.almacenId, {}, sube, true, capa.clasificacionId});
    return sube;
}

}  // namespace cacao::engine::interno
