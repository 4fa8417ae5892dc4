#pragma once
// One connection as one coroutine. Included by server.cpp only.

#include "api/limitador.hpp"
#include "api/problema.hpp"
#include "base/red.hpp"
#include "serve/http_reader.hpp"
#include "serve/http_writer.hpp"
#include "serve/loop.hpp"
#include "serve/output.hpp"
#include "serve/pace.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <poll.h>

#include <array>
#include <optional>
#include <type_traits>
#include <utility>

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
          reader_({shared_.settings.header_bytes, shared_.settings.header_count}),
          output_(*loop_),
          pace_(shared_.settings.body_timeout, shared_.settings.minimum_rate),
          body_pace_(pace_) {}

    Awaitable run([[maybe_unused]] ConnectionPointer self) {
        loop_->add(*this);
        if (shared_.observer) shared_.observer->opened();
        try {
            error_code ec = prepare_socket();
            if constexpr (tls) {
                if (crowded_) ec = asio::error::connection_refused;  // telling why would cost a handshake
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
        if (!address_.empty()) shared_.addresses.leave(address_);
        if (phase_.load(std::memory_order_acquire) != Phase::waiting) adopt();
        hold(0);
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
    enum class Next : std::uint8_t { read, write, wait, turn, close };
    enum class Phase : std::uint8_t { idle, working, waiting, answered };

    static constexpr std::size_t linger_limit = 1024 * 1024;
    static constexpr std::size_t uncounted = 8 * 1024;      // a usual head and a small body are free of the budget
    static constexpr std::size_t small_answer = 16 * 1024;  // compressed by the io thread itself, counted when it has to wait
    static constexpr std::uint64_t turn_requests = 16;      // then the connections beside it have their turn
    static constexpr std::uint64_t turn_bytes = 16 * 1024;  // written: as good as a request

    Socket& socket() {
        if constexpr (tls) return stream_.next_layer();
        else return stream_;
    }

    error_code prepare_socket() {
        error_code ec, ignored;
        const auto peer = socket().remote_endpoint(ec);
        if (ec) return ec;
        remote_ = peer.address().to_string();
        network_ = api::Limitador::quien(remote_);
        caller_ = network_;
        behind_proxy_ = is_trusted(shared_, peer.address());
        if (!behind_proxy_) crowded_ = !count_address(peer.address());
        socket().non_blocking(true, ec);
        socket().set_option(asio::ip::tcp::no_delay{true}, ignored);
        return ec;
    }

    // Everything that waits stands here; everything that decides stands in step().
    Awaitable serve() {
        error_code ec;
        for (;;) {
            const Next next = step();
            pace_.start(loop_->now);
            std::uint64_t sent = 0;
            while (output_.size() > 0 || output_.more_in_file()) {
                // Half an answer with a whole head: the caller must learn of it by the end of the connection.
                if (output_.size() == 0 && !output_.next_piece()) co_return;
                const std::size_t total = output_.size();
                std::size_t written = 0;
                if constexpr (!tls) {
                    // One plain buffer takes a shorter way through the system than a list of two.
                    written = output_.has_large() ? stream_.write_some(output_.unwritten(0), ec)
                                                  : stream_.write_some(asio::buffer(output_.front()), ec);
                    if (ec == asio::error::would_block) ec = {};
                }
                deadline = pace_.due(loop_->now, sent + written);
                if constexpr (!tls) {
                    // A piece of a file is read again when the caller takes more: until then it holds no memory.
                    if (!ec && written < total && output_.put_back(written)) {
                        sent += written;
                        if (counted_ > 0) account();
                        co_await stream_.async_wait(Socket::wait_write, asio::redirect_error(UseAwaitable{}, ec));
                        if (ec) co_return;
                        continue;
                    }
                }
                // Who does not read while all that may wait is waiting is let go.
                if (!ec && written < total && !hold_output() && next != Next::wait) co_return;
                while (!ec && written < total) {
                    written +=
                        co_await stream_.async_write_some(output_.unwritten(written), asio::redirect_error(UseAwaitable{}, ec));
                    deadline = pace_.due(loop_->now, sent + written);
                }
                sent += written;
                if (!ec || next == Next::wait) release_output();
                // An answer that is still owed is awaited even when nobody can hear it any more.
                if (ec && next != Next::wait) co_return;
                if (output_.more_in_file()) co_await turn();
            }
            served_ += sent / turn_bytes;
            if (next == Next::close) break;
            if (next == Next::turn) {
                deadline = Clock::time_point::max();
                co_await turn();
                if (aborted_) co_return;
                served_ = 0;
            }
            if (next == Next::wait) {
                served_ = 0;
                deadline = Clock::time_point::max();
                while (phase_.load(std::memory_order_acquire) != Phase::answered && !aborted_) co_await answer_ready();
                if (aborted_) co_return;
            }
            if (next == Next::read) {
                begin_read();
                const auto room = reader_.room();
                account();
                const std::size_t n = co_await stream_.async_read_some(asio::buffer(room.data(), room.size()),
                                                                       asio::redirect_error(UseAwaitable{}, ec));
                reading_ = false;
                served_ = 0;
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
            if (phase_.load(std::memory_order_acquire) == Phase::answered) judging_ ? finish_judging() : finish_answer();
            if (closing_) return Next::close;
            if (crowded_) return refuse(429, Codigo::demasiadas_conexiones);
            if (expired_) return refuse(408, Codigo::tiempo_agotado);
            if (output_.full()) return Next::write;
            if (served_ >= turn_requests) return Next::turn;
            switch (reader_.advance()) {
                case HttpReader::State::more:
                    if (!may_grow()) return refuse(503, Codigo::saturado);
                    return Next::read;
                case HttpReader::State::head:
                    if (reader_.body_here() || admitted_) begin_body();
                    else if (!judge()) return Next::wait;
                    break;
                case HttpReader::State::refused: return refuse(reader_.refusal().status, reader_.refusal().codigo);
                case HttpReader::State::request:
                    if (!dispatch()) return Next::wait;
            }
        }
    }

    // A body that has still to come is let in by its head alone: whoever may not send it does not make us keep it. False when
    // the verdict will come later.
    bool judge() {
        introduce();
        if (crowded_) return true;
        phase_.store(Phase::working, std::memory_order_relaxed);
        judging_ = true;
        intrusive_ptr_add_ref(this);
        try {
            shared_.handler.judge(reader_.request(), [this](api::Handler::Verdict&& verdict) { judged(std::move(verdict)); });
        } catch (...) {
            if (phase_.load(std::memory_order_acquire) == Phase::working)
                judged(
                    {problem(500, Codigo::interno, trace_.trace_id(), api::language_of(reader_.head().accept_language)), {}, 0});
        }
        return !will_wait();
    }

    // From any thread, like respond().
    void judged(api::Handler::Verdict&& verdict) {
        verdict_ = std::move(verdict);
        deliver();
    }

    void finish_judging() {
        phase_.store(Phase::idle, std::memory_order_relaxed);
        judging_ = false;
        if (!verdict_.refusal) {
            admitted_ = true;
            caller_ = verdict_.caller;
            reader_.request().admission = std::move(verdict_.admission);
            return;
        }
        answer_ = std::move(*verdict_.refusal);
        verdict_ = {};
        closing_ = true;
        if (shared_.observer) shared_.observer->started();
        started_ = Clock::now();
        gzip_ = vary_encoding_ = false;
        put_answer(frame_of(reader_.head()), reader_.request(), false);
    }

    void begin_body() {
        const api::Request& request = reader_.request();
        const bool may_continue = reader_.head().expect_continue && reader_.head().has_body && !reader_.body_started();
        // Most requests have none, and need not be looked up for it.
        reader_.begin_body(reader_.head().has_body ? shared_.handler.body_limit(request.verb, request.path) : 0);
        body_pace_.start(loop_->now);
        if (may_continue && reader_.in_body() && may_grow()) output_.text().append("HTTP/1.1 100 Continue\r\n\r\n");
    }

    // Who calls, as far as the head says it.
    void introduce() {
        api::Request& request = reader_.request();
        const Head& head = reader_.head();
        trace_.start(head.traceparent, loop_->random);
        request.trace_id = trace_.trace_id();
        request.remote = client();
        cors_origin_ = allowed_origin(head.origin);
        if (behind_proxy_) caller_ = network_ = api::Limitador::quien(request.remote);
        request.network = network_;
        if (!behind_proxy_) return;
        error_code ec;
        const auto address = asio::ip::make_address(request.remote, ec);
        // A proxy is no caller: what it asks for itself is not counted.
        if (!ec && !is_trusted(shared_, address)) crowded_ = !count_address(address);
    }

    std::string_view client() const {
        return behind_proxy_ ? forwarded_client(shared_, reader_.head().forwarded_for, remote_) : std::string_view{remote_};
    }

    // The connection belongs to one address at a time: of a proxy's, to the caller of its last request.
    bool count_address(const asio::ip::address& address) {
        std::string who = red_de(address.to_string());
        if (who == address_) return true;
        if (!address_.empty()) shared_.addresses.leave(std::exchange(address_, {}));
        if (!shared_.addresses.enter(who, shared_.settings.connections_per_address)) return false;
        address_ = std::move(who);
        return true;
    }

    // Hands the request to the handler. False when the answer will come later.
    bool dispatch() {
        api::Request& request = reader_.request();
        const Head& head = reader_.head();
        if (!admitted_) introduce();
        else request.remote = client();  // reading the body may have moved the head
        if (crowded_) return true;
        ++served_;
        responded_ = false;
        if (shared_.observer) {
            started_ = Clock::now();
            shared_.observer->started();
        }
        request.ended = [fd = socket().native_handle()] { return caller_left(fd); };
        request.roomless = &shared_.roomless;
        phase_.store(Phase::working, std::memory_order_relaxed);
        intrusive_ptr_add_ref(this);
        if (request.verb == api::Verb::OPTIONS && !cors_origin_.empty() && !head.preflight_method.empty()) {
            respond(preflight(head));
            return true;
        }
        try {
            shared_.handler.handle(request, [this](api::Answer&& answer) { respond(std::move(answer)); });
        } catch (...) {
            // A handler that throws has not kept `respond`, so the answer is ours to give, unless it was given.
            if (!responded_) respond(problem(500, Codigo::interno, trace_.trace_id(), api::language_of(head.accept_language)));
        }
        return !will_wait();
    }

    // Asked by whoever works at the answer, so the socket itself is left alone. It is closed meanwhile only when the service
    // ends.
    static bool caller_left(int fd) {
        pollfd state{fd, POLLRDHUP, 0};
        return ::poll(&state, 1, 0) > 0;
    }

    // True when the handler has still to answer.
    bool will_wait() {
        Phase expected = Phase::working;
        return phase_.compare_exchange_strong(expected, Phase::waiting, std::memory_order_acq_rel);
    }

    // From any thread, once per dispatched request: also from the one that writes the database, so nothing long happens here.
    void respond(api::Answer&& answer) {
        responded_ = true;
        const std::size_t minimum = shared_.settings.compression_minimum;
        vary_encoding_ = minimum > 0 && compressible(answer, minimum);
        gzip_ = false;
        answer_ = std::move(answer);
        bool roomless = !reserve();
        if (roomless && api::Workers::here()) spill(), roomless = false;
        const bool large = vary_encoding_ && reader_.head().accepts_gzip && answer_.length() > small_answer;
        if (!large && !roomless) return deliver();
        const std::size_t waits = roomless ? answer_.content().size() : 0;
        shared_.roomless.change(reserved_for_, 0, reserved_for_, waits);
        const bool beside = shared_.do_beside(
            [this, large, waits] {
                if (waits > 0) spill();
                shared_.roomless.give_back(reserved_for_, waits);
                if (large) gzip_ = compress_answer();
                deliver();
            },
            reserved_for_.who);
        if (beside) return;
        shared_.roomless.give_back(reserved_for_, waits);
        deliver();
    }

    // A larger answer is counted from the moment that it is there. False when there is no room for it.
    bool reserve() {
        if (answer_.usuarioId != 0 || answer_.consumidorId != 0)
            reserved_for_ = {api::Limitador::quien(answer_.usuarioId, answer_.consumidorId), answer_.organizacionId};
        else reserved_for_ = caller_;
        const bool shared = answer_.shared_body && answer_.shared_body.use_count() > 1;
        const std::size_t bytes = answer_.file || shared ? 0 : answer_.content().size();
        if (bytes <= small_answer) return true;
        if (!shared_.in_flight.take(reserved_for_, bytes)) return false;
        reserved(bytes);
        return true;
    }
    void reserved(std::size_t bytes) {
        reserved_ = bytes;
        if (shared_.observer) shared_.observer->held(static_cast<std::int64_t>(bytes));
    }

    // What has no room in memory waits on the disk. Where that takes no more either, a read is refused; what was done is told.
    void spill() noexcept {
        try {
            auto file = new_spool();
            file->write(answer_.content());
            file->finish();
            if (!file->has_file()) return;
            answer_.file = std::move(file);
            std::string{}.swap(answer_.body);
            answer_.shared_body.reset();
        } catch (...) {
            if (reader_.verb() != api::Verb::GET && reader_.verb() != api::Verb::HEAD) {
                const std::size_t bytes = answer_.content().size();
                shared_.in_flight.change(reserved_for_, 0, reserved_for_, bytes);
                return reserved(bytes);
            }
            auto refusal = problem(503, Codigo::saturado, trace_.trace_id(), api::language_of(reader_.head().accept_language));
            refusal.operation = answer_.operation;
            refusal.organizacionId = answer_.organizacionId;
            refusal.usuarioId = answer_.usuarioId;
            refusal.consumidorId = answer_.consumidorId;
            answer_ = std::move(refusal);
            vary_encoding_ = false;
        }
    }

    std::shared_ptr<api::Spool> new_spool() const {
        return std::make_shared<api::Spool>(shared_.settings.temporary_folder, reserved_for_);
    }

    // What cannot be compressed, for want of memory or of a disk, goes as it is.
    bool compress_answer() noexcept {
        try {
            if (!answer_.file) return compress(answer_.body);
            const auto smaller = compressed(*answer_.file, new_spool());
            answer_.file.reset();
            if (smaller->has_file()) answer_.file = smaller;
            else answer_.body = smaller->take();  // it needs no file any more
            return true;
        } catch (...) {
            return false;
        }
    }

    void deliver() {
        const ConnectionPointer owed{this, false};
        if (phase_.exchange(Phase::answered, std::memory_order_acq_rel) == Phase::waiting) loop_->answered(owed);
    }

    AnswerFrame frame_of(const Head& head) const {
        AnswerFrame frame;
        frame.http_1_0 = head.http_1_0;
        frame.head_only = reader_.verb() == api::Verb::HEAD;
        frame.gzip = gzip_;
        frame.vary_encoding = vary_encoding_;
        frame.cors_origin = cors_origin_;
        return frame;
    }

    void finish_answer() {
        const Head& head = reader_.head();
        // While draining, what was already received is still answered; the last of it says goodbye.
        closing_ = !head.keep_alive || (loop_->draining && !reader_.has_more());
        if (vary_encoding_ && !gzip_ && head.accepts_gzip && answer_.length() <= small_answer) gzip_ = compress_answer();
        put_answer(frame_of(head), reader_.request(), false);
        phase_.store(Phase::idle, std::memory_order_relaxed);
        reader_.next();
        fresh_ = admitted_ = false;
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
        put_answer(std::move(frame), request, true);
        return Next::close;
    }

    void put_answer(AnswerFrame frame, const api::Request& request, bool refused) {
        frame.date = loop_->date;
        frame.traceparent = trace_.traceparent();
        frame.close = closing_;
        frame.vary_origin = !shared_.settings.cors_origins.empty();
        frame.secure = !shared_.settings.tls_certificate.empty();
        std::string& out = output_.text();
        const std::size_t before = out.size();
        const bool with_body = write_head(out, answer_, frame);
        std::size_t bytes = out.size() - before;
        if (with_body) bytes += answer_.length();
        if (shared_.observer) {
            const auto duration = refused ? Clock::duration{} : Clock::now() - started_;
            shared_.observer->finished(request, answer_, duration, bytes, refused);
        }
        if (with_body) output_.put_body(std::move(answer_));
        answer_ = {};
        adopt();
    }

    // Bytes of this connection in the budget of all, as its caller's.
    void hold(std::size_t bytes) {
        if (bytes == counted_ && (bytes == 0 || holder_ == caller_)) return;
        const auto more = static_cast<std::int64_t>(bytes) - static_cast<std::int64_t>(counted_);
        // Told before it is given back, and when it was taken: whoever counts never counts more than there is.
        if (more < 0 && shared_.observer) shared_.observer->held(more);
        shared_.in_flight.change(holder_, counted_, caller_, bytes);
        counted_ = bytes;
        holder_ = caller_;
        if (more > 0 && shared_.observer) shared_.observer->held(more);
    }
    // What was reserved for an answer is held by the connection from here on.
    void adopt() {
        if (reserved_ == 0) return;
        caller_ = reserved_for_;
        hold(counted_);
        holder_ = caller_;
        counted_ += std::exchange(reserved_, 0);
    }
    void account() {
        const std::size_t bytes = reader_.held() + output_.held();
        if (bytes > uncounted || counted_ > 0) hold(bytes > uncounted ? bytes : 0);
    }
    // Answers that have to wait for the other side. False when there is no room for them; a large one was given it before.
    bool hold_output() {
        const bool room = output_.has_large() || output_.is_piece() || output_.size() <= counted_ + uncounted ||
                          shared_.in_flight.fits(caller_, output_.size());
        account();
        return room;
    }
    bool may_grow() const {
        const std::size_t growth = reader_.growth();
        return growth == 0 || reader_.held() + growth <= uncounted || shared_.in_flight.fits(caller_, growth);
    }

    // Behind everything that is ready to run on this thread.
    auto turn() { return asio::post(loop_->io.get_executor(), use_); }

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
            deadline = body_pace_.due(loop_->now, reader_.body_received());
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
        reader_.abandon();
        account();
        deadline = loop_->now + std::min<std::chrono::milliseconds>(shared_.settings.header_timeout, std::chrono::seconds{2});
        if constexpr (tls) {
            co_await stream_.async_shutdown(asio::redirect_error(UseAwaitable{}, ec));
            ec = {};
        }
        socket().shutdown(Socket::shutdown_send, ec);
        // The system throws it away (MSG_TRUNC), so that who goes on sending costs few calls and no copy.
        for (std::size_t total = 0; !ec && total < linger_limit;)
            total +=
                co_await socket().async_receive(asio::buffer(loop_->unread), MSG_TRUNC, asio::redirect_error(UseAwaitable{}, ec));
    }

    void release_output() {
        output_.clear();
        if (counted_ > 0) account();
    }

    const std::shared_ptr<Loop> loop_;
    Shared& shared_;
    Stream stream_;
    HttpReader reader_;
    Trace trace_;
    std::string remote_;
    Output output_;
    api::Answer answer_;
    api::Handler::Verdict verdict_;
    std::string address_;         // under which it is counted, or empty
    api::Budget::Caller caller_;  // who is there, as far as it is known: a user, a consumer, or the network
    std::uint64_t network_ = 0;   // of who asks, as Limitador::quien says it
    api::Budget::Caller holder_;  // in whose part it is counted
    std::size_t counted_ = 0;     // bytes in the budget
    api::Budget::Caller reserved_for_;
    std::size_t reserved_ = 0;  // bytes of the answer that was given, until the io thread has it
    std::uint64_t served_ = 0;  // requests since others had their turn
    std::string_view cors_origin_;
    Clock::time_point started_;
    Pace pace_, body_pace_;
    std::atomic<Phase> phase_{Phase::idle};
    UseAwaitable use_;
    std::optional<Resume> waiting_;
    bool behind_proxy_ = false;
    bool crowded_ = false;  // its address has too many connections
    bool judging_ = false;
    bool responded_ = false;
    bool admitted_ = false;  // the body of the current request may come
    bool fresh_ = true;      // no request yet
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
