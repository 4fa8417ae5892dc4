// What scenarios cannot reach yet: rules that look at entries and stock.

#include "rooms/contabilidad/catalogos/configuracion.hpp"
#include "rooms/contabilidad/catalogos/cuenta.hpp"
#include "rooms/contabilidad/catalogos/periodo.hpp"
#include "rooms/contabilidad/documentos/poliza.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <future>
#include <set>

namespace cacao::test {
namespace {

class ContabilidadTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_cuentas, register_periodos, register_configuracion, register_poliza}};

    void asienta(std::int64_t periodo, std::string_view codigo, std::int64_t cargo) {
        m.escribe([&](Context& ctx) {
            ctx.db().run(R"(
                INSERT INTO saldoCuenta (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja, cargos, abonos)
                SELECT organizacionId, $2, cuentaId, 1, 0, 0, $4, 0 FROM cuenta WHERE organizacionId = $1 AND codigo = $3)",
                         ctx.organizacionId(), periodo, codigo, cargo);
        });
    }
    std::string cuenta(const std::string& codigo) {
        return std::to_string(m.cuenta("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = '" + codigo + "'"));
    }
};
CACAO_EN_AMBOS_MOTORES(ContabilidadTest);

TEST_P(ContabilidadTest, UnaCuentaConMovimientosSigueSiendoHoja) {
    const auto hija = R"({"codigo":"613.01-01","nombre":"Bodega","padreId":)" + cuenta("613.01") + "}";
    asienta(202611, "613.01", 5);
    EXPECT_EQ(m.pide("POST /api/Contabilidad/Cuentas", hija).faltas(), "conflicto /padreId");
    EXPECT_EQ(m.pide("PUT /api/Contabilidad/Cuentas/" + cuenta("613.02"), R"({"padreId":)" + cuenta("613.01") + "}").faltas(),
              "conflicto /padreId");
    EXPECT_EQ(m.pide("PUT /api/Contabilidad/Cuentas/" + cuenta("613.01"), R"({"padreId":)" + cuenta("611") + "}").status, 200)
        << "with its entries it may move";
}

TEST_P(ContabilidadTest, DosPersonasALaVezNoHacenUnCirculo) {
    const auto a = cuenta("613.01");
    const auto b = cuenta("613.02");
    auto mueve = [this](std::string cual, std::string bajo) {
        return std::async(std::launch::async, [this, cual = std::move(cual), bajo = std::move(bajo)] {
            return m.pide("PUT /api/Contabilidad/Cuentas/" + cual, R"({"padreId":)" + bajo + "}").status;
        });
    };
    auto uno = mueve(a, b);
    auto otro = mueve(b, a);
    EXPECT_EQ((std::multiset{uno.get(), otro.get()}), (std::multiset{200, 400}));
}

TEST_P(ContabilidadTest, LosMesesSeCierranEnOrden) {
    asienta(202609, "613.01", 5);
    const auto r = m.pide("PUT /api/Contabilidad/Periodos", R"({"periodo":202610,"estado":"cerrado","motivo":"x"})");
    EXPECT_EQ(r.faltas(), "periodo_anterior_abierto /periodo");
    EXPECT_EQ(r.en("/errores/0/datos/periodo"), "202609");
    EXPECT_EQ(m.pide("GET /api/Contabilidad/Periodos").en("/data/9/periodo"), "202610") << "of the current year";
}

TEST_P(ContabilidadTest, ConElEjercicioCerradoNoSeAbreNiSeAjusta) {
    ASSERT_EQ(m.pide("PUT /api/Contabilidad/Periodos", R"({"periodo":202512,"estado":"cerrado","motivo":"x"})").status, 200);
    asienta(202513, "305.01", 5);
    EXPECT_EQ(m.pide("PUT /api/Contabilidad/Periodos", R"({"periodo":202512,"estado":"abierto","motivo":"x"})").faltas(),
              "ejercicio_cerrado /periodo");
    EXPECT_EQ(m.pide("PUT /api/Contabilidad/Periodos/Ajustar", R"({"periodo":202512,"motivo":"x"})").faltas(),
              "ejercicio_cerrado /periodo");
    EXPECT_EQ(m.pide("GET /api/Contabilidad/Periodos?anio=2025").en("/data/12/periodo"), "202513");
}

TEST_P(ContabilidadTest, ConMovimientosLaMonedaNoCambiaYConNegativosNoSeProhiben) {
    const std::string resto = R"("pagoDeTerceros":false,"limiteCreditoEstricto":false})";
    ASSERT_EQ(m.pide("PUT /api/Contabilidad/Configuracion", R"({"existenciaNegativa":true,)" + resto).status, 200);
    ASSERT_EQ(
        m.pide("POST /api/Contabilidad/Polizas", R"({"fecha":"2026-11-15","partidas":[{"cargo":5,"cuentaId":)" +
                                                     cuenta("613.01") + R"(},{"abono":5,"cuentaId":)" + cuenta("613.02") + "}]}")
            .status,
        200);
    m.escribe([&](Context& ctx) {
        ctx.db().run(R"(
            INSERT INTO producto (organizacionId, productoId, codigo, nombre, tipo, unidadMedidaId, clasificacionId, seguimiento, metodoCosto,
                claveProdServ, precio, peso, volumen, iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido, isrRetenido, activo, version,
                creadoEn, modificadoEn)
            VALUES ($1, 4, 'P', 'P', 'producto', $2, 0, 'ninguno', 'peps', '', 0, 0, 0, 'tasa', 0, 0, 0, 0, 0, 1, 1, 0, 0))",
                     ctx.organizacionId(), m.empresa.sembrado.unidadMedidaId);
        ctx.db().run(R"(
            INSERT INTO existencia (organizacionId, productoId, almacenId, loteId, cantidad, reservado, ultimaFecha)
            VALUES ($1, 4, $2, 0, -1, 0, 0))",
                     ctx.organizacionId(), m.empresa.sembrado.almacenId);
    });
    EXPECT_EQ(m.pide("PUT /api/Contabilidad/Configuracion", R"({"moneda":"USD","existenciaNegativa":false,)" + resto).faltas(),
              "conflicto /moneda; conflicto /existenciaNegativa");
    EXPECT_EQ(m.pide("PUT /api/Contabilidad/Configuracion", R"({"moneda":"MXN","existenciaNegativa":true,)" + resto).status, 200);
}

}  // namespace
}  // namespace cacao::test
