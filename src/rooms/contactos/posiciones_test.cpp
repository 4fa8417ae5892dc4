// Whoever follows a list by position misses nothing, however late a transaction commits.

#include "api/posiciones.hpp"
#include "api/bitacora.hpp"
#include "db/rows.hpp"
#include "rooms/contactos/contacto.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <future>

namespace cacao {
namespace {

using test::Mundo;

class PosicionesTest : public testing::TestWithParam<db::Motor> {
protected:
    // A contact as the interface would make it; `antes` runs before the commit.
    void crea(const std::string& codigo, const std::function<void()>& antes, std::function<void(std::exception_ptr)> listo) {
        m.base->write(
            m.empresa.organizacionId,
            [this, codigo, antes](db::Writer& tx) {
                Context ctx{{.sesion = m.sesion.get(), .reloj = &m.reloj, .operacion = "prueba"}, &tx, &tx};
                ContactoNuevo nuevo;
                nuevo.codigo = codigo;
                nuevo.nombre = codigo;
                nuevo.roles.push_back(Rol::cliente);
                crear_contacto(ctx, nuevo);
                api::Operation op;
                op.id = "ContactoCrear";
                api::write_audit(tx, ctx, op, {}, {});
                tx.check_now();
                antes();
            },
            std::move(listo));
    }
    void sella() {
        m.base->write_now(m.empresa.organizacionId, [](db::Writer& tx) { api::give_positions(tx); });
    }
    // "UNO DOS", and where to go on.
    std::string lista(std::int64_t desde) {
        const auto r = m.pide("GET /api/Contactos?desdePosicion=" + std::to_string(desde));
        EXPECT_EQ(r.status, 200) << r.body;
        hasta = std::stoll(r.en("/hastaPosicion"));
        std::string codigos;
        for (int i = 0; i < std::stoi(r.en("/totalRegistros")); ++i)
            codigos += (i == 0 ? "" : " ") + r.en("/data/" + std::to_string(i) + "/codigo");
        return codigos;
    }

    Mundo m{GetParam(), {register_contactos}};
    std::int64_t hasta = 0;
};
CACAO_EN_AMBOS_MOTORES(PosicionesTest);

TEST_P(PosicionesTest, LoQueConfirmaTardeNoSeSalta) {
    std::promise<void> escrito, soltar, confirmado;
    auto espera = soltar.get_future().share();
    crea(
        "TARDE",
        [&escrito, espera] {
            escrito.set_value();
            espera.wait();
        },
        [&](std::exception_ptr error) {
            EXPECT_EQ(error, nullptr);
            confirmado.set_value();
        });
    escrito.get_future().wait();
    std::promise<void> otro;
    crea(
        "PRONTO", [] {},
        [&](std::exception_ptr error) {
            EXPECT_EQ(error, nullptr);
            otro.set_value();
        });
    // SQLite has one writer: the second waits for the first, and only a reader can come between.
    if (GetParam() == db::Motor::postgres) {
        otro.get_future().wait();
        sella();
        EXPECT_EQ(lista(0), "PRONTO");
        soltar.set_value();
        confirmado.get_future().wait();
    } else {
        EXPECT_EQ(lista(0), "");
        soltar.set_value();
        confirmado.get_future().wait();
        otro.get_future().wait();
    }
    sella();
    const auto visto = hasta;
    EXPECT_EQ(lista(visto), GetParam() == db::Motor::postgres ? "TARDE" : "TARDE PRONTO");
    EXPECT_GT(hasta, visto);
    EXPECT_EQ(lista(hasta), "");
    std::vector<std::string> faltas;
    m.lee([&](const Context& ctx) { api::verify_positions(ctx.db(), [&](const std::string& f) { faltas.push_back(f); }); });
    EXPECT_TRUE(faltas.empty()) << faltas.front();
}

TEST_P(PosicionesTest, UnCambioTieneOtraPosicionYLoQueNoHayAunSeRechaza) {
    ASSERT_EQ(m.pide("POST /api/Contactos", R"({"codigo":"A","nombre":"A","roles":["cliente"]})").status, 200);
    const auto b = m.pide("POST /api/Contactos", R"({"codigo":"B","nombre":"B","roles":["cliente"]})").en("/data/entidadId");
    sella();
    EXPECT_EQ(lista(0), "A B");
    const auto visto = hasta;
    ASSERT_EQ(m.pide("PUT /api/Contactos/" + b, R"({"nombre":"Otro"})").status, 200);
    sella();
    EXPECT_EQ(lista(visto), "B");
    EXPECT_EQ(m.pide("GET /api/Contactos?desdePosicion=" + std::to_string(hasta + 1)).faltas(), "fuera_de_rango /desdePosicion");
    EXPECT_EQ(m.pide("GET /api/Contactos?desdePosicion=-1").status, 400);
    EXPECT_EQ(m.pide("GET /api/Contactos").en("/hastaPosicion"), "") << "only who asks is told";
}

// Rows of before the step: one event each.
TEST_P(PosicionesTest, LoDeAntesTieneSuPosicion) {
    ASSERT_EQ(m.pide("POST /api/Contactos", R"({"codigo":"A","nombre":"A","roles":["cliente"]})").status, 200);
    ASSERT_EQ(m.pide("POST /api/Contactos", R"({"codigo":"B","nombre":"B","roles":["cliente"]})").status, 200);
    m.base->write_now(m.empresa.organizacionId,
                      [](db::Writer& tx) { tx.run("DELETE FROM eventoRegistro WHERE organizacionId = $1", tx.organizacion()); });
    for (const db::Migration& paso : db::migrations()) {
        if (!paso.name.starts_with("0031")) continue;
        const auto desde = paso.sql.find("INSERT INTO eventoRegistro");
        m.escribe([&](Context& ctx) { ctx.db().run(paso.sql.substr(desde, paso.sql.find(';', desde) - desde)); });
    }
    EXPECT_EQ(lista(0), "A B");
    EXPECT_EQ(hasta, 2);
}

}  // namespace
}  // namespace cacao
