#include "serve/mcp_json.hpp"

#include "reflect/json_write.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <set>

namespace cacao::serve::mcp {
namespace {

using reflect::JsonType;
using reflect::JsonValue;

// Each leaves the walk, and never crosses read_json.
struct TooMuch {};
struct Twice {};
struct NotJson {};

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

void take(JsonValue& v, Json& value, std::size_t& left) {
    if (left-- == 0) throw TooMuch{};
    value.type = v.type();
    switch (v.type()) {
        case JsonType::string: value.text = v.text(); break;
        case JsonType::number:
            value.text = v.number();
            if (!is_number(value.text)) throw NotJson{};
            break;
        case JsonType::boolean: value.yes = v.boolean(); break;
        case JsonType::array: v.items([&](JsonValue& item) { take(item, value.items.emplace_back(), left); }); break;
        case JsonType::object:
            value.members.reserve(few_members);
            v.fields([&](std::string_view name, JsonValue& member) {
                Member& m = value.members.emplace_back();
                m.name = name;  // it lives only until the value is read
                take(member, m.value, left);
            });
            if (has_twins(value.members)) throw Twice{};
            break;
        case JsonType::null: break;
    }
}

static_assert(std::endian::native == std::endian::little, "the first byte of a text is the lowest of a word");

// Sixteen bytes of a text: what is asked of each is asked of all at once, and answered by bytes that are 255 or 0.
using Bytes = unsigned char __attribute__((vector_size(16)));
using Halves = std::array<std::uint64_t, 2>;

// A text's part with its strokes, written at `at`; where that ends, or nullptr when there is a control character in it. Up to 16
// bytes behind may be written over.
char* quoted(std::string_view text, char* at) {
    const char* c = text.data();
    const char* const end = c + text.size();
    for (; end - c >= 16; c += 16) {
        Bytes bytes;
        std::memcpy(&bytes, c, sizeof bytes);
        const auto controls = std::bit_cast<Halves>(bytes < ' ');
        if ((controls[0] | controls[1]) != 0) return nullptr;
        const auto marks = std::bit_cast<Halves>((bytes == '"') | (bytes == '\\'));
        // Half of them is copied at once, and from each mark on once more, a place further on and behind its stroke.
        for (std::size_t half = 0; half < marks.size(); ++half) {
            std::uint64_t word = 0;
            std::memcpy(&word, c + half * sizeof word, sizeof word);
            std::memcpy(at, &word, sizeof word);
            for (auto left = marks[half] & (~std::uint64_t{0} / 255); left != 0; left &= left - 1) {
                const int bits = std::countr_zero(left);  // before its byte
                char* const mark = at++ + bits / 8;
                const std::uint64_t rest = word >> bits;
                *mark = '\\';
                std::memcpy(mark + 1, &rest, sizeof rest);
            }
            at += sizeof word;
        }
    }
    for (; c != end; ++c) {
        if (static_cast<unsigned char>(*c) < ' ') return nullptr;
        if (*c == '"' || *c == '\\') *at++ = '\\';
        *at++ = *c;
    }
    return at;
}

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
            text, faltas, [&](JsonValue& root) { take(root, value.emplace(), left); }, reflect::Root::any);
    } catch (const TooMuch&) {
        return {{}, Broken::much};
    } catch (const Twice&) {
        return {{}, Broken::twice};
    } catch (const NotJson&) {
        return {};
    }
    if (!faltas.vacia()) {
        const auto codigo = faltas.lista().front().codigo;
        const bool much = codigo == Codigo::demasiada_profundidad || codigo == Codigo::demasiados_valores;
        return {{}, much ? Broken::much : Broken::text};
    }
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
    const std::string_view whole = text;
    const std::size_t from = out.size();
    out.push_back('"');
    constexpr std::size_t part = 256;
    std::array<char, 2 * part + 2 * sizeof(std::uint64_t)> room;  // for each part at its longest
    while (!text.empty()) {
        const std::string_view now = text.substr(0, part);
        char* const end = quoted(now, room.data());
        if (end == nullptr) {
            out.resize(from);
            return reflect::write_string(out, whole);
        }
        out.append(room.data(), end);
        text.remove_prefix(now.size());
    }
    out.push_back('"');
}

}  // namespace cacao::serve::mcp
