#pragma once
// One connection as one coroutine. Included by server.cpp only.

#include "api/problema.hpp"
#include "serve/http_reader.hpp"
#include "serve/http_writer.hpp"
#include "serve/loop.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <array>
#include <optional>
#include <type_traits>

namespace cacao::serve {

using TlsSocket = asio::ssl::stream<Socket>;

bool is_trusted(const Shared& shared, const asio::ip::address& address);
// The client as the nearest trusted proxy saw it; `peer` when the header does not hold an address there.
std::string_view forwarded_client(const Shared& shared, std::string_view header, std::string_view peer);

template <class Stream>
class Connection final : public ConnectionBase {
public:
    static constexpr bool tls = !std::is_same_v<Stream, Socket>;

    Connection(std::shared_ptr<Loop> loop, Stream&& stream)
        : loop_(std::move(loop)),
          shared_(*loop_->shared),
          stream_(std::move(stream)),
          reader_({shared_.settings.header_bytes, shared_.settings.header_count}) {}

    Awaitable run([[maybe_unused]] ConnectionPointer self) {
        loop_->add(*this);
        if (shared_.observer) shared_.observer->opened();
        try {
            error_code ec = prepare_socket();
            if constexpr (tls) {
                deadline = loop_->now + shared_.settings.header_timeout;
                if (!ec)
                    co_await stream_.async_handshake(asio::ssl::stream_base::server, asio::redirect_error(UseAwaitable{}, ec));
            }
            if (!ec) co_await serve();
        } catch (...) {
            // Out of memory, or a handler or observer that broke its promise: this connection ends, the others go on.
        }
        error_code ignored;
        socket().close(ignored);
        loop_->remove(*this);
        if (shared_.observer) shared_.observer->closed();
        shared_.connection_closed();
    }

    void expire() override {
        timed_out_ = true;
        error_code ignored;
        if (reading_) socket().cancel(ignored);
        else socket().close(ignored);
    }

    void drain() override {
        error_code ignored;
        if (reading_ && reader_.idle() && socket().available(ignored) == 0) socket().cancel(ignored);
    }

    void abort() override {
        aborted_ = true;
        error_code ignored;
        socket().close(ignored);
        resume();
    }

    void resume() override {
        if (!waiting_) return;
        auto handler = std::move(*waiting_);
        waiting_.reset();
        std::move(handler)();
    }

private:
    using Resume = typename asio::async_result<UseAwaitable, void()>::handler_type;
    enum class Next : std::uint8_t { read, write, wait, close };
    enum class Phase : std::uint8_t { idle, working, waiting, answered };

    static constexpr std::size_t copy_limit = 32 * 1024;   // a larger body is written from where it stands
    static constexpr std::size_t flush_limit = 64 * 1024;  // pipelined answers are written at the latest here
    static constexpr std::size_t linger_limit = 1024 * 1024;
    static constexpr std::size_t progress_step = 64 * 1024;

    Socket& socket() {
        if constexpr (tls) return stream_.next_layer();
        else return stream_;
    }

    error_code prepare_socket() {
        error_code ec, ignored;
        const auto peer = socket().remote_endpoint(ec);
        if (ec) return ec;
        remote_ = peer.address().to_string();
        behind_proxy_ = is_trusted(shared_, peer.address());
        socket().non_blocking(true, ec);
        socket().set_option(asio::ip::tcp::no_delay{true}, ignored);
        return ec;
    }

    // Everything that waits stands here; everything that decides stands in step().
    Awaitable serve() {
        error_code ec;
        for (;;) {
            const Next next = step();
            if (!out_.empty() || !large_.empty()) {
                std::size_t written = 0;
                const std::size_t total = out_.size() + large_.size();
                if constexpr (!tls) {
                    // One plain buffer takes a shorter way through the system than a list of two.
                    written = large_.empty() ? stream_.write_some(asio::buffer(out_), ec) : stream_.write_some(unwritten(0), ec);
                    if (ec == asio::error::would_block) ec = {};
                }
                deadline = loop_->now + shared_.settings.body_timeout;
                while (!ec && written < total) {
                    written += co_await stream_.async_write_some(unwritten(written), asio::redirect_error(UseAwaitable{}, ec));
                    deadline = loop_->now + shared_.settings.body_timeout;
                }
                if (!ec || next == Next::wait) release_output();
                // An answer that is still owed is awaited even when nobody can hear it any more.
                if (ec && next != Next::wait) co_return;
            }
            if (next == Next::close) break;
            if (next == Next::wait) {
                deadline = Clock::time_point::max();
                while (phase_.load(std::memory_order_acquire) != Phase::answered && !aborted_) co_await answer_ready();
                if (aborted_) co_return;
            }
            if (next == Next::read) {
                begin_read();
                const auto room = reader_.room();
                const std::size_t n = co_await stream_.async_read_some(asio::buffer(room.data(), room.size()),
                                                                       asio::redirect_error(UseAwaitable{}, ec));
                reading_ = false;
                reader_.received(n);
                if (ec && !(timed_out_ && !aborted_ && !reader_.idle())) co_return;
                if (ec) expired_ = true;
                timed_out_ = false;
            }
        }
        co_await linger();
    }

    // Goes on as far as possible without waiting.
    Next step() {
        for (;;) {
            if (phase_.load(std::memory_order_acquire) == Phase::answered) finish_answer();
            if (closing_) return Next::close;
            if (expired_) return refuse(408, Codigo::tiempo_agotado);
            if (out_.size() >= flush_limit || !large_.empty()) return Next::write;
            switch (reader_.advance()) {
                case HttpReader::State::more: return Next::read;
                case HttpReader::State::head: begin_body(); break;
                case HttpReader::State::refused: return refuse(reader_.refusal().status, reader_.refusal().codigo);
                case HttpReader::State::request:
                    if (!dispatch()) return Next::wait;
            }
        }
    }

    void begin_body() {
        const api::Request& request = reader_.request();
        const bool may_continue = reader_.head().expect_continue && reader_.head().has_body && !reader_.body_started();
        reader_.begin_body(shared_.handler.body_limit(request.verb, request.path));
        timed_since_ = loop_->now;
        if (may_continue && reader_.in_body()) output().append("HTTP/1.1 100 Continue\r\n\r\n");
    }

    // Hands the request to the handler. False when the answer will come later.
    bool dispatch() {
        api::Request& request = reader_.request();
        const Head& head = reader_.head();
        trace_.start(head.traceparent, loop_->random);
        request.trace_id = trace_.trace_id();
        request.remote = behind_proxy_ ? forwarded_client(shared_, head.forwarded_for, remote_) : std::string_view{remote_};
        cors_origin_ = allowed_origin(head.origin);
        if (shared_.observer) {
            started_ = Clock::now();
            shared_.observer->started();
        }
        phase_.store(Phase::working, std::memory_order_relaxed);
        intrusive_ptr_add_ref(this);
        if (request.verb == api::Verb::OPTIONS && !cors_origin_.empty() && !head.preflight_method.empty()) {
            respond(preflight(head));
            return true;
        }
        try {
            shared_.handler.handle(request, [this](api::Answer&& answer) { respond(std::move(answer)); });
        } catch (...) {
            // A handler that throws has not kept `respond`, so the answer is ours to give.
            if (phase_.load(std::memory_order_acquire) == Phase::working)
                respond(problem(500, Codigo::interno, trace_.trace_id(), api::language_of(head.accept_language)));
        }
        Phase expected = Phase::working;
        return !phase_.compare_exchange_strong(expected, Phase::waiting, std::memory_order_acq_rel);
    }

    // From any thread, once per dispatched request. Compression happens here, so that a worker's large answer costs the worker.
    void respond(api::Answer&& answer) {
        const std::size_t minimum = shared_.settings.compression_minimum;
        vary_encoding_ = minimum > 0 && compressible(answer, minimum);
        gzip_ = vary_encoding_ && reader_.head().accepts_gzip && compress(answer.body);
        answer_ = std::move(answer);
        const ConnectionPointer owed{this, false};
        if (phase_.exchange(Phase::answered, std::memory_order_acq_rel) == Phase::waiting) loop_->answered(owed);
    }

    void finish_answer() {
        const Head& head = reader_.head();
        // While draining, what was already received is still answered; the last of it says goodbye.
        closing_ = !head.keep_alive || (loop_->draining && !reader_.has_more());
        AnswerFrame frame;
        frame.http_1_0 = head.http_1_0;
        frame.head_only = reader_.request().verb == api::Verb::HEAD;
        frame.gzip = gzip_;
        frame.vary_encoding = vary_encoding_;
        frame.cors_origin = cors_origin_;
        put_answer(frame, reader_.request(), false);
        phase_.store(Phase::idle, std::memory_order_relaxed);
        reader_.next();
        fresh_ = false;
    }

    Next refuse(int status, Codigo codigo) {
        const bool known = reader_.head_known();
        api::Request empty;
        empty.verb = api::Verb::other;
        api::Request& request = known ? reader_.request() : empty;
        trace_.start(known ? reader_.head().traceparent : std::string_view{}, loop_->random);
        request.trace_id = trace_.trace_id();
        request.remote = remote_;
        answer_ =
            problem(status, codigo, trace_.trace_id(), known ? api::language_of(reader_.head().accept_language) : Idioma::es);
        closing_ = true;
        started_ = {};
        AnswerFrame frame;
        frame.head_only = known && request.verb == api::Verb::HEAD;
        frame.cors_origin = known ? allowed_origin(reader_.head().origin) : std::string_view{};
        put_answer(frame, request, true);
        return Next::close;
    }

    void put_answer(AnswerFrame& frame, const api::Request& request, bool refused) {
        frame.date = loop_->date;
        frame.traceparent = trace_.traceparent();
        frame.close = closing_;
        frame.vary_origin = !shared_.settings.cors_origins.empty();
        frame.secure = !shared_.settings.tls_certificate.empty();
        std::string& out = output();
        const std::size_t before = out.size();
        const bool with_body = write_head(out, answer_, frame);
        std::size_t bytes = out.size() - before;
        if (with_body) bytes += answer_.content().size();
        if (shared_.observer) {
            const auto duration = refused ? Clock::duration{} : Clock::now() - started_;
            shared_.observer->finished(request, answer_, duration, bytes, refused);
        }
        if (with_body && answer_.content().size() <= copy_limit) {
            out.append(answer_.content());
        } else if (with_body) {
            large_shared_ = std::move(answer_.shared_body);
            large_own_ = std::move(answer_.body);
            large_ = large_shared_ ? *large_shared_ : large_own_;
        }
        answer_ = {};
    }

    api::Answer preflight(const Head& head) const {
        api::Answer answer;
        answer.status = 204;
        answer.headers.emplace_back("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE");
        if (!head.preflight_headers.empty())
            answer.headers.emplace_back("Access-Control-Allow-Headers", std::string{head.preflight_headers});
        answer.headers.emplace_back("Access-Control-Max-Age", "600");
        return answer;
    }

    std::string_view allowed_origin(std::string_view origin) const {
        if (origin.empty()) return {};
        for (const std::string& allowed : shared_.settings.cors_origins)
            if (allowed == origin) return allowed;
        return {};
    }

    void begin_read() {
        const ServerSettings& settings = shared_.settings;
        if (reader_.idle()) {
            reader_.shrink();
            deadline = loop_->now + (fresh_ ? settings.header_timeout : settings.idle_timeout);
            in_head_ = false;
            // A connection that goes idle while draining closes, unless something has arrived in the meantime.
            if (loop_->draining) asio::post(loop_->io, [self = ConnectionPointer{this}] { self->drain(); });
        } else if (reader_.in_body()) {
            deadline = timed_since_ + settings.body_timeout * (1 + reader_.body_received() / progress_step);
            in_head_ = false;
        } else if (!in_head_) {
            // Counted once from the first byte: sending a byte now and then does not buy more time.
            deadline = loop_->now + settings.header_timeout;
            in_head_ = true;
        }
        reading_ = true;
        timed_out_ = false;
    }

    auto answer_ready() {
        return asio::async_initiate<const UseAwaitable, void()>([this](Resume handler) { waiting_.emplace(std::move(handler)); },
                                                                use_);
    }

    // Closing with unread input would make the system send a reset, which can destroy the answer on its way. So: say that
    // nothing more comes, then read and forget for a moment.
    Awaitable linger() {
        error_code ec;
        reading_ = false;
        deadline = loop_->now + std::min<std::chrono::milliseconds>(shared_.settings.header_timeout, std::chrono::seconds{2});
        if constexpr (tls) {
            co_await stream_.async_shutdown(asio::redirect_error(UseAwaitable{}, ec));
            ec = {};
        }
        socket().shutdown(Socket::shutdown_send, ec);
        std::array<char, 2048> scratch;
        for (std::size_t total = 0; !ec && total < linger_limit;)
            total += co_await socket().async_read_some(asio::buffer(scratch), asio::redirect_error(UseAwaitable{}, ec));
    }

    std::string& output() {
        if (out_.capacity() <= sizeof(std::string)) out_ = loop_->take_buffer();
        return out_;
    }

    void release_output() {
        loop_->give_buffer(std::move(out_));
        out_ = {};
        if (large_.empty()) return;
        large_ = {};
        large_own_ = {};
        large_shared_.reset();
    }

    std::array<asio::const_buffer, 2> unwritten(std::size_t written) const {
        return {asio::buffer(out_) + written, asio::buffer(large_) + (written > out_.size() ? written - out_.size() : 0)};
    }

    const std::shared_ptr<Loop> loop_;
    Shared& shared_;
    Stream stream_;
    HttpReader reader_;
    Trace trace_;
    std::string remote_;
    std::string out_;         // answers not yet written
    std::string_view large_;  // a body too large to copy behind them, in one of the next two
    std::string large_own_;
    std::shared_ptr<const std::string> large_shared_;
    api::Answer answer_;
    std::string_view cors_origin_;
    Clock::time_point started_;
    Clock::time_point timed_since_;
    std::atomic<Phase> phase_{Phase::idle};
    UseAwaitable use_;
    std::optional<Resume> waiting_;
    bool behind_proxy_ = false;
    bool fresh_ = true;  // no request yet
    bool reading_ = false;
    bool in_head_ = false;
    bool timed_out_ = false;
    bool expired_ = false;
    bool closing_ = false;
    bool aborted_ = false;
    bool gzip_ = false;
    bool vary_encoding_ = false;
};

}  // namespace cacao::serve
