#include "serve/console.hpp"

#include "api/problema.hpp"
#include "base/ascii.hpp"
#include "base/digest.hpp"
#include "base/texto.hpp"
#include "serve/embedded.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace cacao::serve {
namespace {

using api::Answer;
using api::Request;
using api::Verb;

constexpr std::string_view root = "/consola", session_path = "/consola/sesion", cookie_name = "cacao_sesion=";

// Nothing but this origin, and nothing of a page that is not its own file.
constexpr std::string_view console_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string_view type_of(std::string_view file) {
    if (file.ends_with(".js")) return "text/javascript; charset=utf-8";
    if (file.ends_with(".css")) return "text/css; charset=utf-8";
    if (file.ends_with(".txt")) return "text/plain; charset=utf-8";
    return "application/octet-stream";
}

// Of all files together: a changed one changes every address, and pieces name each other beside themselves.
std::string fingerprint() {
    std::string all;
    for (const auto& file : embedded::console()) all.append(file.path).append("\n").append(file.text);
    return hexadecimal(sha256(all)).substr(0, 16);
}

std::string index_html(std::string_view prefix) {
    std::string page;
    for (const auto& file : embedded::console())
        if (file.path == "index.html") page = file.text;
    for (const std::string_view attribute : {"src=\"./", "href=\"./"})
        for (auto at = page.find(attribute); at != std::string::npos; at = page.find(attribute, at + 1))
            page.replace(at + attribute.size() - 2, 2, prefix);
    return page;
}

bool is_console(std::string_view path) { return path == root || (path.starts_with(root) && path[root.size()] == '/'); }

// What the operation of the interface is called with, and the text that it borrows: both live until it has answered.
struct Inner {
    Request request;
    std::string body;
};

struct SessionCall {
    Verb verb;
    std::string_view path;
    std::string_view operation;
};
constexpr SessionCall session_calls[] = {
    {Verb::POST, "/consola/sesion", "/api/Seguridad/Autenticacion"},
    {Verb::PUT, "/consola/sesion", "/api/Seguridad/Renovar"},
    {Verb::DELETE, "/consola/sesion", "/api/Seguridad/Cerrar"},
    {Verb::POST, "/consola/sesion/instalacion", "/api/Seguridad/Instalacion"},
    {Verb::POST, "/consola/sesion/demostracion", "/api/Seguridad/Demostracion"},
};

std::string_view operation_of(Verb verb, std::string_view path) {
    for (const SessionCall& call : session_calls)
        if (call.verb == verb && call.path == path) return call.operation;
    return {};
}

std::string_view cookie(const Request& request) {
    for (const auto& header : request.headers) {
        if (!iguales_ascii(header.name, "Cookie")) continue;
        for (std::string_view rest = header.value; !rest.empty();) {
            const auto end = std::min(rest.find(';'), rest.size());
            auto one = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            while (one.starts_with(' ')) one.remove_prefix(1);
            if (one.starts_with(cookie_name)) return one.substr(cookie_name.size());
        }
    }
    return {};
}

// The value of a member of an answer that we wrote ourselves, without blanks and with no escapes in it; where it stands, comma
// included.
std::optional<std::string> take_member(std::string& body, std::string_view name) {
    const auto start = body.find(fmt::format("\"{}\":", name));
    if (start == std::string::npos) return std::nullopt;
    const auto from = start + name.size() + 3;
    const auto end = body.find_first_of(",}", from);
    if (end == std::string::npos) return std::nullopt;
    std::string value = body.substr(from, end - from);
    if (value.size() >= 2 && value.front() == '"') value = value.substr(1, value.size() - 2);
    const bool last = body[end] == '}';
    const auto before = last && start > 0 && body[start - 1] == ',' ? start - 1 : start;
    body.erase(before, end + (last ? 0 : 1) - before);
    return value;
}

}  // namespace

Console::Console(api::Dispatcher& pages, api::Handler& inner, bool secure)
    : inner_(inner), secure_(secure), page_("text/html; charset=utf-8", console_policy, {}, "no-cache") {
    const std::string prefix = fmt::format("{}/a/{}/", root, fingerprint());
    page_ = FixedPage{"text/html; charset=utf-8", console_policy, index_html(prefix), "no-cache"};
    for (const auto& file : embedded::console())
        pages.page_when_asked(prefix + std::string{file.path}, [&file] {
            return FixedPage{type_of(file.path), console_policy, std::string{file.text}, "public, max-age=31536000, immutable"};
        });
}

std::uint64_t Console::body_limit(Verb verb, std::string_view path) const {
    if (const auto operation = operation_of(verb, path); !operation.empty()) return inner_.body_limit(Verb::POST, operation);
    return inner_.body_limit(verb, path);
}

void Console::judge(const Request& request, Judged judged) {
    // What it brings is small: it is judged whole.
    if (!operation_of(request.verb, request.path).empty()) judged({});
    else inner_.judge(request, std::move(judged));
}

void Console::handle(const Request& request, api::Respond respond) {
    if (!operation_of(request.verb, request.path).empty()) return session(request, std::move(respond));
    const bool reads = request.verb == Verb::GET || request.verb == Verb::HEAD;
    if (reads && is_console(request.path) && !request.path.starts_with("/consola/a/")) return respond(page_(request));
    inner_.handle(request, std::move(respond));
}

void Console::session(const Request& request, api::Respond respond) {
    const auto language = api::language_of(request.header("Accept-Language"));
    if (request.header("X-Cacao") != "consola")
        return respond(api::problem(Codigo::permiso_denegado, language, request.trace_id));
    const auto refresh = cookie(request);
    if (request.verb == Verb::PUT && refresh.empty()) {
        // Nobody is signed in, which is no fault of a page that asks.
        Answer a;
        a.body = R"({"data":null})";
        a.headers.emplace_back("Cache-Control", "no-store");
        return respond(std::move(a));
    }
    const auto inner = std::make_shared<Inner>(Inner{request, {}});
    inner->request.path = operation_of(request.verb, request.path);
    if (request.verb == Verb::PUT) {
        // As a text of JSON; whatever is no token is refused by whoever looks for it.
        for (const char c : refresh)
            if (c > ' ' && c < 0x7f && c != '"' && c != '\\') inner->body += c;
        inner->body = fmt::format(R"({{"refreshToken":"{}"}})", inner->body);
        inner->request.body = inner->body;
        inner->request.headers.push_back({"Content-Type", "application/json"});
    }
    const auto verb = request.verb;
    inner->request.verb = Verb::POST;
    const std::string_view only = secure_ ? "; Secure" : "";
    inner_.handle(inner->request, [inner, verb, only, respond = std::move(respond)](Answer&& a) {
        const auto keep = [&](std::string_view value, std::string_view seconds) {
            a.headers.emplace_back("Set-Cookie", fmt::format("{}{}; Path={}; Max-Age={}; HttpOnly; SameSite=Strict{}",
                                                             cookie_name, value, session_path, seconds, only));
        };
        if (a.shared_body) a.body = *std::exchange(a.shared_body, nullptr);
        // Whoever was not signed out, as without an access token, still is in.
        if ((verb == Verb::DELETE && a.status == 200) || (verb == Verb::PUT && a.status == 401)) keep("", "0");
        else if (a.status == 200) {
            const auto token = take_member(a.body, "refreshToken");
            const auto seconds = take_member(a.body, "refreshExpiraEn");
            keep(token.value_or(""), seconds.value_or("0"));
        }
        respond(std::move(a));
    });
}

}  // namespace cacao::serve
