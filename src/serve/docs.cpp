#include "serve/docs.hpp"

#include "serve/embedded.hpp"
#include "serve/openapi.hpp"

#include <memory>

namespace cacao::serve {
namespace {

using api::Answer;
using api::Request;

// Nothing but this origin: the page must work, and stay quiet, on a network without a way out.
constexpr std::string_view content_policy =
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

constexpr std::string_view docs_html = R"(<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Cacao</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"></head><body><div id="app"></div><noscript><p>Esta página necesita JavaScript; <a href="/docs/plain">la referencia simple</a> no.</p></noscript>
<script src="/docs/scalar.js"></script><script src="/docs/init.js"></script></body></html>
)";

Answer page(std::string_view type, std::string body) {
    Answer a;
    a.content_type = type;
    a.body = std::move(body);
    a.headers.emplace_back("Content-Security-Policy", std::string{content_policy});
    a.headers.emplace_back("Referrer-Policy", "no-referrer");
    return a;
}

}  // namespace

void register_docs(api::Dispatcher& dispatcher, const api::Operations& operations, const DocsSettings& settings) {
    const auto document = std::make_shared<const std::string>(openapi_document(operations, settings.version));
    dispatcher.page("/openapi.json", [document](const Request&) {
        Answer a;
        a.body = *document;
        a.headers.emplace_back("Cache-Control", "no-cache");
        return a;
    });
    dispatcher.page("/docs", [](const Request&) { return page("text/html; charset=utf-8", std::string{docs_html}); });
    dispatcher.page("/docs/scalar.js", [](const Request&) {
        auto a = page("text/javascript; charset=utf-8", std::string{embedded::scalar_js_gz()});
        a.headers.emplace_back("Content-Encoding", "gzip");
        a.headers.emplace_back("Cache-Control", "max-age=86400");
        return a;
    });
    dispatcher.page("/docs/init.js",
                    [](const Request&) { return page("text/javascript; charset=utf-8", std::string{embedded::init_js()}); });
    dispatcher.page("/docs/plain.css",
                    [](const Request&) { return page("text/css; charset=utf-8", std::string{embedded::plain_css()}); });
    const auto plain = std::make_shared<const std::string>(plain_documentation(operations, settings.version));
    dispatcher.page("/docs/plain", [plain](const Request&) { return page("text/html; charset=utf-8", *plain); });
    const std::string target = settings.production && !settings.public_docs.empty() ? settings.public_docs : "/docs";
    dispatcher.page("/", [target](const Request&) {
        Answer a;
        a.status = 302;
        a.headers.emplace_back("Location", target);
        return a;
    });
}

void register_probes(api::Dispatcher& dispatcher, db::Database& database) {
    dispatcher.page("/livez", [](const Request&) {
        Answer a;
        a.body = R"({"estado":"ok"})";
        a.headers.emplace_back("Cache-Control", "no-store");
        return a;
    });
    dispatcher.slow_page("/readyz", [&database](const Request&) {
        Answer a;
        const bool ready = database.alive();
        a.status = ready ? 200 : 503;
        a.body = ready ? R"({"estado":"listo"})" : R"({"estado":"sin base de datos"})";
        a.headers.emplace_back("Cache-Control", "no-store");
        if (!ready) a.headers.emplace_back("Retry-After", "2");
        return a;
    });
}

}  // namespace cacao::serve
