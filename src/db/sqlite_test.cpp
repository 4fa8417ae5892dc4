// What only SQLite can run into.

#include "db/rows.hpp"
#include "db/sqlite_connection.hpp"
#include "support/database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>

namespace cacao::db {
namespace {

using testing::HasSubstr;

constexpr std::string_view sqlite_tables =
    "CREATE TABLE cosa (organizacionId REF, id REF, texto TEXTO NOT NULL, PRIMARY KEY (organizacionId, id));";

class SqliteTest : public testing::Test {
protected:
    test::Database base{Motor::sqlite, sqlite_tables};

    // A group waits for nobody, but takes in whoever comes while it works, however slow the machine is.
    SqliteTest() { base.reopen({.mmap_bytes = 0, .group_time = std::chrono::hours{1}}); }

    std::int64_t rows() {
        std::int64_t n = -1;
        base->read(1, [&](Reader& r) { n = *r.one<std::int64_t>("SELECT count(*) FROM cosa"); });
        return n;
    }
    // Makes the writer wait until everything has been queued, so that it becomes one group.
    std::vector<std::exception_ptr> in_one_group(std::vector<std::function<void(Writer&)>> jobs) {
        std::promise<void> all_queued;
        std::shared_future<void> go = all_queued.get_future().share();
        std::promise<void> running;
        std::vector<std::promise<std::exception_ptr>> outcomes(jobs.size() + 1);
        base->write(
            1,
            [go, &running](Writer&) {
                running.set_value();
                go.wait();
            },
            [&](std::exception_ptr e) { outcomes[0].set_value(std::move(e)); });
        running.get_future().wait();
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            base->write(1, jobs[i], [&outcomes, i](std::exception_ptr e) { outcomes[i + 1].set_value(std::move(e)); });
        }
        all_queued.set_value();
        std::vector<std::exception_ptr> errors;
        for (auto& outcome : outcomes) errors.push_back(outcome.get_future().get());
        errors.erase(errors.begin());
        return errors;
    }
};

void insertar_largo(Writer& w, std::int64_t id, std::size_t size = 1) {
    w.run("INSERT INTO cosa (organizacionId, id, texto) VALUES (1, $1, $2)", id, std::string(size, 'x'));
}

bool is_unavailable(const std::exception_ptr& error) {
    try {
        if (error) std::rethrow_exception(error);
    } catch (const DbError& e) {
        return e.fallo() == Fallo::unavailable;
    } catch (...) {
    }
    return false;
}

// However much one sends, a group has of everybody.
TEST_F(SqliteTest, OrganizationsAndTheirCallersTakeTurns) {
    base.reopen({.mmap_bytes = 0, .group_max = 2, .group_time = std::chrono::hours{1}});
    std::promise<void> all_queued, running;
    base->write(
        1,
        [&](Writer&) {
            running.set_value();
            all_queued.get_future().wait();
        },
        [](std::exception_ptr) {});
    running.get_future().wait();
    std::string order;
    const auto add = [&](std::int64_t organizacionId, std::uint64_t caller, char job) {
        base->write(
            organizacionId, [&order, job](Writer&) { order += job; }, [](std::exception_ptr) {}, {.caller = caller});
    };
    for (const char job : {'a', 'b', 'c', 'd'}) add(1, 10, job);
    add(1, 11, 'm');
    for (const char job : {'x', 'y'}) add(2, 20, job);
    all_queued.set_value();
    base->drain();
    EXPECT_EQ(order, "xaymbcd");  // the one that makes them wait is of the first organization
}

// Whoever waits for a commit does not wait for all that came meanwhile.
TEST_F(SqliteTest, AGroupEndsWhenItTookLongOrHoldsMuch) {
    std::int64_t seen = -1;
    const auto second_sees = [&](std::size_t holds) {
        in_one_group({[&](Writer& w) {
                          w.run("DELETE FROM cosa");
                          insertar_largo(w, 1);
                          w.holds(holds);
                      },
                      [&](Writer&) { seen = rows(); }});
        return seen;
    };
    EXPECT_EQ(second_sees(1), 0);
    EXPECT_EQ(second_sees(2 << 20), 1);
    base->write_now(1, [](Writer& w) { w.run("DELETE FROM cosa"); });
    base.reopen({.mmap_bytes = 0, .group_time = std::chrono::milliseconds{0}});
    EXPECT_EQ(second_sees(1), 1);
}

TEST_F(SqliteTest, AFullDiskIsUnavailableForTheGroupAndPassesWhenThereIsSpace) {
    const auto limit = [&](const std::string& pages) {
        base->write_now(1, [&](Writer& w) { w.one<std::int64_t>("PRAGMA max_page_count = " + pages); });
    };
    base->write_now(1, [](Writer& w) { insertar_largo(w, 1); });
    limit("1");  // as low as it goes: what the file has now
    const auto errors = in_one_group({[](Writer& w) { w.run("UPDATE cosa SET texto = 'y' WHERE id = 1"); },
                                      [](Writer& w) { insertar_largo(w, 2, 1'000'000); },
                                      [](Writer& w) { w.run("DELETE FROM cosa WHERE id = 1 AND texto = 'y'"); }});
    EXPECT_TRUE(is_unavailable(errors[0]));
    EXPECT_TRUE(is_unavailable(errors[1]));
    EXPECT_EQ(errors[2], nullptr);  // had not begun, and has a group of its own
    EXPECT_EQ(rows(), 1);
    limit("1000000");
    base->write_now(1, [](Writer& w) { insertar_largo(w, 2, 1'000'000); });
    EXPECT_EQ(rows(), 2);
}

TEST_F(SqliteTest, ACommitThatFailsFailsTheWholeGroup) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);  // the write then fails like one on a full disk
    rlimit small = before;
    small.rlim_cur = 64 * 1024;
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    std::int64_t seen = 0;
    const auto errors = in_one_group({[](Writer& w) { insertar_largo(w, 1); }, [](Writer& w) { insertar_largo(w, 2, 500'000); },
                                      [&](Writer& w) { seen = w.next_id(); }});
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    for (const auto& error : errors) EXPECT_TRUE(is_unavailable(error));
    EXPECT_EQ(rows(), 0);
    std::int64_t next = 0;
    base->write_now(1, [&](Writer& w) {
        insertar_largo(w, 1);
        next = w.next_id();
    });
    EXPECT_EQ(rows(), 1);
    EXPECT_GT(next, seen);  // the lease went back with the group, what was handed out did not
}

TEST_F(SqliteTest, NeighboursOfAFailedJobInTheSameGroupAreStored) {
    const auto errors = in_one_group({[](Writer& w) { insertar_largo(w, 1); },
                                      [](Writer& w) {
                                          insertar_largo(w, 2);
                                          insertar_largo(w, 1);  // there already
                                      },
                                      [](Writer& w) { insertar_largo(w, 3); }});
    EXPECT_EQ(errors[0], nullptr);
    EXPECT_NE(errors[1], nullptr);
    EXPECT_EQ(errors[2], nullptr);
    EXPECT_EQ(rows(), 2);
}

TEST_F(SqliteTest, ALeaseTakenInAJobThatFailsIsTakenAnew) {
    std::int64_t first = 0;
    EXPECT_THROW(base->write_now(1,
                                 [&](Writer& w) {
                                     first = w.next_id();
                                     throw std::runtime_error("no");
                                 }),
                 std::runtime_error);
    std::int64_t second = 0;
    base->write_now(1, [&](Writer& w) { second = w.next_id(); });
    EXPECT_GT(second, first);
    std::int64_t counter = 0;
    base->read(1, [&](Reader& r) { counter = *r.one<std::int64_t>("SELECT siguiente FROM contador"); });
    EXPECT_GT(counter, second);  // what was handed out is covered by what was stored
}

TEST_F(SqliteTest, TheLogIsWrittenBackBeforeItGrowsWithoutEnd) {
    const std::string log = base.folder() + "/cacao.db-wal";
    // Each job overwrites some 25 MB: together they would make a log of 525 MB if it were never started over.
    base->write_now(1, [](Writer& w) {
        for (int i = 0; i < 25; ++i) insertar_largo(w, i, 1'000'000);
    });
    for (int round = 0; round < 20; ++round) {
        base->write_now(1, [round](Writer& w) {
            w.run("UPDATE cosa SET texto = $1", std::string(1'000'000, static_cast<char>('a' + round)));
        });
    }
    EXPECT_LT(std::filesystem::file_size(log), 300U * 1024 * 1024);
}

TEST(SqliteConnection, StatementsAreKeptByTheirText) {
    test::Database base{Motor::sqlite};
    sqlite::Connection connection{sqlite::file_of(base.service_url()), sqlite::Access::read, 0};
    const std::string copy{"SELECT 1"};
    for (int i = 0; i < 10; ++i) connection.query(copy, {}, [](const Row&) {});
    connection.query("SELECT 1", {}, [](const Row&) {});
    EXPECT_EQ(connection.cached_statements(), 1U);
    for (int i = 0; i < 3000; ++i) connection.query("SELECT " + std::to_string(i), {}, [](const Row&) {});
    EXPECT_LE(connection.cached_statements(), 1001U);
}

std::string refusal_of_url(const std::string& url) {
    try {
        open({.url = url});
    } catch (const DbError& error) {
        EXPECT_EQ(error.fallo(), Fallo::unavailable);
        return error.what();
    }
    return "it opened";
}

TEST(SqliteOpen, WhatCannotBeOpenedIsToldPlainly) {
    test::TemporaryFolder folder;
    EXPECT_THAT(refusal_of_url("sqlite:" + folder.path() + "/no.db"), HasSubstr("no such file"));
    std::ofstream{folder.path() + "/texto.db"} << std::string(5000, 'x');
    EXPECT_THAT(refusal_of_url("sqlite:" + folder.path() + "/texto.db"), HasSubstr("not a database"));
    EXPECT_THAT(refusal_of_url("mysql://x"), HasSubstr("sqlite:FILE"));
    EXPECT_THAT(refusal_of_url("sqlite:"), HasSubstr("sqlite:FILE"));
}

TEST(SqliteOpen, TheFileIsForItsOwnerOnly) {
    test::TemporaryFolder folder;
    const std::string file = folder.path() + "/nueva.db";
    migrate("sqlite:" + file);
    using std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(file).permissions() & (perms::group_all | perms::others_all), perms::none);
}

TEST(SqliteOpen, MemoryIsMigratedAndGoneAfterwards) {
    auto db = open({.url = "sqlite::memory:"});
    std::int64_t id = 0;
    db->write_now(1, [&](Writer& w) { id = w.next_id(); });
    EXPECT_GT(id, 0);
    EXPECT_TRUE(db->alive());
}

TEST(SqliteReaders, MoreThreadsThanConnectionsTakeTurns) {
    test::Database base{Motor::sqlite};
    base.reopen({.connections = 2});
    std::atomic<int> answered{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i) {
                base->read(1, [&](Reader& r) { answered += static_cast<int>(*r.one<std::int64_t>("SELECT 1")); });
            }
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(answered, 1200);
}

}  // namespace
}  // namespace cacao::db
