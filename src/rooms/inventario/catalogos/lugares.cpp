#include "rooms/inventario/catalogos/lugares.hpp"

#include "db/rows.hpp"
#include "engine/libros/balanza.hpp"

namespace cacao {
namespace {

Importe suma(db::Reader& tx, const std::string& sql, const db::Where& donde) {
    Importe total;
    tx.query(sql + donde.and_sql(), donde.params(), [&](const db::Row& r) { total = Importe::de_micros(r.integer(0)); });
    return total;
}

// The same filters where neither warehouse nor product is joined: most totals ask for all of them.
void filtrar(db::Where& donde, const LugaresPedidos& p) {
    if (p.productoId) donde.add("c.productoId = $", p.productoId->valor);
    if (p.almacenId) donde.add("c.almacenId = $", p.almacenId->valor);
    if (p.sucursalId)
        donde.add("c.almacenId IN (SELECT a.almacenId FROM almacen a WHERE a.organizacionId = $1 AND a.sucursalId = $)",
                  p.sucursalId->valor);
    if (p.clasificacionId)
        donde.add(
            "c.productoId IN (SELECT q.productoId FROM producto q WHERE q.organizacionId = $1 AND q.clasificacionId = $ "
            "AND q.clasificacionId <> 0)",
            p.clasificacionId->valor);
}

Importe valor_ahora(db::Reader& tx, const LugaresPedidos& p) {
    db::Where donde{tx.organizacion()};
    filtrar(donde, p);
    return suma(tx,
                "SELECT CAST(COALESCE(SUM(c.valorRestante), 0) AS BIGINT) FROM capa c "
                "WHERE c.organizacionId = $1 AND c.cantidadRestante > 0",
                donde) -
           suma(tx, "SELECT CAST(COALESCE(SUM(c.valor), 0) AS BIGINT) FROM faltante c WHERE c.organizacionId = $1", donde) +
           suma(tx,
                "SELECT CAST(COALESCE(SUM(c.valor), 0) AS BIGINT) FROM porLlegar c "
                "WHERE c.organizacionId = $1 AND c.cantidad > 0",
                donde);
}

// Each place by its own index: costs the places and what moved since, not what ever moved.
Importe movido_desde(db::Reader& tx, const LugaresPedidos& p, Fecha fecha) {
    db::Where donde{tx.organizacion(), fecha};
    filtrar(donde, p);
    return suma(tx,
                "SELECT CAST(COALESCE(SUM(m.valor), 0) AS BIGINT) FROM "
                "(SELECT DISTINCT e.organizacionId, e.productoId, e.almacenId FROM existencia e WHERE e.organizacionId = $1) c "
                "JOIN movimiento m ON m.organizacionId = c.organizacionId AND m.productoId = c.productoId "
                "AND m.almacenId = c.almacenId AND m.fecha > $2 WHERE c.organizacionId = $1",
                donde);
}

Importe saldo_contable(db::Reader& tx, const std::optional<Fecha>& pedida) {
    const Fecha fecha = pedida.value_or(Fecha::de_civil(2199, 12, 31).value());  // the last day there is: everything
    const auto s = engine::saldo_de_papeles(tx, {engine::Cuenta::inventario}, fecha.primero_del_mes(), fecha);
    return s.inicial + s.cargos - s.abonos;
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
