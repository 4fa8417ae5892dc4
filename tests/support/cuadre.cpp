#include "support/cuadre.hpp"

#include "base/decimal.hpp"
#include "db/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace cacao::test {
namespace {

struct Regla {
    const char* nombre;
    const char* sql;  // how many places break it; $1 is the organization
};

constexpr Regla reglas[] = {
    {"every entry is the sum of its rows and balances", R"(
        SELECT count(*) FROM (SELECT p.polizaId FROM poliza p
            LEFT JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
            WHERE p.organizacionId = $1 GROUP BY p.polizaId, p.cargo, p.abono
            HAVING coalesce(sum(a.cargo), 0) <> p.cargo OR coalesce(sum(a.abono), 0) <> p.abono OR p.cargo <> p.abono) x)"},
    {"the trial balance of every month adds up to 0", R"(
        SELECT count(*) FROM (SELECT periodo FROM saldoCuenta WHERE organizacionId = $1
            GROUP BY periodo HAVING sum(cargos) <> sum(abonos)) x)"},
    {"an account's month, branch and project is the sum of its entries", R"(
        SELECT count(*) FROM (SELECT periodo FROM (
            SELECT periodo, cuentaId, sucursalId, proyectoId, cargos, abonos FROM saldoCuenta WHERE organizacionId = $1
            UNION ALL
            SELECT p.periodo, a.cuentaId, a.sucursalId, a.proyectoId, -a.cargo, -a.abono FROM asiento a
              JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId WHERE a.organizacionId = $1) y
            GROUP BY periodo, cuentaId, sucursalId, proyectoId HAVING sum(cargos) <> 0 OR sum(abonos) <> 0) x)"},
    {"a document's balance is its total less its applications, and nothing once cancelled", R"(
        SELECT count(*) FROM (SELECT transaccionId FROM (
            SELECT s.transaccionId, s.naturaleza, CASE WHEN d.estado = 'cancelado' THEN s.saldo ELSE s.saldo - s.total END AS saldo,
                   CASE WHEN d.estado = 'cancelado' THEN s.saldoLocal ELSE s.saldoLocal - s.totalLocal END AS local
              FROM saldo s JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId WHERE s.organizacionId = $1
            UNION ALL
            SELECT a.documentoId, o.naturaleza, a.importe2, a.localDocumento FROM aplicacion a
              JOIN saldo o ON o.organizacionId = $1 AND o.transaccionId = a.documentoId AND o.naturaleza IN ('cobrar', 'pagar')
             WHERE a.organizacionId = $1 AND a.estado = 'vigente'
            UNION ALL
            SELECT a.pagoId, CASE o.naturaleza WHEN 'cobrar' THEN 'favorCliente' ELSE 'favorProveedor' END, a.importe, a.localPago FROM aplicacion a
              JOIN saldo o ON o.organizacionId = $1 AND o.transaccionId = a.documentoId AND o.naturaleza IN ('cobrar', 'pagar')
             WHERE a.organizacionId = $1 AND a.estado = 'vigente') y
            GROUP BY transaccionId, naturaleza HAVING sum(saldo) <> 0 OR sum(local) <> 0) x)"},
    {"a control account is the sum of the balances that it carries, contact by contact", R"(
        SELECT count(*) FROM (SELECT cuentaId FROM (
            SELECT cuentaId, entidadId, CASE WHEN naturaleza IN ('cobrar', 'favorProveedor') THEN saldoLocal ELSE -saldoLocal END AS valor
              FROM saldo WHERE organizacionId = $1
            UNION ALL
            SELECT a.cuentaId, a.entidadId, a.abono - a.cargo FROM asiento a WHERE a.organizacionId = $1 AND a.cuentaId IN (
              SELECT cuentaId FROM cuentaPapel WHERE organizacionId = $1
                 AND papel IN ('clientes', 'proveedores', 'anticipo_clientes', 'anticipo_proveedores'))) y
            GROUP BY cuentaId, entidadId HAVING sum(valor) <> 0) x)"},
    {"a contact's balance is the sum of its documents", R"(
        SELECT count(*) FROM (SELECT entidadId FROM (
            SELECT entidadId, naturaleza, moneda, saldo, saldoLocal FROM saldoContacto WHERE organizacionId = $1
            UNION ALL SELECT entidadId, naturaleza, moneda, -saldo, -saldoLocal FROM saldo WHERE organizacionId = $1) y
            GROUP BY entidadId, naturaleza, moneda HAVING sum(saldo) <> 0 OR sum(saldoLocal) <> 0) x)"},
    {"a bank account's balance is the sum of its movements", R"(
        SELECT count(*) FROM (SELECT cuentaBancariaId FROM (
            SELECT cuentaBancariaId, ingresos - egresos AS importe FROM saldoBanco WHERE organizacionId = $1
            UNION ALL SELECT cuentaBancariaId, -importe FROM movimientoBanco WHERE organizacionId = $1) y
            GROUP BY cuentaBancariaId HAVING sum(importe) <> 0) x)"},
    {"on hand is the sum of the movements", R"(
        SELECT count(*) FROM (SELECT productoId FROM (
            SELECT productoId, almacenId, loteId, cantidad FROM existencia WHERE organizacionId = $1
            UNION ALL SELECT productoId, almacenId, loteId, -cantidad FROM movimiento WHERE organizacionId = $1) y
            GROUP BY productoId, almacenId, loteId HAVING sum(cantidad) <> 0) x)"},
    {"on hand by day is the sum of the day's movements", R"(
        SELECT count(*) FROM (SELECT productoId FROM (
            SELECT productoId, almacenId, loteId, fecha, movido FROM existenciaDia WHERE organizacionId = $1
            UNION ALL SELECT productoId, almacenId, loteId, fecha, -cantidad FROM movimiento WHERE organizacionId = $1) y
            GROUP BY productoId, almacenId, loteId, fecha HAVING sum(movido) <> 0) x)"},
    {"nothing is below zero, and what is put aside is there", R"(
        SELECT count(*) FROM existencia e
          JOIN configuracion c ON c.organizacionId = $1 AND c.existenciaNegativa = 0
         WHERE e.organizacionId = $1 AND (e.cantidad < 0 OR e.reservado > e.cantidad))"},
    {"what is put aside is the sum of the reservations", R"(
        SELECT count(*) FROM (SELECT productoId FROM (
            SELECT productoId, almacenId, loteId, reservado FROM existencia WHERE organizacionId = $1
            UNION ALL SELECT productoId, almacenId, loteId, -cantidad FROM reserva WHERE organizacionId = $1) y
            GROUP BY productoId, almacenId, loteId HAVING sum(reservado) <> 0) x)"},
    {"layers hold what is on hand, with what is owed and waited for", R"(
        SELECT count(*) FROM (SELECT productoId FROM (
            SELECT productoId, almacenId, cantidadRestante AS cantidad FROM capa WHERE organizacionId = $1
            UNION ALL SELECT productoId, almacenId, -cantidad FROM faltante WHERE organizacionId = $1
            UNION ALL SELECT productoId, almacenId, cantidad FROM porLlegar WHERE organizacionId = $1
            UNION ALL SELECT productoId, almacenId, -cantidad FROM existencia WHERE organizacionId = $1) y
            GROUP BY productoId, almacenId HAVING sum(cantidad) <> 0) x)"},
    {"layers are worth what moved into them", R"(
        SELECT count(*) FROM (SELECT productoId FROM (
            SELECT productoId, almacenId, valorRestante AS valor FROM capa WHERE organizacionId = $1
            UNION ALL SELECT productoId, almacenId, -valor FROM faltante WHERE organizacionId = $1
            UNION ALL SELECT productoId, almacenId, valor FROM porLlegar WHERE organizacionId = $1
            UNION ALL SELECT productoId, almacenId, -valor FROM movimiento WHERE organizacionId = $1) y
            GROUP BY productoId, almacenId HAVING sum(valor) <> 0) x)"},
    {"an entry's goods are worth what it posted to inventory", R"(
        SELECT count(*) FROM (SELECT polizaId FROM (
            SELECT polizaId, valor FROM movimiento WHERE organizacionId = $1
            UNION ALL SELECT a.polizaId, a.abono - a.cargo FROM asiento a
              WHERE a.organizacionId = $1 AND a.cuentaId IN (
                SELECT cuentaId FROM cuentaPapel WHERE organizacionId = $1 AND papel = 'inventario')) y
            GROUP BY polizaId HAVING sum(valor) <> 0) x)"},
    {"folios begin at 1 and have no gap", R"(
        SELECT count(*) FROM (SELECT s.tipo FROM serie s
            LEFT JOIN documento d ON d.organizacionId = $1 AND d.tipo = s.tipo AND d.serie = s.serie
            WHERE s.organizacionId = $1 GROUP BY s.tipo, s.serie, s.siguiente, s.sucursalId
            HAVING count(d.folio) <> s.siguiente - 1 OR coalesce(max(d.folio), 0) <> s.siguiente - 1
                OR coalesce(min(d.sucursalId), s.sucursalId) <> s.sucursalId OR coalesce(max(d.sucursalId), s.sucursalId) <> s.sucursalId) x)"},
    {"a header is the sum of its lines", R"(
        SELECT count(*) FROM (SELECT d.transaccionId FROM documento d
            JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
            WHERE d.organizacionId = $1 GROUP BY d.transaccionId, d.subtotal, d.iva, d.ieps, d.ivaRetenido, d.isrRetenido
            HAVING sum(p.importe - p.descuento - p.promocion) <> d.subtotal OR sum(p.iva) <> d.iva OR sum(p.ieps) <> d.ieps
                OR sum(p.ivaRetenido) <> d.ivaRetenido OR sum(p.isrRetenido) <> d.isrRetenido) x)"},
    {"taxes by rate add up to the header's", R"(
        SELECT count(*) FROM (SELECT d.transaccionId FROM documento d
            LEFT JOIN documentoImpuesto i ON i.organizacionId = $1 AND i.transaccionId = d.transaccionId
            WHERE d.organizacionId = $1 GROUP BY d.transaccionId, d.iva, d.ieps, d.ivaRetenido, d.isrRetenido
            HAVING coalesce(sum(CASE WHEN i.impuesto IN ('iva', 'ieps') THEN i.importe ELSE -i.importe END), 0)
                <> d.iva + d.ieps - d.ivaRetenido - d.isrRetenido) x)"},
    {"settled tax is the sum of what applications moved", R"(
        SELECT count(*) FROM (SELECT transaccionId FROM (
            SELECT transaccionId, impuesto, factor, tasa, liquidado - restituido AS liquidado, liquidadoLocal - restituidoLocal AS liquidadoLocal,
                   baseLiquidada - baseRestituida AS baseLiquidada FROM documentoImpuesto WHERE organizacionId = $1
            UNION ALL SELECT i.transaccionId, i.impuesto, i.factor, i.tasa, -i.importe, -i.pendienteLocal, -i.base FROM aplicacionImpuesto i
              JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = i.aplicacionId AND a.estado = 'vigente'
              WHERE i.organizacionId = $1) y
            GROUP BY transaccionId, impuesto, factor, tasa HAVING sum(liquidado) <> 0 OR sum(liquidadoLocal) <> 0 OR sum(baseLiquidada) <> 0) x)"},
    {"what is settled in full has all its tax settled", R"(
        SELECT count(*) FROM saldo s JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
          JOIN documentoImpuesto i ON i.organizacionId = $1 AND i.transaccionId = s.transaccionId
         WHERE s.organizacionId = $1 AND s.saldo = 0 AND d.estado <> 'cancelado'
           AND d.tipo IN ('FacturaVenta', 'NotaVenta', 'FacturaCompra', 'Gasto', 'NotaCreditoCliente', 'NotaCreditoProveedor',
                          'AjusteSaldoCliente', 'AjusteSaldoProveedor')
           AND (i.liquidado <> i.importe OR i.liquidadoLocal <> i.importeLocal))"},
    {"accrued taxes are those of documents in force, not yet settled", R"(
        SELECT count(*) FROM (SELECT papel FROM (
            SELECT q.papel, (a.abono - a.cargo) AS valor FROM asiento a
              JOIN cuentaPapel q ON q.organizacionId = $1 AND q.cuentaId = a.cuentaId AND q.ambito = ''
             WHERE a.organizacionId = $1 AND q.papel IN ('iva_trasladado_no_cobrado', 'ieps_trasladado_no_cobrado',
                'iva_acreditable_pendiente', 'ieps_acreditable_pendiente', 'iva_retenido_pendiente', 'isr_retenido_pendiente',
                'iva_retenido_por_cobrar', 'isr_retenido_por_cobrar')
            UNION ALL
            SELECT CASE WHEN d.tipo IN ('FacturaVenta', 'NotaVenta', 'NotaCreditoCliente', 'AjusteSaldoCliente')
                        THEN CASE i.impuesto WHEN 'iva' THEN 'iva_trasladado_no_cobrado' WHEN 'ieps' THEN 'ieps_trasladado_no_cobrado'
                                             WHEN 'ivaRetenido' THEN 'iva_retenido_por_cobrar' ELSE 'isr_retenido_por_cobrar' END
                        ELSE CASE i.impuesto WHEN 'iva' THEN 'iva_acreditable_pendiente' WHEN 'ieps' THEN 'ieps_acreditable_pendiente'
                                             WHEN 'ivaRetenido' THEN 'iva_retenido_pendiente' ELSE 'isr_retenido_pendiente' END END,
                   CASE WHEN (d.tipo IN ('FacturaVenta', 'NotaVenta', 'NotaCreditoProveedor', 'AjusteSaldoProveedor')) = (i.impuesto IN ('iva', 'ieps'))
                        THEN i.liquidadoLocal - i.importeLocal ELSE i.importeLocal - i.liquidadoLocal END
              FROM documentoImpuesto i JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = i.transaccionId
             WHERE i.organizacionId = $1 AND d.estado <> 'cancelado'
               AND d.tipo IN ('FacturaVenta', 'NotaVenta', 'NotaCreditoCliente', 'FacturaCompra', 'Gasto', 'NotaCreditoProveedor',
                              'AjusteSaldoCliente', 'AjusteSaldoProveedor')) y
            GROUP BY papel HAVING sum(valor) <> 0) x)"},
    {"received and not invoiced is what receptions in force still wait for", R"(
        SELECT count(*) FROM (SELECT sum(valor) AS suma FROM (
            SELECT a.abono - a.cargo AS valor FROM asiento a WHERE a.organizacionId = $1 AND a.cuentaId = (
                SELECT cuentaId FROM cuentaPapel WHERE organizacionId = $1 AND papel = 'recibido_no_facturado' AND ambito = '')
            UNION ALL
            SELECT coalesce(v.valor, 0) - p.costo FROM partida p
              JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
              LEFT JOIN avance v ON v.organizacionId = $1 AND v.transaccionId = p.transaccionId
                AND v.numeroPartida = p.numeroPartida AND v.avance = 'facturado'
             WHERE p.organizacionId = $1 AND d.estado <> 'cancelado' AND d.tipo IN ('Recepcion', 'NotaRemision')) y) x WHERE suma <> 0)"},
    {"returned and not credited is what returns in force still wait for", R"(
        SELECT count(*) FROM (SELECT sum(valor) AS suma FROM (
            SELECT a.cargo - a.abono AS valor FROM asiento a WHERE a.organizacionId = $1 AND a.cuentaId = (
                SELECT cuentaId FROM cuentaPapel WHERE organizacionId = $1 AND papel = 'devoluciones_por_acreditar' AND ambito = '')
            UNION ALL
            SELECT coalesce(v.valor, 0) - p.costo FROM partida p
              JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
              JOIN documento o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.tipo = 'FacturaCompra'
              LEFT JOIN avance v ON v.organizacionId = $1 AND v.transaccionId = p.transaccionId
                AND v.numeroPartida = p.numeroPartida AND v.avance = 'acreditado'
             WHERE p.organizacionId = $1 AND d.estado <> 'cancelado' AND d.tipo = 'NotaDevolucionProveedor') y) x WHERE suma <> 0)"},
    {"a cancelled document left nothing in the books or in stock", R"(
        SELECT count(*) FROM (SELECT d.transaccionId FROM documento d
            JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
            JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
            JOIN cuentaPapel q ON q.organizacionId = $1 AND q.cuentaId = a.cuentaId AND q.ambito = ''
            WHERE d.organizacionId = $1 AND d.estado = 'cancelado'
              AND q.papel NOT IN ('inventario', 'variacion_costo', 'costo_ventas', 'merma', 'consumo_interno', 'ajuste_inventario')
            GROUP BY d.transaccionId, a.cuentaId HAVING sum(a.cargo) <> sum(a.abono)) x)"},
    {"events of a document are numbered without a gap", R"(
        SELECT count(*) FROM (SELECT e.transaccionId FROM evento e WHERE e.organizacionId = $1 GROUP BY e.transaccionId
            HAVING count(*) <> max(e.consecutivo) OR min(e.consecutivo) <> 1) x)"},
};

}  // namespace

std::string descuadres(db::Database& database, std::int64_t organizacionId) {
    std::string lista;
    database.read(organizacionId, [&](db::Reader& tx) {
        for (const Regla& r : reglas)
            tx.each(
                r.sql,
                [&](const db::Row& fila) {
                    if (fila.integer(0) != 0) lista += fmt::format("broken in {} places: {}\n", fila.integer(0), r.nombre);
                },
                organizacionId);
    });
    return lista;
}

std::string balanza(db::Database& database, std::int64_t organizacionId) {
    std::string texto;
    database.read(organizacionId, [&](db::Reader& tx) {
        tx.each(R"(SELECT s.periodo, c.codigo, CAST(SUM(s.cargos) AS BIGINT), CAST(SUM(s.abonos) AS BIGINT) FROM saldoCuenta s
                   JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = s.cuentaId
                   WHERE s.organizacionId = $1 GROUP BY s.periodo, c.codigo ORDER BY s.periodo, c.codigo)",
                [&](const db::Row& r) {
                    texto += fmt::format("{} {} {} {}\n", r.integer(0), r.text(1), Importe::de_micros(r.integer(2)).texto(),
                                         Importe::de_micros(r.integer(3)).texto());
                },
                organizacionId);
    });
    return texto;
}

std::string resumen(db::Database& database, std::int64_t organizacionId) {
    std::vector<std::string> lineas;
    database.read(organizacionId, [&](db::Reader& tx) {
        tx.each(R"(SELECT p.codigo, a.codigo, coalesce(l.codigo, ''), e.cantidad, e.reservado FROM existencia e
                   JOIN producto p ON p.organizacionId = $1 AND p.productoId = e.productoId
                   JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = e.almacenId
                   LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = e.loteId WHERE e.organizacionId = $1)",
                [&](const db::Row& r) {
                    lineas.push_back(fmt::format("{} {} {} {} {}", r.text(0), r.text(1), r.text(2), r.integer(3), r.integer(4)));
                },
                organizacionId);
        tx.each(R"(SELECT p.codigo, a.codigo, CAST(sum(c.valorRestante) AS BIGINT) FROM capa c
                   JOIN producto p ON p.organizacionId = $1 AND p.productoId = c.productoId
                   JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = c.almacenId
                   WHERE c.organizacionId = $1 GROUP BY p.codigo, a.codigo)",
                [&](const db::Row& r) { lineas.push_back(fmt::format("{} {} vale {}", r.text(0), r.text(1), r.integer(2))); },
                organizacionId);
        tx.each(R"(SELECT d.tipo, d.serie, d.folio, s.naturaleza, s.saldo, s.saldoLocal FROM saldo s
                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId WHERE s.organizacionId = $1)",
                [&](const db::Row& r) {
                    lineas.push_back(fmt::format("{} {}-{} {} {} {}", r.text(0), r.text(1), r.integer(2), r.text(3), r.integer(4),
                                                 r.integer(5)));
                },
                organizacionId);
    });
    std::ranges::sort(lineas);
    std::string texto = balanza(database, organizacionId);
    for (const auto& l : lineas) texto += l + '\n';
    return texto;
}

}  // namespace cacao::test
