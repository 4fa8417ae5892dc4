#include "base/letra.hpp"

#include "support/memory.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <sstream>

namespace cacao {
namespace {

std::string letra(std::string_view digitos, std::string_view moneda = "MXN") {
    return importe_en_letra(*Importe::leer(digitos), moneda);
}

// Under a sanitizer a fiftieth.
constexpr std::uint64_t cuantos = test::memory_tells ? 20'000 : 400;

TEST(Letra, ComoEnUnaFactura) {
    EXPECT_EQ(letra("1160"), "MIL CIENTO SESENTA PESOS 00/100 M.N.");
    EXPECT_EQ(letra("1"), "UN PESO 00/100 M.N.");
    EXPECT_EQ(letra("1.5"), "UN PESO 50/100 M.N.");
    EXPECT_EQ(letra("0"), "CERO PESOS 00/100 M.N.");
    EXPECT_EQ(letra("0.01"), "CERO PESOS 01/100 M.N.");
    EXPECT_EQ(letra("21000"), "VEINTIÚN MIL PESOS 00/100 M.N.");
    EXPECT_EQ(letra("21"), "VEINTIÚN PESOS 00/100 M.N.");
    EXPECT_EQ(letra("31"), "TREINTA Y UN PESOS 00/100 M.N.");
    EXPECT_EQ(letra("100"), "CIEN PESOS 00/100 M.N.");
    EXPECT_EQ(letra("101"), "CIENTO UN PESOS 00/100 M.N.");
    EXPECT_EQ(letra("100000"), "CIEN MIL PESOS 00/100 M.N.");
    EXPECT_EQ(letra("1000000"), "UN MILLÓN DE PESOS 00/100 M.N.");
    EXPECT_EQ(letra("2000000"), "DOS MILLONES DE PESOS 00/100 M.N.");
    EXPECT_EQ(letra("1000001"), "UN MILLÓN UN PESOS 00/100 M.N.");
    EXPECT_EQ(letra("1000000000"), "MIL MILLONES DE PESOS 00/100 M.N.");
    EXPECT_EQ(letra("1000000000000"), "UN BILLÓN DE PESOS 00/100 M.N.");
    EXPECT_EQ(letra("-16.16"), "MENOS DIECISÉIS PESOS 16/100 M.N.");
    EXPECT_EQ(letra("1160.999999"), "MIL CIENTO SESENTA Y UN PESOS 00/100 M.N.") << "rounded before it is read out";
}

TEST(Letra, CadaMonedaPorSuNombre) {
    EXPECT_EQ(letra("1160", "USD"), "MIL CIENTO SESENTA DÓLARES 00/100 USD");
    EXPECT_EQ(letra("1", "USD"), "UN DÓLAR 00/100 USD");
    EXPECT_EQ(letra("1000000", "EUR"), "UN MILLÓN DE EUROS 00/100 EUR");
    EXPECT_EQ(letra("100.5", "CHF"), "CIEN 50/100 CHF");
}

// Reads words as a person does: what is before MIL is thousands, what is before a million is millions.
std::uint64_t leer_palabras(const std::string& texto) {
    static const std::map<std::string, std::uint64_t> valor{{"CERO", 0},          {"UN", 1},
                                                            {"DOS", 2},           {"TRES", 3},
                                                            {"CUATRO", 4},        {"CINCO", 5},
                                                            {"SEIS", 6},          {"SIETE", 7},
                                                            {"OCHO", 8},          {"NUEVE", 9},
                                                            {"DIEZ", 10},         {"ONCE", 11},
                                                            {"DOCE", 12},         {"TRECE", 13},
                                                            {"CATORCE", 14},      {"QUINCE", 15},
                                                            {"DIECISÉIS", 16},    {"DIECISIETE", 17},
                                                            {"DIECIOCHO", 18},    {"DIECINUEVE", 19},
                                                            {"VEINTE", 20},       {"VEINTIÚN", 21},
                                                            {"VEINTIDÓS", 22},    {"VEINTITRÉS", 23},
                                                            {"VEINTICUATRO", 24}, {"VEINTICINCO", 25},
                                                            {"VEINTISÉIS", 26},   {"VEINTISIETE", 27},
                                                            {"VEINTIOCHO", 28},   {"VEINTINUEVE", 29},
                                                            {"TREINTA", 30},      {"CUARENTA", 40},
                                                            {"CINCUENTA", 50},    {"SESENTA", 60},
                                                            {"SETENTA", 70},      {"OCHENTA", 80},
                                                            {"NOVENTA", 90},      {"CIEN", 100},
                                                            {"CIENTO", 100},      {"DOSCIENTOS", 200},
                                                            {"TRESCIENTOS", 300}, {"CUATROCIENTOS", 400},
                                                            {"QUINIENTOS", 500},  {"SEISCIENTOS", 600},
                                                            {"SETECIENTOS", 700}, {"OCHOCIENTOS", 800},
                                                            {"NOVECIENTOS", 900}};
    std::uint64_t todo = 0, grupo = 0, cientos = 0;
    std::istringstream palabras{texto};
    for (std::string p; palabras >> p;) {
        if (p == "Y") continue;
        if (p == "MIL") {
            grupo += (cientos == 0 ? 1 : cientos) * 1000;
            cientos = 0;
        } else if (p == "MILLÓN" || p == "MILLONES" || p == "BILLÓN" || p == "BILLONES") {
            todo += (grupo + cientos) * (p.starts_with('B') ? 1'000'000'000'000 : 1'000'000);
            grupo = cientos = 0;
        } else {
            cientos += valor.at(p);
        }
    }
    return todo + grupo + cientos;
}

TEST(Letra, QuienLaLeeTieneElMismoNumero) {
    for (std::uint64_t n = 0; n < cuantos; ++n) ASSERT_EQ(leer_palabras(numero_en_letra(n)), n) << numero_en_letra(n);
    std::mt19937_64 azar{20261118};  // NOLINT(cert-msc51-cpp)
    for (int i = 0; i < static_cast<int>(cuantos); ++i) {
        const auto bits = azar() % 44;
        const auto n = azar() >> (20 + bits);
        ASSERT_EQ(leer_palabras(numero_en_letra(n)), n) << numero_en_letra(n);
    }
}

TEST(Letra, ElImporteEnteroSeLeeDeVuelta) {
    std::mt19937_64 azar{7};  // NOLINT(cert-msc51-cpp)
    for (int i = 0; i < static_cast<int>(cuantos); ++i) {
        const auto centavos = static_cast<std::int64_t>(azar() % 99'999'999'999'999);
        const auto texto = importe_en_letra(Importe::de_micros(centavos * 10'000), "MXN");
        const auto diagonal = texto.find('/');
        auto palabras = texto.substr(0, diagonal - 3);
        ASSERT_TRUE(palabras.ends_with(" PESOS") || palabras.ends_with(" PESO")) << texto;
        palabras.resize(palabras.rfind(' '));
        if (palabras.ends_with(" DE")) palabras.resize(palabras.size() - 3);
        const auto leido = leer_palabras(palabras) * 100 + std::stoull(texto.substr(diagonal - 2, 2));
        ASSERT_EQ(leido, static_cast<std::uint64_t>(centavos)) << texto;
    }
}

}  // namespace
}  // namespace cacao
