// Logging in by an identity provider: what of a token is believed, and what it then opens.

#include "rooms/contactos/clasificacion.hpp"
#include "support/identidad.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

using Falla = ProveedorOidc::Falla;

class LoginExternoTest : public testing::TestWithParam<db::Motor> {
protected:
    LoginExternoTest() {
        proveedor.llaves({rsa.jwk(R"(,"use":"sig","alg":"RS256")"), p256.jwk(), ed.jwk()});
        const auto servicio =
            m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"agente","nombre":"Agente","esServicio":true,"roles":[)" +
                                                       std::to_string(m.empresa.rolAdministradorId) + "]}");
        consumidorId = m.pide("POST /api/ConsumidoresApi", R"({"nombre":"Agentes","tipoIntegracion":"agente","usuarioId":)" +
                                                               servicio.en("/data/usuarioId") + R"(,"alcances":["leer"]})")
                           .en("/data/consumidorId");
        anaId = m.pide("POST /api/Seguridad/Usuarios",
                       R"({"usuario":"ana","nombre":"Ana","correo":"Ana@ejemplo.mx","password":"tres osos y medio","roles":[)" +
                           std::to_string(m.empresa.rolAdministradorId) + "]}")
                    .en("/data/usuarioId");
    }
    Respuesta crea(const std::string& mas = {}) {
        return m.pide("POST /api/Seguridad/ProveedoresIdentidad",
                      fmt::format(R"({{"nombre":"Acceso","emisor":"{}","idCliente":"cacao","consumidorId":{}{}}})",
                                  proveedor.emisor(), consumidorId, mas));
    }
    Respuesta enlaza(const std::string& proveedorId, const std::string& sub = "sub-1") {
        return m.pide("POST /api/Seguridad/Identidades",
                      fmt::format(R"({{"proveedorIdentidadId":{},"sub":"{}","usuarioId":{}}})", proveedorId, sub, anaId));
    }
    std::string datos(const std::string& mas = {}, const std::string& sub = "sub-1") {
        const auto s = m.reloj.ahora().segundos();
        return fmt::format(R"({{"iss":"{}","aud":"cacao","sub":"{}","iat":{},"exp":{},"jti":"{}"{}}})", proveedor.emisor(), sub,
                           s, s + 300, ++serie, mas);
    }
    // With one member of those in the place of another's value.
    std::string cambiado(const std::string& nombre, const std::string& valor) {
        auto d = datos();
        const auto i = d.find('"' + nombre + "\":");
        const auto desde = i + nombre.size() + 3;
        const auto hasta = d[desde] == '"' ? d.find('"', desde + 1) + 1 : d.find_first_of(",}", desde);
        return valor.empty() ? d.erase(i, hasta + 1 - i) : d.replace(desde, hasta - desde, valor);
    }
    std::string cabeza(const LlaveJose& k, const std::string& mas = {}) {
        return fmt::format(R"({{"alg":"{}","kid":"{}","typ":"JWT"{}}})", k.alg(), k.kid(), mas);
    }
    std::string token() { return p256.token(cabeza(p256), datos()); }
    Respuesta entra(const std::string& idToken, const std::string& mas = {}) {
        // Who is wrong often waits: here each is tried by itself.
        m.escribe([](Context& ctx) { ctx.db().run("DELETE FROM intento WHERE 1 = 1"); });
        return m.pide_sin_token("POST /api/Seguridad/LoginMcp", R"({"idToken":")" + idToken + "\"" + mas + "}");
    }
    std::string motivo(const std::string& idToken, const std::string& mas = {}) {
        const auto r = entra(idToken, mas);
        EXPECT_EQ(r.status, 401) << r.body;
        EXPECT_EQ(r.faltas(), "token_invalido /idToken");
        return r.en("/errores/0/datos/motivo");
    }
    int lee(const std::string& t) { return m.pide_con(t, "GET /api/Contactos/Clasificaciones").status; }

    Mundo m{GetParam(), {register_clasificaciones_contacto}};
    ProveedorOidc proveedor;
    // Pairs cost more than all else here.
    static inline LlaveJose rsa = LlaveJose::rsa("r1");
    LlaveJose p256 = LlaveJose::p256("e1");
    LlaveJose ed = LlaveJose::ed25519("o1");
    std::string consumidorId, anaId;
    int serie = 0;
};
CACAO_EN_AMBOS_MOTORES(LoginExternoTest);

TEST_P(LoginExternoTest, WhoIsLinkedActsAsTheUserNarrowedToTheConsumer) {
    const auto p = crea().en("/data/proveedorIdentidadId");
    ASSERT_EQ(enlaza(p).status, 200);
    const auto r = entra(token());
    ASSERT_EQ(r.status, 200) << r.body;
    const auto t = r.en("/data/accessToken");
    const auto yo = m.pide_con(t, "GET /api/Seguridad/Usuario");
    EXPECT_EQ(yo.en("/data/usuarioId"), anaId);
    EXPECT_EQ(yo.en("/data/consumidorId"), consumidorId);
    EXPECT_EQ(lee(t), 200);
    // Ana may do everything; through the provider she reads.
    EXPECT_EQ(m.pide_con(t, "POST /api/Contactos/Clasificaciones", R"({"nombre":"X"})").faltas(), "permiso_denegado ");
    // The session is carried on as any other.
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/Renovar", R"({"refreshToken":")" + r.en("/data/refreshToken") + "\"}").status,
              200);
    EXPECT_NE(m.pide("GET /api/Seguridad/Identidades?usuarioId=" + anaId).en("/data/0/ultimoUso"), "null");
    EXPECT_EQ(m.pide("GET /api/Seguridad/Identidades?proveedorIdentidadId=0").en("/totalRegistros"), "0");
}

TEST_P(LoginExternoTest, EveryAlgorithmThatTheKeysMakeAndNoOther) {
    ASSERT_EQ(enlaza(crea().en("/data/proveedorIdentidadId")).status, 200);
    for (const auto* k : {&rsa, &p256, &ed}) EXPECT_EQ(entra(k->token(cabeza(*k), datos())).status, 200) << k->alg();
    // This key is kept for RS256 alone.
    EXPECT_EQ(motivo(rsa.token(R"({"alg":"PS256","kid":"r1"})", datos(), true)), "llave");
    m.avanza(601);
    proveedor.llaves({rsa.jwk(), p256.jwk()});
    EXPECT_EQ(entra(rsa.token(R"({"alg":"PS256","kid":"r1"})", datos(), true)).status, 200);
    // Without a name, each that makes the algorithm is tried.
    EXPECT_EQ(entra(p256.token(R"({"alg":"ES256"})", datos())).status, 200);
    EXPECT_EQ(motivo(p256.token(R"({"alg":"none","kid":"e1"})", datos())), "algoritmo");
    EXPECT_EQ(motivo(p256.token(R"({"alg":"HS256","kid":"e1"})", datos())), "algoritmo");
    EXPECT_EQ(motivo(p256.token(R"({"kid":"e1"})", datos())), "algoritmo");
    // Signed by one, named as another's.
    EXPECT_EQ(motivo(p256.token(R"({"alg":"RS256","kid":"r1"})", datos())), "firma");
    EXPECT_EQ(motivo(p256.token(R"({"alg":"ES256","kid":"r1"})", datos())), "llave");
    const auto otra = LlaveJose::p256("e1");
    EXPECT_EQ(motivo(otra.token(cabeza(otra), datos())), "firma");
    const auto t = token();
    EXPECT_EQ(motivo(t + "*"), "malformado");
    EXPECT_EQ(motivo(t.substr(0, t.size() - 2)), "firma");
}

TEST_P(LoginExternoTest, WhatIsWrongWithATokenIsToldAndOpensNothing) {
    ASSERT_EQ(enlaza(crea().en("/data/proveedorIdentidadId")).status, 200);
    const auto con = [&](const std::string& d) { return motivo(p256.token(cabeza(p256), d)); };
    const auto s = m.reloj.ahora().segundos();
    for (const char* prohibido : {R"(,"crit":["exp"])", R"(,"jku":"https://x.ejemplo/k")", R"(,"jwk":{"kty":"EC"})",
                                  R"(,"x5u":"https://x.ejemplo")", R"(,"kid":"e1")"})
        EXPECT_EQ(motivo(p256.token(cabeza(p256, prohibido), datos())), "malformado") << prohibido;
    EXPECT_EQ(motivo(p256.token(R"({"alg":"ES256","kid":"e1","typ":"at+jwt"})", datos())), "tipo");
    EXPECT_EQ(motivo("a.b.c"), "proveedor");
    EXPECT_EQ(motivo("nada"), "proveedor");
    EXPECT_EQ(con(cambiado("iss", R"("https://otro.ejemplo")")), "proveedor");
    EXPECT_EQ(con(cambiado("iss", '"' + proveedor.emisor() + "/\"")), "proveedor");
    EXPECT_EQ(con(cambiado("aud", R"("otro")")), "proveedor");
    EXPECT_EQ(con(cambiado("aud", R"(["otro"])")), "proveedor");
    EXPECT_EQ(con(cambiado("aud", "7")), "proveedor");
    EXPECT_EQ(con(cambiado("aud", "")), "proveedor");
    // Several audiences: it says for whom.
    EXPECT_EQ(con(cambiado("aud", R"(["otro","cacao"])")), "audiencia");
    EXPECT_EQ(con(datos(R"(,"azp":"otro")")), "audiencia");
    EXPECT_EQ(con(cambiado("exp", std::to_string(s - 61))), "vencido");
    EXPECT_EQ(con(cambiado("exp", R"("mañana")")), "malformado");
    EXPECT_EQ(con(cambiado("exp", "")), "malformado");
    EXPECT_EQ(con(cambiado("iat", std::to_string(s + 61))), "futuro");
    EXPECT_EQ(con(cambiado("iat", std::to_string(s - 661))), "antiguo");
    EXPECT_EQ(con(cambiado("iat", "1e300")), "malformado");
    EXPECT_EQ(con(datos(fmt::format(R"(,"nbf":{})", s + 61))), "futuro");
    EXPECT_EQ(con(datos(R"(,"nbf":"x")")), "malformado");
    EXPECT_EQ(con(cambiado("sub", R"("")")), "malformado");
    EXPECT_EQ(con(cambiado("sub", "5")), "malformado");
    EXPECT_EQ(con(cambiado("sub", '"' + std::string(256, 's') + '"')), "malformado");
    EXPECT_EQ(con(datos(R"(,"sub":"sub-1")")), "proveedor") << "a member twice";
    EXPECT_EQ(con(datos(R"(,"nonce":"n")")), "nonce");
    EXPECT_EQ(motivo(token(), R"(,"nonce":"n")"), "nonce");
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM sesion WHERE organizacionId = $1 AND proveedorIdentidadId <> 0"), 0);
    // As far as two clocks may be apart, and in the words of others.
    EXPECT_EQ(entra(p256.token(cabeza(p256), cambiado("exp", std::to_string(s - 59)))).status, 200);
    EXPECT_EQ(entra(p256.token(cabeza(p256), cambiado("iat", std::to_string(s) + ".25"))).status, 200);
    EXPECT_EQ(entra(p256.token(cabeza(p256), datos(R"(,"nonce":"n")")), R"(,"nonce":"n")").status, 200);
    auto varias = cambiado("aud", R"(["otro","cacao"])");
    varias.insert(varias.size() - 1, R"(,"azp":"cacao")");
    EXPECT_EQ(entra(p256.token(cabeza(p256), varias)).status, 200);
}

TEST_P(LoginExternoTest, ATokenOpensOneSession) {
    ASSERT_EQ(enlaza(crea().en("/data/proveedorIdentidadId")).status, 200);
    const auto t = token();
    EXPECT_EQ(entra(t).status, 200);
    EXPECT_EQ(motivo(t), "repetido");
    // It is known for as long as it would be taken.
    m.avanza(120);
    m.seguridad->refresh();
    EXPECT_EQ(motivo(t), "repetido");
    m.avanza(3600);
    m.seguridad->refresh();
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM acceso WHERE organizacionId = $1 AND clave LIKE 'idtoken:%'"), 0);
    EXPECT_EQ(motivo(t), "vencido");
}

TEST_P(LoginExternoTest, WhoIsNotLinkedHearsWhatToAskFor) {
    const auto p = crea().en("/data/proveedorIdentidadId");
    auto r = entra(token());
    EXPECT_EQ(r.status, 403);
    EXPECT_EQ(r.faltas(), "identidad_sin_enlace /idToken");
    EXPECT_EQ(r.en("/errores/0/datos/sub"), "sub-1");
    EXPECT_EQ(r.en("/errores/0/datos/proveedorIdentidadId"), p);
    // A name of the provider's is one byte by byte.
    ASSERT_EQ(enlaza(p, "SUB-1").status, 200);
    EXPECT_EQ(entra(token()).faltas(), "identidad_sin_enlace /idToken");
    ASSERT_EQ(enlaza(p).status, 200);
    EXPECT_EQ(enlaza(p).faltas(), "duplicado /sub");
    EXPECT_EQ(entra(token()).status, 200);
    m.pide("PUT /api/Seguridad/Usuarios/" + anaId, R"({"activo":false})");
    EXPECT_EQ(entra(token()).faltas(), "identidad_sin_enlace /idToken");
    EXPECT_EQ(enlaza(p, "otra").faltas(), "inactivo /usuarioId");
}

TEST_P(LoginExternoTest, ByMailOnlyWhereItIsSaidAndTheProviderVouchesForIt) {
    const auto p = crea().en("/data/proveedorIdentidadId");
    const auto con = [&](const std::string& mas, const std::string& sub) {
        return entra(p256.token(cabeza(p256), datos(mas, sub)));
    };
    const std::string suyo = R"(,"email":"ANA@ejemplo.mx","email_verified":true)";
    EXPECT_EQ(con(suyo, "a").status, 403);
    ASSERT_EQ(m.pide("PUT /api/Seguridad/ProveedoresIdentidad/" + p, R"({"porCorreo":true})").status, 200);
    EXPECT_EQ(con(R"(,"email":"ana@ejemplo.mx")", "a").status, 403);
    EXPECT_EQ(con(R"(,"email":"ana@ejemplo.mx","email_verified":"true")", "a").status, 403);
    EXPECT_EQ(con(R"(,"email":"otra@ejemplo.mx","email_verified":true)", "a").status, 403);
    EXPECT_EQ(con(suyo, "a").status, 200);
    const auto lista = m.pide("GET /api/Seguridad/Identidades");
    EXPECT_EQ(lista.en("/data/0/correo"), "ANA@ejemplo.mx");
    EXPECT_EQ(lista.en("/data/0/sub"), "a");
    // Linked, it is by its name.
    EXPECT_EQ(con("", "a").status, 200);
    // Two of one mail are nobody.
    m.pide("POST /api/Seguridad/Usuarios",
           R"({"usuario":"ana2","nombre":"Ana","correo":"ana@ejemplo.mx","password":"tres osos y medio"})");
    EXPECT_EQ(con(suyo, "b").status, 403);
}

TEST_P(LoginExternoTest, WhatIsTakenAwayEndsItsSessionsAtOnce) {
    const auto p = crea().en("/data/proveedorIdentidadId");
    const auto identidad = [&] { return enlaza(p).en("/data/identidadExternaId"); };
    auto i = identidad();
    auto t = entra(token()).en("/data/accessToken");
    EXPECT_EQ(lee(t), 200);
    EXPECT_EQ(m.pide("DELETE /api/Seguridad/Identidades/" + i).status, 200);
    EXPECT_EQ(lee(t), 401);
    EXPECT_EQ(m.pide("DELETE /api/Seguridad/Identidades/" + i).faltas(), "no_encontrado /identidadExternaId");
    identidad();
    t = entra(token()).en("/data/accessToken");
    const auto cambia = [&](const std::string& como) {
        return m.pide("PUT /api/Seguridad/ProveedoresIdentidad/" + p, como).status;
    };
    EXPECT_EQ(cambia(R"({"activo":false})"), 200);
    EXPECT_EQ(lee(t), 401);
    EXPECT_EQ(motivo(token()), "proveedor");
    EXPECT_EQ(cambia(R"({"activo":true})"), 200);
    EXPECT_EQ(lee(t), 200);
    EXPECT_EQ(m.pide("PUT /api/ConsumidoresApi/" + consumidorId, R"({"activo":false})").status, 200);
    EXPECT_EQ(lee(t), 401);
    EXPECT_EQ(motivo(token()), "proveedor");
}

// POST /api/Seguridad/LoginMcp with a code: 401 codigo_de_acceso_invalido, 503 proveedor_identidad_sin_respuesta.
TEST_P(LoginExternoTest, ACodeIsExchanged) {
    const auto creado = crea(R"(,"secreto":"muy ñ secreto")");
    EXPECT_EQ(creado.en("/data/tieneSecreto"), "true");
    EXPECT_EQ(creado.body.find("muy ñ"), std::string::npos);
    ASSERT_EQ(enlaza(creado.en("/data/proveedorIdentidadId")).status, 200);
    const auto con = [&](const std::string& clave, const std::string& codigo) {
        m.escribe([](Context& ctx) { ctx.db().run("DELETE FROM intento WHERE 1 = 1"); });
        return m.pide_sin_token(
            "POST /api/Seguridad/LoginMcp",
            fmt::format(
                R"({{"proveedor":"{}","codigo":"{}","codeVerifier":"{}","redirectUri":"http://127.0.0.1/vuelta?a=b c","nonce":"n"}})",
                clave, codigo, std::string(43, 'v')));
    };
    const auto clave = creado.en("/data/clave");
    proveedor.canje(p256.token(cabeza(p256), datos(R"(,"nonce":"n")")));
    auto r = con(clave, "malo");
    EXPECT_EQ(r.status, 401);
    EXPECT_EQ(r.faltas(), "codigo_de_acceso_invalido /codigo");
    EXPECT_EQ(r.en("/errores/0/datos/error"), "invalid_grant");
    r = con(clave, "bueno");
    EXPECT_EQ(r.status, 200) << r.body;
    const auto pedido = proveedor.pedidos().back();
    EXPECT_EQ(pedido.encabezado("Authorization"), "Basic " + base64("cacao:muy%20%C3%B1%20secreto"));
    EXPECT_EQ(pedido.cuerpo,
              "grant_type=authorization_code&code=bueno&redirect_uri=http%3A%2F%2F127.0.0.1%2Fvuelta%3Fa%3Db%20c&code_verifier=" +
                  std::string(43, 'v'));
    EXPECT_EQ(con(clave, "bueno").faltas(), "token_invalido /codigo") << "the token it is worth was used";
    EXPECT_EQ(con("otra", "bueno").faltas(), "token_invalido /proveedor");
    proveedor.canje(p256.token(cabeza(p256), datos()));
    EXPECT_EQ(con(clave, "bueno").en("/errores/0/datos/motivo"), "nonce");
    proveedor.falla(Falla::error_500);
    r = con(clave, "bueno");
    EXPECT_EQ(r.status, 503);
    EXPECT_EQ(r.faltas(), "proveedor_identidad_sin_respuesta /emisor");
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM proveedorIdentidad WHERE organizacionId = $1 AND secreto IS NOT NULL"), 1);
}

// POST /api/Seguridad/LoginMcp: demasiados_intentos, for whoever is wrong from a network where many were.
TEST_P(LoginExternoTest, WhoIsWrongTooOftenWaitsAndWhoIsRightDoesNot) {
    ASSERT_EQ(enlaza(crea().en("/data/proveedorIdentidadId")).status, 200);
    const auto pide = [&](const std::string& t) {
        return m.pide_sin_token("POST /api/Seguridad/LoginMcp", R"({"idToken":")" + t + "\"}");
    };
    Respuesta r;
    for (int i = 0; i < 60 && r.status != 429; ++i)
        r = pide(i % 2 == 0 ? "nada" : p256.token(cabeza(p256), cambiado("aud", "7")));
    EXPECT_EQ(r.faltas(), "demasiados_intentos ");
    EXPECT_EQ(pide(token()).status, 200);
    m.remoto = "198.51.100.9";
    EXPECT_EQ(pide("nada").status, 401);
}

TEST_P(LoginExternoTest, AnAskForNothingSaysWhatIsMissing) {
    const auto pide = [&](const std::string& cuerpo) {
        return m.pide_sin_token("POST /api/Seguridad/LoginMcp", cuerpo).faltas();
    };
    EXPECT_EQ(pide("{}"), "requerido /idToken");
    EXPECT_EQ(pide(R"({"proveedor":"x"})"), "requerido /codigo; requerido /codeVerifier; requerido /redirectUri");
    EXPECT_EQ(pide(R"({"idToken":"x","codigo":"y"})"), "valor_no_permitido /codigo");
}

TEST_P(LoginExternoTest, KeysAreKeptGoRoundAndOutliveTheirProvider) {
    ASSERT_EQ(enlaza(crea().en("/data/proveedorIdentidadId")).status, 200);
    const auto preguntas = [&] { return proveedor.veces("/llaves"); };
    EXPECT_EQ(entra(token()).status, 200);
    EXPECT_EQ(entra(token()).status, 200);
    EXPECT_EQ(preguntas(), 1);
    // A key that is not known is looked for, and not for whoever asks again at once.
    const auto nueva = LlaveJose::p256("e2");
    EXPECT_EQ(motivo(nueva.token(cabeza(nueva), datos())), "llave");
    EXPECT_EQ(preguntas(), 1) << "they were asked a moment ago";
    m.avanza(31);
    EXPECT_EQ(motivo(nueva.token(cabeza(nueva), datos())), "llave");
    EXPECT_EQ(preguntas(), 2);
    proveedor.llaves({nueva.jwk()});
    EXPECT_EQ(motivo(nueva.token(cabeza(nueva), datos())), "llave");
    m.avanza(31);
    EXPECT_EQ(entra(nueva.token(cabeza(nueva), datos())).status, 200);
    EXPECT_EQ(motivo(token()), "llave") << "gone with its provider's word";
    const auto con_nueva = [&] { return entra(nueva.token(cabeza(nueva), datos())); };
    for (const auto f : {Falla::corta, Falla::error_500, Falla::basura, Falla::de_otro}) {
        proveedor.falla(f);
        m.avanza(700);
        EXPECT_EQ(con_nueva().status, 200) << "what is known holds for a day";
    }
    m.avanza(86'400);
    const auto r = con_nueva();
    EXPECT_EQ(r.status, 503);
    EXPECT_EQ(r.faltas(), "proveedor_identidad_sin_respuesta /emisor");
    proveedor.falla(Falla::ninguna);
    EXPECT_EQ(con_nueva().status, 200);
}

// Whoever may not do what a link or a provider lets people do makes neither.
TEST_P(LoginExternoTest, NobodyGivesMoreThanTheyHave) {
    const auto jefe = m.token_de(m.crea_usuario("jefe", {m.crea_rol("Jefe", {"Seguridad.*"})}));
    const auto nuevo = fmt::format(R"({{"nombre":"Otro","emisor":"{}","idCliente":"otro","consumidorId":{}}})",
                                   proveedor.emisor(), consumidorId);
    EXPECT_EQ(m.pide_con(jefe, "POST /api/Seguridad/ProveedoresIdentidad", nuevo).faltas(), "permiso_excede /consumidorId");
    const auto p = crea();
    const auto id = p.en("/data/proveedorIdentidadId");
    EXPECT_EQ(m.pide_con(jefe, "PUT /api/Seguridad/ProveedoresIdentidad/" + id, R"({"porCorreo":true})").faltas(),
              "permiso_excede /proveedorIdentidadId");
    const auto enlace = fmt::format(R"({{"proveedorIdentidadId":{},"sub":"x","usuarioId":{}}})", id, anaId);
    EXPECT_EQ(m.pide_con(jefe, "POST /api/Seguridad/Identidades", enlace).faltas(), "permiso_excede /usuarioId");
    const auto i = m.pide("POST /api/Seguridad/Identidades", enlace);
    ASSERT_EQ(i.status, 200) << i.body;
    EXPECT_EQ(m.pide_con(jefe, "DELETE /api/Seguridad/Identidades/" + i.en("/data/identidadExternaId")).faltas(),
              "permiso_excede /identidadExternaId");
    // POST and PUT /api/Seguridad/ProveedoresIdentidad/, POST /api/Seguridad/Identidades refuse by name too.
    EXPECT_EQ(crea().faltas(), "duplicado /nombre");
    EXPECT_EQ(m.pide("POST /api/Seguridad/ProveedoresIdentidad",
                     fmt::format(R"({{"nombre":"Dos","emisor":"{}","idCliente":"cacao","consumidorId":{}}})", proveedor.emisor(),
                                 consumidorId))
                  .faltas(),
              "duplicado /idCliente");
    EXPECT_EQ(m.pide("POST /api/Seguridad/ProveedoresIdentidad",
                     R"({"nombre":"Dos","emisor":"https://a.ejemplo/?x=1","idCliente":"x","consumidorId":1})")
                  .faltas(),
              "valor_no_permitido /emisor");
    EXPECT_EQ(m.pide("POST /api/Seguridad/ProveedoresIdentidad",
                     R"({"nombre":"Dos","emisor":"https://a.ejemplo","idCliente":"x","consumidorId":987654321})")
                  .faltas(),
              "no_encontrado /consumidorId");
    EXPECT_EQ(m.pide("PUT /api/Seguridad/ProveedoresIdentidad/987654321", "{}").faltas(), "no_encontrado /proveedorIdentidadId");
    EXPECT_EQ(m.pide("PUT /api/Seguridad/ProveedoresIdentidad/" + id, R"({"nombre":"A"})", {{"If-Match", "\"7\""}}).faltas(),
              "precondicion_fallida /If-Match");
    EXPECT_EQ(m.pide("POST /api/Seguridad/Identidades",
                     fmt::format(R"({{"proveedorIdentidadId":987654321,"sub":"x","usuarioId":{}}})", anaId))
                  .faltas(),
              "no_encontrado /proveedorIdentidadId");
    const auto robot = m.pide("GET /api/ConsumidoresApi").en("/data/0/usuarioId");
    EXPECT_EQ(m.pide("POST /api/Seguridad/Identidades",
                     fmt::format(R"({{"proveedorIdentidadId":{},"sub":"r","usuarioId":{}}})", id, robot))
                  .faltas(),
              "valor_no_permitido /usuarioId");
    m.pide("PUT /api/ConsumidoresApi/" + consumidorId, R"({"activo":false})");
    EXPECT_EQ(
        m.pide("POST /api/Seguridad/ProveedoresIdentidad",
               fmt::format(R"({{"nombre":"Dos","emisor":"https://a.ejemplo","idCliente":"x","consumidorId":{}}})", consumidorId))
            .faltas(),
        "inactivo /consumidorId");
}

// A key that an agent brings is its person's: two people behind one consumer do not answer each other.
TEST_P(LoginExternoTest, TwoPeopleOfOneProviderKeepTheirKeysApart) {
    const auto p = crea().en("/data/proveedorIdentidadId");
    ASSERT_EQ(enlaza(p).status, 200);
    const auto beto = m.crea_usuario("beto", {m.empresa.rolAdministradorId});
    ASSERT_EQ(m.pide("POST /api/Seguridad/Identidades",
                     fmt::format(R"({{"proveedorIdentidadId":{},"sub":"beto","usuarioId":{}}})", p, beto))
                  .status,
              200);
    ASSERT_EQ(m.pide("PUT /api/ConsumidoresApi/" + consumidorId, R"({"alcances":["*"]})").status, 200);
    const auto de_ana = entra(token()).en("/data/accessToken");
    const auto de_beto = entra(p256.token(cabeza(p256), datos("", "beto"))).en("/data/accessToken");
    const Mundo::Encabezados llave{{"Idempotency-Key", "la-misma"}};
    const auto una = m.pide_con(de_ana, "POST /api/Contactos/Clasificaciones", R"({"nombre":"De Ana"})", llave);
    ASSERT_EQ(una.status, 200) << una.body;
    const auto otra = m.pide_con(de_beto, "POST /api/Contactos/Clasificaciones", R"({"nombre":"De Beto"})", llave);
    EXPECT_EQ(otra.status, 200) << otra.body;
    EXPECT_NE(una.body, otra.body);
}

}  // namespace
}  // namespace cacao::test
