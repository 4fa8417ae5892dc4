// API consumers, their keys, and what the audit log keeps and never keeps.

#include "rooms/contactos/clasificacion.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class ConsumidorTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_clasificaciones_contacto, [](api::Operations& ops) {
                             ops.group("Seguridad");
                             ops.add(api::Verb::POST, "/api/PagoDePrueba", "PagoDePrueba",
                                     [](Context&, const Nada&) { return Nada{}; })
                                 .rechaza({Codigo::excede_limite});
                         }}};
    Respuesta crea(std::string_view alcances, std::int64_t rolId = 0) {
        const auto servicio =
            m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"robot","nombre":"Robot","esServicio":true,"roles":[)" +
                                                       std::to_string(rolId != 0 ? rolId : m.empresa.rolAdministradorId) + "]}");
        return m.pide("POST /api/ConsumidoresApi", R"({"nombre":"Tienda","tipoIntegracion":"tienda","usuarioId":)" +
                                                       servicio.en("/data/usuarioId") + R"(,"alcances":)" +
                                                       std::string{alcances} + "}");
    }
    std::string entra(const std::string& llave) { return m.entra_con_llave(llave).en("/data/accessToken"); }
    int yo(const std::string& token) { return m.pide_con(token, "GET /api/Seguridad/Usuario").status; }
};
CACAO_EN_AMBOS_MOTORES(ConsumidorTest);

// Who lacks what a consumer may do neither stops it nor takes its key away.
TEST_P(ConsumidorTest, QuienNoPuedeLoDelConsumidorNoLoToca) {
    const auto c = crea(R"(["*"])");
    ASSERT_EQ(c.status, 200) << c.body;
    const auto jefe = m.token_de(m.crea_usuario("jefe", {m.crea_rol("Jefe", {"Seguridad.*"})}));
    const auto ruta = "/api/ConsumidoresApi/" + c.en("/data/consumidorId");
    EXPECT_EQ(m.pide_con(jefe, "PUT " + ruta, R"({"activo":false})").faltas(), "permiso_excede /consumidorId");
    EXPECT_EQ(m.pide_con(jefe, "PUT " + ruta, R"({"alcances":["RolesListar"]})").faltas(), "permiso_excede /consumidorId");
    EXPECT_EQ(m.pide_con(jefe, "DELETE /api/ConsumidoresApi/RevocarLlave/" + c.en("/data/consumidorId") +
                                   "?prefijo=" + c.en("/data/llaves/0/prefijo"))
                  .faltas(),
              "permiso_excede /consumidorId");
    EXPECT_EQ(m.entra_con_llave(c.en("/data/apiKey")).status, 200);
    EXPECT_EQ(m.pide("PUT " + ruta, R"({"alcances":["Seguridad.leer"]})").status, 200);
    EXPECT_EQ(m.pide_con(jefe, "PUT " + ruta, R"({"activo":false})").status, 200);
}

// Nor does a consumer see or end the sessions of one of the same user that may do more.
TEST_P(ConsumidorTest, UnConsumidorNoCierraLaSesionDeQuienPuedeMas) {
    const auto fuerte = crea(R"(["*"])");
    ASSERT_EQ(fuerte.status, 200) << fuerte.body;
    const auto otro = [&](std::string_view nombre, std::string_view alcances) {
        return m
            .pide("POST /api/ConsumidoresApi", R"({"nombre":")" + std::string{nombre} +
                                                   R"(","tipoIntegracion":"x","usuarioId":)" + fuerte.en("/data/usuarioId") +
                                                   R"(,"alcances":)" + std::string{alcances} + "}")
            .en("/data/apiKey");
    };
    const auto debil = otro("Debil", R"(["RolesListar","UsuariosListar"])");
    const auto menor = otro("Menor", R"(["RolesListar"])");
    const auto sesiones = [&](const std::string& token) { return m.pide_con(token, "GET /api/Seguridad/Sesiones"); };
    const auto suyo = entra(fuerte.en("/data/apiKey"));
    const auto propia = sesiones(suyo).en("/data/0/sesionId");
    const auto del_menor = entra(menor);
    m.avanza(1);
    const auto token = entra(debil);
    const auto vistas = sesiones(token);
    EXPECT_EQ(vistas.en("/data/0/actual"), "true") << vistas.body;
    EXPECT_EQ(vistas.en("/data/1/actual"), "false") << "of who may do less";
    EXPECT_EQ(vistas.body.find(propia), std::string::npos) << vistas.body;
    EXPECT_EQ(m.pide_con(token, "DELETE /api/Seguridad/Sesiones/" + propia).faltas(), "no_encontrado /sesionId");
    EXPECT_EQ(yo(suyo), 200);
    EXPECT_EQ(m.pide_con(token, "DELETE /api/Seguridad/Sesiones/" + vistas.en("/data/1/sesionId")).en("/data/cerradas"), "1");
    EXPECT_EQ(yo(del_menor), 401);
    EXPECT_EQ(m.pide_con(token, "DELETE /api/Seguridad/Sesiones/" + vistas.en("/data/0/sesionId")).en("/data/cerradas"), "1");
    // Another one's of the same consumer is its own.
    const auto segunda = entra(fuerte.en("/data/apiKey"));
    EXPECT_EQ(m.pide_con(segunda, "DELETE /api/Seguridad/Sesiones/" + propia).en("/data/cerradas"), "1");
}

// A key acts with the limits of its service user: nobody makes one for a user whose limits are above their own.
TEST_P(ConsumidorTest, NiUnaLlaveLevantaUnLimite) {
    const auto rol = m.pide(
        "POST /api/Seguridad/Roles",
        R"({"nombre":"Poco","permisos":["Seguridad.*"],"limites":[{"operacion":"PagoDePrueba","moneda":"MXN","importe":1}]})");
    const auto poco = m.token_de(m.crea_usuario("poco", {std::stoll(rol.en("/data/rolId"))}));
    const auto c = crea(R"(["Seguridad.*"])");
    ASSERT_EQ(c.status, 200) << c.body;
    const auto nuevo = [&](std::string_view alcances) {
        return m.pide_con(poco, "POST /api/ConsumidoresApi",
                          R"({"nombre":"Otra","tipoIntegracion":"x","usuarioId":)" + c.en("/data/usuarioId") + R"(,"alcances":)" +
                              std::string{alcances} + "}");
    };
    EXPECT_EQ(nuevo(R"(["Seguridad.*"])").faltas(), "permiso_excede /usuarioId");
    const auto otra = nuevo(R"(["RolesListar"])");
    EXPECT_EQ(otra.status, 200) << "which has no limit";
    EXPECT_EQ(
        m.pide_con(poco, "PUT /api/ConsumidoresApi/" + otra.en("/data/consumidorId"), R"({"alcances":["Seguridad.*"]})").faltas(),
        "permiso_excede /alcances");
    EXPECT_EQ(m.pide_con(poco, "POST /api/ConsumidoresApi/RotarLlave/" + c.en("/data/consumidorId"), "{}").faltas(),
              "permiso_excede /consumidorId");
}

TEST_P(ConsumidorTest, LaLlaveEntraComoElUsuarioDeServicio) {
    const auto c = crea(R"(["leer"])");
    ASSERT_EQ(c.status, 200) << c.body;
    const auto yo = m.pide_con(entra(c.en("/data/apiKey")), "GET /api/Seguridad/Usuario");
    ASSERT_EQ(yo.status, 200) << yo.body;
    EXPECT_EQ(yo.en("/data/usuario"), "robot");
    EXPECT_EQ(yo.en("/data/consumidorId"), c.en("/data/consumidorId"));
    EXPECT_EQ(yo.en("/data/tipoIntegracion"), "tienda");
    const auto lista = m.pide("GET /api/ConsumidoresApi");
    EXPECT_EQ(lista.en("/data/0/organizacion"), "Dulces de Prueba");
    EXPECT_EQ(lista.en("/data/0/llaves/0/ultimoUso"), "2026-11-15T18:00:00Z");
    EXPECT_EQ(lista.en("/data/0/llaves/0/vigente"), "true");
    EXPECT_EQ(lista.body.find(c.en("/data/apiKey")), std::string::npos);
    EXPECT_NE(c.en("/data/apiKey").find(lista.en("/data/0/llaves/0/prefijo")), std::string::npos);
}

TEST_P(ConsumidorTest, LosAlcancesAcotanYNoAmplian) {
    const auto token =
        entra(crea(R"(["ContactoClasificacionCrear","Seguridad.leer"])", m.empresa.rolConsultaId).en("/data/apiKey"));
    EXPECT_EQ(m.pide_con(token, "GET /api/Seguridad/Roles").status, 200) << "role and scope both have it";
    EXPECT_EQ(m.pide_con(token, "GET /api/Contactos/Clasificaciones").status, 403) << "the scope does not name it";
    EXPECT_EQ(m.pide_con(token, "POST /api/Contactos/Clasificaciones", R"({"nombre":"A"})").status, 403)
        << "the role does not grant it";
    const auto permisos = m.pide_con(token, "GET /api/Seguridad/Usuario").en("/data/permisos");
    EXPECT_NE(permisos.find("\"RolesListar\""), std::string::npos);
    EXPECT_EQ(permisos.find("ContactoClasificacionCrear"), std::string::npos);
}

TEST_P(ConsumidorTest, DosLlavesDuranteLaRotacionYLaRevocadaTerminaYa) {
    const auto c = crea(R"(["leer"])");
    const auto ruta = "/api/ConsumidoresApi/RotarLlave/" + c.en("/data/consumidorId");
    const auto segunda = m.pide("POST " + ruta);
    ASSERT_EQ(segunda.status, 200) << segunda.body;
    EXPECT_EQ(m.pide("POST " + ruta).faltas(), "llaves_maximas /consumidorId");
    const auto vieja = entra(c.en("/data/apiKey"));
    const auto nueva = entra(segunda.en("/data/apiKey"));
    EXPECT_EQ(yo(vieja), 200);
    EXPECT_EQ(yo(nueva), 200);
    const auto revocar = "DELETE /api/ConsumidoresApi/RevocarLlave/" + c.en("/data/consumidorId") + "?prefijo=";
    EXPECT_EQ(m.pide(revocar + "nohay").faltas(), "no_encontrado /prefijo");
    const auto r = m.pide(revocar + c.en("/data/llaves/0/prefijo"));
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(yo(vieja), 401);
    EXPECT_EQ(yo(nueva), 200);
    EXPECT_EQ(m.entra_con_llave(c.en("/data/apiKey")).status, 401);
    EXPECT_EQ(m.pide("POST " + ruta).status, 200) << "a revoked key makes room";
}

TEST_P(ConsumidorTest, UnaLlaveVencidaYUnConsumidorInactivoNoEntran) {
    const auto c = crea(R"(["leer"])");
    const auto segunda =
        m.pide("POST /api/ConsumidoresApi/RotarLlave/" + c.en("/data/consumidorId"), R"({"venceEn":"2026-11-15T19:00:00Z"})");
    ASSERT_EQ(segunda.status, 200) << segunda.body;
    EXPECT_EQ(m.entra_con_llave(segunda.en("/data/apiKey")).status, 200);
    m.avanza(3600);
    EXPECT_EQ(m.entra_con_llave(segunda.en("/data/apiKey")).status, 401);
    const auto token = entra(c.en("/data/apiKey"));
    EXPECT_EQ(yo(token), 200);
    ASSERT_EQ(m.pide("PUT /api/ConsumidoresApi/" + c.en("/data/consumidorId"), R"({"activo":false})").status, 200);
    EXPECT_EQ(yo(token), 401);
    EXPECT_EQ(m.entra_con_llave(c.en("/data/apiKey")).status, 401);
    EXPECT_EQ(
        m.pide("PUT /api/ConsumidoresApi/" + c.en("/data/consumidorId"), R"({"activo":true})", {{"If-Match", "\"1\""}}).status,
        412);
}

TEST_P(ConsumidorTest, SoloUnUsuarioDeServicioActivoYAlcancesConocidos) {
    EXPECT_EQ(m.pide("POST /api/ConsumidoresApi", R"({"nombre":"T","tipoIntegracion":"x","usuarioId":)" +
                                                      std::to_string(m.empresa.usuarioId) +
                                                      R"(,"alcances":["Nada"],"venceEn":"2020-01-01T00:00:00Z"})")
                  .faltas(),
              "valor_no_permitido /usuarioId; valor_no_permitido /venceEn; permiso_desconocido /alcances/0");
    ASSERT_EQ(crea(R"(["leer"])").status, 200);
    EXPECT_EQ(m.pide("GET /api/Seguridad/Usuarios?buscar=robot").en("/data/0/esServicio"), "true");
    EXPECT_EQ(m.entra("robot", "").status, 400);
    EXPECT_EQ(m.entra("robot", "cualquiera").status, 401) << "a service user has no password that opens it";
}

TEST_P(ConsumidorTest, ElUsoSeAnotaComoMuchoUnaVezPorMinuto) {
    const auto c = crea(R"(["leer"])");
    const auto token = entra(c.en("/data/apiKey"));
    auto uso = [&] { return m.cuenta("SELECT max(ultimoUso) FROM consumidorLlave WHERE organizacionId = $1") / 1'000'000; };
    const auto primero = uso();
    m.avanza(30);
    EXPECT_EQ(yo(token), 200);
    EXPECT_EQ(uso(), primero);
    m.avanza(31);
    EXPECT_EQ(yo(token), 200);
    m.base->drain();  // it is noted beside the request
    EXPECT_EQ(uso(), primero + 61);
}

TEST_P(ConsumidorTest, LaLineaDeComandosCreaUnConsumidorConLlave) {
    const auto c = alta::crear_consumidor(m.base.db(), m.empresa.organizacionId, "Demo", "demo", {m.empresa.rolConsultaId}, {"*"},
                                          m.reloj.ahora());
    EXPECT_EQ(m.pide_con(entra(c.apiKey), "GET /api/Seguridad/Roles").status, 200);
}

TEST_P(ConsumidorTest, NingunSecretoLlegaALaBitacora) {
    const auto c = crea(R"(["leer"])");
    const auto segunda = m.pide("POST /api/ConsumidoresApi/RotarLlave/" + c.en("/data/consumidorId"));
    const auto usuario =
        m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"eva","nombre":"Eva","password":"secreto elegido por eva"})");
    ASSERT_EQ(usuario.status, 200) << usuario.body;
    const auto entrada = m.entra("eva", "secreto elegido por eva");
    const auto renovada =
        m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + entrada.en("/data/refreshToken") + "\"}");
    ASSERT_EQ(renovada.status, 200) << renovada.body;
    ASSERT_EQ(m.pide_con(renovada.en("/data/accessToken"), "POST /api/Seguridad/CambiarContrasena",
                         R"({"actual":"secreto elegido por eva","nueva":"otro secreto de eva"})")
                  .status,
              200);
    const auto restablecida = m.pide("POST /api/Seguridad/Usuarios/RestablecerContrasena/" + usuario.en("/data/usuarioId"));
    ASSERT_EQ(restablecida.status, 200);

    std::string todo;
    std::vector<std::string> secretos{"secreto",
                                      "otro secreto",
                                      "$argon2",
                                      "cacaor_",
                                      c.en("/data/apiKey"),
                                      segunda.en("/data/apiKey"),
                                      restablecida.en("/data/password"),
                                      entrada.en("/data/accessToken"),
                                      renovada.en("/data/accessToken"),
                                      m.empresa.password};
    m.base->read(m.empresa.organizacionId, [&](db::Reader& tx) {
        tx.each(
            "SELECT antes, despues, traza, operacion, tipo FROM bitacora WHERE organizacionId = $1",
            [&](const db::Row& row) {
                for (int i = 0; i < 5; ++i) todo.append(row.text(i)).push_back('\n');
            },
            tx.organizacion());
        tx.each(
            "SELECT huella FROM consumidorLlave WHERE organizacionId = $1",
            [&](const db::Row& row) { secretos.push_back(hexadecimal(row.text(0))); }, tx.organizacion());
    });
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM idempotencia WHERE organizacionId = $1"), 0);
    for (const auto& secreto : secretos) {
        ASSERT_FALSE(secreto.empty());
        EXPECT_EQ(todo.find(secreto), std::string::npos) << secreto;
    }
    for (const auto* operacion : {"ConsumidorApiCrear", "ConsumidorApiRotarLlave", "UsuarioCrear", "Autenticacion", "Renovar",
                                  "ContrasenaCambiar", "UsuarioRestablecerContrasena", "cacao org"})
        EXPECT_NE(todo.find(operacion), std::string::npos) << operacion;
}

// What a record was and became may be megabytes: a page takes what fits, and the next one goes on behind it.
TEST_P(ConsumidorTest, UnaPaginaDeLaBitacoraTieneUnTope) {
    m.escribe([&](Context& ctx) {
        for (const int i : {0, 1, 2, 3}) {
            const auto letras = i == 1 ? 3'000'000U : 900'000U;
            ctx.db().run(R"(
                INSERT INTO bitacora (organizacionId, bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes,
                                      despues, traza) VALUES ($1, $2, $3, 0, 0, 'x', 'Grande', $4, '', $5, ''))",
                         ctx.organizacionId(), ctx.db().next_id(), ctx.ahora().mas_segundos(i), i,
                         '"' + std::string(letras, 'x') + '"');
        }
    });
    const std::string ruta = "GET /api/Bitacora?tipo=Grande";
    auto r = m.pide(ruta);
    std::string vistas;
    for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(r.status, 200) << r.body.substr(0, 500);
        EXPECT_LT(r.body.size(), 3'100'000U);
        // Of pages that are cut short nobody knows how many there are.
        if (i == 0) {
            EXPECT_TRUE(r.en("/totalPaginas").empty() || r.en("/totalPaginas") == "null") << r.en("/totalPaginas");
        }
        vistas += r.en("/data/0/registroId") + r.en("/data/1/registroId") + r.en("/data/2/registroId") + ' ';
        if (r.en("/siguiente").empty() || r.en("/siguiente") == "null") break;
        r = m.pide(ruta + "&cursor=" + r.en("/siguiente"));
    }
    EXPECT_EQ(vistas, "32 1 0 ");
    const auto numerada = m.pide(ruta + "&pagina=1");
    EXPECT_EQ(numerada.faltas(), "lista_muy_larga /registrosPorPagina");
    EXPECT_EQ(numerada.en("/errores/0/datos/maximo"), "2");
    EXPECT_EQ(m.pide(ruta + "&pagina=1&registrosPorPagina=2").status, 200);
    EXPECT_EQ(m.pide(ruta + "&pagina=3&registrosPorPagina=1").en("/data/0/registroId"), "1") << "one always fits";
}

TEST_P(ConsumidorTest, LaBitacoraFiltraYPaginaDeLoNuevoALoViejo) {
    const auto rol = m.pide("POST /api/Seguridad/Roles", R"({"nombre":"Uno","permisos":["leer"]})").en("/data/rolId");
    for (int i = 0; i < 5; ++i) {
        m.avanza(60);
        ASSERT_EQ(m.pide("PUT /api/Seguridad/Roles/" + rol, R"({"descripcion":"d)" + std::to_string(i) + "\"}").status, 200);
    }
    auto r = m.pide("GET /api/Bitacora?tipo=Rol&registroId=" + rol);
    EXPECT_EQ(r.en("/totalRegistros"), "6");
    EXPECT_EQ(r.en("/data/0/despues/descripcion"), "d4");
    EXPECT_EQ(r.en("/data/0/antes/descripcion"), "d3");
    EXPECT_EQ(r.en("/data/5/antes"), "null");
    EXPECT_EQ(r.en("/data/0/usuario"), "admin@prueba.mx");
    EXPECT_EQ(m.pide("GET /api/Bitacora?operacion=RolActualizar&desde=2026-11-15T18:04:00Z").en("/totalRegistros"), "2");
    EXPECT_EQ(m.pide("GET /api/Bitacora?operacion=RolActualizar&hasta=2026-11-15T18:01:00Z").en("/totalRegistros"), "1");
    EXPECT_EQ(m.pide("GET /api/Bitacora?usuarioId=999").en("/totalRegistros"), "0");
    EXPECT_EQ(m.pide("GET /api/Bitacora?registroId=1").faltas(), "requerido /tipo");
    std::string vistos;
    r = m.pide("GET /api/Bitacora?tipo=Rol&registrosPorPagina=2");
    for (;;) {
        ASSERT_EQ(r.status, 200) << r.body;
        for (const auto* fila : {"/data/0/despues/descripcion", "/data/1/despues/descripcion"}) vistos += r.en(fila) + ' ';
        if (r.en("/siguiente") == "null") break;
        r = m.pide("GET /api/Bitacora?tipo=Rol&registrosPorPagina=2&cursor=" + r.en("/siguiente"));
    }
    EXPECT_EQ(vistos, "d4 d3 d2 d1 d0  ");
    r = m.pide("GET /api/Bitacora?registrosPorPagina=1");
    EXPECT_EQ(m.pide("GET /api/Bitacora?tipo=Rol&registrosPorPagina=1&cursor=" + r.en("/siguiente")).faltas(),
              "cursor_invalido /cursor");
}

}  // namespace
}  // namespace cacao::test
