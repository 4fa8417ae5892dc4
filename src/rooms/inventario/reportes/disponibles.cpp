#include "rooms/inventario/reportes/disponibles.hpp"

#include "db/rows.hpp"
#include "engine/existencia/kits.hpp"
#include "rooms/inventario/catalogos/lugares.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

// Of a row `e` of existencia: what is there and not put aside, on the day $3.
std::string libre() { return "(e.cantidad - " + apartado_sql("$3") + ")"; }

struct ParteDeKit {
    engine::Componente componente;
    std::string codigo;
    std::string nombre;
    std::map<std::int64_t, Cantidad> por_almacen;
};

std::vector<ParteDeKit> partes_de(db::Reader& tx, std::int64_t kit, Fecha hoy) {
    std::vector<ParteDeKit> partes;
    for (const engine::Componente& c : engine::explotar_kit(tx, kit, Cantidad::de_enteros(1), "/productoId"))
        tx.each(
            "SELECT codigo, nombre FROM producto WHERE organizacionId = $1 AND productoId = $2",
            [&](const db::Row& r) {
                partes.push_back({c, std::string{r.text(0)}, std::string{r.text(1)}, {}});
            },
            tx.organizacion(), c.productoId);
    for (ParteDeKit& p : partes)
        tx.each(
            "SELECT e.almacenId, CAST(SUM(" + libre() +
                ") AS BIGINT) FROM existencia e WHERE e.organizacionId = $1 AND e.productoId = $2 GROUP BY e.almacenId",
            [&](const db::Row& r) { p.por_almacen[r.integer(0)] = Cantidad::de_micros(r.integer(1)); }, tx.organizacion(),
            p.componente.productoId, hoy);
    return partes;
}

}  // namespace

std::vector<KitDisponible> consultar_kit_disponible(const Context& ctx, const KitPedido& pedido) {
    auto& tx = ctx.db();
    const auto tipo = tx.one<std::string>("SELECT tipo FROM producto WHERE organizacionId = $1 AND productoId = $2",
                                          ctx.organizacionId(), pedido.productoId.valor);
    reject_if(!tipo, Codigo::no_encontrado, "/productoId");
    reject_if(*tipo != "kit", Codigo::valor_no_permitido, "/productoId");
    const auto partes = partes_de(tx, pedido.productoId, ctx.hoy_en_todas());
    std::vector<KitDisponible> almacenes;
    tx.each(
        "SELECT almacenId, nombre FROM almacen WHERE organizacionId = $1 AND activo = 1 ORDER BY almacenId",
        [&](const db::Row& r) {
            if (!pedido.almacenId || pedido.almacenId->valor == r.integer(0))
                almacenes.push_back({r.integer(0), std::string{r.text(1)}, {}, {}});
        },
        ctx.organizacionId());
    reject_if(pedido.almacenId && almacenes.empty(), Codigo::no_encontrado, "/almacenId");
    for (KitDisponible& a : almacenes) {
        for (const ParteDeKit& p : partes) {
            const auto hay = p.por_almacen.find(a.almacenId);
            const Cantidad disponible = hay == p.por_almacen.end() ? Cantidad{} : std::max(Cantidad{}, hay->second);
            const auto alcanza = Cantidad::de_enteros(disponible.micros() / p.componente.cantidad.micros());
            a.disponible = a.componentes.empty() ? alcanza : std::min(a.disponible, alcanza);
            a.componentes.push_back({p.componente.productoId, p.codigo, p.nombre, p.componente.cantidad, disponible, alcanza});
        }
    }
    // Where nothing of it lies there is nothing to tell, unless somebody asked for that place.
    if (!pedido.almacenId)
        std::erase_if(almacenes, [](const KitDisponible& a) {
            return std::ranges::all_of(a.componentes, [](const auto& c) { return c.disponible.es_cero(); });
        });
    return almacenes;
}

LotesSugeridos sugerir_lotes(const Context& ctx, const LotesSugeridosPedidos& pedido) {
    auto& tx = ctx.db();
    Faltas faltas;
    const auto seguimiento = tx.one<std::string>("SELECT seguimiento FROM producto WHERE organizacionId = $1 AND productoId = $2",
                                                 ctx.organizacionId(), pedido.productoId.valor);
    if (!seguimiento) faltas.agregar(Codigo::no_encontrado, "/productoId");
    else if (*seguimiento != "lote" && *seguimiento != "loteSerie") faltas.agregar(Codigo::valor_no_permitido, "/productoId");
    const auto almacen = tx.one<std::int64_t>("SELECT almacenId FROM almacen WHERE organizacionId = $1 AND almacenId = $2",
                                              ctx.organizacionId(), pedido.almacenId.valor);
    faltas.agregar_si(!almacen, Codigo::no_encontrado, "/almacenId");
    faltas.agregar_si(pedido.cantidad <= Cantidad{}, Codigo::fuera_de_rango, "/cantidad");
    faltas.lanzar();

    LotesSugeridos r{pedido.productoId, pedido.almacenId, pedido.cantidad, pedido.cantidad, {}};
    // What expires first goes first; what does not, after it, the oldest first.
    tx.each(
        "SELECT l.loteId, l.codigo, l.caducidad, CAST(" + libre() + R"( AS BIGINT)
               FROM existencia e
               JOIN lote l ON l.organizacionId = $1 AND l.loteId = e.loteId AND l.estado = 'liberado'
                          AND (l.caducidad IS NULL OR l.caducidad >= $5)
              WHERE e.organizacionId = $1 AND e.productoId = $2 AND e.almacenId = $4 AND e.loteId <> 0
              ORDER BY CASE WHEN l.caducidad IS NULL THEN 1 ELSE 0 END, l.caducidad, l.loteId)",
        [&](const db::Row& f) {
            const auto disponible = Cantidad::de_micros(f.integer(3));
            if (disponible <= Cantidad{} || r.faltante.es_cero()) return;
            const Cantidad tomar = std::min(disponible, r.faltante);
            r.faltante -= tomar;
            r.lotes.push_back(
                {f.integer(0), std::string{f.text(1)},
                 f.is_null(2) ? std::nullopt : std::optional{Fecha::de_dias(static_cast<std::int32_t>(f.integer(2)))}, disponible,
                 tomar});
        },
        ctx.organizacionId(), pedido.productoId.valor, ctx.hoy_en_todas(), pedido.almacenId.valor, ctx.hoy());
    return r;
}

void register_disponibles(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/Existencias/Kits/{productoId}", "KitDisponible", consultar_kit_disponible)
        .por(&KitDisponible::componentes)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido});
    ops.add(GET, "/api/Inventario/Lotes/Sugeridos", "LotesSugeridos", sugerir_lotes)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::fuera_de_rango});
}

}  // namespace cacao
