#include "db/db.hpp"
#include "db/migrations.hpp"
#include "db/rows.hpp"
#include "support/database.hpp"
#include "support/postgres.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cacao::db {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view tables =
    "CREATE TABLE cosa (organizacionId REF, id REF, texto TEXTO NOT NULL, PRIMARY KEY (organizacionId, id));";

std::string problem_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const DbError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

std::string contents(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream{file}.rdbuf();
    return text.str();
}

class BackupTest : public testing::TestWithParam<Motor> {
protected:
    BackupTest() {
        for (const std::int64_t organizacionId : {1, 2}) {
            base->write_now(organizacionId, [&](Writer& w) {
                for (int i = 0; i < 100; ++i)
                    w.run("INSERT INTO cosa VALUES ($1, $2, $3)", organizacionId, i, "ñ" + std::to_string(i));
            });
        }
        file = base.folder() + "/respaldo";
    }
    ~BackupTest() override {
        if (!restored.empty()) test::Postgres::instance().drop(restored);
    }
    // Where a backup may be restored to: nothing is there yet.
    std::string empty_place() {
        if (GetParam() == Motor::sqlite) return "sqlite:" + base.folder() + "/restaurada.db";
        restored = test::Postgres::instance().create_empty_database();
        return test::Postgres::instance().owner_url(restored);
    }
    std::string service_of(const std::string& url) {
        return GetParam() == Motor::sqlite ? url : test::Postgres::instance().service_url(restored);
    }

    test::Database base{GetParam(), tables};
    std::string file;
    std::string restored;
};

TEST_P(BackupTest, WhatWasBackedUpComesBack) {
    backup(base.owner_url(), file);
    base->write_now(1, [](Writer& w) { w.run("DELETE FROM cosa"); });  // after the backup: not part of it
    const std::string place = empty_place();
    restore(place, file);
    auto db = open({.url = service_of(place)});
    for (const std::int64_t organizacionId : {1, 2}) {
        db->read(organizacionId, [&](Reader& r) {
            EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM cosa WHERE organizacionId = $1", organizacionId), 100);
            EXPECT_EQ(r.one<std::string>("SELECT texto FROM cosa WHERE organizacionId = $1 AND id = 7", organizacionId), "ñ7");
        });
    }
    // The wall stands again, too.
    if (GetParam() == Motor::postgres) {
        db->read(1, [](Reader& r) { EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM cosa"), 100); });
        db->read(3, [](Reader& r) { EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM cosa"), 0); });
    }
    std::int64_t id = 0;
    db->write_now(1, [&](Writer& w) { id = w.next_id(); });
    EXPECT_GT(id, 0);
}

TEST_P(BackupTest, ItRunsWhileWritersWrite) {
    std::atomic<bool> stop{false};
    std::thread writer{[&] {
        for (std::int64_t i = 1000; !stop; ++i) {
            base->write_now(1, [i](Writer& w) {
                w.run("INSERT INTO cosa VALUES (1, $1, 'par')", i);
                w.run("INSERT INTO cosa VALUES (1, $1, 'par')", -i);
            });
        }
    }};
    backup(base.owner_url(), file);
    stop = true;
    writer.join();
    const std::string place = empty_place();
    restore(place, file);
    auto db = open({.url = service_of(place)});
    db->read(1, [](Reader& r) {
        // Whole transactions only.
        EXPECT_EQ(r.one<std::int64_t>(
                      "SELECT CAST(coalesce(sum(id), 0) AS BIGINT) FROM cosa WHERE organizacionId = 1 AND texto = 'par'"),
                  0);
    });
}

TEST_P(BackupTest, NothingIsOverwritten) {
    std::ofstream{file} << "mio";
    EXPECT_THAT(problem_of([&] { backup(base.owner_url(), file); }), HasSubstr("exists already"));
    EXPECT_EQ(contents(file), "mio");
    std::filesystem::remove(file);
    backup(base.owner_url(), file);
    EXPECT_THAT(problem_of([&] { restore(base.owner_url(), file); }), HasSubstr("not overwritten"));
    base->read(1, [](Reader& r) { EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM cosa WHERE organizacionId = 1"), 100); });
}

TEST_P(BackupTest, ADamagedFileIsRefusedBeforeAnythingIsMade) {
    backup(base.owner_url(), file);
    const std::string whole = contents(file);
    const std::string place = empty_place();
    std::ofstream{file, std::ios::trunc} << whole.substr(0, 700);
    EXPECT_THAT(problem_of([&] { restore(place, file); }), Not(HasSubstr("nothing was thrown")));
    std::ofstream{file, std::ios::trunc} << "no es un respaldo";
    EXPECT_THAT(problem_of([&] { restore(place, file); }), Not(HasSubstr("nothing was thrown")));
    std::ofstream{file, std::ios::trunc} << whole;
    restore(place, file);
}

TEST_P(BackupTest, NoTemporaryFileIsLeft) {
    backup(base.owner_url(), file);
    problem_of([&] { backup(base.owner_url(), base.folder() + "/no/existe"); });
    for (const auto& entry : std::filesystem::directory_iterator{base.folder()}) {
        EXPECT_THAT(entry.path().string(), Not(HasSubstr("parcial")));
    }
}

CACAO_EN_AMBOS_MOTORES(BackupTest);

TEST(PostgresBackup, TheServicesOwnLoginIsRefused) {
    test::Database base{Motor::postgres, tables};
    EXPECT_THAT(problem_of([&] { base->backup(base.folder() + "/x"); }), HasSubstr("owner"));
    EXPECT_THAT(problem_of([&] { backup(base.service_url(), base.folder() + "/x"); }), HasSubstr("owner"));
    base.reopen({.as_owner = true}).backup(base.folder() + "/x");
    EXPECT_TRUE(std::filesystem::exists(base.folder() + "/x"));
}

TEST(PostgresBackup, ThePasswordStaysOffTheArgumentList) {
    test::Database base{Motor::postgres};
    const std::string programs = base.folder() + "/bin";
    std::filesystem::create_directory(programs);
    const std::string seen = base.folder() + "/seen";
    {
        std::ofstream script{programs + "/pg_dump"};
        script << "#!/bin/sh\nprintf '%s ' \"$@\" > " << seen << "\nprintf '|%s' \"$PGPASSWORD\" >> " << seen << "\n";
    }
    std::filesystem::permissions(programs + "/pg_dump", std::filesystem::perms::owner_all);
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", (programs + ":" + before).c_str(), 1);
    backup(base.owner_url(), base.folder() + "/respaldo");
    ::setenv("PATH", base.folder().c_str(), 1);
    const std::string missing = problem_of([&] { backup(base.owner_url(), base.folder() + "/otro"); });
    ::setenv("PATH", before.c_str(), 1);
    EXPECT_THAT(missing, HasSubstr("pg_dump is missing"));

    const std::string url = base.owner_url();
    const auto colon = url.find(':', 13);
    const std::string password = url.substr(colon + 1, url.find('@') - colon - 1);
    const std::string line = contents(seen);
    EXPECT_EQ(line.substr(line.find('|') + 1), password);
    EXPECT_THAT(line, HasSubstr("--enable-row-security"));
    EXPECT_THAT(line.substr(0, line.find('|')), Not(HasSubstr("password")));
}

}  // namespace
}  // namespace cacao::db
