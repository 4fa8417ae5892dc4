// The VAT beside what is withheld is that of the lines that withhold, to the cent, however the documents are paid.

#include "rooms/contabilidad/reportes/iva_retenido.hpp"
#include "base/azar.hpp"
#include "db/rows.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace cacao::test {
namespace {

using namespace literales;

class IvaRetenidoTest : public ::testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(IvaRetenidoTest);

Importe centavos(std::int64_t n) { return Importe::de_micros(n * 10'000); }

TEST_P(IvaRetenidoTest, ElIvaEsElDeLoQueRetieneEnCualesquieraParcialidades) {
    Libro l{GetParam()};
    Azar azar{11};
    const auto persona = l.contacto("PERSONA", false, true, "XOJI740919U48");
    const std::vector<std::int64_t> conceptos{l.concepto("HONORARIOS"), l.concepto("FLETES"), l.concepto("GASTOS")};
    for (int i = 0; i < 12; ++i) {
        test::SolicitudEntera g;
        g.entidadId = persona;
        const int lineas = 1 + azar.menor(4);
        for (int k = 0; k < lineas; ++k) {
            auto& p = g.partidas.emplace_back();
            p.campo = "/partidas/0";
            p.conceptoId = azar.uno(conceptos);
            p.cantidad = 1_pza;
            p.precioUnitario = Precio::de_micros((1 + azar.menor(90'000)) * 10'000LL);
        }
        const auto gasto = l.emite(engine::Gasto, g);
        test::SolicitudEntera e;
        e.entidadId = persona;
        e.cuentaBancariaId = l.bancoId;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = gasto.total;
        p.conceptoId = 0;
        const int pagos = 1 + azar.menor(4);
        Importe falta = gasto.total;
        for (int k = 0; k < pagos; ++k) {
            const Importe parte = k + 1 == pagos ? falta : std::min(falta, centavos(1 + azar.menor(falta.micros() / 20'000)));
            if (parte.es_cero()) break;
            e.partidas[0].importe = parte;
            e.partidas[0].transaccionIdCompra = gasto.transaccionId;
            l.emite(engine::Egreso, e);
            falta -= parte;
        }
    }
    l.m.lee([&](const Context& ctx) {
        Importe debe;
        ctx.db().each(R"(SELECT CAST(SUM(p.iva) AS BIGINT) FROM partida p
                         JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo = 'Gasto'
                         WHERE p.organizacionId = $1 AND p.ivaRetenido <> 0)",
                      [&](const db::Row& r) { debe = Importe::de_micros(r.integer(0)); }, ctx.organizacionId());
        IvaRetenidoPedido pedido;
        pedido.fechaInicial = FechaDmy{ctx.hoy()};
        pedido.fechaFinal = FechaDmy{ctx.hoy()};
        const auto r = consultar_iva_retenido(ctx, pedido);
        EXPECT_GT(debe, Importe{});
        EXPECT_EQ(r.iva, debe);
        EXPECT_EQ(r.diferencia, Importe{});
        Importe por_documento;
        for (const auto& d : analizar_iva_retenido(ctx, pedido).detalle) por_documento += d.iva;
        EXPECT_EQ(por_documento, debe);
    });
}

}  // namespace
}  // namespace cacao::test
