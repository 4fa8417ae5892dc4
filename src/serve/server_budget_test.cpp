// What a caller may make the server hold: bodies, answers, connections, turns.

#include "api/workers.hpp"
#include "serve/pace.hpp"
#include "serve/raw_client.hpp"
#include "serve/server.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <latch>
#include <mutex>
#include <random>

namespace cacao::serve {
namespace {

using namespace std::chrono_literals;

// How many bytes are in flight, for a test that waits until they are.
class HeldBytes : public Observer {
public:
    void held(std::int64_t more) override {
        const std::lock_guard lock{mutex_};
        now_ += more;
        most = std::max(most, now_);
        changed_.notify_all();
    }
    void finished(const api::Request& request, const api::Answer&, std::chrono::nanoseconds, std::size_t, bool) override {
        const std::lock_guard lock{mutex_};
        paths.emplace_back(request.path);
        changed_.notify_all();
    }
    void wait_for_answers(std::size_t many) {
        std::unique_lock lock{mutex_};
        ASSERT_TRUE(changed_.wait_for(lock, 20s, [&] { return paths.size() >= many; })) << paths.size();
    }
    template <class Condition>
    void wait(Condition condition) {
        std::unique_lock lock{mutex_};
        ASSERT_TRUE(changed_.wait_for(lock, 20s, [&] { return condition(now_); })) << now_;
    }
    std::int64_t most = 0;
    std::vector<std::string> paths;  // as they were answered

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::int64_t now_ = 0;
};

// Lets nobody in but `Authorization: yes`, from another thread for `later`.
class Doorkeeper : public TestHandler {
public:
    using TestHandler::TestHandler;
    ~Doorkeeper() override {
        if (thread_.joinable()) thread_.join();
    }
    void judge(const api::Request& request, Judged judged) override {
        ++asked;
        const auto who = request.header("Authorization");
        if (who == "yes") return judged({{}, std::make_shared<const int>(7)});
        if (who == "throw") throw std::runtime_error("broken");
        Verdict no;
        no.refusal = text_answer("no");
        no.refusal->status = 401;
        if (who != "later") return judged(std::move(no));
        thread_ = std::thread{[judged, no]() mutable { judged(std::move(no)); }};
    }
    std::atomic<int> asked = 0;

private:
    std::thread thread_;
};

std::string post(std::string_view who, std::size_t length, std::string_view more = "") {
    return "POST /a HTTP/1.1\r\nHost: x\r\nAuthorization: " + std::string{who} + "\r\nContent-Length: " + std::to_string(length) +
           "\r\n" + std::string{more} + "\r\n";
}

TEST(ServerBudget, ABodyIsOnlyReadFromThoseWhoMaySendIt) {
    Doorkeeper handler{[](const api::Request& r, const api::Respond& respond) {
        const auto* found = static_cast<const int*>(r.admission.get());
        respond(text_answer(std::to_string(r.body.size()) + (found != nullptr ? " admitted" : "")));
    }};
    Server server{on_any_port(), handler};
    server.start();
    for (const char* who : {"no", "later"}) {
        RawClient c{server.port()};
        // Not a byte of the body was sent, and nobody asks for it.
        const RawAnswer a = c.ask(post(who, 900, "Expect: 100-continue\r\n"));
        EXPECT_EQ(a.status, 401) << who;
        EXPECT_EQ(a.header("Connection"), "close");
        EXPECT_TRUE(c.closed());
    }
    EXPECT_EQ(RawClient{server.port()}.ask(post("throw", 900)).status, 500);
    EXPECT_EQ(RawClient{server.port()}.ask("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n").status, 401);
    RawClient c{server.port()};
    EXPECT_EQ(c.ask(post("yes", 3, "Expect: 100-continue\r\n")).status, 100);
    EXPECT_EQ(c.ask("abc").body, "3 admitted");
    // What came with its head is there already: it is judged with the whole request, once.
    const int before = handler.asked;
    EXPECT_EQ(c.ask(post("yes", 3) + "abc").body, "3");
    EXPECT_EQ(c.ask(get_a).body, "0");
    EXPECT_EQ(handler.asked, before);
    // The size is judged after the caller: who may not come learns nothing else.
    EXPECT_EQ(RawClient{server.port()}.ask(post("no", 5000)).status, 401);
    EXPECT_EQ(RawClient{server.port()}.ask(post("yes", 5000)).status, 413);
}

TEST(ServerBudget, BytesInFlightAreBounded) {
    ServerSettings settings = on_any_port();
    settings.bytes_in_flight = 100'000;
    TestHandler handler{
        [](const api::Request& r, const api::Respond& respond) { respond(text_answer(std::to_string(r.body.size()))); }};
    handler.limit = 1'000'000;
    HeldBytes held;
    Server server{settings, handler, &held};
    server.start();
    RawClient first{server.port()};
    first.send(post("x", 80'000) + std::string(70'000, 'x'));
    held.wait([](std::int64_t now) { return now >= 80'000; });
    {
        RawClient second{server.port()};
        second.send(post("x", 60'000) + std::string(20'000, 'x'));
        const RawAnswer a = second.read();
        EXPECT_EQ(a.status, 503);
        EXPECT_EQ(a.header("Retry-After"), "1");
        EXPECT_NE(a.body.find("\"saturado\""), std::string::npos) << a.body;
        RawClient chunked{server.port()};
        chunked.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nEA60\r\n" + std::string(50'000, 'x'));
        EXPECT_EQ(chunked.read().status, 503);
        // A small one is no burden.
        RawClient small{server.port()};
        small.send(post("x", 4000) + "x");
        EXPECT_EQ(small.ask(std::string(3999, 'x')).body, "4000");
    }
    EXPECT_EQ(first.ask(std::string(10'000, 'x')).body, "80000");
    // Told just before the bytes are given back: only what the same io thread does afterwards finds them there.
    held.wait([](std::int64_t now) { return now == 0; });
    RawClient third{server.port()};
    third.send(post("x", 80'000) + std::string(80'000, 'x'));
    EXPECT_EQ(third.read().body, "80000");
    server.stop();
    EXPECT_LE(held.most, 110'000);
    EXPECT_EQ(server.bytes_in_flight(), 0);
}

// Knows its callers: the number that they send.
class Reception : public TestHandler {
public:
    using TestHandler::TestHandler;
    void judge(const api::Request& request, Judged judged) override {
        judged({{}, {}, std::stoull(std::string{request.header("Authorization")})});
    }
};

TEST(ServerBudget, NobodyTakesMoreThanAPart) {
    ServerSettings settings = on_any_port();
    settings.bytes_in_flight = 400'000;
    Reception handler{
        [](const api::Request& r, const api::Respond& respond) { respond(text_answer(std::to_string(r.body.size()))); }};
    handler.limit = 1'000'000;
    HeldBytes held;
    Server server{settings, handler, &held};
    server.start();
    RawClient first{server.port()};
    first.send(post("1", 60'000) + std::string(50'000, 'x'));
    held.wait([](std::int64_t now) { return now >= 60'000; });
    RawClient second{server.port()};
    second.send(post("1", 60'000) + std::string(50'000, 'x'));
    EXPECT_EQ(second.read().status, 503) << "a quarter is enough for one";
    RawClient other{server.port()};
    other.send(post("2", 80'000) + std::string(80'000, 'x'));
    EXPECT_EQ(other.read().body, "80000");
    EXPECT_EQ(first.ask(std::string(10'000, 'x')).body, "60000");
    RawClient again{server.port()};
    again.send(post("1", 60'000) + std::string(60'000, 'x'));
    EXPECT_EQ(again.read().body, "60000");
}

// Nor has an organization, with however many callers, more than half.
TEST(ServerBudget, NoOrganizationTakesMoreThanAPart) {
    ServerSettings settings = on_any_port();
    settings.bytes_in_flight = 400'000;
    // Callers by their number, of the organization by its tens.
    class ByTens : public TestHandler {
    public:
        using TestHandler::TestHandler;
        void judge(const api::Request& request, Judged judged) override {
            const auto who = std::stoull(std::string{request.header("Authorization")});
            judged({{}, {}, {who, static_cast<std::int64_t>(who / 10)}});
        }
    };
    ByTens handler{
        [](const api::Request& r, const api::Respond& respond) { respond(text_answer(std::to_string(r.body.size()))); }};
    handler.limit = 1'000'000;
    HeldBytes held;
    Server server{settings, handler, &held};
    server.start();
    std::vector<std::unique_ptr<RawClient>> colleagues;
    for (const char* who : {"11", "12"}) {
        colleagues.push_back(std::make_unique<RawClient>(server.port()));
        colleagues.back()->send(post(who, 80'000) + std::string(70'000, 'x'));
        const auto many = static_cast<std::int64_t>(colleagues.size());
        held.wait([many](std::int64_t now) { return now >= many * 80'000; });
    }
    RawClient third{server.port()};
    third.send(post("13", 60'000) + std::string(50'000, 'x'));
    EXPECT_EQ(third.read().status, 503) << "half is enough for one organization";
    RawClient other{server.port()};
    other.send(post("21", 60'000) + std::string(60'000, 'x'));
    EXPECT_EQ(other.read().body, "60000");
    for (auto& c : colleagues) EXPECT_EQ(c->ask(std::string(10'000, 'x')).body, "80000");
}

TEST(ServerBudget, WhoIsNotKnownHoldsLittle) {
    ServerSettings settings = on_any_port();
    settings.bytes_in_flight = 400'000;  // of which one network has an eighth
    Reception handler{echo};
    HeldBytes held;
    Server server{settings, handler, &held};
    server.start();
    const std::string half_a_head = "POST /a HTTP/1.1\r\nHost: x\r\nX-Filler: " + std::string(7500, 'x');
    std::vector<std::unique_ptr<RawClient>> strangers;
    for (std::int64_t i = 1; i <= 3; ++i) {
        strangers.push_back(std::make_unique<RawClient>(server.port()));
        strangers.back()->send(half_a_head);
        held.wait([i](std::int64_t now) { return now >= i * 16'384; });
    }
    RawClient one_more{server.port()};
    one_more.send(half_a_head);
    EXPECT_EQ(one_more.read().status, 503);
    // Those who behave, and those who are known by their head, do not notice.
    EXPECT_EQ(RawClient{server.port()}.ask(get_a).status, 200);
    RawClient known{server.port()};
    known.send(post("1", 900) + "x");
    EXPECT_EQ(known.ask(std::string(899, 'x')).status, 200);
    strangers.clear();
    held.wait([](std::int64_t now) { return now == 0; });
    EXPECT_GE(server.given_back(), 3U * 16'384);
    EXPECT_LE(held.most, 60'000);
}

// Also when the bytes are shared with nobody but called so, and whoever makes the answer.
TEST(ServerBudget, UnreadAnswersOfOneCallerAreBounded) {
    ServerSettings settings = on_any_port();
    settings.bytes_in_flight = 16U << 20U;  // of which one caller has a quarter
    settings.compression_minimum = 0;
    std::string large;
    for (int i = 0; large.size() < (3U << 20U); ++i) large += std::to_string(i) + ",";
    api::Workers makers{2};
    TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
        const auto make = [&large, respond, shared = r.path == "/shared"] {
            api::Answer answer = text_answer("");
            answer.usuarioId = 7;
            if (shared) answer.shared_body = std::make_shared<const std::string>(large);
            else answer.body = large;
            respond(std::move(answer));
        };
        if (r.path == "/here") make();
        else makers.post(make);
    }};
    HeldBytes held;
    Server server{settings, handler, &held};
    server.start();
    std::vector<std::unique_ptr<RawClient>> callers;
    for (const char* path : {"/here", "/shared", "/there", "/here", "/shared", "/there", "/here", "/shared", "/there"}) {
        callers.push_back(std::make_unique<RawClient>(server.port()));
        callers.back()->send("GET " + std::string{path} + " HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    held.wait_for_answers(callers.size());
    for (auto& c : callers) EXPECT_TRUE(c->read().body == large);
    held.wait([](std::int64_t now) { return now == 0; });
    EXPECT_LE(held.most, 4'300'000);
}

// Where the disk takes no more either, a read is refused; what was done is told.
TEST(ServerBudget, AnAnswerWithoutRoomAnywhereIsRefused) {
    ServerSettings settings = on_any_port();
    settings.bytes_in_flight = 100'000;
    settings.temporary_folder = "/no/such/folder";
    TestHandler handler{
        [](const api::Request&, const api::Respond& respond) { respond(text_answer(std::string(500'000, 'x'))); }};
    Server server{settings, handler};
    server.start();
    RawClient c{server.port()};
    const RawAnswer refused = c.ask(get_a);
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.header("Retry-After"), "1");
    EXPECT_EQ(c.ask("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n").body.size(), 500'000U);
}

TEST(ServerBudget, AnAnswerWithoutRoomWaitsInAFile) {
    ServerSettings settings = on_any_port();
    settings.bytes_in_flight = 100'000;
    settings.compression_minimum = 0;
    std::string large;
    for (int i = 0; large.size() < 1'500'000; ++i) large += std::to_string(i) + ",";
    TestHandler handler{[&](const api::Request&, const api::Respond& respond) { respond(text_answer(large)); }};
    HeldBytes held;
    Server server{settings, handler, &held};
    server.start();
    {
        RawClient c{server.port()};
        c.send(std::string{get_a} + get_a);
        EXPECT_TRUE(c.read().body == large);
        EXPECT_TRUE(c.read().body == large);
    }
    held.wait([](std::int64_t now) { return now == 0; });
    EXPECT_LE(held.most, 300'000);
}

std::shared_ptr<const api::Spool> spooled(const std::string& folder, const std::string& bytes) {
    auto file = std::make_shared<api::Spool>(folder);
    file->write(bytes);
    file->finish();
    return file;
}
api::Answer from_file(std::shared_ptr<const api::Spool> file) {
    api::Answer answer = text_answer("");
    answer.file = std::move(file);
    return answer;
}

// What waits in a file holds no memory while nobody reads.
TEST(ServerBudget, FilesThatNobodyReadsHoldNoMemory) {
    const std::string whole(8 << 20, 'x');  // more than the system takes
    const auto file = spooled("/tmp", whole);
    TestHandler handler{[&](const api::Request&, const api::Respond& respond) { respond(from_file(file)); }};
    HeldBytes held;
    Server server{on_any_port(), handler, &held};
    server.start();
    std::vector<std::unique_ptr<RawClient>> callers;
    for (int i = 0; i < 10; ++i) {
        callers.push_back(std::make_unique<RawClient>(server.port()));
        callers.back()->send(get_a);
    }
    held.wait_for_answers(callers.size());
    for (auto& c : callers) EXPECT_TRUE(c->read().body == whole);
    EXPECT_LT(held.most, 64 * 1024) << "not a piece of one";
}

// Who asks for much in small answers and reads none of them is let go once what waits has no room.
TEST(ServerBudget, SmallAnswersThatPileUpAreNotKept) {
    ServerSettings settings = on_any_port();
    settings.bytes_in_flight = 400'000;  // of which one network has an eighth: room for the requests, not for a pile of answers
    settings.body_timeout = 60s;
    settings.compression_minimum = 0;
    TestHandler handler{[](const api::Request&, const api::Respond& respond) { respond(text_answer(std::string(16'000, 'x'))); }};
    Server server{settings, handler};
    server.start();
    RawClient c{server.port()};
    constexpr int many = 280;  // more than the system takes
    std::string requests;
    for (int i = 0; i < many; ++i) requests += get_a;
    EXPECT_EQ(c.ask(get_a).status, 200);
    c.send(requests);
    const auto until = std::chrono::steady_clock::now() + 20s;
    while (server.connections() > 0 && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    EXPECT_EQ(server.connections(), 0U);
}

TEST(ServerBudget, AnAnswerFromAFileArrivesWhole) {
    std::string whole;
    for (int i = 0; whole.size() < 1'000'000; ++i) whole += std::to_string(i) + ",";
    const auto file = spooled("/tmp", whole);
    TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
        if (r.path != "/file") return echo(r, respond);
        respond(from_file(file));
    }};
    Server server{on_any_port(), handler};
    server.start();
    RawClient c{server.port()};
    const std::string ask = " /file HTTP/1.1\r\nHost: x\r\n\r\n";
    c.send("GET" + ask + get_a + "GET" + ask + "HEAD" + ask + get_a);
    const RawAnswer a = c.read();
    EXPECT_EQ(a.header("Content-Length"), std::to_string(whole.size()));
    EXPECT_TRUE(a.body == whole);
    EXPECT_EQ(c.read().body, "GET /a []");
    EXPECT_TRUE(c.read().body == whole);
    EXPECT_EQ(c.read(true).header("Content-Length"), std::to_string(whole.size()));
    EXPECT_EQ(c.read().body, "GET /a []");
    // … also in a smaller form, for those who take it.
    const RawAnswer zipped = c.ask("GET /file HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
    EXPECT_EQ(zipped.header("Content-Encoding"), "gzip");
    EXPECT_LT(zipped.body.size(), whole.size() / 2);
    EXPECT_TRUE(unzipped(zipped.body) == whole);
}

TEST(ServerBudget, ConnectionsOfAnAddressAreLimited) {
    ServerSettings settings = on_any_port();
    settings.connections_per_address = 2;
    TestHandler handler{echo};
    Server server{settings, handler};
    server.start();
    RawClient one{server.port()};
    EXPECT_EQ(one.ask(get_a).status, 200);
    {
        RawClient two{server.port()};
        EXPECT_EQ(two.ask(get_a).status, 200);
        RawClient three{server.port()};
        const RawAnswer a = three.read();
        EXPECT_EQ(a.status, 429);
        EXPECT_EQ(a.header("Retry-After"), "1");
        EXPECT_NE(a.body.find("demasiadas_conexiones"), std::string::npos);
        EXPECT_TRUE(three.closed());
    }
    // Those that went are forgotten, as soon as the server has heard of it.
    while (RawClient{server.port()}.ask(get_a).status != 200) continue;
    EXPECT_EQ(one.ask(get_a).status, 200);
}

TEST(ServerBudget, BehindAProxyTheCallersAreCounted) {
    ServerSettings settings = on_any_port();
    settings.connections_per_address = 1;
    settings.trusted_proxies = {"127.0.0.0/8"};
    TestHandler handler{echo};
    Server server{settings, handler};
    server.start();
    const auto from = [](std::string_view address) {
        return "GET /a HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + std::string{address} + "\r\n\r\n";
    };
    RawClient one{server.port()}, two{server.port()}, three{server.port()}, own{server.port()};
    EXPECT_EQ(own.ask(get_a).status, 200);  // the proxy itself looks whether we live
    EXPECT_EQ(one.ask(from("203.0.113.7")).status, 200);
    EXPECT_EQ(one.ask(from("203.0.113.7")).status, 200);
    EXPECT_EQ(two.ask(from("203.0.113.8")).status, 200);
    EXPECT_EQ(three.ask(from("203.0.113.7")).status, 429);
    // The proxy's connection goes on to another caller, and the first may come over a new one.
    EXPECT_EQ(one.ask(from("2001:db8:1:2::1")).status, 200);
    RawClient four{server.port()}, five{server.port()};
    EXPECT_EQ(four.ask(from("203.0.113.7")).status, 200);
    EXPECT_EQ(five.ask(from("2001:db8:1:2:ffff::9")).status, 429) << "the same network";
}

TEST(ServerBudget, TimeIsGrantedForBytes) {
    const Pace::Clock::time_point start{};
    Pace pace{10s, 1000};
    pace.start(start);
    EXPECT_EQ(pace.due(start, 0), start + 10s);
    // Whoever trickles gets no more than whoever stands.
    for (int i = 1; i < 10; ++i) EXPECT_EQ(pace.due(start + i * 1s, static_cast<std::uint64_t>(i) * 999), start + 10s);
    EXPECT_EQ(pace.due(start + 9s, 10'000), start + 19s);
    EXPECT_EQ(pace.due(start + 18s, 19'999), start + 19s);
    EXPECT_EQ(pace.due(start + 19s, 20'000), start + 29s);
    // A burst buys no time for later.
    EXPECT_EQ(pace.due(start + 20s, 10'000'000), start + 30s);
    EXPECT_EQ(pace.due(start + 29s, 10'009'999), start + 30s);
    pace.start(start + 100s);
    EXPECT_EQ(pace.due(start + 101s, 500), start + 110s);
}

TEST(ServerBudget, PipelinedRequestsGiveOthersTheirTurn) {
    std::latch asked{1};
    HeldBytes order;
    TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
        if (r.path == "/wait") asked.wait();
        echo(r, respond);
    }};
    Server server{on_any_port(), handler, &order};
    server.start();
    RawClient many{server.port()}, one{server.port()};
    EXPECT_EQ(many.ask(get_a).status, 200);
    EXPECT_EQ(one.ask(get_a).status, 200);
    std::string requests = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n";
    for (int i = 0; i < 120; ++i) requests += get_a;
    ASSERT_LT(requests.size(), 4000U) << "all of them come with the first read";
    many.send(requests);
    one.send("GET /one HTTP/1.1\r\nHost: x\r\n\r\n");
    asked.count_down();
    EXPECT_EQ(one.read().body, "GET /one []");
    for (int i = 0; i < 121; ++i) ASSERT_EQ(many.read().status, 200);
    const auto at = std::find(order.paths.begin(), order.paths.end(), "/one") - order.paths.begin();
    EXPECT_LT(at, 80) << "of 123";
}

// What is written counts too: with answers of some size, others have their turn after fewer of them.
TEST(ServerBudget, LargerAnswersAreMoreTurns) {
    std::latch asked{1};
    HeldBytes order;
    TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
        if (r.path == "/wait") asked.wait();
        if (r.path == "/one") return echo(r, respond);
        respond(text_answer(std::string(30'000, 'x')));
    }};
    Server server{on_any_port(), handler, &order};
    server.start();
    RawClient many{server.port()}, one{server.port()};
    for (auto* c : {&many, &one}) EXPECT_EQ(c->ask(get_a).status, 200);
    std::string requests = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n";
    for (int i = 0; i < 20; ++i) requests += get_a;
    many.send(requests);
    one.send("GET /one HTTP/1.1\r\nHost: x\r\n\r\n");
    asked.count_down();
    EXPECT_EQ(one.read().body, "GET /one []");
    for (int i = 0; i < 21; ++i) ASSERT_EQ(many.read().status, 200);
    const auto at = std::find(order.paths.begin(), order.paths.end(), "/one") - order.paths.begin();
    EXPECT_LT(at, 16) << "of 24";
}

// One large answer is sent in pieces, between which others have their turn: they find it still on its way. `held` is what only
// the answer holds besides the test.
template <class Held>
void others_come_between(const Held& held, const std::function<api::Answer()>& large) {
    std::latch asked{1}, busy{1};
    long holders = 0;
    TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
        if (r.path != "/large") {
            holders = held.use_count();
            return echo(r, respond);
        }
        busy.count_down();
        asked.wait();
        respond(large());
    }};
    Server server{on_any_port(), handler};
    server.start();
    RawClient first{server.port()}, second{server.port()};
    for (auto* c : {&first, &second}) EXPECT_EQ(c->ask(get_a).status, 200);
    first.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    busy.wait();
    second.send(get_a);
    asked.count_down();
    EXPECT_EQ(second.read().status, 200);
    EXPECT_GT(holders, 1);
    EXPECT_EQ(first.read().status, 200);
}

TEST(ServerBudget, LargeAnswersGiveOthersTheirTurn) {
    const auto body = std::make_shared<const std::string>(700'000, 'x');
    others_come_between(body, [&] {
        api::Answer answer = text_answer("");
        answer.shared_body = body;
        return answer;
    });
    const auto file = std::make_shared<api::Spool>("/tmp");
    file->write(std::string(500'000, 'x'));
    file->finish();
    others_come_between(file, [&] {
        api::Answer answer = text_answer("");
        answer.file = file;
        return answer;
    });
}

// Many answers at once are many turns, and who came meanwhile does not wait for all of them.
TEST(ServerBudget, AnswersThatComeTogetherGiveOthersTheirTurn) {
    std::latch asked{1}, busy{1};
    HeldBytes order;
    std::mutex mutex;
    std::vector<api::Respond> waiting;
    TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
        if (r.path == "/later") {
            const std::lock_guard lock{mutex};
            waiting.push_back(respond);
            return;
        }
        if (r.path == "/wait") {
            busy.count_down();
            asked.wait();
        }
        echo(r, respond);
    }};
    Server server{on_any_port(), handler, &order};
    server.start();
    constexpr std::size_t many = 60;
    std::vector<std::unique_ptr<RawClient>> callers;
    for (std::size_t i = 0; i < many; ++i) {
        callers.push_back(std::make_unique<RawClient>(server.port()));
        callers.back()->send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    RawClient one{server.port()}, holds{server.port()};
    EXPECT_EQ(one.ask(get_a).status, 200);
    const auto all_wait = [&] {
        const std::lock_guard lock{mutex};
        return waiting.size() == many;
    };
    while (!all_wait()) std::this_thread::yield();
    holds.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
    busy.wait();
    for (const auto& respond : waiting) respond(text_answer("later"));
    one.send("GET /one HTTP/1.1\r\nHost: x\r\n\r\n");
    asked.count_down();
    EXPECT_EQ(one.read().status, 200);
    for (auto& c : callers) EXPECT_EQ(c->read().body, "later");
    const auto at = std::find(order.paths.begin(), order.paths.end(), "/one") - order.paths.begin();
    EXPECT_LT(at, 40) << "of 63";
}

// The head was sent: only the end of the connection can say that the rest does not come.
TEST(ServerBudget, AnAnswerThatTheDiskNoLongerGivesEndsTheConnection) {
    std::string folder = "/tmp/cacao_spool_XXXXXX";
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    auto file = spooled(folder, std::string(1'000'000, 'x'));
    for (const auto& entry : std::filesystem::directory_iterator{"/proc/self/fd"}) {
        std::error_code gone;
        if (!std::filesystem::read_symlink(entry.path(), gone).string().starts_with(folder)) continue;
        ASSERT_EQ(::ftruncate(std::stoi(entry.path().filename()), 300'000), 0);
    }
    TestHandler handler{[&](const api::Request&, const api::Respond& respond) { respond(from_file(file)); }};
    Server server{on_any_port(), handler};
    server.start();
    RawClient c{server.port()};
    c.send(get_a);
    EXPECT_EQ(c.read(true).header("Content-Length"), "1000000");
    EXPECT_LT(c.rest().size(), 400'000U);
    file.reset();
    std::filesystem::remove(folder);
}

// The io thread hands a large answer over and serves others meanwhile.
TEST(ServerBudget, LargeAnswersAreCompressedBesideTheIoThread) {
    std::latch asked{1};
    HeldBytes order;
    std::string large(8 << 20, ' ');
    std::minstd_rand random{7};
    for (char& c : large) c = static_cast<char>(' ' + random() % 90);
    TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
        if (r.path != "/large") return echo(r, respond);
        asked.wait();
        respond(text_answer(std::move(large)));
    }};
    Server server{on_any_port(), handler, &order};
    server.start();
    RawClient first{server.port()}, second{server.port()};
    EXPECT_EQ(second.ask(get_a).status, 200);
    first.send("GET /large HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
    second.send("GET /small HTTP/1.1\r\nHost: x\r\n\r\n");
    asked.count_down();
    EXPECT_EQ(second.read().status, 200);
    EXPECT_EQ(first.read().header("Content-Encoding"), "gzip");
    EXPECT_EQ(order.paths, (std::vector<std::string>{"/a", "/small", "/large"}));
}

}  // namespace
}  // namespace cacao::serve
