#include "rooms/inventario/catalogos/nivel_inventario.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"

namespace cacao {

Pagina<NivelInventario> listar_niveles(const Context& ctx, const NivelesPedidos& p) {
    auto& tx = ctx.db();
    NivelesPedidos solo_filtros = p;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, p, "NivelesInventario", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (p.productoId) donde.add("n.productoId = $", p.productoId->valor);
    if (p.almacenId) donde.add("n.almacenId = $", p.almacenId->valor);
    const Total total =
        recorrido.contar(tx, "SELECT 1 FROM nivelInventario n WHERE n.organizacionId = $1" + donde.and_sql(), donde.params());
    if (const auto& d = recorrido.desde()) donde.add("(n.productoId, n.almacenId) > ($, $)", d->at(0), d->at(1));
    const auto tramo = recorrido.tramo_sql(donde);
    return recorrido.pagina(
        tx.all_with<NivelInventario>("SELECT n.productoId, n.almacenId, n.minimo, n.maximo, n.version FROM nivelInventario n "
                                     "WHERE n.organizacionId = $1" +
                                         donde.and_sql() + " ORDER BY n.productoId, n.almacenId" + tramo,
                                     donde.params()),
        total, [](const NivelInventario& n) {
            return std::vector<std::int64_t>{n.productoId, n.almacenId};
        });
}

NivelInventario guardar_nivel(Context& ctx, const NivelNuevo& nuevo) {
    auto& tx = ctx.db();
    Faltas faltas;
    exigir_activo(tx, "SELECT activo FROM producto WHERE organizacionId = $1 AND productoId = $2", nuevo.productoId,
                  "/productoId", faltas);
    exigir_activo(tx, "SELECT activo FROM almacen WHERE organizacionId = $1 AND almacenId = $2", nuevo.almacenId, "/almacenId",
                  faltas);
    faltas.agregar_si(nuevo.maximo < nuevo.minimo, Codigo::fuera_de_rango, "/maximo");
    // Only goods that are kept in stock, where stock is kept.
    const auto clase = tx.one<std::string>("SELECT tipo FROM producto WHERE organizacionId = $1 AND productoId = $2",
                                           tx.organizacion(), nuevo.productoId.valor);
    faltas.agregar_si(clase && *clase != "producto", Codigo::valor_no_permitido, "/productoId");
    const auto lugar = tx.one<std::string>("SELECT tipo FROM almacen WHERE organizacionId = $1 AND almacenId = $2",
                                           tx.organizacion(), nuevo.almacenId.valor);
    faltas.agregar_si(lugar && *lugar != "normal", Codigo::valor_no_permitido, "/almacenId");
    faltas.lanzar();

    tx.lock("nivelesInventario");
    const auto antes = tx.one<NivelInventario>(R"(SELECT productoId, almacenId, minimo, maximo, version FROM nivelInventario
                                                  WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3)",
                                               tx.organizacion(), nuevo.productoId.valor, nuevo.almacenId.valor);
    ctx.exigir_version(antes ? antes->version : 0);
    const NivelInventario n{nuevo.productoId, nuevo.almacenId, nuevo.minimo, nuevo.maximo, antes ? antes->version + 1 : 1};
    tx.run(R"(
        INSERT INTO nivelInventario (organizacionId, productoId, almacenId, minimo, maximo, version) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (organizacionId, productoId, almacenId) DO UPDATE
           SET minimo = excluded.minimo, maximo = excluded.maximo, version = excluded.version)",
           tx.organizacion(), n.productoId, n.almacenId, n.minimo, n.maximo, n.version);
    if (antes) ctx.auditar("NivelInventario", n.productoId, *antes, n);
    else ctx.auditar_alta("NivelInventario", n.productoId, n);
    return n;
}

void register_niveles_inventario(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/Niveles", "NivelesInventarioListar", listar_niveles)
        .nuestra()
        .rechaza({Codigo::cursor_invalido});
    ops.add(PUT, "/api/Inventario/Niveles", "NivelInventarioGuardar", guardar_nivel)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango, Codigo::valor_no_permitido,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
