// Reports as people take them: each one as a workbook, as CSV and as PDF, with the figures that its JSON has.

#include "http/tienda.hpp"
#include "support/pdf.hpp"
#include "support/zip.hpp"
#include "tabla/csv.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cacao::test {
namespace {

constexpr const char* xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

struct Reporte {
    std::string destino;
    std::string nombre;               // of the file, as it begins
    std::string titulo;               // as the heading says it
    std::vector<std::string> cifras;  // that stand in it, with two decimals
    std::string columna;              // a title
};

std::vector<std::vector<std::string>> leido(const std::string& csv) {
    std::vector<std::vector<std::string>> renglones;
    tabla::LectorCsv lector{csv};
    for (tabla::Renglon r; lector.siguiente(r);) {
        EXPECT_FALSE(r.mal_formado) << csv;
        renglones.push_back(r.celdas);
    }
    return renglones;
}

std::string con_comas(std::string cifra) {
    if (cifra.size() > 6) cifra.insert(cifra.size() - 6, ",");
    return cifra;
}

class ReportsTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};
    Tienda tienda{service};

    std::string registra(const std::string& destino, const std::string& cuerpo) {
        const auto r = service.ask("admin", "POST", destino, cuerpo);
        EXPECT_EQ(r.status, 200) << r.body;
        return r.at("/data/transaccionId");
    }
    HttpAnswer pide(const std::string& destino, const std::string& accept) {
        return service.ask("admin", "GET", destino, {}, {{"Accept", accept}});
    }

    // An invoice of 1,432.02, of which 500.00 are collected: 68.97 of its VAT of 197.52.
    std::vector<Reporte> con_una_venta() {
        const auto factura = registra("/api/FacturaVenta", tienda.factura_de_servicio("1234.5", "2026-01-10"));
        registra(
            "/api/Bancos/DepositoAgregar",
            fmt::format(
                R"({{"cuentaBancariaId":{},"clienteId":{},"fecha":"2026-01-20","importe":500,"asignaciones":[{{"transaccionId":{},"importe":500}}]}})",
                tienda.bancoId, tienda.clienteId, factura));
        registra(
            "/api/Inventario/MovimientoAgregar",
            fmt::format(
                R"({{"tipo":"entrada","fecha":"2026-01-05","partidas":[{{"productoId":{},"cantidad":10,"costoUnitario":1234.5}}]}})",
                tienda.productoId));
        // Freight of 1,000.00, of whose VAT 40.00 are withheld.
        const auto fletes = tienda.cuenta("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'FLETES'");
        registra(
            "/api/Bancos/EgresoAgregar",
            fmt::format(
                R"({{"cuentaBancariaId":{},"fecha":"2026-01-21","importe":1120,"partidas":[{{"importeAbono":1120,"conceptoId":{}}}]}})",
                tienda.bancoId, fletes));
        const std::string rango = "fechaInicial=2026-01-01&fechaFinal=2026-01-31";
        return {
            {"/api/Inventario/Existencias", "Existencias-", "Existencias por producto y almacén", {"12345.00"}, "Por recibir"},
            {"/api/Inventario/AnalisisCapas", "AnalisisCapas-", "Análisis de capas de costo", {"12345.00"}, "Cantidad restante"},
            {"/api/Inventario/CentroDistribucion",
             "CentroDistribucion-",
             "Inventario de centros de distribución",
             {"12345.00"},
             "Sugerido"},
            {"/api/Contabilidad/IVARetenidoPorPagar?fechaInicial=01/01/2026&fechaFinal=31/01/2026",
             "IVARetenidoPorPagar-2026-01-01-2026-01-31",
             "IVA retenido por pagar",
             {"1000.00", "160.00", "40.00"},
             "IVA retenido"},
            {"/api/Contabilidad/AnalisisIVARetenidoPorPagar?fechaInicial=01/01/2026&fechaFinal=31/01/2026",
             "AnalisisIVARetenidoPorPagar-2026-01-01-2026-01-31",
             "Análisis de IVA retenido por pagar",
             {"1000.00", "40.00"},
             "IVA retenido"},
            {"/api/Cartera/AntiguedadSaldos?fecha=2026-01-31",
             "AntiguedadSaldos-2026-01-31",
             "Antigüedad de saldos",
             {"932.02"},
             "31 a 60"},
            {"/api/Cartera/Global",
             "CarteraGlobal-",
             "Documentos por cobrar o por pagar abiertos",
             {"1432.02", "500.00", "932.02"},
             "Vencimiento"},
            {"/api/Contactos/Saldos", "SaldosContactos-", "Saldos de todos los contactos", {"932.02"}, "Por cobrar"},
            {fmt::format("/api/Contactos/{}/Saldo", tienda.clienteId),
             "SaldoContacto-",
             "Saldo de un contacto",
             {"932.02"},
             "Notas de crédito a favor"},
            {"/api/Bancos/Depositos", "Depositos-", "Depósitos y anticipos", {"500.00"}, "Por asignar"},
            {"/api/Bancos/Depositos/PorFechas?" + rango,
             "DepositosPorFechas-2026-01-01-2026-01-31",
             "Depósitos y anticipos",
             {"500.00"},
             "Por asignar"},
            {fmt::format("/api/Contabilidad/EstadoCuenta?entidadId={}&{}", tienda.clienteId, rango),
             "EstadoCuenta-2026-01-01-2026-01-31",
             "Estado de cuenta",
             {"1432.02", "500.00", "932.02"},
             "Abono"},
            {"/api/Contabilidad/SaldosClientesProveedores?fecha=2026-01-31",
             "SaldosClientesProveedores-2026-01-31",
             "Saldos de clientes y proveedores",
             {"932.02"},
             "Neto en moneda local"},
            {"/api/Bancos/SaldosCuentas?" + rango,
             "SaldosBancos-2026-01-01-2026-01-31",
             "Saldos de cuentas de caja y bancos",
             {"500.00"},
             "Saldo final"},
            {"/api/Bancos/SaldosCuentas?conMovimientos=true&" + rango,
             "SaldosBancos-2026-01-01-2026-01-31",
             "Saldos de cuentas de caja y bancos",
             {"500.00"},
             "Referencia"},
            {"/api/Contabilidad/IVAcobradoTasas?fechaInicial=01/01/2026&fechaFinal=31/01/2026",
             "IVAcobradoTasas-2026-01-01-2026-01-31",
             "IVA cobrado por tasas",
             {"68.97"},
             "IVA al 16 %"},
            {"/api/Contabilidad/SaldosCuentas?" + rango,
             "SaldosCuentas-2026-01-01-2026-01-31",
             "Balanza de comprobación",
             {"1234.50", "1432.02", "68.97"},
             "Naturaleza"},
        };
    }
};
CACAO_EN_AMBOS_MOTORES(ReportsTest);

TEST_P(ReportsTest, EachInEachFormat) {
    for (const auto& r : con_una_venta()) {
        SCOPED_TRACE(r.destino);
        const auto json = pide(r.destino, "application/json");
        ASSERT_EQ(json.status, 200) << json.body;
        EXPECT_EQ(json.header("Content-Type"), "application/json");
        EXPECT_FALSE(json.has("Content-Disposition"));
        EXPECT_EQ(json.body, pide(r.destino, "*/*").body);
        EXPECT_EQ(json.body, pide(r.destino, "application/pdf;q=0.5, application/json").body);

        const auto csv = pide(r.destino, "text/csv");
        ASSERT_EQ(csv.status, 200) << csv.body;
        EXPECT_EQ(csv.header("Content-Type"), "text/csv; charset=utf-8");
        const std::pair<std::string, std::string> vary{"Vary", "Accept"};
        EXPECT_NE(std::ranges::find(csv.headers, vary), csv.headers.end()) << "a cache must not hand one form out for another";
        EXPECT_TRUE(csv.header("Content-Disposition").starts_with("attachment; filename=\"" + r.nombre))
            << csv.header("Content-Disposition");
        EXPECT_TRUE(csv.header("Content-Disposition").ends_with(".csv\""));
        const auto renglones = leido(csv.body);
        ASSERT_GE(renglones.size(), 2U) << csv.body;
        const auto esta = [](const std::vector<std::string>& celdas, const std::string& que) {
            return std::ranges::find(celdas, que) != celdas.end();
        };
        EXPECT_TRUE(esta(renglones[0], r.columna)) << csv.body;
        for (const auto& uno : renglones) EXPECT_EQ(uno.size(), renglones[0].size());
        for (const auto& cifra : r.cifras)
            EXPECT_TRUE(std::ranges::any_of(renglones, [&](const auto& uno) { return esta(uno, cifra); })) << cifra << '\n'
                                                                                                           << csv.body;

        const auto libro = pide(r.destino, xlsx);
        ASSERT_EQ(libro.status, 200) << libro.body;
        EXPECT_EQ(libro.header("Content-Type"), xlsx);
        EXPECT_TRUE(libro.header("Content-Disposition").ends_with(".xlsx\""));
        const auto partes = test::partes(libro.body);
        ASSERT_TRUE(partes.contains("xl/worksheets/sheet1.xml"));
        const auto& hoja = partes.at("xl/worksheets/sheet1.xml");
        for (const auto& cifra : r.cifras)
            EXPECT_NE(hoja.find("<v>" + cifra + "</v>"), std::string::npos) << cifra << '\n' << hoja;
        EXPECT_NE(hoja.find(r.titulo), std::string::npos) << hoja;

        const auto pdf = pide(r.destino, "text/html, application/pdf");
        ASSERT_EQ(pdf.status, 200) << pdf.body;
        EXPECT_EQ(pdf.header("Content-Type"), "application/pdf");
        EXPECT_TRUE(pdf.header("Content-Disposition").ends_with(".pdf\""));
        const auto texto = texto_de_pdf(pdf.body);
        EXPECT_EQ(paginas_de(texto), r.nombre.starts_with("SaldosCuentas") ? paginas_de(texto) : 1) << texto;
        EXPECT_NE(texto.find(r.titulo), std::string::npos) << texto;
        for (const auto& cifra : r.cifras) EXPECT_NE(texto.find(con_comas(cifra)), std::string::npos) << cifra << '\n' << texto;
    }
}

TEST_P(ReportsTest, WhatCannotBeServedIsRefused) {
    EXPECT_EQ(pide("/api/Cartera/AntiguedadSaldos", "text/html").status, 406);
    EXPECT_EQ(pide("/api/Cartera/AntiguedadSaldos", "text/csv;q=0, application/json;q=0").status, 406);
    EXPECT_EQ(pide("/api/Contabilidad/Configuracion", "text/csv").status, 406) << "what is no list";
    const auto mal = pide("/api/Cartera/AntiguedadSaldos?limites=30,20", "application/pdf");
    EXPECT_EQ(mal.status, 400);
    EXPECT_EQ(mal.header("Content-Type"), "application/problem+json") << "a refusal is always one";
    EXPECT_EQ(mal.faults(), "valor_no_permitido /limites");
    EXPECT_EQ(service.ask("nada", "GET", "/api/Cartera/Global", {}, {{"Accept", "text/csv"}}).status, 403);
    const auto vacio = pide("/api/Cartera/AntiguedadSaldos", "application/pdf");
    EXPECT_EQ(vacio.status, 200);
    EXPECT_EQ(paginas_de(texto_de_pdf(vacio.body)), 1) << "nothing open is a report too";
    EXPECT_EQ(leido(service.ask("otra", "GET", "/api/Cartera/Global", {}, {{"Accept", "text/csv"}}).body).size(), 1U);
}

// A list comes whole, whatever a page holds, unless a page is asked for.
TEST_P(ReportsTest, AListOfManyPagesIsOneTable) {
    constexpr int cuantas = 230;
    for (int i = 1; i <= cuantas; ++i) registra("/api/FacturaVenta", tienda.factura_de_servicio(std::to_string(i), "2026-01-10"));
    const auto todas = leido(pide("/api/Cartera/Global", "text/csv").body);
    ASSERT_EQ(todas.size(), cuantas + 1U);
    std::set<std::string> folios;
    const auto columna = static_cast<std::size_t>(std::ranges::find(todas[0], "Folio") - todas[0].begin());
    for (const auto& r : todas) folios.insert(r.at(columna));
    EXPECT_EQ(folios.size(), cuantas + 1U);
    EXPECT_EQ(leido(pide("/api/Cartera/Global?registrosPorPagina=7", "text/csv").body).size(), 8U);
    EXPECT_EQ(leido(pide("/api/Cartera/Global?pagina=3", "text/csv").body).size(), 31U);
    const auto texto = texto_de_pdf(pide("/api/Cartera/Global", "application/pdf").body);
    const auto paginas = paginas_de(texto);
    EXPECT_GT(paginas, 3);
    EXPECT_NE(texto.find(fmt::format("Página {} de {}", paginas, paginas)), std::string::npos) << texto;
    EXPECT_NE(texto.find("30,815.40"), std::string::npos) << "the total: 1.16 times 26,565";
}

}  // namespace
}  // namespace cacao::test
