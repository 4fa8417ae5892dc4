#include "engine/saldos/credito.hpp"

#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/tipos/cualidades.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cacao::engine {

bool puede_autorizar_credito(const api::Sesion& sesion) {
    return api::tiene_derecho(sesion, derecho_de_credito, grupo_de_credito);
}

void pedir_exposicion(db::Reader& tx, std::int64_t entidadId, FilasDeCredito& filas) {
    tx.all_later(filas.saldos, R"(SELECT naturaleza, saldoLocal FROM saldoContacto WHERE organizacionId = $1 AND entidadId = $2
                                    AND naturaleza IN ('cobrar', 'favorCliente'))",
                 tx.organizacion(), entidadId);
    static const std::string entregado = fmt::format(R"(
        SELECT w.valor, p.cantidadBase AS cantidad, COALESCE(f.cantidad, 0) AS facturado, p.origenId, p.origenPartida,
               CAST(COALESCE((SELECT SUM(i.cantidadBase - COALESCE(e.cantidad, 0))
                  FROM partida i
                  JOIN documento g ON g.organizacionId = $1 AND g.transaccionId = i.transaccionId AND {}
                                  AND g.estado <> 'cancelado'
                  LEFT JOIN avance e ON e.organizacionId = $1 AND e.transaccionId = i.transaccionId
                                    AND e.numeroPartida = i.numeroPartida AND e.avance = 'entregado'
                  WHERE i.organizacionId = $1 AND i.origenId = p.origenId AND i.origenPartida = p.origenPartida
                    AND i.origenId <> 0 AND i.almacenId = 0), 0) AS BIGINT) AS aparte,
               m.decimales
        FROM porFacturar w
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = w.transaccionId AND p.numeroPartida = w.numeroPartida
        JOIN configuracion c ON c.organizacionId = $1
        JOIN moneda m ON m.moneda = c.moneda
        LEFT JOIN avance f ON f.organizacionId = $1 AND f.transaccionId = p.transaccionId AND f.numeroPartida = p.numeroPartida
                          AND f.avance = 'facturado'
        WHERE w.organizacionId = $1 AND w.entidadId = $2 AND w.abierto = 1
        ORDER BY w.transaccionId, w.numeroPartida)",
                                                     en_sql("g.tipo", se_entrega_despues));
    tx.all_later(filas.entregado, entregado, tx.organizacion(), entidadId);
    // The setting by itself, so that it is asked first and nothing else where it is off.
    static const std::string pedidos = fmt::format(R"(
        SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total, d.tipoCambio,
               p.cantidadBase AS cantidad, COALESCE(e.cantidad, 0) AS entregado, COALESCE(f.cantidad, 0) AS facturado, m.decimales
        FROM configuracion c
        JOIN moneda m ON m.moneda = c.moneda
        JOIN documento d ON d.organizacionId = $1 AND d.entidadId = $2 AND {} AND d.estado = 'vigente'
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        LEFT JOIN avance e ON e.organizacionId = $1 AND e.transaccionId = p.transaccionId AND e.numeroPartida = p.numeroPartida
                          AND e.avance = 'entregado'
        LEFT JOIN avance f ON f.organizacionId = $1 AND f.transaccionId = p.transaccionId AND f.numeroPartida = p.numeroPartida
                          AND f.avance = 'facturado'
        WHERE c.organizacionId = $1
          AND (SELECT k.creditoConPedidos FROM configuracion k WHERE k.organizacionId = $1) = 1)",
                                                   en_sql("d.tipo", es_pedido));
    tx.all_later(filas.pedidos, pedidos, tx.organizacion(), entidadId);
}

Exposicion sumar_exposicion(const FilasDeCredito& filas) {
    Exposicion x;
    for (const SaldoCreditoFila& f : filas.saldos) x.saldo += f.naturaleza == Naturaleza::cobrar ? f.saldoLocal : -f.saldoLocal;
    // What came back before its invoice has taken its place: it counts as invoiced. An order that was invoiced first waits for
    // its goods: what is delivered of it is invoiced already.
    std::map<std::pair<std::int64_t, std::int64_t>, Cantidad> aparte;
    for (const EntregadoFila& f : filas.entregado) {
        Cantidad abierto = std::max(Cantidad{}, f.cantidad - f.facturado);
        if (f.origenId != 0) {
            auto& queda = aparte.try_emplace({f.origenId, f.origenPartida}, f.aparte).first->second;
            const Cantidad cubierto = std::min(abierto, std::max(Cantidad{}, queda));
            queda -= cubierto;
            abierto -= cubierto;
        }
        x.porFacturar += proporcion(f.valor, abierto.micros(), f.cantidad.micros(), f.decimales);
    }
    for (const PedidoAbiertoFila& f : filas.pedidos) {
        const Cantidad abierto = std::max(Cantidad{}, f.cantidad - std::max(f.entregado, f.facturado));
        x.pedidos +=
            proporcion(convertir(f.total, f.tipoCambio, f.decimales), abierto.micros(), f.cantidad.micros(), f.decimales);
    }
    return x;
}

Exposicion exposicion(db::Reader& tx, std::int64_t entidadId) {
    FilasDeCredito filas;
    pedir_exposicion(tx, entidadId, filas);
    tx.settle();
    return sumar_exposicion(filas);
}

}  // namespace cacao::engine
