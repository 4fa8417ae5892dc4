#include "rooms/inventario/existencias.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"

#include <fmt/format.h>

namespace cacao {

Pagina<ExistenciaProducto> listar_existencias(const Context& ctx, const ExistenciasPedidas& p) {
    auto& tx = ctx.db();
    const auto numero = [](const std::optional<Id>& id) { return id ? std::int64_t{*id} : 0; };
    const Recorrido recorrido{ctx, p, "Existencias",
                              fmt::format("{}/{}/{}/{}/{}", numero(p.productoId), numero(p.almacenId), numero(p.sucursalId),
                                          numero(p.clasificacionId), p.soloConExistencia.value_or(false))};
    db::Where donde{ctx.organizacionId()};
    if (p.productoId) donde.add("e.productoId = $", std::int64_t{*p.productoId});
    if (p.almacenId) donde.add("e.almacenId = $", std::int64_t{*p.almacenId});
    if (p.sucursalId) donde.add("a.sucursalId = $", std::int64_t{*p.sucursalId});
    if (p.clasificacionId) donde.add("q.clasificacionId = $", std::int64_t{*p.clasificacionId});
    const std::string agrupado = p.soloConExistencia.value_or(false) ? " HAVING SUM(e.cantidad) <> 0" : "";
    const std::string de =
        " FROM existencia e"
        " JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = e.almacenId"
        " JOIN producto q ON q.organizacionId = $1 AND q.productoId = e.productoId"
        " WHERE e.organizacionId = $1";
    std::optional<std::int64_t> total;
    if (recorrido.con_total())
        total = tx.one_with<std::int64_t>("SELECT count(*) FROM (SELECT e.productoId" + de + donde.and_sql() +
                                              " GROUP BY e.productoId, e.almacenId" + agrupado + ") t",
                                          donde.params());
    if (const auto& desde = recorrido.desde()) donde.add("(e.productoId, e.almacenId) > ($, $)", desde->at(0), desde->at(1));
    const std::string filtros = donde.and_sql();
    const std::string limite = donde.next(recorrido.limite_sql());
    const std::string salto = donde.next(recorrido.salto());
    // Value belongs to layers; a page asks only for those of its own products.
    auto filas = tx.all_with<ExistenciaProducto>(
        "SELECT t.productoId, q.codigo, q.nombre AS producto, u.codigo AS unidad, t.almacenId, a.nombre AS almacen, "
        "t.existencia, "
        "t.reservado, t.existencia - t.reservado AS disponible, "
        "COALESCE((SELECT CAST(SUM(c.valorRestante) AS BIGINT) FROM capa c WHERE c.organizacionId = $1 AND c.productoId = "
        "t.productoId "
        "AND c.almacenId = t.almacenId AND c.cantidadRestante > 0), 0) AS valor "
        "FROM (SELECT e.productoId, e.almacenId, CAST(SUM(e.cantidad) AS BIGINT) AS existencia, CAST(SUM(e.reservado) AS BIGINT) "
        "AS "
        "reservado" +
            de + filtros + " GROUP BY e.productoId, e.almacenId" + agrupado + " ORDER BY e.productoId, e.almacenId LIMIT " +
            limite + " OFFSET " + salto +
            ") t "
            "JOIN producto q ON q.organizacionId = $1 AND q.productoId = t.productoId "
            "JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = q.unidadMedidaId "
            "JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = t.almacenId ORDER BY t.productoId, t.almacenId",
        donde.params());
    return recorrido.pagina(std::move(filas), total, [](const ExistenciaProducto& e) {
        return std::vector<std::int64_t>{e.productoId, e.almacenId};
    });
}

ExistenciasTotales totalizar_existencias(const Context& ctx, const Nada&) {
    auto& tx = ctx.db();
    const auto suma = [&](std::string_view sql) {
        Importe total;
        tx.each(
            sql, [&](const db::Row& r) { total = Importe::de_micros(r.integer(0)); }, ctx.organizacionId());
        return total;
    };
    ExistenciasTotales t;
    t.valor = suma(R"(SELECT CAST(COALESCE(SUM(valorRestante), 0) AS BIGINT) FROM capa
                      WHERE organizacionId = $1 AND cantidadRestante > 0)") -
              suma("SELECT CAST(COALESCE(SUM(valor), 0) AS BIGINT) FROM faltante WHERE organizacionId = $1");
    t.saldoContable = suma(R"(SELECT CAST(COALESCE(SUM(s.cargos - s.abonos), 0) AS BIGINT) FROM saldoCuenta s
                              WHERE s.organizacionId = $1
                                AND s.cuentaId IN (SELECT p.cuentaId FROM cuentaPapel p WHERE p.organizacionId = $1 AND p.papel = 'inventario'))");
    t.diferencia = t.valor - t.saldoContable;
    return t;
}

void register_existencias(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/Existencias", "Existencias", listar_existencias, "Existencias por producto y almacén")
        .describe("Lo que hay ahora, en unidad base: `disponible` = existencia − reservado; `valor` es el de sus capas de costo.")
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Inventario/Existencias/Totales", "ExistenciasTotales", totalizar_existencias,
            "Valor del inventario contra las cuentas contables")
        .describe("`diferencia` es 0 mientras nadie registre pólizas de diario en las cuentas de inventario.")
        .nuestra();
}

}  // namespace cacao
