#include "serve/docs.hpp"

#include "api/problema.hpp"
#include "serve/embedded.hpp"
#include "serve/fixed_page.hpp"
#include "serve/guides.hpp"
#include "serve/openapi.hpp"

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

Answer redirect(const std::string& target) {
    Answer a;
    a.status = 302;
    a.headers.emplace_back("Location", target);
    return a;
}

constexpr std::string_view html = "text/html; charset=utf-8", javascript = "text/javascript; charset=utf-8";

}  // namespace

void register_docs(api::Dispatcher& dispatcher, const api::Operations& operations, const DocsSettings& settings) {
    static constexpr std::string_view ask_again = "no-cache", for_a_day = "max-age=86400";
    dispatcher.page_when_asked("/openapi.json", [&operations, version = settings.version] {
        return FixedPage{"application/json", content_policy, openapi_document(operations, version), ask_again};
    });
    dispatcher.page("/docs", FixedPage{html, content_policy, std::string{docs_html}, ask_again});
    dispatcher.page_when_asked("/docs/scalar.js", [] {
        return FixedPage{javascript, content_policy, std::string{embedded::scalar_js_gz()}, for_a_day, FixedPage::Body::gzip};
    });
    dispatcher.page("/docs/init.js", FixedPage{javascript, content_policy, std::string{embedded::init_js()}, ask_again});
    dispatcher.page("/docs/plain.css",
                    FixedPage{"text/css; charset=utf-8", content_policy, std::string{embedded::plain_css()}, ask_again});
    dispatcher.page_when_asked("/docs/plain", [&operations, version = settings.version] {
        return FixedPage{html, content_policy, plain_documentation(operations, version), ask_again};
    });
    for (const auto& guide : guides()) {
        for (const auto& page : guide.pages)
            dispatcher.page_when_asked(page.path(), [&guide, idioma = page.idioma] {
                return FixedPage{html, content_policy, guide_html(guide, idioma), ask_again};
            });
        dispatcher.page(guide.path(), [&guide](const Request& request) {
            auto a = redirect(guide.in(api::language_of(request.header("Accept-Language"))).path());
            a.headers.emplace_back("Vary", "Accept-Language");
            return a;
        });
    }
    const std::string target = settings.production && !settings.public_docs.empty() ? settings.public_docs : "/docs";
    dispatcher.page("/", [target](const Request&) { return redirect(target); });
}

void register_probes(api::Dispatcher& dispatcher) {
    dispatcher.page("/livez", [](const Request&) {
        Answer a;
        a.body = R"({"estado":"ok"})";
        a.headers.emplace_back("Cache-Control", "no-store");
        return a;
    });
    dispatcher.page("/readyz", [&dispatcher](const Request&) {
        Answer a;
        const bool ready = dispatcher.ready();
        a.status = ready ? 200 : 503;
        a.body = ready ? R"({"estado":"listo"})" : R"({"estado":"sin base de datos"})";
        a.headers.emplace_back("Cache-Control", "no-store");
        if (!ready) a.headers.emplace_back("Retry-After", "2");
        return a;
    });
}

}  // namespace cacao::serve
