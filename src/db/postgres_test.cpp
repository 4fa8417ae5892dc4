// What only PostgreSQL can run into: the wall between organizations, conflicts, lost connections, its own types.

#include "support/postgres.hpp"
#include "db/migrations.hpp"
#include "db/postgres_session.hpp"
#include "db/rows.hpp"
#include "support/database.hpp"
#include "support/memory.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <atomic>
#include <csignal>
#include <future>
#include <latch>
#include <set>
#include <thread>
#include <vector>

namespace cacao::db {
namespace {

using test::Postgres;
using testing::HasSubstr;

constexpr std::string_view postgres_tables = R"(
CREATE TABLE cosa (
    organizacionId REF   NOT NULL,
    id             REF   NOT NULL,
    texto          TEXTO NOT NULL,
    PRIMARY KEY (organizacionId, id)
);)";

void insertar_texto(Writer& w, std::int64_t organizacionId, std::int64_t id, std::string_view texto = "x") {
    w.run("INSERT INTO cosa (organizacionId, id, texto) VALUES ($1, $2, $3)", organizacionId, id, texto);
}

class PostgresTest : public testing::Test {
protected:
    test::Database base{Motor::postgres, postgres_tables};
    test::Postgres& server = test::Postgres::instance();

    std::int64_t rows(std::int64_t organizacionId) {
        std::int64_t n = -1;
        base->read(organizacionId, [&](Reader& r) { n = *r.one<std::int64_t>("SELECT count(*) FROM cosa"); });
        return n;
    }
    void terminate(std::int64_t backend) { server.run(fmt::format("SELECT pg_terminate_backend({}, 5000)", backend)); }
    void terminate_all() {
        server.run(fmt::format("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{}'", base.name()));
    }
    Fallo fallo_of_write(const std::function<void(Writer&)>& work) {
        try {
            base->write_now(1, work);
        } catch (const DbError& error) {
            message = error.what();
            return error.fallo();
        }
        throw std::logic_error("nothing was thrown");
    }
    std::string message;
};

TEST_F(PostgresTest, WithoutAWhereNoForeignRowIsSeen) {
    base->write_now(1, [](Writer& w) { insertar_texto(w, 1, 1); });
    base->write_now(2, [](Writer& w) {
        insertar_texto(w, 2, 1);
        insertar_texto(w, 2, 2);
    });
    EXPECT_EQ(rows(1), 1);
    EXPECT_EQ(rows(2), 2);
    EXPECT_EQ(rows(3), 0);
    EXPECT_EQ(rows(0), 0);  // no organization: no rows, and no error
    base->write_now(1, [](Writer& w) {
        EXPECT_EQ(w.count("UPDATE cosa SET texto = 'mia'"), 1);
        EXPECT_EQ(w.count("DELETE FROM cosa"), 1);
    });
    EXPECT_EQ(rows(2), 2);
}

TEST_F(PostgresTest, ARowOfAnotherOrganizationIsRefused) {
    EXPECT_EQ(fallo_of_write([](Writer& w) { insertar_texto(w, 2, 1); }), Fallo::other);
    EXPECT_THAT(message, HasSubstr("row-level security"));
    base->write_now(1, [](Writer& w) { insertar_texto(w, 1, 1); });
    EXPECT_EQ(fallo_of_write([](Writer& w) { w.run("UPDATE cosa SET organizacionId = 2"); }), Fallo::other);
    EXPECT_EQ(rows(2), 0);
}

std::string refusal_of_login(const Settings& settings) {
    try {
        open(settings);
    } catch (const DbError& error) {
        EXPECT_EQ(error.fallo(), Fallo::unavailable);
        return error.what();
    }
    return "it opened";
}

TEST_F(PostgresTest, ALoginThatTheWallDoesNotHoldIsRefused) {
    EXPECT_THAT(refusal_of_login({.url = server.superuser_url(base.name())}), HasSubstr("superuser"));
    EXPECT_THAT(refusal_of_login({.url = base.owner_url()}), HasSubstr("owner"));
    const std::string service = base.service_url();
    const std::string role = service.substr(13, service.find(':', 13) - 13);
    server.run("ALTER ROLE " + role + " BYPASSRLS");
    EXPECT_THAT(refusal_of_login({.url = service}), HasSubstr("BYPASSRLS"));
    server.run("ALTER ROLE " + role + " NOBYPASSRLS; REVOKE cacao_servicio FROM " + role);
    EXPECT_THAT(refusal_of_login({.url = service}), HasSubstr("member of the role cacao_servicio"));
    server.run("GRANT cacao_servicio TO " + role);
    EXPECT_EQ(refusal_of_login({.url = service}), "it opened");
}

TEST_F(PostgresTest, TheOwnerWorksAsTheServiceBehindTheSameWall) {
    base->write_now(2, [](Writer& w) { insertar_texto(w, 2, 1); });
    base.reopen({.as_owner = true});
    EXPECT_EQ(rows(1), 0);
    EXPECT_EQ(rows(2), 1);
}

TEST_F(PostgresTest, AServerThatIsNotThereIsUnavailable) {
    EXPECT_THAT(refusal_of_login({.url = "postgres://nadie@127.0.0.1:1/nada"}), HasSubstr("Cannot connect"));
    EXPECT_THAT(refusal_of_login({.url = server.service_url("no_existe")}), HasSubstr("no_existe"));
}

TEST_F(PostgresTest, ADeadlockIsTriedAgain) {
    base->write_now(1, [](Writer& w) {
        insertar_texto(w, 1, 1);
        insertar_texto(w, 1, 2);
    });
    std::atomic<int> runs{0};
    std::atomic<int> holding{0};
    std::promise<void> both;
    std::shared_future<void> both_hold = both.get_future().share();
    std::array<std::promise<std::exception_ptr>, 2> outcomes;
    for (std::size_t i = 0; i < 2; ++i) {
        base->write(
            1,
            [&, i, both_hold](Writer& w) {
                ++runs;
                w.count("UPDATE cosa SET texto = texto || 'a' WHERE id = $1", i + 1);
                if (++holding == 2) both.set_value();
                both_hold.wait();  // each holds what the other wants next
                w.count("UPDATE cosa SET texto = texto || 'b' WHERE id = $1", 2 - i);
            },
            [&outcomes, i](std::exception_ptr error) { outcomes[i].set_value(std::move(error)); });
    }
    for (auto& outcome : outcomes) EXPECT_EQ(outcome.get_future().get(), nullptr);
    EXPECT_GE(runs, 3);
    base->read(1, [](Reader& r) {
        for (const auto& texto : r.all<std::string>("SELECT texto FROM cosa")) EXPECT_EQ(texto.size(), 3U);
    });
}

TEST_F(PostgresTest, ASerializationFailureIsTriedAgainButNotForever) {
    const char* conflict = "DO $$ BEGIN RAISE EXCEPTION 'provocado' USING ERRCODE = '40001'; END $$";
    int runs = 0;
    base->write_now(1, [&](Writer& w) {
        insertar_texto(w, 1, 1);
        if (++runs < 3) w.run(conflict);
    });
    EXPECT_EQ(runs, 3);
    EXPECT_EQ(rows(1), 1);
    runs = 0;
    EXPECT_EQ(fallo_of_write([&](Writer& w) {
                  ++runs;
                  w.run(conflict);
              }),
              Fallo::unavailable);
    EXPECT_EQ(runs, 10);
}

TEST_F(PostgresTest, AConnectionLostBeforeTheCommitIsTriedAgain) {
    int runs = 0;
    base->write_now(1, [&](Writer& w) {
        const std::int64_t backend = *w.one<std::int64_t>("SELECT pg_backend_pid()");
        insertar_texto(w, 1, 1);
        if (++runs == 1) terminate(backend);
        w.one<std::int64_t>("SELECT count(*) FROM cosa");
    });
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(rows(1), 1);
}

TEST_F(PostgresTest, AConnectionLostWhileCommittingHasAnUnknownOutcome) {
    base.close();
    server.run(R"(
        CREATE FUNCTION muere() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
            $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER muere AFTER INSERT ON cosa DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION muere();)",
               base.name());
    int runs = 0;
    bool after = false;
    EXPECT_EQ(fallo_of_write([&](Writer& w) {
                  ++runs;
                  w.if_rolled_back([&](Writer&) { after = true; });
                  insertar_texto(w, 1, 1);
              }),
              Fallo::unknown_outcome);
    EXPECT_EQ(runs, 1);
    EXPECT_FALSE(after);
}

TEST_F(PostgresTest, ConnectionsLostWhileIdleAreReplacedUnseen) {
    base.reopen({.connections = 2});
    for (int round = 0; round < 3; ++round) {
        base->write_now(1, [&](Writer& w) { insertar_texto(w, 1, round); });
        EXPECT_EQ(rows(1), round + 1);
        terminate_all();
    }
    EXPECT_EQ(rows(1), 3);
    terminate_all();
    EXPECT_TRUE(base->alive());
}

TEST_F(PostgresTest, ADatabaseThatIsAwayIsUnavailableUntilItIsBack) {
    base->write_now(1, [](Writer& w) { insertar_texto(w, 1, 1); });
    server.run(fmt::format("ALTER DATABASE {} ALLOW_CONNECTIONS false", base.name()));
    terminate_all();
    EXPECT_EQ(fallo_of_write([](Writer& w) { insertar_texto(w, 1, 2); }), Fallo::unavailable);
    EXPECT_FALSE(base->alive());
    server.run(fmt::format("ALTER DATABASE {} ALLOW_CONNECTIONS true", base.name()));
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!base->alive() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    base->write_now(1, [](Writer& w) { insertar_texto(w, 1, 2); });
    EXPECT_EQ(rows(1), 2);
}

TEST_F(PostgresTest, WhatWaitsForALockOrAStatementTooLongIsUnavailable) {
    base.reopen(
        {.connections = 2, .timeouts = {.statement = std::chrono::milliseconds{200}, .lock = std::chrono::milliseconds{50}}});
    base->write_now(1, [](Writer& w) { insertar_texto(w, 1, 1); });
    postgres::Session other{server.superuser_url(base.name())};
    other.exec("BEGIN; UPDATE cosa SET texto = 'y'");
    EXPECT_EQ(fallo_of_write([](Writer& w) { w.count("UPDATE cosa SET texto = 'z'"); }), Fallo::unavailable);
    EXPECT_THAT(message, HasSubstr("lock timeout"));
    other.exec("ROLLBACK");
    EXPECT_EQ(fallo_of_write([](Writer& w) { w.run("SELECT 1 FROM (SELECT pg_sleep(60)) s"); }), Fallo::unavailable);
    EXPECT_THAT(message, HasSubstr("statement timeout"));
    // What a caller waits for as well: it is the server that ends it, so that nothing goes on there.
    try {
        base->read(1, [](Reader& r) { r.one<std::int64_t>("SELECT CAST(1 AS BIGINT) FROM (SELECT pg_sleep(60)) s"); });
        ADD_FAILURE() << "it has 200 ms";
    } catch (const DbError& error) {
        EXPECT_THAT(error.what(), HasSubstr("statement timeout"));
    }
    base->write_now(1, [](Writer& w) { w.count("UPDATE cosa SET texto = 'z'"); });
}

TEST_F(PostgresTest, ACommitThatAStoppedServerDoesNotAnswerHasAnUnknownOutcome) {
    base.reopen({.timeouts = {.statement = std::chrono::seconds{60}}});
    std::optional<Postgres::Stopped> stopped;
    EXPECT_EQ(fallo_of_write([&](Writer& w) {
                  insertar_texto(w, 1, 1);
                  w.settle();
                  stopped.emplace(server);
              }),
              Fallo::unknown_outcome);
    stopped.reset();
}

// A peer that went without a word is given up in seconds.
TEST_F(PostgresTest, ConnectionsAreLookedAfterByTheSystem) {
    const auto connection = postgres::connect(base.service_url());
    const auto option = [&](int level, int name) {
        int value = 0;
        socklen_t size = sizeof value;
        return ::getsockopt(PQsocket(connection.get()), level, name, &value, &size) == 0 ? value : -1;
    };
    if (option(SOL_SOCKET, SO_DOMAIN) == AF_UNIX) GTEST_SKIP() << "on one machine there is nothing to look after";
    EXPECT_EQ(option(IPPROTO_TCP, TCP_USER_TIMEOUT), 5000);
    EXPECT_EQ(option(SOL_SOCKET, SO_KEEPALIVE), 1);
    EXPECT_EQ(option(IPPROTO_TCP, TCP_KEEPIDLE), 10);
}

// The one process behind a connection, standing still.
class StoppedProcess {
public:
    explicit StoppedProcess(Reader& tx) : StoppedProcess(number(tx)) {}
    explicit StoppedProcess(pid_t process) : process_(process) { ::kill(process_, SIGSTOP); }
    ~StoppedProcess() { ::kill(process_, SIGCONT); }
    StoppedProcess(const StoppedProcess&) = delete;
    StoppedProcess& operator=(const StoppedProcess&) = delete;

    static pid_t number(Reader& tx) { return static_cast<pid_t>(tx.one<std::int64_t>("SELECT pg_backend_pid()").value()); }

private:
    pid_t process_;
};

constexpr Timeouts prompt_answers{.statement = std::chrono::seconds{60}, .answer = std::chrono::milliseconds{200}};

TEST_F(PostgresTest, WhatACallerWaitsForIsGivenUpWithTheProcessBehindItAndOthersGoOn) {
    if (server.server() == 0) GTEST_SKIP() << "someone else's server is not stopped";
    base.reopen(
        {.connections = 2, .timeouts = {.statement = std::chrono::seconds{60}, .answer = std::chrono::milliseconds{700}}});
    const auto prompt = [&](const std::function<void(Writer&)>& work) {
        std::promise<std::exception_ptr> done;
        base->write(1, work, [&](std::exception_ptr error) { done.set_value(std::move(error)); }, {.prompt = true});
        return done.get_future().get();
    };
    const auto fallo = [](const std::exception_ptr& error) {
        try {
            if (error) std::rethrow_exception(error);
        } catch (const DbError& e) {
            return e.fallo();
        }
        return Fallo::other;
    };
    std::vector<std::unique_ptr<StoppedProcess>> stopped;
    const auto stop = [&](Reader& tx) { stopped.push_back(std::make_unique<StoppedProcess>(tx)); };
    EXPECT_EQ(fallo(prompt([&](Writer& w) {
                  stop(w);
                  w.one<std::int64_t>("SELECT 1");
              })),
              Fallo::unavailable);
    EXPECT_EQ(fallo(prompt([&](Writer& w) {
                  insertar_texto(w, 1, 1);
                  w.settle();
                  stop(w);
              })),
              Fallo::unknown_outcome);
    EXPECT_THROW(base->read(1,
                            [&](Reader& r) {
                                stop(r);
                                r.one<std::int64_t>("SELECT 1");
                            }),
                 DbError);
    // On new connections, while the old ones stand.
    EXPECT_EQ(prompt([](Writer& w) { insertar_texto(w, 1, 2); }), nullptr);
    EXPECT_EQ(rows(1), 1);
}

// Of writers at once none adds to the stripe of another: it would wait for that one's commit.
TEST_F(PostgresTest, WritersAtOnceHaveStripesOfTheirOwn) {
    constexpr int writers = 12;
    base.reopen({.connections = 16});
    for (int round = 0; round < 3; ++round) {
        std::latch all{writers};
        std::array<std::int64_t, writers> stripe{};
        {
            std::vector<std::jthread> threads;
            // Of an organization each: one alone does not get all places.
            for (int i = 0; i < writers; ++i)
                threads.emplace_back([&, i] {
                    base->write_now(i + 1, [&](Writer& tx) {
                        stripe.at(static_cast<std::size_t>(i)) = tx.franja();
                        all.arrive_and_wait();
                    });
                });
        }
        EXPECT_EQ(std::set<std::int64_t>(stripe.begin(), stripe.end()).size(), writers);
    }
}

// What stopped one process may have stopped others: whoever comes after who met it does not meet the next of them.
TEST_F(PostgresTest, WhereOneProcessStandsTheIdleOnesAreNotTrusted) {
    if (server.server() == 0) GTEST_SKIP() << "someone else's server is not stopped";
    base.reopen({.connections = 4, .timeouts = {.statement = std::chrono::seconds{60}, .answer = std::chrono::seconds{1}}});
    constexpr int idle = 3;
    std::latch all{idle};
    std::array<pid_t, idle> numbers{};
    {
        std::vector<std::jthread> readers;
        for (pid_t& number : numbers)
            readers.emplace_back([&] {
                base->read(1, [&](Reader& r) {
                    number = StoppedProcess::number(r);
                    all.arrive_and_wait();
                });
            });
    }
    std::vector<std::unique_ptr<StoppedProcess>> stopped;
    for (const pid_t number : numbers) stopped.push_back(std::make_unique<StoppedProcess>(number));
    EXPECT_THROW(rows(1), DbError);
    EXPECT_EQ(rows(1), 0) << "on a new connection";
}

// A list or a large write may take long once it has begun; whether anybody is there is found out as soon as for a record.
TEST_F(PostgresTest, WhatMayTakeLongDoesNotWaitSoLongForAProcessThatStands) {
    if (server.server() == 0) GTEST_SKIP() << "someone else's server is not stopped";
    base.reopen(
        {.connections = 4, .timeouts = {.statement = std::chrono::seconds{60}, .answer = std::chrono::milliseconds{700}}});
    std::vector<std::unique_ptr<StoppedProcess>> stopped;
    const auto stop = [&](Reader& tx) { stopped.push_back(std::make_unique<StoppedProcess>(tx)); };
    // As a list that ends, and whose connection is idle then.
    const Reading list{.lane = Lane::list, .limit = std::chrono::seconds{20}};
    const auto one = [](Reader& r) { r.one<std::int64_t>("SELECT 1"); };
    base->read(1, stop, list);
    try {
        base->read(1, one, list);
        FAIL() << "it stands";
    } catch (const DbError& error) {
        EXPECT_EQ(error.fallo(), Fallo::unavailable) << "not what a read gets that took too long";
    }
    base->read(1, one, list);
    const auto large = [&] {
        std::promise<std::exception_ptr> outcome;
        auto told = outcome.get_future();
        base->write(1, one, [&](std::exception_ptr error) { outcome.set_value(std::move(error)); });
        EXPECT_EQ(told.wait_for(std::chrono::seconds{20}), std::future_status::ready) << "it has a minute for each statement";
        return told.get();
    };
    base->read(1, stop, list);
    EXPECT_EQ(large(), nullptr) << "what the read left was not answered, so it began on another";
    pid_t idle = 0;
    base->write_now(1, [&](Writer& w) { idle = StoppedProcess::number(w); });
    stopped.push_back(std::make_unique<StoppedProcess>(idle));
    EXPECT_NE(large(), nullptr);
    EXPECT_EQ(large(), nullptr);
}

TEST_F(PostgresTest, WhatHasItsOwnLimitMayTakeLonger) {
    base.reopen({.connections = 2, .timeouts = prompt_answers});
    const auto slow = [](Reader& r) { r.one<std::int64_t>("SELECT CAST(1 AS BIGINT) FROM (SELECT pg_sleep(0.5)) s"); };
    EXPECT_THROW(base->read(1, slow), DbError);
    base->read(1, slow, {.lane = Lane::report, .limit = std::chrono::seconds{30}});
    base->write_now(1, slow);
}

// Writers all wait for a lock; whoever stands behind them is told before they are.
TEST_F(PostgresTest, WhoWaitsForATurnIsToldInTime) {
    base.reopen({.connections = 1, .timeouts = prompt_answers});
    std::promise<void> release;
    std::shared_future<void> go = release.get_future().share();
    base->write(
        1, [go](Writer&) { go.wait(); }, [](std::exception_ptr) {});
    std::promise<std::exception_ptr> refused;
    base->write(
        1, [](Writer&) { FAIL() << "it was refused"; }, [&](std::exception_ptr e) { refused.set_value(std::move(e)); },
        {.prompt = true});
    EXPECT_THROW(std::rethrow_exception(refused.get_future().get()), DbError);
    release.set_value();
    base->drain();
}

// A queue that moves is waited in, however long it is; and organizations take turns in it.
TEST_F(PostgresTest, ALongQueueThatMovesIsWaitedIn) {
    base.reopen({.connections = 1, .timeouts = {.statement = std::chrono::seconds{60}, .answer = std::chrono::seconds{1}}});
    std::promise<void> release;
    std::shared_future<void> go = release.get_future().share();
    base->write(
        1, [go](Writer&) { go.wait(); }, [](std::exception_ptr) {});
    std::vector<std::int64_t> order;
    std::atomic<int> refused = 0;
    const auto add = [&](std::int64_t organizacionId) {
        base->write(
            organizacionId,
            [&order, organizacionId](Writer& w) {
                w.one<std::int64_t>("SELECT CAST(1 AS BIGINT) FROM (SELECT pg_sleep(0.1)) s");
                order.push_back(organizacionId);
            },
            [&refused](std::exception_ptr e) { refused += e ? 1 : 0; }, {.prompt = true});
    };
    for (int i = 0; i < 12; ++i) add(1);
    add(2);
    release.set_value();
    base->drain();
    EXPECT_EQ(refused, 0);
    ASSERT_EQ(order.size(), 13U);
    EXPECT_EQ(order[0], 2);
}

// An organization whose writes all stand holds half of the writers, and those of it that wait are told; others go on.
TEST_F(PostgresTest, AnOrganizationThatStandsLeavesRoomForOthers) {
    base.reopen({.connections = 8, .timeouts = {.statement = std::chrono::seconds{60}, .answer = std::chrono::seconds{1}}});
    for (const std::int64_t organizacionId : {1, 2}) base->write_now(organizacionId, [](Writer&) {});
    std::promise<void> release;
    std::shared_future<void> go = release.get_future().share();
    std::atomic<int> standing = 0;
    std::array<std::promise<std::exception_ptr>, 8> outcomes;
    for (auto& outcome : outcomes)
        base->write(
            1,
            [go, &standing](Writer&) {
                ++standing;
                go.wait();
            },
            [&](std::exception_ptr e) { outcome.set_value(std::move(e)); }, {.prompt = true});
    // The others go on all the while: what they do is no news to who waits for the first.
    std::atomic<bool> told = false;
    std::jthread others{[&] {
        while (!told) base->write_now(2, [](Writer& w) { EXPECT_EQ(w.one<std::int64_t>("SELECT 1"), 1); });
    }};
    for (std::size_t i = 3; i < outcomes.size(); ++i) {
        auto outcome = outcomes[i].get_future();
        const bool in_time = outcome.wait_for(std::chrono::seconds{20}) == std::future_status::ready;
        EXPECT_TRUE(in_time);
        if (!in_time) break;
        EXPECT_NE(outcome.get(), nullptr);
    }
    told = true;
    others.join();
    EXPECT_EQ(standing, 3) << "of six writers";
    release.set_value();
    base->drain();
}

class Told final : public spdlog::sinks::base_sink<std::mutex> {
public:
    std::promise<void> told;

protected:
    void sink_it_(const spdlog::details::log_msg& m) override {
        if (std::string_view{m.payload.data(), m.payload.size()}.starts_with("another process is migrating")) told.set_value();
    }
    void flush_() override {}
};

TEST_F(PostgresTest, AMigrationSaysThatItWaitsForAnother) {
    const auto name = server.create_empty_database();
    postgres::Session other{server.owner_url(name)};
    other.rows("SELECT pg_advisory_lock(4836172950361)");
    const auto sink = std::make_shared<Told>();
    const auto before = spdlog::default_logger();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("prueba", sink));
    const std::array steps{Migration{"0001_cosa", postgres_tables}};
    std::jthread migrating{[&] { migrate(server.owner_url(name), steps); }};
    sink->told.get_future().wait();
    other.rows("SELECT pg_advisory_unlock(4836172950361)");
    migrating.join();
    spdlog::set_default_logger(before);
    EXPECT_EQ(other.rows("SELECT nombre FROM migracion").size(), 1U);
    server.drop(name);
}

// Lists that all stand leave a place to writes, as they leave one to point reads.
TEST_F(PostgresTest, ListsThatStandLeaveAPlaceToWrites) {
    base.reopen({.connections = 4, .timeouts = {.statement = std::chrono::milliseconds{300}}});
    std::latch go{1};
    std::atomic<int> standing = 0, refused = 0;
    std::vector<std::jthread> lists;
    for (int i = 0; i < 3; ++i)
        lists.emplace_back([&] {
            const auto stand = [&](Reader&) {
                ++standing;
                go.wait();
            };
            try {
                base->read(1, stand, {.lane = Lane::list, .limit = std::chrono::seconds{60}});
            } catch (const DbError&) {
                ++refused;
            }
        });
    while (standing + refused < 3) std::this_thread::yield();
    EXPECT_EQ(standing, 2);
    EXPECT_NO_THROW(base->write_now(1, [](Writer& w) { insertar_texto(w, 1, 1); }));
    go.count_down();
}

// Of a result that its lane does not take, little is in memory at any time, and yet it is known how much there was.
TEST_F(PostgresTest, ALargeResultIsNeverHeldWhole) {
    constexpr const char* sql = "SELECT repeat('x', 10000) FROM generate_series(1, CAST($1 AS BIGINT))";
    const Reading how{.bytes = 100'000};
    const auto extent = [&](const std::function<void(Reader&)>& ask) {
        try {
            base->read(1, ask, how);
        } catch (const TooLarge& e) {
            return e.known();
        }
        return Extent{};
    };
    base->read(
        1, [&](Reader& r) { EXPECT_EQ(r.all<std::string>(sql, 9).size(), 9U); }, how);
    test::forget_peak(::getpid());
    const auto before = test::memory(::getpid(), "VmHWM");
    const auto at_once = extent([&](Reader& r) { r.all<std::string>(sql, 20'000); });
    const auto later = extent([&](Reader& r) {
        std::vector<std::string> texts;
        r.all_later(texts, sql, 20'000);
        r.settle();
    });
    const auto more = test::memory(::getpid(), "VmHWM") - before;
    EXPECT_TRUE(more < 50 || !test::memory_tells) << more << " of two hundred";
    for (const Extent& known : {at_once, later}) {
        EXPECT_EQ(known.rows, 20'000U);
        EXPECT_EQ(known.bytes, 200'000'000U);
    }
    EXPECT_EQ(rows(1), 0);
}

// Nor of a report's, which takes any number: what it makes of the rows is its own affair.
TEST_F(PostgresTest, AReportIsReadRowByRow) {
    constexpr const char* sql = "SELECT repeat('x', 10000) FROM generate_series(1, CAST($1 AS BIGINT))";
    std::size_t letters = 0;
    const auto count = [&](const Row& row) { letters += row.text(0).size(); };
    test::forget_peak(::getpid());
    const auto before = test::memory(::getpid(), "VmHWM");
    base->read(1,
               [&](Reader& r) {
                   r.each(sql, count, 20'000);
                   r.query_later("SELECT repeat('x', 10000) FROM generate_series(1, 20000)", {}, count);
                   r.settle();
               },
               {.lane = Lane::report});
    const auto more = test::memory(::getpid(), "VmHWM") - before;
    EXPECT_TRUE(more < 50 || !test::memory_tells) << more << " of two hundred";
    EXPECT_EQ(letters, 400'000'000U);
}

// A statement that has been small is taken whole, and may surprise once; not where rows are passed on, and not again before it
// was small twice as often.
TEST_F(PostgresTest, ASmallStatementThatGrewIsReadRowByRowAgain) {
    base.reopen({.connections = 1});
    constexpr const char* sql = "SELECT repeat('x', 10000) FROM generate_series(1, CAST($1 AS BIGINT))";
    std::size_t letters = 0;
    const auto peak = [&](std::int64_t n, int times, bool passing) {
        test::forget_peak(::getpid());
        const auto before = test::memory(::getpid(), "VmHWM");
        const auto ask = [&](Reader& r) {
            r.each(
                sql, [&](const Row& row) { letters += row.text(0).size(); }, n);
        };
        for (int i = 0; i < times; ++i) base->read(1, ask, {.lane = Lane::report, .passing = passing});
        return test::memory(::getpid(), "VmHWM") - before;
    };
    peak(1, 4, false);
    const auto passed = peak(20'000, 1, true);
    const auto surprise = peak(20'000, 1, false);
    peak(1, 7, false);
    const auto again = peak(20'000, 1, false);
    EXPECT_EQ(letters, 600'110'000U);
    if (!test::memory_tells) return;
    EXPECT_LT(passed, 50);
    EXPECT_GT(surprise, 150) << "taken whole";
    EXPECT_LT(again, 50);
}

// A question's answer may fill what went away with the exception.
TEST_F(PostgresTest, WhatWasAskedBeforeARollbackIsNotToldAfterIt) {
    base.reopen({.connections = 1});
    int told = 0;
    const auto ask = [&](Reader& r) { r.query_later("SELECT 1", {}, [&](const Row&) { ++told; }); };
    EXPECT_THROW(base->write_now(1,
                                 [&](Writer& w) {
                                     ask(w);
                                     throw std::logic_error("y ya no");
                                 }),
                 std::logic_error);
    EXPECT_THROW(base->read(1,
                            [&](Reader& r) {
                                ask(r);
                                throw std::logic_error("y ya no");
                            }),
                 std::logic_error);
    base->read(1, ask);
    EXPECT_EQ(rows(1), 0);
    EXPECT_EQ(told, 0);
}

TEST_F(PostgresTest, AnErrorOfAQueuedStatementSurfacesAndTheConnectionStaysGood) {
    base.reopen({.connections = 1});
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(fallo_of_write([](Writer& w) {
                      insertar_texto(w, 1, 1);
                      insertar_texto(w, 1, 1);
                      insertar_texto(w, 1, 2);
                  }),
                  Fallo::constraint);
        EXPECT_EQ(fallo_of_write([](Writer& w) {
                      w.run("INSERT INTO nada VALUES (1)");
                      w.one<std::int64_t>("SELECT 41 + 1");
                  }),
                  Fallo::other);
        EXPECT_EQ(rows(1), 0);
    }
    base->write_now(1, [](Writer& w) { EXPECT_EQ(w.one<std::int64_t>("SELECT 41 + 1"), 42); });
}

TEST_F(PostgresTest, ALongPipelineDoesNotBlockItself) {
    // Far more in both directions than the socket buffers hold.
    const std::string large(20'000, 'x');
    base->write_now(1, [&](Writer& w) {
        for (int i = 0; i < 2500; ++i) w.run("SELECT repeat($1, 2)", large);
        EXPECT_EQ(w.one<std::int64_t>("SELECT 1"), 1);
    });
}

TEST_F(PostgresTest, TypesOfItsOwnAskForACast) {
    const auto problem = [&](const char* sql) {
        try {
            base->read(1, [&](Reader& r) { r.one<std::int64_t>(sql); });
        } catch (const DbError& error) {
            EXPECT_EQ(error.fallo(), Fallo::other);
            return std::string{error.what()};
        }
        return std::string{"nothing was thrown"};
    };
    EXPECT_THAT(problem("SELECT sum(id) AS suma FROM cosa"), HasSubstr("suma"));
    EXPECT_THAT(problem("SELECT sum(id) AS suma FROM cosa"), HasSubstr("cast"));
    EXPECT_THAT(problem("SELECT 'x' AS letra"), HasSubstr("letra"));
    base->read(1, [](Reader& r) {
        EXPECT_EQ(r.one<std::int64_t>("SELECT 7::int2"), 7);
        EXPECT_EQ(r.one<bool>("SELECT true"), true);
        EXPECT_EQ(r.one<int>("SELECT -7::int4"), -7);
    });
}

TEST_F(PostgresTest, TheSameTextWithOtherKindsIsAnotherStatement) {
    base->write_now(1, [](Writer& w) {
        const char* sql = "SELECT CAST($1 AS TEXT)";
        EXPECT_EQ(w.one<std::string>(sql, 5), "5");
        EXPECT_EQ(w.one<std::string>(sql, "cinco"), "cinco");
        EXPECT_EQ(w.one<std::string>(sql, 6), "6");
    });
}

TEST_F(PostgresTest, ReadersAreServedWhileWritersWait) {
    base.reopen({.connections = 4});
    std::promise<void> release;
    std::shared_future<void> go = release.get_future().share();
    std::atomic<int> done{0};
    for (int i = 0; i < 10; ++i) {
        base->write(
            1, [go](Writer&) { go.wait(); }, [&](std::exception_ptr) { ++done; });
    }
    EXPECT_EQ(rows(1), 0);
    release.set_value();
    base->drain();
    EXPECT_EQ(done, 10);
}

}  // namespace
}  // namespace cacao::db
