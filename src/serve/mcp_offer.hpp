#pragma once
// What one caller finds at /mcp: operations as tools, guides as resources, work that people ask for as prompts.

#include "api/dispatch.hpp"
#include "serve/mcp.hpp"

namespace cacao::serve::mcp {

// What all offers stand on.
struct Ground {
    api::Dispatcher& dispatcher;
    const api::Operations& operations;
    const Reloj& reloj;
    const Confirmations& confirmations;
    std::function<const Search&()> search;  // made when it is first asked for, which takes a while
    bool searches_at_once = false;          // it is made
};

// `request` stays as it is until the caller is answered.
std::shared_ptr<Offer> offer_to(const Ground& ground, const api::Request& request, const api::Dispatcher::Admission& who,
                                Place place, bool writes);

// Prompts by their Markdown (mcp_encargos_es.md), for the tests: the names in back quotes that are operations.
std::vector<std::string_view> operations_named(std::string_view text, const api::Operations& operations);

}  // namespace cacao::serve::mcp
