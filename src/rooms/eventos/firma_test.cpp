#include "rooms/eventos/firma.hpp"

#include "base/texto.hpp"
#include "rooms/eventos/catalogo.hpp"
#include "rooms/eventos/repartidor.hpp"

#include <gtest/gtest.h>

namespace cacao::eventos {
namespace {

// As another program works it out (Python: hmac); the library of the standard verifies in tests/clients what the service sends.
TEST(Firma, IsThatOfTheStandard) {
    std::string secreto;
    ASSERT_TRUE(leer_base64("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLjSw", secreto));
    const auto cuando = Instante::de_micros(1'614'265'330'000'000);
    EXPECT_EQ(firmar({secreto}, "msg_p5jXN8AQM9LWM0D4loKWxJek", cuando, R"({"test": 2432232314})"),
              "v1,q6KMVIJHk4Gs770FfR5f591Ftx7uVJSGl5wHV1ri978=");
    EXPECT_EQ(firmar({secreto, secreto}, "msg_p5jXN8AQM9LWM0D4loKWxJek", cuando, R"({"test": 2432232314})"),
              "v1,q6KMVIJHk4Gs770FfR5f591Ftx7uVJSGl5wHV1ri978= v1,q6KMVIJHk4Gs770FfR5f591Ftx7uVJSGl5wHV1ri978=");
}

TEST(Firma, ASecretHasThirtyTwoBytes) {
    const auto uno = nuevo_secreto();
    EXPECT_EQ(uno.size(), 32U);
    EXPECT_NE(uno, nuevo_secreto());
    EXPECT_EQ(secreto_visible(std::string(32, 'a')), "whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=");
}

TEST(Pausa, ASecondsOrADayAreUnderstood) {
    const auto ahora = Instante::leer_iso("2026-11-19T12:00:00Z").value();
    const auto dice = [&](const std::string& valor) {
        red::Respuesta r;
        r.encabezados = {{"retry-after", valor}};
        return pausa_pedida(r, ahora);
    };
    EXPECT_EQ(dice("120"), 120);
    EXPECT_EQ(dice("-5"), 0);
    EXPECT_EQ(dice("9999999"), 24 * 60 * 60) << "no longer than a day";
    EXPECT_EQ(dice("Thu, 19 Nov 2026 12:05:00 GMT"), 300);
    EXPECT_EQ(dice("mañana"), 0);
    EXPECT_EQ(pausa_pedida({}, ahora), 0);
}

TEST(Esperas, FourteenAttemptsInSevenDays) {
    std::int64_t todas = 0;
    std::int64_t intentos = 1;
    for (; espera_tras_entrega(intentos); ++intentos) todas += *espera_tras_entrega(intentos);
    EXPECT_EQ(intentos, intentos_de_entrega);
    EXPECT_EQ(espera_tras_entrega(1), 5);
    EXPECT_EQ(espera_tras_entrega(2), 300);
    EXPECT_GT(todas, 6 * 24 * 60 * 60);
    EXPECT_LE(todas, segundos_sin_exito + 12 * 60 * 60);
}

TEST(Patrones, ByThingByHappeningOrBoth) {
    EXPECT_TRUE(coincide("*", "FacturaVenta", "registrado"));
    EXPECT_TRUE(coincide("FacturaVenta.*", "FacturaVenta", "timbrado"));
    EXPECT_TRUE(coincide("*.cancelado", "NotaVenta", "cancelado"));
    EXPECT_FALSE(coincide("*.cancelado", "NotaVenta", "registrado"));
    EXPECT_FALSE(coincide("FacturaVenta.*", "FacturaCompra", "registrado"));
    EXPECT_FALSE(coincide("FacturaVenta", "FacturaVenta", "registrado"));
    for (const char* bueno : {"*", "*.*", "FacturaVenta.timbrado", "Existencia.bajoMinimo", "*.registrado", "Credito.excedido"})
        EXPECT_TRUE(es_patron(bueno)) << bueno;
    for (const char* malo : {"", "FacturaVenta", "FacturaVenta.pagado", "Nada.*", "*.nada", "Factura*.registrado", "a.b.c"})
        EXPECT_FALSE(es_patron(malo)) << malo;
}

TEST(Catalogo, EachTypeStandsThereOnce) {
    std::set<std::string> vistos;
    for (const Tipo& t : tipos()) EXPECT_TRUE(vistos.insert(t.nombre()).second) << t.nombre();
    for (const char* uno :
         {"FacturaVenta.registrado", "FacturaVenta.cancelado", "FacturaVenta.liquidado", "FacturaVenta.timbrado",
          "FacturaVenta.timbradoRechazado", "FacturaVenta.cfdiCancelado", "FacturaVenta.cancelacionRechazada",
          "SolicitudPago.pagado", "OrdenServicio.transitado", "Producto.cambiado", "Precio.registrado", "Existencia.cambiado",
          "Existencia.bajoMinimo", "Credito.excedido", "Suscripcion.desactivada"})
        EXPECT_TRUE(vistos.contains(uno)) << uno;
    EXPECT_FALSE(vistos.contains("Poliza.timbrado"));
}

}  // namespace
}  // namespace cacao::eventos
