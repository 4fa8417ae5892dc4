#include "process.hpp"

#include "load.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace cacao::bench {
namespace {

using Clock = std::chrono::steady_clock;

std::string content(const std::string& file) {
    std::ostringstream out;
    out << std::ifstream{file}.rdbuf();
    return out.str();
}

std::vector<pid_t> family(pid_t id) {
    std::vector<pid_t> ids{id};
    std::istringstream children{content(fmt::format("/proc/{0}/task/{0}/children", id))};
    for (pid_t child = 0; children >> child;) ids.push_back(child);
    return ids;
}

bool answers(std::uint16_t port) {
    Load one;
    one.port = port;
    one.connections = 1;
    one.requests = 1;
    one.limit = std::chrono::milliseconds{1000};
    one.request = "GET /api/Health/health HTTP/1.1\r\nHost: x\r\n\r\n";
    try {
        return run_load(one).answers == 1;
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace

Process::Process(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    started_ = Clock::now();
    const int error = ::posix_spawnp(&id_, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error(fmt::format("cannot start {}: {}", command.front(), std::strerror(error)));
}

Process::~Process() {
    ::kill(id_, SIGTERM);
    for (int i = 0; i < 500; ++i) {
        if (::waitpid(id_, nullptr, WNOHANG) != 0) return;
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
}

std::chrono::nanoseconds Process::wait_for_answer(std::uint16_t port, std::chrono::seconds patience) const {
    while (Clock::now() - started_ < patience) {
        if (answers(port)) return Clock::now() - started_;
        siginfo_t ended{};
        if (::waitid(P_PID, static_cast<id_t>(id_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == id_)
            throw std::runtime_error("the server ended before it answered");
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    throw std::runtime_error("the server did not answer in time");
}

double family_cpu(pid_t id) {
    // The scheduler's own count is in nanoseconds; the ticks in /proc/PID/stat are too coarse for a run of a second.
    double nanoseconds = 0;
    for (const pid_t member : family(id))
        for (const auto& task : std::filesystem::directory_iterator{fmt::format("/proc/{}/task", member)}) {
            std::istringstream first{content(task.path() / "schedstat")};
            double spent = 0;
            first >> spent;
            nanoseconds += spent;
        }
    return nanoseconds / 1e9;
}

double Process::cpu_seconds() const { return family_cpu(id_); }

Memory Process::memory() const {
    Memory memory;
    for (const pid_t id : family(id_)) {
        std::istringstream status{content(fmt::format("/proc/{}/status", id))};
        for (std::string line; std::getline(status, line);) {
            if (line.starts_with("RssAnon:")) memory.anonymous_bytes += std::stoull(line.substr(8)) * 1024;
            if (line.starts_with("RssFile:")) memory.file_bytes += std::stoull(line.substr(8)) * 1024;
        }
    }
    return memory;
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "cacao_bench_XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::uint16_t free_port() {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool ok = ::bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                    ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(fd);
    if (!ok) throw std::runtime_error("no free port");
    return ntohs(address.sin_port);
}

double thread_cpu() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

std::vector<std::string> serve_command(const std::string& binary, const std::filesystem::path& data, std::uint16_t port,
                                       const std::vector<std::string>& more) {
    std::vector<std::string> command{
        binary,         "serve", "--data",       data.string(), "--listen",     "127.0.0.1:" + std::to_string(port),
        "--io-threads", "1",     "--access-log", "off",         "--rate-limit", "0"};
    command.insert(command.end(), more.begin(), more.end());
    return command;
}

namespace {

std::vector<std::string> nginx(const std::filesystem::path& folder, std::uint16_t port, const std::string& location) {
    const std::string prefix = folder.string();
    std::ofstream{folder / "nginx.conf"} << fmt::format(
        "worker_processes 1;\ndaemon off;\npid {0}/pid;\nerror_log {0}/error.log;\n"
        "events {{ worker_connections 1024; }}\n"
        "http {{\n  access_log off;\n  keepalive_requests 1000000000;\n"
        "  client_body_temp_path {0}/body;\n  proxy_temp_path {0}/proxy;\n  fastcgi_temp_path {0}/fastcgi;\n"
        "  uwsgi_temp_path {0}/uwsgi;\n  scgi_temp_path {0}/scgi;\n"
        "  server {{ listen 127.0.0.1:{1}; location / {{ {2} }} }}\n}}\n",
        prefix, port, location);
    return {"nginx", "-p", prefix, "-e", prefix + "/error.log", "-c", prefix + "/nginx.conf"};
}

}  // namespace

std::vector<std::string> nginx_command(const std::filesystem::path& folder, std::uint16_t port, const std::string& body) {
    return nginx(folder, port, "default_type application/json; return 200 '" + body + "';");
}

std::vector<std::string> nginx_files_command(const std::filesystem::path& folder, std::uint16_t port) {
    // Its worker may run as somebody else; and it must answer what every server here is asked first.
    using std::filesystem::perms;
    std::filesystem::permissions(folder, perms::others_read | perms::others_exec, std::filesystem::perm_options::add);
    std::filesystem::create_directories(folder / "files" / "api" / "Health");
    std::ofstream{folder / "files" / "api" / "Health" / "health"} << "{}";
    return nginx(folder, port,
                 "default_type image/png; root " + (folder / "files").string() +
                     "; sendfile on; tcp_nopush on; open_file_cache max=16 inactive=60s;");
}

}  // namespace cacao::bench
