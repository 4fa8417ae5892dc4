// Fiscal documents sent to the real service: whatever was done to them ends in a verdict or a refusal, in little memory; and what
// the authority did not answer at once is asked for by the running service.

#include "http/service.hpp"
#include "support/autoridad.hpp"
#include "support/comprobantes.hpp"
#include "support/memory.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace cacao::test {
namespace {

class FiscalTest : public testing::TestWithParam<db::Motor> {
protected:
    HttpAnswer valida(const std::string& bytes) {
        return service.ask(
            "admin", "POST", "/api/ArchivosDigitales/ValidarArchivo",
            "--x\r\nContent-Disposition: form-data; name=\"archivo\"; filename=\"a.xml\"\r\n\r\n" + bytes + "\r\n--x--\r\n",
            {{"Content-Type", "multipart/form-data; boundary=x"}});
    }
    static std::string repetido(std::string_view texto, std::size_t bytes) {
        std::string todo;
        todo.reserve(bytes + texto.size());
        while (todo.size() < bytes) todo += texto;
        return todo;
    }

    Autoridad sat;
    Service service{GetParam(),
                    {"--sat-url", sat.url(), "--outgoing-networks", "127.0.0.1", "--outgoing-unencrypted", "--sat-timeout",
                     "200ms", "--body-limit", "64MiB"}};
};
CACAO_EN_AMBOS_MOTORES(FiscalTest);

TEST_P(FiscalTest, LoHostilTerminaEnUnVeredictoYEnPocaMemoria) {
    const auto bueno = sellado(ingreso());
    ASSERT_EQ(valida(bueno).status, 200);
    const auto antes = memory(service.process().pid(), "VmHWM");
    const std::vector<std::pair<std::string, std::string>> casos{
        {"<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]><a>&b;</a>", "xml_doctype"},
        {repetido("<a>", 3 << 20), "xml_muy_profundo"},
        {"<a>" + repetido("<b/>", 9 << 20) + "</a>", "xml_muchos_nodos"},
        {"<a " + repetido("b=\"\" ", 1 << 20) + "/>", "xml_muchos_nodos"},
        {repetido("x", 50 << 20), "xml_muy_grande"},
        {"<a>" + repetido(" ", 50 << 20) + "</a>", "xml_muy_grande"},
        {cambiado(bueno, "<cfdi:Receptor", repetido("<!-- -->", 8 << 20) + "<cfdi:Receptor"), "bien"},
    };
    for (const auto& [bytes, codigo] : casos) {
        const auto r = valida(bytes);
        ASSERT_EQ(r.status, 200) << codigo << r.body.substr(0, 300);
        EXPECT_EQ(r.at("/data/pasos/0/codigo"), codigo);
    }
    // Beyond what a body may be it is not even read.
    EXPECT_EQ(valida(repetido("x", 80 << 20)).status, 413);
    // The body, what is decoded of it, and a tree of ten megabytes.
    if (memory_tells) {
        EXPECT_LT(memory(service.process().pid(), "VmHWM") - antes, 400);
    }
}

TEST_P(FiscalTest, LoQueElSatCallaSePreguntaDespues) {
    sat.modo(Autoridad::Modo::cuelga);
    const auto r = valida(sellado(ingreso()));
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(r.at("/data/resultado"), "no_verificado") << r.body;
    EXPECT_EQ(r.at("/data/estadoSat"), "no_verificado");
    sat.modo(Autoridad::Modo::contesta);
    // The first attempt may have come before; the next comes seconds later.
    const auto hasta = std::chrono::steady_clock::now() + std::chrono::minutes{2};
    std::string estado;
    while (estado != "vigente" && std::chrono::steady_clock::now() < hasta) {
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        estado = service.ask("admin", "GET", "/api/ArchivosDigitales/Validaciones/" + r.at("/data/validacionId"))
                     .at("/data/estadoSat");
    }
    EXPECT_EQ(estado, "vigente");
}

}  // namespace
}  // namespace cacao::test
