#pragma once
// For tests: a socket that sends exactly the bytes it is told to, and a handler whose answers the test decides.

#include "serve/server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <charconv>
#include <functional>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace cacao::serve {

struct RawAnswer {
    int status = 0;
    std::string head, body;

    // The value of a header, "" when absent.
    std::string header(std::string_view name) const {
        const std::string line = "\r\n" + std::string{name} + ": ";
        const std::size_t at = head.find(line);
        if (at == std::string::npos) return {};
        const std::size_t from = at + line.size();
        return head.substr(from, head.find("\r\n", from) - from);
    }
};

class RawClient {
public:
    explicit RawClient(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const int on = 1;
        ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        // Only so that a broken server fails the test instead of hanging it.
        const timeval patience{20, 0};
        ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) throw std::runtime_error("connect");
    }
    ~RawClient() { close(); }
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;

    // False when the other side has closed.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (n <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(n));
        }
        return true;
    }

    // The next whole answer; status 0 when the connection ended before it.
    RawAnswer read(bool head_only = false) {
        RawAnswer answer;
        while (input_.find("\r\n\r\n") == std::string::npos)
            if (!more()) return answer;
        const std::size_t head_end = input_.find("\r\n\r\n") + 4;
        answer.head = input_.substr(0, head_end);
        input_.erase(0, head_end);
        std::from_chars(answer.head.data() + 9, answer.head.data() + 12, answer.status);
        std::size_t length = 0;
        const std::string text = answer.header("Content-Length");
        std::from_chars(text.data(), text.data() + text.size(), length);
        if (head_only) length = 0;
        while (input_.size() < length)
            if (!more()) return {};
        answer.body = input_.substr(0, length);
        input_.erase(0, length);
        return answer;
    }

    RawAnswer ask(std::string_view bytes) {
        send(bytes);
        return read();
    }

    // What comes until the server ends the connection; throws when it does not.
    std::string rest() {
        while (more()) {
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) throw std::runtime_error("the connection stays open");
        return std::move(input_);
    }
    // True when the server has ended the connection and sent nothing more before.
    bool closed() { return input_.empty() && !more(); }
    void end_output() { ::shutdown(fd_, SHUT_WR); }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }
    // Closing sends a reset instead of a farewell.
    void reset() {
        const linger now{1, 0};
        ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        close();
    }

private:
    bool more() {
        char bytes[16 * 1024];
        errno = 0;
        const ssize_t n = ::recv(fd_, bytes, sizeof bytes, 0);
        if (n <= 0) return false;
        input_.append(bytes, static_cast<std::size_t>(n));
        return true;
    }

    int fd_;
    std::string input_;
};

class TestHandler : public api::Handler {
public:
    using Function = std::function<void(const api::Request&, api::Respond)>;
    explicit TestHandler(Function function) : function_(std::move(function)) {}
    std::uint64_t limit = 1000;
    std::uint64_t body_limit(api::Verb, std::string_view) const override { return limit; }
    void handle(const api::Request& request, api::Respond respond) override { function_(request, std::move(respond)); }

private:
    Function function_;
};

inline api::Answer text_answer(std::string body) {
    api::Answer answer;
    answer.content_type = "text/plain";
    answer.body = std::move(body);
    return answer;
}

// Tells back what it understood: "GET /path?query [body]".
inline void echo(const api::Request& request, const api::Respond& respond) {
    std::string text = std::string{nombre(request.verb)} + " " + std::string{request.path};
    if (!request.query.empty()) text += "?" + std::string{request.query};
    text += " [" + std::string{request.body} + "]";
    respond(text_answer(std::move(text)));
}

// What a gzip body holds.
inline std::string unzipped(const std::string& body) {
    z_stream stream{};
    inflateInit2(&stream, 15 + 16);
    std::string out(4 << 20, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    stream.avail_in = static_cast<uInt>(body.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int result = inflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    return result == Z_STREAM_END ? out : "not gzip";
}

inline constexpr const char* get_a = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";

inline ServerSettings on_any_port() {
    ServerSettings settings;
    settings.listen = "127.0.0.1:0";
    return settings;
}

}  // namespace cacao::serve
