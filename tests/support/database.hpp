#pragma once
// A fresh, migrated database on either engine, gone with the object.

#include "db/db.hpp"
#include "db/migrations.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace cacao::test {

// A folder of its own in the system's temporary one.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

class Database {
public:
    // `extra` is one more schema step, in our type words, for tests that want tables of their own.
    explicit Database(db::Motor motor, std::string_view extra = {});
    // As another one is, which must be closed.
    static Database copy_of(const Database& closed) { return Database{closed}; }
    ~Database();
    Database& operator=(const Database&) = delete;

    db::Motor motor() const { return motor_; }
    const std::string& service_url() const { return service_url_; }
    const std::string& owner_url() const { return owner_url_; }   // the same file on SQLite
    const std::string& folder() const { return folder_.path(); }  // as an installation has it, with cacao.db on SQLite
    const std::string& name() const { return name_; }             // of the PostgreSQL database

    // Opened at first use, as the service would.
    db::Database& db();
    db::Database* operator->() { return &db(); }
    // Opens it again with other settings (the URL is filled in).
    db::Database& reopen(db::Settings settings);
    void close() { db_.reset(); }

private:
    Database(const Database& closed);
    void place(const std::string& file, const std::string& database);  // a copy of either

    db::Motor motor_;
    TemporaryFolder folder_;
    std::string file_;  // SQLite
    std::string name_;  // PostgreSQL
    std::string service_url_;
    std::string owner_url_;
    std::unique_ptr<db::Database> db_;
};

// What is made once in a process for each engine, from the engine.
template <class T>
const T& once_per_motor(db::Motor motor) {
    if (motor == db::Motor::sqlite) {
        static const T made{db::Motor::sqlite};
        return made;
    }
    static const T made{db::Motor::postgres};
    return made;
}

inline constexpr std::array motores{db::Motor::sqlite, db::Motor::postgres};
inline std::string nombre_motor(const testing::TestParamInfo<db::Motor>& info) {
    return info.param == db::Motor::sqlite ? "sqlite" : "postgres";
}

}  // namespace cacao::test

// Every test of a TestWithParam<db::Motor> suite, on both engines.
#define CACAO_EN_AMBOS_MOTORES(suite) \
    INSTANTIATE_TEST_SUITE_P(Motores, suite, testing::ValuesIn(cacao::test::motores), cacao::test::nombre_motor)
