#pragma once
// A server under measurement as a child process: started, awaited, measured from /proc, ended by its own id.

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace cacao::bench {

struct Memory {
    std::uint64_t anonymous_bytes = 0;  // RssAnon
    std::uint64_t file_bytes = 0;       // RssFile
};

class Process {
public:
    // Starts `command`; its output goes to /dev/null. Throws when it cannot be started.
    explicit Process(const std::vector<std::string>& command);
    ~Process();  // SIGTERM, then waits; SIGKILL when it does not listen
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    // Returns once something answers a request on this port of 127.0.0.1; throws after `patience` or when the process ended.
    std::chrono::nanoseconds wait_for_answer(std::uint16_t port, std::chrono::seconds patience = std::chrono::seconds{10}) const;
    pid_t id() const { return id_; }
    // Of the process and its children (nginx works in a child).
    double cpu_seconds() const;
    Memory memory() const;

private:
    pid_t id_ = -1;
    std::chrono::steady_clock::time_point started_;
};

// CPU of a process and its children, in seconds.
double family_cpu(pid_t id);

// A folder that goes away with the object.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

// A port that was free a moment ago.
std::uint16_t free_port();

// CPU of the calling thread, in seconds.
double thread_cpu();

// `cacao serve` of a company's folder on that port of 127.0.0.1, with one thread for the network and nothing that only costs.
std::vector<std::string> serve_command(const std::string& binary, const std::filesystem::path& data, std::uint16_t port,
                                       const std::vector<std::string>& more = {});

// nginx with one worker that answers `body` to everything; its files live in `folder`.
std::vector<std::string> nginx_command(const std::filesystem::path& folder, std::uint16_t port, const std::string& body);
// nginx with one worker that serves the files of `folder`/files as fast as it can.
std::vector<std::string> nginx_files_command(const std::filesystem::path& folder, std::uint16_t port);

}  // namespace cacao::bench
