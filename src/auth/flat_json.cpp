#include "auth/flat_json.hpp"

#include "base/texto.hpp"

#include <algorithm>

namespace cacao::auth {
namespace {

constexpr std::size_t most_members = 32;
constexpr std::int64_t largest_integer = 9'007'199'254'740'991;  // what every JSON reader keeps exactly: 2^53 - 1

class Scanner {
public:
    explicit Scanner(std::string_view rest) : rest_(rest) {}

    bool done() const { return rest_.empty(); }
    bool take(std::string_view expected) {
        if (!rest_.starts_with(expected)) return false;
        rest_.remove_prefix(expected.size());
        return true;
    }
    std::optional<std::string_view> text() {
        if (!take("\"")) return std::nullopt;
        const std::size_t end = rest_.find('"');
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view found = rest_.substr(0, end);
        if (!needs_no_escape(found)) return std::nullopt;
        rest_.remove_prefix(end + 1);
        return found;
    }
    std::optional<FlatValue> value() {
        if (rest_.starts_with('"')) {
            if (const auto found = text()) return FlatValue{*found};
            return std::nullopt;
        }
        if (take("true")) return FlatValue{true};
        if (take("false")) return FlatValue{false};
        if (const auto found = integer()) return FlatValue{*found};
        return std::nullopt;
    }

private:
    std::optional<std::int64_t> integer() {
        std::size_t digits = 0;
        std::int64_t total = 0;
        for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
            total = total * 10 + (rest_[digits] - '0');
            if (total > largest_integer) return std::nullopt;
        }
        if (digits == 0 || (digits > 1 && rest_[0] == '0')) return std::nullopt;
        rest_.remove_prefix(digits);
        return total;
    }

    std::string_view rest_;
};

}  // namespace

bool needs_no_escape(std::string_view text) {
    const auto plain = [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != 0x7F; };
    return std::all_of(text.begin(), text.end(), plain) && utf8_valido(text);
}

std::optional<FlatObject> FlatObject::parse(std::string_view json) {
    Scanner scanner{json};
    FlatObject object;
    if (!scanner.take("{")) return std::nullopt;
    if (!scanner.take("}")) {
        do {
            const auto name = scanner.text();
            if (!name || object.has(*name) || object.members_.size() == most_members || !scanner.take(":")) return std::nullopt;
            const auto value = scanner.value();
            if (!value) return std::nullopt;
            object.members_.push_back({*name, *value});
        } while (scanner.take(","));
        if (!scanner.take("}")) return std::nullopt;
    }
    if (!scanner.done()) return std::nullopt;
    return object;
}

const FlatValue* FlatObject::find(std::string_view name) const {
    const auto it = std::find_if(members_.begin(), members_.end(), [&](const Member& m) { return m.name == name; });
    return it == members_.end() ? nullptr : &it->value;
}

std::optional<std::string_view> FlatObject::text(std::string_view name) const {
    const FlatValue* value = find(name);
    if (value == nullptr || !std::holds_alternative<std::string_view>(*value)) return std::nullopt;
    return std::get<std::string_view>(*value);
}

std::optional<std::int64_t> FlatObject::integer(std::string_view name) const {
    const FlatValue* value = find(name);
    if (value == nullptr || !std::holds_alternative<std::int64_t>(*value)) return std::nullopt;
    return std::get<std::int64_t>(*value);
}

}  // namespace cacao::auth
