// What goes wrong before the service can serve: each ends in one plain sentence on standard error and a non-zero exit.

#include "http/service.hpp"
#include "support/postgres.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sqlite3.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace cacao::test {
namespace {

// A port that is bound, and listened on when asked for.
class TakenPort {
public:
    explicit TakenPort(bool listens) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(fd_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size) != 0 || (listens && ::listen(fd_, 1) != 0))
            throw std::runtime_error("no port");
        number = ntohs(address.sin_port);
    }
    ~TakenPort() { ::close(fd_); }
    TakenPort(const TakenPort&) = delete;
    TakenPort& operator=(const TakenPort&) = delete;
    int number = 0;

private:
    int fd_;
};

Ended serve(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {}) {
    std::vector<std::string> all{"serve"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    if (std::ranges::find(arguments, "--listen") == arguments.end()) all.insert(all.end(), {"--listen", "127.0.0.1:0"});
    return run_cacao(all, environment);
}

// One line, ours, that ends like a sentence and shows no insides.
void expect_one_sentence(const Ended& ended, const std::string& about) {
    EXPECT_GT(ended.exit, 0) << ended.out << ended.err;
    EXPECT_LT(ended.exit, 128) << "ended by a signal: " << ended.err;
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    EXPECT_TRUE(ended.err.starts_with("cacao: ")) << ended.err;
    EXPECT_TRUE(ended.err.ends_with(".\n")) << ended.err;
    EXPECT_NE(ended.err.find(about), std::string::npos) << ended.err;
    // The letters that name a temporary folder are drawn, and may well be "0x".
    const auto told = std::regex_replace(ended.err, std::regex{"cacao-test-\\w{6}"}, "folder");
    for (const char* inside : {"std::", "0x", "SELECT", "what()"}) EXPECT_EQ(told.find(inside), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out.find("serves"), std::string::npos) << ended.out;
}

void sqlite_run(const std::string& file, const std::string& sql) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
}

TEST(FailuresTest, ATakenPort) {
    const TemporaryFolder folder;
    const TakenPort port{true};
    expect_one_sentence(serve({"--data", folder.path(), "--listen", "127.0.0.1:" + std::to_string(port.number)}),
                        std::to_string(port.number));
    expect_one_sentence(serve({"--data", folder.path(), "--metrics-listen", "127.0.0.1:" + std::to_string(port.number)}),
                        std::to_string(port.number));
}

TEST(FailuresTest, AFileInThePlaceOfTheDataFolder) {
    const TemporaryFolder folder;
    std::ofstream{folder.path() + "/data"} << "x";
    expect_one_sentence(serve({"--data", folder.path() + "/data"}), folder.path() + "/data");
    expect_one_sentence(serve({"--data", folder.path() + "/data/below"}), folder.path() + "/data/below");
}

TEST(FailuresTest, AReadOnlyDataFolder) {
    if (::geteuid() == 0) GTEST_SKIP() << "nothing is read-only for root";
    const TemporaryFolder folder;
    ::chmod(folder.path().c_str(), 0500);
    expect_one_sentence(serve({"--data", folder.path()}), folder.path());
}

TEST(FailuresTest, AKeyFileThatIsOpenToOthersOrBroken) {
    const TemporaryFolder folder;
    std::ofstream{folder.path() + "/llave"} << "not a key";
    ::chmod((folder.path() + "/llave").c_str(), 0600);
    expect_one_sentence(serve({"--data", folder.path()}), "llave");
    const Installation other{db::Motor::sqlite};
    ::chmod((other.data() + "/llave").c_str(), 0644);
    expect_one_sentence(serve({"--data", other.data()}), "llave");
}

TEST(FailuresTest, AnotherInstallationsKey) {
    const Installation installation{db::Motor::sqlite};
    const auto file = installation.data() + "/llave";
    ::unlink(file.c_str());
    std::ofstream{file} << std::string(32, 'x');
    ::chmod(file.c_str(), 0600);
    expect_one_sentence(serve({"--data", installation.data()}), "another key file");
}

TEST(FailuresTest, AWrongDatabaseAddress) {
    const TemporaryFolder folder;
    std::ofstream{folder.path() + "/text.db"} << std::string(5000, 'x');
    expect_one_sentence(serve({"--data", folder.path(), "--db", "sqlite:" + folder.path() + "/text.db"}), "text.db");
    expect_one_sentence(serve({"--data", folder.path(), "--db", "sqlite:" + folder.path() + "/none/x.db"}), "none/x.db");
    expect_one_sentence(serve({"--data", folder.path(), "--db", "sqlite:" + folder.path()}), folder.path());
    expect_one_sentence(serve({"--data", folder.path(), "--db", "mysql://127.0.0.1/x"}), "--db");
    const TakenPort nobody{false};
    const auto refused =
        serve({"--data", folder.path(), "--db", "postgres://ana:secreta@127.0.0.1:" + std::to_string(nobody.number) + "/x"});
    expect_one_sentence(refused, std::to_string(nobody.number));
    EXPECT_EQ((refused.err + refused.out).find("secreta"), std::string::npos) << refused.err;
}

class NewerTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(NewerTest);

TEST_P(NewerTest, ADatabaseFromANewerVersionIsLeftAlone) {
    const Installation installation{GetParam()};
    const std::string step = "INSERT INTO migracion SELECT '9999_del_futuro', suma, aplicada FROM migracion LIMIT 1";
    if (GetParam() == db::Motor::sqlite) sqlite_run(installation.data() + "/cacao.db", step);
    else Postgres::instance().run(step, installation.database());
    expect_one_sentence(serve({"--data", installation.data(), "--db", installation.url()}), "9999_del_futuro");
    expect_one_sentence(installation.run({"migrate"}), "9999_del_futuro");
    expect_one_sentence(installation.run({"org", "list"}), "9999_del_futuro");
}

TEST(FailuresTest, PostgresAsOwnerOrSuperuserIsRefused) {
    const Installation installation{db::Motor::postgres};
    const auto as_superuser = Postgres::instance().superuser_url(installation.database());
    expect_one_sentence(serve({"--data", installation.data(), "--db", as_superuser}), "");
    expect_one_sentence(serve({"--data", installation.data(), "--db", installation.owner_url()}), "");
}

TEST(FailuresTest, AnEmptyPostgresDatabaseSaysWhatToDo) {
    const TemporaryFolder folder;
    auto& server = Postgres::instance();
    const auto name = server.create_empty_database();
    expect_one_sentence(serve({"--data", folder.path(), "--db", server.service_url(name)}), "cacao migrate");
    server.drop(name);
}

TEST(FailuresTest, WhatTheCommandLineDoesNotKnow) {
    const TemporaryFolder folder;
    const auto flag = serve({"--data", folder.path(), "--puerto", "80"});
    EXPECT_EQ(flag.exit, 2);
    EXPECT_NE(flag.err.find("--puerto"), std::string::npos) << flag.err;
    const auto command = run_cacao({"servir"});
    EXPECT_EQ(command.exit, 2);
    EXPECT_NE(command.err.find("servir"), std::string::npos) << command.err;
    expect_one_sentence(serve({"--data", folder.path()}, {"CACAO_LISTN=127.0.0.1:0"}), "CACAO_LISTEN");
    expect_one_sentence(serve({"--data", folder.path(), "--listen", "nada"}), "--listen");
    std::ofstream{folder.path() + "/c.toml"} << "puerto = 80\n";
    expect_one_sentence(serve({"--data", folder.path(), "--config", folder.path() + "/c.toml"}), "puerto");
    expect_one_sentence(serve({"--data", folder.path(), "--config", folder.path() + "/none.toml"}), "none.toml");
    expect_one_sentence(serve({"--data", folder.path(), "--tls-certificate", folder.path() + "/x.pem"}), "tls-key");
    expect_one_sentence(
        serve({"--data", folder.path(), "--tls-certificate", folder.path() + "/x.pem", "--tls-key", folder.path() + "/y.pem"}),
        ".pem");
}

}  // namespace
}  // namespace cacao::test
