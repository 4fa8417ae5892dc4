#include "rooms/compras/verificar.hpp"
#include "rooms/compras/compras.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/productos/producto.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class VerificarComprasTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_contactos, register_productos, register_compras}};
    std::string proveedor =
        m.pide("POST /api/Contactos", R"({"codigo":"P","nombre":"x","roles":["proveedor"]})").en("/data/entidadId");
    std::string taza =
        m.pide("POST /api/Productos",
               fmt::format(R"({{"codigo":"T","nombre":"Taza","claveProdServ":"52152100","unidadMedidaId":{}}})",
                           m.cuenta("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND codigo = 'PZA'")))
            .en("/data/productoId");

    std::string factura() {
        return m
            .pide(
                "POST /api/FacturaCompra",
                fmt::format(
                    R"({{"proveedorId":{},"folioProveedor":"1","partidas":[{{"productoId":{},"cantidad":2,"precioUnitario":10}}]}})",
                    proveedor, taza))
            .en("/data/transaccionId");
    }
    std::string tras(const std::string& sql) {
        m.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); });
        return fmt::format("{}", fmt::join(m.diferencias(verificar_compras), "\n"));
    }
};
CACAO_EN_AMBOS_MOTORES(VerificarComprasTest);

TEST_P(VerificarComprasTest, NamesWhatWasChangedByHand) {
    const auto id = factura();
    ASSERT_NE(id, "");
    const auto gasto = m.pide(
        "POST /api/GastosCompra",
        fmt::format(R"({{"base":"importe","costos":[{{"importe":3}}],"partidas":[{{"transaccionId":{},"numeroPartida":1}}]}})",
                    id));
    ASSERT_EQ(gasto.status, 200) << gasto.body;
    EXPECT_EQ(tras("UPDATE documento SET notas = 'x' WHERE organizacionId = $1"), "");
    EXPECT_NE(tras("UPDATE documento SET estado = 'porRevisar' WHERE organizacionId = $1 AND tipo = 'FacturaCompra'")
                  .find("transaccionId " + id + ": an invoice is under review without a difference"),
              std::string::npos);
    EXPECT_NE(tras("UPDATE documentoProveedor SET entidadId = 7 WHERE organizacionId = $1")
                  .find("transaccionId " + id + ": entidadId is not the document's"),
              std::string::npos);
    EXPECT_NE(tras("UPDATE gastoCompraCosto SET importe = importe + 10000 WHERE organizacionId = $1")
                  .find("transaccionId " + gasto.en("/data/transaccionId") + ": importe of cost 1 is 3.01, which is not"),
              std::string::npos);
    EXPECT_NE(tras("UPDATE gastoCompraCosto SET importeLocal = 1 WHERE organizacionId = $1")
                  .find("transaccionId " + gasto.en("/data/transaccionId") + ": the costs do not add up"),
              std::string::npos);
}

}  // namespace
}  // namespace cacao::test
