// Promotions that documents name: at which hour, how often, and what `cacao verify` says when a kept figure is not what the lines
// say.

#include "rooms/precios/catalogos/promocion.hpp"
#include "db/rows.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/precios/verificar.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/ventas/documentos/devolucion_cliente.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/nota_credito_cliente.hpp"
#include "rooms/ventas/documentos/pedido_cliente.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class PromocionesTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{
        GetParam(),
        {register_contactos, register_productos, register_promociones, register_factura_venta, register_pedido_cliente,
         register_devolucion_cliente, register_nota_credito_cliente, register_registro_venta, register_movimiento_inventario}};
    std::int64_t unidad = m.cuenta("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND codigo = 'PZA'");
    std::string producto =
        m.pide("POST /api/Productos",
               fmt::format(R"({{"codigo":"A","nombre":"x","unidadMedidaId":{},"claveProdServ":"01010101","precio":10}})", unidad))
            .en("/data/productoId");
    std::string cliente =
        m.pide("POST /api/Contactos", R"({"codigo":"C","nombre":"x","roles":["cliente"]})").en("/data/entidadId");

    void SetUp() override {
        ASSERT_EQ(m.pide("POST /api/Inventario/MovimientoAgregar",
                         fmt::format(R"({{"tipo":"inicial","fecha":"2026-01-01","partidas":[{{"productoId":{},"cantidad":100,)"
                                     R"("costoUnitario":1}}]}})",
                                     producto))
                      .status,
                  200);
    }
    // Half off whatever is worth 10.
    std::string promocion(const std::string& mas) {
        return m
            .pide("POST /api/Promociones",
                  R"({"codigo":"P","nombre":"x","vigenciaInicio":"2026-01-01","condicion":"importe","condicionImporte":10,)"
                  R"("beneficio":"porcentaje","beneficioValor":0.5)" +
                      mas + "}")
            .en("/data/promocionId");
    }
    Respuesta vende(const std::string& promocionId, const std::string& mas = {}, std::string_view destino = "FacturaVenta") {
        return m.pide(fmt::format("POST /api/{}", destino),
                      fmt::format(R"({{"clienteId":{}{},"partidas":[{{"productoId":{},"cantidad":3,"promocion":15,)"
                                  R"("promocionId":{}}}]}})",
                                  cliente, mas, producto, promocionId));
    }
    std::int64_t usos() { return m.cuenta("SELECT usos FROM promocion WHERE organizacionId = $1"); }
};
CACAO_EN_AMBOS_MOTORES(PromocionesTest);

// It is noon in the branch.
TEST_P(PromocionesTest, LaHoraEsLaDelRegistroDeHoy) {
    const auto p = promocion(R"(,"horaInicio":"12:01","horaFin":"12:59")");
    EXPECT_EQ(vende(p).faltas(), "valor_no_permitido /partidas/0/promocionId");
    EXPECT_EQ(vende(p, {}, "PedidoCliente").faltas(), "valor_no_permitido /partidas/0/promocionId");
    EXPECT_EQ(vende(p, R"(,"fecha":"2026-11-14")").status, 200) << "nobody knows at which hour that was";
    m.avanza(60);
    EXPECT_EQ(vende(p).status, 200);
    m.avanza(59 * 60);
    EXPECT_EQ(vende(p).faltas(), "valor_no_permitido /partidas/0/promocionId") << "13:00";
    EXPECT_EQ(usos(), 2);
}

// What is left of a use is what verify works out of the lines.
TEST_P(PromocionesTest, LoQueVuelveSeCuentaYSeVerifica) {
    const auto p = promocion(R"(,"limiteTotal":1)");
    const auto factura = vende(p).en("/data/transaccionId");
    const auto vuelta = [&] { return m.cuenta("SELECT vuelta FROM promocionPartida WHERE organizacionId = $1"); };
    const auto devuelve = [&](int cantidad) {
        return m
            .pide("POST /api/NotaDevolucionCliente",
                  fmt::format(R"({{"clienteId":{},"partidas":[{{"productoId":{},"cantidad":{},"transaccionIdOrigen":{},)"
                              R"("partidaOrigen":1}}]}})",
                              cliente, producto, cantidad, factura))
            .en("/data/transaccionId");
    };
    const auto una = devuelve(1);
    EXPECT_EQ(vuelta(), 1 * millonesimas);
    EXPECT_EQ(usos(), 1);
    devuelve(2);
    EXPECT_EQ(vuelta(), 3 * millonesimas);
    EXPECT_EQ(usos(), 0);
    EXPECT_EQ(vende(p).status, 200) << "it is free again";
    EXPECT_EQ(m.pide("DELETE /api/NotaDevolucionCliente/NotaDevolucionClienteCancelar/" + una).status, 200);
    EXPECT_EQ(usos(), 2) << "the sale stands, whatever the limit";
    EXPECT_EQ(m.diferencias(verificar_precios), std::vector<std::string>{});

    const auto cambia = [&](const std::string& sql, const std::string& atras) {
        m.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); });
        std::string dicho;
        for (const auto& d : m.diferencias(verificar_precios)) dicho += d.substr(0, d.find(':')) + ' ';
        m.escribe([&](Context& ctx) { ctx.db().run(atras, ctx.organizacionId()); });
        return dicho;
    };
    EXPECT_EQ(cambia("UPDATE promocionPartida SET vuelta = vuelta - 1000000 WHERE organizacionId = $1 AND vuelta > 0",
                     "UPDATE promocionPartida SET vuelta = 2000000 WHERE organizacionId = $1 AND vuelta > 0"),
              "promocionPartida ");
    EXPECT_EQ(cambia("UPDATE promocionPartida SET cantidad = cantidad + 1000000 WHERE organizacionId = $1 AND vuelta > 0",
                     "UPDATE promocionPartida SET cantidad = cantidad - 1000000 WHERE organizacionId = $1 AND vuelta > 0"),
              "promocionPartida ");
    EXPECT_EQ(cambia("UPDATE promocionPartida SET pactadoId = pactadoId + 1 WHERE organizacionId = $1 AND vuelta > 0",
                     "UPDATE promocionPartida SET pactadoId = pactadoId - 1 WHERE organizacionId = $1 AND vuelta > 0"),
              "promocionPartida ");
    EXPECT_EQ(cambia("UPDATE promocion SET usos = usos + 1 WHERE organizacionId = $1",
                     "UPDATE promocion SET usos = usos - 1 WHERE organizacionId = $1"),
              "promocion ");
    EXPECT_EQ(cambia("UPDATE partida SET promocionId = -promocionId WHERE organizacionId = $1 AND promocionId > 0",
                     "UPDATE partida SET promocionId = -promocionId WHERE organizacionId = $1 AND promocionId < 0"),
              "promocionPartida promocionPartida promocion ");
    EXPECT_EQ(m.diferencias(verificar_precios), std::vector<std::string>{});
}

// The step that enters orders finds in older documents what registration would have kept.
TEST_P(PromocionesTest, ElPasoDeLosPedidosCuentaLoQueHabia) {
    const auto p = promocion("");
    const auto parte = [&](std::string_view destino, const std::string& origen, int cantidad, const std::string& mas = {}) {
        return m
            .pide(fmt::format("POST /api/{}", destino),
                  fmt::format(R"({{"clienteId":{}{},"partidas":[{{"productoId":{},"cantidad":{},"transaccionIdOrigen":{},)"
                              R"("partidaOrigen":1}}]}})",
                              cliente, mas, producto, cantidad, origen))
            .en("/data/transaccionId");
    };
    const auto pedido = vende(p, {}, "PedidoCliente").en("/data/transaccionId");
    parte("FacturaVenta", pedido, 1);
    const auto cerrado = vende(p, {}, "PedidoCliente").en("/data/transaccionId");
    EXPECT_EQ(m.pide("PUT /api/PedidoCliente/PedidoClienteCerrar/" + cerrado).status, 200);
    const auto corregida = vende(p).en("/data/transaccionId");
    parte("NotaCreditoCliente", corregida, 3, R"(,"motivo":"correccionPrecio")");
    const auto devuelta = vende(p).en("/data/transaccionId");
    parte("NotaDevolucionCliente", devuelta, 3);
    EXPECT_EQ(m.pide("DELETE /api/RegistroVenta/RegistroVentaCancelar/" + vende(p).en("/data/transaccionId")).status, 200);
    EXPECT_EQ(usos(), 2) << "the order and what was only made cheaper";
    EXPECT_EQ(m.diferencias(verificar_precios), std::vector<std::string>{});

    m.escribe([&](Context& ctx) {
        const auto org = ctx.organizacionId();
        ctx.db().run(R"(DELETE FROM promocionPartida WHERE organizacionId = $1 AND transaccionId IN (
                            SELECT transaccionId FROM documento WHERE organizacionId = $1 AND tipo = 'PedidoCliente'))",
                     org);
        ctx.db().run("UPDATE promocionPartida SET vuelta = cantidad WHERE organizacionId = $1", org);
        ctx.db().run("UPDATE promocion SET usos = 0 WHERE organizacionId = $1", org);
    });
    m.repite_paso("0028");
    EXPECT_EQ(usos(), 2);
    EXPECT_EQ(m.diferencias(verificar_precios), std::vector<std::string>{});
}

}  // namespace
}  // namespace cacao::test
