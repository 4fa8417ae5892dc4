// An organization as it comes into being: a chart whose parts fit, and everything a first document needs.

#include "engine/entorno/siembra.hpp"

#include "db/rows.hpp"
#include "engine/entorno/catalogo_cuentas.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class SiembraTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam()};
};
CACAO_EN_AMBOS_MOTORES(SiembraTest);

TEST_P(SiembraTest, ElCatalogoEsUnArbolCuyasHojasSonLasQueAceptanMovimientos) {
    const auto cuantas = m.cuenta("SELECT count(*) FROM cuenta WHERE organizacionId = $1");
    EXPECT_EQ(cuantas, static_cast<std::int64_t>(std::size(engine::catalogo::cuentas)));
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM cuenta WHERE organizacionId = $1 AND padreId = 0"), 8);
    // A child stands one level below a parent that gathers, and is of its kind, but for the group that mixes costs and income.
    EXPECT_EQ(m.cuenta(R"(
        SELECT count(*) FROM cuenta c JOIN cuenta p ON p.organizacionId = c.organizacionId AND p.cuentaId = c.padreId
        WHERE c.organizacionId = $1 AND c.nivel = p.nivel + 1 AND p.esAcumulativa = 1 AND (c.tipo = p.tipo OR p.codigo = '700'))"),
              cuantas - 8);
    EXPECT_EQ(m.cuenta(R"(
        SELECT count(*) FROM cuenta c WHERE c.organizacionId = $1 AND c.esAcumulativa <>
            CASE WHEN EXISTS (SELECT 1 FROM cuenta h WHERE h.organizacionId = $1 AND h.padreId = c.cuentaId) THEN 1 ELSE 0 END)"),
              0);
    EXPECT_EQ(m.cuenta(R"(
        SELECT count(*) FROM cuenta WHERE organizacionId = $1 AND codigo = '216.12-01' AND codigoAgrupador = '216.12' AND nivel = 4
            AND naturaleza = 'acreedora' AND tipo = 'pasivo')"),
              1);
}

TEST_P(SiembraTest, CadaPapelTieneUnaHojaSuya) {
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM cuentaPapel WHERE organizacionId = $1"), 59);
    EXPECT_EQ(m.cuenta(R"(
        SELECT count(DISTINCT c.cuentaId) FROM cuentaPapel p
        JOIN cuenta c ON c.organizacionId = p.organizacionId AND c.cuentaId = p.cuentaId AND c.esAcumulativa = 0
        WHERE p.organizacionId = $1 AND p.ambito = '')"),
              59);
}

TEST_P(SiembraTest, LaMatrizTieneAlmacenCajaYZonaYElAdministradorTrabajaAhi) {
    const auto& s = m.empresa.sembrado;
    EXPECT_EQ(m.cuenta(R"(
        SELECT count(*) FROM sucursal s
        JOIN almacen a ON a.organizacionId = s.organizacionId AND a.almacenId = s.almacenId AND a.codigo = 'GENERAL' AND a.tipo = 'normal'
        JOIN cuentaBancaria b ON b.organizacionId = s.organizacionId AND b.cuentaBancariaId = s.cuentaBancariaId AND b.tipo = 'caja'
        JOIN organizacion o ON o.organizacionId = s.organizacionId AND o.zona = s.zona
        WHERE s.organizacionId = $1 AND s.codigo = 'MATRIZ')"),
              1);
    EXPECT_EQ(m.cuenta("SELECT almacenId FROM almacen WHERE organizacionId = $1 AND tipo = 'transito'"), s.almacenTransitoId);
    EXPECT_EQ(m.cuenta("SELECT almacenId FROM almacen WHERE organizacionId = $1 AND tipo = 'merma'"), s.almacenMermaId);
    EXPECT_EQ(m.cuenta("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'BANCO'"), s.bancoId);
    EXPECT_EQ(m.cuenta("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND claveUnidad = 'H87'"),
              s.unidadMedidaId);
    EXPECT_EQ(m.sesion->sucursalId, s.sucursalId);
}

TEST_P(SiembraTest, LosConceptosLlevanSuCuentaYSusRetenciones) {
    EXPECT_EQ(m.cuenta(R"(
        SELECT count(*) FROM concepto k
        JOIN cuenta c ON c.organizacionId = k.organizacionId AND c.cuentaId = k.cuentaId AND c.esAcumulativa = 0
        WHERE k.organizacionId = $1)"),
              13);
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM concepto WHERE organizacionId = $1 AND enDeposito = 1 AND iva <> 'tasa'"), 3);
    EXPECT_EQ(m.cuenta("SELECT ivaRetenido + isrRetenido FROM concepto WHERE organizacionId = $1 AND codigo = 'HONORARIOS'"),
              206'667);
    EXPECT_EQ(m.cuenta("SELECT ivaRetenido + isrRetenido FROM concepto WHERE organizacionId = $1 AND codigo = 'FLETES'"), 40'000);
    EXPECT_EQ(m.cuenta(R"(
        SELECT count(*) FROM concepto k
        JOIN cuentaPapel p ON p.organizacionId = k.organizacionId AND p.cuentaId = k.cuentaId AND p.papel = 'gastos_por_distribuir'
        WHERE k.organizacionId = $1 AND k.codigo = 'SOBRE-COMPRAS')"),
              1);
}

TEST_P(SiembraTest, GramoYKilogramoCompartenBase) {
    EXPECT_EQ(m.cuenta(R"(
        SELECT g.denominador FROM unidadMedida g
        JOIN unidadMedida k ON k.organizacionId = g.organizacionId AND k.unidadMedidaId = g.baseId AND k.baseId = k.unidadMedidaId
        WHERE g.organizacionId = $1 AND g.claveUnidad = 'GRM' AND k.claveUnidad = 'KGM')"),
              1000);
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM formaPago WHERE organizacionId = $1 AND claveSAT IN ('01', '03', '28', '99')"), 4);
}

TEST_P(SiembraTest, LaSucursalPredeterminadaEsUnaActiva) {
    auto predeterminada = [&] {
        std::int64_t id = 0;
        m.lee([&](const Context& ctx) { id = engine::sucursal_predeterminada(ctx.db()); });
        return id;
    };
    EXPECT_EQ(predeterminada(), m.empresa.sembrado.sucursalId);
    m.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE sucursal SET activo = 0 WHERE organizacionId = $1", ctx.organizacionId());
        EXPECT_EQ(engine::sucursal_predeterminada(ctx.db()), 0);
        ctx.db().run(R"(
            INSERT INTO sucursal (organizacionId, sucursalId, codigo, nombre, codigoPostal, zona, frontera, almacenId, cuentaBancariaId, activo, version)
            VALUES ($1, 77, 'ANTES', 'Otra', '', 'UTC', 0, 0, 0, 1, 1))",
                     ctx.organizacionId());
        EXPECT_EQ(engine::sucursal_predeterminada(ctx.db()), 77);
        ctx.db().run("UPDATE sucursal SET activo = 1 WHERE organizacionId = $1", ctx.organizacionId());
    });
    EXPECT_EQ(predeterminada(), m.empresa.sembrado.sucursalId);
}

TEST_P(SiembraTest, LoQueCreaLaLineaDeComandosTrabajaEnLaMatriz) {
    const auto creado = alta::crear_consumidor(m.base.db(), m.empresa.organizacionId, "Tienda", "tienda",
                                               {m.empresa.rolAdministradorId}, {"*"}, m.reloj.ahora());
    EXPECT_EQ(
        m.cuenta("SELECT sucursalId FROM usuario WHERE organizacionId = $1 AND usuarioId = " + std::to_string(creado.usuarioId)),
        m.empresa.sembrado.sucursalId);
}

}  // namespace
}  // namespace cacao::test
