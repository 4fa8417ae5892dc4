// Kits that are no larger than allowed, and lines that are no more than allowed, are together more than one request may cost.

#include "rooms/bancos/catalogos/cuenta_propia.hpp"
#include "rooms/bancos/documentos/pago_especie.hpp"
#include "rooms/compras/documentos/devolucion_proveedor.hpp"
#include "rooms/compras/documentos/factura_compra.hpp"
#include "rooms/compras/documentos/nota_remision.hpp"
#include "rooms/compras/documentos/orden_compra.hpp"
#include "rooms/compras/documentos/recepcion.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/inventario/documentos/entrega.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/inventario/documentos/reempaque.hpp"
#include "rooms/mostrador/caja.hpp"
#include "rooms/mostrador/venta_caja.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/ventas/documentos/cotizacion.hpp"
#include "rooms/ventas/documentos/devolucion_cliente.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"
#include "rooms/ventas/documentos/pedido_cliente.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class KitsGrandesTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(),
            {register_contactos,
             register_productos,
             register_nota_venta,
             register_factura_venta,
             register_pedido_cliente,
             register_cotizacion,
             register_devolucion_cliente,
             register_entrega,
             register_movimiento_inventario,
             register_reempaque,
             register_orden_compra,
             register_recepcion,
             register_nota_remision,
             register_factura_compra,
             register_devolucion_proveedor,
             register_pago_especie,
             register_cuentas_propias,
             register_cajas,
             register_turnos,
             register_ventas_caja}};
    std::string contacto = m.pide("POST /api/Contactos", R"({"codigo":"C1","nombre":"Contacto","roles":["cliente","proveedor"]})")
                               .en("/data/entidadId");
    std::string parte;
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
        for (int i = 0; i < 200; ++i) {
            parte = producto(fmt::format("P{}", i), "");
            componentes += fmt::format(R"({}{{"productoId":{},"cantidad":1}})", i == 0 ? "" : ",", parte);
        }
        return producto("K", R"(,"tipo":"kit","componentes":[)" + componentes + "]");
    }
    std::string partidas(int cuantas, std::string_view mas = {}) const {
        std::string lista;
        for (int i = 0; i < cuantas; ++i)
            lista += fmt::format(R"({}{{"productoId":{},"cantidad":1{}}})", i == 0 ? "" : ",", kit, mas);
        return '[' + lista + ']';
    }
    std::string vende(int cuantas) const {
        return fmt::format(R"({{"clienteId":{},"partidas":{}}})", contacto, partidas(cuantas, R"(,"precioUnitario":10)"));
    }
};
CACAO_EN_AMBOS_MOTORES(KitsGrandesTest);

TEST_P(KitsGrandesTest, TogetherTheyOpenIntoSoManyPartsAtTheMost) {
    EXPECT_EQ(m.pide("POST /api/PedidoCliente", vende(50)).status, 200);
    for (const auto* operacion : {"POST /api/PedidoCliente", "POST /api/FacturaVenta", "POST /api/NotaVenta"}) {
        SCOPED_TRACE(operacion);
        const auto r = m.pide(operacion, vende(60));
        EXPECT_EQ(r.faltas(), "kit_muy_grande /partidas/50");
        EXPECT_EQ(r.en("/errores/0/datos/maximo"), "10000");
    }
    // Nothing is opened to be offered.
    EXPECT_EQ(m.pide("POST /api/Cotizaciones", vende(60)).status, 200);
}

// Whatever a document does with goods.
TEST_P(KitsGrandesTest, InEveryKindThatOpensThem) {
    struct Caso {
        std::string operacion;
        std::string cuerpo;
        std::string lista = "/partidas/";
    };
    const auto de = [&](std::string_view quien, const std::string& cuales) {
        return fmt::format(R"({{"{}":{},"partidas":{}}})", quien, contacto, cuales);
    };
    const auto mueve = [](std::string_view tipo, const std::string& cuales) {
        return fmt::format(R"({{"tipo":"{}","partidas":{}}})", tipo, cuales);
    };
    const auto uno = fmt::format(R"([{{"productoId":{},"cantidad":1}}])", parte);
    const auto orden = m.pide("POST /api/OrdenCompra", de("proveedorId", partidas(1, R"(,"precioUnitario":10)")));
    const auto cajon =
        m.pide("POST /api/Bancos/Cuentas",
               fmt::format(R"({{"codigo":"CAJON","nombre":"Cajón","tipo":"caja","cuentaId":{}}})",
                           m.cuenta("SELECT cuentaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'CAJA'")));
    const auto caja = m.pide(
        "POST /api/Mostrador/Cajas",
        fmt::format(
            R"({{"codigo":"C1","nombre":"Caja","sucursalId":{},"almacenId":{},"cuentaBancariaId":{},"cuentaEntregaId":{},)"
            R"("clienteId":{}}})",
            m.cuenta("SELECT MIN(sucursalId) FROM sucursal WHERE organizacionId = $1"),
            m.cuenta("SELECT almacenId FROM almacen WHERE organizacionId = $1 AND codigo = 'GENERAL'"),
            cajon.en("/data/cuentaBancariaId"),
            m.cuenta("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'CAJA'"), contacto));
    const auto turno =
        m.pide("POST /api/Mostrador/TurnoAbrir", R"({"cajaId":)" + caja.en("/data/cajaId") + "}").en("/data/transaccionId");
    const auto casos = [&](int cuantas) {
        const auto solas = partidas(cuantas), con_precio = partidas(cuantas, R"(,"precioUnitario":10)");
        std::vector<Caso> todos{
            {"POST /api/PedidoCliente", vende(cuantas)},
            {"POST /api/FacturaVenta", vende(cuantas)},
            {"POST /api/NotaVenta", vende(cuantas)},
            {"POST /api/Mostrador/Vender",
             fmt::format(R"({{"turnoId":{},"partidas":{},"cobros":[{{"importe":1}}]}})", turno, con_precio)},
            {"POST /api/Inventario/EntregaAgregar", de("clienteId", solas)},
            {"POST /api/NotaDevolucionCliente", de("clienteId", solas)},
            {"POST /api/NotaDevolucionProveedor", de("proveedorId", solas)},
            {"POST /api/OrdenCompra", de("proveedorId", con_precio)},
            {"PUT /api/OrdenCompra/" + orden.en("/data/transaccionId"), fmt::format(R"({{"partidas":{}}})", con_precio)},
            {"POST /api/Inventario/RecepcionAgregar",
             fmt::format(R"({{"proveedorId":{},"motivo":"Llegó sin orden","partidas":{}}})", contacto, con_precio)},
            {"POST /api/NotaRemision", de("proveedorId", con_precio)},
            {"POST /api/FacturaCompra", de("proveedorId", con_precio)},
            {"POST /api/Bancos/PagoEspecieAgregar", de("clienteId", con_precio)},
            {"POST /api/Inventario/ReempaqueAgregar", fmt::format(R"({{"consume":{},"produce":{}}})", solas, uno), "/consume/"},
            {"POST /api/Inventario/ReempaqueAgregar", fmt::format(R"({{"consume":{},"produce":{}}})", uno, solas), "/produce/"},
        };
        for (const auto* tipo : {"entrada", "inicial", "sobrante"})
            todos.push_back({"POST /api/Inventario/MovimientoAgregar", mueve(tipo, partidas(cuantas, R"(,"costoUnitario":10)"))});
        for (const auto* tipo : {"salida", "merma", "consumoInterno", "faltante", "traspaso", "envio"})
            todos.push_back({"POST /api/Inventario/MovimientoAgregar", mueve(tipo, solas)});
        return todos;
    };
    const auto rechazan = [&](int cuantas, std::string_view codigo, int partida) {
        for (const Caso& c : casos(cuantas)) {
            SCOPED_TRACE(c.operacion + ' ' + c.cuerpo.substr(0, 60));
            EXPECT_THAT("; " + m.pide(c.operacion, c.cuerpo).faltas() + ';',
                        testing::HasSubstr(fmt::format("; {} {}{};", codigo, c.lista, partida)));
        }
    };
    rechazan(60, "kit_muy_grande", 50);
    // It grew inside: a part of it became a kit, of which it is itself a part.
    m.escribe([&](Context& ctx) {
        const std::int64_t dentro = std::stoll(parte), fuera = std::stoll(kit);
        ctx.db().run("UPDATE producto SET tipo = 'kit' WHERE organizacionId = $1 AND productoId = $2", ctx.organizacionId(),
                     dentro);
        ctx.db().run(R"(INSERT INTO productoComponente (organizacionId, productoId, componenteId, cantidad, obligatorio)
                        VALUES ($1, $2, $3, 1000000, 1))",
                     ctx.organizacionId(), dentro, fuera);
    });
    rechazan(1, "regla_incumplida", 0);
}

// Of services there is nothing to put into a warehouse.
TEST_P(KitsGrandesTest, AKitOfNothingThatCanBeStoredDoesNotComeIn) {
    const auto producto = [&](std::string_view codigo, const std::string& mas) {
        return m
            .pide("POST /api/Productos",
                  fmt::format(R"({{"codigo":"{}","nombre":"x","claveProdServ":"50161813","unidadMedidaId":{}{}}})", codigo,
                              m.empresa.sembrado.unidadMedidaId, mas))
            .en("/data/productoId");
    };
    const auto servicio = producto("S", R"(,"tipo":"servicio")");
    const auto solo = producto("KS", fmt::format(R"(,"tipo":"kit","componentes":[{{"productoId":{},"cantidad":1}}])", servicio));
    const auto compra =
        fmt::format(R"({{"proveedorId":{},"partidas":[{{"productoId":{},"cantidad":1,"precioUnitario":10}}]}})", contacto, solo);
    EXPECT_EQ(m.pide("POST /api/FacturaCompra", compra).faltas(), "valor_no_permitido /partidas/0/productoId");
}

}  // namespace
}  // namespace cacao::test
