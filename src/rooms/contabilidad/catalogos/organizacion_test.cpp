// What scenarios cannot reach: sizes, what was changed behind the service's back, the heading.

#include "rooms/contabilidad/catalogos/organizacion.hpp"

#include "api/organizacion.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "rooms/seguridad/alta.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class OrganizacionTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_organizacion, register_configuracion}};

    EncabezadoOrganizacion encabezado() {
        EncabezadoOrganizacion e;
        m.lee([&](const Context& ctx) { e = encabezado_de_organizacion(ctx.db()); });
        return e;
    }
    Respuesta cambia(std::string_view cuerpo) { return m.pide("PUT /api/Organizacion", std::string{cuerpo}); }
    Respuesta logo(const std::string& bytes) {
        return m.pide("POST /api/Organizacion/LogoBase64", R"({"foto":")" + base64(bytes) + "\"}");
    }
    static std::string png() {
        std::string bytes;
        EXPECT_TRUE(leer_base64(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", bytes));
        return bytes;
    }
};
CACAO_EN_AMBOS_MOTORES(OrganizacionTest);

TEST_P(OrganizacionTest, ElEncabezadoDiceLoQueHay) {
    ASSERT_EQ(cambia(R"({"nombre":"Cacao","rfc":"XIA190128J61"})").status, 200);
    EXPECT_EQ(encabezado().nombre, "Cacao");
    EXPECT_EQ(encabezado().rfc, "XIA190128J61");
    ASSERT_EQ(
        cambia(R"({"calle":"Av. Juárez","numeroExterior":"100","numeroInterior":"3-B","colonia":"Centro","codigoPostal":"06000",
                        "municipio":"Cuauhtémoc","estado":"Ciudad de México"})")
            .status,
        200);
    EXPECT_EQ(encabezado().domicilio, "Av. Juárez 100 int. 3-B, Centro, 06000 Cuauhtémoc, Ciudad de México");
    ASSERT_EQ(
        cambia(R"({"calle":"","numeroExterior":"","numeroInterior":"","colonia":"","pais":"usa","codigoPostal":""})").status,
        200);
    EXPECT_EQ(encabezado().domicilio, "Cuauhtémoc, Ciudad de México, USA");
}

// The authority compares the issuer's name with its register: in capitals, without the kind of company, with its accents.
TEST_P(OrganizacionTest, SeAdvierteUnNombreQueNoEsElDelCertificado) {
    const auto advertido = [&](std::string_view nombre) {
        const auto r = cambia(R"({"nombre":")" + std::string{nombre} + "\"}");
        EXPECT_EQ(r.status, 200) << r.body;
        return r.en("/advertencias/0/codigo") + ' ' + r.en("/advertencias/1/codigo");
    };
    EXPECT_EQ(advertido("Otro"), " ");
    m.escribe([](Context& ctx) {
        ctx.db().run(
            R"(INSERT INTO certificadoSello (organizacionId, certificadoId, numero, rfc, nombre, desde, hasta, certificado,
                                    llave, creadoPor, creadoEn)
                        VALUES ($1, 1, '1', 'XIA190128J61', 'XENÓN INDUSTRIAL SA DE CV', 0, $2, $3, $3, 0, 0))",
            ctx.organizacionId(), ctx.ahora().mas_segundos(86'400), db::Bytes{"x"});
    });
    EXPECT_EQ(advertido("Otro"), "nombre_de_certificado ");
    EXPECT_EQ(advertido("Xenon Industrial"), "nombre_de_certificado ");
    EXPECT_EQ(advertido(" Xenón  industrial"), " ");
    EXPECT_EQ(advertido("Xenón Industrial, S.A. de C.V."), "nombre_fiscal_sufijo ");
    EXPECT_EQ(advertido("Xenón Comercial SA de CV"), "nombre_fiscal_sufijo nombre_de_certificado");
}

TEST_P(OrganizacionTest, ElLogoCabeComoLaImagenDeUnProducto) {
    EXPECT_EQ(logo(std::string(imagen_maxima + 1, 'x')).faltas(), "imagen_muy_grande /foto");
    auto enorme = png();
    enorme.replace(16, 8, std::string("\x00\x0F\x42\x40\x00\x0F\x42\x40", 8));
    EXPECT_EQ(logo(enorme).faltas(), "imagen_muy_grande /foto");
    EXPECT_EQ(m.pide("POST /api/Organizacion/LogoArchivo",
                     "--x\r\nContent-Disposition: form-data; name=\"archivo\"; filename=\"a\"\r\n\r\n" + enorme + "\r\n--x--\r\n",
                     {{"Content-Type", "multipart/form-data; boundary=x"}})
                  .faltas(),
              "imagen_muy_grande /archivo");
    ASSERT_EQ(logo(png()).status, 200);
    EXPECT_EQ(m.pide("GET /api/Organizacion/Logo").header("Content-Security-Policy"),
              "default-src 'none'; frame-ancestors 'none'; sandbox");
}

TEST_P(OrganizacionTest, VerificarEncuentraUnLogoCambiadoYUnRfcAjeno) {
    ASSERT_EQ(cambia(R"({"rfc":"XIA190128J61"})").status, 200);
    ASSERT_EQ(cambia(R"({"rfc":"URE180429TM6"})").status, 200);
    ASSERT_EQ(logo(png()).status, 200);
    EXPECT_EQ(m.diferencias(verificar_organizacion), std::vector<std::string>{});
    EXPECT_EQ(m.diferencias(alta::verificar_rfc), std::vector<std::string>{});
    m.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE organizacionLogo SET tamano = 1 WHERE organizacionId = $1", ctx.organizacionId());
        ctx.db().run("UPDATE acceso SET clave = 'rfc:XIA190128J61' WHERE clave = 'rfc:URE180429TM6'");
    });
    EXPECT_EQ(m.diferencias(verificar_organizacion).size(), 1U);
    EXPECT_EQ(m.diferencias(alta::verificar_rfc).size(), 2U) << "it has none, and keeps another";
}

}  // namespace
}  // namespace cacao::test
