// Prices that only some may go below, and bulk changes of full size.

#include "rooms/precios/catalogos/precio.hpp"
#include "db/rows.hpp"
#include "engine/precios/precios.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/precios/catalogos/lista_precios.hpp"
#include "rooms/precios/reportes/resolver.hpp"
#include "rooms/precios/verificar.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/ventas/documentos/cotizacion.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"
#include "rooms/ventas/documentos/pedido_cliente.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cacao::test {
namespace {

class PreciosTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(),
            {register_contactos, register_productos, register_listas_precios, register_precios, register_resolver,
             register_factura_venta, register_cotizacion, register_pedido_cliente, register_nota_venta,
             register_movimiento_inventario}};
    std::int64_t unidad = m.cuenta("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND codigo = 'PZA'");

    std::string producto(const std::string& codigo) {
        return m
            .pide("POST /api/Productos",
                  fmt::format(R"({{"codigo":"{}","nombre":"x","unidadMedidaId":{},"claveProdServ":"01010101"}})", codigo, unidad))
            .en("/data/productoId");
    }
    std::string lista(const std::string& cuerpo) { return m.pide("POST /api/ListasPrecios", cuerpo).en("/data/listaPreciosId"); }
};
CACAO_EN_AMBOS_MOTORES(PreciosTest);

// The right is that of PUT /api/ListasPrecios/{listaPreciosId}/MargenMinimo; precio_bajo_minimo for everybody else.
TEST_P(PreciosTest, BajoElMinimoSoloVendeQuienPuedeAutorizarlo) {
    const auto a = producto("A");
    const auto cliente =
        m.pide("POST /api/Contactos", R"({"codigo":"C","nombre":"x","roles":["cliente"]})").en("/data/entidadId");
    const auto general = lista(R"({"codigo":"G","nombre":"x","esGeneral":true})");
    ASSERT_EQ(m.pide("POST /api/Inventario/MovimientoAgregar",
                     fmt::format(R"({{"tipo":"entrada","partidas":[{{"productoId":{},"cantidad":10,"costoUnitario":80}}]}})", a))
                  .status,
              200);
    ASSERT_EQ(m.pide("PUT /api/ListasPrecios/" + general + "/Precios",
                     fmt::format(R"({{"precios":[{{"productoId":{},"precio":90}}]}})", a))
                  .status,
              200);
    ASSERT_EQ(m.pide("PUT /api/ListasPrecios/" + general + "/MargenMinimo", R"({"margenMinimo":0.25})").status, 200);
    const auto vendedor = m.token_de(m.crea_usuario("v", {m.crea_rol("Vendedor", {"FacturaVentaCrear"})}));
    const auto gerente = m.token_de(m.crea_usuario("g", {m.crea_rol("Gerente", {"FacturaVentaCrear", "PrecioMinimoAutorizar"})}));
    const auto sucursal = m.cuenta("SELECT MIN(sucursalId) FROM sucursal WHERE organizacionId = $1");
    const auto vende = [&](const std::string& quien, const std::string& precio) {
        return m
            .pide_con(quien, "POST /api/FacturaVenta",
                      fmt::format(R"({{"clienteId":{},"sucursalId":{},"partidas":[{{"productoId":{},"cantidad":1{}}}]}})",
                                  cliente, sucursal, a, precio))
            .faltas();
    };
    const std::string bajo = "precio_bajo_minimo /partidas/0/precioUnitario";
    // Whatever the paper of the sale.
    const auto otros =
        m.token_de(m.crea_usuario("o", {m.crea_rol("Mostrador", {"CotizacionCrear", "PedidoClienteCrear", "NotaVentaCrear"})}));
    for (const char* papel : {"POST /api/Cotizaciones", "POST /api/PedidoCliente", "POST /api/NotaVenta"})
        EXPECT_EQ(m.pide_con(otros, papel,
                             fmt::format(R"({{"clienteId":{},"sucursalId":{},"partidas":[{{"productoId":{},"cantidad":1}}]}})",
                                         cliente, sucursal, a))
                      .faltas(),
                  bajo)
            << papel;
    EXPECT_EQ(vende(vendedor, ""), bajo) << "the list itself is below";
    EXPECT_EQ(vende(vendedor, R"(,"precioUnitario":99.99)"), bajo);
    EXPECT_EQ(vende(vendedor, R"(,"precioUnitario":100)"), "");
    EXPECT_EQ(vende(vendedor, R"(,"precioUnitario":115.99,"incluyeImpuestos":true)"), bajo) << "without its VAT it is below";
    EXPECT_EQ(vende(vendedor, R"(,"precioUnitario":116,"incluyeImpuestos":true)"), "");
    // What is typed off the line counts, whichever way.
    EXPECT_EQ(vende(vendedor, R"(,"precioUnitario":200,"descuento":100)"), "");
    EXPECT_EQ(vende(vendedor, R"(,"precioUnitario":200,"descuento":100.01)"), "precio_bajo_minimo /partidas/0/descuento");
    EXPECT_EQ(vende(vendedor, R"(,"precioUnitario":200,"promocion":100.01)"), "precio_bajo_minimo /partidas/0/promocion");
    EXPECT_EQ(vende(vendedor, R"(,"precioUnitario":232,"descuento":116.01,"incluyeImpuestos":true)"),
              "precio_bajo_minimo /partidas/0/descuento");
    // What was agreed above it and judged there is kept; another price, or a discount, is judged anew.
    const auto pedido = m.pide("POST /api/PedidoCliente",
                               fmt::format(R"({{"clienteId":{},"sucursalId":{},"partidas":[{{"productoId":{},"cantidad":9,)"
                                           R"("precioUnitario":95}}]}})",
                                           cliente, sucursal, a))
                            .en("/data/transaccionId");
    const auto de_pedido = [&](const std::string& mas) {
        return vende(vendedor, fmt::format(R"(,"transaccionIdOrigen":{},"partidaOrigen":1{})", pedido, mas));
    };
    EXPECT_EQ(de_pedido(""), "");
    EXPECT_EQ(de_pedido(R"(,"precioUnitario":95)"), "");
    EXPECT_EQ(de_pedido(R"(,"precioUnitario":94.99)"), bajo);
    EXPECT_EQ(de_pedido(R"(,"descuento":1)"), "precio_bajo_minimo /partidas/0/descuento");
    EXPECT_EQ(vende(gerente, R"(,"precioUnitario":1)"), "");
    EXPECT_EQ(vende(gerente, ""), "");
    const auto log = m.pide("GET /api/Bitacora?tipo=PrecioMinimo");
    EXPECT_EQ(log.en("/totalRegistros"), "3") << log.body;  // the order above and these two
    EXPECT_EQ(log.en("/data/1/despues/precioNeto"), "1");
    EXPECT_EQ(log.en("/data/1/despues/precioMinimo"), "100");
    ASSERT_EQ(m.pide("PUT /api/ListasPrecios/" + general + "/MargenMinimo", R"({"margenMinimo":null})").status, 200);
    EXPECT_EQ(vende(vendedor, R"(,"precioUnitario":1)"), "");
}

TEST_P(PreciosTest, VeinteMilPreciosEnUnaLlamada) {
    std::vector<std::int64_t> ids;
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        for (int i = 0; i < 500; ++i) {
            ProductoNuevo p;
            p.codigo = fmt::format("P{}", i);
            p.nombre = "x";
            p.unidadMedidaId = unidad;
            p.claveProdServ = "01010101";
            ids.push_back(crear_producto(ctx, p).productoId);
        }
        tx.settle();
    });
    const auto l = lista(R"({"codigo":"L","nombre":"x"})");
    const auto cuerpo = [&](int suma) {
        std::string filas;
        for (const auto id : ids)
            for (int n = 0; n < 40; ++n)
                filas += fmt::format(R"({}{{"productoId":{},"cantidadMinima":{},"precio":{}}})", filas.empty() ? "" : ",", id, n,
                                     100 - n + suma);
        return R"({"todoONada":true,"precios":[)" + filas + "]}";
    };
    const auto destino = "PUT /api/ListasPrecios/" + l + "/Precios";
    auto r = m.pide(destino, cuerpo(0));
    EXPECT_EQ(r.en("/data/registrados"), "20000") << r.body.substr(0, 300);
    r = m.pide(destino, cuerpo(0));
    EXPECT_EQ(r.en("/data/sinCambio"), "20000");
    r = m.pide(destino, cuerpo(1));
    EXPECT_EQ(r.en("/data/registrados"), "20000");
    EXPECT_EQ(r.en("/data/filas/19999/resultado"), "cambiado");
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM precio WHERE organizacionId = $1"), 40'000) << "what was replaced is kept";
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM precio WHERE organizacionId = $1 AND vigenciaFin >= vigenciaInicio"), 20'000);
    EXPECT_EQ(m.diferencias(verificar_precios), std::vector<std::string>{});
}

// What was in force on a day that has passed reads the same after any change.
TEST_P(PreciosTest, UnDiaPasadoNoCambia) {
    const auto a = producto("A");
    const auto l = lista(R"({"codigo":"L","nombre":"x","esGeneral":true})");
    const auto pon = [&](const std::string& fila) {
        return m.pide("PUT /api/ListasPrecios/" + l + "/Precios", R"({"precios":[{"productoId":)" + a + "," + fila + "}]}");
    };
    const auto precio = [&](const std::string& fecha) {
        return m
            .pide("POST /api/ListasPrecios/Resolver",
                  fmt::format(R"({{"fecha":"{}","partidas":[{{"productoId":{},"cantidad":1}}]}})", fecha, a))
            .en("/data/0/precio/precioUnitario");
    };
    EXPECT_EQ(pon(R"("precio":10)").en("/data/registrados"), "1");
    m.avanza(3 * 24 * 3600 / 4);  // the token of the test lasts a day
    m.token = m.token_de(m.empresa.usuarioId);
    m.avanza(3 * 24 * 3600 / 4);
    m.token = m.token_de(m.empresa.usuarioId);
    EXPECT_EQ(pon(R"("precio":12)").en("/data/filas/0/resultado"), "cambiado");
    EXPECT_EQ(pon(R"("precio":13)").en("/data/filas/0/resultado"), "cambiado") << "twice on one day";
    EXPECT_EQ(precio("2026-11-15"), "10");
    EXPECT_EQ(precio("2026-11-17"), "13");
    EXPECT_EQ(pon(R"("precio":1,"vigenciaInicio":"2026-11-15")").en("/data/filas/0/errores/0/codigo"), "fuera_de_rango");
    EXPECT_EQ(pon(R"("precio":20,"vigenciaInicio":"2026-12-01","vigenciaFin":"2026-12-10")").en("/data/registrados"), "1");
    EXPECT_EQ(precio("2026-11-30"), "13");
    EXPECT_EQ(precio("2026-12-10"), "20");
    EXPECT_EQ(precio("2026-12-11"), "13");
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM precio WHERE organizacionId = $1"), 5);
    EXPECT_EQ(m.diferencias(verificar_precios), std::vector<std::string>{});
}

TEST_P(PreciosTest, VerificarDiceLoQueNoConcuerda) {
    const auto a = producto("A");
    const auto l = lista(R"({"codigo":"L","nombre":"x"})");
    ASSERT_EQ(m.pide("PUT /api/ListasPrecios/" + l + "/Precios", R"({"precios":[{"productoId":)" + a +
                                                                     R"(,"precio":1,"vigenciaFin":"2026-11-20"},{"productoId":)" +
                                                                     a + R"(,"precio":2,"cantidadMinima":5}]})")
                  .en("/data/registrados"),
              "2");
    EXPECT_EQ(m.diferencias(verificar_precios).size(), 0U);
    m.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE precio SET cantidadMinima = 0 WHERE organizacionId = $1", ctx.organizacionId());
    });
    EXPECT_EQ(m.diferencias(verificar_precios).size(), 1U) << "two prices on one day";
    m.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE precio SET incluyeImpuestos = 1, cantidadMinima = precio WHERE organizacionId = $1",
                     ctx.organizacionId());
    });
    EXPECT_EQ(m.diferencias(verificar_precios).size(), 2U) << "not stated as the list says";
    m.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE listaPrecios SET listaBaseId = listaPreciosId, incluyeImpuestos = 1 WHERE organizacionId = $1",
                     ctx.organizacionId());
    });
    EXPECT_EQ(m.diferencias(verificar_precios).size(), 1U) << "a list on itself";
}

TEST(RedondearPrecio, CadaReglaAlMultiplo) {
    const auto redondo = [](const char* precio, const char* regla, const char* multiplo) {
        return engine::redondear_precio(static_cast<__int128>(Precio::leer(precio)->micros()) * 1'000'000, regla,
                                        *Precio::leer(multiplo))
            .texto();
    };
    EXPECT_EQ(redondo("8.55", "cercano", "0.5"), "8.5");
    EXPECT_EQ(redondo("8.75", "cercano", "0.5"), "9") << "half goes up";
    EXPECT_EQ(redondo("8.51", "arriba", "0.5"), "9");
    EXPECT_EQ(redondo("8.5", "arriba", "0.5"), "8.5") << "what is a multiple stays";
    EXPECT_EQ(redondo("8.99", "abajo", "0.5"), "8.5");
    EXPECT_EQ(redondo("8.123456", "ninguno", "0"), "8.123456");
    EXPECT_EQ(engine::redondear_precio(1'500'000, "ninguno", {}).micros(), 2) << "half of a millionth";
}

}  // namespace
}  // namespace cacao::test
