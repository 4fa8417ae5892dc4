#include "engine/cadena/pendientes.hpp"

#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "engine/cadena/abiertas.hpp"

namespace cacao::engine {

void esperar(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida, Avance avance) {
    revisar_abiertas(ctx, {transaccionId, numeroPartida}, avance);
    if (avance == Avance::facturado) {
        ctx.db().run(R"(
            UPDATE porFacturar SET abierto = CASE WHEN COALESCE((
                    SELECT a.cantidad FROM avance a
                     WHERE a.organizacionId = $1 AND a.transaccionId = $2 AND a.numeroPartida = $3 AND a.avance = $4), 0) < (
                    SELECT p.cantidadBase FROM partida p
                     WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)
                THEN 1 ELSE 0 END
            WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
                     ctx.organizacionId(), transaccionId, numeroPartida, nombre(avance));
        return;
    }
    if (avance != Avance::entregado && avance != Avance::recibido) return;
    ctx.db().run(R"(
        UPDATE pendiente SET abierto = CASE WHEN COALESCE((
                SELECT a.cantidad FROM avance a
                 WHERE a.organizacionId = $1 AND a.transaccionId = $2 AND a.numeroPartida = $3 AND a.avance = $4), 0) < (
                SELECT p.cantidadBase FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)
            THEN 1 ELSE 0 END
        WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4)",
                 ctx.organizacionId(), transaccionId, numeroPartida, nombre(avance));
}

void dejar_de_esperar(Context& ctx, const Documento& tipo, std::int64_t transaccionId) {
    cerrar_partidas(ctx, tipo, transaccionId);
    if (tipo.existencia == Existencia::salida && tipo.credito)
        ctx.db().run(R"(UPDATE porFacturar SET abierto = 0 WHERE organizacionId = $1 AND transaccionId = $2)",
                     ctx.organizacionId(), transaccionId);
    if (!espera_de(tipo)) return;
    ctx.db().run(R"(UPDATE pendiente SET abierto = 0 WHERE organizacionId = $1 AND transaccionId = $2)", ctx.organizacionId(),
                 transaccionId);
}

void esperar_envio(Context& ctx, std::int64_t transaccionId, std::int64_t almacenFinalId) {
    ctx.db().run(R"(
        INSERT INTO pendiente (organizacionId, transaccionId, numeroPartida, clase, productoId, almacenId, avance, cantidad, abierto)
        SELECT n.organizacionId, n.transaccionId, n.numeroPartida, 'transitoEntrada', n.productoId, CAST($3 AS BIGINT), n.avance,
               n.cantidad, n.abierto
          FROM pendiente n WHERE n.organizacionId = $1 AND n.transaccionId = $2 AND n.clase = 'transitoSalida')",
                 ctx.organizacionId(), transaccionId, almacenFinalId);
}

std::map<LugarDeProducto, Pendientes> pendientes_de(db::Reader& tx, const std::vector<LugarDeProducto>& lugares) {
    std::map<LugarDeProducto, Pendientes> sumas;
    if (lugares.empty()) return sumas;
    db::Conjunto filas{"productoId", "almacenId"};
    for (const auto& [productoId, almacenId] : lugares) filas.agregar(productoId, almacenId);
    tx.each(
        R"(
        SELECT n.productoId, n.almacenId, n.clase, n.cantidad, p.cantidadBase, COALESCE(a.cantidad, 0)
          FROM )" +
            filas.sql(tx.motor(), "$2") +
            R"( f
          JOIN pendiente n ON n.organizacionId = $1 AND n.productoId = f.productoId AND n.almacenId = f.almacenId AND n.abierto = 1
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = n.transaccionId
          JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = n.transaccionId AND p.numeroPartida = n.numeroPartida
          LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = n.transaccionId AND a.numeroPartida = n.numeroPartida
                            AND a.avance = n.avance
         WHERE d.estado IN ('vigente', 'autorizado'))",
        [&](const db::Row& r) {
            // Of a kit's line, the same share of each part is open.
            const __int128 abierto = r.integer(4) - r.integer(5);
            const auto falta = Cantidad::de_micros(dividir_redondeando(abierto * r.integer(3), r.integer(4)));
            Pendientes& s = sumas[{r.integer(0), r.integer(1)}];
            const auto clase = r.text(2);
            (clase == "pedido" ? s.pedido : clase == "orden" ? s.orden : clase == "transitoEntrada" ? s.entra : s.sale) += falta;
        },
        tx.organizacion(), filas.valor());
    return sumas;
}

}  // namespace cacao::engine
