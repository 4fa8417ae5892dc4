#include "rooms/ventas/catalogos/vendedor.hpp"

#include "api/catalogo.hpp"

namespace cacao {
namespace {

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

void revisar_vendedor(Context& ctx, const Vendedor* antes, const Vendedor& v, Faltas& faltas) {
    faltas.agregar_si(v.comision > Tasa::de_enteros(1), Codigo::fuera_de_rango, "/comision");
    if (antes == nullptr || v.entidadId != antes->entidadId) exigir_contacto(ctx.db(), v, faltas);
    if (antes == nullptr || v.sucursalId != antes->sucursalId) exigir_sucursal_activa(ctx.db(), v.sucursalId, faltas);
}

const Catalogo<Vendedor>& catalogo_de_vendedores() {
    static const Catalogo<Vendedor> vendedores{{.tabla = "vendedor",
                                                .llave = "vendedorId",
                                                .candados = {"vendedores"},
                                                .orden = "codigo",
                                                .unicos = {{"codigo"}, {"referenciaExterna", true}, {"entidadId", true}}},
                                               revisar_vendedor};
    return vendedores;
}

}  // namespace

std::vector<Vendedor> listar_vendedores(const Context& ctx) { return catalogo_de_vendedores().listar(ctx); }
Vendedor crear_vendedor(Context& ctx, const VendedorNuevo& pedido) { return catalogo_de_vendedores().crear(ctx, pedido); }
Vendedor actualizar_vendedor(Context& ctx, const VendedorActualizacion& pedido) {
    return catalogo_de_vendedores().actualizar(ctx, pedido);
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
