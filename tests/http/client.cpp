#include "http/client.hpp"

#include "base/ascii.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <simdjson.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <latch>
#include <stdexcept>
#include <thread>

namespace cacao::test {
namespace {

HttpAnswer parse_head(std::string_view head) {
    HttpAnswer answer;
    std::from_chars(head.data() + 9, head.data() + 12, answer.status);
    std::size_t at = head.find("\r\n") + 2;
    while (at < head.size() && head[at] != '\r') {
        const std::size_t end = head.find("\r\n", at);
        const auto line = head.substr(at, end - at);
        const std::size_t colon = line.find(": ");
        if (colon != std::string_view::npos) answer.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
        at = end + 2;
    }
    return answer;
}

}  // namespace

std::string HttpAnswer::header(std::string_view name) const {
    for (const auto& [n, value] : headers)
        if (iguales_ascii(n, name)) return value;
    return {};
}

bool HttpAnswer::has(std::string_view name) const {
    return std::ranges::any_of(headers, [&](const auto& h) { return iguales_ascii(h.first, name); });
}

std::string HttpAnswer::at(std::string_view pointer) const {
    simdjson::dom::parser parser;
    simdjson::dom::element found;
    if (parser.parse(body).at_pointer(pointer).get(found) != simdjson::SUCCESS) return {};
    if (std::string_view text; found.get(text) == simdjson::SUCCESS) return std::string{text};
    return simdjson::minify(found);
}

std::string HttpAnswer::faults() const {
    simdjson::dom::parser parser;
    simdjson::dom::array list;
    if (parser.parse(body)["errores"].get(list) != simdjson::SUCCESS) return {};
    std::string text;
    for (const simdjson::dom::element fault : list) {
        if (!text.empty()) text += "; ";
        text += std::string{std::string_view{fault["codigo"]}} + ' ' + std::string{std::string_view{fault["campo"]}};
    }
    return text;
}

Client::Client(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    // Only so that a service that never answers fails the test instead of hanging it.
    const timeval patience{60, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
        ::close(fd_);
        throw std::runtime_error("nobody listens on port " + std::to_string(port));
    }
}

Client::~Client() { ::close(fd_); }

bool Client::closed() const {
    char next = 0;
    const auto n = ::recv(fd_, &next, 1, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno == ECONNRESET);
}

bool Client::send(std::string_view method, std::string_view target, const Headers& headers, std::string_view body) {
    std::string request = std::string{method} + ' ' + std::string{target} + " HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    for (const auto& [name, value] : headers) request += name + ": " + value + "\r\n";
    const bool typed = std::ranges::any_of(headers, [](const auto& h) { return iguales_ascii(h.first, "Content-Type"); });
    if (!body.empty() && !typed) request += "Content-Type: application/json\r\n";
    if (!body.empty() || method == "POST" || method == "PUT")
        request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    request += "\r\n";
    request += body;
    std::string_view rest = request;
    while (!rest.empty()) {
        const ssize_t n = ::send(fd_, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (n <= 0) return false;
        rest.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

HttpAnswer Client::read(bool without_body) {
    while (input_.find("\r\n\r\n") == std::string::npos)
        if (!more()) return {};
    const std::size_t head_end = input_.find("\r\n\r\n") + 4;
    HttpAnswer answer = parse_head(std::string_view{input_}.substr(0, head_end));
    input_.erase(0, head_end);
    if (without_body || answer.status == 204 || answer.status == 304) return answer;
    std::size_t length = 0;
    const std::string text = answer.header("Content-Length");
    std::from_chars(text.data(), text.data() + text.size(), length);
    while (input_.size() < length)
        if (!more()) return {};
    answer.body = input_.substr(0, length);
    input_.erase(0, length);
    return answer;
}

HttpAnswer Client::ask(std::string_view method, std::string_view target, const Headers& headers, std::string_view body) {
    // A service that refuses a body early answers although not everything could be sent.
    send(method, target, headers, body);
    return read(method == "HEAD");
}

bool Client::more() {
    char bytes[16 * 1024];
    const ssize_t n = ::recv(fd_, bytes, sizeof bytes, 0);
    if (n <= 0) return false;
    input_.append(bytes, static_cast<std::size_t>(n));
    return true;
}

HttpAnswer ask_once(std::uint16_t port, std::string_view method, std::string_view target, const Headers& headers,
                    std::string_view body) {
    return Client{port}.ask(method, target, headers, body);
}

std::vector<HttpAnswer> together(std::uint16_t port, std::size_t callers, std::size_t total,
                                 const std::function<HttpAnswer(Client&, std::size_t)>& request) {
    std::vector<HttpAnswer> answers(total);
    std::latch start{static_cast<std::ptrdiff_t>(callers)};
    std::vector<std::jthread> threads;
    for (std::size_t c = 0; c < callers; ++c)
        threads.emplace_back([&, c] {
            Client client{port};
            start.arrive_and_wait();
            for (std::size_t i = c; i < total; i += callers) answers[i] = request(client, i);
        });
    threads.clear();
    return answers;
}

}  // namespace cacao::test
