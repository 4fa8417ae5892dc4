#include "rooms/inventario/reportes/series_lotes.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

struct FilaSerieLote {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::string unidad;
    std::int64_t almacenId{};
    std::string almacen;
    std::int64_t loteId{};
    std::string lote;
    std::int64_t serieId{};
    std::string serie;
    Cantidad existencia;
    Cantidad reservado;
    std::optional<Fecha> fechaFabricacion;
    std::optional<Fecha> caducidad;
    std::string estadoLote;
    std::string estadoSerie;
    std::string pedimento;
    std::int64_t proveedorId{};
};
DESCRIBE_STRUCT(FilaSerieLote, (),
                (productoId, codigo, producto, unidad, almacenId, almacen, loteId, lote, serieId, serie, existencia, reservado,
                 fechaFabricacion, caducidad, estadoLote, estadoSerie, pedimento, proveedorId))

// What the walk goes by is not shown.
struct ConLlave {
    SerieLote fila;
    std::int64_t serieId = 0;
};

// A lot of goods with serials is counted by its serials. {0} is what is put aside; of serials, a day: what was until before it is
// free.
constexpr std::string_view lotes = R"(
    SELECT e.productoId, e.almacenId, e.loteId, 0 AS serieId, '' AS serie, e.cantidad AS existencia,
           CAST({0} AS BIGINT) AS reservado,
           '' AS estadoSerie
      FROM existencia e
      JOIN producto q ON q.organizacionId = $1 AND q.productoId = e.productoId AND q.seguimiento = 'lote'
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = e.almacenId
      LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = e.loteId
     WHERE e.organizacionId = $1 AND e.loteId <> 0 AND e.cantidad <> 0)";
constexpr std::string_view series = R"(
    SELECT e.productoId, e.almacenId, e.loteId, e.serieId, e.serie, 1000000 AS existencia,
           CASE WHEN c.transaccionId IS NULL THEN 0 ELSE 1000000 END AS reservado,
           CASE WHEN e.estado = 'reservada' AND c.transaccionId IS NULL THEN 'enAlmacen' ELSE e.estado END AS estadoSerie
      FROM numeroSerie e
      LEFT JOIN reservaSerie s ON s.organizacionId = $1 AND s.productoId = e.productoId AND s.serie = e.serie
      LEFT JOIN reserva c ON c.organizacionId = $1 AND c.transaccionId = s.transaccionId AND c.numeroPartida = s.numeroPartida
                         AND c.productoId = e.productoId AND c.almacenId = e.almacenId AND c.loteId = e.loteId
                         AND (c.vence IS NULL OR c.vence >= {0})
      JOIN producto q ON q.organizacionId = $1 AND q.productoId = e.productoId
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = e.almacenId
      LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = e.loteId
     WHERE e.organizacionId = $1 AND e.almacenId <> 0)";

std::string estado_de(const FilaSerieLote& f, Fecha hoy) {
    if (f.loteId != 0 && f.estadoLote != "liberado") return f.estadoLote;
    if (f.caducidad && *f.caducidad < hoy) return "caducado";
    return f.serie.empty() ? f.estadoLote : f.estadoSerie;
}

}  // namespace

Pagina<SerieLote> listar_series_lotes(const Context& ctx, const SeriesLotesPedidos& p) {
    auto& tx = ctx.db();
    const Fecha hoy = ctx.hoy();
    SeriesLotesPedidos solo_filtros = p;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, p, "SeriesLotes", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    filtrar_lugares(donde, p, "e");
    donde.add_if(p.lote, "l.codigo = $");
    donde.add_if(p.caducaHasta, "l.caducidad <= $");
    // Lots have no serial, so asking for one leaves them out.
    std::string de_series;
    if (p.serie) de_series = " AND e.serie = " + donde.next(*p.serie);
    const std::string dia = donde.next(ctx.hoy_en_todas());
    const auto union_de = [&](const std::string& mas_lotes, const std::string& mas_series) {
        std::string sql;
        if (!p.serie) sql = "SELECT * FROM (" + fmt::format(lotes, apartado_sql(dia)) + mas_lotes + ") x UNION ALL ";
        return sql + "SELECT * FROM (" + fmt::format(series, dia) + de_series + mas_series + ") y";
    };
    const Total total = recorrido.contar(tx, union_de(donde.and_sql(), donde.and_sql()), donde.params());
    std::string lotes_desde;
    std::string series_desde;
    if (const auto& d = recorrido.desde()) {
        const std::string llaves = "(" + donde.next(d->at(0)) + ", " + donde.next(d->at(1)) + ", " + donde.next(d->at(2)) + ", " +
                                   donde.next(d->at(3)) + ")";
        lotes_desde = " AND (e.productoId, e.almacenId, e.loteId, 0) > " + llaves;
        series_desde = " AND (e.productoId, e.almacenId, e.loteId, e.serieId) > " + llaves;
    }
    const std::string filtros = donde.and_sql();
    const auto hasta = recorrido.parte_sql(donde);
    const auto tramo = recorrido.tramo_sql(donde);
    const std::string orden_lotes = " ORDER BY e.productoId, e.almacenId, e.loteId" + hasta;
    const std::string orden_series = " ORDER BY e.productoId, e.almacenId, e.loteId, e.serieId" + hasta;
    auto filas = tx.all_with<FilaSerieLote>(
        "SELECT t.productoId, q.codigo, q.nombre AS producto, u.codigo AS unidad, t.almacenId, a.nombre AS almacen, t.loteId, "
        "COALESCE(l.codigo, '') AS lote, t.serieId, t.serie, t.existencia, t.reservado, l.fechaFabricacion, l.caducidad, "
        "COALESCE(l.estado, '') AS estadoLote, t.estadoSerie, COALESCE(l.pedimento, '') AS pedimento, "
        "COALESCE(l.proveedorId, 0) AS proveedorId FROM (SELECT * FROM (" +
            union_de(filtros + lotes_desde + orden_lotes, filtros + series_desde + orden_series) +
            ") z ORDER BY productoId, almacenId, loteId, serieId" + tramo +
            ") t JOIN producto q ON q.organizacionId = $1 AND q.productoId = t.productoId "
            "JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = q.unidadMedidaId "
            "JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = t.almacenId "
            "LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = t.loteId "
            "ORDER BY t.productoId, t.almacenId, t.loteId, t.serieId",
        donde.params());
    std::vector<ConLlave> data;
    for (FilaSerieLote& f : filas) {
        std::optional<std::int64_t> dias;
        if (f.caducidad) dias = f.caducidad->dias() - hoy.dias();
        data.push_back({{f.productoId, f.codigo, f.producto, f.unidad, f.almacenId, f.almacen, f.loteId, f.lote, f.serie,
                         f.existencia, f.reservado, f.existencia - f.reservado, f.fechaFabricacion, f.caducidad, dias,
                         estado_de(f, hoy), f.pedimento, f.proveedorId},
                        f.serieId});
    }
    return recorrido
        .pagina(std::move(data), total,
                [](const ConLlave& s) {
                    return std::vector<std::int64_t>{s.fila.productoId, s.fila.almacenId, s.fila.loteId, s.serieId};
                })
        .como([](ConLlave& s) { return std::move(s.fila); });
}

void register_series_lotes(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/Existencias/SeriesLotes", "ExistenciasSeriesLotes", listar_series_lotes)
        .rechaza({Codigo::cursor_invalido});
}

}  // namespace cacao
