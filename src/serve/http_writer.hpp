#pragma once
// The bytes of an answer: status line, headers, problems, compression, trace ids. No socket here either.

#include "api/http.hpp"
#include "base/error.hpp"
#include "serve/http_reader.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace cacao::serve {

std::string_view reason(int status);

// The problem (RFC 9457) for what the server itself refuses, before an operation is known.
api::Answer problem(int status, Codigo codigo, std::string_view trace_id, Idioma idioma);

// Whether a body of this type and size is worth compressing. A strong ETag names exact bytes, so such an answer stays as it is.
bool compressible(const api::Answer& answer, std::size_t minimum);
// Replaces the body by its gzip form when that is smaller; true if it did. Safe from any thread.
bool compress(std::string& body);
// A gzip stream of our own, whole.
std::string decompressed(std::string_view gzip);
// The gzip form of a file, as another one.
std::shared_ptr<api::Spool> compressed(const api::Spool& file, std::shared_ptr<api::Spool> out);

// W3C trace context of one request: the caller's trace id when it sent a valid one, otherwise a new one; always a new span.
class Trace {
public:
    void start(std::string_view traceparent, std::uint64_t (&random)[4]);
    std::string_view trace_id() const { return {text_.data() + 3, 32}; }
    std::string_view traceparent() const { return {text_.data(), text_.size()}; }

private:
    std::array<char, 55> text_{};
};

// The next value of a fast generator for identifiers that need not be secret (xoshiro256++).
std::uint64_t next_random(std::uint64_t (&state)[4]);

// "Sun, 06 Nov 1994 08:49:37 GMT"
std::string http_date(std::int64_t unix_seconds);

struct AnswerFrame {
    std::string_view date;         // cached by the caller
    std::string_view traceparent;  // empty: none
    std::string_view cors_origin;  // empty: none
    bool http_1_0 = false;
    bool close = false;
    bool head_only = false;
    bool gzip = false;
    bool vary_encoding = false;
    bool vary_origin = false;
    bool secure = false;  // over TLS
};

// Writes everything up to and including the empty line; the body is the caller's. True when the body follows.
bool write_head(std::string& out, const api::Answer& answer, const AnswerFrame& frame);

}  // namespace cacao::serve
