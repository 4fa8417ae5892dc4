// Backups of PostgreSQL are pg_dump's: it knows every version's catalog, and its files can be read without us.

#include "db/engines.hpp"
#include "db/postgres_schema.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cacao::db::postgres {
namespace {

struct Address {
    std::string without_password;  // keyword form; safe to show in a process list
    std::string password;
};

Address split_password(const std::string& url) {
    char* problem = nullptr;
    PQconninfoOption* options = PQconninfoParse(url.c_str(), &problem);
    if (options == nullptr) {
        PQfreemem(problem);
        throw DbError(Fallo::unavailable, "The PostgreSQL address cannot be read.");
    }
    Address address;
    for (const PQconninfoOption* o = options; o->keyword != nullptr; ++o) {
        if (o->val == nullptr) continue;
        if (std::string_view{o->keyword} == "password") {
            address.password = o->val;
            continue;
        }
        address.without_password += fmt::format("{}='", o->keyword);
        for (const char* c = o->val; *c != '\0'; ++c) {
            if (*c == '\'' || *c == '\\') address.without_password += '\\';
            address.without_password += *c;
        }
        address.without_password += "' ";
    }
    PQconninfoFree(options);
    return address;
}

// What a program says until it ends. It may take as long as it likes, but not wait for a server that does not open its door.
std::string listen_to(pid_t program, int complaints, const std::string& url) {
    std::string said;
    std::array<char, 4096> buffer{};
    for (;;) {
        pollfd end{complaints, POLLIN, 0};
        const int ready = ::poll(&end, 1, static_cast<int>(std::chrono::milliseconds{quiet_wait}.count()));
        if (ready == 0 && !url.empty()) {
            try {
                look_after(url);
            } catch (...) {
                ::kill(program, SIGTERM);
                while (::waitpid(program, nullptr, 0) < 0 && errno == EINTR) {
                }
                ::close(complaints);
                throw;
            }
        }
        if (ready <= 0) continue;
        const ssize_t n = ::read(complaints, buffer.data(), buffer.size());
        if (n == 0 || (n < 0 && errno != EINTR)) return said;
        if (n > 0 && said.size() < 16'384) said.append(buffer.data(), static_cast<std::size_t>(n));
    }
}

// Runs a program of PostgreSQL's and throws its complaint. `output` is where its standard output goes, `url` the server that it
// asks.
void run_tool(const std::string& program, const std::vector<std::string>& arguments, const std::string& url,
              const std::string& password, const std::string& output) {
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    const std::string secret = "PGPASSWORD=" + password;
    std::vector<char*> environment;
    for (char** e = environ; *e != nullptr; ++e) {
        if (password.empty() || !std::string_view{*e}.starts_with("PGPASSWORD=")) environment.push_back(*e);
    }
    if (!password.empty()) environment.push_back(const_cast<char*>(secret.c_str()));
    environment.push_back(nullptr);

    std::array<int, 2> complaints{};
    if (::pipe2(complaints.data(), O_CLOEXEC) != 0) throw DbError(Fallo::unavailable, std::strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, complaints[1], 2);
    pid_t pid = 0;
    const int spawned = ::posix_spawnp(&pid, program.c_str(), &actions, nullptr, argv.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    ::close(complaints[1]);
    std::string said;
    if (spawned == 0) said = listen_to(pid, complaints[0], url);
    ::close(complaints[0]);
    if (spawned == ENOENT) {
        throw DbError(Fallo::unavailable,
                      fmt::format("The program {} is missing: install the package postgresql-client.", program));
    }
    if (spawned != 0) throw DbError(Fallo::unavailable, fmt::format("Cannot run {}: {}.", program, std::strerror(spawned)));
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    std::replace(said.begin(), said.end(), '\n', ' ');
    throw DbError(Fallo::unavailable, fmt::format("{} failed: {}", program, said));
}

bool is_sqlite(const std::string& file) {
    constexpr std::string_view mark{"SQLite format 3\0", 16};
    std::string start(mark.size(), ' ');
    return std::ifstream{file, std::ios::binary}.read(start.data(), static_cast<std::streamsize>(start.size())) && start == mark;
}

// The contents list without the policies: they name the owner of the old database, and are made anew for this one.
std::string list_without_policies(const std::string& file, const std::string& listing) {
    try {
        run_tool("pg_restore", {"-l", file}, "", "", listing);
    } catch (const DbError& error) {
        throw DbError(error.fallo(), fmt::format("The file {} is not a usable backup: {}", file, error.what()));
    }
    std::ifstream in{listing};
    std::ostringstream kept;
    bool ours = false;
    for (std::string line; std::getline(in, line);) {
        if (line.find(" POLICY ") != std::string::npos) continue;
        ours = ours || line.find(" TABLE ") != std::string::npos;
        kept << line << '\n';
    }
    if (!ours) throw DbError(Fallo::other, fmt::format("The backup {} holds no tables.", file));
    return kept.str();
}

}  // namespace

void backup(const std::string& url, const std::string& file) {
    NewFile target{file};
    const Address address = split_password(url);
    Session session{url};
    // Under the forced wall only the owner's open policy shows every row: anyone else would write a backup with holes.
    const auto hidden = session.rows(R"(
        SELECT c.relname FROM pg_class c, pg_roles r
        WHERE r.rolname = current_user AND NOT r.rolsuper AND NOT r.rolbypassrls
            AND c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT pg_has_role(current_user, c.relowner, 'USAGE')
        LIMIT 1)");
    if (!hidden.empty()) throw DbError(Fallo::other, "A backup of PostgreSQL needs the address of the database's owner.");
    run_tool("pg_dump", {"-Fc", "--enable-row-security", "--no-owner", "-d", address.without_password}, url, address.password,
             target.temporary());
    target.keep();
}

void restore(const std::string& url, const std::string& file) {
    Session session{url};
    if (!session
             .rows("SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', "
                   "'m') LIMIT 1")
             .empty()) {
        throw DbError(Fallo::other, "The PostgreSQL database has tables already and is not overwritten.");
    }
    if (is_sqlite(file)) return restore_from_sqlite(session, file);
    const auto folder = std::filesystem::temp_directory_path();
    const NewFile listing{(folder / "cacao-restore").string() + std::to_string(::getpid())};
    const std::string kept = list_without_policies(file, listing.temporary());
    std::ofstream{listing.temporary(), std::ios::trunc} << kept;
    make_service_role(session);
    const Address address = split_password(url);
    run_tool("pg_restore",
             {"--single-transaction", "--exit-on-error", "--no-owner", "-L", listing.temporary(), "-d", address.without_password,
              file},
             url, address.password, "/dev/null");
    session.exec("BEGIN");
    protect_tables(session);
    session.exec("COMMIT");
}

}  // namespace cacao::db::postgres
