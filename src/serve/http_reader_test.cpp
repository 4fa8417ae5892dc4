#include "serve/http_reader.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <utility>

namespace cacao::serve {
namespace {

// Feeds `bytes` in pieces of `step` (the first of `first`, if given) and tells what came out, one line per request; a refusal
// ends the text with its status.
std::string read_all(std::string_view bytes, std::size_t step = 100'000, std::uint64_t limit = 1000, ReaderLimits limits = {},
                     std::size_t first = 0) {
    HttpReader reader{limits};
    std::string out;
    for (;;) {
        switch (reader.advance()) {
            case HttpReader::State::more: {
                if (bytes.empty()) return out;
                const auto room = reader.room();
                const std::size_t n = std::min({room.size(), bytes.size(), first > 0 ? std::exchange(first, 0) : step});
                std::memcpy(room.data(), bytes.data(), n);
                bytes.remove_prefix(n);
                reader.received(n);
                break;
            }
            case HttpReader::State::head: reader.begin_body(limit); break;
            case HttpReader::State::request: {
                const api::Request& r = reader.request();
                out += std::string{nombre(r.verb)} + " " + std::string{r.path} + " " + std::string{r.query} + " [" +
                       std::string{r.body} + "]";
                out += std::string{r.header("X-Nota")} + (reader.head().keep_alive ? "\n" : " close\n");
                reader.next();
                break;
            }
            case HttpReader::State::refused: return out + std::to_string(reader.refusal().status);
        }
    }
}

std::string get(std::string_view headers, std::string_view body = "") {
    return "POST /a HTTP/1.1\r\nHost: x\r\n" + std::string{headers} + "\r\n" + std::string{body};
}

TEST(HttpReader, SameRequestsHoweverTheBytesAreCut) {
    const std::string bytes =
        "GET /uno?a=1 HTTP/1.1\r\nHost: x\r\nX-Nota:  hola \r\n\r\n"
        "POST /dos HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12345"
        "\r\n"
        "POST /tres HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=\"y\"\r\n0123456789\r\n0\r\nDigest: "
        "z\r\n\r\n"
        "DELETE /cuatro? HTTP/1.0\r\n\r\n";
    const std::string expected =
        "GET /uno a=1 []hola\n"
        "POST /dos  [12345]\n"
        "POST /tres  [abc0123456789]\n"
        "DELETE /cuatro  [] close\n";
    for (std::size_t step = 1; step < bytes.size(); ++step) ASSERT_EQ(read_all(bytes, step), expected) << step;
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) ASSERT_EQ(read_all(bytes, bytes.size(), 1000, {}, cut), expected) << cut;
}

TEST(HttpReader, RefusesWhatTwoReadersCouldUnderstandDifferently) {
    const std::pair<const char*, std::string> attempts[] = {
        {"length and chunked", get("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
        {"chunked and length", get("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "0\r\n\r\n")},
        {"two lengths", get("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd")},
        {"two equal lengths", get("Content-Length: 3\r\nContent-Length: 3\r\n", "abc")},
        {"length list", get("Content-Length: 3, 3\r\n", "abc")},
        {"signed length", get("Content-Length: +3\r\n", "abc")},
        {"negative length", get("Content-Length: -3\r\n", "abc")},
        {"hex length", get("Content-Length: 0x3\r\n", "abc")},
        {"empty length", get("Content-Length:\r\n")},
        {"length beyond 64 bits", get("Content-Length: 18446744073709551619\r\n", "abc")},
        {"two callers", get("Authorization: Bearer a\r\nAuthorization: Bearer b\r\n")},
        {"the same caller twice", get("authorization: Bearer a\r\nAuthorization: Bearer a\r\n")},
        {"two codings", get("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
        {"coding list", get("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")},
        {"chunked twice", get("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n")},
        {"unknown coding", get("Transfer-Encoding: identity\r\n")},
        {"disguised coding", get("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n")},
        {"coding with vertical tab", get("Transfer-Encoding: \x0B"
                                         "chunked\r\n",
                                         "0\r\n\r\n")},
        {"coding in 1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {"blank before the colon", get("Content-Length : 3\r\n", "abc")},
        {"folded line", get("X-Nota: a\r\n b\r\n")},
        {"folded with tab", get("X-Nota: a\r\n\tb\r\n")},
        {"first header folded", "GET / HTTP/1.1\r\n Host: x\r\n\r\n"},
        {"bare line feed", "GET / HTTP/1.1\nHost: x\n\n"},
        {"bare line feed in a header", get("X-Nota: a\nContent-Length: 3\r\n", "abc")},
        {"bare carriage return", get("X-Nota: a\rContent-Length: 3\r\n", "abc")},
        {"carriage return before the end", get("X-Nota: a\r\r\n")},
        {"NUL in a value", get(std::string{"X-Nota: a\0b\r\n", 13})},
        {"NUL in a name", get(std::string{"X\0Nota: a\r\n", 11})},
        {"control in a value", get("X-Nota: a\x01\r\n")},
        {"delete in a value", get("X-Nota: a\x7F\r\n")},
        {"name with a parenthesis", get("X(Nota): a\r\n")},
        {"no name", get(": a\r\n")},
        {"no colon", get("Nota\r\n")},
        {"no host", "GET / HTTP/1.1\r\n\r\n"},
        {"two hosts", get("Host: y\r\n")},
        {"absolute form", "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"asterisk form", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"authority form", "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"fragment", "GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"blank in the target", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"two blanks", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"tab for a blank", "GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"NUL in the target", std::string{"GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", 28}},
        {"no version", "GET /\r\nHost: x\r\n\r\n"},
        {"version 1.2", "GET / HTTP/1.2\r\nHost: x\r\n\r\n"},
        {"version 2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
        {"lower case version", "GET / http/1.1\r\nHost: x\r\n\r\n"},
        {"TLS on a plain port", "\x16\x03\x01\x02"},
        {"two empty lines first", "\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"unknown expectation", get("Expect: the-unexpected\r\n")},
    };
    for (const auto& [name, bytes] : attempts) {
        EXPECT_EQ(read_all(bytes), "400") << name;
        EXPECT_EQ(read_all(bytes, 1), "400") << name << ", byte by byte";
    }
}

TEST(HttpReader, RefusesBadChunking) {
    const char* const bodies[] = {
        "x\r\n",                     // no number
        "\r\n",                      // empty number
        "-1\r\n",                    // sign
        "0x3\r\nabc\r\n",            // prefix
        " 3\r\nabc\r\n",             // blank before
        "3 \r\nabc\r\n",             // blank after
        "3\nabc\r\n0\r\n\r\n",       // bare line feed
        "3\rabc\r\n",                // bare carriage return
        "3\r\nabcd\r\n0\r\n\r\n",    // longer than it says
        "3\r\nabc0\r\n\r\n",         // no end of line after the data
        "3\r\nabc\n0\r\n\r\n",       // bare line feed after the data
        "FFFFFFFFFFFFFFFF\r\n",      // beyond any length
        "10000000000000003\r\nabc",  // would wrap around 64 bits
        "3;a\x01=b\r\nabc",          // control in an extension
        "3;a\nb\r\nabc",             // line feed in an extension
        "0\r\nsin dos puntos\r\n\r\n",
        "0\r\nsindospuntos\r\n\r\n",
        "0\r\n: x\r\n\r\n",
        "0\r\n fold\r\n\r\n",
        "0\r\nA : x\r\n\r\n",
        "0\r\nA: x\n\r\n",
    };
    for (const char* body : bodies) {
        EXPECT_EQ(read_all(get("Transfer-Encoding: chunked\r\n", body)), "400") << body;
        EXPECT_EQ(read_all(get("Transfer-Encoding: chunked\r\n", body), 1), "400") << body;
    }
    EXPECT_EQ(read_all(get("Transfer-Encoding: chunked\r\n", "1;" + std::string(300, 'x') + "\r\n")), "400");
    EXPECT_EQ(read_all(get("Transfer-Encoding: chunked\r\n", "0\r\nA: " + std::string(5000, 'x') + "\r\n\r\n")), "431");
}

TEST(HttpReader, LimitsAreExact) {
    EXPECT_EQ(read_all(get("Content-Length: 5\r\n", "12345"), 7, 5), "POST /a  [12345]\n");
    EXPECT_EQ(read_all(get("Content-Length: 6\r\n", "123456"), 7, 5), "413");
    EXPECT_EQ(read_all(get("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), 7, 5), "POST /a  [abcde]\n");
    EXPECT_EQ(read_all(get("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n"), 7, 5), "413");

    const std::string start = "GET / HTTP/1.1\r\nHost: x\r\nX-Nota: ";
    const auto with_size = [&](std::size_t size) { return start + std::string(size - start.size() - 4, 'n') + "\r\n\r\n"; };
    const ReaderLimits limits{.header_bytes = 8000, .header_count = 3};
    EXPECT_EQ(read_all(with_size(8000), 100'000, 0, limits).substr(0, 9), "GET /  []");
    EXPECT_EQ(read_all(with_size(8001), 100'000, 0, limits), "431");
    // Headers that never end are refused at the limit, not collected.
    EXPECT_EQ(read_all(start + std::string(9000, 'n'), 1, 0, limits), "431");

    EXPECT_EQ(read_all(get("A: 1\r\nB: 2\r\n"), 100'000, 0, limits), "POST /a  []\n");
    EXPECT_EQ(read_all(get("A: 1\r\nB: 2\r\nC: 3\r\n"), 100'000, 0, limits), "431");
}

TEST(HttpReader, LargeBodyDoesNotDisturbTheHead) {
    const std::string body(600'000, 'b');
    const std::string padding = "X-Relleno: " + std::string(3900, 'r') + "\r\nX-Nota: intacta\r\n";
    const std::string expected = "POST /a  [" + body + "]intacta\n";
    EXPECT_EQ(read_all(get(padding + "Content-Length: 600000\r\n", body), 4000, 1'000'000), expected);
    std::string chunked;
    for (std::size_t at = 0; at < body.size(); at += 1000) chunked += "3e8\r\n" + body.substr(at, 1000) + "\r\n";
    EXPECT_EQ(read_all(get(padding + "Transfer-Encoding: chunked\r\n", chunked + "0\r\n\r\n"), 4000, 1'000'000), expected);
}

TEST(HttpReader, AcceptEncodingIsWeighed) {
    const auto accepts = [](std::string_view value) {
        HttpReader reader{{}};
        const std::string bytes = get("Accept-Encoding: " + std::string{value} + "\r\n");
        std::memcpy(reader.room().data(), bytes.data(), bytes.size());
        reader.received(bytes.size());
        EXPECT_EQ(reader.advance(), HttpReader::State::head);
        return reader.head().accepts_gzip;
    };
    for (const char* yes : {"gzip", "GZIP", "br, gzip", "gzip;q=0.5", "*", "br;q=1.0, gzip;q=0.001", "gzip ; q=1"})
        EXPECT_TRUE(accepts(yes)) << yes;
    for (const char* no : {"", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *", "x-gzipped"})
        EXPECT_FALSE(accepts(no)) << no;
}

}  // namespace
}  // namespace cacao::serve
