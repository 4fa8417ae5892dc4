#include "rooms/rutas/jornada.hpp"
#include "base/azar.hpp"
#include "rooms/bancos/catalogos/cuenta_propia.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/precios/catalogos/lista_precios.hpp"
#include "rooms/precios/catalogos/precio.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/rutas/liquidacion.hpp"
#include "rooms/rutas/operacion.hpp"
#include "rooms/rutas/ruta.hpp"
#include "rooms/rutas/sincronizacion.hpp"
#include "rooms/rutas/verificar.hpp"
#include "rooms/sucursales/almacen.hpp"
#include "rooms/ventas/catalogos/vendedor.hpp"
#include "support/alcance.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cacao::test {
namespace {

// A company with a route that is out, with so much water and packaging on board.
class RutaEnCalle {
public:
    explicit RutaEnCalle(db::Motor motor, std::string_view fecha = "2026-01-05")
        : m{motor,
            {register_contactos, register_productos, register_movimiento_inventario, register_cuentas_propias, register_almacenes,
             register_vendedores, register_rutas, register_jornadas, register_cargas, register_operaciones_ruta,
             register_devoluciones_ruta, register_liquidaciones, register_sincronizacion, register_listas_precios,
             register_precios}} {
        const auto sucursal = m.cuenta("SELECT MIN(sucursalId) FROM sucursal WHERE organizacionId = $1");
        const auto base = m.cuenta("SELECT almacenId FROM almacen WHERE organizacionId = $1 AND codigo = 'GENERAL'");
        const auto caja = m.cuenta("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'CAJA'");
        const auto efectivo = m.cuenta("SELECT cuentaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'CAJA'");
        const auto pieza = m.cuenta("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND codigo = 'PZA'");
        const auto crea = [&](const char* linea, const std::string& cuerpo, const char* donde) {
            const auto r = m.pide(linea, cuerpo);
            EXPECT_EQ(r.status, 200) << linea << ' ' << cuerpo << ' ' << r.body;
            return r.en(donde);
        };
        cliente = crea("POST /api/Contactos", R"({"codigo":"C1","nombre":"Tienda","roles":["cliente"]})", "/data/entidadId");
        const auto luis =
            crea("POST /api/Contactos", R"({"codigo":"V1","nombre":"Luis","roles":["cliente","vendedor"]})", "/data/entidadId");
        const auto vendedor = crea("POST /api/Vendedores",
                                   fmt::format(R"({{"codigo":"V1","nombre":"Luis","entidadId":{}}})", luis), "/data/vendedorId");
        const auto producto = [&](const char* codigo, int precio) {
            const auto id = crea(
                "POST /api/Productos",
                fmt::format(R"({{"codigo":"{0}","nombre":"{0}","unidadMedidaId":{1},"claveProdServ":"50202301","precio":{2}}})",
                            codigo, pieza, precio),
                "/data/productoId");
            crea(
                "POST /api/Inventario/MovimientoAgregar",
                fmt::format(
                    R"({{"tipo":"inicial","fecha":"2026-01-02","partidas":[{{"productoId":{},"cantidad":1000,"costoUnitario":4}}]}})",
                    id),
                "/data/transaccionId");
            return id;
        };
        agua = producto("AGUA", 10);
        envase = producto("ENVASE", 5);
        const auto almacen = [&](const char* codigo) {
            return crea("POST /api/Almacenes",
                        fmt::format(R"({{"codigo":"{0}","nombre":"{0}","sucursalId":{1}}})", codigo, sucursal),
                        "/data/almacenId");
        };
        const auto camioneta = almacen("VEH");
        const auto lejos = almacen("ENVASES");
        const auto propia =
            crea("POST /api/Bancos/Cuentas",
                 fmt::format(R"({{"codigo":"R","nombre":"R","tipo":"caja","cuentaId":{}}})", efectivo), "/data/cuentaBancariaId");
        crea("PUT /api/Ruta/Configuracion",
             fmt::format(R"({{"almacenEnvasesId":{},"toleranciaEfectivo":1000000,"toleranciaProducto":1000000}})", lejos),
             "/data/version");
        crea("PUT /api/Ruta/Envases", fmt::format(R"({{"productos":[{}]}})", envase), "/data/0/productoId");
        const auto ruta = crea(
            "POST /api/Ruta",
            fmt::format(R"({{"codigo":"R1","nombre":"Centro","sucursalId":{},"vendedorId":{},"almacenId":{},"almacenBaseId":{},)"
                        R"("cuentaBancariaId":{},"cuentaEntregaId":{},"clientes":[{{"clienteId":{}}}]}})",
                        sucursal, vendedor, camioneta, base, propia, caja, cliente),
            "/data/rutaId");
        jornada = crea("POST /api/Ruta/JornadaAbrir", fmt::format(R"({{"rutaId":{},"fecha":"{}"}})", ruta, fecha),
                       "/data/transaccionId");
        mueve("carga", agua, 200);
        mueve("carga", envase, 100);
        haz("salir");
    }

    void mueve(const char* tipo, const std::string& productoId, int cuanto) {
        const auto carga = m.pide("POST /api/Ruta/CargaAgregar",
                                  fmt::format(R"({{"jornadaId":{},"tipo":"{}","partidas":[{{"productoId":{},"cantidad":{}}}]}})",
                                              jornada, tipo, productoId, cuanto))
                               .en("/data/cargaId");
        for (const char* lado : {"almacen", "ruta"}) {
            const auto r = m.pide("PUT /api/Ruta/CargaConfirmar/" + carga, fmt::format(R"({{"lado":"{}"}})", lado));
            EXPECT_EQ(r.status, 200) << r.body;
        }
    }
    void haz(const char* accion) {
        const auto r = m.pide("PUT /api/Ruta/JornadaAccion/" + jornada, fmt::format(R"({{"accion":"{}"}})", accion));
        EXPECT_EQ(r.status, 200) << r.body;
    }
    std::string cuenta_y_liquida(int aguas, int envases, int pesos) {
        haz("regresar");
        auto r = m.pide(
            "PUT /api/Ruta/JornadaContar/" + jornada,
            fmt::format(R"({{"partidas":[{{"codigo":"AGUA","conteo":{}}},{{"codigo":"ENVASE","conteo":{}}}]}})", aguas, envases));
        EXPECT_EQ(r.status, 200) << r.body;
        r = m.pide("PUT /api/Ruta/LiquidacionCapturar/" + jornada,
                   fmt::format(R"({{"efectivo":[{}],"motivoEfectivo":"x","motivoProducto":"x"}})",
                               pesos > 0 ? fmt::format(R"({{"denominacion":1,"cantidad":{}}})", pesos) : ""));
        EXPECT_EQ(r.status, 200) << r.body;
        r = m.pide("PUT /api/Ruta/LiquidacionValidar/" + jornada, "{}");
        EXPECT_EQ(r.status, 200) << r.body;
        return r.body;
    }
    std::vector<std::string> diferencias() { return m.diferencias(verificar_rutas); }

    Mundo m;
    std::string cliente, agua, envase, jornada;
};

class RutasTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(RutasTest);

// Prices are 10 and 11.60 with taxes: five of them are 58.
std::string venta_de_cinco(int consecutivo, int veces, bool credito) {
    return fmt::format(
        R"("clase":"venta","consecutivo":{},"venta":{{"credito":{},"facturacion":"individual","partidas":[{{"codigo":"AGUA","cantidad":{}}}]{}}})",
        consecutivo, credito, 5 * veces, credito ? "" : fmt::format(R"(,"cobros":[{{"importe":{}}}])", 58 * veces));
}

// load + reloads + good returns - sales - ... = count + difference, and the cash identity, whatever was done.
TEST_P(RutasTest, WhatComesBackIsWhatWasLoadedAndDone) {
    Azar azar{68};
    Alcance alcance{{"venta", 3},  {"credito", 2}, {"devolucion", 2}, {"merma", 2},
                    {"cambio", 2}, {"envase", 2},  {"recarga", 2},    {"cobro", 2}};
    for (int dia = 0; dia < 2; ++dia) {
        RutaEnCalle c{GetParam()};
        int aguas = 200;
        int envases = 100;
        int prestados = 0;
        int pesos = 0;
        int debe = 0;
        int consecutivo = 0;
        std::vector<std::pair<int, int>> de_contado;  // consecutive, pieces that may still come back, by fives
        const auto opera = [&](const std::string& resto) {
            const auto r = c.m.pide("POST /api/Ruta/OperacionAgregar",
                                    fmt::format(R"({{"jornadaId":{},"dispositivo":"tel",{}}})", c.jornada, resto));
            EXPECT_EQ(r.status, 200) << resto << ' ' << r.body;
        };
        const auto con_cliente = [&](const std::string& resto) { opera(fmt::format(R"("clienteId":{},{})", c.cliente, resto)); };
        for (int paso = 0; paso < 30; ++paso) {
            const int que = azar.menor(8);
            const int veces = 1 + azar.menor(2);
            if (que == 0) {
                c.mueve("recarga", c.agua, 3);
                aguas += 3;
                alcance.hubo("recarga");
                continue;
            }
            if (que == 5 && de_contado.empty()) continue;
            if (que == 7 && debe == 0) continue;
            ++consecutivo;
            if (que == 1) {
                con_cliente(venta_de_cinco(consecutivo, veces, false));
                de_contado.emplace_back(consecutivo, veces);
                aguas -= 5 * veces;
                pesos += 58 * veces;
                alcance.hubo("venta");
            } else if (que == 2) {
                con_cliente(venta_de_cinco(consecutivo, veces, true));
                aguas -= 5 * veces;
                debe += 58 * veces;
                alcance.hubo("credito");
            } else if (que == 3) {
                opera(fmt::format(R"("clase":"merma","consecutivo":{},"motivo":"x","mermas":[{{"codigo":"AGUA","cantidad":{}}}])",
                                  consecutivo, veces));
                aguas -= veces;
                alcance.hubo("merma");
            } else if (que == 4) {
                con_cliente(fmt::format(
                    R"("clase":"cambio","consecutivo":{},"motivo":"x","cambio":{{"entregado":[{{"codigo":"AGUA","cantidad":1}}],"recibido":[{{"codigo":"AGUA","cantidad":1,"condicion":"danado"}}]}})",
                    consecutivo));
                aguas -= 1;
                alcance.hubo("cambio");
            } else if (que == 5) {
                auto& [de, quedan] = de_contado.back();
                con_cliente(fmt::format(
                    R"("clase":"devolucion","consecutivo":{},"devolucion":{{"reembolso":true,"partidas":[{{"consecutivo":{},"partidaOrigen":1,"cantidad":5}}]}})",
                    consecutivo, de));
                aguas += 5;
                pesos -= 58;
                if (--quedan == 0) de_contado.pop_back();
                alcance.hubo("devolucion");
            } else if (que == 6) {
                const bool presta = prestados == 0 || azar.una_de(2);
                con_cliente(fmt::format(
                    R"("clase":"envase","consecutivo":{},"envases":[{{"codigo":"ENVASE","sentido":"{}","cantidad":1}}])",
                    consecutivo, presta ? "prestado" : "devuelto"));
                prestados += presta ? 1 : -1;
                envases += presta ? -1 : 1;
                alcance.hubo("envase");
            } else {
                con_cliente(fmt::format(R"("clase":"cobro","consecutivo":{},"cobro":{{"importe":29}})", consecutivo));
                debe -= 29;
                pesos += 29;
                alcance.hubo("cobro");
            }
        }
        // One bottle less, two packages more and three pesos less than there should be.
        const auto r = c.cuenta_y_liquida(aguas - 1, envases + 2, pesos - 3);
        EXPECT_THAT(r, testing::HasSubstr(fmt::format(R"("efectivoEsperado":{},)", pesos)));
        EXPECT_THAT(r, testing::HasSubstr(R"("diferenciaEfectivo":-3,)"));
        EXPECT_THAT(r, testing::HasSubstr(R"("faltanteProducto":10,"sobranteProducto":10)"));
        EXPECT_EQ(
            c.m.cuenta(
                "SELECT CAST(SUM(cantidad) AS BIGINT) / 1000000 FROM existencia e JOIN almacen a ON a.organizacionId = $1 AND "
                "a.almacenId = e.almacenId AND a.codigo = 'VEH' WHERE e.organizacionId = $1"),
            aguas - 1 + envases + 2);
        EXPECT_THAT(c.diferencias(), testing::IsEmpty());
    }
    EXPECT_EQ(alcance.falta(), "");
}

// What two devices did, each once: three sales of five on credit, 20 paid of each, and three visits. By device.
std::vector<std::pair<std::string, std::string>> dia_de_dos(const RutaEnCalle& c) {
    std::vector<std::pair<std::string, std::string>> lista;
    for (const char* dispositivo : {"tel-1", "tel-2"}) {
        int n = 0;
        const auto agrega = [&](const std::string& resto) {
            lista.emplace_back(dispositivo, fmt::format(R"({{"jornadaId":{},"clienteId":{},{}}})", c.jornada, c.cliente, resto));
        };
        for (int i = 0; i < 3; ++i) {
            agrega(venta_de_cinco(++n, 1, true));
            agrega(fmt::format(
                R"("clase":"cobro","consecutivo":{},"cobro":{{"importe":20,"asignaciones":[{{"consecutivo":{},"importe":20}}]}})",
                n + 1, n));
            ++n;
            agrega(fmt::format(R"("clase":"visita","consecutivo":{},"motivo":"x")", ++n));
        }
    }
    return lista;
}

// A day that is sent in any order and pieces, and more than once, by two devices, comes out the same.
TEST_P(RutasTest, ADayComesOutTheSameHoweverItArrives) {
    const auto cifras = [](const std::string& r) {
        const auto de = r.find(R"("ventasContado")");
        return r.substr(de, r.find(R"("moneda")") - de);
    };
    std::string primera;
    for (std::uint64_t semilla = 1; semilla <= 2; ++semilla) {
        Azar azar{semilla};
        RutaEnCalle c{GetParam()};
        const auto lista = dia_de_dos(c);
        for (int vuelta = 0; vuelta < 10; ++vuelta) {
            std::vector<std::pair<std::string, std::string>> quedan = lista;
            if (vuelta < 9) quedan.resize(quedan.size() - static_cast<std::size_t>(azar.menor(6)));
            for (std::size_t i = quedan.size(); i > 1; --i) std::swap(quedan[i - 1], quedan[azar.menor(i)]);
            while (!quedan.empty()) {
                const std::string dispositivo = quedan.back().first;
                std::string bulto;
                for (int n = 1 + azar.menor(4); n > 0 && !quedan.empty() && quedan.back().first == dispositivo; --n) {
                    bulto += (bulto.empty() ? "" : ",") + quedan.back().second;
                    quedan.pop_back();
                }
                const auto r = c.m.pide("POST /api/Ruta/Sincronizar",
                                        fmt::format(R"({{"dispositivo":"{}","operaciones":[{}]}})", dispositivo, bulto));
                ASSERT_EQ(r.status, 200) << r.body;
            }
        }
        EXPECT_EQ(c.m.cuenta("SELECT COUNT(*) FROM operacionRuta WHERE organizacionId = $1"), 18);
        const auto r = c.cuenta_y_liquida(200 - 30, 100, 120);
        if (primera.empty()) primera = cifras(r);
        EXPECT_EQ(cifras(r), primera);
        EXPECT_THAT(r, testing::HasSubstr(R"("diferenciaEfectivo":0,)"));
        EXPECT_THAT(c.diferencias(), testing::IsEmpty());
    }
}

// Both at once, and one of them twice: nothing is lost and nothing is doubled.
TEST_P(RutasTest, TwoDevicesAtOnceAreRegisteredOnce) {
    RutaEnCalle c{GetParam()};
    const auto lista = dia_de_dos(c);
    const auto envia = [&](const std::string& dispositivo) {
        for (const auto& [de, operacion] : lista)
            if (de == dispositivo) {
                const auto r = c.m.pide("POST /api/Ruta/Sincronizar",
                                        fmt::format(R"({{"dispositivo":"{}","operaciones":[{}]}})", dispositivo, operacion));
                EXPECT_EQ(r.status, 200) << r.body;
            }
    };
    {
        const std::jthread uno{[&] { envia("tel-1"); }};
        const std::jthread otro{[&] { envia("tel-2"); }};
        const std::jthread otra_vez{[&] { envia("tel-1"); }};
    }
    EXPECT_EQ(c.m.cuenta("SELECT COUNT(*) FROM operacionRuta WHERE organizacionId = $1"), 18);
    EXPECT_EQ(c.m.cuenta("SELECT COUNT(*) FROM envioRuta WHERE organizacionId = $1 AND estado = 'pendiente'"), 0);
    EXPECT_THAT(c.cuenta_y_liquida(200 - 30, 100, 120), testing::HasSubstr(R"("diferenciaEfectivo":0,)"));
    EXPECT_THAT(c.diferencias(), testing::IsEmpty());
}

// A version has prices from each quantity on, and what is agreed with a customer of the route; what changes later is another one.
TEST_P(RutasTest, AVersionHasStepsAndWhatIsAgreed) {
    RutaEnCalle c{GetParam(), "2026-11-15"};  // prices are of today on
    auto& m = c.m;
    const auto crea = [&](const std::string& linea, const std::string& cuerpo) {
        const auto r = m.pide(linea, cuerpo);
        EXPECT_EQ(r.status, 200) << linea << ' ' << cuerpo << ' ' << r.body;
        return r;
    };
    const auto otro = crea("POST /api/Contactos", R"({"codigo":"C2","nombre":"Otra","roles":["cliente"]})").en("/data/entidadId");
    const auto lista =
        crea("POST /api/ListasPrecios", R"({"codigo":"GEN","nombre":"General","esGeneral":true})").en("/data/listaPreciosId");
    const auto fila = [&](const char* cantidad, const char* cuanto) {
        return fmt::format(R"({{"productoId":{},"cantidadMinima":{},"precio":{}}})", c.agua, cantidad, cuanto);
    };
    const auto acuerda = [&](const std::string& suyos) {
        crea("PUT /api/ListasPrecios/Acordados", fmt::format(R"({{"clienteId":{},"precios":[{}]}})", c.cliente, suyos));
    };
    crea("PUT /api/ListasPrecios/" + lista + "/Precios",
         fmt::format(R"({{"precios":[{},{}]}})", fila("0", "10"), fila("10", "9")));
    acuerda(fila("5", "8"));
    c.mueve("recarga", c.agua, 1);
    const auto rutaId = std::to_string(m.cuenta("SELECT MIN(rutaId) FROM ruta WHERE organizacionId = $1"));
    const auto carga = m.pide("GET /api/Ruta/Carga/tel-9?rutaId=" + rutaId);
    ASSERT_EQ(carga.status, 200) << carga.body;
    const auto version = carga.en("/data/versionLista");
    // Everybody: 10, and 9 from ten on. The customer: 10, 8 from five on.
    std::vector<std::string> suyos;
    for (int i = 0; i < 4; ++i) {
        const auto en = [&](const char* campo) { return carga.en(fmt::format("/data/precios/{}/{}", i, campo)); };
        suyos.push_back(fmt::format("{} {} {}",
                                    en("clienteId") == "0"         ? "todos"
                                    : en("clienteId") == c.cliente ? "suyo"
                                                                   : "?",
                                    en("cantidadMinima"), en("precioUnitario")));
    }
    EXPECT_THAT(suyos, testing::ElementsAre("todos 0 10", "todos 10 9", "suyo 0 10", "suyo 5 8"));
    const auto vende = [&](const std::string& cliente, const char* cantidad, const std::string& mas) {
        return m.pide("POST /api/Ruta/OperacionAgregar",
                      fmt::format(R"({{"jornadaId":{},"clase":"venta","clienteId":{},"versionLista":{},"venta":{{"credito":true,)"
                                  R"("partidas":[{{"codigo":"AGUA","cantidad":{}{}}}]}}}})",
                                  c.jornada, cliente, version, cantidad, mas));
    };
    // The lists say something else by now; what the device had counts.
    acuerda(fila("0", "3"));
    const auto total = [&](const std::string& cliente, const char* cantidad) {
        const auto r = vende(cliente, cantidad, "");
        EXPECT_EQ(r.status, 200) << r.body;
        return r.en("/data/documentos/0/total");
    };
    EXPECT_EQ(total(c.cliente, "4"), "46.4");
    EXPECT_EQ(total(c.cliente, "5"), "46.4");
    EXPECT_EQ(total(c.cliente, "10"), "92.8");
    EXPECT_EQ(total(otro, "5"), "58");
    EXPECT_EQ(total(otro, "10"), "104.4");
    EXPECT_EQ(vende(otro, "10", R"(,"precioUnitario":8)").faltas(), "precio_de_otra_version /venta/partidas/0/precioUnitario");
}

}  // namespace
}  // namespace cacao::test
