// The VAT beside what is withheld is that of the lines that withhold, to the cent, however the documents are paid.

#include "rooms/contabilidad/reportes/iva_retenido.hpp"
#include "base/azar.hpp"
#include "db/rows.hpp"
#include "support/importes.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"
#include "support/vida.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

namespace cacao::test {
namespace {

using namespace literales;

class IvaRetenidoTest : public ::testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(IvaRetenidoTest);

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

// The VAT beside what is withheld of a supplier.
Importe iva_del_reporte(Vida& v) {
    Importe iva;
    v.l.m.lee([&](const Context& ctx) {
        IvaRetenidoPedido pedido;
        pedido.fechaInicial = FechaDmy{ctx.hoy()};
        pedido.fechaFinal = FechaDmy{ctx.hoy()};
        const auto r = consultar_iva_retenido(ctx, pedido);
        EXPECT_EQ(r.diferencia, Importe{});
        iva = r.iva;
        Importe por_documento;
        for (const auto& d : analizar_iva_retenido(ctx, pedido).detalle) por_documento += d.iva;
        EXPECT_EQ(por_documento, iva);
    });
    return iva;
}

struct VidaRetenida {
    const char* que;
    const char* lineas;
    const char* actos;
    const char* iva;
};
constexpr VidaRetenida vidas_retenidas[] = {
    {"what is let go was paid by nobody", "RETF 3 0.37, FLETES 1 33.33, EXENTO 2 1.23", "perdona 10", "0"},
    {"a line credited in two parts after a payment", "RENTA 1 0.37, RENTA 1 250.55, HONORARIOS 7 33.33, FLETES 3 33.33",
     "paga 191.20, acredita 4 2, acredita 4 1, salda", "77.48"},
    {"what of a tax is cost", "FLETES 7 9.99, HONORARIOS 1 1.23, MEDIO 1 0.37", "paga 0.01, salda", "11.45"},
    {"beside lines of the same rate", "GASTOS 2 1.23, RETF 1 1000", "paga 10, paga 1, cancela 1, paga 1, salda", "160"},
    {"a payment undone", "FLETES 1 33.33, RETF 3 100.03, FLETES 7 33.33",
     "acredita 1 1, paga 197.13, paga 354.84, cancela 1, salda", "85.34"},
    {"everything undone", "FLETES 7 0.37, RENTA 3 0.37, RETF 1 100.03",
     "perdona 0.50, acredita 3 1, paga 3.11, acredita 1 2, acredita 2 3, acredita 1 3, cancela 2", "0"},
};

TEST_P(IvaRetenidoTest, ElIvaEsElDeLoQueRetieneTrasCreditosYPerdones) {
    for (const VidaRetenida& vida : vidas_retenidas) {
        SCOPED_TRACE(vida.que);
        Vida v{GetParam()};
        v.registra(true, vida.lineas);
        v.vive(vida.actos);
        EXPECT_EQ(iva_del_reporte(v).texto(), vida.iva) << v.l.saldo(v.documentoId).texto();
    }
}

// The VAT of lines that withhold, less what credits take off.
Importe iva_neto(Vida& v) {
    const auto de = [&](std::int64_t id) {
        return v.l.entero(R"(SELECT CAST(COALESCE(SUM(iva), 0) AS BIGINT) FROM partida
                             WHERE organizacionId = $1 AND transaccionId = $2 AND ivaRetenido <> 0)",
                          id);
    };
    std::int64_t neto = de(v.documentoId);
    for (const auto id : v.actos)
        if (v.l.entero(
                R"(SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND transaccionId = $2 AND estado <> 'cancelado'
                          AND tipo = 'NotaCreditoProveedor')",
                id) == 1)
            neto -= de(id);
    return Importe::de_micros(neto);
}

TEST_P(IvaRetenidoTest, ElIvaQuedaEntreNadaYLoQueDejanLosCreditos) {
    Vida v{GetParam()};
    Azar azar{23};
    const std::vector<std::string> codigos{"HONORARIOS", "RENTA", "FLETES", "RETF", "MEDIO", "GASTOS", "CERO", "IEPS"};
    const std::vector<std::string> precios{"100.03", "33.33", "0.37", "1000", "250.55", "9.99"};
    for (int i = 0; i < (GetParam() == db::Motor::postgres ? 3 : 12); ++i) {
        std::string lineas;
        const int cuantas = 1 + azar.menor(4);
        for (int k = 0; k < cuantas; ++k) {
            const std::string& codigo = azar.uno(codigos);
            const int cantidad = 1 + azar.menor(7);
            lineas += fmt::format("{}{} {} {}", k == 0 ? "" : ", ", codigo, cantidad, azar.uno(precios));
        }
        v.registra(true, lineas);
        std::string vida = lineas;
        for (int k = 0; k < 5; ++k) {
            const Importe saldo = v.l.saldo(v.documentoId);
            std::string acto = fmt::format("acredita {} 1", 1 + azar.menor(cuantas));
            if (azar.menor(3) == 0 && !v.actos.empty())
                acto = fmt::format("cancela {}", azar.menor(static_cast<int>(v.actos.size())));
            else if (azar.menor(2) == 0 && saldo > 1_mxn)
                acto = "paga " + centavos(1 + azar.menor(saldo.micros() / 10'000)).texto();
            vida += "; " + acto;
            Libro::falta([&] { v.vive(acto); });  // there may be nothing left to credit
            const Importe iva = iva_del_reporte(v);
            EXPECT_GE(iva, Importe{}) << vida;
            EXPECT_LE(iva, iva_neto(v)) << vida;
        }
        if (v.l.saldo(v.documentoId) > Importe{}) v.vive("salda");
        EXPECT_EQ(iva_del_reporte(v), iva_neto(v)) << vida;
        for (const auto id : v.actos)
            if (v.l.entero("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND transaccionId = $2 AND tipo = 'Egreso'",
                           id) == 1)
                v.cancela(id);
        EXPECT_EQ(iva_del_reporte(v), Importe{}) << vida;
    }
}

}  // namespace
}  // namespace cacao::test
