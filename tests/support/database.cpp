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

Database::Database(db::Motor motor, std::string_view extra) : motor_(motor) {
    if (motor == db::Motor::sqlite) {
        const std::string file = folder_.path() + "/prueba.db";
        std::filesystem::copy_file(sqlite_template(), file);
        service_url_ = owner_url_ = "sqlite:" + file;
    } else {
        Postgres& server = Postgres::instance();
        name_ = server.create_database();
        service_url_ = server.service_url(name_);
        owner_url_ = server.owner_url(name_);
    }
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
