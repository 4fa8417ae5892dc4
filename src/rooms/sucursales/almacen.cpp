#include "rooms/sucursales/almacen.hpp"

#include "api/catalogo.hpp"

namespace cacao {
namespace {

void revisar_almacen(Context& ctx, const Almacen* antes, const Almacen& a, Faltas& faltas) {
    auto& tx = ctx.db();
    const bool mudado = antes == nullptr || a.sucursalId != antes->sucursalId;
    if (mudado) exigir_sucursal_activa(tx, a.sucursalId, faltas);
    if (antes == nullptr) return;
    // Goods that were there are in the books of that branch, and what the kind of place means was applied to them.
    const bool otro_tipo = a.tipo != antes->tipo;
    constexpr std::string_view usado = "SELECT productoId FROM existencia WHERE organizacionId = $1 AND almacenId = $2 LIMIT 1";
    if (mudado) impide(tx, usado, a.almacenId, "/sucursalId", faltas, Codigo::estado_invalido);
    if (otro_tipo) impide(tx, usado, a.almacenId, "/tipo", faltas, Codigo::estado_invalido);
    // Neither goods nor the branch that takes them from here by default are left behind.
    constexpr std::string_view de_sucursal =
        "SELECT sucursalId FROM sucursal WHERE organizacionId = $1 AND almacenId = $2 AND activo = 1 LIMIT 1";
    constexpr std::string_view con_mercancia =
        "SELECT productoId FROM existencia WHERE organizacionId = $1 AND almacenId = $2 AND cantidad <> 0 LIMIT 1";
    if (otro_tipo) impide(tx, de_sucursal, a.almacenId, "/tipo", faltas);
    if (antes->activo && !a.activo && !impide(tx, de_sucursal, a.almacenId, "/activo", faltas))
        impide(tx, con_mercancia, a.almacenId, "/activo", faltas);
}

const Catalogo<Almacen>& catalogo_de_almacenes() {
    static const Catalogo<Almacen> almacenes{
        {.tabla = "almacen", .llave = "almacenId", .candados = {"almacenes"}, .orden = "codigo", .unicos = {{"codigo"}}},
        revisar_almacen};
    return almacenes;
}

}  // namespace

std::vector<Almacen> listar_almacenes(const Context& ctx) { return catalogo_de_almacenes().listar(ctx); }
Almacen crear_almacen(Context& ctx, const AlmacenNuevo& pedido) {
    Almacen nuevo;
    nuevo.tipo = reflect::enum_name(TipoAlmacen::normal);
    return catalogo_de_almacenes().crear(ctx, pedido, std::move(nuevo));
}
Almacen actualizar_almacen(Context& ctx, const AlmacenActualizacion& pedido) {
    return catalogo_de_almacenes().actualizar(ctx, pedido);
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
