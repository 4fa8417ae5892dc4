#pragma once
// A fixed number of connections, made when first needed and made again when lost.

#include "db/postgres_connection.hpp"
#include "db/postgres_watch.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace cacao::db::postgres {

class Pool {
public:
    // What a place is taken for. One is left to point reads and one to writes, whatever the others are waiting for.
    enum class Use : std::uint8_t { point, list, report, write };

    Pool(std::string url, int size, Timeouts timeouts, int reports = 1);

    // Holds one place of the pool, with a connection that may have to be made.
    class Lease {
    public:
        // Waits for a place as long as `limit`.
        Lease(Pool& pool, Use use, std::chrono::milliseconds limit)
            : pool_(pool), use_(use), connection_(pool.take(use, limit)) {}
        ~Lease() { pool_.give_back(use_, std::move(connection_)); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        // Starts a transaction. One that was lost while it lay idle is replaced first, unseen by anyone.
        Connection& begin(std::int64_t organizacionId, bool read_only, std::chrono::milliseconds limit = {});

    private:
        Pool& pool_;
        const Use use_;
        std::unique_ptr<Connection> connection_;
    };

    // Throws DbError(unavailable); after a failure it does not even try for a moment that grows from failure to failure.
    std::unique_ptr<Connection> connect();

private:
    // Nothing when the place has no connection yet. Throws DbError(unavailable) when no place comes free in time.
    std::unique_ptr<Connection> take(Use use, std::chrono::milliseconds limit);
    void give_back(Use use, std::unique_ptr<Connection> connection);
    // What stopped the process behind one connection may have stopped others: those that lie idle are made anew.
    void distrust_idle();
    bool has_place(Use use) const;
    void count_place(Use use, int more);

    void refuse_while_down() const;

    const std::string url_;
    std::mutex mutex_;
    std::array<std::condition_variable, 4> freed_;  // by use
    std::vector<std::unique_ptr<Connection>> idle_;
    int places_;   // of all
    int shared_;   // of them, for others than point reads
    int lists_;    // of those, for lists and reports
    int reports_;  // of those, for reports

    std::mutex failure_mutex_;
    int failures_ = 0;
    std::chrono::steady_clock::time_point not_before_{};
    std::string last_failure_;

    Watch watch_;  // last: its thread wakes who waits above
};

}  // namespace cacao::db::postgres
