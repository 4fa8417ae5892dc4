#include "rooms/seguridad/alta.hpp"

#include "api/organizacion.hpp"
#include "api/registros.hpp"
#include "base/error.hpp"
#include "base/rfc.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/json_write.hpp"
#include "reflect/objeto.hpp"
#include "rooms/seguridad/intentos.hpp"
#include "rooms/seguridad/sesion_filas.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::alta {
namespace {

bool es_generico(std::string_view rfc) {
    const auto leido = Rfc::leer(rfc);
    return leido && leido->es_generico();
}

// With whose the value is: `sql` gives it, as exigir_unico asks for it.
[[noreturn]] void rechazar_repetido(db::Reader& tx, std::string_view sql, std::string_view valor, std::string_view campo) {
    Faltas faltas;
    exigir_unico(tx, sql, valor, 0, campo, faltas);
    faltas.lanzar();
    reject(Codigo::duplicado, std::string{campo});
}

}  // namespace

void anotar_comando(db::Writer& tx, std::string_view comando, std::string_view tipo, std::int64_t registroId,
                    std::string_view nombre, Instante ahora) {
    std::string despues = R"({"nombre":)";
    reflect::write_string(despues, nombre);
    despues.push_back('}');
    tx.run(R"(
        INSERT INTO bitacora (organizacionId, bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes, despues, traza)
        VALUES ($1, $2, $3, 0, 0, $4, $5, $6, '', $7, ''))",
           tx.organizacion(), tx.next_id(), ahora, comando, tipo, registroId, despues);
}

std::int64_t agregar_rol(db::Writer& tx, std::string_view nombre, std::string_view descripcion,
                         const std::vector<std::string>& permisos, Instante ahora) {
    const auto rolId = tx.next_id();
    const auto insertados = tx.count(R"(
        INSERT INTO rol (organizacionId, rolId, nombre, descripcion, activo, version, creadoEn, modificadoEn)
        VALUES ($1, $2, $3, $4, 1, 1, $5, $5) ON CONFLICT (organizacionId, nombre) DO NOTHING)",
                                     tx.organizacion(), rolId, nombre, descripcion, ahora);
    if (insertados == 0)
        rechazar_repetido(tx, "SELECT rolId FROM rol WHERE organizacionId = $1 AND nombre = $2", nombre, "/nombre");
    for (const auto& permiso : permisos)
        tx.run("INSERT INTO rolPermiso (organizacionId, rolId, permiso) VALUES ($1, $2, $3)", tx.organizacion(), rolId, permiso);
    return rolId;
}

const std::vector<RolListo>& roles_listos() {
    // What anybody looks up to fill in a document.
    const auto con_catalogos = [](std::vector<std::string> propios) {
        for (const char* comun : {"CatalogosSAT.leer", "Contactos.leer", "Productos.leer", "Sistema.leer", "SucursalesListar"})
            propios.emplace_back(comun);
        return propios;
    };
    static const std::vector<RolListo> roles{
        {"Contador", "Lleva la contabilidad y lee todo lo que llega a ella",
         con_catalogos({"Activos.*", "Contabilidad.*", "Impuestos.*", "Periodicos.*", "Bancos.leer", "Buzon.*", "Cartera.leer",
                        "Compras.leer", "Inventario.leer", "ListasPrecios.leer", "Ventas.leer"})},
        {"Cajero", "Vende de mostrador y recibe dinero",
         con_catalogos({"Bancos.leer", "Cartera.leer", "Inventario.leer", "ListasPrecios.leer", "Mostrador.leer", "Ventas.leer",
                        "ContactoCrear", "TurnoAbrir", "CajaVender", "TurnoEfectivo", "TurnoCerrar", "NotaVentaCrear",
                        "NotaVentaFacturar", "DepositoAgregar", "DepositoAsignar", "AnticipoAgregar"})},
        {"Almacén", "Recibe, entrega, cuenta y mueve mercancía", con_catalogos({"Inventario.*", "Compras.leer", "Ventas.leer"})},
        {"Ventas", "Cotiza, vende, factura y acredita",
         con_catalogos({"Ventas.*", "Vendedores.leer", "Cartera.leer", "Inventario.leer", "ListasPrecios.leer", "EntregaAgregar",
                        "ContactoCrear", "ContactoActualizar"})},
        {"Compras", "Ordena, recibe y registra lo que se compra y se gasta",
         con_catalogos({"Compras.*", "Buzon.*", "Cartera.leer", "Inventario.leer", "RecepcionAgregar", "SolicitudPagoV2",
                        "ContactoCrear", "ContactoActualizar"})},
        {"Auditor", "Lee todo, también la bitácora, y no cambia nada", {"leer"}},
    };
    return roles;
}

std::vector<std::int64_t> agregar_roles_listos(db::Writer& tx, Instante ahora) {
    std::vector<std::int64_t> agregados;
    const auto hay = tx.all<std::string>("SELECT nombre FROM rol WHERE organizacionId = $1", tx.organizacion());
    for (const RolListo& rol : roles_listos())
        if (std::ranges::find(hay, rol.nombre) == hay.end())
            agregados.push_back(agregar_rol(tx, rol.nombre, rol.descripcion, rol.permisos, ahora));
    return agregados;
}

void revisar_nombre_de_usuario(std::string_view usuario, Faltas& faltas) {
    const bool bien = std::ranges::all_of(usuario, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view{"._-+@"}.find(c) != std::string_view::npos;
    });
    faltas.agregar_si(!bien, Codigo::caracter_no_permitido, "/usuario");
}

std::int64_t agregar_usuario(db::Writer& tx, const Usuario& u, Instante ahora) {
    const auto usuarioId = tx.next_id();
    constexpr std::string_view si_esta_libre = R"(
        INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn) VALUES ($1, $2, $3, 0, '', NULL)
        ON CONFLICT (clave) DO NOTHING)";
    const auto insertados = tx.count(si_esta_libre, clave_usuario(tx.organizacion(), u.usuario), tx.organizacion(), usuarioId);
    if (insertados == 0) {
        const auto otro = buscar_acceso(tx, clave_usuario(tx.organizacion(), u.usuario));
        reject(Codigo::duplicado, "/usuario", otro ? reflect::objeto("id", otro->usuarioId) : std::string{});
    }
    // The name alone. The operator sees all organizations and is told when it is taken. Whoever makes a user over the interface
    // must not learn from it whether another organization has the name: in the first organization it always leads to the new
    // user, in the others never.
    const auto principal = buscar_acceso(tx, clave_principal);
    if (u.delOperador)
        reject_if(tx.count(si_esta_libre, clave_usuario(u.usuario), tx.organizacion(), usuarioId) == 0, Codigo::duplicado,
                  "/usuario");
    else if (principal && principal->organizacionId == tx.organizacion())
        tx.run(R"(
            INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn) VALUES ($1, $2, $3, 0, '', NULL)
            ON CONFLICT (clave) DO UPDATE SET organizacionId = $2, usuarioId = $3)",
               clave_usuario(u.usuario), tx.organizacion(), usuarioId);
    tx.run(R"(
        INSERT INTO usuario (organizacionId, usuarioId, usuario, nombre, correo, busqueda, contrasena, activo, esServicio, sucursalId,
                             centroCostoId, divisionId, intentosFallidos, bloqueadoHasta, version, creadoEn, modificadoEn)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $10, $11, 0, 0, 1, $12, $12))",
           tx.organizacion(), usuarioId, u.usuario, u.nombre, u.correo, plegado(u.usuario + ' ' + u.nombre + ' ' + u.correo),
           u.contrasena, u.esServicio, u.sucursalId, u.centroCostoId, u.divisionId, ahora);
    for (const auto rolId : u.roles)
        tx.run("INSERT INTO usuarioRol (organizacionId, usuarioId, rolId) VALUES ($1, $2, $3)", tx.organizacion(), usuarioId,
               rolId);
    return usuarioId;
}

void cambiar_contrasena(db::Writer& tx, std::int64_t usuarioId, std::string_view hash, std::string_view excepto, Instante ahora) {
    tx.run(R"(
        UPDATE usuario SET contrasena = $3, modificadoEn = $4, version = version + 1
        WHERE organizacionId = $1 AND usuarioId = $2)",
           tx.organizacion(), usuarioId, hash, ahora);
    const auto usuario = tx.one<std::string>("SELECT usuario FROM usuario WHERE organizacionId = $1 AND usuarioId = $2",
                                             tx.organizacion(), usuarioId);
    for (const auto& clave : claves_de_usuario(tx, usuarioId, usuario.value_or("")))
        olvidar_fallos(tx, intentado(clave, {}).quien);
    revocar_sesiones(tx, usuarioId, excepto, ahora);
}

std::int64_t agregar_consumidor(db::Writer& tx, const Consumidor& c, Instante ahora) {
    const auto consumidorId = tx.next_id();
    const auto insertados = tx.count(R"(
        INSERT INTO consumidorApi (organizacionId, consumidorId, nombre, tipoIntegracion, usuarioId, activo, version, creadoEn, modificadoEn)
        VALUES ($1, $2, $3, $4, $5, 1, 1, $6, $6) ON CONFLICT (organizacionId, nombre) DO NOTHING)",
                                     tx.organizacion(), consumidorId, c.nombre, c.tipoIntegracion, c.usuarioId, ahora);
    if (insertados == 0)
        rechazar_repetido(tx, "SELECT consumidorId FROM consumidorApi WHERE organizacionId = $1 AND nombre = $2", c.nombre,
                          "/nombre");
    for (const auto& permiso : c.alcances)
        tx.run("INSERT INTO consumidorAlcance (organizacionId, consumidorId, permiso) VALUES ($1, $2, $3)", tx.organizacion(),
               consumidorId, permiso);
    return consumidorId;
}

auth::NewApiKey agregar_llave(db::Writer& tx, std::int64_t consumidorId, std::optional<Instante> venceEn, Instante ahora) {
    // A prefix is short enough to occur twice in a very large installation; then another one is drawn.
    for (;;) {
        auto llave = auth::generate_api_key();
        const auto insertadas = tx.count(R"(
            INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn) VALUES ($1, $2, 0, $3, '', $4)
            ON CONFLICT (clave) DO NOTHING)",
                                         clave_llave(llave.guardada.prefijo), tx.organizacion(), consumidorId, venceEn);
        if (insertadas == 0) continue;
        tx.run(R"(
            INSERT INTO consumidorLlave (organizacionId, consumidorId, prefijo, huella, creadaEn, venceEn, ultimoUso, revocadaEn)
            VALUES ($1, $2, $3, $4, $5, $6, NULL, NULL))",
               tx.organizacion(), consumidorId, llave.guardada.prefijo, db::Bytes{llave.guardada.huella}, ahora, venceEn);
        return llave;
    }
}

void revisar_organizacion(const Organizacion& organizacion, Faltas& faltas) {
    faltas.agregar_si(!existe_zona(organizacion.zona), Codigo::zona_horaria_invalida, "/zona");
    faltas.agregar_si(es_generico(organizacion.rfc), Codigo::valor_no_permitido, "/rfc");
}

OrganizacionCreada fundar(db::Writer& tx, const Organizacion& organizacion, const Administrador& administrador, Instante ahora) {
    OrganizacionCreada creada;
    creada.organizacionId = tx.organizacion();
    creada.usuario = administrador.usuario;
    tx.run(R"(INSERT INTO organizacion (organizacionId, nombre, rfc, zona, codigoPostal, activo, creadoEn, demostracion)
              VALUES ($1, $2, $3, $4, $5, 1, $6, $7))",
           tx.organizacion(), organizacion.nombre, mayusculas(organizacion.rfc), organizacion.zona, organizacion.codigoPostal,
           ahora, organizacion.demostracion);
    tx.run(R"(INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn)
              VALUES ($1, $2, 0, 0, '', NULL) ON CONFLICT (clave) DO NOTHING)",
           clave_principal, tx.organizacion());
    reject_if(!tomar_rfc(tx, {}, organizacion.rfc), Codigo::duplicado, "/rfc");
    creada.rolAdministradorId = agregar_rol(tx, "Administrador", "Todas las operaciones", {"*"}, ahora);
    creada.rolConsultaId = agregar_rol(tx, "Consulta", "Todas las consultas", {"leer"}, ahora);
    agregar_roles_listos(tx, ahora);
    creada.sembrado = engine::sembrar(tx, organizacion.codigoPostal);
    creada.usuarioId = agregar_usuario(tx,
                                       {.usuario = administrador.usuario,
                                        .nombre = administrador.nombre,
                                        .correo = {},
                                        .contrasena = administrador.contrasena,
                                        .sucursalId = creada.sembrado.sucursalId,
                                        .roles = {creada.rolAdministradorId}},
                                       ahora);
    return creada;
}

OrganizacionCreada crear_organizacion(db::Database& database, auth::PasswordPool& contrasenas, const Organizacion& organizacion,
                                      const std::string& usuario, const std::string& nombre, Instante ahora) {
    Faltas faltas;
    revisar_nombre_de_usuario(usuario, faltas);
    revisar_organizacion(organizacion, faltas);
    faltas.lanzar();
    OrganizacionCreada creada;
    const auto password = auth::generate_readable_password();
    const Administrador administrador{usuario, nombre, contrasenas.hash(password)};
    // The identifier comes first, because a transaction belongs to its organization from the start.
    std::int64_t organizacionId = 0;
    database.write_now(0, [&](db::Writer& tx) { organizacionId = tx.next_id(); });
    database.write_now(organizacionId, [&](db::Writer& tx) {
        creada = fundar(tx, organizacion, administrador, ahora);
        anotar_comando(tx, "cacao org", "Organizacion", creada.organizacionId, organizacion.nombre, ahora);
    });
    creada.password = password;
    return creada;
}

std::int64_t organizacion_con_rfc(db::Database& database, std::string_view rfc) {
    std::int64_t id = 0;
    database.read(0, [&](db::Reader& tx) {
        if (const auto acceso = buscar_acceso(tx, clave_rfc(rfc))) id = acceso->organizacionId;
    });
    return id;
}

void verificar_rfc(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto rfc = mayusculas(
        tx.one<std::string>("SELECT rfc FROM organizacion WHERE organizacionId = $1", tx.organizacion()).value_or(std::string{}));
    // One that it had once would be nobody's for good.
    for (const auto& otra : tx.all<std::string>(
             "SELECT clave FROM acceso WHERE organizacionId = $1 AND clave >= 'rfc:' AND clave < 'rfc;'", tx.organizacion()))
        if (otra != clave_rfc(rfc))
            diferencia(fmt::format("organizacion: organizacionId {}, rfc {}: it keeps {} from others, which is not its own",
                                   tx.organizacion(), rfc, otra.substr(4)));
    if (rfc.empty() || es_generico(rfc)) return;
    const auto acceso = buscar_acceso(tx, clave_rfc(rfc));
    if (acceso && acceso->organizacionId == tx.organizacion()) return;
    diferencia(fmt::format("organizacion: organizacionId {}, rfc {}: {}", tx.organizacion(), rfc,
                           acceso ? fmt::format("it is that of organizacionId {} too", acceso->organizacionId)
                                  : std::string{"nothing keeps another organization from having it too"}));
}

void verificar_sin_acceso(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    tx.each(R"(SELECT o.organizacionId, o.rfc, MIN(x.organizacionId)
               FROM organizacion o
               JOIN organizacion x ON x.organizacionId <> o.organizacionId AND UPPER(x.rfc) = UPPER(o.rfc)
               WHERE o.rfc <> '' AND o.organizacionId NOT IN (SELECT a.organizacionId FROM acceso a)
               GROUP BY o.organizacionId, o.rfc ORDER BY o.organizacionId)",
            [&](const db::Row& f) {
                if (es_generico(mayusculas(f.text(1)))) return;
                diferencia(fmt::format("organizacion: organizacionId {}, rfc {}: it is that of organizacionId {} too",
                                       f.integer(0), f.text(1), f.integer(2)));
            });
}

std::optional<Lugar> buscar_usuario(db::Database& database, std::string_view usuario) {
    std::optional<Lugar> lugar;
    database.read(0, [&](db::Reader& tx) {
        if (const auto acceso = buscar_acceso(tx, clave_usuario(usuario)))
            lugar = Lugar{acceso->organizacionId, acceso->usuarioId};
    });
    return lugar;
}

std::optional<std::string> restablecer(db::Database& database, auth::PasswordPool& contrasenas, std::string_view usuario,
                                       Instante ahora) {
    const auto lugar = buscar_usuario(database, usuario);
    if (!lugar) return std::nullopt;
    auto password = auth::generate_readable_password();
    const auto hash = contrasenas.hash(password);
    database.write_now(lugar->organizacionId, [&](db::Writer& tx) {
        cambiar_contrasena(tx, lugar->usuarioId, hash, {}, ahora);
        anotar_comando(tx, "cacao user", "Usuario", lugar->usuarioId, usuario, ahora);
    });
    return password;
}

ConsumidorCreado crear_consumidor(db::Database& database, std::int64_t organizacionId, const std::string& nombre,
                                  const std::string& tipoIntegracion, const std::vector<std::int64_t>& roles,
                                  const std::vector<std::string>& alcances, Instante ahora) {
    ConsumidorCreado creado;
    database.write_now(organizacionId, [&](db::Writer& tx) {
        Usuario servicio;
        servicio.usuario = "servicio." + std::to_string(tx.next_id());
        servicio.nombre = nombre;
        servicio.esServicio = true;
        servicio.sucursalId = engine::sucursal_predeterminada(tx);
        servicio.roles = roles;
        creado.usuarioId = agregar_usuario(tx, servicio, ahora);
        creado.consumidorId = agregar_consumidor(tx, {nombre, tipoIntegracion, creado.usuarioId, alcances}, ahora);
        creado.apiKey = agregar_llave(tx, creado.consumidorId, {}, ahora).texto;
        anotar_comando(tx, "cacao key", "ConsumidorApi", creado.consumidorId, nombre, ahora);
    });
    return creado;
}

bool hay_empresas(db::Database& database) {
    return std::ranges::any_of(organizaciones(database), [&](std::int64_t organizacionId) {
        bool demostracion = false;
        database.read(organizacionId, [&](db::Reader& tx) {
            demostracion =
                tx.one<std::int64_t>("SELECT 1 FROM organizacion WHERE organizacionId = $1 AND demostracion = 1", organizacionId)
                    .has_value();
        });
        return !demostracion;
    });
}

}  // namespace cacao::alta
