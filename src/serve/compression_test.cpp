// Where answers are compressed. The linker leads every call of zlib's deflate here first (CMakeLists.txt).

#include "db/db.hpp"
#include "serve/raw_client.hpp"
#include "serve/server.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <mutex>
#include <set>
#include <thread>

namespace cacao::serve {
namespace {

std::mutex mutex;
std::set<std::thread::id> compressors;

}  // namespace
}  // namespace cacao::serve

extern "C" {
int __real_deflate(z_streamp stream, int flush);
int __wrap_deflate(z_streamp stream, int flush) {
    {
        const std::lock_guard lock{cacao::serve::mutex};
        cacao::serve::compressors.insert(std::this_thread::get_id());
    }
    return __real_deflate(stream, flush);
}
}

namespace cacao::serve {
namespace {

// There is one thread that writes a SQLite file, and everybody's writes wait for it: what it stored is told by it, and whatever
// that costs beyond is another's work.
TEST(Compression, NoneRunsOnTheThreadThatWritesSqlite) {
    const auto database = db::open({.url = "sqlite::memory:"});
    std::thread::id writer;
    TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
        const std::size_t size = r.path == "/large" ? 300'000 : 3000;
        database->write(
            1, [&](db::Writer&) { writer = std::this_thread::get_id(); },
            [respond, size](std::exception_ptr) { respond(text_answer(std::string(size, 'x'))); });
    }};
    for (const std::uint64_t room : {64U << 20U, 100'000U}) {
        ServerSettings settings = on_any_port();
        settings.bytes_in_flight = room;
        Server server{settings, handler};
        server.start();
        RawClient c{server.port()};
        for (const char* path : {"/small", "/large"}) {
            const auto answer = c.ask("GET " + std::string{path} + " HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
            EXPECT_EQ(answer.header("Content-Encoding"), "gzip") << path;
            const std::lock_guard lock{mutex};
            EXPECT_FALSE(compressors.empty());
            EXPECT_FALSE(compressors.contains(writer)) << path;
        }
    }
}

}  // namespace
}  // namespace cacao::serve
