// The two providers over the network against stand-ins that another hand wrote: stamps, faults, cancellations.

#include "base/azar.hpp"
#include "base/digest.hpp"
#include "base/texto.hpp"
#include "fiscal/cancelacion.hpp"
#include "rooms/timbrado/pac_finkok.hpp"
#include "rooms/timbrado/pac_sw.hpp"
#include "rooms/timbrado/timbrador.hpp"
#include "support/comprobantes.hpp"
#include "support/pac_finkok.hpp"
#include "support/pac_sw.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace cacao::timbrado {
namespace {

using Como = Respuesta::Como;
using test::FallaPac;

red::Salida aqui() { return {.privadas = red::Redes{{"127.0.0.1"}}, .sin_cifrar = true, .autoridades = ""}; }

// Sealed, without a stamp; each another one.
std::string documento_sellado(int numero) {
    auto texto = test::cambiado(test::ingreso(), "Folio=\"", "Folio=\"" + std::to_string(numero));
    const auto desde = texto.find("<tfd:TimbreFiscalDigital");
    const auto hasta = texto.find("/>", desde) + 2;
    texto.erase(desde, hasta - desde);
    return test::sellado(texto);
}
Envio envio_de(const std::string& xml) { return {hexadecimal(sha256(xml)), xml, "2026-10-01T12:05:00"}; }

struct Sw {
    test::PacSw suplente{"ana", "secreta ñ"};
    ProveedorSw proveedor{{suplente.url(), "ana", "secreta ñ"}, suplente.url(), aqui(), nullptr};
    static constexpr const char* timbra = "timbrar";
    static constexpr const char* cancela = "cancelar";
};
struct Finkok {
    test::PacFinkok suplente{"ana", "secreta <&>ñ"};
    ProveedorFinkok proveedor{{suplente.url() + '/', "ana", "secreta <&>ñ"}, "EKU9003173C9", aqui(), nullptr};
    static constexpr const char* timbra = "stamp";
    static constexpr const char* cancela = "cancel_signature";
};

template <class P>
class PacTest : public testing::Test, public P {
protected:
    Respuesta timbra_uno(const std::string& xml) { return this->proveedor.timbrar(envio_de(xml), {}); }
    Respuesta recupera(const std::string& xml) { return this->proveedor.recuperar(envio_de(xml), {}); }
};
using Ambos = testing::Types<Sw, Finkok>;
TYPED_TEST_SUITE(PacTest, Ambos);

TYPED_TEST(PacTest, SeTimbraUnaVezYLaSegundaEsLaMisma) {
    const auto xml = documento_sellado(1);
    const auto una = this->timbra_uno(xml);
    ASSERT_EQ(una.como, Como::hecho) << una.codigo << ' ' << una.mensaje;
    const auto estampa = comprobar_estampa(xml, una.xml);
    const auto otra = this->timbra_uno(xml);
    EXPECT_EQ(otra.como, Como::previo);
    EXPECT_EQ(otra.codigo, "307");
    EXPECT_EQ(comprobar_estampa(xml, otra.xml).uuid, estampa.uuid);
    const auto vuelta = this->recupera(xml);
    EXPECT_EQ(vuelta.como, Como::hecho);
    EXPECT_EQ(comprobar_estampa(xml, vuelta.xml).uuid, estampa.uuid);
    EXPECT_EQ(this->suplente.timbrados(), 1U);
}

TYPED_TEST(PacTest, LoQueSePierdeSeHalla) {
    int numero = 10;
    for (const auto falla : {FallaPac::corta_antes, FallaPac::corta_despues, FallaPac::error_500, FallaPac::error_500_despues,
                             FallaPac::basura, FallaPac::trunca}) {
        const auto xml = documento_sellado(++numero);
        this->suplente.falla(falla, 1, TypeParam::timbra);
        const auto perdida = this->timbra_uno(xml);
        EXPECT_EQ(perdida.como, Como::sin_respuesta) << static_cast<int>(falla);
        EXPECT_NE(perdida.mensaje, "");
        auto r = this->recupera(xml);
        if (r.como == Como::desconocido) r = this->timbra_uno(xml);
        ASSERT_TRUE(r.como == Como::hecho || r.como == Como::previo) << static_cast<int>(falla) << ' ' << r.mensaje;
        EXPECT_NE(comprobar_estampa(xml, r.xml).uuid, "");
    }
    EXPECT_EQ(this->suplente.timbrados(), 6U) << "one of each";
}

TYPED_TEST(PacTest, LoDeOtroNoSeToma) {
    this->timbra_uno(documento_sellado(30));
    const auto xml = documento_sellado(31);
    this->suplente.falla(FallaPac::ajeno, 1, TypeParam::timbra);
    const auto r = this->timbra_uno(xml);
    EXPECT_THROW(comprobar_estampa(xml, r.xml), std::runtime_error);
}

TYPED_TEST(PacTest, SinDatosSeEsperaYDespuesEsta) {
    const auto xml = documento_sellado(40);
    const auto una = this->timbra_uno(xml);
    this->suplente.falla(FallaPac::sin_datos, 1);
    auto r = this->timbra_uno(xml);
    EXPECT_EQ(r.como, Como::previo);
    r = this->recupera(xml);
    EXPECT_EQ(r.como, Como::hecho) << r.mensaje;
    EXPECT_EQ(comprobar_estampa(xml, r.xml).uuid, comprobar_estampa(xml, una.xml).uuid);
}

TYPED_TEST(PacTest, LoRechazadoLoEsConSuCodigo) {
    auto mala = documento_sellado(50);
    mala = test::cambiado(mala, "Descripcion=\"", "Descripcion=\"Otra ");
    const auto r = this->timbra_uno(mala);
    EXPECT_EQ(r.como, Como::rechazado);
    EXPECT_EQ(r.codigo, "302");
    EXPECT_NE(r.mensaje, "");
}

TYPED_TEST(PacTest, CancelarConSolicitudFirmada) {
    const auto csd = fiscal::Csd::de_prueba("EKU9003173C9", "ESCUELA", Instante::leer_iso("2024-01-01T00:00:00Z").value(),
                                            Instante::leer_iso("2030-01-01T00:00:00Z").value());
    const auto xml = documento_sellado(60);
    const auto uuid = mayusculas(comprobar_estampa(xml, this->timbra_uno(xml).xml).uuid);
    const EnvioDeCancelacion envio{
        uuid, "EKU9003173C9", "02", "",
        fiscal::solicitud_de_cancelacion({"EKU9003173C9", "2026-10-01T13:00:00", uuid, "02", ""}, csd)};
    this->suplente.falla(FallaPac::aun_no, 1);
    EXPECT_EQ(this->proveedor.cancelar(envio, {}).como, Como::desconocido);
    this->suplente.falla(FallaPac::corta_despues, 1, TypeParam::cancela);
    EXPECT_EQ(this->proveedor.cancelar(envio, {}).como, Como::sin_respuesta);
    const auto r = this->proveedor.cancelar(envio, {});
    EXPECT_EQ(r.como, Como::hecho) << r.codigo << ' ' << r.mensaje;
    EXPECT_EQ(this->suplente.cancelaciones().size(), 1U);
    const EnvioDeCancelacion ajena{
        "00000000-0000-4000-8000-000000000000", "EKU9003173C9", "02", "",
        fiscal::solicitud_de_cancelacion(
            {"EKU9003173C9", "2026-10-01T13:00:00", "00000000-0000-4000-8000-000000000000", "02", ""}, csd)};
    EXPECT_NE(this->proveedor.cancelar(ajena, {}).como, Como::hecho);
}

TYPED_TEST(PacTest, LoQueQuedaDeTimbres) {
    this->suplente.saldo(41);
    EXPECT_EQ(this->proveedor.saldo({}), 41);
}

// Whoever asks, sends and asks again as often as it takes ends with one stamp of each, and the right one.
TYPED_TEST(PacTest, ConTresDeDiezPerdidasCadaUnoUno) {
    this->suplente.falla_al_azar(7, {{FallaPac::corta_antes, 80},
                                     {FallaPac::corta_despues, 80},
                                     {FallaPac::error_500, 40},
                                     {FallaPac::error_500_despues, 40},
                                     {FallaPac::basura, 30},
                                     {FallaPac::ajeno, 40},
                                     {FallaPac::anterior, 40},
                                     {FallaPac::sin_datos, 100}});
    std::set<std::string> folios;
    for (int i = 100; i < 140; ++i) {
        const auto xml = documento_sellado(i);
        std::string uuid;
        bool primero = true;
        for (int intento = 0; uuid.empty(); ++intento) {
            ASSERT_LT(intento, 100);
            auto r = std::exchange(primero, false) ? this->timbra_uno(xml) : this->recupera(xml);
            if (r.como == Como::desconocido) r = this->timbra_uno(xml);
            ASSERT_NE(r.como, Como::rechazado) << r.codigo << ' ' << r.mensaje;
            if (r.xml.empty()) continue;
            try {
                uuid = comprobar_estampa(xml, r.xml).uuid;
            } catch (const std::runtime_error&) {
                continue;  // of another document: it is asked for again
            }
        }
        folios.insert(uuid);
    }
    EXPECT_EQ(folios.size(), 40U);
    EXPECT_EQ(this->suplente.timbrados(), 40U);
}

TEST(PacSwTest, ElAccesoSeRenuevaYElDuraderoNo) {
    Sw sw;
    const auto xml = documento_sellado(1);
    EXPECT_EQ(sw.proveedor.timbrar(envio_de(xml), {}).como, Como::hecho);
    sw.suplente.vencer_tokens();
    EXPECT_EQ(sw.proveedor.recuperar(envio_de(xml), {}).como, Como::hecho);
    EXPECT_EQ(sw.suplente.veces("autenticar"), 2);
    const ProveedorSw duradero{{sw.suplente.url(), "", sw.suplente.token_permanente()}, sw.suplente.url(), aqui(), nullptr};
    EXPECT_EQ(duradero.recuperar(envio_de(xml), {}).como, Como::hecho);
    const ProveedorSw otro{{sw.suplente.url(), "ana", "otra"}, sw.suplente.url(), aqui(), nullptr};
    auto r = otro.timbrar(envio_de(documento_sellado(2)), {});
    EXPECT_EQ(r.como, Como::sin_entregar);
    EXPECT_EQ(r.codigo, "AU2000");
    EXPECT_EQ(otro.recuperar(envio_de(xml), {}).como, Como::sin_respuesta) << "it may have been sent before";
    const ProveedorSw ajeno{{sw.suplente.url(), "", "otro"}, sw.suplente.url(), aqui(), nullptr};
    EXPECT_EQ(ajeno.timbrar(envio_de(documento_sellado(2)), {}).como, Como::sin_entregar);
    // Asked to let us in, and no answer.
    sw.suplente.falla(FallaPac::corta_antes, 1, "autenticar");
    const ProveedorSw nuevo{{sw.suplente.url(), "ana", "secreta ñ"}, sw.suplente.url(), aqui(), nullptr};
    EXPECT_EQ(nuevo.timbrar(envio_de(documento_sellado(2)), {}).como, Como::sin_entregar);
    // Nobody is there, or nobody of that name.
    for (const char* nadie : {"http://127.0.0.1:1", "http://nadie.invalid"}) {
        const ProveedorSw perdido{{nadie, "", "otro"}, nadie, aqui(), nullptr};
        r = perdido.timbrar(envio_de(documento_sellado(2)), {});
        EXPECT_EQ(r.como, Como::sin_entregar) << r.mensaje;
    }
    EXPECT_EQ(sw.suplente.timbrados(), 1U);
}

TEST(PacFinkokTest, QuienNoEntraNoEsRechazado) {
    Finkok f;
    const ProveedorFinkok otro{{f.suplente.url(), "ana", "otra"}, "EKU9003173C9", aqui(), nullptr};
    const auto r = otro.timbrar(envio_de(documento_sellado(1)), {});
    EXPECT_EQ(r.como, Como::sin_entregar) << "it is the account that is wrong, not the document";
    EXPECT_EQ(r.codigo, "300");
    EXPECT_EQ(otro.recuperar(envio_de(documento_sellado(1)), {}).como, Como::sin_respuesta) << "it may have been sent before";
}

}  // namespace
}  // namespace cacao::timbrado
