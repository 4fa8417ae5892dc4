#include "rooms/seguridad/instalacion.hpp"

#include "api/organizacion.hpp"
#include "rooms/contactos/contacto.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace cacao::test {
namespace {

class InstalacionTest : public testing::TestWithParam<db::Motor> {
protected:
    InstalacionTest() { permite({}); }

    void permite(std::optional<alta::Lugar> demostracion) {
        m.base.db().write_now(0, [&](db::Writer& tx) {
            tx.run("DELETE FROM acceso WHERE clave LIKE 'instalacion:%'");
            admitir_codigo_de_instalacion(tx, "el-de-esta-vez", demostracion, m.reloj.ahora());
        });
    }
    static std::string empresa(const std::string& nombre, std::string_view mas = "", std::string_view codigo = "el-de-esta-vez") {
        return fmt::format(
            R"({{"codigo":"{}","empresa":"{}","usuario":"{}@prueba.mx","nombre":"Vera","password":"un-secreto-largo-73"{}}})",
            codigo, nombre, nombre, mas);
    }
    Respuesta funda(const std::string& cuerpo) { return m.pide_sin_token("POST /api/Seguridad/Instalacion", cuerpo); }
    Respuesta prueba(std::string_view codigo) {
        return m.pide_sin_token("POST /api/Seguridad/Demostracion", fmt::format(R"({{"codigo":"{}"}})", codigo));
    }
    std::size_t empresas() { return organizaciones(m.base.db()).size(); }

    Mundo m{GetParam(), {register_contactos}};
};

CACAO_EN_AMBOS_MOTORES(InstalacionTest);

TEST_P(InstalacionTest, FoundsACompanyWhoseUserAdministersIt) {
    const auto r = funda(empresa("Sol", R"(,"rfc":"CACX7605101P8","codigoPostal":"06000","zona":"America/Tijuana")"));
    ASSERT_EQ(r.status, 200) << r.body;
    const auto token = r.en("/data/accessToken");
    const auto quien = m.pide_con(token, "GET /api/Seguridad/Usuario");
    EXPECT_EQ(quien.en("/data/organizacion"), "Sol");
    EXPECT_EQ(quien.en("/data/usuario"), "Sol@prueba.mx");
    EXPECT_EQ(quien.en("/data/zona"), "America/Tijuana");
    EXPECT_EQ(quien.en("/data/demostracion"), "false");
    EXPECT_EQ(quien.en("/data/permisos/0"), "*");
    EXPECT_EQ(m.pide_con(token, "POST /api/Contactos", R"({"codigo":"A","nombre":"Alfa","roles":["cliente"]})").status, 200);
    // Nobody of another company sees it, and its user signs in with what was chosen.
    EXPECT_EQ(m.pide("GET /api/Contactos?codigo=A").en("/totalRegistros"), "0");
    EXPECT_EQ(m.entra("Sol@prueba.mx", "un-secreto-largo-73").status, 200);
}

TEST_P(InstalacionTest, TheCodeOpensOnce) {
    ASSERT_EQ(funda(empresa("Sol")).status, 200);
    const auto otra = funda(empresa("Luna"));
    EXPECT_EQ(otra.status, 403);
    EXPECT_EQ(otra.faltas(), "enlace_invalido /codigo");
    EXPECT_EQ(empresas(), 2U);
}

TEST_P(InstalacionTest, OfTwoAtOnceOneFounds) {
    std::vector<int> estados(4);
    std::vector<std::thread> hilos;
    for (std::size_t i = 0; i < estados.size(); ++i)
        hilos.emplace_back([&, i] { estados[i] = funda(empresa("Sol" + std::to_string(i))).status; });
    for (auto& hilo : hilos) hilo.join();
    EXPECT_EQ(std::ranges::count(estados, 200), 1);
    EXPECT_EQ(std::ranges::count(estados, 403), 3);
    EXPECT_EQ(empresas(), 2U);
}

TEST_P(InstalacionTest, WhatIsRefusedDoesNotSpendTheCodeAndLeavesNothing) {
    EXPECT_EQ(funda(empresa("Sol", "", "otro")).faltas(), "enlace_invalido /codigo");
    EXPECT_EQ(funda(R"({"codigo":"el-de-esta-vez","empresa":"Sol","usuario":"con espacio","nombre":"V","rfc":"XAXX010101000",)"
                    R"("zona":"Marte/Norte","password":"verano2026"})")
                  .faltas(),
              "caracter_no_permitido /usuario; zona_horaria_invalida /zona; valor_no_permitido /rfc; contrasena_debil /password");
    m.escribe([](Context& ctx) { tomar_rfc(ctx.db(), {}, "CACX7605101P8"); });
    EXPECT_EQ(funda(empresa("Sol", R"(,"rfc":"CACX7605101P8")")).faltas(), "duplicado /rfc");
    EXPECT_EQ(
        funda(fmt::format(
                  R"({{"codigo":"el-de-esta-vez","empresa":"Sol","usuario":"{}","nombre":"V","password":"un-secreto-largo-73"}})",
                  m.empresa.usuario))
            .faltas(),
        "duplicado /usuario");
    EXPECT_EQ(empresas(), 1U);
    EXPECT_EQ(funda(empresa("Sol")).status, 200);
}

TEST_P(InstalacionTest, ACodeLastsADayAndEndsThoseBeforeIt) {
    std::string nuevo;
    m.base.db().write_now(0, [&](db::Writer& tx) { nuevo = nuevo_codigo_de_instalacion(tx, {}, m.reloj.ahora()); });
    EXPECT_EQ(funda(empresa("Sol")).faltas(), "enlace_invalido /codigo");
    m.avanza(vida_de_codigo_segundos - 1);
    EXPECT_EQ(funda(empresa("Sol", R"(,"rfc":"XAXX010101000")", nuevo)).faltas(), "valor_no_permitido /rfc");
    m.avanza(1);
    EXPECT_EQ(funda(empresa("Sol", "", nuevo)).faltas(), "enlace_invalido /codigo");
    m.avanza(1);
    m.seguridad->refresh();
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM acceso WHERE clave LIKE 'instalacion:%' AND $1 <> 0"), 0);
    EXPECT_EQ(prueba("el-de-esta-vez").faltas(), "enlace_invalido /codigo");
}

TEST_P(InstalacionTest, TheDemoCompanyIsEnteredWithTheCodeAndTold) {
    EXPECT_EQ(prueba("el-de-esta-vez").faltas(), "enlace_invalido /codigo");  // there is none
    permite(alta::Lugar{m.empresa.organizacionId, m.empresa.usuarioId});
    EXPECT_TRUE(alta::hay_empresas(m.base.db()));
    m.escribe([](Context& ctx) {
        ctx.db().run("UPDATE organizacion SET demostracion = 1 WHERE organizacionId = $1", ctx.organizacionId());
    });
    EXPECT_FALSE(alta::hay_empresas(m.base.db()));
    EXPECT_EQ(prueba("otro").faltas(), "enlace_invalido /codigo");
    for (int vez = 0; vez < 2; ++vez) {
        const auto r = prueba("el-de-esta-vez");
        ASSERT_EQ(r.status, 200) << r.body;
        const auto quien = m.pide_con(r.en("/data/accessToken"), "GET /api/Seguridad/Usuario");
        EXPECT_EQ(quien.en("/data/demostracion"), "true");
        EXPECT_EQ(quien.en("/data/usuarioId"), std::to_string(m.empresa.usuarioId));
    }
    EXPECT_EQ(funda(empresa("Sol")).status, 200);
    EXPECT_TRUE(alta::hay_empresas(m.base.db()));
}

}  // namespace
}  // namespace cacao::test
