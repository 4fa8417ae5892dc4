// Messages as others read them, delivered to a server that others wrote.

#include "red/correo.hpp"

#include "support/salida.hpp"
#include "support/smtp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace cacao::red {
namespace {

using testing::HasSubstr;
using testing::Not;
using Como = Entrega::Como;

Mensaje mensaje_a(std::string para) {
    Mensaje m;
    m.id = "factura/7/1";
    m.fecha = Instante::leer_iso("2026-11-18T15:30:00Z").value();
    m.de = "ventas@prueba.mx";
    m.nombreDe = "Año Nuevo, S.A.";
    m.para = std::move(para);
    m.asunto = "Factura A-15 de “Año Nuevo” por $1,160.00, con un asunto que no cabe en una línea";
    m.texto = "Buenos días:\n\n.\nAdjunta va su factura.\n";
    m.adjuntos = {{"A-15 ñ.pdf", "application/pdf", std::string(200, '\xFF')}, {"A-15.xml", "application/xml", "<a/>"}};
    return m;
}

// What is left of a message once its reader has put the pieces together: Python's own, which nobody here wrote.
std::string leido(const std::string& mensaje) {
    const test::ArchivoDePaso archivo{mensaje};
    return test::salida_de(
        "/usr/bin/python3 -c '\nimport email, email.policy, sys\nm = email.message_from_bytes(open(sys.argv[1], \"rb\").read(), "
        "policy=email.policy.default)\nprint(m[\"From\"], m[\"To\"], m[\"Subject\"], m[\"Date\"], sep=\"|\")\nfor p in "
        "m.iter_parts(): print(p.get_content_type(), p.get_filename(), len(p.get_content()), p.get_content() if "
        "p.get_content_type() == \"text/plain\" else \"\", sep=\"|\")\nprint(len(m.defects), m[\"X-Otro\"])' " +
        archivo.nombre());
}

TEST(Correo, OtrosLeenLoMismo) {
    EXPECT_EQ(
        leido(escribir_mensaje(mensaje_a("ana@cliente.mx"))),
        "\"Año Nuevo, S.A.\" <ventas@prueba.mx>|ana@cliente.mx|Factura A-15 de “Año Nuevo” por $1,160.00, con un asunto que no "
        "cabe en una línea|Wed, 18 Nov 2026 15:30:00 +0000\n"
        "text/plain|None|39|Buenos días:\n\n.\nAdjunta va su factura.\n\n"
        "application/pdf|A-15 ñ.pdf|200|\napplication/xml|A-15.xml|4|\n0 None\n");
}

TEST(Correo, NadaDeLoEscritoEmpiezaUnEncabezado) {
    auto m = mensaje_a("ana@cliente.mx");
    m.asunto = "Hola\r\nX-Otro: sí\r\n\r\ncuerpo";
    m.nombreDe = "Ana\r\nX-Otro: sí";
    m.adjuntos = {{"a\r\nX-Otro: sí\".pdf", "application/pdf\r\nX-Otro: sí", "x"}};
    const auto escrito = escribir_mensaje(m);
    EXPECT_THAT(escrito, Not(HasSubstr("\nX-Otro")));
    EXPECT_THAT(leido(escrito), testing::EndsWith("\n0 None\n"));
    for (std::size_t i = 0; (i = escrito.find('\n', i)) != std::string::npos; ++i) EXPECT_EQ(escrito[i - 1], '\r');
}

class CorreoEntregado : public testing::Test {
protected:
    ServidorDeCorreo servidor() const {
        return {smtp.url(), smtp.usuario, smtp.contrasena, false, smtp.certificado(), std::chrono::milliseconds{20'000}};
    }
    test::Smtp smtp;
};

TEST_F(CorreoEntregado, ConTlsYContrasena) {
    const auto e = entregar(servidor(), mensaje_a("ana@cliente.mx"));
    EXPECT_EQ(e.como, Como::entregado) << e.mensaje;
    const auto recibido = smtp.mensaje(1).value_or("");
    EXPECT_THAT(recibido, testing::StartsWith("X-De: ventas@prueba.mx\r\nX-Para: ana@cliente.mx\r\nX-Cifrado: True\r\n"));
    EXPECT_THAT(recibido, HasSubstr(escribir_mensaje(mensaje_a("ana@cliente.mx"))));
    EXPECT_FALSE(smtp.mensaje(2));
}

TEST_F(CorreoEntregado, SinStarttlsSeDiceQueHacer) {
    const int oye = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in aqui{};
    aqui.sin_family = AF_INET;
    aqui.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t largo = sizeof aqui;
    ASSERT_EQ(::bind(oye, reinterpret_cast<sockaddr*>(&aqui), largo), 0);
    ASSERT_EQ(::listen(oye, 2), 0);
    ASSERT_EQ(::getsockname(oye, reinterpret_cast<sockaddr*>(&aqui), &largo), 0);
    std::thread viejo{[oye] {
        for (int i = 0; i < 2; ++i) {
            const int uno = ::accept(oye, nullptr, nullptr);
            std::string dicho(1000, ' ');
            for (std::string_view linea : {"220 casa\r\n", "250 casa\r\n"}) {
                if (::send(uno, linea.data(), linea.size(), MSG_NOSIGNAL) < 0) break;
                if (::recv(uno, dicho.data(), dicho.size(), 0) <= 0) break;
            }
            ::close(uno);
        }
    }};
    auto otro = servidor();
    otro.url = "smtp://127.0.0.1:" + std::to_string(ntohs(aqui.sin_port));
    const auto e = entregar(otro, mensaje_a("ana@cliente.mx"));
    EXPECT_EQ(e.como, Como::sin_respuesta);
    EXPECT_THAT(e.mensaje, HasSubstr("mail-unencrypted"));
    EXPECT_THAT(probar(otro), HasSubstr("STARTTLS"));
    viejo.join();
    ::close(oye);
}

TEST_F(CorreoEntregado, LoQueElServidorRechazaYLoQueDeja) {
    const std::pair<const char*, Como> casos[] = {{"nadie@cliente.mx", Como::rechazado},
                                                  {"luego@cliente.mx", Como::sin_respuesta},
                                                  {"lleno@cliente.mx", Como::rechazado},
                                                  {"cuelga@cliente.mx", Como::sin_respuesta}};
    for (const auto& [para, como] : casos) {
        const auto e = entregar(servidor(), mensaje_a(para));
        EXPECT_EQ(e.como, como) << para << ' ' << e.mensaje;
        EXPECT_NE(e.mensaje, "") << para;
    }
    EXPECT_EQ(entregar(servidor(), mensaje_a("nadie@cliente.mx")).mensaje, "550 5.1.1 no such mailbox");
    EXPECT_TRUE(smtp.mensaje(1)) << "taken, and nobody knows";
    EXPECT_FALSE(smtp.mensaje(2));
}

TEST_F(CorreoEntregado, NadaVaSinCifrarNiAQuienNoEsElServidor) {
    auto otro = servidor();
    otro.contrasena = "otra";
    otro.limite = std::chrono::milliseconds{1'000};  // to another mechanism than the first this server says nothing
    EXPECT_EQ(entregar(otro, mensaje_a("ana@cliente.mx")).como, Como::sin_respuesta);
    auto desconocido = servidor();
    desconocido.autoridades.clear();
    EXPECT_EQ(entregar(desconocido, mensaje_a("ana@cliente.mx")).como, Como::sin_respuesta);
    auto abierto = servidor();
    abierto.sin_cifrar = true;
    abierto.usuario.clear();
    EXPECT_EQ(entregar(abierto, mensaje_a("ana@cliente.mx")).como, Como::entregado);
    EXPECT_THAT(smtp.mensaje(1).value_or(""), HasSubstr("X-Cifrado: False"));
    EXPECT_EQ(probar(servidor()), "");
    auto nadie = servidor();
    nadie.url = "smtp://127.0.0.1:1";
    EXPECT_NE(probar(nadie), "");
    EXPECT_EQ(entregar(nadie, mensaje_a("ana@cliente.mx")).como, Como::sin_respuesta);
    EXPECT_EQ(entregar(servidor(), mensaje_a("ana@cliente.mx"), [] { return true; }).como, Como::sin_respuesta);
    EXPECT_FALSE(smtp.mensaje(2));
}

}  // namespace
}  // namespace cacao::red
