#include "fiscal_bench.hpp"

#include "fiscal/cadena.hpp"
#include "fiscal/comprobante.hpp"
#include "fiscal/estructura.hpp"
#include "fiscal/juez.hpp"
#include "fiscal/sellado.hpp"
#include "process.hpp"
#include "support/comprobantes.hpp"
#include "support/emision.hpp"

#include <fmt/format.h>
#include <libxml/parser.h>

#include <stdexcept>
#include <vector>

namespace cacao::bench {
namespace {

// An invoice with so many lines of 100.00 and 16 % of them, sealed and stamped.
std::string invoice(int number, int lines) {
    constexpr std::string_view line =
        R"(<cfdi:Concepto ClaveProdServ="43211503" NoIdentificacion="SKU-1" Cantidad="2.000000" ClaveUnidad="H87" Unidad="Pieza" Descripcion="Equipo portátil de prueba" ValorUnitario="50.00" Importe="100.00" ObjetoImp="02"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="100.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto>)";
    std::string all;
    for (int i = 0; i < lines; ++i) all += line;
    return test::sellado(fmt::format(
        R"(<cfdi:Comprobante {0} Version="4.0" Serie="A" Folio="{1}" Fecha="2026-10-01T12:00:00" Sello="%sello" FormaPago="03" NoCertificado="{2}" Certificado="%certificado" SubTotal="{3}.00" Moneda="MXN" Total="{4}.00" TipoDeComprobante="I" Exportacion="01" MetodoPago="PUE" LugarExpedicion="42501"><cfdi:Emisor Rfc="EKU9003173C9" Nombre="ESCUELA KEMPER URGATE" RegimenFiscal="601"/><cfdi:Receptor Rfc="IIA040805DZ4" Nombre="INDISTRIA ILUMINADORA DE ALMACENES" DomicilioFiscalReceptor="62661" RegimenFiscalReceptor="601" UsoCFDI="G03"/><cfdi:Conceptos>{5}</cfdi:Conceptos><cfdi:Impuestos TotalImpuestosTrasladados="{6}.00"><cfdi:Traslados><cfdi:Traslado Base="{3}.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="{6}.00"/></cfdi:Traslados></cfdi:Impuestos><cfdi:Complemento>{7}</cfdi:Complemento></cfdi:Comprobante>)",
        test::espacios, number, test::numero_emisor, lines * 100, lines * 116, all, lines * 16, test::timbre_vacio));
}

struct Received {
    std::string bytes;
    std::shared_ptr<const fiscal::Xml> tree;
    std::string cadena;
    std::string sello;
};

// An invoice of five lines from what the books have to sealed bytes that the judge takes, against what no issuer can do without:
// one signature and one walk over the tables.
void bench_issued(Report& report, const FiscalOptions& options) {
    const auto& csd = test::csd_de_prueba();
    auto comprobante = test::por_emitir("I");
    for (int i = 0; i < 5; ++i)
        comprobante.lineas.push_back(
            test::linea_dada("3", "33.33", "99.99", {test::traslado("002", "Tasa", "0.16", "99.99", "16.00")}));
    const auto issue = [&] { return fiscal::sellar(fiscal::armar(comprobante).cfdi, csd).xml; };
    const std::string bytes = issue();
    const fiscal::Xml tree{bytes};
    const auto cadena = fiscal::cadena_original(tree.raiz(), fiscal::Esquema::sat()).texto;
    const fiscal::Juez juez;
    auto outside = fiscal::sin_medios();
    outside.debe_estar_timbrado = false;

    const auto bare = [&] {
        fiscal::Veredicto v;
        fiscal::revisar_estructura(tree, fiscal::Esquema::sat(), v);
        if (!v.hallazgos().empty() || csd.sello(cadena) != tree.raiz().valor("Sello"))
            throw std::runtime_error("the bare loop finds a fault");
    };
    const auto issued = [&] {
        if (!juez.juzgar(issue(), outside).veredicto.valido()) throw std::runtime_error("an issued invoice is judged bad");
    };
    const int documents = options.documents / 10;  // a signature costs some thirty verifications
    std::vector<double> ratios;
    double seconds = 0;
    for (int round = -1; round < options.rounds; ++round) {
        const double start = thread_cpu();
        for (int i = 0; i < documents; ++i) bare();
        const double middle = thread_cpu();
        for (int i = 0; i < documents; ++i) issued();
        const double end = thread_cpu();
        if (round < 0) continue;
        ratios.push_back((end - middle) / (middle - start));
        seconds = end - middle;
    }
    report.at_most(
        fmt::format("{} invoices of five lines built, sealed and judged, against one RSA signature and the structure, CPU",
                    documents),
        median(ratios), 2.0);
    report.note("invoices of five lines built, sealed and judged in a second of CPU", documents / seconds, "");
}

}  // namespace

void bench_fiscal(Report& report, const FiscalOptions& options) {
    bench_issued(report, options);
    std::vector<Received> received(100);
    for (std::size_t i = 0; i < received.size(); ++i) {
        auto& r = received[i];
        r.bytes = invoice(static_cast<int>(i), options.lines);
        r.tree = std::make_shared<const fiscal::Xml>(r.bytes);
        r.cadena = fiscal::cadena_original(r.tree->raiz(), fiscal::Esquema::sat()).texto;
        r.sello = r.tree->raiz().valor("Sello");
    }
    const auto certificado = fiscal::Certificado::leer(test::mundillo().certificado_emisor).value();
    const auto known = [](std::string_view, std::string_view, Fecha) { return fiscal::Presencia::vigente; };
    const auto none = [](std::string_view) -> const fiscal::Certificado* { return nullptr; };
    const fiscal::Juez juez{test::mundillo().autoridades};

    const auto bare = [&](const Received& r) {
        xmlFreeDoc(xmlReadMemory(r.bytes.data(), static_cast<int>(r.bytes.size()), nullptr, nullptr, XML_PARSE_NONET));
        fiscal::Veredicto v;
        fiscal::revisar_estructura(*r.tree, fiscal::Esquema::sat(), v);
        if (!v.hallazgos().empty() || !certificado.sello_de(r.cadena, r.sello))
            throw std::runtime_error("the bare loop finds a fault");
    };
    const auto judged = [&](const Received& r) {
        if (!juez.juzgar(r.bytes, {known, none}).veredicto.valido()) throw std::runtime_error("a good invoice is judged bad");
    };
    std::vector<double> ratios;
    double seconds = 0;
    for (int round = -1; round < options.rounds; ++round) {
        const double start = thread_cpu();
        for (int i = 0; i < options.documents; ++i) bare(received[static_cast<std::size_t>(i) % received.size()]);
        const double middle = thread_cpu();
        for (int i = 0; i < options.documents; ++i) judged(received[static_cast<std::size_t>(i) % received.size()]);
        const double end = thread_cpu();
        if (round < 0) continue;
        ratios.push_back((middle - start) / (end - middle));
        seconds = end - middle;
    }
    report.at_least(fmt::format("{} received invoices judged, against parsing, structure and one RSA verification bare, CPU",
                                options.documents),
                    median(ratios), 0.8);
    report.note("received invoices judged in a second of CPU", options.documents / seconds, "");
}

}  // namespace cacao::bench
