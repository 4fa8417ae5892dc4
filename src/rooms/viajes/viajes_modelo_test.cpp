// Random lives of bookings against a plain model: what is sold in the agency's name and for others, what suppliers charge for it,
// what is credited and cancelled. Services come to their invoice, money of others never enters income, and the margin is what the
// books say.

#include "base/azar.hpp"
#include "db/rows.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/egresos/documentos/gasto.hpp"
#include "rooms/egresos/documentos/gasto_agencia.hpp"
#include "rooms/ventas/documentos/nota_credito_cliente.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "rooms/viajes/factura_viaje.hpp"
#include "rooms/viajes/margen_viaje.hpp"
#include "rooms/viajes/verificar.hpp"
#include "support/alcance.hpp"
#include "support/importes.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <thread>
#include <vector>

namespace cacao {
namespace {

using test::Alcance;
using test::centavos;
using test::Libro;

struct ServicioModelo {
    std::string servicioId, transaccionId;
    std::int64_t partidas = 0;  // the first of its lines
    Importe venta, terceros;    // as sold
    Importe pagado;             // to the supplier
    bool intermediado = false;
    bool acreditado = false;
};

struct FacturaModelo {
    std::string transaccionId;
    std::vector<ServicioModelo> servicios;
    bool cancelada = false;
    bool con_credito = false;
};

class ViajesModeloTest : public testing::TestWithParam<db::Motor> {
protected:
    Libro l{GetParam(),
            {register_factura_viaje, register_margen_viaje, register_gasto_agencia, register_gasto, register_nota_credito_cliente,
             register_registro_venta}};
    Azar azar{43};
    Alcance alcance{{"reventa", 10}, {"intermediado", 10}, {"gasto", 10},    {"de varios", 3},
                    {"de más", 1},   {"credito", 4},       {"cancelada", 2}, {"repetida", 5}};
    std::vector<FacturaModelo> facturas;
    Importe ventas, terceros, costo;

    void SetUp() override {
        l.escribe([&](Context& ctx) {
            ctx.db().run(R"(UPDATE contacto SET rfc = 'XIA190128J61', nombreFiscal = 'XENON INDUSTRIAL ARTICLES',
                                   codigoPostal = '76343', regimenFiscal = '601' WHERE organizacionId = $1 AND entidadId = $2)",
                         ctx.organizacionId(), l.proveedorId);
        });
    }

    void factura(int n) {
        const auto concepto = l.concepto("VENTA-SERV");
        FacturaModelo f;
        std::string servicios;
        const int cuantos = 1 + azar.menor(3);
        std::int64_t partida = 1;
        for (int i = 0; i < cuantos; ++i) {
            ServicioModelo s;
            s.intermediado = azar.una_de(2);
            s.partidas = partida;
            const Importe tarifa = centavos(1 + azar.menor(std::int64_t{500'000}));
            const Importe cargo = azar.una_de(2) ? centavos(1 + azar.menor(std::int64_t{20'000})) : Importe{};
            servicios += fmt::format(R"({}{{"tipo":"otro","modalidad":"{}","conceptoId":{},"proveedorId":{},"tarifa":{})",
                                     i == 0 ? "" : ",", s.intermediado ? "intermediacion" : "reventa", concepto, l.proveedorId,
                                     tarifa.texto());
            if (!cargo.es_cero())
                servicios += fmt::format(R"(,"cargoServicio":{},"conceptoCargoId":{})", cargo.texto(), concepto);
            servicios += '}';
            partida += cargo.es_cero() ? 1 : 2;
            s.venta = cargo + (s.intermediado ? Importe{} : tarifa);
            if (s.intermediado) s.terceros = tarifa + (tarifa * Tasa::de_micros(160'000)).redondear(2);
            ventas += s.venta;
            terceros += s.terceros;
            f.servicios.push_back(s);
            alcance.hubo(s.intermediado ? "intermediado" : "reventa");
        }
        const auto cuerpo =
            fmt::format(R"({{"referencia":"R{0}","localizador":"L{1}","clienteId":{2},"fecha":"2026-10-01","servicios":[{3}]}})",
                        n, n % 7, l.clienteId, servicios);
        const auto r = l.m.pide("POST /api/AgenciaViaje/RegistrarFacturaV2", cuerpo);
        ASSERT_EQ(r.status, 200) << r.body;
        f.transaccionId = r.en("/data/transaccionId");
        for (int i = 0; i < cuantos; ++i) {
            auto& s = f.servicios[static_cast<std::size_t>(i)];
            s.servicioId = r.en(fmt::format("/data/servicios/{}/servicioId", i));
            s.transaccionId = f.transaccionId;
            EXPECT_EQ(Importe::leer(r.en(fmt::format("/data/servicios/{}/terceros", i))), s.terceros);
        }
        if (azar.una_de(3)) {
            const auto otra = l.m.pide("POST /api/AgenciaViaje/RegistrarFacturaV2", cuerpo);
            EXPECT_EQ(otra.en("/data/transaccionId"), f.transaccionId);
            EXPECT_EQ(otra.en("/data/repetida"), "true");
            alcance.hubo("repetida");
        }
        facturas.push_back(std::move(f));
    }

    ServicioModelo* alguno(bool intermediado) {
        std::vector<ServicioModelo*> suyos;
        for (auto& f : facturas)
            for (auto& s : f.servicios)
                if (!f.cancelada && s.intermediado == intermediado) suyos.push_back(&s);
        return suyos.empty() ? nullptr : suyos[azar.menor(suyos.size())];
    }

    // One of the supplier, of one service or of two and a booking.
    void gasto() {
        const bool de_terceros = azar.una_de(2);
        auto* uno = alguno(de_terceros);
        auto* otro = alguno(de_terceros);
        if (uno == nullptr) return;
        const std::int64_t precio = 300 + azar.menor(100'000);
        Importe del_uno = centavos(precio), del_otro;
        std::string servicios = fmt::format(R"({{"servicioId":{}}})", uno->servicioId);
        if (otro->servicioId != uno->servicioId) {
            del_otro = centavos(1 + azar.menor(99));
            del_uno -= del_otro;
            servicios += fmt::format(R"(,{{"servicioId":{},"importe":{}}})", otro->servicioId, del_otro.texto());
            alcance.hubo("de varios");
        }
        // Nobody is paid more than was charged for them.
        const bool de_mas = de_terceros && (uno->pagado + del_uno > uno->terceros || otro->pagado + del_otro > otro->terceros);
        const auto r = l.m.pide(
            "POST /api/AgenciaViaje/RegistrarGasto",
            fmt::format(
                R"({{"proveedores":[{{"proveedorId":{},"fecha":"02/10/2026","partidas":[{{"conceptoId":{},"precioUnitario":{},"servicios":[{}]}}]}}]}})",
                l.proveedorId, l.concepto("GASTOS"), centavos(precio).texto(), servicios));
        ASSERT_EQ(r.status, de_mas ? 400 : 200) << r.body;
        if (de_mas) {
            ASSERT_THAT(r.faltas(), testing::HasSubstr("excede_saldo"));
            alcance.hubo("de más");
            return;
        }
        alcance.hubo("gasto");
        if (azar.una_de(5)) {
            ASSERT_EQ(l.m.pide("DELETE /api/Gasto/GastoCancelar/" + r.en("/data/gastos/0/transaccionId")).status, 200);
            return;
        }
        uno->pagado += del_uno;
        otro->pagado += del_otro;
        (de_terceros ? terceros : costo) += de_terceros ? -centavos(precio) : centavos(precio);
    }

    // All of the first line of some service.
    void credito() {
        auto& f = facturas[azar.menor(facturas.size())];
        auto& s = f.servicios[azar.menor(f.servicios.size())];
        if (f.cancelada || s.acreditado) return;
        const auto r = l.m.pide(
            "POST /api/NotaCreditoCliente",
            fmt::format(
                R"({{"clienteId":{},"fecha":"2026-10-03","partidas":[{{"transaccionIdOrigen":{},"partidaOrigen":{},"cantidad":1}}]}})",
                l.clienteId, f.transaccionId, s.partidas));
        ASSERT_EQ(r.status, 200) << r.body;
        s.acreditado = f.con_credito = true;
        const auto neto = Importe::leer(r.en("/data/subtotal")).value();
        (s.intermediado ? terceros : ventas) -= neto;
        alcance.hubo("credito");
    }

    void cancelar() {
        auto& f = facturas[azar.menor(facturas.size())];
        const auto r = l.m.pide("DELETE /api/RegistroVenta/RegistroVentaCancelar/" + f.transaccionId);
        ASSERT_EQ(r.status == 200, f.cancelada || !f.con_credito) << r.body;
        if (r.status != 200 || f.cancelada) return;
        f.cancelada = true;
        for (const auto& s : f.servicios) {
            ventas -= s.venta;
            terceros -= s.terceros;
        }
        alcance.hubo("cancelada");
    }
};
CACAO_EN_AMBOS_MOTORES(ViajesModeloTest);

TEST_P(ViajesModeloTest, MoneyOfOthersIsNeverEarnedAndTheMarginIsThatOfTheBooks) {
    for (int n = 0; n < 60; ++n) {
        switch (azar.menor(6)) {
            case 0:
            case 1:
            case 2: factura(n); break;
            case 3: gasto(); break;
            case 4:
                if (!facturas.empty()) credito();
                break;
            default:
                if (facturas.size() > 4 && azar.una_de(2)) cancelar();
        }
        if (HasFatalFailure()) return;
        if (n % 3 == 2) gasto();
    }
    const auto m = l.m.pide("GET /api/AgenciaViaje/Margen/PorServicio?fechaInicial=2026-10-01&fechaFinal=2026-10-01");
    ASSERT_EQ(m.status, 200) << m.body;
    EXPECT_EQ(Importe::leer(m.en("/data/total/venta")), ventas);
    EXPECT_EQ(Importe::leer(m.en("/data/total/costo")), costo);
    EXPECT_EQ(Importe::leer(m.en("/data/total/saldoTerceros")), terceros);
    EXPECT_EQ(m.en("/data/diferencia"), "0");
    EXPECT_EQ(-l.cuenta("ventas") - l.cuenta("devoluciones_venta"), ventas);
    EXPECT_EQ(-l.cuenta("cobros_por_terceros"), terceros);
    EXPECT_EQ(l.cuenta("gastos"), costo);
    EXPECT_THAT(l.m.diferencias(verificar_viajes), testing::IsEmpty());
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
    EXPECT_EQ(alcance.falta(), "");
}

// Two instances that send one invoice at once register it once.
TEST_P(ViajesModeloTest, OneReferenceAtOnceIsOneInvoice) {
    const auto concepto = l.concepto("VENTA-SERV");
    const auto cuerpo = fmt::format(
        R"({{"referencia":"UNA","localizador":"UNA","clienteId":{},"fecha":"2026-10-01","servicios":[{{"tipo":"otro","conceptoId":{},"tarifa":100}}]}})",
        l.clienteId, concepto);
    std::vector<test::Respuesta> respuestas(4);
    std::vector<std::thread> hilos;
    for (auto& r : respuestas) hilos.emplace_back([&] { r = l.m.pide("POST /api/AgenciaViaje/RegistrarFacturaV2", cuerpo); });
    for (auto& h : hilos) h.join();
    for (const auto& r : respuestas) {
        EXPECT_EQ(r.status, 200) << r.body;
        EXPECT_EQ(r.en("/data/transaccionId"), respuestas[0].en("/data/transaccionId"));
    }
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM facturaViaje WHERE organizacionId = $1"), 1);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND tipo = 'FacturaVenta'"), 1);
}

// An organization whose chart has no such leaf says which account it is before it charges for others, or pays them.
TEST_P(ViajesModeloTest, WithoutAnAccountNothingIsChargedForOthers) {
    while (alguno(true) == nullptr) factura(static_cast<int>(facturas.size()));
    const auto servicioId = alguno(true)->servicioId;
    l.escribe([&](Context& ctx) {
        ctx.db().run("DELETE FROM cuentaPapel WHERE organizacionId = $1 AND papel = 'cobros_por_terceros'", ctx.organizacionId());
        engine::renovar_papeles(ctx.db());
    });
    const auto servicio = fmt::format(R"("tipo":"otro","modalidad":"intermediacion","conceptoId":{},"proveedorId":{},"tarifa":1)",
                                      l.concepto("VENTA-SERV"), l.proveedorId);
    const auto cabeza =
        fmt::format(R"({{"referencia":"SIN","localizador":"SIN","clienteId":{},"fecha":"2026-10-01",)", l.clienteId);
    EXPECT_THAT(l.m.pide("POST /api/AgenciaViaje/RegistrarFactura", cabeza + servicio + "}").faltas(),
                testing::HasSubstr("cuenta_sin_definir"));
    EXPECT_THAT(l.m.pide("POST /api/AgenciaViaje/RegistrarFacturaV2", cabeza + R"("servicios":[{)" + servicio + "}]}").faltas(),
                testing::HasSubstr("cuenta_sin_definir"));
    EXPECT_THAT(
        l.m.pide(
               "POST /api/AgenciaViaje/RegistrarGasto",
               fmt::format(
                   R"({{"proveedores":[{{"proveedorId":{},"fecha":"02/10/2026","partidas":[{{"conceptoId":{},"precioUnitario":1,"servicios":[{{"servicioId":{}}}]}}]}}]}})",
                   l.proveedorId, l.concepto("GASTOS"), servicioId))
            .faltas(),
        testing::HasSubstr("cuenta_sin_definir"));
}

// What does not agree is found.
TEST_P(ViajesModeloTest, VerifyFindsWhatDoesNotAgree) {
    while (facturas.size() < 3) factura(static_cast<int>(facturas.size()));
    while (alguno(true) == nullptr || alguno(false) == nullptr) factura(static_cast<int>(facturas.size()));
    for (int i = 0; i < 6; ++i) gasto();
    ASSERT_THAT(l.m.diferencias(verificar_viajes), testing::IsEmpty());
    const auto rompe = [&](const std::string& sql, const std::string& que) {
        l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); });
        EXPECT_THAT(l.m.diferencias(verificar_viajes), testing::Contains(testing::HasSubstr(que))) << sql;
    };
    rompe("UPDATE servicioViaje SET total = total + 10000 WHERE organizacionId = $1", "do not come to the invoice");
    rompe(
        "UPDATE servicioViaje SET total = total + 10000, terceros = terceros + 10000 WHERE organizacionId = $1 AND modalidad = "
        "'intermediacion'",
        "what is of others");
    rompe("UPDATE gastoViaje SET importe = importe + 10000 WHERE organizacionId = $1", "do not come to its net");
    rompe("UPDATE partida SET terceroId = 0 WHERE organizacionId = $1 AND terceroId <> 0", "whose money it pays");
}

}  // namespace
}  // namespace cacao
