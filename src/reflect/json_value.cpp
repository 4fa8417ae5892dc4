#include "reflect/json_value.hpp"

#include "base/ocho_bytes.hpp"
#include "reflect/json_write.hpp"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>

namespace cacao::reflect {

namespace ondemand = simdjson::ondemand;

namespace {

// Leaves the walk from any depth; never crosses read_document.
struct BrokenJson {
    simdjson::error_code code;
};

void check(simdjson::error_code code) {
    if (code != simdjson::SUCCESS) throw BrokenJson{code};
}

JsonType map_type(ondemand::json_type type) {
    switch (type) {
        case ondemand::json_type::object: return JsonType::object;
        case ondemand::json_type::array: return JsonType::array;
        case ondemand::json_type::string: return JsonType::string;
        case ondemand::json_type::number: return JsonType::number;
        case ondemand::json_type::boolean: return JsonType::boolean;
        case ondemand::json_type::null: break;
    }
    return JsonType::null;
}

// Braces and brackets that open, those in texts too, and the bytes behind the last eight, whatever they are.
int opened_at_most(std::string_view json) {
    int opened = static_cast<int>(json.size() % 8);
    for (std::size_t i = 0; i + 8 <= json.size(); i += 8)
        opened += std::popcount(iguales_a(ocho_bytes(json.data() + i) | ocho_veces(' '), '{'));  // '[' is '{' without that bit
    return opened;
}

// The parser below only walks what the request type describes, and indexes all of the text before it walks anything. So nesting
// and values are counted here, before it.
std::optional<Codigo> too_much(std::string_view json) {
    // Most are short and open little, even if all that looks like it did.
    if (json.size() <= max_json_values && opened_at_most(json) <= max_json_depth) return std::nullopt;
    int depth = 0;
    std::size_t values = 0;  // each begins a list or an object, or stands behind a comma
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (in_string) {
            if (c == '\\') ++i;
            else if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > max_json_depth) return Codigo::demasiada_profundidad;
            if (++values > max_json_values) return Codigo::demasiados_valores;
        } else if (c == '}' || c == ']') {
            --depth;
        } else if (c == ',') {
            if (++values > max_json_values) return Codigo::demasiados_valores;
        }
    }
    return std::nullopt;
}

// simdjson reads a few bytes past the end, so the text is copied into a padded buffer that each thread keeps.
struct Buffer {
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
    ondemand::parser parser;

    simdjson::padded_string_view fill(std::string_view json) {
        if (json.size() + simdjson::SIMDJSON_PADDING > capacity) {
            capacity = std::max<std::size_t>(4096, json.size() + simdjson::SIMDJSON_PADDING);
            bytes = std::make_unique<char[]>(capacity);
        }
        std::memcpy(bytes.get(), json.data(), json.size());
        std::memset(bytes.get() + json.size(), 0, simdjson::SIMDJSON_PADDING);
        return simdjson::padded_string_view{bytes.get(), json.size(), capacity};
    }
    // One large body must not stay in memory for the life of the thread, and what the parser keeps is several times as much.
    static constexpr std::size_t largest_kept = std::size_t{128} << 10U;
    void release_if_large() {
        if (capacity > largest_kept) {
            bytes.reset();
            capacity = 0;
            parser = ondemand::parser{};
        }
    }
};

}  // namespace

struct JsonAccess {
    static JsonValue wrap(ondemand::value& value) {
        JsonValue wrapped;
        ondemand::json_type type{};
        check(value.type().get(type));
        wrapped.value_ = &value;
        wrapped.type_ = map_type(type);
        if (wrapped.type_ == JsonType::null && !is_null_token(value)) throw BrokenJson{simdjson::N_ATOM_ERROR};
        return wrapped;
    }
    static ondemand::value& of(const JsonValue& v) { return *static_cast<ondemand::value*>(v.value_); }
    static bool is_null_token(ondemand::value& value) { return trimmed(value.raw_json_token()) == "null"; }
    static std::string_view trimmed(std::string_view t) {
        while (!t.empty() && (t.back() == ' ' || t.back() == '\n' || t.back() == '\r' || t.back() == '\t')) t.remove_suffix(1);
        return t;
    }
};

std::string_view JsonValue::number() const { return JsonAccess::trimmed(JsonAccess::of(*this).raw_json_token()); }

bool JsonValue::boolean() const {
    bool value{};
    check(JsonAccess::of(*this).get_bool().get(value));
    return value;
}

std::string_view JsonValue::text() {
    std::string_view view;
    check(JsonAccess::of(*this).get_string().get(view));
    return view;
}

void JsonValue::fields(FunctionRef<void(std::string_view, JsonValue&)> each) {
    ondemand::object object;
    check(JsonAccess::of(*this).get_object().get(object));
    for (auto result : object) {
        ondemand::field field;
        check(std::move(result).get(field));
        std::string_view key;
        check(field.unescaped_key().get(key));
        auto value = JsonAccess::wrap(field.value());
        each(key, value);
    }
}

void JsonValue::items(FunctionRef<void(JsonValue&)> each) {
    ondemand::array array;
    check(JsonAccess::of(*this).get_array().get(array));
    for (auto result : array) {
        ondemand::value item;
        check(std::move(result).get(item));  // NOLINT(performance-move-const-arg): get() wants an rvalue
        auto value = JsonAccess::wrap(item);
        each(value);
    }
}

void read_document(std::string_view json, Faltas& faltas, FunctionRef<void(JsonValue&)> root, Root wanted) {
    auto fault = [&](Codigo codigo) { faltas.agregar(codigo, "", En::cuerpo); };
    if (const auto codigo = too_much(json)) return fault(*codigo);
    thread_local Buffer buffer;
    const struct Release {
        ~Release() { buffer.release_if_large(); }
    } release;
    try {
        ondemand::document document;
        check(buffer.parser.iterate(buffer.fill(json)).get(document));
        ondemand::json_type type{};
        check(document.type().get(type));
        const bool container = type == ondemand::json_type::object || type == ondemand::json_type::array;
        if (!container || (wanted == Root::object && type != ondemand::json_type::object)) {
            fault(Codigo::tipo_incorrecto);
        } else {
            ondemand::value value;
            check(document.get_value().get(value));
            auto wrapped = JsonAccess::wrap(value);
            root(wrapped);
            // Past the end there is no location: anything else is text after the object.
            if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) fault(Codigo::json_invalido);
        }
    } catch (const BrokenJson& broken) {
        fault(broken.code == simdjson::UTF8_ERROR ? Codigo::utf8_invalido : Codigo::json_invalido);
    }
}

void write_value(JsonValue& value, std::string& out) {
    bool first = true;
    const auto separated = [&] {
        if (!first) out.push_back(',');
        first = false;
    };
    switch (value.type()) {
        case JsonType::object:
            out.push_back('{');
            value.fields([&](std::string_view name, JsonValue& v) {
                separated();
                write_string(out, name);
                out.push_back(':');
                write_value(v, out);
            });
            return out.push_back('}');
        case JsonType::array:
            out.push_back('[');
            value.items([&](JsonValue& v) {
                separated();
                write_value(v, out);
            });
            return out.push_back(']');
        case JsonType::string: return write_string(out, value.text());
        case JsonType::number: out += value.number(); return;
        case JsonType::boolean: out += value.boolean() ? "true" : "false"; return;
        case JsonType::null: out += "null"; return;
    }
}

}  // namespace cacao::reflect
