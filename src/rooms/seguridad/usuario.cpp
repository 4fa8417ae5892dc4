#include "rooms/seguridad/usuario.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/seguridad/intentos.hpp"
#include "rooms/seguridad/permisos.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/seguridad/sesion_filas.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view columnas_de_usuario = R"(
    SELECT usuarioId, usuario, nombre, correo, activo, esServicio, sucursalId, centroCostoId, divisionId,
           CAST(NULL AS BIGINT) AS bloqueadoHasta, version, creadoEn, modificadoEn
    FROM usuario WHERE organizacionId = $1)";

void leer_roles(db::Reader& tx, Usuario& u) {
    for (const auto& clave : claves_de_usuario(tx, u.usuarioId, u.usuario))
        u.bloqueadoHasta = std::max(u.bloqueadoHasta, espera_mayor(tx, intentado(clave, {}).quien));
    u.roles = tx.all<RolDeUsuario>(R"(
        SELECT r.rolId, r.nombre FROM usuarioRol ur JOIN rol r ON r.organizacionId = ur.organizacionId AND r.rolId = ur.rolId
        WHERE ur.organizacionId = $1 AND ur.usuarioId = $2 ORDER BY r.nombre)",
                                   tx.organizacion(), u.usuarioId);
}

std::vector<std::int64_t> identificadores(const std::optional<Lista<Id, 50>>& ids) {
    std::vector<std::int64_t> lista;
    if (ids) lista.assign(ids->begin(), ids->end());
    return lista;
}

void sustituir_roles(db::Writer& tx, std::int64_t usuarioId, const std::vector<std::int64_t>& roles) {
    tx.run("DELETE FROM usuarioRol WHERE organizacionId = $1 AND usuarioId = $2", tx.organizacion(), usuarioId);
    for (const auto rolId : roles)
        tx.run("INSERT INTO usuarioRol (organizacionId, usuarioId, rolId) VALUES ($1, $2, $3)", tx.organizacion(), usuarioId,
               rolId);
}

// Where the user works, which documents take when they do not say. What was there before is not judged again.
void exigir_lugar(db::Reader& tx, const Usuario& u, const Usuario& antes, Faltas& faltas) {
    if (u.sucursalId != antes.sucursalId) exigir_sucursal_activa(tx, u.sucursalId, faltas);
    if (u.centroCostoId != antes.centroCostoId)
        exigir_activo(tx, "SELECT activo FROM centroCosto WHERE organizacionId = $1 AND centroCostoId = $2", u.centroCostoId,
                      "/centroCostoId", faltas);
    if (u.divisionId != antes.divisionId) exigir_proyecto_activo(tx, u.divisionId, "/divisionId", faltas);
}

}  // namespace

std::string nombre_de_organizacion(const Context& ctx) {
    std::string nombre;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        nombre = tx.one<std::string>("SELECT nombre FROM organizacion WHERE organizacionId = $1", tx.organizacion()).value_or("");
    });
    return nombre;
}

Usuario leer_usuario(db::Reader& tx, std::int64_t usuarioId) {
    auto u = tx.one<Usuario>(std::string{columnas_de_usuario} + " AND usuarioId = $2", tx.organizacion(), usuarioId);
    if (!u) reject(Codigo::no_encontrado, "/usuarioId");
    leer_roles(tx, *u);
    return std::move(*u);
}

Usuario obtener_usuario(const Context& ctx, const UsuarioPedido& pedido) { return leer_usuario(ctx.db(), pedido.usuarioId); }

Pagina<Usuario> listar_usuarios(const Context& ctx, const UsuariosFiltro& filtro) {
    UsuariosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Usuarios", reflect::to_json(solo_filtros)};

    db::Where donde{ctx.organizacionId()};
    // Users are few, and folded words hold no wildcard of LIKE.
    if (filtro.buscar)
        for (const auto& palabra : palabras(*filtro.buscar)) donde.add("busqueda LIKE $", "%" + palabra + "%");
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    const Total total =
        recorrido.contar(ctx.db(), "SELECT 1 FROM usuario WHERE organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("usuarioId > $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<Usuario>(std::string{columnas_de_usuario} + donde.and_sql() + " ORDER BY usuarioId" + tramo,
                                            donde.params());
    for (auto& u : filas) leer_roles(ctx.db(), u);
    return recorrido.pagina(std::move(filas), total, [](const Usuario& u) { return std::vector{u.usuarioId}; });
}

void validar(const UsuarioNuevo& nuevo, Faltas& faltas) {
    alta::revisar_nombre_de_usuario(nuevo.usuario, faltas);
    if (nuevo.password) auth::check_new_password(*nuevo.password, {nuevo.usuario, nuevo.nombre}, "/password", faltas);
    faltas.agregar_si(nuevo.password && nuevo.esServicio.value_or(false), Codigo::valor_no_permitido, "/password");
}

ContrasenaNueva preparar_usuario(Seguridad& s, const Context& ctx, const UsuarioNuevo& nuevo) {
    if (nuevo.esServicio.value_or(false)) return {};
    if (nuevo.password) {
        Faltas faltas;
        auth::check_new_password(*nuevo.password, {nombre_de_organizacion(ctx)}, "/password", faltas);
        faltas.lanzar();
    }
    if (nuevo.password) return {s.contrasenas().hash(*nuevo.password), {}};
    auto generada = auth::generate_readable_password();
    return {s.contrasenas().hash(generada), generada};
}

UsuarioCreado crear_usuario(Seguridad& s, Context& ctx, const UsuarioNuevo& nuevo, const ContrasenaNueva& contrasena) {
    const auto roles = identificadores(nuevo.roles);
    Faltas faltas;
    Usuario lugar;
    lugar.sucursalId = nuevo.sucursalId.value_or(0);
    lugar.centroCostoId = nuevo.centroCostoId.value_or(0);
    lugar.divisionId = nuevo.divisionId.value_or(0);
    exigir_lugar(ctx.db(), lugar, {}, faltas);
    revisar_roles(ctx, s.operaciones(), roles, "/roles", faltas);
    faltas.lanzar();
    const alta::Usuario fila{.usuario = nuevo.usuario,
                             .nombre = nuevo.nombre,
                             .correo = nuevo.correo.value_or(Correo{}),
                             .contrasena = contrasena.hash,
                             .esServicio = nuevo.esServicio.value_or(false),
                             .sucursalId = lugar.sucursalId,
                             .centroCostoId = lugar.centroCostoId,
                             .divisionId = lugar.divisionId,
                             .roles = roles,
                             .delOperador = false};
    UsuarioCreado creado;
    static_cast<Usuario&>(creado) = leer_usuario(ctx.db(), alta::agregar_usuario(ctx.db(), fila, ctx.ahora()));
    const bool basta = claves_de_usuario(ctx.db(), creado.usuarioId, creado.usuario).size() > 1;
    creado.acceso = (basta ? "" : std::to_string(ctx.organizacionId()) + '/') + creado.usuario;
    creado.password = contrasena.generada;
    ctx.auditar_alta("Usuario", creado.usuarioId, static_cast<const Usuario&>(creado));
    return creado;
}

Usuario actualizar_usuario(Seguridad& s, Context& ctx, const UsuarioActualizacion& pedido) {
    auto& tx = ctx.db();
    reservar_administradores(ctx);
    const auto antes = leer_usuario(tx, pedido.usuarioId);
    ctx.exigir_version(antes.version);
    exigir_no_mas_poderoso(ctx, s.operaciones(), antes.usuarioId, "/usuarioId");
    auto u = antes;
    if (pedido.nombre) u.nombre = *pedido.nombre;
    pedido.correo.aplicar_a(u.correo);
    if (pedido.activo) u.activo = *pedido.activo;
    pedido.sucursalId.aplicar_a(u.sucursalId);
    pedido.centroCostoId.aplicar_a(u.centroCostoId);
    pedido.divisionId.aplicar_a(u.divisionId);
    const auto roles = identificadores(pedido.roles);
    Faltas faltas;
    exigir_lugar(tx, u, antes, faltas);
    if (pedido.roles) revisar_roles(ctx, s.operaciones(), roles, "/roles", faltas);
    faltas.lanzar();
    tx.run(R"(
        UPDATE usuario SET nombre = $3, correo = $4, busqueda = $5, activo = $6, sucursalId = $7, centroCostoId = $8, divisionId = $9,
                           version = version + 1, modificadoEn = $10
        WHERE organizacionId = $1 AND usuarioId = $2)",
           tx.organizacion(), u.usuarioId, u.nombre, u.correo, plegado(u.usuario + ' ' + u.nombre + ' ' + u.correo), u.activo,
           u.sucursalId, u.centroCostoId, u.divisionId, ctx.ahora());
    if (pedido.roles) sustituir_roles(tx, u.usuarioId, roles);
    exigir_administrador(ctx, pedido.roles ? "/roles" : "/activo");
    if (antes.activo && !u.activo) revocar_sesiones(tx, u.usuarioId, {}, ctx.ahora());
    u = leer_usuario(tx, u.usuarioId);
    ctx.auditar("Usuario", u.usuarioId, antes, u);
    s.avisar_cambio(ctx);
    return u;
}

void register_usuarios(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(GET, "/api/Seguridad/Usuarios", "UsuariosListar", listar_usuarios)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Seguridad/Usuarios/{usuarioId}", "UsuarioObtener", obtener_usuario)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(
           POST, "/api/Seguridad/Usuarios", "UsuarioCrear",
           [&s](const Context& ctx, const UsuarioNuevo& nuevo) { return preparar_usuario(s, ctx, nuevo); },
           [&s](Context& ctx, const UsuarioNuevo& nuevo, const ContrasenaNueva& c) { return crear_usuario(s, ctx, nuevo, c); })
        .nuestra()
        .con_secretos()
        .con_hash()
        .rechaza({Codigo::duplicado, Codigo::contrasena_debil, Codigo::caracter_no_permitido, Codigo::no_encontrado,
                  Codigo::inactivo, Codigo::permiso_excede});
    ops.add(PUT, "/api/Seguridad/Usuarios/{usuarioId}", "UsuarioActualizar",
            [&s](Context& ctx, const UsuarioActualizacion& pedido) { return actualizar_usuario(s, ctx, pedido); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::permiso_excede, Codigo::ultimo_administrador,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
