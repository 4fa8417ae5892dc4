#include "db/db.hpp"

#include "db/engines.hpp"
#include "db/sql_text.hpp"
#include "db/where.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>

namespace cacao::db {

Motor motor_of(std::string_view url) {
    if (url.starts_with("sqlite:") && url.size() > 7) return Motor::sqlite;
    if (url.starts_with("postgres://") || url.starts_with("postgresql://")) return Motor::postgres;
    // The URL itself is not repeated: it may hold a password.
    throw DbError(Fallo::unavailable, "The database address must be sqlite:FILE or postgres://….");
}

std::unique_ptr<Database> open(const Settings& settings) {
    return motor_of(settings.url) == Motor::sqlite ? sqlite::open(settings) : postgres::open(settings);
}

void backup(const std::string& url, const std::string& file) {
    return motor_of(url) == Motor::sqlite ? sqlite::backup(url, file) : postgres::backup(url, file);
}

void restore(const std::string& url, const std::string& file) {
    return motor_of(url) == Motor::sqlite ? sqlite::restore(url, file) : postgres::restore(url, file);
}

void Database::write_now(std::int64_t organizacionId, std::function<void(Writer&)> work) {
    // Not a promise: its set_value may still be touching the state when the waiter has already let go of it.
    std::mutex mutex;
    std::condition_variable answered;
    bool finished = false;
    std::exception_ptr error;
    write(organizacionId, std::move(work), [&](std::exception_ptr outcome) {
        const std::lock_guard lock{mutex};
        error = std::move(outcome);
        finished = true;
        answered.notify_one();
    });
    std::unique_lock lock{mutex};
    answered.wait(lock, [&] { return finished; });
    lock.unlock();
    if (error) std::rethrow_exception(std::move(error));
}

void Where::keep(Value value) {
    if (!value.null && value.kind != Kind::integer) value.text = texts_.emplace_back(value.text);
    values_.push_back(value);
}

void Where::append(std::string_view fragment, std::size_t first) {
    if (!sql_.empty()) sql_ += " AND ";
    std::size_t n = first;
    SqlScanner scanner{fragment};
    while (auto token = scanner.next()) {
        sql_ += token->text;
        if (token->kind == SqlToken::other && token->text == "$") sql_ += std::to_string(++n);
    }
    if (n != values_.size())
        throw DbError(Fallo::other, fmt::format("{} values for {} in: {}", values_.size() - first, n - first, fragment));
}

}  // namespace cacao::db
