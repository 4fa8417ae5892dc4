#pragma once
// The configuration: one table of settings from which flags (--listen), environment variables (CACAO_LISTEN), keys of the TOML
// file (listen = "…"), the help texts and the report of `cacao doctor` all follow. A flag wins over the environment, that over
// the file, and that over the default. Everything given is checked, also what is overruled, and all faults are told at once.

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace cacao::command {

struct Address {
    std::string host;  // a name or an IP address, without brackets
    std::uint16_t port = 0;
    std::string text() const;
    friend bool operator==(const Address&, const Address&) = default;
};

struct Config {
    std::string config;                                    // path of the TOML file, or empty
    std::string data;                                      // folder
    std::string db;                                        // sqlite:FILE or postgres://…
    std::string db_owner;                                  // the same for the owner of the schema; equal to db unless given
    std::string db_password_file, db_owner_password_file;  // read already: the addresses above have what they hold
    std::chrono::milliseconds db_connect_timeout{}, db_statement_timeout{}, db_answer_timeout{}, db_lock_timeout{};
    Address listen;
    std::optional<Address> metrics_listen;
    std::int64_t io_threads = 0;  // 0: one per core
    std::int64_t connections = 0;
    std::string tls_certificate, tls_key;  // both or neither
    std::vector<std::string> cors_origins;
    std::string public_url;  // as given, or of listen
    std::string mcp;         // off, lectura, escritura
    std::string docs_url;
    bool production = false;
    std::int64_t body_limit = 0;  // bytes
    std::string files;            // folder of what is too large for the database, or s3:BUCKET/PREFIX
    std::string files_s3_address, files_s3_region, files_s3_credentials;
    std::int64_t file_limit = 0;        // bytes
    std::int64_t file_in_database = 0;  // bytes
    std::chrono::milliseconds file_link_time{};
    std::int64_t kept_answers = 0;  // bytes
    std::int64_t bytes_in_flight = 0;
    std::int64_t temporary_files = 0;
    std::chrono::milliseconds idle_timeout{}, header_timeout{}, body_timeout{};
    std::int64_t minimum_rate = 0;  // bytes in a second
    std::int64_t max_connections = 0;
    std::int64_t connections_per_address = 0;  // 0: no limit
    std::int64_t reports = 0;
    std::int64_t report_queue = 0;
    std::chrono::milliseconds read_timeout{};
    std::int64_t rate_limit = 0;  // requests per minute and consumer; 0: no limit
    std::string log_level;
    std::string access_log;  // "on" (standard output), "off" or a file
    std::string issuer;
    std::vector<std::string> trusted_proxies;  // IP addresses and networks in CIDR form
    std::int64_t work_threads = 0;
    bool webhooks_elsewhere = false;              // other instances deliver them
    std::chrono::milliseconds webhook_timeout{};  // of a call
    std::int64_t webhook_subscriptions = 0;       // of an organization
    std::int64_t event_readers = 0;               // who may wait for what happens
    std::vector<std::string> outgoing_networks;   // that may be called beside the public Internet
    bool outgoing_unencrypted = false;
    std::string outgoing_authorities;  // file of certificates (PEM), or empty: the system's
    std::string sat_url;               // or empty: nobody is asked
    std::chrono::milliseconds sat_timeout{}, sat_recheck{};
    std::string sat_download_request_url,
        sat_download_url;          // of the massive download; the first empty: this instance asks nobody
    std::string sat_certificates;  // folder, or empty
    std::string sw_url, sw_data_url, sw_test_url, sw_test_data_url;  // of providers of stamps, and of their services of tests
    std::string finkok_url, finkok_test_url;
    std::string mail_server;  // smtps://host or smtp://host; empty: nothing is sent
    std::string mail_user, mail_password_file, mail_sender;
    std::string mail_password;  // what the file holds
    bool mail_unencrypted = false;
};

// What `reports` comes to on this machine: on a small one a core stays free of them.
int reports_at_once(const Config& config);

enum class Kind : std::uint8_t {
    path,
    database,
    address,
    address_or_off,
    integer,
    boolean,
    duration,
    size,
    origins,
    networks,
    url,
    mail_server,
    name,
    level,
    log,
    mcp,
};

using Target = std::variant<std::string Config::*, Address Config::*, std::optional<Address> Config::*, std::int64_t Config::*,
                            bool Config::*, std::chrono::milliseconds Config::*, std::vector<std::string> Config::*>;

struct Setting {
    std::string_view name;  // as in the flag and the file; the variable is CACAO_ and this in upper case with _ for -
    Kind kind;
    Target target;
    std::string_view fallback;
    std::string_view help;
    bool secret = false;          // printed as "(set)"; a database URL is printed with its password masked
    std::int64_t least = 0;       // of integers, sizes (bytes) and durations (milliseconds)
    std::int64_t most = 1 << 30;  // inclusive
};

std::span<const Setting> settings();
std::string variable_of(const Setting& setting);

// Every fault of a configuration, one plain sentence each; what() has them all, a line each.
class ConfigError : public std::runtime_error {
public:
    explicit ConfigError(std::vector<std::string> faults);
    const std::vector<std::string>& faults() const noexcept { return faults_; }

private:
    std::vector<std::string> faults_;
};

using Values = std::map<std::string, std::string, std::less<>>;

// The settings as flags of a command. Must live as long as the app; ask given() after the app has parsed.
class CommonFlags {
public:
    explicit CommonFlags(CLI::App& app);
    ~CommonFlags();
    CommonFlags(const CommonFlags&) = delete;
    CommonFlags& operator=(const CommonFlags&) = delete;
    Values given() const;  // by setting name; only what the command line said

private:
    struct Options;
    std::unique_ptr<Options> options_;
};

// The variables that begin with CACAO_, by their full name.
Values cacao_variables(const char* const* environment);

enum class Source : std::uint8_t { fallback, file, environment, flag };
std::string_view nombre(Source source);

struct Shown {
    std::string name, value;  // the value is fit to be printed
    Source source;
};

struct Resolved {
    Config config;
    std::vector<Shown> shown;  // every setting, in the order of the table
};

// Reads the file that the flags or the environment name, decides, checks. Throws ConfigError.
Resolved resolve(const Values& flags, const Values& environment);

// One line per setting with where it came from; holds no secret.
std::string report(const Resolved& resolved);

// What may be printed of a value: see Setting::secret.
std::string printable(const Setting& setting, std::string_view value);
// postgres://user:***@host/db: passwords before the @ and in the query are hidden, also in a URL that is otherwise wrong.
std::string masked_url(std::string_view url);

// Where browsers find the service: as it was said, or where it listens.
std::string public_url(const Config& config);

}  // namespace cacao::command
