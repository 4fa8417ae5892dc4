#include "command/config_values.hpp"

#include "base/texto.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <utility>

namespace cacao::command {
namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    if (text.empty() || text.front() == '-' || error != std::errc{} || at != end) return std::nullopt;
    return number;
}

bool is_ip(int family, const std::string& text) {
    std::array<unsigned char, 16> bytes{};
    return inet_pton(family, text.c_str(), bytes.data()) == 1;
}

bool is_host_name(std::string_view text) {
    const auto fine = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
    };
    return !text.empty() && text.size() <= 253 && std::all_of(text.begin(), text.end(), fine);
}

std::optional<Address> read_address(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    std::string host{text.substr(0, colon)};
    const auto port = whole_number(text.substr(colon + 1));
    if (!port || *port > 65535) return std::nullopt;
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
        if (!is_ip(AF_INET6, host)) return std::nullopt;
    } else if (!is_host_name(host)) {
        return std::nullopt;
    }
    return Address{std::move(host), static_cast<std::uint16_t>(*port)};
}

struct Unit {
    std::string_view name;
    std::int64_t factor;
};
constexpr std::array<Unit, 4> durations{{{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}};
constexpr std::array<Unit, 4> sizes{{{"B", 1}, {"KiB", 1LL << 10}, {"MiB", 1LL << 20}, {"GiB", 1LL << 30}}};

std::optional<std::int64_t> with_unit(std::string_view text, std::span<const Unit> units) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number = whole_number(text.substr(0, digits));
    const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == text.substr(digits); });
    std::int64_t total = 0;
    if (!number || unit == units.end() || __builtin_mul_overflow(*number, unit->factor, &total)) return std::nullopt;
    return total;
}

// The shortest way to write a limit with one of the units.
std::string in_units(std::int64_t number, std::span<const Unit> units) {
    const Unit* best = &units[0];
    for (const Unit& unit : units)
        if (number % unit.factor == 0 && number >= unit.factor) best = &unit;
    return fmt::format("{}{}", number / best->factor, best->name);
}

std::vector<std::string> items(std::string_view text) {
    std::vector<std::string> list;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        if (const auto item = recortado(text.substr(0, comma)); !item.empty()) list.emplace_back(item);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return list;
}

// What follows the scheme, when the scheme is one of the web's.
std::optional<std::string_view> after_web_scheme(std::string_view text) {
    for (const std::string_view scheme : {"https://", "http://"})
        if (text.starts_with(scheme)) return text.substr(scheme.size());
    return std::nullopt;
}

bool is_origin(std::string_view text) {
    const auto rest = after_web_scheme(text);
    if (!rest) return false;
    return is_host_name(*rest) || read_address(*rest).has_value() || read_address(fmt::format("{}:0", *rest)).has_value();
}

bool is_web_url(std::string_view text) {
    const auto rest = after_web_scheme(text);
    const auto visible = [](char c) { return c > ' ' && c != 0x7F && c != '"' && c != '<' && c != '>' && c != '\\'; };
    return rest && !rest->empty() && rest->front() != '/' && std::all_of(text.begin(), text.end(), visible);
}

bool is_network(const std::string& text) {
    const std::size_t slash = text.find('/');
    const std::string ip = text.substr(0, slash);
    const int family = is_ip(AF_INET, ip) ? AF_INET : AF_INET6;
    if (!is_ip(family, ip)) return false;
    if (slash == std::string::npos) return true;
    const auto bits = whole_number(std::string_view{text}.substr(slash + 1));
    return bits && *bits <= (family == AF_INET ? 32 : 128);
}

bool is_name(std::string_view text) {
    const auto plain = [](char c) { return c > ' ' && c < 0x7F && c != '"' && c != '\\'; };
    return !text.empty() && text.size() <= 200 && std::all_of(text.begin(), text.end(), plain);
}

// A host, and a port where it is another than the usual one.
bool is_mail_server(std::string_view text) {
    for (const std::string_view scheme : {"smtps://", "smtp://"}) {
        if (!text.starts_with(scheme)) continue;
        const auto rest = text.substr(scheme.size());
        return is_name(rest) && rest.find_first_of("/@?#%") == std::string_view::npos;
    }
    return false;
}

bool is_database(std::string_view text) {
    for (const std::string_view scheme : {"sqlite:", "postgres://", "postgresql://"})
        if (text.starts_with(scheme)) return text.size() > scheme.size() && text.find('\0') == std::string_view::npos;
    return false;
}

std::optional<bool> read_boolean(std::string_view text) {
    for (const std::string_view yes : {"true", "1", "yes", "on"})
        if (text == yes) return true;
    for (const std::string_view no : {"false", "0", "no", "off"})
        if (text == no) return false;
    return std::nullopt;
}

using Fault = std::optional<std::string>;

template <class T>
void put(const Setting& setting, Config& config, T value) {
    config.*std::get<T Config::*>(setting.target) = std::move(value);
}

Fault store_number(const Setting& setting, std::string_view text, Config& config) {
    const auto number = whole_number(text);
    if (!number || *number < setting.least || *number > setting.most)
        return fmt::format("\"{}\" is not a whole number from {} to {}", text, setting.least, setting.most);
    put(setting, config, *number);
    return std::nullopt;
}

Fault store_measure(const Setting& setting, std::string_view text, Config& config) {
    const bool time = setting.kind == Kind::duration;
    const std::span<const Unit> units = time ? std::span<const Unit>{durations} : std::span<const Unit>{sizes};
    const auto number = with_unit(text, units);
    if (!number)
        return fmt::format("\"{}\" is not a {}", text,
                           time ? "duration, such as 500ms, 30s, 5m or 1h" : "size, such as 512KiB, 10MiB or 1GiB");
    if (*number < setting.least || *number > setting.most)
        return fmt::format("\"{}\" is not between {} and {}", text, in_units(setting.least, units),
                           in_units(setting.most, units));
    if (time) put(setting, config, std::chrono::milliseconds{*number});
    else put(setting, config, *number);
    return std::nullopt;
}

Fault store_address(const Setting& setting, std::string_view text, Config& config) {
    const bool may_be_off = setting.kind == Kind::address_or_off;
    if (may_be_off && (text == "off" || text.empty())) {
        put(setting, config, std::optional<Address>{});
        return std::nullopt;
    }
    auto address = read_address(text);
    if (!address)
        return fmt::format("\"{}\" is not HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080{}", text,
                           may_be_off ? ", nor off" : "");
    if (may_be_off) put(setting, config, std::move(address));
    else put(setting, config, std::move(*address));
    return std::nullopt;
}

Fault store_list(const Setting& setting, std::string_view text, Config& config) {
    auto list = items(text);
    for (const std::string& item : list) {
        if (setting.kind == Kind::origins && !is_origin(item))
            return fmt::format("\"{}\" is not an origin, such as https://app.example.com (no path, no slash at the end)", item);
        if (setting.kind == Kind::networks && !is_network(item))
            return fmt::format("\"{}\" is not an IP address or a network, such as 10.0.0.0/8", item);
    }
    put(setting, config, std::move(list));
    return std::nullopt;
}

Fault store_text(const Setting& setting, std::string_view text, Config& config) {
    constexpr std::array<std::string_view, 7> levels = {"trace", "debug", "info", "warning", "error", "critical", "off"};
    std::string value{text};
    switch (setting.kind) {
        case Kind::database:
            if (!is_database(text) && !(text.empty() && setting.fallback.empty()))
                return fmt::format("\"{}\" is not sqlite:FILE or postgres://user@host/database", masked_url(text));
            break;
        case Kind::url:
            if (!text.empty() && !is_web_url(text)) return fmt::format("\"{}\" is not an http or https address", text);
            break;
        case Kind::mail_server:
            if (!text.empty() && !is_mail_server(text))
                return fmt::format("\"{}\" is not a mail server, such as smtps://mail.example.com:465", text);
            break;
        case Kind::name:
            if (!is_name(text) && !(text.empty() && setting.fallback.empty()))
                return fmt::format("\"{}\" is not a name without blanks, quotes and accents", text);
            break;
        case Kind::level:
            if (std::find(levels.begin(), levels.end(), text) == levels.end())
                return fmt::format("\"{}\" is not one of {}", text, fmt::join(levels, ", "));
            break;
        case Kind::mcp:
            if (text != "off" && text != "lectura" && text != "escritura")
                return fmt::format("\"{}\" is not one of off, lectura, escritura", text);
            break;
        case Kind::log:
            if (text.empty()) return "must be on, off or a file";
            if (const auto yes = read_boolean(text)) value = *yes ? "on" : "off";
            break;
        default:
            if (text.empty() && !setting.fallback.empty()) return "must not be empty";
            break;
    }
    put(setting, config, std::move(value));
    return std::nullopt;
}

// Edit distance with neighbours swapped counting as one slip (optimal string alignment).
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + static_cast<std::size_t>(a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = last;
        std::swap(last, row);
    }
    return last[b.size()];
}

}  // namespace

std::string Address::text() const {
    return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port) : fmt::format("[{}]:{}", host, port);
}

std::optional<std::string> store(const Setting& setting, std::string_view text, Config& config) {
    switch (setting.kind) {
        case Kind::integer: return store_number(setting, text, config);
        case Kind::duration:
        case Kind::size: return store_measure(setting, text, config);
        case Kind::address:
        case Kind::address_or_off: return store_address(setting, text, config);
        case Kind::origins:
        case Kind::networks: return store_list(setting, text, config);
        case Kind::boolean:
            if (const auto value = read_boolean(text)) {
                put(setting, config, *value);
                return std::nullopt;
            }
            return fmt::format("\"{}\" is not true or false", text);
        default: return store_text(setting, text, config);
    }
}

std::optional<std::string> read_password(const std::string& file, std::string& password) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return fmt::format("{} cannot be read", file);
    if ((status.st_mode & 027U) != 0) return fmt::format("{} is open to others; set its mode to 0600 or 0640", file);
    std::ifstream in{file};
    if (!std::getline(in, password)) return fmt::format("{} cannot be read, or is empty", file);
    if (password.ends_with('\r')) password.pop_back();
    if (password.empty()) return fmt::format("{} has no password in its first line", file);
    return std::nullopt;
}

std::optional<std::string> add_password(const std::string& file, std::string& url) {
    if (url.starts_with("sqlite:")) return "a SQLite file has no password";
    if (masked_url(url) != url) return "the address has a password already";
    std::string password;
    if (auto wrong = read_password(file, password)) return wrong;
    url += url.find('?') == std::string::npos ? "?password=" : "&password=";
    for (const char c : password) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain) url.push_back(c);
        else url += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return std::nullopt;
}

std::string suggestion(std::string_view given, std::span<const std::string> known) {
    const std::string* best = nullptr;
    std::size_t least = std::max<std::size_t>(2, given.size() / 4) + 1;
    for (const std::string& name : known)
        if (const std::size_t d = distance(given, name); d < least) {
            least = d;
            best = &name;
        }
    return best == nullptr ? "" : fmt::format(" (did you mean {}?)", *best);
}

}  // namespace cacao::command
