#include "db/engines.hpp"
#include "db/sqlite_connection.hpp"
#include "db/sqlite_writer.hpp"

#include "base/texto.hpp"
#include "base/uuid.hpp"

#include <time.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <utility>

namespace cacao::db::sqlite {
namespace {

class SnapshotReader final : public Reader {
public:
    SnapshotReader(Connection& connection, std::int64_t organizacionId, std::uint64_t epoch, const Reading& how)
        : connection_(connection), organizacionId_(organizacionId), epoch_(epoch), rows_(how) {}
    Motor motor() const override { return Motor::sqlite; }
    std::int64_t organizacion() const override { return organizacionId_; }
    std::uint64_t epoch() const override { return epoch_; }
    void query(std::string_view sql, Params params, EachRow each) override {
        if (ended_) throw DbError(Fallo::other, read_has_ended);
        if (!rows_.limited()) return connection_.query(sql, params, each);
        connection_.query(sql, params, [&](const Row& row) { rows_.count(row, each); });
    }
    void belongs_to(Lane lane) override { rows_.belongs_to(lane); }
    void settle_last() override { ended_ = true; }

private:
    Connection& connection_;
    std::int64_t organizacionId_;
    std::uint64_t epoch_;
    RowCount rows_;
    bool ended_ = false;
};

// Ticks of a few milliseconds.
std::int64_t coarse_time() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

// Counts what this process stored and the times that somebody else was seen to have stored something: looked at once a tick, by
// whoever comes first. Two snapshots with the same count hold the same data, but for what others store within the tick.
class Epochs {
public:
    Epochs(std::string file, std::int64_t mmap_bytes) : file_(std::move(file)), mmap_bytes_(mmap_bytes) {}

    std::uint64_t at(std::int64_t tick, std::uint64_t commits) {
        if (tick_.load() != tick) {
            const std::lock_guard lock{mutex_};
            if (tick_.load() != tick) {
                look();
                tick_.store(tick);
            }
        }
        return 1 + commits + others_.load();
    }

private:
    // data_version of a connection that stores nothing moves when any other one has.
    void look() {
        if (!connection_) connection_ = std::make_unique<Connection>(file_, Access::read, mmap_bytes_);
        std::int64_t seen = 0;
        connection_->query("PRAGMA data_version", {}, [&](const Row& row) { seen = row.integer(0); });
        if (std::exchange(seen_, seen) != seen) ++others_;
    }

    std::string file_;
    std::int64_t mmap_bytes_;
    std::unique_ptr<Connection> connection_;
    std::int64_t seen_ = 0;
    std::mutex mutex_;
    std::atomic<std::int64_t> tick_{0};
    std::atomic<std::uint64_t> others_{0};
};

// A connection's view of the data. Opening one costs as much as a point read, so the reads of one tick share it as long as this
// process has stored nothing since; the tick bounds how long another process's writes can stay unseen.
class Snapshot {
public:
    void renew(Connection& connection, const GroupWriter& writer, Epochs& epochs) {
        const auto now = coarse_time();
        const auto commits = writer.commits();
        if (open_ && commits_ == commits && tick_ == now) return;
        end(connection);
        epoch_ = epochs.at(now, commits);  // before the snapshot begins: what it holds is never older
        connection.execute("BEGIN", {});
        open_ = true;
        commits_ = commits;
        tick_ = now;
    }
    std::uint64_t epoch() const { return epoch_; }
    void end(Connection& connection) noexcept {
        if (!open_) return;
        open_ = false;
        try {
            connection.execute("COMMIT", {});
        } catch (...) {
            connection.rollback();
        }
    }

private:
    bool open_ = false;
    std::uint64_t commits_ = 0;
    std::int64_t tick_ = 0;
    std::uint64_t epoch_ = 0;
};

// Reader connections. A thread comes back to the one it had last, so that in the common case nobody touches a shared lock.
class ReaderPool {
    struct alignas(64) Slot {
        std::atomic<bool> busy{false};
        std::unique_ptr<Connection> connection;  // opened by the first who takes the slot
        Snapshot snapshot;
    };

public:
    ReaderPool(std::string file, std::int64_t mmap_bytes, int size)
        : file_(std::move(file)), mmap_bytes_(mmap_bytes), slots_(static_cast<std::size_t>(std::max(1, size))) {}

    class Lease {
    public:
        explicit Lease(ReaderPool& pool) : pool_(pool), slot_(pool.take()) {}
        ~Lease() { pool_.give_back(slot_); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        Connection& connection() {
            if (!slot_.connection) slot_.connection = std::make_unique<Connection>(pool_.file_, Access::read, pool_.mmap_bytes_);
            return *slot_.connection;
        }
        Snapshot& snapshot() { return slot_.snapshot; }

    private:
        ReaderPool& pool_;
        Slot& slot_;
    };

    // Ends the snapshots that nobody is reading from.
    void release_idle() {
        for (Slot& slot : slots_) {
            if (slot.busy.exchange(true)) continue;
            if (slot.connection) slot.snapshot.end(*slot.connection);
            give_back(slot);
        }
    }

private:
    Slot* try_take() {
        static std::atomic<std::size_t> threads{0};
        thread_local std::size_t last = threads.fetch_add(1);
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            const std::size_t at = (last + i) % slots_.size();
            if (!slots_[at].busy.exchange(true)) {
                last = at;
                return &slots_[at];
            }
        }
        return nullptr;
    }
    Slot& take() {
        if (Slot* slot = try_take()) return *slot;
        std::unique_lock lock{mutex_};
        ++waiting_;  // before looking again: whoever gives back after this look sees it
        Slot* slot = nullptr;
        freed_.wait(lock, [&] { return (slot = try_take()) != nullptr; });
        --waiting_;
        return *slot;
    }
    void give_back(Slot& slot) {
        slot.busy.store(false);
        if (waiting_.load() > 0) {
            const std::lock_guard lock{mutex_};
            freed_.notify_one();
        }
    }

    std::string file_;
    std::int64_t mmap_bytes_;
    std::vector<Slot> slots_;
    std::atomic<int> waiting_{0};
    std::mutex mutex_;
    std::condition_variable freed_;
};

class SqliteDatabase final : public Database {
public:
    SqliteDatabase(const Settings& settings, std::string folder_to_remove)
        : folder_to_remove_(std::move(folder_to_remove)),
          url_(settings.url),
          writer_(std::make_unique<GroupWriter>(file_of(settings.url), settings.mmap_bytes,
                                                  GroupWriter::Limits{static_cast<std::size_t>(std::max(1, settings.group_max)),
                                                                      settings.group_time})),
          epochs_(std::make_unique<Epochs>(file_of(settings.url), settings.mmap_bytes)),
          lanes_{pool(settings, settings.connections), pool(settings, settings.connections), pool(settings, settings.reports)} {
        writer_->before_checkpoint([this] {
            for (const auto& lane : lanes_) lane->release_idle();
        });
    }

    ~SqliteDatabase() override {
        // The writer goes last but for its queue: only a connection that may write can fold the log into the file.
        writer_->drain();
        writer_->before_checkpoint({});
        for (auto& lane : lanes_) lane.reset();
        epochs_.reset();
        writer_.reset();
        std::error_code ignored;
        if (!folder_to_remove_.empty()) std::filesystem::remove_all(folder_to_remove_, ignored);
    }
    SqliteDatabase(const SqliteDatabase&) = delete;
    SqliteDatabase& operator=(const SqliteDatabase&) = delete;

    Motor motor() const override { return Motor::sqlite; }

    using Database::read;
    void read(std::int64_t organizacionId, FunctionRef<void(Reader&)> work, const Reading& how) override {
        ReaderPool::Lease lease{*lanes_[static_cast<std::size_t>(how.lane)]};
        Connection& connection = lease.connection();
        lease.snapshot().renew(connection, *writer_, *epochs_);
        SnapshotReader reader{connection, organizacionId, lease.snapshot().epoch(), how};
        try {
            const Connection::Limit limit{connection, how.limit};
            work(reader);
        } catch (const DbError&) {
            lease.snapshot().end(connection);
            throw;
        }
    }

    using Database::write;
    void write(std::int64_t organizacionId, std::function<void(Writer&)> work, std::function<void(std::exception_ptr)> done,
               const Writing& how) override {
        writer_->add(organizacionId, std::move(work), std::move(done), how.caller);
    }

    bool alive() override {
        try {
            bool answered = false;
            read(0, [&](Reader& reader) {
                reader.query("SELECT count(*) FROM sqlite_master WHERE name = 'migracion'", {},
                             [&](const Row&) { answered = true; });
            });
            return answered;
        } catch (const DbError&) {
            return false;
        }
    }

    void backup(const std::string& file) override { sqlite::backup(url_, file); }
    void drain() override { writer_->drain(); }

private:
    static std::unique_ptr<ReaderPool> pool(const Settings& settings, int size) {
        return std::make_unique<ReaderPool>(file_of(settings.url), settings.mmap_bytes, size);
    }

    std::string folder_to_remove_;
    std::string url_;
    std::unique_ptr<GroupWriter> writer_;
    std::unique_ptr<Epochs> epochs_;
    std::array<std::unique_ptr<ReaderPool>, 3> lanes_;  // by Lane
};

}  // namespace

std::unique_ptr<Database> open(const Settings& settings) {
    if (settings.url != "sqlite::memory:") return std::make_unique<SqliteDatabase>(settings, "");
    // Several connections share it, so it is a file after all, in a folder of its own.
    const auto folder = std::filesystem::temp_directory_path() / ("cacao-" + hexadecimal(azar(8)));
    std::filesystem::create_directory(folder);
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
    Settings in_folder = settings;
    in_folder.url = "sqlite:" + (folder / "memoria.db").string();
    sqlite::migrate(in_folder.url, migrations(), {});
    return std::make_unique<SqliteDatabase>(in_folder, folder.string());
}

}  // namespace cacao::db::sqlite
