#include "rooms/ventas/catalogos/vendedor.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas = R"(
    SELECT vendedorId, codigo, nombre, entidadId, comision, sucursalId, COALESCE(referenciaExterna, '') AS referenciaExterna, activo,
           version
    FROM vendedor WHERE organizacionId = $1)";

void revisar(db::Reader& tx, const Vendedor& v, Faltas& faltas) {
    exigir_unico(tx, "SELECT vendedorId FROM vendedor WHERE organizacionId = $1 AND codigo = $2", v.codigo, v.vendedorId,
                 "/codigo", faltas);
    if (!v.referenciaExterna.empty())
        exigir_unico(tx, "SELECT vendedorId FROM vendedor WHERE organizacionId = $1 AND referenciaExterna = $2",
                     v.referenciaExterna, v.vendedorId, "/referenciaExterna", faltas);
    if (v.entidadId != 0)
        exigir_unico(tx, "SELECT vendedorId FROM vendedor WHERE organizacionId = $1 AND entidadId = $2 AND entidadId <> 0",
                     v.entidadId, v.vendedorId, "/entidadId", faltas);
    faltas.agregar_si(v.comision > Tasa::de_enteros(1), Codigo::fuera_de_rango, "/comision");
}

// A contact that is a salesperson too, and not put away.
void exigir_contacto(db::Reader& tx, const Vendedor& v, Faltas& faltas) {
    if (v.entidadId == 0) return;
    struct Fila {
        bool esVendedor;
        bool activo;
    };
    std::optional<Fila> fila;
    tx.each(
        "SELECT esVendedor, activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
        [&](const db::Row& row) {
            fila = Fila{row.integer(0) != 0, row.integer(1) != 0};
        },
        tx.organizacion(), v.entidadId);
    faltas.agregar_si(!fila, Codigo::no_encontrado, "/entidadId");
    faltas.agregar_si(fila && !fila->esVendedor, Codigo::valor_no_permitido, "/entidadId");
    faltas.agregar_si(fila && !fila->activo, Codigo::inactivo, "/entidadId");
}

}  // namespace

std::vector<Vendedor> listar_vendedores(const Context& ctx) {
    return ctx.db().all<Vendedor>(std::string{columnas} + " ORDER BY codigo", ctx.organizacionId());
}

Vendedor crear_vendedor(Context& ctx, const VendedorNuevo& pedido) {
    auto& tx = ctx.db();
    tx.lock("vendedores");
    Faltas faltas;
    Vendedor v;
    v.vendedorId = tx.next_id();
    v.codigo = pedido.codigo;
    v.nombre = pedido.nombre;
    v.entidadId = pedido.entidadId.value_or(0);
    if (pedido.comision) v.comision = *pedido.comision;
    v.sucursalId = pedido.sucursalId.value_or(0);
    if (pedido.referenciaExterna) v.referenciaExterna = *pedido.referenciaExterna;
    v.activo = true;
    v.version = 1;
    revisar(tx, v, faltas);
    exigir_contacto(tx, v, faltas);
    exigir_sucursal_activa(tx, v.sucursalId, faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO vendedor (organizacionId, vendedorId, codigo, nombre, entidadId, comision, sucursalId, referenciaExterna, activo,
                              version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, NULLIF($8, ''), 1, 1))",
           tx.organizacion(), v.vendedorId, v.codigo, v.nombre, v.entidadId, v.comision, v.sucursalId, v.referenciaExterna);
    ctx.auditar_alta("Vendedor", v.vendedorId, v);
    return v;
}

Vendedor actualizar_vendedor(Context& ctx, const VendedorActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("vendedores");
    const auto leido =
        tx.one<Vendedor>(std::string{columnas} + " AND vendedorId = $2", tx.organizacion(), pedido.vendedorId.valor);
    if (!leido) reject(Codigo::no_encontrado, "/vendedorId");
    const auto& antes = *leido;
    ctx.exigir_version(antes.version);
    auto v = antes;
    Faltas faltas;
    if (pedido.codigo) v.codigo = *pedido.codigo;
    if (pedido.nombre) v.nombre = *pedido.nombre;
    pedido.entidadId.aplicar_a(v.entidadId);
    pedido.comision.aplicar_a(v.comision);
    pedido.sucursalId.aplicar_a(v.sucursalId);
    pedido.referenciaExterna.aplicar_a(v.referenciaExterna);
    if (pedido.activo) v.activo = *pedido.activo;
    revisar(tx, v, faltas);
    if (v.entidadId != antes.entidadId) exigir_contacto(tx, v, faltas);
    if (v.sucursalId != antes.sucursalId) exigir_sucursal_activa(tx, v.sucursalId, faltas);
    faltas.lanzar();

    ++v.version;
    tx.run(R"(
        UPDATE vendedor SET codigo = $3, nombre = $4, entidadId = $5, comision = $6, sucursalId = $7, referenciaExterna = NULLIF($8, ''),
                            activo = $9, version = $10
        WHERE organizacionId = $1 AND vendedorId = $2)",
           tx.organizacion(), v.vendedorId, v.codigo, v.nombre, v.entidadId, v.comision, v.sucursalId, v.referenciaExterna,
           v.activo, v.version);
    ctx.auditar("Vendedor", v.vendedorId, antes, v);
    return v;
}

void register_vendedores(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Vendedores");
    ops.add(GET, "/api/Vendedores", "VendedoresListar", listar_vendedores);
    ops.add(POST, "/api/Vendedores", "VendedorCrear", crear_vendedor)
        .nuestra()
        .rechaza(
            {Codigo::duplicado, Codigo::fuera_de_rango, Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::inactivo});
    ops.add(PUT, "/api/Vendedores/{vendedorId}", "VendedorActualizar", actualizar_vendedor)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::fuera_de_rango, Codigo::valor_no_permitido, Codigo::inactivo,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
