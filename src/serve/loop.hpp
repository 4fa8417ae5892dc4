#pragma once
// One io thread and what its connections share. Only server.cpp includes this: Asio is heavy to compile.

#include "api/budget.hpp"
#include "api/workers.hpp"
#include "serve/http_writer.hpp"
#include "serve/server.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace cacao::serve {

namespace asio = boost::asio;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>;
using Awaitable = asio::awaitable<void, Executor>;
using UseAwaitable = asio::use_awaitable_t<Executor>;
using Network = std::variant<asio::ip::network_v4, asio::ip::network_v6>;

// Which callers have how many connections.
class Addresses {
public:
    // False when that would be more than `most`.
    bool enter(const std::string& who, std::size_t most) {
        const std::lock_guard lock{mutex_};
        std::size_t& count = counts_[who];
        if (most > 0 && count >= most) return false;
        ++count;
        return true;
    }
    void leave(const std::string& who) {
        const std::lock_guard lock{mutex_};
        const auto found = counts_.find(who);
        if (--found->second == 0) counts_.erase(found);
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::string, std::size_t> counts_;
};

// Shared by all threads of one server; outlives it while an answer is still owed.
struct Shared {
    Shared(ServerSettings s, api::Handler& h, Observer* o)
        : settings(std::move(s)),
          handler(h),
          observer(o),
          in_flight(api::Budget::shared_out(settings.bytes_in_flight, settings.largest_body)),
          roomless(api::Budget::in_halves(settings.bytes_in_flight)) {}

    const ServerSettings settings;
    api::Handler& handler;
    Observer* const observer;
    std::vector<Network> trusted;

    std::atomic<std::size_t> connections{0};
    Addresses addresses;
    api::Budget in_flight;
    api::Budget roomless;                  // answers of writes for which it had no room, until the disk has them
    std::atomic<std::uint64_t> closed{0};  // connections
    std::mutex mutex;
    std::condition_variable all_closed;
    api::Workers* beside = nullptr;  // under the mutex; null before the start and after the end

    // Work that an io thread has no time for, in its caller's turn. False when nobody is there to do it.
    bool do_beside(std::function<void()> work, std::uint64_t caller) {
        const std::lock_guard lock{mutex};
        if (beside == nullptr) return false;
        beside->post(std::move(work), caller);
        return true;
    }

    void connection_closed() {
        closed.fetch_add(1, std::memory_order_relaxed);
        if (connections.fetch_sub(1) == 1) {
            const std::lock_guard lock{mutex};
            all_closed.notify_all();
        }
    }
};

// What the loop needs of a connection. Counted by hand, because the handler's callback holds a bare pointer: that is what
// fits into a std::function without an allocation.
class ConnectionBase {
public:
    virtual ~ConnectionBase() = default;
    virtual void expire() = 0;  // its deadline passed
    virtual void drain() = 0;   // close if nothing has arrived
    virtual void abort() = 0;   // close now
    virtual void resume() = 0;  // the answer is there

    Clock::time_point deadline = Clock::time_point::max();
    std::size_t index = 0;  // in Loop::connections

    friend void intrusive_ptr_add_ref(ConnectionBase* c) { c->count_.fetch_add(1, std::memory_order_relaxed); }
    friend void intrusive_ptr_release(ConnectionBase* c) {
        if (c->count_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete c;
    }

private:
    std::atomic<int> count_{0};
};

using ConnectionPointer = boost::intrusive_ptr<ConnectionBase>;

class Loop {
public:
    explicit Loop(std::shared_ptr<Shared> s);

    void run();  // until stop() and the end of all connections
    void drain();
    void stop();
    void add(ConnectionBase& connection);
    void remove(ConnectionBase& connection);
    // From any thread: the answer of a waiting connection is there.
    void answered(ConnectionPointer connection);

    // Output buffers go round among connections: an idle one holds none.
    std::string take_buffer();
    void give_buffer(std::string&& buffer);

    // No lock around input and output: each socket is touched by its own thread alone. Posting across threads stays safe.
    asio::io_context io{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO};
    const std::shared_ptr<Shared> shared;
    Clock::time_point now = Clock::now();  // as of the last tick; exact enough for timeouts
    std::string date;
    std::uint64_t random[4];
    bool draining = false;
    bool stopping = false;
    std::array<char, 64 * 1024> unread;  // where nobody looks: what comes behind a connection's last answer

private:
    void tick();
    void resume_answered();

    Timer timer_{io.get_executor()};
    std::chrono::milliseconds tick_length_;
    std::int64_t date_second_ = -1;
    std::vector<ConnectionBase*> connections_;
    std::vector<std::string> spare_;
    asio::executor_work_guard<Executor> work_{io.get_executor()};

    std::mutex mutex_;
    std::deque<ConnectionPointer> answered_;
    bool closed_ = false;
};

}  // namespace cacao::serve
