// Stock below zero, where the organization allows it: goods leave at the last known cost, and what comes next puts it right. What
// comes pays the oldest exit first, at its own cost, so that an exit knows what its goods came to cost. Goods that are not there
// are nowhere: where a transfer took them they are waited for, whoever takes them on from there owes them too, and what pays the
// transfer goes on to that place.

#include "engine/existencia/inventario_interno.hpp"
#include "engine/tipos/cualidades.hpp"
#include "reflect/describe.hpp"

#include <algorithm>

namespace cacao::engine::interno {

namespace {

// Some goods of a place and what they are held to be worth.
struct Monton {
    Cantidad cantidad;
    Importe valor;
};
DESCRIBE_STRUCT(Monton, (), (cantidad, valor))

// A cost that is not known yet, and the movement that it was taken of, as far as it was of one.
struct Estimado {
    Importe valor;
    std::int64_t deId = 0;
    Cantidad estimada;
};

struct Ultimo {
    std::int64_t movimientoId = 0;
    Cantidad cantidad;
    Importe valor;
    std::int64_t estimadoDeId = 0;  // where all of it was an estimate itself: the movement that it was taken of
};
DESCRIBE_STRUCT(Ultimo, (), (movimientoId, cantidad, valor, estimadoDeId))

// Of what was done and not undone. An estimate is not taken of another: that would follow nothing that happens to the first.
std::optional<Ultimo> ultimo_costo(Context& ctx, const Clave& clave) {
    static constexpr std::string_view columnas = R"(
        SELECT m.movimientoId, m.cantidad, m.valor,
               CASE WHEN f.estimada = -m.cantidad THEN f.estimadoDeId ELSE 0 END AS estimadoDeId
          FROM movimiento m
          LEFT JOIN faltanteSalida f ON f.organizacionId = $1 AND f.movimientoId = m.movimientoId
         WHERE m.organizacionId = $1 AND )";
    static const std::string del_lugar = std::string{columnas} + R"(
               m.productoId = $2 AND m.almacenId = $3 AND m.cantidad <> 0 AND m.revierteId = 0
           AND NOT EXISTS (SELECT 1 FROM movimiento r
                            WHERE r.organizacionId = $1 AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
         ORDER BY m.fecha DESC, m.movimientoId DESC LIMIT 1)";
    static const std::string uno = std::string{columnas} + "m.movimientoId = $2";
    auto ultimo = ctx.db().one<Ultimo>(del_lugar, ctx.organizacionId(), clave.productoId, clave.almacenId);
    while (ultimo && ultimo->estimadoDeId != 0) ultimo = ctx.db().one<Ultimo>(uno, ctx.organizacionId(), ultimo->estimadoDeId);
    return ultimo;
}

void sumar_ultimo_costo(Context& ctx, const Marco& marco, const Clave& clave, Cantidad cantidad, Estimado& estimado) {
    const auto ultimo = ultimo_costo(ctx, clave);
    if (!ultimo) return;
    const bool sale = ultimo->cantidad < Cantidad{};
    estimado.valor +=
        parte_de(sale ? -ultimo->valor : ultimo->valor, cantidad, sale ? -ultimo->cantidad : ultimo->cantidad, marco.decimales);
    estimado.deId = ultimo->movimientoId;
    estimado.estimada = cantidad;
}

// What a place owes less what it waits for.
Monton debe_en_neto(Context& ctx, const Clave& clave) {
    return *ctx.db().one<Monton>(R"(
        SELECT CAST(COALESCE(SUM(u.cantidad), 0) AS BIGINT) AS cantidad, CAST(COALESCE(SUM(u.valor), 0) AS BIGINT) AS valor
          FROM (SELECT f.cantidad, f.valor FROM faltante f
                 WHERE f.organizacionId = $1 AND f.productoId = $2 AND f.almacenId = $3 AND f.loteId = $4
                UNION ALL
                SELECT -l.cantidad, -l.valor FROM porLlegar l
                 WHERE l.organizacionId = $1 AND l.productoId = $2 AND l.almacenId = $3 AND l.loteId = $4 AND l.cantidad > 0) u)",
                                 ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId);
}

// So that a place with nothing on hand is worth nothing: what it waits for leaves at what that is held to be worth, and what goes
// to a place that owes is held to be worth what that owes. The rest is worth what the last goods were.
Estimado provisional(Context& ctx, const Marco& marco, const Clave& clave, Cantidad falta, const Clave* destino) {
    Estimado estimado;
    const auto de_un_monton = [&](Cantidad hay, Importe vale) {
        if (hay <= Cantidad{} || falta.es_cero()) return;
        const Cantidad toma = std::min(hay, falta);
        estimado.valor += parte_de(std::max(vale, Importe{}), toma, hay, marco.decimales);
        falta -= toma;
    };
    const Monton aqui = debe_en_neto(ctx, clave);
    de_un_monton(-aqui.cantidad, -aqui.valor);
    if (destino != nullptr && !falta.es_cero()) {
        const Monton alla = debe_en_neto(ctx, *destino);
        de_un_monton(alla.cantidad, alla.valor);
    }
    if (!falta.es_cero()) sumar_ultimo_costo(ctx, marco, clave, falta, estimado);
    return estimado;
}

}  // namespace

std::int64_t capa_debida(Context& ctx, const Marco& marco, const Clave& clave, std::int64_t numeroPartida) {
    const auto suya = ctx.db().one<std::int64_t>(R"(
        SELECT capaId FROM faltante WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4)",
                                                 ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId);
    if (suya) return *suya;
    const std::int64_t capaId = ctx.db().next_id();
    ctx.db().run(R"(
        INSERT INTO capa (organizacionId, capaId, productoId, almacenId, loteId, fecha, transaccionId, numeroPartida,
                          origenCapaId, metodo, cantidadOriginal, cantidadRestante, costoOriginal, costoAgregado,
                          valorRestante)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 'peps', 0, 0, 0, 0, 0))",
                 ctx.organizacionId(), capaId, clave.productoId, clave.almacenId, clave.loteId, marco.fecha, marco.transaccionId,
                 numeroPartida);
    ctx.db().run(R"(
        INSERT INTO faltante (organizacionId, productoId, almacenId, loteId, capaId, cantidad, valor)
        VALUES ($1, $2, $3, $4, $5, 0, 0))",
                 ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId, capaId);
    return capaId;
}

void deber(Context& ctx, const Marco& marco, const Clave& clave, std::int64_t numeroPartida, Cantidad falta, ValorMovido& movido,
           const Clave* destino) {
    // Without the permission the take has already refused; layers that hold less than the stock are a broken promise of ours.
    if (!marco.permiteNegativos) reject(Codigo::interno, "");
    const Estimado estimado = provisional(ctx, marco, clave, falta, destino);
    const Importe valor = estimado.valor;
    const std::int64_t capaId = capa_debida(ctx, marco, clave, numeroPartida);
    const std::int64_t capaDestinoId = destino == nullptr ? 0 : capa_debida(ctx, marco, *destino, numeroPartida);
    const std::int64_t salidaId = asentar(ctx, marco, {numeroPartida, clave, capaId, capaDestinoId, -falta, -valor, 0, 0});
    ctx.db().run(R"(
        INSERT INTO faltanteSalida (organizacionId, movimientoId, productoId, almacenId, loteId, cantidad, valor, estimadoDeId, estimada)
        VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $7))",
                 ctx.organizacionId(), salidaId, clave.productoId, clave.almacenId, clave.loteId, estimado.deId,
                 estimado.estimada);
    cambiar_deuda(ctx, clave, salidaId, falta, valor);
    movido.cantidad -= falta;
    movido.valor -= valor;
    if (destino == nullptr) return;
    const std::int64_t llegadaId = asentar(ctx, marco, {numeroPartida, *destino, capaDestinoId, 0, falta, valor, 0, 0, salidaId});
    esperar(ctx, llegadaId, salidaId, *destino, falta, valor);
}

void cambiar_deuda(Context& ctx, const Clave& clave, std::int64_t salidaId, Cantidad cantidad, Importe valor) {
    ctx.db().run(R"(
        UPDATE faltante SET cantidad = cantidad + $5, valor = valor + $6
         WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4)",
                 ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId, cantidad, valor);
    ctx.db().run(R"(
        UPDATE faltanteSalida SET cantidad = cantidad + $3, valor = valor + $4 WHERE organizacionId = $1 AND movimientoId = $2)",
                 ctx.organizacionId(), salidaId, cantidad, valor);
}

void esperar(Context& ctx, std::int64_t llegadaId, std::int64_t salidaId, const Clave& clave, Cantidad cantidad, Importe valor) {
    ctx.db().run(R"(
        INSERT INTO porLlegar (organizacionId, llegadaId, salidaId, productoId, almacenId, loteId, cantidad, valor)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8))",
                 ctx.organizacionId(), llegadaId, salidaId, clave.productoId, clave.almacenId, clave.loteId, cantidad, valor);
}

void cambiar_espera(Context& ctx, std::int64_t llegadaId, Cantidad cantidad, Importe valor) {
    ctx.db().run(R"(
        UPDATE porLlegar SET cantidad = cantidad + $3, valor = valor + $4 WHERE organizacionId = $1 AND llegadaId = $2)",
                 ctx.organizacionId(), llegadaId, cantidad, valor);
}

Cuenta cuenta_de_lo_salido(std::string_view tipo) {
    const Documento* suyo = tipo_de(tipo);
    return suyo == nullptr ? Cuenta::costo_ventas : contraparte(*suyo);
}

void Deudas::leer(const Cambios& cambios) {
    for (const auto& [clave, cambio] : cambios) {
        // Where nothing may go below zero and nothing was, nothing is owed.
        const bool bajo_cero = cambio.cantidad - cambio.cambio < Cantidad{};
        if (cambio.cambio > Cantidad{} && (marco_.permiteNegativos || bajo_cero)) leer_lugar(clave);
    }
}

void Deudas::leer_lugar(const Clave& clave) {
    if (!leidos_.insert(clave).second) return;
    auto salidas = ctx_.db().all<SalidaDebida>(R"(
        SELECT u.movimientoId, m.capaId, CAST(u.cantidad AS BIGINT) AS cantidad, CAST(u.valor AS BIGINT) AS valor, u.llegadaId,
               CASE WHEN u.llegadaId = 0 AND m.capaDestinoId <> 0
                     AND NOT EXISTS (SELECT 1 FROM movimiento v WHERE v.organizacionId = $1 AND v.vieneDeId = m.movimientoId
                                     AND v.vieneDeId <> 0) THEN m.transaccionId ELSE 0 END AS transformaId,
               COALESCE(d.tipo, '') AS tipo
          FROM (SELECT s.movimientoId, s.cantidad - COALESCE((SELECT SUM(l.cantidad) FROM porLlegar l
                                                              WHERE l.organizacionId = $1 AND l.salidaId = s.movimientoId), 0)
                       AS cantidad,
                       s.valor - COALESCE((SELECT SUM(l.valor) FROM porLlegar l
                                           WHERE l.organizacionId = $1 AND l.salidaId = s.movimientoId), 0) AS valor,
                       0 AS llegadaId
                  FROM faltanteSalida s
                 WHERE s.organizacionId = $1 AND s.productoId = $2 AND s.almacenId = $3 AND s.loteId = $4 AND s.cantidad > 0
                UNION ALL
                SELECT s.movimientoId, l.cantidad, l.valor, l.llegadaId
                  FROM faltanteSalida s
                  JOIN porLlegar l ON l.organizacionId = $1 AND l.salidaId = s.movimientoId AND l.cantidad > 0
                 WHERE s.organizacionId = $1 AND s.productoId = $2 AND s.almacenId = $3 AND s.loteId = $4 AND s.cantidad > 0) u
          JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = u.movimientoId
          LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId
         WHERE u.cantidad > 0
         ORDER BY m.orden, u.llegadaId)",
                                               ctx_.organizacionId(), clave.productoId, clave.almacenId, clave.loteId);
    std::set<Clave> lugares;
    for (const SalidaDebida& salida : salidas) {
        if (salida.llegadaId == 0) continue;
        const auto espera = ctx_.db().one<Espera>(R"(
            SELECT v.movimientoId AS llegadaId, v.productoId, v.almacenId, v.loteId, v.capaId, v.transaccionId, v.numeroPartida,
                   CASE WHEN q.metodoCosto = 'promedio' THEN 1 ELSE 0 END AS promedio
              FROM movimiento v
              JOIN producto q ON q.organizacionId = $1 AND q.productoId = v.productoId
             WHERE v.organizacionId = $1 AND v.movimientoId = $2)",
                                                  ctx_.organizacionId(), salida.llegadaId);
        lugares.insert(espera->clave());
        esperas_[salida.llegadaId] = *espera;
    }
    if (!salidas.empty()) debidas_.emplace(clave, std::move(salidas));
    for (const Clave& lugar : lugares) {
        retener_existencias(ctx_, {{lugar.productoId, lugar.almacenId, 0}, lugar});
        const auto suya = std::ranges::find_if(esperas_, [&](const auto& e) { return e.second.clave() == lugar; });
        if (suya->second.promedio) capas_.pedir(lugar, MetodoCosto::promedio);
        ctx_.db().settle();
        leer_lugar(lugar);
    }
}

std::vector<Pago> Deudas::pagar(const Clave& clave, Cantidad cantidad, Importe valor) {
    std::vector<Pago> pagos;
    const auto lugar = debidas_.find(clave);
    if (lugar == debidas_.end()) return pagos;
    Cantidad pagada;
    Importe dado;
    for (SalidaDebida& salida : lugar->second) {
        const Cantidad paga = std::min(cantidad - pagada, salida.cantidad);
        if (paga.es_cero()) continue;
        pagada += paga;
        const Importe hasta = parte_de(valor, pagada, cantidad, marco_.decimales);
        const Importe debia = parte_de(salida.valor, paga, salida.cantidad, marco_.decimales);
        pagos.push_back({salida.movimientoId, salida.capaId, paga, hasta - dado, hasta - dado - debia, salida.llegadaId, 0,
                         salida.transformaId, cuenta_de_lo_salido(salida.tipo)});
        dado = hasta;
        salida.cantidad -= paga;
        salida.valor -= debia;
    }
    return pagos;
}

void Deudas::asentar_pagos(const Clave& clave, std::int64_t numeroPartida, const std::vector<Pago>& pagos, std::int64_t capaId,
                           std::int64_t movimientoId, std::vector<ValorMovido>& movidos) {
    for (const Pago& pago : pagos) {
        cambiar_deuda(ctx_, clave, pago.salidaId, -pago.cantidad, pago.ajuste - pago.valor);
        const std::int64_t pagoId = asentar_pago(ctx_, pago, capaId, movimientoId);
        const bool sigue = pago.llegadaId != 0;
        if (sigue) {
            cambiar_espera(ctx_, pago.llegadaId, -pago.cantidad, pago.ajuste - pago.valor);
            seguidas_.push_back({pago, pagoId, capaId, movimientoId, numeroPartida});
        }
        if (pago.transformaId != 0) transformadas_.push_back({pagoId, pago.transformaId, numeroPartida, clave, pago.ajuste});
        if (pago.ajuste.es_cero()) continue;
        asentar(ctx_, marco_, {numeroPartida, clave, pago.capaDebidaId, 0, {}, -pago.ajuste, 0, 0});
        if (pago.transformaId == 0)
            movidos.push_back({numeroPartida, clave.productoId, clave.almacenId, {}, -pago.ajuste, sigue, {}, pago.papel});
    }
}

void Deudas::terminar(std::vector<ValorMovido>& movidos) {
    seguir(movidos);
    capas_.guardar();
    for (const PagoTransformado& pago : transformadas_) corregir_producido(ctx_, marco_, pago, movidos);
    transformadas_.clear();
}

void Deudas::seguir(std::vector<ValorMovido>& movidos) {
    if (seguidas_.empty()) return;
    // The document may have come to owe something itself.
    leidos_.clear();
    debidas_.clear();
    for (const Seguida& s : seguidas_) leer_lugar(esperas_.at(s.pago.llegadaId).clave());
    for (std::size_t i = 0; i < seguidas_.size(); ++i) {
        const Seguida s = seguidas_[i];  // more come while it goes on
        const Espera& espera = esperas_.at(s.pago.llegadaId);
        const Clave clave = espera.clave();
        if (!s.pago.ajuste.es_cero()) {
            asentar(ctx_, marco_, {s.numeroPartida, clave, espera.capaId, 0, {}, s.pago.ajuste, 0, 0});
            movidos.push_back({s.numeroPartida, clave.productoId, clave.almacenId, {}, s.pago.ajuste, true});
        }
        CapaNueva nueva{.clave = clave,
                        .numeroPartida = espera.numeroPartida,
                        .fecha = marco_.fecha,
                        .origenCapaId = s.capaId,
                        .cantidad = s.pago.cantidad,
                        .valor = s.pago.valor,
                        .gastada = {},
                        .valorGastado = {},
                        .transaccionId = espera.transaccionId};
        if (!espera.promedio)  // they keep their age
            nueva.fecha = *ctx_.db().one<Fecha>("SELECT fecha FROM capa WHERE organizacionId = $1 AND capaId = $2",
                                                ctx_.organizacionId(), s.capaId);
        const auto pagos = pagar(clave, nueva.cantidad, nueva.valor);
        for (const Pago& pago : pagos) {
            nueva.gastada += pago.cantidad;
            nueva.valorGastado += pago.valor;
        }
        const std::int64_t capaId = capas_.poner(espera.metodo(), nueva);
        asentar_pago(ctx_, {s.pago.salidaId, 0, -s.pago.cantidad, -s.pago.valor, {}, espera.llegadaId, s.pagoId}, capaId,
                     s.movimientoId);
        asentar_pagos(clave, s.numeroPartida, pagos, capaId, s.movimientoId, movidos);
    }
    seguidas_.clear();
}

// Told as a payment of nothing, so that the exit owes what it left at, less what was paid of it.
void Deudas::reestimar(const Clave& clave, std::int64_t numeroPartida, std::int64_t salidaId, Importe cambio,
                       std::vector<ValorMovido>& movidos) {
    retener_existencias(ctx_, {clave});
    leer_lugar(clave);
    const auto lugar = debidas_.find(clave);
    if (lugar == debidas_.end()) return;
    Cantidad debe;
    for (const SalidaDebida& salida : lugar->second)
        if (salida.movimientoId == salidaId) debe += salida.cantidad;
    for (SalidaDebida& salida : lugar->second) {
        if (salida.movimientoId != salidaId) continue;
        const Importe suyo = parte_de(cambio, salida.cantidad, debe, marco_.decimales);
        debe -= salida.cantidad;
        cambio -= suyo;
        salida.valor += suyo;
        cambiar_deuda(ctx_, clave, salidaId, {}, suyo);
        asentar_pago(ctx_, {salidaId, salida.capaId, {}, {}, suyo, salida.llegadaId}, salida.capaId, 0);
        asentar(ctx_, marco_, {numeroPartida, clave, salida.capaId, 0, {}, -suyo, 0, 0});
        movidos.push_back({numeroPartida,
                           clave.productoId,
                           clave.almacenId,
                           {},
                           -suyo,
                           salida.llegadaId != 0,
                           {},
                           cuenta_de_lo_salido(salida.tipo)});
        if (salida.llegadaId == 0) continue;
        const Espera& espera = esperas_.at(salida.llegadaId);
        cambiar_espera(ctx_, salida.llegadaId, {}, suyo);
        asentar(ctx_, marco_, {numeroPartida, espera.clave(), espera.capaId, 0, {}, suyo, 0, 0});
        movidos.push_back({numeroPartida, espera.productoId, espera.almacenId, {}, suyo, true});
    }
}

Parte Deudas::perdonar(const Clave& clave, std::int64_t salidaId) {
    Parte debia;
    const auto lugar = debidas_.find(clave);
    if (lugar == debidas_.end()) return debia;
    for (const SalidaDebida& salida : lugar->second) {
        if (salida.movimientoId != salidaId) continue;
        debia.cantidad += salida.cantidad;
        debia.valor += salida.valor;
        cambiar_deuda(ctx_, clave, salidaId, -salida.cantidad, -salida.valor);
        if (salida.llegadaId != 0) cambiar_espera(ctx_, salida.llegadaId, -salida.cantidad, -salida.valor);
    }
    std::erase_if(lugar->second, [&](const SalidaDebida& s) { return s.movimientoId == salidaId; });
    return debia;
}

std::int64_t asentar_pago(Context& ctx, const Pago& pago, std::int64_t capaId, std::int64_t movimientoId) {
    const std::int64_t pagoId = ctx.db().next_id();
    ctx.db().run(R"(
        INSERT INTO faltantePago (organizacionId, pagoId, salidaId, movimientoId, capaId, orden, cantidad, valor, ajuste, llegadaId,
                                  pasaDeId)
        SELECT $1, $2, $3, $4, $5, COALESCE(MAX(u.orden), 0) + 1, $6, $7, $8, $9, $10
          FROM (SELECT MAX(m.orden) AS orden FROM movimiento m WHERE m.organizacionId = $1 AND m.capaId = $5
                UNION ALL SELECT MAX(p.orden) FROM faltantePago p WHERE p.organizacionId = $1 AND p.capaId = $5) u)",
                 ctx.organizacionId(), pagoId, pago.salidaId, movimientoId, capaId, pago.cantidad, pago.valor, pago.ajuste,
                 pago.llegadaId, pago.pasaDeId);
    return pagoId;
}

}  // namespace cacao::engine::interno
