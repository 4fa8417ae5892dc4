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
    Pool(std::string url, int size, Timeouts timeouts);

    // Holds one place of the pool, with a connection that may have to be made.
    class Lease {
    public:
        explicit Lease(Pool& pool) : pool_(pool), connection_(pool.take()) {}
        ~Lease() { pool_.give_back(std::move(connection_)); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        // Starts a transaction. One that was lost while it lay idle is replaced first, unseen by anyone.
        Connection& begin(std::int64_t organizacionId, bool read_only);

    private:
        Pool& pool_;
        std::unique_ptr<Connection> connection_;
    };

    // Throws DbError(unavailable); after a failure it does not even try for a moment that grows from failure to failure.
    std::unique_ptr<Connection> connect();

private:
    // Nothing when the place has no connection yet. Throws DbError(unavailable) when no place comes free in time.
    std::unique_ptr<Connection> take();
    void give_back(std::unique_ptr<Connection> connection);

    void refuse_while_down() const;

    const std::string url_;
    std::mutex mutex_;
    std::condition_variable freed_;
    std::vector<std::unique_ptr<Connection>> idle_;
    int places_;

    std::mutex failure_mutex_;
    int failures_ = 0;
    std::chrono::steady_clock::time_point not_before_{};
    std::string last_failure_;

    Watch watch_;  // last: its thread wakes who waits above
};

}  // namespace cacao::db::postgres
