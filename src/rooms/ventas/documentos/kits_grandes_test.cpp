// Kits that are no larger than allowed, and lines that are no more than allowed, are together more than one request may cost.

#include "rooms/contactos/contacto.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"
#include "rooms/ventas/documentos/pedido_cliente.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class KitsGrandesTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(),
            {register_contactos, register_productos, register_nota_venta, register_factura_venta, register_pedido_cliente}};
    std::string cliente =
        m.pide("POST /api/Contactos", R"({"codigo":"C1","nombre":"Cliente","roles":["cliente"]})").en("/data/entidadId");
    std::string kit = crea_kit();

    std::string crea_kit() {
        const auto producto = [&](std::string_view codigo, std::string_view mas) {
            return m
                .pide("POST /api/Productos",
                      fmt::format(R"({{"codigo":"{}","nombre":"{}","claveProdServ":"50161813","unidadMedidaId":{}{}}})", codigo,
                                  codigo, m.empresa.sembrado.unidadMedidaId, mas))
                .en("/data/productoId");
        };
        std::string componentes;
        for (int i = 0; i < 200; ++i)
            componentes +=
                fmt::format(R"({}{{"productoId":{},"cantidad":1}})", i == 0 ? "" : ",", producto(fmt::format("P{}", i), ""));
        return producto("K", R"(,"tipo":"kit","componentes":[)" + componentes + "]");
    }
    Respuesta vende(std::string_view operacion, int partidas) {
        std::string cuerpo = fmt::format(R"({{"clienteId":{},"partidas":[)", cliente);
        for (int i = 0; i < partidas; ++i)
            cuerpo += fmt::format(R"({}{{"productoId":{},"cantidad":1,"precioUnitario":10}})", i == 0 ? "" : ",", kit);
        return m.pide(operacion, cuerpo + "]}");
    }
};
CACAO_EN_AMBOS_MOTORES(KitsGrandesTest);

TEST_P(KitsGrandesTest, TogetherTheyOpenIntoSoManyPartsAtTheMost) {
    EXPECT_EQ(vende("POST /api/PedidoCliente", 50).status, 200);
    for (const auto* operacion : {"POST /api/PedidoCliente", "POST /api/FacturaVenta", "POST /api/NotaVenta"}) {
        SCOPED_TRACE(operacion);
        const auto r = vende(operacion, 60);
        EXPECT_EQ(r.faltas(), "kit_muy_grande /partidas/50");
        EXPECT_EQ(r.en("/errores/0/datos/maximo"), "10000");
    }
}

}  // namespace
}  // namespace cacao::test
