// Assets against a plain model: whatever is changed, left out or undone, what is posted adds up to what the plans say.

#include "rooms/activos/activo.hpp"

#include "base/azar.hpp"
#include "engine/entorno/meses.hpp"
#include "rooms/activos/categoria_activo.hpp"
#include "rooms/activos/depreciacion.hpp"
#include "rooms/activos/fiscal.hpp"
#include "support/cuadre.hpp"
#include "support/importes.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace cacao::test {
namespace {

using namespace literales;

// Cents, half of one away from zero.
std::int64_t redondo(__int128 arriba, __int128 abajo) { return static_cast<std::int64_t>((2 * arriba + abajo) / (2 * abajo)); }

TEST(PlanDeActivo, AllOfItGoesAndTheLastMonthTakesWhatIsLeft) {
    Azar azar{7};
    for (int i = 0; i < 2000; ++i) {
        const std::int64_t costo = 1 + azar.menor(std::int64_t{10'000'000});
        const std::int64_t residual = azar.menor(costo + 1);
        const std::int64_t meses = 1 + azar.menor(std::int64_t{480});
        const std::int64_t desde = 200001 + azar.menor(std::int64_t{12});
        const PlanDeActivo plan{desde, {}, centavos(residual), meses, {}};
        const std::vector<PlanDeActivo> planes{plan};
        std::int64_t suma = 0;
        for (std::int64_t k = 1; k <= meses + 2; ++k) {
            const Importe hasta = depreciado_al(centavos(costo), planes, engine::periodo_mas(desde, k - 1), 2);
            ASSERT_EQ(hasta, centavos(redondo(static_cast<__int128>(costo - residual) * std::min(k, meses), meses))) << i;
            const std::int64_t mes = hasta.micros() / 10'000 - suma;
            ASSERT_LE(mes * meses, costo - residual + meses) << "a cent more than its share at the most";
            suma = hasta.micros() / 10'000;
        }
        ASSERT_EQ(suma, costo - residual);
        ASSERT_EQ(depreciado_al(centavos(costo), planes, engine::periodo_mas(desde, -1), 2), Importe{});
    }
}

TEST(PlanDeActivo, ByRateItEndsInTheMonthThatItSays) {
    Azar azar{8};
    for (int i = 0; i < 2000; ++i) {
        const Importe costo = centavos(1000 + azar.menor(std::int64_t{10'000'000}));
        const Importe residual = azar.una_de(3) ? centavos(azar.menor(std::int64_t{1000})) : Importe{};
        const Importe antes = azar.una_de(3) ? centavos(azar.menor(std::int64_t{500})) : Importe{};
        const Tasa tasa = Tasa::de_micros(10'000 + azar.menor(std::int64_t{990'000}));
        const std::vector<PlanDeActivo> planes{{202401, antes, residual, 0, tasa}};
        if (antes + residual > costo) continue;
        const auto ultimo = ultimo_periodo(costo, planes);
        ASSERT_EQ(depreciado_al(costo, planes, ultimo, 2), costo - residual) << i;
        // A month before, no more than a rounded cent is missing.
        ASSERT_LE(depreciado_al(costo, planes, engine::periodo_mas(ultimo, -1), 2), costo - residual) << i;
    }
    EXPECT_EQ(engine::meses_entre(202411, 202502), 3);
    EXPECT_EQ(engine::periodo_mas(202411, 3), 202502);
    EXPECT_EQ(engine::periodo_mas(202502, -3), 202411);
    EXPECT_EQ(ultimo_periodo(100_mxn, std::vector<PlanDeActivo>{{202401, {}, {}, 0, {}}}), 0);
}

TEST(Fiscal, FactorsAreCutAndNeverBelowOne) {
    EXPECT_EQ(factor_de_actualizacion(*Precio::leer("140.405"), *Precio::leer("134.065")), *Precio::leer("1.0472"));
    EXPECT_EQ(factor_de_actualizacion(*Precio::leer("134"), *Precio::leer("140")), *Precio::leer("1"));
    EXPECT_EQ(deducido_en(100_mxn, *Tasa::leer("0.25"), 49, 2), 100_mxn);
    EXPECT_EQ(deducido_en(100_mxn, *Tasa::leer("0.25"), 1, 2), *Importe::leer("2.08"));
}

class ActivosTest : public testing::TestWithParam<db::Motor> {
protected:
    ActivosTest() : m{GetParam(), {register_categorias_activo, register_activos, register_depreciaciones}} {
        categoria = hace("POST /api/Activos/Categorias", R"({"codigo":"C","nombre":"Cómputo","claveTasa":"computo"})",
                         "/data/categoriaId");
    }
    std::string hace(const std::string& linea, const std::string& cuerpo, const char* donde) {
        const auto r = m.pide(linea, cuerpo);
        EXPECT_EQ(r.status, 200) << linea << ' ' << cuerpo << ' ' << r.body;
        return r.en(donde);
    }
    std::string activo(const std::string& codigo, std::string_view mas) {
        return hace("POST /api/Activos",
                    fmt::format(R"({{"codigo":"{}","nombre":"x","categoriaId":{},{}}})", codigo, categoria, mas),
                    "/data/activoId");
    }
    std::vector<std::string> revisa() {
        auto r = m.diferencias(verificar_activos);
        const std::string libros = descuadres(m.base.db(), m.empresa.organizacionId);
        if (!libros.empty()) r.push_back(libros);
        return r;
    }
    Importe hecha(const std::string& activoId) {
        return Importe::de_micros(
            m.cuenta("SELECT CAST(COALESCE(SUM(importe), 0) AS BIGINT) FROM depreciacion WHERE organizacionId = $1 "
                     "AND vigente = 1 AND activoId = " +
                     activoId));
    }

    Mundo m;
    std::string categoria;
};
CACAO_EN_AMBOS_MOTORES(ActivosTest);

// A life of assets: registered at any time, months posted, left out and undone, plans changed.
TEST_P(ActivosTest, WhatIsPostedIsWhatThePlansSay) {
    struct Modelo {
        std::string id;
        Importe costo;
        std::vector<PlanDeActivo> planes;
    };
    Azar azar{11};
    std::vector<Modelo> activos;
    std::vector<std::pair<std::int64_t, std::string>> corridas;  // in force
    std::int64_t mes = 202301;
    for (int paso = 0; paso < 60; ++paso) {
        const int que = azar.menor(6);
        if (que == 0 || activos.empty()) {
            const Importe costo = centavos(1000 + azar.menor(std::int64_t{500'000}));
            const std::int64_t vida = 1 + azar.menor(std::int64_t{30});
            const std::int64_t primero = engine::periodo_mas(202301, azar.menor(std::int64_t{18}));
            const auto id = activo(fmt::format("A{}", activos.size()),
                                   fmt::format(R"("costo":{},"vidaMeses":{},"fechaAdquisicion":"{}-{:02}-01")", costo.texto(),
                                               vida, primero / 100, primero % 100));
            activos.push_back({id, costo, {{primero, {}, {}, vida, {}}}});
        } else if (que == 1 && !corridas.empty()) {
            const auto r = m.pide("DELETE /api/Activos/Depreciaciones/" + corridas.back().second);
            ASSERT_EQ(r.status, 200) << r.body;
            corridas.pop_back();
        } else if (que == 2) {
            Modelo& a = activos[static_cast<std::size_t>(azar.menor(static_cast<std::int64_t>(activos.size())))];
            const std::int64_t desde =
                engine::periodo_mas(std::max(corridas.empty() ? 0 : corridas.back().first, a.planes.back().desdePeriodo),
                                    1 + azar.menor(std::int64_t{3}));
            const std::int64_t vida = 1 + azar.menor(std::int64_t{20});
            const auto r = m.pide("PUT /api/Activos/" + a.id + "/Plan",
                                  fmt::format(R"({{"desdePeriodo":{},"vidaMeses":{},"motivo":"x"}})", desde, vida));
            ASSERT_EQ(r.status, 200) << r.body;
            a.planes.push_back({desde, depreciado_al(a.costo, a.planes, engine::periodo_mas(desde, -1), 2), {}, vida, {}});
        } else {
            mes = engine::periodo_mas(corridas.empty() ? 202212 : corridas.back().first, 1 + (azar.una_de(3) ? 1 : 0));
            if (mes > 202512) continue;
            Importe toca;
            for (const Modelo& a : activos)
                if (a.planes.front().desdePeriodo <= mes) toca += depreciado_al(a.costo, a.planes, mes, 2) - hecha(a.id);
            const auto r = m.pide("POST /api/Activos/Depreciaciones", fmt::format(R"({{"periodo":{}}})", mes));
            if (toca.es_cero()) {
                ASSERT_EQ(r.faltas(), "lista_vacia /periodo");
                continue;
            }
            ASSERT_EQ(r.status, 200) << r.body;
            ASSERT_EQ(r.en("/data/importe"), toca.texto());
            corridas.emplace_back(mes, r.en("/data/depreciacionId"));
            for (const Modelo& a : activos) ASSERT_EQ(hecha(a.id), depreciado_al(a.costo, a.planes, mes, 2)) << mes;
        }
    }
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

// Two instances at once: one of them posts the month.
TEST_P(ActivosTest, AMonthIsPostedOnce) {
    activo("A", R"("costo":1200,"vidaMeses":12,"fechaAdquisicion":"2025-01-01")");
    std::vector<std::thread> hilos;
    for (int i = 0; i < 4; ++i) hilos.emplace_back([&] { m.pide("POST /api/Activos/Depreciaciones", R"({"periodo":202501})"); });
    for (auto& h : hilos) h.join();
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND tipo = 'Depreciacion'"), 1);
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

TEST_P(ActivosTest, VerifyFindsWhatIsWrong) {
    const auto a = activo("A", R"("costo":1200,"vidaMeses":12,"fechaAdquisicion":"2025-01-01")");
    hace("POST /api/Activos/Depreciaciones", R"({"periodo":202501})", "/data/depreciacionId");
    ASSERT_THAT(revisa(), testing::IsEmpty());
    const auto rompe = [&](const char* como, const char* vuelve, const char* dice) {
        SCOPED_TRACE(como);
        const auto corre = [&](const char* sql) { m.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); }); };
        corre(como);
        EXPECT_THAT(revisa(), testing::Contains(testing::HasSubstr(dice)));
        corre(vuelve);
    };
    rompe("UPDATE depreciacionMes SET importe = 1 WHERE organizacionId = $1",
          "UPDATE depreciacionMes SET importe = 100000000 WHERE organizacionId = $1", "add up");
    rompe("UPDATE depreciacion SET vigente = 0 WHERE organizacionId = $1",
          "UPDATE depreciacion SET vigente = 1 WHERE organizacionId = $1", "stand or fall");
    rompe("UPDATE depreciacion SET importe = 50000000 WHERE organizacionId = $1",
          "UPDATE depreciacion SET importe = 100000000 WHERE organizacionId = $1", "that of its assets");
    rompe("UPDATE activoFijo SET costo = 1000000, montoDeducible = 0 WHERE organizacionId = $1",
          "UPDATE activoFijo SET costo = 1200000000 WHERE organizacionId = $1", "more than its cost");
    rompe("UPDATE activoFijo SET estado = 'baja' WHERE organizacionId = $1",
          "UPDATE activoFijo SET estado = 'enUso' WHERE organizacionId = $1", "is gone");
    rompe("UPDATE activoFijo SET origenId = 1, origenPartida = 1 WHERE organizacionId = $1",
          "UPDATE activoFijo SET origenId = 0, origenPartida = 0 WHERE organizacionId = $1", "the line that bought it");
    ASSERT_THAT(revisa(), testing::IsEmpty());
}

}  // namespace
}  // namespace cacao::test
