#include "base/ascii.hpp"
#include "base/error.hpp"
#include "base/fecha.hpp"
#include "base/rfc.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>

namespace cacao {
namespace {

TEST(Texto, ImprimibleNoMandaALaTerminal) {
    EXPECT_EQ(imprimible("Peña 🍫 \"x\""), "Peña 🍫 \"x\"");
    EXPECT_EQ(imprimible("a\x1B[31mb\r\nc\x7F"), "a\\x1b[31mb\\x0d\\x0ac\\x7f");
    EXPECT_EQ(imprimible("\xC2\x9B"
                         "31m"),
              "\\xc2\\x9b"
              "31m")
        << "a control character above ASCII";
    EXPECT_EQ(imprimible("\xE2\x80\xAE"
                         "fdp"),
              "\\xe2\\x80\\xae"
              "fdp")
        << "turns the direction of writing";
    EXPECT_EQ(imprimible("\xFF\xC3"), "\\xff\\xc3");
    EXPECT_EQ(imprimible(std::string_view("\0", 1)), "\\x00");
}

TEST(Ascii, LasLetrasSinCasoYLosDemasBytesComoEstan) {
    EXPECT_EQ(minusculas_ascii("Content-TYPE Ñ[@`{"), "content-type Ñ[@`{");
    EXPECT_TRUE(iguales_ascii("ETag", "etag"));
    EXPECT_FALSE(iguales_ascii("[", "{"));
    EXPECT_FALSE(iguales_ascii("a", "ab"));
    EXPECT_EQ(por_ciento("a b/ñ~+", "/"), "a%20b/%C3%B1~%2B");
    EXPECT_EQ(por_ciento("a/b"), "a%2Fb");
}

TEST(Fecha, AceptaSoloDiasDelCalendario) {
    EXPECT_EQ(Fecha::leer_iso("2024-02-29")->iso(), "2024-02-29");
    EXPECT_EQ(Fecha::leer_dmy("15/11/2026")->iso(), "2026-11-15");
    for (const auto* t : {"2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-01", "26-01-01", "2026/01/01",
                          "2026-01-01T00", "1899-12-31", "2200-01-01", "2026-01-0a", ""})
        EXPECT_FALSE(Fecha::leer_iso(t)) << t;
    for (const auto* t : {"31/02/2026", "1/2/2026", "2026-11-15", "15-11-2026", "15/11/26"})
        EXPECT_FALSE(Fecha::leer_dmy(t)) << t;
}

TEST(Fecha, VaYVuelve) {
    EXPECT_TRUE(rc::check([] {
        const auto f = Fecha::de_dias(*rc::gen::inRange(-25'567, 84'006));
        RC_ASSERT(Fecha::leer_iso(f.iso()) == f);
        RC_ASSERT(*Fecha::de_civil(f.anio(), f.mes(), f.dia()) == f);
    }));
}

TEST(Instante, LeeYEscribeUtc) {
    EXPECT_EQ(Instante::leer_iso("2026-11-15T10:30:05Z")->iso(), "2026-11-15T10:30:05Z");
    EXPECT_EQ(Instante::leer_iso("2026-11-15T10:30:05.25Z")->micros() % 1'000'000, 250'000);
    EXPECT_EQ(Instante::de_micros(-1).iso(), "1969-12-31T23:59:59Z");
    EXPECT_EQ(Instante::leer_iso("2026-11-15T10:30:05-06:00")->iso(), "2026-11-15T16:30:05Z");
    EXPECT_EQ(Instante::leer_iso("2026-11-15T00:15:05.5+05:30")->iso(), "2026-11-14T18:45:05Z");
    for (const auto* t :
         {"2026-11-15T24:00:00Z", "2026-11-15 10:30:05Z", "2026-11-15T10:30:05", "2026-11-15T10:60:00Z", "2026-11-15T10:30:05.Z",
          "2026-11-15T10:30:05.1234567Z", "2026-11-15T10:30:05-0600", "2026-11-15T10:30:05-24:00", "2026-11-15T10:30:05 06:00",
          "2026-11-15T10:30:05.-06:00", "-06:00", "2026-11-15-06:00"})
        EXPECT_FALSE(Instante::leer_iso(t)) << t;
}

TEST(Instante, ElDiaDependeDeLaZona) {
    const auto i = *Instante::leer_iso("2026-11-15T05:30:00Z");
    EXPECT_EQ(dia_en_zona(i, "America/Mexico_City").iso(), "2026-11-14");
    EXPECT_EQ(dia_en_zona(i, "UTC").iso(), "2026-11-15");
    EXPECT_EQ(hora_local(i, "America/Tijuana"), "2026-11-14T21:30:00");
    EXPECT_TRUE(existe_zona("America/Cancun"));
    EXPECT_FALSE(existe_zona("America/Atlantida"));
}

TEST(Rfc, FormaYFechaPosible) {
    for (const auto* t :
         {"EKU9003173C9", "XAXX010101000", "XEXX010101000", "CACX7605101P8", "eku9003173c9", " EKU9003173C9 ", "Ñ&A000229AA1"})
        EXPECT_TRUE(Rfc::leer(t)) << t;
    for (const auto* t :
         {"", "EKU900317", "EKU9013173C9", "EKU9002303C9", "1KU9003173C9", "EKU9003173CB", "EKU9003173C99X", "EKU90031-3C9"})
        EXPECT_FALSE(Rfc::leer(t)) << t;
    EXPECT_TRUE(Rfc::leer("EKU9003173C9")->es_persona_moral());
    EXPECT_FALSE(Rfc::leer("CACX7605101P8")->es_persona_moral());
    EXPECT_TRUE(Rfc::leer("ÑÑÑ000229AA1")->es_persona_moral());
}

TEST(Rfc, ElDigitoVerificadorSoloAvisa) {
    for (const auto* t : {"EKU9003173C9", "CACX7605101P8", "XAXX010101000", "GODE561231GR8"})
        EXPECT_TRUE(Rfc::leer(t)->digito_correcto()) << t;
    for (const auto* t : {"EKU9003173C8", "CACX7605101P9", "GODE561231GR7"}) EXPECT_FALSE(Rfc::leer(t)->digito_correcto()) << t;
}

TEST(Curp, FormaFechaEntidadYDigito) {
    EXPECT_TRUE(Curp::leer("HEGG560427MVZRRL04"));
    EXPECT_TRUE(Curp::leer("hegg560427mvzrrl04"));
    EXPECT_EQ(Curp::leer("HEGG560427MVZRRL04")->nacimiento(), Fecha::de_civil(1956, 4, 27));
    EXPECT_EQ(Curp::leer("PERJ150203HDFRMNA9")->nacimiento(), Fecha::de_civil(2015, 2, 3));  // a letter there: of this century
    for (const auto* t :
         {"HEGG560427MVZRRL05", "HEGG561327MVZRRL04", "HEGG560427MXXRRL04", "HEGG560427ZVZRRL04", "HEGG560427MVZRRL0", ""})
        EXPECT_FALSE(Curp::leer(t)) << t;
}

TEST(Clabe, DigitoDeControl) {
    EXPECT_TRUE(clabe_correcta("032180000118359719"));
    EXPECT_FALSE(clabe_correcta("032180000118359718"));
    EXPECT_FALSE(clabe_correcta("03218000011835971"));
    EXPECT_FALSE(clabe_correcta("03218000011835971A"));
}

TEST(Texto, PlegadoIgnoraAcentosYMayusculas) {
    EXPECT_EQ(plegado("  Peña, MÉXICO—Ñandú  "), "pena mexico nandu");
    EXPECT_EQ(plegado("Pe\u0301rez"), "perez") << "combining accents fold like composed ones";
    EXPECT_EQ(plegado("Łódź ŽIŽEK"), "lodz zizek");
    EXPECT_EQ(plegado("O'Brien & Cía."), "o brien cia");
    EXPECT_EQ(plegado("東京"), "東京");
    EXPECT_EQ(palabras("a b A á b"), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(mayusculas("ñandú & cía"), "ÑANDÚ & CÍA");
    EXPECT_EQ(largo_utf8("ñandú"), 5U);
}

TEST(Texto, Utf8) {
    for (const auto* t : {"", "abc", "ñ", "€", "😀", "\xEF\xBF\xBD"}) EXPECT_TRUE(utf8_valido(t)) << t;
    for (const auto* t : {"\x80", "\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82"})
        EXPECT_FALSE(utf8_valido(t));
}

TEST(Texto, Base64TieneUnaSolaFormaPorValor) {
    EXPECT_EQ(base64("any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw==");
    std::string out;
    EXPECT_TRUE(rc::check([&](const std::string& bytes) {
        RC_ASSERT(leer_base64(base64(bytes), out) && out == bytes);
        RC_ASSERT(leer_base64url(base64url(bytes), out) && out == bytes);
    }));
    for (const auto* t : {"YQ", "YQ=", "YR==", "Y Q=", "YQ==YQ==", "=", "Y"}) EXPECT_FALSE(leer_base64(t, out)) << t;
    EXPECT_FALSE(leer_base64url("YQ==", out));
    EXPECT_FALSE(leer_base64url("YR", out));
}

TEST(Uuid, Version7OrdenaPorTiempo) {
    const auto a = Uuid::v7(Instante::de_micros(1'000'000'000));
    const auto b = Uuid::v7(Instante::de_micros(1'000'001'000));
    EXPECT_LT(a, b);
    EXPECT_EQ(a.texto()[14], '7');
    EXPECT_EQ(Uuid::leer("01932C07-209F-7A3B-8F5C-1C2D3E4F5A6B")->texto(), "01932c07-209f-7a3b-8f5c-1c2d3e4f5a6b");
    EXPECT_FALSE(Uuid::leer("01932c07209f7a3b8f5c1c2d3e4f5a6b"));
    EXPECT_FALSE(Uuid::leer("01932c07-209f-7a3b-8f5c-1c2d3e4f5a6g"));
}

TEST(Error, CadaCodigoTieneSuMensajeEnDosIdiomas) {
    std::set<std::string_view> nombres;
    for (const auto codigo : todos_los_codigos()) {
        EXPECT_TRUE(nombres.insert(nombre(codigo)).second);
        EXPECT_FALSE(mensaje(codigo, Idioma::es).empty());
        EXPECT_NE(mensaje(codigo, Idioma::es), mensaje(codigo, Idioma::en)) << nombre(codigo);
    }
}

TEST(Error, SeJuntanTodasLasFaltas) {
    Faltas faltas;
    faltas.agregar_si(true, Codigo::requerido, "/a");
    faltas.agregar_si(false, Codigo::requerido, "/b");
    faltas.agregar(Codigo::duplicado, "/c");
    try {
        faltas.lanzar();
        FAIL();
    } catch (const Error& e) {
        ASSERT_EQ(e.faltas().size(), 2U);
        EXPECT_EQ(e.faltas()[1].campo, "/c");
    }
}

TEST(Texto, ElPrincipioNoCortaUnCaracter) {
    EXPECT_EQ(principio_utf8("año", 10), "año");
    EXPECT_EQ(principio_utf8("año", 4), "año");
    EXPECT_EQ(principio_utf8("año", 3), "añ");
    EXPECT_EQ(principio_utf8("año", 2), "a");
    EXPECT_EQ(principio_utf8("\U0001F600x", 3), "");
}

TEST(Faltas, SeNombranCienYSeCuentanLasDemas) {
    Faltas una, otra;
    for (int i = 0; i < 130; ++i) una.agregar(Codigo::requerido, "/" + std::to_string(i));
    EXPECT_EQ(una.lista().size(), Faltas::maximo);
    EXPECT_EQ(una.mas(), 30U);
    otra.agregar(Codigo::requerido, "/antes");
    otra.agregar(una);
    EXPECT_EQ(otra.lista().size(), Faltas::maximo);
    EXPECT_EQ(otra.lista().back().campo, "/98");
    EXPECT_EQ(otra.cuantas(), 131U);
    try {
        otra.lanzar();
        FAIL();
    } catch (const Error& e) {
        EXPECT_EQ(e.faltas().size(), Faltas::maximo);
        EXPECT_EQ(e.mas(), 31U);
    }
}

}  // namespace
}  // namespace cacao
