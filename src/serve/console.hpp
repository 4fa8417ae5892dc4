#pragma once
// The console in the browser (docs/decisions/0085): its files below /consola/, and /consola/sesion, by which a page stays signed
// in without ever seeing the refresh token.

#include "api/dispatch.hpp"
#include "serve/fixed_page.hpp"

#include <string>

namespace cacao::serve {

// Before everything else: what is the console's is answered here, the rest by `inner`. POST, PUT and DELETE of /consola/sesion
// are `Autenticacion`, `Renovar` and `Cerrar` of the interface, and POST below it the two by which an installation is begun,
// judged and counted as those are; what they say of the refresh token goes into a cookie that no script reads and that nothing
// below /api looks at. They want the header `X-Cacao: consola`, which a page of another origin cannot send without asking first.
class Console : public api::Handler {
public:
    // `pages` serves its files. `secure`: browsers reach the service by https alone, and send the cookie by nothing else.
    Console(api::Dispatcher& pages, api::Handler& inner, bool secure);

    std::uint64_t body_limit(api::Verb verb, std::string_view path) const override;
    void judge(const api::Request& request, Judged judged) override;
    void handle(const api::Request& request, api::Respond respond) override;

private:
    void session(const api::Request& request, api::Respond respond);

    api::Handler& inner_;
    bool secure_;
    FixedPage page_;
};

}  // namespace cacao::serve
