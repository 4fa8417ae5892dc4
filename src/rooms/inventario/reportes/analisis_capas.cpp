#include "rooms/inventario/reportes/analisis_capas.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/series_documento.hpp"

#include <algorithm>
#include <array>

namespace cacao {
namespace {

struct FilaCapa : CapaCosto {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(FilaCapa, (CapaCosto), (serie, numero))

struct TramoDeEdad {
    std::int64_t hasta;
    std::string_view nombre;
};
constexpr std::array tramos{TramoDeEdad{30, "0 a 30"},    TramoDeEdad{60, "31 a 60"},    TramoDeEdad{90, "61 a 90"},
                            TramoDeEdad{180, "91 a 180"}, TramoDeEdad{365, "181 a 365"}, TramoDeEdad{INT64_MAX, "Más de 365"}};

const TramoDeEdad& tramo_de(std::int64_t dias) {
    return *std::ranges::find_if(tramos, [&](const TramoDeEdad& t) { return dias <= t.hasta; });
}

// What left before it came in counts against the layers, under the layer that owes it; what is waited for of that counts there
// too. Goods may have come back to that one meanwhile, so a layer that holds any is told less what it owes: each is one row, by
// whose keys pages follow each other.
constexpr std::string_view abiertas = R"(
    SELECT c.capaId, c.productoId, c.almacenId, c.loteId, c.fecha, c.cantidadRestante - COALESCE(f.cantidad, 0) AS cantidad,
           c.valorRestante - COALESCE(f.valor, 0) AS valor, 0 AS agregado
      FROM capa c
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = c.almacenId
      JOIN producto q ON q.organizacionId = $1 AND q.productoId = c.productoId
      LEFT JOIN (SELECT d.productoId, d.almacenId, d.loteId, d.capaId,
                        d.cantidad - COALESCE((SELECT CAST(SUM(l.cantidad) AS BIGINT) FROM porLlegar l WHERE l.organizacionId = $1
                            AND l.productoId = d.productoId AND l.almacenId = d.almacenId AND l.loteId = d.loteId
                            AND l.cantidad > 0), 0) AS cantidad,
                        d.valor - COALESCE((SELECT CAST(SUM(l.valor) AS BIGINT) FROM porLlegar l WHERE l.organizacionId = $1
                            AND l.productoId = d.productoId AND l.almacenId = d.almacenId AND l.loteId = d.loteId
                            AND l.cantidad > 0), 0) AS valor
                   FROM faltante d WHERE d.organizacionId = $1) f ON f.productoId = c.productoId AND f.almacenId = c.almacenId
       AND f.loteId = c.loteId AND f.capaId = c.capaId
     WHERE c.organizacionId = $1 AND c.cantidadRestante > 0
       AND (f.capaId IS NULL OR c.cantidadRestante <> f.cantidad OR c.valorRestante <> f.valor))";
constexpr std::string_view debidas = R"(
    SELECT k.capaId, c.productoId, c.almacenId, c.loteId, k.fecha, c.cantidad, c.valor, 0 AS agregado
      FROM (SELECT d.organizacionId, d.productoId, d.almacenId, d.loteId, d.capaId,
                   COALESCE((SELECT CAST(SUM(l.cantidad) AS BIGINT) FROM porLlegar l WHERE l.organizacionId = $1
                       AND l.productoId = d.productoId AND l.almacenId = d.almacenId AND l.loteId = d.loteId
                       AND l.cantidad > 0), 0) - d.cantidad AS cantidad,
                   COALESCE((SELECT CAST(SUM(l.valor) AS BIGINT) FROM porLlegar l WHERE l.organizacionId = $1
                       AND l.productoId = d.productoId AND l.almacenId = d.almacenId AND l.loteId = d.loteId
                       AND l.cantidad > 0), 0) - d.valor AS valor
              FROM faltante d WHERE d.organizacionId = $1) c
      JOIN capa k ON k.organizacionId = $1 AND k.capaId = c.capaId AND k.cantidadRestante = 0
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = c.almacenId
      JOIN producto q ON q.organizacionId = $1 AND q.productoId = c.productoId
     WHERE c.organizacionId = $1 AND (c.cantidad <> 0 OR c.valor <> 0))";
constexpr std::string_view movidas = R"(
    SELECT m.capaId, m.productoId, m.almacenId, m.loteId, m.cantidad, m.valor,
           CASE WHEN m.cantidad = 0
                 AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.productoId = m.productoId
                                 AND f.almacenId = m.almacenId AND f.loteId = m.loteId AND f.capaId = m.capaId)
                THEN m.valor ELSE 0 END AS agregado
      FROM (SELECT DISTINCT e.organizacionId, e.productoId, e.almacenId FROM existencia e WHERE e.organizacionId = $1) c
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = c.almacenId
      JOIN producto q ON q.organizacionId = $1 AND q.productoId = c.productoId
      JOIN movimiento m ON m.organizacionId = c.organizacionId AND m.productoId = c.productoId AND m.almacenId = c.almacenId
     WHERE c.organizacionId = $1)";
// Goods that came into a layer and went on to an exit that owed them: out of the one, into the other. Those that went on to a
// place that waited for them: out of what stood for them there, into a layer; so the movement that brought them may be elsewhere.
constexpr std::string_view pagadas = R"(
    SELECT CASE WHEN g.signo < 0 THEN k.capaId ELSE s.capaId END AS capaId, c.productoId, c.almacenId, m.loteId,
           g.signo * p.cantidad AS cantidad, g.signo * p.valor AS valor, 0 AS agregado
      FROM (SELECT DISTINCT e.organizacionId, e.productoId, e.almacenId FROM faltante e WHERE e.organizacionId = $1) c
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = c.almacenId
      JOIN producto q ON q.organizacionId = $1 AND q.productoId = c.productoId
      JOIN (SELECT DISTINCT f.productoId, f.almacenId FROM faltante f WHERE f.organizacionId = $1) d ON d.productoId = c.productoId
      JOIN movimiento m ON m.organizacionId = c.organizacionId AND m.productoId = d.productoId AND m.almacenId = d.almacenId
      JOIN faltantePago p ON p.organizacionId = $1 AND p.movimientoId = m.movimientoId AND p.movimientoId <> 0
      JOIN capa k ON k.organizacionId = $1 AND k.capaId = p.capaId
      JOIN movimiento s ON s.organizacionId = $1
       AND s.movimientoId = CASE WHEN p.pasaDeId <> 0 THEN p.llegadaId ELSE p.salidaId END
     CROSS JOIN (SELECT -1 AS signo UNION ALL SELECT 1) g
     WHERE c.organizacionId = $1 AND c.almacenId = CASE WHEN g.signo < 0 THEN k.almacenId ELSE s.almacenId END)";

// Layers of now, each of the two sorts cut where the page ends.
std::string capas_ahora(const std::string& de_abiertas, const std::string& de_debidas) {
    return "SELECT * FROM (" + std::string{abiertas} + de_abiertas + ") x UNION ALL SELECT * FROM (" + std::string{debidas} +
           de_debidas + ") y";
}

// At the end of a day: those of now less what moved since, those that are gone by now included.
std::string capas_al_dia(const std::string& filtros, const std::string& dia) {
    return "SELECT capaId, productoId, almacenId, loteId, MAX(fecha) AS fecha, CAST(SUM(cantidad) AS BIGINT) AS cantidad, "
           "CAST(SUM(valor) AS BIGINT) AS valor, CAST(SUM(agregado) AS BIGINT) AS agregado FROM (" +
           capas_ahora(filtros, filtros) +
           " UNION ALL SELECT z.capaId, z.productoId, z.almacenId, c.loteId, c.fecha, -z.cantidad, -z.valor, "
           "-z.agregado FROM (" +
           std::string{movidas} + filtros + " AND m.fecha > " + dia + " UNION ALL " + std::string{pagadas} + filtros +
           " AND m.fecha > " + dia +
           ") z JOIN capa c ON c.organizacionId = $1 AND c.capaId = z.capaId) w "
           "GROUP BY capaId, productoId, almacenId, loteId HAVING SUM(cantidad) <> 0 OR SUM(valor) <> 0";
}

Precio por_unidad(Importe valor, Cantidad cantidad) {
    if (cantidad.es_cero()) return {};
    const __int128 numerador = static_cast<__int128>(valor.micros()) * millonesimas;
    return cantidad > Cantidad{} ? Precio::de_micros(dividir_redondeando(numerador, cantidad.micros()))
                                 : Precio::de_micros(dividir_redondeando(-numerador, -static_cast<__int128>(cantidad.micros())));
}

}  // namespace

Pagina<CapaCosto> analizar_capas(const Context& ctx, const AnalisisCapasPedido& p) {
    auto& tx = ctx.db();
    const Fecha corte = p.fecha.value_or(ctx.hoy());
    AnalisisCapasPedido solo_filtros = p;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, p, "AnalisisCapas", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    filtrar_lugares(donde, p, "c");
    std::string dia;
    if (p.fecha) dia = donde.next(*p.fecha);
    const Total total = recorrido.contar(
        tx, (p.fecha ? capas_al_dia(donde.and_sql(), dia) : capas_ahora(donde.and_sql(), donde.and_sql())), donde.params());
    const std::string filtros = donde.and_sql();
    // Where the page before ended.
    std::string llaves;
    if (const auto& d = recorrido.desde())
        for (const auto llave : *d) llaves += (llaves.empty() ? "" : ", ") + donde.next(llave);
    const auto tramo = recorrido.tramo_sql(donde);
    std::string capas;
    if (p.fecha) {
        capas = "SELECT * FROM (" + capas_al_dia(filtros, dia) + ") v";
        if (!llaves.empty()) capas += " WHERE (productoId, almacenId, loteId, fecha, capaId) > (" + llaves + ")";
    } else {
        // Read in the order of their index, so that a page costs a page.
        const auto hasta = recorrido.parte_sql(donde);
        const auto cola = [&](const std::string& capa) {
            const std::string orden = "c.productoId, c.almacenId, c.loteId, " + capa + ".fecha, " + capa + ".capaId";
            return (llaves.empty() ? "" : " AND (" + orden + ") > (" + llaves + ")") + " ORDER BY " + orden + hasta;
        };
        capas = capas_ahora(filtros + cola("c"), filtros + cola("k"));
    }
    auto filas = tx.all_with<FilaCapa>(
        "SELECT t.capaId, t.productoId, q.codigo, q.nombre AS producto, t.almacenId, a.nombre AS almacen, t.loteId, "
        "COALESCE(l.codigo, '') AS lote, c.metodo, c.transaccionId, c.numeroPartida, COALESCE(d.tipo, '') AS tipoDocumento, "
        "'' AS folio, t.fecha, 0 AS dias, '' AS rango, c.cantidadOriginal, t.cantidad AS cantidadRestante, c.costoOriginal, "
        "c.costoAgregado + t.agregado AS costoAgregado, 0 AS costoUnitario, t.valor AS valorRestante, "
        "COALESCE(d.serie, '') AS serie, COALESCE(d.folio, 0) AS numero "
        "FROM (SELECT * FROM (" +
            capas + ") w ORDER BY productoId, almacenId, loteId, fecha, capaId" + tramo +
            ") t JOIN capa c ON c.organizacionId = $1 AND c.capaId = t.capaId "
            "JOIN producto q ON q.organizacionId = $1 AND q.productoId = t.productoId "
            "JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = t.almacenId "
            "LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = t.loteId "
            "LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId "
            "ORDER BY t.productoId, t.almacenId, t.loteId, t.fecha, t.capaId",
        donde.params());
    std::vector<CapaCosto> data;
    for (FilaCapa& f : filas) {
        f.folio = engine::folio_texto(f.serie, f.numero);
        f.dias = corte.dias() - f.fecha.dias();
        f.rango = tramo_de(f.dias).nombre;
        f.costoUnitario = por_unidad(f.valorRestante, f.cantidadRestante);
        data.push_back(std::move(f));
    }
    return recorrido.pagina(std::move(data), total, [](const CapaCosto& c) {
        return std::vector<std::int64_t>{c.productoId, c.almacenId, c.loteId, c.fecha.dias(), c.capaId};
    });
}

AnalisisCapasTotales totalizar_capas(const Context& ctx, const AnalisisCapasTotalesPedido& p) {
    auto& tx = ctx.db();
    AnalisisCapasTotales r;
    static_cast<CuadreInventario&>(r) = cuadrar_inventario(tx, p, p.fecha);
    r.fecha = p.fecha.value_or(ctx.hoy());
    for (const TramoDeEdad& t : tramos) r.rangos.push_back({std::string{t.nombre}, 0, {}});
    db::Where donde{ctx.organizacionId()};
    filtrar_lugares(donde, p, "c");
    std::string dia;
    if (p.fecha) dia = donde.next(*p.fecha);
    tx.query("SELECT t.fecha, count(*), CAST(SUM(t.valor) AS BIGINT) FROM (" +
                 (p.fecha ? capas_al_dia(donde.and_sql(), dia) : capas_ahora(donde.and_sql(), donde.and_sql())) +
                 ") t GROUP BY t.fecha",
             donde.params(), [&](const db::Row& f) {
                 const auto& tramo = tramo_de(r.fecha.dias() - f.integer(0));
                 RangoEdad& rango = r.rangos[static_cast<std::size_t>(&tramo - tramos.data())];
                 rango.capas += f.integer(1);
                 rango.valor += Importe::de_micros(f.integer(2));
                 r.capas += f.integer(1);
                 r.valorCapas += Importe::de_micros(f.integer(2));
             });
    return r;
}

void register_analisis_capas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/AnalisisCapas", "AnalisisCapas", analizar_capas)
        .totales(&CapaCosto::valorRestante)
        .cuadra(cuadre_de<AnalisisCapasPedido>)
        .rechaza({Codigo::cursor_invalido});
    ops.add(GET, "/api/Inventario/AnalisisCapas/Totales", "AnalisisCapasTotales", totalizar_capas).nuestra();
}

}  // namespace cacao
