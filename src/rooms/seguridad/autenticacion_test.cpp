// Logging in, staying in, logging out: over the dispatcher, on both engines.

#include "support/mundo.hpp"

#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class AutenticacionTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam()};
    const std::string usuario = "admin@prueba.mx";
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

TEST_P(AutenticacionTest, UnaDireccionQueAdivinaLlavesEspera) {
    for (std::int64_t i = 0; i < fallos_por_direccion; ++i) ASSERT_EQ(m.entra_con_llave("cacao_no").status, 401) << i;
    EXPECT_EQ(m.entra_con_llave("cacao_no").status, 429);
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 429);
    m.remoto = "203.0.113.8";
    EXPECT_EQ(m.entra(usuario, m.empresa.password).status, 200);
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

TEST(Freno, CreceHastaUnaHoraYOlvida) {
    EXPECT_EQ(pausa_segundos(4), 0);
    EXPECT_EQ(pausa_segundos(5), 60);
    EXPECT_EQ(pausa_segundos(6), 120);
    EXPECT_EQ(pausa_segundos(10), 1920);
    EXPECT_EQ(pausa_segundos(11), 3600);
    EXPECT_EQ(pausa_segundos(1'000'000), 3600);
    Freno freno{2};
    const auto t = Instante::de_micros(1'000'000'000'000);
    freno.fallo("a", t);
    EXPECT_NO_THROW(freno.exigir("a", t));
    freno.fallo("a", t.mas_segundos(4000));
    EXPECT_NO_THROW(freno.exigir("a", t.mas_segundos(4000))) << "the first failure is long past";
    freno.fallo("a", t.mas_segundos(4001));
    EXPECT_THROW(freno.exigir("a", t.mas_segundos(4001)), Error);
    EXPECT_NO_THROW(freno.exigir("b", t.mas_segundos(4001)));
    EXPECT_NO_THROW(freno.exigir("a", t.mas_segundos(4062)));
}

TEST(Freno, NoRecuerdaMasDeLoQueCabeYNoSueltaAlBloqueado) {
    Freno freno{2, 10};
    const auto t = Instante::de_micros(1'000'000'000'000);
    freno.fallo("malo", t);
    freno.fallo("malo", t);
    for (int i = 0; i < 100; ++i) freno.fallo("n" + std::to_string(i), t);
    EXPECT_EQ(freno.recordados(), 10U);
    EXPECT_THROW(freno.exigir("malo", t), Error);
}

TEST(Freno, UnaRedIPv6CuentaComoUna) {
    EXPECT_EQ(direccion_para_freno("2001:db8:1:2::1"), direccion_para_freno("2001:db8:1:2:ffff::9"));
    EXPECT_NE(direccion_para_freno("2001:db8:1:2::1"), direccion_para_freno("2001:db8:1:3::1"));
    EXPECT_EQ(direccion_para_freno("203.0.113.7"), "203.0.113.7");
}

}  // namespace
}  // namespace cacao::test
