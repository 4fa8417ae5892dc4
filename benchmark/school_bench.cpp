#include "school_bench.hpp"

#include "client.hpp"
#include "load.hpp"
#include "process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace cacao::bench {
namespace {

struct School {
    const Process& process;
    std::uint16_t port;
    std::string token, concept_id, bank, level, year, family, family_reference;
    std::vector<std::string> students;

    std::string done(const std::string& method, const std::string& target, const std::string& body = {}) const {
        const auto r = ask(port, method, target, token, body);
        if (r.status != 200) throw std::runtime_error(target + " was refused: " + r.body);
        return r.body;
    }
    std::string request(std::string_view method, std::string_view target, std::string_view body = {}) const {
        return fmt::format(
            "{} {} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n"
            "Content-Length: {}\r\n\r\n{}",
            method, target, token, body.size(), body);
    }
    std::string plan(std::string_view code, std::string_view from, int periods, bool named) const {
        return field(
            done(
                "POST", "/api/EscuelaPrivada/Planes",
                fmt::format(
                    R"({{"codigo":"{0}","nombre":"Colegiatura","tipo":"colegiatura","cicloEscolarId":{1},"conceptoId":{2},"precio":4500,"inicio":"{3}","periodos":{4},"opcional":{5},"conBeca":false}})",
                    code, year, concept_id, from, periods, named)),
            "planEscolarId");
    }
};

// Number `n`, with the digit that checks it.
std::string curp(int n) {
    constexpr std::string_view consonants = "BCDFGHJKLMNPQRSTVWXY";
    const auto of = [&](int i) { return consonants[static_cast<std::size_t>(i) % consonants.size()]; };
    const std::string c = fmt::format("PERA{:02}0511MDF{}{}{}A", 10 + n / 8000, of(n), of(n / 20), of(n / 400));
    constexpr std::string_view values = "0123456789ABCDEFGHIJKLMN*OPQRSTUVWXYZ";  // the one that is left out is Ñ
    int sum = 0;
    for (std::size_t i = 0; i < c.size(); ++i) sum += static_cast<int>(values.find(c[i])) * (18 - static_cast<int>(i));
    return c + std::to_string((10 - sum % 10) % 10);
}

School open_school(const Process& process, std::uint16_t port, const std::string& token, int students) {
    School s{process, port, token, {}, {}, {}, {}, {}, {}, {}};
    s.concept_id = field(s.done("GET", "/api/Conceptos?buscar=VENTA-SERV"), "conceptoId");
    s.bank = field(s.done("GET", "/api/Bancos/Cuentas"), "cuentaBancariaId");
    s.level = field(s.done("POST", "/api/EscuelaPrivada/Niveles",
                           R"({"codigo":"P","nombre":"Primaria","nivelEducativo":"primaria","autRvoe":"13PPR0001Z"})"),
                    "nivelEscolarId");
    s.year = field(s.done("POST", "/api/EscuelaPrivada/Ciclos",
                          R"({"codigo":"C","nombre":"Ciclo","inicio":"2015-01-01","fin":"2026-12-31"})"),
                   "cicloEscolarId");
    constexpr int siblings = 2;
    for (int n = 0; n < students; ++n) {
        if (n % siblings == 0) {
            const auto customer = field(
                s.done("POST", "/api/Contactos", fmt::format(R"({{"codigo":"T{}","nombre":"Tutor","roles":["cliente"]}})", n)),
                "entidadId");
            const auto made = s.done("POST", "/api/EscuelaPrivada/Familias",
                                     fmt::format(R"({{"codigo":"F{}","nombre":"Familia","clienteId":{}}})", n, customer));
            s.family = field(made, "familiaId");
            s.family_reference = field(made, "referencia");
        }
        s.students.push_back(field(
            s.done(
                "POST", "/api/EscuelaPrivada/Alumnos",
                fmt::format(
                    R"({{"matricula":"A{}","nombre":"Alumno","curp":"{}","familiaId":{},"nivelEscolarId":{},"cicloEscolarId":{}}})",
                    n, curp(n), s.family, s.level, s.year)),
            "alumnoId"));
    }
    return s;
}

// CPU of the service for each statement, in microseconds.
double statement(const School& s, const SchoolOptions& options) {
    Load load;
    load.port = s.port;
    load.connections = 1;
    load.requests = static_cast<std::uint64_t>(options.statements);
    load.limit = std::chrono::seconds{30};
    load.request = s.request("GET", fmt::format("/api/EscuelaPrivada/Familias/{}/EstadoCuenta", s.family));
    const double before = s.process.cpu_seconds();
    const auto r = run_load(load);
    if (r.errors > 0) throw std::runtime_error("errors under load");
    return (s.process.cpu_seconds() - before) * 1e6 / static_cast<double>(r.answers);
}

}  // namespace

void bench_school(Report& report, const SchoolOptions& options) {
    const TemporaryFolder folder;
    const auto command = fmt::format("'{}' demo --data '{}' --contactos 1 --documents 0 --json --log-level warning >/dev/null",
                                     options.binary, folder.path().string());
    if (std::system(command.c_str()) != 0) throw std::runtime_error("the company could not be made");
    const auto port = free_port();
    const Process process{serve_command(options.binary, folder.path(), port)};
    process.wait_for_answer(port);
    const auto s = open_school(process, port, token_of_demo(port, folder.path()), options.students);

    // A month of the school in each round, and as many notes of the same form.
    const auto students = static_cast<std::uint64_t>(s.students.size());
    s.plan("MES", "2026-01-01", options.rounds, false);
    std::vector<double> ratios;
    for (int i = 0; i < options.rounds; ++i) {
        const double start = process.cpu_seconds();
        const auto due = fmt::format(R"({{"hasta":"2026-{:02}-01"}})", i + 1);
        while (s.done("POST", "/api/EscuelaPrivada/Cargos/Generar", due).find("\"quedan\":true") != std::string::npos) {
        }
        const double charged = process.cpu_seconds() - start;
        Load notes;
        notes.port = port;
        notes.connections = 1;
        notes.requests = students;
        notes.limit = std::chrono::seconds{600};
        notes.generate = [&](std::string& out, std::uint64_t n) {
            out += s.request(
                "POST", "/api/EscuelaPrivada/NotaVenta",
                fmt::format(
                    R"({{"fecha":"2026-{:02}-01","partidas":[{{"alumnoId":{},"tipo":"colegiatura","conceptoId":{},"cantidad":1,"precioUnitario":4500}}]}})",
                    i + 1, s.students[n % students], s.concept_id));
        };
        const double before = process.cpu_seconds();
        if (run_load(notes).errors > 0) throw std::runtime_error("a note was refused");
        ratios.push_back((process.cpu_seconds() - before) / charged);
    }
    report.at_least(fmt::format("charges of {} students against their notes one by one, per CPU", students), median(ratios), 0.7);

    // Of the last family: everything paid, and then ten more years of it.
    const auto pay = [&](std::string_view day) {
        s.done("POST", "/api/EscuelaPrivada/Pagos",
               fmt::format(R"({{"referencia":"{}","cuentaBancariaId":{},"fecha":"{}","importe":5000000}})", s.family_reference,
                           s.bank, day));
    };
    pay("2026-11-01");
    statement(s, options);
    std::vector<double> few, many;
    for (int i = 0; i < options.rounds; ++i) few.push_back(statement(s, options));
    const auto last = s.students.back();
    std::string plans;
    for (const char* from : {"2015-01-01", "2017-01-01", "2019-01-01", "2021-01-01", "2023-01-01"})
        plans += (plans.empty() ? "" : ",") + s.plan(from, from, 24, true);
    s.done("PUT", "/api/EscuelaPrivada/Alumnos/" + last, fmt::format(R"({{"planes":[{}]}})", plans));
    // Each year is paid as it ends: what was applied long ago is history, too.
    for (int year = 2015; year < 2025; ++year) {
        const auto due = fmt::format(R"({{"hasta":"{}-12-01","alumnoId":{}}})", year, last);
        while (s.done("POST", "/api/EscuelaPrivada/Cargos/Generar", due).find("\"quedan\":true") != std::string::npos) {
        }
        pay(fmt::format("{}-12-31", year));
    }
    statement(s, options);
    for (int i = 0; i < options.rounds; ++i) many.push_back(statement(s, options));
    report.at_most("a family's statement with ten years paid against one, CPU", median(many) / median(few), 1.2);
    report.note("a family's statement, CPU", median(few), "us");
}

}  // namespace cacao::bench
