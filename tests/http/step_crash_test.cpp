// The service ends as if killed at every named step of registering, settling and cancelling (base/paso.hpp). What was answered
// before is kept, the request is there whole or not at all, and repeated with its key it happens once. Without
// CACAO_TEST_CRASH_ROUNDS one step in four is looked at, and nobody else calls; with it, each step also while others go on around
// the request.

#include "http/carga.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace cacao::test {
namespace {

struct Muerte {
    std::string_view peticion;
    std::string_view paso;
};

// Of an invoice of a note, what comes second is of the document that takes the sale back from the note. The commit of what is
// answered before is the first.
constexpr Muerte muertes[] = {
    {"nota", "derivar"},
    {"nota", "mover_existencia"},
    {"nota", "asentar"},
    {"nota", "guardar_partidas"},
    {"nota", "abrir_saldos"},
    {"nota", "tomar_folio"},
    {"nota", "guardar_documento"},
    {"nota", "acompaniar"},
    {"nota", "antes_de_confirmar:2"},
    {"nota", "despues_de_confirmar:2"},
    {"factura", "guardar_documento"},
    {"factura", "derivar:2"},
    {"factura", "abrir_saldos:2"},
    {"factura", "tomar_folio:2"},
    {"factura", "guardar_documento:2"},
    {"factura", "aplicar/tomar"},
    {"factura", "aplicar/liquidar:2"},
    {"factura", "acompaniar:2"},
    {"factura", "antes_de_confirmar:2"},
    {"factura", "despues_de_confirmar:2"},
    {"asignacion", "aplicar/tomar"},
    {"asignacion", "aplicar/liquidar"},
    {"asignacion", "aplicar/asentar"},
    {"asignacion", "antes_de_confirmar:2"},
    {"asignacion", "despues_de_confirmar:2"},
    {"cancelacion", "cancelar/desaplicar"},
    {"cancelacion", "cancelar/devolver_avances"},
    {"cancelacion", "cancelar/revertir"},
    {"cancelacion", "cancelar/cerrar_saldo"},
    {"cancelacion", "cancelar/desaplicar:2"},
    {"cancelacion", "cancelar/devolver_avances:2"},
    {"cancelacion", "cancelar/revertir:2"},
    {"cancelacion", "cancelar/cerrar_saldo:2"},
    {"cancelacion", "antes_de_confirmar:2"},
    {"cancelacion", "despues_de_confirmar:2"},
};

struct Peticion {
    std::string metodo;
    std::string destino;
    std::string cuerpo;
};

class StepCrashTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};
    Tienda tienda{service};

    std::string hecho(std::string_view destino, const std::string& cuerpo) {
        const auto r = service.ask("admin", "POST", destino, cuerpo);
        EXPECT_EQ(r.status, 200) << r.body;
        return r.at("/data/transaccionId");
    }
    // What the request stands on is made here, by the service as it is.
    Peticion preparar(std::string_view cual) {
        if (cual == "nota") {
            const auto pedido = hecho("/api/PedidoCliente", tienda.factura("10"));
            return {
                "POST", "/api/NotaVenta",
                fmt::format(
                    R"({{"clienteId":{},"partidas":[{{"productoId":{},"cantidad":4,"transaccionIdOrigen":{},"partidaOrigen":1}}]}})",
                    tienda.clienteId, tienda.productoId, pedido)};
        }
        const auto nota = hecho("/api/NotaVenta", tienda.factura("10"));
        const auto deposito = hecho("/api/Bancos/DepositoAgregar", tienda.deposito("80"));
        const auto asignar = Peticion{"PUT", "/api/Bancos/DepositoAsignar/" + deposito, Tienda::asignacion(nota, "80")};
        if (cual == "asignacion") return asignar;
        EXPECT_EQ(service.ask("admin", asignar.metodo, asignar.destino, asignar.cuerpo).status, 200);
        // Of the 69.60 that it comes to, the note owes 36: the rest was paid, and pays the invoice.
        const Peticion facturar{"POST", "/api/NotaVenta/NotaVentaFacturar/" + nota,
                                R"({"partidas":[{"numeroPartida":1,"cantidad":6}]})"};
        if (cual == "factura") return facturar;
        return {"DELETE", "/api/RegistroVenta/RegistroVentaCancelar/" + hecho(facturar.destino, facturar.cuerpo), {}};
    }
    void morir_en(const Muerte& m, int vez) {
        const Peticion p = preparar(m.peticion);
        const auto llave = fmt::format("paso-{}", vez);
        const auto antes = tienda.resumen();
        const auto contactos = tienda.cuenta("SELECT count(*) FROM contacto WHERE organizacionId = $1");
        const auto pide = [&] { return service.ask("admin", p.metodo, p.destino, p.cuerpo, {{"Idempotency-Key", llave}}); };

        ASSERT_EQ(service.stop(), 0);
        service.start_with({fmt::format("CACAO_TEST_END_AT={}", m.paso)});
        const auto contestada = service.ask("admin", "POST", "/api/Contactos",
                                            fmt::format(R"({{"codigo":"K{}","nombre":"Contestado","roles":["cliente"]}})", vez));
        ASSERT_EQ(contestada.status, 200) << contestada.body;
        HttpAnswer cortada;
        try {
            cortada = pide();
        } catch (const std::runtime_error&) {
            // The service is gone before the next connection.
        }
        ASSERT_EQ(cortada.status, 0) << "the step was not reached: " << cortada.body;
        ASSERT_EQ(service.process().wait(), 128 + SIGKILL);

        service.start_with({});
        EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM contacto WHERE organizacionId = $1"), contactos + 1);
        EXPECT_EQ(tienda.descuadres(), "");
        const auto quedo = tienda.resumen();
        if (m.paso.starts_with("despues")) EXPECT_NE(quedo, antes);
        else EXPECT_EQ(quedo, antes);
        const auto otra = pide();
        ASSERT_EQ(otra.status, 200) << otra.body;
        const auto despues = tienda.resumen();
        EXPECT_NE(despues, antes);
        if (m.paso.starts_with("despues")) {
            EXPECT_EQ(otra.header("Idempotency-Replayed"), "true");
            EXPECT_EQ(quedo, despues);
        }
        const auto repetida = pide();
        EXPECT_EQ(repetida.body, otra.body);
        EXPECT_EQ(repetida.header("Idempotency-Replayed"), "true");
        EXPECT_EQ(tienda.resumen(), despues);
        expect_verified();
    }
    // Whoever reaches the step first ends the service for all of them, the request at the latest.
    void morir_entre_otros(const Muerte& m, int vez) {
        const Peticion p = preparar(m.peticion);
        const auto llave = fmt::format("paso-entre-otros-{}", vez);
        const auto pide = [&] { return service.ask("admin", p.metodo, p.destino, p.cuerpo, {{"Idempotency-Key", llave}}); };
        ASSERT_EQ(service.stop(), 0);
        service.start_with({fmt::format("CACAO_TEST_END_AT={}", m.paso)});
        Carga carga{tienda};
        HttpAnswer cortada;
        {
            std::vector<std::jthread> otros;
            for (int c = 0; c < 4; ++c)
                otros.emplace_back(
                    [&, c] { carga.write(fmt::format("E{}C{}", vez, c), static_cast<unsigned>(4 * vez + c), 200, false); });
            try {
                cortada = pide();
            } catch (const std::runtime_error&) {
                // The service is gone before this caller had connected.
            }
        }
        // Of commits that are counted it may have been the first, and answered.
        ASSERT_TRUE(cortada.status == 0 || (cortada.status == 200 && m.paso.find("confirmar") != std::string_view::npos))
            << "the step was not reached: " << cortada.body;
        ASSERT_EQ(service.process().wait(), 128 + SIGKILL);

        service.start_with({});
        carga.expect_kept();
        EXPECT_EQ(tienda.descuadres(), "") << "before anything was repeated";
        carga.repeat();
        const auto otra = pide();
        ASSERT_EQ(otra.status, 200) << otra.body;
        if (cortada.status == 200) {
            EXPECT_EQ(otra.body, cortada.body);
        }
        const auto despues = tienda.resumen();
        const auto repetida = pide();
        EXPECT_EQ(repetida.body, otra.body);
        EXPECT_EQ(repetida.header("Idempotency-Replayed"), "true");
        EXPECT_EQ(tienda.resumen(), despues);
        EXPECT_EQ(tienda.descuadres(), "") << "after what was open was repeated";
        expect_verified();
    }
    void expect_verified() {
        const auto verified = service.installation().run({"verify"});
        EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
    }
};
CACAO_EN_AMBOS_MOTORES(StepCrashTest);

TEST_P(StepCrashTest, KilledAtAnyStepARequestIsWholeOrNotThere) {
    hecho("/api/Inventario/MovimientoAgregar", tienda.movimiento("entrada", "100000"));
    const bool todas = std::getenv("CACAO_TEST_CRASH_ROUNDS") != nullptr;
    for (std::size_t i = 0; i < std::size(muertes) && !HasFatalFailure(); ++i) {
        if (!todas && i % 4 != 3) continue;
        SCOPED_TRACE(fmt::format("{} at {}", muertes[i].peticion, muertes[i].paso));
        morir_en(muertes[i], static_cast<int>(i));
        if (todas && !HasFatalFailure()) morir_entre_otros(muertes[i], static_cast<int>(i));
    }
}

}  // namespace
}  // namespace cacao::test
