#include "support/postgres.hpp"

#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/migrations.hpp"
#include "db/postgres_schema.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

namespace cacao::test {
namespace {

std::string find_programs() {
    std::string best;
    std::error_code none;
    for (const auto& version : std::filesystem::directory_iterator{"/usr/lib/postgresql", none}) {
        const auto bin = version.path() / "bin";
        if (std::filesystem::exists(bin / "initdb") && bin.string() > best) best = bin.string();
    }
    if (best.empty()) throw std::runtime_error("no PostgreSQL server programs: install postgresql, or set CACAO_TEST_PG");
    return best;
}

// PostgreSQL refuses to run as root; setpriv becomes the program itself, so the process id stays ours to end.
std::vector<std::string> as_ordinary_user(std::vector<std::string> command) {
    if (::geteuid() != 0) return command;
    std::vector<std::string> whole{"setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=QUIT"};
    whole.insert(whole.end(), command.begin(), command.end());
    return whole;
}

pid_t start(const std::vector<std::string>& command, const std::string& log) {
    std::vector<char*> argv;
    for (const std::string& a : command) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t pid = 0;
    const int failed = ::posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::runtime_error("cannot start " + command[0]);
    return pid;
}

std::string read_all(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream{file}.rdbuf();
    return text.str();
}

std::string free_port() {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        throw std::runtime_error("no free port on the loopback");
    }
    ::close(fd);
    return std::to_string(ntohs(address.sin_port));
}

}  // namespace

Postgres& Postgres::instance() {
    static Postgres server;
    return server;
}

Postgres::Postgres() : made_by_(::getpid()), mark_(hexadecimal(azar(4))) {
    if (const char* given = std::getenv("CACAO_TEST_PG")) {
        PQconninfoOption* options = PQconninfoParse(given, nullptr);
        if (options == nullptr) throw std::runtime_error("CACAO_TEST_PG cannot be read");
        for (const PQconninfoOption* o = options; o->keyword != nullptr; ++o) {
            if (o->val == nullptr) continue;
            const std::string_view name{o->keyword};
            if (name == "host") host_ = o->val;
            if (name == "port") port_ = o->val;
            if (name == "user") superuser_ = o->val;
            if (name == "password") superuser_password_ = o->val;
        }
        PQconninfoFree(options);
    } else {
        start_cluster();
    }
    make_roles();
    template_ = create_empty_database();
    db::migrate(owner_url(template_));
}

Postgres::~Postgres() {
    if (::getpid() != made_by_) return;
    if (server_ != 0) {
        ::kill(server_, SIGQUIT);
        ::waitpid(server_, nullptr, 0);
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
        return;
    }
    try {
        drop(template_);
        run(fmt::format("DROP ROLE IF EXISTS dueno_{0}, servicio_{0}", mark_));
    } catch (const std::exception&) {
        // A borrowed server that went away takes nothing of ours with it but names.
    }
}

void Postgres::start_cluster() {
    const std::string programs = find_programs();
    std::string pattern = (std::filesystem::temp_directory_path() / "cacao-pg-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    folder_ = pattern;
    if (::geteuid() == 0) {
        const passwd* user = ::getpwnam("postgres");
        if (user == nullptr || ::chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0)
            throw std::runtime_error("no user postgres");
    }
    const std::string data = folder_ + "/data";
    const std::string log = folder_ + "/log";
    int status = 0;
    // A language's own sorting, so that a text column without its collation shows.
    ::waitpid(start(as_ordinary_user({programs + "/initdb", "-D", data, "-A", "trust", "-U", superuser_, "-E", "UTF8",
                                      "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=es-MX", "--no-sync",
                                      "--no-instructions"}),
                    log),
              &status, 0);
    if (status != 0) throw std::runtime_error("initdb failed: " + read_all(log));
    host_ = "127.0.0.1";
    // Someone else may take the port between asking for it and using it.
    for (int attempt = 0; attempt < 5; ++attempt) {
        port_ = free_port();
        if (launch()) return;
    }
    throw std::runtime_error("PostgreSQL does not start: " + read_all(log));
}

bool Postgres::launch() {
    server_ = start(as_ordinary_user({find_programs() + "/postgres",
                                      "-D",
                                      folder_ + "/data",
                                      "-p",
                                      port_,
                                      "-c",
                                      "listen_addresses=127.0.0.1",
                                      "-c",
                                      "unix_socket_directories=" + folder_,
                                      "-c",
                                      "fsync=off",
                                      "-c",
                                      "full_page_writes=off",
                                      "-c",
                                      "max_connections=200",
                                      "-c",
                                      "shared_buffers=64MB",
                                      "-c",
                                      "autovacuum=off",
                                      "-c",
                                      "plan_cache_mode=force_generic_plan",
                                      "-c",
                                      "deadlock_timeout=100ms"}),
                    folder_ + "/log");
    for (int look = 0; look < 600 && ::waitpid(server_, nullptr, WNOHANG) == 0; ++look) {
        if (PQping(superuser_url().c_str()) == PQPING_OK) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ::kill(server_, SIGQUIT);
    ::waitpid(server_, nullptr, 0);
    server_ = 0;
    return false;
}

bool Postgres::crash() {
    if (server_ == 0) return false;
    ::kill(server_, SIGKILL);
    ::waitpid(server_, nullptr, 0);
    // Its children end when they notice; until then the new one is refused.
    for (int attempt = 0; attempt < 100; ++attempt) {
        if (launch()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    throw std::runtime_error("PostgreSQL does not start again: " + read_all(folder_ + "/log"));
}

Postgres::Stopped::Stopped(const Postgres& postgres) {
    if (postgres.server_ == 0) throw std::runtime_error("someone else's server is not stopped");
    // The parent first: from then on it makes no more of them.
    processes_.push_back(postgres.server_);
    ::kill(postgres.server_, SIGSTOP);
    for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
        const std::string stat = read_all((entry.path() / "stat").string());
        const std::size_t name_ends = stat.rfind(')');
        if (name_ends == std::string::npos) continue;
        std::istringstream rest{stat.substr(name_ends + 1)};
        std::string state;
        pid_t parent = 0;
        rest >> state >> parent;
        if (parent != postgres.server_) continue;
        processes_.push_back(std::stoi(entry.path().filename().string()));
        ::kill(processes_.back(), SIGSTOP);
    }
}

Postgres::Stopped::Stopped(const Postgres& postgres, const std::string& url) {
    if (postgres.server_ == 0) throw std::runtime_error("someone else's server is not stopped");
    for (const auto& row : db::postgres::Session{url}.rows(
             "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")) {
        processes_.push_back(std::stoi(row[0]));
        ::kill(processes_.back(), SIGSTOP);
    }
}

Postgres::Stopped::~Stopped() {
    for (const pid_t process : processes_) ::kill(process, SIGCONT);
}

void Postgres::make_roles() {
    db::postgres::Session session{superuser_url()};
    db::postgres::make_service_role(session);
    session.exec(
        fmt::format("CREATE ROLE dueno_{0} LOGIN CREATEROLE PASSWORD '{0}'; GRANT {1} TO dueno_{0};"
                    "CREATE ROLE servicio_{0} LOGIN PASSWORD '{0}' IN ROLE {1};",
                    mark_, db::postgres::service_role));
}

// On a busy machine the server may let somebody wait at its door for longer than the service does by itself.
std::string Postgres::url(const std::string& user, const std::string& password, const std::string& database) const {
    return fmt::format("postgresql://{}{}{}@{}{}{}/{}?connect_timeout=10", user, password.empty() ? "" : ":", password, host_,
                       port_.empty() ? "" : ":", port_, database);
}

std::string Postgres::superuser_url(const std::string& database) const { return url(superuser_, superuser_password_, database); }
std::string Postgres::owner_url(const std::string& database) const { return url("dueno_" + mark_, mark_, database); }
std::string Postgres::service_url(const std::string& database) const { return url("servicio_" + mark_, mark_, database); }

std::string Postgres::next_name() { return fmt::format("prueba_{}_{}", mark_, ++databases_); }

std::string Postgres::create_empty_database() {
    const std::string name = next_name();
    run(fmt::format("CREATE DATABASE {} OWNER dueno_{}", name, mark_));
    // Whoever owns a database may not, since PostgreSQL 15, create in its schema public without owning that too.
    run(fmt::format("ALTER SCHEMA public OWNER TO dueno_{}", mark_), name);
    return name;
}

std::string Postgres::create_database(const std::string& copy_of) {
    const std::string name = next_name();
    // Its files as they are: half the time of a copy through the log, which only the safety of a crash would be worth.
    run(fmt::format("CREATE DATABASE {} OWNER dueno_{} TEMPLATE {} STRATEGY FILE_COPY", name, mark_,
                    copy_of.empty() ? template_ : copy_of));
    return name;
}

void Postgres::drop(const std::string& database) { run(fmt::format("DROP DATABASE IF EXISTS {} WITH (FORCE)", database)); }

void Postgres::run(const std::string& sql, const std::string& database) {
    db::postgres::Session{superuser_url(database)}.exec(sql);
}

}  // namespace cacao::test
