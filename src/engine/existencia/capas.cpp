// Value in layers: PEPS takes the oldest first, average takes from one pool per product and warehouse.

#include "engine/existencia/inventario_interno.hpp"

#include <algorithm>

namespace cacao::engine::interno {
namespace {

// Most takes end within the first few layers; the rest is read in larger steps, never the whole history.
constexpr std::size_t primeras = 8;
constexpr std::size_t siguientes = 500;

Clave lugar_de(const Clave& clave, MetodoCosto metodo) {
    return metodo == MetodoCosto::promedio ? Clave{clave.productoId, clave.almacenId, 0} : clave;
}

}  // namespace

void Capas::recibir(const db::Row& row, std::vector<std::int64_t>& orden) {
    const std::int64_t capaId = row.integer(0);
    orden.push_back(capaId);
    auto [lugar, nueva] = todas_.try_emplace(capaId);
    if (!nueva) return;  // already here, and perhaps changed
    lugar->second = {.capaId = capaId,
                     .clave = {row.integer(1), row.integer(2), row.integer(3)},
                     .fecha = Fecha::de_dias(static_cast<std::int32_t>(row.integer(4))),
                     .promedio = row.text(5) == "promedio",
                     .cantidadOriginal = Cantidad::de_micros(row.integer(6)),
                     .cantidad = Cantidad::de_micros(row.integer(7)),
                     .costoOriginal = Importe::de_micros(row.integer(8)),
                     .costoAgregado = Importe::de_micros(row.integer(9)),
                     .valor = Importe::de_micros(row.integer(10))};
}

void Capas::pedir(const Clave& clave, MetodoCosto metodo) {
    const auto [lugar, nueva] = pilas_.try_emplace(lugar_de(clave, metodo));
    if (!nueva) return;
    Pila& pila = lugar->second;
    pila.promedio = metodo == MetodoCosto::promedio;
    const auto recibe = [this, &pila](const db::Row& row) {
        recibir(row, pila.orden);
        pila.hay_mas = !pila.promedio && ++pila.leidas == primeras;
    };
    const std::array<db::Value, 5> valores{db::to_value(ctx_.organizacionId()), db::to_value(clave.productoId),
                                           db::to_value(clave.almacenId), db::to_value(clave.loteId), db::to_value(primeras)};
    if (pila.promedio)
        ctx_.db().query_later(R"(
            SELECT capaId, productoId, almacenId, loteId, fecha, metodo, cantidadOriginal, cantidadRestante, costoOriginal,
                   costoAgregado, valorRestante
              FROM capa WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND metodo = 'promedio')",
                              db::Params{valores}.first(3), recibe);
    else
        ctx_.db().query_later(R"(
            SELECT capaId, productoId, almacenId, loteId, fecha, metodo, cantidadOriginal, cantidadRestante, costoOriginal,
                   costoAgregado, valorRestante
              FROM capa
             WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4 AND cantidadRestante > 0
             ORDER BY fecha, capaId LIMIT $5)",
                              valores, recibe);
}

bool Capas::leer_mas(const Clave& clave, Pila& pila) {
    if (!pila.hay_mas) return false;
    const Capa& ultima = de(pila.orden.back());
    std::size_t leidas = 0;
    ctx_.db().each(
        R"(
        SELECT capaId, productoId, almacenId, loteId, fecha, metodo, cantidadOriginal, cantidadRestante, costoOriginal,
               costoAgregado, valorRestante
          FROM capa
         WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4 AND cantidadRestante > 0
           AND (fecha, capaId) > ($5, $6)
         ORDER BY fecha, capaId LIMIT $7)",
        [&](const db::Row& row) {
            recibir(row, pila.orden);
            ++leidas;
        },
        ctx_.organizacionId(), clave.productoId, clave.almacenId, clave.loteId, ultima.fecha, ultima.capaId, siguientes);
    pila.hay_mas = leidas == siguientes;
    return leidas > 0;
}

void Capas::pedir_de_documento(std::int64_t transaccionId) {
    const std::array<db::Value, 2> valores{db::to_value(ctx_.organizacionId()), db::to_value(transaccionId)};
    ctx_.db().query_later(R"(
        SELECT capaId, productoId, almacenId, loteId, fecha, metodo, cantidadOriginal, cantidadRestante, costoOriginal,
               costoAgregado, valorRestante
          FROM capa
         WHERE organizacionId = $1
           AND capaId IN (SELECT m.capaId FROM movimiento m WHERE m.organizacionId = $1 AND m.transaccionId = $2))",
                          valores, [this](const db::Row& row) {
                              std::vector<std::int64_t> nadie;
                              recibir(row, nadie);
                          });
}

void Capas::pedir_una(std::int64_t capaId) {
    const std::array<db::Value, 2> valores{db::to_value(ctx_.organizacionId()), db::to_value(capaId)};
    ctx_.db().query_later(R"(
        SELECT capaId, productoId, almacenId, loteId, fecha, metodo, cantidadOriginal, cantidadRestante, costoOriginal,
               costoAgregado, valorRestante
          FROM capa WHERE organizacionId = $1 AND capaId = $2)",
                          valores, [this](const db::Row& row) {
                              std::vector<std::int64_t> nadie;
                              recibir(row, nadie);
                          });
}

void Capas::pedir_de_partida(std::int64_t transaccionId, std::int64_t numeroPartida, const Clave& clave) {
    const auto [lugar, nueva] = de_partida_.try_emplace({clave, {transaccionId, numeroPartida}});
    if (!nueva) return;
    const std::array<db::Value, 6> valores{db::to_value(ctx_.organizacionId()), db::to_value(transaccionId),
                                           db::to_value(numeroPartida),         db::to_value(clave.productoId),
                                           db::to_value(clave.almacenId),       db::to_value(clave.loteId)};
    ctx_.db().query_later(R"(
        SELECT capaId, productoId, almacenId, loteId, fecha, metodo, cantidadOriginal, cantidadRestante, costoOriginal,
               costoAgregado, valorRestante
          FROM capa
         WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND productoId = $4 AND almacenId = $5
           AND loteId = $6 AND cantidadRestante > 0 AND metodo = 'peps'
         ORDER BY fecha, capaId)",
                          valores, [this, &orden = lugar->second](const db::Row& row) { recibir(row, orden); });
}

void Capas::contar_lotes(const Cambios& cambios) {
    if (!marco_.permiteNegativos) return;
    for (const auto& [clave, cambio] : cambios) {
        const auto pila = pilas_.find({clave.productoId, clave.almacenId, 0});
        if (clave.loteId == 0 || pila == pilas_.end() || !pila->second.promedio) continue;
        const auto debe = ctx_.db().one<Cantidad>(R"(
            SELECT CAST(COALESCE(SUM(u.cantidad), 0) AS BIGINT)
              FROM (SELECT f.cantidad FROM faltante f
                     WHERE f.organizacionId = $1 AND f.productoId = $2 AND f.almacenId = $3 AND f.loteId = $4
                    UNION ALL
                    SELECT -l.cantidad FROM porLlegar l
                     WHERE l.organizacionId = $1 AND l.productoId = $2 AND l.almacenId = $3 AND l.loteId = $4
                       AND l.cantidad > 0) u)",
                                                  ctx_.organizacionId(), clave.productoId, clave.almacenId, clave.loteId);
        de_lote_[clave] = cambio.cantidad - cambio.cambio + *debe;
    }
}

Cantidad Capas::hay(const Clave& clave, const Capa& capa) const {
    const auto lote = de_lote_.find(clave);
    return lote == de_lote_.end() ? capa.cantidad : std::clamp(lote->second, Cantidad{}, capa.cantidad);
}

void Capas::cambiar(const Clave& clave, Capa& capa, Cantidad cantidad, Importe valor) {
    capa.cantidad += cantidad;
    capa.valor += valor;
    capa.cambiada = true;
    if (const auto lote = de_lote_.find(clave); lote != de_lote_.end()) lote->second += cantidad;
}

void Capas::tomar_una(Capa& capa, Cantidad& falta, std::vector<Parte>& partes) const {
    const Cantidad toma = std::min(capa.cantidad, falta);
    if (toma.es_cero()) return;
    // The last unit takes all that is left, so that quantity 0 is value 0.
    const Importe valor = parte_de(capa.valor, toma, capa.cantidad, marco_.decimales);
    capa.cantidad -= toma;
    capa.valor -= valor;
    capa.cambiada = true;
    falta -= toma;
    partes.push_back({capa.capaId, capa.fecha, toma, valor, {}});
}

std::vector<Parte> Capas::tomar(const Clave& clave, MetodoCosto metodo, Cantidad& falta) {
    const Clave lugar = lugar_de(clave, metodo);
    Pila& pila = pilas_.at(lugar);
    std::vector<Parte> partes;
    const auto lote = de_lote_.find(clave);
    // What only other lots have.
    const Cantidad ajena = lote == de_lote_.end() ? Cantidad{} : falta - std::clamp(lote->second, Cantidad{}, falta);
    falta -= ajena;
    while (!falta.es_cero()) {
        if (pila.en == pila.orden.size() && !leer_mas(lugar, pila)) break;
        Capa& capa = de(pila.orden[pila.en]);
        tomar_una(capa, falta, partes);
        if (capa.cantidad.es_cero()) ++pila.en;
    }
    if (lote != de_lote_.end())
        for (const Parte& parte : partes) lote->second -= parte.cantidad;
    falta += ajena;
    return partes;
}

std::vector<Parte> Capas::tomar_series(const SeriesPor& series) {
    std::vector<Parte> partes;
    for (const auto& [capaId, suyas] : series) {
        Cantidad falta = Cantidad::de_enteros(static_cast<std::int64_t>(suyas.size()));
        tomar_una(de(capaId), falta, partes);
        // A layer holds the cost of each of its serials.
        if (!falta.es_cero()) reject(Codigo::interno, "");
        partes.back().series = suyas;
    }
    return partes;
}

std::vector<Parte> Capas::tomar_de_partida(std::int64_t transaccionId, std::int64_t numeroPartida, const Clave& clave,
                                           Cantidad& falta) {
    std::vector<Parte> partes;
    for (const std::int64_t capaId : de_partida_.at({clave, {transaccionId, numeroPartida}}))
        tomar_una(de(capaId), falta, partes);
    return partes;
}

Capa& Capas::de(std::int64_t capaId) {
    const auto lugar = todas_.find(capaId);
    if (lugar == todas_.end()) reject(Codigo::interno, "");
    return lugar->second;
}

Capa& Capas::fondo(const Clave& clave) {
    Pila& pila = pilas_.at({clave.productoId, clave.almacenId, 0});
    if (pila.orden.empty()) {
        const std::int64_t capaId = ctx_.db().next_id();
        pila.orden.push_back(capaId);
        Capa& capa = todas_[capaId];
        capa.capaId = capaId;
        capa.clave = {clave.productoId, clave.almacenId, 0};
        capa.fecha = marco_.fecha;
        capa.promedio = true;
        capa.nueva = true;
    }
    pila.en = 0;
    return de(pila.orden.front());
}

std::int64_t Capas::poner(MetodoCosto metodo, const CapaNueva& nueva) {
    const Cantidad queda = nueva.cantidad - nueva.gastada;
    const Importe valor = nueva.valor - nueva.valorGastado;
    if (metodo == MetodoCosto::promedio) {
        Capa& capa = fondo(nueva.clave);
        cambiar(nueva.clave, capa, queda, valor);
        return capa.capaId;
    }
    const std::int64_t capaId = ctx_.db().next_id();
    ctx_.db().run(R"(
        INSERT INTO capa (organizacionId, capaId, productoId, almacenId, loteId, fecha, transaccionId, numeroPartida, origenCapaId,
                          metodo, cantidadOriginal, cantidadRestante, costoOriginal, costoAgregado, valorRestante)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'peps', $10, $11, $12, 0, $13))",
                  ctx_.organizacionId(), capaId, nueva.clave.productoId, nueva.clave.almacenId, nueva.clave.loteId, nueva.fecha,
                  nueva.transaccionId != 0 ? nueva.transaccionId : marco_.transaccionId, nueva.numeroPartida, nueva.origenCapaId,
                  nueva.cantidad, queda, nueva.valor, valor);
    return capaId;
}

void Capas::guardar() {
    for (auto& [capaId, capa] : todas_) {
        if (capa.nueva)
            ctx_.db().run(R"(
                INSERT INTO capa (organizacionId, capaId, productoId, almacenId, loteId, fecha, transaccionId, numeroPartida,
                                  origenCapaId, metodo, cantidadOriginal, cantidadRestante, costoOriginal, costoAgregado,
                                  valorRestante)
                VALUES ($1, $2, $3, $4, 0, $5, $6, 0, 0, 'promedio', 0, $7, 0, $8, $9))",
                          ctx_.organizacionId(), capaId, capa.clave.productoId, capa.clave.almacenId, capa.fecha,
                          marco_.transaccionId, capa.cantidad, capa.costoAgregado, capa.valor);
        else if (capa.cambiada)
            ctx_.db().run(R"(
                UPDATE capa SET cantidadRestante = $3, valorRestante = $4, costoAgregado = $5
                 WHERE organizacionId = $1 AND capaId = $2)",
                          ctx_.organizacionId(), capaId, capa.cantidad, capa.valor, capa.costoAgregado);
        capa.nueva = false;
        capa.cambiada = false;
    }
}

}  // namespace cacao::engine::interno
