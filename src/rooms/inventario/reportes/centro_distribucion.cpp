#include "rooms/inventario/reportes/centro_distribucion.hpp"

#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/cadena/pendientes.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::int64_t dias_si_no_se_dice = 30;

struct Lugar {
    std::int64_t productoId{};
    std::int64_t almacenId{};
};
DESCRIBE_STRUCT(Lugar, (), (productoId, almacenId))

struct FilaCentro {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::string unidad;
    std::int64_t almacenId{};
    std::string almacen;
    std::int64_t sucursalId{};
    Cantidad existencia;
    Cantidad reservado;
    std::optional<Cantidad> minimo;
    std::optional<Cantidad> maximo;
    Cantidad demanda;
    Importe valor;
};
DESCRIBE_STRUCT(FilaCentro, (),
                (productoId, codigo, producto, unidad, almacenId, almacen, sucursalId, existencia, reservado, minimo, maximo,
                 demanda, valor))

// A product belongs to a center when it was ever there, should be there, or is waited for there.
constexpr std::string_view con_existencia = R"(
    SELECT DISTINCT e.productoId, e.almacenId FROM existencia e
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = e.almacenId AND a.tipo = 'normal'
      JOIN producto q ON q.organizacionId = $1 AND q.productoId = e.productoId
     WHERE e.organizacionId = $1)";
constexpr std::string_view con_nivel = R"(
    SELECT e.productoId, e.almacenId FROM nivelInventario e
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = e.almacenId AND a.tipo = 'normal'
      JOIN producto q ON q.organizacionId = $1 AND q.productoId = e.productoId
     WHERE e.organizacionId = $1)";
constexpr std::string_view con_espera = R"(
    SELECT DISTINCT e.productoId, e.almacenId FROM pendiente e
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = e.almacenId AND a.tipo = 'normal'
      JOIN producto q ON q.organizacionId = $1 AND q.productoId = e.productoId
     WHERE e.organizacionId = $1 AND e.abierto = 1)";

std::string union_de(const std::string& cola) {
    std::string sql;
    for (const std::string_view parte : {con_existencia, con_nivel, con_espera})
        sql.append(sql.empty() ? "" : " UNION ").append("SELECT * FROM (").append(parte).append(cola).append(") x");
    return sql;
}

// What left for customers, for own use and for other warehouses, less what came back: each movement in the window.
std::vector<FilaCentro> leer_filas(db::Reader& tx, const std::vector<Lugar>& lugares, Fecha desde, Fecha hasta, Fecha apartado) {
    db::Conjunto pares{"productoId", "almacenId"};
    for (const Lugar& l : lugares) pares.agregar(l.productoId, l.almacenId);
    return tx.all<FilaCentro>(
        R"(SELECT q.productoId, q.codigo, q.nombre AS producto, u.codigo AS unidad, a.almacenId, a.nombre AS almacen, a.sucursalId,
                  COALESCE((SELECT CAST(SUM(e.cantidad) AS BIGINT) FROM existencia e WHERE e.organizacionId = $1
                            AND e.productoId = f.productoId AND e.almacenId = f.almacenId), 0) AS existencia,
                  COALESCE((SELECT CAST(SUM(e.reservado) AS BIGINT) FROM existencia e WHERE e.organizacionId = $1
                            AND e.productoId = f.productoId AND e.almacenId = f.almacenId), 0)
                  - COALESCE((SELECT CAST(SUM(r.cantidad) AS BIGINT) FROM reserva r WHERE r.organizacionId = $1
                              AND r.productoId = f.productoId AND r.almacenId = f.almacenId AND r.vence < $5), 0) AS reservado,
                  n.minimo, n.maximo,
                  COALESCE((SELECT CAST(SUM(-m.cantidad) AS BIGINT) FROM movimiento m
                            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId
                            WHERE m.organizacionId = $1 AND m.productoId = f.productoId AND m.almacenId = f.almacenId
                              AND m.fecha BETWEEN $3 AND $4
                              AND (d.tipo IN ('Entrega', 'NotaVenta', 'FacturaVenta', 'NotaDevolucionCliente', 'ConsumoInterno')
                                   OR (d.tipo IN ('Traspaso', 'TraspasoEnvio') AND (m.cantidad < 0) = (m.revierteId = 0)))), 0) AS demanda,
                  COALESCE((SELECT CAST(SUM(c.valorRestante) AS BIGINT) FROM capa c WHERE c.organizacionId = $1
                            AND c.productoId = f.productoId AND c.almacenId = f.almacenId AND c.cantidadRestante > 0), 0)
                  - COALESCE((SELECT CAST(SUM(v.valor) AS BIGINT) FROM faltante v WHERE v.organizacionId = $1
                              AND v.productoId = f.productoId AND v.almacenId = f.almacenId), 0)
                  + COALESCE((SELECT CAST(SUM(l.valor) AS BIGINT) FROM porLlegar l WHERE l.organizacionId = $1
                              AND l.productoId = f.productoId AND l.almacenId = f.almacenId AND l.cantidad > 0), 0) AS valor
           FROM )" +
            pares.sql(tx.motor(), "$2") +
            R"( f
           JOIN producto q ON q.organizacionId = $1 AND q.productoId = f.productoId
           JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = q.unidadMedidaId
           JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = f.almacenId
           LEFT JOIN nivelInventario n ON n.organizacionId = $1 AND n.productoId = f.productoId AND n.almacenId = f.almacenId
           ORDER BY q.productoId, a.almacenId)",
        tx.organizacion(), pares.valor(), desde, hasta, apartado);
}

CentroProducto completar(const FilaCentro& f, const engine::Pendientes& p, std::int64_t dias) {
    CentroProducto c{f.productoId, f.codigo,     f.producto,   f.unidad,    f.almacenId,
                     f.almacen,    f.sucursalId, f.existencia, f.reservado, f.existencia - f.reservado,
                     p.entra,      p.sale,       p.pedido,     p.orden,     std::max(f.demanda, Cantidad{}),
                     dias,         {},           {},           f.minimo,    f.maximo,
                     false,        {},           f.valor};
    c.demandaDiaria = Cantidad::de_micros(dividir_redondeando(c.demanda.micros(), dias));
    // From the whole window, not from its rounded day; to the hundredth of a day.
    if (!c.demanda.es_cero())
        c.diasCobertura =
            Cantidad::de_micros(
                dividir_redondeando(static_cast<__int128>(c.disponible.micros()) * dias * millonesimas, c.demanda.micros()))
                .redondeado(2);
    c.bajoMinimo = c.minimo && c.disponible < *c.minimo;
    if (c.maximo) c.sugerido = std::max(Cantidad{}, *c.maximo - (c.disponible + c.enTransitoEntrada + c.ordenPendiente));
    return c;
}

}  // namespace

Pagina<CentroProducto> listar_centro_distribucion(const Context& ctx, const CentroDistribucionPedido& p) {
    auto& tx = ctx.db();
    const std::int64_t dias = p.diasDemanda ? p.diasDemanda->valor : dias_si_no_se_dice;
    CentroDistribucionPedido solo_filtros = p;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, p, "CentroDistribucion", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    filtrar_lugares(donde, p, "e");
    const Total total = recorrido.contar(tx, union_de(donde.and_sql()), donde.params());
    if (const auto& d = recorrido.desde()) donde.add("(e.productoId, e.almacenId) > ($, $)", d->at(0), d->at(1));
    const std::string filtros = donde.and_sql();
    const auto hasta = recorrido.parte_sql(donde);
    const auto tramo = recorrido.tramo_sql(donde);
    const auto lugares = tx.all_with<Lugar>("SELECT productoId, almacenId FROM (" +
                                                union_de(filtros + " ORDER BY e.productoId, e.almacenId" + hasta) +
                                                ") t ORDER BY productoId, almacenId" + tramo,
                                            donde.params());
    std::vector<engine::LugarDeProducto> pares;
    for (const Lugar& l : lugares) pares.emplace_back(l.productoId, l.almacenId);
    const auto pendientes = engine::pendientes_de(tx, pares);
    const Fecha hoy = ctx.hoy();
    std::vector<CentroProducto> data;
    for (const FilaCentro& f : leer_filas(tx, lugares, hoy + -static_cast<int>(dias - 1), hoy, ctx.hoy_en_todas())) {
        const auto n = pendientes.find({f.productoId, f.almacenId});
        data.push_back(completar(f, n == pendientes.end() ? engine::Pendientes{} : n->second, dias));
    }
    return recorrido.pagina(std::move(data), total, [](const CentroProducto& c) {
        return std::vector<std::int64_t>{c.productoId, c.almacenId};
    });
}

void register_centro_distribucion(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/CentroDistribucion", "CentroDistribucion", listar_centro_distribucion)
        .totales(&CentroProducto::valor)
        .cuadra(cuadre_de<CentroDistribucionPedido>)
        .rechaza({Codigo::cursor_invalido});
}

}  // namespace cacao
