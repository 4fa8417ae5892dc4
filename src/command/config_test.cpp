#include "command/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace cacao::command {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> faults(const Values& flags, const Values& environment = {}) {
    try {
        resolve(flags, environment);
    } catch (const ConfigError& error) {
        return error.faults();
    }
    return {};
}

Values parsed(std::vector<std::string> arguments) {
    CLI::App app;
    const CommonFlags flags{app};
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
    return flags.given();
}

class ConfigFileTest : public testing::Test {
protected:
    ConfigFileTest() {
        std::string name = (std::filesystem::temp_directory_path() / "cacao_config_XXXXXX").string();
        folder = mkdtemp(name.data());
        file = (folder / "cacao.toml").string();
    }
    ~ConfigFileTest() override { std::filesystem::remove_all(folder); }
    void write(std::string_view content) const { std::ofstream{file} << content; }
    std::string secret(const char* name, std::string_view content,
                       std::filesystem::perms mode = std::filesystem::perms::owner_read) const {
        const auto path = folder / name;
        std::ofstream{path} << content;
        std::filesystem::permissions(path, mode);
        return path.string();
    }

    std::filesystem::path folder;
    std::string file;
};

TEST_F(ConfigFileTest, TheDatabasePasswordComesFromAFile) {
    namespace fs = std::filesystem;
    const auto good = secret("good", "a b/@&ñ\r\nsecond line\n");
    const auto config = resolve({{"db", "postgres://cacao@host/db"}, {"db-password-file", good}}, {}).config;
    EXPECT_EQ(config.db, "postgres://cacao@host/db?password=a%20b%2F%40%26%C3%B1");
    EXPECT_EQ(config.db_owner, config.db) << "one address, one password";
    const auto both = resolve({{"db", "postgres://cacao@host/db?sslmode=require"},
                               {"db-password-file", good},
                               {"db-owner", "postgres://owner@host/db"},
                               {"db-owner-password-file", secret("owner", "x")}},
                              {});
    EXPECT_EQ(both.config.db, "postgres://cacao@host/db?sslmode=require&password=a%20b%2F%40%26%C3%B1");
    EXPECT_EQ(both.config.db_owner, "postgres://owner@host/db?password=x");
    EXPECT_EQ(report(both).find("password="), std::string::npos);

    const auto refused = [&](const std::string& url, const std::string& path) {
        return faults({{"db", url}, {"db-password-file", path}});
    };
    EXPECT_THAT(refused("postgres://cacao@host/db", secret("open", "x", fs::perms::owner_read | fs::perms::others_read)),
                ElementsAre(HasSubstr("is open to others")));
    EXPECT_THAT(refused("postgres://cacao@host/db", (folder / "none").string()), ElementsAre(HasSubstr("cannot be read")));
    EXPECT_THAT(refused("postgres://cacao@host/db", secret("empty", "\n")), ElementsAre(HasSubstr("no password")));
    EXPECT_THAT(refused("postgres://cacao:y@host/db", good), ElementsAre(HasSubstr("has a password already")));
    EXPECT_THAT(refused("sqlite:x.db", good), ElementsAre(HasSubstr("a SQLite file has no password")));
    EXPECT_THAT(faults({{"db", "postgres://cacao@host/db"}, {"db-owner-password-file", good}}),
                ElementsAre(HasSubstr("db-owner, which is not given")));
}

TEST_F(ConfigFileTest, AMailServerHasASenderAndAUserAPassword) {
    const auto good = secret("mail", "se creto\n");
    const Values whole{{"mail-server", "smtps://mail.example.com:465"},
                       {"mail-sender", "facturas@example.com"},
                       {"mail-user", "facturas"},
                       {"mail-password-file", good}};
    const auto resolved = resolve(whole, {});
    EXPECT_EQ(resolved.config.mail_password, "se creto");
    EXPECT_EQ(report(resolved).find("se creto"), std::string::npos);
    EXPECT_EQ(resolve({}, {}).config.sw_url, "https://services.sw.com.mx");
    const auto without = [&](const std::string& name) {
        auto some = whole;
        some.erase(name);
        return faults(some);
    };
    EXPECT_THAT(without("mail-sender"), ElementsAre(HasSubstr("needs mail-sender")));
    EXPECT_THAT(without("mail-user"), ElementsAre(HasSubstr("must be given together")));
    EXPECT_THAT(without("mail-password-file"), ElementsAre(HasSubstr("must be given together")));
    EXPECT_THAT(without("mail-server"), ElementsAre(HasSubstr("which is not given")));
    EXPECT_THAT(faults({{"mail-server", "https://mail.example.com"}, {"mail-sender", "a@b.mx"}}), Not(IsEmpty()));
    EXPECT_THAT(faults({{"mail-server", "smtp://ana:secreto@mail.example.com"}, {"mail-sender", "a@b.mx"}}), Not(IsEmpty()));
    EXPECT_THAT(faults({{"mail-server", "smtp://mail.example.com"}, {"mail-sender", "nadie"}}),
                ElementsAre(HasSubstr("needs mail-sender")));
}

TEST(ConfigTest, HasDefaultsThatServe) {
    const Config config = resolve({}, {}).config;
    EXPECT_EQ(config.db, "sqlite:./data/cacao.db");
    EXPECT_EQ(config.db_owner, config.db);
    EXPECT_EQ(config.listen, (Address{"127.0.0.1", 8080}));
    EXPECT_FALSE(config.metrics_listen);
    EXPECT_EQ(config.connections, 8);
    EXPECT_EQ(config.body_limit, 10 << 20);
    EXPECT_EQ(config.idle_timeout, std::chrono::seconds{60});
    EXPECT_EQ(config.rate_limit, 6000);
    EXPECT_EQ(config.connections_per_address, 1200);
    // A caller whom PostgreSQL does not answer is told in five seconds, the server's own last word included.
    EXPECT_LT(config.db_answer_timeout + config.db_answer_timeout / 8 + std::chrono::milliseconds{250}, std::chrono::seconds{5});
    EXPECT_FALSE(config.production);
    EXPECT_THAT(config.cors_origins, IsEmpty());
    EXPECT_EQ(resolve({{"data", "/srv/c"}}, {}).config.db, "sqlite:/srv/c/cacao.db");
}

TEST_F(ConfigFileTest, AFlagWinsOverTheEnvironmentOverTheFileOverTheDefault) {
    write("listen = '127.0.0.1:1'\nconnections = 11\nissuer = 'archivo'\n");
    const Values environment{{"CACAO_LISTEN", "127.0.0.1:2"}, {"CACAO_CONNECTIONS", "12"}};
    const Resolved resolved = resolve({{"listen", "127.0.0.1:3"}, {"config", file}}, environment);
    EXPECT_EQ(resolved.config.listen.port, 3);
    EXPECT_EQ(resolved.config.connections, 12);
    EXPECT_EQ(resolved.config.issuer, "archivo");
    EXPECT_EQ(resolved.config.rate_limit, 6000);
    const std::string text = report(resolved);
    EXPECT_THAT(text, HasSubstr("127.0.0.1:3  (flag)"));
    EXPECT_THAT(text, HasSubstr("12  (environment)"));
    EXPECT_THAT(text, HasSubstr("archivo  (file)"));
    EXPECT_THAT(text, HasSubstr("6000  (default)"));
}

TEST_F(ConfigFileTest, ReadsTomlValuesOfEveryKind) {
    write(
        "cors-origins = ['https://a.example', 'http://localhost:5173']\nproduction = true\nbody-limit = '1MiB'\n"
        "rate-limit = 0\naccess-log = false\ntrusted-proxies = '10.0.0.0/8, ::1'\n");
    const Config config = resolve({}, {{"CACAO_CONFIG", file}}).config;
    EXPECT_THAT(config.cors_origins, ElementsAre("https://a.example", "http://localhost:5173"));
    EXPECT_TRUE(config.production);
    EXPECT_EQ(config.body_limit, 1 << 20);
    EXPECT_EQ(config.rate_limit, 0);
    EXPECT_EQ(config.access_log, "off");
    EXPECT_THAT(config.trusted_proxies, ElementsAre("10.0.0.0/8", "::1"));
}

TEST_F(ConfigFileTest, RefusesUnknownKeysByName) {
    write("lisen = '127.0.0.1:1'\ncolour = 3\nmetrics_listen = 'off'\nconfig = 'x'\n[seccion]\na = 1\n");
    EXPECT_THAT(faults({{"config", file}}),
                testing::UnorderedElementsAre(
                    HasSubstr("there is no setting lisen (did you mean listen?)"), HasSubstr("there is no setting colour."),
                    HasSubstr("there is no setting metrics_listen (did you mean metrics-listen?)"),
                    HasSubstr("config cannot stand in the file itself"), HasSubstr("seccion must be a text")));
}

TEST_F(ConfigFileTest, TellsTheLineOfASyntaxError) {
    write("listen = '127.0.0.1:1'\nconnections = = 3\n");
    EXPECT_THAT(faults({{"config", file}}), ElementsAre(HasSubstr("line 2 is not TOML")));
    EXPECT_THAT(faults({{"config", folder.string() + "/no.toml"}}), ElementsAre(HasSubstr("no.toml cannot be read")));
    EXPECT_THAT(faults({{"config", folder.string()}}), ElementsAre(HasSubstr("cannot be read")));
    write("connections = 3.5\ncors-origins = [1]\n");
    EXPECT_THAT(faults({{"config", file}}), ElementsAre(HasSubstr("connections must be"), HasSubstr("cors-origins must be")));
}

TEST_F(ConfigFileTest, ChecksAlsoWhatIsOverruled) {
    write("listen = 'nada'\n");
    EXPECT_THAT(faults({{"config", file}, {"listen", "127.0.0.1:1"}}), ElementsAre(HasSubstr("listen in " + file)));
}

TEST(ConfigTest, RefusesUnknownVariablesByName) {
    EXPECT_THAT(faults({}, {{"CACAO_LISTNE", "x"}}),
                ElementsAre("There is no setting for the environment variable CACAO_LISTNE (did you mean CACAO_LISTEN?)."));
    EXPECT_THAT(faults({}, {{"CACAO_ZZZZZZZZZZZZ", "x"}}), ElementsAre(HasSubstr("CACAO_ZZZZZZZZZZZZ.")));
    const char* environment[] = {"PATH=/bin", "CACAO_DB=sqlite:a=b", "CACAO=1", "XCACAO_DB=1", nullptr};
    EXPECT_THAT(cacao_variables(environment), ElementsAre(testing::Pair("CACAO_DB", "sqlite:a=b")));
}

TEST(ConfigTest, TellsAllFaultsAtOnceOneSentenceEach) {
    const auto all = faults({{"listen", "8080"}, {"connections", "0"}, {"idle-timeout", "30"}, {"body-limit", "10MB"}},
                            {{"CACAO_LOG_LEVEL", "loud"}, {"CACAO_PRODUCTION", "maybe"}});
    EXPECT_THAT(all, testing::UnorderedElementsAre(
                         "--listen: \"8080\" is not HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080.",
                         "--connections: \"0\" is not a whole number from 1 to 1000.",
                         "--idle-timeout: \"30\" is not a duration, such as 500ms, 30s, 5m or 1h.",
                         "--body-limit: \"10MB\" is not a size, such as 512KiB, 10MiB or 1GiB.",
                         "CACAO_LOG_LEVEL: \"loud\" is not one of trace, debug, info, warning, error, critical, off.",
                         "CACAO_PRODUCTION: \"maybe\" is not true or false."));
}

TEST(ConfigTest, UnencryptedIsForNamedNetworksAlone) {
    EXPECT_THAT(faults({{"outgoing-unencrypted", "true"}}), ElementsAre(HasSubstr("outgoing-networks")));
    EXPECT_THAT(faults({{"outgoing-unencrypted", "true"}, {"outgoing-networks", "10.1.0.0/16"}}), IsEmpty());
}

TEST(ConfigTest, ChecksEveryKindOfValue) {
    const std::vector<std::pair<std::string, std::string>> bad = {
        {"listen", ""},
        {"listen", ":8080"},
        {"listen", "host:65536"},
        {"listen", "::1:80"},
        {"listen", "[::1]"},
        {"listen", "[x]:1"},
        {"listen", "a b:1"},
        {"listen", "host:-1"},
        {"listen", "off"},
        {"connections", "8x"},
        {"connections", " 8"},
        {"connections", "-1"},
        {"io-threads", "257"},
        {"header-timeout", "0s"},
        {"header-timeout", "2h"},
        {"header-timeout", "s"},
        {"body-limit", "1B"},
        {"body-limit", "9999999999GiB"},
        {"body-limit", "2GiB"},
        {"db", "mysql://x"},
        {"db", "sqlite:"},
        {"db", ""},
        {"db", "postgres://"},
        {"docs-url", "ftp://x"},
        {"docs-url", "https://"},
        {"docs-url", "https://a b"},
        {"mcp", "todo"},
        {"mcp", ""},
        {"public-url", "cacao.example"},
        {"public-url", "https://cacao.example/"},
        {"public-url", "https://cacao.example?a=1"},
        {"issuer", ""},
        {"issuer", "a\"b"},
        {"data", ""},
        {"cors-origins", "*"},
        {"cors-origins", "https://a.example/"},
        {"cors-origins", "https://a.example,null"},
        {"trusted-proxies", "10.0.0.0/33"},
        {"trusted-proxies", "::1/129"},
        {"trusted-proxies", "host"},
        {"outgoing-networks", "10.0.0.0/33"},
        {"work-threads", "65"},
        {"work-threads", "-1"},
        {"access-log", ""},
        {"metrics-listen", "9090"},
    };
    for (const auto& [name, value] : bad) EXPECT_EQ(faults({{name, value}}).size(), 1U) << name << " = " << value;
    const std::vector<std::pair<std::string, std::string>> good = {
        {"listen", "[::1]:0"},
        {"listen", "localhost:80"},
        {"metrics-listen", "off"},
        {"metrics-listen", "[::]:9100"},
        {"idle-timeout", "1500ms"},
        {"idle-timeout", "1h"},
        {"body-limit", "1GiB"},
        {"db", "postgresql://u@h/d"},
        {"docs-url", ""},
        {"cors-origins", ""},
        {"cors-origins", "http://[::1]:80"},
        {"access-log", "/var/log/c.log"},
        {"trusted-proxies", "2001:db8::/32"},
        {"outgoing-networks", "127.0.0.1, fd00::/8"},
        {"work-threads", "0"},
        {"mcp", "off"},
        {"mcp", "escritura"},
        {"public-url", "https://cacao.example/a"},
        {"issuer", "https://cacao.example"},
    };
    for (const auto& [name, value] : good) {
        Values flags{{name, value}};
        if (name == "db") flags.emplace("db-owner", value);
        EXPECT_THAT(faults(flags), IsEmpty()) << name << " = " << value;
    }
    EXPECT_EQ(resolve({{"listen", "[::1]:9"}}, {}).config.listen.text(), "[::1]:9");
    EXPECT_EQ(resolve({{"idle-timeout", "1500ms"}}, {}).config.idle_timeout, std::chrono::milliseconds{1500});
}

TEST(ConfigTest, ChecksWhatBelongsTogether) {
    EXPECT_THAT(faults({{"tls-key", "k.pem"}}), ElementsAre(HasSubstr("given together")));
    EXPECT_THAT(faults({{"tls-key", "k.pem"}, {"tls-certificate", "c.pem"}}), IsEmpty());
    EXPECT_THAT(faults({{"metrics-listen", "127.0.0.1:8080"}}), ElementsAre(HasSubstr("another address")));
    EXPECT_THAT(faults({{"db", "postgres://u@h/d"}, {"db-owner", "sqlite:x"}}), ElementsAre(HasSubstr("same kind")));
}

TEST(ConfigTest, FilesStandInTheDataFolderUnlessItSaysWhere) {
    EXPECT_EQ(resolve({{"data", "/srv/x"}}, {}).config.files, "/srv/x/archivos");
    EXPECT_EQ(resolve({{"data", "/srv/x"}, {"files", "/srv/f"}}, {}).config.files, "/srv/f");
    EXPECT_THAT(faults({{"files", "s3:cubeta"}}), ElementsAre(HasSubstr("files-s3-address and files-s3-credentials")));
    EXPECT_THAT(faults({{"files-s3-address", "https://s3.example"}}), ElementsAre(HasSubstr("names a folder")));
    EXPECT_THAT(faults({{"files", "s3:cubeta/a"}, {"files-s3-address", "https://s3.example"}, {"files-s3-credentials", "/x"}}),
                IsEmpty());
}

TEST(ConfigTest, NeverPrintsAPassword) {
    EXPECT_EQ(masked_url("postgres://u:secreto@h:5432/d?sslmode=require"), "postgres://u:***@h:5432/d?sslmode=require");
    EXPECT_EQ(masked_url("postgres://u:se@c/re?to@h/d"), "postgres://u:***@h/d");
    EXPECT_EQ(masked_url("postgres://h:5432/d?user=u&password=secreto&sslpassword=secreto"),
              "postgres://h:5432/d?user=u&password=***&sslpassword=***");
    EXPECT_EQ(masked_url("postgres://u@h/d"), "postgres://u@h/d");
    EXPECT_EQ(masked_url("postgres://h1:5432,h2:5433/d"), "postgres://h1:5432,h2:5433/d");
    EXPECT_EQ(masked_url("sqlite:data/c.db"), "sqlite:data/c.db");
    const Resolved resolved = resolve({{"db", "postgres://u:secreto@h/d"}}, {{"CACAO_DB_OWNER", "postgres://dueno:secreto@h/d"}});
    EXPECT_EQ(report(resolved).find("secreto"), std::string::npos) << report(resolved);
    EXPECT_EQ(resolved.config.db, "postgres://u:secreto@h/d");
    for (const auto& fault : faults({{"db", "postgre://u:secreto@h/d"}}))
        EXPECT_EQ(fault.find("secreto"), std::string::npos) << fault;
    const Setting secret{"x", Kind::name, &Config::issuer, "", "", true};
    EXPECT_EQ(printable(secret, "secreto"), "(set)");
    EXPECT_EQ(printable(secret, ""), "");
}

TEST(CommonFlagsTest, GivesOnlyWhatTheCommandLineSaid) {
    EXPECT_THAT(parsed({}), IsEmpty());
    EXPECT_THAT(parsed({"--listen", "127.0.0.1:1", "--production"}),
                ElementsAre(testing::Pair("listen", "127.0.0.1:1"), testing::Pair("production", "true")));
    EXPECT_THAT(parsed({"--production=false"}), ElementsAre(testing::Pair("production", "false")));
    EXPECT_THAT(parsed({"--db", ""}), testing::SizeIs(1)) << "an empty value is still a value, and will be refused";
    EXPECT_THROW(parsed({"--db="}), CLI::ParseError);
    EXPECT_THAT(parsed({"--cors-origins", "https://a.example,https://b.example"}),
                ElementsAre(testing::Pair("cors-origins", "https://a.example,https://b.example")));
    EXPECT_THAT(parsed({"--cors-origins", "https://a.example", "--cors-origins", "https://b.example"}),
                ElementsAre(testing::Pair("cors-origins", "https://a.example,https://b.example")));
    EXPECT_THROW(parsed({"--listne", "x"}), CLI::ParseError);
    EXPECT_THROW(parsed({"--listen", "a:1", "--listen", "b:2"}), CLI::ParseError);
}

TEST(CommonFlagsTest, WorksOnASubcommand) {
    CLI::App app;
    CLI::App* serve = app.add_subcommand("serve");
    const CommonFlags flags{*serve};
    std::vector<std::string> arguments{"127.0.0.1:7", "--listen", "serve"};
    app.parse(arguments);
    EXPECT_EQ(resolve(flags.given(), {}).config.listen.port, 7);
    for (const Setting& setting : settings()) {
        EXPECT_THAT(serve->help(), HasSubstr("--" + std::string{setting.name}));
        EXPECT_THAT(faults({}, {{variable_of(setting), std::string{setting.name == "db" ? "sqlite:x" : setting.fallback}}}),
                    IsEmpty())
            << "the default of " << setting.name << " must itself be allowed";
    }
}

}  // namespace
}  // namespace cacao::command
