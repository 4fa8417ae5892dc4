// An organization chooses who stamps for it: with what opens the account, and without losing what was sent to another.

#include "rooms/timbrado/proveedores.hpp"

#include "api/trabajos.hpp"
#include "db/rows.hpp"
#include "fiscal/timbre.hpp"
#include "rooms/timbrado/certificado_sello.hpp"
#include "rooms/timbrado/saldo_timbres.hpp"
#include "rooms/timbrado/timbrado.hpp"
#include "rooms/timbrado/timbrador.hpp"
#include "rooms/timbrado/verificar.hpp"
#include "support/libro.hpp"
#include "support/pac_finkok.hpp"
#include "support/pac_sw.hpp"

#include <gmock/gmock.h>

namespace cacao {
namespace {

using namespace literales;
using test::FallaPac;
using test::Libro;

class ProveedoresTest : public testing::TestWithParam<db::Motor> {
protected:
    ProveedoresTest() {
        l.m.reloj.fijar(Instante::leer_iso("2026-10-01T19:00:00Z").value());
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
        emisor = std::make_shared<const timbrado::Emisor>(
            auth::Sealer{l.m.maestra, "llave_csd"},
            timbrado::proveedores_en_red({.sw = sw.url(),
                                          .swDatos = sw.url(),
                                          .swPruebas = "",
                                          .swPruebasDatos = "",
                                          .finkok = finkok.url(),
                                          .finkokPruebas = ""},
                                         {.privadas = red::Redes{{"127.0.0.1"}}, .sin_cifrar = true, .autoridades = ""},
                                         nullptr));
        const auto ahora = l.m.reloj.ahora();
        const auto csd = fiscal::Csd::de_prueba("EKU9003173C9", "ESCUELA KEMPER URGATE", ahora.mas_segundos(-86'400),
                                                ahora.mas_segundos(86'400 * 1000));
        l.escribe([&](Context& ctx) {
            auto& tx = ctx.db();
            tx.run(R"(UPDATE organizacion SET rfc = 'EKU9003173C9', regimenFiscal = '601', nombre = 'ESCUELA KEMPER URGATE'
                      WHERE organizacionId = $1)",
                   tx.organizacion());
            tx.run("UPDATE sucursal SET codigoPostal = '42501' WHERE organizacionId = $1", tx.organizacion());
            tx.run("UPDATE concepto SET claveProdServ = '84111506' WHERE organizacionId = $1", tx.organizacion());
            tx.run(
                R"(UPDATE contacto SET rfc = 'IIA040805DZ4', nombreFiscal = 'INDISTRIA ILUMINADORA DE ALMACENES', codigoPostal = '62661',
                                          regimenFiscal = '601', usoCfdi = 'G03'
                      WHERE organizacionId = $1 AND entidadId = $2)",
                tx.organizacion(), l.clienteId);
            agregar_certificado(ctx, preparar_certificado(*emisor, csd));
        });
    }
    void elige(ProveedorDeTimbres quien, const std::string& contrasena) {
        ConfiguracionFiscalCambio c{quien, {}, {}};
        c.credenciales = CredencialesDeProveedor{Texto<200, 1>{"ana"}, Texto<200, 1>{contrasena}, {}};
        const auto selladas = emisor->sellar(reflect::to_json(timbrado::SecretoDeProveedor{"ana", contrasena, ""}));
        l.escribe([&](Context& ctx) { cambiar_configuracion_fiscal(ctx, c, {}, selladas); });
    }
    std::int64_t pide_timbre() {
        const auto id = l.factura_de_concepto(100_precio).transaccionId;
        l.escribe([&](Context& ctx) { timbrar_documento(ctx, {Id{id}}); });
        return id;
    }
    engine::FilaTimbrado fila(std::int64_t id) {
        engine::FilaTimbrado f;
        l.m.lee([&](const Context& ctx) { f = engine::leer_timbrado(ctx.db(), id).value(); });
        return f;
    }
    timbrado::FilaConfiguracionFiscal configuracion() {
        timbrado::FilaConfiguracionFiscal f;
        l.m.lee([&](const Context& ctx) { f = timbrado::leer_configuracion_fiscal(ctx.db()); });
        return f;
    }
    // What is due now, and no more of it when `tomas` are over.
    void trabaja(int tomas = 100) {
        const auto org = l.m.empresa.organizacionId;
        api::Taller taller{l.m.base.db(), l.m.reloj, {timbrado::oficio_de_timbrado(emisor)}, "prueba"};
        for (int i = 0; i < tomas; ++i) {
            const auto tomado = taller.tomar(org);
            if (!tomado) return;
            taller.hacer(org, *tomado);
        }
    }
    auto diferencias() { return l.m.diferencias(verificar_timbrados); }

    test::PacSw sw{"ana", "la de sw"};
    test::PacFinkok finkok{"ana", "la de <finkok>"};
    Libro l{GetParam()};
    std::shared_ptr<const timbrado::Emisor> emisor;
};
CACAO_EN_AMBOS_MOTORES(ProveedoresTest);

TEST_P(ProveedoresTest, LoEnviadoAUnoSigueConElAunqueSeElijaOtro) {
    elige(ProveedorDeTimbres::sw, "la de sw");
    const auto uno = pide_timbre();
    trabaja();
    EXPECT_TRUE(fila(uno).es(engine::EstadoTimbrado::timbrado)) << fila(uno).mensaje;
    EXPECT_EQ(sw.veces("autenticar"), 1);
    // Stamped, and its answer is lost.
    const auto perdido = pide_timbre();
    sw.falla(FallaPac::corta_despues, 1, "timbrar");
    trabaja();
    EXPECT_TRUE(fila(perdido).es(engine::EstadoTimbrado::enviado));
    elige(ProveedorDeTimbres::finkok, "la de <finkok>");
    const auto otro = pide_timbre();
    l.m.reloj.fijar(l.m.reloj.ahora().mas_segundos(60));
    trabaja();
    EXPECT_TRUE(fila(perdido).es(engine::EstadoTimbrado::timbrado)) << fila(perdido).mensaje;
    EXPECT_EQ(fila(perdido).proveedor, "sw");
    EXPECT_TRUE(fila(otro).es(engine::EstadoTimbrado::timbrado)) << fila(otro).mensaje;
    EXPECT_EQ(fila(otro).proveedor, "finkok");
    EXPECT_EQ(sw.timbrados(), 2U);
    EXPECT_EQ(finkok.timbrados(), 1U);
    // It was let in once: who is known is asked again.
    EXPECT_EQ(sw.veces("autenticar"), 1);
    EXPECT_THAT(diferencias(), testing::IsEmpty());
    // And it is cancelled where it was stamped.
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, uno, {.motivo = "02"}); });
    trabaja(1);
    EXPECT_EQ(sw.cancelaciones().size(), 1U);
    EXPECT_TRUE(fila(uno).es(engine::EstadoTimbrado::enCancelacion)) << fila(uno).mensaje;
}

// Let in by nobody, it was handed over to nobody: whoever is chosen then stamps it, or it is cancelled.
TEST_P(ProveedoresTest, LoQueNoSeEntregoVuelveATimbrarseConQuienSea) {
    using engine::EstadoTimbrado;
    elige(ProveedorDeTimbres::sw, "otra");
    const auto uno = pide_timbre();
    const auto otro = pide_timbre();
    trabaja();
    EXPECT_TRUE(fila(uno).es(EstadoTimbrado::porTimbrar)) << fila(uno).estado;
    EXPECT_EQ(fila(uno).codigo, "AU2000");
    EXPECT_THAT(fila(uno).mensaje, testing::HasSubstr("inválidos"));
    TimbradoVista vista;
    l.m.lee([&](const Context& ctx) { vista = obtener_timbrado(ctx, {Id{uno}}); });
    EXPECT_EQ(vista.intentos, 1);
    EXPECT_EQ(vista.error, fila(uno).mensaje);
    ASSERT_TRUE(vista.siguienteIntento);
    EXPECT_GT(*vista.siguienteIntento, l.m.reloj.ahora());
    EXPECT_THAT(diferencias(), testing::IsEmpty());
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, otro, {.motivo = "02"}); });
    EXPECT_TRUE(fila(otro).es(EstadoTimbrado::cancelado));
    // Each time it waits longer.
    l.m.reloj.fijar(l.m.reloj.ahora().mas_segundos(5));
    trabaja();
    l.m.reloj.fijar(l.m.reloj.ahora().mas_segundos(5));
    trabaja();
    EXPECT_EQ(fila(uno).intentos, 2);
    // As where nobody is there to be called.
    elige(ProveedorDeTimbres::finkokPruebas, "la de <finkok>");
    l.m.reloj.fijar(l.m.reloj.ahora().mas_segundos(15));
    trabaja();
    EXPECT_EQ(fila(uno).intentos, 3);
    EXPECT_EQ(fila(uno).proveedor, "finkokPruebas");
    EXPECT_TRUE(fila(uno).es(EstadoTimbrado::porTimbrar)) << fila(uno).mensaje;
    elige(ProveedorDeTimbres::finkok, "otra");
    l.escribe([&](Context& ctx) { timbrar_documento(ctx, {Id{uno}}); });
    trabaja();
    EXPECT_EQ(fila(uno).codigo, "300");
    EXPECT_TRUE(fila(uno).es(EstadoTimbrado::porTimbrar)) << fila(uno).mensaje;
    elige(ProveedorDeTimbres::finkok, "la de <finkok>");
    l.escribe([&](Context& ctx) { timbrar_documento(ctx, {Id{uno}}); });
    trabaja();
    EXPECT_TRUE(fila(uno).es(EstadoTimbrado::timbrado)) << fila(uno).mensaje;
    EXPECT_EQ(fila(uno).proveedor, "finkok");
    EXPECT_EQ(sw.timbrados(), 0U);
    EXPECT_EQ(finkok.timbrados(), 1U);
    EXPECT_THAT(diferencias(), testing::IsEmpty());
}

// It was stamped and its answer was lost: that nobody is let in any more says nothing about it.
TEST_P(ProveedoresTest, LoQuePudoEntregarseSigueEnviado) {
    using engine::EstadoTimbrado;
    elige(ProveedorDeTimbres::sw, "la de sw");
    const auto id = pide_timbre();
    sw.falla(FallaPac::corta_despues, 1, "timbrar");
    trabaja();
    elige(ProveedorDeTimbres::sw, "otra");
    for (int i = 0; i < 3; ++i) {
        l.m.reloj.fijar(l.m.reloj.ahora().mas_segundos(600));
        trabaja();
        EXPECT_TRUE(fila(id).es(EstadoTimbrado::enviado)) << fila(id).mensaje;
    }
    elige(ProveedorDeTimbres::finkok, "la de <finkok>");
    elige(ProveedorDeTimbres::sw, "la de sw");
    l.escribe([&](Context& ctx) { timbrar_documento(ctx, {Id{id}}); });
    trabaja();
    EXPECT_TRUE(fila(id).es(EstadoTimbrado::timbrado)) << fila(id).mensaje;
    EXPECT_EQ(sw.timbrados(), 1U);
    EXPECT_EQ(finkok.timbrados(), 0U);
}

TEST_P(ProveedoresTest, ElSaldoLoDiceElProveedorOPorQueNo) {
    using std::chrono::seconds;
    EXPECT_FALSE(preguntar_saldo(*emisor, configuracion(), seconds{5})->timbres) << "nobody stamps";
    elige(ProveedorDeTimbres::sw, "la de sw");
    sw.saldo(41);
    EXPECT_EQ(preguntar_saldo(*emisor, configuracion(), seconds{5})->timbres, 41);
    sw.sin_limite(true);
    EXPECT_FALSE(preguntar_saldo(*emisor, configuracion(), seconds{5})->timbres);
    elige(ProveedorDeTimbres::sw, "otra");
    EXPECT_THROW(preguntar_saldo(*emisor, configuracion(), seconds{5}), std::runtime_error);
    elige(ProveedorDeTimbres::finkok, "la de <finkok>");
    finkok.saldo(7);
    EXPECT_EQ(preguntar_saldo(*emisor, configuracion(), seconds{5})->timbres, 7);
    elige(ProveedorDeTimbres::finkok, "otra");
    EXPECT_THROW(preguntar_saldo(*emisor, configuracion(), seconds{5}), std::runtime_error);
    // Nobody is there.
    elige(ProveedorDeTimbres::finkokPruebas, "otra");
    EXPECT_THROW(preguntar_saldo(*emisor, configuracion(), seconds{5}), std::runtime_error);
    // It holds the line: whoever asked gives up.
    elige(ProveedorDeTimbres::finkok, "la de <finkok>");
    finkok.falla(FallaPac::detiene_antes, 1, "report_credit");
    EXPECT_THROW(preguntar_saldo(*emisor, configuracion(), std::chrono::milliseconds{10}), std::runtime_error);
    finkok.soltar();
}

TEST_P(ProveedoresTest, LasCredencialesNoEstanALaVista) {
    elige(ProveedorDeTimbres::sw, "la de sw");
    const auto f = configuracion();
    ASSERT_EQ(f.accesos.size(), 1U);
    EXPECT_EQ(f.accesos.front().secreto.find("la de sw"), std::string::npos);
    EXPECT_THAT(emisor->abrir(f.accesos.front().secreto).value(), testing::HasSubstr("la de sw"));
    EXPECT_EQ(
        l.entero(
            "SELECT COUNT(*) FROM bitacora WHERE organizacionId = $1 AND (antes LIKE '%la de sw%' OR despues LIKE '%la de sw%')"),
        0);
    const timbrado::Emisor otro{auth::Sealer{auth::MasterKey::from_bytes(std::string(32, 'x')), "llave_csd"},
                                timbrado::proveedores_en_red({}, {}, nullptr)};
    EXPECT_THROW(otro.proveedor("sw", f), std::runtime_error);
    // A provider that nobody gave credentials for is none.
    EXPECT_EQ(emisor->proveedor("finkok", f), nullptr);
}

TEST_P(ProveedoresTest, SinCredencialesLoDiceLaVerificacion) {
    elige(ProveedorDeTimbres::sw, "la de sw");
    const auto id = pide_timbre();
    sw.falla(FallaPac::corta_despues, 1, "timbrar");
    trabaja();
    EXPECT_TRUE(fila(id).es(engine::EstadoTimbrado::enviado));
    EXPECT_THAT(diferencias(), testing::IsEmpty());
    l.escribe([&](Context& ctx) { ctx.db().run("DELETE FROM accesoProveedor WHERE organizacionId = $1", ctx.organizacionId()); });
    EXPECT_THAT(diferencias(), testing::UnorderedElementsAre(testing::HasSubstr("is enviado with sw, of which there are no"),
                                                             testing::HasSubstr("sw stamps, of which there are no")));
}

}  // namespace
}  // namespace cacao
