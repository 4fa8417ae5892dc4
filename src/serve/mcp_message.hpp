#pragma once
// One message of the Model Context Protocol over HTTP, read and judged by itself: no socket, no session, no database. Two eras
// come by one address. Legacy revisions open with `initialize`; modern ones say in each request (`_meta`, and headers that repeat
// it) which revision it is of and what its client can do.

#include "api/http.hpp"
#include "serve/mcp_json.hpp"

#include <array>
#include <string>
#include <string_view>
#include <variant>

namespace cacao::serve::mcp {

enum class Era : std::uint8_t { legacy, modern };

inline constexpr std::string_view modern_version = "2026-07-28";
// The newest first.
inline constexpr std::array<std::string_view, 3> legacy_versions{"2025-11-25", "2025-06-18", "2025-03-26"};

namespace meta {
inline constexpr std::string_view version = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view capabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view server = "io.modelcontextprotocol/serverInfo";
}  // namespace meta

// JSON-RPC 2.0, and those of the protocol itself.
namespace code {
inline constexpr int parse = -32700;
inline constexpr int request = -32600;
inline constexpr int method = -32601;
inline constexpr int params = -32602;
inline constexpr int internal = -32603;
inline constexpr int resource_legacy = -32002;
inline constexpr int header = -32020;
inline constexpr int capability = -32021;
inline constexpr int version = -32022;
}  // namespace code

struct Message {
    Era era = Era::legacy;
    std::string id;  // as JSON; empty of a notification
    std::string method;
    Json params;        // an object, or null
    Json capabilities;  // of the client, where it says them in each request

    bool notification() const { return id.empty(); }
    bool modern() const { return era == Era::modern; }
    // Whether the client can ask its person to fill in a form.
    bool asks_people() const;
};

struct Fault {
    int status = 400;
    int code = code::request;
    std::string text;
    std::string data;  // JSON, or empty
    std::string id;    // as JSON; empty where it could not be read
};

// Of a body that holds one message. An answer of the client, which nobody asked for, is a notification without a method.
std::variant<Message, Fault> read_message(const api::Request& request);

// `=?base64?…?=` is what it stands for, anything else itself; nothing when it is not well written.
std::optional<std::string> header_value(std::string_view sent);

// An answer that is an error.
std::string error_text(const Fault& fault);

}  // namespace cacao::serve::mcp
