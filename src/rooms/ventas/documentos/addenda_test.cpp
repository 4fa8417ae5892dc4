// What a scenario would have to spell out: a small request that asks for a large text.

#include "rooms/addendas/addenda.hpp"
#include "rooms/conceptos/concepto.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/ventas/documentos/factura_addenda.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class AddendaGrandeTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(),
            {register_contactos, register_conceptos, register_addendas, register_nota_venta, register_factura_venta,
             register_factura_addenda}};
    std::string cliente =
        m.pide("POST /api/Contactos", R"({"codigo":"C","nombre":"Cliente","roles":["cliente"],"rfc":"XAXX010101000"})")
            .en("/data/entidadId");
    std::int64_t concepto = m.cuenta("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'VENTA-SERV'");

    std::string venta(int lineas) {
        std::string cuerpo = fmt::format(R"({{"clienteId":{},"fecha":"2026-01-10","partidas":[)", cliente);
        for (int i = 0; i < lineas; ++i)
            cuerpo += fmt::format(R"({}{{"conceptoId":{},"cantidad":1,"precioUnitario":1}})", i == 0 ? "" : ",", concepto);
        return cuerpo + "]}";
    }
};
CACAO_EN_AMBOS_MOTORES(AddendaGrandeTest);

TEST_P(AddendaGrandeTest, NadieEscribeMasDeLoQueSeLeera) {
    constexpr int lineas = 80;
    const auto factura = m.pide("POST /api/FacturaVenta", venta(lineas)).en("/data/transaccionId");
    const auto nota = m.pide("POST /api/NotaVenta", venta(lineas)).en("/data/transaccionId");
    ASSERT_NE(nota, "");
    // Sixty kilobytes for each line: five megabytes.
    const auto addenda = m.pide(
        "POST /api/Addendas",
        fmt::format(
            R"({{"codigo":"A","nombre":"A","clientes":[{}],"campos":[],"plantilla":"<A>{{{{#partidas}}}}<B>{}</B>{{{{/partidas}}}}</A>"}})",
            cliente, std::string(60'000, 'x')));
    ASSERT_EQ(addenda.status, 200) << addenda.body;
    const auto prueba = "POST /api/Addendas/" + addenda.en("/data/addendaId") + "/Prueba";
    std::string vacias;
    for (int i = 0; i < lineas; ++i) vacias += vacias.empty() ? R"({"valores":[]})" : R"(,{"valores":[]})";
    const auto r = m.pide(prueba, R"({"partidas":[)" + vacias + "]}");
    EXPECT_EQ(r.faltas(), "addenda_muy_grande /partidas");
    EXPECT_EQ(r.en("/errores/0/datos/maximo"), "4194304");
    EXPECT_EQ(m.pide(prueba, R"({"partidas":[{"valores":[]}]})").status, 200);

    EXPECT_EQ(m.pide("POST /api/FacturaVenta", venta(lineas)).faltas(), "addenda_muy_grande /addenda");
    EXPECT_EQ(m.pide("POST /api/NotaVenta/NotaVentaFacturar/" + nota, R"({"fecha":"2026-01-10"})").faltas(),
              "addenda_muy_grande /addenda");
    EXPECT_EQ(m.pide("POST /api/NotaVenta/Facturar", R"({"transaccionIds":[)" + nota + R"(],"fecha":"2026-01-10"})").faltas(),
              "addenda_muy_grande /addenda");
    EXPECT_EQ(m.pide("POST /api/NotaVenta/FacturaGlobal", R"({"dia":"2026-01-10","fecha":"2026-01-10"})").faltas(),
              "addenda_muy_grande /addenda");
    EXPECT_EQ(m.pide("PUT /api/FacturaVenta/" + factura + "/Addenda", "{}").faltas(), "addenda_muy_grande /partidas");
    EXPECT_EQ(m.pide("POST /api/FacturaVenta", venta(2)).status, 200);
}

}  // namespace
}  // namespace cacao::test
