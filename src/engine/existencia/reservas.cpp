// Goods put aside for an order. A reservation is held by its own row and counted in the place it concerns; whoever changes both
// takes the reservation first, then the places in their order.

#include "engine/existencia/inventario_interno.hpp"
#include "reflect/describe.hpp"

#include <algorithm>

namespace cacao::engine {

using namespace interno;

namespace {

struct ReservaFila {
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t loteId = 0;
    Cantidad cantidad;
    Clave clave() const { return {productoId, almacenId, loteId}; }
};
DESCRIBE_STRUCT(ReservaFila, (), (numeroPartida, productoId, almacenId, loteId, cantidad))

// What a line puts aside in one place.
struct Apartado {
    const MovimientoPedido* pedido = nullptr;
    Clave clave;
    Cantidad cantidad;
};

void bajar_reserva(Context& ctx, std::int64_t transaccionId, const ReservaFila& fila, Cantidad baja) {
    if (baja == fila.cantidad)
        ctx.db().run(R"(
            DELETE FROM reserva WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND productoId = $4
               AND almacenId = $5 AND loteId = $6)",
                     ctx.organizacionId(), transaccionId, fila.numeroPartida, fila.productoId, fila.almacenId, fila.loteId);
    else
        ctx.db().run(R"(
            UPDATE reserva SET cantidad = cantidad - $7
             WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND productoId = $4 AND almacenId = $5
               AND loteId = $6)",
                     ctx.organizacionId(), transaccionId, fila.numeroPartida, fila.productoId, fila.almacenId, fila.loteId, baja);
}

void bajar_lugares(Context& ctx, const std::map<Clave, Cantidad>& bajas) {
    for (const auto& [clave, baja] : bajas)
        ctx.db().run(R"(
            UPDATE existencia SET reservado = reservado - $5
             WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4)",
                     ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId, baja);
}

// Locks the reservation rows of an order and reads them.
std::vector<ReservaFila> retener_reservas(Context& ctx, std::int64_t transaccionId) {
    auto filas = ctx.db().all<ReservaFila>(R"(
        UPDATE reserva SET cantidad = cantidad WHERE organizacionId = $1 AND transaccionId = $2
        RETURNING numeroPartida, productoId, almacenId, loteId, cantidad)",
                                           ctx.organizacionId(), transaccionId);
    std::ranges::sort(filas, {}, [](const ReservaFila& f) { return std::pair{f.numeroPartida, f.clave()}; });
    return filas;
}

// An order seldom names a lot: those that expire first are put aside, then the oldest.
std::vector<Apartado> por_caducidad(Context& ctx, const Marco& marco, const MovimientoPedido& pedido,
                                    std::map<Clave, Cantidad>& ya) {
    const auto lotes = lotes_disponibles(ctx, marco, pedido.articulo->productoId, pedido.almacenId);
    std::vector<Apartado> apartados;
    Cantidad falta = pedido.cantidad;
    for (const LoteDisponible& lote : lotes) {
        const Clave clave{pedido.articulo->productoId, pedido.almacenId, lote.loteId};
        const Cantidad toma = std::min(falta, lote.disponible - ya[clave]);
        if (toma <= Cantidad{}) continue;
        ya[clave] += toma;
        falta -= toma;
        apartados.push_back({&pedido, clave, toma});
    }
    // What no lot has is asked of none, and refused as such.
    if (!falta.es_cero()) apartados.push_back({&pedido, {pedido.articulo->productoId, pedido.almacenId, 0}, falta});
    return apartados;
}

}  // namespace

void reservar(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos, std::optional<Fecha> vence) {
    std::vector<const MovimientoPedido*> directos;
    std::vector<Apartado> apartados;
    std::map<Clave, Cantidad> ya;
    for (const MovimientoPedido& pedido : pedidos) {
        if (!lleva_lote(*pedido.articulo) || pedido.lote) directos.push_back(&pedido);
        else std::ranges::copy(por_caducidad(ctx, marco, pedido, ya), std::back_inserter(apartados));
    }
    const auto lineas = con_lotes(ctx, marco, directos, false);
    for (const Linea& linea : lineas) apartados.push_back({linea.pedido, linea.clave, linea.pedido->cantidad});

    struct Suma {
        Cantidad cantidad;
        const MovimientoPedido* pedido = nullptr;
        bool hecha = false;
    };
    std::map<Clave, Suma> sumas;
    for (const Apartado& apartado : apartados) {
        Suma& suma = sumas[apartado.clave];
        suma.cantidad += apartado.cantidad;
        if (suma.pedido == nullptr) suma.pedido = apartado.pedido;
    }
    for (auto& [clave, suma] : sumas) {
        const std::array<db::Value, 5> valores{db::to_value(ctx.organizacionId()), db::to_value(clave.productoId),
                                               db::to_value(clave.almacenId), db::to_value(clave.loteId),
                                               db::to_value(suma.cantidad)};
        ctx.db().query_later(R"(
            UPDATE existencia SET reservado = reservado + $5
             WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4 AND cantidad - reservado >= $5
            RETURNING reservado)",
                             valores, [&hecha = suma.hecha](const db::Row&) { hecha = true; });
    }
    ctx.db().settle();
    Faltas faltas;
    for (const auto& [clave, suma] : sumas)
        if (!suma.hecha)
            rechazar_existencia(ctx, clave, suma.pedido->articulo->codigo, suma.pedido->campo, suma.cantidad, {}, faltas);
    faltas.lanzar();
    for (const Apartado& apartado : apartados)
        ctx.db().run(R"(
            INSERT INTO reserva (organizacionId, transaccionId, numeroPartida, productoId, almacenId, loteId, cantidad, vence)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (organizacionId, transaccionId, numeroPartida, productoId, almacenId, loteId) DO UPDATE
               SET cantidad = reserva.cantidad + excluded.cantidad, vence = excluded.vence)",
                     ctx.organizacionId(), marco.transaccionId, apartado.pedido->numeroPartida, apartado.clave.productoId,
                     apartado.clave.almacenId, apartado.clave.loteId, apartado.cantidad, vence);
    for (const Linea& linea : lineas) series_reservan(ctx, marco, linea, faltas);
    faltas.lanzar();
}

namespace {

void liberar(Context& ctx, const std::vector<std::int64_t>& pedidos) {
    std::map<Clave, Cantidad> bajas;
    for (const std::int64_t transaccionId : pedidos)
        ctx.db().each(
            R"(
            DELETE FROM reserva WHERE organizacionId = $1 AND transaccionId = $2
            RETURNING productoId, almacenId, loteId, cantidad)",
            [&](const db::Row& row) {
                bajas[{row.integer(0), row.integer(1), row.integer(2)}] += Cantidad::de_micros(row.integer(3));
            },
            ctx.organizacionId(), transaccionId);
    bajar_lugares(ctx, bajas);
    for (const std::int64_t transaccionId : pedidos) series_liberan(ctx, transaccionId);
}

}  // namespace

void liberar_reservas(Context& ctx, std::int64_t transaccionId) { liberar(ctx, {transaccionId}); }

void liberar_reservas_vencidas(Context& ctx) {
    const auto leer = [&] {
        return ctx.db().all<std::int64_t>(R"(SELECT DISTINCT transaccionId FROM reserva
                                             WHERE organizacionId = $1 AND vence IS NOT NULL AND vence < $2
                                             ORDER BY transaccionId)",
                                          ctx.organizacionId(), ctx.hoy_en_todas());
    };
    if (leer().empty()) return;
    // One lets them go, the others wait for it and find nothing.
    ctx.db().lock("reservas vencidas");
    liberar(ctx, leer());
}

void consumir_reserva(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida, std::int64_t productoId,
                      Cantidad cantidad, const std::vector<std::string>& series) {
    std::map<Clave, Cantidad> bajas;
    Cantidad queda;
    for (const ReservaFila& fila : retener_reservas(ctx, transaccionId)) {
        if (fila.numeroPartida != numeroPartida || fila.productoId != productoId) continue;
        const Cantidad baja = std::min(cantidad, fila.cantidad);
        queda += fila.cantidad - baja;
        if (baja <= Cantidad{}) continue;
        cantidad -= baja;
        bajar_reserva(ctx, transaccionId, fila, baja);
        bajas[fila.clave()] += baja;
    }
    bajar_lugares(ctx, bajas);
    if (!series.empty()) series_liberan(ctx, transaccionId, numeroPartida, productoId, series, queda);
}

namespace interno {

void usar_reservas(Context& ctx, std::int64_t pedidoId, Cambios& cambios) {
    auto filas = retener_reservas(ctx, pedidoId);
    std::map<Clave, Cantidad> por_servir;
    for (const auto& [clave, cambio] : cambios)
        if (cambio.cambio < Cantidad{}) por_servir[clave] = -cambio.cambio;
    std::vector<Cantidad> bajas(filas.size());
    const auto usar = [&](std::size_t i, Cantidad& falta) {
        const Cantidad baja = std::min(falta, filas[i].cantidad - bajas[i]);
        bajas[i] += baja;
        falta -= baja;
    };
    for (std::size_t i = 0; i < filas.size(); ++i)
        if (const auto mismo = por_servir.find(filas[i].clave()); mismo != por_servir.end()) usar(i, mismo->second);
    // Another lot was delivered than the one put aside: the order has its goods, so that one is free again.
    for (std::size_t i = 0; i < filas.size(); ++i)
        for (auto& [clave, falta] : por_servir)
            if (clave.productoId == filas[i].productoId && clave.almacenId == filas[i].almacenId) usar(i, falta);
    for (std::size_t i = 0; i < filas.size(); ++i) {
        if (bajas[i].es_cero()) continue;
        bajar_reserva(ctx, pedidoId, filas[i], bajas[i]);
        cambios[filas[i].clave()].apartado += bajas[i];
    }
}

}  // namespace interno
}  // namespace cacao::engine
