#include "red/cliente.hpp"

#include "support/servidor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <functional>

namespace cacao::red {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using Vecino = test::Servidor;

const Cliente& de_casa() {
    static const Cliente cliente{{.privadas = Redes{{"127.0.0.1"}}, .sin_cifrar = true, .autoridades = ""}};
    return cliente;
}

std::string queja(const std::function<void()>& hecho) {
    try {
        hecho();
    } catch (const Fallo& f) {
        return f.what();
    }
    return {};
}

TEST(Cliente, LlevaYTrae) {
    Vecino vecino{"HTTP/1.1 202 Accepted\r\nContent-Type: text/xml\r\nContent-Length: 5\r\n\r\n<ok/>"};
    const auto r = de_casa().pedir({.metodo = "POST",
                                    .url = vecino.url("/a?b=1"),
                                    .encabezados = {{"SOAPAction", "x"}},
                                    .cuerpo = std::string(70'000, 'y')});
    EXPECT_EQ(r.estado, 202);
    EXPECT_EQ(r.tipo, "text/xml");
    EXPECT_EQ(r.cuerpo, "<ok/>");
    EXPECT_THAT(vecino.recibido(), StartsWith("POST /a?b=1 HTTP/1.1\r\n"));
    EXPECT_THAT(vecino.recibido(), HasSubstr("SOAPAction: x\r\n"));
    EXPECT_EQ(vecino.pedidos().back().cuerpo.size(), 70'000U);
}

TEST(Cliente, NoVaADondeLoManden) {
    Vecino vecino{"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"};
    EXPECT_EQ(de_casa().pedir({.url = vecino.url()}).estado, 302);
    EXPECT_EQ(vecino.visitas(), 1);
}

// However the address is written, it is judged as what it is, and nobody is called.
TEST(Cliente, NoLlamaALaPropiaRed) {
    Vecino vecino{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"};
    const Cliente cliente{{}};
    for (const char* equipo :
         {"127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254"}) {
        const std::string url = "https://" + std::string{equipo} + ":" + std::to_string(vecino.puerto()) + "/";
        EXPECT_THAT(queja([&] { cliente.pedir({.url = url}); }), HasSubstr("no se puede llamar")) << url;
    }
    // Without encryption only where the operator said so.
    EXPECT_NE(queja([&] { cliente.pedir({.url = vecino.url()}); }), "");
    EXPECT_NE(queja([&] { cliente.pedir({.url = "file:///etc/passwd"}); }), "");
    const Cliente abierto{{.privadas = Redes{{"10.0.0.0/8"}}, .sin_cifrar = true, .autoridades = ""}};
    EXPECT_THAT(queja([&] { abierto.pedir({.url = vecino.url()}); }), HasSubstr("no se puede llamar"));
    EXPECT_EQ(vecino.visitas(), 0);
}

TEST(Cliente, UnaRespuestaSinFinSeCorta) {
    Vecino vecino{"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + std::string(100'000, 'x')};
    EXPECT_THAT(queja([&] { de_casa().pedir({.url = vecino.url(), .maximo = 99'999}); }), HasSubstr("demasiado larga"));
    EXPECT_EQ(de_casa().pedir({.url = vecino.url(), .maximo = 100'000}).cuerpo.size(), 100'000U);
}

TEST(Cliente, QuienNoContestaNoRetieneANadie) {
    Vecino vecino{test::Contestacion{.bytes = {}, .calla = true}};
    EXPECT_NE(queja([&] { de_casa().pedir({.url = vecino.url("/?secreto=1"), .limite = std::chrono::milliseconds{50}}); }), "");
    EXPECT_NE(queja([&] { de_casa().pedir({.url = vecino.url()}, [] { return true; }); }), "");
}

// Long bodies go and come in pieces, and are never whole in memory here.
TEST(Cliente, LlevaPorPartes) {
    Vecino vecino{"HTTP/1.1 200 OK\r\nETag: \"x\"\r\nContent-Length: 0\r\n\r\n"};
    const std::string largo(3'000'000, 'z');
    const auto r = de_casa().pedir({.metodo = "PUT", .url = vecino.url(), .fuente = fuente_de(largo)});
    EXPECT_EQ(r.estado, 200);
    EXPECT_EQ(r.encabezado("etag"), "\"x\"");
    EXPECT_EQ(r.encabezado("nada"), "");
    EXPECT_THAT(vecino.recibido(), StartsWith("PUT / HTTP/1.1\r\n"));
    EXPECT_THAT(vecino.recibido(), HasSubstr("Content-Length: 3000000\r\n"));
    EXPECT_EQ(vecino.pedidos().back().cuerpo.size(), largo.size());
}

TEST(Cliente, LlevaUnArchivoVacioYUnoQueNoAlcanza) {
    Vecino vecino{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"};
    const int nada = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ASSERT_GE(nada, 0);
    EXPECT_EQ(de_casa().pedir({.metodo = "PUT", .url = vecino.url(), .fuente = fuente_de_archivo(nada, 0)}).estado, 200);
    EXPECT_THAT(vecino.recibido(), HasSubstr("Content-Length: 0\r\n"));
    EXPECT_THAT(queja([&] { de_casa().pedir({.metodo = "PUT", .url = vecino.url(), .fuente = fuente_de_archivo(nada, 5)}); }),
                HasSubstr("menos bytes"));
    ::close(nada);
}

TEST(Cliente, TraePorPartesYConLimite) {
    Vecino vecino{"HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + std::string(300'000, 'x')};
    std::size_t bytes = 0;
    Peticion p{.url = vecino.url(), .destino = [&](std::string_view parte) { bytes += parte.size(); }, .maximo_destino = 300'000};
    EXPECT_EQ(de_casa().pedir(p).cuerpo, "");
    EXPECT_EQ(bytes, 300'000U);
    p.maximo_destino = 299'999;
    EXPECT_THAT(queja([&] { de_casa().pedir(p); }), HasSubstr("demasiado larga"));
    p.maximo_destino = 300'000;
    p.destino = [](std::string_view) { throw Fallo("no cabe"); };
    EXPECT_EQ(queja([&] { de_casa().pedir(p); }), "no cabe");
}

// What is no success is told, not taken for the contents.
TEST(Cliente, UnRechazoNoVaAlDestino) {
    Vecino vecino{"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"};
    const auto r = de_casa().pedir(
        {.url = vecino.url("/a/../b//c"), .destino = [](std::string_view) { ADD_FAILURE(); }, .maximo_destino = 10});
    EXPECT_EQ(r.estado, 404);
    EXPECT_EQ(r.cuerpo, "no");
    EXPECT_THAT(vecino.recibido(), StartsWith("GET /a/../b//c HTTP/1.1\r\n")) << "as it was written";
}

TEST(Cliente, UnHEADNoEsperaCuerpo) {
    Vecino vecino{"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"};
    EXPECT_EQ(de_casa().pedir({.metodo = "HEAD", .url = vecino.url()}).encabezado("Content-Length"), "7");
}

TEST(Cliente, SabeEnCuantosConfia) {
    EXPECT_EQ(autoridades({.privadas = {}, .autoridades = "/no/hay"}), 0U);
    EXPECT_EQ(autoridades({.privadas = {}, .autoridades = "/dev/null"}), 0U);
}

TEST(Cliente, LoQueSeDiceNoRepiteSecretos) {
    const std::string dicho = queja([&] { de_casa().pedir({.url = "http://ana:clave@127.0.0.1:1/x?token=1"}); });
    EXPECT_THAT(dicho, StartsWith("http://127.0.0.1:1/x: "));
}

}  // namespace
}  // namespace cacao::red
