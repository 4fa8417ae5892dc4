// The feed and what it tells, over a company of both engines; delivering stands in tests/http.

#include "api/posiciones.hpp"
#include "db/rows.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/eventos/evento.hpp"
#include "rooms/eventos/mantenimiento.hpp"
#include "rooms/seguridad/alta.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>

namespace cacao {
namespace {

using test::Mundo;

class EventosTest : public testing::TestWithParam<db::Motor> {
protected:
    void crea(const std::string& codigo) {
        const auto r = m.pide("POST /api/Contactos", R"({"codigo":")" + codigo + R"(","nombre":"Uno","roles":["cliente"]})");
        EXPECT_EQ(r.status, 200) << r.body;
    }
    void sella() {
        m.base->write_now(m.empresa.organizacionId, [](db::Writer& tx) { api::give_positions(tx); });
    }
    // How many contacts it tells of, and where to go on.
    int lee(const std::string& consulta, const std::string& token = {}) {
        const auto r = m.pide_con(token.empty() ? m.token : token, "GET /api/Eventos" + consulta);
        EXPECT_EQ(r.status, 200) << r.body;
        hasta = r.en("/data/hasta");
        int n = 0;
        while (!r.en("/data/eventos/" + std::to_string(n) + "/id").empty()) ++n;
        return n;
    }
    // False when it was answered instead.
    template <class Respuesta>
    bool waits(const std::future<Respuesta>& respuesta) {
        while (m.dispatcher->waiting() == 0)
            if (respuesta.wait_for(std::chrono::milliseconds{1}) == std::future_status::ready) return m.dispatcher->waiting() > 0;
        return true;
    }
    Mundo m{GetParam(), {register_contactos, register_eventos}};
    std::string hasta;
};
CACAO_EN_AMBOS_MOTORES(EventosTest);

TEST_P(EventosTest, ItGoesOnWhereItStopped) {
    sella();
    lee("?desde=ahora");
    crea("A");
    crea("B");
    sella();
    EXPECT_EQ(lee("?desde=" + hasta + "&tipos=Contacto.registrado"), 2);
    EXPECT_EQ(lee("?desde=" + hasta), 0);
    const auto antes = hasta;
    EXPECT_EQ(lee("?desde=" + hasta + "&tipos=Producto.*"), 0);
    EXPECT_EQ(hasta, antes) << "a cursor also when empty";
}

TEST_P(EventosTest, AnEventIsSmallAndHasItsPosition) {
    sella();
    lee("?desde=ahora");
    const auto desde = hasta;
    crea("A");
    sella();
    const auto r = m.pide("GET /api/Eventos?tipos=Contacto.*&desde=" + desde);
    const auto organizacion = std::to_string(m.empresa.organizacionId);
    EXPECT_EQ(r.en("/data/eventos/0/type"), "Contacto.registrado");
    EXPECT_EQ(r.en("/data/eventos/0/version"), "1");
    EXPECT_EQ(r.en("/data/eventos/0/id"), "evt_" + organizacion + "_" + r.en("/data/eventos/0/posicion"));
    EXPECT_NE(r.en("/data/eventos/0/data/registroId"), "");
    EXPECT_EQ(r.en("/data/hayMas"), "false");
}

TEST_P(EventosTest, WhatATokenMayNotReadIsSkipped) {
    sella();
    lee("?desde=ahora");
    const auto desde = hasta;
    crea("A");
    sella();
    const auto ciego = m.token_de(m.crea_usuario("ciego", {m.crea_rol("Ciego", {"EventosListar"})}));
    const auto mira = m.token_de(m.crea_usuario("mira", {m.crea_rol("Mira", {"ContactosListar"})}));
    sella();
    EXPECT_EQ(lee("?tipos=Contacto.*&desde=" + desde, ciego), 0);
    EXPECT_NE(hasta, desde) << "it goes on all the same";
    EXPECT_EQ(lee("?tipos=Contacto.*&desde=" + desde, mira), 1);
    const auto tipos = m.pide_con(ciego, "GET /api/Eventos/Tipos");
    EXPECT_EQ(tipos.status, 200) << tipos.body;
    EXPECT_EQ(tipos.body.find("\"permitido\":true"), std::string::npos);
}

TEST_P(EventosTest, BadQuestionsAreNamed) {
    sella();
    const auto faltas = [&](const std::string& consulta) {
        const auto r = m.pide("GET /api/Eventos?" + consulta);
        EXPECT_EQ(r.status, 400) << r.body;
        return r.en("/errores/0/campo") + " " + r.en("/errores/0/codigo");
    };
    EXPECT_EQ(faltas("desde=ayer"), "/desde cursor_invalido");
    EXPECT_EQ(faltas("desde=-1"), "/desde cursor_invalido");
    EXPECT_EQ(faltas("desde=999999999"), "/desde fuera_de_rango");
    EXPECT_EQ(faltas("espera=31"), "/espera fuera_de_rango");
    EXPECT_EQ(faltas("tipos=Contacto.*,Nada.registrado"), "/tipos/1 valor_no_permitido");
}

// What is older than ninety days is not told: whoever asks for it hears where it begins now.
TEST_P(EventosTest, ThePastHasAnEnd) {
    crea("A");
    sella();
    m.avanza(91LL * 24 * 60 * 60);
    m.token = m.token_de(m.empresa.usuarioId);
    crea("B");
    sella();
    const auto r = m.pide("GET /api/Eventos?desde=0");
    EXPECT_EQ(r.status, 400) << r.body;
    const auto antiguo = r.en("/errores/0/datos/masAntiguo");
    EXPECT_EQ(lee("?tipos=Contacto.*&desde=" + antiguo), 1) << "B alone";
    EXPECT_EQ(lee("?tipos=Contacto.*"), 1) << "without a cursor it begins there";
}

TEST_P(EventosTest, WhoWaitsHearsOfItAtOnce) {
    sella();
    lee("?desde=ahora");
    const auto desde = hasta;
    auto espera =
        std::async(std::launch::async, [&] { return m.pide("GET /api/Eventos?tipos=Contacto.*&espera=30&desde=" + desde); });
    ASSERT_TRUE(waits(espera));
    crea("A");
    const auto r = espera.get();  // half a minute later, were it not told
    EXPECT_EQ(r.en("/data/eventos/0/type"), "Contacto.registrado") << r.body;
    EXPECT_EQ(m.dispatcher->waiting(), 0U);
}

// `ahora` is when it was asked, not when it is looked at again.
TEST_P(EventosTest, WhoWaitsFromNowOnHearsOfItToo) {
    sella();
    auto espera =
        std::async(std::launch::async, [&] { return m.pide("GET /api/Eventos?tipos=Contacto.*&espera=30&desde=ahora"); });
    ASSERT_TRUE(waits(espera));
    crea("A");
    EXPECT_EQ(espera.get().en("/data/eventos/0/type"), "Contacto.registrado");
}

TEST_P(EventosTest, WhoWaitsInVainIsAnsweredInTime) {
    sella();
    lee("?desde=ahora");
    EXPECT_EQ(lee("?espera=1&desde=" + hasta), 0);
}

TEST_P(EventosTest, NobodyWaitsOnceTheServiceEnds) {
    sella();
    lee("?desde=ahora");
    auto espera = std::async(std::launch::async, [&] { return m.pide("GET /api/Eventos?espera=30&desde=" + hasta); });
    ASSERT_TRUE(waits(espera));
    m.dispatcher->end_waits();
    EXPECT_EQ(espera.get().status, 200);
    EXPECT_EQ(m.pide("GET /api/Eventos?espera=30&desde=" + hasta).status, 200) << "and nobody begins to";
}

// Who was told more than there is, and deliveries of nothing.
TEST_P(EventosTest, VerifyFindsWhatWasNeverThere) {
    crea("A");
    sella();
    EXPECT_TRUE(m.diferencias(verificar_eventos).empty());
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        const auto consumidorId = alta::agregar_consumidor(tx, {"x", "x", ctx.usuarioId(), {}}, ctx.ahora());
        tx.run(
            R"(INSERT INTO suscripcion (organizacionId, suscripcionId, consumidorId, usuarioId, nombre, url, tipos, secreto, activo, motivo,
                                           hastaPosicion, version, creadoEn, modificadoEn)
                  VALUES ($1, 7, $2, $3, 'x', 'https://x.example/', '*', $4, 0, '', 999999, 1, 0, 0))",
            tx.organizacion(), consumidorId, ctx.usuarioId(), db::Bytes{"x"});
        tx.run(
            R"(INSERT INTO entrega (organizacionId, suscripcionId, posicion, objeto, tipo, estado, intentos, siguiente, codigo, error,
                                       historia, creadoEn, terminadoEn)
                  VALUES ($1, 7, 999998, 'x', 'x', 'pendiente', 0, 0, 0, '', '[]', 0, 0))",
            tx.organizacion());
        tx.run("DELETE FROM existenciaSeguida WHERE organizacionId = $1", tx.organizacion());
        tx.run("INSERT INTO existenciaSeguida (organizacionId, hastaPosicion) VALUES ($1, 999997)", tx.organizacion());
    });
    sella();
    const auto diferencias = m.diferencias(verificar_eventos);
    ASSERT_EQ(diferencias.size(), 3U);
    EXPECT_EQ(diferencias[0].substr(0, 12), "suscripcion:");
    EXPECT_EQ(diferencias[1].substr(0, 8), "entrega:");
    EXPECT_EQ(diferencias[2].substr(0, 18), "existenciaSeguida:");
    m.escribe([](Context& ctx) { EXPECT_EQ(pausar_suscripciones(ctx.db(), ctx.ahora()), 0) << "it was off already"; });
}

}  // namespace
}  // namespace cacao
