#include "rooms/inventario/lugares.hpp"

#include "db/rows.hpp"
#include "engine/balanza.hpp"

namespace cacao {
namespace {

Importe suma(db::Reader& tx, const std::string& sql, const db::Where& donde) {
    Importe total;
    tx.query(sql + donde.and_sql(), donde.params(), [&](const db::Row& r) { total = Importe::de_micros(r.integer(0)); });
    return total;
}

// Places are joined only where a filter asks something of them.
std::string con_lugar(const LugaresPedidos& p, const std::string& alias) {
    std::string join;
    if (p.sucursalId) join += " JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = " + alias + ".almacenId";
    if (p.clasificacionId) join += " JOIN producto q ON q.organizacionId = $1 AND q.productoId = " + alias + ".productoId";
    return join;
}

Importe valor_ahora(db::Reader& tx, const LugaresPedidos& p) {
    db::Where capas{tx.organizacion()};
    filtrar_lugares(capas, p, "c");
    db::Where deudas{tx.organizacion()};
    filtrar_lugares(deudas, p, "c");
    return suma(tx,
                "SELECT CAST(COALESCE(SUM(c.valorRestante), 0) AS BIGINT) FROM capa c" + con_lugar(p, "c") +
                    " WHERE c.organizacionId = $1 AND c.cantidadRestante > 0",
                capas) -
           suma(tx,
                "SELECT CAST(COALESCE(SUM(c.valor), 0) AS BIGINT) FROM faltante c" + con_lugar(p, "c") +
                    " WHERE c.organizacionId = $1",
                deudas);
}

// Each place by its own index: costs the places and what moved since, not what ever moved.
Importe movido_desde(db::Reader& tx, const LugaresPedidos& p, Fecha fecha) {
    db::Where donde{tx.organizacion(), fecha};
    filtrar_lugares(donde, p, "c");
    return suma(tx,
                "SELECT CAST(COALESCE(SUM(m.valor), 0) AS BIGINT) FROM "
                "(SELECT DISTINCT e.organizacionId, e.productoId, e.almacenId FROM existencia e WHERE e.organizacionId = $1) c "
                "JOIN movimiento m ON m.organizacionId = c.organizacionId AND m.productoId = c.productoId "
                "AND m.almacenId = c.almacenId AND m.fecha > $2" +
                    con_lugar(p, "c") + " WHERE c.organizacionId = $1",
                donde);
}

Importe saldo_contable(db::Reader& tx, const std::optional<Fecha>& fecha) {
    Importe saldo;
    if (!fecha) {
        tx.each(R"(SELECT CAST(COALESCE(SUM(s.cargos - s.abonos), 0) AS BIGINT) FROM saldoCuenta s
                   WHERE s.organizacionId = $1
                     AND s.cuentaId IN (SELECT p.cuentaId FROM cuentaPapel p WHERE p.organizacionId = $1 AND p.papel = 'inventario'))",
                [&](const db::Row& r) { saldo = Importe::de_micros(r.integer(0)); }, tx.organizacion());
        return saldo;
    }
    const auto libros = engine::balanza(tx, {.desde = fecha->primero_del_mes(), .hasta = *fecha});
    tx.each(
        "SELECT DISTINCT cuentaId FROM cuentaPapel WHERE organizacionId = $1 AND papel = 'inventario'",
        [&](const db::Row& r) {
            if (const auto c = libros.find(r.integer(0)); c != libros.end())
                saldo += c->second.inicial + c->second.cargos - c->second.abonos;
        },
        tx.organizacion());
    return saldo;
}

}  // namespace

CuadreInventario cuadrar_inventario(db::Reader& tx, const LugaresPedidos& p, const std::optional<Fecha>& fecha) {
    CuadreInventario r;
    r.valor = valor_ahora(tx, p);
    if (fecha) r.valor -= movido_desde(tx, p, *fecha);
    if (!sin_filtro(p)) return r;
    r.saldoContable = saldo_contable(tx, fecha);
    r.diferencia = r.valor - *r.saldoContable;
    return r;
}

}  // namespace cacao
