#include "serve/mcp_json.hpp"

#include "reflect/json_write.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

namespace cacao::serve::mcp {
namespace {

using reflect::JsonType;
using reflect::JsonValue;

// Leaves the walk; never crosses read_json.
struct TooMuch {};
struct Twice {};

// Of long objects; of short ones looking is quicker.
constexpr std::size_t many_members = 32;
// Of most objects.
constexpr std::size_t few_members = 4;

bool has_twins(const std::vector<Member>& members) {
    if (members.size() <= many_members) {
        for (auto m = members.begin(); m != members.end(); ++m)
            if (std::any_of(members.begin(), m, [&](const Member& other) { return other.name == m->name; })) return true;
        return false;
    }
    std::set<std::string_view> names;
    return !std::ranges::all_of(members, [&](const Member& m) { return names.insert(m.name).second; });
}

Json taken(JsonValue& v, std::size_t& left) {
    if (left-- == 0) throw TooMuch{};
    Json value;
    value.type = v.type();
    switch (v.type()) {
        case JsonType::string: value.text = v.text(); break;
        case JsonType::number: value.text = v.number(); break;
        case JsonType::boolean: value.yes = v.boolean(); break;
        case JsonType::array: v.items([&](JsonValue& item) { value.items.push_back(taken(item, left)); }); break;
        case JsonType::object:
            value.members.reserve(few_members);
            v.fields([&](std::string_view name, JsonValue& member) {
                // The name lives only until the value is read.
                std::string own{name};
                value.members.push_back({std::move(own), taken(member, left)});
            });
            if (has_twins(value.members)) throw Twice{};
            break;
        case JsonType::null: break;
    }
    return value;
}

// RFC 8259, 6. The reader below takes what begins like a number for one.
bool is_number(std::string_view digits) {
    const auto run = [&] {
        const auto end = std::min(digits.find_first_not_of("0123456789"), digits.size());
        const bool any = end > 0;
        digits.remove_prefix(end);
        return any;
    };
    if (digits.starts_with('-')) digits.remove_prefix(1);
    if (digits.starts_with('0')) digits.remove_prefix(1);
    else if (!run()) return false;
    if (digits.starts_with('.')) {
        digits.remove_prefix(1);
        if (!run()) return false;
    }
    if (digits.starts_with('e') || digits.starts_with('E')) {
        digits.remove_prefix(1);
        if (digits.starts_with('+') || digits.starts_with('-')) digits.remove_prefix(1);
        if (!run()) return false;
    }
    return digits.empty();
}

bool numbers_hold(const Json& value) {
    if (value.is(JsonType::number)) return is_number(value.text);
    return std::ranges::all_of(value.items, numbers_hold) &&
           std::ranges::all_of(value.members, [](const Member& m) { return numbers_hold(m.value); });
}

static_assert(std::endian::native == std::endian::little, "the first byte of a text is the lowest of a word");
constexpr std::uint64_t every_byte = 0x0101010101010101U;
// The high bit of each byte that is zero, and of no other.
std::uint64_t zeros_of(std::uint64_t word) {
    constexpr std::uint64_t low = every_byte * 0x7fU;
    return ~(((word & low) + low) | word | low);
}
bool has_control(std::uint64_t word) { return zeros_of(word & (every_byte * 0xe0U)) != 0; }
// Of each byte that is a quote or a stroke.
std::uint64_t marks_of(std::uint64_t word) { return zeros_of(word ^ (every_byte * '"')) | zeros_of(word ^ (every_byte * '\\')); }

}  // namespace

const Json* Json::find(std::string_view name) const {
    const auto found = std::ranges::find(members, name, &Member::name);
    return found == members.end() || found->value.is(JsonType::null) ? nullptr : &found->value;
}

const std::string* Json::text_at(std::string_view name) const {
    const Json* const there = find(name);
    return there != nullptr && there->is(JsonType::string) ? &there->text : nullptr;
}

Reading read_json(std::string_view text) {
    std::optional<Json> value;
    Faltas faltas;
    try {
        std::size_t left = max_values;
        reflect::read_document(
            text, faltas, [&](JsonValue& root) { value = taken(root, left); }, reflect::Root::any);
    } catch (const TooMuch&) {
        return {{}, Broken::much};
    } catch (const Twice&) {
        return {{}, Broken::twice};
    }
    if (!faltas.vacia()) {
        const auto codigo = faltas.lista().front().codigo;
        const bool much = codigo == Codigo::demasiada_profundidad || codigo == Codigo::demasiados_valores;
        return {{}, much ? Broken::much : Broken::text};
    }
    if (!value || !numbers_hold(*value)) return {};
    return {std::move(value)};
}

void write(std::string& out, const Json& value) {
    const auto list = [&](char open, const auto& all, char close, auto each) {
        out.push_back(open);
        for (const auto& one : all) {
            if (&one != all.data()) out.push_back(',');
            each(one);
        }
        out.push_back(close);
    };
    switch (value.type) {
        case JsonType::string: return reflect::write_string(out, value.text);
        case JsonType::number: out += value.text; return;
        case JsonType::boolean: out += value.yes ? "true" : "false"; return;
        case JsonType::null: out += "null"; return;
        case JsonType::array: return list('[', value.items, ']', [&](const Json& item) { write(out, item); });
        case JsonType::object:
            return list('{', value.members, '}', [&](const Member& m) {
                reflect::write_string(out, m.name);
                out.push_back(':');
                write(out, m.value);
            });
    }
}

std::string written(const Json& value) {
    std::string out;
    write(out, value);
    return out;
}

void write_quoted(std::string& out, std::string_view text) {
    const std::size_t from = out.size();
    out.resize(from + 2 * text.size() + 2 + 2 * sizeof(std::uint64_t));
    char* at = out.data() + from;
    *at++ = '"';
    const char* c = text.data();
    const char* const end = c + text.size();
    // Eight bytes are copied at once, and from each mark on once more, a place further on and behind its stroke.
    for (; end - c >= 8; c += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, c, sizeof word);
        if (has_control(word)) break;
        std::memcpy(at, &word, sizeof word);
        for (auto marks = marks_of(word); marks != 0; marks &= marks - 1) {
            const int bits = std::countr_zero(marks) - 7;  // before its byte
            char* const mark = at++ + bits / 8;
            const std::uint64_t rest = word >> bits;
            *mark = '\\';
            std::memcpy(mark + 1, &rest, sizeof rest);
        }
        at += sizeof word;
    }
    for (; c != end; ++c) {
        if (static_cast<unsigned char>(*c) < ' ') {
            out.resize(from);
            return reflect::write_string(out, text);
        }
        if (*c == '"' || *c == '\\') *at++ = '\\';
        *at++ = *c;
    }
    *at++ = '"';
    out.resize(static_cast<std::size_t>(at - out.data()));
}

}  // namespace cacao::serve::mcp
