#pragma once
// HTTP/1.1 over TCP or TLS: keep-alive, pipelining, limits, timeouts, drain. It calls one api::Handler and knows nothing of what
// the requests mean. Every connection belongs to one io thread; a handler may answer at once or later, from any thread.

#include "api/http.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cacao::serve {

struct ServerSettings {
    std::string listen = "127.0.0.1:8080";  // or [::1]:8080; port 0 lets the system choose
    int io_threads = 1;

    std::size_t header_bytes = 16 * 1024;
    std::size_t header_count = 100;
    std::size_t max_connections = 10'000;
    std::size_t connections_per_address = 1200;  // an IPv6 caller counts by its /64; 0: not limited
    // What unfinished requests and unread answers may hold in memory, all together. Past it, or past the part of its caller
    // (api/budget.hpp), what has still to come is refused, and a larger answer waits in a file.
    std::uint64_t bytes_in_flight = 64U << 20U;
    std::uint64_t largest_body = 0;  // fits into the part of a caller
    api::SpoolFolder temporary_folder = "/tmp";
    // From the first byte of a request (or the connection's start) to the end of its headers.
    std::chrono::milliseconds header_timeout{15'000};
    // In each such while a body must bring, and an answer must be taken by, as many bytes as the least rate makes of it (Pace).
    std::chrono::milliseconds body_timeout{30'000};
    std::uint64_t minimum_rate = 8 * 1024;  // bytes in a second
    std::chrono::milliseconds idle_timeout{75'000};

    std::string tls_certificate;  // PEM chain; empty: plain HTTP
    std::string tls_key;

    std::vector<std::string> trusted_proxies;  // addresses or networks (10.0.0.0/8) whose X-Forwarded-For is believed
    std::size_t compression_minimum = 1024;    // smaller bodies go as they are; 0 turns compression off
    std::vector<std::string> cors_origins;     // exact origins; empty: no CORS at all
};

// Hears of every connection and request, on the io threads: it must be quick and must not throw.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void opened() {}
    virtual void closed() {}
    virtual void held(std::int64_t /*more*/) {}  // of the bytes in flight, so many more or fewer; from any thread
    virtual void started() {}                    // a request was handed to the handler; `finished` follows
    // The answer stands in the output. For what the server itself refused, the request may be empty and `started` was not called
    // (`refused` is true).
    virtual void finished(const api::Request& request, const api::Answer& answer, std::chrono::nanoseconds duration,
                          std::size_t bytes, bool refused) = 0;
};

// Passes everything on to several observers.
class Observers final : public Observer {
public:
    explicit Observers(std::vector<Observer*> list) : list_(std::move(list)) {}
    void opened() override {
        for (Observer* o : list_) o->opened();
    }
    void closed() override {
        for (Observer* o : list_) o->closed();
    }
    void held(std::int64_t more) override {
        for (Observer* o : list_) o->held(more);
    }
    void started() override {
        for (Observer* o : list_) o->started();
    }
    void finished(const api::Request& request, const api::Answer& answer, std::chrono::nanoseconds duration, std::size_t bytes,
                  bool refused) override {
        for (Observer* o : list_) o->finished(request, answer, duration, bytes, refused);
    }

private:
    std::vector<Observer*> list_;
};

class Server {
public:
    // The handler and the observer must outlive the server, and answers may be given until the server is destroyed or later.
    Server(ServerSettings settings, api::Handler& handler, Observer* observer = nullptr);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // Binds, then serves on threads of its own. Throws std::runtime_error with one plain sentence.
    void start();
    std::uint16_t port() const;
    // Stops accepting and closes idle connections; requests that were received are worked on and answered. True when all
    // connections ended before the deadline. Call stop() afterwards.
    bool drain(std::chrono::milliseconds deadline);
    // Ends every connection at once.
    void stop();
    // Reads certificate and key again for new connections. On a fault it throws and the old ones stay in use.
    void reload_tls();
    std::size_t connections() const;
    std::int64_t bytes_in_flight() const;
    // Bytes that were in flight and are no more, since the start, and what connections took beside them.
    std::uint64_t given_back() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace cacao::serve
