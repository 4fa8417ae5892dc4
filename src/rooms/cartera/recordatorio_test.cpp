// Reminders as they are sent: each step once, whoever asks; of themselves each day.

#include "rooms/cartera/recordatorio.hpp"

#include "engine/entorno/correos.hpp"
#include "rooms/correos/correo.hpp"
#include "support/libro.hpp"
#include "support/mundo.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace cacao::test {
namespace {

using namespace literales;
using testing::HasSubstr;

class RecordatoriosTest : public testing::TestWithParam<db::Motor> {
protected:
    RecordatoriosTest() {
        hoy("2026-10-01");
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
        cliente = l.m.cuenta("SELECT MIN(entidadId) FROM contacto WHERE organizacionId = $1 AND esCliente = 1");
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE contacto SET correo = 'pagos@cliente.mx' WHERE organizacionId = $1 AND entidadId = $2",
                         ctx.organizacionId(), cliente);
            PoliticaRecordatorioNueva p;
            p.codigo = Texto<30, 1>{"N"};
            p.nombre = Texto<150, 1>{"Normal"};
            for (const int dias : {-3, 0, 15}) p.dias.push_back(Entero<-60, 365>{dias});
            p.asunto = Texto<200, 1>{"{documento} {folio}: {saldo} {moneda}"};
            p.texto = Texto<4000, 1>{"{cliente}, vence {vencimiento} ({dias}). {empresa}"};
            p.general = true;
            politicaId = crear_politica_recordatorio(ctx, p).politicaId;
        });
        factura = l.factura_de_concepto(100_precio).transaccionId;
        vence("2026-10-20");
    }
    void hoy(const char* dia) { l.m.reloj.fijar(Instante::leer_iso(std::string{dia} + "T18:00:00Z").value()); }
    void vence(const char* dia) {
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE saldo SET vencimiento = $3 WHERE organizacionId = $1 AND transaccionId = $2",
                         ctx.organizacionId(), factura, Fecha::leer_iso(dia).value());
        });
    }
    RecordatoriosEnviados envia() {
        RecordatoriosEnviados r;
        l.escribe([&](Context& ctx) { r = enviar_recordatorios(ctx, {}); });
        return r;
    }
    std::vector<RecordatorioPendiente> pendientes() {
        std::vector<RecordatorioPendiente> r;
        l.m.lee([&](const Context& ctx) { r = listar_recordatorios_pendientes(ctx, {}); });
        return r;
    }
    std::vector<RecordatorioEnviado> enviados() {
        std::vector<RecordatorioEnviado> r;
        l.m.lee([&](const Context& ctx) { r = listar_recordatorios(ctx, {}).data; });
        return r;
    }
    auto diferencias() { return l.m.diferencias(verificar_recordatorios); }

    Libro l{GetParam()};
    std::int64_t cliente = 0;
    std::int64_t politicaId = 0;
    std::int64_t factura = 0;
};
CACAO_EN_AMBOS_MOTORES(RecordatoriosTest);

TEST_P(RecordatoriosTest, EachStepIsSentOnceOnItsDay) {
    EXPECT_TRUE(pendientes().empty());
    hoy("2026-10-17");
    ASSERT_EQ(pendientes().size(), 1U);
    EXPECT_EQ(pendientes()[0].dias, -3);
    EXPECT_EQ(pendientes()[0].diasVencido, -3);
    EXPECT_EQ(envia().enviados, 1);
    EXPECT_EQ(envia().enviados, 0);
    EXPECT_TRUE(pendientes().empty());
    // The service was away on the day itself: what was missed is not made up for.
    hoy("2026-11-06");
    ASSERT_EQ(pendientes().size(), 1U);
    EXPECT_EQ(pendientes()[0].dias, 15);
    EXPECT_EQ(envia().mensajes, 1);
    hoy("2027-11-06");
    EXPECT_TRUE(pendientes().empty());
    const auto todos = enviados();
    ASSERT_EQ(todos.size(), 2U);
    EXPECT_EQ(todos[0].dias, 15);
    EXPECT_EQ(todos[1].dias, -3);
    EXPECT_TRUE(diferencias().empty());
}

TEST_P(RecordatoriosTest, AMessageSaysWhatItsPolicySays) {
    hoy("2026-10-20");
    envia();
    std::string asunto, texto;
    l.m.lee([&](const Context& ctx) {
        ctx.db().each(
            "SELECT asunto, texto FROM correoEnviado WHERE organizacionId = $1 AND automatico = 1",
            [&](const db::Row& r) {
                asunto = r.text(0);
                texto = r.text(1);
            },
            ctx.organizacionId());
    });
    EXPECT_THAT(asunto, testing::MatchesRegex("Factura de venta .*: 116 MXN"));
    EXPECT_THAT(texto, HasSubstr("vence 2026-10-20 (0)."));
}

// What was paid is not asked for.
TEST_P(RecordatoriosTest, NobodyIsRemindedOfNothing) {
    hoy("2026-10-20");
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE saldo SET saldo = 0, saldoLocal = 0 WHERE organizacionId = $1 AND transaccionId = $2",
                     ctx.organizacionId(), factura);
    });
    EXPECT_EQ(envia().enviados, 0);
}

TEST_P(RecordatoriosTest, WhoHasNoAddressIsCounted) {
    hoy("2026-10-20");
    l.escribe(
        [&](Context& ctx) { ctx.db().run("UPDATE contacto SET correo = '' WHERE organizacionId = $1", ctx.organizacionId()); });
    EXPECT_EQ(envia().sinDestinatario, 1);
    EXPECT_TRUE(enviados().empty());
}

TEST_P(RecordatoriosTest, TwoAtOnceSendEachOnce) {
    hoy("2026-10-20");
    std::int64_t suma = 0;
    {
        std::mutex llave;
        std::vector<std::jthread> hilos;
        for (int i = 0; i < 4; ++i)
            hilos.emplace_back([&] {
                const auto r = envia();
                const std::lock_guard guardia{llave};
                suma += r.enviados;
            });
    }
    EXPECT_EQ(suma, 1);
    EXPECT_EQ(l.m.cuenta("SELECT COUNT(*) FROM correoEnviado WHERE organizacionId = $1"), 1);
}

// Of themselves: at the hour that was said, each day, as long as somebody wants it.
TEST_P(RecordatoriosTest, EachDayAtItsHour) {
    hoy("2026-10-19");
    api::Taller taller{l.m.base.db(), l.m.reloj, {oficio_de_recordatorios()}, "prueba"};
    const auto org = l.m.empresa.organizacionId;
    const auto trabaja = [&] {
        int veces = 0;
        for (; const auto tomado = taller.tomar(org); ++veces) taller.hacer(org, *tomado);
        return veces;
    };
    ProgramacionRecordatorioCambio p;
    p.automatico = true;
    p.hora = Entero<0, 23>{10};
    l.escribe([&](Context& ctx) { cambiar_programacion_recordatorio(ctx, true, p); });
    // It is noon: from tomorrow on. The step before the day it is due is made up for by that day's.
    EXPECT_EQ(trabaja(), 0);
    hoy("2026-10-20");
    EXPECT_EQ(trabaja(), 1);
    ASSERT_EQ(enviados().size(), 1U);
    EXPECT_EQ(enviados()[0].dias, 0);
    EXPECT_EQ(trabaja(), 0);
    hoy("2026-10-21");
    EXPECT_EQ(trabaja(), 1);
    EXPECT_EQ(enviados().size(), 1U);
    p.automatico = false;
    l.escribe([&](Context& ctx) { cambiar_programacion_recordatorio(ctx, true, p); });
    hoy("2026-10-22");
    EXPECT_EQ(trabaja(), 1);
    hoy("2026-10-23");
    EXPECT_EQ(trabaja(), 0);
}

// POST /api/Cartera/Recordatorios/Enviar and PUT /api/Cartera/Recordatorios/Programacion refuse with sin_servidor_de_correo where
// the operator named no server.
TEST_P(RecordatoriosTest, WithoutAServerNothingIsSent) {
    Mundo sin{GetParam(), {[](api::Operations& ops) { register_recordatorios(ops, false); }}};
    EXPECT_EQ(sin.pide("POST /api/Cartera/Recordatorios/Enviar", "{}").faltas(), "sin_servidor_de_correo ");
    EXPECT_EQ(sin.pide("PUT /api/Cartera/Recordatorios/Programacion", R"({"automatico":true})").faltas(),
              "sin_servidor_de_correo /automatico");
}

TEST_P(RecordatoriosTest, VerifyFindsWhatIsWrong) {
    hoy("2026-10-20");
    envia();
    ASSERT_TRUE(diferencias().empty());
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE recordatorio SET correoId = correoId + 1000000 WHERE organizacionId = $1", ctx.organizacionId());
        ctx.db().run("INSERT INTO contactoPolitica (organizacionId, entidadId, politicaId) VALUES ($1, $2, 77)",
                     ctx.organizacionId(), cliente);
    });
    EXPECT_EQ(diferencias().size(), 2U);
}

}  // namespace
}  // namespace cacao::test
