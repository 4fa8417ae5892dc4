#pragma once
// Values between described structs and the cells of a table. The types judge a cell exactly as they judge a request; only the
// forms in which spreadsheets write truth and days are taken as well.

#include "reflect/decode.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cacao::reflect {

// A list of plain values is separated by commas; one of objects is JSON, as a request would have it.
void read_cell(std::string_view text, void* out, const Use& use, Decoding& d);

template <class T>
void read_cell(std::string_view text, T& out, Decoding& d) {
    read_cell(text, &out, UseOf<T>::value, d);
}

// Reads a cell into the member called `name`; its bit, or 0 when the type has no such member.
std::uint64_t read_cell_member(void* out, const Shape& shape, std::string_view name, std::string_view text, Decoding& d);

std::vector<std::string_view> member_names(const Shape& shape);

template <Described T>
std::vector<std::string_view> member_names() {
    return member_names(ShapeOf<T>::value);
}

// A list as a request of `item`s would have it: of each record only what such a request names. "" of an empty one.
std::string list_as_request(const void* list, const Shape& shape, const Shape& item);

}  // namespace cacao::reflect
