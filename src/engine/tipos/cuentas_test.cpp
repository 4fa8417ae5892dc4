#include "engine/tipos/cuentas.hpp"

#include "db/rows.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace cacao::test {
namespace {

using engine::Cuenta;
using engine::Cuentas;

class CuentasTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam()};

    static std::int64_t id(db::Reader& tx, std::string_view codigo) {
        return tx
            .one<std::int64_t>("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = $2", tx.organizacion(), codigo)
            .value_or(-1);
    }
    static void propia(db::Writer& tx, std::string_view papel, std::string_view ambito, std::int64_t ambitoId,
                       std::string_view codigo) {
        tx.run("INSERT INTO cuentaPapel (organizacionId, papel, ambito, ambitoId, cuentaId) VALUES ($1, $2, $3, $4, $5)",
               tx.organizacion(), papel, ambito, ambitoId, id(tx, codigo));
        engine::renovar_papeles(tx);
    }
};
CACAO_EN_AMBOS_MOTORES(CuentasTest);

TEST_P(CuentasTest, CadaPapelTieneLaCuentaQueSeSembro) {
    m.lee([&](const Context& ctx) {
        Cuentas cuentas{ctx.db()};
        EXPECT_EQ(cuentas.de(Cuenta::clientes), id(ctx.db(), "105.01"));
        EXPECT_EQ(cuentas.de(Cuenta::merma), id(ctx.db(), "501.08-02"));
        for (std::size_t i = 0; i < engine::papeles; ++i) EXPECT_GT(cuentas.de(static_cast<Cuenta>(i)), 0);
    });
}

TEST_P(CuentasTest, GanaLoMasParticular) {
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        propia(tx, "ventas", "clasificacion", 7, "401.07");
        propia(tx, "ventas", "almacen", 8, "401.10");
        propia(tx, "ventas", "contacto", 9, "401.04");
        propia(tx, "ventas", "contacto", 7, "401.22");  // the number of another scope
        Cuentas cuentas{tx};
        EXPECT_EQ(cuentas.de(Cuenta::ventas), id(tx, "401.01"));
        EXPECT_EQ(cuentas.de(Cuenta::ventas, {.clasificacionId = 7}), id(tx, "401.07"));
        EXPECT_EQ(cuentas.de(Cuenta::ventas, {.clasificacionId = 7, .almacenId = 8}), id(tx, "401.10"));
        EXPECT_EQ(cuentas.de(Cuenta::ventas, {.clasificacionId = 7, .almacenId = 8, .entidadId = 9}), id(tx, "401.04"));
        EXPECT_EQ(cuentas.de(Cuenta::ventas, {.clasificacionId = 9, .almacenId = 9, .entidadId = 8}), id(tx, "401.01"));
        EXPECT_EQ(cuentas.de(Cuenta::costo_ventas, {.clasificacionId = 7}), id(tx, "501.01"));
    });
}

// What the process remembers is that of this organization as it stands, whoever else has the same identifiers.
TEST_P(CuentasTest, LoRecordadoEsSiempreLoQueDiceLaTabla) {
    const auto vendido_en = [](Mundo& mundo, std::string_view codigo) {
        bool si = false;
        mundo.lee(
            [&](const Context& ctx) { si = Cuentas{ctx.db()}.de(Cuenta::ventas, {.almacenId = 8}) == id(ctx.db(), codigo); });
        return si;
    };
    Mundo otro{GetParam()};
    EXPECT_TRUE(vendido_en(m, "401.01") && vendido_en(otro, "401.01"));
    m.escribe([&](Context& ctx) { propia(ctx.db(), "ventas", "almacen", 8, "401.10"); });
    EXPECT_TRUE(vendido_en(m, "401.10") && vendido_en(otro, "401.01"));
    EXPECT_THROW(m.escribe([&](Context& ctx) {
        ctx.db().run("DELETE FROM cuentaPapel WHERE organizacionId = $1 AND ambito = 'almacen'", ctx.organizacionId());
        engine::renovar_papeles(ctx.db());
        EXPECT_EQ(Cuentas{ctx.db()}.de(Cuenta::ventas, {.almacenId = 8}), id(ctx.db(), "401.01"));
        throw std::runtime_error{"rolled back"};
    }),
                 std::runtime_error);
    EXPECT_TRUE(vendido_en(m, "401.10"));
}

TEST_P(CuentasTest, UnPapelSinCuentaSeRechazaConSuNombre) {
    m.escribe([&](Context& ctx) {
        ctx.db().run("DELETE FROM cuentaPapel WHERE organizacionId = $1 AND papel = 'merma'", ctx.organizacionId());
        propia(ctx.db(), "merma", "almacen", 3, "501.01");
        Cuentas cuentas{ctx.db()};
        EXPECT_EQ(cuentas.de(Cuenta::merma, {.almacenId = 3}), id(ctx.db(), "501.01"));
        try {
            cuentas.de(Cuenta::merma);
            ADD_FAILURE() << "an account out of nowhere";
        } catch (const Error& e) {
            EXPECT_EQ(e.faltas().front().codigo, Codigo::cuenta_sin_definir);
            EXPECT_EQ(e.faltas().front().datos, R"({"papel":"merma"})");
        }
    });
}

TEST_P(CuentasTest, LoQueElDocumentoRespondeNoEsUnPapel) {
    m.lee([&](const Context& ctx) {
        Cuentas cuentas{ctx.db()};
        EXPECT_THROW(cuentas.de(Cuenta::banco), Error);
    });
    EXPECT_EQ(engine::nombre(Cuenta::clientes), "clientes");
    EXPECT_EQ(engine::nombre(Cuenta::banco_destino), "banco_destino");
    EXPECT_EQ(engine::papel_de("ventas"), Cuenta::ventas);
    EXPECT_EQ(engine::papel_de("banco"), std::nullopt);
    EXPECT_EQ(engine::papel_de(""), std::nullopt);
}

}  // namespace
}  // namespace cacao::test
