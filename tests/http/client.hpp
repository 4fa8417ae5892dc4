#pragma once
// A plain HTTP/1.1 client: one connection, one request at a time, no cleverness of its own.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::test {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpAnswer {
    int status = 0;  // 0: the connection ended before a whole answer
    Headers headers;
    std::string body;

    std::string header(std::string_view name) const;  // case ignored; "" when absent
    bool has(std::string_view name) const;
    // The JSON text at a pointer such as /data/0/nombre; strings without their quotes; "" when there is none.
    std::string at(std::string_view pointer) const;
    // "codigo campo; codigo campo" of a refusal, in the order given.
    std::string faults() const;
};

class Client {
public:
    explicit Client(std::uint16_t port);  // throws when nobody listens
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    HttpAnswer ask(std::string_view method, std::string_view target, const Headers& headers = {}, std::string_view body = {});

    // The halves of ask, for tests that come between them. False when the other side has closed.
    bool send(std::string_view method, std::string_view target, const Headers& headers = {}, std::string_view body = {});
    HttpAnswer read(bool without_body = false);
    // Whether the other side has closed while nothing was asked.
    bool closed() const;

private:
    bool more();

    int fd_;
    std::string input_;
};

// One request over a connection of its own.
HttpAnswer ask_once(std::uint16_t port, std::string_view method, std::string_view target, const Headers& headers = {},
                    std::string_view body = {});

// `total` requests spread over `callers` connections, all connected before the first of them sends; the answers in the order of
// the requests.
std::vector<HttpAnswer> together(std::uint16_t port, std::size_t callers, std::size_t total,
                                 const std::function<HttpAnswer(Client&, std::size_t)>& request);

}  // namespace cacao::test
