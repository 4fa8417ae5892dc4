#include "serve/http_writer.hpp"

#include "api/compresion.hpp"
#include "api/problema.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace cacao::serve {
namespace {

constexpr std::string_view hex = "0123456789abcdef";

void put_hex(char* at, std::uint64_t value) {
    for (int i = 15; i >= 0; --i, value >>= 4) at[i] = hex[value & 0xF];
}

bool lower_hex(std::string_view text) { return text.find_first_not_of(hex) == std::string_view::npos; }
bool all_zero(std::string_view text) { return text.find_first_not_of('0') == std::string_view::npos; }

// version "-" trace-id "-" parent-id "-" flags; a later version may append more after another dash.
bool valid_traceparent(std::string_view t) {
    if (t.size() < 55 || t[2] != '-' || t[35] != '-' || t[52] != '-') return false;
    const std::string_view version = t.substr(0, 2), trace = t.substr(3, 32), parent = t.substr(36, 16), flags = t.substr(53, 2);
    if (!lower_hex(version) || !lower_hex(trace) || !lower_hex(parent) || !lower_hex(flags)) return false;
    if (version == "ff" || all_zero(trace) || all_zero(parent)) return false;
    return t.size() == 55 || (version != "00" && t[55] == '-');
}

void put_header(std::string& out, std::string_view name, std::string_view value) {
    out.append(name).append(": ").append(value).append("\r\n");
}

// A value that came from a caller's data must not start a line of its own.
void put_checked_header(std::string& out, std::string_view name, std::string_view value) {
    const std::size_t from = out.size();
    put_header(out, name, value);
    for (std::size_t i = from; i + 2 < out.size(); ++i)
        if (static_cast<unsigned char>(out[i]) < 0x20 || out[i] == 0x7F) out[i] = ' ';
}

// A page of another origin reads of an answer what this names, beside what every page may (Cache-Control, Content-Type…). What
// is said is what is sent: a header that an operation adds is never forgotten here.
void put_exposed_names(std::string& out, const api::Answer& answer, const AnswerFrame& frame) {
    std::string names{"Date"};
    if (!frame.traceparent.empty()) names.append(", traceparent");
    for (const auto& [name, value] : answer.headers)
        if (!name.starts_with("Access-Control-")) names.append(", ").append(name);
    put_header(out, "Access-Control-Expose-Headers", names);
}

// One stream per thread, set up at its first use: making one costs more than compressing a small body.
class Deflater {
public:
    Deflater() {
        constexpr int gzip_window = 15 + 16;
        ready_ = deflateInit2(&stream_, 1, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) == Z_OK;
    }
    ~Deflater() {
        if (ready_) deflateEnd(&stream_);
    }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    // False when the result would not fit into `out`, that is, would not be smaller.
    bool run(const std::string& in, std::string& out) {
        if (!restart()) return false;
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        stream_.avail_in = static_cast<uInt>(in.size());
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(out.size());
        if (deflate(&stream_, Z_FINISH) != Z_STREAM_END) return false;
        out.erase(stream_.total_out);
        return true;
    }

    // Piece by piece; `out` gets what is ready.
    template <class Out>
    void feed(std::span<const char> in, bool last, Out out) {
        std::array<char, 32 * 1024> ready;
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        stream_.avail_in = static_cast<uInt>(in.size());
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(ready.data());
            stream_.avail_out = static_cast<uInt>(ready.size());
            if (deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR)
                throw std::runtime_error("the compressor failed");
            out(std::string_view{ready.data(), ready.size() - stream_.avail_out});
        } while (stream_.avail_out == 0);
    }
    bool restart() { return ready_ && deflateReset(&stream_) == Z_OK; }

private:
    z_stream stream_{};
    bool ready_ = false;
};

Deflater& deflater() {
    thread_local Deflater own;
    return own;
}

}  // namespace

std::string_view reason(int status) {
    switch (status) {
        case 200: return "OK";
        case 201: return "Created";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 301: return "Moved Permanently";
        case 302: return "Found";
        case 303: return "See Other";
        case 304: return "Not Modified";
        case 307: return "Temporary Redirect";
        case 308: return "Permanent Redirect";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 406: return "Not Acceptable";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 410: return "Gone";
        case 411: return "Length Required";
        case 412: return "Precondition Failed";
        case 413: return "Content Too Large";
        case 415: return "Unsupported Media Type";
        case 422: return "Unprocessable Content";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 503: return "Service Unavailable";
        default: return "Status";
    }
}

api::Answer problem(int status, Codigo codigo, std::string_view trace_id, Idioma idioma) {
    auto answer = api::problem(status, codigo, {}, idioma, trace_id);
    if (status == 503 || status == 429) answer.headers.emplace_back("Retry-After", "1");
    return answer;
}

bool compressible(const api::Answer& answer, std::size_t minimum) {
    if (answer.length() < minimum || (answer.shared_body && !answer.file)) return false;
    const std::string_view type = answer.type().substr(0, answer.type().find(';'));
    const bool text = type.starts_with("text/") || type.ends_with("/json") || type.ends_with("+json") || type.ends_with("xml") ||
                      type.ends_with("/javascript");
    if (!text) return false;
    for (const auto& [name, value] : answer.headers)
        if (name == "Content-Encoding" || (name == "ETag" && !value.starts_with("W/"))) return false;
    return true;
}

bool compress(std::string& body) {
    std::string smaller(body.size(), '\0');
    if (!deflater().run(body, smaller)) return false;
    body = std::move(smaller);
    return true;
}

std::string decompressed(std::string_view gzip) {
    // The last four bytes of a gzip stream are the length of what it holds.
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < 4; ++i)
        length |= std::uint32_t{static_cast<unsigned char>(gzip.at(gzip.size() - 4 + i))} << (8 * i);
    auto plain = api::inflar(gzip, length);
    if (!plain) throw std::runtime_error("no gzip stream");
    return std::move(*plain);
}

std::shared_ptr<api::Spool> compressed(const api::Spool& file, std::shared_ptr<api::Spool> out) {
    if (!deflater().restart()) throw std::runtime_error("the compressor could not start");
    std::vector<char> piece(64 * 1024);
    for (std::uint64_t at = 0; at < file.size();) {
        const auto some =
            std::span{piece}.first(static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), file.size() - at)));
        if (!file.read(at, some)) throw std::runtime_error("the disk does not give back what it took");
        at += some.size();
        deflater().feed(some, at == file.size(), [&](std::string_view ready) { out->write(ready); });
    }
    out->finish();
    return out;
}

std::uint64_t next_random(std::uint64_t (&s)[4]) {
    const auto rotate = [](std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); };
    const std::uint64_t result = rotate(s[0] + s[3], 23) + s[0];
    const std::uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

void Trace::start(std::string_view traceparent, std::uint64_t (&random)[4]) {
    char* const t = text_.data();
    t[0] = t[1] = '0';
    t[2] = t[35] = t[52] = '-';
    if (valid_traceparent(traceparent)) {
        traceparent.copy(t + 3, 32, 3);
        // Of the flags only "sampled" is defined; a later version's other bits are not ours to pass on.
        const char last = traceparent[54];
        t[53] = '0';
        t[54] = std::string_view{"13579bdf"}.find(last) != std::string_view::npos ? '1' : '0';
    } else {
        put_hex(t + 3, next_random(random));
        put_hex(t + 19, next_random(random) | 1);
        t[53] = t[54] = '0';
    }
    put_hex(t + 36, next_random(random) | 1);
}

std::string http_date(std::int64_t unix_seconds) {
    const std::time_t time = static_cast<std::time_t>(unix_seconds);
    std::tm tm{};
    gmtime_r(&time, &tm);
    static constexpr const char* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT", days[tm.tm_wday], tm.tm_mday, months[tm.tm_mon],
                       tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

bool write_head(std::string& out, const api::Answer& answer, const AnswerFrame& frame) {
    if (answer.status == 200) {
        out.append("HTTP/1.1 200 OK\r\nDate: ");
    } else {
        fmt::format_to(std::back_inserter(out), "HTTP/1.1 {} {}\r\nDate: ", answer.status, reason(answer.status));
    }
    out.append(frame.date).append("\r\nX-Content-Type-Options: nosniff\r\n");
    const bool bodiless = answer.status == 204 || answer.status == 304;
    if (!bodiless) {
        if (!answer.type().empty() && !(answer.length() == 0 && answer.status >= 300 && answer.status < 400))
            put_header(out, "Content-Type", answer.type());
        const fmt::format_int length{answer.length()};
        put_header(out, "Content-Length", {length.data(), length.size()});
    }
    if (!frame.traceparent.empty()) put_header(out, "traceparent", frame.traceparent);
    if (frame.secure) out.append("Strict-Transport-Security: max-age=31536000\r\n");
    if (frame.gzip) out.append("Content-Encoding: gzip\r\n");
    if (frame.vary_encoding) out.append("Vary: Accept-Encoding\r\n");
    if (frame.vary_origin) out.append("Vary: Origin\r\n");
    if (!frame.cors_origin.empty()) {
        put_header(out, "Access-Control-Allow-Origin", frame.cors_origin);
        put_exposed_names(out, answer, frame);
    }
    for (const auto& [name, value] : answer.headers) put_checked_header(out, name, value);
    if (frame.close) out.append("Connection: close\r\n");
    else if (frame.http_1_0) out.append("Connection: keep-alive\r\n");
    out.append("\r\n");
    return !bodiless && !frame.head_only && answer.length() > 0;
}

}  // namespace cacao::serve
