#pragma once
// One JSON line per request. The line is made on the io thread and handed over in memory; a thread of its own writes to disk, so
// that a slow disk never delays an answer. When the disk falls too far behind, lines are dropped and counted, and the log says
// so.

#include "serve/server.hpp"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace cacao::serve {

class AccessLog final : public Observer {
public:
    // `file` is opened for appending; "-" is standard output. Throws std::runtime_error with one plain sentence.
    explicit AccessLog(std::string file, std::size_t queue_bytes = 8 * 1024 * 1024);
    ~AccessLog() override;
    AccessLog(const AccessLog&) = delete;
    AccessLog& operator=(const AccessLog&) = delete;

    void finished(const api::Request& request, const api::Answer& answer, std::chrono::nanoseconds duration, std::size_t bytes,
                  bool refused) override;
    // Returns when everything logged before the call has been written.
    void flush();
    // Opens the file again by its name, after another program moved it away. Keeps the old one when that fails.
    void reopen();
    std::uint64_t dropped() const;

private:
    int open_file() const;
    void write_forever();
    bool write_all(std::string_view text) const;

    const std::string file_;
    const std::size_t queue_bytes_;
    mutable std::mutex mutex_;
    std::condition_variable wake_, written_;
    std::string queue_;
    std::uint64_t queued_lines_ = 0;
    std::uint64_t dropped_ = 0;
    std::uint64_t dropped_told_ = 0;
    std::uint64_t flushes_wanted_ = 0, flushes_done_ = 0;
    int descriptor_ = -1;
    int next_descriptor_ = -1;
    bool ending_ = false;
    std::thread writer_;
};

// The line without its end; the query is left out, because it may hold what a log must not.
void write_log_line(std::string& out, const api::Request& request, const api::Answer& answer, std::chrono::nanoseconds duration,
                    std::size_t bytes, std::int64_t unix_micros);

}  // namespace cacao::serve
