// Documents under many callers at once: stock, folios, deposits, cancellation and the end of a month. CACAO_TEST_ENGINE_INVOICES
// says how many invoices are posted in one series; the deep run posts the full number on both engines.

#include "http/tienda.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <set>
#include <thread>

namespace cacao::test {
namespace {

int facturas(db::Motor motor) {
    const char* given = std::getenv("CACAO_TEST_ENGINE_INVOICES");
    return given != nullptr ? std::atoi(given) : motor == db::Motor::sqlite ? 10'000 : 2'000;
}

class EngineConcurrencyTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};
    Tienda tienda{service};

    std::vector<HttpAnswer> together(std::size_t callers, std::size_t total,
                                     const std::function<HttpAnswer(Client&, std::size_t)>& request) {
        return test::together(service.port(), callers, total, request);
    }
    static std::map<std::string, int> outcomes(const std::vector<HttpAnswer>& answers) {
        std::map<std::string, int> counted;
        for (const auto& a : answers) ++counted[a.status == 200 ? "200" : fmt::format("{} {}", a.status, a.faults())];
        return counted;
    }
    std::string made(const std::string& target, const std::string& body) {
        const auto answer = service.ask("admin", "POST", target, body);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.at("/data/transaccionId");
    }
    // Whatever happened, the books hold and the audit chain is whole.
    void expect_whole() {
        EXPECT_EQ(tienda.descuadres(), "");
        EXPECT_EQ(service.stop(), 0);
        // Ten thousand documents of the last minute: the server would take its statistics of them later, and plan for none now.
        if (GetParam() == db::Motor::postgres) Postgres::instance().run("ANALYZE", service.installation().database());
        const auto verified = service.installation().run({"verify"});
        EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
    }
};
CACAO_EN_AMBOS_MOTORES(EngineConcurrencyTest);

TEST_P(EngineConcurrencyTest, OfAThousandTakesOfOneOnFiveHundredHalfSucceed) {
    made("/api/Inventario/MovimientoAgregar", tienda.movimiento("entrada", "500"));
    const auto headers = service.authorized("admin");
    const auto answers = together(100, 1000, [&](Client& c, std::size_t) {
        return c.ask("POST", "/api/Inventario/MovimientoAgregar", headers, tienda.movimiento("salida", "1"));
    });
    EXPECT_EQ(outcomes(answers),
              (std::map<std::string, int>{{"200", 500}, {"400 existencia_insuficiente /partidas/0/cantidad", 500}}));
    EXPECT_EQ(tienda.cuenta("SELECT cantidad FROM existencia WHERE organizacionId = $1"), 0);
    EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM documento WHERE organizacionId = $1 AND tipo = 'SalidaInventario'"), 500);
    expect_whole();
}

TEST_P(EngineConcurrencyTest, FoliosOfOneSeriesHaveNoGapAndNoDouble) {
    const int total = facturas(GetParam());
    made("/api/Inventario/MovimientoAgregar", tienda.movimiento("entrada", "100000"));
    const auto headers = service.authorized("admin");
    // One in ten asks for what cannot be: it must not leave a hole.
    const auto answers = together(64, static_cast<std::size_t>(total), [&](Client& c, std::size_t i) {
        return c.ask("POST", "/api/FacturaVenta", headers, tienda.factura(i % 10 == 9 ? "1000000" : "1"));
    });
    const int malas = total / 10;
    EXPECT_EQ(outcomes(answers),
              (std::map<std::string, int>{{"200", total - malas}, {"400 existencia_insuficiente /partidas/0/cantidad", malas}}));
    std::set<std::string> folios;
    for (const auto& a : answers)
        if (a.status == 200) folios.insert(a.at("/data/folio"));
    EXPECT_EQ(folios.size(), static_cast<std::size_t>(total - malas));
    EXPECT_TRUE(folios.contains("FV-1"));
    EXPECT_TRUE(folios.contains(fmt::format("FV-{}", total - malas)));
    expect_whole();
}

TEST_P(EngineConcurrencyTest, AssignsOfOneDepositNeverPassIt) {
    const auto headers = service.authorized("admin");
    std::vector<std::string> invoices;
    for (int i = 0; i < 32; ++i) invoices.push_back(made("/api/FacturaVenta", tienda.factura_de_servicio()));  // 116 each
    const auto deposit = made("/api/Bancos/DepositoAgregar", tienda.deposito("1000"));
    // Sixteen times 116 is more than there is, and each invoice is asked for twice.
    const auto answers = together(64, 64, [&](Client& c, std::size_t i) {
        return c.ask("PUT", "/api/Bancos/DepositoAsignar/" + deposit, headers, Tienda::asignacion(invoices[i % 32], "100"));
    });
    int taken = 0;
    for (const auto& a : answers) {
        taken += a.status == 200 ? 1 : 0;
        EXPECT_TRUE(a.status == 200 || a.faults().starts_with("excede_por_asignar") || a.faults().starts_with("excede_saldo"))
            << a.body;
    }
    EXPECT_EQ(taken, 10);
    EXPECT_EQ(tienda.cuenta("SELECT saldo FROM saldo WHERE organizacionId = $1 AND naturaleza = 'favorCliente'"), 0);
    expect_whole();
}

TEST_P(EngineConcurrencyTest, CancelAgainstAssignEndsInOneOfTheTwo) {
    const auto headers = service.authorized("admin");
    const auto deposit = made("/api/Bancos/DepositoAgregar", tienda.deposito("100000"));
    int cancelled = 0;
    for (int round = 0; round < 40; ++round) {
        const auto invoice = made("/api/FacturaVenta", tienda.factura_de_servicio());
        const auto answers = together(2, 2, [&](Client& c, std::size_t i) {
            if ((i + static_cast<std::size_t>(round)) % 2 == 0)
                return c.ask("DELETE", "/api/RegistroVenta/RegistroVentaCancelar/" + invoice, headers);
            return c.ask("PUT", "/api/Bancos/DepositoAsignar/" + deposit, headers, Tienda::asignacion(invoice, "116"));
        });
        const auto& cancel = answers[static_cast<std::size_t>(round) % 2];
        const auto& assign = answers[1 - static_cast<std::size_t>(round) % 2];
        EXPECT_NE(cancel.status == 200, assign.status == 200) << cancel.body << assign.body;
        EXPECT_TRUE(cancel.status == 200 || cancel.faults() == "con_dependientes /id") << cancel.body;
        EXPECT_TRUE(assign.status == 200 || assign.faults().starts_with("documento_cancelado")) << assign.body;
        cancelled += cancel.status == 200 ? 1 : 0;
        const auto shown = service.ask("admin", "GET", "/api/RegistroVenta/" + invoice);
        EXPECT_EQ(shown.at("/estado"), cancel.status == 200 ? "cancelado" : "vigente") << shown.body;
        EXPECT_EQ(shown.at("/saldo"), "0") << shown.body;
    }
    RecordProperty("cancelled", cancelled);
    expect_whole();
}

// Two requests that begin together, the first of them first in every other round.
// Sixteen callers import the same statement and then each take the same deposit for a line of their own.
TEST_P(EngineConcurrencyTest, AStatementComesInOnceAndAMovementIsReconciledOnce) {
    const auto headers = service.authorized("admin");
    made("/api/Bancos/DepositoAgregar", tienda.deposito("100"));
    const auto cuenta = service.ask("admin", "GET", "/api/Bancos/Depositos").at("/data/0/cuentaBancariaId");
    std::string lineas;
    for (int i = 0; i < 16; ++i)
        lineas += fmt::format(R"({}{{"referenciaBanco":"B-{}","fecha":"2026-01-02","importe":100}})", i == 0 ? "" : ",", i);
    const auto imported = together(16, 16, [&](Client& c, std::size_t) {
        return c.ask("POST", "/api/Bancos/EstadoCuentaImportar", headers,
                     fmt::format(R"({{"cuentaBancariaId":{},"lineas":[{}]}})", cuenta, lineas));
    });
    int agregadas = 0;
    for (const auto& a : imported) {
        EXPECT_EQ(a.status, 200) << a.body;
        agregadas += std::stoi(a.at("/data/agregadas"));
    }
    EXPECT_EQ(agregadas, 16);
    const auto poliza = service.ask("admin", "GET", "/api/Bancos/Movimientos?cuentaBancariaId=" + cuenta).at("/data/0/polizaId");
    const auto answers = together(16, 16, [&](Client& c, std::size_t i) {
        const auto linea = imported[0].at(fmt::format("/data/lineas/{}/lineaBancoId", i));
        return c.ask("POST", "/api/Bancos/ConciliacionAgregar", headers,
                     fmt::format(R"({{"cuentaBancariaId":{},"movimientos":[{}],"lineas":[{}]}})", cuenta, poliza, linea));
    });
    int taken = 0;
    for (const auto& a : answers) {
        taken += a.status == 200 ? 1 : 0;
        EXPECT_TRUE(a.status == 200 || a.faults() == "conciliado /movimientos/0") << a.body;
    }
    EXPECT_EQ(taken, 1);
    expect_whole();
}

TEST_P(EngineConcurrencyTest, AcceptAgainstCancelEndsInOneOfTheTwo) {
    const auto headers = service.authorized("admin");
    int cancelled = 0;
    for (int round = 0; round < 40; ++round) {
        const auto quotation = made("/api/Cotizaciones", tienda.factura_de_servicio());
        const auto cancel_at = static_cast<std::size_t>(round) % 2;
        const auto answers = together(2, 2, [&](Client& c, std::size_t i) {
            if (i == cancel_at) return c.ask("DELETE", "/api/Cotizaciones/CotizacionCancelar/" + quotation, headers);
            return c.ask("PUT", "/api/Cotizaciones/CotizacionAceptar/" + quotation, headers);
        });
        const auto& cancel = answers[cancel_at];
        const auto& accept = answers[1 - cancel_at];
        // What is accepted can be cancelled still; what is cancelled cannot be accepted any more.
        EXPECT_EQ(cancel.status, 200) << cancel.body;
        EXPECT_TRUE(accept.status == 200 || accept.faults() == "estado_invalido /id") << accept.body;
        cancelled += accept.status == 200 ? 0 : 1;
        EXPECT_EQ(tienda.estado(quotation), "cancelado");
        EXPECT_EQ(service.ask("admin", "PUT", "/api/Cotizaciones/CotizacionAceptar/" + quotation).faults(),
                  "estado_invalido /id");
    }
    RecordProperty("cancelled_first", cancelled);
    expect_whole();
}

TEST_P(EngineConcurrencyTest, CloseAgainstCancelEndsInOneOfTheTwo) {
    const auto headers = service.authorized("admin");
    made("/api/Inventario/MovimientoAgregar", tienda.movimiento("entrada", "100"));
    int cancelled = 0;
    for (int round = 0; round < 40; ++round) {
        auto body = tienda.factura("2");
        body.insert(1, R"("reservar":true,)");
        const auto order = made("/api/PedidoCliente", body);
        const auto cancel_at = static_cast<std::size_t>(round) % 2;
        const auto answers = together(2, 2, [&](Client& c, std::size_t i) {
            if (i == cancel_at) return c.ask("DELETE", "/api/PedidoCliente/PedidoClienteCancelar/" + order, headers);
            return c.ask("PUT", "/api/PedidoCliente/PedidoClienteCerrar/" + order, headers);
        });
        const auto& cancel = answers[cancel_at];
        const auto& close = answers[1 - cancel_at];
        EXPECT_NE(cancel.status == 200, close.status == 200) << cancel.body << close.body;
        for (const auto* a : {&cancel, &close}) EXPECT_TRUE(a->status == 200 || a->faults() == "estado_invalido /id") << a->body;
        EXPECT_EQ(tienda.estado(order), cancel.status == 200 ? "cancelado" : "cerrado");
        cancelled += cancel.status == 200 ? 1 : 0;
        // What it had put aside is free, once.
        EXPECT_EQ(tienda.cuenta("SELECT reservado FROM existencia WHERE organizacionId = $1"), 0);
    }
    RecordProperty("cancelled", cancelled);
    expect_whole();
}

TEST_P(EngineConcurrencyTest, ANotePartIsInvoicedOnce) {
    const auto headers = service.authorized("admin");
    made("/api/Inventario/MovimientoAgregar", tienda.movimiento("entrada", "1000"));
    for (int round = 0; round < 12; ++round) {
        const auto note = made("/api/NotaVenta", tienda.factura("10"));
        // Whole, by its parts and as the rest of several, all at once: of ten units never more than ten are invoiced.
        const auto answers = together(8, 8, [&](Client& c, std::size_t i) {
            const auto one = "/api/NotaVenta/NotaVentaFacturar/" + note;
            if (i % 4 == 0) return c.ask("POST", one, headers, R"({"partidas":[{"numeroPartida":1,"cantidad":10}]})");
            if (i % 4 == 1) return c.ask("POST", "/api/NotaVenta/Facturar", headers, R"({"transaccionIds":[)" + note + "]}");
            return c.ask("POST", one, headers, R"({"partidas":[{"numeroPartida":1,"cantidad":6}]})");
        });
        double invoiced = 0;
        for (const auto& a : answers) {
            if (a.status == 200) invoiced += std::stod(a.at("/data/total"));
            else EXPECT_TRUE(a.faults().starts_with("excede_pendiente") || a.faults().starts_with("lista_vacia")) << a.body;
        }
        const auto units = tienda.cuenta(fmt::format(
            "SELECT cantidad FROM avance WHERE organizacionId = $1 AND avance = 'facturado' AND transaccionId = {}", note));
        EXPECT_TRUE(units == 10'000'000 || units == 6'000'000) << units;
        EXPECT_NEAR(invoiced, 11.6e-6 * static_cast<double>(units), 0.001);
        // One sale, whatever papers it has: what is owed of it is what it came to.
        EXPECT_EQ(
            service.ask("admin", "GET", fmt::format("/api/Contactos/{}/Saldo", tienda.clienteId)).at("/data/monedas/0/neto"),
            std::to_string(116 * (round + 1)));
    }
    // Two callers and the same half: one of them.
    const auto note = made("/api/NotaVenta", tienda.factura("10"));
    const auto answers = together(2, 2, [&](Client& c, std::size_t) {
        return c.ask("POST", "/api/NotaVenta/NotaVentaFacturar/" + note, headers,
                     R"({"partidas":[{"numeroPartida":1,"cantidad":6}]})");
    });
    EXPECT_EQ(outcomes(answers), (std::map<std::string, int>{{"200", 1}, {"400 excede_pendiente /partidas/0/cantidad", 1}}));
    expect_whole();
}

TEST_P(EngineConcurrencyTest, DeliveriesOfOneOrderNeverPassIt) {
    const auto headers = service.authorized("admin");
    made("/api/Inventario/MovimientoAgregar", tienda.movimiento("entrada", "1000"));
    const auto order = made("/api/PedidoCliente", tienda.factura("50"));
    // By delivery, note and invoice: each takes the goods of the order out, of which there are fifty.
    const std::array targets{"/api/Inventario/EntregaAgregar", "/api/NotaVenta", "/api/FacturaVenta"};
    const auto body = fmt::format(
        R"({{"clienteId":{},"partidas":[{{"productoId":{},"cantidad":1,"transaccionIdOrigen":{},"partidaOrigen":1}}]}})",
        tienda.clienteId, tienda.productoId, order);
    const auto answers =
        together(30, 120, [&](Client& c, std::size_t i) { return c.ask("POST", targets[i % targets.size()], headers, body); });
    EXPECT_EQ(outcomes(answers), (std::map<std::string, int>{{"200", 50}, {"400 excede_pendiente /partidas/0/cantidad", 70}}));
    const auto shown = service.ask("admin", "GET", "/api/PedidoCliente/" + order);
    EXPECT_EQ(shown.at("/data/pendientes/0/entregado"), "50") << shown.body;
    EXPECT_EQ(shown.at("/data/pendientes/0/pendienteEntregar"), "0") << shown.body;
    EXPECT_EQ(tienda.cuenta("SELECT cantidad FROM existencia WHERE organizacionId = $1"), 950'000'000);
    expect_whole();
}

// What leaves: a supplier with a debt, and the requests to pay it.
class EgressConcurrencyTest : public EngineConcurrencyTest {
protected:
    std::int64_t gastos = tienda.cuenta("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'GASTOS'");
    std::string proveedor = service.ask("admin", "POST", "/api/Contactos", R"({"codigo":"P","nombre":"x","roles":["proveedor"]})")
                                .at("/data/entidadId");

    std::string debt(const std::string& precio) {
        return made("/api/Gasto", fmt::format(R"({{"proveedorId":{},"partidas":[{{"conceptoId":{},"precioUnitario":{}}}]}})",
                                              proveedor, gastos, precio));
    }
    std::string request(const std::string& gasto, const std::string& importe) const {
        return fmt::format(R"({{"beneficiarioId":{},"importe":{},"partidas":[{{"transaccionIdCompra":{},"importe":{}}}]}})",
                           proveedor, importe, gasto, importe);
    }
    // `more` stands among the fields of the header.
    std::string egress(const std::string& gasto, const std::string& importe, const std::string& more = {}) const {
        return fmt::format(
            R"({{"cuentaBancariaId":{},"beneficiarioId":{},"importe":{}{},"partidas":[{{"transaccionIdCompra":{},"importeAbono":{}}}]}})",
            tienda.bancoId, proveedor, importe, more, gasto, importe);
    }
    // What is authorized can be cancelled still; what is cancelled cannot be authorized any more. Whoever came first, its events
    // tell one story.
    void decide_against_cancel(const std::function<std::string()>& make, const std::string& authorize_at,
                               const std::string& cancel_at) {
        const auto headers = service.authorized("admin");
        int authorized = 0;
        for (std::size_t round = 0; round < 40; ++round) {
            const auto id = make();
            const auto answers = together(2, 2, [&](Client& c, std::size_t i) {
                if (i == round % 2) return c.ask("DELETE", cancel_at + id, headers);
                return c.ask("PUT", authorize_at + id, headers);
            });
            const auto& cancel = answers[round % 2];
            const auto& authorize = answers[1 - round % 2];
            EXPECT_EQ(cancel.status, 200) << cancel.body;
            EXPECT_TRUE(authorize.status == 200 || authorize.faults() == "estado_invalido /id") << authorize.body;
            EXPECT_EQ(tienda.estado(id), "cancelado");
            EXPECT_EQ(service.ask("admin", "PUT", authorize_at + id).faults(), "estado_invalido /id");
            authorized += authorize.status == 200 ? 1 : 0;
        }
        EXPECT_EQ(tienda.cuenta(R"(SELECT count(*) FROM evento WHERE organizacionId = $1 AND evento = 'cambiado'
                                   AND datos = '{"estado":"autorizado"}')"),
                  authorized);
        EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM evento WHERE organizacionId = $1 AND evento = 'cancelado'"), 40);
    }
    void let_whoever_asks_authorize() {
        EXPECT_EQ(service
                      .ask("admin", "PUT", "/api/Contabilidad/Configuracion",
                           R"({"existenciaNegativa":false,"pagoDeTerceros":false,"limiteCreditoEstricto":false,)"
                           R"("autorizaQuienSolicita":true})")
                      .status,
                  200);
    }
};
CACAO_EN_AMBOS_MOTORES(EgressConcurrencyTest);

TEST_P(EgressConcurrencyTest, ChequesOfOneAccountHaveNoGapAndNoDouble) {
    const auto method = service
                            .ask("admin", "POST", "/api/Bancos/FormasPago",
                                 R"({"nombre":"Cheque","generaConsecutivo":true,"maneja_cheques":true,"claveSAT":"02"})")
                            .at("/data/formaPagoId");
    const auto gasto = debt("1000");  // 1,160
    const auto headers = service.authorized("admin");
    // One in four asks for more than is owed: it must not leave a hole.
    const auto answers = together(16, 80, [&](Client& c, std::size_t i) {
        return c.ask("POST", "/api/Bancos/EgresoAgregar", headers,
                     egress(gasto, i % 4 == 3 ? "2000" : "1", ",\"formaPagoId\":" + method));
    });
    std::set<int> numbers;
    for (const auto& a : answers) {
        if (a.status == 200) numbers.insert(std::stoi(a.at("/data/consecutivo")));
        else EXPECT_EQ(a.faults(), "excede_saldo /partidas/0/importeAbono") << a.body;
    }
    EXPECT_EQ(numbers.size(), 60U);
    EXPECT_EQ(*numbers.begin(), 1);
    EXPECT_EQ(*numbers.rbegin(), 60);
    expect_whole();
}

TEST_P(EgressConcurrencyTest, OfRequestsForTheSameDebtOnlyWhatItOwesIsTaken) {
    const auto gasto = debt("1000");
    const auto headers = service.authorized("admin");
    const auto answers = together(16, 32, [&](Client& c, std::size_t) {
        return c.ask("POST", "/api/SolicitudPago/V1", headers, request(gasto, "386.66"));
    });
    EXPECT_EQ(outcomes(answers), (std::map<std::string, int>{{"200", 3}, {"400 excede_saldo /partidas/0/importe", 29}}));
    // Nor is it paid by whoever has not asked: two pesos are left of which none is asked for.
    const auto paid = together(
        8, 8, [&](Client& c, std::size_t) { return c.ask("POST", "/api/Bancos/EgresoAgregar", headers, egress(gasto, "0.02")); });
    EXPECT_EQ(outcomes(paid), (std::map<std::string, int>{{"200", 1}, {"400 excede_saldo /partidas/0/importeAbono", 7}}));
    expect_whole();
}

TEST_P(EgressConcurrencyTest, EgressesOfOneRequestNeverPassWhatWasAuthorized) {
    let_whoever_asks_authorize();
    const auto gasto = debt("10000");
    const auto solicitud = made("/api/SolicitudPago/V1", request(gasto, "1000"));
    const auto headers = service.authorized("admin");
    // All of them authorize; one authorization is made, and answers the others.
    const auto authorized = together(8, 8, [&](Client& c, std::size_t) {
        return c.ask("PUT", "/api/SolicitudPago/SolicitudPagoAutorizar/" + solicitud, headers);
    });
    for (const auto& a : authorized) EXPECT_EQ(a.body, authorized.front().body);
    EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM solicitudPagoDecision WHERE organizacionId = $1 AND accion = 'autorizar'"), 1);
    const auto answers = together(16, 40, [&](Client& c, std::size_t) {
        return c.ask("POST", "/api/Bancos/EgresoAgregar", headers, egress(gasto, "150", ",\"solicitudPagoId\":" + solicitud));
    });
    EXPECT_EQ(outcomes(answers),
              (std::map<std::string, int>{{"200", 6}, {"400 excede_autorizado /partidas/0/importeAbono", 34}}));
    EXPECT_EQ(tienda.cuenta("SELECT pagado FROM solicitudPago WHERE organizacionId = $1"), 900'000'000);
    // Cancelled at once by many, each egress gives back once.
    const auto egreso = std::ranges::find_if(answers, [](const auto& a) { return a.status == 200; })->at("/data/transaccionId");
    for (const auto& a :
         together(8, 8, [&](Client&c, std::size_t) { return c.ask("DELETE", "/api/Bancos/EgresoCancelar/" + egreso, headers); }))
        EXPECT_EQ(a.status, 200) << a.body;
    EXPECT_EQ(tienda.cuenta("SELECT pagado FROM solicitudPago WHERE organizacionId = $1"), 750'000'000);
    expect_whole();
}

TEST_P(EgressConcurrencyTest, AuthorizingAnOrderAgainstCancellingItEndsInOneOfTheTwo) {
    decide_against_cancel(
        [&] {
            return made("/api/OrdenCompra",
                        fmt::format(R"({{"proveedorId":{},"partidas":[{{"productoId":{},"cantidad":2,"precioUnitario":10}}]}})",
                                    proveedor, tienda.productoId));
        },
        "/api/OrdenCompra/OrdenCompraAutorizar/", "/api/OrdenCompra/OrdenCompraCancelar/");
    EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM pendiente WHERE organizacionId = $1 AND abierto = 1"), 0);
    expect_whole();
}

TEST_P(EgressConcurrencyTest, AuthorizingARequestAgainstCancellingItEndsInOneOfTheTwo) {
    let_whoever_asks_authorize();
    const auto gasto = debt("1000");  // 1,160, which each request asks for in full
    decide_against_cancel([&] { return made("/api/SolicitudPago/V1", request(gasto, "1160")); },
                          "/api/SolicitudPago/SolicitudPagoAutorizar/", "/api/SolicitudPago/SolicitudPagoCancelar/");
    expect_whole();
}

TEST_P(EngineConcurrencyTest, AMonthClosedUnderWritersNeverChangesAgain) {
    const auto headers = service.authorized("admin");
    std::atomic<int> written = 0;
    std::atomic<bool> closed = false;
    std::atomic<int> late = 0;
    std::string at_close;
    {
        std::vector<std::jthread> writers;
        for (int w = 0; w < 32; ++w)
            writers.emplace_back([&, w] {
                Client client{service.port()};
                for (int after = 0; after < 5;) {
                    const bool was_closed = closed;
                    const auto a = client.ask("POST", "/api/FacturaVenta", headers,
                                              tienda.factura_de_servicio("100", w % 4 == 0 ? "2024-02-10" : "2024-01-31"));
                    written += a.status == 200 ? 1 : 0;
                    EXPECT_TRUE(a.status == 200 || a.faults() == "periodo_cerrado /fecha") << a.status << a.body;
                    if (was_closed && w % 4 != 0 && a.status == 200) ++late;
                    if (was_closed) ++after;
                }
            });
        while (written < 200) std::this_thread::yield();
        const auto close = service.ask("admin", "PUT", "/api/Contabilidad/Periodos",
                                       R"({"periodo":202401,"estado":"cerrado","motivo":"Cierre mensual"})");
        EXPECT_EQ(close.status, 200) << close.body;
        at_close = tienda.balanza();
        closed = true;
    }
    EXPECT_EQ(late, 0);
    const auto month = [](const std::string& balanza) {
        const auto from = balanza.find("202401");
        const auto to = balanza.find("202402");
        return from == std::string::npos ? std::string{} : balanza.substr(from, to == std::string::npos ? to : to - from);
    };
    EXPECT_NE(month(at_close), "");
    EXPECT_EQ(month(tienda.balanza()), month(at_close));
    // Nor by what undoes a document of that month: its reverse is dated today, or refused.
    const auto invoice = tienda.cuenta("SELECT min(transaccionId) FROM documento WHERE organizacionId = $1 AND fecha < 19755");
    const auto target = fmt::format("/api/RegistroVenta/RegistroVentaCancelar/{}", invoice);
    EXPECT_EQ(service.ask("admin", "DELETE", target + "?fecha=2024-01-31").faults(), "periodo_cerrado /fecha");
    EXPECT_EQ(service.ask("admin", "DELETE", target).status, 200);
    EXPECT_EQ(month(tienda.balanza()), month(at_close));
    expect_whole();
}

// Whoever revalues a month sees its end as it was, whatever is paid meanwhile; of many who do, one does.
TEST_P(EngineConcurrencyTest, OneRevaluesAMonthWhileItsInvoicesArePaid) {
    constexpr std::size_t invoices = 24;
    constexpr std::size_t callers = 32;  // the others revalue
    const auto headers = service.authorized("admin");
    const auto bank =
        service.ask("admin", "POST", "/api/Bancos/Cuentas",
                    fmt::format(R"({{"codigo":"USD","nombre":"Dólares","tipo":"banco","moneda":"USD","cuentaId":{}}})",
                                tienda.cuenta("SELECT cuentaId FROM cuentaBancaria WHERE organizacionId = $1 AND "
                                              "codigo = 'BANCO'")));
    ASSERT_EQ(bank.status, 200) << bank.body;
    std::vector<std::string> owed;
    std::vector<std::string> paid;
    for (std::size_t i = 0; i < invoices; ++i) {
        owed.push_back(
            made("/api/FacturaVenta", fmt::format(R"({{"clienteId":{},"fecha":"2024-01-10","moneda":"USD","tipoCambio":20,)"
                                                  R"("partidas":[{{"conceptoId":{},"cantidad":1,"precioUnitario":100}}]}})",
                                                  tienda.clienteId, tienda.conceptoId)));
        paid.push_back(
            made("/api/Bancos/DepositoAgregar",
                 fmt::format(R"({{"cuentaBancariaId":{},"clienteId":{},"fecha":"2024-02-05","tipoCambio":18,"importe":116}})",
                             bank.at("/data/cuentaBancariaId"), tienda.clienteId)));
    }
    const auto answers = together(callers, callers, [&](Client& c, std::size_t i) {
        const auto n = i - i / 4 - 1;
        if (i % 4 == 0)
            return c.ask("POST", "/api/Contabilidad/Revaluaciones", headers,
                         R"({"periodo":202401,"tiposCambio":[{"moneda":"USD","tipoCambio":19}]})");
        return c.ask(
            "PUT", "/api/Bancos/DepositoAsignar/" + paid.at(n), headers,
            fmt::format(R"({{"fecha":"2024-02-06","asignaciones":[{{"transaccionId":{},"importe":116}}]}})", owed.at(n)));
    });
    EXPECT_EQ(outcomes(answers), (std::map<std::string, int>{{"200", 25}, {"400 duplicado /periodo", 7}}));
    EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM revaluacionPartida WHERE organizacionId = $1"), 24);
    EXPECT_EQ(
        tienda.cuenta("SELECT CAST(SUM(valorLibros - valorCierre) AS BIGINT) FROM revaluacionPartida WHERE organizacionId = $1"),
        24 * 116'000'000LL);
    const auto id = tienda.cuenta("SELECT transaccionId FROM revaluacion WHERE organizacionId = $1 AND vigente = 1");
    const auto undone = together(8, 8, [&](Client& c, std::size_t) {
        return c.ask("DELETE", fmt::format("/api/Contabilidad/Revaluaciones/RevaluacionCancelar/{}", id), headers);
    });
    EXPECT_EQ(outcomes(undone), (std::map<std::string, int>{{"200", 8}}));
    expect_whole();
}

}  // namespace
}  // namespace cacao::test
