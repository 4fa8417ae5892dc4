#include "reflect/decode.hpp"

#include "reflect/objeto.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <vector>

namespace cacao::reflect {
namespace {

constexpr std::size_t default_text_max = 10'000;
constexpr std::size_t default_list_max = 100'000;

// Length in characters, control characters. The text is trimmed of outer blanks.
void check_text(std::string_view sent, std::size_t min, std::size_t max, std::string& out, Decoding& d) {
    const auto text = recortado(sent);
    const bool control = std::ranges::any_of(text, [](char c) {
        const auto b = static_cast<unsigned char>(c);
        return (b < 0x20 && c != '\n' && c != '\r' && c != '\t') || b == 0x7F;
    });
    if (control) return d.fault(Codigo::caracter_no_permitido);
    const std::size_t length = largo_utf8(text);
    if (length > max) return d.fault(Codigo::texto_muy_largo, R"({"maximo":)" + std::to_string(max) + "}");
    if (length < min)
        return d.fault(length == 0 ? Codigo::requerido : Codigo::texto_muy_corto, R"({"minimo":)" + std::to_string(min) + "}");
    out.assign(text);
}

// Of a value of another sort: which it should be, in the words of JSON Schema.
void wrong_type(const Shape& shape, Decoding& d) {
    constexpr std::string_view names[] = {"boolean", "integer", "number", "string", "string",
                                          "string",  "array",   "object", "file",   "any"};
    d.fault(Codigo::tipo_incorrecto, objeto("tipo", names[static_cast<std::size_t>(shape.form)]));
}

std::string limits(std::int64_t min, std::int64_t max) { return objeto("minimo", min, "maximo", max); }

// Reads an exact number of millionths; faults name what is wrong with it.
bool number_micros(std::string_view digits, std::int64_t& micros, const Shape& shape, Decoding& d) {
    switch (leer_millonesimas(digits, micros)) {
        case Lectura::bien: return true;
        case Lectura::malformado: wrong_type(shape, d); break;
        case Lectura::demasiados_decimales: d.fault(Codigo::demasiados_decimales, R"({"decimales":6})"); break;
        case Lectura::fuera_de_rango: d.fault(Codigo::fuera_de_rango, limits(shape.min, shape.max)); break;
    }
    return false;
}

// Reads a whole number within bounds.
bool number_integer(std::string_view digits, std::int64_t min, std::int64_t max, std::int64_t& out, const Shape& shape,
                    Decoding& d) {
    // Plain digits first: a 64-bit whole number does not fit millionths, but 1.0 and 1e3 are whole numbers too.
    std::int64_t value{};
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const auto start = digits.starts_with('-') ? digits.substr(1) : digits;
    const bool leading_zero = start.size() > 1 && start[0] == '0' && start[1] >= '0' && start[1] <= '9';
    if (ec != std::errc{} || end != digits.data() + digits.size() || leading_zero) {
        std::int64_t micros{};
        const auto reading = leer_millonesimas(digits, micros);
        if (reading == Lectura::fuera_de_rango || ec == std::errc::result_out_of_range) {
            d.fault(Codigo::fuera_de_rango, limits(min, max));
            return false;
        }
        if (reading == Lectura::malformado || leading_zero) {
            wrong_type(shape, d);
            return false;
        }
        if (reading != Lectura::bien || micros % millonesimas != 0) {
            d.fault(Codigo::demasiados_decimales, R"({"decimales":0})");
            return false;
        }
        value = micros / millonesimas;
    }
    if (value < min || value > max) {
        d.fault(Codigo::fuera_de_rango, limits(min, max));
        return false;
    }
    out = value;
    return true;
}

std::size_t most_items(const Shape& shape) { return shape.bounded ? static_cast<std::size_t>(shape.max) : default_list_max; }

void read_whole(std::string_view digits, void* out, const Shape& shape, Decoding& d) {
    using Small = std::numeric_limits<std::int32_t>;
    using Large = std::numeric_limits<std::int64_t>;
    const std::int64_t min = shape.bounded ? shape.min : shape.bytes == 8 ? Large::min() : Small::min();
    const std::int64_t max = shape.bounded ? shape.max : shape.bytes == 8 ? Large::max() : Small::max();
    std::int64_t value{};
    if (number_integer(digits, min, max, value, shape, d)) put_whole(out, shape, value);
}

void read_decimal(std::string_view digits, void* out, const Shape& shape, Decoding& d) {
    std::int64_t micros{};
    if (!number_micros(digits, micros, shape, d)) return;
    if (shape.min == 0 && micros < 0) return d.fault(Codigo::fuera_de_rango, R"({"minimo":0})");
    *static_cast<std::int64_t*>(out) = micros;
}

void read_list(JsonValue& v, void* out, const Shape& shape, Decoding& d) {
    std::size_t max = most_items(shape);
    std::size_t index = 0;
    v.items([&](JsonValue& item) {
        // Past the limit items are counted, not kept: the fault is enough.
        if (index < max && !d.may_keep(shape)) max = index;
        if (index < max) {
            const PathStep step{d, index};
            read_json(item, shape.listing->append(out), shape.items, d);
        }
        ++index;
    });
    if (index > max) d.fault(Codigo::lista_muy_larga, R"({"maximo":)" + std::to_string(max) + "}");
    if (index < static_cast<std::size_t>(shape.min)) d.fault(Codigo::lista_vacia, objeto("minimo", shape.min));
}

void read_plain(JsonValue& v, void* out, const Shape& shape, Decoding& d) {
    const auto is = [&](JsonType wanted) {
        if (v.type() == wanted) return true;
        wrong_type(shape, d);
        return false;
    };
    switch (shape.form) {
        case Form::file: return d.fault(Codigo::tipo_de_contenido);  // files travel in multipart/form-data only
        case Form::json: return write_value(v, static_cast<JsonCrudo*>(out)->texto);
        case Form::list:
            if (shape.items.shape->form == Form::file) return d.fault(Codigo::tipo_de_contenido);
            if (is(JsonType::array)) read_list(v, out, shape, d);
            return;
        case Form::object:
            if (is(JsonType::object)) read_object(v, out, shape, d);
            return;
        case Form::boolean:
            if (is(JsonType::boolean)) *static_cast<bool*>(out) = v.boolean();
            return;
        case Form::whole:
        case Form::decimal:
            if (is(JsonType::number)) read_token(v.number(), out, shape, d);
            return;
        case Form::enumeration:
        case Form::text:
        case Form::written:
            if (is(JsonType::string)) read_token(v.text(), out, shape, d);
            return;
    }
}

// A list in a query is comma-separated.
void read_listed(std::string_view text, void* out, const Shape& shape, Decoding& d) {
    std::size_t index = 0;
    for (std::size_t from = 0; from <= text.size(); ++index) {
        const auto to = std::min(text.find(',', from), text.size());
        if (!d.may_keep(shape)) return d.fault(Codigo::lista_muy_larga, R"({"maximo":)" + std::to_string(index) + "}");
        const PathStep item{d, index};
        if (shape.items.shape->form != Form::object)
            read_token(text.substr(from, to - from), shape.listing->append(out), *shape.items.shape, d);
        from = to + 1;
    }
}

// What stands in a query, a path or a part of a form.
void read_text(std::string_view text, void* out, const Use& use, Decoding& d) {
    const Shape& shape = *use.shape;
    if (use.change() || shape.form == Form::object) return;
    if (use.optional()) {
        if (shape.form != Form::list) read_token(text, use.holder->emplace(out), shape, d);
        return;
    }
    const bool files = shape.form == Form::list && shape.items.shape->form == Form::file;
    if (shape.form == Form::file || files) d.fault(Codigo::tipo_de_contenido);
    else if (shape.form == Form::list) read_listed(text, out, shape, d);
    else read_token(text, out, shape, d);
}

}  // namespace

std::string Decoding::path() const {
    std::string text;
    if (step != nullptr) step->write(text);
    return text;
}

void PathStep::write(std::string& path) const {
    if (above_ != nullptr) above_->write(path);
    path.push_back('/');
    if (is_index_) {
        path += std::to_string(index_);
        return;
    }
    constexpr std::size_t longest = 200;  // a name made up by the caller must not flood the answer
    for (const char c : principio_utf8(name_, longest)) {
        if (c == '~') path += "~0";
        else if (c == '/') path += "~1";
        else path.push_back(c);
    }
}

void require_members(ShapeMembers members, std::uint64_t seen, Decoding& d) {
    for (const ShapeMember& member : members) {
        if (member.required() && (seen & 1U) == 0) {
            PathStep step{d, member.name};
            d.fault(Codigo::requerido);
        }
        seen >>= 1U;
    }
}

std::optional<std::size_t> find_member(ShapeMembers members, std::string_view name) {
    const auto found = std::ranges::find(members, name, &ShapeMember::name);
    if (found == members.end()) return std::nullopt;
    return static_cast<std::size_t>(found - members.begin());
}

const ShapeMember* next_member(ShapeMembers members, std::string_view name, std::uint64_t outside, std::uint64_t& seen,
                               Decoding& d) {
    const auto at = find_member(members, name);
    const std::uint64_t bit = at ? std::uint64_t{1} << *at : 0;
    if (!at || (outside & bit) != 0) return d.fault(Codigo::campo_desconocido), nullptr;
    const ShapeMember& member = members[*at];
    if ((seen & bit) != 0 && !member.files()) return d.fault(Codigo::campo_repetido), nullptr;
    seen |= bit;
    return &member;
}

std::uint64_t read_object(JsonValue& v, void* out, const Shape& shape, Decoding& d, std::uint64_t outside) {
    std::uint64_t seen = outside;
    v.fields([&](std::string_view key, JsonValue& field) {
        const PathStep step{d, key};
        if (const ShapeMember* member = next_member(shape.members, key, outside, seen, d))
            read_sent({.json = &field}, out, shape, *member, d);
    });
    require_members(shape.members, seen, d);
    return seen;
}

bool read_member(void* out, const Shape& shape, std::string_view name, std::string_view text, Decoding& d) {
    const auto at = find_member(shape.members, name);
    if (!at) return false;
    const PathStep step{d, name};
    read_sent({.text = text}, out, shape, shape.members[*at], d);
    return true;
}

void read_sent(const Sent& sent, void* object, const Shape& shape, const ShapeMember& member, Decoding& d) {
    void* const out = static_cast<char*>(object) + shape.offset(member);
    if (sent.json != nullptr) return read_json(*sent.json, out, member.use, d);
    if (sent.file != nullptr && member.files())
        *static_cast<Archivo*>(member.use.shape->listing->append(out)) = std::move(*sent.file);
    else if (sent.file != nullptr && member.file()) *static_cast<Archivo*>(out) = std::move(*sent.file);
    else read_text(sent.text, out, member.use, d);
}

void read_json(JsonValue& v, void* out, const Use& use, Decoding& d) {
    if (use.holder == nullptr) return read_plain(v, out, *use.shape, d);
    if (use.judged()) {
        Decoding own{*use.holder->faults(out), d.en, nullptr, d.room};
        return read_plain(v, use.holder->emplace(out), *use.shape, own);
    }
    if (use.change()) *use.holder->sent(out) = true;
    if (v.type() == JsonType::null) return;
    // In a change an empty text takes away what is written in a form of its own, as null does: answers say "" of a date that is
    // not there. (A text is taken out once: the reader's room for texts is that of the document.)
    if (use.change() && use.shape->form == Form::written && v.type() == JsonType::string) {
        if (const auto text = v.text(); !text.empty()) read_token(text, use.holder->emplace(out), *use.shape, d);
        return;
    }
    read_plain(v, use.holder->emplace(out), *use.shape, d);
}

void read_token(std::string_view text, void* out, const Shape& shape, Decoding& d) {
    switch (shape.form) {
        case Form::boolean:
            if (text == "true" || text == "false") *static_cast<bool*>(out) = text == "true";
            else wrong_type(shape, d);
            return;
        case Form::decimal: return read_decimal(text, out, shape, d);
        case Form::whole: return read_whole(text, out, shape, d);
        case Form::enumeration: {
            const auto found = std::ranges::find(shape.values, text, &Enumerator::name);
            if (found == shape.values.end()) {
                std::vector<std::string_view> names;
                for (const Enumerator& e : shape.values) names.push_back(e.name);
                return d.fault(Codigo::valor_no_permitido, objeto("permitidos", names));
            }
            return put_whole(out, shape, found->value);
        }
        case Form::written:
            if (!shape.written->read(text, out))
                d.fault(shape.written->codigo,
                        objeto("formato", Escrito{"{" + std::string{shape.schema} + "}"}, "ejemplo", shape.example));
            return;
        case Form::text: {
            const auto min = static_cast<std::size_t>(shape.min);
            const auto max = shape.bounded ? static_cast<std::size_t>(shape.max) : default_text_max;
            return check_text(text, min, max, *static_cast<std::string*>(out), d);
        }
        case Form::list:
        case Form::object:
        case Form::file:
        case Form::json: throw std::logic_error("this type cannot stand in a query or path");
    }
}

void read_kept(std::string_view text, void* out, const Use& use) {
    Faltas faltas;
    read_document(
        text, faltas,
        [&](JsonValue& root) {
            Decoding d{faltas, En::cuerpo, {}};
            read_json(root, out, use, d);
        },
        Root::any);
    if (!faltas.vacia()) throw std::logic_error("a kept value does not read back: " + std::string{text.substr(0, 200)});
}

}  // namespace cacao::reflect
