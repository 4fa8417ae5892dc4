#include "mcp_bench.hpp"

#include "client.hpp"
#include "load.hpp"
#include "process.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

namespace cacao::bench {
namespace {

std::string posted(const std::string& token, const std::string& headers, const std::string& body) {
    return fmt::format(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n"
        "Accept: application/json, text/event-stream\r\n{}Content-Length: {}\r\n\r\n{}",
        token, headers, body.size(), body);
}

struct Taken {
    double per_second, cpu_us;
};

Taken taken(const Process& process, Load load) {
    const double before = process.cpu_seconds();
    const auto r = run_load(load);
    if (r.errors > 0) throw std::runtime_error(fmt::format("{} errors under load", r.errors));
    return {r.per_second, (process.cpu_seconds() - before) * 1e6 / static_cast<double>(r.answers)};
}

}  // namespace

void bench_mcp(Report& report, const ServiceOptions& options) {
    const auto folder = company(options);
    const auto port = free_port();
    const Process process{serve_command(options.binary, folder, port)};
    process.wait_for_answer(port);
    const auto token = token_of_demo(port, folder);
    std::vector<std::string> ids;
    const auto page = ask(port, "GET", "/api/Contactos?conTotal=false&registrosPorPagina=100", token);
    for (auto at = page.body.find("\"entidadId\":"); at != std::string::npos; at = page.body.find("\"entidadId\":", at + 1))
        ids.push_back(page.body.substr(at + 12, page.body.find(',', at) - at - 12));

    Load direct;
    direct.port = port;
    direct.requests = options.requests;
    direct.limit = std::chrono::seconds{30};
    Load legacy = direct;
    Load modern = direct;
    direct.generate = [&](std::string& out, std::uint64_t n) {
        out += fmt::format("GET /api/Contactos/{} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n",
                           ids[n % ids.size()], token);
    };
    const auto params = [&](std::uint64_t n) {
        return fmt::format(R"("name":"consultar","arguments":{{"operacion":"ContactoObtener","argumentos":{{"entidadId":{}}}}})",
                           ids[n % ids.size()]);
    };
    legacy.generate = [&](std::string& out, std::uint64_t n) {
        out += posted(token, "MCP-Protocol-Version: 2025-11-25\r\n",
                      fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{{}}}}})", n, params(n)));
    };
    modern.generate = [&](std::string& out, std::uint64_t n) {
        constexpr std::string_view said =
            R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";
        out += posted(token, "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: consultar\r\n",
                      fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{{},{}}}}})", n, params(n), said));
    };
    for (const auto& load : {direct, legacy, modern}) taken(process, load);
    std::vector<double> of_legacy, of_modern, cpu_direct, cpu_legacy, cpu_modern;
    for (int i = 0; i < options.rounds; ++i) {
        const auto a = taken(process, direct);
        const auto b = taken(process, legacy);
        const auto c = taken(process, modern);
        of_legacy.push_back(b.per_second / a.per_second);
        of_modern.push_back(c.per_second / a.per_second);
        cpu_direct.push_back(a.cpu_us);
        cpu_legacy.push_back(b.cpu_us);
        cpu_modern.push_back(c.cpu_us);
    }
    report.at_least("tools/call of a point read against the same GET, requests/s, legacy", median(of_legacy), 0.6);
    report.at_least("tools/call of a point read against the same GET, requests/s, modern", median(of_modern), 0.6);
    report.note("GET of the contact, CPU per request", median(cpu_direct), "us");
    report.note("tools/call, legacy, CPU per request", median(cpu_legacy), "us");
    report.note("tools/call, modern, CPU per request", median(cpu_modern), "us");
}

}  // namespace cacao::bench
