#include "rooms/sucursales/proyecto.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"

namespace cacao {
namespace {

struct Plazo {
    std::optional<Fecha> fechaInicio;
    std::optional<Fecha> fechaFin;
};
DESCRIBE_STRUCT(Plazo, (), (fechaInicio, fechaFin))

struct FilaProyecto : ProyectoBase, Plazo {};
DESCRIBE_STRUCT(FilaProyecto, (ProyectoBase, Plazo), ())

constexpr std::string_view columnas_de_proyecto = R"(
    SELECT proyectoId, codigo, nombre, padreId, estado, responsable, clienteId, fechaInicio, fechaFin, presupuesto,
           COALESCE(referenciaExterna, '') AS referenciaExterna, version
    FROM proyecto WHERE organizacionId = $1)";

std::string texto(const std::optional<Fecha>& fecha) {
    std::string out;
    if (fecha) fecha->escribir_iso(out);
    return out;
}

Proyecto mostrar(const FilaProyecto& fila) {
    Proyecto p;
    static_cast<ProyectoBase&>(p) = fila;
    p.fechaInicio = texto(fila.fechaInicio);
    p.fechaFin = texto(fila.fechaFin);
    return p;
}

std::optional<FilaProyecto> leer_proyecto(db::Reader& tx, std::int64_t proyectoId) {
    return tx.one<FilaProyecto>(std::string{columnas_de_proyecto} + " AND proyectoId = $2", tx.organizacion(), proyectoId);
}

bool es_activo(const FilaProyecto& p) { return p.estado == reflect::enum_name(EstadoProyecto::activo); }

// The one under which another is put: there, open, and not below it.
void exigir_padre(db::Reader& tx, const FilaProyecto& p, Faltas& faltas) {
    if (p.padreId == 0) return;
    const auto padre = leer_proyecto(tx, p.padreId);
    faltas.agregar_si(!padre, Codigo::no_encontrado, "/padreId");
    faltas.agregar_si(padre && !es_activo(*padre), Codigo::estado_invalido, "/padreId");
    for (std::int64_t id = p.padreId; id != 0;) {
        if (id == p.proyectoId) {
            faltas.agregar(Codigo::conflicto, "/padreId");
            break;
        }
        id = tx.one<std::int64_t>("SELECT padreId FROM proyecto WHERE organizacionId = $1 AND proyectoId = $2", tx.organizacion(),
                                  id)
                 .value_or(0);
    }
}

void exigir_cliente(db::Reader& tx, const FilaProyecto& p, Faltas& faltas) {
    if (p.clienteId == 0) return;
    const bool existe =
        tx.one<std::int64_t>("SELECT 1 FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1",
                             tx.organizacion(), p.clienteId)
            .has_value();
    faltas.agregar_si(!existe, Codigo::no_encontrado, "/clienteId");
}

void revisar_proyecto(db::Reader& tx, const FilaProyecto& p, Faltas& faltas) {
    exigir_unico(tx, "SELECT proyectoId FROM proyecto WHERE organizacionId = $1 AND codigo = $2", p.codigo, p.proyectoId,
                 "/codigo", faltas);
    if (!p.referenciaExterna.empty())
        exigir_unico(tx, "SELECT proyectoId FROM proyecto WHERE organizacionId = $1 AND referenciaExterna = $2",
                     p.referenciaExterna, p.proyectoId, "/referenciaExterna", faltas);
    faltas.agregar_si(p.fechaInicio && p.fechaFin && *p.fechaFin < *p.fechaInicio, Codigo::fuera_de_rango, "/fechaFin");
}

// Closed means no new documents, below it as well; and nothing is opened below what is closed.
void revisar_estado(db::Reader& tx, const FilaProyecto& antes, const FilaProyecto& p, Faltas& faltas) {
    if (es_activo(antes) && !es_activo(p)) {
        const bool abiertos =
            tx.one<std::int64_t>(
                  "SELECT 1 FROM proyecto WHERE organizacionId = $1 AND padreId = $2 AND estado = 'activo' LIMIT 1",
                  tx.organizacion(), p.proyectoId)
                .has_value();
        faltas.agregar_si(abiertos, Codigo::conflicto, "/estado");
    }
    if (!es_activo(antes) && es_activo(p) && p.padreId != 0 && p.padreId == antes.padreId) {
        const auto padre = leer_proyecto(tx, p.padreId);
        faltas.agregar_si(padre && !es_activo(*padre), Codigo::conflicto, "/estado");
    }
}

std::optional<std::string> nulo_si_vacio(const std::string& t) { return t.empty() ? std::nullopt : std::optional{t}; }

}  // namespace

Proyecto obtener_proyecto(const Context& ctx, const ProyectoPedido& pedido) {
    const auto fila = leer_proyecto(ctx.db(), pedido.proyectoId);
    if (!fila) reject(Codigo::no_encontrado, "/proyectoId");
    return mostrar(*fila);
}

std::vector<Proyecto> listar_proyectos(const Context& ctx, const ProyectosFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.estado) donde.add("estado = $", reflect::enum_name(*filtro.estado));
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    std::vector<Proyecto> lista;
    for (const auto& fila : ctx.db().all_with<FilaProyecto>(
             std::string{columnas_de_proyecto} + donde.and_sql() + " ORDER BY codigo", donde.params()))
        lista.push_back(mostrar(fila));
    return lista;
}

Proyecto crear_proyecto(Context& ctx, const ProyectoNuevo& pedido) {
    auto& tx = ctx.db();
    tx.lock("proyectos");  // the tree changes one step at a time
    Faltas faltas;
    FilaProyecto p;
    p.proyectoId = tx.next_id();
    p.codigo = pedido.codigo;
    p.nombre = pedido.nombre;
    if (pedido.padreId) p.padreId = *pedido.padreId;
    p.estado = reflect::enum_name(EstadoProyecto::activo);
    if (pedido.responsable) p.responsable = *pedido.responsable;
    if (pedido.clienteId) p.clienteId = *pedido.clienteId;
    p.fechaInicio = pedido.fechaInicio;
    p.fechaFin = pedido.fechaFin;
    if (pedido.presupuesto) p.presupuesto = *pedido.presupuesto;
    if (pedido.referenciaExterna) p.referenciaExterna = *pedido.referenciaExterna;
    p.version = 1;
    exigir_padre(tx, p, faltas);
    exigir_cliente(tx, p, faltas);
    revisar_proyecto(tx, p, faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO proyecto (organizacionId, proyectoId, codigo, nombre, padreId, estado, responsable, clienteId, fechaInicio,
                              fechaFin, presupuesto, referenciaExterna, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1))",
           tx.organizacion(), p.proyectoId, p.codigo, p.nombre, p.padreId, p.estado, p.responsable, p.clienteId, p.fechaInicio,
           p.fechaFin, p.presupuesto, nulo_si_vacio(p.referenciaExterna));
    auto creado = mostrar(p);
    ctx.auditar_alta("Proyecto", p.proyectoId, creado);
    return creado;
}

Proyecto actualizar_proyecto(Context& ctx, const ProyectoActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("proyectos");
    const auto leido = leer_proyecto(tx, pedido.proyectoId);
    if (!leido) reject(Codigo::no_encontrado, "/proyectoId");
    const auto& antes = *leido;
    ctx.exigir_version(antes.version);
    auto p = antes;
    Faltas faltas;
    if (pedido.codigo) p.codigo = *pedido.codigo;
    if (pedido.nombre) p.nombre = *pedido.nombre;
    pedido.padreId.aplicar_a(p.padreId);
    pedido.responsable.aplicar_a(p.responsable);
    pedido.clienteId.aplicar_a(p.clienteId);
    pedido.fechaInicio.aplicar_a(p.fechaInicio);
    pedido.fechaFin.aplicar_a(p.fechaFin);
    pedido.presupuesto.aplicar_a(p.presupuesto);
    pedido.referenciaExterna.aplicar_a(p.referenciaExterna);
    if (pedido.estado) p.estado = reflect::enum_name(*pedido.estado);
    if (p.padreId != antes.padreId) exigir_padre(tx, p, faltas);
    if (p.clienteId != antes.clienteId) exigir_cliente(tx, p, faltas);
    revisar_proyecto(tx, p, faltas);
    revisar_estado(tx, antes, p, faltas);
    faltas.lanzar();

    ++p.version;
    tx.run(R"(
        UPDATE proyecto SET codigo = $3, nombre = $4, padreId = $5, estado = $6, responsable = $7, clienteId = $8, fechaInicio = $9,
                            fechaFin = $10, presupuesto = $11, referenciaExterna = $12, version = $13
        WHERE organizacionId = $1 AND proyectoId = $2)",
           tx.organizacion(), p.proyectoId, p.codigo, p.nombre, p.padreId, p.estado, p.responsable, p.clienteId, p.fechaInicio,
           p.fechaFin, p.presupuesto, nulo_si_vacio(p.referenciaExterna), p.version);
    auto guardado = mostrar(p);
    ctx.auditar("Proyecto", p.proyectoId, mostrar(antes), guardado);
    return guardado;
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
