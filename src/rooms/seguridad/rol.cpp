#include "rooms/seguridad/rol.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/seguridad/permisos.hpp"
#include "rooms/seguridad/seguridad.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view columnas_de_rol =
    "SELECT rolId, nombre, descripcion, activo, version, creadoEn, modificadoEn FROM rol WHERE organizacionId = $1";

void completar_rol(db::Reader& tx, RolDeSeguridad& rol) {
    rol.permisos = tx.all<std::string>("SELECT permiso FROM rolPermiso WHERE organizacionId = $1 AND rolId = $2 ORDER BY permiso",
                                       tx.organizacion(), rol.rolId);
    for (auto& l : leer_limites(tx, rol.rolId)) rol.limites.push_back({std::move(l.operacion), std::move(l.moneda), l.importe});
}

RolDeSeguridad leer_rol(db::Reader& tx, std::int64_t rolId) {
    auto rol = tx.one<RolDeSeguridad>(std::string{columnas_de_rol} + " AND rolId = $2", tx.organizacion(), rolId);
    if (!rol) reject(Codigo::no_encontrado, "/rolId");
    completar_rol(tx, *rol);
    return std::move(*rol);
}

void revisar_limites(const api::Operations& ops, const std::vector<LimiteDeRol>& limites, Faltas& faltas) {
    for (std::size_t i = 0; i < limites.size(); ++i) {
        const std::string lugar = "/limites/" + std::to_string(i);
        const api::Operation* op = ops.find(limites[i].operacion);
        faltas.agregar_si(op == nullptr, Codigo::permiso_desconocido, lugar + "/operacion");
        // What measures no amount would go on without end, and look as if it had one.
        const bool mide = op == nullptr || std::ranges::find(op->codigos, Codigo::excede_limite) != op->codigos.end();
        faltas.agregar_si(!mide, Codigo::valor_no_permitido, lugar + "/operacion");
        const auto repetido =
            std::any_of(limites.begin(), limites.begin() + static_cast<std::ptrdiff_t>(i), [&](const auto& otro) {
                return otro.operacion == limites[i].operacion && mayusculas(otro.moneda) == mayusculas(limites[i].moneda);
            });
        faltas.agregar_si(repetido, Codigo::duplicado, lugar);
    }
}

// Whether a role would allow amounts that the caller may not use.
bool rebasa(const Context& ctx, const api::Operations& ops, const std::vector<std::string>& permisos,
            const std::vector<LimiteDeRol>& limites) {
    std::vector<LimiteDicho> dichos;
    for (const auto& l : limites) dichos.push_back({l.operacion, mayusculas(l.moneda), l.importe});
    return rebasa_limites(ctx, ops, ops.allowed(permisos), dichos);
}

void sustituir_limites(db::Writer& tx, std::int64_t rolId, const std::vector<LimiteDeRol>& limites) {
    tx.run("DELETE FROM rolLimite WHERE organizacionId = $1 AND rolId = $2", tx.organizacion(), rolId);
    for (const auto& l : limites)
        tx.run("INSERT INTO rolLimite (organizacionId, rolId, operacion, moneda, importe) VALUES ($1, $2, $3, $4, $5)",
               tx.organizacion(), rolId, std::string_view{l.operacion}, mayusculas(l.moneda), l.importe.micros());
}

void sustituir_permisos(db::Writer& tx, std::int64_t rolId, const std::vector<std::string>& permisos) {
    tx.run("DELETE FROM rolPermiso WHERE organizacionId = $1 AND rolId = $2", tx.organizacion(), rolId);
    for (const auto& permiso : permisos)
        tx.run("INSERT INTO rolPermiso (organizacionId, rolId, permiso) VALUES ($1, $2, $3)", tx.organizacion(), rolId, permiso);
}

}  // namespace

std::vector<RolDeSeguridad> listar_roles(const Context& ctx) {
    auto roles = ctx.db().all<RolDeSeguridad>(std::string{columnas_de_rol} + " ORDER BY nombre", ctx.organizacionId());
    for (auto& rol : roles) completar_rol(ctx.db(), rol);
    return roles;
}

RolDeSeguridad crear_rol(Seguridad& s, Context& ctx, const RolNuevo& nuevo) {
    const auto permisos = textos(nuevo.permisos);
    const auto limites = nuevo.limites.value_or(Lista<LimiteDeRol, 200>{});
    Faltas faltas;
    revisar_permisos(ctx, s.operaciones(), permisos, "/permisos", faltas);
    revisar_limites(s.operaciones(), limites, faltas);
    faltas.agregar_si(rebasa(ctx, s.operaciones(), permisos, limites), Codigo::permiso_excede, "/limites");
    faltas.lanzar();
    const auto rolId = alta::agregar_rol(ctx.db(), nuevo.nombre, nuevo.descripcion.value_or(Texto<300>{}), permisos, ctx.ahora());
    sustituir_limites(ctx.db(), rolId, limites);
    auto rol = leer_rol(ctx.db(), rolId);
    ctx.auditar_alta("Rol", rolId, rol);
    return rol;
}

std::vector<RolDeSeguridad> agregar_roles_listos(Seguridad& s, Context& ctx) {
    Faltas faltas;
    for (const alta::RolListo& rol : alta::roles_listos())
        revisar_permisos(ctx, s.operaciones(), rol.permisos, "/permisos", faltas);
    reject_if(!faltas.vacia(), Codigo::permiso_excede, "/permisos");
    std::vector<RolDeSeguridad> agregados;
    for (const auto rolId : alta::agregar_roles_listos(ctx.db(), ctx.ahora())) {
        agregados.push_back(leer_rol(ctx.db(), rolId));
        reject_if(rebasa(ctx, s.operaciones(), agregados.back().permisos, {}), Codigo::permiso_excede, "/permisos");
        ctx.auditar_alta("Rol", rolId, agregados.back());
    }
    return agregados;
}

RolDeSeguridad actualizar_rol(Seguridad& s, Context& ctx, const RolActualizacion& pedido) {
    auto& tx = ctx.db();
    reservar_administradores(ctx);
    const auto antes = leer_rol(tx, pedido.rolId);
    ctx.exigir_version(antes.version);
    Faltas faltas;
    // A role that grants more than the caller holds is not the caller's to change: switching it on is granting it.
    revisar_permisos(ctx, s.operaciones(), antes.permisos, "/rolId", faltas);
    reject_if(std::ranges::any_of(faltas.lista(), [](const Falta& f) { return f.codigo == Codigo::permiso_excede; }) ||
                  rebasa(ctx, s.operaciones(), antes.permisos, antes.limites),
              Codigo::permiso_excede, "/rolId");
    faltas = {};
    if (pedido.permisos) revisar_permisos(ctx, s.operaciones(), textos(*pedido.permisos), "/permisos", faltas);
    if (pedido.limites) revisar_limites(s.operaciones(), *pedido.limites, faltas);
    faltas.agregar_si(rebasa(ctx, s.operaciones(), pedido.permisos ? textos(*pedido.permisos) : antes.permisos,
                             pedido.limites ? *pedido.limites : antes.limites),
                      Codigo::permiso_excede, pedido.limites ? "/limites" : "/permisos");
    auto rol = antes;
    if (pedido.nombre) {
        rol.nombre = *pedido.nombre;
        exigir_unico(tx, "SELECT rolId FROM rol WHERE organizacionId = $1 AND nombre = $2", rol.nombre, rol.rolId, "/nombre",
                     faltas);
    }
    faltas.lanzar();
    pedido.descripcion.aplicar_a(rol.descripcion);
    if (pedido.activo) rol.activo = *pedido.activo;
    tx.run(R"(
        UPDATE rol SET nombre = $3, descripcion = $4, activo = $5, version = version + 1, modificadoEn = $6
        WHERE organizacionId = $1 AND rolId = $2)",
           tx.organizacion(), rol.rolId, rol.nombre, rol.descripcion, rol.activo, ctx.ahora());
    if (pedido.permisos) sustituir_permisos(tx, rol.rolId, textos(*pedido.permisos));
    if (pedido.limites) sustituir_limites(tx, rol.rolId, *pedido.limites);
    exigir_administrador(ctx, pedido.permisos ? "/permisos" : "/activo");
    rol = leer_rol(tx, rol.rolId);
    ctx.auditar("Rol", rol.rolId, antes, rol);
    s.avisar_cambio(ctx);
    return rol;
}

std::vector<Permiso> listar_permisos(const Seguridad& s) {
    std::vector<Permiso> lista;
    for (const auto& op : s.operaciones().all())
        if (!op.publica && !op.libre_para_todos) lista.push_back({op.id, op.grupo, op.resumen, op.escribe()});
    for (const auto& d : s.operaciones().rights()) lista.push_back({d.id, d.grupo, d.resumen, true});
    return lista;
}

void register_roles(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(GET, "/api/Seguridad/Roles", "RolesListar", listar_roles).nuestra();
    ops.add(POST, "/api/Seguridad/Roles", "RolCrear",
            [&s](Context& ctx, const RolNuevo& nuevo) { return crear_rol(s, ctx, nuevo); })
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::permiso_desconocido, Codigo::permiso_excede, Codigo::valor_no_permitido});
    ops.add(POST, "/api/Seguridad/Roles/Listos", "RolesListosAgregar",
            [&s](Context& ctx) { return agregar_roles_listos(s, ctx); })
        .nuestra()
        .rechaza({Codigo::permiso_excede});
    ops.add(PUT, "/api/Seguridad/Roles/{rolId}", "RolActualizar",
            [&s](Context& ctx, const RolActualizacion& pedido) { return actualizar_rol(s, ctx, pedido); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::permiso_desconocido, Codigo::permiso_excede,
                  Codigo::valor_no_permitido, Codigo::ultimo_administrador, Codigo::precondicion_fallida});
    ops.add(GET, "/api/Seguridad/Permisos", "PermisosListar", [&s](const Context&) { return listar_permisos(s); })
        .sin_base()
        .nuestra();
}

}  // namespace cacao
