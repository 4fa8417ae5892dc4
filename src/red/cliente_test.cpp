#include "red/cliente.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <thread>

namespace cacao::red {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Answers every connection with the same bytes, or none at all, and keeps what it was sent.
class Vecino {
public:
    explicit Vecino(std::string respuesta, bool contesta = true) : respuesta_(std::move(respuesta)), contesta_(contesta) {
        escucha_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in aqui{};
        aqui.sin_family = AF_INET;
        aqui.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::bind(escucha_, reinterpret_cast<sockaddr*>(&aqui), sizeof aqui), 0);
        EXPECT_EQ(::listen(escucha_, 8), 0);
        socklen_t largo = sizeof aqui;
        ::getsockname(escucha_, reinterpret_cast<sockaddr*>(&aqui), &largo);
        puerto_ = ntohs(aqui.sin_port);
        hilo_ = std::thread{[this] { atender(); }};
    }
    ~Vecino() {
        ::shutdown(escucha_, SHUT_RDWR);
        hilo_.join();
        ::close(escucha_);
    }
    Vecino(const Vecino&) = delete;
    Vecino& operator=(const Vecino&) = delete;
    std::string url(const std::string& ruta = "/") const { return "http://127.0.0.1:" + std::to_string(puerto_) + ruta; }
    int puerto() const { return puerto_; }
    int visitas() const { return visitas_; }
    std::string recibido;

private:
    void atender() {
        for (;;) {
            const int s = ::accept4(escucha_, nullptr, nullptr, SOCK_CLOEXEC);
            if (s < 0) return;
            ++visitas_;
            recibido.clear();
            std::string bytes(64 * 1024, '\0');
            const auto cuerpo = [&] { return recibido.find("\r\n\r\n"); };
            while (cuerpo() == std::string::npos || recibido.size() < cuerpo() + 4 + esperado()) {
                const ssize_t n = ::recv(s, bytes.data(), bytes.size(), 0);
                if (n <= 0) break;
                recibido.append(bytes.data(), static_cast<std::size_t>(n));
            }
            if (contesta_) ::send(s, respuesta_.data(), respuesta_.size(), MSG_NOSIGNAL);
            else ::recv(s, bytes.data(), bytes.size(), 0);  // until the other side has had enough
            ::close(s);
        }
    }
    std::size_t esperado() const {
        const auto donde = recibido.find("Content-Length: ");
        return donde == std::string::npos ? 0 : std::stoul(recibido.substr(donde + 16));
    }

    std::string respuesta_;
    bool contesta_;
    int escucha_ = -1;
    int puerto_ = 0;
    std::atomic<int> visitas_ = 0;
    std::thread hilo_;
};

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
    EXPECT_THAT(vecino.recibido, StartsWith("POST /a?b=1 HTTP/1.1\r\n"));
    EXPECT_THAT(vecino.recibido, HasSubstr("SOAPAction: x\r\n"));
    EXPECT_EQ(vecino.recibido.size() - vecino.recibido.find("\r\n\r\n") - 4, 70'000U);
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
    Vecino vecino{"", false};
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
    EXPECT_THAT(vecino.recibido, StartsWith("PUT / HTTP/1.1\r\n"));
    EXPECT_THAT(vecino.recibido, HasSubstr("Content-Length: 3000000\r\n"));
    EXPECT_EQ(vecino.recibido.size() - vecino.recibido.find("\r\n\r\n") - 4, largo.size());
}

TEST(Cliente, LlevaUnArchivoVacioYUnoQueNoAlcanza) {
    Vecino vecino{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"};
    const int nada = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ASSERT_GE(nada, 0);
    EXPECT_EQ(de_casa().pedir({.metodo = "PUT", .url = vecino.url(), .fuente = fuente_de_archivo(nada, 0)}).estado, 200);
    EXPECT_THAT(vecino.recibido, HasSubstr("Content-Length: 0\r\n"));
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
    EXPECT_THAT(vecino.recibido, StartsWith("GET /a/../b//c HTTP/1.1\r\n")) << "as it was written";
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
