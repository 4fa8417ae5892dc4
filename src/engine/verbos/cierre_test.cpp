// Documents that no table of postings can say whole: repackaging, landed cost, the close of a year.

#include "engine/verbos/cierre.hpp"

#include "db/rows.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/gasto_compra.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <future>
#include <memory>
#include <thread>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class Reempacar : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(Reempacar);

test::SolicitudEntera reempaque(const Libro& l, std::int64_t de, Cantidad consume, std::int64_t a, Cantidad produce) {
    auto s = l.solicitud(Reempaque, {{de, consume, {}}, {a, produce, {}}});
    for (auto& p : s.partidas) p.precioUnitario.reset();
    s.partidas[1].produce = true;
    return s;
}

TEST_P(Reempacar, BreakAndRebuildReturnsTheSameCost) {
    Libro l{GetParam()};
    const auto caja = l.producto("CAJA");
    const auto pieza = l.producto("PIEZA");
    l.entra(caja, 3_pza, *Precio::leer("100.01"));
    l.emite(Reempaque, reempaque(l, caja, 1_pza, pieza, 12_pza));
    EXPECT_EQ(l.existencia(caja), 2_pza);
    EXPECT_EQ(l.existencia(pieza), 12_pza);
    EXPECT_EQ(l.valor(pieza), *Importe::leer("100.01"));
    EXPECT_EQ(l.cuenta("inventario"), *Importe::leer("300.03"));
    l.emite(Reempaque, reempaque(l, pieza, 12_pza, caja, 1_pza));
    EXPECT_EQ(l.valor(caja), *Importe::leer("300.03"));
    EXPECT_EQ(l.valor(pieza), Importe{});
}

// What is made of goods that have not come in yet has their cost when they come; cost of sales has nothing of it. Undone, they
// have it again.
TEST_P(Reempacar, WhatWasNotThereYetBringsItsCostWhenItComes) {
    Libro l{GetParam()};
    l.permite_negativos();
    const auto caja = l.producto("CAJA");
    const auto pieza = l.producto("PIEZA", {}, "promedio");
    const auto r = l.emite(Reempaque, reempaque(l, caja, 2_pza, pieza, 8_pza));
    EXPECT_EQ(l.valor(pieza), Importe{});
    l.factura({{pieza, 2_pza, 50_precio}});
    l.entra(caja, 3_pza, 10_precio);
    EXPECT_EQ(l.valor(pieza), 15_mxn);
    EXPECT_EQ(l.valor(caja), 10_mxn);
    EXPECT_EQ(l.cuenta("inventario"), 25_mxn);
    EXPECT_EQ(l.cuenta("costo_ventas"), 5_mxn) << "of what was sold";
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
    l.cancela(r.transaccionId);
    EXPECT_EQ(l.existencia(pieza), -2_pza);
    EXPECT_EQ(l.existencia(caja), 3_pza);
    EXPECT_EQ(l.valor(caja), 30_mxn);
    EXPECT_EQ(l.cuenta("inventario"), 30_mxn);
    EXPECT_EQ(l.cuenta("costo_ventas"), Importe{});
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
}

TEST_P(Reempacar, AddedCostAndAbnormalLossReachTheBooks) {
    Libro l{GetParam()};
    const auto a = l.producto("A");
    const auto b = l.producto("B");
    const auto c = l.producto("C");
    l.entra(a, 10_pza, 10_precio);
    auto s = l.solicitud(Reempaque, {{a, 10_pza, {}}, {b, 3_pza, {}}, {c, 1_pza, 5_precio}});
    s.partidas[0].precioUnitario.reset();
    s.partidas[1].precioUnitario.reset();
    s.partidas[0].merma = 2_pza;  // 20.00 lost
    s.partidas[1].produce = s.partidas[2].produce = true;
    s.costoAgregado = 7_mxn;
    const auto r = l.emite(Reempaque, s);
    EXPECT_EQ(l.valor(c), 5_mxn) << "the by-product takes its own cost";
    EXPECT_EQ(l.valor(b), 82_mxn) << "100 − 20 + 7 − 5";
    EXPECT_EQ(l.cuenta("merma"), 20_mxn);
    EXPECT_EQ(l.cuenta("costos_agregados"), -Importe::de_enteros(7));
    EXPECT_EQ(l.cuenta("inventario"), 87_mxn);
    l.cancela(r.transaccionId);
    EXPECT_EQ(l.valor(a), 100_mxn);
    EXPECT_EQ(l.cuenta("merma"), Importe{});
}

TEST_P(Reempacar, RefusesWhatDoesNotAddUp) {
    Libro l{GetParam()};
    const auto a = l.producto("A");
    const auto b = l.producto("B");
    l.entra(a, 1_pza, 10_precio);
    auto s = reempaque(l, a, 1_pza, b, 1_pza);
    s.partidas[0].merma = 2_pza;
    s.costoAgregado = -Importe::de_enteros(1);
    EXPECT_EQ(l.falta([&] { l.emite(Reempaque, s); }), "fuera_de_rango /partidas/0/merma; fuera_de_rango /costoAgregado");
    s = reempaque(l, a, 1_pza, b, 1_pza);
    s.partidas[1].precioUnitario = 11_precio;
    EXPECT_EQ(l.falta([&] { l.emite(Reempaque, s); }), "regla_incumplida /reparto") << "a by-product dearer than everything";
    s = reempaque(l, a, 1_pza, b, 1_pza);
    s.reparto = Reparto::manual;
    s.partidas[1].porcentaje = Tasa::de_micros(900'000);
    EXPECT_EQ(l.falta([&] { l.emite(Reempaque, s); }), "regla_incumplida /reparto");
    s.partidas[1].produce = false;
    s.partidas[1].porcentaje.reset();
    s.reparto = Reparto::cantidad;
    EXPECT_EQ(l.falta([&] { l.emite(Reempaque, s); }), "lista_vacia /partidas");
}

class GastoSobreCompra : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(GastoSobreCompra);

TEST_P(GastoSobreCompra, SharesToTheCentAndFollowsTheGoods) {
    Libro l{GetParam()};
    const auto a = l.producto("A");
    const auto b = l.producto("B");
    const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{a, 3_pza, 10_precio}, {b, 3_pza, 20_precio}}));
    l.factura({{a, 1_pza, 50_precio}});  // a third of A is gone
    GastoCompraPedido g;
    g.importe = 10_mxn;
    g.base = BaseReparto::importe;
    g.portadores = {{"/partidas/0", r.transaccionId, 1, {}}, {"/partidas/1", r.transaccionId, 2, {}}};
    Emitido e;
    l.escribe([&](Context& ctx) { e = registrar_gasto_compra(ctx, g); });
    // 3.33 to A (2.22 still on hand, 1.11 sold), 6.67 to B.
    EXPECT_EQ(e.total, 10_mxn);
    EXPECT_EQ(l.valor(a), *Importe::leer("22.22"));
    EXPECT_EQ(l.valor(b), *Importe::leer("66.67"));
    EXPECT_EQ(l.cuenta("costo_ventas"), *Importe::leer("11.11"));
    EXPECT_EQ(l.cuenta("gastos_por_distribuir"), -Importe::de_enteros(10));
    EXPECT_EQ(l.cuenta("inventario"), *Importe::leer("88.89"));
    EXPECT_EQ(l.falta([&] { l.cancela(r.transaccionId); }).substr(0, 16), "con_dependientes");
    l.factura({{a, 1_pza, 50_precio}});
    l.cancela(e.transaccionId);
    EXPECT_EQ(l.cuenta("gastos_por_distribuir"), Importe{});
    EXPECT_EQ(l.valor(a), 10_mxn);
    EXPECT_EQ(l.valor(b), 60_mxn);
    EXPECT_EQ(l.cuenta("inventario"), 70_mxn);
    EXPECT_EQ(l.cuenta("costo_ventas"), 20_mxn);
}

TEST_P(GastoSobreCompra, ABaseThatAddsUpToNothingNamesItsLines) {
    Libro l{GetParam()};
    const auto a = l.producto("A");
    const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{a, 3_pza, 10_precio}}));
    GastoCompraPedido g;
    g.importe = 10_mxn;
    g.base = BaseReparto::peso;
    g.portadores = {{"/partidas/0", r.transaccionId, 1, {}}};
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { registrar_gasto_compra(ctx, g); }); }), "regla_incumplida /partidas/0");
    g.base = BaseReparto::manual;
    g.portadores[0].importe = 9_mxn;
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { registrar_gasto_compra(ctx, g); }); }), "regla_incumplida /importe");
    g.portadores[0].numeroPartida = 7;
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { registrar_gasto_compra(ctx, g); }); }),
              "no_encontrado /partidas/0/transaccionId; regla_incumplida /importe");
}

class Cierre : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(Cierre);

TEST_P(Cierre, ResultAccountsEndAtZeroAndCanBeReopened) {
    Libro l{GetParam()};
    l.m.reloj.fijar(Instante::leer_iso("2025-06-10T18:00:00Z"));
    l.factura_de_concepto(100_precio);
    l.m.reloj.fijar(Instante::leer_iso("2026-01-20T18:00:00Z"));
    const auto cerrar = [&] { l.escribe([&](Context& ctx) { cerrar_ejercicio(ctx, 2025); }); };
    EXPECT_EQ(l.falta(cerrar), "periodo_anterior_abierto /ejercicio");
    l.escribe([&](Context& ctx) { cambiar_periodo(ctx, 202506, EstadoPeriodo::cerrado, "junio"); });
    l.escribe([&](Context& ctx) { cambiar_periodo(ctx, 202512, EstadoPeriodo::cerrado, "cierre"); });
    cerrar();
    EXPECT_EQ(l.cuenta("ventas"), Importe{});
    EXPECT_EQ(l.cuenta("resultado_ejercicio"), -Importe::de_enteros(100));
    EXPECT_EQ(l.falta(cerrar), "ejercicio_cerrado /ejercicio");
    const auto id = l.entero("SELECT transaccionId FROM documento WHERE organizacionId = $1 AND tipo = 'CierreAnual'");
    l.cancela(id);
    EXPECT_EQ(l.cuenta("ventas"), -Importe::de_enteros(100));
    EXPECT_EQ(l.entero("SELECT count(*) FROM poliza WHERE organizacionId = $1 AND periodo = 202513"), 2);
    cerrar();
    EXPECT_EQ(l.cuenta("ventas"), Importe{});
}

// Sales of 100 in 2024, 40 in 2025, and the months of both closed as far as they must be to close 2024.
class DosEjercicios {
public:
    explicit DosEjercicios(db::Motor motor) : l{motor} {
        l.m.reloj.fijar(Instante::leer_iso("2024-06-10T18:00:00Z"));
        l.factura_de_concepto(100_precio);
        l.m.reloj.fijar(Instante::leer_iso("2025-06-10T18:00:00Z"));
        l.factura_de_concepto(40_precio);
        l.m.reloj.fijar(Instante::leer_iso("2027-01-20T18:00:00Z"));
        for (const std::int64_t mes : {202406, 202412}) cerrar_mes(mes);
    }
    void cerrar_mes(std::int64_t mes) {
        l.escribe([&](Context& ctx) { cambiar_periodo(ctx, mes, EstadoPeriodo::cerrado, "cierre"); });
    }
    void abrir_mes(std::int64_t mes) {
        l.escribe([&](Context& ctx) { cambiar_periodo(ctx, mes, EstadoPeriodo::abierto, "falta el cierre"); });
    }
    std::int64_t cerrar(int ejercicio) {
        std::int64_t id = 0;
        l.escribe([&](Context& ctx) { id = cerrar_ejercicio(ctx, ejercicio).front().transaccionId; });
        return id;
    }
    std::string saldos() {
        return l.cuenta("ventas").texto() + " " + l.cuenta("resultado_ejercicio").texto() + " " +
               l.cuenta("resultado_ejercicios_anteriores").texto();
    }

    Libro l;
};

TEST_P(Cierre, TheResultOfAYearGoesOnToEarlierYearsWhenTheNextOneCloses) {
    DosEjercicios e{GetParam()};
    const auto primero = e.cerrar(2024);
    EXPECT_EQ(e.saldos(), "-40 -100 0");
    for (const std::int64_t mes : {202413, 202506, 202512}) e.cerrar_mes(mes);
    const auto segundo = e.cerrar(2025);
    EXPECT_EQ(e.saldos(), "0 -40 -100");
    EXPECT_THAT(e.l.diferencias(), testing::IsEmpty());
    // A later one stands on it.
    EXPECT_EQ(e.l.falta([&] { e.l.cancela(primero); }), "ejercicio_cerrado /id; periodo_cerrado /fecha");
    e.l.cancela(segundo);
    EXPECT_EQ(e.saldos(), "-40 -100 0");
    EXPECT_THAT(e.l.diferencias(), testing::IsEmpty());
    e.cerrar(2025);
    EXPECT_EQ(e.saldos(), "0 -40 -100");
    // A year without results moves on what the one before left.
    for (const std::int64_t mes : {202513, 202612}) e.cerrar_mes(mes);
    e.cerrar(2026);
    EXPECT_EQ(e.saldos(), "0 0 -140");
    EXPECT_EQ(e.l.falta([&] { e.cerrar(2026); }), "ejercicio_cerrado /ejercicio");
    EXPECT_EQ(e.l.falta([&] { e.cerrar(2025); }), "ejercicio_cerrado /ejercicio");
    EXPECT_THAT(e.l.diferencias(), testing::IsEmpty());
}

TEST_P(Cierre, AYearWaitsForThoseBeforeIt) {
    DosEjercicios e{GetParam()};
    for (const std::int64_t mes : {202506, 202512}) e.cerrar_mes(mes);
    EXPECT_EQ(e.l.falta([&] { e.cerrar(2025); }), "ejercicio_anterior_abierto /ejercicio");
    EXPECT_EQ(e.l.falta([&] { e.cerrar(2024); }), "periodo_cerrado /ejercicio") << "months after it are closed";
    for (const std::int64_t mes : {202512, 202506}) e.abrir_mes(mes);
    e.cerrar(2024);
    EXPECT_EQ(e.l.falta([&] { e.cerrar(2025); }), "periodo_anterior_abierto /ejercicio");
    for (const std::int64_t mes : {202413, 202506, 202512}) e.cerrar_mes(mes);
    e.cerrar(2025);
    EXPECT_EQ(e.saldos(), "0 -40 -100");
}

// What the result of the year came to be by other ways goes on too: brought in, or on an account that played the part before.
TEST_P(Cierre, WhatStandsOnTheResultOfTheYearGoesOnWhereverItCameFrom) {
    DosEjercicios e{GetParam()};
    e.cerrar(2024);
    e.l.escribe([&](Context& ctx) {
        ctx.db().run(
            R"(UPDATE cuentaPapel SET cuentaId = (SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = '305.02')
                        WHERE organizacionId = $1 AND papel = 'resultado_ejercicio')",
            ctx.organizacionId());
        ctx.db().run(R"(INSERT INTO cuentaPapelHistoria (organizacionId, papel, cuentaId, desde)
                        SELECT $1, 'resultado_ejercicio', cuentaId, 0 FROM cuenta WHERE organizacionId = $1 AND codigo = '305.02')",
                     ctx.organizacionId());
        renovar_papeles(ctx.db());
    });
    for (const std::int64_t mes : {202413, 202506, 202512}) e.cerrar_mes(mes);
    e.cerrar(2025);
    EXPECT_EQ(e.saldos(), "0 -40 -100");
    EXPECT_EQ(e.l.entero(R"(SELECT CAST(COALESCE(SUM(s.cargos - s.abonos), 0) AS BIGINT) FROM saldoCuenta s
                            JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = s.cuentaId AND c.codigo = '305.01'
                            WHERE s.organizacionId = $1)"),
              0);
    EXPECT_THAT(e.l.diferencias(), testing::IsEmpty());
}

TEST_P(Cierre, VerifyFindsAYearThatWasClosedWrong) {
    DosEjercicios e{GetParam()};
    const auto primero = e.cerrar(2024);
    for (const std::int64_t mes : {202413, 202506, 202512}) e.cerrar_mes(mes);
    const auto segundo = e.cerrar(2025);
    const auto ejecutar = [&](const std::string& sql, std::int64_t id) {
        e.l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId(), id); });
    };
    const auto dice = [&](const std::string& palabra) {
        EXPECT_THAT(e.l.diferencias(), testing::Contains(testing::HasSubstr(palabra)));
    };
    // The close of the earlier year is gone.
    ejecutar("UPDATE documento SET estado = 'cancelado' WHERE organizacionId = $1 AND transaccionId = $2", primero);
    e.l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE saldoCuenta SET cargos = 0, abonos = 0 WHERE organizacionId = $1 AND periodo = 202413",
                     ctx.organizacionId());
    });
    dice("-100 of a year that is not closed, and 2025 is");
    dice("the result of the year after its close");
    // That of the last one leaves something.
    ejecutar(R"(UPDATE saldoCuenta SET cargos = cargos + 1000000 WHERE organizacionId = $1 AND periodo = 202506
                AND cuentaId IN (SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND tipo = 'ingreso') AND $2 > 0)",
             segundo);
    dice("what its close left is 1, expected 0");
}

// The year is closed and not committed yet when another transaction reopens a month of it: that one must wait, and see the close.
TEST_P(Cierre, NobodyReopensAMonthWhileItsYearCloses) {
    Libro l{GetParam()};
    l.m.reloj.fijar(Instante::leer_iso("2025-06-10T18:00:00Z"));
    l.factura_de_concepto(100_precio);
    l.m.reloj.fijar(Instante::leer_iso("2026-01-20T18:00:00Z"));
    l.escribe([&](Context& ctx) { cambiar_periodo(ctx, 202506, EstadoPeriodo::cerrado, "junio"); });
    l.escribe([&](Context& ctx) { cambiar_periodo(ctx, 202512, EstadoPeriodo::cerrado, "cierre"); });
    const auto esperando = [&] {
        std::int64_t n = 0;
        l.m.base->read(l.m.empresa.organizacionId, [&](db::Reader& tx) {
            n = tx.one<std::int64_t>(R"(
                SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))")
                    .value();
        });
        return n;
    };
    const auto promesa = std::make_shared<std::promise<std::exception_ptr>>();
    const auto listo = std::make_shared<std::atomic<bool>>(false);
    auto final = promesa->get_future();
    bool esperaba = true;
    l.escribe([&](Context& ctx) {
        cerrar_ejercicio(ctx, 2025);
        ctx.db().settle();
        l.m.base->write(
            l.m.empresa.organizacionId,
            [&l](db::Writer& tx) {
                Context otro{{.sesion = l.m.sesion.get(), .reloj = &l.m.reloj, .database = &l.m.base.db()}, &tx, &tx};
                cambiar_periodo(otro, 202512, EstadoPeriodo::abierto, "prueba");
            },
            [promesa, listo](std::exception_ptr error) {
                listo->store(true);
                promesa->set_value(std::move(error));
            });
        // SQLite has one writer: there the other one cannot have begun.
        while (GetParam() == db::Motor::postgres && !listo->load() && esperando() == 0) std::this_thread::yield();
        esperaba = !listo->load();
    });
    const auto error = final.get();
    EXPECT_TRUE(esperaba) << "reopened while the year was closing";
    EXPECT_EQ(l.falta([&] {
        if (error) std::rethrow_exception(error);
    }),
              "ejercicio_cerrado /periodo");
}

// The year is closed twice at once, and the one before is undone while it closes: one close, and nothing undone beneath it.
TEST_P(Cierre, TwoCallersCloseAYearOnce) {
    DosEjercicios e{GetParam()};
    const auto primero = e.cerrar(2024);
    for (const std::int64_t mes : {202413, 202506, 202512}) e.cerrar_mes(mes);
    const auto otro = [&](std::function<void(Context&)> obra) {
        const auto promesa = std::make_shared<std::promise<std::exception_ptr>>();
        auto final = promesa->get_future();
        e.l.m.base->write(
            e.l.m.empresa.organizacionId,
            [&e, obra](db::Writer& tx) {
                Context ctx{{.sesion = e.l.m.sesion.get(), .reloj = &e.l.m.reloj, .database = &e.l.m.base.db()}, &tx, &tx};
                obra(ctx);
            },
            [promesa](std::exception_ptr error) { promesa->set_value(std::move(error)); });
        return final;
    };
    std::future<std::exception_ptr> otra_vez;
    std::future<std::exception_ptr> deshecho;
    e.l.escribe([&](Context& ctx) {
        cerrar_ejercicio(ctx, 2025);
        ctx.db().settle();
        otra_vez = otro([](Context& c) { cerrar_ejercicio(c, 2025); });
        deshecho = otro([primero](Context& c) { cancelar(c, primero, {}, {}); });
    });
    const auto falta_de = [&](std::future<std::exception_ptr>& f) {
        return e.l.falta([&] {
            if (const auto error = f.get()) std::rethrow_exception(error);
        });
    };
    EXPECT_EQ(falta_de(otra_vez), "ejercicio_cerrado /ejercicio");
    EXPECT_THAT(falta_de(deshecho), testing::HasSubstr("periodo_cerrado /fecha"));
    EXPECT_EQ(e.saldos(), "0 -40 -100");
}

TEST_P(Cierre, ReversalOfAnEntryExchangesItsSides) {
    Libro l{GetParam()};
    test::SolicitudEntera s;
    s.partidas.resize(2);
    for (std::size_t i = 0; i < 2; ++i) s.partidas[i].campo = "/partidas/" + std::to_string(i);
    s.partidas[0].cuentaId = l.entero("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = '101.01'");
    s.partidas[0].cargo = 10_mxn;
    s.partidas[1].cuentaId = l.entero("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = '401.01'");
    s.partidas[1].abono = 10_mxn;
    const auto p = l.emite(Poliza, s);
    EXPECT_EQ(l.balanza().size(), 2U);
    const auto revertir = [&] { l.escribe([&](Context& ctx) { revertir_poliza(ctx, p.transaccionId, {}); }); };
    revertir();
    EXPECT_EQ(l.balanza().size(), 0U);
    EXPECT_EQ(l.falta(revertir), "con_dependientes /id");
    EXPECT_EQ(l.falta([&] { l.cancela(p.transaccionId); }), "con_dependientes /id");
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { revertir_poliza(ctx, 5, {}); }); }), "no_encontrado /id");
}

}  // namespace
}  // namespace cacao::engine
