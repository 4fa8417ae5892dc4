#include "routes_bench.hpp"

#include "client.hpp"
#include "load.hpp"
#include "process.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <vector>

namespace cacao::bench {
namespace {

constexpr int documents_of_a_day = 200;
constexpr std::uint64_t devices = 500;

// A company that sells from vehicles, over its interface.
class Road {
public:
    Road(const std::string& binary, const std::filesystem::path& folder)
        : port_(free_port()), process_(serve_command(binary, folder, port_)) {
        process_.wait_for_answer(port_);
        token_ = token_of_demo(port_, folder);
        piece_ = named(done("GET", "/api/UnidadesMedida"), R"("codigo":"PZA")", "unidadMedidaId");
        const auto branches = done("GET", "/api/Sucursales");
        branch_ = field(branches, "sucursalId");
        base_ = field(branches, "almacenId");
        cash_ = field(branches, "cuentaBancariaId");
        ledger_ = named(done("GET", "/api/Contabilidad/Cuentas"), R"("codigo":"101.01")", "cuentaId");
        const auto person =
            made("/api/Contactos", R"({"codigo":"LUIS","nombre":"Luis","roles":["vendedor","cliente"]})", "entidadId");
        seller_ =
            made("/api/Vendedores", fmt::format(R"({{"codigo":"LUIS","nombre":"Luis","entidadId":{}}})", person), "vendedorId");
        product_ = made(
            "/api/Productos",
            fmt::format(R"({{"codigo":"AGUA-R","nombre":"Agua","unidadMedidaId":{},"claveProdServ":"50202301","precio":10}})",
                        piece_),
            "productoId");
        done("POST", "/api/Inventario/MovimientoAgregar",
             fmt::format(
                 R"({{"tipo":"entrada","almacenId":{},"partidas":[{{"productoId":{},"cantidad":90000000,"costoUnitario":6}}]}})",
                 base_, product_));
    }

    std::string done(const std::string& method, const std::string& target, const std::string& body = {}) const {
        const auto r = ask(port_, method, target, token_, body);
        if (r.status != 200) throw std::runtime_error(target + " was refused: " + r.body);
        return r.body;
    }

    std::string route() {
        const int n = ++routes_;
        // What is open of its customers goes to its devices, and to no others.
        const auto customer = made(
            "/api/Contactos", fmt::format(R"({{"codigo":"T{0}","nombre":"Tienda {0}","roles":["cliente"]}})", n), "entidadId");
        const auto vehicle = made(
            "/api/Almacenes", fmt::format(R"({{"codigo":"V{0}","nombre":"V{0}","sucursalId":{1}}})", n, branch_), "almacenId");
        const auto purse = made("/api/Bancos/Cuentas",
                                fmt::format(R"({{"codigo":"R{0}","nombre":"R{0}","tipo":"caja","cuentaId":{1}}})", n, ledger_),
                                "cuentaBancariaId");
        auto id = made(
            "/api/Ruta",
            fmt::format(R"({{"codigo":"R{0}","nombre":"R{0}","sucursalId":{1},"vendedorId":{2},"almacenId":{3},)"
                        R"("almacenBaseId":{4},"cuentaBancariaId":{5},"cuentaEntregaId":{6},"clientes":[{{"clienteId":{7}}}]}})",
                        n, branch_, seller_, vehicle, base_, purse, cash_, customer),
            "rutaId");
        customers_[id] = customer;
        return id;
    }
    // A day that is out, with enough on board.
    std::string day(const std::string& route) {
        const auto made_day = made("/api/Ruta/JornadaAbrir", fmt::format(R"({{"rutaId":{}}})", route), "transaccionId");
        const auto load =
            made("/api/Ruta/CargaAgregar",
                 fmt::format(R"({{"jornadaId":{},"tipo":"carga","partidas":[{{"productoId":{},"cantidad":100000}}]}})", made_day,
                             product_),
                 "cargaId");
        for (const char* side : {"almacen", "ruta"})
            done("PUT", "/api/Ruta/CargaConfirmar/" + load, fmt::format(R"({{"lado":"{}"}})", side));
        done("PUT", "/api/Ruta/JornadaAccion/" + made_day, R"({"accion":"salir"})");
        customers_[made_day] = customers_.at(route);
        return made_day;
    }
    // A sale on credit of one line; with a device, that of the request that holds it.
    std::string sale(const std::string& of_day, std::uint64_t n, const std::string& device = {}) const {
        return fmt::format(
            R"({{"jornadaId":{},"clase":"venta","consecutivo":{},{}"clienteId":{},"venta":{{"credito":true,"facturacion":"individual",)"
            R"("partidas":[{{"productoId":{},"cantidad":1}}]}}}})",
            of_day, n, device.empty() ? "" : fmt::format(R"("dispositivo":"{}",)", device), customers_.at(of_day), product_);
    }
    std::string bundle(const std::string& of_day, const std::string& device, std::uint64_t from, int how_many) const {
        std::string body = fmt::format(R"({{"dispositivo":"{}","operaciones":[)", device);
        for (int i = 0; i < how_many; ++i) body += (i == 0 ? "" : ",") + sale(of_day, from + static_cast<std::uint64_t>(i));
        return body + "]}";
    }
    std::string request(std::string_view method, std::string_view target, std::string_view body = {}) const {
        return fmt::format(
            "{} {} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n"
            "Content-Length: {}\r\n\r\n{}",
            method, target, token_, body.size(), body);
    }
    Load load() const {
        Load l;
        l.port = port_;
        l.connections = 1;
        l.limit = std::chrono::seconds{600};
        return l;
    }
    const Process& process() const { return process_; }

    // Seconds of a run without errors.
    static double seconds_of(const Load& load) {
        const auto r = run_load(load);
        if (r.errors > 0) throw std::runtime_error("errors under load");
        return r.seconds;
    }
    // CPU of the service for each request, in microseconds.
    double cpu(const Load& load) const {
        const double before = process_.cpu_seconds();
        const auto r = run_load(load);
        if (r.errors > 0) throw std::runtime_error("errors under load");
        return (process_.cpu_seconds() - before) * 1e6 / static_cast<double>(r.answers);
    }

private:
    std::string made(const std::string& target, const std::string& body, const std::string& id) const {
        return field(done("POST", target, body), id);
    }
    // Of the record of a list that holds `mark`.
    static std::string named(const std::string& list, const std::string& mark, const std::string& id) {
        const auto at = list.find(mark);
        if (at == std::string::npos) throw std::runtime_error("no " + mark);
        return field(list.substr(list.rfind('{', at)), id);
    }

    std::uint16_t port_;
    Process process_;
    std::string token_, piece_, branch_, base_, cash_, ledger_, seller_, product_;
    std::map<std::string, std::string> customers_;  // of a route, and of its days
    int routes_ = 0;
};

// A fresh small company.
class SmallCompany {
public:
    explicit SmallCompany(const std::string& binary) {
        const auto command =
            fmt::format("'{}' demo --data '{}' --contactos 1 --documents 0 --json --log-level warning >/dev/null", binary,
                        folder_.path().string());
        if (std::system(command.c_str()) != 0) throw std::runtime_error("the company could not be made");
    }
    const std::filesystem::path& folder() const { return folder_.path(); }

private:
    TemporaryFolder folder_;
};

void bench_bundle(Report& report, const RoutesOptions& options) {
    const SmallCompany company{options.binary};
    Road road{options.binary, company.folder()};
    const auto day = road.day(road.route());
    std::uint64_t next = 1;
    const auto one_by_one = [&] {
        Load l = road.load();
        l.requests = documents_of_a_day;
        l.depth = documents_of_a_day;
        l.generate = [&](std::string& out, std::uint64_t) {
            out += road.request("POST", "/api/Ruta/OperacionAgregar", road.sale(day, next++, "uno"));
        };
        return Road::seconds_of(l);
    };
    const auto at_once = [&] {
        Load l = road.load();
        l.requests = 1;
        l.generate = [&](std::string& out, std::uint64_t) {
            out += road.request("POST", "/api/Ruta/Sincronizar", road.bundle(day, "dos", next, documents_of_a_day));
            next += documents_of_a_day;
        };
        return Road::seconds_of(l);
    };
    one_by_one();
    at_once();
    std::vector<double> ratios;
    for (int i = 0; i < options.rounds; ++i) {
        const double alone = one_by_one();
        ratios.push_back(alone / at_once());
    }
    if (road.done("GET", "/api/Ruta/Envios?jornadaId=" + day).find("\"consecutivo\"") != std::string::npos)
        throw std::runtime_error("a bundle was not registered whole");
    report.at_least("a day of 200 documents in one bundle against the same pipelined on one connection", median(ratios), 0.7);
}

// 500 devices, each with a connection of its own, which send two sales at a time and ask now and then for what they need.
void bench_devices(Report& report, const RoutesOptions& options) {
    const SmallCompany company{options.binary};
    Road road{options.binary, company.folder()};
    std::vector<std::string> routes, days;
    for (int i = 0; i < options.routes; ++i) {
        routes.push_back(road.route());
        days.push_back(road.day(routes.back()));
    }
    constexpr int sales_at_once = 2;
    constexpr std::uint64_t reads_each = 5;
    std::vector<std::uint64_t> next(devices, 1);
    Load l = road.load();
    l.connections = devices;
    l.requests = ~std::uint64_t{0};
    l.limit = options.together;
    l.generate = [&](std::string& out, std::uint64_t n) {
        const std::uint64_t device = n % devices;
        const auto name = fmt::format("tel-{}", device);
        const std::size_t of = device % routes.size();
        if (n / devices % reads_each == reads_each - 1) {
            out += road.request("GET", fmt::format("/api/Ruta/Carga/{}?rutaId={}", name, routes[of]));
            return;
        }
        out += road.request("POST", "/api/Ruta/Sincronizar", road.bundle(days[of], name, next[device], sales_at_once));
        next[device] += sales_at_once;
    };
    const auto r = run_load(l);
    report.at_most("500 devices at once: errors", static_cast<double>(r.errors), 0, "");
    report.note("500 devices at once: p99", r.p99_us / 1000, "ms");
    report.note("500 devices at once: requests", r.per_second, "/s");
    for (const auto& day : days)
        if (road.done("GET", "/api/Ruta/Envios?jornadaId=" + day).find("\"consecutivo\"") != std::string::npos)
            throw std::runtime_error("what a device sent was not registered");
}

// A day of 200 documents that is counted and captured, ready to be validated.
std::string counted_day(Road& road) {
    const auto day = road.day(road.route());
    road.done("POST", "/api/Ruta/Sincronizar", road.bundle(day, "tel", 1, documents_of_a_day));
    road.done("PUT", "/api/Ruta/JornadaAccion/" + day, R"({"accion":"regresar"})");
    road.done("PUT", "/api/Ruta/JornadaContar/" + day,
              fmt::format(R"({{"partidas":[{{"codigo":"AGUA-R","conteo":{}}}]}})", 100000 - documents_of_a_day));
    road.done("PUT", "/api/Ruta/LiquidacionCapturar/" + day, R"({"efectivo":[]})");
    return day;
}

void bench_settlement(Report& report, const RoutesOptions& options) {
    const TemporaryFolder few_folder, many_folder;
    copy_company(options.scale, options.scale.few, few_folder.path());
    copy_company(options.scale, options.scale.many, many_folder.path());
    Road few{options.binary, few_folder.path()};
    Road many{options.binary, many_folder.path()};
    const auto day_of_few = counted_day(few);
    const auto day_of_many = counted_day(many);
    const auto compare = [&](const std::string& what, std::string_view method, std::string_view target) {
        const auto measure = [&](const Road& road, const std::string& day) {
            Load l = road.load();
            l.requests = static_cast<std::uint64_t>(options.settlements);
            l.request = road.request(method, fmt::format(fmt::runtime(target), day), method == "PUT" ? "{}" : "");
            return road.cpu(l);
        };
        measure(few, day_of_few);
        measure(many, day_of_many);
        std::vector<double> ratios;
        for (int i = 0; i < options.rounds; ++i) {
            const double before = measure(few, day_of_few);
            ratios.push_back(measure(many, day_of_many) / before);
        }
        report.at_most(fmt::format("{} among {} documents against {}, CPU", what, options.scale.many, options.scale.few),
                       median(ratios), 1.2);
    };
    compare("settlement of a day worked out", "GET", "/api/Ruta/Liquidaciones/{}");
    compare("settlement of a day validated", "PUT", "/api/Ruta/LiquidacionValidar/{}?simular=true");
}

}  // namespace

void bench_routes(Report& report, const RoutesOptions& options) {
    bench_bundle(report, options);
    bench_devices(report, options);
    bench_settlement(report, options);
}

}  // namespace cacao::bench
