// Logging in, staying in, logging out: over the dispatcher, on both engines.

#include "rooms/seguridad/autenticacion.hpp"
#include "auth/keys.hpp"
#include "base/red.hpp"
#include "rooms/seguridad/intentos.hpp"
#include "rooms/seguridad/sesion_filas.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class AutenticacionTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam()};
    const std::string usuario = "admin@prueba.mx";
    std::unique_ptr<api::Dispatcher> primera_;
    // As if the name had failed so often, with no wait for the hashes.
    void falla(const std::string& nombre, int veces) {
        m.escribe([&](Context& ctx) {
            const auto quien = intentado(clave_usuario(nombre), m.remoto);
            for (int i = 0; i < veces; ++i) contar_fallo(ctx.db(), quien, ctx.ahora());
        });
    }
    std::string yo(const std::string& token) { return m.pide_con(token, "GET /api/Seguridad/Usuario").en("/codigo"); }
};
CACAO_EN_AMBOS_MOTORES(AutenticacionTest);

TEST_P(AutenticacionTest, UsuarioYContrasenaDanUnTokenQueSirve) {
    const auto r = m.entra("ADMIN@prueba.mx", m.empresa.password);
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(r.en("/data/tipo"), "Bearer");
    EXPECT_EQ(r.en("/data/expiraEn"), "900");
    EXPECT_EQ(r.en("/data/refreshExpiraEn"), "2592000");
    EXPECT_EQ(r.header("Cache-Control"), "no-store");
    const auto yo = m.pide_con(r.en("/data/accessToken"), "GET /api/Seguridad/Usuario");
    ASSERT_EQ(yo.status, 200) << yo.body;
    EXPECT_EQ(yo.en("/data/usuario"), usuario);
    EXPECT_EQ(yo.en("/data/organizacion"), "Dulces de Prueba");
    EXPECT_EQ(yo.en("/data/zona"), "America/Mexico_City");
    EXPECT_EQ(yo.en("/data/roles"), R"(["Administrador"])");
    EXPECT_EQ(yo.en("/data/permisos"), R"(["*"])");
    EXPECT_EQ(yo.en("/data/consumidorId"), "0");
    EXPECT_EQ(yo.en("/data/organizacionId"), std::to_string(m.empresa.organizacionId));
}

TEST_P(AutenticacionTest, ContrasenaEquivocadaYUsuarioDesconocidoRespondenIgual) {
    const auto mala = m.entra(usuario, "otra contraseña");
    const auto nadie = m.entra("nadie@prueba.mx", "otra contraseña");
    EXPECT_EQ(mala.status, 401);
    EXPECT_EQ(mala.en("/codigo"), "credenciales_invalidas");
    EXPECT_EQ(mala.body, nadie.body);
    EXPECT_EQ(nadie.status, 401);
}

TEST_P(AutenticacionTest, LaFormaDeLasCredencialesNombraLosCampos) {
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Autenticacion", "{}").faltas(), "requerido /usuario; requerido /password");
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Autenticacion", R"({"usuario":"a"})").faltas(), "requerido /password");
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Autenticacion", R"({"usuario":"a","password":"b","apiKey":"c"})").faltas(),
              "valor_no_permitido /usuario; valor_no_permitido /password");
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Autenticacion", R"({"clave":"a","apiKey":"c"})").faltas(),
              "campo_desconocido /clave");
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Autenticacion?simular=true", R"({"apiKey":"c"})").faltas(),
              "simular_no_disponible /simular");
}

TEST_P(AutenticacionTest, CincoFallosBloqueanUnMinutoYElSextoDos) {
    for (int i = 0; i < 5; ++i) EXPECT_EQ(m.entra(usuario, "equivocada").status, 401) << i;
    auto r = m.entra(usuario, m.empresa.password);
    EXPECT_EQ(r.status, 429);
    EXPECT_EQ(r.en("/codigo"), "demasiados_intentos");
    EXPECT_EQ(r.header("Retry-After"), "60");
    EXPECT_EQ(r.en("/errores/0/datos/segundos"), "60");
    m.avanza(59);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 429);
    m.avanza(1);
    EXPECT_EQ(m.entra(usuario, "equivocada").status, 401);
    m.avanza(119);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 429);
    m.avanza(1);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
    // A success forgets the failures before it.
    for (int i = 0; i < 4; ++i) EXPECT_EQ(m.entra(usuario, "equivocada").status, 401);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
}

TEST_P(AutenticacionTest, UnNombreDesconocidoSeBloqueaComoUnoQueExiste) {
    for (int i = 0; i < 5; ++i) EXPECT_EQ(m.entra("nadie@prueba.mx", "equivocada").status, 401);
    EXPECT_EQ(m.entra("NADIE@prueba.mx", "equivocada").status, 429);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
}

TEST_P(AutenticacionTest, UnaRedQueAdivinaLlavesEsperaPeroQuienAciertaEntra) {
    for (std::int64_t i = 0; i < fallos_por_red; ++i) ASSERT_EQ(m.entra_con_llave("cacao_no").status, 401) << i;
    const auto r = m.entra_con_llave("cacao_no");
    EXPECT_EQ(r.status, 429);
    EXPECT_EQ(r.en("/codigo"), "demasiados_intentos");
    EXPECT_EQ(r.header("Retry-After"), "60");
    // Wrong names and wrong passwords hear the same; whoever is right is not locked out by the others.
    EXPECT_EQ(m.entra("nadie@prueba.mx", "equivocada").body, m.entra(usuario, "equivocada").body);
    EXPECT_EQ(m.entra(usuario, "equivocada").status, 429);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
    m.remoto = "203.0.113.8";
    EXPECT_EQ(m.entra_con_llave("cacao_no").status, 401);
}

// Of a network that waits one password at a time is looked at; the others are told to wait before a hash is spent on them.
TEST_P(AutenticacionTest, DeUnaRedQueEsperaSeRevisaUnaContrasenaALaVez) {
    m.escribe([&](Context& ctx) {
        for (std::int64_t i = 0; i < fallos_por_red; ++i) contar_fallo(ctx.db(), intentado({}, m.remoto), ctx.ahora());
    });
    {
        const auto turno = m.seguridad->redes_en_espera().turno(red_de(m.remoto));
        ASSERT_TRUE(turno);
        const auto r = m.entra(usuario, m.empresa.password);
        EXPECT_EQ(r.status, 429);
        EXPECT_EQ(r.en("/codigo"), "demasiados_intentos");
        EXPECT_EQ(r.body, m.entra("nadie@prueba.mx", "equivocada").body) << "nobody learns who exists";
        EXPECT_EQ(m.cuenta("SELECT count(*) FROM intento WHERE quien <> '' AND $1 > 0"), 0) << "nothing was tried";
        m.remoto = "203.0.113.8";
        EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
    }
    m.remoto = "203.0.113.7";
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
}

// … but who gave a right password there before is not kept out by the others, however they flood.
TEST_P(AutenticacionTest, EnUnaRedQueEsperaQuienYaEntroNoEsperaPorOtros) {
    ASSERT_EQ(m.entra(usuario, m.empresa.password).status, 200);
    m.escribe([&](Context& ctx) {
        for (std::int64_t i = 0; i < fallos_por_red; ++i) contar_fallo(ctx.db(), intentado({}, m.remoto), ctx.ahora());
    });
    const auto turno = m.seguridad->redes_en_espera().turno(red_de(m.remoto));
    EXPECT_EQ(m.entra("ADMIN@prueba.mx", m.empresa.password).status, 200);
    EXPECT_EQ(m.entra("nadie@prueba.mx", "equivocada").status, 429);
    // Who is wrong waits all the same, and their failures count.
    EXPECT_EQ(m.entra(usuario, "equivocada").status, 429);
    EXPECT_EQ(m.cuenta("SELECT fallos FROM intento WHERE quien <> '' AND $1 > 0"), 1);
}

// A right password makes its network known, and nothing else does: its passwords wait apart from those of strangers.
TEST_P(AutenticacionTest, DeDondeAlguienDioSuContrasenaSeConoce) {
    const auto conoce = [&] { return m.seguridad->autenticador().knows(m.remoto); };
    EXPECT_FALSE(conoce());
    EXPECT_EQ(m.entra(usuario, "equivocada").status, 401);
    EXPECT_FALSE(conoce()) << "trying is not enough";
    const auto r = m.entra(usuario, m.empresa.password);
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_TRUE(conoce());
    m.remoto = "2001:db8:1:2::1";
    EXPECT_FALSE(conoce());
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + r.en("/data/refreshToken") + "\"}").status,
              200);
    EXPECT_FALSE(conoce()) << "one session would make any number of them known";
    const auto creado = alta::crear_consumidor(m.base.db(), m.empresa.organizacionId, "Tienda", "tienda",
                                               {m.empresa.rolAdministradorId}, {"*"}, m.reloj.ahora());
    EXPECT_EQ(m.entra_con_llave(creado.apiKey).status, 200);
    EXPECT_FALSE(conoce()) << "and so would a key";
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
    m.remoto = "2001:db8:1:2:ffff::9";
    EXPECT_TRUE(conoce()) << "the same network";
}

TEST(RedesConocidas, UnNombreDaAConocerPocasYNoHaceOlvidarLasDeOtros) {
    RedesConocidas redes;
    redes.anotar("ana", "203.0.113.7");
    for (int i = 0; i < 260; ++i) redes.anotar("eva", "198.51.100." + std::to_string(i));
    std::size_t conocidas = 0;
    for (int i = 0; i < 260; ++i) conocidas += redes.conoce("198.51.100." + std::to_string(i)) ? 1U : 0U;
    EXPECT_EQ(conocidas, RedesConocidas::por_nombre);
    EXPECT_TRUE(redes.conoce("eva", "198.51.100.259")) << "the last ones";
    EXPECT_TRUE(redes.conoce("ana", "203.0.113.7"));
    EXPECT_FALSE(redes.conoce("eva", "203.0.113.7"));
    // Nor do thousands of names, as long as there are places; then those who came longest ago go.
    const auto otro = [](std::size_t i) { return "192.0.2." + std::to_string(i); };
    for (std::size_t i = 0; i < RedesConocidas::nombres - 2; ++i) redes.anotar("n" + std::to_string(i), otro(i));
    EXPECT_TRUE(redes.conoce("203.0.113.7"));
    redes.anotar("eva", "203.0.113.7");
    redes.anotar("ana", "203.0.113.8");
    redes.anotar("alguien", "203.0.113.9");
    EXPECT_FALSE(redes.conoce(otro(0)));
    EXPECT_FALSE(redes.conoce("n0", otro(0)));
    EXPECT_TRUE(redes.conoce(otro(1)));
    EXPECT_TRUE(redes.conoce("ana", "203.0.113.7"));
    // A network is known as long as somebody is known there.
    for (std::size_t i = 0; i < RedesConocidas::por_nombre; ++i) redes.anotar("ana", otro(5000 + i));
    EXPECT_FALSE(redes.conoce("ana", "203.0.113.7"));
    EXPECT_TRUE(redes.conoce("203.0.113.7"));
    for (std::size_t i = 0; i < RedesConocidas::por_nombre; ++i) redes.anotar("eva", otro(5000 + i));
    EXPECT_FALSE(redes.conoce("203.0.113.7"));
}

// Of somebody who was deactivated the right password is as wrong as any other: nobody learns by trying which it was.
TEST_P(AutenticacionTest, LaContrasenaDeQuienFueDesactivadoCuentaComoCualquierFallo) {
    const auto eva = m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"eva","nombre":"Eva","password":"tq7Hf-20aPz"})");
    ASSERT_EQ(eva.status, 200) << eva.body;
    ASSERT_EQ(m.pide("PUT /api/Seguridad/Usuarios/" + eva.en("/data/usuarioId"), R"({"activo":false})").status, 200);
    falla("eva", 4);
    const auto r = m.entra("eva", "tq7Hf-20aPz");
    EXPECT_EQ(r.status, 401);
    EXPECT_EQ(r.body, m.entra("nadie@prueba.mx", "tq7Hf-20aPz").body);
    EXPECT_EQ(m.entra("eva", "tq7Hf-20aPz").status, 429);
    EXPECT_EQ(m.entra("eva", "equivocada").status, 429);
}

// What hashes says so, and nothing else does.
TEST_P(AutenticacionTest, LoQueGastaUnHashEsperaAparte) {
    std::vector<std::string> con_hash;
    for (const auto& op : m.operaciones.all())
        if (op.hash != nullptr) con_hash.push_back(op.id);
    std::ranges::sort(con_hash);
    EXPECT_EQ(con_hash,
              (std::vector<std::string>{"Autenticacion", "ContrasenaCambiar", "UsuarioCrear", "UsuarioRestablecerContrasena"}));
    const auto* op = m.operaciones.find("Autenticacion");
    Credenciales c;
    c.usuario = Texto<120, 1>{"Ana"};
    EXPECT_EQ(op->hash(&c), "Ana");
    c.apiKey = Texto<200, 1>{"cacao_x"};
    EXPECT_FALSE(op->hash(&c)) << "an API key waits for no password";
}

TEST_P(AutenticacionTest, QuienAdivinaDesdeOtraRedNoDejaFueraAlUsuario) {
    m.remoto = "198.51.100.1";
    falla(usuario, 5);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 429);
    EXPECT_NE(m.pide("GET /api/Seguridad/Usuarios/" + std::to_string(m.empresa.usuarioId)).en("/data/bloqueadoHasta"), "null");
    m.remoto = "203.0.113.7";
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
    // A right password forgets the failures of its own network only.
    m.remoto = "198.51.100.1";
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 429);
}

// What one instance counts, another one knows.
TEST_P(AutenticacionTest, DosInstanciasCuentanJuntas) {
    api::Operations suyas;
    Seguridad otra{m.base.db(), m.maestra, suyas, m.reloj, "https://cacao.prueba"};
    register_seguridad(suyas, otra);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(m.entra(usuario, "equivocada").status, 401);
    m.dispatcher.swap(primera_);
    m.dispatcher = std::make_unique<api::Dispatcher>(suyas, m.base.db(), otra.autenticador(), m.reloj,
                                                     api::DispatchSettings{.workers = 1, .pool = 1});
    for (int i = 0; i < 2; ++i) EXPECT_EQ(m.entra(usuario, "equivocada").status, 401);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 429);
    m.dispatcher.swap(primera_);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 429);
    primera_.reset();
}

TEST_P(AutenticacionTest, LoViejoSeOlvida) {
    EXPECT_EQ(m.entra("nadie@prueba.mx", "equivocada").status, 401);
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM intento WHERE $1 > 0"), 2) << "the name, and its network";
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM intento WHERE quien LIKE '%nadie%' AND $1 > 0"), 0);
    m.avanza(3601);
    m.seguridad->refresh();
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM intento WHERE $1 > 0"), 0);
}

// Names belong to an organization. Nothing that one of them can do tells whether another one has a name.
TEST_P(AutenticacionTest, UnNombreEsDeSuOrganizacionYOtraNoSeEntera) {
    const auto segunda = alta::crear_organizacion(m.base.db(), m.seguridad->contrasenas(), {.nombre = "Segunda", .rfc = ""},
                                                  "jefa@segunda.mx", "Jefa", m.reloj.ahora());
    const auto jefa = m.entra("jefa@segunda.mx", segunda.password);
    ASSERT_EQ(jefa.status, 200) << jefa.body;
    const auto crea = [&](const std::string& token, std::string_view nombre) {
        return m.pide_con(token, "POST /api/Seguridad/Usuarios",
                          R"({"usuario":")" + std::string{nombre} + R"(","nombre":"X","password":"tq7Hf-20aPz"})");
    };
    const auto suyo = jefa.en("/data/accessToken");
    const std::string con = std::to_string(segunda.organizacionId) + '/';
    // One name that the first organization has, one that it has not: alike.
    for (const std::string nombre : {"admin@prueba.mx", "nadie@prueba.mx"}) {
        const auto r = crea(suyo, nombre);
        ASSERT_EQ(r.status, 200) << r.body;
        EXPECT_EQ(r.en("/data/acceso"), con + nombre);
        EXPECT_EQ(m.entra(con + nombre, "tq7Hf-20aPz").status, 200);
        EXPECT_EQ(m.entra(nombre, "tq7Hf-20aPz").status, 401);
        EXPECT_EQ(crea(suyo, nombre).faltas(), "duplicado /usuario");
    }
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
    EXPECT_EQ(m.entra(std::to_string(m.empresa.organizacionId) + '/' + usuario, m.empresa.password).status, 200);
    // In the first organization a new user always has the name alone; whoever had it before goes on with the whole of it.
    const auto r = crea(m.token, "jefa@segunda.mx");
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(r.en("/data/acceso"), "jefa@segunda.mx");
    EXPECT_EQ(m.entra("jefa@segunda.mx", "tq7Hf-20aPz").status, 200);
    EXPECT_EQ(m.entra(con + "JEFA@segunda.mx", segunda.password).status, 200);
    // Which way to write a name waits tells nothing of who has the other.
    const std::string sola = "sola@tercera.mx";
    const auto tercera = alta::crear_organizacion(m.base.db(), m.seguridad->contrasenas(), {.nombre = "Tercera", .rfc = ""}, sola,
                                                  "Sola", m.reloj.ahora());
    const std::string en_primera = std::to_string(m.empresa.organizacionId) + '/';
    const std::string en_tercera = std::to_string(tercera.organizacionId) + '/';
    for (const std::string& nombre : {usuario, sola, std::string{"ninguno@prueba.mx"}})
        for (const std::string& escrito : {nombre, en_primera + nombre, en_tercera + nombre}) {
            m.remoto = "198.51.100.9";
            falla(escrito, 5);
            for (const std::string& otro : {nombre, en_primera + nombre, en_tercera + nombre})
                EXPECT_EQ(m.entra(otro, "equivocada").status, otro == escrito ? 429 : 401) << escrito << ' ' << otro;
            m.escribe([](Context& ctx) { ctx.db().run("DELETE FROM intento"); });
        }
}

TEST_P(AutenticacionTest, LosTokensDeRenovacionViejosSeVan) {
    auto actual = m.entra(usuario, m.empresa.password).en("/data/refreshToken");
    const auto filas = [&] { return m.cuenta("SELECT count(*) FROM acceso WHERE organizacionId = $1 AND familia <> ''"); };
    const auto antes = filas();
    std::vector<std::string> usados;
    for (int i = 0; i < 30; ++i) {
        m.avanza(60);
        usados.push_back(actual);
        const auto r = m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + actual + "\"}");
        ASSERT_EQ(r.status, 200) << r.body;
        actual = r.en("/data/refreshToken");
    }
    EXPECT_EQ(filas(), antes + renovaciones_recordadas);
    // One of the last ones, used again, still ends the session.
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + usados[25] + "\"}").status, 401);
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + actual + "\"}").status, 401);
}

TEST_P(AutenticacionTest, UnUsuarioNoAcumulaSesiones) {
    const auto usuarioId = m.crea_usuario("robot", {});
    const auto primera = m.token_de(usuarioId);
    EXPECT_EQ(yo(primera), "");
    m.avanza(1);
    // A consumer that acts as them pushes out nobody but itself.
    m.escribe([&](Context& ctx) {
        for (std::int64_t i = 0; i <= sesiones_por_titular; ++i) abrir_sesion(ctx.db(), {usuarioId, 7, "x", {}}, ctx.ahora());
    });
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM sesion WHERE organizacionId = $1 AND consumidorId = 7"), sesiones_por_titular);
    m.escribe([](Context& ctx) { ctx.db().run("DELETE FROM sesion WHERE consumidorId = 7"); });
    m.avanza(11);  // longer than a session is taken from memory
    EXPECT_EQ(yo(primera), "");
    for (std::int64_t i = 0; i < sesiones_por_titular; ++i) m.token_de(usuarioId);
    const auto abiertas = "SELECT count(*) FROM sesion WHERE organizacionId = $1 AND usuarioId = " + std::to_string(usuarioId);
    EXPECT_EQ(m.cuenta(abiertas), sesiones_por_titular);
    m.avanza(11);  // longer than a session is taken from memory
    EXPECT_EQ(yo(primera), "token_invalido");
    // What was ended goes with the next login.
    m.escribe([&](Context& ctx) { revocar_sesiones(ctx.db(), usuarioId, {}, ctx.ahora()); });
    for (int i = 0; i < 6; ++i) m.token_de(usuarioId);
    EXPECT_EQ(m.cuenta(abiertas), 6);
}

TEST_P(AutenticacionTest, EntrarYRenovarCuentanEnElLimite) {
    m.dispatcher = std::make_unique<api::Dispatcher>(m.operaciones, m.base.db(), m.seguridad->autenticador(), m.reloj,
                                                     api::DispatchSettings{.requests_per_minute = 3, .workers = 1, .pool = 1});
    const auto entra = [&] { return m.entra_con_llave("cacao_no"); };
    const auto renueva = [&] { return m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":"cacaor_x"})"); };
    // Windows are whole minutes of the real clock: at most one of them ends meanwhile, and then three more fit.
    int rechazadas = 0;
    for (int i = 0; i < 8; ++i) rechazadas += entra().status == 429 ? 1 : 0;
    EXPECT_GE(rechazadas, 2);
    const auto r = renueva();
    EXPECT_TRUE(r.status == 401 || r.en("/codigo") == "demasiadas_peticiones") << r.body;
    m.remoto = "203.0.113.99";
    EXPECT_EQ(entra().status, 401) << "another network";
}

TEST_P(AutenticacionTest, UnConsumidorEntraTantasVecesComoSusPeticiones) {
    const auto creado = alta::crear_consumidor(m.base.db(), m.empresa.organizacionId, "Tienda", "tienda",
                                               {m.empresa.rolAdministradorId}, {"*"}, m.reloj.ahora());
    m.dispatcher = std::make_unique<api::Dispatcher>(m.operaciones, m.base.db(), m.seguridad->autenticador(), m.reloj,
                                                     api::DispatchSettings{.requests_per_minute = 3, .workers = 1, .pool = 1});
    int rechazadas = 0;
    for (int i = 0; i < 8; ++i) {
        m.remoto = "203.0.113." + std::to_string(100 + i);  // each from another network
        const auto r = m.entra_con_llave(creado.apiKey);
        rechazadas += r.status == 429 && r.en("/codigo") == "demasiadas_peticiones" ? 1 : 0;
    }
    EXPECT_GE(rechazadas, 2);
}

TEST_P(AutenticacionTest, LasSesionesSeVenYSeCierran) {
    const auto entrada = m.entra(usuario, m.empresa.password);
    const auto token = entrada.en("/data/accessToken");
    auto r = m.pide_con(token, "GET /api/Seguridad/Sesiones");
    ASSERT_EQ(r.status, 200) << r.body;
    const bool primera = r.en("/data/0/actual") == "true";
    const std::string suya = primera ? "/data/0" : "/data/1";
    const std::string otra = primera ? "/data/1" : "/data/0";
    EXPECT_EQ(r.en(suya + "/actual"), "true");
    EXPECT_EQ(r.en(suya + "/remoto"), m.remoto);
    EXPECT_EQ(r.en(otra + "/actual"), "false");
    EXPECT_EQ(m.pide("GET /api/Seguridad/Usuario").status, 200);
    EXPECT_EQ(m.pide_con(token, "DELETE /api/Seguridad/Sesiones/" + r.en(otra + "/sesionId")).en("/data/cerradas"), "1");
    EXPECT_EQ(yo(m.token), "token_invalido") << "at once, although it was in memory";
    EXPECT_EQ(m.pide_con(token, "DELETE /api/Seguridad/Sesiones/" + r.en(otra + "/sesionId")).faltas(),
              "no_encontrado /sesionId");

    const auto eva = m.crea_usuario("eva", {});
    const auto suyo = m.token_de(eva);
    const auto ruta = "/api/Seguridad/Usuarios/Sesiones/" + std::to_string(eva);
    EXPECT_EQ(m.pide_con(suyo, "GET " + ruta).status, 403);
    EXPECT_EQ(m.pide_con(suyo, "DELETE /api/Seguridad/Sesiones/" + r.en(suya + "/sesionId")).faltas(), "no_encontrado /sesionId");
    r = m.pide_con(token, "GET " + ruta);
    EXPECT_EQ(r.en("/data/0/usuarioId"), std::to_string(eva));
    EXPECT_EQ(m.pide_con(token, "DELETE " + ruta + "?sesionId=otra").faltas(), "no_encontrado /sesionId");
    EXPECT_EQ(m.pide_con(token, "DELETE " + ruta).en("/data/cerradas"), "1");
    EXPECT_EQ(yo(suyo), "token_invalido");
    EXPECT_EQ(m.pide_con(token, "GET " + ruta).en("/data"), "[]");
    // Nobody ends the sessions of who may do more.
    const auto jefe = m.crea_usuario("jefe", {m.crea_rol("Jefe", {"Seguridad.*"})});
    EXPECT_EQ(
        m.pide_con(m.token_de(jefe), "DELETE /api/Seguridad/Usuarios/Sesiones/" + std::to_string(m.empresa.usuarioId)).faltas(),
        "permiso_excede /usuarioId");
}

TEST_P(AutenticacionTest, ElTokenDeAccesoVence) {
    const auto token = m.entra(usuario, m.empresa.password).en("/data/accessToken");
    m.avanza(899);
    EXPECT_EQ(yo(token), "");
    m.avanza(2);
    EXPECT_EQ(yo(token), "token_vencido");
    EXPECT_EQ(yo("eyJ.no.token"), "token_invalido");
    EXPECT_EQ(m.pide_sin_token("GET /api/Seguridad/Usuario").en("/codigo"), "no_autenticado");
}

TEST_P(AutenticacionTest, RenovarCambiaElTokenYElViejoCierraLaFamilia) {
    const auto entrada = m.entra(usuario, m.empresa.password);
    auto renueva = [&](const std::string& token) {
        return m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + token + "\"}");
    };
    const auto primera = renueva(entrada.en("/data/refreshToken"));
    ASSERT_EQ(primera.status, 200) << primera.body;
    EXPECT_NE(primera.en("/data/refreshToken"), entrada.en("/data/refreshToken"));
    EXPECT_EQ(yo(primera.en("/data/accessToken")), "");
    EXPECT_EQ(yo(entrada.en("/data/accessToken")), "");

    m.avanza(renovacion_repetible_segundos + 1);
    const auto reuso = renueva(entrada.en("/data/refreshToken"));
    EXPECT_EQ(reuso.status, 401);
    EXPECT_EQ(reuso.faltas(), "token_invalido /refreshToken");
    // Both access tokens were cached a moment ago, and stop all the same.
    EXPECT_EQ(yo(primera.en("/data/accessToken")), "token_invalido");
    EXPECT_EQ(yo(entrada.en("/data/accessToken")), "token_invalido");
    EXPECT_EQ(renueva(primera.en("/data/refreshToken")).status, 401);
    // Other sessions of the user go on.
    EXPECT_EQ(m.pide("GET /api/Seguridad/Usuario").status, 200);
}

// Two tabs of a browser, or a caller whose answer was lost.
TEST_P(AutenticacionTest, RenovarDosVecesALaVezDaLoMismo) {
    auto renueva = [&](const std::string& token) {
        return m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + token + "\"}");
    };
    const auto inicial = m.entra(usuario, m.empresa.password).en("/data/refreshToken");
    const auto una = renueva(inicial);
    m.avanza(renovacion_repetible_segundos - 1);
    const auto otra = renueva(inicial);
    ASSERT_EQ(otra.status, 200) << otra.body;
    EXPECT_EQ(otra.en("/data/refreshToken"), una.en("/data/refreshToken"));
    EXPECT_EQ(yo(otra.en("/data/accessToken")), "");
    // Only the last one: once the next was exchanged as well, the first one is an old one, whenever it comes.
    ASSERT_EQ(renueva(una.en("/data/refreshToken")).status, 200);
    EXPECT_EQ(renueva(inicial).status, 401);
    EXPECT_EQ(yo(otra.en("/data/accessToken")), "token_invalido");
}

TEST_P(AutenticacionTest, ElTokenDeRenovacionVenceYElInventadoNoSirve) {
    const auto entrada = m.entra(usuario, m.empresa.password);
    const auto cuerpo = R"({"refreshToken":")" + entrada.en("/data/refreshToken") + "\"}";
    m.avanza(30LL * 24 * 3600 + 1);
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Renovar", cuerpo).en("/codigo"), "token_vencido");
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":"cacaor_x"})").en("/codigo"), "token_invalido");
    const auto ajeno = auth::generate_refresh_token();
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + ajeno.texto + "\"}").en("/codigo"),
              "token_invalido");
    // The next login takes the expired session away.
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Renovar", cuerpo).en("/codigo"), "token_invalido");
}

TEST_P(AutenticacionTest, CerrarTerminaLaSesionDeInmediato) {
    const auto entrada = m.entra(usuario, m.empresa.password);
    const auto token = entrada.en("/data/accessToken");
    EXPECT_EQ(yo(token), "");
    EXPECT_EQ(m.pide_con(token, "POST /api/Seguridad/Cerrar").status, 200);
    EXPECT_EQ(yo(token), "token_invalido");
    EXPECT_EQ(
        m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + entrada.en("/data/refreshToken") + "\"}").status,
        401);
}

TEST_P(AutenticacionTest, LasLlavesDeFirmaRotanSinPerderTokens) {
    const auto viejo = m.entra(usuario, m.empresa.password).en("/data/accessToken");
    const auto antes = m.seguridad->jwks();
    m.avanza(30LL * 24 * 3600 - 60);
    const auto reciente = m.entra(usuario, m.empresa.password).en("/data/accessToken");
    m.avanza(120);
    m.seguridad->refresh();
    EXPECT_NE(m.seguridad->jwks(), antes);
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM llaveFirma WHERE $1 > 0"), 2);
    EXPECT_EQ(yo(reciente), "") << "signed by the old key, still within its time";
    EXPECT_EQ(yo(m.entra(usuario, m.empresa.password).en("/data/accessToken")), "");
    EXPECT_EQ(yo(viejo), "token_vencido");
    // Another instance of the service finds the same keys, and the new one by asking when it meets it.
    Seguridad otra{m.base.db(), m.maestra, m.operaciones, m.reloj, "https://cacao.prueba"};
    EXPECT_EQ(otra.jwks(), m.seguridad->jwks());
    m.avanza(31LL * 24 * 3600);
    m.seguridad->refresh();
    const auto nuevo = m.entra(usuario, m.empresa.password).en("/data/accessToken");
    EXPECT_NO_THROW(static_cast<void>(otra.autenticador().check(nuevo)));
}

TEST_P(AutenticacionTest, OtraLlaveMaestraNoAbreLasLlavesDeFirma) {
    const auto otra = auth::MasterKey::from_bytes(std::string(32, 'x'));
    EXPECT_THROW((Seguridad{m.base.db(), otra, m.operaciones, m.reloj, "https://cacao.prueba"}), std::runtime_error);
}

TEST(Intentos, LaPausaCreceHastaUnaHora) {
    EXPECT_EQ(pausa_segundos(4), 0);
    EXPECT_EQ(pausa_segundos(5), 60);
    EXPECT_EQ(pausa_segundos(6), 120);
    EXPECT_EQ(pausa_segundos(10), 1920);
    EXPECT_EQ(pausa_segundos(11), 3600);
    EXPECT_EQ(pausa_segundos(1'000'000), 3600);
}

TEST_P(AutenticacionTest, LosFallosQueQuedaronAtrasNoCuentan) {
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        const auto alguien = intentado("usuario:1/a", "203.0.113.7");
        const auto t = ctx.ahora();
        for (int i = 0; i < 4; ++i) contar_fallo(tx, alguien, t);
        EXPECT_EQ(leer_esperas(tx, alguien).suya, Instante{});
        contar_fallo(tx, alguien, t.mas_segundos(4000));
        EXPECT_EQ(leer_esperas(tx, alguien).suya, Instante{}) << "the first failures are long past";
        for (int i = 0; i < 4; ++i) contar_fallo(tx, alguien, t.mas_segundos(4001));
        EXPECT_EQ(leer_esperas(tx, alguien).suya, t.mas_segundos(4061));
        EXPECT_EQ(leer_esperas(tx, intentado("usuario:1/b", "203.0.113.7")).suya, Instante{});
        EXPECT_EQ(leer_esperas(tx, intentado("usuario:1/a", "203.0.113.8")).suya, Instante{});
    });
}

TEST(Red, UnaRedIPv6CuentaComoUna) {
    EXPECT_EQ(red_de("2001:db8:1:2::1"), red_de("2001:db8:1:2:ffff::9"));
    EXPECT_NE(red_de("2001:db8:1:2::1"), red_de("2001:db8:1:3::1"));
    EXPECT_EQ(red_de("203.0.113.7"), "203.0.113.7");
    EXPECT_EQ(red_de("::ffff:203.0.113.7"), "203.0.113.7");
    EXPECT_EQ(red_de("::ffff:cb00:7107"), "203.0.113.7");
    EXPECT_EQ(red_de("fe80::1%eth0"), red_de("fe80::2%eth1"));
}

}  // namespace
}  // namespace cacao::test
