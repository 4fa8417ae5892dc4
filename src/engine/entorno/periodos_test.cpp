// Months open and close in order, never under the hands of somebody who posts.

#include "engine/entorno/periodos.hpp"

#include "db/rows.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

namespace cacao::test {
namespace {

using engine::EstadoPeriodo;
using enum engine::EstadoPeriodo;

class PeriodosTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam()};

    // "codigo campo datos" of the refusal, or "".
    static std::string rechazo(const std::function<void()>& work) {
        try {
            work();
        } catch (const Error& e) {
            std::string texto;
            for (const auto& f : e.faltas())
                texto += (texto.empty() ? "" : "; ") + std::string{nombre(f.codigo)} + ' ' + f.campo +
                         (f.datos.empty() ? "" : " ") + f.datos;
            return texto;
        }
        return {};
    }
    std::string cambia(std::int64_t periodo, EstadoPeriodo estado) {
        return rechazo([&] { m.escribe([&](Context& ctx) { engine::cambiar_periodo(ctx, periodo, estado, "prueba"); }); });
    }
    static void asienta(db::Writer& tx, std::int64_t periodo, std::int64_t cuentaId, std::int64_t cargo, std::int64_t abono) {
        tx.run(R"(
            INSERT INTO saldoCuenta (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja, cargos, abonos)
            VALUES ($1, $2, $3, 1, 0, 0, $4, $5) ON CONFLICT (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja)
            DO UPDATE SET cargos = saldoCuenta.cargos + $4, abonos = saldoCuenta.abonos + $5)",
               tx.organizacion(), periodo, cuentaId, cargo, abono);
    }
    void asienta(std::int64_t periodo, std::int64_t cargo = 5, std::int64_t abono = 0) {
        m.escribe([&](Context& ctx) { asienta(ctx.db(), periodo, 1, cargo, abono); });
    }
    // What a caller with these permissions hears when posting into a month.
    std::string contabiliza(std::int64_t periodo, const std::vector<std::string>& permisos = {"*"}) {
        api::Sesion sesion = *m.sesion;
        sesion.permisos = permisos;
        return rechazo([&] {
            m.base->write_now(m.empresa.organizacionId, [&](db::Writer& tx) {
                Context ctx{{.sesion = &sesion, .reloj = &m.reloj, .database = &m.base.db()}, &tx, &tx};
                Faltas faltas;
                engine::exigir_periodo(ctx, periodo, "/fecha", faltas);
                faltas.lanzar();
            });
        });
    }
};
CACAO_EN_AMBOS_MOTORES(PeriodosTest);

TEST_P(PeriodosTest, UnMesSinDecisionEstaAbierto) {
    EXPECT_EQ(engine::periodo_de(Fecha::leer_iso("2026-11-15").value()), 202611);
    EXPECT_EQ(contabiliza(202611), "");
    EXPECT_EQ(contabiliza(202613), "");
    EXPECT_EQ(cambia(202614, cerrado), "valor_no_permitido /periodo");
    EXPECT_EQ(cambia(202600, cerrado), "valor_no_permitido /periodo");
}

TEST_P(PeriodosTest, CerradoNoAceptaNadaYCerrandoSoloAQuienAjusta) {
    ASSERT_EQ(cambia(202610, cerrando), "");
    EXPECT_EQ(contabiliza(202610, {"*"}), "");
    EXPECT_EQ(contabiliza(202610, {"Contabilidad.*"}), "");
    EXPECT_EQ(contabiliza(202610, {"FacturaVentaCrear", "PeriodoAjustar"}), "");
    for (const auto* sin : {"leer", "Contabilidad.leer", "Ventas.*", "PeriodoCambiar"})
        EXPECT_EQ(contabiliza(202610, {sin}), R"(periodo_cerrado /fecha {"periodo":202610})") << sin;
    EXPECT_EQ(contabiliza(202609, {}), "") << "the month before is open";
    ASSERT_EQ(cambia(202610, cerrado), "");
    EXPECT_EQ(contabiliza(202610), R"(periodo_cerrado /fecha {"periodo":202610})");
    EXPECT_EQ(contabiliza(202611, {}), "");
    ASSERT_EQ(cambia(202610, abierto), "");
    EXPECT_EQ(contabiliza(202610, {}), "");
}

TEST_P(PeriodosTest, LoAnteriorAUnMesCerradoEstaCerrado) {
    ASSERT_EQ(cambia(202610, cerrado), "");
    EXPECT_EQ(contabiliza(202609), R"(periodo_cerrado /fecha {"periodo":202609})");
    EXPECT_EQ(contabiliza(202513), R"(periodo_cerrado /fecha {"periodo":202513})");
    EXPECT_EQ(cambia(202609, cerrado), "estado_invalido /periodo");
    EXPECT_EQ(cambia(202609, abierto), R"(conflicto /periodo {"periodo":202610})");
    EXPECT_EQ(cambia(202609, cerrando), R"(conflicto /periodo {"periodo":202610})");
}

TEST_P(PeriodosTest, SeCierraEnOrden) {
    asienta(202601);
    asienta(202602);
    EXPECT_EQ(cambia(202603, cerrado), R"(periodo_anterior_abierto /periodo {"periodo":202601})");
    EXPECT_EQ(cambia(202601, cerrado), "");
    EXPECT_EQ(cambia(202603, cerrado), R"(periodo_anterior_abierto /periodo {"periodo":202602})");
    EXPECT_EQ(cambia(202602, cerrando), "");
    EXPECT_EQ(cambia(202603, cerrado), R"(periodo_anterior_abierto /periodo {"periodo":202602})");
    EXPECT_EQ(cambia(202602, cerrado), "");
    EXPECT_EQ(cambia(202603, cerrado), "");
    EXPECT_EQ(cambia(202603, cerrado), "estado_invalido /periodo");
    EXPECT_EQ(cambia(202602, abierto), R"(conflicto /periodo {"periodo":202603})");
    EXPECT_EQ(cambia(202603, abierto), "");
    EXPECT_EQ(cambia(202602, abierto), "");
}

TEST_P(PeriodosTest, ConElCierreDelEjercicioEnPieNoSeAbre) {
    asienta(202512);
    ASSERT_EQ(cambia(202512, cerrado), "");
    EXPECT_EQ(contabiliza(202513), "") << "the closing entry itself";
    asienta(202513, 5, 0);
    EXPECT_EQ(cambia(202512, abierto), "ejercicio_cerrado /periodo");
    EXPECT_EQ(cambia(202512, cerrando), "ejercicio_cerrado /periodo");
    asienta(202513, 0, 5);  // undone
    EXPECT_EQ(cambia(202512, abierto), "");
}

TEST_P(PeriodosTest, LaDecisionQuedaConMotivoVersionYHuella) {
    m.escribe([&](Context& ctx) {
        const auto p = engine::cambiar_periodo(ctx, 202610, cerrado, "cierre mensual");
        EXPECT_EQ(p.version, 1);
        EXPECT_EQ(p.motivo, "cierre mensual");
        EXPECT_EQ(p.usuarioId, m.empresa.usuarioId);
        ASSERT_EQ(ctx.cambios().size(), 1U);
        EXPECT_EQ(ctx.cambios()[0].tipo, "Periodo");
        EXPECT_EQ(ctx.cambios()[0].id, 202610);
        EXPECT_NE(ctx.cambios()[0].antes.find("\"abierto\""), std::string::npos);
        EXPECT_NE(ctx.cambios()[0].despues.find("\"cerrado\""), std::string::npos);
        EXPECT_EQ(engine::cambiar_periodo(ctx, 202610, abierto, "se olvidó una factura").version, 2);
    });
    // If-Match
    const auto con_version = [&](std::int64_t version) {
        return rechazo([&] {
            m.base->write_now(m.empresa.organizacionId, [&](db::Writer& tx) {
                Context ctx{
                    {.sesion = m.sesion.get(), .reloj = &m.reloj, .si_version = version, .database = &m.base.db()}, &tx, &tx};
                engine::cambiar_periodo(ctx, 202610, cerrado, "x");
            });
        });
    };
    EXPECT_EQ(con_version(1), "precondicion_fallida /If-Match");
    EXPECT_EQ(con_version(2), "");
}

TEST_P(PeriodosTest, LaListaDelAnioDiceLoQueRige) {
    ASSERT_EQ(cambia(202602, cerrado), "");
    ASSERT_EQ(cambia(202603, cerrando), "");
    m.lee([&](const Context& ctx) {
        const auto lista = engine::periodos_del(ctx.db(), 2026);
        ASSERT_EQ(lista.size(), 12U);
        EXPECT_EQ(lista[0].estado, cerrado) << "before a closed one";
        EXPECT_EQ(lista[0].version, 0);
        EXPECT_EQ(lista[1].estado, cerrado);
        EXPECT_EQ(lista[2].estado, cerrando);
        EXPECT_EQ(lista[3].estado, abierto);
        EXPECT_EQ(engine::periodos_del(ctx.db(), 2025)[11].estado, cerrado);
        EXPECT_EQ(engine::periodos_del(ctx.db(), 2027)[0].estado, abierto);
    });
    asienta(202613);
    m.lee([&](const Context& ctx) { EXPECT_EQ(engine::periodos_del(ctx.db(), 2026).size(), 13U); });
}

// A writer holds `mes` and has not posted yet when another transaction closes `cierra`: the closing must wait, and see the entry.
class CierreConcurrente : public PeriodosTest {
protected:
    std::string cierra_mientras(std::int64_t mes, std::int64_t cierra) {
        const auto promesa = std::make_shared<std::promise<std::exception_ptr>>();
        const auto listo = std::make_shared<std::atomic<bool>>(false);
        auto final = promesa->get_future();
        bool esperaba = true;
        m.escribe([&](Context& ctx) {
            Faltas faltas;
            engine::exigir_periodo(ctx, mes, "/fecha", faltas);
            faltas.lanzar();
            ctx.db().settle();
            m.base->write(
                m.empresa.organizacionId,
                [this, cierra](db::Writer& tx) {
                    Context otro{{.sesion = m.sesion.get(), .reloj = &m.reloj, .database = &m.base.db()}, &tx, &tx};
                    engine::cambiar_periodo(otro, cierra, cerrado, "prueba");
                },
                [promesa, listo](std::exception_ptr error) {
                    listo->store(true);
                    promesa->set_value(std::move(error));  // shared, its last owner would be one or the other thread
                });
            // SQLite has one writer: there the other one cannot have begun.
            while (GetParam() == db::Motor::postgres && !listo->load() && esperando() == 0) std::this_thread::yield();
            esperaba = !listo->load();
            asienta(ctx.db(), mes, 1, 5, 0);
        });
        const auto error = final.get();
        EXPECT_TRUE(esperaba) << "closed while somebody was posting";
        return rechazo([&] {
            if (error) std::rethrow_exception(error);
        });
    }

    std::int64_t esperando() {
        std::int64_t n = 0;
        m.base->read(m.empresa.organizacionId, [&](db::Reader& tx) {
            n = tx.one<std::int64_t>(R"(
                SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))")
                    .value();
        });
        return n;
    }
};
CACAO_EN_AMBOS_MOTORES(CierreConcurrente);

TEST_P(CierreConcurrente, ElCierreEsperaAQuienContabiliza) {
    EXPECT_EQ(cierra_mientras(202610, 202610), "");
    EXPECT_EQ(contabiliza(202610), R"(periodo_cerrado /fecha {"periodo":202610})");
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM saldoCuenta WHERE organizacionId = $1 AND periodo = 202610"), 1);
}

TEST_P(CierreConcurrente, TambienAQuienContabilizaEnUnMesAnterior) {
    EXPECT_EQ(cierra_mientras(202607, 202610), R"(periodo_anterior_abierto /periodo {"periodo":202607})");
    EXPECT_EQ(contabiliza(202610), "");
}

}  // namespace
}  // namespace cacao::test
