#include "reflect/cell.hpp"

#include "reflect/json_write.hpp"

#include <algorithm>
#include <array>

namespace cacao::reflect {
namespace {

// true, verdadero, sí, yes, 1 and their opposites, however they are written.
bool read_truth(std::string_view text, bool& out) {
    constexpr std::array<std::string_view, 5> yes{"true", "verdadero", "si", "yes", "1"};
    constexpr std::array<std::string_view, 4> no{"false", "falso", "no", "0"};
    const auto folded = plegado(text);
    out = std::ranges::find(yes, folded) != yes.end();
    return out || std::ranges::find(no, folded) != no.end();
}

void read_objects(std::string_view text, void* out, const Use& use, Decoding& d) {
    Faltas form;  // of the text as a whole, which has no place of its own
    read_document(
        text, form, [&](JsonValue& root) { read_json(root, out, use, d); }, Root::any);
    if (!form.vacia()) d.fault(form.lista().front().codigo);
}

void read_values(std::string_view text, void* out, const Shape& shape, Decoding& d) {
    if (text == "[]") return;
    const auto max = static_cast<std::size_t>(shape.max);
    std::size_t index = 0;
    for (std::size_t from = 0; from <= text.size(); ++index) {
        const auto to = std::min(text.find(',', from), text.size());
        if (index < max) {
            const PathStep item{d, index};
            read_cell(text.substr(from, to - from), shape.listing->append(out), shape.items, d);
        }
        from = to + 1;
    }
    if (index > max) d.fault(Codigo::lista_muy_larga, R"({"maximo":)" + std::to_string(max) + "}");
}

void read_plain_cell(std::string_view text, void* out, const Shape& shape, Decoding& d) {
    if (shape.form == Form::boolean) {
        if (!read_truth(text, *static_cast<bool*>(out))) d.fault(Codigo::tipo_incorrecto);
        return;
    }
    const bool day = shape.written == &written_as<Fecha>;
    const bool may_be_empty = day || (shape.form == Form::text && shape.bounded);  // and then its type says what is wrong
    if (text.empty() && !may_be_empty) return d.fault(Codigo::requerido);
    if (shape.form == Form::list) {
        if (shape.items.shape->form == Form::object) read_objects(text, out, {&shape}, d);
        else read_values(text, out, shape, d);
    } else if (const auto dmy = day ? Fecha::leer_dmy(text) : std::nullopt) {
        *static_cast<Fecha*>(out) = *dmy;
    } else {
        read_token(text, out, shape, d);
    }
}

}  // namespace

void read_cell(std::string_view sent, void* out, const Use& use, Decoding& d) {
    const auto text = recortado(sent);
    if (!use.nullable()) return read_plain_cell(text, out, *use.shape, d);
    if (use.change()) *use.holder->sent(out) = true;
    if (!text.empty()) read_plain_cell(text, use.holder->emplace(out), *use.shape, d);
}

std::uint64_t read_cell_member(void* out, const Shape& shape, std::string_view name, std::string_view text, Decoding& d) {
    const auto at = find_member(shape.members, name);
    if (!at) return 0;
    const PathStep step{d, name};
    const ShapeMember& member = shape.members[*at];
    read_cell(text, static_cast<char*>(out) + shape.offset(member), member.use, d);
    return std::uint64_t{1} << *at;
}

std::vector<std::string_view> member_names(const Shape& shape) {
    std::vector<std::string_view> names;
    for (const ShapeMember& member : shape.members) names.push_back(member.name);
    return names;
}

std::string list_as_request(const void* list, const Shape& shape, const Shape& item) {
    const Items records = shape.listing->items(list);
    const Shape& kind = *shape.items.shape;
    std::string text;
    if (records.count == 0) return text;
    Pieces out{text};
    for (std::size_t i = 0; i < records.count; ++i) {
        const char* const record = records.first + i * shape.listing->stride;
        out.put(i == 0 ? '[' : ',');
        char before = '{';
        for (const ShapeMember& wanted : item.members) {
            const auto at = find_member(kind.members, wanted.name);
            if (!at) continue;
            const ShapeMember& member = kind.members[*at];
            out.put(before);
            before = ',';
            write_string(out, member.name);
            out.put(':');
            write_json(out, record + kind.offset(member), member.use);
        }
        out.put('}');
    }
    out.put(']');
    out.flush();
    return text;
}

}  // namespace cacao::reflect
