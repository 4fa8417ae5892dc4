// Months of sales, expenses and their payments, settled one after the other: figures against a plain model of the ledger's rows.

#include "rooms/impuestos/liquidacion_iva.hpp"
#include "base/azar.hpp"
#include "db/rows.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/impuestos/iva_acreditable.hpp"
#include "rooms/impuestos/verificar.hpp"
#include "support/cuadre.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <utility>
#include <vector>

namespace cacao::test {
namespace {

using namespace literales;

class LiquidacionIvaTest : public ::testing::TestWithParam<db::Motor> {
protected:
    LiquidacionIvaTest() : l{GetParam(), {register_iva_acreditable, register_liquidacion_iva}} {
        l.m.reloj.fijar(Instante::leer_iso("2026-12-15T18:00:00Z"));
        l.m.token = l.m.token_de(l.m.sesion->usuarioId);
        persona = l.contacto("PERSONA", false, true, "XOJI740919U48");
    }

    engine::Emitido gasta(Fecha fecha, std::string_view concepto, Precio precio) {
        test::SolicitudEntera g;
        g.entidadId = persona;
        g.fecha = fecha;
        auto& p = g.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.conceptoId = l.concepto(concepto);
        p.cantidad = 1_pza;
        p.precioUnitario = precio;
        return l.emite(engine::Gasto, g);
    }
    engine::Emitido paga(Fecha fecha, const engine::Emitido& gasto, Importe importe) {
        test::SolicitudEntera e;
        e.entidadId = persona;
        e.fecha = fecha;
        e.cuentaBancariaId = l.bancoId;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = importe;
        p.transaccionIdCompra = gasto.transaccionId;
        return l.emite(engine::Egreso, e);
    }
    void ingresa(Fecha fecha, Importe importe) {
        test::SolicitudEntera e;
        e.entidadId = l.clienteId;
        e.fecha = fecha;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.conceptoId = l.concepto("VENTA-SERV");
        p.cantidad = 1_pza;
        p.precioUnitario = Precio::de_micros(importe.micros());
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
    void cierra(std::int64_t periodo) {
        l.escribe([&](Context& ctx) { engine::cambiar_periodo(ctx, periodo, engine::EstadoPeriodo::cerrado, "x"); });
    }
    LiquidacionIvaVista mira(std::int64_t periodo) {
        LiquidacionIvaVista v;
        l.m.lee([&](const Context& ctx) {
            LiquidacionIvaPedida pedida;
            pedida.periodo.valor = periodo;
            v = consultar_liquidacion_iva(ctx, pedida);
        });
        return v;
    }
    // What documents other than settlements did to an account in a month; debit positive.
    Importe movido(const std::string& codigo, std::int64_t periodo) {
        return Importe::de_micros(l.entero(fmt::format(R"(
            SELECT CAST(COALESCE(SUM(a.cargo - a.abono), 0) AS BIGINT) FROM asiento a
            JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId AND p.periodo = {}
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo <> 'LiquidacionIva'
            JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId AND c.codigo = '{}'
            WHERE a.organizacionId = $1)",
                                                       periodo, codigo)));
    }
    std::vector<std::string> revisa() {
        auto r = l.m.diferencias(verificar_impuestos);
        const std::string libros = descuadres(l.m.base.db(), l.m.empresa.organizacionId);
        if (!libros.empty()) r.push_back(libros);
        return r;
    }

    Libro l;
    std::int64_t persona = 0;
};
CACAO_EN_AMBOS_MOTORES(LiquidacionIvaTest);

TEST_P(LiquidacionIvaTest, MesesAlAzarSeLiquidanComoDicenLosLibros) {
    Azar azar{9606};
    std::vector<engine::Emitido> gastos;
    Importe a_favor, diferido;
    bool hubo_diferido = false;
    bool hubo_cargo = false;
    bool hubo_favor = false;
    for (int mes = 1; mes <= 8; ++mes) {
        const std::int64_t periodo = 202600 + mes;
        const auto dia = [&] { return *Fecha::de_civil(2026, mes, 1 + static_cast<int>(azar.menor(28))); };
        const int ventas = static_cast<int>(azar.menor(3));
        for (int i = 0; i < ventas; ++i) {
            const Fecha fecha = dia();
            ingresa(fecha, Importe::de_micros((1 + azar.menor(400'000)) * 10'000LL));
        }
        const int compras = 1 + static_cast<int>(azar.menor(3));
        for (int i = 0; i < compras; ++i) {
            const Fecha fecha = dia();
            const bool retiene = azar.menor(2) == 0;
            const auto g =
                gasta(fecha, retiene ? "HONORARIOS" : "GASTOS", Precio::de_micros((1 + azar.menor(300'000)) * 10'000LL));
            const std::int64_t parte = 1 + azar.menor(g.total.micros() / 10'000);
            const auto pago = paga(fecha, g, Importe::de_micros(parte * 10'000));
            if (azar.menor(5) == 0)
                l.escribe(
                    [&](Context& ctx) { engine::cancelar(ctx, pago.transaccionId, {.fecha = fecha, .con_aplicaciones = true}); });
        }
        const Importe cobrado = -movido("208.01", periodo);
        const Importe pagado = movido("118.01", periodo);
        // What was withheld is credited in the month after.
        const Importe retenido = std::min(std::max(Importe{}, pagado), std::max(Importe{}, -movido("216.10", periodo)));
        const Importe acreditable = pagado - retenido + diferido;
        const Importe resultado = cobrado - acreditable;
        const Importe aplicado = std::min(a_favor, std::max(Importe{}, resultado));
        if (resultado.es_cero() && cobrado.es_cero() && acreditable.es_cero()) continue;
        LiquidacionIvaNueva nueva;
        nueva.periodo.valor = periodo;
        LiquidacionIvaVista hecha;
        l.escribe([&](Context& ctx) { hecha = crear_liquidacion_iva(ctx, nueva); });
        EXPECT_EQ(hecha.cobrado, cobrado) << periodo;
        EXPECT_EQ(hecha.acreditable, acreditable) << periodo;
        EXPECT_EQ(hecha.resultado, resultado) << periodo;
        EXPECT_EQ(hecha.retenidoPorAcreditar, retenido) << periodo;
        EXPECT_EQ(hecha.retenidoAcreditado, std::exchange(diferido, retenido)) << periodo;
        hubo_diferido = hubo_diferido || !retenido.es_cero();
        EXPECT_EQ(hecha.aplicado, aplicado) << periodo;
        EXPECT_EQ(hecha.porPagar, std::max(Importe{}, resultado - aplicado)) << periodo;
        EXPECT_EQ(hecha.aFavor, std::max(Importe{}, -resultado)) << periodo;
        EXPECT_EQ(hecha.retenidoATerceros, -movido("216.10", periodo)) << periodo;
        a_favor += hecha.aFavor - aplicado;
        hubo_cargo = hubo_cargo || !hecha.porPagar.es_cero();
        hubo_favor = hubo_favor || !hecha.aFavor.es_cero();
        EXPECT_EQ(l.en("113.01-01"), a_favor) << periodo;
        EXPECT_EQ(mira(periodo).diferencia, Importe{});
        EXPECT_EQ(Libro::falta([&] { l.escribe([&](Context& ctx) { crear_liquidacion_iva(ctx, nueva); }); }),
                  "duplicado /periodo");
        l.m.lee([&](const Context& ctx) {
            IvaAcreditablePedido pedido;
            pedido.fechaInicial = FechaDmy{*Fecha::de_civil(2026, mes, 1)};
            pedido.fechaFinal = FechaDmy{Fecha::de_civil(2026, mes, 1)->ultimo_del_mes()};
            const auto r = consultar_iva_acreditable(ctx, pedido);
            EXPECT_EQ(r.impuesto, pagado);
            EXPECT_EQ(r.diferencia, Importe{});
        });
        cierra(periodo);
    }
    EXPECT_TRUE(hubo_cargo);
    EXPECT_TRUE(hubo_favor);
    EXPECT_TRUE(hubo_diferido);
    EXPECT_EQ(l.en("118.01"), diferido);
    EXPECT_EQ(l.en("208.01"), Importe{});
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

TEST_P(LiquidacionIvaTest, DosALaVezHacenUna) {
    ingresa(*Fecha::de_civil(2026, 3, 5), 1000_mxn);
    const auto liquida = [&] {
        return std::async(std::launch::async,
                          [&] { return l.m.pide("POST /api/Impuestos/LiquidacionIva", R"({"periodo":202603})").status; });
    };
    std::vector<std::future<int>> todas;
    for (int i = 0; i < 4; ++i) todas.push_back(liquida());
    int hechas = 0;
    for (auto& una : todas) hechas += una.get() == 200 ? 1 : 0;
    EXPECT_EQ(hechas, 1);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND tipo = 'LiquidacionIva'"), 1);
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

TEST_P(LiquidacionIvaTest, LoDeLaAduanaYLoQueRetienenLosClientesSeAcreditaTambien) {
    ingresa(*Fecha::de_civil(2026, 3, 5), 1000_mxn);
    test::SolicitudEntera s;
    s.fecha = *Fecha::de_civil(2026, 3, 9);
    for (const auto& [codigo, importe] :
         {std::pair{"118.02", 32_mxn}, std::pair{"113.01-02", 8_mxn}, std::pair{"205.06-02", -40_mxn}}) {
        auto& p = s.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.cuentaId = l.entero(fmt::format("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = '{}'", codigo));
        (importe > Importe{} ? p.cargo : p.abono) = importe > Importe{} ? importe : -importe;
    }
    l.emite(engine::Poliza, s);
    const auto antes = mira(202603);
    EXPECT_EQ(antes.importacion, 32_mxn);
    EXPECT_EQ(antes.retenido, 8_mxn);
    EXPECT_EQ(antes.porPagar, 120_mxn);
    EXPECT_EQ(l.m.pide("POST /api/Impuestos/LiquidacionIva", R"({"periodo":202603})").status, 200);
    EXPECT_EQ(l.en("118.02"), Importe{});
    EXPECT_EQ(l.en("113.01-02"), Importe{});
    EXPECT_EQ(l.en("213.01"), -120_mxn);
    EXPECT_EQ(mira(202603).diferencia, Importe{});
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

// "GET /api/Impuestos/LiquidacionIva" and "POST /api/Impuestos/LiquidacionIva" of who has no account of what is left for later.
TEST_P(LiquidacionIvaTest, SinLaCuentaNadaSeDifiere) {
    const auto g = gasta(*Fecha::de_civil(2026, 3, 5), "HONORARIOS", Precio::de_enteros(1000));
    paga(*Fecha::de_civil(2026, 3, 6), g, g.total);
    l.escribe([&](Context& ctx) {
        ctx.db().run("DELETE FROM cuentaPapel WHERE organizacionId = $1 AND papel = 'iva_acreditable_pagado'",
                     ctx.organizacionId());
        engine::renovar_papeles(ctx.db());
    });
    EXPECT_EQ(l.m.pide("GET /api/Impuestos/LiquidacionIva?periodo=202603").faltas(), "cuenta_sin_definir ");
    EXPECT_EQ(l.m.pide("POST /api/Impuestos/LiquidacionIva", R"({"periodo":202603})").faltas(), "cuenta_sin_definir ");
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM liquidacionIva WHERE organizacionId = $1"), 0);
}

TEST_P(LiquidacionIvaTest, LaVerificacionHallaLoQueNoCuadra) {
    struct Dano {
        const char* sql;
        const char* que;
    };
    const Dano danos[] = {
        {"UPDATE liquidacionIva SET periodo = '2026-04' WHERE organizacionId = $1", "its month is not that of its entry"},
        {"UPDATE liquidacionIva SET cobrado = cobrado + 10000, porPagar = porPagar + 10000 WHERE organizacionId = $1",
         "what is owed or in favour is not what it posted"},
        {"UPDATE liquidacionIva SET cobrado = cobrado + 10000, acreditable = acreditable + 10000 WHERE organizacionId = $1",
         "what was collected is not what it took off that account"},
        {"UPDATE liquidacionIva SET retenidoAcreditado = retenidoAcreditado + 10000 WHERE organizacionId = $1",
         "it credits of what was withheld before what the one before did not leave"},
        {"UPDATE documento SET estado = 'cancelado' WHERE organizacionId = $1 AND tipo = 'LiquidacionIva'",
         "its document is no settlement in force"},
        {"DELETE FROM liquidacionIva WHERE organizacionId = $1", "the settlement in force has no month"},
    };
    ingresa(*Fecha::de_civil(2026, 3, 5), 1000_mxn);
    ASSERT_EQ(l.m.pide("POST /api/Impuestos/LiquidacionIva", R"({"periodo":202603})").status, 200);
    for (const Dano& d : danos) {
        SCOPED_TRACE(d.que);
        try {
            l.m.escribe([&](Context& ctx) {
                ctx.db().run(d.sql, ctx.organizacionId());
                std::vector<std::string> dicho;
                verificar_impuestos(ctx.db(), [&](const std::string& que) { dicho.push_back(que); });
                EXPECT_THAT(dicho, testing::Contains(testing::HasSubstr(d.que)));
                throw std::runtime_error("undone");
            });
        } catch (const std::runtime_error&) {
        }
    }
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

}  // namespace
}  // namespace cacao::test
