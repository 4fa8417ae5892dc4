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

constexpr std::string_view backed_up_tables =
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

    test::Database base{GetParam(), backed_up_tables};
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
    test::Database base{Motor::postgres, backed_up_tables};
    EXPECT_THAT(problem_of([&] { base->backup(base.folder() + "/x"); }), HasSubstr("owner"));
    EXPECT_THAT(problem_of([&] { backup(base.service_url(), base.folder() + "/x"); }), HasSubstr("owner"));
    base.reopen({.as_owner = true}).backup(base.folder() + "/x");
    EXPECT_TRUE(std::filesystem::exists(base.folder() + "/x"));
}

// How a company that outgrew its machine moves.
class MoveTest : public testing::Test {
protected:
    MoveTest() {
        base->write_now(1, [](Writer& w) {
            w.run(
                "INSERT INTO organizacion (organizacionId, nombre, rfc, zona, activo, creadoEn) VALUES (1, 'Dulces Ñandú', '', "
                "'America/Mexico_City', 1, 9007199254740991)");
            w.run("INSERT INTO rol VALUES (1, $1, 'Caja', '', 1, 1, 0, 0)", w.next_id());
            w.run("INSERT INTO bitacora VALUES (1, 2, 0, 0, 0, '', '', 0, '', '', '', NULL, NULL)");
            w.run("INSERT INTO bitacora VALUES (1, 3, 0, 0, 0, '', '', 0, '', '', '', 7, x'00ff0a5c')");
        });
    }
    ~MoveTest() override { test::Postgres::instance().drop(name); }
    void move() {
        backup(base.owner_url(), file);
        restore(owner(), file);
    }
    std::string owner() const { return test::Postgres::instance().owner_url(name); }
    std::int64_t count_tables() const {
        auto db = open({.url = owner(), .as_owner = true});
        std::int64_t n = 0;
        db->read(0, [&](Reader& r) {
            n = r.one<std::int64_t>("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").value();
        });
        return n;
    }

    test::Database base{Motor::sqlite};
    std::string name = test::Postgres::instance().create_empty_database();
    std::string file = base.folder() + "/respaldo";
};

TEST_F(MoveTest, ASqliteBackupComesUpOnPostgres) {
    move();
    EXPECT_EQ(schema_state(owner()).state, SchemaState::current);
    auto db = open({.url = test::Postgres::instance().service_url(name)});
    db->read(1, [](Reader& r) {
        EXPECT_EQ(r.one<std::string>("SELECT nombre FROM organizacion WHERE organizacionId = 1"), "Dulces Ñandú");
        EXPECT_EQ(r.one<std::int64_t>("SELECT creadoEn FROM organizacion WHERE organizacionId = 1"), 9007199254740991);
        EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM bitacora WHERE posicion IS NULL AND sello IS NULL"), 1);
        EXPECT_EQ(r.one<std::string>("SELECT encode(sello, 'hex') FROM bitacora WHERE posicion = 7"), "00ff0a5c");
        // What the schema's own steps bring is there once.
        EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM moneda WHERE moneda = 'MXN'"), 1);
    });
    // Walls, references and identifiers hold as in a database that was made here.
    db->read(2, [](Reader& r) { EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM rol"), 0); });
    const auto write = [&](std::string_view sql) {
        return problem_of([&] { db->write_now(1, [&](Writer& w) { w.run(sql); }); });
    };
    EXPECT_THAT(write("INSERT INTO usuarioRol (organizacionId, usuarioId, rolId) VALUES (1, 98, 99)"), HasSubstr("foreign key"));
    EXPECT_THAT(write("INSERT INTO rol SELECT organizacionId, 99, nombre, '', 1, 1, 0, 0 FROM rol"), HasSubstr("unique"));
    db->write_now(1, [](Writer& w) { EXPECT_GT(w.next_id(), w.one<std::int64_t>("SELECT max(rolId) FROM rol").value()); });
    test::Database made{Motor::postgres};
    const auto shape = [](const std::string& url) {
        std::vector<std::string> lines;
        open({.url = url, .as_owner = true})->read(0, [&](Reader& r) {
            lines = r.all<std::string>(R"(
                SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
                UNION ALL SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
                          WHERE connamespace = current_schema()::regnamespace
                UNION ALL SELECT relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity FROM pg_class
                          WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' ORDER BY 1)");
        });
        return lines;
    };
    EXPECT_EQ(shape(owner()), shape(made.owner_url()));
}

TEST_F(MoveTest, WhatPostgresCannotHoldLeavesItEmpty) {
    base->write_now(1, [](Writer& w) { w.run("UPDATE rol SET descripcion = 'a' || char(0)"); });
    EXPECT_THAT(problem_of([&] { move(); }), HasSubstr("invalid byte sequence"));
    EXPECT_EQ(count_tables(), 0);
}

TEST_F(MoveTest, NothingIsOverwritten) {
    move();
    EXPECT_THAT(problem_of([&] { restore(owner(), file); }), HasSubstr("not overwritten"));
}

TEST_F(MoveTest, AnotherProgramsFileIsRefused) {
    test::Database other{Motor::sqlite, backed_up_tables};
    backup(other.owner_url(), file);
    EXPECT_THAT(problem_of([&] { restore(owner(), file); }), HasSubstr("newer"));
    EXPECT_EQ(count_tables(), 0);
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
