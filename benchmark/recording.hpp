#pragma once
// A database that writes down what is written through it, so that a bare loop can write exactly the same: same statements, same
// values, same order.

#include "db/db.hpp"

#include <mutex>
#include <string>
#include <vector>

namespace cacao::bench {

struct Statement {
    std::size_t sql = 0;  // its place in Recording::sqls
    std::vector<db::Value> values;
    std::vector<std::string> texts;  // what the values point into
};

struct Recording {
    std::vector<std::string> sqls;
    std::vector<std::vector<Statement>> transactions;
};

class RecordingDatabase final : public db::Database {
public:
    explicit RecordingDatabase(db::Database& real) : real_(real) {}
    db::Motor motor() const override { return real_.motor(); }
    using Database::read;
    void read(std::int64_t organizacionId, FunctionRef<void(db::Reader&)> work, const db::Reading& how) override {
        real_.read(organizacionId, work, how);
    }
    using Database::write;
    void write(std::int64_t organizacionId, std::function<void(db::Writer&)> work, std::function<void(std::exception_ptr)> done,
               const db::Writing& how) override;
    bool alive() override { return real_.alive(); }
    void backup(const std::string& file) override { real_.backup(file); }
    void drain() override { real_.drain(); }

    Recording recording;

private:
    class Tap;
    std::size_t place_of(std::string_view sql);

    db::Database& real_;
    std::mutex mutex_;
};

// Writes a recording over the bare C API, `group` transactions to a commit; seconds.
double replay_sqlite(const Recording& recording, const std::string& file, std::size_t group);
// Over bare libpq: each transaction one pipeline with one sync, by so many connections at once; seconds.
double replay_postgres(const Recording& recording, const std::string& url, std::int64_t organizacionId, int connections);

}  // namespace cacao::bench
