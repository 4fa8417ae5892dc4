// The board says what its reports say, to whoever may read them.

#include "rooms/consola/tablero.hpp"

#include "base/azar.hpp"
#include "rooms/bancos/documentos/deposito.hpp"
#include "rooms/bancos/reportes/saldos_bancos.hpp"
#include "rooms/cartera/antiguedad_saldos.hpp"
#include "rooms/consola/borrador.hpp"
#include "rooms/consola/vista.hpp"
#include "rooms/contabilidad/reportes/saldos_cuentas.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/inventario/catalogos/nivel_inventario.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/inventario/reportes/centro_distribucion.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cacao::test {
namespace {

class TableroTest : public testing::TestWithParam<db::Motor> {
protected:
    std::string hace(const std::string& linea, const std::string& cuerpo, const char* donde) {
        const auto r = m.pide(linea, cuerpo);
        EXPECT_EQ(r.status, 200) << linea << ' ' << cuerpo << ' ' << r.body;
        return r.en(donde);
    }
    // Three months of a shop that sells on credit, and is paid for some of it.
    void vive() {
        const auto pieza = m.cuenta("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND codigo = 'PZA'");
        const auto almacen = m.cuenta("SELECT almacenId FROM almacen WHERE organizacionId = $1 AND codigo = 'GENERAL'");
        const auto banco = m.cuenta("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'BANCO'");
        std::vector<std::string> clientes;
        for (int i = 0; i < 3; ++i)
            clientes.push_back(hace(
                "POST /api/Contactos",
                fmt::format(R"({{"codigo":"C{0}","nombre":"Cliente {0}","roles":["cliente"],"diasCredito":{1}}})", i, 20 * i),
                "/data/entidadId"));
        std::vector<std::string> productos;
        for (int i = 0; i < 4; ++i) {
            productos.push_back(hace(
                "POST /api/Productos",
                fmt::format(
                    R"({{"codigo":"P{0}","nombre":"Producto {0}","unidadMedidaId":{1},"claveProdServ":"50202301","precio":{2}}})",
                    i, pieza, 10 + i),
                "/data/productoId"));
            hace("POST /api/Inventario/MovimientoAgregar",
                 fmt::format(
                     R"({{"tipo":"inicial","fecha":"{}","partidas":[{{"productoId":{},"cantidad":50,"costoUnitario":4}}]}})",
                     dia(100), productos.back()),
                 "/data/transaccionId");
            hace("PUT /api/Inventario/Niveles",
                 fmt::format(R"({{"productoId":{},"almacenId":{},"minimo":{},"maximo":90}})", productos.back(), almacen,
                             25 + 5 * i),
                 "/data/productoId");
        }
        for (int i = 0; i < 60; ++i) {
            const auto cliente = azar.uno(clientes);
            const auto producto = azar.uno(productos);
            const auto cuantos = 1 + azar.menor(3);
            const auto hace_dias = azar.menor(90);
            const auto nota =
                hace("POST /api/NotaVenta",
                     fmt::format(R"({{"clienteId":{},"fecha":"{}","partidas":[{{"productoId":{},"cantidad":{}}}]}})", cliente,
                                 dia(hace_dias), producto, cuantos),
                     "/data/transaccionId");
            if (azar.menor(2) == 0) continue;
            hace("POST /api/Bancos/DepositoAgregar",
                 fmt::format(R"({{"clienteId":{},"cuentaBancariaId":{},"fecha":"{}","importe":7,)"
                             R"("asignaciones":[{{"transaccionId":{},"importe":5}}]}})",
                             cliente, banco, dia(azar.menor(hace_dias + 1)), nota),
                 "/data/transaccionId");
        }
    }
    std::string dia(std::int64_t hace_dias) {
        std::string texto;
        m.lee([&](const Context& ctx) { texto = (ctx.hoy() + -static_cast<int>(hace_dias)).iso(); });
        return texto;
    }

    Azar azar{20261119};
    Mundo m{GetParam(),
            {register_tablero, register_vistas, register_borradores, register_contactos, register_productos,
             register_movimiento_inventario, register_niveles_inventario, register_nota_venta, register_deposito,
             register_antiguedad_saldos, register_saldos_bancos, register_saldos_cuentas, register_registro_venta,
             register_centro_distribucion}};
};

CACAO_EN_AMBOS_MOTORES(TableroTest);

TEST_P(TableroTest, SaysWhatTheReportsSay) {
    vive();
    Tablero t;
    m.lee([&](const Context& ctx) {
        t = consultar_tablero(ctx, m.operaciones, {.meses = Entero<1, 36>{4}});
        for (const auto tipo : {TipoCartera::clientes, TipoCartera::proveedores}) {
            const auto totales = consultar_antiguedad(ctx, {.tipo = tipo}).totales;
            EXPECT_EQ(reflect::to_json(*(tipo == TipoCartera::clientes ? t.porCobrar : t.porPagar)), reflect::to_json(totales));
        }
        const auto bancos = consultar_saldos_bancos(ctx, {}).cuentas;
        ASSERT_EQ(t.bancos->size(), bancos.size());
        for (std::size_t i = 0; i < bancos.size(); ++i) EXPECT_EQ((*t.bancos)[i].saldo, bancos[i].saldoFinal);

        // The books of each month, from its own trial balance.
        Importe de_grupos;
        for (const MesDelTablero& mes : *t.meses) {
            SaldosCuentasPedidos pedido;
            pedido.periodoInicial = pedido.periodoFinal = Entero<190001, 219913>{mes.periodo};
            Importe ventas, costo, inventario;
            for (const auto& c : consultar_saldos_cuentas(ctx, pedido).cuentas) {
                if (c.esAcumulativa) continue;
                if (c.codigoAgrupador.starts_with("401")) ventas += c.abonos - c.cargos;
                if (c.codigoAgrupador.starts_with("402")) ventas -= c.cargos - c.abonos;
                if (c.codigoAgrupador.starts_with("501")) costo += c.cargos - c.abonos;
                if (c.codigoAgrupador.starts_with("115")) inventario += c.saldoFinal;
            }
            EXPECT_EQ(mes.ventas, ventas) << mes.periodo;
            EXPECT_EQ(mes.costo, costo) << mes.periodo;
            EXPECT_EQ(mes.margen, ventas - costo) << mes.periodo;
            EXPECT_EQ(mes.inventario, inventario) << mes.periodo;
        }
        for (const GrupoDelTablero& g : *t.ventasPorGrupo) de_grupos += g.ventas;
        EXPECT_EQ(de_grupos, t.meses->back().ventas);
        EXPECT_GT(t.meses->front().ventas + t.meses->back().ventas, Importe{});

        CentroDistribucionPedido centro;
        std::int64_t bajos = 0;
        for (const auto& c : listar_centro_distribucion(ctx, centro).data) bajos += c.bajoMinimo ? 1 : 0;
        EXPECT_EQ(*t.cuantosBajoMinimo, bajos);
        EXPECT_EQ(static_cast<std::int64_t>(t.bajoMinimo->size()), bajos);
        EXPECT_GT(bajos, 0);
        EXPECT_LT(bajos, 4);
    });
}

TEST_P(TableroTest, EachPartIsForThoseWhoMayReadIt) {
    const auto ve = [&](const std::vector<std::string>& permisos) {
        const auto rol =
            m.crea_rol(fmt::format("Rol {}", m.cuenta("SELECT count(*) FROM rol WHERE organizacionId = $1")), permisos);
        const auto usuario = m.crea_usuario(fmt::format("u{}@prueba.mx", rol), {rol});
        const auto r = m.pide_con(m.token_de(usuario), "GET /api/Tablero");
        EXPECT_EQ(r.status, 200);
        std::string partes;
        for (const char* parte : {"porCobrar", "porPagar", "bancos", "meses", "ventasPorGrupo", "bajoMinimo"})
            if (r.en(fmt::format("/data/{}", parte)) != "null") partes += std::string{parte} + ' ';
        return partes;
    };
    EXPECT_EQ(ve({"ContactosListar"}), "");
    EXPECT_EQ(ve({"AntiguedadSaldos"}), "porCobrar porPagar ");
    EXPECT_EQ(ve({"SaldosBancos"}), "bancos ");
    EXPECT_EQ(ve({"SaldosCuentas"}), "meses ");
    EXPECT_EQ(ve({"RegistrosVenta"}), "ventasPorGrupo ");
    EXPECT_EQ(ve({"CentroDistribucion"}), "bajoMinimo ");
    EXPECT_EQ(ve({"leer"}), "porCobrar porPagar bancos meses ventasPorGrupo bajoMinimo ");
}

TEST_P(TableroTest, NobodyKeepsMoreViewsThanThereIsRoomFor) {
    for (int i = 0; i < 200; ++i)
        hace("POST /api/Vistas", fmt::format(R"({{"pantalla":"/facturas","nombre":"V{}","consulta":""}})", i), "/data/vistaId");
    EXPECT_EQ(m.pide("POST /api/Vistas", R"({"pantalla":"/facturas","nombre":"Una más","consulta":""})").faltas(),
              "lista_muy_larga /nombre");
}

TEST_P(TableroTest, NobodyKeepsMoreDraftsThanThereIsRoomFor) {
    for (int i = 0; i < 100; ++i)
        hace(fmt::format("PUT /api/Borradores/b{}", i), R"({"titulo":"","contenido":"x"})", "/data/version");
    EXPECT_EQ(m.pide("PUT /api/Borradores/b100", R"({"titulo":"","contenido":"x"})").faltas(), "lista_muy_larga /llave");
    EXPECT_EQ(m.pide("PUT /api/Borradores/b7", R"({"titulo":"","contenido":"otra"})").en("/data/version"), "2");
    EXPECT_EQ(
        m.pide("PUT /api/Borradores/b7", fmt::format(R"({{"titulo":"","contenido":"{}"}})", std::string(65537, 'x'))).faltas(),
        "texto_muy_largo /contenido");
}

}  // namespace
}  // namespace cacao::test
