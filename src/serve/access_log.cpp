#include "serve/access_log.hpp"

#include "base/fecha.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace cacao::serve {
namespace {

constexpr std::size_t wake_bytes = 256 * 1024;
constexpr std::chrono::milliseconds rhythm{100};

// Bytes outside printable ASCII are written percent-encoded: a path may hold anything, a line must stay valid JSON.
void put_text(std::string& out, std::string_view text) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    const auto plain = [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };
    while (!text.empty()) {
        const auto odd = std::find_if_not(text.begin(), text.end(), plain);
        const auto length = static_cast<std::size_t>(odd - text.begin());
        out.append(text.substr(0, length));
        text.remove_prefix(length);
        if (text.empty()) return;
        const auto byte = static_cast<unsigned char>(text.front());
        if (byte == '"' || byte == '\\') out.append({'\\', text.front()});
        else out.append({'%', hex[byte >> 4], hex[byte & 0xF]});
        text.remove_prefix(1);
    }
}

void put_number(std::string& out, std::string_view name, std::int64_t value) {
    const fmt::format_int digits{value};
    out.append(name).append(digits.data(), digits.size());
}

}  // namespace

void write_log_line(std::string& out, const api::Request& request, const api::Answer& answer, std::chrono::nanoseconds duration,
                    std::size_t bytes, std::int64_t unix_micros) {
    // The calendar part changes once a second; the digits after it are ours.
    thread_local std::int64_t second = -1;
    thread_local std::string start;
    if (unix_micros / 1'000'000 != second) {
        second = unix_micros / 1'000'000;
        start = Instante::de_micros(second * 1'000'000).iso();
        start.back() = '.';
        start.insert(0, "{\"time\":\"");
    }
    // Put together by hand: this runs once per request, and a general formatter takes three times as long.
    char digits[6];
    for (std::int64_t rest = unix_micros % 1'000'000, i = 5; i >= 0; --i, rest /= 10)
        digits[i] = static_cast<char>('0' + rest % 10);
    out.append(start)
        .append(digits, sizeof digits)
        .append("Z\",\"method\":\"")
        .append(nombre(request.verb))
        .append("\",\"path\":\"");
    put_text(out, request.path);
    put_number(out, "\",\"status\":", answer.status);
    put_number(out, ",\"bytes\":", static_cast<std::int64_t>(bytes));
    put_number(out, ",\"micros\":", duration.count() / 1000);
    out.append(",\"traceId\":\"").append(request.trace_id).append("\",\"operation\":\"").append(answer.operation);
    put_number(out, "\",\"organizacionId\":", answer.organizacionId);
    put_number(out, ",\"usuarioId\":", answer.usuarioId);
    put_number(out, ",\"consumidorId\":", answer.consumidorId);
    out.append(",\"remote\":\"");
    put_text(out, request.remote);
    out.append("\"}");
}

AccessLog::AccessLog(std::string file, std::size_t queue_bytes) : file_(std::move(file)), queue_bytes_(queue_bytes) {
    descriptor_ = open_file();
    writer_ = std::thread{[this] { write_forever(); }};
}

AccessLog::~AccessLog() {
    {
        const std::lock_guard lock{mutex_};
        ending_ = true;
        wake_.notify_one();
    }
    writer_.join();
    if (next_descriptor_ >= 0) ::close(next_descriptor_);
    ::close(descriptor_);
}

int AccessLog::open_file() const {
    const int descriptor =
        file_ == "-" ? ::dup(STDOUT_FILENO) : ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
    if (descriptor < 0)
        throw std::runtime_error(fmt::format("The access log {} cannot be written: {}.", file_, std::strerror(errno)));
    return descriptor;
}

void AccessLog::finished(const api::Request& request, const api::Answer& answer, std::chrono::nanoseconds duration,
                         std::size_t bytes, bool) {
    thread_local std::string line;
    line.clear();
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    write_log_line(line, request, answer, duration, bytes, std::chrono::duration_cast<std::chrono::microseconds>(now).count());
    line.push_back('\n');
    // The lock is held for a copy in memory, never for the disk.
    const std::lock_guard lock{mutex_};
    if (queue_.size() + line.size() > queue_bytes_) {
        ++dropped_;
        return;
    }
    const bool was_small = queue_.size() < wake_bytes;
    queue_ += line;
    ++queued_lines_;
    // Otherwise the writer comes by itself: waking it for each line would cost more than the line.
    if (was_small && queue_.size() >= wake_bytes) wake_.notify_one();
}

void AccessLog::flush() {
    std::unique_lock lock{mutex_};
    const std::uint64_t mine = ++flushes_wanted_;
    wake_.notify_one();
    written_.wait(lock, [&] { return flushes_done_ >= mine; });
}

void AccessLog::reopen() {
    const int fresh = open_file();
    const std::lock_guard lock{mutex_};
    if (next_descriptor_ >= 0) ::close(next_descriptor_);
    next_descriptor_ = fresh;
    wake_.notify_one();
}

std::uint64_t AccessLog::dropped() const {
    const std::lock_guard lock{mutex_};
    return dropped_;
}

void AccessLog::write_forever() {
    std::string batch;
    std::unique_lock lock{mutex_};
    for (;;) {
        wake_.wait_for(lock, rhythm, [&] {
            return ending_ || flushes_wanted_ > flushes_done_ || next_descriptor_ >= 0 || queue_.size() >= wake_bytes;
        });
        const std::uint64_t flushes = flushes_wanted_;
        const std::uint64_t lines = std::exchange(queued_lines_, 0);
        const int fresh = std::exchange(next_descriptor_, -1);
        const bool last = ending_;
        batch.clear();
        batch.swap(queue_);
        if (dropped_ > dropped_told_) {
            fmt::format_to(std::back_inserter(batch), "{{\"time\":\"{}\",\"dropped\":{}}}\n", Instante::ahora().iso(),
                           dropped_ - dropped_told_);
            dropped_told_ = dropped_;
        }
        lock.unlock();
        const bool written = write_all(batch);
        if (batch.capacity() > 4 * wake_bytes) std::string{}.swap(batch);
        if (fresh >= 0) {
            ::close(descriptor_);
            descriptor_ = fresh;
        }
        lock.lock();
        if (!written) dropped_ += lines;
        flushes_done_ = flushes;
        written_.notify_all();
        if (last) return;
    }
}

bool AccessLog::write_all(std::string_view text) const {
    while (!text.empty()) {
        const ssize_t n = ::write(descriptor_, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

}  // namespace cacao::serve
