// Where answers are compressed. The linker leads every call of zlib's deflate here first (CMakeLists.txt).

#include "db/db.hpp"
#include "db/migrations.hpp"
#include "serve/docs.hpp"
#include "serve/raw_client.hpp"
#include "serve/server.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <latch>
#include <mutex>
#include <set>
#include <thread>

namespace cacao::serve {
namespace {

std::mutex mutex;
std::set<std::thread::id> compressors;
std::function<void()> before_each;  // of one test

}  // namespace
}  // namespace cacao::serve

extern "C" {
int __real_deflate(z_streamp stream, int flush);
int __wrap_deflate(z_streamp stream, int flush) {
    {
        const std::lock_guard lock{cacao::serve::mutex};
        cacao::serve::compressors.insert(std::this_thread::get_id());
    }
    if (cacao::serve::before_each) cacao::serve::before_each();
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
    {
        const std::lock_guard lock{mutex};
        compressors.clear();
    }
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

class Nobody : public api::Authenticator {
public:
    std::shared_ptr<const api::Sesion> cached(std::string_view) override { return nullptr; }
    std::shared_ptr<const api::Sesion> check(std::string_view) override { reject(Codigo::token_invalido, ""); }
};

// However many ask for them: when the first one does.
TEST(Compression, PagesAreCompressedOnce) {
    std::string folder = "/tmp/cacao_pages_XXXXXX";
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    const std::string url = "sqlite:" + folder + "/pages.db";
    db::migrate(url);
    const auto database = db::open({.url = url});
    const api::Operations operations;
    Nobody nobody;
    const Reloj reloj;
    api::Dispatcher dispatcher{operations, *database, nobody, reloj, {.workers = 1, .pool = 1, .reports = 1}};
    register_docs(dispatcher, operations, {.version = "1"});
    Server server{on_any_port(), dispatcher};
    server.start();
    RawClient c{server.port()};
    for (int i = 0; i < 4; ++i) {
        const auto answer = c.ask("GET /openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
        const std::lock_guard lock{mutex};
        if (i == 0) compressors.clear();
        EXPECT_EQ(answer.header("Content-Encoding"), "gzip");
        EXPECT_NE(unzipped(answer.body).find("\"openapi\""), std::string::npos);
    }
    {
        const std::lock_guard lock{mutex};
        EXPECT_TRUE(compressors.empty());
    }
    std::filesystem::remove_all(folder);
}

// In the order in which answers are there.
class Finished : public Observer {
public:
    void finished(const api::Request& request, const api::Answer&, std::chrono::nanoseconds, std::size_t, bool) override {
        const std::lock_guard lock{mutex};
        paths.emplace_back(request.path);
    }
    std::vector<std::string> paths;
};

// Callers take turns at what compresses: who asks for much waits for themselves.
TEST(Compression, CallersTakeTurns) {
    std::latch compressing{1}, go{1};
    std::once_flag first;
    before_each = [&] {
        std::call_once(first, [&] {
            compressing.count_down();
            go.wait();
        });
    };
    std::atomic<int> asked = 0;
    TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
        api::Answer answer = text_answer(std::string(300'000, 'x'));
        answer.usuarioId = r.path == "/b" ? 8 : 7;
        respond(std::move(answer));
        ++asked;
    }};
    Finished order;
    Server server{on_any_port(), handler, &order};
    server.start();
    std::vector<std::unique_ptr<RawClient>> callers;
    for (const char* path : {"/a1", "/a2", "/a3", "/b"}) {
        callers.push_back(std::make_unique<RawClient>(server.port()));
        callers.back()->send("GET " + std::string{path} + " HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
        const int many = static_cast<int>(callers.size());
        if (many == 1) compressing.wait();
        while (asked < many) std::this_thread::yield();
    }
    go.count_down();
    for (auto& c : callers) EXPECT_EQ(c->read().header("Content-Encoding"), "gzip");
    before_each = nullptr;
    EXPECT_EQ(order.paths, (std::vector<std::string>{"/a1", "/b", "/a2", "/a3"}));
}

}  // namespace
}  // namespace cacao::serve
