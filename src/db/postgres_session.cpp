#include "db/postgres_session.hpp"

#include "base/error.hpp"
#include "base/texto.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>
#include <spdlog/spdlog.h>

#include <cerrno>

namespace cacao::db::postgres {
namespace {

std::string one_line(std::string_view text) {
    std::string line{recortado(text)};
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
}

std::string_view field(const pg_result* result, int code) {
    const char* text = PQresultErrorField(result, code);
    return text == nullptr ? std::string_view{} : std::string_view{text};
}

bool connection_ends(std::string_view state, std::string_view severity) {
    return severity == "FATAL" || severity == "PANIC" || (state.starts_with("08") && state != "08P01") ||
           state.starts_with("57P");
}

// The parameters of a connection. What stands before dbname is a default, what stands behind it wins over the address. A peer
// that is gone without a word (a pulled cable, a machine that lost power) is given up in seconds instead of the kernel's hours.
struct ConnectParameters {
    ConnectParameters(const std::string& url, std::chrono::seconds timeout) : seconds(std::to_string(timeout.count())) {
        auto add = [&, n = std::size_t{0}](const char* name, const char* value) mutable {
            names.at(n) = name;
            values.at(n++) = value;
        };
        add("connect_timeout", seconds.c_str());
        add("tcp_user_timeout", "5000");
        add("keepalives_idle", "10");
        add("keepalives_interval", "3");
        add("keepalives_count", "3");
        add("fallback_application_name", "cacao");
        add("dbname", url.c_str());
        add("client_encoding", "UTF8");
    }
    std::string seconds;
    std::array<const char*, 9> names{};
    std::array<const char*, 9> values{};
};

}  // namespace

void CloseConnection::operator()(pg_conn* connection) const noexcept { PQfinish(connection); }
void ClearResult::operator()(pg_result* result) const noexcept { PQclear(result); }

std::string last_words(const pg_conn* connection) { return one_line(PQerrorMessage(connection)); }

ConnectionHandle connect(const std::string& url, std::chrono::seconds timeout) {
    const ConnectParameters address{url, timeout};
    ConnectionHandle connection{PQconnectdbParams(address.names.data(), address.values.data(), 1)};
    if (PQstatus(connection.get()) != CONNECTION_OK) {
        throw DbError(Fallo::unavailable, fmt::format("Cannot connect to PostgreSQL: {}.", last_words(connection.get())));
    }
    PQsetNoticeProcessor(
        connection.get(), [](void*, const char*) {}, nullptr);  // "already exists, skipping" and the like
    if (PQserverVersion(connection.get()) < 150000) throw DbError(Fallo::unavailable, "PostgreSQL 15 or later is needed.");
    return connection;
}

bool knock(const std::string& url, std::chrono::seconds timeout) {
    const ConnectParameters address{url, timeout};
    const PGPing answer = PQpingParams(address.names.data(), address.values.data(), 1);
    return answer == PQPING_OK || answer == PQPING_REJECT;
}

std::exception_ptr error_of(const pg_result* result) {
    const std::string_view state = field(result, PG_DIAG_SQLSTATE);
    std::string message = one_line(field(result, PG_DIAG_MESSAGE_PRIMARY));
    if (message.empty()) message = one_line(PQresultErrorMessage(result));
    if (connection_ends(state, field(result, PG_DIAG_SEVERITY_NONLOCALIZED))) {
        return std::make_exception_ptr(Lost(fmt::format("The connection to PostgreSQL was lost: {}.", message), true));
    }
    if (state == "40001" || state == "40P01") return std::make_exception_ptr(Conflict(message));
    // A sum that no integer holds is what the caller asked for, as in Decimal.
    if (state == "22003") return std::make_exception_ptr(Error{{{Codigo::fuera_de_rango, {}, {}, {}}}});
    Fallo fallo = Fallo::other;
    if (state.starts_with("23")) fallo = Fallo::constraint;
    // No space, a standby that takes no writes, a lock or a statement that took too long.
    if (state.starts_with("53") || state.starts_with("58") || state == "25006" || state == "55P03" || state == "57014")
        fallo = Fallo::unavailable;
    return std::make_exception_ptr(DbError(fallo, message));
}

void look_after(const std::string& url) {
    constexpr int knocks = 3;
    for (int i = 0; i < knocks; ++i)
        if (knock(url, std::chrono::seconds{3})) return;
    throw Unanswered("PostgreSQL does not answer.");
}

Session::Session(const std::string& url) : url_(url), connection_(connect(url)) {
    sent(PQsetnonblocking(connection_.get(), 1) == 0 ? 1 : 0);
}

void Session::sent(int well) {
    if (well != 1) throw Lost(last_words(connection_.get()), false);
}

void Session::wait(bool for_writing) {
    using std::chrono::seconds;
    pollfd socket{PQsocket(connection_.get()), static_cast<short>(for_writing ? POLLIN | POLLOUT : POLLIN), 0};
    constexpr int most = static_cast<int>(std::chrono::milliseconds{quiet_wait}.count());
    for (seconds waited{};;) {
        const int ready = ::poll(&socket, 1, most);
        if (ready > 0) return;
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0) throw Lost(last_words(connection_.get()), false);
        look_after(url_);
        waited += quiet_wait;
        spdlog::warn("PostgreSQL has been at one step for {} s (process {}); still waiting", waited.count(),
                     PQbackendPID(connection_.get()));
    }
}

void Session::flush() {
    for (;;) {
        const int left = PQflush(connection_.get());
        if (left == 0) return;
        sent(left > 0 ? 1 : 0);
        wait(true);
        sent(PQconsumeInput(connection_.get()));
    }
}

ResultHandle Session::next_answer() {
    flush();
    while (PQisBusy(connection_.get()) != 0) {
        wait(false);
        // The server's last words may have come in with the end of the stream.
        if (PQconsumeInput(connection_.get()) == 0 && PQisBusy(connection_.get()) != 0) sent(0);
    }
    return ResultHandle{PQgetResult(connection_.get())};
}

void Session::exec(const std::string& script) {
    sent(PQsendQuery(connection_.get(), script.c_str()));
    std::exception_ptr problem;
    while (const ResultHandle result = next_answer()) {
        const auto status = PQresultStatus(result.get());
        const bool well = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
        if (!well && !problem) problem = error_of(result.get());
    }
    if (problem) std::rethrow_exception(problem);
}

std::vector<std::vector<std::string>> Session::rows(const std::string& sql, const std::vector<std::string>& params) {
    std::vector<const char*> values;
    for (const std::string& p : params) values.push_back(p.c_str());
    sent(PQsendQueryParams(connection_.get(), sql.c_str(), static_cast<int>(values.size()), nullptr, values.data(), nullptr,
                           nullptr, 0));
    const ResultHandle result = next_answer();
    if (!result) sent(0);
    while (next_answer()) {
    }
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) std::rethrow_exception(error_of(result.get()));
    std::vector<std::vector<std::string>> rows(static_cast<std::size_t>(PQntuples(result.get())));
    for (int r = 0; r < PQntuples(result.get()); ++r) {
        for (int c = 0; c < PQnfields(result.get()); ++c)
            rows[static_cast<std::size_t>(r)].emplace_back(PQgetvalue(result.get(), r, c));
    }
    return rows;
}

void Session::start_copy(const std::string& statement) {
    sent(PQsendQuery(connection_.get(), statement.c_str()));
    const ResultHandle result = next_answer();
    if (!result) sent(0);
    if (PQresultStatus(result.get()) == PGRES_COPY_IN) return;
    while (next_answer()) {
    }
    std::rethrow_exception(error_of(result.get()));
}

void Session::put_copy(std::string_view data) {
    for (;;) {
        const int taken = PQputCopyData(connection_.get(), data.data(), static_cast<int>(data.size()));
        if (taken < 0) throw Lost(last_words(connection_.get()), true);
        if (taken > 0) break;
        wait(true);
    }
    flush();
}

void Session::end_copy() {
    for (int taken = 0; taken == 0;) {
        taken = PQputCopyEnd(connection_.get(), nullptr);
        if (taken < 0) throw Lost(last_words(connection_.get()), true);
        if (taken == 0) wait(true);
    }
    std::exception_ptr problem;
    while (const ResultHandle result = next_answer()) {
        if (PQresultStatus(result.get()) != PGRES_COMMAND_OK && !problem) problem = error_of(result.get());
    }
    if (problem) std::rethrow_exception(problem);
}

std::string Session::quoted(const std::string& name) {
    char* text = PQescapeIdentifier(connection_.get(), name.data(), name.size());
    if (text == nullptr) throw DbError(Fallo::other, last_words(connection_.get()));
    std::string copy{text};
    PQfreemem(text);
    return copy;
}

}  // namespace cacao::db::postgres
