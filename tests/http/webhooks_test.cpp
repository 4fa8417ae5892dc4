// Webhooks and the feed of the real service, against receivers that fail, hang, redirect and go away, and with the service killed
// at every step of a delivery. Nothing is lost, of one document nothing overtakes, and what is told again has the same
// identifier.

#include "base/texto.hpp"
#include "http/service.hpp"
#include "http/tienda.hpp"
#include "rooms/eventos/firma.hpp"
#include "support/servidor.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <map>
#include <set>
#include <thread>

namespace cacao::test {
namespace {

const std::vector<std::string> a_este_equipo{"--webhook-timeout", "500ms", "--outgoing-networks", "127.0.0.1",
                                             "--outgoing-unencrypted"};

// Keeps what it was told, as often as it was; refuses what is not signed.
class Receptor {
public:
    using Decide = std::function<int(const std::string& id, int vez)>;
    explicit Receptor(Decide decide = {}) : decide_(std::move(decide)) {}

    std::string url() const { return servidor_.url("/avisos"); }
    void conoce(const std::string& visible) {
        const std::lock_guard lock{mutex_};
        ASSERT_TRUE(visible.starts_with("whsec_"));
        ASSERT_TRUE(leer_base64(visible.substr(6), secreto_));
    }
    struct Aviso {
        std::string id, tipo, objeto;
        std::int64_t consecutivo = 0;
        int estado = 0;
    };
    std::vector<Aviso> avisos() const {
        const std::lock_guard lock{mutex_};
        return avisos_;
    }
    // Identifiers that it took.
    std::set<std::string> tomados() const {
        std::set<std::string> ids;
        for (const Aviso& a : avisos())
            if (a.estado == 200) ids.insert(a.id);
        return ids;
    }
    bool espera(std::size_t tomados_de) const {
        const auto hasta = std::chrono::steady_clock::now() + std::chrono::minutes{1};
        while (tomados().size() < tomados_de && std::chrono::steady_clock::now() < hasta)
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
        return tomados().size() >= tomados_de;
    }
    int sin_firma() const { return sin_firma_; }
    // Of one document nothing is taken before what happened before it was.
    void en_orden() const {
        std::map<std::string, std::int64_t> ultimo;
        std::set<std::string> vistos;
        for (const Aviso& a : avisos()) {
            if (a.estado != 200 || !vistos.insert(a.id).second) continue;
            auto& u = ultimo[a.objeto];
            EXPECT_LT(u, a.consecutivo) << a.tipo << " of " << a.objeto;
            u = a.consecutivo;
        }
    }

private:
    Contestacion atender(const Pedido& p) {
        HttpAnswer cuerpo;
        cuerpo.body = p.cuerpo;
        Aviso a{p.encabezado("webhook-id"), cuerpo.at("/type"), cuerpo.at("/data/transaccionId"), 0, 0};
        if (const auto c = cuerpo.at("/data/consecutivo"); !c.empty()) a.consecutivo = std::stoll(c);
        const std::lock_guard lock{mutex_};
        const auto cuando = Instante::de_micros(std::stoll(p.encabezado("webhook-timestamp")) * 1'000'000);
        const bool bien =
            a.id == cuerpo.at("/id") && p.encabezado("webhook-signature") == eventos::firmar({secreto_}, a.id, cuando, p.cuerpo);
        if (!bien) ++sin_firma_;
        a.estado = !bien ? 401 : decide_ ? decide_(a.id, ++veces_[a.id]) : 200;
        avisos_.push_back(a);
        if (a.estado == 0) return {.bytes = {}, .calla = true};
        if (a.estado == 302) return {.bytes = "HTTP/1.1 302 Found\r\nLocation: /otra\r\nContent-Length: 0\r\n\r\n"};
        return {.bytes = respuesta_http(a.estado, "text/plain", "visto")};
    }

    Decide decide_;
    mutable std::mutex mutex_;
    std::string secreto_;
    std::vector<Aviso> avisos_;
    std::map<std::string, int> veces_;
    std::atomic<int> sin_firma_ = 0;
    Servidor servidor_{Servidor::Atiende{[this](const Pedido& p) { return atender(p); }}};
};

class WebhookTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam(), a_este_equipo};
    Tienda tienda{service};

    std::string consumidor() { return service.ask("admin", "GET", "/api/ConsumidoresApi").at("/data/0/consumidorId"); }
    std::string suscribe(Receptor& receptor, const std::string& tipos, const std::string& nombre = "Uno",
                         std::string consumidorId = {}) {
        if (consumidorId.empty()) consumidorId = consumidor();
        const auto r = service.ask("admin", "POST", "/api/Suscripciones",
                                   fmt::format(R"({{"consumidorId":{},"nombre":"{}","url":"{}","tipos":{}}})", consumidorId,
                                               nombre, receptor.url(), tipos));
        EXPECT_EQ(r.status, 200) << r.body;
        receptor.conoce(r.at("/data/secreto"));
        return r.at("/data/suscripcionId");
    }
    std::string factura() {
        const auto r = service.ask("admin", "POST", "/api/FacturaVenta", tienda.factura_de_servicio());
        EXPECT_EQ(r.status, 200) << r.body;
        return r.at("/data/transaccionId");
    }
    void cancela(const std::string& id) {
        const auto r = service.ask("admin", "DELETE", "/api/RegistroVenta/RegistroVentaCancelar/" + id);
        EXPECT_EQ(r.status, 200) << r.body;
    }
    // "activo motivo" once it is as expected, or after half a minute.
    std::string hasta_que(const std::string& suscripcionId, const std::string& campo, const std::string& valor) {
        const auto hasta = std::chrono::steady_clock::now() + std::chrono::seconds{30};
        std::string es;
        do {
            es = service.ask("admin", "GET", "/api/Suscripciones/" + suscripcionId).at("/data/" + campo);
            if (es == valor) break;
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
        } while (std::chrono::steady_clock::now() < hasta);
        return es;
    }
    std::string primera_entrega(const std::string& suscripcionId, const std::string& campo) {
        return service.ask("admin", "GET", "/api/Suscripciones/Entregas/" + suscripcionId).at("/data/0/" + campo);
    }
};
CACAO_EN_AMBOS_MOTORES(WebhookTest);

// Three in ten fail the first time, of which some hang and some lead elsewhere: all of them arrive, each document in its order.
TEST_P(WebhookTest, WhatFailsComesAgainInOrder) {
    Receptor receptor{[](const std::string& id, int vez) {
        const auto n = std::stoll(id.substr(id.rfind('_') + 1)) % 10;
        if (vez > 1 || n % 3 != 0 || n == 9) return 200;
        return n == 0 ? 500 : n == 3 ? 302 : 0;
    }};
    const auto id = suscribe(receptor, R"(["FacturaVenta.registrado","*.cancelado"])");
    constexpr int facturas = 20;
    for (int i = 0; i < facturas; ++i) cancela(factura());
    ASSERT_TRUE(receptor.espera(2 * facturas)) << receptor.tomados().size() << service.process().err();
    receptor.en_orden();
    EXPECT_EQ(receptor.sin_firma(), 0);
    for (const auto& a : receptor.avisos())
        EXPECT_TRUE(a.tipo == "FacturaVenta.registrado" || a.tipo == "FacturaVenta.cancelado");
    EXPECT_EQ(hasta_que(id, "pendientes", "0"), "0");

    // Again, all of them: with the same identifiers.
    const auto antes = receptor.tomados();
    const auto cuantos = receptor.avisos().size();
    ASSERT_EQ(service.ask("admin", "POST", "/api/Suscripciones/Reenviar/" + id, R"({"desde":"2020-01-01T00:00:00Z"})").status,
              400);
    const auto r = service.ask("admin", "POST", "/api/Suscripciones/Reenviar/" + id,
                               fmt::format(R"({{"desde":"{}"}})", Instante::ahora().mas_segundos(-3600).iso()));
    ASSERT_EQ(r.status, 200) << r.body;
    const auto hasta = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (receptor.avisos().size() < cuantos + antes.size() && std::chrono::steady_clock::now() < hasta)
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    EXPECT_EQ(receptor.avisos().size(), cuantos + antes.size());
    EXPECT_EQ(receptor.tomados(), antes);
    const auto verified = service.installation().run({"verify"});
    EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
}

TEST_P(WebhookTest, WhoIsGoneIsGivenUp) {
    Receptor receptor{[](const std::string&, int) { return 410; }};
    const auto id = suscribe(receptor, R"(["FacturaVenta.*"])");
    const auto desde = service.ask("admin", "GET", "/api/Eventos?desde=ahora").at("/data/hasta");
    factura();
    EXPECT_EQ(hasta_que(id, "activo", "false"), "false");
    EXPECT_NE(service.ask("admin", "GET", "/api/Suscripciones/" + id).at("/data/motivo"), "");
    const auto r = service.ask("admin", "GET", "/api/Eventos?espera=10&tipos=Suscripcion.desactivada&desde=" + desde);
    EXPECT_EQ(r.at("/data/eventos/0/data/suscripcionId"), id) << r.body;
    // Once it is there again, nothing is missing.
    EXPECT_EQ(service.ask("admin", "PUT", "/api/Suscripciones/" + id, R"({"activo":true})").status, 200);
}

TEST_P(WebhookTest, ThePrivateNetworkIsNotCalled) {
    Receptor receptor;
    Service cerrado{GetParam()};
    const auto consumidorId = cerrado.ask("admin", "GET", "/api/ConsumidoresApi").at("/data/0/consumidorId");
    const auto crea = [&](const std::string& nombre, const std::string& url) {
        return cerrado.ask(
            "admin", "POST", "/api/Suscripciones",
            fmt::format(R"({{"consumidorId":{},"nombre":"{}","url":"{}","tipos":["*"]}})", consumidorId, nombre, url));
    };
    EXPECT_EQ(crea("Abierta", receptor.url()).faults(), "valor_no_permitido /url");
    EXPECT_EQ(crea("Con usuario", "https://a:b@ejemplo.mx/").faults(), "valor_no_permitido /url");
    const auto id = crea("Propia", "https://localhost:" + receptor.url().substr(17)).at("/data/suscripcionId");
    const auto r = cerrado.ask("admin", "POST", "/api/Suscripciones/Probar/" + id, "{}");
    EXPECT_EQ(r.at("/data/correcto"), "false") << r.body;
    EXPECT_NE(r.at("/data/error").find("no se puede llamar"), std::string::npos) << r.body;
    EXPECT_TRUE(receptor.avisos().empty());
}

// By the rights of the consumer at that moment, which are not those of whoever made the subscription.
TEST_P(WebhookTest, OnlyWhatItsConsumerMayRead) {
    const auto servicio = service.ask("admin", "GET", "/api/ConsumidoresApi").at("/data/0/usuarioId");
    const auto c = service.ask(
        "admin", "POST", "/api/ConsumidoresApi",
        fmt::format(R"({{"nombre":"Corto","tipoIntegracion":"web","usuarioId":{},"alcances":["ContactosListar"]}})", servicio));
    ASSERT_EQ(c.status, 200) << c.body;
    Receptor receptor;
    suscribe(receptor, R"(["*"])", "Corta", c.at("/data/consumidorId"));
    factura();
    const auto nuevo = service.ask("admin", "POST", "/api/Contactos", R"({"codigo":"X1","nombre":"Equis","roles":["cliente"]})");
    ASSERT_EQ(nuevo.status, 200) << nuevo.body;
    ASSERT_TRUE(receptor.espera(1)) << service.process().err();
    factura();
    service.ask("admin", "PUT", "/api/Contactos/" + nuevo.at("/data/entidadId"), R"({"nombre":"Otra"})");
    ASSERT_TRUE(receptor.espera(2));
    for (const auto& a : receptor.avisos()) EXPECT_TRUE(a.tipo.starts_with("Contacto.")) << a.tipo;
}

TEST_P(WebhookTest, BothSecretsSignForADay) {
    Receptor receptor;
    const auto id = suscribe(receptor, R"(["Contacto.*"])");
    const auto r = service.ask("admin", "POST", "/api/Suscripciones/RotarSecreto/" + id, "{}");
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_NE(r.at("/data/anteriorHasta"), "");
    const auto p = service.ask("admin", "POST", "/api/Suscripciones/Probar/" + id, "{}");
    EXPECT_EQ(p.at("/data/codigo"), "401") << "the receiver compares all of it with one signature";
    receptor.conoce(r.at("/data/secreto"));
}

// A product that falls below its minimum is told once.
TEST_P(WebhookTest, StockBelowItsMinimumIsToldOnce) {
    ASSERT_EQ(service.ask("admin", "POST", "/api/Inventario/MovimientoAgregar", tienda.movimiento("entrada", "10")).status, 200);
    const auto almacen = tienda.cuenta("SELECT almacenId FROM existencia WHERE organizacionId = $1 AND cantidad > 0");
    const auto nivel =
        service.ask("admin", "PUT", "/api/Inventario/Niveles",
                    fmt::format(R"({{"productoId":{},"almacenId":{},"minimo":5,"maximo":20}})", tienda.productoId, almacen));
    ASSERT_EQ(nivel.status, 200) << nivel.body;
    auto desde = service.ask("admin", "GET", "/api/Eventos?desde=ahora").at("/data/hasta");
    const auto siguiente = [&] {
        const auto hasta = std::chrono::steady_clock::now() + std::chrono::seconds{30};
        for (;;) {
            const auto r = service.ask("admin", "GET", "/api/Eventos?espera=5&tipos=Existencia.bajoMinimo&desde=" + desde);
            desde = r.at("/data/hasta");
            if (!r.at("/data/eventos/0/type").empty() || std::chrono::steady_clock::now() > hasta) return r;
        }
    };
    for (int i = 0; i < 3; ++i)
        ASSERT_EQ(service.ask("admin", "POST", "/api/Inventario/MovimientoAgregar", tienda.movimiento("salida", "2")).status,
                  200);
    const auto r = siguiente();
    EXPECT_EQ(r.at("/data/eventos/0/data/productoId"), std::to_string(tienda.productoId)) << r.body;
    EXPECT_EQ(r.at("/data/eventos/0/data/minimo"), "5");
    ASSERT_EQ(service.ask("admin", "POST", "/api/Inventario/MovimientoAgregar", tienda.movimiento("salida", "1")).status, 200);
    const auto otra = service.ask("admin", "GET", "/api/Eventos?espera=3&tipos=Existencia.bajoMinimo&desde=" + desde);
    EXPECT_EQ(otra.at("/data/eventos/0/type"), "") << "it was below already";
}

// 8 write while one follows: none missed, none twice, in order.
class FeedEngineConcurrencyTest : public WebhookTest {};
CACAO_EN_AMBOS_MOTORES(FeedEngineConcurrencyTest);
TEST_P(FeedEngineConcurrencyTest, NoneIsMissedAndNoneComesTwice) {
    const char* given = std::getenv("CACAO_TEST_ENGINE_INVOICES");
    const std::size_t todas = given == nullptr ? 160 : static_cast<std::size_t>(std::atoi(given));
    auto desde = service.ask("admin", "GET", "/api/Eventos?desde=ahora").at("/data/hasta");
    std::vector<std::string> hechas;
    std::thread escriben{[&] {
        const auto headers = service.authorized("admin");
        const auto cuerpo = tienda.factura_de_servicio();
        for (const auto& r : together(service.port(), 8, todas,
                                      [&](Client&c, std::size_t) { return c.ask("POST", "/api/FacturaVenta", headers, cuerpo); }))
            hechas.push_back(r.at("/data/transaccionId"));
    }};
    std::vector<std::string> leidas;
    std::int64_t ultima = 0;
    const auto hasta = std::chrono::steady_clock::now() + std::chrono::minutes{10};
    Client lector{service.port()};
    const auto headers = service.authorized("admin");
    while (leidas.size() < todas && std::chrono::steady_clock::now() < hasta) {
        const auto r = lector.ask("GET", "/api/Eventos?espera=10&tipos=FacturaVenta.registrado&desde=" + desde, headers);
        EXPECT_EQ(r.status, 200) << r.body;
        if (r.status != 200) break;
        desde = r.at("/data/hasta");
        for (int i = 0; !r.at(fmt::format("/data/eventos/{}/id", i)).empty(); ++i) {
            const auto posicion = std::stoll(r.at(fmt::format("/data/eventos/{}/posicion", i)));
            EXPECT_LT(ultima, posicion);
            ultima = posicion;
            leidas.push_back(r.at(fmt::format("/data/eventos/{}/data/transaccionId", i)));
        }
    }
    escriben.join();
    std::ranges::sort(hechas);
    std::ranges::sort(leidas);
    EXPECT_EQ(leidas, hechas);
}

class WebhookCrashTest : public WebhookTest {};
CACAO_EN_AMBOS_MOTORES(WebhookCrashTest);

TEST_P(WebhookCrashTest, KilledAtEveryStepNothingIsLost) {
    Receptor receptor;
    suscribe(receptor, R"(["FacturaVenta.*"])");
    constexpr std::string_view vigentes =
        "FROM documento WHERE organizacionId = $1 AND tipo = 'FacturaVenta' AND estado <> 'cancelado'";
    std::size_t hechos = 0;
    for (const char* paso : {"entrega_tomando", "entrega_creando", "entrega_enviada", "entrega_asentando", "entrega_asentada"}) {
        service.stop();
        // It may be gone before it answers, and comes to some steps for other events as well.
        try {
            service.start_with({fmt::format("CACAO_TEST_END_AT={}", paso)});
            service.ask("admin", "POST", "/api/FacturaVenta", tienda.factura_de_servicio());
        } catch (const std::runtime_error&) {
        }
        EXPECT_EQ(service.process().wait(), 128 + SIGKILL) << paso;
        service.start_with({});
        if (tienda.cuenta(fmt::format("SELECT COUNT(*) {}", vigentes)) == 0) factura();
        cancela(std::to_string(tienda.cuenta(fmt::format("SELECT transaccionId {}", vigentes))));
        hechos += 2;
    }
    ASSERT_TRUE(receptor.espera(hechos)) << receptor.tomados().size() << " of " << hechos << service.process().err();
    receptor.en_orden();
    EXPECT_EQ(receptor.tomados().size(), hechos);
    const auto verified = service.installation().run({"verify"});
    EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
}

// Two instances over one PostgreSQL, of which the one that delivers is killed.
class WebhookCrashOfTwoTest : public WebhookTest {};
INSTANTIATE_TEST_SUITE_P(Motores, WebhookCrashOfTwoTest, testing::Values(db::Motor::postgres),
                         [](const auto&) { return "postgres"; });

TEST_P(WebhookCrashOfTwoTest, WhatOneHadIsDeliveredByTheOther) {
    Receptor receptor;
    suscribe(receptor, R"(["FacturaVenta.*"])");
    const auto otra = [&] {
        std::vector<std::string> comando{cacao_binary(), "serve",
                                         "--data",       service.installation().data(),
                                         "--db",         service.installation().url(),
                                         "--listen",     "127.0.0.1:0",
                                         "--access-log", "off"};
        comando.insert(comando.end(), a_este_equipo.begin(), a_este_equipo.end());
        return std::make_unique<Process>(comando);
    };
    std::size_t hechos = 0;
    for (int vez = 0; vez < 2; ++vez) {
        auto vecina = otra();
        for (int i = 0; i < 10; ++i) {
            cancela(factura());
            hechos += 2;
            if (i == 5) vecina->signal(SIGKILL);
        }
        vecina->wait();
    }
    ASSERT_TRUE(receptor.espera(hechos)) << receptor.tomados().size() << " of " << hechos << service.process().err();
    receptor.en_orden();
    EXPECT_EQ(receptor.sin_firma(), 0);
}

}  // namespace
}  // namespace cacao::test
