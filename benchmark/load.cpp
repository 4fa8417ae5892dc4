#include "load.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace cacao::bench {
namespace {

using Clock = std::chrono::steady_clock;

class Descriptor {
public:
    explicit Descriptor(int value) : value_(value) {
        if (value < 0) throw std::system_error(errno, std::generic_category(), "socket");
    }
    ~Descriptor() { ::close(value_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return value_; }

private:
    int value_;
};

struct Client {
    explicit Client(std::uint16_t port) : socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
            throw std::system_error(errno, std::generic_category(), "connect");
        const int on = 1;
        ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    Descriptor socket;
    std::string input;
    Clock::time_point sent;
    int waiting = 0;
    bool lost = false;
};

// Length of the first whole answer in `input`, 0 when it is not whole yet.
std::size_t whole_answer(std::string_view input, int& status) {
    const std::size_t head_end = input.find("\r\n\r\n");
    if (head_end == std::string_view::npos || input.size() < 12) return 0;
    std::from_chars(input.data() + 9, input.data() + 12, status);
    std::size_t length = 0;
    constexpr std::string_view name = "\r\nContent-Length: ";
    if (const std::size_t at = input.substr(0, head_end).find(name); at != std::string_view::npos)
        std::from_chars(input.data() + at + name.size(), input.data() + head_end, length);
    const std::size_t total = head_end + 4 + length;
    return input.size() >= total ? total : 0;
}

class Generator {
public:
    explicit Generator(const Load& load) : load_(load), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
        for (int i = 0; i < load.connections; ++i) clients_.push_back(std::make_unique<Client>(load.port));
        for (auto& client : clients_) {
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.ptr = client.get();
            ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, client->socket.get(), &event);
        }
        latencies_.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(load.requests, 4'000'000)));
        if (!load.generate)
            for (int i = 0; i < load.depth; ++i) batch_ += load.request;
    }

    LoadResult run() {
        const Clock::time_point start = Clock::now();
        for (auto& client : clients_) send(*client);
        epoll_event events[256];
        while (alive_ > 0 && done() < load_.requests && Clock::now() - start < load_.limit) {
            const int n = ::epoll_wait(epoll_.get(), events, 256, 100);
            for (int i = 0; i < n; ++i) receive(*static_cast<Client*>(events[i].data.ptr));
        }
        result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
        result_.per_second = static_cast<double>(result_.answers) / result_.seconds;
        result_.p50_us = percentile(0.50);
        result_.p99_us = percentile(0.99);
        return result_;
    }

private:
    std::uint64_t done() const { return result_.answers + result_.errors; }

    void send(Client& client) {
        if (load_.generate) {
            batch_.clear();
            for (int i = 0; i < load_.depth; ++i) load_.generate(batch_, next_++);
        }
        client.sent = Clock::now();
        client.waiting = load_.depth;
        std::string_view rest = batch_;
        while (!rest.empty()) {
            const ssize_t n = ::send(client.socket.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
            if (n <= 0) return lose(client);
            rest.remove_prefix(static_cast<std::size_t>(n));
        }
    }

    void receive(Client& client) {
        if (client.lost) return;
        char bytes[64 * 1024];
        const ssize_t n = ::recv(client.socket.get(), bytes, sizeof bytes, MSG_DONTWAIT);
        if (n < 0 && errno == EAGAIN) return;
        if (n <= 0) return lose(client);
        client.input.append(bytes, static_cast<std::size_t>(n));
        std::size_t used = 0;
        int status = 0;
        while (const std::size_t length = whole_answer(std::string_view{client.input}.substr(used), status)) {
            used += length;
            --client.waiting;
            ++(status < 400 ? result_.answers : result_.errors);
            const auto took = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - client.sent);
            latencies_.push_back(static_cast<float>(took.count()) / 1000.0F);
        }
        client.input.erase(0, used);
        if (client.waiting > 0) return;
        if (load_.pause.count() > 0) std::this_thread::sleep_for(load_.pause);
        send(client);
    }

    void lose(Client& client) {
        client.lost = true;
        ++result_.errors;
        --alive_;
        ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, client.socket.get(), nullptr);
    }

    double percentile(double share) {
        if (latencies_.empty()) return 0;
        const auto at = latencies_.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(latencies_.size() - 1));
        std::nth_element(latencies_.begin(), at, latencies_.end());
        return static_cast<double>(*at);
    }

    const Load& load_;
    Descriptor epoll_;
    std::vector<std::unique_ptr<Client>> clients_;
    std::vector<float> latencies_;
    std::string batch_;
    std::uint64_t next_ = 0;
    int alive_ = load_.connections;
    LoadResult result_;
};

}  // namespace

LoadResult run_load(const Load& load) { return Generator{load}.run(); }

}  // namespace cacao::bench
