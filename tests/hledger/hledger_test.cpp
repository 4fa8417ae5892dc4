// `cacao export journal`, read by hledger: every entry balances in its eyes, and its balances are to the cent those that GET
// /api/Contabilidad/SaldosCuentas answers.

#include "engine/entorno/periodos.hpp"
#include "engine/verbos/cierre.hpp"
#include "http/service.hpp"
#include "modelo/obra.hpp"
#include "rooms/contabilidad/reportes/balance_general.hpp"
#include "rooms/contabilidad/reportes/estado_resultados.hpp"
#include "rooms/contabilidad/reportes/flujo_efectivo.hpp"
#include "rooms/contabilidad/reportes/saldos_cuentas.hpp"
#include "support/alcance.hpp"
#include "support/comercio.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
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
    // The day of the last entry.
    static Fecha ultimo_dia(const std::string& diario) {
        Fecha ultimo;
        std::istringstream filas{diario};
        std::string fila;
        while (std::getline(filas, fila))
            if (fila.size() > 10 && fila[10] == ' ')
                if (const auto dia = Fecha::leer_iso(fila.substr(0, 10))) ultimo = *dia;
        return ultimo;
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

    // The sums that a statement of hledger ends its sections with, and what it comes to as a whole.
    std::vector<Importe> totales(const std::string& diario, std::vector<std::string> que, Fecha desde, Fecha hasta) {
        for (const auto& mas : {std::string{"-b"}, desde.iso(), std::string{"-e"}, (hasta + 1).iso(), std::string{"--flat"},
                                std::string{"-O"}, std::string{"csv"}})
            que.push_back(mas);
        const auto dicho = pregunta(diario, que);
        EXPECT_EQ(dicho.exit, 0) << dicho.err;
        std::vector<Importe> sumas;
        std::istringstream filas{dicho.out};
        std::string fila;
        while (std::getline(filas, fila)) {
            if (!fila.starts_with("\"total\"") && !fila.starts_with("\"Net:\"")) continue;
            const auto corte = fila.find("\",\"");
            const auto cifra = corte == std::string::npos ? std::string{"0"} : fila.substr(corte + 3);
            sumas.push_back(Importe::leer(cifra.substr(0, cifra.find_first_of(" \""))).value_or(Importe{}));
        }
        return sumas;
    }
    // What our statements come to.
    struct Estados {
        Importe activo, pasivo, capital, utilidad, directo, indirecto;
        friend bool operator==(const Estados&, const Estados&) = default;
        friend std::ostream& operator<<(std::ostream& out, const Estados& e) {
            return out << "activo " << e.activo.texto() << ", pasivo " << e.pasivo.texto() << ", capital " << e.capital.texto()
                       << ", utilidad " << e.utilidad.texto() << ", directo " << e.directo.texto() << ", indirecto "
                       << e.indirecto.texto();
        }
    };
    // Closes move what was earned to capital: hledger's income leaves them out, and its equity has what they moved or what they
    // did not, so that both together are capital.
    Estados de_hledger(const std::string& diario, Fecha desde, Fecha hasta) {
        const auto balance = totales(diario, {"balancesheetequity"}, desde, hasta);
        const auto resultados = totales(diario, {"incomestatement", "not:desc:CierreAnual"}, desde, hasta);
        const auto flujo = totales(diario, {"cashflow"}, desde, hasta);
        EXPECT_EQ(balance.size(), 4U);
        EXPECT_EQ(resultados.size(), 3U);
        EXPECT_EQ(flujo.size(), 1U);
        if (balance.size() != 4 || resultados.size() != 3 || flujo.size() != 1) return {};
        return {balance[0], balance[1], balance[2] + balance[3], resultados[2], flujo[0], flujo[0]};
    }
    static Importe de_linea(const Estado& e) {
        EXPECT_EQ(e.diferencia, Importe{});
        return e.lineas.at(0).cifras.at(0).importe;
    }
    static Estados de_los_nuestros(Libro& l, Fecha desde, Fecha hasta) {
        Estados e;
        l.m.lee([&](const Context& ctx) {
            BalancePedido balance;
            balance.fecha = hasta;
            const auto del_balance = [&](const char* linea) {
                balance.linea.emplace(linea);
                return de_linea(consultar_balance_general(ctx, balance));
            };
            EstadoPedido dias;
            dias.fechaInicial = desde;
            dias.fechaFinal = hasta;
            dias.linea.emplace("utilidadNeta");
            FlujoPedido flujo;
            flujo.fechaInicial = desde;
            flujo.fechaFinal = hasta;
            flujo.linea.emplace("flujoNeto");
            e.activo = del_balance("totalActivo");
            e.pasivo = del_balance("totalPasivo");
            e.capital = del_balance("totalCapital");
            e.utilidad = de_linea(consultar_estado_resultados(ctx, dias));
            e.directo = de_linea(consultar_flujo_efectivo(ctx, flujo));
            flujo.metodo = MetodoFlujo::indirecto;
            e.indirecto = de_linea(consultar_flujo_efectivo(ctx, flujo));
        });
        return e;
    }
    // What both methods have to say alike, beside what cash changed by: nothing that moved no cash is in any of it.
    static constexpr std::array secciones{"flujoOperacion", "flujoInversion", "flujoFinanciamiento", "efectoCambiario"};
    static void acuerdan_las_secciones(Libro& l, Fecha desde, Fecha hasta) {
        l.m.lee([&](const Context& ctx) {
            FlujoPedido flujo;
            flujo.fechaInicial = desde;
            flujo.fechaFinal = hasta;
            for (const char* seccion : secciones) {
                flujo.linea.emplace(seccion);
                flujo.metodo = MetodoFlujo::directo;
                const Importe directo = de_linea(consultar_flujo_efectivo(ctx, flujo));
                flujo.metodo = MetodoFlujo::indirecto;
                EXPECT_EQ(directo, de_linea(consultar_flujo_efectivo(ctx, flujo)))
                    << seccion << ' ' << desde.iso() << " to " << hasta.iso();
            }
        });
    }
    void acuerdan_los_estados(Libro& l, std::initializer_list<std::pair<const char*, const char*>> rangos) {
        const auto diario = exporta(l);
        ASSERT_EQ(diario.exit, 0) << diario.err;
        for (const auto& [desde, hasta] : rangos) {
            const auto uno = *Fecha::leer_iso(desde);
            const auto otro = *Fecha::leer_iso(hasta);
            EXPECT_EQ(de_los_nuestros(l, uno, otro), de_hledger(diario.out, uno, otro)) << desde << " to " << hasta;
            acuerdan_las_secciones(l, uno, otro);
        }
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
    acuerdan_los_estados(obra.libro(),
                         {{"2026-01-01", "2026-12-31"}, {"2026-09-01", "2026-09-30"}, {"2026-10-05", "2026-11-12"}});
    for (const auto& [tipo, veces] : obra.registrados) alcance.hubo(tipo, veces);
    EXPECT_EQ(alcance.falta(), "");
}

// Its income statement, balance sheet and cash flow against ours: by months, by days inside of one, before a year is closed and
// after.
TEST_P(Hledger, AgreesOnTheStatements) {
    Libro l{GetParam()};
    comerciar(l);
    acuerdan_los_estados(l, {{"2026-11-01", "2026-11-30"}, {"2026-01-01", "2026-12-31"}, {"2026-11-16", "2026-11-20"}});
    l.m.avanza(60L * 24 * 3600);
    l.escribe([](Context& ctx) {
        for (const std::int64_t mes : {202610, 202611, 202612})
            engine::cambiar_periodo(ctx, mes, engine::EstadoPeriodo::cerrado, "cierre");
    });
    l.escribe([](Context& ctx) { engine::cerrar_ejercicio(ctx, 2026); });
    l.factura_de_concepto(Precio::de_enteros(900));
    l.deposito(Importe::de_enteros(123));
    acuerdan_los_estados(l, {{"2026-01-01", "2026-12-31"}, {"2027-01-01", "2027-01-31"}, {"2026-11-10", "2027-01-20"}});
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
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

    // Its statements: of all that it has, and of days near its end.
    const auto hoy = ultimo_dia(diario.out);
    const std::pair<Fecha, Fecha> rangos[] = {{hoy + -400, hoy}, {hoy + -45, hoy + -10}};
    for (const auto& [desde, hasta] : rangos) {
        const auto cifra = [&, uno = desde, otro = hasta](const std::string& estado, const std::string& linea) {
            const auto dias = estado.starts_with("BalanceGeneral") ? "fecha=" + otro.iso()
                                                                   : "fechaInicial=" + uno.iso() + "&fechaFinal=" + otro.iso();
            const auto destino = "/api/Contabilidad/" + estado + dias + "&linea=" + linea;
            const auto dicho =
                servicio.ask("nadie", "GET", destino, {}, {{"Authorization", "Bearer " + entrada.at("/data/accessToken")}});
            EXPECT_EQ(dicho.status, 200) << dicho.body;
            EXPECT_EQ(dicho.at("/data/diferencia"), "0") << destino;
            return Importe::leer(dicho.at("/data/lineas/0/cifras/0/importe")).value_or(Importe{});
        };
        const Estados nuestros{cifra("BalanceGeneral?", "totalActivo"),
                               cifra("BalanceGeneral?", "totalPasivo"),
                               cifra("BalanceGeneral?", "totalCapital"),
                               cifra("EstadoResultados?", "utilidadNeta"),
                               cifra("FlujoEfectivo?metodo=directo&", "flujoNeto"),
                               cifra("FlujoEfectivo?metodo=indirecto&", "flujoNeto")};
        EXPECT_EQ(nuestros, de_hledger(diario.out, desde, hasta)) << desde.iso() << " to " << hasta.iso();
        EXPECT_NE(nuestros.activo, Importe{});
        for (const std::string seccion : secciones)
            EXPECT_EQ(cifra("FlujoEfectivo?metodo=directo&", seccion), cifra("FlujoEfectivo?metodo=indirecto&", seccion))
                << seccion;
        if (desde == hoy + -400) {
            EXPECT_NE(nuestros.utilidad, Importe{});
        }
    }
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
