// How connections begin and end: late answers, lost clients, timeouts, limits, drain.

#include "serve/raw_client.hpp"
#include "serve/server.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace cacao::serve {
namespace {

using namespace std::chrono_literals;

// Counts what happens, so that a test can wait for it instead of for a while.
class Counts : public Observer {
public:
    void opened() override { add(open_count); }
    void closed() override { add(closed_count); }
    void started() override { add(started_count); }
    void finished(const api::Request&, const api::Answer& answer, std::chrono::nanoseconds, std::size_t, bool refused) override {
        const std::lock_guard lock{mutex_};
        ++finished_count;
        if (refused) refusals.push_back(answer.status);
        changed_.notify_all();
    }
    void wait(int& counter, int value) {
        std::unique_lock lock{mutex_};
        ASSERT_TRUE(changed_.wait_for(lock, 20s, [&] { return counter >= value; }));
    }
    int open_count = 0, closed_count = 0, started_count = 0, finished_count = 0;
    std::vector<int> refusals;

private:
    void add(int& counter) {
        const std::lock_guard lock{mutex_};
        ++counter;
        changed_.notify_all();
    }
    std::mutex mutex_;
    std::condition_variable changed_;
};

// A handler that keeps `respond` until the test wants the answer.
class Keeper : public api::Handler {
public:
    std::uint64_t body_limit(api::Verb, std::string_view) const override { return 1000; }
    void handle(const api::Request& request, api::Respond respond) override {
        if (request.path == "/now") return echo(request, respond);
        const std::lock_guard lock{mutex_};
        kept_.emplace_back(&request, std::move(respond));
        changed_.notify_all();
    }
    std::pair<const api::Request*, api::Respond> take() {
        std::unique_lock lock{mutex_};
        if (!changed_.wait_for(lock, 20s, [&] { return !kept_.empty(); })) throw std::runtime_error("no request came");
        auto first = std::move(kept_.front());
        kept_.erase(kept_.begin());
        return first;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::pair<const api::Request*, api::Respond>> kept_;
};

TEST(ServerLife, AnswersFromAnotherThreadKeepTheOrder) {
    Keeper keeper;
    Server server{on_any_port(), keeper};
    server.start();
    RawClient c{server.port()};
    c.send("GET /now HTTP/1.1\r\nHost: x\r\n\r\n" + std::string{get_a} + "GET /now HTTP/1.1\r\nHost: x\r\n\r\n");
    // The first answer does not wait for the second.
    EXPECT_EQ(c.read().body, "GET /now []");
    auto [request, respond] = keeper.take();
    EXPECT_EQ(request->path, "/a");
    respond(text_answer("late"));
    EXPECT_EQ(c.read().body, "late");
    EXPECT_EQ(c.read().body, "GET /now []");
}

// Whoever works at an answer can ask whether anybody waits for it.
TEST(ServerLife, TheHandlerLearnsThatTheCallerLeft) {
    Keeper keeper;
    Server server{on_any_port(), keeper};
    server.start();
    RawClient here{server.port()}, gone{server.port()};
    gone.send(get_a);
    auto [left, nobody] = keeper.take();
    EXPECT_FALSE(left->ended());
    here.send(get_a);
    auto [request, respond] = keeper.take();
    // What was sent behind the request does not hide that nothing more comes.
    gone.send("GET /now HTTP/1.1\r\nHost: x\r\n\r\n");
    gone.close();
    for (int i = 0; i < 20'000 && !left->ended(); ++i) std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(left->ended());
    EXPECT_FALSE(request->ended());
    nobody(text_answer("late"));
    respond(text_answer("here"));
    EXPECT_EQ(here.read().body, "here");
}

TEST(ServerLife, ManyThreadsAnswerManyConnections) {
    std::vector<std::thread> workers;
    std::mutex mutex;
    std::condition_variable ready;
    std::vector<std::function<void()>> queue;
    bool ended = false;
    for (int i = 0; i < 3; ++i)
        workers.emplace_back([&] {
            for (;;) {
                std::unique_lock lock{mutex};
                ready.wait(lock, [&] { return ended || !queue.empty(); });
                if (queue.empty()) return;
                auto work = std::move(queue.back());
                queue.pop_back();
                lock.unlock();
                work();
            }
        });
    TestHandler handler{[&](const api::Request& request, api::Respond respond) {
        if (request.path.size() % 2 == 0) return echo(request, respond);
        const std::lock_guard lock{mutex};
        queue.emplace_back([&request, respond = std::move(respond)] { echo(request, respond); });
        ready.notify_one();
    }};
    ServerSettings settings = on_any_port();
    settings.io_threads = 3;
    Server server{settings, handler};
    server.start();
    std::atomic<int> wrong = 0;
    std::vector<std::thread> clients;
    for (int t = 0; t < 4; ++t)
        clients.emplace_back([&] {
            RawClient c{server.port()};
            for (int round = 0; round < 50; ++round) {
                std::string many;
                for (int i = 0; i < 20; ++i)
                    many += "GET /" + std::string(static_cast<std::size_t>(i), 'p') + " HTTP/1.1\r\nHost: x\r\n\r\n";
                c.send(many);
                for (int i = 0; i < 20; ++i)
                    if (c.read().body != "GET /" + std::string(static_cast<std::size_t>(i), 'p') + " []") ++wrong;
            }
        });
    for (auto& client : clients) client.join();
    EXPECT_EQ(wrong, 0);
    server.stop();
    {
        const std::lock_guard lock{mutex};
        ended = true;
        ready.notify_all();
    }
    for (auto& worker : workers) worker.join();
}

TEST(ServerLife, ClientMayLeaveWhileItsRequestIsWorkedOn) {
    Keeper keeper;
    Counts counts;
    Server server{on_any_port(), keeper, &counts};
    server.start();
    RawClient c{server.port()};
    c.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody");
    auto [request, respond] = keeper.take();
    c.reset();
    // The request stays readable until it is answered.
    EXPECT_EQ(request->body, "body");
    respond(text_answer(std::string(200'000, 'x')));
    counts.wait(counts.closed_count, 1);
    EXPECT_EQ(RawClient{server.port()}.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n").body, "GET /now []");
}

TEST(ServerLife, AnswerMayComeAfterTheServerIsGone) {
    Keeper keeper;
    auto server = std::make_unique<Server>(on_any_port(), keeper);
    server->start();
    RawClient c{server->port()};
    c.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody");
    auto [request, respond] = keeper.take();
    server->stop();
    EXPECT_TRUE(c.closed());
    server.reset();
    EXPECT_EQ(request->body, "body");
    respond(text_answer("nobody listens"));
}

TEST(ServerLife, SlowHeadersAndBodiesTimeOut) {
    ServerSettings settings = on_any_port();
    settings.header_timeout = settings.body_timeout = 60ms;
    TestHandler handler{echo};
    Counts counts;
    Server server{settings, handler, &counts};
    server.start();
    {
        RawClient c{server.port()};
        const RawAnswer a = c.ask("GET /a HTT");
        EXPECT_EQ(a.status, 408);
        EXPECT_NE(a.body.find("tiempo_agotado"), std::string::npos);
        EXPECT_TRUE(c.closed());
    }
    {
        RawClient c{server.port()};
        EXPECT_EQ(c.ask("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc").status, 408);
    }
    {
        RawClient c{server.port()};
        EXPECT_EQ(c.ask("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab").status, 408);
    }
    {
        // A byte now and then does not buy more time.
        RawClient c{server.port()};
        c.send("GET /");
        std::atomic<bool> ended = false;
        std::thread drip{[&] {
            while (!ended && c.send("x")) std::this_thread::yield();
        }};
        const int status = c.read().status;
        ended = true;
        drip.join();
        // Depending on the machine the drops reach the size limit before the time limit; neither is patience.
        EXPECT_TRUE(status == 408 || status == 431) << status;
    }
    {
        // Nor of a body: what comes slower than `minimum_rate` is not waited for.
        RawClient c{server.port()};
        c.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n");
        std::atomic<bool> ended = false;
        std::thread drip{[&] {
            for (int i = 0; i < 60 && !ended && c.send("x"); ++i) std::this_thread::sleep_for(5ms);
        }};
        EXPECT_EQ(c.read().status, 408);
        ended = true;
        drip.join();
    }
    {
        // Whoever connects and says nothing is let go without a word.
        RawClient c{server.port()};
        EXPECT_TRUE(c.closed());
    }
    EXPECT_EQ(counts.started_count, 0);
}

TEST(ServerLife, IdleConnectionIsClosedQuietly) {
    ServerSettings settings = on_any_port();
    settings.idle_timeout = 60ms;
    TestHandler handler{echo};
    Server server{settings, handler};
    server.start();
    RawClient c{server.port()};
    EXPECT_EQ(c.ask(get_a).status, 200);
    EXPECT_TRUE(c.closed());
}

TEST(ServerLife, TimeoutsSpareARequestThatIsWorkedOn) {
    ServerSettings settings = on_any_port();
    settings.header_timeout = settings.body_timeout = settings.idle_timeout = 40ms;
    Keeper keeper;
    Server server{settings, keeper};
    server.start();
    RawClient working{server.port()};
    working.send(get_a);
    auto [request, respond] = keeper.take();
    // Several others time out one after the other while this one is being worked on.
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(RawClient{server.port()}.closed());
    respond(text_answer("done"));
    EXPECT_EQ(working.read().body, "done");
}

TEST(ServerLife, ClientThatDoesNotReadIsLetGo) {
    ServerSettings settings = on_any_port();
    settings.body_timeout = 60ms;
    settings.compression_minimum = 0;
    TestHandler handler{
        [](const api::Request&, const api::Respond& respond) { respond(text_answer(std::string(64 << 20, 'x'))); }};
    Counts counts;
    Server server{settings, handler, &counts};
    server.start();
    RawClient c{server.port()};
    c.send(get_a);
    counts.wait(counts.closed_count, 1);
}

TEST(ServerLife, ConnectionsAreLimited) {
    ServerSettings settings = on_any_port();
    settings.max_connections = 2;
    TestHandler handler{echo};
    Counts counts;
    Server server{settings, handler, &counts};
    server.start();
    RawClient one{server.port()};
    EXPECT_EQ(one.ask(get_a).status, 200);
    {
        RawClient two{server.port()};
        EXPECT_EQ(two.ask(get_a).status, 200);
        RawClient three{server.port()};
        const RawAnswer a = three.read();
        EXPECT_EQ(a.status, 503);
        EXPECT_EQ(a.header("Retry-After"), "1");
        EXPECT_NE(a.body.find("no_disponible"), std::string::npos);
    }
    counts.wait(counts.closed_count, 1);
    EXPECT_EQ(RawClient{server.port()}.ask(get_a).status, 200);
    EXPECT_EQ(one.ask(get_a).status, 200);
}

TEST(ServerLife, DrainAnswersWhatWasReceived) {
    Keeper keeper;
    Server server{on_any_port(), keeper};
    server.start();
    RawClient idle{server.port()}, working{server.port()}, partial{server.port()};
    EXPECT_EQ(idle.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n").status, 200);
    EXPECT_EQ(partial.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\nGET /no").status, 200);
    working.send(std::string{get_a} + "GET /now HTTP/1.1\r\nHost: x\r\n\r\n");
    auto [request, respond] = keeper.take();
    auto drained = std::async(std::launch::async, [&] { return server.drain(20s); });
    EXPECT_TRUE(idle.closed());
    EXPECT_THROW(RawClient{server.port()}, std::runtime_error);
    partial.send("w HTTP/1.1\r\nHost: x\r\n\r\n");
    const RawAnswer last = partial.read();
    EXPECT_EQ(last.status, 200);
    EXPECT_EQ(last.header("Connection"), "close");
    respond(text_answer("kept"));
    EXPECT_EQ(working.read().body, "kept");
    // A request that came behind it was received too.
    EXPECT_EQ(working.read().body, "GET /now []");
    EXPECT_TRUE(working.closed());
    working.close();
    partial.close();
    EXPECT_TRUE(drained.get());
}

TEST(ServerLife, DrainGivesUpAtItsDeadline) {
    Keeper keeper;
    Server server{on_any_port(), keeper};
    server.start();
    RawClient c{server.port()};
    c.send(get_a);
    auto [request, respond] = keeper.take();
    EXPECT_FALSE(server.drain(10ms));
    server.stop();
    respond({});
}

TEST(ServerLife, DrainUnderLoadLosesNoAnswer) {
    for (int round = 0; round < 10; ++round) {
        std::atomic<int> handled = 0;
        TestHandler handler{[&](const api::Request& r, const api::Respond& respond) {
            ++handled;
            echo(r, respond);
        }};
        ServerSettings settings = on_any_port();
        settings.io_threads = 2;
        Server server{settings, handler};
        server.start();
        std::atomic<int> answered = 0;
        std::vector<std::thread> clients;
        for (int t = 0; t < 6; ++t)
            clients.emplace_back([&] {
                try {
                    for (;;) {
                        RawClient c{server.port()};
                        for (int i = 0; i < 20; ++i) {
                            if (c.ask(get_a).status != 200) break;
                            ++answered;
                        }
                    }
                } catch (const std::runtime_error&) {
                    // The door is closed.
                }
            });
        while (answered < 200) std::this_thread::yield();
        EXPECT_TRUE(server.drain(20s));
        server.stop();
        for (auto& client : clients) client.join();
        // Every request that reached the handler was heard by its client.
        EXPECT_EQ(handled, answered);
    }
}

TEST(ServerLife, ObserverHearsOfEverything) {
    TestHandler handler{echo};
    Counts counts;
    Server server{on_any_port(), handler, &counts};
    server.start();
    {
        RawClient c{server.port()};
        c.ask(get_a);
        c.ask(get_a);
        c.ask("BAD\r\n\r\n");
    }
    counts.wait(counts.closed_count, 1);
    EXPECT_EQ(counts.open_count, 1);
    EXPECT_EQ(counts.started_count, 2);
    EXPECT_EQ(counts.finished_count, 3);
    EXPECT_EQ(counts.refusals, std::vector<int>{400});
}

TEST(ServerLife, TakenPortAndBadAddressAreOneSentence) {
    TestHandler handler{echo};
    Server first{on_any_port(), handler};
    first.start();
    ServerSettings same = on_any_port();
    same.listen = "127.0.0.1:" + std::to_string(first.port());
    Server second{same, handler};
    EXPECT_THROW(second.start(), std::runtime_error);
    for (const char* bad : {"nowhere", "127.0.0.1:", "127.0.0.1:99999", "host.invalid:80", "127.0.0.1:8x"}) {
        ServerSettings settings;
        settings.listen = bad;
        Server server{settings, handler};
        EXPECT_THROW(server.start(), std::runtime_error) << bad;
    }
}

}  // namespace
}  // namespace cacao::serve
