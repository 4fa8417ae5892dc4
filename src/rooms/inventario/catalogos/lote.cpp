#include "rooms/inventario/catalogos/lote.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"

namespace cacao {

Pagina<engine::LoteVista> listar_lotes(const Context& ctx, const LotesFiltro& p) {
    auto& tx = ctx.db();
    LotesFiltro solo_filtros = p;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, p, "Lotes", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (p.productoId) donde.add("l.productoId = $", p.productoId->valor);
    donde.add_if(p.codigo, "l.codigo = $");
    if (p.estado) donde.add("l.estado = $", reflect::enum_name(*p.estado));
    donde.add_if(p.caducaHasta, "l.caducidad <= $");
    const Total total =
        recorrido.contar(tx, "SELECT 1 FROM lote l WHERE l.organizacionId = $1" + donde.and_sql(), donde.params());
    if (const auto& d = recorrido.desde()) donde.add("l.loteId > $", d->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    return recorrido.pagina(
        tx.all_with<engine::LoteVista>(std::string{engine::lote_columnas} + donde.and_sql() + " ORDER BY l.loteId" + tramo,
                                       donde.params()),
        total, [](const engine::LoteVista& l) { return std::vector<std::int64_t>{l.loteId}; });
}

engine::LoteVista obtener_lote(const Context& ctx, const LotePedido& pedido) {
    const auto lote = ctx.db().one<engine::LoteVista>(std::string{engine::lote_columnas} + " AND l.loteId = $2",
                                                      ctx.organizacionId(), pedido.loteId.valor);
    if (!lote) reject(Codigo::no_encontrado, "/loteId");
    return *lote;
}

engine::LoteVista actualizar_lote(Context& ctx, const LoteActualizacion& pedido) {
    const auto antes = engine::retener_lote(ctx, pedido.loteId);
    if (!antes) reject(Codigo::no_encontrado, "/loteId");
    ctx.exigir_version(antes->version);
    auto lote = *antes;
    if (pedido.estado) lote.estado = reflect::enum_name(*pedido.estado);
    pedido.caducidad.aplicar_a(lote.caducidad);
    pedido.fechaFabricacion.aplicar_a(lote.fechaFabricacion);
    pedido.pedimento.aplicar_a(lote.pedimento);
    reject_if(lote.caducidad && lote.fechaFabricacion && *lote.caducidad < *lote.fechaFabricacion, Codigo::fuera_de_rango,
              "/caducidad");
    ++lote.version;
    engine::guardar_lote(ctx, lote);
    ctx.auditar("Lote", lote.loteId, *antes, lote);
    return lote;
}

void register_lotes(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/Lotes", "LotesListar", listar_lotes).nuestra().rechaza({Codigo::cursor_invalido});
    ops.add(GET, "/api/Inventario/Lotes/{loteId}", "LoteObtener", obtener_lote).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Inventario/Lotes/{loteId}", "LoteActualizar", actualizar_lote)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::precondicion_fallida});
}

}  // namespace cacao
