#include "scale_bench.hpp"

#include "client.hpp"
#include "db/migrations.hpp"
#include "db/rows.hpp"
#include "engine/consulta/consulta_interno.hpp"
#include "inside.hpp"
#include "load.hpp"
#include "process.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <vector>

namespace cacao::bench {
namespace {

// What a line is called: on SQLite as it stands.
template <class... Args>
std::string name(const ScaleOptions& options, fmt::format_string<const Args&...> text, const Args&... args) {
    return fmt::format(text, args...) + (options.postgres ? ", PostgreSQL" : "");
}

// Kept between runs, one of each size for each state of the schema.
std::filesystem::path company(const ScaleOptions& options, std::int64_t documents) {
    const auto folder = options.data / fmt::format("documents-{}-{}", documents, db::migrations().back().name.substr(0, 4));
    if (std::filesystem::exists(folder / "whole")) return folder;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    fmt::print(stderr, "making a company with {} documents …\n", documents);
    const auto command =
        fmt::format("'{}' demo --data '{}' --contactos 3000 --documents {} --json --log-level warning >/dev/null", options.binary,
                    folder.string(), documents);
    if (std::system(command.c_str()) != 0) throw std::runtime_error("the company could not be made");
    std::ofstream{folder / "whole"} << "1\n";
    return folder;
}

std::vector<std::string> fields(const std::string& json, const std::string& name) {
    std::vector<std::string> found;
    const auto mark = '"' + name + "\":";
    for (auto at = json.find(mark); at != std::string::npos; at = json.find(mark, at + 1)) {
        const auto from = at + mark.size();
        found.push_back(json.substr(from, json.find_first_of(",}", from) - from));
    }
    return found;
}

int run(const std::vector<std::string>& words) {
    std::string command;
    for (const auto& word : words) command += "'" + word + "' ";
    return std::system((command + ">/dev/null").c_str());
}

// A company for one run: what is registered in it must not be there in the next. On PostgreSQL it is the same one, moved there.
class Home {
public:
    Home(const ScaleOptions& options, std::int64_t documents) {
        const auto original = company(options, documents);
        for (const auto& file : std::filesystem::directory_iterator{original})
            if (!options.postgres || file.path().extension() != ".db")
                std::filesystem::copy_file(file.path(), folder_.path() / file.path().filename());
        if (!options.postgres) return;
        auto& server = test::Postgres::instance();
        if (server.server() == 0) throw std::runtime_error("what a server costs is measured of one of our own");
        name_ = server.create_empty_database();
        url_ = server.service_url(name_);
        fmt::print(stderr, "moving {} documents to PostgreSQL …\n", documents);
        if (run({options.binary, "restore", original / "cacao.db", "--data", folder_.path(), "--db", url_, "--db-owner",
                 server.owner_url(name_)}) != 0)
            throw std::runtime_error("the company could not be moved");
    }
    ~Home() {
        if (!name_.empty()) test::Postgres::instance().drop(name_);
    }
    Home(const Home&) = delete;
    Home& operator=(const Home&) = delete;

    const std::filesystem::path& folder() const { return folder_.path(); }
    const std::string& url() const { return url_; }  // empty on SQLite
    std::vector<std::string> storage() const {
        return url_.empty() ? std::vector<std::string>{} : std::vector<std::string>{"--db", url_};
    }
    // CPU of the database's own processes so far.
    double cpu() const { return url_.empty() ? 0 : family_cpu(test::Postgres::instance().server()); }

private:
    TemporaryFolder folder_;
    std::string name_;
    std::string url_;
};

// A service over one of the companies.
class Subject {
public:
    Subject(const ScaleOptions& options, const Home& home)
        : home_(home), port_(free_port()), process_(serve_command(options.binary, home.folder(), port_, home.storage())) {
        process_.wait_for_answer(port_);
        token_ = token_of_demo(port_, home.folder());
        clientes_ = fields(get("/api/Contactos?rol=cliente&registrosPorPagina=100&conTotal=false"), "entidadId");
        productos_ =
            fields(get("/api/Inventario/Existencias?registrosPorPagina=100&conTotal=false&soloConExistencia=true"), "productoId");
        if (clientes_.empty() || productos_.size() < 5) throw std::runtime_error("the company has nothing to sell");
        // Enough on the shelves for every round.
        std::string body = R"({"tipo":"entrada","partidas":[)";
        for (std::size_t i = 0; i < productos_.size(); ++i)
            body += fmt::format(R"({}{{"productoId":{},"cantidad":10000,"costoUnitario":40}})", i == 0 ? "" : ",", productos_[i]);
        const auto stocked = ask(port_, "POST", "/api/Inventario/MovimientoAgregar", token_, body + "]}");
        if (stocked.status != 200) throw std::runtime_error("goods were refused: " + stocked.body);
    }

    std::string get(const std::string& target) const {
        const auto r = ask(port_, "GET", target, token_);
        if (r.status != 200) throw std::runtime_error(target + " was refused: " + r.body);
        return r.body;
    }

    // CPU of the service and its database per request, in microseconds: the machine's other work does not count.
    double cpu(const std::function<void(std::string&, std::uint64_t)>& generate, std::uint64_t requests, int connections) {
        Load load;
        load.port = port_;
        load.connections = connections;
        load.requests = requests;
        load.limit = std::chrono::seconds{60};
        load.generate = generate;
        const double before = cpu_seconds();
        const auto r = run_load(load);
        if (r.errors > 0) throw std::runtime_error(fmt::format("{} errors under load", r.errors));
        return (cpu_seconds() - before) * 1e6 / static_cast<double>(r.answers);
    }
    // Requests a second of a kind, as many at a time as a busy service has.
    double rate(const std::function<void(std::string&, std::uint64_t)>& generate, std::uint64_t requests) const {
        Load load;
        load.port = port_;
        load.requests = requests;
        load.limit = std::chrono::seconds{60};
        load.generate = generate;
        const auto r = run_load(load);
        if (r.errors > 0) throw std::runtime_error(fmt::format("{} errors under load", r.errors));
        return r.per_second;
    }
    double read(const std::string& target, std::uint64_t requests) {
        return cpu(
            [&](std::string& out, std::uint64_t) {
                out += fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n", target, token_);
            },
            requests, 4);
    }
    double write(const std::string& target, std::uint64_t requests, const std::function<std::string(std::uint64_t)>& body) {
        return cpu(
            [&](std::string& out, std::uint64_t n) {
                const auto b = body(n);
                out += fmt::format(
                    "POST {} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: "
                    "application/json\r\nContent-Length: "
                    "{}\r\n\r\n{}",
                    target, token_, b.size(), b);
            },
            requests, 32);
    }
    double invoices(std::uint64_t requests) {
        return write("/api/FacturaVenta", requests, [&](std::uint64_t n) {
            return fmt::format(
                R"({{"clienteId":{},"partidas":[{{"productoId":{},"cantidad":1,"precioUnitario":50}},{{"productoId":{},"cantidad":1,"precioUnitario":60}}]}})",
                clientes_[n % clientes_.size()], productos_[n % productos_.size()], productos_[(n + 3) % productos_.size()]);
        });
    }
    // Goods that came in 300 days ago and are registered now.
    double late_receptions(std::uint64_t requests, const std::string& fecha) {
        return write("/api/Inventario/MovimientoAgregar", requests, [&](std::uint64_t n) {
            return fmt::format(
                R"({{"tipo":"entrada","fecha":"{}","partidas":[{{"productoId":{},"cantidad":3,"costoUnitario":40}}]}})", fecha,
                productos_[n % productos_.size()]);
        });
    }
    const std::vector<std::string>& productos() const { return productos_; }
    const std::vector<std::string>& clientes() const { return clientes_; }
    const std::string& cliente() const { return clientes_.front(); }
    const std::string& token() const { return token_; }
    double cpu_seconds() const { return process_.cpu_seconds() + home_.cpu(); }
    // Sales, from the first of the company on and from the last one back.
    std::vector<std::string> ventas(int pages) const {
        std::vector<std::string> ids;
        for (const std::string order : {"ascendente", "descendente"}) {
            const auto list = "/api/RegistroVenta?conTotal=false&orden=" + order;
            std::string target = list;
            for (int i = 0; i < pages; ++i) {
                const auto body = get(target);
                for (auto& id : fields(body, "transaccionId")) ids.push_back(std::move(id));
                const auto next = field(body, "siguiente");
                if (next.empty() || next == "null") break;
                target = list + "&cursor=" + next;
            }
        }
        return ids;
    }
    std::int64_t abiertos() const { return std::stoll(field(get("/api/Cartera/Global?registrosPorPagina=1"), "totalRegistros")); }

private:
    const Home& home_;
    std::uint16_t port_;
    Process process_;
    std::string token_;
    std::vector<std::string> clientes_;
    std::vector<std::string> productos_;
};

std::string day(int ago) {
    const auto t = std::chrono::system_clock::now() - std::chrono::hours(24 * ago);
    const auto days = std::chrono::floor<std::chrono::days>(t);
    const std::chrono::year_month_day ymd{days};
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(ymd.year()), static_cast<unsigned>(ymd.month()),
                       static_cast<unsigned>(ymd.day()));
}

// A sale with its lines and collections, by token, against the reply that does nothing.
void bench_record(Report& report, const ScaleOptions& options, Subject& s) {
    const auto ids = s.ventas(50);
    const auto record = [&](std::string& out, std::uint64_t n) {
        out += fmt::format("GET /api/RegistroVenta/{} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n",
                           ids[n * 7919 % ids.size()], s.token());
    };
    const auto health = [](std::string& out, std::uint64_t) {
        out += "GET /api/Health/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    };
    s.rate(record, 2 * ids.size());  // until the pages of the file are mapped
    std::vector<double> ratios, cpu_health, cpu_record;
    for (int i = 0; i < options.rounds; ++i) {
        const double before = s.cpu_seconds();
        const double idle = s.rate(health, options.requests);
        const double between = s.cpu_seconds();
        ratios.push_back(s.rate(record, options.requests) / idle);
        const auto each = [&](double seconds) { return seconds * 1e6 / static_cast<double>(options.requests); };
        cpu_health.push_back(each(between - before));
        cpu_record.push_back(each(s.cpu_seconds() - between));
    }
    const auto what = name(options, "GET one sales record among {} documents against the health reply", options.many);
    if (options.postgres) report.note(what, median(ratios), "");  // a trip to a server: there is no gate for it
    else report.at_least(what, median(ratios), 0.40);
    // What others do on the machine moves the rates; these it moves less.
    report.note(name(options, "GET one sales record, CPU per request"), median(cpu_record), "us");
    // A registration makes every kept answer old: each record is read anew, once.
    std::vector<double> anew;
    for (int i = 0; i < options.rounds; ++i) {
        s.invoices(1);
        const double before = s.cpu_seconds();
        s.rate(record, ids.size() / 2);
        anew.push_back((s.cpu_seconds() - before) * 1e6 / static_cast<double>(ids.size() / 2));
    }
    report.note(name(options, "… read for the first time since something was stored"), median(anew), "us");
    report.note(name(options, "health reply beside it, CPU per request"), median(cpu_health), "us");
}

// Pages of the list by cursor against nothing but the statement that reads them.
void bench_list(Report& report, const ScaleOptions& options, const Home& home) {
    Inside inside{home.folder(), home.url()};
    const auto page = [&](const engine::DocumentosFiltro& filter) {
        return inside.read([&](const Context& ctx) { return listar_registros_venta(ctx, filter); });
    };
    struct Place {
        std::int64_t day, id;
        std::string cursor;
    };
    std::vector<Place> places;
    for (std::int64_t n = 1; n <= 20; ++n) {
        engine::DocumentosFiltro filter;
        filter.pagina = n * (options.many / 250) / 21;  // four in ten documents are sales
        filter.conTotal = false;
        const auto p = page(filter);
        places.push_back({p.data.back().fecha.dias(), p.data.back().transaccionId, p.siguiente.value()});
    }
    // As somebody who knows the engine would write it: PostgreSQL merges branches that are told their order.
    const auto branch = [&](std::string_view kind) {
        const auto sql = fmt::format(
            "SELECT d.transaccionId, d.fecha FROM documento d WHERE d.organizacionId = $1 AND d.tipo = '{}' AND "
            "(d.fecha, d.transaccionId) > ($2, $3)",
            kind);
        return options.postgres ? "(" + sql + " ORDER BY fecha, transaccionId LIMIT 101)" : sql;
    };
    const auto statement = fmt::format(R"(
                SELECT d.transaccionId, d.tipo AS tipoDocumento, d.serie AS folio, d.fecha, d.estado,
                       COALESCE(c.nombre, '') AS cliente, COALESCE(c.rfc, '') AS rfc, d.moneda, d.subtotal, d.iva, d.ieps,
                       d.ivaRetenido, d.isrRetenido, d.total,
                       COALESCE((SELECT max(s.saldo) FROM saldo s
                                 WHERE s.organizacionId = $1 AND s.transaccionId = d.transaccionId), 0) AS saldo,
                       '' AS validacion, '' AS verificado
                FROM ({} UNION ALL {} ORDER BY fecha, transaccionId LIMIT 101) p
                JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
                ORDER BY p.fecha, p.transaccionId)",
                                       branch("FacturaVenta"), branch("NotaVenta"));
    const auto bare = [&](const Place& place) {
        return inside.read([&](const Context& ctx) {
            return ctx.db().all<RegistroVentaResumen>(statement, inside.organizacionId(), place.day, place.id);
        });
    };
    engine::DocumentosFiltro filter;
    filter.cursor = places[7].cursor;
    if (page(filter).data.front().transaccionId != bare(places[7]).front().transaccionId)
        throw std::runtime_error("the bare statement reads another page");
    const double ratio = cpu_ratio(
        options.rounds, options.pages, [&](std::size_t i) { bare(places[i % places.size()]); },
        [&](std::size_t i) {
            filter.cursor = places[i % places.size()].cursor;
            page(filter);
        },
        [&] { return thread_cpu() + home.cpu(); });
    report.at_least(name(options, "100 sales records among {} documents against the same SQL bare, CPU", options.many), ratio,
                    0.7);
}

// The first page of sales with its total against the same one without.
void bench_total(Report& report, const ScaleOptions& options, const Home& home) {
    Inside inside{home.folder(), home.url()};
    const auto page = [&](bool total) {
        engine::DocumentosFiltro filter;
        filter.conTotal = total;
        return inside.read([&](const Context& ctx) { return listar_registros_venta(ctx, filter); });
    };
    if (page(true).totalRegistros.value_or(0) < options.many / 10)
        throw std::runtime_error("the total is not that of the company");
    const double ratio = cpu_ratio(
        options.rounds, options.pages, [&](std::size_t) { page(false); }, [&](std::size_t) { page(true); },
        [&] { return thread_cpu() + home.cpu(); });
    report.at_most(name(options, "100 sales records with their total among {} documents against none, CPU", options.many),
                   1 / ratio, 1.1);
}

// Pages of invoices by cursor, all columns of a list, against nothing but a statement that reads the same.
void bench_invoices(Report& report, const ScaleOptions& options, const Home& home) {
    Inside inside{home.folder(), home.url()};
    const auto page = [&](const engine::DocumentosFiltro& filter) {
        return inside.read([&](const Context& ctx) { return listar_facturas_venta(ctx, filter); });
    };
    using Row = engine::interno::Fila<engine::DocumentoResumen>;
    const auto statement = engine::interno::documento_sql<engine::DocumentoResumen>(R"(
        (SELECT transaccionId, fecha FROM documento WHERE organizacionId = $1 AND tipo = 'FacturaVenta'
            AND (fecha, transaccionId) > ($2, $3) ORDER BY fecha, transaccionId LIMIT 101) p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId)") +
                           " ORDER BY p.fecha, p.transaccionId";
    const auto bare = [&](const Row& last) {
        return inside.read([&](const Context& ctx) {
            return ctx.db().all<Row>(statement, inside.organizacionId(), last.fecha, last.transaccionId);
        });
    };
    std::vector<std::pair<Row, std::string>> places;
    for (engine::DocumentosFiltro filter; places.size() < 20; filter.cursor = places.back().second) {
        const auto p = page(filter);
        places.push_back({Row{p.data.back()}, p.siguiente.value()});
    }
    engine::DocumentosFiltro filter;
    filter.cursor = places[7].second;
    if (page(filter).data.front().transaccionId != bare(places[7].first).front().transaccionId)
        throw std::runtime_error("the bare statement reads another page");
    const double ratio = cpu_ratio(
        options.rounds, options.pages, [&](std::size_t i) { bare(places[i % places.size()].first); },
        [&](std::size_t i) {
            filter.cursor = places[i % places.size()].second;
            page(filter);
        },
        [&] { return thread_cpu() + home.cpu(); });
    report.at_most(name(options, "100 invoices among {} documents against the same SQL bare, CPU", options.many), 1 / ratio, 1.4);
}

// The end of the statement of some customer, with as many movements in any company: what differs is what was before.
std::string last_movements(const Subject& s) {
    constexpr std::size_t movements = 2;
    for (const auto& customer : s.clientes()) {
        const auto target = "/api/Contabilidad/EstadoCuenta?entidadId=" + customer + "&fechaInicial=";
        auto days = fields(s.get(target + day(364)), "fecha");
        if (days.size() <= movements) continue;
        auto first = days[days.size() - movements];
        if (days[days.size() - movements - 1] == first) continue;
        std::erase(first, '"');
        return target + first;
    }
    throw std::runtime_error("no customer has enough movements");
}

// A product of each company, with the same number of layers.
std::pair<std::string, std::string> alike(const Subject& few, const Subject& many) {
    std::map<std::string, std::string> by_layers;
    const auto layers = [](const Subject& s, const std::string& product) {
        return field(s.get("/api/Inventario/AnalisisCapas?registrosPorPagina=1&productoId=" + product), "totalRegistros");
    };
    for (const auto& product : few.productos()) by_layers.emplace(layers(few, product), product);
    for (const auto& product : many.productos())
        if (const auto same = by_layers.find(layers(many, product)); same != by_layers.end()) return {same->second, product};
    throw std::runtime_error("no product has as many layers in both companies");
}

void bench_history(Report& report, const ScaleOptions& options, const Home& many_home) {
    const Home few_home{options, options.few};
    const Home some_home{options, options.some};
    Subject few{options, few_home};
    Subject some{options, some_home};
    Subject many{options, many_home};
    const auto compare = [&](const std::string& name, Subject& a, Subject& b, const std::function<double(Subject&)>& measure,
                             int times = 1) {
        measure(b);
        measure(a);
        std::vector<double> ratios;
        for (int i = 0; i < times * options.rounds; ++i) {
            const double before = measure(a);
            ratios.push_back(measure(b) / before);
        }
        report.at_most(name, median(ratios), 1.2);
    };
    compare(name(options, "trial balance at {} documents against {}, CPU", options.many, options.some), some, many,
            [](Subject& s) { return s.read("/api/Contabilidad/SaldosCuentas?periodoInicial=202501&periodoFinal=202712", 100); });
    compare(name(options, "stock valuation at {} documents against {}, CPU", options.many, options.some), some, many,
            [](Subject& s) { return s.read("/api/Inventario/Existencias/Totales", 200); });
    // Products with as many open layers, so that what differs is what moved before.
    const auto [in_few, in_many] = alike(few, many);
    compare(name(options, "layer analysis of one product at {} documents against {}, CPU", options.many, options.few), few, many,
            [&few, in_few = in_few, in_many = in_many](Subject& s) {
                return s.read("/api/Inventario/AnalisisCapas?productoId=" + (&s == &few ? in_few : in_many), 2000);
            });
    compare(name(options, "balance of one contact at {} documents against {}, CPU", options.many, options.some), some, many,
            [](Subject& s) { return s.read("/api/Contactos/" + s.cliente() + "/Saldo", 3000); });
    const auto statement_of_few = last_movements(few);
    const auto statement_of_many = last_movements(many);
    compare(name(options, "end of the statement of one contact at {} documents against {}, CPU", options.many, options.few), few,
            many, [&](Subject& s) { return s.read(&s == &few ? statement_of_few : statement_of_many, 1000); });
    // Open documents are bounded by the business, not by its age; the companies must have as many for the comparison to mean
    // that.
    const double open = static_cast<double>(many.abiertos()) / static_cast<double>(some.abiertos());
    report.note(name(options, "open receivables, one company against the other"), open, "×");
    if (open > 1.05 || open < 0.95) throw std::runtime_error("the companies differ in their open documents");
    compare(name(options, "aging of all customers at {} documents against {}, CPU", options.many, options.some), some, many,
            [](Subject& s) { return s.read("/api/Cartera/AntiguedadSaldos", 50); });
    bench_record(report, options, many);
    // What is registered from here on would make the companies differ by more than their history. The first ones map the file.
    few.invoices(2000);
    many.invoices(2000);
    compare(
        name(options, "registering an invoice among {} documents against {}, CPU", options.many, options.few), few, many,
        [](Subject& s) { return s.invoices(400); }, 3);  // how many share a commit varies, and with it the cost of each
    const auto then = day(300);
    const auto today = day(0);
    // The same company: later movements are there for the one, not for the other.
    std::vector<double> late;
    many.late_receptions(50, today);
    for (int i = 0; i < options.rounds; ++i) {
        const double now = many.late_receptions(200, today);
        late.push_back(many.late_receptions(200, then) / now);
    }
    report.at_most(name(options, "back-dated reception with {} later documents against none, CPU", options.many), median(late),
                   1.2);
}

// Runs `cacao verify` and tells how long it took and how much memory it had at the most.
void bench_verify(Report& report, const ScaleOptions& options, const Home& home) {
    std::vector<std::string> words{options.binary, "verify", "--data", home.folder()};
    for (auto& word : home.storage()) words.push_back(std::move(word));
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(126);
        execv(options.binary.c_str(), arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error("verify found differences, or failed");
    report.at_most(name(options, "verify of {} documents", options.many), seconds, 600, "s");
    report.note(name(options, "verify, resident memory at the most, the mapped file included"),
                static_cast<double>(usage.ru_maxrss) / 1024, "MiB");
}

}  // namespace

void copy_company(const ScaleOptions& options, std::int64_t documents, const std::filesystem::path& into) {
    for (const auto& file : std::filesystem::directory_iterator{company(options, documents)})
        std::filesystem::copy_file(file.path(), into / file.path().filename());
}

void bench_scale(Report& report, const ScaleOptions& options) {
    const Home many{options, options.many};
    bench_list(report, options, many);
    bench_total(report, options, many);
    bench_invoices(report, options, many);
    bench_verify(report, options, many);
    bench_history(report, options, many);
}

}  // namespace cacao::bench
