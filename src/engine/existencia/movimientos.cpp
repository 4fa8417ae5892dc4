// Goods that come in, leave and change place.

#include "engine/existencia/inventario_interno.hpp"

namespace cacao::engine {

using namespace interno;

std::int64_t clasificacion_de(db::Reader& tx, std::int64_t productoId) {
    return tx
        .one<std::int64_t>("SELECT clasificacionId FROM producto WHERE organizacionId = $1 AND productoId = $2",
                           tx.organizacion(), productoId)
        .value_or(0);
}

std::vector<ValorMovido> entrar(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos) {
    const auto lineas = con_lotes(ctx, marco, apuntar(pedidos), true);
    Cambios cambios;
    for (const Linea& linea : lineas) {
        sumar(cambios, linea.clave, linea.pedido->cantidad, *linea.pedido);
        guardar_fondo(cambios, *linea.pedido->articulo, linea.clave.almacenId);
    }
    mover_existencias(ctx, marco, cambios);
    Capas capas{ctx, marco};
    for (const Linea& linea : lineas)
        if (metodo_de(*linea.pedido->articulo) == MetodoCosto::promedio) capas.pedir(linea.clave, MetodoCosto::promedio);
    exigir_existencias(ctx, marco, cambios);
    Deudas deudas{ctx, marco, capas};
    deudas.leer(cambios);

    std::vector<ValorMovido> movidos;
    Faltas faltas;
    for (const Linea& linea : lineas) {
        const Ingreso ingreso{{.clave = linea.clave,
                               .numeroPartida = linea.pedido->numeroPartida,
                               .fecha = marco.fecha,
                               .cantidad = linea.pedido->cantidad,
                               .valor = linea.pedido->valor.redondeado(marco.decimales)},
                              metodo_de(*linea.pedido->articulo),
                              0};
        const Ingresado donde = ingresar(ctx, marco, capas, deudas, ingreso, movidos);
        series_entran(ctx, marco, linea, donde, faltas);
    }
    faltas.lanzar();
    deudas.terminar(movidos);
    return movidos;
}

std::vector<ValorMovido> salir(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos) {
    const auto lineas = con_lotes(ctx, marco, apuntar(pedidos), false);
    Cambios cambios;
    for (const Linea& linea : lineas) {
        sumar(cambios, linea.clave, -linea.pedido->cantidad, *linea.pedido);
        guardar_fondo(cambios, *linea.pedido->articulo, linea.clave.almacenId);
    }
    if (marco.reservaDe != 0) usar_reservas(ctx, marco.reservaDe, cambios);
    mover_existencias(ctx, marco, cambios);
    Capas capas{ctx, marco};
    for (const Linea& linea : lineas)
        if (!lleva_serie(*linea.pedido->articulo)) capas.pedir(linea.clave, linea.pedido->articulo->metodo);
    exigir_existencias(ctx, marco, cambios);
    capas.contar_lotes(cambios);
    const auto series = tomar_por_serie(
        ctx, capas, lineas, [&](const Linea& linea, Faltas& faltas) { return series_salen(ctx, marco, linea, faltas); });

    std::vector<ValorMovido> movidos;
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        const Articulo& articulo = *lineas[i].pedido->articulo;
        Cantidad falta = lineas[i].pedido->cantidad;
        if (lleva_serie(articulo)) egresar(ctx, marco, lineas[i], capas.tomar_series(series[i]), {}, movidos);
        else {
            const auto partes = capas.tomar(lineas[i].clave, articulo.metodo, falta);
            egresar(ctx, marco, lineas[i], partes, falta, movidos);
        }
    }
    capas.guardar();
    return movidos;
}

std::vector<ValorMovido> traspasar(Context& ctx, const Marco& marco, const std::vector<MovimientoPedido>& pedidos,
                                   std::int64_t almacenDestinoId) {
    const auto lineas = con_lotes(ctx, marco, apuntar(pedidos), false);
    Cambios cambios;
    for (const Linea& linea : lineas) {
        reject_if(linea.clave.almacenId == almacenDestinoId, Codigo::regla_incumplida, "/almacenDestinoId");
        const Articulo& articulo = *linea.pedido->articulo;
        sumar(cambios, linea.clave, -linea.pedido->cantidad, *linea.pedido);
        sumar(cambios, {articulo.productoId, almacenDestinoId, linea.clave.loteId}, linea.pedido->cantidad, *linea.pedido);
        guardar_fondo(cambios, articulo, linea.clave.almacenId);
        guardar_fondo(cambios, articulo, almacenDestinoId);
    }
    if (marco.reservaDe != 0) usar_reservas(ctx, marco.reservaDe, cambios);
    mover_existencias(ctx, marco, cambios);
    Capas capas{ctx, marco};
    for (const Linea& linea : lineas) {
        if (lleva_serie(*linea.pedido->articulo)) continue;
        const MetodoCosto metodo = linea.pedido->articulo->metodo;
        capas.pedir(linea.clave, metodo);
        if (metodo == MetodoCosto::promedio) capas.pedir({linea.clave.productoId, almacenDestinoId, 0}, metodo);
    }
    exigir_existencias(ctx, marco, cambios);
    capas.contar_lotes(cambios);
    const auto series = tomar_por_serie(ctx, capas, lineas, [&](const Linea& linea, Faltas& faltas) {
        return series_cambian(ctx, linea, almacenDestinoId, faltas);
    });
    Deudas deudas{ctx, marco, capas};
    deudas.leer(cambios);

    std::vector<ValorMovido> movidos;
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        const Linea& linea = lineas[i];
        const MovimientoPedido& pedido = *linea.pedido;
        const MetodoCosto metodo = metodo_de(*pedido.articulo);
        const Clave destino{linea.clave.productoId, almacenDestinoId, linea.clave.loteId};
        const bool con_series = lleva_serie(*pedido.articulo);
        Cantidad falta = con_series ? Cantidad{} : pedido.cantidad;
        const auto partes = con_series ? capas.tomar_series(series[i]) : capas.tomar(linea.clave, metodo, falta);
        ValorMovido sale{pedido.numeroPartida, linea.clave.productoId, linea.clave.almacenId, {}, {}};
        std::vector<ValorMovido> entran;
        // What leaves names the layer it goes to, what arrives the exit it left by.
        const auto llevar = [&](const Parte& parte, std::int64_t deId) {
            return ingresar(ctx, marco, capas, deudas,
                            {{destino, pedido.numeroPartida, parte.fecha, parte.capaId, parte.cantidad, parte.valor, {}, {}},
                             metodo,
                             0,
                             deId},
                            entran);
        };
        for (const Parte& parte : partes) {
            const std::int64_t salidaId = ctx.db().next_id();
            const Ingresado llegada = llevar(parte, salidaId);
            asentar(ctx, marco,
                    {pedido.numeroPartida, linea.clave, parte.capaId, llegada.capaId, -parte.cantidad, -parte.valor, 0, 0, 0,
                     salidaId});
            sale.cantidad -= parte.cantidad;
            sale.valor -= parte.valor;
            if (!con_series) continue;
            series_de_capa(ctx, almacenDestinoId, parte.capaId, llegada.capaId);
            series_anotan(ctx, marco, linea, parte.series, {salidaId, parte.capaId}, -1);
            series_anotan(ctx, marco, linea, parte.series, llegada, 1);
        }
        if (!falta.es_cero()) {
            const Importe antes = sale.valor;
            deber(ctx, marco, linea.clave, pedido.numeroPartida, falta, sale, &destino);
            entran.push_back({pedido.numeroPartida, destino.productoId, destino.almacenId, falta, antes - sale.valor});
        }
        movidos.push_back(sale);
        movidos.insert(movidos.end(), entran.begin(), entran.end());
    }
    deudas.terminar(movidos);
    return sumados(movidos);
}

namespace interno {

std::int64_t asentar(Context& ctx, const Marco& marco, const Asentado& fila) {
    const std::int64_t movimientoId = fila.movimientoId != 0 ? fila.movimientoId : ctx.db().next_id();
    ctx.db().run(R"(
        INSERT INTO movimiento (organizacionId, movimientoId, transaccionId, numeroPartida, polizaId, fecha, productoId, almacenId,
                                loteId, capaId, capaDestinoId, cantidad, valor, revierteId, devuelveId, vieneDeId, pagoId, orden)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
                CASE WHEN EXISTS (SELECT 1 FROM faltantePago p WHERE p.organizacionId = $1 AND p.capaId = $10)
                     THEN (SELECT MAX(u.orden)
                             FROM (SELECT m.orden FROM movimiento m WHERE m.organizacionId = $1 AND m.capaId = $10
                                   UNION ALL SELECT p.orden FROM faltantePago p WHERE p.organizacionId = $1 AND p.capaId = $10) u)
                     ELSE COALESCE((SELECT MAX(m.orden) FROM movimiento m WHERE m.organizacionId = $1 AND m.capaId = $10), 0)
                END + 1))",
                 ctx.organizacionId(), movimientoId, marco.transaccionId, fila.numeroPartida, marco.polizaId, marco.fecha,
                 fila.clave.productoId, fila.clave.almacenId, fila.clave.loteId, fila.capaId, fila.capaDestinoId, fila.cantidad,
                 fila.valor, fila.revierteId, fila.devuelveId, fila.vieneDeId, fila.pagoId);
    return movimientoId;
}

Ingresado ingresar(Context& ctx, const Marco& marco, Capas& capas, Deudas& deudas, const Ingreso& ingreso,
                   std::vector<ValorMovido>& movidos) {
    CapaNueva nueva = ingreso.capa;
    const auto pagos = deudas.pagar(nueva.clave, nueva.cantidad, nueva.valor);
    for (const Pago& pago : pagos) {
        nueva.gastada += pago.cantidad;
        nueva.valorGastado += pago.valor;
    }
    const std::int64_t capaId = capas.poner(ingreso.metodo, nueva);
    const std::int64_t movimientoId = asentar(ctx, marco,
                                              {nueva.numeroPartida, nueva.clave, capaId, 0, nueva.cantidad, nueva.valor, 0,
                                               ingreso.devuelveId, ingreso.vieneDeId, 0, ingreso.pagoId});
    movidos.push_back({nueva.numeroPartida, nueva.clave.productoId, nueva.clave.almacenId, nueva.cantidad, nueva.valor});
    deudas.asentar_pagos(nueva.clave, nueva.numeroPartida, pagos, capaId, movimientoId, movidos);
    return {movimientoId, capaId};
}

void egresar(Context& ctx, const Marco& marco, const Linea& linea, const std::vector<Parte>& partes, Cantidad falta,
             std::vector<ValorMovido>& movidos) {
    const std::int64_t numeroPartida = linea.pedido->numeroPartida;
    ValorMovido sale{numeroPartida, linea.clave.productoId, linea.clave.almacenId, {}, {}};
    for (const Parte& parte : partes) {
        const std::int64_t movimientoId =
            asentar(ctx, marco, {numeroPartida, linea.clave, parte.capaId, 0, -parte.cantidad, -parte.valor, 0, 0});
        series_anotan(ctx, marco, linea, parte.series, {movimientoId, parte.capaId}, -1);
        sale.cantidad -= parte.cantidad;
        sale.valor -= parte.valor;
    }
    if (!falta.es_cero()) deber(ctx, marco, linea.clave, numeroPartida, falta, sale);
    movidos.push_back(sale);
}

std::vector<ValorMovido> sumados(const std::vector<ValorMovido>& movidos) {
    // Goods that moved and a value that was put right are different postings, so quantity 0 stays apart.
    std::vector<ValorMovido> suma;
    for (const ValorMovido& m : movidos) {
        ValorMovido* mismo = nullptr;
        for (auto s = suma.rbegin(); s != suma.rend() && s->numeroPartida == m.numeroPartida; ++s)
            if (s->productoId == m.productoId && s->almacenId == m.almacenId && s->cantidad.es_cero() == m.cantidad.es_cero() &&
                s->entreLugares == m.entreLugares && s->clasificacionId == m.clasificacionId && s->papel == m.papel)
                mismo = &*s;
        if (mismo == nullptr) {
            suma.push_back(m);
        } else {
            mismo->cantidad += m.cantidad;
            mismo->valor += m.valor;
        }
    }
    return suma;
}

}  // namespace interno
std::optional<Precio> costo_conocido(db::Reader& tx, std::int64_t productoId, std::span<const std::int64_t> almacenes) {
    std::optional<Precio> costo;
    const auto leer = [&](const db::Row& r) {
        if (r.integer(0) > 0)
            costo = Precio::de_micros(dividir_redondeando(static_cast<__int128>(r.integer(1)) * millonesimas, r.integer(0)));
    };
    for (const std::int64_t almacenId : almacenes)
        if (!costo)
            tx.each(
                R"(SELECT CAST(COALESCE(SUM(cantidadRestante), 0) AS BIGINT), CAST(COALESCE(SUM(valorRestante), 0) AS BIGINT) FROM capa
                   WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND cantidadRestante > 0)",
                leer, tx.organizacion(), productoId, almacenId);
    if (!costo)
        tx.each(R"(SELECT m.cantidad, m.valor FROM movimiento m
                   WHERE m.organizacionId = $1 AND m.productoId = $2 AND m.cantidad > 0 AND m.revierteId = 0
                   ORDER BY m.fecha DESC, m.movimientoId DESC LIMIT 1)",
                leer, tx.organizacion(), productoId);
    return costo;
}

}  // namespace cacao::engine
