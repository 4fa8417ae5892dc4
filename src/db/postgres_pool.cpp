#include "db/postgres_pool.hpp"

namespace cacao::db::postgres {
namespace {
constexpr std::size_t statements_max = 1000;
}

Pool::Pool(std::string url, int size, Timeouts timeouts, int reports)
    : url_(std::move(url)),
      places_(std::max(1, size)),
      shared_(places_ == 1 ? 1 : places_ - std::max(1, places_ / 8)),
      lists_(std::max(1, shared_ - 1)),
      reports_(std::max(1, reports)),
      watch_(url_, timeouts, [this] {
          const std::lock_guard lock{mutex_};
          for (auto& freed : freed_) freed.notify_all();
      }) {}

void Pool::refuse_while_down() const {
    if (watch_.down()) throw DbError(Fallo::unavailable, "PostgreSQL does not answer.");
}

Connection& Pool::Lease::begin(std::int64_t organizacionId, bool read_only, std::chrono::milliseconds limit) {
    pool_.refuse_while_down();
    if (connection_ && connection_->usable()) {
        try {
            connection_->begin(organizacionId, read_only, limit);
            return *connection_;
        } catch (const Lost&) {
            if (connection_->unanswered()) pool_.distrust_idle();
            connection_.reset();
        }
    }
    connection_ = pool_.connect();
    connection_->begin(organizacionId, read_only, limit);
    return *connection_;
}

std::unique_ptr<Connection> Pool::connect() {
    using std::chrono::milliseconds;
    refuse_while_down();
    {
        const std::lock_guard lock{failure_mutex_};
        if (failures_ > 0 && std::chrono::steady_clock::now() < not_before_) throw DbError(Fallo::unavailable, last_failure_);
    }
    try {
        auto connection = std::make_unique<Connection>(url_, watch_);
        const std::lock_guard lock{failure_mutex_};
        failures_ = 0;
        return connection;
    } catch (const DbError& error) {
        const std::lock_guard lock{failure_mutex_};
        failures_ = std::min(failures_ + 1, 6);
        not_before_ = std::chrono::steady_clock::now() + milliseconds(50) * (1 << (failures_ - 1));  // 50 ms up to 1.6 s
        last_failure_ = error.what();
        throw;
    }
}

bool Pool::has_place(Use use) const {
    if (places_ == 0) return false;
    if (use == Use::point) return true;
    if (shared_ == 0) return false;
    if (use == Use::write) return true;
    return lists_ > 0 && (use == Use::list || reports_ > 0);
}

void Pool::count_place(Use use, int more) {
    places_ += more;
    if (use != Use::point) shared_ += more;
    if (use == Use::list || use == Use::report) lists_ += more;
    if (use == Use::report) reports_ += more;
}

void Pool::distrust_idle() {
    std::vector<std::unique_ptr<Connection>> let_go;
    const std::lock_guard lock{mutex_};
    let_go.swap(idle_);
}

std::unique_ptr<Connection> Pool::take(Use use, std::chrono::milliseconds limit) {
    std::unique_lock lock{mutex_};
    auto& freed = freed_[static_cast<std::size_t>(use)];
    const auto free_or_down = [&] { return has_place(use) || watch_.down(); };
    // Whoever holds a place ends within a statement's limit or goes on with the next one: this many of them must do.
    if (limit.count() == 0) freed.wait(lock, free_or_down);
    else if (!freed.wait_for(lock, limit + last_word(limit), free_or_down))
        throw DbError(Fallo::unavailable, "Every connection to PostgreSQL is in use.");
    refuse_while_down();
    count_place(use, -1);
    if (idle_.empty()) return nullptr;
    auto connection = std::move(idle_.back());  // the one used last: its caches are warm
    idle_.pop_back();
    return connection;
}

void Pool::give_back(Use use, std::unique_ptr<Connection> connection) {
    if (connection && connection->unanswered()) distrust_idle();
    {
        const std::lock_guard lock{mutex_};
        count_place(use, 1);
        // One that has gathered too many statements is let go: the server frees them with it.
        if (connection && connection->usable() && connection->cached_statements() < statements_max)
            idle_.push_back(std::move(connection));
    }
    for (auto& freed : freed_) freed.notify_one();
}

}  // namespace cacao::db::postgres
