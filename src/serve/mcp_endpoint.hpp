#pragma once
// The Model Context Protocol at an address: which methods there are, in both eras, and how what is offered there is told. What is
// offered, to whom, is an Offer's; tests have one of their own.

#include "api/http.hpp"
#include "serve/mcp_message.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::serve::mcp {

// What a method answers.
struct Result {
    std::string members;  // of the result, as JSON without the braces around it
    bool input_required = false;
    std::optional<Fault> fault;  // in place of all that
    // For the answer that carries it.
    std::string_view operation;  // id of the operation that was run, for the log
    std::vector<std::pair<std::string_view, std::string>> headers;
};
// `status` counts in the modern era alone; legacy clients find errors in an answer like any other.
Result failed(int code, std::string_view text, std::string data = {}, int status = 200);

// Things that are listed, in an order that stays.
struct Listing {
    std::size_t count = 0;
    std::function<void(std::string& out, std::size_t which)> write;  // one of them, as JSON
};

// What one caller finds at one address.
class Offer {
public:
    using Told = std::function<void(Result&&)>;
    virtual ~Offer() = default;
    virtual std::string instructions() const = 0;
    virtual Listing tools() const = 0;
    virtual Listing resources() const = 0;
    virtual Listing templates() const { return {}; }
    virtual Listing prompts() const = 0;
    // `told` is called once, now or later; until then message and arguments stay as they are.
    virtual void call(const Message& message, const std::string& name, const Json& arguments, Told told) = 0;
    virtual Result read(const Message& message, const std::string& uri) = 0;
    virtual Result prompt(const Message& message, const std::string& name, const Json& arguments) = 0;
    // Values of an argument that begin as `value` does, as JSON: ["es"].
    virtual std::string complete(const Json& reference, const std::string& argument, const std::string& value) = 0;
};

struct EndpointSettings {
    std::string version;               // of the service
    std::vector<std::string> origins;  // of pages that may call
};

class Endpoint {
public:
    explicit Endpoint(EndpointSettings settings);

    // What is answered by the head alone, whoever asks.
    std::optional<api::Answer> refusal(const api::Request& request) const;
    // `respond` is called exactly once.
    void answer(const api::Request& request, std::shared_ptr<Offer> offer, api::Respond respond) const;

private:
    Result run(const Message& message, Offer& offer) const;
    Result initialize(const Message& message, const Offer& offer) const;
    api::Answer told(const Message& message, Result&& result) const;

    const EndpointSettings settings_;
    const std::string server_info_;
};

}  // namespace cacao::serve::mcp
