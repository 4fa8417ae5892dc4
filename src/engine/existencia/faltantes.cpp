// Stock below zero, where the organization allows it: goods leave at the last known cost, and what comes next puts it right. What
// comes pays the oldest exit first, at its own cost, so that an exit knows what its goods came to cost.

#include "engine/existencia/inventario_interno.hpp"
#include "reflect/describe.hpp"

#include <algorithm>

namespace cacao::engine::interno {

namespace {

struct UltimoCosto {
    Cantidad cantidad;
    Importe valor;
};
DESCRIBE_STRUCT(UltimoCosto, (), (cantidad, valor))

// The layer that stands for what no layer holds; 0 where nothing was ever owed.
std::int64_t capa_debida(Context& ctx, const Clave& clave) {
    return ctx.db()
        .one<std::int64_t>(R"(
            SELECT capaId FROM faltante WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4)",
                           ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId)
        .value_or(0);
}

// Changes what the place owes, and what the exit owes of it.
void cambiar(Context& ctx, const Clave& clave, std::int64_t salidaId, Cantidad cantidad, Importe valor) {
    ctx.db().run(R"(
        UPDATE faltante SET cantidad = cantidad + $5, valor = valor + $6
         WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4)",
                 ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId, cantidad, valor);
    ctx.db().run(R"(
        UPDATE faltanteSalida SET cantidad = cantidad + $3, valor = valor + $4 WHERE organizacionId = $1 AND movimientoId = $2)",
                 ctx.organizacionId(), salidaId, cantidad, valor);
}

Importe ultimo_costo(Context& ctx, const Marco& marco, const Clave& clave, Cantidad cantidad) {
    const auto ultimo = ctx.db().one<UltimoCosto>(R"(
        SELECT cantidad, valor FROM movimiento
         WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND cantidad <> 0
         ORDER BY fecha DESC, movimientoId DESC LIMIT 1)",
                                                  ctx.organizacionId(), clave.productoId, clave.almacenId);
    if (!ultimo) return {};
    const bool sale = ultimo->cantidad < Cantidad{};
    return parte_de(sale ? -ultimo->valor : ultimo->valor, cantidad, sale ? -ultimo->cantidad : ultimo->cantidad,
                    marco.decimales);
}

}  // namespace

std::int64_t deber(Context& ctx, const Marco& marco, const Clave& clave, std::int64_t numeroPartida, Cantidad falta,
                   ValorMovido& movido) {
    // Without the permission the take has already refused; layers that hold less than the stock are a broken promise of ours.
    if (!marco.permiteNegativos) reject(Codigo::interno, "");
    const Importe valor = ultimo_costo(ctx, marco, clave, falta);
    std::int64_t capaId = capa_debida(ctx, clave);
    if (capaId == 0) {
        capaId = ctx.db().next_id();
        ctx.db().run(R"(
            INSERT INTO capa (organizacionId, capaId, productoId, almacenId, loteId, fecha, transaccionId, numeroPartida,
                              origenCapaId, metodo, cantidadOriginal, cantidadRestante, costoOriginal, costoAgregado,
                              valorRestante)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 'peps', 0, 0, 0, 0, 0))",
                     ctx.organizacionId(), capaId, clave.productoId, clave.almacenId, clave.loteId, marco.fecha,
                     marco.transaccionId, numeroPartida);
        ctx.db().run(R"(
            INSERT INTO faltante (organizacionId, productoId, almacenId, loteId, capaId, cantidad, valor)
            VALUES ($1, $2, $3, $4, $5, 0, 0))",
                     ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId, capaId);
    }
    const std::int64_t salidaId = asentar(ctx, marco, {numeroPartida, clave, capaId, 0, -falta, -valor, 0, 0});
    ctx.db().run(R"(
        INSERT INTO faltanteSalida (organizacionId, movimientoId, productoId, almacenId, loteId, cantidad, valor)
        VALUES ($1, $2, $3, $4, $5, 0, 0))",
                 ctx.organizacionId(), salidaId, clave.productoId, clave.almacenId, clave.loteId);
    cambiar(ctx, clave, salidaId, falta, valor);
    movido.cantidad -= falta;
    movido.valor -= valor;
    return salidaId;
}

void Deudas::leer(const Cambios& cambios) {
    for (const auto& [clave, cambio] : cambios) {
        // Where nothing may go below zero and nothing was, nothing is owed.
        const bool bajo_cero = cambio.cantidad - cambio.cambio < Cantidad{};
        if (cambio.cambio <= Cantidad{} || (!marco_.permiteNegativos && !bajo_cero)) continue;
        auto salidas = ctx_.db().all<SalidaDebida>(R"(
            SELECT s.movimientoId, m.capaId, s.cantidad, s.valor FROM faltanteSalida s
              JOIN movimiento m ON m.organizacionId = s.organizacionId AND m.movimientoId = s.movimientoId
             WHERE s.organizacionId = $1 AND s.productoId = $2 AND s.almacenId = $3 AND s.loteId = $4 AND s.cantidad > 0
             ORDER BY m.orden)",
                                                   ctx_.organizacionId(), clave.productoId, clave.almacenId, clave.loteId);
        if (!salidas.empty()) debidas_.emplace(clave, std::move(salidas));
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
        const Importe provisional = parte_de(salida.valor, paga, salida.cantidad, marco_.decimales);
        pagos.push_back({salida.movimientoId, salida.capaId, paga, hasta - dado, hasta - dado - provisional});
        dado = hasta;
        salida.cantidad -= paga;
        salida.valor -= provisional;
    }
    return pagos;
}

void Deudas::asentar_pagos(const Clave& clave, std::int64_t numeroPartida, const std::vector<Pago>& pagos, std::int64_t capaId,
                           std::int64_t movimientoId, std::vector<ValorMovido>& movidos) {
    for (const Pago& pago : pagos) {
        cambiar(ctx_, clave, pago.salidaId, -pago.cantidad, pago.ajuste - pago.valor);
        asentar_pago(ctx_, pago, capaId, movimientoId);
        if (pago.ajuste.es_cero()) continue;
        asentar(ctx_, marco_, {numeroPartida, clave, pago.capaDebidaId, 0, {}, -pago.ajuste, 0, 0});
        movidos.push_back({numeroPartida, clave.productoId, clave.almacenId, {}, -pago.ajuste});
    }
}

Parte Deudas::perdonar(const Clave& clave, std::int64_t salidaId) {
    const auto lugar = debidas_.find(clave);
    if (lugar == debidas_.end()) return {};
    const auto salida = std::ranges::find(lugar->second, salidaId, &SalidaDebida::movimientoId);
    if (salida == lugar->second.end()) return {};
    const Parte debia{salida->capaId, {}, salida->cantidad, salida->valor};
    cambiar(ctx_, clave, salidaId, -debia.cantidad, -debia.valor);
    lugar->second.erase(salida);
    return debia;
}

void asentar_pago(Context& ctx, const Pago& pago, std::int64_t capaId, std::int64_t movimientoId) {
    ctx.db().run(R"(
        INSERT INTO faltantePago (organizacionId, pagoId, salidaId, movimientoId, capaId, orden, cantidad, valor, ajuste)
        SELECT $1, $2, $3, $4, $5, COALESCE(MAX(u.orden), 0) + 1, $6, $7, $8
          FROM (SELECT MAX(m.orden) AS orden FROM movimiento m WHERE m.organizacionId = $1 AND m.capaId = $5
                UNION ALL SELECT MAX(p.orden) FROM faltantePago p WHERE p.organizacionId = $1 AND p.capaId = $5) u)",
                 ctx.organizacionId(), ctx.db().next_id(), pago.salidaId, movimientoId, capaId, pago.cantidad, pago.valor,
                 pago.ajuste);
}

}  // namespace cacao::engine::interno
