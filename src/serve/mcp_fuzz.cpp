// libFuzzer: a body and the headers that repeat it, read as a message of the protocol. Whatever is read is written again as the
// same value.

#include "serve/mcp_message.hpp"

#include <cstdint>
#include <cstdlib>

using namespace cacao;
using namespace cacao::serve::mcp;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest{reinterpret_cast<const char*>(data), size};
    const auto line = [&] {
        const auto end = std::min(rest.find('\n'), rest.size());
        const auto taken = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        return taken;
    };
    api::Request request;
    request.verb = api::Verb::POST;
    request.path = "/mcp";
    for (const auto* name : {"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"})
        if (const auto value = line(); !value.empty()) request.headers.push_back({name, value});
    request.body = rest;
    const auto read = read_message(request);
    if (const auto* fault = std::get_if<Fault>(&read)) {
        // What is said of a fault is JSON whatever it was.
        if (!read_json(error_text(*fault)).value || fault->status != 400) std::abort();
    } else {
        const auto& m = std::get<Message>(read);
        if (!m.id.empty() && !read_json("[" + m.id + "]").value) std::abort();
    }
    if (const auto whole = read_json(rest); whole.value) {
        const auto again = read_json(written(*whole.value));
        if (!again.value || written(*again.value) != written(*whole.value)) std::abort();
    }
    return 0;
}
