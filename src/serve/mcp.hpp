#pragma once
// The service for agents, by the Model Context Protocol at /mcp: what the table of operations has, for whom the token is. A
// handler before the dispatcher; each call becomes a request within the service, so what may be done, how often, what is wrong
// with it, what is logged and what is repeated is decided where it always is.

#include "api/archivos.hpp"
#include "api/dispatch.hpp"
#include "serve/mcp_confirmation.hpp"
#include "serve/mcp_endpoint.hpp"
#include "serve/mcp_search.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::serve {

namespace mcp {

enum class Access : std::uint8_t { off, reads, writes };

// Which part of the operations an address is about: /mcp, /mcp/Ventas,Cartera, /mcp/Ventas/lectura.
struct Place {
    std::vector<std::string> groups;  // none: all operations, by tools that find and call them
    bool reads_only = false;
};
// Nothing for an address that is none of these.
std::optional<Place> place_of(std::string_view path, const api::Operations& operations);

}  // namespace mcp

struct McpSettings {
    mcp::Access access = mcp::Access::reads;
    std::string public_url;            // of the service, without a slash at its end
    std::vector<std::string> origins;  // of pages that may call
    std::string version;
    std::uint64_t body_limit = 1U << 20U;
};

class McpHandler : public api::Handler {
public:
    // Each must outlive it.
    McpHandler(api::Dispatcher& dispatcher, const api::Operations& operations, const Reloj& reloj,
               const api::FirmaDeEnlaces& confirmations, McpSettings settings);

    std::uint64_t body_limit(api::Verb verb, std::string_view path) const override;
    void judge(const api::Request& request, Judged judged) override;
    void handle(const api::Request& request, api::Respond respond) override;

private:
    bool mine(std::string_view path) const;
    void let_in(const api::Request& request, api::Dispatcher::Admitted told);
    void answer(const api::Request& request, const api::Dispatcher::Admission& who, const api::Respond& respond);
    const mcp::Search& search();

    api::Dispatcher& dispatcher_;
    const api::Operations& operations_;
    const Reloj& reloj_;
    const mcp::Confirmations confirmations_;
    const McpSettings settings_;
    const mcp::Endpoint endpoint_;
    std::once_flag searched_;
    std::atomic<bool> search_made_ = false;
    std::unique_ptr<const mcp::Search> search_;
};

}  // namespace cacao::serve
