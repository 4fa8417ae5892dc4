#pragma once
// What each engine offers to the rest of db/. Nobody outside this folder includes it.

#include "base/turn_queue.hpp"
#include "db/db.hpp"
#include "db/migrations.hpp"

#include <memory>
#include <string>
#include <vector>

namespace cacao::db {

// What a question after Reader::settle_last() is told, on both engines: SQLite would not mind, PostgreSQL has no snapshot left.
inline constexpr const char* read_has_ended = "a question after the one that was said to be the last";

// Writes that wait: organizations take turns, and in each of them its callers (Writing::caller).
template <class Job>
using WriteQueue = TurnQueue<std::int64_t, TurnQueue<std::uint64_t, Fifo<Job>>>;

// A block of identifiers, [next, end).
struct IdBlock {
    std::int64_t next = 1;
    std::int64_t end = 1;
};
inline constexpr std::int64_t ids_per_block = 1000;
// Takes the block that ends at the answer. $1: the size, $2: a floor, above which every block lies.
inline constexpr std::string_view lease_sql = R"(
    INSERT INTO contador (nombre, siguiente) VALUES ('id', $2 + $1)
    ON CONFLICT (nombre) DO UPDATE
        SET siguiente = CASE WHEN contador.siguiente < $2 THEN $2 ELSE contador.siguiente END + $1
    RETURNING siguiente)";

// One schema step with its row in `migracion`, and where the lock is held while the steps run.
struct Applied {
    std::string nombre;
    std::string suma;
};

// Throws DbError(other) with one plain sentence when the steps applied are not the first ones of those known.
SchemaReport compare_steps(std::span<const Migration> steps, std::span<const Applied> applied);
void refuse_unless_ours(const SchemaReport& report);
std::string checksum(std::string_view sql);

// A file written under another name first, so that a half-written one never stands where a whole one is expected.
class NewFile {
public:
    explicit NewFile(std::string target);  // throws DbError(other) when it exists
    ~NewFile();                            // removes what was not kept
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    const std::string& temporary() const { return temporary_; }
    void keep();  // fsync, rename without replacing, fsync of the folder

private:
    std::string target_;
    std::string temporary_;
    bool kept_ = false;
};

namespace sqlite {
class Connection;
std::vector<Applied> applied_steps(Connection& connection);
std::unique_ptr<Database> open(const Settings& settings);
SchemaReport schema_state(const std::string& url, std::span<const Migration> steps);
void migrate(const std::string& url, std::span<const Migration> steps, const std::function<void(std::string_view)>& progress);
void backup(const std::string& url, const std::string& file);
void restore(const std::string& url, const std::string& file);
}  // namespace sqlite

namespace postgres {
std::unique_ptr<Database> open(const Settings& settings);
SchemaReport schema_state(const std::string& url, std::span<const Migration> steps);
void migrate(const std::string& url, std::span<const Migration> steps, const std::function<void(std::string_view)>& progress);
void backup(const std::string& url, const std::string& file);
void restore(const std::string& url, const std::string& file);
}  // namespace postgres

}  // namespace cacao::db
