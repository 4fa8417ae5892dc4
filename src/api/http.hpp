#pragma once
// A request and its answer as the api sees them: no socket, no thread, no buffer of the network.

#include "api/budget.hpp"
#include "api/spool.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::api {

struct Sesion;

enum class Verb : std::uint8_t { GET, POST, PUT, DELETE, HEAD, OPTIONS, other };
std::string_view nombre(Verb verb);

struct Header {
    std::string_view name;  // as received
    std::string_view value;
};

// Borrowed from the connection: valid until the answer has been given.
struct Request {
    Verb verb = Verb::GET;
    std::string_view path;   // still percent-encoded, without query
    std::string_view query;  // without '?'
    std::vector<Header> headers;
    std::string_view body;
    std::string_view remote;                               // client address for logs and throttling
    std::uint64_t network = 0;                             // its network, as Limitador::quien says it; 0: not asked yet
    std::string_view trace_id;                             // 32 hex digits
    std::shared_ptr<const void> admission;                 // what judge() found out; null when it was not asked
    std::function<bool()> ended;                           // whether the caller sends no more; from any thread; may be missing
    std::shared_ptr<const Sesion> sesion;                  // of a request made within the service: whose it is; else null
    const Budget* roomless = nullptr;  // answers that wait for a place: whoever has too many of them is done nothing more for
    std::string_view header(std::string_view name) const;  // case ignored; "" when absent; several are the first
};

struct Answer {
    int status = 200;
    std::string_view content_type = "application/json";  // literal
    std::string content_type_owned;                      // wins when it is not empty
    std::string_view type() const { return content_type_owned.empty() ? content_type : std::string_view{content_type_owned}; }
    std::string body;
    std::shared_ptr<const std::string> shared_body;  // wins when there is one: bytes that others hold as well
    std::shared_ptr<const Spool> file;               // wins over both
    std::string_view content() const { return shared_body ? std::string_view{*shared_body} : std::string_view{body}; }
    std::uint64_t length() const { return file ? file->size() : content().size(); }
    std::vector<std::pair<std::string_view, std::string>> headers;  // names literal
    // For the access log and the metrics.
    std::string_view operation;  // id of the operation, "" when none matched
    std::int64_t organizacionId = 0;
    std::int64_t consumidorId = 0;
    std::int64_t usuarioId = 0;
};

using Respond = std::function<void(Answer&&)>;

// What the server calls for each request. `respond` is called exactly once: before `handle` returns (then on the same thread)
// or later, from any thread.
class Handler {
public:
    virtual ~Handler() = default;
    // May the body of this request come at all? Asked by the head alone, when the body did not arrive together with it. `judged`
    // is called exactly once, like `respond`; until then the request stays as it is. What was found out comes back in the
    // whole request.
    struct Verdict {
        std::optional<Answer> refusal;
        std::shared_ptr<const void> admission;
        Budget::Caller caller;  // in whose part the body is counted
    };
    using Judged = std::function<void(Verdict&&)>;
    virtual void judge(const Request&, Judged judged) { judged({}); }
    // How large a body this request may have; asked once the headers are in, before the body is read.
    virtual std::uint64_t body_limit(Verb verb, std::string_view path) const = 0;
    virtual void handle(const Request& request, Respond respond) = 0;
};

}  // namespace cacao::api
