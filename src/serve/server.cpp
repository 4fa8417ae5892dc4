#include "serve/server.hpp"

#include "base/uuid.hpp"
#include "serve/connection.hpp"
#include "serve/loop.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ssl/context.hpp>

#include <csignal>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <thread>

namespace cacao::serve {
namespace {

using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;

constexpr std::size_t kept_buffers = 64;
constexpr std::size_t resumed_at_once = 8;
constexpr std::size_t kept_buffer_bytes = 64 * 1024;
constexpr std::uint64_t connection_bytes = 8 * 1024;  // what one takes that nobody counts, more or less

asio::ip::tcp::endpoint endpoint_of(const std::string& listen) {
    const std::size_t colon = listen.rfind(':');
    if (colon == std::string::npos) throw std::runtime_error(fmt::format("«{}» is not HOST:PORT", listen));
    std::string host = listen.substr(0, colon);
    if (host.size() >= 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    if (host == "localhost") host = "127.0.0.1";
    const std::string port = listen.substr(colon + 1);
    const bool digits = !port.empty() && port.size() <= 5 && port.find_first_not_of("0123456789") == std::string::npos;
    error_code ec;
    const auto address = asio::ip::make_address(host, ec);
    if (ec || !digits || std::stoi(port) > 65535) throw std::runtime_error(fmt::format("«{}» is not HOST:PORT", listen));
    return {address, static_cast<std::uint16_t>(std::stoi(port))};
}

Network network_of(const std::string& text) {
    error_code ec;
    const bool whole = text.find('/') == std::string::npos;
    const auto v4 = asio::ip::make_network_v4(whole ? text + "/32" : text, ec);
    if (!ec) return v4;
    const auto v6 = asio::ip::make_network_v6(whole ? text + "/128" : text, ec);
    if (!ec) return v6;
    throw std::runtime_error(fmt::format("«{}» is neither an address nor a network", text));
}

bool contains(const Network& network, const asio::ip::address& address) {
    if (const auto* v4 = std::get_if<asio::ip::network_v4>(&network)) {
        if (!address.is_v4()) return false;
        return (address.to_v4().to_uint() & v4->netmask().to_uint()) == v4->network().to_uint();
    }
    const auto& v6 = std::get<asio::ip::network_v6>(network);
    return address.is_v6() && asio::ip::network_v6(address.to_v6(), v6.prefix_length()).network() == v6.network();
}

// Only HTTP/1.1 is spoken here; a client that offers nothing is taken at its word.
int select_protocol(SSL*, const unsigned char** out, unsigned char* out_length, const unsigned char* in, unsigned in_length,
                    void*) {
    static constexpr unsigned char ours[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    unsigned char* chosen = nullptr;
    const int result = SSL_select_next_proto(&chosen, out_length, ours, sizeof ours, in, in_length);
    *out = chosen;
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

constexpr const char* aead_1_2 =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:"
    "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* aead_1_3 = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";

// Its group may read it, as some systems keep keys for several services; nobody else, and nobody may replace it.
void refuse_open_key(const std::string& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0 && (status.st_mode & 027U) != 0)
        throw std::runtime_error(fmt::format("The key {} is open to others; set its mode to 0600 or 0640.", file));
}

std::shared_ptr<asio::ssl::context> make_tls(const ServerSettings& settings) {
    refuse_open_key(settings.tls_key);
    auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
    SSL_CTX* const native = context->native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    // Of TLS 1.2 only what seals and authenticates in one step, with a key of its own per connection; TLS 1.3 has nothing else.
    if (SSL_CTX_set_cipher_list(native, aead_1_2) != 1 || SSL_CTX_set_ciphersuites(native, aead_1_3) != 1)
        throw std::runtime_error("This OpenSSL has none of the ciphers that are served.");
    SSL_CTX_set_options(native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(native, select_protocol, nullptr);
    error_code ec;
    context->use_certificate_chain_file(settings.tls_certificate, ec);
    if (ec)
        throw std::runtime_error(fmt::format("The certificate {} cannot be used: {}.", settings.tls_certificate, ec.message()));
    context->use_private_key_file(settings.tls_key, asio::ssl::context::pem, ec);
    if (ec) throw std::runtime_error(fmt::format("The key {} cannot be used: {}.", settings.tls_key, ec.message()));
    if (SSL_CTX_check_private_key(native) != 1)
        throw std::runtime_error(fmt::format("the key {} does not belong to the certificate", settings.tls_key));
    return context;
}

}  // namespace

bool is_trusted(const Shared& shared, const asio::ip::address& address) {
    for (const Network& network : shared.trusted)
        if (contains(network, address)) return true;
    return false;
}

std::string_view forwarded_client(const Shared& shared, std::string_view header, std::string_view peer) {
    std::string_view client = peer;
    while (!header.empty()) {
        const std::size_t comma = header.rfind(',');
        std::string_view item = comma == std::string_view::npos ? header : header.substr(comma + 1);
        header = comma == std::string_view::npos ? std::string_view{} : header.substr(0, comma);
        while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
        while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
        error_code ec;
        const auto address = asio::ip::make_address(item, ec);
        if (ec) return client;
        client = item;
        if (!is_trusted(shared, address)) return client;
    }
    return client;
}

Loop::Loop(std::shared_ptr<Shared> s) : shared(std::move(s)) {
    const std::string seed = azar(sizeof random);
    std::memcpy(random, seed.data(), sizeof random);
    const auto& settings = shared->settings;
    const auto shortest = std::min({settings.header_timeout, settings.body_timeout, settings.idle_timeout});
    tick_length_ = std::clamp(shortest / 4, std::chrono::milliseconds{5}, std::chrono::milliseconds{1000});
}

void Loop::run() {
    tick();
    io.run();
    std::deque<ConnectionPointer> late;
    const std::lock_guard lock{mutex_};
    closed_ = true;
    late.swap(answered_);
}

// One sweep for all timeouts of the thread: a timer for each operation costs more than the operation.
void Loop::tick() {
    if (stopping) return;
    now = Clock::now();
    const std::int64_t second = std::time(nullptr);
    if (second != date_second_) date = http_date(date_second_ = second);
    for (std::size_t i = connections_.size(); i-- > 0;) {
        ConnectionBase& c = *connections_[i];
        if (c.deadline > now) continue;
        c.deadline = Clock::time_point::max();
        c.expire();
    }
    timer_.expires_at(now + tick_length_);
    timer_.async_wait([this](error_code ec) {
        if (!ec) tick();
    });
}

void Loop::drain() {
    draining = true;
    for (ConnectionBase* c : connections_) c->drain();
}

void Loop::stop() {
    stopping = true;
    timer_.cancel();
    work_.reset();
    // abort() may run a connection to its end, which takes it out of the list.
    const std::vector<ConnectionPointer> all(connections_.begin(), connections_.end());
    for (const ConnectionPointer& c : all) c->abort();
}

void Loop::add(ConnectionBase& connection) {
    connection.index = connections_.size();
    connections_.push_back(&connection);
}

void Loop::remove(ConnectionBase& connection) {
    connections_.back()->index = connection.index;
    connections_[connection.index] = connections_.back();
    connections_.pop_back();
}

void Loop::answered(ConnectionPointer connection) {
    // Posting happens under the lock: once closed_ is set, nobody touches `io` any more.
    const std::lock_guard lock{mutex_};
    if (closed_) return;
    answered_.push_back(std::move(connection));
    if (answered_.size() == 1) asio::post(io, [this] { resume_answered(); });
}

// A few, and the others behind what came in meanwhile: each goes on with what was sent behind the request that was answered.
void Loop::resume_answered() {
    std::array<ConnectionPointer, resumed_at_once> ready;
    {
        const std::lock_guard lock{mutex_};
        for (ConnectionPointer& c : ready) {
            if (answered_.empty()) break;
            c = std::move(answered_.front());
            answered_.pop_front();
        }
        if (!answered_.empty()) asio::post(io, [this] { resume_answered(); });
    }
    for (const ConnectionPointer& c : ready)
        if (c) c->resume();
}

std::string Loop::take_buffer() {
    if (spare_.empty()) {
        std::string fresh;
        fresh.reserve(4096);
        return fresh;
    }
    std::string buffer = std::move(spare_.back());
    spare_.pop_back();
    return buffer;
}

void Loop::give_buffer(std::string&& buffer) {
    if (buffer.capacity() > kept_buffer_bytes || spare_.size() >= kept_buffers) {
        std::string{}.swap(buffer);
        return;
    }
    buffer.clear();
    spare_.push_back(std::move(buffer));
}

struct Server::Impl {
    Impl(ServerSettings settings, api::Handler& handler, Observer* observer)
        : shared(std::make_shared<Shared>(std::move(settings), handler, observer)) {}

    void start() {
        const ServerSettings& settings = shared->settings;
        for (const std::string& text : settings.trusted_proxies) shared->trusted.push_back(network_of(text));
        if (!settings.tls_certificate.empty()) tls = make_tls(settings);
        for (int i = 0; i < std::max(settings.io_threads, 1); ++i) loops.push_back(std::make_shared<Loop>(shared));
        listen(endpoint_of(settings.listen));
        workers = std::make_unique<api::Workers>(std::max(settings.io_threads / 2, 1), api::Standing::last);
        shared->beside = workers.get();
        asio::co_spawn(loops.front()->io, accept(), asio::detached);
        // Signals belong to the main thread; threads inherit the mask that stands when they are made.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        for (const auto& loop : loops)
            threads.emplace_back([loop] {
                ask_for_short_turns();
                loop->run();
            });
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    void listen(const asio::ip::tcp::endpoint& endpoint) {
        acceptor.emplace(loops.front()->io.get_executor());
        error_code ec;
        acceptor->open(endpoint.protocol(), ec);
        if (!ec) acceptor->set_option(Acceptor::reuse_address{true}, ec);
        if (!ec) acceptor->bind(endpoint, ec);
        if (!ec) acceptor->listen(1024, ec);
        if (!ec) acceptor->non_blocking(true, ec);
        if (ec) {
            acceptor.reset();
            loops.clear();
            throw std::runtime_error(fmt::format("Cannot listen on {}: {}.", shared->settings.listen, ec.message()));
        }
        port = acceptor->local_endpoint().port();
    }

    // One thread accepts and hands out in turn: the share of each thread is exact, and a port in use is noticed.
    Awaitable accept() {
        Timer pause{loops.front()->io.get_executor()};
        for (;;) {
            error_code ec;
            Socket socket{loops.front()->io.get_executor()};
            co_await acceptor->async_accept(socket, asio::redirect_error(UseAwaitable{}, ec));
            if (!acceptor->is_open()) co_return;
            if (!ec) {
                hand_out(std::move(socket));
                continue;
            }
            // Out of descriptors: those in use come back, and trying at once would only burn the core.
            pause.expires_after(std::chrono::milliseconds{50});
            co_await pause.async_wait(asio::redirect_error(UseAwaitable{}, ec));
        }
    }

    void hand_out(Socket&& socket) {
        if (shared->connections.fetch_add(1) >= shared->settings.max_connections) {
            turn_away(std::move(socket));
            return;
        }
        const std::shared_ptr<Loop> loop = loops[turn++ % loops.size()];
        if (loop == loops.front()) {
            begin(loop, std::move(socket));
            return;
        }
        const auto protocol = socket.local_endpoint().protocol();
        asio::post(loop->io, [this, loop, protocol, handle = socket.release()] {
            Socket moved{loop->io.get_executor()};
            moved.assign(protocol, handle);
            begin(loop, std::move(moved));
        });
    }

    void turn_away(Socket&& socket) {
        error_code ignored;
        if (!tls) {
            std::string out;
            const api::Answer answer = problem(503, Codigo::no_disponible, "", Idioma::es);
            AnswerFrame frame;
            frame.date = loops.front()->date;
            frame.close = true;
            if (write_head(out, answer, frame)) out += answer.content();
            socket.non_blocking(true, ignored);
            socket.write_some(asio::buffer(out), ignored);
            socket.shutdown(Socket::shutdown_send, ignored);
        }
        socket.close(ignored);
        shared->connection_closed();
    }

    void begin(const std::shared_ptr<Loop>& loop, Socket&& socket) {
        if (loop->stopping) {
            shared->connection_closed();
            return;
        }
        if (const auto context = current_tls()) spawn<TlsSocket>(loop, TlsSocket{std::move(socket), *context});
        else spawn<Socket>(loop, std::move(socket));
    }

    template <class Stream>
    void spawn(const std::shared_ptr<Loop>& loop, Stream stream) {
        boost::intrusive_ptr<Connection<Stream>> connection{new Connection<Stream>{loop, std::move(stream)}};
        asio::co_spawn(loop->io, connection->run(connection), asio::detached);
    }

    std::shared_ptr<asio::ssl::context> current_tls() {
        const std::lock_guard lock{tls_mutex};
        return tls;
    }

    // On the accepting thread: takes in what the system has already accepted for us, then closes the door.
    void close_door() {
        if (!acceptor || !acceptor->is_open()) return;
        error_code ec;
        for (;;) {
            Socket socket{loops.front()->io.get_executor()};
            acceptor->accept(socket, ec);
            if (ec) break;
            hand_out(std::move(socket));
        }
        acceptor->close(ec);
    }

    bool drain(std::chrono::milliseconds deadline) {
        if (threads.empty()) return true;
        asio::post(loops.front()->io, [this] {
            close_door();
            for (const auto& loop : loops) asio::post(loop->io, [loop = loop.get()] { loop->drain(); });
            const std::lock_guard lock{shared->mutex};
            door_closed = true;
            shared->all_closed.notify_all();
        });
        std::unique_lock lock{shared->mutex};
        return shared->all_closed.wait_for(lock, deadline, [&] { return door_closed && shared->connections == 0; });
    }

    void stop() {
        if (threads.empty()) return;
        asio::post(loops.front()->io, [this] {
            error_code ignored;
            acceptor->close(ignored);
            for (const auto& loop : loops) asio::post(loop->io, [loop = loop.get()] { loop->stop(); });
        });
        for (std::thread& thread : threads) thread.join();
        threads.clear();
        {
            const std::lock_guard lock{shared->mutex};
            shared->beside = nullptr;
        }
        workers.reset();
        acceptor.reset();
        loops.clear();
    }

    const std::shared_ptr<Shared> shared;
    std::vector<std::shared_ptr<Loop>> loops;
    std::vector<std::thread> threads;
    std::unique_ptr<api::Workers> workers;  // compress what is large
    std::optional<Acceptor> acceptor;
    std::uint16_t port = 0;
    std::size_t turn = 0;
    bool door_closed = false;
    std::mutex tls_mutex;
    std::shared_ptr<asio::ssl::context> tls;
};

Server::Server(ServerSettings settings, api::Handler& handler, Observer* observer)
    : impl_(std::make_unique<Impl>(std::move(settings), handler, observer)) {}

Server::~Server() { stop(); }

void Server::start() { impl_->start(); }
std::uint16_t Server::port() const { return impl_->port; }
bool Server::drain(std::chrono::milliseconds deadline) { return impl_->drain(deadline); }
void Server::stop() { impl_->stop(); }
std::size_t Server::connections() const { return impl_->shared->connections; }
std::int64_t Server::bytes_in_flight() const { return static_cast<std::int64_t>(impl_->shared->in_flight.used()); }
std::uint64_t Server::given_back() const {
    return impl_->shared->in_flight.given_back() + impl_->shared->closed.load() * connection_bytes;
}

void Server::reload_tls() {
    if (impl_->shared->settings.tls_certificate.empty()) return;
    auto fresh = make_tls(impl_->shared->settings);
    const std::lock_guard lock{impl_->tls_mutex};
    impl_->tls = std::move(fresh);
}

}  // namespace cacao::serve
