// The layouts that everybody has, against the chart that everybody starts with, and what a layout may not say.

#include "rooms/contabilidad/catalogos/formato_lineas.hpp"

#include "base/error.hpp"
#include "engine/entorno/catalogo_cuentas.hpp"
#include "engine/libros/flujo_efectivo.hpp"
#include "rooms/contabilidad/reportes/estado_financiero.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cacao::test {
namespace {

constexpr EstadoFinanciero estados[] = {EstadoFinanciero::resultados, EstadoFinanciero::balance, EstadoFinanciero::flujoDirecto,
                                        EstadoFinanciero::flujoIndirecto};

std::string faltas_de(const std::vector<LineaFormato>& lineas, EstadoFinanciero estado) {
    Faltas faltas;
    revisar_lineas(lineas, estado, "/lineas", faltas);
    std::string texto;
    for (const Falta& f : faltas.lista()) texto += fmt::format("{}{} {}", texto.empty() ? "" : "; ", nombre(f.codigo), f.campo);
    return texto;
}

CuentaDeFormato cuenta(const std::string& codigo, const std::string& agrupador, const std::string& tipo) {
    return {1, codigo, "x", agrupador, tipo};
}

TEST(FormatoLineas, LosDeLaNormaCumplenSusReglas) {
    for (const auto estado : estados) {
        auto lineas = formato_nif(estado);
        // The key that is reserved to what nobody names is theirs to use.
        for (auto& l : lineas) {
            if (l.clave == clave_sin_clasificar) l.clave = Texto<40, 1>{"resto"};
            if (l.suma)
                for (auto& s : *l.suma)
                    if (s == clave_sin_clasificar) s = Texto<40, 1>{"resto"};
        }
        EXPECT_EQ(faltas_de(lineas, estado), "") << reflect::enum_name(estado);
    }
}

// Every line reaches the last sum once: what is in no sum would be missing from the result, what is in two would count twice.
TEST(FormatoLineas, CadaLineaCuentaUnaVez) {
    for (const auto estado : estados) {
        const auto& lineas = formato_nif(estado);
        std::map<std::string, int, std::less<>> veces;
        const auto contar = [&](const auto& yo, const std::string& clave) -> void {
            const auto l = std::ranges::find_if(lineas, [&](const LineaFormato& x) { return x.clave == clave; });
            ASSERT_NE(l, lineas.end()) << clave;
            if (l->clase == ClaseLinea::cuentas) ++veces[clave];
            if (l->suma)
                for (const auto& s : *l->suma) yo(yo, s);
        };
        contar(contar, lineas.back().clave);
        if (estado == EstadoFinanciero::balance) contar(contar, "totalActivo");
        for (const auto& l : lineas) {
            if (l.clase != ClaseLinea::cuentas) continue;
            EXPECT_EQ(veces[l.clave], 1) << reflect::enum_name(estado) << ' ' << l.clave;
        }
    }
}

// No account of the chart that companies start with falls where nobody meant it.
TEST(FormatoLineas, TodaCuentaSembradaTieneSuLinea) {
    int vistas = 0;
    for (const auto& c : engine::catalogo::cuentas) {
        if (c.tipo == "orden") continue;
        const std::string agrupador{engine::catalogo::agrupador_de(c.codigo)};
        const bool de_resultados = c.tipo == "ingreso" || c.tipo == "costo" || c.tipo == "gasto";
        for (const auto estado : estados) {
            const bool es_suya = estado == EstadoFinanciero::resultados ? de_resultados
                                 : estado == EstadoFinanciero::flujoDirecto
                                     ? !engine::es_efectivo(agrupador)
                                     : !de_resultados && (estado == EstadoFinanciero::balance || !engine::es_efectivo(agrupador));
            // Roots take no entries.
            if (!es_suya || engine::catalogo::padre_de(c.codigo).empty()) continue;
            const auto& lineas = formato_nif(estado);
            const auto i = linea_de(lineas, cuenta(std::string{c.codigo}, agrupador, std::string{c.tipo}));
            // A parent may be told apart only below it.
            if (agrupador.size() == 3 && (!i || es_de_resto(lineas[*i]))) continue;
            ASSERT_TRUE(i) << c.codigo;
            EXPECT_FALSE(es_de_resto(lineas[*i])) << reflect::enum_name(estado) << ' ' << c.codigo;
            ++vistas;
        }
    }
    EXPECT_GT(vistas, 300);
}

TEST(FormatoLineas, LoMasPrecisoGana) {
    const auto linea = [](const char* clave, CuentasPor por, const char* desde, const char* hasta = nullptr) {
        LineaFormato l;
        l.clave = Texto<40, 1>{clave};
        l.clase = ClaseLinea::cuentas;
        l.naturaleza = NaturalezaCuenta::deudora;
        RangoCuentas r{por, Texto<30>{desde}, {}};
        if (hasta != nullptr) r.hasta.emplace(hasta);
        l.cuentas.emplace();
        l.cuentas->push_back(r);
        return l;
    };
    const std::vector<LineaFormato> lineas{linea("tipo", CuentasPor::tipo, "gasto"),
                                           linea("grupo", CuentasPor::agrupador, "601", "604"),
                                           linea("codigo", CuentasPor::codigo, "601.84-01")};
    EXPECT_EQ(linea_de(lineas, cuenta("601.84-01", "601.84", "gasto")), 2U);
    EXPECT_EQ(linea_de(lineas, cuenta("601.84-02", "601.84", "gasto")), 1U);
    EXPECT_EQ(linea_de(lineas, cuenta("604.99", "604.99", "gasto")), 1U) << "a range ends behind all that begin as its end";
    EXPECT_EQ(linea_de(lineas, cuenta("605.01", "605.01", "gasto")), 0U);
    EXPECT_EQ(linea_de(lineas, cuenta("401.01", "401.01", "ingreso")), std::nullopt);
    EXPECT_EQ(faltas_de(lineas, EstadoFinanciero::resultados), "");
    auto dos = lineas;
    dos.push_back(linea("otra", CuentasPor::agrupador, "603.01"));
    EXPECT_EQ(faltas_de(dos, EstadoFinanciero::resultados), "conflicto /lineas/3/cuentas/0");
}

TEST(FormatoLineas, LosMesesSeMuevenConSuFin) {
    const auto mover = [](const char* dia, int meses) { return estado::mover_meses(*Fecha::leer_iso(dia), meses).iso(); };
    EXPECT_EQ(mover("2024-03-31", -1), "2024-02-29");
    EXPECT_EQ(mover("2024-02-29", -12), "2023-02-28");
    EXPECT_EQ(mover("2023-02-28", 12), "2024-02-29") << "the end of a month goes to the end of a month";
    EXPECT_EQ(mover("2024-01-30", 1), "2024-02-29");
    EXPECT_EQ(mover("2024-01-15", -1), "2023-12-15");
    EXPECT_EQ(mover("1900-01-15", -1), "1900-01-15");
}

}  // namespace
}  // namespace cacao::test
