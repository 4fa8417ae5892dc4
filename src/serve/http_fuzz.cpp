// Feeds arbitrary bytes to the reader twice, whole and cut into pieces: both must give the same requests, and neither may touch
// memory that is not its own. A request that depends on how the network cut it could be smuggled.

#include "serve/http_reader.hpp"
#include "serve/http_writer.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using cacao::serve::HttpReader;

void append(std::string& out, std::string_view text) {
    out += std::to_string(text.size());
    out += ':';
    out += text;
}

std::string read_all(std::string_view bytes, std::size_t step) {
    HttpReader reader{{.header_bytes = 2048, .header_count = 20}};
    std::string out;
    for (;;) {
        switch (reader.advance()) {
            case HttpReader::State::more: {
                if (bytes.empty()) return out;
                const auto room = reader.room();
                if (room.empty()) std::abort();
                const std::size_t n = std::min({room.size(), bytes.size(), step});
                std::memcpy(room.data(), bytes.data(), n);
                bytes.remove_prefix(n);
                reader.received(n);
                break;
            }
            case HttpReader::State::head: reader.begin_body(3000); break;
            case HttpReader::State::request: {
                const auto& request = reader.request();
                if (request.body.size() > 3000 || request.path.empty() || request.path.front() != '/') std::abort();
                append(out, nombre(request.verb));
                append(out, request.path);
                append(out, request.query);
                append(out, request.body);
                for (const auto& header : request.headers) {
                    if (header.value.find_first_of("\r\n") != std::string_view::npos) std::abort();
                    append(out, header.name);
                    append(out, header.value);
                }
                // The trace context is the one header whose content is copied into the answer.
                cacao::serve::Trace trace;
                std::uint64_t random[4] = {1, 2, 3, 4};
                trace.start(reader.head().traceparent, random);
                append(out, trace.trace_id());
                reader.next();
                reader.shrink();
                break;
            }
            case HttpReader::State::refused: return out + "refused";
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes{reinterpret_cast<const char*>(data) + 1, size - 1};
    const std::size_t step = 1 + data[0] % 64;
    if (read_all(bytes, bytes.size() + 1) != read_all(bytes, step)) std::abort();
    return 0;
}
