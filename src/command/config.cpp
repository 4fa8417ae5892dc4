#include "command/config.hpp"

#include "command/config_values.hpp"
#include "fiscal/descarga.hpp"
#include "fiscal/estado_sat.hpp"
#include "reflect/types.hpp"
#include "rooms/timbrado/pac_finkok.hpp"
#include "rooms/timbrado/pac_sw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>

namespace cacao::command {
namespace {

constexpr std::int64_t kib = 1024, mib = 1024 * kib;
constexpr std::int64_t second = 1000, hour = 3600 * second;

constexpr std::array<Setting, 71> table{{
    {"config", Kind::path, &Config::config, "", "TOML file with settings"},
    {"data", Kind::path, &Config::data, "./data", "Folder for the database, files and keys"},
    {"db", Kind::database, &Config::db, "sqlite:DATA/cacao.db", "Database: sqlite:FILE or postgres://…", true},
    {"db-owner", Kind::database, &Config::db_owner, "", "Database URL of the schema's owner, for migrations and backups", true},
    {"db-password-file", Kind::path, &Config::db_password_file, "", "File with the password of db (PostgreSQL)"},
    {"db-owner-password-file", Kind::path, &Config::db_owner_password_file, "", "File with the password of db-owner"},
    {"db-connect-timeout", Kind::duration, &Config::db_connect_timeout, "2s",
     "How long PostgreSQL may take to accept a connection", false, second, hour},
    {"db-statement-timeout", Kind::duration, &Config::db_statement_timeout, "60s",
     "How long PostgreSQL may take over one statement of a large write of the service", false, second, hour},
    {"db-answer-timeout", Kind::duration, &Config::db_answer_timeout, "4s",
     "How long PostgreSQL may leave the read of a record or an ordinary write without an answer", false, second, hour},
    {"db-lock-timeout", Kind::duration, &Config::db_lock_timeout, "10s",
     "How long a statement waits for what another one holds (PostgreSQL)", false, second, hour},
    {"listen", Kind::address, &Config::listen, "127.0.0.1:8080", "Address to serve on"},
    {"metrics-listen", Kind::address_or_off, &Config::metrics_listen, "off", "Address of /metrics, or off"},
    {"io-threads", Kind::integer, &Config::io_threads, "0", "Network threads; 0 is one per core", false, 0, 256},
    {"connections", Kind::integer, &Config::connections, "8", "Database connections", false, 1, 1000},
    {"tls-certificate", Kind::path, &Config::tls_certificate, "", "Certificate chain (PEM); with tls-key it turns TLS on"},
    {"tls-key", Kind::path, &Config::tls_key, "", "Private key of the certificate (PEM)"},
    {"cors-origins", Kind::origins, &Config::cors_origins, "", "Origins that browsers may call from, separated by commas"},
    {"public-url", Kind::url, &Config::public_url, "",
     "Where others reach the service, without a slash at its end; empty: listen"},
    {"mcp", Kind::mcp, &Config::mcp, "lectura", "What agents may do at /mcp: off, lectura (read) or escritura (write)"},
    {"docs-url", Kind::url, &Config::docs_url, "", "Public documentation, where / leads in production"},
    {"production", Kind::boolean, &Config::production, "false", "Production mode"},
    {"body-limit", Kind::size, &Config::body_limit, "10MiB", "Largest request body", false, kib, 1024 * mib},
    {"files", Kind::path, &Config::files, "DATA/archivos",
     "Where files go that are too large for the database: a folder, or s3:BUCKET/PREFIX"},
    {"files-s3-address", Kind::url, &Config::files_s3_address, "", "Address of the S3 store of files: https://host"},
    {"files-s3-region", Kind::name, &Config::files_s3_region, "us-east-1", "Region of the S3 store of files"},
    {"files-s3-credentials", Kind::path, &Config::files_s3_credentials, "",
     "File with the access key and, in its second line, the secret of the S3 store of files"},
    {"file-limit", Kind::size, &Config::file_limit, "10MiB", "Largest file of a document", false, kib, 256 * mib},
    {"file-in-database", Kind::size, &Config::file_in_database, "1MiB", "Files up to this size are kept in the database", false,
     0, 16 * mib},
    {"file-link-time", Kind::duration, &Config::file_link_time, "15m", "How long the address of a file is good without a token",
     false, second, 24 * hour},
    {"kept-answers", Kind::size, &Config::kept_answers, "32MiB", "Memory for answers that nothing has changed since (SQLite)",
     false, 0, 1024 * mib},
    {"bytes-in-flight", Kind::size, &Config::bytes_in_flight, "64MiB",
     "Memory for unfinished requests and unread answers, all together", false, mib, 1024 * 1024 * mib},
    {"temporary-files", Kind::size, &Config::temporary_files, "4GiB",
     "Disk for exports and unread answers on their way, all together", false, mib, 1024 * 1024 * mib},
    {"idle-timeout", Kind::duration, &Config::idle_timeout, "60s", "How long an idle connection stays open", false, second, hour},
    {"header-timeout", Kind::duration, &Config::header_timeout, "10s", "How long the headers of a request may take", false,
     second, hour},
    {"body-timeout", Kind::duration, &Config::body_timeout, "30s",
     "The while in which bodies and answers must move what minimum-rate asks", false, second, hour},
    {"minimum-rate", Kind::size, &Config::minimum_rate, "8KiB",
     "Bytes in a second, sent or taken, below which callers are let go", false, 1, 1024 * mib},
    {"max-connections", Kind::integer, &Config::max_connections, "10000", "Open client connections", false, 1, 1'000'000},
    {"connections-per-address", Kind::integer, &Config::connections_per_address, "1200",
     "Open connections of one address (IPv6: network); 0 is no limit", false, 0, 1'000'000},
    {"reports", Kind::integer, &Config::reports, "0", "Reports and exports worked on at once; 0 is half the cores", false, 0,
     1000},
    {"report-queue", Kind::integer, &Config::report_queue, "16", "Reports and exports that wait; more are refused", false, 0,
     100'000},
    {"read-timeout", Kind::duration, &Config::read_timeout, "2m", "After how long a list or report is cancelled", false, 1,
     24 * hour},
    {"rate-limit", Kind::integer, &Config::rate_limit, "6000", "Requests per minute and consumer; 0 is no limit", false, 0,
     100'000'000},
    {"log-level", Kind::level, &Config::log_level, "info", "trace, debug, info, warning, error, critical or off"},
    {"access-log", Kind::log, &Config::access_log, "on", "on (standard output), off, or a file"},
    {"issuer", Kind::name, &Config::issuer, "cacao", "Issuer named in access tokens"},
    {"trusted-proxies", Kind::networks, &Config::trusted_proxies, "",
     "Addresses or networks whose X-Forwarded-For is believed, separated by commas"},
    {"work-threads", Kind::integer, &Config::work_threads, "2",
     "Threads for work outside of requests; 0 leaves it to other instances", false, 0, 64},
    {"webhooks-elsewhere", Kind::boolean, &Config::webhooks_elsewhere, "false",
     "Whether telling subscribers what happens is left to other instances"},
    {"webhook-timeout", Kind::duration, &Config::webhook_timeout, "20s", "How long a receiver of webhooks may take to answer",
     false, 500, 60'000},
    {"webhook-subscriptions", Kind::integer, &Config::webhook_subscriptions, "50",
     "Active subscriptions to webhooks of an organization", false, 1, 1000},
    {"event-readers", Kind::integer, &Config::event_readers, "1000",
     "Readers that may wait for something to happen; a quarter of them for one caller, half for one organization", false, 4,
     100'000},
    {"outgoing-networks", Kind::networks, &Config::outgoing_networks, "",
     "Private addresses or networks that may be called beside the public Internet, separated by commas"},
    {"outgoing-unencrypted", Kind::boolean, &Config::outgoing_unencrypted, "false",
     "Whether outgoing-networks may be called without TLS"},
    {"outgoing-authorities", Kind::path, &Config::outgoing_authorities, "",
     "Certificates (PEM) trusted when calling others; the system's unless given"},
    {"sat-url", Kind::url, &Config::sat_url, fiscal::servicio_de_consulta,
     "Service of the tax authority that tells the state of a CFDI; empty: it is not asked"},
    {"sat-timeout", Kind::duration, &Config::sat_timeout, "4s", "How long a request waits for the tax authority", false, 100,
     60 * second},
    {"sat-recheck", Kind::duration, &Config::sat_recheck, "24h",
     "How often the state of a CFDI of the last 30 days is asked again; later 7, then 30 times as long", false, second,
     240 * hour},
    {"sat-certificates", Kind::path, &Config::sat_certificates, "",
     "Folder of the tax authority's certificates (.cer): of who signs them and of who stamps"},
    {"sat-download-request-url", Kind::url, &Config::sat_download_request_url, fiscal::servicio_de_solicitudes,
     "Service of the tax authority that takes requests of massive download; empty: this instance asks nobody"},
    {"sat-download-url", Kind::url, &Config::sat_download_url, fiscal::servicio_de_paquetes,
     "Service of the tax authority that hands out what was requested"},
    {"sw-url", Kind::url, &Config::sw_url, timbrado::url_de_sw, "Service of the provider of stamps SW"},
    {"sw-data-url", Kind::url, &Config::sw_data_url, timbrado::url_de_datos_sw, "Where SW keeps what it stamped"},
    {"sw-test-url", Kind::url, &Config::sw_test_url, timbrado::url_de_sw_pruebas, "Service of tests of SW"},
    {"sw-test-data-url", Kind::url, &Config::sw_test_data_url, timbrado::url_de_datos_sw_pruebas,
     "Where SW keeps what was stamped for tests"},
    {"finkok-url", Kind::url, &Config::finkok_url, timbrado::url_de_finkok, "Service of the provider of stamps Finkok"},
    {"finkok-test-url", Kind::url, &Config::finkok_test_url, timbrado::url_de_finkok_pruebas, "Service of tests of Finkok"},
    {"mail-server", Kind::mail_server, &Config::mail_server, "",
     "Mail server that documents are sent by: smtps://HOST:465, or smtp://HOST:587 with STARTTLS; empty: none is sent"},
    {"mail-user", Kind::name, &Config::mail_user, "", "User of the mail server"},
    {"mail-password-file", Kind::path, &Config::mail_password_file, "", "File with the password of that user"},
    {"mail-sender", Kind::name, &Config::mail_sender, "", "Address that messages come from"},
    {"mail-unencrypted", Kind::boolean, &Config::mail_unencrypted, "false",
     "Whether a mail server smtp:// may do without STARTTLS: within one machine"},
}};

const Setting* find_setting(std::string_view name) {
    const auto it = std::find_if(table.begin(), table.end(), [&](const Setting& s) { return s.name == name; });
    return it == table.end() ? nullptr : &*it;
}

const Setting* find_variable(std::string_view variable) {
    const auto it = std::find_if(table.begin(), table.end(), [&](const Setting& s) { return variable_of(s) == variable; });
    return it == table.end() ? nullptr : &*it;
}

std::vector<std::string> names(std::string (*name)(const Setting&)) {
    std::vector<std::string> all;
    for (const Setting& setting : table) all.push_back(name(setting));
    return all;
}

struct Given {
    std::string text;
    Source source = Source::fallback;
};

class Resolver {
public:
    // Later sources overrule earlier ones, but a value that is overruled is checked all the same.
    void take(const Setting& setting, const std::string& text, Source source, std::string_view origin) {
        Config scratch;
        if (const auto wrong = store(setting, text, scratch)) faults_.push_back(fmt::format("{}: {}.", origin, *wrong));
        else given_[setting.name] = {text, source};
    }
    void take_file(const std::string& file) {
        for (const auto& [key, text] : read_config_file(file, faults_)) {
            const Setting* setting = find_setting(key);
            if (setting == nullptr)
                fault(fmt::format("{}: there is no setting {}{}.", file, key,
                                  suggestion(key, names([](const Setting& s) { return std::string{s.name}; }))));
            else if (setting->name == "config") fault(fmt::format("{}: config cannot stand in the file itself.", file));
            else take(*setting, text, Source::file, fmt::format("{} in {}", key, file));
        }
    }
    void take_environment(const Values& environment) {
        for (const auto& [variable, text] : environment) {
            if (const Setting* setting = find_variable(variable)) take(*setting, text, Source::environment, variable);
            else
                fault(fmt::format("There is no setting for the environment variable {}{}.", variable,
                                  suggestion(variable, names(variable_of))));
        }
    }
    void take_flags(const Values& flags) {
        for (const auto& [name, text] : flags) {
            if (const Setting* setting = find_setting(name)) take(*setting, text, Source::flag, fmt::format("--{}", name));
            else fault(fmt::format("There is no flag --{}.", name));
        }
    }

    Resolved finish() {
        Resolved out;
        for (const Setting& setting : table) {
            const Given value = effective(setting);
            store(setting, value.text, out.config);
            out.shown.push_back({std::string{setting.name}, printable(setting, value.text), value.source});
        }
        check_together(out.config);
        const bool own = out.config.db_owner != out.config.db;
        take_password("db-password-file", out.config.db_password_file, out.config.db);
        if (own) take_password("db-owner-password-file", out.config.db_owner_password_file, out.config.db_owner);
        else if (!out.config.db_owner_password_file.empty())
            fault("db-owner-password-file is the password of db-owner, which is not given.");
        else out.config.db_owner = out.config.db;
        if (!out.config.mail_password_file.empty())
            if (const auto wrong = read_password(out.config.mail_password_file, out.config.mail_password))
                fault(fmt::format("mail-password-file: {}.", *wrong));
        if (!faults_.empty()) throw ConfigError{std::move(faults_)};
        return out;
    }

private:
    void fault(std::string_view sentence) { faults_.emplace_back(sentence); }

    Given effective(const Setting& setting) const {
        const auto it = given_.find(setting.name);
        if (it != given_.end() && !(setting.name == "db-owner" && it->second.text.empty())) return it->second;
        if (setting.name == "db") return {fmt::format("sqlite:{}/cacao.db", effective(*find_setting("data")).text)};
        if (setting.name == "files") return {fmt::format("{}/archivos", effective(*find_setting("data")).text)};
        if (setting.name == "db-owner") return {effective(*find_setting("db")).text};
        return {std::string{setting.fallback}};
    }

    void check_together(const Config& config) {
        if (config.tls_certificate.empty() != config.tls_key.empty())
            fault("tls-certificate and tls-key must be given together.");
        if (config.metrics_listen && config.metrics_listen->port != 0 && *config.metrics_listen == config.listen)
            fault("metrics-listen must be another address than listen.");
        if (config.db.starts_with("sqlite:") != config.db_owner.starts_with("sqlite:"))
            fault("db and db-owner must name the same kind of database.");
        const bool in_s3 = config.files.starts_with("s3:");
        if (in_s3 && (config.files_s3_address.empty() || config.files_s3_credentials.empty()))
            fault("files in an S3 store need files-s3-address and files-s3-credentials.");
        if (!in_s3 && !(config.files_s3_address.empty() && config.files_s3_credentials.empty()))
            fault("files-s3-address and files-s3-credentials are about files, which names a folder.");
        if (config.outgoing_unencrypted && config.outgoing_networks.empty())
            fault("outgoing-unencrypted is about outgoing-networks, which names none.");
        const bool about_mail = !config.mail_user.empty() || !config.mail_password_file.empty() || !config.mail_sender.empty();
        if (config.mail_server.empty() && (about_mail || config.mail_unencrypted))
            fault("mail-user, mail-password-file, mail-sender and mail-unencrypted are about mail-server, which is not given.");
        if (config.sat_download_request_url.empty() != config.sat_download_url.empty())
            fault("sat-download-request-url and sat-download-url must be given together.");
        if (config.public_url.ends_with('/') || config.public_url.find_first_of("?#") != std::string::npos)
            fault("public-url must end without a slash, and have no query: https://cacao.example.com.");
        const auto sender = Correo::leer(config.mail_sender);
        if (!config.mail_server.empty() && (!sender || sender->empty()))
            fault("mail-server needs mail-sender, an address such as facturas@example.com.");
        if (config.mail_user.empty() != config.mail_password_file.empty())
            fault("mail-user and mail-password-file must be given together.");
    }

    void take_password(std::string_view setting, const std::string& file, std::string& url) {
        if (file.empty()) return;
        if (const auto wrong = add_password(file, url)) fault(fmt::format("{}: {}.", setting, *wrong));
    }

    std::map<std::string_view, Given> given_;
    std::vector<std::string> faults_;
};

// The file is named before it is read: by a flag, else by the environment.
std::string config_file(const Values& flags, const Values& environment) {
    if (const auto it = flags.find("config"); it != flags.end()) return it->second;
    if (const auto it = environment.find("CACAO_CONFIG"); it != environment.end()) return it->second;
    return {};
}

}  // namespace

int reports_at_once(const Config& config) {
    if (config.reports > 0) return static_cast<int>(config.reports);
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency() / 2));
}

std::span<const Setting> settings() { return table; }

std::string variable_of(const Setting& setting) {
    std::string variable = "CACAO_";
    for (const char c : setting.name) variable += c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return variable;
}

ConfigError::ConfigError(std::vector<std::string> faults)
    : std::runtime_error(fmt::format("{}", fmt::join(faults, "\n"))), faults_(std::move(faults)) {}

Values cacao_variables(const char* const* environment) {
    Values found;
    for (; environment != nullptr && *environment != nullptr; ++environment) {
        const std::string_view entry = *environment;
        const std::size_t equals = entry.find('=');
        // CACAO_TEST_… speaks to the tests and their scripts; of the service it is no setting.
        if (entry.starts_with("CACAO_") && !entry.starts_with("CACAO_TEST_") && equals != std::string_view::npos)
            found.emplace(entry.substr(0, equals), entry.substr(equals + 1));
    }
    return found;
}

Resolved resolve(const Values& flags, const Values& environment) {
    Resolver resolver;
    if (const std::string file = config_file(flags, environment); !file.empty()) resolver.take_file(file);
    resolver.take_environment(environment);
    resolver.take_flags(flags);
    return resolver.finish();
}

std::string_view nombre(Source source) {
    switch (source) {
        case Source::fallback: return "default";
        case Source::file: return "file";
        case Source::environment: return "environment";
        case Source::flag: return "flag";
    }
    return "default";
}

std::string report(const Resolved& resolved) {
    std::string out;
    for (const Shown& shown : resolved.shown)
        out += fmt::format("{:<24} {}  ({})\n", shown.name, shown.value.empty() ? "(none)" : shown.value, nombre(shown.source));
    return out;
}

std::string printable(const Setting& setting, std::string_view value) {
    if (setting.kind == Kind::database) return masked_url(value);
    if (setting.secret) return value.empty() ? "" : "(set)";
    return std::string{value};
}

std::string masked_url(std::string_view url) {
    std::string out{url};
    const std::size_t scheme = out.find("://");
    if (scheme == std::string::npos) return out;
    const std::size_t start = scheme + 3;
    // Up to the last @ of all, because a password that was not encoded may itself hold @, / and ?.
    const std::size_t at = out.rfind('@');
    if (at != std::string::npos && at > start) {
        const std::size_t colon = out.find(':', start);
        if (colon < at) out.replace(colon + 1, at - colon - 1, "***");
    }
    for (const std::string_view name : {"password=", "sslpassword="})
        for (std::size_t found = out.find(name, start); found != std::string::npos; found = out.find(name, found + 1)) {
            const std::size_t value = found + name.size();
            if (out[found - 1] != '?' && out[found - 1] != '&') continue;
            out.replace(value, std::min(out.find('&', value), out.size()) - value, "***");
        }
    return out;
}

std::string public_url(const Config& config) {
    if (!config.public_url.empty()) return config.public_url;
    return (config.tls_certificate.empty() ? "http://" : "https://") + config.listen.text();
}

}  // namespace cacao::command
