#include "rooms/inventario/documentos/conteo.hpp"

#include "api/registros.hpp"
#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/existencia/inventario.hpp"

#include <map>

namespace cacao {
namespace {

constexpr std::string_view columnas_de_conteo =
    "SELECT c.conteoId, c.almacenId, a.nombre AS almacen, c.fecha, c.congeladoEn, c.estado, c.notas, c.sobranteId, "
    "c.faltanteId, c.version FROM conteo c JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = c.almacenId "
    "WHERE c.organizacionId = $1";

// Two sheets that correct the same goods would correct them twice.
void exigir_unica(db::Reader& tx, const Conteo& conteo) {
    const auto otra = tx.one<std::int64_t>(R"(
        SELECT p.productoId FROM conteoPartida p
          JOIN conteo c ON c.organizacionId = $1 AND c.almacenId = $3 AND c.estado = 'abierto' AND c.conteoId <> $2
          JOIN conteoPartida o ON o.organizacionId = $1 AND o.conteoId = c.conteoId AND o.productoId = p.productoId
         WHERE p.organizacionId = $1 AND p.conteoId = $2 LIMIT 1)",
                                           tx.organizacion(), conteo.conteoId, conteo.almacenId);
    if (otra) reject(Codigo::conflicto, "/productos", R"({"productoId":)" + std::to_string(*otra) + "}");
}

struct SerieCongelada {
    std::int64_t productoId{};
    std::string lote;
    std::string serie;
};
DESCRIBE_STRUCT(SerieCongelada, (), (productoId, lote, serie))

// Of goods with serials the sheet keeps which ones, and as many are its existencia: both of the same moment.
void congelar_series(db::Writer& tx, std::int64_t conteoId, std::int64_t almacenId) {
    std::map<std::pair<std::int64_t, std::string>, std::vector<std::string>> lineas;
    for (const auto& p : tx.all<SerieCongelada>(R"(
             SELECT p.productoId, p.lote, '' AS serie FROM conteoPartida p
               JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId AND q.seguimiento IN ('serie', 'loteSerie')
              WHERE p.organizacionId = $1 AND p.conteoId = $2)",
                                                tx.organizacion(), conteoId))
        lineas[{p.productoId, p.lote}];
    if (lineas.empty()) return;
    for (const auto& s : tx.all<SerieCongelada>(R"(
             SELECT n.productoId, COALESCE(l.codigo, '') AS lote, n.serie
               FROM (SELECT DISTINCT p.productoId FROM conteoPartida p WHERE p.organizacionId = $1 AND p.conteoId = $2) p
               JOIN numeroSerie n ON n.organizacionId = $1 AND n.productoId = p.productoId AND n.almacenId = $3 AND n.almacenId <> 0
               LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = n.loteId
              ORDER BY n.serie)",
                                                tx.organizacion(), conteoId, almacenId))
        if (const auto linea = lineas.find({s.productoId, s.lote}); linea != lineas.end()) linea->second.push_back(s.serie);
    for (const auto& [cual, series] : lineas)
        tx.run(R"(UPDATE conteoPartida SET seriesCongeladas = $5, existencia = $6
                  WHERE organizacionId = $1 AND conteoId = $2 AND productoId = $3 AND lote = $4)",
               tx.organizacion(), conteoId, cual.first, cual.second, reflect::to_json(series),
               Cantidad::de_enteros(static_cast<std::int64_t>(series.size())));
}

struct ProductoContado {
    std::string tipo;
    std::string seguimiento;
    int decimales{};
};
DESCRIBE_STRUCT(ProductoContado, (), (tipo, seguimiento, decimales))

}  // namespace

Conteo leer_conteo(db::Reader& tx, std::int64_t conteoId) {
    Conteo c{};
    const auto resumen =
        tx.one<ConteoResumen>(std::string{columnas_de_conteo} + " AND c.conteoId = $2", tx.organizacion(), conteoId);
    if (!resumen) reject(Codigo::no_encontrado, "/conteoId");
    static_cast<ConteoResumen&>(c) = *resumen;
    c.partidas = tx.all<ConteoPartida>(R"(
        SELECT p.productoId, q.codigo, q.nombre AS producto, p.lote, p.existencia, p.contado, p.contado - p.existencia AS diferencia,
               p.costoUnitario, p.series, p.ubicacion
          FROM conteoPartida p
          JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
         WHERE p.organizacionId = $1 AND p.conteoId = $2 ORDER BY p.productoId, p.lote)",
                                       tx.organizacion(), conteoId);
    return c;
}

ConteoResumen retener_conteo(Context& ctx, std::int64_t conteoId) {
    auto& tx = ctx.db();
    tx.lock("conteo/" + std::to_string(conteoId));
    const auto c = tx.one<ConteoResumen>(std::string{columnas_de_conteo} + " AND c.conteoId = $2", tx.organizacion(), conteoId);
    if (!c) reject(Codigo::no_encontrado, "/conteoId");
    ctx.exigir_version(c->version);
    reject_if(c->estado != "abierto", Codigo::estado_invalido, "/conteoId");
    return *c;
}

Conteo abrir_conteo(Context& ctx, const ConteoNuevo& nuevo) {
    auto& tx = ctx.db();
    tx.lock("conteos");
    Faltas faltas;
    exigir_activo(tx, "SELECT activo FROM almacen WHERE organizacionId = $1 AND almacenId = $2", nuevo.almacenId, "/almacenId",
                  faltas);
    db::Conjunto elegidos{"productoId"};
    if (nuevo.productos)
        for (std::size_t i = 0; i < nuevo.productos->size(); ++i) {
            const std::int64_t id = (*nuevo.productos)[i];
            exigir_activo(tx, "SELECT activo FROM producto WHERE organizacionId = $1 AND productoId = $2", id,
                          "/productos/" + std::to_string(i), faltas);
            elegidos.agregar(id);
        }
    const auto sucursalId = tx.one<std::int64_t>("SELECT sucursalId FROM almacen WHERE organizacionId = $1 AND almacenId = $2",
                                                 tx.organizacion(), nuevo.almacenId.valor)
                                .value_or(0);
    const Fecha fecha = nuevo.fecha.value_or(ctx.hoy(sucursalId));
    engine::exigir_dia(ctx, fecha, sucursalId, "/fecha", faltas);
    faltas.lanzar();
    const std::int64_t conteoId = tx.next_id();
    tx.run(R"(
        INSERT INTO conteo (organizacionId, conteoId, almacenId, fecha, congeladoEn, estado, notas, sobranteId, faltanteId, usuarioId,
                            version)
        VALUES ($1, $2, $3, $4, $5, 'abierto', $6, 0, 0, $7, 1))",
           tx.organizacion(), conteoId, nuevo.almacenId.valor, fecha, ctx.ahora(), nuevo.notas.value_or(""), ctx.usuarioId());
    // One statement sees one moment: what commits after it is a movement after the freeze.
    db::Where donde{tx.organizacion(), conteoId, nuevo.almacenId.valor};
    if (nuevo.clasificacionId) donde.add("q.clasificacionId = $", nuevo.clasificacionId->valor);
    std::string solo;
    if (nuevo.productos)
        solo = " AND e.productoId IN (SELECT f.productoId FROM " + elegidos.sql(tx.motor(), donde.next(elegidos.valor())) + " f)";
    tx.execute(R"(
        INSERT INTO conteoPartida (organizacionId, conteoId, productoId, lote, existencia, costoUnitario, series, seriesCongeladas,
                                   ubicacion)
        SELECT e.organizacionId, CAST($2 AS BIGINT), e.productoId, COALESCE(l.codigo, ''), e.cantidad, 0, '[]', '[]', ''
          FROM existencia e
          JOIN producto q ON q.organizacionId = $1 AND q.productoId = e.productoId
          LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = e.loteId
         WHERE e.organizacionId = $1 AND e.almacenId = $3
           AND (e.loteId <> 0 OR q.seguimiento IN ('ninguno', 'serie')))" +
                   donde.and_sql() + solo,
               donde.params());
    congelar_series(tx, conteoId, nuevo.almacenId);
    const Conteo conteo = leer_conteo(tx, conteoId);
    exigir_unica(tx, conteo);
    ctx.auditar_alta("Conteo", conteoId, static_cast<const ConteoResumen&>(conteo));
    return conteo;
}

Conteo obtener_conteo(const Context& ctx, const ConteoPedido& pedido) { return leer_conteo(ctx.db(), pedido.conteoId); }

Pagina<ConteoResumen> listar_conteos(const Context& ctx, const ConteosFiltro& filtro) {
    auto& tx = ctx.db();
    ConteosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Conteos", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.almacenId) donde.add("c.almacenId = $", filtro.almacenId->valor);
    if (filtro.estado) donde.add("c.estado = $", reflect::enum_name(*filtro.estado));
    const Total total =
        recorrido.contar(tx, "SELECT 1 FROM conteo c WHERE c.organizacionId = $1" + donde.and_sql(), donde.params());
    if (const auto& d = recorrido.desde()) donde.add("(c.fecha, c.conteoId) > ($, $)", d->at(0), d->at(1));
    const auto tramo = recorrido.tramo_sql(donde);
    return recorrido.pagina(
        tx.all_with<ConteoResumen>(std::string{columnas_de_conteo} + donde.and_sql() + " ORDER BY c.fecha, c.conteoId" + tramo,
                                   donde.params()),
        total, [](const ConteoResumen& c) {
            return std::vector<std::int64_t>{c.fecha.dias(), c.conteoId};
        });
}

Conteo capturar_conteo(Context& ctx, const ConteoCapturado& pedido) {
    auto& tx = ctx.db();
    const ConteoResumen antes = retener_conteo(ctx, pedido.conteoId);
    tx.lock("conteos");
    Faltas faltas;
    const auto nombrados = engine::productos_nombrados(tx, pedido.partidas, "/partidas");
    for (std::size_t i = 0; i < pedido.partidas.size(); ++i) {
        const ContadoNuevo& p = pedido.partidas[i];
        const std::string campo = "/partidas/" + std::to_string(i);
        if (const auto& mal = nombrados[i].falta) {
            faltas.agregar(mal->codigo, mal->campo, mal->en, mal->datos);
            continue;
        }
        const std::int64_t productoId = nombrados[i].productoId;
        const auto q = tx.one<ProductoContado>(R"(SELECT q.tipo, q.seguimiento, u.decimales FROM producto q
                                                  JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = q.unidadMedidaId
                                                  WHERE q.organizacionId = $1 AND q.productoId = $2)",
                                               tx.organizacion(), productoId);
        if (!q || q->tipo != "producto") {
            faltas.agregar(q ? Codigo::valor_no_permitido : Codigo::no_encontrado, campo + "/productoId");
            continue;
        }
        const bool con_lote = q->seguimiento == "lote" || q->seguimiento == "loteSerie";
        const bool con_serie = q->seguimiento == "serie" || q->seguimiento == "loteSerie";
        if (con_lote && !p.lote) faltas.agregar(Codigo::lote_requerido, campo + "/lote");
        if (!con_lote && p.lote) faltas.agregar(Codigo::lote_no_permitido, campo + "/lote");
        if (p.contado.redondeado(q->decimales) != p.contado) faltas.agregar(Codigo::demasiados_decimales, campo + "/contado");
        std::vector<std::string> pedidas;
        if (p.series) pedidas.assign(p.series->begin(), p.series->end());
        const auto series = engine::abrir_series(pedidas);
        if (!series) faltas.agregar(Codigo::valor_no_permitido, campo + "/series");
        else if (Cantidad::de_enteros(static_cast<std::int64_t>(series->size())) !=
                 (con_serie ? Cantidad{p.contado} : Cantidad{}))
            faltas.agregar(Codigo::series_incompletas, campo + "/series");
        if (!faltas.vacia()) continue;
        // Goods that were not on the sheet were not in the books: they join it with nothing.
        const std::string lote = p.lote.value_or("");
        tx.run(R"(
            INSERT INTO conteoPartida (organizacionId, conteoId, productoId, lote, existencia, contado, costoUnitario, series,
                                       seriesCongeladas, ubicacion)
            VALUES ($1, $2, $3, $4, 0, $5, $6, $7, '[]', $8)
            ON CONFLICT (organizacionId, conteoId, productoId, lote) DO UPDATE
               SET contado = excluded.contado, costoUnitario = excluded.costoUnitario, series = excluded.series,
                   ubicacion = excluded.ubicacion)",
               tx.organizacion(), pedido.conteoId.valor, productoId, lote, Cantidad{p.contado},
               p.costoUnitario ? Precio{*p.costoUnitario} : Precio{}, reflect::to_json(*series), p.ubicacion.value_or(""));
    }
    faltas.lanzar();
    tx.run("UPDATE conteo SET version = version + 1 WHERE organizacionId = $1 AND conteoId = $2", tx.organizacion(),
           pedido.conteoId.valor);
    const Conteo conteo = leer_conteo(tx, pedido.conteoId);
    exigir_unica(tx, conteo);
    ctx.auditar("Conteo", conteo.conteoId, antes, static_cast<const ConteoResumen&>(conteo));
    return conteo;
}

ConteoResumen cancelar_conteo(Context& ctx, const ConteoPedido& pedido) {
    const ConteoResumen antes = retener_conteo(ctx, pedido.conteoId);
    ctx.db().run("UPDATE conteo SET estado = 'cancelado', version = version + 1 WHERE organizacionId = $1 AND conteoId = $2",
                 ctx.organizacionId(), pedido.conteoId.valor);
    ConteoResumen conteo = antes;
    conteo.estado = reflect::enum_name(EstadoConteo::cancelado);
    ++conteo.version;
    ctx.auditar("Conteo", conteo.conteoId, antes, conteo);
    return conteo;
}

void register_conteos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(POST, "/api/Inventario/Conteo", "ConteoAbrir", abrir_conteo)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::conflicto, Codigo::fuera_de_rango});
    ops.add(GET, "/api/Inventario/Conteo/{conteoId}", "ConteoObtener", obtener_conteo).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Inventario/Conteo", "ConteosListar", listar_conteos).nuestra().rechaza({Codigo::cursor_invalido});
    ops.add(PUT, "/api/Inventario/Conteo/{conteoId}", "ConteoCapturar", capturar_conteo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::valor_no_permitido, Codigo::lote_requerido,
                  Codigo::lote_no_permitido, Codigo::demasiados_decimales, Codigo::series_incompletas, Codigo::conflicto,
                  Codigo::precondicion_fallida});
    ops.add(PUT, "/api/Inventario/ConteoAplicar/{conteoId}", "ConteoAplicar", aplicar_conteo)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::requerido, Codigo::existencia_insuficiente,
                  Codigo::existencia_posterior, Codigo::serie_repetida, Codigo::periodo_cerrado, Codigo::precondicion_fallida});
    ops.add(DELETE, "/api/Inventario/ConteoCancelar/{conteoId}", "ConteoCancelar", cancelar_conteo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::precondicion_fallida});
}

}  // namespace cacao
