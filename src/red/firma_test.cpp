// The signature against the values that its authors publish: those of the test suite of Signature Version 4, and the examples of
// the documentation of S3.

#include "red/firma.hpp"

#include "base/ascii.hpp"
#include "base/digest.hpp"
#include "base/texto.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cacao::red {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

const std::string nada = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

class Firma : public testing::Test {
protected:
    const Credencial suite{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "us-east-1", "service"};
    const Credencial s3{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1", "s3"};
    static PorFirmar de_suite(const std::string& metodo, const std::string& ruta = "/",
                              std::vector<std::pair<std::string, std::string>> consulta = {}) {
        return {metodo, ruta, std::move(consulta), {{"Host", "example.amazonaws.com"}, {"X-Amz-Date", momento}}, nada};
    }
    static PorFirmar de_s3(const std::string& metodo, const std::string& ruta,
                           std::vector<std::pair<std::string, std::string>> consulta = {}, const std::string& huella = nada) {
        return {metodo,
                ruta,
                std::move(consulta),
                {{"Host", "examplebucket.s3.amazonaws.com"}, {"x-amz-content-sha256", huella}, {"x-amz-date", momento_s3}},
                huella};
    }
    std::string firma_suite(const PorFirmar& p) const { return autorizacion(suite, p, momento); }
    std::string firma_s3(const PorFirmar& p) const { return autorizacion(s3, p, momento_s3); }

    static constexpr const char* momento = "20150830T123600Z";
    static constexpr const char* momento_s3 = "20130524T000000Z";
};

TEST_F(Firma, Llana) {
    EXPECT_EQ(peticion_canonica(de_suite("GET")),
              "GET\n/\n\nhost:example.amazonaws.com\nx-amz-date:20150830T123600Z\n\nhost;x-amz-date\n" + nada);
    EXPECT_EQ(firma_suite(de_suite("GET")),
              "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, "
              "Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
    EXPECT_THAT(firma_suite(de_suite("POST")), EndsWith("5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"));
}

TEST_F(Firma, LaConsultaVaEnSuOrden) {
    EXPECT_THAT(firma_suite(de_suite("GET", "/", {{"Param2", "value2"}, {"Param1", "value1"}})),
                EndsWith("b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"));
}

TEST_F(Firma, LaRutaVaCodificada) {
    EXPECT_THAT(firma_suite(de_suite("GET", por_ciento("/\u1234", "/"))),
                EndsWith("8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"));
}

TEST_F(Firma, LosEncabezadosSinBlancosDeMas) {
    auto p = de_suite("GET");
    p.encabezados.emplace_back("My-Header1", " value1");
    p.encabezados.emplace_back("My-Header2", " \"a   b   c\"");
    EXPECT_THAT(peticion_canonica(p), HasSubstr("my-header1:value1\nmy-header2:\"a b c\"\n"));
    EXPECT_THAT(firma_suite(p), EndsWith("acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"));
}

// The four examples of the documentation of S3.
TEST_F(Firma, ComoLaDocumentanLosAlmacenes) {
    auto tramo = de_s3("GET", "/test.txt");
    tramo.encabezados.emplace_back("Range", "bytes=0-9");
    EXPECT_THAT(firma_s3(tramo), EndsWith("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"));

    auto puesto = de_s3("PUT", por_ciento("/test$file.text", "/"), {}, hexadecimal(sha256("Welcome to Amazon S3.")));
    puesto.encabezados.emplace_back("Date", "Fri, 24 May 2013 00:00:00 GMT");
    puesto.encabezados.emplace_back("x-amz-storage-class", "REDUCED_REDUNDANCY");
    EXPECT_THAT(firma_s3(puesto), EndsWith("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"));

    EXPECT_THAT(firma_s3(de_s3("GET", "/", {{"lifecycle", ""}})),
                EndsWith("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"));
    EXPECT_THAT(firma_s3(de_s3("GET", "/", {{"max-keys", "2"}, {"prefix", "J"}})),
                EndsWith("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"));
}

}  // namespace
}  // namespace cacao::red
