// `cacao export journal`, read by hledger: every entry balances in its eyes, and its balances are to the cent those that GET
// /api/Contabilidad/SaldosCuentas answers.

#include "http/service.hpp"
#include "modelo/obra.hpp"
#include "rooms/contabilidad/reportes/saldos_cuentas.hpp"
#include "support/alcance.hpp"
#include "support/comercio.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace cacao::test {
namespace {

constexpr const char* hledger = "/usr/bin/hledger";

class Hledger : public testing::TestWithParam<db::Motor> {
protected:
    void SetUp() override { ASSERT_TRUE(std::ifstream{hledger}.good()) << "Debian's package hledger is not installed"; }

    Ended exporta(Libro& l, const std::vector<std::string>& mas = {}) {
        std::vector<std::string> argumentos{
            "export", "journal", "--data", carpeta_.path() + "/data", "--db", l.m.base.service_url()};
        argumentos.insert(argumentos.end(), mas.begin(), mas.end());
        return run_cacao(argumentos);
    }
    Ended pregunta(const std::string& diario, const std::vector<std::string>& que) {
        const std::string archivo = carpeta_.path() + "/libros.journal";
        std::ofstream{archivo} << diario;
        // Whatever the caller's locale: hledger reads bytes by it, and the journal is UTF-8.
        std::vector<std::string> orden{"/usr/bin/env", "LC_ALL=C.UTF-8", hledger, "-f", archivo};
        orden.insert(orden.end(), que.begin(), que.end());
        Process proceso{orden, {"LC_ALL=C.UTF-8"}};
        const int salida = proceso.wait();
        return {salida, proceso.out(), proceso.err()};
    }
    // "account","balance" rows, by the code with which the last part of the name begins.
    static std::map<std::string, Importe> saldos(const std::string& csv) {
        std::map<std::string, Importe> lista;
        std::istringstream filas{csv};
        std::string fila;
        std::getline(filas, fila);
        while (std::getline(filas, fila)) {
            const auto corte = fila.find("\",\"");
            const std::string cuenta = fila.substr(1, corte - 1);
            const std::string saldo = fila.substr(corte + 3);
            const std::string ultima = cuenta.substr(cuenta.rfind(':') + 1);
            lista[ultima.substr(0, ultima.find(' '))] = Importe::leer(saldo.substr(0, saldo.find(' '))).value();
        }
        return lista;
    }

    // What the service answers for all of time: by code, debit positive, zeros left out.
    static void sumar(std::map<std::string, Importe>& lista, const std::string& codigo, bool acreedora, Importe saldo) {
        if (!saldo.es_cero()) lista[codigo] = acreedora ? -saldo : saldo;
    }
    static std::map<std::string, Importe> contestados(Libro& l) {
        std::map<std::string, Importe> lista;
        l.m.lee([&](const Context& ctx) {
            SaldosCuentasPedidos todo;
            todo.fechaInicial = Fecha::leer_iso("2000-01-01");
            todo.fechaFinal = Fecha::leer_iso("2099-12-31");
            for (const SaldoCuenta& c : consultar_saldos_cuentas(ctx, todo).cuentas)
                if (!c.esAcumulativa) sumar(lista, c.codigo, c.naturaleza == "acreedora", c.saldoFinal);
        });
        return lista;
    }
    // Strictly right in its eyes, and with these balances.
    void acuerda(const std::string& diario, const std::map<std::string, Importe>& nuestros) {
        for (const char* revision : {"--strict", "ordereddates"}) {
            const auto revisado = pregunta(diario, {"check", revision});
            EXPECT_EQ(revisado.exit, 0) << revision << ": " << revisado.err;
        }
        const auto balance = pregunta(diario, {"balance", "--flat", "--no-total", "-O", "csv"});
        ASSERT_EQ(balance.exit, 0) << balance.err;
        EXPECT_FALSE(nuestros.empty());
        EXPECT_EQ(saldos(balance.out), nuestros);
    }

    TemporaryFolder carpeta_;
};
CACAO_EN_AMBOS_MOTORES(Hledger);

TEST_P(Hledger, ReadsTheBooksAndAgrees) {
    Libro l{GetParam()};
    comerciar(l);
    const auto diario = exporta(l);
    ASSERT_EQ(diario.exit, 0) << diario.err;
    acuerda(diario.out, contestados(l));

    // What it says of an entry can be asked for.
    const auto factura = l.entero("SELECT MIN(transaccionId) FROM documento WHERE organizacionId = $1 AND tipo = 'FacturaVenta'");
    const auto una = pregunta(diario.out, {"print", "tag:^transaccionId$=^" + std::to_string(factura) + "$"});
    EXPECT_THAT(una.out, testing::StartsWith("2026-11-15 (FV-1) FacturaVenta FV-1")) << una.err;
    EXPECT_THAT(una.out, testing::HasSubstr("100 Activo:105 Clientes:105.01 Clientes nacionales"));
    const auto dolares = pregunta(diario.out, {"print", "tag:original=116 USD"});
    EXPECT_THAT(dolares.out, testing::HasSubstr("FacturaVenta")) << dolares.err;
    EXPECT_THAT(dolares.out, testing::HasSubstr("2334.31 MXN"));
}

// Whatever the model draws: every kind, undone and cancelled, in two currencies, and the year closed and opened again.
TEST_P(Hledger, AgreesOnTheBooksOfTheModel) {
    Alcance alcance{"FacturaVenta", "FacturaCompra", "Deposito", "Egreso", "Poliza", "Reempaque", "GastoCompra", "CierreAnual"};
    modelo::Obra obra{GetParam(), false};
    Azar azar{2026};
    for (int i = 0; i < 400; ++i) ASSERT_EQ(obra.paso(azar.siguiente()), "") << obra.dicho();
    const auto revisar = [&] {
        const auto diario = exporta(obra.libro());
        ASSERT_EQ(diario.exit, 0) << diario.err;
        acuerda(diario.out, contestados(obra.libro()));
    };
    revisar();
    ASSERT_EQ(obra.cerrar_anio(), "");
    revisar();
    for (const auto& [tipo, veces] : obra.registrados) alcance.hubo(tipo, veces);
    EXPECT_EQ(alcance.falta(), "");
}

// As whoever runs the service asks for it.
TEST_P(Hledger, AgreesOnADemoCompany) {
    Service servicio{GetParam()};
    const auto hecha = servicio.installation().run({"demo"}, {"--json", "--contactos", "40", "--documents", "400"});
    ASSERT_EQ(hecha.exit, 0) << hecha.err;
    const HttpAnswer demo{200, {}, hecha.out};
    const auto entrada =
        servicio.ask("nadie", "POST", "/api/Seguridad/Autenticacion", R"({"apiKey":")" + demo.at("/apiKey") + "\"}");
    ASSERT_EQ(entrada.status, 200) << entrada.body;
    const auto r = servicio.ask("nadie", "GET", "/api/Contabilidad/SaldosCuentas?fechaInicial=2000-01-01&fechaFinal=2099-12-31",
                                {}, {{"Authorization", "Bearer " + entrada.at("/data/accessToken")}});
    ASSERT_EQ(r.status, 200) << r.body;
    std::map<std::string, Importe> contestados;
    for (int i = 0; !r.at(fmt::format("/data/cuentas/{}/codigo", i)).empty(); ++i) {
        const auto dato = [&](const char* cual) { return r.at(fmt::format("/data/cuentas/{}/{}", i, cual)); };
        if (dato("esAcumulativa") == "false")
            sumar(contestados, dato("codigo"), dato("naturaleza") == "acreedora", Importe::leer(dato("saldoFinal")).value());
    }
    const auto diario = servicio.installation().run({"export", "journal"}, {"--organizacion", demo.at("/organizacionId")});
    ASSERT_EQ(diario.exit, 0) << diario.err;
    acuerda(diario.out, contestados);
}

TEST_P(Hledger, RefusesBooksThatDoNotBalance) {
    Libro l{GetParam()};
    l.m.reloj.fijar(Instante::ahora());  // the command's quick look goes by the clock of the machine
    l.factura_de_concepto(Precio::de_enteros(100));
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE asiento SET cargo = cargo + 10000 WHERE organizacionId = $1 AND cargo > 0", ctx.organizacionId());
    });
    EXPECT_NE(pregunta(exporta(l).out, {"check", "--strict"}).exit, 0);
    // And so does our own verification.
    for (const char* como : {"", "--quick"}) {
        std::vector<std::string> orden{"verify", "--data", carpeta_.path() + "/data", "--db", l.m.base.service_url()};
        if (*como != 0) orden.emplace_back(como);
        const auto verificado = run_cacao(orden);
        EXPECT_EQ(verificado.exit, 1) << verificado.err;
        EXPECT_EQ(verificado.err, "") << "no progress where nobody looks";
        EXPECT_THAT(verificado.out, testing::HasSubstr("the entry does not balance: debits 116.01, credits 116")) << como;
    }
}

TEST_P(Hledger, DaysAndWhatIsRefused) {
    Libro l{GetParam()};
    l.factura_de_concepto(Precio::de_enteros(100));
    l.m.avanza(24L * 3600);
    l.factura_de_concepto(Precio::de_enteros(200));
    const auto cuantas = [&](const std::vector<std::string>& dias) {
        const auto diario = exporta(l, dias);
        EXPECT_EQ(pregunta(diario.out, {"check", "--strict"}).exit, 0) << diario.out;
        const auto folios = pregunta(diario.out, {"codes"}).out;
        return folios;
    };
    EXPECT_EQ(cuantas({}), "FV-1\nFV-2\n");
    EXPECT_EQ(cuantas({"--desde", "2026-11-16"}), "FV-2\n");
    EXPECT_EQ(cuantas({"--hasta", "2026-11-15"}), "FV-1\n");
    EXPECT_EQ(cuantas({"--desde", "2026-11-17"}), "");
    const auto mal = exporta(l, {"--desde", "ayer"});
    EXPECT_EQ(mal.exit, 1);
    EXPECT_THAT(mal.err, testing::HasSubstr("--desde"));
    EXPECT_EQ(exporta(l, {"--organizacion", "99"}).exit, 1);
}

}  // namespace
}  // namespace cacao::test
