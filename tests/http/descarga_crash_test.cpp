// The service ends as if killed at every step of a massive download. Started again it goes on: one request at the authority where
// its number was kept, no package fetched more often than it is handed out, and every document in the mailbox once.

#include "db/rows.hpp"
#include "http/service.hpp"
#include "support/descarga_sat.hpp"
#include "support/recibidos.hpp"
#include "tabla/zip.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace cacao::test {
namespace {

class DescargaCrashTest : public testing::TestWithParam<db::Motor> {
protected:
    DescargaCrashTest() {
        const auto& j = juego_de_csd();
        hecho("POST", "/api/Efirmas",
              fmt::format(R"({{"certificado":"{}","llave":"{}","contrasena":"{}"}})", base64(j.efirma),
                          base64(llave_der(j.llave)), contrasena_csd));
        for (int paquete = 0; paquete < 2; ++paquete) {
            std::string zip;
            tabla::Zip escritor{[&](std::string_view bytes) { zip += bytes; }};
            for (int i = 0; i < 2; ++i) {
                auto c = del_proveedor(rfc_numero(1), "PAPELERA DEL NORTE");
                c.cfdi.folio = std::to_string(10 * paquete + i);
                c.cfdi.receptor.rfc = "EKU9003173C9";
                c.cfdi.receptor.nombre = "ESCUELA KEMPER URGATE";
                c.cfdi.receptor.domicilioFiscal = "42501";
                c.lineas.push_back(linea_de("TONER", "Cartucho negro", "2", "100"));
                escritor.entrada(std::to_string(i) + ".xml");
                escritor.escribir(emitido_por(c));
            }
            escritor.terminar();
            paquetes.push_back(std::move(zip));
        }
        sat.da("CFDI", paquetes);
    }
    HttpAnswer hecho(std::string_view metodo, const std::string& destino, const std::string& cuerpo = {}) {
        auto r = service.ask("admin", metodo, destino, cuerpo);
        EXPECT_EQ(r.status, 200) << destino << ' ' << r.body;
        return r;
    }
    // As if leases had run out and waits were over.
    void sin_esperas() {
        db::open({.url = service.installation().url(), .connections = 1})
            ->write_now(service.person("admin").organizacionId, [](db::Writer& tx) {
                tx.run(R"(UPDATE trabajo SET siguiente = 1, tomadoHasta = CASE WHEN tomadoHasta > 0 THEN 1 ELSE 0 END
                          WHERE organizacionId = $1 AND estado = 'pendiente')",
                       tx.organizacion());
            });
    }
    // Starts with that end before it; until the process is gone.
    void muere_en(const std::string& paso, const std::string& pedida) {
        ASSERT_EQ(service.stop(), 0);
        service.start_with({"CACAO_TEST_END_AT=" + paso});
        for (const auto fin = std::chrono::steady_clock::now() + std::chrono::minutes{1};
             service.process().running() && std::chrono::steady_clock::now() < fin;) {
            try {
                // Asked for again it is due at once, however long it was to wait.
                service.ask("admin", "POST", "/api/Buzon/Descargas", pedida);
            } catch (const std::runtime_error&) {
                break;  // The service was faster than its answer.
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
        }
        ASSERT_EQ(service.process().wait(), 128 + SIGKILL) << paso;
        sin_esperas();
        service.start_with({});
    }
    HttpAnswer hasta_el_fin(const std::string& id, const std::string& pedida) {
        HttpAnswer r;
        for (const auto fin = std::chrono::steady_clock::now() + std::chrono::minutes{1};
             std::chrono::steady_clock::now() < fin;) {
            r = service.ask("admin", "GET", "/api/Buzon/Descargas/" + id);
            if (r.at("/data/estado") == "terminada") return r;
            if (r.at("/data/estado") == "enProceso") service.ask("admin", "POST", "/api/Buzon/Descargas", pedida);
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        }
        ADD_FAILURE() << r.body;
        return r;
    }

    DescargaSat sat;
    std::vector<std::string> paquetes;
    Service service{GetParam(),
                    {"--sat-download-request-url", sat.url(), "--sat-download-url", sat.url(), "--outgoing-networks", "127.0.0.1",
                     "--outgoing-unencrypted"}};
};
CACAO_EN_AMBOS_MOTORES(DescargaCrashTest);

TEST_P(DescargaCrashTest, EachDocumentOnceWhateverTheStepOfTheEnd) {
    const bool todos = std::getenv("CACAO_TEST_CRASH_ROUNDS") != nullptr;
    const std::vector<std::string> pasos{
        "descarga_contestada", "descarga_recibida",     "descarga_bajada",     "trabajo_asentado",      "trabajo_asentado:2",
        "trabajo_afuera:2",    "descarga_contestada:2", "trabajo_asentado:3",  "descarga_contestada:3", "trabajo_afuera:4",
        "trabajo_asentando:4", "descarga_bajada:2",     "descarga_recibida:2", "trabajo_asentado:7"};
    for (std::size_t i = 0; i < pasos.size(); ++i) {
        if (!todos && i > 0) break;
        SCOPED_TRACE(pasos[i]);
        const auto pedida = fmt::format(R"({{"fechaInicial":"2026-10-{0:02}","fechaFinal":"2026-10-{0:02}"}})", i + 1);
        const auto antes = sat.tomadas();
        const auto bajadas = sat.veces("Descargar");
        muere_en(pasos[i], pedida);
        // What it has done by now it has done: asked for again it would be another.
        const auto id = hecho("GET", "/api/Buzon/Descargas").at("/data/0/descargaId");
        const auto r = hasta_el_fin(id, pedida);
        EXPECT_EQ(r.at(i == 0 ? "/data/recibidos" : "/data/repetidos"), "4") << r.body;
        // Where the number of the request was lost, one more.
        EXPECT_LE(sat.tomadas() - antes, pasos[i] == "descarga_contestada" || pasos[i] == "trabajo_afuera:2" ? 2U : 1U);
        EXPECT_LE(sat.veces("Descargar") - bajadas, 3);
    }
    EXPECT_TRUE(sat.quejas().empty()) << sat.quejas().front();
    EXPECT_EQ(service.ask("admin", "GET", "/api/Buzon?conTotal=true").at("/totalRegistros"), "4");
    ASSERT_EQ(service.stop(), 0);
    const auto verificado = service.installation().run({"verify"});
    EXPECT_EQ(verificado.exit, 0) << verificado.out << verificado.err;
}

}  // namespace
}  // namespace cacao::test
