#include "rooms/sucursales/almacen.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_almacen =
    "SELECT almacenId, codigo, nombre, sucursalId, tipo, activo, version FROM almacen WHERE organizacionId = $1";

void revisar_codigo(db::Reader& tx, const Almacen& a, Faltas& faltas) {
    exigir_unico(tx, "SELECT almacenId FROM almacen WHERE organizacionId = $1 AND codigo = $2", a.codigo, a.almacenId, "/codigo",
                 faltas);
}

bool hay(db::Reader& tx, std::string_view sql, std::int64_t almacenId) {
    return tx.one<std::int64_t>(sql, tx.organizacion(), almacenId).has_value();
}

}  // namespace

std::vector<Almacen> listar_almacenes(const Context& ctx) {
    return ctx.db().all<Almacen>(std::string{columnas_de_almacen} + " ORDER BY codigo", ctx.organizacionId());
}

Almacen crear_almacen(Context& ctx, const AlmacenNuevo& pedido) {
    auto& tx = ctx.db();
    tx.lock("almacenes");
    const Almacen a{tx.next_id(),
                    pedido.codigo,
                    pedido.nombre,
                    pedido.sucursalId,
                    std::string{reflect::enum_name(pedido.tipo.value_or(TipoAlmacen::normal))},
                    true,
                    1};
    Faltas faltas;
    revisar_codigo(tx, a, faltas);
    exigir_sucursal_activa(tx, a.sucursalId, faltas);
    faltas.lanzar();
    tx.run(R"(
        INSERT INTO almacen (organizacionId, almacenId, codigo, nombre, sucursalId, tipo, activo, version)
        VALUES ($1, $2, $3, $4, $5, $6, 1, 1))",
           tx.organizacion(), a.almacenId, a.codigo, a.nombre, a.sucursalId, a.tipo);
    ctx.auditar_alta("Almacen", a.almacenId, a);
    return a;
}

Almacen actualizar_almacen(Context& ctx, const AlmacenActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("almacenes");
    const auto leido =
        tx.one<Almacen>(std::string{columnas_de_almacen} + " AND almacenId = $2", tx.organizacion(), pedido.almacenId.valor);
    if (!leido) reject(Codigo::no_encontrado, "/almacenId");
    const auto& antes = *leido;
    ctx.exigir_version(antes.version);
    auto a = antes;
    Faltas faltas;
    if (pedido.codigo) a.codigo = *pedido.codigo;
    if (pedido.nombre) a.nombre = *pedido.nombre;
    if (pedido.sucursalId) a.sucursalId = *pedido.sucursalId;
    if (pedido.tipo) a.tipo = reflect::enum_name(*pedido.tipo);
    if (pedido.activo) a.activo = *pedido.activo;
    revisar_codigo(tx, a, faltas);
    if (a.sucursalId != antes.sucursalId) exigir_sucursal_activa(tx, a.sucursalId, faltas);
    // Goods that were there are in the books of that branch, and what the kind of place means was applied to them.
    if (a.sucursalId != antes.sucursalId || a.tipo != antes.tipo) {
        const bool usado = hay(tx, "SELECT 1 FROM existencia WHERE organizacionId = $1 AND almacenId = $2 LIMIT 1", a.almacenId);
        faltas.agregar_si(usado && a.sucursalId != antes.sucursalId, Codigo::estado_invalido, "/sucursalId");
        faltas.agregar_si(usado && a.tipo != antes.tipo, Codigo::estado_invalido, "/tipo");
    }
    // Neither goods nor the branch that takes them from here by default are left behind.
    const bool de_sucursal =
        hay(tx, "SELECT 1 FROM sucursal WHERE organizacionId = $1 AND almacenId = $2 AND activo = 1 LIMIT 1", a.almacenId);
    faltas.agregar_si(de_sucursal && a.tipo != antes.tipo, Codigo::conflicto, "/tipo");
    const bool ocupado =
        de_sucursal ||
        hay(tx, "SELECT 1 FROM existencia WHERE organizacionId = $1 AND almacenId = $2 AND cantidad <> 0 LIMIT 1", a.almacenId);
    faltas.agregar_si(antes.activo && !a.activo && ocupado, Codigo::conflicto, "/activo");
    faltas.lanzar();

    ++a.version;
    tx.run(R"(
        UPDATE almacen SET codigo = $3, nombre = $4, sucursalId = $5, tipo = $6, activo = $7, version = $8
        WHERE organizacionId = $1 AND almacenId = $2)",
           tx.organizacion(), a.almacenId, a.codigo, a.nombre, a.sucursalId, a.tipo, a.activo, a.version);
    ctx.auditar("Almacen", a.almacenId, antes, a);
    return a;
}

void register_almacenes(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Almacenes", "AlmacenesListar", listar_almacenes).nuestra();
    ops.add(POST, "/api/Almacenes", "AlmacenCrear", crear_almacen)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo});
    ops.add(PUT, "/api/Almacenes/{almacenId}", "AlmacenActualizar", actualizar_almacen)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::estado_invalido, Codigo::conflicto,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
