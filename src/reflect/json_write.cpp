#include "reflect/json_write.hpp"

#include "base/digest.hpp"
#include "base/ocho_bytes.hpp"

#include <cstring>

namespace cacao::reflect {
namespace {

// Whether none of eight bytes needs an escape: no control character, quote or backslash.
bool clean_word(const char* at) {
    const auto bytes = ocho_bytes(at);
    return (controles_de(bytes) | iguales_a(bytes, '"') | iguales_a(bytes, '\\')) == 0;
}

bool plain(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

constexpr std::size_t short_text = 64;

void write_escaped(Pieces& out, std::string_view text) {
    static constexpr std::string_view hex = "0123456789abcdef";
    out.put('"');
    std::size_t clean = 0;  // start of the run that needs no escape
    for (std::size_t i = 0; i < text.size(); ++i) {
        while (i + 8 <= text.size() && clean_word(text.data() + i)) i += 8;
        if (i == text.size()) break;
        const auto c = static_cast<unsigned char>(text[i]);
        if (plain(text[i])) continue;
        out.put(text.substr(clean, i - clean));
        clean = i + 1;
        switch (c) {
            case '"': out.put("\\\""); break;
            case '\\': out.put("\\\\"); break;
            case '\n': out.put("\\n"); break;
            case '\r': out.put("\\r"); break;
            case '\t': out.put("\\t"); break;
            default:
                out.put("\\u00");
                out.put(hex[c >> 4U]);
                out.put(hex[c & 15U]);
        }
    }
    out.put(text.substr(clean));
    out.put('"');
}

template <class T>
const T& as(const void* value) {
    return *static_cast<const T*>(value);
}

// A name of a few letters: two copies that may overlap instead of a call.
[[gnu::always_inline]] inline char* put_name(char* at, std::string_view name) {
    const std::size_t n = name.size();
    if (n >= 8 && n <= 16) {
        std::memcpy(at, name.data(), 8);
        std::memcpy(at + n - 8, name.data() + n - 8, 8);
        return at + n;
    }
    return at + name.copy(at, n);
}

// `,"name":`, or with what opens the object in place of the comma.
[[gnu::always_inline]] inline char* put_key(char* at, char before, std::string_view name) {
    *at++ = before;
    *at++ = '"';
    at = put_name(at, name);
    *at++ = '"';
    *at++ = ':';
    return at;
}

// A short text that needs no escape, in quotes: copied while it is looked at, as most are such. nullptr for others.
[[gnu::always_inline]] inline char* put_short(char* at, std::string_view text) {
    if (text.size() > short_text) return nullptr;
    *at++ = '"';
    std::size_t i = 0;
    for (; i + 8 <= text.size() && clean_word(text.data() + i); i += 8) std::memcpy(at + i, text.data() + i, 8);
    for (; i < text.size() && plain(text[i]); ++i) at[i] = text[i];
    if (i != text.size()) return nullptr;
    at[i] = '"';
    return at + i + 1;
}

// What fits into a few bytes: most of what there is. nullptr for what does not.
constexpr std::size_t few = short_text + 2;
static_assert(few >= largo_millonesimas && few >= largo_escrito + 2);
[[gnu::always_inline]] inline char* put_few(char* at, const void* value, const Shape& shape) {
    switch (shape.form) {
        case Form::text: return put_short(at, as<std::string>(value));
        case Form::whole: {
            const std::int64_t number = shape.bytes == 8 ? as<std::int64_t>(value) : whole_at(value, shape);
            // What is not there is 0, and often is.
            if (number == 0) return *at = '0', at + 1;
            return std::to_chars(at, at + few, number).ptr;
        }
        case Form::decimal: return escribir_millonesimas(at, as<std::int64_t>(value));
        case Form::boolean: {
            const std::string_view text = as<bool>(value) ? "true" : "false";
            return at + text.copy(at, text.size());
        }
        case Form::written:
            if (shape.written->text != nullptr) return put_short(at, shape.written->text(value));
            *at++ = '"';
            at = shape.written->write(at, value);
            *at++ = '"';
            return at;
        case Form::enumeration: return put_short(at, name_of(whole_at(value, shape), shape));
        default: return nullptr;
    }
}

void write_list(Pieces& out, const void* value, const Shape& shape);
void write_object(Pieces& out, const void* value, const Shape& shape);

void write_plain(Pieces& out, const void* value, const Shape& shape) {
    if (char* const end = put_few(out.space(few), value, shape)) return out.used(end);
    switch (shape.form) {
        case Form::text: return write_escaped(out, as<std::string>(value));
        case Form::written: return write_escaped(out, shape.written->text(value));
        case Form::enumeration: return write_escaped(out, name_of(whole_at(value, shape), shape));
        case Form::list: return write_list(out, value, shape);
        case Form::object: return write_object(out, value, shape);
        case Form::file:
            // For fingerprints and the log, which keep no contents.
            return write_string(out, as<Archivo>(value).nombre + ";sha256:" + hexadecimal(sha256(as<Archivo>(value).contenido)));
        case Form::json: {
            const std::string& json = as<JsonCrudo>(value).texto;
            return out.put(json.empty() ? std::string_view{"null"} : json);
        }
        default: return;  // the few bytes of numbers are always there
    }
}

// What stands for a value that is missing: null, or for a change that was left out what no value of ours is written as.
std::string_view missing(const void* value, const Use& use) {
    return use.change() && !*use.holder->sent(const_cast<void*>(value)) ? "{}" : "null";
}

void write_used(Pieces& out, const void* value, const Use& use) {
    if (use.holder != nullptr) {
        const void* const held = use.holder->get(value);
        if (held == nullptr) return out.put(missing(value, use));
        value = held;
    }
    // A kept value is its own JSON.
    if (use.kept) return out.put(std::string_view{as<std::string>(value)});
    write_plain(out, value, *use.shape);
}

void write_list(Pieces& out, const void* value, const Shape& shape) {
    const Items list = shape.listing->items(value);
    out.put('[');
    const char* item = list.first;
    for (std::size_t i = 0; i < list.count; ++i, item += shape.listing->stride) {
        if (i != 0) out.put(',');
        write_used(out, item, shape.items);
    }
    out.put(']');
}

// Names and what follows them are written one after the other where they stand; only what is large goes its own way.
void write_object(Pieces& out, const void* value, const Shape& shape) {
    if (shape.members.empty()) return out.put(std::string_view{"{}"});
    char before = '{';
    char* at = out.space(0);
    for (const ShapeMember& member : shape.members) {
        at = put_key(out.space_from(at, member.name.size() + 4 + few), before, member.name);
        before = ',';
        const void* part = static_cast<const char*>(value) + shape.offset(member);
        const Use& use = member.use;
        if (use.holder != nullptr) {
            const void* const held = use.holder->get(part);
            if (held == nullptr) {
                const auto text = missing(part, use);
                at += text.copy(at, text.size());
                continue;
            }
            part = held;
        }
        if (!use.kept)
            if (char* const end = put_few(at, part, *use.shape)) {
                at = end;
                continue;
            }
        out.used(at);
        if (use.kept) out.put(std::string_view{as<std::string>(part)});
        else write_plain(out, part, *use.shape);
        at = out.space(0);
    }
    at = out.space_from(at, 1);
    *at++ = '}';
    out.used(at);
}

}  // namespace

void write_json(Pieces& out, const void* value, const Use& use) { write_used(out, value, use); }

void write_json(std::string& out, const void* value, const Use& use) {
    Pieces pieces{out};
    write_json(pieces, value, use);
    pieces.flush();
}

std::string to_json(const void* value, const Use& use) {
    std::string out;
    write_json(out, value, use);
    return out;
}

void write_string(std::string& out, std::string_view text) {
    Pieces pieces{out};
    write_string(pieces, text);
    pieces.flush();
}

void write_string(Pieces& out, std::string_view text) {
    if (char* const end = put_short(out.space(few), text)) return out.used(end);
    write_escaped(out, text);
}

}  // namespace cacao::reflect
