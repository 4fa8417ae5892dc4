#include "reflect/json_write.hpp"

#include <cstring>

namespace cacao::reflect {
namespace {

// Whether none of eight bytes needs an escape: no control character, quote or backslash. The usual zero-byte trick on whole
// words.
bool clean_word(const char* at) {
    std::uint64_t w{};
    std::memcpy(&w, at, 8);
    constexpr std::uint64_t ones = 0x0101010101010101U;
    constexpr std::uint64_t highs = 0x8080808080808080U;
    const auto has_zero = [](std::uint64_t v) { return (v - ones) & ~v & highs; };
    const std::uint64_t control = (w - ones * 0x20) & ~w & highs;
    return (control | has_zero(w ^ (ones * '"')) | has_zero(w ^ (ones * '\\'))) == 0;
}

template <class T>
const T& as(const void* value) {
    return *static_cast<const T*>(value);
}

// `,"name":`, or with what opens the object in place of the comma.
void put_key(Pieces& out, char before, std::string_view name) {
    char* at = out.space(name.size() + 4);
    *at++ = before;
    *at++ = '"';
    at += name.copy(at, name.size());
    *at++ = '"';
    *at++ = ':';
    out.used(at);
}

void put_decimal(Pieces& out, std::int64_t micros) {
    char* const at = out.space(largo_millonesimas);
    out.used(escribir_millonesimas(at, micros));
}

void write_list(Pieces& out, const void* value, const Shape& shape) {
    const Items list = shape.listing->items(value);
    out.put('[');
    const char* item = list.first;
    for (std::size_t i = 0; i < list.count; ++i, item += shape.listing->stride) {
        if (i != 0) out.put(',');
        write_json(out, item, shape.items);
    }
    out.put(']');
}

void write_object(Pieces& out, const void* value, const Shape& shape) {
    char before = '{';
    for (const ShapeMember& member : shape.members) {
        put_key(out, before, member.name);
        before = ',';
        write_json(out, static_cast<const char*>(value) + shape.offset(member), member.use);
    }
    if (shape.members.empty()) out.put('{');
    out.put('}');
}

void write_written(Pieces& out, const void* value, const Shape& shape) {
    if (shape.written->write == nullptr) return write_string(out, as<std::string>(value));
    out.put('"');
    shape.written->write(out.string(), value);
    out.put('"');
}

void write_plain(Pieces& out, const void* value, const Shape& shape) {
    switch (shape.form) {
        case Form::boolean: return out.put(std::string_view{as<bool>(value) ? "true" : "false"});
        case Form::whole: return out.put_integer(whole_at(value, shape));
        case Form::decimal: return put_decimal(out, as<std::int64_t>(value));
        case Form::enumeration:
            out.put('"');
            out.put(name_of(whole_at(value, shape), shape));
            return out.put('"');
        case Form::text: return write_string(out, as<std::string>(value));
        case Form::written: return write_written(out, value, shape);
        case Form::list: return write_list(out, value, shape);
        case Form::object: return write_object(out, value, shape);
        case Form::file: {
            const auto& file = as<Archivo>(value);
            return write_string(out, file.nombre + ";" + base64(file.contenido));
        }
        case Form::json: {
            const auto& json = as<JsonCrudo>(value);
            return out.put(json.texto.empty() ? std::string_view{"null"} : json.texto);
        }
    }
}

}  // namespace

void write_json(Pieces& out, const void* value, const Use& use) {
    if (use.holder != nullptr) {
        const void* const held = use.holder->get(value);
        if (held == nullptr) {
            // A change that was left out; no value of ours is written so.
            const bool left_out = use.change() && !*use.holder->sent(const_cast<void*>(value));
            return out.put(std::string_view{left_out ? "{}" : "null"});
        }
        value = held;
    }
    // A kept value is its own JSON.
    if (use.kept) return out.put(std::string_view{as<std::string>(value)});
    write_plain(out, value, *use.shape);
}

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
    static constexpr std::string_view hex = "0123456789abcdef";
    out.put('"');
    std::size_t clean = 0;  // start of the run that needs no escape
    for (std::size_t i = 0; i < text.size(); ++i) {
        while (i + 8 <= text.size() && clean_word(text.data() + i)) i += 8;
        if (i == text.size()) break;
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c != '"' && c != '\\') continue;
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

}  // namespace cacao::reflect
