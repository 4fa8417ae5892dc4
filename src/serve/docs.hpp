#pragma once
// The pages beside the operations: documentation in the browser, the OpenAPI document, liveness and readiness, the root.

#include "api/dispatch.hpp"

#include <string>

namespace cacao::serve {

struct DocsSettings {
    std::string version;
    bool production = false;
    std::string public_docs;  // where / redirects to in production
};

void register_docs(api::Dispatcher& dispatcher, const api::Operations& operations, const DocsSettings& settings);
// /livez: the process answers. /readyz: it could also reach its database, a moment ago. Neither waits for anything.
void register_probes(api::Dispatcher& dispatcher);

}  // namespace cacao::serve
