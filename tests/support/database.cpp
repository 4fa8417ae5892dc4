#include "support/database.hpp"

#include "support/postgres.hpp"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace cacao::test {
namespace {

// Migrated once per process and copied from then on.
const std::string& sqlite_template() {
    static const TemporaryFolder folder;
    static const std::string file = [] {
        std::string made = folder.path() + "/plantilla.db";
        db::migrate("sqlite:" + made);
        return made;
    }();
    return file;
}

}  // namespace

TemporaryFolder::TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "cacao-test-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void Database::place(const std::string& file, const std::string& database) {
    if (motor_ == db::Motor::sqlite) {
        file_ = folder_.path() + "/cacao.db";
        std::filesystem::copy_file(file, file_);
        service_url_ = owner_url_ = "sqlite:" + file_;
    } else {
        Postgres& server = Postgres::instance();
        name_ = server.create_database(database);
        service_url_ = server.service_url(name_);
        owner_url_ = server.owner_url(name_);
    }
}

Database::Database(const Database& closed) : motor_(closed.motor_) { place(closed.file_, closed.name_); }

Database::Database(db::Motor motor, std::string_view extra) : motor_(motor) {
    place(motor == db::Motor::sqlite ? sqlite_template() : std::string{}, {});
    if (!extra.empty()) {
        std::vector<db::Migration> steps{db::migrations().begin(), db::migrations().end()};
        steps.push_back({"9000_prueba", extra});
        db::migrate(owner_url_, steps);
    }
}

Database::~Database() {
    db_.reset();
    if (motor_ == db::Motor::postgres) Postgres::instance().drop(name_);
}

db::Database& Database::db() { return db_ ? *db_ : reopen({}); }

db::Database& Database::reopen(db::Settings settings) {
    db_.reset();
    settings.url = settings.as_owner ? owner_url_ : service_url_;
    db_ = db::open(settings);
    return *db_;
}

}  // namespace cacao::test
