// Users, passwords, roles and who may grant what.

#include "api/organizacion.hpp"
#include "rooms/seguridad/contrasena.hpp"
#include "rooms/seguridad/rol.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

namespace cacao::test {
namespace {

std::string id(std::int64_t n) { return std::to_string(n); }

// Measures what it is used for, so that a role may have a limit on it.
void register_compra_de_prueba(api::Operations& ops) {
    ops.group("Seguridad");
    ops.add(api::Verb::POST, "/api/CompraDePrueba", "CompraDePrueba", [](Context&, const Nada&) { return Nada{}; })
        .rechaza({Codigo::excede_limite});
}

class UsuarioTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_compra_de_prueba}};
    std::string yo(const std::string& token) { return m.pide_con(token, "GET /api/Seguridad/Usuario").en("/codigo"); }
};
CACAO_EN_AMBOS_MOTORES(UsuarioTest);

TEST_P(UsuarioTest, SeCreaConContrasenaGeneradaYEntra) {
    std::int64_t sucursalId = 0;
    m.escribe([&](Context& ctx) {
        sucursalId = ctx.db().next_id();
        ctx.db().run(R"(INSERT INTO sucursal (organizacionId, sucursalId, codigo, nombre, codigoPostal, zona, frontera, almacenId,
                                              cuentaBancariaId, activo, version)
                        VALUES ($1, $2, 'NORTE', 'Norte', '', '', 0, 0, 0, 1, 1))",
                     ctx.organizacionId(), sucursalId);
    });
    const auto r =
        m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"Luis@prueba.mx","nombre":"Luis Núñez","roles":[)" +
                                                   id(m.empresa.rolConsultaId) + R"(],"sucursalId":)" + id(sucursalId) + "}");
    ASSERT_EQ(r.status, 200) << r.body;
    const auto entrada = m.entra("luis@PRUEBA.mx", r.en("/data/password"));
    ASSERT_EQ(entrada.status, 200) << entrada.body;
    const auto yo = m.pide_con(entrada.en("/data/accessToken"), "GET /api/Seguridad/Usuario");
    EXPECT_EQ(yo.en("/data/sucursalId"), id(sucursalId));
    EXPECT_EQ(yo.en("/data/roles"), R"(["Consulta"])");
    EXPECT_EQ(m.pide("GET /api/Seguridad/Usuarios/" + r.en("/data/usuarioId")).en("/data/nombre"), "Luis Núñez");
    EXPECT_EQ(m.pide("GET /api/Seguridad/Usuarios/" + r.en("/data/usuarioId")).en("/data/password"), "");
}

TEST_P(UsuarioTest, UnaContrasenaDebilUnNombreRaroYUnRolAjenoSeNombran) {
    EXPECT_EQ(m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"ñandú","nombre":"X","password":"corta"})").faltas(),
              "caracter_no_permitido /usuario; contrasena_debil /password");
    EXPECT_EQ(m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"eva","nombre":"Eva","roles":[999]})").faltas(),
              "no_encontrado /roles/0");
    EXPECT_EQ(m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"ADMIN@prueba.mx","nombre":"Otra"})").faltas(),
              "duplicado /usuario");
    EXPECT_EQ(m.pide("GET /api/Seguridad/Usuarios/999").faltas(), "no_encontrado /usuarioId");
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM usuario WHERE organizacionId = $1"), 1);
}

TEST_P(UsuarioTest, ElNombreEsUnicoEnTodaLaInstalacion) {
    EXPECT_THROW(alta::crear_organizacion(m.base.db(), m.seguridad->contrasenas(), {.nombre = "Otra", .rfc = ""},
                                          "Admin@Prueba.mx", "X", m.reloj.ahora()),
                 Error);
}

TEST_P(UsuarioTest, LaListaBuscaSinAcentosYPagina) {
    for (const auto* nombre : {"uno", "dos", "tres"}) m.crea_usuario(nombre, {});
    const auto r = m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"pedro","nombre":"Pedro Ibáñez","esServicio":true})");
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(r.en("/data/password"), "") << "a service user has none";
    EXPECT_EQ(m.pide("GET /api/Seguridad/Usuarios?buscar=IBANEZ").en("/data/0/usuario"), "pedro");
    EXPECT_EQ(m.pide("GET /api/Seguridad/Usuarios?buscar=IBANEZ").en("/totalRegistros"), "1");
    EXPECT_EQ(m.pide("GET /api/Seguridad/Usuarios?activo=false").en("/totalRegistros"), "0");
    auto pagina = m.pide("GET /api/Seguridad/Usuarios?registrosPorPagina=2");
    EXPECT_EQ(pagina.en("/totalRegistros"), "5");
    int vistos = 2;
    while (pagina.en("/siguiente") != "null") {
        pagina = m.pide("GET /api/Seguridad/Usuarios?registrosPorPagina=2&cursor=" + pagina.en("/siguiente"));
        ASSERT_EQ(pagina.status, 200) << pagina.body;
        vistos += pagina.en("/data/1").empty() ? 1 : 2;
    }
    EXPECT_EQ(vistos, 5);
}

TEST_P(UsuarioTest, DesactivarTerminaElTokenDeInmediato) {
    const auto usuarioId = m.crea_usuario("eva", {m.empresa.rolConsultaId});
    const auto token = m.token_de(usuarioId);
    EXPECT_EQ(yo(token), "");
    ASSERT_EQ(m.pide("PUT /api/Seguridad/Usuarios/" + id(usuarioId), R"({"activo":false})").status, 200);
    EXPECT_EQ(yo(token), "token_invalido");
    ASSERT_EQ(m.pide("PUT /api/Seguridad/Usuarios/" + id(usuarioId), R"({"activo":true})").status, 200);
    EXPECT_EQ(yo(token), "token_invalido") << "its sessions ended with it";
}

TEST_P(UsuarioTest, UnCambioDeRolValeDeInmediatoYAunDesdeOtraInstancia) {
    const auto rolId = m.crea_rol("Roles", {"RolesListar"});
    const auto token = m.token_de(m.crea_usuario("eva", {rolId}));
    EXPECT_EQ(m.pide_con(token, "GET /api/Seguridad/Roles").status, 200);
    const auto r = m.pide_con(token, "GET /api/Bitacora");
    EXPECT_EQ(r.status, 403);
    EXPECT_EQ(r.en("/errores/0/datos/permiso"), "BitacoraListar");
    ASSERT_EQ(m.pide("PUT /api/Seguridad/Roles/" + id(rolId), R"({"permisos":["BitacoraListar"]})").status, 200);
    EXPECT_EQ(m.pide_con(token, "GET /api/Seguridad/Roles").status, 403);
    EXPECT_EQ(m.pide_con(token, "GET /api/Bitacora").status, 200);
    // What another instance writes is seen when the remembered session grows old.
    m.base->write_now(m.empresa.organizacionId, [&](db::Writer& tx) {
        tx.run("UPDATE rol SET activo = 0 WHERE organizacionId = $1 AND rolId = $2", tx.organizacion(), rolId);
    });
    EXPECT_EQ(m.pide_con(token, "GET /api/Bitacora").status, 200);
    m.avanza(10);
    EXPECT_EQ(m.pide_con(token, "GET /api/Bitacora").status, 403);
}

TEST_P(UsuarioTest, SiempreQuedaUnAdministrador) {
    const auto admin = "PUT /api/Seguridad/Usuarios/" + id(m.empresa.usuarioId);
    EXPECT_EQ(m.pide(admin, R"({"activo":false})").faltas(), "ultimo_administrador /activo");
    EXPECT_EQ(m.pide(admin, R"({"roles":[]})").faltas(), "ultimo_administrador /roles");
    const auto rol = "PUT /api/Seguridad/Roles/" + id(m.empresa.rolAdministradorId);
    EXPECT_EQ(m.pide(rol, R"({"activo":false})").faltas(), "ultimo_administrador /activo");
    EXPECT_EQ(m.pide(rol, R"({"permisos":["leer"]})").faltas(), "ultimo_administrador /permisos");
    // A service user with every permission is no administrator; a second person is.
    ASSERT_EQ(m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"robot","nombre":"Robot","esServicio":true,"roles":[)" +
                                                         id(m.empresa.rolAdministradorId) + "]}")
                  .status,
              200);
    EXPECT_EQ(m.pide(admin, R"({"roles":[]})").faltas(), "ultimo_administrador /roles");
    m.crea_usuario("segunda", {m.empresa.rolAdministradorId});
    EXPECT_EQ(m.pide(admin, R"({"roles":[]})").status, 200);
}

TEST_P(UsuarioTest, NadieOtorgaLoQueNoTiene) {
    const auto rolId = m.crea_rol("Seguridad", {"Seguridad.*"});
    const auto token = m.token_de(m.crea_usuario("jefa", {rolId}));
    EXPECT_EQ(
        m.pide_con(token, "POST /api/Seguridad/Roles", R"({"nombre":"A","permisos":["*","leer","Seguridad.leer","RolCrear"]})")
            .faltas(),
        "permiso_excede /permisos/0; permiso_excede /permisos/1");
    EXPECT_EQ(m.pide_con(token, "POST /api/Seguridad/Roles", R"({"nombre":"A","permisos":["Seguridad.leer","RolCrear"]})").status,
              200);
    EXPECT_EQ(m.pide("POST /api/Seguridad/Roles", R"({"nombre":"B","permisos":["NoExiste","Nada.*"]})").faltas(),
              "permiso_desconocido /permisos/0; permiso_desconocido /permisos/1");
    // Neither by giving a role away, nor by taking over someone who has it, nor by changing a stronger role.
    EXPECT_EQ(m.pide_con(token, "POST /api/Seguridad/Usuarios",
                         R"({"usuario":"eva","nombre":"Eva","roles":[)" + id(m.empresa.rolAdministradorId) + "]}")
                  .faltas(),
              "permiso_excede /roles/0");
    EXPECT_EQ(m.pide_con(token, "POST /api/Seguridad/Usuarios/RestablecerContrasena/" + id(m.empresa.usuarioId)).faltas(),
              "permiso_excede /usuarioId");
    EXPECT_EQ(m.pide_con(token, "PUT /api/Seguridad/Usuarios/" + id(m.empresa.usuarioId), R"({"nombre":"X"})").faltas(),
              "permiso_excede /usuarioId");
    EXPECT_EQ(m.pide_con(token, "PUT /api/Seguridad/Roles/" + id(m.empresa.rolConsultaId), R"({"nombre":"X"})").faltas(),
              "permiso_excede /rolId");
}

TEST_P(UsuarioTest, UnRolLlevaLimitesPorImporte) {
    const auto r = m.pide(
        "POST /api/Seguridad/Roles",
        R"({"nombre":"Caja","permisos":["Seguridad.leer"],"limites":[{"operacion":"CompraDePrueba","moneda":"mxn","importe":1500.5}]})");
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(r.en("/data/limites"), R"([{"operacion":"CompraDePrueba","moneda":"MXN","importe":1500.5}])");
    EXPECT_EQ(m.pide("POST /api/Seguridad/Roles",
                     R"({"nombre":"Otra","permisos":[],"limites":[{"operacion":"Nada","moneda":"MXN","importe":1}]})")
                  .faltas(),
              "permiso_desconocido /limites/0/operacion");
    const std::string sin_medida = R"("limites":[{"operacion":"RolCrear","moneda":"MXN","importe":1}]})";
    EXPECT_EQ(m.pide("POST /api/Seguridad/Roles", R"({"nombre":"Otra","permisos":[],)" + sin_medida).faltas(),
              "valor_no_permitido /limites/0/operacion");
    EXPECT_EQ(m.pide("PUT /api/Seguridad/Roles/" + r.en("/data/rolId"), "{" + sin_medida).faltas(),
              "valor_no_permitido /limites/0/operacion");
    EXPECT_EQ(m.pide("POST /api/Seguridad/Roles", R"({"nombre":"Caja","permisos":[]})").faltas(), "duplicado /nombre");
    const auto rol = "PUT /api/Seguridad/Roles/" + r.en("/data/rolId");
    EXPECT_EQ(m.pide(rol, R"({"nombre":"Administrador"})").faltas(), "duplicado /nombre");
    EXPECT_EQ(m.pide(rol, R"({"limites":[]})", {{"If-Match", "\"7\""}}).status, 412);
    EXPECT_EQ(m.pide(rol, R"({"limites":[]})", {{"If-Match", "\"1\""}}).en("/data/limites"), "[]");
}

TEST_P(UsuarioTest, LaContrasenaPropiaPideLaActualYCierraLasDemasSesiones) {
    const auto a = m.entra("admin@prueba.mx", m.empresa.password).en("/data/accessToken");
    auto cuerpo = [](const std::string& actual, const std::string& nueva) {
        return R"({"actual":")" + actual + R"(","nueva":")" + nueva + "\"}";
    };
    const auto ruta = "POST /api/Seguridad/CambiarContrasena";
    EXPECT_EQ(m.pide_con(a, ruta, cuerpo("no es esta", "caballo grapa batería")).faltas(), "valor_no_permitido /actual");
    EXPECT_EQ(m.pide_con(a, ruta, cuerpo(m.empresa.password, "corta")).faltas(), "contrasena_debil /nueva");
    EXPECT_EQ(m.cuenta("SELECT fallos FROM intento WHERE quien <> '' AND $1 > 0"), 1);
    for (const char* adivinable : {"verano2026", "DulcesPrueba1", "admin@prueba.mx1"})
        EXPECT_EQ(m.pide_con(a, ruta, cuerpo(m.empresa.password, adivinable)).faltas(), "contrasena_debil /nueva") << adivinable;
    EXPECT_EQ(m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"zoe","nombre":"Z","password":"dulces de prueba"})").faltas(),
              "contrasena_debil /password");
    // It changed between the look at it and the change.
    m.escribe([&](Context& ctx) {
        try {
            cambiar_contrasena(*m.seguridad, ctx, {}, {.correcta = true, .anterior = "otra", .nueva = "x"});
            ADD_FAILURE() << "changed all the same";
        } catch (const Error& e) {
            EXPECT_EQ(e.faltas().front().codigo, Codigo::conflicto);
        }
    });
    ASSERT_EQ(m.pide_con(a, ruta, cuerpo(m.empresa.password, "caballo grapa batería")).status, 200);
    EXPECT_EQ(yo(a), "");
    EXPECT_EQ(yo(m.token), "token_invalido");
    EXPECT_EQ(m.entra("admin@prueba.mx", m.empresa.password).status, 401);
    EXPECT_EQ(m.entra("admin@prueba.mx", "caballo grapa batería").status, 200);
}

TEST_P(UsuarioTest, RestablecerDaUnaContrasenaYTerminaLaEspera) {
    const auto usuarioId = m.crea_usuario("eva", {});
    const auto token = m.token_de(usuarioId);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(m.entra("eva", "adivina").status, 401);
    EXPECT_EQ(m.entra("eva", "adivina").status, 429);
    const auto r = m.pide("POST /api/Seguridad/Usuarios/RestablecerContrasena/" + id(usuarioId));
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(yo(token), "token_invalido");
    EXPECT_EQ(m.entra("eva", r.en("/data/password")).status, 200);
    EXPECT_EQ(alta::restablecer(m.base.db(), m.seguridad->contrasenas(), "nadie", m.reloj.ahora()), std::nullopt);
    const auto otra = alta::restablecer(m.base.db(), m.seguridad->contrasenas(), "EVA", m.reloj.ahora());
    ASSERT_TRUE(otra);
    EXPECT_EQ(m.entra("eva", *otra).status, 200);
}

// Nobody gives away a larger amount than their own: not by their role, not by a twin of it, not through somebody else.
TEST_P(UsuarioTest, NadieLevantaSuPropioLimite) {
    const auto rol = [&](const std::string& con, std::string_view nombre, std::string_view limites) {
        return m.pide_con(
            con, "POST /api/Seguridad/Roles",
            R"({"nombre":")" + std::string{nombre} + R"(","permisos":["Seguridad.*"],"limites":[)" + std::string{limites} + "]}");
    };
    const std::string cien = R"({"operacion":"CompraDePrueba","moneda":"MXN","importe":100})";
    const auto suyo = rol(m.token, "Jefe", cien).en("/data/rolId");
    const auto grande =
        rol(m.token, "Grande", R"({"operacion":"CompraDePrueba","moneda":"MXN","importe":1000})").en("/data/rolId");
    const auto jefeId = m.crea_usuario("jefe", {std::stoll(suyo)});
    const auto jefe = m.token_de(jefeId);
    const auto cambia = [&](const std::string& cual, std::string_view cuerpo) {
        return m.pide_con(jefe, "PUT /api/Seguridad/Roles/" + cual, cuerpo).faltas();
    };
    EXPECT_EQ(cambia(suyo, R"({"limites":[]})"), "permiso_excede /limites");
    EXPECT_EQ(cambia(suyo, R"({"limites":[{"operacion":"CompraDePrueba","moneda":"MXN","importe":101}]})"),
              "permiso_excede /limites");
    EXPECT_EQ(cambia(suyo, R"({"limites":[)" + cien + R"(,{"operacion":"CompraDePrueba","moneda":"USD","importe":100}]})"),
              "permiso_excede /limites");
    EXPECT_EQ(cambia(suyo, R"({"limites":[{"operacion":"CompraDePrueba","moneda":"mxn","importe":99}]})"), "");
    EXPECT_EQ(cambia(grande, R"({"descripcion":"x"})"), "permiso_excede /rolId");
    EXPECT_EQ(rol(jefe, "Gemelo", "").faltas(), "permiso_excede /limites");
    const auto menor = rol(jefe, "Menor", R"({"operacion":"CompraDePrueba","moneda":"MXN","importe":50})");
    EXPECT_EQ(menor.status, 200) << menor.body;
    EXPECT_EQ(m.pide_con(jefe, "POST /api/Seguridad/Roles", R"({"nombre":"Otro","permisos":["RolesListar"]})").status, 200)
        << "what is not limited";
    const auto usuario = "/api/Seguridad/Usuarios/" + id(jefeId);
    EXPECT_EQ(m.pide_con(jefe, "PUT " + usuario, R"({"roles":[)" + grande + "]}").faltas(), "permiso_excede /roles/0");
    EXPECT_EQ(m.pide_con(jefe, "PUT " + usuario, R"({"roles":[)" + suyo + ',' + menor.en("/data/rolId") + "]}").status, 200);
    const auto otro = m.crea_usuario("otro", {std::stoll(grande)});
    EXPECT_EQ(m.pide_con(jefe, "POST /api/Seguridad/Usuarios/RestablecerContrasena/" + id(otro)).faltas(),
              "permiso_excede /usuarioId");
    // A second role without the limit lifts it, as it does in use.
    EXPECT_EQ(m.pide("PUT " + usuario, R"({"roles":[)" + suyo + ',' + id(m.empresa.rolAdministradorId) + "]}").status, 200);
    EXPECT_EQ(cambia(grande, R"({"limites":[]})"), "");
}

// A currency that the caller's limit names and the new one leaves out would be judged in the local one.
TEST_P(UsuarioTest, UnLimiteMenosNoEsUnLimiteMayor) {
    const std::string ambas =
        R"([{"operacion":"CompraDePrueba","moneda":"MXN","importe":100},{"operacion":"CompraDePrueba","moneda":"USD","importe":1}])";
    const auto r = m.pide("POST /api/Seguridad/Roles", R"({"nombre":"A","permisos":["Seguridad.*"],"limites":)" + ambas + "}");
    const auto token = m.token_de(m.crea_usuario("a", {std::stoll(r.en("/data/rolId"))}));
    const auto otro = [&](std::string_view nombre, std::string_view limite) {
        return m
            .pide_con(token, "POST /api/Seguridad/Roles",
                      R"({"nombre":")" + std::string{nombre} + R"(","permisos":["CompraDePrueba"],"limites":[)" +
                          std::string{limite} + "]}")
            .faltas();
    };
    EXPECT_EQ(otro("B", R"({"operacion":"CompraDePrueba","moneda":"MXN","importe":100})"), "permiso_excede /limites");
    EXPECT_EQ(otro("C", R"({"operacion":"CompraDePrueba","moneda":"USD","importe":1})"), "");
}

TEST_P(UsuarioTest, LosPermisosSonLasOperacionesConSuGrupo) {
    const auto r = m.pide("GET /api/Seguridad/Permisos");
    ASSERT_EQ(r.status, 200);
    EXPECT_NE(r.body.find(R"({"permiso":"RolCrear","grupo":"Seguridad")"), std::string::npos);
    EXPECT_EQ(r.body.find("\"Autenticacion\""), std::string::npos) << "public ones need no permission";
    EXPECT_EQ(r.body.find("\"Cerrar\""), std::string::npos) << "nor do those that everyone has";
}

TEST_P(UsuarioTest, OtraOrganizacionNoVeNada) {
    const auto otra = alta::crear_organizacion(m.base.db(), m.seguridad->contrasenas(), {.nombre = "Otra", .rfc = ""},
                                               "otro@otra.mx", "Otro", m.reloj.ahora());
    const auto token = m.entra("otro@otra.mx", otra.password).en("/data/accessToken");
    EXPECT_EQ(m.pide_con(token, "GET /api/Seguridad/Usuarios").en("/totalRegistros"), "1");
    EXPECT_EQ(m.pide_con(token, "GET /api/Seguridad/Usuarios/" + id(m.empresa.usuarioId)).faltas(), "no_encontrado /usuarioId");
    EXPECT_EQ(m.pide_con(token, "PUT /api/Seguridad/Roles/" + id(m.empresa.rolConsultaId), R"({"nombre":"X"})").faltas(),
              "no_encontrado /rolId");
    EXPECT_EQ(m.pide_con(token, "GET /api/Bitacora").body.find("Dulces"), std::string::npos);
    EXPECT_EQ(organizaciones(m.base.db()).size(), 2U);
}

}  // namespace
}  // namespace cacao::test
