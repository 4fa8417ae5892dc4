#include "rooms/ventas/documentos/nota_venta.hpp"
#include "rooms/conceptos/concepto.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "rooms/ventas/verificar.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

namespace cacao::test {
namespace {

class NotaVentaLargaTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_contactos, register_conceptos, register_nota_venta, register_registro_venta}};
    std::string cliente =
        m.pide("POST /api/Contactos", R"({"codigo":"PUB","nombre":"Público","roles":["cliente"],"rfc":"XAXX010101000"})")
            .en("/data/entidadId");
    std::int64_t concepto = m.cuenta("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'VENTA-SERV'");

    auto nota(int partidas, int precio = 1) {
        std::string cuerpo = fmt::format(R"({{"clienteId":{},"fecha":"2026-01-10","partidas":[)", cliente);
        for (int i = 0; i < partidas; ++i)
            cuerpo +=
                fmt::format(R"({}{{"conceptoId":{},"cantidad":1,"precioUnitario":{}}})", i == 0 ? "" : ",", concepto, precio);
        return m.pide("POST /api/NotaVenta", cuerpo + "]}");
    }
};
CACAO_EN_AMBOS_MOTORES(NotaVentaLargaTest);

TEST_P(NotaVentaLargaTest, FiveThousandLinesWorkAndOneMoreIsRefused) {
    const auto larga = nota(5000);
    EXPECT_EQ(larga.status, 200) << larga.body;
    EXPECT_EQ(larga.en("/data/total"), "5800");
    const auto muy_larga = nota(5001);
    EXPECT_EQ(muy_larga.status, 400);
    EXPECT_EQ(muy_larga.en("/errores/0/campo"), "/partidas");
    EXPECT_EQ(muy_larga.en("/errores/0/codigo"), "lista_muy_larga");
}

TEST_P(NotaVentaLargaTest, AGlobalInvoiceTakesNoMoreLinesThanAnyOther) {
    ASSERT_EQ(nota(2500).status, 200);
    ASSERT_EQ(nota(2501).status, 200);
    const auto global = m.pide("POST /api/NotaVenta/FacturaGlobal", R"({"dia":"2026-01-10","fecha":"2026-01-10"})");
    EXPECT_EQ(global.status, 400);
    EXPECT_EQ(global.en("/codigo"), "lista_muy_larga");
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM documento WHERE organizacionId = $1 AND tipo = 'FacturaVenta'"), 0);
}

// Several invoice the same notes at the same moment: one does, and the others hear what a later one would hear.
TEST_P(NotaVentaLargaTest, InvoicedByManyAtOnceTheyAreInvoicedOnce) {
    const auto a_la_vez = [&](const std::string& linea, const std::string& cuerpo) {
        std::atomic<int> hechas = 0;
        std::mutex mutex;
        std::set<std::string> rechazos;
        {
            std::vector<std::jthread> hilos;
            for (int i = 0; i < 4; ++i)
                hilos.emplace_back([&] {
                    const auto r = m.pide(linea, cuerpo);
                    if (r.status == 200) ++hechas;
                    const std::lock_guard lock{mutex};
                    if (r.status != 200) rechazos.insert(r.faltas());
                });
        }
        EXPECT_EQ(hechas, 1) << linea;
        return rechazos;
    };
    const auto una = nota(3).en("/data/transaccionId");
    const auto otra = nota(2).en("/data/transaccionId");
    EXPECT_EQ(
        a_la_vez("POST /api/NotaVenta/Facturar", fmt::format(R"({{"transaccionIds":[{},{}],"fecha":"2026-01-10"}})", otra, una)),
        std::set<std::string>{"lista_vacia /transaccionIds"});
    ASSERT_EQ(nota(2).status, 200);
    EXPECT_EQ(a_la_vez("POST /api/NotaVenta/FacturaGlobal", R"({"dia":"2026-01-10","fecha":"2026-01-10"})"),
              std::set<std::string>{"lista_vacia /dia"});
    const auto tercera = nota(2).en("/data/transaccionId");
    EXPECT_EQ(a_la_vez("POST /api/NotaVenta/NotaVentaFacturar/" + tercera, R"({"fecha":"2026-01-10"})"),
              std::set<std::string>{"excede_pendiente /id"});
}

TEST_P(NotaVentaLargaTest, VerifyTellsOfASaleCreditedForMoreThanItsTotal) {
    const auto id = nota(2, 100).en("/data/transaccionId");
    ASSERT_EQ(m.pide("POST /api/NotaVenta/NotaVentaFacturar/" + id, R"({"fecha":"2026-01-10"})").status, 200);
    EXPECT_TRUE(m.diferencias(verificar_ventas).empty());
    m.escribe([&](Context& ctx) {
        ctx.db().run(
            "UPDATE documento SET subtotal = subtotal - 1000000, total = total - 1000000 "
            "WHERE organizacionId = $1 AND tipo = 'NotaVenta'",
            ctx.organizacionId());
    });
    const auto una = m.diferencias(verificar_ventas);
    ASSERT_EQ(una.size(), 1U);
    EXPECT_NE(una[0].find("transaccionId " + id + ": credited for more than its total"), std::string::npos) << una[0];
}

// How a sale is paid, and which days a global invoice is of, made wrong by hand.
TEST_P(NotaVentaLargaTest, VerifyTellsOfPaymentsThatCannotBe) {
    ASSERT_EQ(nota(2, 100).status, 200);
    const auto global = m.pide("POST /api/NotaVenta/FacturaGlobal", R"({"dia":"2026-01-10","fecha":"2026-01-10"})");
    ASSERT_EQ(global.status, 200);
    const auto primera = [&] {
        const auto lista = m.diferencias(verificar_ventas);
        return lista.empty() ? "" : lista.front();
    };
    EXPECT_EQ(primera(), "");
    struct Caso {
        const char* mal;
        const char* bien;
        const char* dice;
    };
    for (const Caso& c : {
             Caso{"UPDATE documento SET formaPago = '99' WHERE organizacionId = $1 AND tipo = 'FacturaVenta'",
                  "UPDATE documento SET formaPago = '01' WHERE organizacionId = $1 AND tipo = 'FacturaVenta'",
                  "contradict each other"},
             Caso{"UPDATE documento SET metodoPago = 'PPD', formaPago = '99' WHERE organizacionId = $1 AND tipo = 'FacturaVenta'",
                  "UPDATE documento SET metodoPago = 'PUE', formaPago = '01' WHERE organizacionId = $1 AND tipo = 'FacturaVenta'",
                  "not paid at once"},
             Caso{"UPDATE documento SET metodoPago = 'PUE', formaPago = '01' WHERE organizacionId = $1 AND tipo = 'NotaVenta'",
                  "UPDATE documento SET metodoPago = '' WHERE organizacionId = $1 AND tipo = 'NotaVenta'",
                  "is that of an invoice"},
             Caso{"UPDATE facturaGlobal SET desde = desde + 1, hasta = hasta + 1 WHERE organizacionId = $1",
                  "UPDATE facturaGlobal SET desde = desde - 1, hasta = hasta - 1 WHERE organizacionId = $1", "of other days"},
         }) {
        m.escribe([&](Context& ctx) { ctx.db().run(c.mal, ctx.organizacionId()); });
        EXPECT_NE(primera().find(c.dice), std::string::npos) << c.mal << ": " << primera();
        m.escribe([&](Context& ctx) { ctx.db().run(c.bien, ctx.organizacionId()); });
        EXPECT_EQ(primera(), "") << c.bien;
    }
}

}  // namespace
}  // namespace cacao::test
