#include "stamping_bench.hpp"

#include "client.hpp"
#include "load.hpp"
#include "process.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

namespace cacao::bench {
namespace {

struct Shop {
    std::uint16_t port;
    std::string token, customer, product;

    std::string done(const std::string& method, const std::string& target, const std::string& body = {}) const {
        const auto r = ask(port, method, target, token, body);
        if (r.status != 200) throw std::runtime_error(target + " was refused: " + r.body);
        return r.body;
    }
    std::string invoice(std::string_view series) const {
        return fmt::format(
            R"({{"serie":"{}","clienteId":{},"metodoPago":"PUE","formaPago":"03","partidas":[{{"productoId":{},"cantidad":1,"precioUnitario":100}}]}})",
            series, customer, product);
    }
    std::int64_t waiting() const {
        std::int64_t all = 0;
        for (const char* state : {"porTimbrar", "enviado"})
            all += std::atoll(
                field(done("GET", fmt::format("/api/Timbrados?estado={}&registrosPorPagina=1", state)), "totalRegistros")
                    .c_str());
        return all;
    }
};

Shop open_shop(std::uint16_t port, const std::string& token) {
    Shop s{port, token, {}, {}};
    const auto branch = field(s.done("GET", "/api/Sucursales"), "sucursalId");
    s.done("PUT", "/api/Sucursales/" + branch + "/Series", R"({"tipo":"FacturaVenta","serie":"SI","timbrado":"alRegistrar"})");
    s.done("PUT", "/api/Sucursales/" + branch + "/Series", R"({"tipo":"FacturaVenta","serie":"NO","timbrado":"nunca"})");
    s.customer = field(
        s.done(
            "POST", "/api/Contactos",
            R"({"codigo":"TIMBRES","nombre":"Almacenes","roles":["cliente"],"rfc":"IIA040805DZ4","nombreFiscal":"INDISTRIA ILUMINADORA DE ALMACENES","codigoPostal":"62661","regimenFiscal":"601","usoCfdi":"G03"})"),
        "entidadId");
    const auto unit = field(s.done("GET", "/api/UnidadesMedida/Base"), "unidadMedidaId");
    s.product = field(
        s.done("POST", "/api/Productos",
               fmt::format(
                   R"({{"codigo":"TIMBRES","nombre":"Té","tipo":"servicio","unidadMedidaId":{},"claveProdServ":"50201706"}})",
                   unit)),
        "productoId");
    return s;
}

struct Noticed {
    double write_p99, read_p99;
};

// Four callers who register and four who read, each with a pause, as people and tills have it: what is measured is how long they
// wait, not how much fits in.
Noticed measure(const Shop& s, const StampingOptions& options) {
    const auto body = s.invoice("NO");
    Load writes;
    writes.port = s.port;
    writes.connections = 4;
    writes.requests = 1'000'000;
    writes.limit = std::chrono::seconds{options.seconds};
    writes.pause = std::chrono::milliseconds{20};
    writes.request = fmt::format(
        "POST /api/FacturaVenta HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n"
        "Content-Length: {}\r\n\r\n{}",
        s.token, body.size(), body);
    Load reads = writes;
    reads.request =
        fmt::format("GET /api/Contactos/{} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n", s.customer, s.token);
    LoadResult read;
    std::thread reader{[&] { read = run_load(reads); }};
    const auto written = run_load(writes);
    reader.join();
    if (read.errors + written.errors > 0) throw std::runtime_error("errors under load");
    return {written.p99_us, read.p99_us};
}

}  // namespace

void bench_stamping(Report& report, const StampingOptions& options) {
    const TemporaryFolder folder;
    const auto command = fmt::format("'{}' demo --data '{}' --contactos 100 --documents 0 --json --log-level warning >/dev/null",
                                     options.binary, folder.path().string());
    if (std::system(command.c_str()) != 0) throw std::runtime_error("the company could not be made");
    const auto port = free_port();
    const Process process{serve_command(options.binary, folder.path(), port)};
    process.wait_for_answer(port);
    const auto s = open_shop(port, token_of_demo(port, folder.path()));
    measure(s, options);
    std::vector<double> writes, reads, stamped;
    for (int i = 0; i < options.rounds; ++i) {
        const auto quiet = measure(s, options);
        // A queue that outlasts the measurement.
        const auto invoice = s.invoice("SI");
        while (s.waiting() < options.queued)
            for (int n = 0; n < options.queued / 4; ++n) s.done("POST", "/api/FacturaVenta", invoice);
        const auto before = s.waiting();
        const auto busy = measure(s, options);
        const auto after = s.waiting();
        if (after == 0) throw std::runtime_error("the queue of documents to stamp is too short: nobody was stamping in the end");
        writes.push_back(busy.write_p99 / quiet.write_p99);
        reads.push_back(busy.read_p99 / quiet.read_p99);
        stamped.push_back(static_cast<double>(before - after) / options.seconds);
        while (s.waiting() > 0) std::this_thread::sleep_for(std::chrono::milliseconds{50});
    }
    report.at_most("registering an invoice while others are stamped, p99 against without", median(writes), 1.5);
    report.at_most("reading one contact while invoices are stamped, p99 against without", median(reads), 1.5);
    report.note("stamped meanwhile", median(stamped), "1/s");
}

}  // namespace cacao::bench
