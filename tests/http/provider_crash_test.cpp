// A provider that loses three answers in ten, before or after it stamped, answers twice, late, with an error, with what it
// answered before or with the stamp of another document; and a service that is killed meanwhile, at any moment and at every step
// of its work. In the end each invoice has one stamp, which the provider has and the service knows, in force or cancelled on both
// sides. With CACAO_TEST_PROVIDER_ROUNDS so many rounds.

#include "base/ascii.hpp"
#include "base/azar.hpp"
#include "db/rows.hpp"
#include "http/service.hpp"
#include "support/csd.hpp"
#include "support/pac_finkok.hpp"
#include "support/pac_sw.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <thread>

namespace cacao::test {
namespace {

constexpr std::int64_t plenty = 1'000'000;
using Clock = std::chrono::steady_clock;

// Both providers, and the authority, who knows what became of what either stamped.
struct Outside {
    PacSw sw{"ana", "secreta ñ"};
    PacFinkok finkok{"ana", "secreta <&>"};
    Autoridad sat;

    Outside() {
        sw.saldo(plenty);
        finkok.saldo(plenty);
        sat.sigue([this](const Expresion& e) {
            const auto dicho = sw.en_el_sat(e);
            return dicho ? dicho : finkok.en_el_sat(e);
        });
    }
    ~Outside() { sat.sigue({}); }
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;

    std::vector<std::string> addresses() const {
        return {"--sw-url",  sw.url(),  "--sw-data-url",       sw.url(),    "--finkok-url",          finkok.url(),
                "--sat-url", sat.url(), "--outgoing-networks", "127.0.0.1", "--outgoing-unencrypted"};
    }
    template <class F>
    void both(F f) {
        f(static_cast<Pac&>(sw));
        f(static_cast<Pac&>(finkok));
    }
    void unreliable(std::uint64_t seed) {
        using enum FallaPac;
        both([&](Pac& p) {
            p.falla_al_azar(seed, {{corta_antes, 70},
                                   {corta_despues, 80},
                                   {error_500, 40},
                                   {error_500_despues, 40},
                                   {basura, 20},
                                   {trunca, 30},
                                   {doble, 60},
                                   {anterior, 30},
                                   {ajeno, 40},
                                   {sin_datos, 150},
                                   {aun_no, 100}});
        });
    }
    int calls() const { return sw.servidor().visitas() + finkok.servidor().visitas(); }
};

struct Row {
    std::int64_t transaccionId{};
    std::string serie;
    std::int64_t folio{};
    std::string documento;  // its state
    std::string estado;
    std::string uuid;
    std::string proveedor;
};
DESCRIBE_STRUCT(Row, (), (transaccionId, serie, folio, documento, estado, uuid, proveedor))

class ProviderCrashTest : public testing::TestWithParam<db::Motor> {
protected:
    ProviderCrashTest() {
        const auto& csd = juego_de_csd();
        done("PUT", "/api/Organizacion", R"({"regimenFiscal":"601"})");
        const auto branch = service.ask("admin", "GET", "/api/Sucursales").at("/data/0/sucursalId");
        done("PUT", "/api/Sucursales/" + branch, R"({"codigoPostal":"42501"})");
        done("PUT", "/api/Sucursales/" + branch + "/Series", R"({"tipo":"FacturaVenta","serie":"T","timbrado":"alRegistrar"})");
        done("POST", "/api/CertificadosSello",
             fmt::format(R"({{"certificado":"{}","llave":"{}","contrasena":"{}"}})", base64(csd.bueno),
                         base64(llave_der(csd.llave)), contrasena_csd));
        choose("sw", "secreta ñ");
        customer =
            done(
                "POST", "/api/Contactos",
                R"({"codigo":"CFDI","nombre":"Almacenes","roles":["cliente"],"rfc":"IIA040805DZ4","nombreFiscal":"INDISTRIA ILUMINADORA DE ALMACENES","codigoPostal":"62661","regimenFiscal":"601","usoCfdi":"G03"})")
                .at("/data/entidadId");
        const auto unit = service.ask("admin", "GET", "/api/UnidadesMedida/Base").at("/data/0/unidadMedidaId");
        product =
            done("POST", "/api/Productos",
                 fmt::format(
                     R"({{"codigo":"CFDI","nombre":"Té","tipo":"servicio","unidadMedidaId":{},"claveProdServ":"50201706"}})",
                     unit))
                .at("/data/productoId");
    }
    HttpAnswer done(std::string_view method, const std::string& target, const std::string& body = {}) {
        auto r = service.ask("admin", method, target, body);
        EXPECT_EQ(r.status, 200) << target << ' ' << r.body;
        return r;
    }
    void choose(const std::string& provider, const std::string& password) {
        done("PUT", "/api/Timbrado/Configuracion",
             fmt::format(R"({{"proveedor":"{}","credenciales":{{"usuario":"ana","contrasena":"{}"}}}})", provider, password));
    }
    // Whatever came of it: the service may end meanwhile.
    void try_to(std::string_view method, const std::string& target, const std::string& body = {}) {
        try {
            service.ask("admin", method, target, body);
        } catch (const std::runtime_error&) {
            // It was killed; what was registered is found in the end.
        }
    }
    void sell() {
        try_to("POST", "/api/FacturaVenta",
               fmt::format(R"({{"serie":"T","clienteId":{},"partidas":[{{"productoId":{},"cantidad":1,"precioUnitario":{}}}]}})",
                           customer, product, 100 + ++sold));
    }
    std::unique_ptr<db::Database> open() const { return db::open({.url = service.installation().url(), .connections = 1}); }
    std::int64_t organization() const { return service.person("admin").organizacionId; }
    std::vector<Row> rows(std::string_view where = "") const {
        std::vector<Row> all;
        open()->read(organization(), [&](db::Reader& tx) {
            all = tx.all<Row>(fmt::format(R"(
                SELECT d.transaccionId, d.serie, d.folio, d.estado AS documento, t.estado, t.uuid, t.proveedor
                FROM documento d JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = d.transaccionId
                WHERE d.organizacionId = $1 {} ORDER BY d.transaccionId)",
                                          where),
                              tx.organizacion());
        });
        return all;
    }
    void die() {
        if (service.process().running()) service.process().signal(SIGKILL);
        service.process().wait();
        // As if leases had run out and waits were over.
        open()->write_now(organization(), [](db::Writer& tx) {
            tx.run(R"(UPDATE trabajo SET siguiente = 1, tomadoHasta = CASE WHEN tomadoHasta > 0 THEN 1 ELSE 0 END
                      WHERE organizacionId = $1 AND estado = 'pendiente')",
                   tx.organizacion());
        });
    }
    std::int64_t waiting() const {
        std::int64_t n = 0;
        open()->read(organization(), [&](db::Reader& tx) {
            n = tx.one<std::int64_t>("SELECT COUNT(*) FROM trabajo WHERE organizacionId = $1 AND estado = 'pendiente'",
                                     tx.organizacion())
                    .value_or(0);
        });
        return n;
    }
    // Until it has ended, or so many more calls were made, or a while is over: wherever it is then, it is killed.
    void meanwhile(int calls, std::chrono::milliseconds at_most) {
        const int before = outside.calls();
        for (const auto end = Clock::now() + at_most; Clock::now() < end && service.process().running();) {
            if (calls >= 0 && outside.calls() >= before + calls) return;
            std::this_thread::sleep_for(std::chrono::milliseconds{2});
        }
    }
    void expect_one_of_each();

    Outside outside;
    Service service{GetParam(), outside.addresses()};
    std::string customer, product;
    int sold = 0;
};
CACAO_EN_AMBOS_MOTORES(ProviderCrashTest);

void ProviderCrashTest::expect_one_of_each() {
    std::map<std::string, std::vector<std::pair<std::string, Timbre>>> stamps;  // by folio of the document
    outside.both([&](Pac& p) {
        for (auto& t : p.timbres()) {
            const Xml xml{t.xml};
            const auto folio = fmt::format("{}-{}", xml.raiz().valor("Serie"), xml.raiz().valor("Folio"));
            stamps[folio].emplace_back(&p == &static_cast<Pac&>(outside.sw) ? "sw" : "finkok", std::move(t));
        }
    });
    const auto all = rows();
    EXPECT_GE(all.size(), static_cast<std::size_t>(sold) / 2);
    for (const Row& r : all) {
        SCOPED_TRACE(fmt::format("{}-{} {} {} with {}", r.serie, r.folio, r.documento, r.estado, r.proveedor));
        const auto& its = stamps[fmt::format("{}-{}", r.serie, r.folio)];
        ASSERT_EQ(its.size(), 1U) << "of an invoice there is one stamp";
        EXPECT_EQ(its.front().first, r.proveedor);
        EXPECT_TRUE(iguales_ascii(its.front().second.uuid, r.uuid)) << its.front().second.uuid << " and " << r.uuid;
        const bool cancelled = r.documento == "cancelado";
        // The authority may say no to a cancellation, and the document stands: that is told, and is no loss.
        if (cancelled || r.estado != "cancelacionRechazada") {
            EXPECT_EQ(r.estado, cancelled ? "cancelado" : "timbrado");
        }
        const auto& t = its.front().second;
        Pac& p = r.proveedor == "sw" ? static_cast<Pac&>(outside.sw) : outside.finkok;
        const auto known = p.en_el_sat({.re = t.emisor, .rr = t.receptor, .tt = t.total, .id = t.uuid, .fe = {}});
        ASSERT_TRUE(known);
        EXPECT_EQ(known->estado, cancelled ? "Cancelado" : "Vigente");
    }
    EXPECT_EQ(stamps.size(), all.size()) << "nothing was stamped that is not registered";
}

TEST_P(ProviderCrashTest, OneStampOfEachWhateverIsLost) {
    const char* given = std::getenv("CACAO_TEST_PROVIDER_ROUNDS");
    const int rounds = given != nullptr ? std::atoi(given) : 12;
    const auto seed = given != nullptr ? std::random_device{}() : 2026U;
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Azar random{seed};
    const std::vector<std::string> steps{"trabajo_tomando",   "trabajo_tomado",    "timbrado_enviado", "timbrado_contestado",
                                         "trabajo_afuera",    "timbrado_timbrado", "timbrado_fin",     "trabajo_asentando",
                                         "cancelar/revertir", "trabajo_asentado"};
    outside.unreliable(seed);
    for (int round = 0; round < rounds; ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        // What was sent to the one goes on with it.
        if (round == rounds / 2) choose("finkok", "secreta <&>");
        Pac& chosen = round < rounds / 2 ? static_cast<Pac&>(outside.sw) : outside.finkok;
        const bool late = round % 6 == 5;
        // Nothing else goes wrong then, or what is to be late might not be asked.
        if (late) {
            chosen.sin_fallas();
            chosen.falla(random.menor(2) == 0 ? FallaPac::detiene_antes : FallaPac::detiene_despues);
        }
        sell();
        const auto stamped = rows("AND t.estado = 'timbrado' AND d.estado <> 'cancelado'");
        if (!stamped.empty() && random.menor(2) == 0) {
            const auto& one = stamped[static_cast<std::size_t>(random.menor(static_cast<std::int64_t>(stamped.size())))];
            try_to("DELETE", fmt::format("/api/RegistroVenta/RegistroVentaCancelar/{}?motivo=02", one.transaccionId));
        }
        if (random.menor(2) == 0) sell();
        if (late && chosen.detenidas(1)) {
            // It is killed while it waits, or gets its answer late.
            if (random.menor(2) == 0) die();
            chosen.soltar();
            if (service.process().running()) meanwhile(1, std::chrono::milliseconds{200});
        } else {
            meanwhile(static_cast<int>(random.menor(6)), std::chrono::milliseconds{100});
        }
        die();
        chosen.soltar();
        if (late) outside.unreliable(seed + static_cast<std::uint64_t>(round));
        const bool at_step = random.menor(2) == 0;
        const auto& step = steps[static_cast<std::size_t>(round) % steps.size()];
        if (at_step) {
            try {
                service.start_with({fmt::format("CACAO_TEST_END_AT={}:{}", step, 1 + random.menor(3))});
                sell();
                meanwhile(-1, std::chrono::milliseconds{100});
            } catch (const std::runtime_error&) {
                // There was work, and the step was reached before anybody could ask.
            }
            die();
        }
        service.start_with({});
    }
    outside.both([](Pac& p) { p.sin_fallas(); });
    // Over many rounds some work has been tried as often as it is by itself and waits for a person, who asks for it again.
    die();
    open()->write_now(organization(), [](db::Writer& tx) {
        tx.run(
            "UPDATE trabajo SET estado = 'pendiente', intentos = 0, siguiente = 1, terminadoEn = 0 WHERE organizacionId = $1 AND "
            "estado = 'fallido'",
            tx.organizacion());
    });
    service.start_with({});
    // What waits after a failure, or for the authority, waits for long: it is hurried, and ends.
    for (int again = 0; again < 60 && waiting() > 0; ++again) {
        die();
        service.start_with({});
        for (const auto end = Clock::now() + std::chrono::seconds{2}; Clock::now() < end && waiting() > 0;)
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
    EXPECT_EQ(waiting(), 0);
    expect_one_of_each();
    // Nothing of the credentials is in the log of the service, nor in that of changes.
    EXPECT_EQ(service.process().err().find("secreta"), std::string::npos);
    open()->read(organization(), [](db::Reader& tx) {
        EXPECT_EQ(
            tx.one<std::int64_t>("SELECT COUNT(*) FROM bitacora WHERE organizacionId = $1 AND antes || despues LIKE '%secreta%'",
                                 tx.organizacion()),
            0);
    });
    ASSERT_EQ(service.stop(), 0);
    const auto verified = service.installation().run({"verify"});
    EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
    const auto& calls = outside.sw.llamadas();
    EXPECT_GT(calls.size() + outside.finkok.llamadas().size(), static_cast<std::size_t>(rounds));
}

}  // namespace
}  // namespace cacao::test
