#pragma once
// Turns the bytes of one connection into requests, strictly: whatever two HTTP readers might understand differently is refused,
// so that no request can hide inside another. It knows no socket, which lets the tests and the fuzzer feed it byte by byte.
//
// The caller's loop: read into room(), tell received(n), then call advance() until it says `more`. After `head`, call
// begin_body(limit); after `request`, use request() and then call next().

#include "api/http.hpp"
#include "base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cacao::serve {

struct ReaderLimits {
    std::size_t header_bytes = 16 * 1024;  // request line and headers together
    std::size_t header_count = 100;
};

// What the server itself needs from the head of a request. Views into the connection's buffer, like the request's own.
struct Head {
    bool http_1_0 = false;
    bool keep_alive = true;
    bool expect_continue = false;
    bool has_body = false;
    bool accepts_gzip = false;
    std::string_view accept_language;
    std::string_view traceparent;
    std::string_view origin;
    std::string_view forwarded_for;  // the last X-Forwarded-For line
    std::string_view preflight_method;
    std::string_view preflight_headers;
};

struct Refusal {
    int status = 0;  // 0: nothing was refused
    Codigo codigo{};
};

// What an Accept-Encoding header says of gzip.
bool allows_gzip(std::string_view accept_encoding);

class HttpReader {
public:
    enum class State : std::uint8_t { more, head, request, refused };

    explicit HttpReader(const ReaderLimits& limits) : limits_(limits) {}

    // Where the next bytes go; never empty. Earlier views of an unfinished request stay valid through request().
    std::span<char> room();
    void received(std::size_t n);
    State advance();
    // How many bytes the body may have; a longer one is refused before it is read.
    void begin_body(std::uint64_t limit);
    // Forgets the current request and goes on to the next.
    void next();

    api::Request& request() { return request_; }
    api::Verb verb() const { return request_.verb; }
    const Head& head() const { return head_; }
    const Refusal& refusal() const { return refusal_; }
    // Nothing of a next request has arrived.
    bool idle() const { return stage_ == Stage::head && begin_ == end_; }
    // Bytes that arrived after the current request.
    bool has_more() const { return end_ > consumed_; }
    // Whether request() and head() belong to the current request, also after a refusal.
    bool head_known() const { return head_known_; }
    bool in_body() const { return stage_ == Stage::length || stage_ == Stage::chunked; }
    bool body_started() const { return body_filled_ > 0 || end_ > head_end_; }
    std::size_t body_received() const { return body_filled_; }
    // After `head`: the whole body, if there is one, arrived together with it.
    bool body_here() const { return !is_chunked_ && content_length_ <= end_ - head_end_; }
    // Bytes of memory that it holds, and how many more the next read will take.
    std::size_t held() const { return capacity_ + body_.capacity(); }
    std::size_t growth() const;
    // Gives back what a large request made it allocate.
    void shrink();
    // Gives back everything; nothing more is read.
    void abandon();

private:
    enum class Stage : std::uint8_t { head, decided, length, chunked, whole, refused };
    enum class Chunk : std::uint8_t { size, extension, size_lf, data, data_cr, data_lf, trailer, trailer_lf, end_lf };
    class HeadParser;

    State refuse(int status, Codigo codigo);
    State read_head();
    bool parse_head(std::size_t length);
    State read_length();
    State read_chunks();
    State read_chunk_line(char c);
    void grow(std::size_t capacity);
    std::size_t next_body_size() const;
    std::size_t next_capacity() const;
    void rebase(const char* from, char* to);

    ReaderLimits limits_;
    Stage stage_ = Stage::head;
    bool forgave_empty_line_ = false;
    bool head_known_ = false;
    Refusal refusal_;
    Head head_;
    api::Request request_;

    std::unique_ptr<char[]> buffer_;
    std::size_t capacity_ = 0;
    std::size_t begin_ = 0;     // of the current request
    std::size_t line_ = 0;      // of the line of the head that is not complete yet
    std::size_t head_end_ = 0;  // first byte after the head
    std::size_t consumed_ = 0;  // first byte after what was understood so far
    std::size_t end_ = 0;       // of what was received

    std::uint64_t body_limit_ = 0;
    std::uint64_t content_length_ = 0;
    bool is_chunked_ = false;
    std::string body_;  // used when the body did not arrive together with its head
    std::size_t body_filled_ = 0;

    Chunk chunk_ = Chunk::size;
    std::uint64_t chunk_left_ = 0;
    int chunk_digits_ = 0;
    std::size_t line_length_ = 0;  // of an extension or of the trailers so far
    std::size_t trailer_column_ = 0;
    bool trailer_named_ = false;
};

}  // namespace cacao::serve
