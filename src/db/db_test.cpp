// What callers may rely on, on both engines alike.

#include "db/db.hpp"
#include "base/error.hpp"
#include "db/rows.hpp"
#include "support/database.hpp"

#include <gtest/gtest.h>

#include <future>
#include <latch>
#include <limits>
#include <set>
#include <thread>

namespace cacao::db {
namespace {

constexpr std::string_view common_tables = R"(
CREATE TABLE cosa (
    organizacionId REF      NOT NULL,
    cosaId         REF      NOT NULL,
    nombre         TEXTO    NOT NULL,
    nota           TEXTO,
    monto          IMPORTE  NOT NULL DEFAULT 0 CHECK (monto >= 0),
    datos          BYTES,
    numero         ENTERO,
    dia            FECHA,
    activa         BOOLEANO NOT NULL DEFAULT 1,
    padreId        REF,
    PRIMARY KEY (organizacionId, cosaId),
    FOREIGN KEY (organizacionId, padreId) REFERENCES cosa (organizacionId, cosaId) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX cosa_nombre ON cosa (organizacionId, nombre);
)";

class DbTest : public testing::TestWithParam<Motor> {
protected:
    test::Database base{GetParam(), common_tables};

    std::vector<std::string> nombres(std::int64_t organizacionId = 1) {
        std::vector<std::string> found;
        base->read(organizacionId, [&](Reader& r) {
            found = r.all<std::string>("SELECT nombre FROM cosa WHERE organizacionId = $1 ORDER BY nombre", organizacionId);
        });
        return found;
    }
};

void insertar_cosa(Writer& w, std::int64_t id, std::string_view nombre) {
    w.run("INSERT INTO cosa (organizacionId, cosaId, nombre) VALUES ($1, $2, $3)", w.organizacion(), id, nombre);
}

Fallo fallo_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const DbError& error) {
        return error.fallo();
    }
    throw std::logic_error("nothing was thrown");
}

TEST_P(DbTest, AWriteThatWasAnsweredIsSeenByTheNextRead) {
    for (int i = 0; i < 50; ++i) {
        base->write_now(1, [&](Writer& w) { insertar_cosa(w, i, "n" + std::to_string(i)); });
        ASSERT_EQ(nombres().size(), static_cast<std::size_t>(i) + 1);
    }
}

TEST_P(DbTest, ATransactionReadsItsOwnQueuedWrites) {
    base->write_now(1, [&](Writer& w) {
        insertar_cosa(w, 1, "a");
        EXPECT_EQ(w.one<std::int64_t>("SELECT count(*) FROM cosa"), 1);
        EXPECT_EQ(w.count("UPDATE cosa SET nombre = $1 WHERE cosaId = $2", "b", 1), 1);
        EXPECT_EQ(w.count("UPDATE cosa SET nombre = $1 WHERE cosaId = $2", "b", 2), 0);
    });
    EXPECT_EQ(nombres(), std::vector<std::string>{"b"});
}

TEST_P(DbTest, AReadSeesOneSnapshot) {
    base->write_now(1, [](Writer& w) { insertar_cosa(w, 1, "antes"); });
    base->read(1, [&](Reader& r) {
        EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM cosa"), 1);
        base->write_now(1, [](Writer& w) { insertar_cosa(w, 2, "entretanto"); });
        EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM cosa"), 1);
    });
    EXPECT_EQ(nombres().size(), 2U);
}

TEST_P(DbTest, AfterTheLastQuestionNothingMoreIsAskedOfThatSnapshot) {
    base->write_now(1, [](Writer& w) { insertar_cosa(w, 1, "a"); });
    std::vector<std::string> first;
    std::vector<std::int64_t> second;
    auto ask = [&](Reader& r) {
        first.clear();
        second.clear();
        r.all_later(first, "SELECT nombre FROM cosa");
        r.all_later(second, "SELECT cosaId FROM cosa");
        r.settle_last();
    };
    base->read(1, ask);
    EXPECT_EQ(first, std::vector<std::string>{"a"});
    EXPECT_EQ(second, std::vector<std::int64_t>{1});
    EXPECT_THROW(base->read(1,
                            [&](Reader& r) {
                                ask(r);
                                r.one<std::int64_t>("SELECT count(*) FROM cosa");
                            }),
                 DbError);
    // What is thrown after it, and what a question itself throws, leaves a connection that goes on.
    EXPECT_THROW(base->read(1,
                            [&](Reader& r) {
                                ask(r);
                                throw std::runtime_error("no");
                            }),
                 std::runtime_error);
    EXPECT_THROW(base->read(1,
                            [&](Reader& r) {
                                r.all_later(first, "SELECT nada FROM cosa");
                                r.settle_last();
                            }),
                 DbError);
    EXPECT_EQ(nombres(), std::vector<std::string>{"a"});
    // A transaction that writes goes on, and is stored as a whole.
    base->write_now(1, [&](Writer& w) {
        ask(w);
        insertar_cosa(w, 2, "b");
    });
    EXPECT_EQ(nombres().size(), 2U);
}

TEST_P(DbTest, WorkThatThrowsIsRolledBackAloneInItsGroup) {
    std::vector<std::promise<bool>> outcomes(30);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        base->write(
            1,
            [i](Writer& w) {
                insertar_cosa(w, static_cast<std::int64_t>(i), "n" + std::to_string(i));
                if (i % 3 == 0) throw std::runtime_error("no");
            },
            [&outcomes, i](std::exception_ptr error) { outcomes[i].set_value(error == nullptr); });
    }
    for (std::size_t i = 0; i < outcomes.size(); ++i) EXPECT_EQ(outcomes[i].get_future().get(), i % 3 != 0) << i;
    EXPECT_EQ(nombres().size(), 20U);
}

TEST_P(DbTest, ADeferredForeignKeyFailsItsOwnJobOnly) {
    std::vector<std::promise<std::exception_ptr>> outcomes(9);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        base->write(
            1,
            [i](Writer& w) {
                const auto id = static_cast<std::int64_t>(i);
                // The child comes before its parent, and for every third the parent never comes.
                w.run("INSERT INTO cosa (organizacionId, cosaId, nombre, padreId) VALUES ($1, $2, $3, $4)", 1, 100 + id,
                      "hijo" + std::to_string(i), id);
                if (i % 3 != 0) insertar_cosa(w, id, "padre" + std::to_string(i));
            },
            [&outcomes, i](std::exception_ptr error) { outcomes[i].set_value(std::move(error)); });
    }
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const std::exception_ptr error = outcomes[i].get_future().get();
        if (i % 3 != 0) {
            EXPECT_EQ(error, nullptr) << i;
        } else {
            EXPECT_EQ(fallo_of([&] { std::rethrow_exception(error); }), Fallo::constraint) << i;
        }
    }
    EXPECT_EQ(nombres().size(), 12U);
}

TEST_P(DbTest, CheckNowFindsAnUnmetForeignKeyBeforeTheCommit) {
    bool reached = false;
    EXPECT_EQ(fallo_of([&] {
                  base->write_now(1, [&](Writer& w) {
                      w.run("INSERT INTO cosa (organizacionId, cosaId, nombre, padreId) VALUES (1, 1, 'huerfana', 99)");
                      w.check_now();
                      reached = true;
                  });
              }),
              Fallo::constraint);
    EXPECT_FALSE(reached);
    // After a check that passed, constraints wait for the commit again.
    base->write_now(1, [&](Writer& w) {
        w.check_now();
        w.run("INSERT INTO cosa (organizacionId, cosaId, nombre, padreId) VALUES (1, 1, 'hija', 2)");
        insertar_cosa(w, 2, "madre");
    });
    EXPECT_EQ(nombres().size(), 2U);
}

TEST_P(DbTest, WhatIsLeftForARollbackRunsOnlyThen) {
    const auto later = [](Writer& w) { insertar_cosa(w, 50, "intento"); };
    base->write_now(1, [&](Writer& w) {
        w.if_rolled_back(later);
        insertar_cosa(w, 1, "bien");
    });
    EXPECT_EQ(nombres(), std::vector<std::string>{"bien"});
    EXPECT_THROW(base->write_now(1,
                                 [&](Writer& w) {
                                     insertar_cosa(w, 2, "mal");
                                     w.if_rolled_back(later);
                                     throw std::runtime_error("no");
                                 }),
                 std::runtime_error);
    EXPECT_EQ(nombres(), (std::vector<std::string>{"bien", "intento"}));
    // And when what is left fails itself, the first reason is what the caller learns.
    EXPECT_THROW(base->write_now(1,
                                 [&](Writer& w) {
                                     w.if_rolled_back(later);
                                     throw std::runtime_error("no");
                                 }),
                 std::runtime_error);
}

TEST_P(DbTest, EachConstraintIsTold) {
    base->write_now(1, [](Writer& w) { insertar_cosa(w, 1, "a"); });
    for (const char* sql : {"INSERT INTO cosa (organizacionId, cosaId, nombre) VALUES (1, 1, 'otra')",
                            "INSERT INTO cosa (organizacionId, cosaId, nombre) VALUES (1, 2, 'a')",
                            "INSERT INTO cosa (organizacionId, cosaId, nombre) VALUES (1, 2, NULL)",
                            "INSERT INTO cosa (organizacionId, cosaId, nombre, monto) VALUES (1, 2, 'b', -1)"}) {
        EXPECT_EQ(fallo_of([&] { base->write_now(1, [&](Writer& w) { w.run(sql); }); }), Fallo::constraint) << sql;
    }
    EXPECT_EQ(fallo_of([&] { base->write_now(1, [&](Writer& w) { w.run("INSERT INTO nada VALUES (1)"); }); }), Fallo::other);
    EXPECT_EQ(fallo_of([&] { base->read(1, [&](Reader& r) { r.all<std::int64_t>("SELEC 1"); }); }), Fallo::other);
    EXPECT_EQ(nombres(), std::vector<std::string>{"a"});
}

struct Valores {
    std::string nombre;
    std::optional<std::string> nota;
    std::optional<std::int64_t> numero;
    std::optional<std::string> datos;
    std::optional<Fecha> dia;
    Importe monto;
    bool activa{};
};
DESCRIBE_STRUCT(Valores, (), (nombre, nota, numero, datos, dia, monto, activa))

// Amounts near the limit add up beyond what the engine holds: a fault of the request, never one of ours.
TEST_P(DbTest, ASumThatNoIntegerHoldsIsTheCallersFault) {
    constexpr auto casi_todo = std::numeric_limits<std::int64_t>::max() - 1;
    const auto codigo_of = [](const std::function<void()>& work) {
        try {
            work();
        } catch (const Error& error) {
            return error.faltas().at(0).codigo;
        }
        throw std::logic_error("nothing was thrown");
    };
    base->write_now(1, [&](Writer& w) {
        w.run("INSERT INTO cosa (organizacionId, cosaId, nombre, monto) VALUES (1, 1, 'a', $1), (1, 2, 'b', $1)", casi_todo);
    });
    const auto guardar = [&] {
        base->write_now(1, [](Writer& w) { w.run("UPDATE cosa SET monto = monto + monto WHERE cosaId = 1"); });
    };
    const auto sumar = [&] {
        base->read(1, [](Reader& r) { r.one<std::int64_t>("SELECT CAST(sum(monto) AS BIGINT) FROM cosa"); });
    };
    EXPECT_EQ(codigo_of(guardar), Codigo::fuera_de_rango);
    EXPECT_EQ(codigo_of(sumar), Codigo::fuera_de_rango);
    EXPECT_EQ(nombres().size(), 2U);  // the connection goes on
}

TEST_P(DbTest, ValuesComeBackAsTheyWent) {
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    const std::string bytes{"\0\x01\xFF\0", 4};
    const char* insert = R"(INSERT INTO cosa (organizacionId, cosaId, nombre, nota, numero, datos, dia, monto, activa)
                            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))";
    base->write_now(1, [&](Writer& w) {
        w.run(insert, 1, 1, "", std::optional<std::string>{""}, lowest, Bytes{bytes}, Fecha::de_dias(-25'000),
              Importe::de_micros(highest), true);
        w.run(insert, 1, 2, "ñandú 🌽 日本", std::optional<std::string>{}, highest, std::optional<Bytes>{}, std::optional<Fecha>{},
              Importe{}, false);
        w.run(insert, 1, 3, "larga", std::string(300'000, 'x'), std::optional<std::int64_t>{}, Bytes{{}}, Fecha::de_dias(0),
              Importe{}, true);
    });
    std::vector<Valores> v;
    base->read(1, [&](Reader& r) {
        v = r.all<Valores>(
            "SELECT activa, monto, dia, datos, numero, nota, nombre FROM cosa WHERE organizacionId = $1 ORDER BY cosaId", 1);
    });
    ASSERT_EQ(v.size(), 3U);
    EXPECT_EQ(v[0].nombre, "");
    EXPECT_EQ(v[0].nota, "");
    EXPECT_EQ(v[0].numero, lowest);
    EXPECT_EQ(v[0].datos, bytes);
    EXPECT_EQ(v[0].dia, Fecha::de_dias(-25'000));
    EXPECT_EQ(v[0].monto.micros(), highest);
    EXPECT_TRUE(v[0].activa);
    EXPECT_EQ(v[1].nombre, "ñandú 🌽 日本");
    EXPECT_EQ(v[1].nota, std::nullopt);
    EXPECT_EQ(v[1].numero, highest);
    EXPECT_EQ(v[1].datos, std::nullopt);
    EXPECT_EQ(v[1].dia, std::nullopt);
    EXPECT_FALSE(v[1].activa);
    EXPECT_EQ(v[2].nota, std::string(300'000, 'x'));
    EXPECT_EQ(v[2].numero, std::nullopt);
    EXPECT_EQ(v[2].datos, "");
}

TEST_P(DbTest, ParametersGoByTheirNumber) {
    base->read(1, [&](Reader& r) {
        const auto found = r.one<std::string>("SELECT $2 || '$1' || $1 || $2 -- $3\n", "a", "b");
        EXPECT_EQ(found, "b$1ab");
        EXPECT_EQ(r.one<std::int64_t>("SELECT $2 - $1", 1, 10), 9);
    });
    EXPECT_EQ(fallo_of([&] { base->read(1, [&](Reader& r) { r.all<std::int64_t>("SELECT $1 + $2", 1); }); }), Fallo::other);
}

TEST_P(DbTest, TextSortsByBytesOnBothEngines) {
    const std::vector<std::string> sorted{"B", "Z", "_", "a", "b", "Ñ", "á", "ñ"};
    base->write_now(1, [&](Writer& w) {
        for (std::size_t i = 0; i < sorted.size(); ++i) insertar_cosa(w, static_cast<std::int64_t>(sorted.size() - i), sorted[i]);
    });
    EXPECT_EQ(nombres(), sorted);
}

// What has a limit, and reports, come from PostgreSQL row by row, until the statement has been small so often that it is taken
// whole.
std::vector<Reading> ways_to_read() {
    std::vector<Reading> ways{Reading{}, Reading{.lane = Lane::report, .passing = true}};
    for (const Reading& often : {Reading{.rows = 100}, Reading{.lane = Lane::report}}) ways.insert(ways.end(), 8, often);
    return ways;
}

TEST_P(DbTest, AQueryMayRunInsideTheRowsOfTheSameQuery) {
    base->write_now(1, [](Writer& w) {
        for (int i = 0; i < 3; ++i) insertar_cosa(w, i, std::to_string(i));
    });
    const char* sql = "SELECT cosaId FROM cosa ORDER BY cosaId";
    for (const Reading& how : ways_to_read()) {
        std::vector<std::int64_t> outer;
        int seen = 0;
        base->read(
            1,
            [&](Reader& r) {
                r.each(sql, [&](const Row& row) {
                    outer.push_back(row.integer(0));
                    r.each(sql, [&](const Row&) { ++seen; });
                });
                EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM cosa"), 3);
            },
            how);
        EXPECT_EQ(outer, (std::vector<std::int64_t>{0, 1, 2}));
        EXPECT_EQ(seen, 9);
    }
}

TEST_P(DbTest, WhatIsThrownAtARowEndsItsQueryAlone) {
    base->write_now(1, [](Writer& w) {
        for (int i = 0; i < 3; ++i) insertar_cosa(w, i, std::to_string(i));
    });
    for (const Reading& how : ways_to_read()) {
        base->read(
            1,
            [&](Reader& r) {
                const auto no = [](const Row&) { throw std::logic_error("no"); };
                EXPECT_THROW(r.each("SELECT cosaId FROM cosa", no), std::logic_error);
                EXPECT_EQ(r.one<std::int64_t>("SELECT count(*) FROM cosa"), 3) << "of the same organization";
            },
            how);
    }
}

TEST_P(DbTest, AReaderCannotWrite) {
    EXPECT_THROW(base->read(1, [](Reader& r) { r.query("DELETE FROM cosa", {}, [](const Row&) {}); }), DbError);
    EXPECT_TRUE(base->alive());
}

TEST_P(DbTest, IdentifiersAreNeverHandedOutTwice) {
    Database& first = base.db();
    auto second = open({.url = base.service_url()});  // another instance of the service
    std::mutex mutex;
    std::set<std::int64_t> seen;
    std::size_t asked = 0;
    const auto ask = [&](Database& db, int times, bool fail) {
        std::vector<std::int64_t> ids;
        try {
            db.write_now(1, [&](Writer& w) {
                for (int i = 0; i < times; ++i) ids.push_back(w.next_id());
                if (fail) throw std::runtime_error("no");
            });
        } catch (const std::runtime_error&) {
        }
        const std::lock_guard lock{mutex};
        asked += ids.size();
        // What a job that failed has seen was stored nowhere, so another process may get it.
        if (!fail) seen.insert(ids.begin(), ids.end());
        if (fail) asked -= ids.size();
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 8; ++i) ask(t % 2 == 0 ? first : *second, 700, i % 3 == 2);
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(seen.size(), asked);
    EXPECT_GT(*seen.begin(), 0);
}

// Without its limit this one would not end.
TEST_P(DbTest, AReadThatTakesTooLongIsCancelled) {
    const auto endless = [&](Lane lane) {
        return fallo_of([&] {
            base->read(1,
                       [](Reader& r) {
                           r.one<std::int64_t>(
                               "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x % 1000 + 1 FROM n) SELECT max(x) FROM n");
                       },
                       {lane, std::chrono::milliseconds{30}});
        });
    };
    EXPECT_EQ(endless(Lane::report), Fallo::took_too_long);
    EXPECT_EQ(endless(Lane::list), Fallo::took_too_long);
    // Many short questions are one long read.
    EXPECT_EQ(fallo_of([&] {
                  base->read(1,
                             [](Reader& r) {
                                 for (;;)
                                     r.one<std::int64_t>(
                                         "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000) SELECT "
                                         "max(x) FROM n");
                             },
                             {Lane::report, std::chrono::milliseconds{30}});
              }),
              Fallo::took_too_long);
    // The connection is as good as before, and the limit gone with its read.
    base->write_now(1, [](Writer& w) { insertar_cosa(w, 1, "una"); });
    for (const Lane lane : {Lane::point, Lane::list, Lane::report})
        base->read(1, [](Reader& r) { EXPECT_EQ(r.one<std::string>("SELECT nombre FROM cosa WHERE organizacionId = 1"), "una"); },
                   {lane, {}});
}

// Reads that stand hold every place of their lanes; a point read still finds one.
TEST_P(DbTest, PointReadsHavePlacesThatNothingElseTakes) {
    const int places = 8;  // of connections; of PostgreSQL's, two are for others than lists and reports: point reads, and writes
    Database& database = base.db();
    std::latch go{1};
    std::latch standing{GetParam() == Motor::sqlite ? places + 2 : places - 2};
    std::vector<std::jthread> threads;
    const auto stand = [&](Lane lane) {
        threads.emplace_back([&, lane] {
            database.read(1,
                          [&](Reader& r) {
                              r.one<std::int64_t>("SELECT count(*) FROM cosa WHERE organizacionId = 1");
                              standing.count_down();
                              go.wait();
                          },
                          {lane, {}});
        });
    };
    for (int i = 0; i < 2; ++i) stand(Lane::report);
    for (int i = 0; i < (GetParam() == Motor::sqlite ? places : places - 4); ++i) stand(Lane::list);
    standing.wait();
    EXPECT_TRUE(database.alive());
    EXPECT_EQ(nombres().size(), 0U);
    base->write_now(1, [](Writer& w) { insertar_cosa(w, 1, "a"); });
    EXPECT_EQ(nombres().size(), 1U);
    go.count_down();
}

TEST_P(DbTest, DrainAnswersWhatIsQueuedAndTakesNoMore) {
    std::atomic<int> answered{0};
    for (int i = 0; i < 40; ++i) {
        base->write(
            1, [i](Writer& w) { insertar_cosa(w, i, std::to_string(i)); }, [&](std::exception_ptr) { ++answered; });
    }
    base->drain();
    EXPECT_EQ(answered, 40);
    EXPECT_EQ(fallo_of([&] { base->write_now(1, [](Writer&) {}); }), Fallo::unavailable);
    EXPECT_EQ(nombres().size(), 40U);
}

CACAO_EN_AMBOS_MOTORES(DbTest);

}  // namespace
}  // namespace cacao::db
