// Goods that come back from a customer, at the cost at which they left, and goods that go back to a supplier.

#include "engine/existencia/costo_tardio.hpp"
#include "reflect/describe.hpp"

#include <algorithm>
#include <tuple>

namespace cacao::engine {

using namespace interno;

namespace {

// What an exit still has outside.
struct Salida {
    std::int64_t movimientoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t capaId = 0;
    Fecha fecha;  // age of the layer it left
    Cantidad cantidad;
    Importe valor;
    bool esDebida = false;  // left before it came in
    Cantidad debe;          // of it has not come in yet
    Importe debido;
};
DESCRIBE_STRUCT(Salida, (), (movimientoId, almacenId, capaId, fecha, cantidad, valor, esDebida, debe, debido))

// What came in for an exit that had owed it, and is still outside.
struct PagoFuera {
    std::int64_t pagoId = 0;
    std::int64_t capaId = 0;
    Fecha fecha;
    Cantidad cantidad;
    Importe valor;
};
DESCRIBE_STRUCT(PagoFuera, (), (pagoId, capaId, fecha, cantidad, valor))

using Origen = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;  // document, line, product, lot
using Salidas = std::map<Origen, std::vector<Salida>>;

Origen origen_de(const DevolucionPedida& pedida, const Linea& linea) {
    return {pedida.origenId, pedida.origenPartida, linea.clave.productoId, linea.clave.loteId};
}

// Last out first: identifiers of one document rise in the order in which its movements were made. Goods that left before they
// came in cost what came in for them.
void pedir_salidas(Context& ctx, Salidas& salidas, const Origen& origen) {
    const auto [lugar, nueva] = salidas.try_emplace(origen);
    if (!nueva) return;
    const auto& [documento, partida, producto, lote] = origen;
    ctx.db().all_later(lugar->second, R"(
        SELECT m.movimientoId, m.almacenId, m.capaId, c.fecha,
               CAST(-m.cantidad - coalesce(v.cantidad, 0) AS BIGINT) AS cantidad,
               CAST(-m.valor + coalesce(f.ajuste, 0) - coalesce(v.valor, 0) AS BIGINT) AS valor,
               CASE WHEN s.movimientoId IS NULL THEN 0 ELSE 1 END AS esDebida,
               CAST(coalesce(s.cantidad, 0) - coalesce(l.cantidad, 0) AS BIGINT) AS debe,
               CAST(coalesce(s.valor, 0) - coalesce(l.valor, 0) AS BIGINT) AS debido
          FROM movimiento m
          LEFT JOIN faltanteSalida s ON s.organizacionId = m.organizacionId AND s.movimientoId = m.movimientoId
          LEFT JOIN (SELECT e.salidaId, sum(e.cantidad) AS cantidad, sum(e.valor) AS valor
                       FROM movimiento o
                       JOIN porLlegar e ON e.organizacionId = o.organizacionId AND e.salidaId = o.movimientoId
                      WHERE o.organizacionId = $1 AND o.transaccionId = $2 AND o.numeroPartida = $3
                      GROUP BY e.salidaId) l ON l.salidaId = m.movimientoId
          JOIN capa c ON c.organizacionId = m.organizacionId AND c.capaId = m.capaId
          LEFT JOIN (SELECT d.devuelveId, sum(d.cantidad) AS cantidad, sum(d.valor) AS valor
                       FROM movimiento o
                       JOIN movimiento d ON d.organizacionId = o.organizacionId AND d.devuelveId = o.movimientoId
                        AND d.devuelveId <> 0
                      WHERE o.organizacionId = $1 AND o.transaccionId = $2 AND o.numeroPartida = $3
                      GROUP BY d.devuelveId) v ON v.devuelveId = m.movimientoId
          LEFT JOIN (SELECT p.salidaId, sum(p.ajuste) AS ajuste
                       FROM movimiento o
                       JOIN faltantePago p ON p.organizacionId = o.organizacionId AND p.salidaId = o.movimientoId
                        AND p.salidaId <> 0 AND p.llegadaId = 0
                      WHERE o.organizacionId = $1 AND o.transaccionId = $2 AND o.numeroPartida = $3
                      GROUP BY p.salidaId) f ON f.salidaId = m.movimientoId
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.numeroPartida = $3 AND m.productoId = $4 AND m.loteId = $5
           AND m.cantidad < 0 AND m.revierteId = 0
           AND NOT EXISTS (SELECT 1 FROM movimiento r
                            WHERE r.organizacionId = m.organizacionId AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
         ORDER BY m.movimientoId DESC)",
                       ctx.organizacionId(), documento, partida, producto, lote);
}

// The last to come in first.
std::vector<PagoFuera> pagos_fuera(Context& ctx, std::int64_t salidaId) {
    return ctx.db().all<PagoFuera>(R"(
        -- Goods that paid and are undone since (negative, of the same movement) did not pay.
        SELECT p.pagoId, p.capaId, c.fecha, CAST(p.cantidad - coalesce(v.cantidad, 0) AS BIGINT) AS cantidad,
               CAST(p.valor - coalesce(v.valor, 0) AS BIGINT) AS valor
          FROM faltantePago p
          JOIN capa c ON c.organizacionId = $1 AND c.capaId = p.capaId
          LEFT JOIN (SELECT q.pagoId, sum(d.cantidad) AS cantidad, sum(d.valor) AS valor
                       FROM faltantePago q
                       JOIN movimiento d ON d.organizacionId = $1 AND d.pagoId = q.pagoId AND d.pagoId <> 0
                      WHERE q.organizacionId = $1 AND q.salidaId = $2
                      GROUP BY q.pagoId) v ON v.pagoId = p.pagoId
         WHERE p.organizacionId = $1 AND p.salidaId = $2 AND p.salidaId <> 0 AND p.llegadaId = 0 AND p.cantidad > 0
           AND NOT EXISTS (SELECT 1 FROM faltantePago n WHERE n.organizacionId = $1 AND n.salidaId = $2 AND n.salidaId <> 0
                           AND n.llegadaId = 0 AND n.movimientoId = p.movimientoId AND n.cantidad < 0)
         ORDER BY p.pagoId DESC)",
                                   ctx.organizacionId(), salidaId);
}

// Which goods of an exit come back: those that had not come in, then those that came in for it, the last first.
struct Vuelta {
    std::int64_t capaId = 0;
    Fecha fecha;
    Cantidad cantidad;
    Importe valor;
    std::int64_t pagoId = 0;
    bool debida = false;
};
using Pagos = std::map<std::int64_t, std::vector<PagoFuera>>;  // by exit
std::vector<Vuelta> tomar_de(Context& ctx, const Marco& marco, Salida& salida, Cantidad cantidad, Pagos& pagos) {
    std::vector<Vuelta> vueltas;
    const auto vuelve = [&](Vuelta vuelta) {
        salida.cantidad -= vuelta.cantidad;
        salida.valor -= vuelta.valor;
        cantidad -= vuelta.cantidad;
        vueltas.push_back(vuelta);
    };
    if (const Cantidad debe = std::min(cantidad, salida.debe); debe > Cantidad{}) {
        const Importe debido = parte_de(salida.debido, debe, salida.debe, marco.decimales);
        salida.debe -= debe;
        salida.debido -= debido;
        vuelve({salida.capaId, salida.fecha, debe, debido, 0, true});
    }
    if (salida.esDebida && !cantidad.es_cero()) {
        const auto [suyos, nuevos] = pagos.try_emplace(salida.movimientoId);
        if (nuevos) suyos->second = pagos_fuera(ctx, salida.movimientoId);
        for (PagoFuera& pago : suyos->second) {
            // Of what came back before it was told by which payment, only the sum is known.
            const Cantidad toma = std::min({cantidad, pago.cantidad, salida.cantidad - salida.debe});
            if (toma <= Cantidad{}) continue;
            const Importe valor =
                std::min(parte_de(pago.valor, toma, pago.cantidad, marco.decimales), salida.valor - salida.debido);
            pago.cantidad -= toma;
            pago.valor -= valor;
            vuelve({pago.capaId, pago.fecha, toma, valor, pago.pagoId});
        }
    }
    // The last unit that comes back brings all the value that is still outside.
    if (!cantidad.es_cero())
        vuelve({salida.capaId, salida.fecha, cantidad,
                parte_de(salida.valor - salida.debido, cantidad, salida.cantidad - salida.debe, marco.decimales)});
    return vueltas;
}

std::vector<const MovimientoPedido*> apuntar(const std::vector<DevolucionPedida>& pedidas) {
    std::vector<const MovimientoPedido*> apuntados;
    for (const DevolucionPedida& pedida : pedidas) apuntados.push_back(&pedida.movimiento);
    return apuntados;
}

// Exits of other places that owe what comes back: nothing may come in for it meanwhile, so they are read again once held.
void retener_deudoras(Context& ctx, Salidas& salidas, const Cambios& cambios) {
    std::set<Clave> lugares;
    std::vector<Origen> otra_vez;
    for (const auto& [origen, suyas] : salidas)
        for (const Salida& salida : suyas) {
            const Clave lugar{std::get<2>(origen), salida.almacenId, std::get<3>(origen)};
            if (salida.debe <= Cantidad{} || cambios.contains(lugar)) continue;
            lugares.insert(lugar);
            otra_vez.push_back(origen);
        }
    if (lugares.empty()) return;
    retener_existencias(ctx, lugares);
    for (const Origen& origen : otra_vez) salidas.erase(origen);
    for (const Origen& origen : otra_vez) pedir_salidas(ctx, salidas, origen);
    ctx.db().settle();
}

// Goods that had left before they came in, and have not come in: where they left nothing is owed for them any more. Brought to
// another place, they are waited for there.
void devolver_debida(Context& ctx, const Marco& marco, const Linea& linea, const Salida& salida, const Vuelta& vuelta,
                     std::vector<ValorMovido>& movidos) {
    const std::int64_t numeroPartida = linea.pedido->numeroPartida;
    if (salida.almacenId == linea.clave.almacenId) {
        cambiar_deuda(ctx, linea.clave, salida.movimientoId, -vuelta.cantidad, -vuelta.valor);
        asentar(ctx, marco,
                {numeroPartida, linea.clave, vuelta.capaId, 0, vuelta.cantidad, vuelta.valor, 0, salida.movimientoId});
    } else {
        const std::int64_t capaId = capa_debida(ctx, marco, linea.clave, numeroPartida);
        const std::int64_t llegadaId =
            asentar(ctx, marco, {numeroPartida, linea.clave, capaId, 0, vuelta.cantidad, vuelta.valor, 0, salida.movimientoId});
        esperar(ctx, llegadaId, salida.movimientoId, linea.clave, vuelta.cantidad, vuelta.valor);
    }
    movidos.push_back({numeroPartida, linea.clave.productoId, linea.clave.almacenId, vuelta.cantidad, vuelta.valor});
}

}  // namespace

std::vector<ValorMovido> devolver(Context& ctx, const Marco& marco, const std::vector<DevolucionPedida>& pedidas) {
    const auto lineas = con_lotes(ctx, marco, apuntar(pedidas), false);
    Cambios cambios;
    for (const Linea& linea : lineas) {
        sumar(cambios, linea.clave, linea.pedido->cantidad, *linea.pedido);
        guardar_fondo(cambios, *linea.pedido->articulo, linea.clave.almacenId);
    }
    mover_existencias(ctx, marco, cambios);
    Capas capas{ctx, marco};
    Salidas salidas;
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        if (metodo_de(*lineas[i].pedido->articulo) == MetodoCosto::promedio) capas.pedir(lineas[i].clave, MetodoCosto::promedio);
        pedir_salidas(ctx, salidas, origen_de(pedidas[i], lineas[i]));
    }
    exigir_existencias(ctx, marco, cambios);
    retener_deudoras(ctx, salidas, cambios);
    // Goods with serials come back at what those very ones cost.
    Faltas faltas;
    std::vector<SeriesPor> fuera(lineas.size());
    for (std::size_t i = 0; i < lineas.size(); ++i)
        if (lleva_serie(*lineas[i].pedido->articulo))
            fuera[i] = series_fuera(ctx, marco, lineas[i], pedidas[i].origenId, pedidas[i].origenPartida, faltas);
    faltas.lanzar();

    std::vector<ValorMovido> movidos;
    struct DeLinea {
        std::size_t linea;
        std::int64_t salidaId;
        Vuelta vuelta;
    };
    std::vector<DeLinea> vuelven;
    Pagos pagos;
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        const MovimientoPedido& pedido = *lineas[i].pedido;
        const bool con_series = lleva_serie(*pedido.articulo);
        Cantidad falta = pedido.cantidad;
        for (Salida& salida : salidas.at(origen_de(pedidas[i], lineas[i]))) {
            const auto suyas = fuera[i].find(salida.movimientoId);
            if (con_series && suyas == fuera[i].end()) continue;
            const Cantidad vuelve = std::min(
                salida.cantidad, con_series ? Cantidad::de_enteros(static_cast<std::int64_t>(suyas->second.size())) : falta);
            if (vuelve <= Cantidad{}) continue;
            falta -= vuelve;
            for (const Vuelta& vuelta : tomar_de(ctx, marco, salida, vuelve, pagos)) {
                if (vuelta.debida) devolver_debida(ctx, marco, lineas[i], salida, vuelta, movidos);
                else vuelven.push_back({i, salida.movimientoId, vuelta});
            }
        }
        if (!falta.es_cero()) faltas.agregar(Codigo::excede_pendiente, pedido.campo + "/cantidad");
    }
    faltas.lanzar();
    // Only what is really there pays what is still owed.
    Deudas deudas{ctx, marco, capas};
    deudas.leer(cambios);
    std::map<std::int64_t, std::int64_t> por_capa;  // the line that came back there
    for (const auto& [i, salidaId, vuelta] : vuelven) {
        const Articulo& articulo = *lineas[i].pedido->articulo;
        const Ingresado donde = ingresar(ctx, marco, capas, deudas,
                                         {{.clave = lineas[i].clave,
                                           .numeroPartida = lineas[i].pedido->numeroPartida,
                                           .fecha = vuelta.fecha,
                                           .origenCapaId = vuelta.capaId,
                                           .cantidad = vuelta.cantidad,
                                           .valor = vuelta.valor},
                                          metodo_de(articulo),
                                          salidaId,
                                          0,
                                          vuelta.pagoId},
                                         movidos);
        por_capa.try_emplace(donde.capaId, lineas[i].pedido->numeroPartida);
        if (!lleva_serie(articulo)) continue;
        const auto& suyas = fuera[i].at(salidaId);
        series_vuelven(ctx, lineas[i], suyas, donde.capaId, faltas);
        series_anotan(ctx, marco, lineas[i], suyas, donde, 1);
    }
    faltas.lanzar();
    deudas.terminar(movidos);
    if (!por_capa.empty()) Mudanza{ctx, marco}.de_vuelta(std::move(por_capa), movidos);
    return sumados(movidos);
}

std::vector<ValorMovido> devolver_a_proveedor(Context& ctx, const Marco& marco, const std::vector<DevolucionPedida>& pedidas) {
    const auto lineas = con_lotes(ctx, marco, apuntar(pedidas), false);
    Cambios cambios;
    for (const Linea& linea : lineas) {
        sumar(cambios, linea.clave, -linea.pedido->cantidad, *linea.pedido);
        guardar_fondo(cambios, *linea.pedido->articulo, linea.clave.almacenId);
    }
    mover_existencias(ctx, marco, cambios);
    Capas capas{ctx, marco};
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        if (lleva_serie(*lineas[i].pedido->articulo)) continue;
        capas.pedir(lineas[i].clave, lineas[i].pedido->articulo->metodo);
        capas.pedir_de_partida(pedidas[i].origenId, pedidas[i].origenPartida, lineas[i].clave);
    }
    exigir_existencias(ctx, marco, cambios);
    capas.contar_lotes(cambios);
    const auto series = tomar_por_serie(
        ctx, capas, lineas, [&](const Linea& linea, Faltas& faltas) { return series_salen(ctx, marco, linea, faltas); });

    // First every line takes from the layer of its own reception, so that no other line is served from it by its age. What is
    // taken is set down at once: a layer is walked in the order in which it was taken from.
    std::vector<ValorMovido> movidos;
    std::vector<Cantidad> faltan(lineas.size());
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        std::vector<Parte> propias;
        if (lleva_serie(*lineas[i].pedido->articulo)) {
            propias = capas.tomar_series(series[i]);
        } else {
            faltan[i] = lineas[i].pedido->cantidad;
            propias = capas.tomar_de_partida(pedidas[i].origenId, pedidas[i].origenPartida, lineas[i].clave, faltan[i]);
        }
        if (!propias.empty()) egresar(ctx, marco, lineas[i], propias, {}, movidos);
    }
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        if (faltan[i].es_cero()) continue;
        const auto resto = capas.tomar(lineas[i].clave, lineas[i].pedido->articulo->metodo, faltan[i]);
        egresar(ctx, marco, lineas[i], resto, faltan[i], movidos);
    }
    capas.guardar();
    std::ranges::stable_sort(movidos, {}, &ValorMovido::numeroPartida);
    return sumados(movidos);
}

}  // namespace cacao::engine
