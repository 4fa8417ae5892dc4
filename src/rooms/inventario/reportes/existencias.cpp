#include "rooms/inventario/reportes/existencias.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/cadena/pendientes.hpp"

namespace cacao {
namespace {

// What a page reads of a place; the rest is put to it.
struct FilaExistencia {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::string unidad;
    std::int64_t almacenId{};
    std::string almacen;
    Cantidad existencia;
    Cantidad reservado;
    Importe valor;
};
DESCRIBE_STRUCT(FilaExistencia, (), (productoId, codigo, producto, unidad, almacenId, almacen, existencia, reservado, valor))

// A past day is what there is now less what moved since: by lot, because that is how days are kept.
std::string cantidad_de(const ExistenciasPedidas& p, db::Where& donde) {
    if (!p.fecha) return "e.cantidad";
    return "e.cantidad - COALESCE((SELECT CAST(SUM(d.movido) AS BIGINT) FROM existenciaDia d WHERE d.organizacionId = $1 "
           "AND d.productoId = e.productoId AND d.almacenId = e.almacenId AND d.loteId = e.loteId AND d.fecha > " +
           donde.next(*p.fecha) + "), 0)";
}

// Products of which a document that was touched since moved goods, or asked for some: what it puts aside waits by its lines.
// Those rows stay when it is cancelled or done, so a product that something was given back to is found as well.
constexpr std::string_view productos_de_tocados =
    " SELECT m.productoId FROM v JOIN movimiento m ON m.organizacionId = $1 AND m.transaccionId = v.transaccionId"
    " UNION SELECT n.productoId FROM v JOIN pendiente n ON n.organizacionId = $1 AND n.transaccionId = v.transaccionId)";

std::string producto_tocado(std::string_view desde) {
    return fmt::format(
        "e.productoId IN (WITH v AS (SELECT DISTINCT t.transaccionId FROM evento t WHERE t.organizacionId = $1 AND {} $){}",
        desde, productos_de_tocados);
}

// What closes the table. What changed since a moment is a part of the stock: there is nothing in the books to compare it with.
struct CuadreExistencias {
    std::optional<Importe> valor;
    std::optional<Importe> saldoContable;
    std::optional<Importe> diferencia;
};
DESCRIBE_STRUCT(CuadreExistencias, (), (valor, saldoContable, diferencia))

CuadreExistencias cuadre_de_existencias(const Context& ctx, const ExistenciasPedidas& p) {
    if (p.modificadoDesde || p.desdePosicion) return {};
    const CuadreInventario c = cuadre_de(ctx, p);
    return {c.valor, c.saldoContable, c.diferencia};
}

void filtrar_existencias(const Context& ctx, const ExistenciasPedidas& p, Recorrido& recorrido, db::Where& donde) {
    filtrar_lugares(donde, p, "e");
    recorrido.seguir(ctx, p, producto_tocado("t.instante >="), producto_tocado("t.posicion >"), donde);
}

}  // namespace

Pagina<ExistenciaProducto> listar_existencias(const Context& ctx, const ExistenciasPedidas& p) {
    auto& tx = ctx.db();
    ExistenciasPedidas solo_filtros = p;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    Recorrido recorrido{ctx, p, "Existencias", reflect::to_json(solo_filtros)};
    const bool solo = p.soloConExistencia.value_or(false);
    const std::string de =
        " FROM existencia e"
        " JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = e.almacenId"
        " JOIN producto q ON q.organizacionId = $1 AND q.productoId = e.productoId"
        " WHERE e.organizacionId = $1";
    Total total;
    if (recorrido.con_total()) {
        db::Where contadas{ctx.organizacionId()};
        filtrar_existencias(ctx, p, recorrido, contadas);
        const std::string filtros = contadas.and_sql();
        const std::string con = solo ? " HAVING SUM(" + cantidad_de(p, contadas) + ") <> 0" : "";
        total = recorrido.contar(tx, "SELECT e.productoId" + de + filtros + " GROUP BY e.productoId, e.almacenId" + con,
                                 contadas.params());
    }
    db::Where donde{ctx.organizacionId()};
    filtrar_existencias(ctx, p, recorrido, donde);
    const std::string cantidad = cantidad_de(p, donde);
    const std::string hoy = donde.next(ctx.hoy_en_todas());
    std::string despues;
    if (p.fecha)
        despues =
            " - COALESCE((SELECT CAST(SUM(m.valor) AS BIGINT) FROM movimiento m WHERE m.organizacionId = $1 "
            "AND m.productoId = t.productoId AND m.almacenId = t.almacenId AND m.fecha > " +
            donde.next(*p.fecha) + "), 0)";
    const std::string agrupado =
        " GROUP BY e.productoId, e.almacenId" + (solo ? " HAVING SUM(" + cantidad + ") <> 0" : std::string{});
    if (const auto& desde = recorrido.desde()) donde.add("(e.productoId, e.almacenId) > ($, $)", desde->at(0), desde->at(1));
    const std::string filtros = donde.and_sql();
    const auto tramo = recorrido.tramo_sql(donde);
    // Value belongs to layers; a page asks only for those of its own products.
    const auto filas = tx.all_with<FilaExistencia>(
        "SELECT t.productoId, q.codigo, q.nombre AS producto, u.codigo AS unidad, t.almacenId, a.nombre AS almacen, "
        "t.existencia, t.reservado, "
        "COALESCE((SELECT CAST(SUM(c.valorRestante) AS BIGINT) FROM capa c WHERE c.organizacionId = $1 "
        "AND c.productoId = t.productoId AND c.almacenId = t.almacenId AND c.cantidadRestante > 0), 0) "
        "- COALESCE((SELECT CAST(SUM(f.valor) AS BIGINT) FROM faltante f WHERE f.organizacionId = $1 "
        "AND f.productoId = t.productoId AND f.almacenId = t.almacenId), 0) "
        "+ COALESCE((SELECT CAST(SUM(l.valor) AS BIGINT) FROM porLlegar l WHERE l.organizacionId = $1 "
        "AND l.productoId = t.productoId AND l.almacenId = t.almacenId AND l.cantidad > 0), 0)" +
            despues + " AS valor FROM (SELECT e.productoId, e.almacenId, CAST(SUM(" + cantidad +
            ") AS BIGINT) AS existencia, CAST(SUM(" + apartado_sql(hoy) + ") AS BIGINT) AS reservado" + de + filtros + agrupado +
            " ORDER BY e.productoId, e.almacenId" + tramo +
            ") t "
            "JOIN producto q ON q.organizacionId = $1 AND q.productoId = t.productoId "
            "JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = q.unidadMedidaId "
            "JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = t.almacenId ORDER BY t.productoId, t.almacenId",
        donde.params());
    std::vector<engine::LugarDeProducto> lugares;
    if (!p.fecha)
        for (const FilaExistencia& f : filas) lugares.emplace_back(f.productoId, f.almacenId);
    const auto pendientes = engine::pendientes_de(tx, lugares);
    std::vector<ExistenciaProducto> data;
    for (const FilaExistencia& f : filas) {
        auto& e = data.emplace_back(ExistenciaProducto{
            f.productoId, f.codigo, f.producto, f.unidad, f.almacenId, f.almacen, f.existencia, {}, {}, {}, {}, f.valor});
        if (p.fecha) continue;
        const auto n = pendientes.find({f.productoId, f.almacenId});
        const engine::Pendientes espera = n == pendientes.end() ? engine::Pendientes{} : n->second;
        e.reservado = f.reservado;
        e.disponible = f.existencia - f.reservado;
        e.enTransito = espera.entra;
        e.porRecibir = espera.orden;
    }
    return recorrido.pagina(std::move(data), total, [](const ExistenciaProducto& e) {
        return std::vector<std::int64_t>{e.productoId, e.almacenId};
    });
}

void register_existencias(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/Existencias", "Existencias", listar_existencias)
        .totales(&ExistenciaProducto::valor)
        .cuadra(cuadre_de_existencias)
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor, Codigo::fuera_de_rango});
    ops.add(GET, "/api/Inventario/Existencias/Totales", "ExistenciasTotales", cuadre_de<TotalesPedidos>).nuestra();
}

}  // namespace cacao
