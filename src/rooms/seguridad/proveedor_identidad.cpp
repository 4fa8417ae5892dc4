#include "rooms/seguridad/proveedor_identidad.hpp"

#include "api/registros.hpp"
#include "base/digest.hpp"
#include "base/renglones.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "rooms/seguridad/permisos.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/seguridad/sesion_filas.hpp"
#include "rooms/seguridad/usuario.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_proveedor = R"(
    SELECT p.proveedorIdentidadId, p.clave, p.nombre, p.emisor, p.idCliente,
           CASE WHEN p.secreto IS NULL THEN 0 ELSE 1 END AS tieneSecreto, p.consumidorId, c.nombre AS consumidor, p.porCorreo,
           p.anunciado, p.audiencias, p.alcance, p.activo, p.version, p.creadoEn, p.modificadoEn
    FROM proveedorIdentidad p
    JOIN consumidorApi c ON c.organizacionId = p.organizacionId AND c.consumidorId = p.consumidorId
    WHERE p.organizacionId = $1)";

constexpr std::string_view columnas_de_identidad = R"(
    SELECT i.identidadExternaId, i.proveedorIdentidadId, p.nombre AS proveedor, i.sub, i.usuarioId, u.usuario, i.correo, i.ultimoUso,
           i.creadoEn
    FROM identidadExterna i
    JOIN proveedorIdentidad p ON p.organizacionId = i.organizacionId AND p.proveedorIdentidadId = i.proveedorIdentidadId
    JOIN usuario u ON u.organizacionId = i.organizacionId AND u.usuarioId = i.usuarioId
    WHERE i.organizacionId = $1)";

ProveedorIdentidad leer_proveedor(db::Reader& tx, std::int64_t id, std::string_view campo) {
    auto p = tx.one<ProveedorIdentidad>(std::string{columnas_de_proveedor} + " AND p.proveedorIdentidadId = $2",
                                        tx.organizacion(), id);
    reject_if(!p, Codigo::no_encontrado, campo);
    return std::move(*p);
}

// Whom it lets in has at most these scopes, so nobody gives by it what they do not have.
void revisar_consumidor(const Context& ctx, const Seguridad& s, std::int64_t consumidorId, Faltas& faltas) {
    const auto activo = ctx.db().one<bool>("SELECT activo FROM consumidorApi WHERE organizacionId = $1 AND consumidorId = $2",
                                           ctx.organizacionId(), consumidorId);
    if (!activo) return faltas.agregar(Codigo::no_encontrado, "/consumidorId");
    if (!*activo) return faltas.agregar(Codigo::inactivo, "/consumidorId");
    Faltas suyas;
    revisar_permisos(ctx, s.operaciones(), leer_alcances(ctx.db(), consumidorId), "/consumidorId", suyas);
    faltas.agregar_si(!suyas.vacia(), Codigo::permiso_excede, "/consumidorId");
}

constexpr std::string_view prefijo_anunciado = "anunciado:";

std::string clave_anunciado(std::int64_t organizacionId, const ProveedorIdentidad& p) {
    return std::string{prefijo_anunciado} + std::to_string(organizacionId) + '/' + std::to_string(p.proveedorIdentidadId) + ' ' +
           p.emisor + ' ' + p.alcance;
}

// What leads to it from tokens of agents, and from those who ask where such tokens are made.
std::vector<std::string> claves_de_agentes(std::int64_t organizacionId, const ProveedorIdentidad& p) {
    std::vector<std::string> claves;
    const auto audiencias = reflect::recuperar(p.audiencias);
    for (const auto& audiencia : audiencias) claves.push_back(clave_audiencia(p.emisor, audiencia));
    if (p.anunciado && audiencias.empty()) claves.push_back(clave_audiencia(p.emisor, ""));
    if (p.anunciado && p.activo) claves.push_back(clave_anunciado(organizacionId, p));
    return claves;
}

bool ocupar(db::Writer& tx, const std::string& clave, std::int64_t proveedorIdentidadId) {
    return tx.count(R"(
        INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn) VALUES ($1, $2, 0, $3, '', NULL)
        ON CONFLICT (clave) DO NOTHING)",
                    clave, tx.organizacion(), proveedorIdentidadId) == 1;
}

// An issuer and an audience lead to one provider of the installation: it is not told whose.
void ocupar_de_agentes(db::Writer& tx, const ProveedorIdentidad& p) {
    for (const auto& clave : claves_de_agentes(tx.organizacion(), p))
        reject_if(!ocupar(tx, clave, p.proveedorIdentidadId), Codigo::duplicado, "/audiencias");
}

void guardar_de_agentes(db::Writer& tx, const ProveedorIdentidad& p) {
    tx.run(R"(
        UPDATE proveedorIdentidad SET anunciado = $3, audiencias = $4, alcance = $5
        WHERE organizacionId = $1 AND proveedorIdentidadId = $2)",
           tx.organizacion(), p.proveedorIdentidadId, p.anunciado, p.audiencias, p.alcance);
}

// What was asked of it; of what was not, what there is.
template <class Pedido>
void tomar_de_agentes(ProveedorIdentidad& p, const Pedido& pedido) {
    if (pedido.anunciado) p.anunciado = *pedido.anunciado;
    if (pedido.audiencias)
        p.audiencias = reflect::guardar(std::vector<std::string>{pedido.audiencias->begin(), pedido.audiencias->end()});
    if (pedido.alcance) p.alcance = *pedido.alcance;
}

template <class Pedido>
void validar_de_agentes(const Pedido& pedido, Faltas& faltas) {
    if (pedido.audiencias)
        for (std::size_t i = 0; i < pedido.audiencias->size(); ++i) {
            const auto& una = (*pedido.audiencias)[i];
            const auto antes = pedido.audiencias->begin() + static_cast<std::ptrdiff_t>(i);
            faltas.agregar_si(std::find(pedido.audiencias->begin(), antes, una) != antes, Codigo::duplicado,
                              "/audiencias/" + std::to_string(i));
        }
    // RFC 6749, 3.3: one scope.
    if (pedido.alcance)
        faltas.agregar_si(
            std::ranges::any_of(*pedido.alcance, [](char c) { return c <= ' ' || c >= 127 || c == '"' || c == '\\'; }),
            Codigo::valor_no_permitido, "/alcance");
}

ProveedorIdentidad crear_proveedor(Seguridad& s, Context& ctx, const ProveedorIdentidadNuevo& nuevo) {
    auto& tx = ctx.db();
    tx.lock("proveedorIdentidad");
    Faltas faltas;
    revisar_consumidor(ctx, s, nuevo.consumidorId, faltas);
    exigir_unico(tx, "SELECT proveedorIdentidadId FROM proveedorIdentidad WHERE organizacionId = $1 AND nombre = $2",
                 nuevo.nombre, 0, "/nombre", faltas);
    faltas.lanzar();
    const auto id = tx.next_id();
    const auto clave = base64url(azar(12));
    // One issuer and client lead to one organization: it is not told whose.
    reject_if(!ocupar(tx, clave_proveedor(nuevo.emisor, nuevo.idCliente), id), Codigo::duplicado, "/idCliente");
    ocupar(tx, clave_de_proveedor(clave), id);
    std::optional<db::Bytes> secreto;
    const auto sellado = nuevo.secreto ? s.secretos_de_identidad().seal(*nuevo.secreto) : std::string{};
    if (nuevo.secreto) secreto = db::Bytes{sellado};
    tx.run(R"(
        INSERT INTO proveedorIdentidad (organizacionId, proveedorIdentidadId, clave, nombre, emisor, idCliente, secreto, consumidorId,
                                        porCorreo, activo, version, creadoEn, modificadoEn)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, 1, $10, $10))",
           tx.organizacion(), id, clave, nuevo.nombre, nuevo.emisor, nuevo.idCliente, secreto, nuevo.consumidorId,
           nuevo.porCorreo.value_or(false), ctx.ahora());
    auto p = leer_proveedor(tx, id, "/proveedorIdentidadId");
    tomar_de_agentes(p, nuevo);
    ocupar_de_agentes(tx, p);
    guardar_de_agentes(tx, p);
    ctx.auditar_alta("ProveedorIdentidad", id, p);
    return p;
}

ProveedorIdentidad actualizar_proveedor(Seguridad& s, Context& ctx, const ProveedorIdentidadActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("proveedorIdentidad");
    const auto antes = leer_proveedor(tx, pedido.proveedorIdentidadId, "/proveedorIdentidadId");
    ctx.exigir_version(antes.version);
    auto p = antes;
    Faltas faltas;
    // Who lacks what it lets people do does not switch it on, or let more people in.
    Faltas suyas;
    revisar_consumidor(ctx, s, antes.consumidorId, suyas);
    for (const Falta& f : suyas.lista())
        faltas.agregar_si(f.codigo == Codigo::permiso_excede, Codigo::permiso_excede, "/proveedorIdentidadId");
    if (pedido.nombre) {
        p.nombre = *pedido.nombre;
        exigir_unico(tx, "SELECT proveedorIdentidadId FROM proveedorIdentidad WHERE organizacionId = $1 AND nombre = $2",
                     p.nombre, p.proveedorIdentidadId, "/nombre", faltas);
    }
    if (pedido.consumidorId) {
        p.consumidorId = *pedido.consumidorId;
        if (p.consumidorId != antes.consumidorId) revisar_consumidor(ctx, s, p.consumidorId, faltas);
    }
    faltas.lanzar();
    if (pedido.porCorreo) p.porCorreo = *pedido.porCorreo;
    if (pedido.activo) p.activo = *pedido.activo;
    tomar_de_agentes(p, pedido);
    for (const auto& anterior : claves_de_agentes(tx.organizacion(), antes))
        tx.run("DELETE FROM acceso WHERE clave = $1 AND organizacionId = $2", anterior, tx.organizacion());
    ocupar_de_agentes(tx, p);
    guardar_de_agentes(tx, p);
    tx.run(R"(
        UPDATE proveedorIdentidad SET nombre = $3, consumidorId = $4, porCorreo = $5, activo = $6, version = version + 1,
                                      modificadoEn = $7
        WHERE organizacionId = $1 AND proveedorIdentidadId = $2)",
           tx.organizacion(), p.proveedorIdentidadId, p.nombre, p.consumidorId, p.porCorreo, p.activo, ctx.ahora());
    if (pedido.secreto)
        tx.run("UPDATE proveedorIdentidad SET secreto = $3 WHERE organizacionId = $1 AND proveedorIdentidadId = $2",
               tx.organizacion(), p.proveedorIdentidadId, db::Bytes{s.secretos_de_identidad().seal(*pedido.secreto)});
    p = leer_proveedor(tx, p.proveedorIdentidadId, "/proveedorIdentidadId");
    ctx.auditar("ProveedorIdentidad", p.proveedorIdentidadId, antes, p);
    s.avisar_cambio(ctx);
    return p;
}

IdentidadExterna leer_identidad(db::Reader& tx, std::int64_t id) {
    auto i =
        tx.one<IdentidadExterna>(std::string{columnas_de_identidad} + " AND i.identidadExternaId = $2", tx.organizacion(), id);
    reject_if(!i, Codigo::no_encontrado, "/identidadExternaId");
    return std::move(*i);
}

IdentidadExterna crear_identidad(Seguridad& s, Context& ctx, const IdentidadNueva& nueva) {
    auto& tx = ctx.db();
    tx.lock("proveedorIdentidad");
    const auto p = leer_proveedor(tx, nueva.proveedorIdentidadId, "/proveedorIdentidadId");
    const auto u = leer_usuario(tx, nueva.usuarioId);
    Faltas faltas;
    faltas.agregar_si(!u.activo, Codigo::inactivo, "/usuarioId");
    faltas.agregar_si(u.esServicio, Codigo::valor_no_permitido, "/usuarioId");
    // Whoever is linked acts as that user: a link is a borrowed identity.
    faltas.agregar_si(puede_mas(ctx, s.operaciones(), nueva.usuarioId, leer_alcances(tx, p.consumidorId)), Codigo::permiso_excede,
                      "/usuarioId");
    const auto otra = tx.one<std::int64_t>(
        "SELECT identidadExternaId FROM identidadExterna WHERE organizacionId = $1 AND proveedorIdentidadId = $2 AND sub = $3",
        tx.organizacion(), p.proveedorIdentidadId, nueva.sub);
    duplicado_si(otra, 0, "/sub", faltas);
    faltas.lanzar();
    const auto id = tx.next_id();
    tx.run(R"(
        INSERT INTO identidadExterna (organizacionId, identidadExternaId, proveedorIdentidadId, sub, usuarioId, correo, ultimoUso, creadoEn)
        VALUES ($1, $2, $3, $4, $5, '', NULL, $6))",
           tx.organizacion(), id, p.proveedorIdentidadId, nueva.sub, nueva.usuarioId, ctx.ahora());
    auto i = leer_identidad(tx, id);
    ctx.auditar_alta("IdentidadExterna", id, i);
    return i;
}

IdentidadExterna eliminar_identidad(Seguridad& s, Context& ctx, const IdentidadPedida& pedida) {
    auto& tx = ctx.db();
    tx.lock("proveedorIdentidad");
    const auto i = leer_identidad(tx, pedida.identidadExternaId);
    exigir_no_mas_poderoso(ctx, s.operaciones(), i.usuarioId, "/identidadExternaId");
    tx.run("DELETE FROM identidadExterna WHERE organizacionId = $1 AND identidadExternaId = $2", tx.organizacion(),
           i.identidadExternaId);
    ctx.auditar("IdentidadExterna", i.identidadExternaId, i, Nada{});
    s.avisar_cambio(ctx);
    return i;
}

}  // namespace

void validar(const ProveedorIdentidadNuevo& nuevo, Faltas& faltas) {
    // Discovery 1.0, §3: no query and no fragment.
    faltas.agregar_si(nuevo.emisor.find_first_of("?#") != std::string::npos, Codigo::valor_no_permitido, "/emisor");
    validar_de_agentes(nuevo, faltas);
}

void validar(const ProveedorIdentidadActualizacion& pedida, Faltas& faltas) { validar_de_agentes(pedida, faltas); }

std::string clave_proveedor(std::string_view emisor, std::string_view idCliente) {
    return "proveedor:" + hexadecimal(sha256(std::string{emisor} + '\0' + std::string{idCliente}));
}
std::string clave_de_proveedor(std::string_view clave) { return "proveedorClave:" + std::string{clave}; }

std::string clave_audiencia(std::string_view emisor, std::string_view audiencia) {
    return "audiencia:" + hexadecimal(sha256(std::string{emisor} + '\0' + std::string{audiencia}));
}

void leer_anunciados(db::Reader& tx, std::vector<std::string>& emisores, std::vector<std::string>& alcances) {
    const auto claves = tx.all<std::string>("SELECT clave FROM acceso WHERE clave >= $1 AND clave < $2 ORDER BY clave",
                                            prefijo_anunciado, "anunciado;");
    const auto poner = [](std::vector<std::string>& lista, std::string_view uno) {
        if (!uno.empty() && std::ranges::find(lista, uno) == lista.end()) lista.emplace_back(uno);
    };
    emisores.clear();
    alcances.clear();
    for (std::string_view clave : claves) {
        tomar_hasta(clave, ' ');
        poner(emisores, tomar_hasta(clave, ' '));
        poner(alcances, clave);
    }
}

std::vector<ProveedorIdentidad> listar_proveedores_identidad(const Context& ctx) {
    return ctx.db().all<ProveedorIdentidad>(std::string{columnas_de_proveedor} + " ORDER BY p.nombre", ctx.organizacionId());
}

Pagina<IdentidadExterna> listar_identidades(const Context& ctx, const IdentidadesFiltro& filtro) {
    IdentidadesFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Identidades", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.usuarioId) donde.add("i.usuarioId = $", std::int64_t{*filtro.usuarioId});
    if (filtro.proveedorIdentidadId) donde.add("i.proveedorIdentidadId = $", std::int64_t{*filtro.proveedorIdentidadId});
    const Total total = recorrido.contar(
        ctx.db(), "SELECT 1 FROM identidadExterna i WHERE i.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("i.identidadExternaId > $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<IdentidadExterna>(
        std::string{columnas_de_identidad} + donde.and_sql() + " ORDER BY i.identidadExternaId" + tramo, donde.params());
    return recorrido.pagina(std::move(filas), total, [](const IdentidadExterna& i) { return std::vector{i.identidadExternaId}; });
}

void register_identidades(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(GET, "/api/Seguridad/ProveedoresIdentidad", "ProveedoresIdentidadListar", listar_proveedores_identidad).nuestra();
    ops.add(POST, "/api/Seguridad/ProveedoresIdentidad", "ProveedorIdentidadCrear",
            [&s](Context& ctx, const ProveedorIdentidadNuevo& nuevo) { return crear_proveedor(s, ctx, nuevo); })
        .nuestra()
        .con_secretos()
        .rechaza(
            {Codigo::no_encontrado, Codigo::inactivo, Codigo::duplicado, Codigo::permiso_excede, Codigo::valor_no_permitido});
    ops.add(PUT, "/api/Seguridad/ProveedoresIdentidad/{proveedorIdentidadId}", "ProveedorIdentidadActualizar",
            [&s](Context& ctx, const ProveedorIdentidadActualizacion& pedido) { return actualizar_proveedor(s, ctx, pedido); })
        .nuestra()
        .con_secretos()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::duplicado, Codigo::permiso_excede, Codigo::valor_no_permitido,
                  Codigo::precondicion_fallida});
    ops.add(GET, "/api/Seguridad/Identidades", "IdentidadesListar", listar_identidades)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(POST, "/api/Seguridad/Identidades", "IdentidadCrear",
            [&s](Context& ctx, const IdentidadNueva& nueva) { return crear_identidad(s, ctx, nueva); })
        .nuestra()
        .rechaza(
            {Codigo::no_encontrado, Codigo::inactivo, Codigo::duplicado, Codigo::permiso_excede, Codigo::valor_no_permitido});
    ops.add(DELETE, "/api/Seguridad/Identidades/{identidadExternaId}", "IdentidadEliminar",
            [&s](Context& ctx, const IdentidadPedida& pedida) { return eliminar_identidad(s, ctx, pedida); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_excede});
    register_login_externo(ops, s);
}

}  // namespace cacao
