// What repeats: its days, each made once whoever makes it, and by itself at its hour.

#include "rooms/contabilidad/documentos/poliza.hpp"
#include "rooms/periodicos/corrida.hpp"
#include "rooms/periodicos/diferido.hpp"
#include "rooms/periodicos/plantilla.hpp"
#include "rooms/periodicos/ritmo.hpp"
#include "support/cuadre.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace cacao::test {
namespace {

Fecha dia_iso(const char* iso) { return Fecha::leer_iso(iso).value(); }
std::string dias(Ritmo ritmo, std::int64_t del_mes, const char* desde, const char* primero, const char* ultimo,
                 const char* hasta = nullptr) {
    std::string r;
    const DiasDeRitmo d{ritmo, del_mes, dia_iso(desde), hasta != nullptr ? std::optional{dia_iso(hasta)} : std::nullopt};
    for (const Fecha f : dias_de(d, dia_iso(primero), dia_iso(ultimo))) r += (r.empty() ? "" : " ") + f.iso();
    return r;
}

TEST(RitmoTest, DaysOfMonthsAreHeldToTheirEnd) {
    EXPECT_EQ(dias(Ritmo::mensual, 31, "2024-01-15", "2024-01-01", "2024-05-31"),
              "2024-01-31 2024-02-29 2024-03-31 2024-04-30 2024-05-31");
    EXPECT_EQ(dias(Ritmo::mensual, 0, "2024-01-30", "2025-02-01", "2025-03-31"), "2025-02-28 2025-03-30");
    EXPECT_EQ(dias(Ritmo::mensual, 10, "2024-01-15", "2024-01-01", "2024-02-29"), "2024-02-10") << "not before it begins";
    EXPECT_EQ(dias(Ritmo::bimestral, 1, "2024-01-01", "2024-04-01", "2024-12-31"), "2024-05-01 2024-07-01 2024-09-01 2024-11-01");
    EXPECT_EQ(dias(Ritmo::trimestral, 0, "2023-11-30", "2024-01-01", "2024-12-31"),
              "2024-02-29 2024-05-30 2024-08-30 2024-11-30");
    EXPECT_EQ(dias(Ritmo::semestral, 0, "2024-03-05", "2024-01-01", "2025-12-31"), "2024-03-05 2024-09-05 2025-03-05 2025-09-05");
    EXPECT_EQ(dias(Ritmo::anual, 0, "2024-02-29", "2024-01-01", "2026-12-31"), "2024-02-29 2025-02-28 2026-02-28");
    EXPECT_EQ(dias(Ritmo::semanal, 0, "2024-01-03", "2024-01-05", "2024-01-31", "2024-01-24"),
              "2024-01-10 2024-01-17 2024-01-24");
    EXPECT_EQ(dias(Ritmo::quincenal, 0, "2024-01-03", "2024-01-17", "2024-02-14"), "2024-01-17 2024-01-31 2024-02-14");
    EXPECT_EQ(dias(Ritmo::mensual, 1, "2024-01-01", "2024-02-02", "2024-02-28"), "");
}

class PeriodicosTest : public testing::TestWithParam<db::Motor> {
protected:
    PeriodicosTest()
        : m{GetParam(), {register_poliza, [this](api::Operations& ops) {
                             auto v = std::make_shared<periodicos::Vecinos>();
                             v->operaciones = &ops;
                             v->por_depreciar = [](const Context&, std::int64_t) { return Importe{}; };
                             v->depreciar = [](Context&, std::int64_t) { return std::optional<periodicos::DepreciacionHecha>{}; };
                             v->deshacer_depreciacion = [](Context&, std::int64_t) {};
                             v->iva_por_liquidar = [](const Context&, std::int64_t) { return std::optional<Importe>{}; };
                             vecinos = v;
                             register_plantillas(ops);
                             register_diferidos(ops);
                             register_corridas(ops, vecinos);
                         }}} {
        gasto = m.cuenta("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = '601.84-02'");
        capital = m.cuenta("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = '704.23'");
    }
    std::string hace(const std::string& linea, const std::string& cuerpo, const char* donde) {
        const auto r = m.pide(linea, cuerpo);
        EXPECT_EQ(r.status, 200) << linea << ' ' << cuerpo << ' ' << r.body;
        return r.en(donde);
    }
    std::string plantilla() const {
        return fmt::format(R"({{"codigo":"P","nombre":"x","operacion":"PolizaCrear","ritmo":"semanal","desde":"2025-01-01",)"
                           R"("cuerpo":{{"partidas":[{{"cuentaId":{},"cargo":10}},{{"cuentaId":{},"abono":10}}]}}}})",
                           gasto, capital);
    }
    std::string diferido() const {
        return fmt::format(
            R"({{"codigo":"D","nombre":"x","cuentaId":{},"cuentaGastoId":{},"importe":100,"meses":3,"periodoInicial":202501}})",
            capital, gasto);
    }
    std::vector<std::string> revisa() {
        auto r = m.diferencias(verificar_periodicos);
        const std::string libros = descuadres(m.base.db(), m.empresa.organizacionId);
        if (!libros.empty()) r.push_back(libros);
        return r;
    }
    std::int64_t polizas(std::string_view tipo) {
        return m.cuenta(fmt::format(
            "SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND estado <> 'cancelado' AND tipo = '{}'", tipo));
    }

    periodicos::LosVecinos vecinos;
    Mundo m;
    std::int64_t gasto = 0;
    std::int64_t capital = 0;
};
CACAO_EN_AMBOS_MOTORES(PeriodicosTest);

// "POST /api/Periodicos/Plantillas" and "PUT /api/Periodicos/Plantillas/" answer permiso_denegado to whoever may not do what the
// template does.
TEST_P(PeriodicosTest, ATemplateTakesTheRightOfItsOperation) {
    const auto quien = m.token_de(m.crea_usuario("auxiliar", {m.crea_rol("aux", {"PlantillaCrear", "PlantillaActualizar"})}));
    EXPECT_EQ(m.pide_con(quien, "POST /api/Periodicos/Plantillas", plantilla()).faltas(), "permiso_denegado /operacion");
    const auto id = hace("POST /api/Periodicos/Plantillas", plantilla(), "/data/plantillaId");
    EXPECT_EQ(m.pide_con(quien, "PUT /api/Periodicos/Plantillas/" + id, R"({"nombre":"y"})").faltas(),
              "permiso_denegado /operacion");
}

// Several at once make each document, and the accrual of the month, once.
TEST_P(PeriodicosTest, EachDayIsMadeOnce) {
    hace("POST /api/Periodicos/Plantillas", plantilla(), "/data/plantillaId");
    hace("POST /api/Periodicos/Diferidos", diferido(), "/data/diferidoId");
    std::vector<std::thread> hilos;
    for (int i = 0; i < 4; ++i) hilos.emplace_back([&] { m.pide("POST /api/Periodicos/Generar", R"({"periodo":202501})"); });
    for (auto& h : hilos) h.join();
    EXPECT_EQ(polizas("Poliza"), 5);
    EXPECT_EQ(polizas("Devengo"), 1);
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

TEST_P(PeriodicosTest, ByItselfAtItsHour) {
    m.reloj.fijar(Instante::leer_iso("2025-02-02T18:00:00Z").value());
    m.token = m.token_de(m.empresa.usuarioId);
    hace("POST /api/Periodicos/Plantillas", plantilla(), "/data/plantillaId");
    hace("POST /api/Periodicos/Diferidos", diferido(), "/data/diferidoId");
    hace("PUT /api/Periodicos/Programacion", R"({"automatico":true,"hora":5,"dia":4})", "/data/version");
    api::Taller taller{m.base.db(), m.reloj, {oficio_de_periodicos(vecinos)}, "prueba"};
    const auto org = m.empresa.organizacionId;
    EXPECT_FALSE(taller.tomar(org)) << "not before its hour";
    const auto pasa = [&](const char* cuando) {
        m.reloj.fijar(Instante::leer_iso(cuando).value());
        int veces = 0;
        for (; const auto tomado = taller.tomar(org); ++veces) taller.hacer(org, *tomado);
        return veces;
    };
    // Five of January; February's first is of the 5th.
    EXPECT_EQ(pasa("2025-02-03T12:00:00Z"), 1);
    EXPECT_EQ(polizas("Poliza"), 5);
    EXPECT_EQ(polizas("Devengo"), 0) << "not before the day of the month";
    EXPECT_EQ(pasa("2025-02-05T12:00:00Z"), 1);
    EXPECT_EQ(polizas("Poliza"), 6);
    EXPECT_EQ(polizas("Devengo"), 1);
    EXPECT_EQ(pasa("2025-02-05T13:00:00Z"), 0);
    EXPECT_EQ(pasa("2025-02-06T12:00:00Z"), 1);
    EXPECT_EQ(polizas("Poliza"), 6);
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM corrida WHERE organizacionId = $1 AND automatica = 1"), 3);
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

// Nobody is there to be asked: it is registered by the right of whoever said last what the template says, while they have it.
TEST_P(PeriodicosTest, ByItselfWithTheRightOfItsAuthor) {
    m.reloj.fijar(Instante::leer_iso("2025-02-02T18:00:00Z").value());
    m.token = m.token_de(m.empresa.usuarioId);
    hace("PUT /api/Periodicos/Programacion", R"({"automatico":true,"hora":5})", "/data/version");
    const auto rol = m.crea_rol("autor", {"PlantillaCrear", "PolizaCrear"});
    const auto autor = m.crea_usuario("autor", {rol});
    const auto corre = [&](const std::string& sql) { m.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); }); };
    corre(
        fmt::format("UPDATE usuario SET sucursalId = (SELECT MIN(sucursalId) FROM sucursal WHERE organizacionId = $1) WHERE "
                    "organizacionId = $1 AND usuarioId = {}",
                    autor));
    ASSERT_EQ(m.pide_con(m.token_de(autor), "POST /api/Periodicos/Plantillas", plantilla()).status, 200);
    api::Taller taller{m.base.db(), m.reloj, {oficio_de_periodicos(vecinos)}, "prueba"};
    const auto pasa = [&](const char* cuando) {
        m.reloj.fijar(Instante::leer_iso(cuando).value());
        const auto tomado = taller.tomar(m.empresa.organizacionId);
        ASSERT_TRUE(tomado) << cuando;
        taller.hacer(m.empresa.organizacionId, *tomado);
    };
    const auto negadas = [&] {
        return m.cuenta(
            "SELECT COUNT(*) FROM ocurrencia WHERE organizacionId = $1 AND estado = 'fallida' AND faltas LIKE "
            "'%permiso_denegado%' AND faltas LIKE '%/operacion%'");
    };
    pasa("2025-02-03T12:00:00Z");
    EXPECT_EQ(polizas("Poliza"), 5);
    EXPECT_EQ(negadas(), 0);

    corre(fmt::format("DELETE FROM rolPermiso WHERE organizacionId = $1 AND rolId = {} AND permiso = 'PolizaCrear'", rol));
    pasa("2025-02-05T12:00:00Z");
    EXPECT_EQ(polizas("Poliza"), 5) << "the right was taken";
    EXPECT_EQ(negadas(), 1);
    corre(fmt::format("INSERT INTO rolPermiso (organizacionId, rolId, permiso) VALUES ($1, {}, 'PolizaCrear')", rol));
    pasa("2025-02-06T12:00:00Z");
    EXPECT_EQ(polizas("Poliza"), 6) << "and given back";
    EXPECT_EQ(negadas(), 0);

    corre(fmt::format("UPDATE usuario SET activo = 0 WHERE organizacionId = $1 AND usuarioId = {}", autor));
    pasa("2025-02-12T12:00:00Z");
    EXPECT_EQ(polizas("Poliza"), 6) << "the author is gone";
    EXPECT_EQ(negadas(), 1);
    corre(fmt::format("UPDATE usuario SET activo = 1 WHERE organizacionId = $1 AND usuarioId = {}", autor));
    corre(fmt::format("UPDATE rol SET activo = 0 WHERE organizacionId = $1 AND rolId = {}", rol));
    pasa("2025-02-13T12:00:00Z");
    EXPECT_EQ(polizas("Poliza"), 6) << "the role is out of use";
    EXPECT_EQ(negadas(), 1);

    // Whoever generates by hand stands for it.
    m.token = m.token_de(m.empresa.usuarioId);
    hace("POST /api/Periodicos/Generar", R"({"periodo":202502})", "/data/corridaId");
    EXPECT_EQ(polizas("Poliza"), 7);
    EXPECT_EQ(negadas(), 0);
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

TEST_P(PeriodicosTest, VerifyFindsWhatIsWrong) {
    hace("POST /api/Periodicos/Plantillas", plantilla(), "/data/plantillaId");
    hace("POST /api/Periodicos/Diferidos", diferido(), "/data/diferidoId");
    hace("POST /api/Periodicos/Generar", R"({"periodo":202501})", "/data/corridaId");
    ASSERT_THAT(revisa(), testing::IsEmpty());
    const auto rompe = [&](const char* como, const char* vuelve, const char* dice) {
        SCOPED_TRACE(como);
        const auto corre = [&](const char* sql) { m.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); }); };
        corre(como);
        EXPECT_THAT(revisa(), testing::Contains(testing::HasSubstr(dice)));
        corre(vuelve);
    };
    rompe("UPDATE ocurrencia SET fecha = fecha + 1 WHERE organizacionId = $1",
          "UPDATE ocurrencia SET fecha = fecha - 1 WHERE organizacionId = $1", "its document is not there");
    rompe("UPDATE diferido SET importe = 1000000 WHERE organizacionId = $1",
          "UPDATE diferido SET importe = 100000000 WHERE organizacionId = $1", "more of it was posted");
    rompe("UPDATE devengo SET vigente = 0 WHERE organizacionId = $1", "UPDATE devengo SET vigente = 1 WHERE organizacionId = $1",
          "stand or fall");
    rompe("UPDATE devengo SET importe = 1000000 WHERE organizacionId = $1",
          "UPDATE devengo SET importe = 33330000 WHERE organizacionId = $1", "add up");
    rompe("UPDATE diferido SET origenId = 1, origenPartida = 1 WHERE organizacionId = $1",
          "UPDATE diferido SET origenId = 0, origenPartida = 0 WHERE organizacionId = $1", "the line that paid it");
    ASSERT_THAT(revisa(), testing::IsEmpty());
}

}  // namespace
}  // namespace cacao::test
