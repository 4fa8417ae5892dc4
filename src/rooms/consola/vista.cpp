#include "rooms/consola/vista.hpp"

#include "api/catalogo.hpp"
#include "db/rows.hpp"

namespace cacao {
namespace {

constexpr std::int64_t vistas_por_usuario = 200;

void revisar_vista(Context& ctx, const Vista* antes, const Vista& v, Faltas& faltas) {
    auto& tx = ctx.db();
    if (antes == nullptr || antes->nombre != v.nombre)
        duplicado_si(
            tx.one<std::int64_t>("SELECT vistaId FROM vista WHERE organizacionId = $1 AND usuarioId = $2 AND pantalla = $3 "
                                 "AND nombre = $4 AND vistaId <> $5",
                                 tx.organizacion(), v.usuarioId, v.pantalla, v.nombre, v.vistaId),
            v.vistaId, "/nombre", faltas);
    if (antes == nullptr)
        faltas.agregar_si(tx.one<std::int64_t>("SELECT count(*) FROM vista WHERE organizacionId = $1 AND usuarioId = $2",
                                               tx.organizacion(), v.usuarioId)
                                  .value_or(0) >= vistas_por_usuario,
                          Codigo::lista_muy_larga, "/nombre");
}

const Catalogo<Vista>& catalogo_de_vistas() {
    static const Catalogo<Vista> vistas{
        {.tabla = "vista", .llave = "vistaId", .candados = {"vistas"}, .orden = "pantalla, nombre, vistaId"}, revisar_vista};
    return vistas;
}

// Views of others are read, where they are shared, and nobody else's to change.
Vista propia(Context& ctx, std::int64_t vistaId) {
    Vista v = catalogo_de_vistas().leer(ctx.db(), vistaId);
    reject_if(v.usuarioId != ctx.usuarioId(), Codigo::no_encontrado, "/vistaId");
    return v;
}

}  // namespace

std::vector<Vista> listar_vistas(const Context& ctx, const VistasFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    donde.add("(usuarioId = $ OR compartida = 1)", ctx.usuarioId());
    donde.add_if(filtro.pantalla, "pantalla = $");
    return catalogo_de_vistas().listar(ctx, donde);
}

Vista crear_vista(Context& ctx, const VistaNueva& pedida) {
    Vista nueva;
    nueva.usuarioId = ctx.usuarioId();
    return catalogo_de_vistas().crear(ctx, pedida, std::move(nueva));
}

Vista actualizar_vista(Context& ctx, const VistaActualizacion& pedida) {
    propia(ctx, pedida.vistaId);
    return catalogo_de_vistas().actualizar(ctx, pedida);
}

Nada eliminar_vista(Context& ctx, const VistaPedida& pedida) {
    const Vista v = propia(ctx, pedida.vistaId);
    ctx.exigir_version(v.version);
    ctx.db().run("DELETE FROM vista WHERE organizacionId = $1 AND vistaId = $2", ctx.organizacionId(), v.vistaId);
    ctx.auditar("Vista", v.vistaId, v, Nada{});
    return {};
}

void register_vistas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Consola");
    ops.add(GET, "/api/Vistas", "VistasListar", listar_vistas).nuestra().para_todos();
    ops.add(POST, "/api/Vistas", "VistaCrear", crear_vista)
        .nuestra()
        .para_todos()
        .rechaza({Codigo::duplicado, Codigo::lista_muy_larga});
    ops.add(PUT, "/api/Vistas/{vistaId}", "VistaActualizar", actualizar_vista)
        .nuestra()
        .para_todos()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::precondicion_fallida});
    ops.add(DELETE, "/api/Vistas/{vistaId}", "VistaEliminar", eliminar_vista)
        .nuestra()
        .para_todos()
        .rechaza({Codigo::no_encontrado, Codigo::precondicion_fallida});
}

}  // namespace cacao
