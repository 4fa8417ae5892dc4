// Work outside of requests: neither lost nor counted twice, whoever ends, when, and however many are at it.

#include "api/trabajos.hpp"

#include "db/rows.hpp"
#include "support/database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <stdexcept>

namespace cacao::api {
namespace {

using testing::Each;
using testing::IsEmpty;
using testing::SizeIs;

struct FilaTrabajo {
    std::string tipo, clave, estado, resultado, error;
    std::int64_t intentos{}, toma{}, pedidas{};
    Instante siguiente;
    Instante tomadoHasta;
};
DESCRIBE_STRUCT(FilaTrabajo, (), (tipo, clave, estado, resultado, error, intentos, toma, pedidas, siguiente, tomadoHasta))

struct Nota {
    std::string clave;
};
DESCRIBE_STRUCT(Nota, (), (clave))

class TrabajosTest : public testing::TestWithParam<db::Motor> {
protected:
    TrabajosTest() { reloj.fijar(Instante::de_micros(1'800'000'000'000'000)); }

    void pedir(std::string_view tipo, std::string_view clave, std::string_view datos = "{}", std::int64_t en_segundos = 0) {
        base->write_now(1, [&](db::Writer& tx) {
            Context ctx{{.sesion = &sesion, .reloj = &reloj}, &tx, &tx};
            encargar(ctx, tipo, clave, datos, reloj.ahora().mas_segundos(en_segundos));
            EXPECT_TRUE(ctx.despues().trabajos);
        });
    }
    void pasan(std::int64_t segundos) { reloj.fijar(reloj.ahora().mas_segundos(segundos)); }
    std::vector<FilaTrabajo> filas() {
        std::vector<FilaTrabajo> todas;
        base->read(1, [&](db::Reader& tx) {
            todas = tx.all<FilaTrabajo>(
                "SELECT tipo, clave, estado, resultado, error, intentos, toma, pedidas, siguiente, "
                "tomadoHasta FROM trabajo WHERE organizacionId = $1 ORDER BY tipo, clave",
                tx.organizacion());
        });
        return todas;
    }
    FilaTrabajo unica() {
        auto todas = filas();
        EXPECT_THAT(todas, SizeIs(1));
        return todas.empty() ? FilaTrabajo{} : todas.front();
    }
    // How often each effect was stored, by what the log has of it.
    std::vector<std::int64_t> efectos() {
        std::vector<std::int64_t> veces;
        base->read(1, [&](db::Reader& tx) {
            veces = tx.all<std::int64_t>(
                "SELECT COUNT(*) FROM bitacora WHERE organizacionId = $1 AND tipo = 'Efecto' GROUP BY registroId ORDER BY "
                "registroId",
                tx.organizacion());
        });
        return veces;
    }
    // Leaves one row in the log for each time that it is done.
    static Oficio anota(std::string tipo = "Anota") {
        Oficio o;
        o.tipo = std::move(tipo);
        o.afuera = [](const Afuera&, const Trabajo& t) { return "visto " + t.datos; };
        o.asentar = [](Context& ctx, const Trabajo& t, const std::string& respuesta) {
            ctx.auditar_alta("Efecto", t.trabajoId, Nota{t.clave});
            return Fin::hecho(respuesta);
        };
        return o;
    }
    Taller taller(std::vector<Oficio> oficios, std::string nombre = "uno") {
        return {base.db(), reloj, std::move(oficios), nombre};
    }
    // Takes and does all that is due; how many.
    static int hacer_todo(Taller& t) {
        int hechos = 0;
        while (const auto tomado = t.tomar(1)) {
            EXPECT_TRUE(t.hacer(1, *tomado));
            ++hechos;
        }
        return hechos;
    }

    test::Database base{GetParam()};
    Reloj reloj;
    Sesion sesion{.organizacionId = 1, .usuarioId = 7};
};
CACAO_EN_AMBOS_MOTORES(TrabajosTest);

TEST_P(TrabajosTest, SeHaceUnaVezYQuedaDicho) {
    auto t = taller({anota()});
    EXPECT_EQ(hacer_todo(t), 0);
    pedir("Anota", "a", R"({"n":1})");
    EXPECT_EQ(hacer_todo(t), 1);
    const auto fila = unica();
    EXPECT_EQ(fila.estado, "hecho");
    EXPECT_EQ(fila.resultado, R"(visto {"n":1})");
    EXPECT_EQ(fila.tomadoHasta, Instante{});
    EXPECT_THAT(efectos(), SizeIs(1));
    EXPECT_EQ(hacer_todo(t), 0);
    // It may be asked for again: the one that ended is another.
    pedir("Anota", "a");
    EXPECT_EQ(hacer_todo(t), 1);
    EXPECT_THAT(filas(), SizeIs(2));
}

TEST_P(TrabajosTest, LoQueSeDeshaceNoEncargaNada) {
    EXPECT_THROW(base->write_now(1,
                                 [&](db::Writer& tx) {
                                     Context ctx{{.sesion = &sesion, .reloj = &reloj}, &tx, &tx};
                                     encargar(ctx, "Anota", "a", "{}", reloj.ahora());
                                     throw std::runtime_error("no");
                                 }),
                 std::runtime_error);
    EXPECT_THAT(filas(), IsEmpty());
}

TEST_P(TrabajosTest, NoAntesDeSuHora) {
    auto t = taller({anota()});
    pedir("Anota", "a", "{}", 60);
    EXPECT_EQ(t.siguiente(1), reloj.ahora().mas_segundos(60));
    EXPECT_EQ(hacer_todo(t), 0);
    pasan(60);
    EXPECT_EQ(hacer_todo(t), 1);
    EXPECT_EQ(t.siguiente(1), std::nullopt);
}

// Asked for twice, it is one, due at the earlier moment, with what was said last.
TEST_P(TrabajosTest, DosPeticionesSonUna) {
    auto t = taller({anota()});
    pedir("Anota", "a", "1", 60);
    pedir("Anota", "a", "2", 600);
    EXPECT_EQ(unica().siguiente, reloj.ahora().mas_segundos(60));
    pedir("Anota", "a", "3", 0);
    EXPECT_EQ(hacer_todo(t), 1);
    EXPECT_EQ(unica().resultado, "visto 3");
}

TEST_P(TrabajosTest, LoPedidoMientrasSeHaceSeHaceOtraVez) {
    auto t = taller({anota()});
    pedir("Anota", "a", "1");
    const auto tomado = t.tomar(1);
    ASSERT_TRUE(tomado);
    pedir("Anota", "a", "2");
    EXPECT_TRUE(t.hacer(1, *tomado));
    EXPECT_EQ(unica().estado, "pendiente");
    EXPECT_EQ(hacer_todo(t), 1);
    EXPECT_EQ(unica().estado, "hecho");
    EXPECT_EQ(unica().resultado, "visto 2");
    EXPECT_THAT(efectos(), testing::ElementsAre(2));
}

// Whoever comes back too late finds it another's, and stores nothing.
TEST_P(TrabajosTest, QuienVuelveTardeNoAsientaNada) {
    auto uno = taller({anota()}, "uno");
    auto otro = taller({anota()}, "otro");
    pedir("Anota", "a");
    const auto primero = uno.tomar(1);
    ASSERT_TRUE(primero);
    EXPECT_FALSE(otro.tomar(1)) << "it is taken";
    pasan(121);
    const auto segundo = otro.tomar(1);
    ASSERT_TRUE(segundo);
    EXPECT_FALSE(uno.hacer(1, *primero));
    EXPECT_THAT(efectos(), IsEmpty());
    EXPECT_TRUE(otro.hacer(1, *segundo));
    EXPECT_FALSE(uno.hacer(1, *primero)) << "nor once it is done";
    EXPECT_THAT(efectos(), testing::ElementsAre(1));
}

TEST_P(TrabajosTest, InsisteCadaVezMasTardeYAlFinalFalla) {
    Oficio o = anota();
    o.intentos = 4;
    int veces = 0;
    o.afuera = [&](const Afuera&, const Trabajo& t) -> std::string {
        EXPECT_EQ(t.intentos, veces);
        ++veces;
        throw std::runtime_error("nadie contesta");
    };
    auto t = taller({o});
    pedir("Anota", "a");
    for (const std::int64_t espera : {5, 20, 80}) {
        EXPECT_EQ(hacer_todo(t), 1);
        const auto fila = unica();
        EXPECT_EQ(fila.estado, "pendiente");
        EXPECT_EQ(fila.error, "nadie contesta");
        const auto falta = (fila.siguiente.micros() - reloj.ahora().micros()) / 1'000'000;
        EXPECT_GE(falta, espera * 8 / 10 - 1);
        EXPECT_LE(falta, espera * 12 / 10);
        EXPECT_EQ(hacer_todo(t), 0);
        reloj.fijar(fila.siguiente);
    }
    EXPECT_EQ(hacer_todo(t), 1);
    EXPECT_EQ(unica().estado, "fallido");
    EXPECT_EQ(veces, 4);
    pasan(100'000);
    EXPECT_EQ(hacer_todo(t), 0);
    EXPECT_THAT(efectos(), IsEmpty());
}

TEST_P(TrabajosTest, LoQueNoSePudoAsentarSeDeshaceYVuelve) {
    Oficio o = anota();
    bool mal = true;
    o.asentar = [&](Context& ctx, const Trabajo& t, const std::string&) {
        ctx.auditar_alta("Efecto", t.trabajoId, Nota{t.clave});
        if (mal) reject(Codigo::periodo_cerrado, "/fecha");
        return Fin::hecho("ya");
    };
    auto t = taller({o});
    pedir("Anota", "a");
    EXPECT_EQ(hacer_todo(t), 1);
    EXPECT_EQ(unica().estado, "pendiente");
    EXPECT_EQ(unica().intentos, 1);
    EXPECT_THAT(efectos(), IsEmpty());
    mal = false;
    reloj.fijar(unica().siguiente);
    EXPECT_EQ(hacer_todo(t), 1);
    EXPECT_EQ(unica().estado, "hecho");
    EXPECT_EQ(unica().error, "");
    EXPECT_THAT(efectos(), testing::ElementsAre(1));
}

// What ends the instance that takes it does not end one after the other for ever.
TEST_P(TrabajosTest, LoQueSePierdeSiempreFalla) {
    Oficio o = anota();
    o.intentos = 3;
    auto t = taller({o});
    pedir("Anota", "a");
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(t.tomar(1)) << i;
        pasan(121);
    }
    EXPECT_FALSE(t.tomar(1));
    EXPECT_EQ(unica().estado, "fallido");
    EXPECT_NE(unica().error, "");
}

// Whoever gives up because the service ends gives it back as it was: nobody waits for the lease, and it was no attempt.
TEST_P(TrabajosTest, AlCerrarSeDevuelveYNadaSeEmpieza) {
    Oficio o = anota();
    Taller* este = nullptr;
    o.afuera = [&](const Afuera& afuera, const Trabajo&) -> std::string {
        EXPECT_FALSE(afuera.abandonar());
        este->close();
        EXPECT_TRUE(afuera.abandonar());
        throw std::runtime_error("ya no");
    };
    auto t = taller({o});
    este = &t;
    pedir("Anota", "a");
    pedir("Anota", "b");
    const auto tomado = t.tomar(1);
    ASSERT_TRUE(tomado);
    EXPECT_TRUE(t.hacer(1, *tomado));
    EXPECT_FALSE(t.tomar(1));
    for (const auto& f : filas()) {
        EXPECT_EQ(f.estado, "pendiente");
        EXPECT_EQ(f.tomadoHasta, Instante{});
        EXPECT_EQ(f.intentos, 0);
        EXPECT_EQ(f.error, "");
    }
    auto otro = taller({anota()}, "otro");
    EXPECT_EQ(hacer_todo(otro), 2);
    EXPECT_THAT(efectos(), testing::ElementsAre(1, 1));
}

// What came back from outside is stored even so.
TEST_P(TrabajosTest, LoYaPreguntadoSeAsientaAunqueCierre) {
    auto t = taller({anota()});
    pedir("Anota", "a");
    const auto tomado = t.tomar(1);
    ASSERT_TRUE(tomado);
    t.close();
    EXPECT_TRUE(t.hacer(1, *tomado));
    EXPECT_EQ(unica().estado, "hecho");
}

TEST_P(TrabajosTest, SeCuentaPorTipo) {
    struct Cuenta : WorkObserver {
        std::map<std::string, int> tomados;
        std::vector<End> fines;
        AllWaiting esperan;
        void taken(const std::string& tipo) override { ++tomados[tipo]; }
        void ended(const std::string&, End how) override { fines.push_back(how); }
        void waiting(const AllWaiting& all) override { esperan = all; }
    } cuenta;
    Oficio falla = anota("Falla");
    falla.intentos = 2;
    falla.afuera = [](const Afuera&, const Trabajo&) -> std::string { throw std::runtime_error("no"); };
    Taller t{base.db(), reloj, {anota(), falla}, "uno", &cuenta};
    pedir("Anota", "a");
    pedir("Anota", "b", "{}", 60);
    pedir("Falla", "a");
    const auto esperan = [&] {
        WorkObserver::AllWaiting all;
        t.contar(1, all);
        return all;
    };
    EXPECT_EQ(esperan()["Anota"].due, 1);
    EXPECT_EQ(hacer_todo(t), 2);
    EXPECT_EQ(esperan()["Anota"].due, 0);
    pasan(10);
    EXPECT_EQ(hacer_todo(t), 1);
    EXPECT_EQ(esperan()["Falla"].failed, 1);
    EXPECT_EQ(cuenta.tomados["Anota"], 1);
    EXPECT_EQ(cuenta.tomados["Falla"], 2);
    using End = WorkObserver::End;
    EXPECT_THAT(cuenta.fines, testing::ElementsAre(End::hecho, End::reintento, End::fallido));
}

TEST_P(TrabajosTest, LoQueNoAcabaVuelveASuHora) {
    Oficio o = anota();
    o.asentar = [&](Context& ctx, const Trabajo&, const std::string&) {
        return Fin::de_nuevo("visto", ctx.ahora().mas_segundos(3600));
    };
    auto t = taller({o});
    pedir("Anota", "a");
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(hacer_todo(t), 1);
        EXPECT_EQ(unica().intentos, 0);
        EXPECT_EQ(unica().siguiente, reloj.ahora().mas_segundos(3600));
        pasan(3600);
    }
}

TEST_P(TrabajosTest, LoQueNadieSabeHacerEspera) {
    auto t = taller({anota()});
    pedir("Otra", "a");
    EXPECT_EQ(hacer_todo(t), 0);
    EXPECT_EQ(t.siguiente(1), std::nullopt);
    EXPECT_EQ(unica().estado, "pendiente");
}

TEST_P(TrabajosTest, LoTerminadoHaceTiempoSeOlvida) {
    auto t = taller({anota()});
    pedir("Anota", "a");
    EXPECT_EQ(hacer_todo(t), 1);
    pedir("Anota", "b", "{}", 90LL * 86400);
    t.olvidar(1);
    EXPECT_THAT(filas(), SizeIs(2));
    pasan(31LL * 86400);
    t.olvidar(1);
    EXPECT_EQ(unica().clave, "b");
}

// Several instances at once, some of which never come back with what they took.
TEST_P(TrabajosTest, VariosALaVezLoHacenTodoUnaVez) {
    constexpr int cuantos = 60;
    for (int i = 0; i < cuantos; ++i) pedir("Anota", std::to_string(i));
    const auto instancia = [&](int cual) {
        auto t = taller({anota()}, std::to_string(cual));
        int vez = 0;
        while (const auto tomado = t.tomar(1))
            if (++vez % 4 != cual) t.hacer(1, *tomado);  // otherwise: as if killed
    };
    const auto todas = [&] {
        std::vector<std::thread> hilos;
        for (int i = 0; i < 3; ++i) hilos.emplace_back(instancia, i);
        for (auto& h : hilos) h.join();
    };
    for (int ronda = 0; ronda < 8; ++ronda) {
        todas();
        pasan(121);
    }
    auto t = taller({anota()});
    hacer_todo(t);
    for (const auto& f : filas()) EXPECT_NE(f.estado, "pendiente") << f.clave;
    EXPECT_THAT(efectos(), SizeIs(cuantos));
    EXPECT_THAT(efectos(), Each(1));
}

// The threads themselves: told of it, they do it; what was left before they came, too.
TEST_P(TrabajosTest, LosHilosHacenLoQueSeEncarga) {
    reloj.fijar(std::nullopt);
    base->write_now(0, [](db::Writer& tx) {
        tx.run("INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia) VALUES ('prueba', 1, 7, 0, '')");
    });
    std::promise<void> antes;
    std::promise<void> ahora;
    Oficio o = anota();
    o.afuera = [&](const Afuera&, const Trabajo& t) { return t.clave; };
    o.asentar = [&](Context& ctx, const Trabajo& t, const std::string& respuesta) {
        ctx.al_confirmar([&, clave = t.clave] { (clave == "antes" ? antes : ahora).set_value(); });
        return Fin::hecho(respuesta);
    };
    pedir("Anota", "antes");
    std::atomic<int> escritos = 0;
    Trabajadores hilos{base.db(), reloj, {o}, 2, [&](std::int64_t organizacionId) { escritos += organizacionId == 1 ? 1 : 100; }};
    antes.get_future().get();
    pedir("Anota", "ahora");
    hilos.encargado(1);
    ahora.get_future().get();
    EXPECT_LT(escritos.load(), 100) << "of another organization";
}

TEST(Espera, CreceHastaSeisHoras) {
    EXPECT_EQ(espera_tras(1).count(), 5);
    EXPECT_EQ(espera_tras(2).count(), 20);
    EXPECT_EQ(espera_tras(6).count(), 5120);
    EXPECT_EQ(espera_tras(7).count(), 20480);
    EXPECT_EQ(espera_tras(8).count(), 21600);
    EXPECT_EQ(espera_tras(1'000'000).count(), 21600);
}

}  // namespace
}  // namespace cacao::api
