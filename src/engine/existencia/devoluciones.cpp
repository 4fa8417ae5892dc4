// Goods that come back from a customer, at the cost at which they left, and goods that go back to a supplier.

#include "engine/existencia/inventario_interno.hpp"
#include "reflect/describe.hpp"

#include <algorithm>
#include <tuple>

namespace cacao::engine {

using namespace interno;

namespace {

// What an exit still has outside.
struct Salida {
    std::int64_t movimientoId = 0;
    std::int64_t capaId = 0;
    Fecha fecha;  // age of the layer it left
    Cantidad cantidad;
    Importe valor;
};
DESCRIBE_STRUCT(Salida, (), (movimientoId, capaId, fecha, cantidad, valor))

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
        SELECT m.movimientoId, m.capaId, c.fecha,
               CAST(-m.cantidad - coalesce(v.cantidad, 0) AS BIGINT) AS cantidad,
               CAST(-m.valor + coalesce(f.ajuste, 0) - coalesce(v.valor, 0) AS BIGINT) AS valor
          FROM movimiento m
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
                        AND p.salidaId <> 0
                      WHERE o.organizacionId = $1 AND o.transaccionId = $2 AND o.numeroPartida = $3
                      GROUP BY p.salidaId) f ON f.salidaId = m.movimientoId
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.numeroPartida = $3 AND m.productoId = $4 AND m.loteId = $5
           AND m.cantidad < 0 AND m.revierteId = 0
           AND NOT EXISTS (SELECT 1 FROM movimiento r
                            WHERE r.organizacionId = m.organizacionId AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
         ORDER BY m.movimientoId DESC)",
                       ctx.organizacionId(), documento, partida, producto, lote);
}

std::vector<const MovimientoPedido*> apuntar(const std::vector<DevolucionPedida>& pedidas) {
    std::vector<const MovimientoPedido*> apuntados;
    for (const DevolucionPedida& pedida : pedidas) apuntados.push_back(&pedida.movimiento);
    return apuntados;
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
    Deudas deudas{ctx, marco};
    deudas.leer(cambios);
    // Goods with serials come back at what those very ones cost.
    Faltas faltas;
    std::vector<SeriesPor> fuera(lineas.size());
    for (std::size_t i = 0; i < lineas.size(); ++i)
        if (lleva_serie(*lineas[i].pedido->articulo))
            fuera[i] = series_fuera(ctx, marco, lineas[i], pedidas[i].origenId, pedidas[i].origenPartida, faltas);
    faltas.lanzar();

    std::vector<ValorMovido> movidos;
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
            // The last unit that comes back brings all the value that is still outside.
            const Importe valor = parte_de(salida.valor, vuelve, salida.cantidad, marco.decimales);
            salida.cantidad -= vuelve;
            salida.valor -= valor;
            falta -= vuelve;
            const Ingresado donde = ingresar(ctx, marco, capas, deudas,
                                             {{.clave = lineas[i].clave,
                                               .numeroPartida = pedido.numeroPartida,
                                               .fecha = salida.fecha,
                                               .origenCapaId = salida.capaId,
                                               .cantidad = vuelve,
                                               .valor = valor},
                                              metodo_de(*pedido.articulo),
                                              salida.movimientoId},
                                             movidos);
            if (!con_series) continue;
            series_vuelven(ctx, lineas[i], suyas->second, donde.capaId, faltas);
            series_anotan(ctx, marco, lineas[i], suyas->second, donde, 1);
        }
        if (!falta.es_cero()) faltas.agregar(Codigo::excede_pendiente, pedido.campo + "/cantidad");
    }
    faltas.lanzar();
    capas.guardar();
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
