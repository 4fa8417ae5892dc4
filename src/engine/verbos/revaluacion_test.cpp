// The end of a month in other currencies, by what an accountant looks at. tests/aritmetica/monedas_test.cpp does it by the
// hundred.

#include "engine/verbos/revaluacion.hpp"

#include "db/rows.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/cuentas.hpp"
#include "support/libro.hpp"

#include <gtest/gtest.h>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class Revaluar : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(Revaluar);

// A hundred dollars that came in at 20.00, and are nobody's yet, in January of a year that is over.
std::int64_t depositar_en_enero(Libro& l, std::string_view moneda = "USD") {
    test::SolicitudEntera s;
    s.fecha = Fecha::leer_iso("2025-01-10");
    s.cuentaBancariaId = moneda == "USD" ? l.dolaresId : l.bancoId;
    s.importe = 100_mxn;
    if (moneda == "USD") s.tipoCambio = 20_precio;
    return l.emite(Deposito, s).transaccionId;
}

Revaluado revaluar_enero(Libro& l, Precio tipoCambio) {
    Revaluado r;
    l.escribe([&](Context& ctx) { r = revaluar(ctx, 202501, {{"USD", tipoCambio}}, {}); });
    return r;
}

TEST_P(Revaluar, WhatIsInTheBankAndOwedGoesUpAndComesBack) {
    Libro l{GetParam()};
    depositar_en_enero(l);
    const auto antes = l.balanza();
    const auto r = revaluar_enero(l, *Precio::leer("20.105"));
    EXPECT_EQ(l.asientos(r.revaluacion.transaccionId),
              "cargo revaluacion_bancos 10.5\nabono revaluacion_anticipo_clientes 10.5\ncargo perdida_cambiaria 10.5\n"
              "abono ganancia_cambiaria 10.5\n");
    EXPECT_EQ(r.revaluacion.fecha.iso(), "2025-01-31");
    EXPECT_EQ(r.reversa.fecha.iso(), "2025-02-01");
    EXPECT_EQ(l.balanza(), antes) << "nothing is left of it";
    EXPECT_EQ(l.falta([&] { revaluar_enero(l, 21_precio); }), "duplicado /periodo");
    l.escribe([&](Context& ctx) { cancelar_revaluacion(ctx, r.revaluacion.transaccionId, ""); });
    EXPECT_EQ(l.entero(R"(SELECT CAST(COALESCE(SUM(s.cargos - s.abonos), 0) AS BIGINT) FROM saldoCuenta s
                          JOIN cuentaPapel k ON k.organizacionId = $1 AND k.cuentaId = s.cuentaId AND k.papel = 'revaluacion_bancos'
                          WHERE s.organizacionId = $1 AND s.periodo = 202501)"),
              0)
        << "as if it had never been, in its own month";
    revaluar_enero(l, 21_precio);
}

// An account that was emptied at another rate than it was filled at is booked at the difference.
TEST_P(Revaluar, AnEmptyAccountIsWorthNothing) {
    Libro l{GetParam()};
    test::SolicitudEntera s;
    s.fecha = Fecha::leer_iso("2025-01-20");
    s.cuentaBancariaId = l.bancoId;
    s.cuentaDestinoId = l.dolaresId;
    s.importe = 1000_mxn;
    s.importeDestino = 50_mxn;
    s.tipoCambioDestino = 20_precio;
    l.emite(TraspasoBancario, s);
    std::swap(s.cuentaBancariaId, s.cuentaDestinoId);
    s.importe = 50_mxn;
    s.tipoCambio = 21_precio;
    s.importeDestino = 1050_mxn;
    s.tipoCambioDestino.reset();
    l.emite(TraspasoBancario, s);
    EXPECT_EQ(l.cuenta("ganancia_cambiaria"), Importe{}) << "each at the rate of the bank";
    const auto r = revaluar_enero(l, 19_precio);
    EXPECT_EQ(l.asientos(r.revaluacion.transaccionId), "cargo revaluacion_bancos 50\nabono ganancia_cambiaria 50\n");
}

TEST_P(Revaluar, RefusesWhatCannotBe) {
    Libro l{GetParam()};
    depositar_en_enero(l, "MXN");
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { revaluar(ctx, 202501, {}, {}); }); }), "lista_vacia /periodo")
        << "nothing is in another currency";
    depositar_en_enero(l);
    EXPECT_EQ(l.falta([&] { revaluar_enero(l, 20_precio); }), "lista_vacia /periodo") << "nothing changed";
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { revaluar(ctx, 202501, {}, {}); }); }),
              "moneda_sin_tipo_cambio /tiposCambio");
    l.escribe([&](Context& ctx) {
        ctx.db().run("DELETE FROM cuentaPapel WHERE organizacionId = $1 AND papel = 'revaluacion_bancos'", ctx.organizacionId());
        renovar_papeles(ctx.db());
    });
    EXPECT_EQ(l.falta([&] { revaluar_enero(l, 21_precio); }), "cuenta_sin_definir ");
}

}  // namespace
}  // namespace cacao::engine
