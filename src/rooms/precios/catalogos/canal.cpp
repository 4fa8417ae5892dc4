#include "rooms/precios/catalogos/canal.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_canal =
    "SELECT canalId, codigo, nombre, activo, version FROM canal WHERE organizacionId = $1";

bool con_lista(db::Reader& tx, std::int64_t canalId) {
    return tx
        .one<std::int64_t>(
            "SELECT 1 FROM listaPrecios WHERE organizacionId = $1 AND canalId = $2 AND canalId <> 0 AND activa = 1",
            tx.organizacion(), canalId)
        .has_value();
}

}  // namespace

std::vector<Canal> listar_canales(const Context& ctx) {
    return ctx.db().all<Canal>(std::string{columnas_de_canal} + " ORDER BY codigo", ctx.organizacionId());
}

Canal crear_canal(Context& ctx, const CanalNuevo& pedido) {
    auto& tx = ctx.db();
    const Canal nuevo{tx.next_id(), pedido.codigo, pedido.nombre, true, 1};
    const auto insertados = tx.count(R"(
        INSERT INTO canal (organizacionId, canalId, codigo, nombre, activo, version) VALUES ($1, $2, $3, $4, 1, 1)
        ON CONFLICT DO NOTHING)",
                                     tx.organizacion(), nuevo.canalId, nuevo.codigo, nuevo.nombre);
    reject_if(insertados == 0, Codigo::duplicado, "/codigo");
    ctx.auditar_alta("Canal", nuevo.canalId, nuevo);
    return nuevo;
}

Canal actualizar_canal(Context& ctx, const CanalActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("listasPrecios");  // nobody gives it a list while it is taken out of use
    tx.lock("canales");
    const auto leido =
        tx.one<Canal>(std::string{columnas_de_canal} + " AND canalId = $2", tx.organizacion(), pedido.canalId.valor);
    if (!leido) reject(Codigo::no_encontrado, "/canalId");
    const auto& antes = *leido;
    ctx.exigir_version(antes.version);
    auto c = antes;
    Faltas faltas;
    if (pedido.codigo) c.codigo = *pedido.codigo;
    if (pedido.nombre) c.nombre = *pedido.nombre;
    if (pedido.activo) c.activo = *pedido.activo;
    exigir_unico(tx, "SELECT canalId FROM canal WHERE organizacionId = $1 AND codigo = $2", c.codigo, c.canalId, "/codigo",
                 faltas);
    faltas.agregar_si(antes.activo && !c.activo && con_lista(tx, c.canalId), Codigo::conflicto, "/activo");
    faltas.lanzar();

    ++c.version;
    tx.run("UPDATE canal SET codigo = $3, nombre = $4, activo = $5, version = $6 WHERE organizacionId = $1 AND canalId = $2",
           tx.organizacion(), c.canalId, c.codigo, c.nombre, c.activo, c.version);
    ctx.auditar("Canal", c.canalId, antes, c);
    return c;
}

void register_canales(api::Operations& ops) {
    using enum api::Verb;
    ops.group("ListasPrecios");
    ops.add(GET, "/api/Canales", "CanalesListar", listar_canales).nuestra();
    ops.add(POST, "/api/Canales", "CanalCrear", crear_canal).nuestra().rechaza({Codigo::duplicado});
    ops.add(PUT, "/api/Canales/{canalId}", "CanalActualizar", actualizar_canal)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::conflicto, Codigo::precondicion_fallida});
}

}  // namespace cacao
