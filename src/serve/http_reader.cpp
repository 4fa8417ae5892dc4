#include "serve/http_reader.hpp"

#include "base/ascii.hpp"

#include <boost/beast/http/basic_parser.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace cacao::serve {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;

constexpr std::size_t first_buffer = 4096;
constexpr std::size_t least_room = first_buffer / 4;
constexpr std::size_t body_step = 16 * 1024;
constexpr std::size_t extension_limit = 256;
constexpr std::size_t trailer_limit = 4096;

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

bool is_token(char c) {
    return (c >= '0' && c <= '9') || (minuscula_ascii(c) >= 'a' && minuscula_ascii(c) <= 'z') ||
           (c != '\0' && std::strchr("!#$%&'*+-.^_`|~", c) != nullptr);
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; }

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (minuscula_ascii(c) >= 'a' && minuscula_ascii(c) <= 'f') return minuscula_ascii(c) - 'a' + 10;
    return -1;
}

std::string_view trimmed(std::string_view s) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!s.empty() && blank(s.front())) s.remove_prefix(1);
    while (!s.empty() && blank(s.back())) s.remove_suffix(1);
    return s;
}

// q=0, q=0.0, q=0.000 say no; everything else that is written says yes.
bool wanted(std::string_view parameters) {
    const std::size_t q = parameters.find("q=");
    if (q == std::string_view::npos) return true;
    const std::string_view weight = trimmed(parameters.substr(q + 2));
    return weight.find_first_of("123456789") != std::string_view::npos;
}

api::Verb verb_of(http::verb method) {
    switch (method) {
        case http::verb::get: return api::Verb::GET;
        case http::verb::post: return api::Verb::POST;
        case http::verb::put: return api::Verb::PUT;
        case http::verb::delete_: return api::Verb::DELETE;
        case http::verb::head: return api::Verb::HEAD;
        case http::verb::options: return api::Verb::OPTIONS;
        default: return api::Verb::other;
    }
}

}  // namespace

bool allows_gzip(std::string_view accept) {
    bool by_star = false;
    while (!accept.empty()) {
        const std::size_t comma = std::min(accept.find(','), accept.size());
        const std::string_view item = accept.substr(0, comma);
        accept.remove_prefix(std::min(comma + 1, accept.size()));
        const std::size_t semicolon = std::min(item.find(';'), item.size());
        const std::string_view coding = trimmed(item.substr(0, semicolon));
        if (iguales_ascii(coding, "gzip")) return wanted(item.substr(semicolon));
        if (coding == "*") by_star = wanted(item.substr(semicolon));
    }
    return by_star;
}

// Beast checks the grammar of the head; what it lets pass and we do not is refused in these callbacks or afterwards. It lives on
// the stack for the one call, because it is only started once the whole head has arrived.
class HttpReader::HeadParser : public http::basic_parser<true> {
public:
    HeadParser(HttpReader& reader) : reader_(reader) {
        header_limit(static_cast<std::uint32_t>(reader.limits_.header_bytes + 2));
        body_limit(boost::none);
    }

    bool too_many_headers = false;
    int hosts = 0, lengths = 0, codings = 0, authorizations = 0;
    bool coding_is_chunked = false;
    bool expectation_unknown = false;
    std::string_view length;

private:
    void on_request_impl(http::verb method, boost::beast::string_view, boost::beast::string_view target, int version,
                         error_code& ec) override {
        const std::string_view t = view(target);
        // Only the origin form: a proxy's absolute form and the asterisk have no meaning here.
        if (t.front() != '/' || t.find('#') != std::string_view::npos) {
            ec = http::error::bad_target;
            return;
        }
        const std::size_t mark = t.find('?');
        reader_.request_.verb = verb_of(method);
        reader_.request_.path = t.substr(0, mark);
        reader_.request_.query = mark == std::string_view::npos ? std::string_view{} : t.substr(mark + 1);
        reader_.head_.http_1_0 = version == 10;
    }

    void on_field_impl(http::field field, boost::beast::string_view name_text, boost::beast::string_view value_text,
                       error_code& ec) override {
        const std::string_view name = view(name_text);
        const std::string_view value = view(value_text);
        if (reader_.request_.headers.size() == reader_.limits_.header_count) {
            too_many_headers = true;
            ec = http::error::header_limit;
            return;
        }
        reader_.request_.headers.push_back({name, value});
        Head& head = reader_.head_;
        switch (field) {
            case http::field::host: ++hosts; break;
            case http::field::authorization: ++authorizations; break;
            case http::field::content_length:
                ++lengths;
                length = value;
                break;
            case http::field::transfer_encoding:
                ++codings;
                coding_is_chunked = iguales_ascii(value, "chunked");
                break;
            case http::field::expect:
                head.expect_continue = iguales_ascii(value, "100-continue");
                expectation_unknown = !head.expect_continue;
                break;
            case http::field::accept_encoding: head.accepts_gzip = allows_gzip(value); break;
            case http::field::accept_language: head.accept_language = value; break;
            case http::field::origin: head.origin = value; break;
            case http::field::access_control_request_method: head.preflight_method = value; break;
            case http::field::access_control_request_headers: head.preflight_headers = value; break;
            default:
                if (name.size() == 11 && iguales_ascii(name, "traceparent")) head.traceparent = value;
                if (name.size() == 15 && iguales_ascii(name, "x-forwarded-for")) head.forwarded_for = value;
        }
    }

    void on_response_impl(int, boost::beast::string_view, int, error_code&) override {}
    void on_header_impl(error_code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    std::size_t on_body_impl(boost::beast::string_view body, error_code&) override { return body.size(); }
    void on_chunk_header_impl(std::uint64_t, boost::beast::string_view, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, boost::beast::string_view body, error_code&) override { return body.size(); }
    void on_finish_impl(error_code&) override {}

    HttpReader& reader_;
};

HttpReader::State HttpReader::refuse(int status, Codigo codigo) {
    stage_ = Stage::refused;
    refusal_ = {status, codigo};
    head_.keep_alive = false;
    return State::refused;
}

void HttpReader::received(std::size_t n) {
    if (stage_ == Stage::length) body_filled_ += n;
    else end_ += n;
}

std::span<char> HttpReader::room() {
    if (stage_ == Stage::length) {
        // The body grows with what really arrives: announcing ten megabytes must not cost us ten.
        if (body_filled_ == body_.size()) {
            // A string that grows by itself would take twice as much.
            std::string larger;
            larger.reserve(next_body_size());
            larger.append(body_).resize(next_body_size());
            body_.swap(larger);
        }
        return {body_.data() + body_filled_, body_.size() - body_filled_};
    }
    if (stage_ == Stage::head && begin_ > 0) {
        std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
        line_ -= begin_;
        end_ -= begin_;
        consumed_ = begin_ = 0;
    }
    if (capacity_ - end_ < least_room) grow(next_capacity());
    return {buffer_.get() + end_, capacity_ - end_};
}

std::size_t HttpReader::next_body_size() const {
    return static_cast<std::size_t>(std::min(std::max<std::uint64_t>(body_.size() * 2, body_step), content_length_));
}

std::size_t HttpReader::growth() const {
    if (stage_ == Stage::length) return body_filled_ == body_.size() ? next_body_size() - body_.size() : 0;
    // Of a chunked body nobody knows the length: it doubles when what was received no longer fits.
    if (stage_ == Stage::chunked && body_.capacity() - body_.size() < capacity_) return std::max(body_.capacity(), capacity_);
    const std::size_t used = stage_ == Stage::head ? end_ - begin_ : end_;
    return capacity_ - used < least_room ? next_capacity() - capacity_ : 0;
}

std::size_t HttpReader::next_capacity() const { return std::max(first_buffer, capacity_ * 2); }

void HttpReader::grow(std::size_t capacity) {
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (end_ > 0) std::memcpy(larger.get(), buffer_.get(), end_);
    if (stage_ != Stage::head) rebase(buffer_.get(), larger.get());
    buffer_ = std::move(larger);
    capacity_ = capacity;
}

void HttpReader::rebase(const char* from, char* to) {
    const auto move = [&](std::string_view& v) {
        if (v.data() != nullptr) v = {to + (v.data() - from), v.size()};
    };
    move(request_.path);
    move(request_.query);
    for (api::Header& h : request_.headers) {
        move(h.name);
        move(h.value);
    }
    for (std::string_view* v : {&head_.accept_language, &head_.traceparent, &head_.origin, &head_.forwarded_for,
                                &head_.preflight_method, &head_.preflight_headers})
        move(*v);
}

HttpReader::State HttpReader::advance() {
    switch (stage_) {
        case Stage::head: return read_head();
        case Stage::decided: return State::head;
        case Stage::length: return read_length();
        case Stage::chunked: return read_chunks();
        case Stage::whole: return State::request;
        case Stage::refused: break;
    }
    return State::refused;
}

HttpReader::State HttpReader::read_head() {
    const char* const data = buffer_.get();
    while (line_ < end_) {
        // A client that does not speak HTTP (TLS on a plain port) learns it from its first byte.
        if (line_ == begin_ && !is_token(data[line_]) && data[line_] != '\r') return refuse(400, Codigo::peticion_malformada);
        // A line that starts with a blank continues the one before in an old grammar that readers disagree about.
        if (data[line_] == ' ' || data[line_] == '\t') return refuse(400, Codigo::peticion_malformada);
        const void* found = std::memchr(data + line_, '\n', end_ - line_);
        if (found == nullptr) break;
        const auto newline = static_cast<std::size_t>(static_cast<const char*>(found) - data);
        if (newline == line_ || data[newline - 1] != '\r') return refuse(400, Codigo::peticion_malformada);
        const bool empty = newline == line_ + 1;
        const bool first = line_ == begin_;
        line_ = newline + 1;
        if (empty && first) {
            // One empty line before a request is forgiven (RFC 9112 2.2), not more.
            if (std::exchange(forgave_empty_line_, true)) return refuse(400, Codigo::peticion_malformada);
            consumed_ = begin_ = line_;
            continue;
        }
        if (!empty) continue;
        if (line_ - begin_ > limits_.header_bytes) return refuse(431, Codigo::encabezados_muy_grandes);
        if (!parse_head(line_ - begin_)) return State::refused;
        head_end_ = consumed_ = line_;
        stage_ = Stage::decided;
        head_known_ = true;
        return State::head;
    }
    if (end_ - begin_ > limits_.header_bytes) return refuse(431, Codigo::encabezados_muy_grandes);
    return State::more;
}

bool HttpReader::parse_head(std::size_t length) {
    head_ = {};
    request_.headers.clear();
    HeadParser parser{*this};
    error_code ec;
    parser.put({buffer_.get() + begin_, length}, ec);
    const auto refused = [&](int status, Codigo codigo) {
        refuse(status, codigo);
        return false;
    };
    if (parser.too_many_headers) return refused(431, Codigo::encabezados_muy_grandes);
    if (ec || !parser.is_header_done()) return refused(400, Codigo::peticion_malformada);

    // Two tokens are two callers: whoever stands in front of us may have looked at the other one.
    bool malformed =
        parser.authorizations > 1 || parser.hosts > 1 || (parser.hosts == 0 && !head_.http_1_0) || parser.expectation_unknown;
    // Two answers to "where does the body end" are one too many (RFC 9112 6.3), whatever they say.
    malformed |= parser.lengths + parser.codings > 1;
    malformed |= parser.codings == 1 && (!parser.coding_is_chunked || head_.http_1_0);
    if (parser.lengths == 1) {
        const auto digit = [](char c) { return c >= '0' && c <= '9'; };
        malformed |=
            parser.length.empty() || parser.length.size() > 18 || !std::all_of(parser.length.begin(), parser.length.end(), digit);
    }
    if (malformed) return refused(400, Codigo::peticion_malformada);

    head_.keep_alive = parser.keep_alive();
    is_chunked_ = parser.codings == 1;
    content_length_ = 0;
    for (const char c : parser.length) content_length_ = content_length_ * 10 + static_cast<std::uint64_t>(c - '0');
    head_.has_body = is_chunked_ || content_length_ > 0;
    if (head_.http_1_0) head_.expect_continue = false;
    return true;
}

void HttpReader::begin_body(std::uint64_t limit) {
    body_limit_ = limit;
    body_filled_ = 0;
    if (content_length_ > limit) {
        refuse(413, Codigo::cuerpo_muy_grande);
        return;
    }
    if (is_chunked_) {
        body_.clear();
        chunk_ = Chunk::size;
        chunk_left_ = 0;
        chunk_digits_ = 0;
        line_length_ = 0;
        stage_ = Stage::chunked;
        return;
    }
    const std::size_t here = end_ - head_end_;
    if (content_length_ <= here) {
        request_.body = {buffer_.get() + head_end_, static_cast<std::size_t>(content_length_)};
        consumed_ = head_end_ + static_cast<std::size_t>(content_length_);
        stage_ = Stage::whole;
        return;
    }
    body_.assign(buffer_.get() + head_end_, here);
    body_filled_ = here;
    end_ = head_end_;
    stage_ = Stage::length;
}

HttpReader::State HttpReader::read_length() {
    if (body_filled_ < content_length_) return State::more;
    request_.body = std::string_view{body_}.substr(0, body_filled_);
    stage_ = Stage::whole;
    return State::request;
}

HttpReader::State HttpReader::read_chunks() {
    while (consumed_ < end_) {
        const char* const at = buffer_.get() + consumed_;
        if (chunk_ == Chunk::data) {
            const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(chunk_left_, end_ - consumed_));
            body_.append(at, n);
            body_filled_ = body_.size();
            consumed_ += n;
            chunk_left_ -= n;
            if (chunk_left_ == 0) chunk_ = Chunk::data_cr;
            continue;
        }
        ++consumed_;
        const State state = read_chunk_line(*at);
        if (state != State::more) return state;
    }
    consumed_ = end_ = head_end_;
    return State::more;
}

// One byte of everything between the data of two chunks.
HttpReader::State HttpReader::read_chunk_line(char c) {
    const auto malformed = [&] { return refuse(400, Codigo::peticion_malformada); };
    switch (chunk_) {
        case Chunk::size:
            if (const int digit = hex_digit(c); digit >= 0) {
                if (++chunk_digits_ > 15) return malformed();
                chunk_left_ = chunk_left_ * 16 + static_cast<std::uint64_t>(digit);
                return State::more;
            }
            if (chunk_digits_ == 0 || (c != '\r' && c != ';')) return malformed();
            if (chunk_left_ > body_limit_ - body_.size()) return refuse(413, Codigo::cuerpo_muy_grande);
            chunk_ = c == ';' ? Chunk::extension : Chunk::size_lf;
            line_length_ = c == ';' ? 0 : line_length_;
            return State::more;
        case Chunk::extension:
            if (c == '\r') chunk_ = Chunk::size_lf;
            else if (is_control(c) || ++line_length_ > extension_limit) return malformed();
            return State::more;
        case Chunk::size_lf:
            if (c != '\n') return malformed();
            chunk_ = chunk_left_ > 0 ? Chunk::data : Chunk::trailer;
            line_length_ = trailer_column_ = 0;
            trailer_named_ = false;
            return State::more;
        case Chunk::data_cr:
            if (c != '\r') return malformed();
            chunk_ = Chunk::data_lf;
            return State::more;
        case Chunk::data_lf:
            if (c != '\n') return malformed();
            chunk_ = Chunk::size;
            chunk_digits_ = 0;
            return State::more;
        case Chunk::trailer:
            // Trailers are checked and dropped: none of them may change what the head said.
            if (c == '\r') {
                if (trailer_column_ > 0 && !trailer_named_) return malformed();
                chunk_ = trailer_column_ == 0 ? Chunk::end_lf : Chunk::trailer_lf;
                return State::more;
            }
            if (++line_length_ > trailer_limit) return refuse(431, Codigo::encabezados_muy_grandes);
            if (!trailer_named_ && c == ':' && trailer_column_ > 0) trailer_named_ = true;
            else if (trailer_named_ ? is_control(c) : !is_token(c)) return malformed();
            ++trailer_column_;
            return State::more;
        case Chunk::trailer_lf:
            if (c != '\n') return malformed();
            chunk_ = Chunk::trailer;
            trailer_column_ = 0;
            trailer_named_ = false;
            return State::more;
        case Chunk::end_lf:
            if (c != '\n') return malformed();
            request_.body = body_;
            stage_ = Stage::whole;
            return State::request;
        case Chunk::data: break;
    }
    return malformed();
}

void HttpReader::next() {
    stage_ = Stage::head;
    forgave_empty_line_ = head_known_ = false;
    begin_ = line_ = head_end_ = consumed_;
    if (begin_ == end_) begin_ = line_ = head_end_ = consumed_ = end_ = 0;
    request_.body = {};
    request_.admission.reset();
    body_filled_ = 0;
}

void HttpReader::abandon() {
    request_ = {};
    head_ = {};
    std::string{}.swap(body_);
    buffer_.reset();
    capacity_ = begin_ = line_ = head_end_ = consumed_ = end_ = 0;
}

void HttpReader::shrink() {
    if (body_.capacity() > body_step) std::string{}.swap(body_);
    if (capacity_ > first_buffer && end_ == 0) {
        buffer_.reset();
        capacity_ = 0;
    }
}

}  // namespace cacao::serve
