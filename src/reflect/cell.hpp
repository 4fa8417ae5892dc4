#pragma once
// Values between described structs and the cells of a table. The types judge a cell exactly as they judge a request; only the
// forms in which spreadsheets write truth and days are taken as well.

#include "reflect/decode.hpp"
#include "reflect/json_write.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cacao::reflect {

// true, verdadero, sí, yes, 1 and their opposites, however they are written.
bool read_truth(std::string_view text, bool& out);

template <class T>
void read_cell(std::string_view text, T& out, Decoding& d);

// A list of plain values is separated by commas; one of objects is JSON, as a request would have it.
template <class T>
void read_cell_list(std::string_view text, T& out, Decoding& d) {
    if constexpr (Described<typename T::value_type>) {
        Faltas form;  // of the text as a whole, which has no place of its own
        read_document(
            text, form, [&](JsonValue& root) { read_json(root, out, d); }, Root::any);
        if (!form.vacia()) d.fault(form.lista().front().codigo);
    } else {
        if (text == "[]") return;
        std::size_t index = 0;
        for (std::size_t from = 0; from <= text.size(); ++index) {
            const auto to = std::min(text.find(',', from), text.size());
            if (index < T::max) {
                PathStep item{d, index};
                read_cell(text.substr(from, to - from), out.emplace_back(), d);
            }
            from = to + 1;
        }
        if (index > T::max) d.fault(Codigo::lista_muy_larga, R"({"maximo":)" + std::to_string(T::max) + "}");
    }
}

template <class T>
void read_cell(std::string_view sent, T& out, Decoding& d) {
    const auto text = recortado(sent);
    if constexpr (is_optional<T>) {
        if (!text.empty()) read_cell(text, out.emplace(), d);
    } else if constexpr (is_cambio<T>) {
        out.presente = true;
        if (!text.empty()) read_cell(text, out.valor.emplace(), d);
    } else if constexpr (is_vector<T>) {
        if (text.empty()) d.fault(Codigo::requerido);
        else read_cell_list(text, out, d);
    } else if constexpr (std::is_same_v<T, bool>) {
        if (!read_truth(text, out)) d.fault(Codigo::tipo_incorrecto);
    } else if constexpr (std::is_same_v<T, Fecha>) {
        const auto dmy = Fecha::leer_dmy(text);
        if (dmy) out = *dmy;
        else read_token(text, out, d);
    } else {
        if (text.empty() && !is_texto<T>) d.fault(Codigo::requerido);
        else read_token(text, out, d);
    }
}

// Reads a cell into the member called `name`; its bit, or 0 when the type has no such member.
template <Described T>
std::uint64_t read_cell_member(T& out, std::string_view name, std::string_view text, Decoding& d) {
    std::uint64_t seen = 0;
    std::uint64_t bit = 1;
    for_each_member<T>([&](auto member) {
        if (seen == 0 && name == member.name) {
            seen = bit;
            PathStep step{d, name};
            read_cell(text, out.*member.pointer, d);
        }
        bit <<= 1U;
    });
    return seen;
}

template <Described T>
std::vector<std::string_view> member_names() {
    std::vector<std::string_view> names;
    for_each_member<T>([&](auto member) { names.emplace_back(member.name); });
    return names;
}

// A list as a request of `Item`s would have it: of each record only what such a request names.
template <Described Item, class Record>
std::string list_as_request(const std::vector<Record>& list) {
    std::string text;
    if (list.empty()) return text;
    Pieces out{text};
    char before = '[';
    for (const Record& record : list) {
        out.put(before);
        before = ',';
        char inside = '{';
        for_each_member<Item>([&](auto wanted) {
            using Wanted = decltype(wanted);
            for_each_member<Record>([&](auto member) {
                using Member = decltype(member);
                if constexpr (std::string_view{Wanted::name} == std::string_view{Member::name}) {
                    out.put(inside);
                    inside = ',';
                    write_string(out, Member::name);
                    out.put(':');
                    write_json(out, record.*Member::pointer);
                }
            });
        });
        out.put('}');
    }
    out.put(']');
    out.flush();
    return text;
}

}  // namespace cacao::reflect
