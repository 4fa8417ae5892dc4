// Documents by e-mail, delivered to a server that others wrote: taken, refused, later, lost; each recipient by itself.

#include "rooms/correos/correo.hpp"

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/correos.hpp"
#include "rooms/bancos/documentos/deposito.hpp"
#include "rooms/correos/repartidor.hpp"
#include "rooms/impresos/impresor.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "support/libro.hpp"
#include "support/smtp.hpp"

#include <gmock/gmock.h>

namespace cacao {
namespace {

using namespace literales;
using test::Libro;
using testing::HasSubstr;

class CorreosTest : public testing::TestWithParam<db::Motor> {
protected:
    CorreosTest() {
        l.m.reloj.fijar(Instante::leer_iso("2026-10-01T19:00:00Z").value());
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
        register_factura_venta(ops);
        factura = l.factura_de_concepto(100_precio).transaccionId;
    }
    correos::Ajustes ajustes() const {
        correos::Ajustes a;
        a.servidor = {
            .url = smtp.url(), .usuario = smtp.usuario, .contrasena = smtp.contrasena, .autoridades = smtp.certificado()};
        a.remitente = "facturas@ejemplo.mx";
        return a;
    }
    void pide(std::vector<std::string> destinatarios, std::string asunto = {}) {
        l.escribe([&](Context& ctx) {
            engine::pedir_correos(
                ctx, {.transaccionId = factura, .destinatarios = std::move(destinatarios), .asunto = std::move(asunto)});
        });
    }
    // What is due now.
    void trabaja() { trabaja(ajustes()); }
    void trabaja(const correos::Ajustes& con) {
        const auto org = l.m.empresa.organizacionId;
        api::Taller taller{l.m.base.db(), l.m.reloj, {correos::oficio_de_correo(con, ops, impresor)}, "prueba"};
        while (const auto tomado = taller.tomar(org)) taller.hacer(org, *tomado);
    }
    void pasa(std::int64_t segundos) { l.m.reloj.fijar(l.m.reloj.ahora().mas_segundos(segundos)); }
    CorreoVista correo_a(const std::string& quien) {
        CorreosFiltro f;
        f.destinatario = Correo::leer(quien);
        std::vector<CorreoVista> todos;
        l.m.lee([&](const Context& ctx) { todos = listar_correos(ctx, f).data; });
        EXPECT_EQ(todos.size(), 1U) << quien;
        return todos.empty() ? CorreoVista{} : todos.front();
    }
    auto diferencias() { return l.m.diferencias(verificar_correos); }

    Libro l{GetParam()};
    test::Smtp smtp;
    api::Operations ops;
    ImpresorDeDocumentos impresor;
    std::int64_t factura = 0;
};
CACAO_EN_AMBOS_MOTORES(CorreosTest);

TEST_P(CorreosTest, CadaUnoRecibeElSuyoYLoRechazadoNoDetieneALosDemas) {
    pide({"ana@cliente.mx", "nadie@cliente.mx", "lleno@cliente.mx", "beto@cliente.mx"}, "Su factura\r\nBcc: todos@cliente.mx");
    trabaja();
    const auto ana = correo_a("ana@cliente.mx");
    EXPECT_EQ(ana.estado, "enviado");
    EXPECT_EQ(ana.codigo, "250");
    EXPECT_EQ(ana.intentos, 1);
    ASSERT_EQ(ana.adjuntos.size(), 1U);
    EXPECT_EQ(ana.adjuntos.front().tipo, "application/pdf");
    EXPECT_EQ(ana.adjuntos.front().sha256.size(), 64U);
    EXPECT_EQ(correo_a("beto@cliente.mx").estado, "enviado");
    const auto nadie = correo_a("nadie@cliente.mx");
    EXPECT_EQ(nadie.estado, "rechazado");
    EXPECT_EQ(nadie.codigo, "550");
    EXPECT_THAT(nadie.respuesta, HasSubstr("no such mailbox"));
    EXPECT_EQ(correo_a("lleno@cliente.mx").codigo, "552");
    const auto mensaje = smtp.mensaje(1).value();
    EXPECT_THAT(mensaje, HasSubstr("X-Para: ana@cliente.mx"));
    EXPECT_THAT(mensaje, HasSubstr("X-Cifrado: True"));
    EXPECT_THAT(mensaje, HasSubstr("Message-ID: <" + hexadecimal(sha256(ana.mensajeId)).substr(0, 40) + "@ejemplo.mx>"));
    EXPECT_THAT(mensaje, testing::Not(HasSubstr("\nBcc:")));
    EXPECT_TRUE(smtp.mensaje(2));
    EXPECT_FALSE(smtp.mensaje(3));
    EXPECT_THAT(diferencias(), testing::IsEmpty());
    // What ended is not sent again.
    pasa(86'400);
    trabaja();
    EXPECT_FALSE(smtp.mensaje(3));
}

TEST_P(CorreosTest, LoQueSePierdeSeRepiteConElMismoNombre) {
    pide({"cuelga@cliente.mx", "luego@cliente.mx"});
    trabaja();
    EXPECT_EQ(correo_a("cuelga@cliente.mx").estado, "porEnviar");
    EXPECT_NE(correo_a("cuelga@cliente.mx").error, "");
    const auto luego = correo_a("luego@cliente.mx");
    EXPECT_EQ(luego.estado, "porEnviar");
    EXPECT_EQ(luego.codigo, "450");
    EXPECT_TRUE(luego.siguienteIntento);
    pasa(60);
    trabaja();
    EXPECT_EQ(correo_a("cuelga@cliente.mx").intentos, 2);
    const auto de = [&](int n) {
        const auto m = smtp.mensaje(n).value();
        return m.substr(m.find("Message-ID:"), 60);
    };
    EXPECT_EQ(de(1), de(2));
    EXPECT_THAT(diferencias(), testing::IsEmpty());
    // It says "later" until it does not: here until the address is another.
    l.escribe([&](Context& ctx) {
        ctx.db().run(
            "UPDATE correoEnviado SET destinatario = 'ya@cliente.mx' WHERE organizacionId = $1 AND destinatario = "
            "'luego@cliente.mx'",
            ctx.organizacionId());
    });
    pasa(3600);
    trabaja();
    EXPECT_EQ(correo_a("ya@cliente.mx").estado, "enviado");
    EXPECT_EQ(correo_a("ya@cliente.mx").intentos, 3);
}

TEST_P(CorreosTest, SinNadieQueContesteSeEsperaYUnDiaFalla) {
    pide({"ana@cliente.mx"});
    auto a = ajustes();
    a.servidor.url = "smtp://127.0.0.1:1";
    for (int i = 0; i < 12; ++i) {
        trabaja(a);
        EXPECT_EQ(correo_a("ana@cliente.mx").intentos, i + 1);
        pasa(7 * 3600);
    }
    EXPECT_EQ(correo_a("ana@cliente.mx").estado, "porEnviar");
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM trabajo WHERE organizacionId = $1 AND tipo = 'Correo' AND estado = 'fallido'"), 1);
    EXPECT_THAT(diferencias(), testing::IsEmpty()) << "somebody sees it among what failed";
}

TEST_P(CorreosTest, LoDemasiadoGrandeNoSale) {
    pide({"ana@cliente.mx"});
    auto a = ajustes();
    a.maximo = 100;
    trabaja(a);
    EXPECT_EQ(correo_a("ana@cliente.mx").estado, "rechazado");
    EXPECT_EQ(correo_a("ana@cliente.mx").codigo, "");
    EXPECT_THAT(correo_a("ana@cliente.mx").respuesta, HasSubstr("más grandes"));
    EXPECT_FALSE(smtp.mensaje(1));
}

TEST_P(CorreosTest, AlTimbrarSoloSiSeQuiereYHayAQuien) {
    const auto cuenta = [&] {
        return l.entero("SELECT COUNT(*) FROM correoEnviado WHERE organizacionId = $1 AND automatico = 1");
    };
    const auto timbra = [&] { l.escribe([&](Context& ctx) { engine::enviar_al_timbrar(ctx, factura); }); };
    timbra();
    EXPECT_EQ(cuenta(), 0);
    l.escribe([&](Context& ctx) { cambiar_configuracion_correo(ctx, true, {{}, {}, true}); });
    timbra();
    EXPECT_EQ(cuenta(), 0) << "the contact has no address";
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE contacto SET correo = 'compras@cliente.mx' WHERE organizacionId = $1 AND entidadId = $2",
                     ctx.organizacionId(), l.clienteId);
    });
    timbra();
    EXPECT_EQ(cuenta(), 1);
    trabaja();
    EXPECT_EQ(correo_a("compras@cliente.mx").estado, "enviado");
    EXPECT_TRUE(correo_a("compras@cliente.mx").automatico);
}

// POST /api/Documentos/{transaccionId}/Correo and PUT /api/Correos/Configuracion refuse with sin_servidor_de_correo where the
// operator named none; the former with no_se_imprime what is not printed, and with demasiados_correos what an organization sends
// in an hour.
TEST_P(CorreosTest, SinServidorNadaSePide) {
    Libro sin{GetParam(), {[](api::Operations& o) { register_correos(o, false); }, register_factura_venta}};
    const auto id = std::to_string(sin.factura_de_concepto(100_precio).transaccionId);
    EXPECT_EQ(sin.m.pide("POST /api/Documentos/" + id + "/Correo", "{}").faltas(), "sin_servidor_de_correo ");
    EXPECT_EQ(sin.m.pide("PUT /api/Correos/Configuracion", R"({"enviarAlTimbrar":true})").faltas(),
              "sin_servidor_de_correo /enviarAlTimbrar");
    EXPECT_EQ(sin.m.pide("PUT /api/Correos/Configuracion", R"({"nombreRemitente":"Ana"})").status, 200);
}

TEST_P(CorreosTest, LoQueNoSeImprimeNoSeEnviaYDeTodosQuinientosPorHora) {
    Libro con{GetParam(), {[](api::Operations& o) { register_correos(o, true); }, register_factura_venta, register_deposito}};
    const auto deposito = con.deposito(10_mxn).transaccionId;
    EXPECT_EQ(
        con.m.pide("POST /api/Documentos/" + std::to_string(deposito) + "/Correo", R"({"destinatarios":["a@x.mx"]})").faltas(),
        "no_se_imprime /transaccionId");
    const auto una = con.factura_de_concepto(100_precio).transaccionId;
    const auto pide_uno = [&] {
        return con.m.pide("POST /api/Documentos/" + std::to_string(una) + "/Correo", R"({"destinatarios":["a@x.mx"]})");
    };
    EXPECT_EQ(pide_uno().status, 200);
    const auto otra = con.factura_de_concepto(100_precio).transaccionId;
    con.escribe([&](Context& ctx) {
        engine::pedir_correos(ctx, {.transaccionId = otra, .destinatarios = std::vector<std::string>(499, "a@x.mx")});
    });
    EXPECT_EQ(pide_uno().faltas(), "demasiados_correos /destinatarios");
}

TEST_P(CorreosTest, LaVerificacionVeLoQueNadieTiene) {
    pide({"ana@cliente.mx", "beto@cliente.mx"});
    EXPECT_THAT(diferencias(), testing::IsEmpty());
    l.escribe([&](Context& ctx) {
        ctx.db().run(
            "DELETE FROM trabajo WHERE organizacionId = $1 AND clave = (SELECT CAST(MIN(correoId) AS TEXT) FROM correoEnviado "
            "WHERE organizacionId = $1)",
            ctx.organizacionId());
    });
    EXPECT_THAT(diferencias(), testing::ElementsAre(HasSubstr("waits, and nobody is at it")));
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE correoEnviado SET estado = 'rechazado', terminadoEn = 1 WHERE organizacionId = $1",
                     ctx.organizacionId());
    });
    EXPECT_THAT(diferencias(), testing::ElementsAre(HasSubstr("is rechazado, and somebody is at it")));
}

}  // namespace
}  // namespace cacao
