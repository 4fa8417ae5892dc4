#pragma once
// A plain, synchronous PostgreSQL session: for migrating and for looking around. Also how every connection is made.

#include "db/db.hpp"

#include <memory>
#include <string>
#include <vector>

struct pg_conn;
struct pg_result;

namespace cacao::db::postgres {

struct CloseConnection {
    void operator()(pg_conn* connection) const noexcept;
};
struct ClearResult {
    void operator()(pg_result* result) const noexcept;
};
using ConnectionHandle = std::unique_ptr<pg_conn, CloseConnection>;
using ResultHandle = std::unique_ptr<pg_result, ClearResult>;

// The connection is gone. `nothing_stored`: the server said so before it could have seen a COMMIT.
class Lost : public DbError {
public:
    Lost(const std::string& message, bool nothing_stored)
        : DbError(Fallo::unavailable, message), nothing_stored_(nothing_stored) {}
    bool nothing_stored() const noexcept { return nothing_stored_; }

private:
    bool nothing_stored_;
};

// Two transactions got into each other's way: the same work may succeed when it starts over.
class Conflict : public DbError {
public:
    explicit Conflict(const std::string& message) : DbError(Fallo::unavailable, message) {}
};

// Nobody answered within the limit: asking again would only wait again.
class Unanswered : public Lost {
public:
    explicit Unanswered(const std::string& message) : Lost(message, false) {}
};

// libpq reads the address, several hosts included. Throws DbError(unavailable) with one plain sentence.
ConnectionHandle connect(const std::string& url, std::chrono::seconds timeout = std::chrono::seconds{5});
// Whether a server is there and says anything at all, be it that it is busy, full or knows no such login.
bool knock(const std::string& url, std::chrono::seconds timeout);

// What a failed result means, as an exception to throw.
std::exception_ptr error_of(const pg_result* result);
// libpq's last words, on one line.
std::string last_words(const pg_conn* connection);

class Session {
public:
    explicit Session(const std::string& url);
    // A step may take as long as it needs. When the server says nothing for a while the log says so, and a server that does not
    // even open its door is given up: Unanswered.
    void exec(const std::string& script);
    // Rows of texts; NULL reads as "".
    std::vector<std::vector<std::string>> rows(const std::string& sql, const std::vector<std::string>& params = {});
    // COPY … FROM STDIN: its data in pieces of any size, and its end, which throws what the server made of it.
    void start_copy(const std::string& statement);
    void put_copy(std::string_view data);
    void end_copy();
    // A name quoted for use inside a statement.
    std::string quoted(const std::string& name);

private:
    void sent(int well);
    ResultHandle next_answer();
    void wait(bool for_writing);
    void flush();

    std::string url_;
    ConnectionHandle connection_;
};

// How long something that may take its time is waited for in silence, and what happens then: throws Unanswered when nobody opens
// the server's door.
inline constexpr std::chrono::seconds quiet_wait{10};
void look_after(const std::string& url);

inline constexpr std::string_view service_role = "cacao_servicio";

}  // namespace cacao::db::postgres
