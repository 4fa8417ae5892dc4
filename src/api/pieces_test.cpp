// The parts of the api that need no database.

#include "api/budget.hpp"
#include "api/compresion.hpp"
#include "api/headers.hpp"
#include "api/limitador.hpp"
#include "api/multipart.hpp"
#include "api/problema.hpp"
#include "api/router.hpp"
#include "api/workers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <latch>

namespace cacao::api {
namespace {

struct ConId {
    Id entidadId;
};
DESCRIBE_STRUCT(ConId, (), (entidadId))

Nada leer(const Context&, const ConId&) { return {}; }
Nada leer_todo(const Context&) { return {}; }
Nada escribir(Context&, const ConId&) { return {}; }

Operations tabla() {
    Operations ops;
    ops.group("Contactos");
    ops.add(Verb::GET, "/api/Contactos/{entidadId}", "Uno", leer);
    ops.add(Verb::PUT, "/api/Contactos/{entidadId}", "Cambia", escribir);
    ops.add(Verb::GET, "/api/Contactos/Saldos", "Saldos", leer_todo);
    ops.add(Verb::GET, "/api/Contactos/{entidadId}/Saldo", "Saldo", leer);
    return ops;
}

// Whoever lists them: a rule that throws its own list has no limit but this one.
TEST(Problema, NombraCienFaltasYCuentaLasDemas) {
    const std::vector<Falta> faltas(150, Falta{Codigo::requerido, "/campo", En::cuerpo, {}});
    const auto a = problem(400, Codigo::requerido, faltas, Idioma::es, "", 7);
    std::size_t nombradas = 0;
    for (auto at = a.body.find("\"/campo\""); at != std::string::npos; at = a.body.find("\"/campo\"", at + 1)) ++nombradas;
    EXPECT_EQ(nombradas, 100U);
    EXPECT_TRUE(a.body.ends_with(R"(],"masErrores":57})")) << a.body.substr(a.body.size() - 60);
}

TEST(Router, LoLiteralGanaAlParametro) {
    const auto ops = tabla();
    const Router router{ops};
    auto id = [&](std::string_view path) -> std::string {
        const auto m = router.match(path);
        return m.operations == nullptr ? "" : (*m.operations)[0]->id;
    };
    EXPECT_EQ(id("/api/Contactos/Saldos"), "Saldos");
    EXPECT_EQ(id("/api/Contactos/7"), "Uno");
    EXPECT_EQ(id("/api/Contactos/7/"), "Uno");
    EXPECT_EQ(id("/api/Contactos/Saldos/Saldo"), "Saldo");
    for (const auto* path :
         {"/api/Contactos", "/api/Contactos//Saldo", "/api/Contactos/7/Saldo/x", "/", "", "api", "/api/Contactos/7//"})
        EXPECT_EQ(id(path), "") << path;
    EXPECT_EQ(allowed_methods(*router.match("/api/Contactos/7").operations), "GET, HEAD, PUT, OPTIONS");
    EXPECT_EQ(router.match("/api/Contactos/a%2Fb").values.at(0), "a%2Fb");
}

TEST(Router, DosOperacionesEnUnLugarNoSeAceptan) {
    auto ops = tabla();
    EXPECT_THROW(ops.add(Verb::GET, "/otra", "Uno", leer_todo), std::logic_error);
    ops.add(Verb::GET, "/api/Contactos/{otroNombre}", "Dos", leer_todo);
    EXPECT_THROW(Router{ops}, std::logic_error);
}

TEST(Operaciones, SeExplicanLasQueHay) {
    auto ops = tabla();
    ops.right("Derecho");
    ops.explain("Saldos", "Lista saldos", "Por fecha.");
    ops.explain("Derecho", "Pasar", "");
    EXPECT_EQ(ops.find("Saldos")->resumen, "Lista saldos");
    EXPECT_EQ(ops.find("Saldos")->descripcion, "Por fecha.");
    EXPECT_EQ(ops.find_right("Derecho")->resumen, "Pasar");
    EXPECT_THROW(ops.explain("Ninguna", "Nada", ""), std::logic_error);
}

TEST(Router, PorCientoYConsulta) {
    std::string out;
    EXPECT_TRUE(percent_decode("Pe%C3%B1a+%2B", true, out));
    EXPECT_EQ(out, "Peña +");
    EXPECT_TRUE(percent_decode("a+b", false, out));
    EXPECT_EQ(out, "a+b");
    for (const auto* bad : {"%", "%4", "%zz", "%00", "%FF"}) EXPECT_FALSE(percent_decode(bad, true, out)) << bad;
    std::vector<std::pair<std::string, std::string>> pairs;
    EXPECT_TRUE(parse_query("a=1&&b&c=%3D=", pairs));
    ASSERT_EQ(pairs.size(), 3U);
    EXPECT_EQ(pairs[1], std::pair(std::string{"b"}, std::string{}));
    EXPECT_EQ(pairs[2].second, "==");
}

TEST(Permisos, IdGrupoYComodin) {
    const auto ops = tabla();
    auto allowed = [&](std::vector<std::string> p) {
        std::string bits;
        for (const bool b : ops.allowed(p)) bits.push_back(b ? '1' : '0');
        return bits;
    };
    EXPECT_EQ(allowed({}), "0000");
    EXPECT_EQ(allowed({"Cambia"}), "0100");
    EXPECT_EQ(allowed({"Contactos.leer"}), "1011");
    EXPECT_EQ(allowed({"Contactos.*"}), "1111");
    EXPECT_EQ(allowed({"leer"}), "1011");
    EXPECT_EQ(allowed({"*"}), "1111");
    EXPECT_EQ(allowed({"Bancos.*", "contactos.*", "Contactos.escribir"}), "0000");
    EXPECT_TRUE(ops.known_permission("Contactos.leer"));
    EXPECT_FALSE(ops.known_permission("Bancos.leer"));
}

TEST(Multipart, Partes) {
    const auto parts = parse_multipart("multipart/form-data; boundary=\"x y\"",
                                       "--x y\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nuno\r\n--x y\r\n"
                                       "Content-Disposition: form-data; name=\"f\"; filename=\"ñ.xml\"\r\nContent-Type: "
                                       "text/xml\r\n\r\n\r\n<a/>\r\n\r\n--x y--\r\n");
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->size(), 2U);
    EXPECT_EQ((*parts)[0].content, "uno");
    EXPECT_EQ((*parts)[1].filename, "ñ.xml");
    EXPECT_EQ((*parts)[1].type, "text/xml");
    EXPECT_EQ((*parts)[1].content, "\r\n<a/>\r\n");
}

TEST(Multipart, LoMalFormadoSeRechaza) {
    for (const auto* body :
         {"", "--b", "--b\r\n", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", "--b\r\nX: y\r\n\r\nx\r\n--b--",
          "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--b--", "--c\r\n"})
        EXPECT_FALSE(parse_multipart("multipart/form-data; boundary=b", body)) << body;
    EXPECT_FALSE(parse_multipart("multipart/form-data", "--b--"));
}

TEST(Compresion, SeAbreEnteroODelTodoNo) {
    // gzip of "{}" as `printf '{}' | gzip -n` writes it.
    const std::string gzip{"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\xae\x05\x00\x43\xbf\xa6\xa3\x02\x00\x00\x00", 22};
    EXPECT_EQ(inflar(gzip, 2), "{}");
    EXPECT_EQ(inflar(gzip, 1), std::nullopt);                  // larger than allowed
    EXPECT_EQ(inflar(gzip.substr(0, 15), 100), std::nullopt);  // cut off
    EXPECT_EQ(inflar(gzip + "x", 100), std::nullopt);          // goes on behind its end
    EXPECT_EQ(inflar("{}", 100), std::nullopt);
    EXPECT_EQ(inflar("", 100), std::nullopt);
}

TEST(Idioma, ElQueSePide) {
    EXPECT_EQ(language_of(""), Idioma::es);
    EXPECT_EQ(language_of("en"), Idioma::en);
    EXPECT_EQ(language_of("es-MX,en;q=0.8"), Idioma::es);
    EXPECT_EQ(language_of("en-US,es;q=0.5"), Idioma::en);
    EXPECT_EQ(language_of("en;q=0"), Idioma::es);
    EXPECT_EQ(language_of("fr"), Idioma::es);
}

TEST(Limitador, CuentaPorVentana) {
    Limitador limite{2};
    EXPECT_TRUE(limite.contar(1, 60).permitida);
    EXPECT_EQ(limite.contar(1, 61).restantes, 0);
    const auto tercera = limite.contar(1, 70);
    EXPECT_FALSE(tercera.permitida);
    EXPECT_EQ(tercera.segundos, 50);
    EXPECT_TRUE(limite.contar(2, 70).permitida);
    EXPECT_TRUE(limite.contar(1, 120).permitida);
    Limitador sin{0};
    EXPECT_TRUE(sin.contar(1, 0).permitida);
}

TEST(Workers, TerminanLoQueTienenEnCola) {
    std::atomic<int> done = 0;
    {
        Workers w{3};
        for (int i = 0; i < 100; ++i) w.post([&] { ++done; });
    }
    EXPECT_EQ(done, 100);
}

// One thread that is held, so that everything else has to wait.
class Detenidos {
public:
    explicit Detenidos(Waiting limits) : workers{1, Standing::first, limits} {
        workers.post([this] { soltar.wait(); });
        while (!workers.at_work(1)) std::this_thread::yield();
    }
    bool pone(std::string nombre, Workers::Caller caller) {
        return workers.post([this, nombre] { orden += nombre; }, caller, [this, nombre] { fuera += nombre; });
    }
    std::string orden, fuera;
    std::latch soltar{1};
    Workers workers;
};

TEST(Workers, SeTurnanLosQuePiden) {
    Detenidos d{{}};
    for (const char* nombre : {"a", "b", "c"}) EXPECT_TRUE(d.pone(nombre, 1));
    EXPECT_TRUE(d.pone("x", 2));
    EXPECT_TRUE(d.pone("y", 2));
    d.soltar.count_down();
    d.workers.finish();
    EXPECT_EQ(d.orden, "axbyc");
    EXPECT_EQ(d.fuera, "");
}

TEST(Workers, QuienTieneMasLugaresCedeUno) {
    Detenidos d{{4, 3}};
    for (const char* nombre : {"a", "b", "c"}) EXPECT_TRUE(d.pone(nombre, 1));
    EXPECT_FALSE(d.pone("d", 1)) << "the part of one caller";
    EXPECT_TRUE(d.pone("x", 2));
    EXPECT_TRUE(d.pone("y", 2)) << "in the place of another's last";
    EXPECT_EQ(d.fuera, "c");
    EXPECT_FALSE(d.pone("z", 2)) << "nobody has more";
    EXPECT_TRUE(d.pone("p", 3));
    EXPECT_EQ(d.fuera.size(), 2U);
    EXPECT_TRUE(d.pone("q", 4));
    EXPECT_EQ(d.fuera.size(), 3U);
    EXPECT_FALSE(d.pone("r", 5)) << "each has one";
    d.soltar.count_down();
    d.workers.finish();
    EXPECT_EQ(d.orden.size(), 4U);
}

TEST(Workers, UnoDeVariosNoTieneTodosLosHilos) {
    std::latch soltar{1}, otro{1};
    std::atomic<int> detenidos = 0;
    Workers w{4, Standing::first, {.half = true}};
    w.post([] {}, 2);
    for (int i = 0; i < 4; ++i)
        w.post(
            [&] {
                ++detenidos;
                soltar.wait();
            },
            1);
    while (detenidos < 2) std::this_thread::yield();
    w.post([&] { otro.count_down(); }, 2);
    otro.wait();
    EXPECT_EQ(detenidos, 2);
    soltar.count_down();
    w.finish();
    EXPECT_EQ(detenidos, 4);
}

TEST(Workers, AlFinalLoQueEsperaSeSuelta) {
    Detenidos d{{}};
    EXPECT_TRUE(d.pone("a", 1));
    std::atomic<bool> hecho = false;
    EXPECT_TRUE(d.workers.post([&] { hecho = true; }));
    d.workers.drop();
    EXPECT_EQ(d.fuera, "a");
    EXPECT_FALSE(d.pone("b", 1));
    d.soltar.count_down();
    d.workers.finish();
    EXPECT_EQ(d.orden, "");
    EXPECT_TRUE(hecho) << "what cannot be dropped is done";
}

TEST(Budget, NiUnaOrganizacionConTodosLosSuyos) {
    using Caller = Budget::Caller;
    Budget budget{Budget::shared_out(1000, 0)};
    EXPECT_TRUE(budget.take(Caller(1, 5), 250));
    EXPECT_TRUE(budget.take(Caller(2, 5), 250));
    EXPECT_FALSE(budget.take(Caller(3, 5), 1)) << "half is its part";
    EXPECT_TRUE(budget.take(Caller(4, 6), 250));
    budget.give_back(Caller(1, 5), 250);
    EXPECT_TRUE(budget.take(Caller(3, 5), 250));
    EXPECT_EQ(budget.used(), 750U);
}

TEST(Budget, NadieTomaMasQueSuParte) {
    constexpr std::uint64_t red = std::uint64_t{1} << 63U;
    Budget budget{Budget::shared_out(1000, 300)};
    EXPECT_TRUE(budget.take(1, 300)) << "the largest fits, though it is more than a quarter";
    EXPECT_FALSE(budget.fits(1, 1));
    EXPECT_TRUE(budget.take(2, 300));
    EXPECT_TRUE(budget.take(red | 1, 125));
    EXPECT_FALSE(budget.take(red | 1, 1)) << "one network";
    EXPECT_TRUE(budget.take(red | 2, 125));
    EXPECT_FALSE(budget.take(red | 3, 1)) << "all networks together";
    EXPECT_FALSE(budget.take(3, 151)) << "all callers together";
    EXPECT_TRUE(budget.take(3, 150));
    EXPECT_FALSE(budget.fits(0, 1));
    // Before it was known who it is, it was counted for the network.
    budget.change(red | 1, 125, 1, 25);
    EXPECT_EQ(budget.used(), 900U);
    EXPECT_TRUE(budget.fits(red | 3, 100));
    EXPECT_FALSE(budget.fits(1, 1));
    budget.give_back(2, 300);
    EXPECT_TRUE(budget.fits(2, 300));
    EXPECT_EQ(budget.given_back(), 425U);
    {
        Holding held{budget};
        held.belongs_to(2);
        EXPECT_TRUE(held.take(100));
        held.add(500);
        EXPECT_EQ(budget.used(), 1200U) << "what is there is counted, whether it fits or not";
    }
    EXPECT_EQ(budget.used(), 600U);
}

TEST(Accept, GanaLoQueMasSeQuiere) {
    constexpr std::array<std::string_view, 3> hay{"application/json", "text/csv", "application/pdf"};
    const auto elige = [&](std::string_view accept) {
        const auto cual = preferred_type(accept, hay);
        return cual ? hay[*cual] : "nada";
    };
    EXPECT_EQ(elige(""), "application/json");
    EXPECT_EQ(elige("*/*"), "application/json");
    EXPECT_EQ(elige("text/csv"), "text/csv");
    EXPECT_EQ(elige("TEXT/CSV; charset=utf-8"), "text/csv");
    EXPECT_EQ(elige("text/*"), "text/csv");
    EXPECT_EQ(elige("text/html, application/pdf;q=0.5, text/csv;q=0.7"), "text/csv");
    EXPECT_EQ(elige("application/pdf;q=0.9, application/json;q=0.8"), "application/pdf");
    EXPECT_EQ(elige("application/pdf, application/json"), "application/json") << "of equals the first on offer";
    EXPECT_EQ(elige("*/*, application/json;q=0"), "text/csv") << "the closer range decides, whatever it says";
    EXPECT_EQ(elige("application/*;q=0.2, */*;q=0.1, application/json;q=0.1"), "application/pdf");
    EXPECT_EQ(elige("text/html,application/xhtml+xml,*/*;q=0.8"), "application/json") << "a browser";
    EXPECT_EQ(elige("text/csv ; q=0.001"), "text/csv");
    EXPECT_EQ(elige("text/csv;q=0.000"), "nada");
    EXPECT_EQ(elige("text/html"), "nada");
    EXPECT_EQ(elige("textt/*, text/csvx, *"), "nada");
    EXPECT_TRUE(accepts_json("application/problem+json"));
    EXPECT_FALSE(accepts_json("application/json;q=0"));
    EXPECT_FALSE(accepts_json("text/csv"));
}

}  // namespace
}  // namespace cacao::api
