// Bank reports put the rows of a day in the order in which they were registered, whatever identifiers they were leased.

#include "db/rows.hpp"
#include "rooms/bancos/reportes/saldos_bancos.hpp"
#include "support/libro.hpp"

#include <gtest/gtest.h>

namespace cacao::test {
namespace {

using namespace literales;

class BancosTest : public ::testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(BancosTest);

TEST_P(BancosTest, LosMovimientosDeUnDiaVanEnOrdenDeRegistro) {
    Libro l{GetParam()};
    const auto uno = l.deposito(10_mxn).transaccionId;
    const auto dos = l.deposito(20_mxn).transaccionId;
    // As a connection that leased its identifiers earlier and registered later leaves it.
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE poliza SET instante = instante + 60000000 WHERE organizacionId = $1 AND transaccionId = $2",
                     ctx.organizacionId(), uno);
    });
    l.m.lee([&](const Context& ctx) {
        SaldosBancosPedidos p;
        p.cuentaBancariaId = Id{l.bancoId};
        p.conMovimientos = true;
        const auto cuentas = consultar_saldos_bancos(ctx, p).cuentas;
        const auto& movimientos = cuentas.at(0).movimientos;
        ASSERT_EQ(movimientos.size(), 2U);
        EXPECT_EQ(movimientos[0].transaccionId, dos);
        EXPECT_EQ(movimientos[0].saldo, 20_mxn);
        EXPECT_EQ(movimientos[1].transaccionId, uno);
        EXPECT_EQ(movimientos[1].saldo, 30_mxn);
    });
}

}  // namespace
}  // namespace cacao::test
