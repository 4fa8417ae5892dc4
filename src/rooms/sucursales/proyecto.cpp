#include "rooms/sucursales/proyecto.hpp"

#include "api/arbol.hpp"
#include "api/catalogo.hpp"

namespace cacao {
namespace {

// Closed means no new documents, below it as well; and nothing is opened below what is closed.
constexpr Arbol arbol_de_proyectos{"proyecto", "proyectoId", "estado = 'activo'", Codigo::estado_invalido};

bool es_activo(const Proyecto& p) { return p.estado == reflect::enum_name(EstadoProyecto::activo); }

void revisar_proyecto(Context& ctx, const Proyecto* antes, const Proyecto& p, Faltas& faltas) {
    auto& tx = ctx.db();
    const bool movido = antes == nullptr || p.padreId != antes->padreId;
    if (movido) exigir_padre(tx, arbol_de_proyectos, p.proyectoId, p.padreId, faltas);
    if (p.clienteId != (antes == nullptr ? 0 : antes->clienteId) && p.clienteId != 0)
        faltas.agregar_si(
            !hay(tx, "SELECT 1 FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1", p.clienteId),
            Codigo::no_encontrado, "/clienteId");
    faltas.agregar_si(p.fechaInicio && p.fechaFin && *p.fechaFin < *p.fechaInicio, Codigo::fuera_de_rango, "/fechaFin");
    if (antes != nullptr)
        revisar_uso(tx, arbol_de_proyectos, p.proyectoId, movido ? 0 : p.padreId, {es_activo(*antes), es_activo(p)}, "/estado",
                    faltas);
}

const Catalogo<Proyecto>& catalogo_de_proyectos() {
    static const Catalogo<Proyecto> proyectos{{.tabla = "proyecto",
                                               .llave = "proyectoId",
                                               .candados = {"proyectos"},  // the tree changes one step at a time
                                               .orden = "codigo",
                                               .unicos = {{"codigo"}, {"referenciaExterna", true}}},
                                              revisar_proyecto};
    return proyectos;
}

}  // namespace

Proyecto obtener_proyecto(const Context& ctx, const ProyectoPedido& pedido) {
    return catalogo_de_proyectos().leer(ctx.db(), pedido.proyectoId);
}
std::vector<Proyecto> listar_proyectos(const Context& ctx, const ProyectosFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.estado) donde.add("estado = $", reflect::enum_name(*filtro.estado));
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    return catalogo_de_proyectos().listar(ctx, donde);
}
Proyecto crear_proyecto(Context& ctx, const ProyectoNuevo& pedido) {
    Proyecto nuevo;
    nuevo.estado = reflect::enum_name(EstadoProyecto::activo);
    return catalogo_de_proyectos().crear(ctx, pedido, std::move(nuevo));
}
Proyecto actualizar_proyecto(Context& ctx, const ProyectoActualizacion& pedido) {
    return catalogo_de_proyectos().actualizar(ctx, pedido);
}

void register_proyectos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Proyecto/{proyectoId}", "ProyectoObtener", obtener_proyecto).rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Proyecto", "ProyectosListar", listar_proyectos);
    ops.add(POST, "/api/Proyecto", "ProyectoCrear", crear_proyecto)
        .rechaza({Codigo::campo_desconocido, Codigo::duplicado, Codigo::no_encontrado, Codigo::estado_invalido,
                  Codigo::fuera_de_rango});
    ops.add(PUT, "/api/Proyecto/{proyectoId}", "ProyectoActualizar", actualizar_proyecto)
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::estado_invalido, Codigo::fuera_de_rango, Codigo::conflicto,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
