// Income tax: the table of the simplified regime at its edges, what is withheld against the ledger's rows, and a natural person's
// month by hand.

#include "rooms/impuestos/isr_provisional.hpp"
#include "base/azar.hpp"
#include "db/rows.hpp"
#include "engine/tipos/bancos.hpp"
#include "rooms/impuestos/ieps.hpp"
#include "rooms/impuestos/isr_retenido.hpp"
#include "rooms/impuestos/tarifas_isr.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

namespace cacao::test {
namespace {

using namespace literales;

TEST(TarifasDeIsr, LaTablaDeResicoEnSusOrillas) {
    struct Caso {
        const char* ingresos;
        const char* tasa;
    };
    for (const Caso& c :
         {Caso{"0", "0.01"}, Caso{"25000", "0.01"}, Caso{"25000.01", "0.011"}, Caso{"50000", "0.011"}, Caso{"50000.01", "0.015"},
          Caso{"83333.33", "0.015"}, Caso{"83333.34", "0.02"}, Caso{"208333.33", "0.02"}, Caso{"208333.34", "0.025"},
          Caso{"3500000", "0.025"}, Caso{"9999999", "0.025"}})
        EXPECT_EQ(isr::tasa_de_resico(202603, *Importe::leer(c.ingresos)).texto(), c.tasa) << c.ingresos;
    EXPECT_EQ(isr::tasa_de_resico(202112, 1000_mxn), Tasa{});
    EXPECT_EQ(isr::tasa_de_sociedades(202603).texto(), "0.3");
}

class IsrTest : public ::testing::TestWithParam<db::Motor> {
protected:
    IsrTest() : l{GetParam(), {register_isr_retenido, register_isr_provisional, register_ieps}} {
        l.m.reloj.fijar(Instante::leer_iso("2026-12-15T18:00:00Z"));
        l.m.token = l.m.token_de(l.m.sesion->usuarioId);
    }
    void ingresa(Fecha fecha, Precio precio) {
        test::SolicitudEntera e;
        e.entidadId = l.clienteId;
        e.fecha = fecha;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.conceptoId = l.concepto("VENTA-SERV");
        p.cantidad = 1_pza;
        p.precioUnitario = precio;
        const auto f = l.emite(engine::FacturaVenta, e);
        test::SolicitudEntera d;
        d.entidadId = l.clienteId;
        d.fecha = fecha;
        d.cuentaBancariaId = l.bancoId;
        d.importe = f.total;
        const auto deposito = l.emite(engine::Deposito, d);
        l.escribe([&](Context& ctx) {
            engine::AplicacionPedida a;
            a.campo = "/asignaciones/0";
            a.transaccionId = f.transaccionId;
            a.importe = f.total;
            engine::aplicar(ctx, deposito.transaccionId, {a}, fecha);
        });
    }
    Libro l;
};
CACAO_EN_AMBOS_MOTORES(IsrTest);

TEST_P(IsrTest, LoRetenidoAlAzarEsLoDeSusCuentas) {
    Azar azar{2160};
    const auto persona = l.contacto("PERSONA", false, true, "XOJI740919U48");
    const std::vector<std::string> conceptos{"HONORARIOS", "ARRENDAMIENTO", "GASTOS"};
    for (int i = 0; i < 15; ++i) {
        const auto fecha = *Fecha::de_civil(2026, 1 + static_cast<int>(azar.menor(3)), 10);
        test::SolicitudEntera g;
        g.entidadId = persona;
        g.fecha = fecha;
        const int lineas = 1 + static_cast<int>(azar.menor(3));
        for (int k = 0; k < lineas; ++k) {
            auto& p = g.partidas.emplace_back();
            p.campo = "/partidas/0";
            p.conceptoId = l.concepto(azar.uno(conceptos));
            p.cantidad = 1_pza;
            p.precioUnitario = Precio::de_micros((1 + azar.menor(300'000)) * 10'000LL);
        }
        const auto gasto = l.emite(engine::Gasto, g);
        test::SolicitudEntera e;
        e.entidadId = persona;
        e.fecha = fecha;
        e.cuentaBancariaId = l.bancoId;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = Importe::de_micros((1 + azar.menor(gasto.total.micros() / 10'000)) * 10'000);
        p.transaccionIdCompra = gasto.transaccionId;
        l.emite(engine::Egreso, e);
    }
    l.m.lee([&](const Context& ctx) {
        IsrRetenidoPedido pedido;
        pedido.fechaInicial = FechaDmy{*Fecha::de_civil(2026, 1, 1)};
        pedido.fechaFinal = FechaDmy{*Fecha::de_civil(2026, 3, 31)};
        const auto r = consultar_isr_retenido(ctx, pedido);
        EXPECT_EQ(r.diferencia, Importe{});
        Importe servicios;
        Importe renta;
        for (const auto& f : r.retenciones) (f.concepto == "servicios" ? servicios : renta) += f.retenido;
        EXPECT_EQ(servicios, -l.en("216.04"));
        EXPECT_EQ(renta, -l.en("216.03"));
        EXPECT_GT(servicios, Importe{});
        EXPECT_GT(renta, Importe{});
        EXPECT_EQ(r.porEnterar, servicios + renta);
    });
}

TEST_P(IsrTest, UnaPersonaDeResicoPagaPorLoCobradoEnElMes) {
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE organizacion SET rfc = 'XOJI740919U48', regimenFiscal = '626' WHERE organizacionId = $1",
                     ctx.organizacionId());
    });
    ingresa(*Fecha::de_civil(2026, 2, 5), 20'000_precio);
    ingresa(*Fecha::de_civil(2026, 3, 5), 30'000_precio);
    const auto marzo = l.m.pide("GET /api/Impuestos/IsrProvisional?periodo=202603");
    EXPECT_EQ(marzo.en("/data/regimen"), "resicoPersona") << marzo.body;
    EXPECT_EQ(marzo.en("/data/ingresos"), "30000");
    EXPECT_EQ(marzo.en("/data/tasa"), "0.011");
    EXPECT_EQ(marzo.en("/data/impuesto"), "330");
    const auto febrero = l.m.pide("GET /api/Impuestos/IsrProvisional?periodo=202602");
    EXPECT_EQ(febrero.en("/data/impuesto"), "200");
}

}  // namespace
}  // namespace cacao::test
