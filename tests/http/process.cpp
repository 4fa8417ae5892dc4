#include "http/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace cacao::test {
namespace {

constexpr std::chrono::seconds patience{60};
constexpr std::chrono::milliseconds look_again{2};

std::string read_all(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream{file}.rdbuf();
    return text.str();
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> list;
    for (const auto& text : texts) list.push_back(const_cast<char*>(text.c_str()));
    list.push_back(nullptr);
    return list;
}

}  // namespace

std::string cacao_binary() { return CACAO_BINARY; }

Process::Process(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
    std::vector<std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (!std::string_view{*entry}.starts_with("CACAO_")) variables.emplace_back(*entry);
    variables.insert(variables.end(), environment.begin(), environment.end());
    const auto arguments = pointers(command);
    const auto settings = pointers(variables);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, (folder_.path() + "/out").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, (folder_.path() + "/err").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const int failed = ::posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), settings.data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::runtime_error("cannot start " + command.front());
}

Process::~Process() {
    if (!running()) return;
    signal(SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

void Process::take(int status) { exit_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

bool Process::running() {
    if (exit_ >= 0) return false;
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == 0) return true;
    take(status);
    return false;
}

void Process::signal(int number) const {
    // An ended process may have left its number to someone else.
    if (exit_ < 0) ::kill(pid_, number);
}

int Process::wait() {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (running()) {
        if (std::chrono::steady_clock::now() > until) signal(SIGKILL);
        std::this_thread::sleep_for(look_again);
    }
    return exit_;
}

std::string Process::out() const { return read_all(folder_.path() + "/out"); }
std::string Process::err() const { return read_all(folder_.path() + "/err"); }

Ended run_cacao(std::vector<std::string> arguments, const std::vector<std::string>& environment) {
    arguments.insert(arguments.begin(), cacao_binary());
    Process process{arguments, environment};
    const int exit = process.wait();
    return {exit, process.out(), process.err()};
}

}  // namespace cacao::test
