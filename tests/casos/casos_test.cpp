// Replays every .caso of this folder against the real service, on both engines; each file starts with fresh companies.
// Whatever a scenario looks at, every answer must also be one that the OpenAPI document promises.

#include "casos/caso.hpp"
#include "casos/ejemplos.hpp"
#include "http/openapi.hpp"
#include "http/service.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cacao::test {
namespace {

std::vector<std::string> archivos() {
    std::vector<std::string> lista;
    for (const auto& entrada : std::filesystem::directory_iterator{CACAO_CASOS})
        if (entrada.path().extension() == ".caso") lista.push_back(entrada.path().stem().string());
    std::ranges::sort(lista);
    return lista;
}

std::string texto_de(const std::string& caso) {
    std::ostringstream texto;
    texto << std::ifstream{std::string{CACAO_CASOS} + '/' + caso + ".caso"}.rdbuf();
    return texto.str();
}

// What a scenario may name without having met it: $adminUsuario, $adminPassword, $otraApiKey, $consultaUsuarioId…
Valores conocidos(db::Motor motor) {
    Valores valores;
    for (const auto& [quien, p] : people(motor)) {
        valores[quien + "Usuario"] = '"' + p.usuario + '"';
        valores[quien + "Password"] = '"' + p.password + '"';
        valores[quien + "ApiKey"] = '"' + p.apiKey + '"';
        valores[quien + "UsuarioId"] = std::to_string(p.usuarioId);
        valores[quien + "OrganizacionId"] = std::to_string(p.organizacionId);
    }
    return valores;
}

class Casos : public testing::TestWithParam<std::tuple<db::Motor, std::string>> {};

// With values of its own: what another scenario called by the same name is none of its business.
void replicar(Service& servicio, db::Motor motor, const std::string& nombre) {
    auto valores = conocidos(motor);
    // One engine is enough for what readers are shown; CACAO_WRITE_EXAMPLES=1 writes docs/examples anew.
    const bool anota = motor == db::Motor::sqlite && std::getenv("CACAO_WRITE_EXAMPLES") != nullptr;
    const Document documento{servicio.ask("nadie", "GET", "/openapi.json").body};
    const auto texto = texto_de(nombre);
    for (const Paso& paso : leer_caso(texto)) {
        Headers encabezados = paso.encabezados;
        for (auto& encabezado : encabezados) encabezado.second = sustituir(encabezado.second, valores);
        const auto destino = sustituir(paso.destino, valores);
        const auto cuerpo = sustituir(paso.cuerpo, valores);
        const auto r = servicio.ask(paso.como, paso.metodo, destino, cuerpo, encabezados);
        // Later steps stand on this one, so the first difference ends the scenario.
        const auto diferencia = comparar(paso, r, valores);
        ASSERT_EQ(diferencia, "") << "tests/casos/" << nombre << ".caso:" << paso.linea_estado << "\n  " << paso.metodo << ' '
                                  << destino << "  " << cuerpo << "\n  expected: " << paso.estado << ' ' << paso.esperado
                                  << paso.contiene << "\n  got:      " << r.status << ' ' << r.body
                                  << (r.status == 500 ? "\n  logged:   " + servicio.process().err() : "");
        const auto* operacion = documento.find(paso.metodo, destino);
        EXPECT_EQ(operacion == nullptr ? "" : documento.check(*operacion, r), "") << nombre << ".caso:" << paso.linea;
        if (anota && operacion != nullptr && r.status == 200 && r.header("Content-Type").starts_with("application/json") &&
            destino.find("simular=") == std::string::npos)
            anotar_ejemplo(*operacion, {nombre, texto, cuerpo, r.body}, CACAO_EXAMPLES);
    }
}

void cuadrar(Service& servicio) {
    EXPECT_EQ(servicio.stop(), 0) << servicio.process().err();
    const auto verificado = servicio.installation().run({"verify"});
    EXPECT_EQ(verificado.exit, 0) << verificado.out << verificado.err;
}

TEST_P(Casos, SeCumple) {
    const auto& [motor, nombre] = GetParam();
    Service servicio{motor};
    replicar(servicio, motor, nombre);
    cuadrar(servicio);
}

// Whoever follows the guides does so with one company.
class Guias : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(Guias);

TEST_P(Guias, FollowEachOther) {
    Service servicio{GetParam()};
    for (const char* guia : {"guia_empresa_nueva", "guia_venta_a_iva_cobrado", "guia_conciliacion"}) {
        replicar(servicio, GetParam(), guia);
        ASSERT_FALSE(HasFailure()) << guia;
    }
    cuadrar(servicio);
}

INSTANTIATE_TEST_SUITE_P(Archivos, Casos, testing::Combine(testing::ValuesIn(motores), testing::ValuesIn(archivos())),
                         [](const auto& caso) {
                             return std::string{std::get<0>(caso.param) == db::Motor::sqlite ? "sqlite_" : "postgres_"} +
                                    std::get<1>(caso.param);
                         });

// A runner that lets everything pass would prove nothing.
TEST(Caso, LaComparacionPuedeFallar) {
    Valores v;
    EXPECT_EQ(comparar_json(R"({"a": 1})", R"({"a":1,"b":2})", v), "");
    EXPECT_EQ(comparar_json(R"({"a": 2})", R"({"a":1})", v), "/a: expected 2, got 1");
    EXPECT_EQ(comparar_json(R"({"c": 2})", R"({"a":1})", v), "/c: expected 2, got nothing");
    EXPECT_EQ(comparar_json(R"({"a": {"b": 1}})", R"({"a":null})", v), "/a: expected an object, got null");
    EXPECT_EQ(comparar_json("[1, 2]", "[1,2,3]", v), "/: expected a list of 2, got [1,2,3]");
    EXPECT_EQ(comparar_json("[1, 2]", "[1]", v), "/1: expected 2, but the list ends");
    EXPECT_EQ(comparar_json(R"([1, "..."])", "[1,2,3]", v), "");
    EXPECT_EQ(comparar_json(R"(["..."])", "7", v), "/: expected a list, got 7");
    EXPECT_EQ(comparar_json("[]", "[1]", v), "/: expected a list of 0, got [1]");
    EXPECT_EQ(comparar_json(R"({"a": "$*"})", R"({"a":[1]})", v), "");
    EXPECT_EQ(comparar_json(R"({"a": "$*"})", "{}", v), "/a: expected \"$*\", got nothing");
    EXPECT_EQ(comparar_json("{", "{}", v), "what is expected is not JSON: {");
    EXPECT_EQ(comparar_json("{}", "{", v), "the answer is not JSON");
}

TEST(Caso, LoQueCambiaDeUnaVezAOtraQuedaFijo) {
    const auto otro_dia = Fecha::de_civil(2027, 3, 10).value();
    EXPECT_EQ(
        estable(
            R"({"a":[1.50,2,3,4],"fecha":"2027-03-12","dicha":"2027-03-01","vieja":"2026-01-02","creadoEn":"2027-03-10T01:02:03.456Z",)"
            R"("password":"x7","b":{},"c":null})",
            {otro_dia, "POST /a {\"dicha\": \"2027-03-01\"}"}),
        "{\n  \"a\": [\n    1.50,\n    2,\n    3\n  ],\n  \"fecha\": \"2026-11-19\",\n  \"dicha\": \"2027-03-01\",\n  \"vieja\": "
        "\"2026-01-02\",\n"
        "  \"creadoEn\": \"2026-11-17T18:30:00Z\",\n  \"password\": \"una frase que nadie adivina\",\n  \"b\": {},\n"
        "  \"c\": null\n}");
}

TEST(Caso, UnNombreTomaElValorYDespuesLoExige) {
    Valores v;
    EXPECT_EQ(comparar_json(R"({"a": "$id", "b": "$texto"})", R"({"a":7,"b":"x"})", v), "");
    EXPECT_EQ(comparar_json(R"(["$id"])", "[7]", v), "");
    EXPECT_EQ(comparar_json(R"(["$id"])", "[8]", v), "/0: expected 7 ($id), got 8");
    EXPECT_EQ(comparar_json(R"(["$id"])", R"(["7"])", v), R"(/0: expected 7 ($id), got "7")");
    EXPECT_EQ(sustituir(R"({"id": "$id", "t": "$texto", "u": "a-$texto-$id", "w": "$otro"} /$id)", v),
              R"({"id": 7, "t": "x", "u": "a-x-7", "w": "$otro"} /7)");
}

TEST(Caso, LaLecturaTomaCadaParte) {
    const auto pasos = leer_caso(
        "# first\nPOST /api/A?b=1 {\"a\":\n  1}\n@ como otra\n@ Idempotency-Key: k\n\n200 {\"data\":\n 2}\n> ETag: \"1\"\n> "
        "!X\nGET /b\n404\n");
    ASSERT_EQ(pasos.size(), 2U);
    EXPECT_EQ(pasos[0].metodo, "POST");
    EXPECT_EQ(pasos[0].destino, "/api/A?b=1");
    EXPECT_EQ(pasos[0].como, "otra");
    EXPECT_EQ(pasos[0].encabezados, (Headers{{"Idempotency-Key", "k"}}));
    EXPECT_EQ(pasos[0].estado, 200);
    EXPECT_EQ(pasos[0].linea_estado, 7);
    EXPECT_EQ(pasos[0].esperados, (Headers{{"ETag", "\"1\""}, {"!X", ""}}));
    EXPECT_EQ(pasos[1].estado, 404);
    EXPECT_THROW(leer_caso("GET /a\nGET /b\n200\n"), std::runtime_error);
    EXPECT_THROW(leer_caso("200\n"), std::runtime_error);
    EXPECT_THROW(leer_caso("GET /a\n"), std::runtime_error);
    EXPECT_THROW(leer_caso(""), std::runtime_error);
}

TEST(Caso, UnArchivoViajaComoFormulario) {
    const auto pasos = leer_caso("POST /a\n@ archivo foto f.png image/png aG9sYQ==\n200\n");
    EXPECT_EQ(pasos[0].encabezados, (Headers{{"Content-Type", "multipart/form-data; boundary=----caso"}}));
    EXPECT_NE(pasos[0].cuerpo.find("name=\"foto\"; filename=\"f.png\"\r\nContent-Type: image/png\r\n\r\nhola\r\n"),
              std::string::npos);
    EXPECT_THROW(leer_caso("POST /a\n@ archivo foto f.png image/png !\n200\n"), std::runtime_error);
}

TEST(Caso, EstadoYEncabezadosCuentan) {
    Valores v;
    Paso paso;
    paso.estado = 200;
    EXPECT_EQ(comparar(paso, {201, {}, ""}, v), "expected status 200, got 201");
    paso.esperados = {{"ETag", "\"1\""}};
    EXPECT_EQ(comparar(paso, {200, {}, ""}, v), "header ETag: expected \"1\", got none");
    EXPECT_EQ(comparar(paso, {200, {{"etag", "\"2\""}}, ""}, v), "header ETag: expected \"1\", got \"2\"");
    EXPECT_EQ(comparar(paso, {200, {{"etag", "\"1\""}}, ""}, v), "");
    paso.esperados = {{"!ETag", ""}};
    EXPECT_EQ(comparar(paso, {200, {{"ETag", "\"1\""}}, ""}, v), "header ETag: expected none, got \"1\"");
    paso.esperados.clear();
    paso.contiene = "hola";
    EXPECT_EQ(comparar(paso, {200, {}, "adios"}, v), "the body does not contain hola");
}

}  // namespace
}  // namespace cacao::test
