#include "reflect/shape.hpp"

#include <cstring>

namespace cacao::reflect {

namespace {

// Copied, because an enumeration is not the number that it is kept as.
template <class Number>
Number copied(const void* value) {
    Number number{};
    std::memcpy(&number, value, sizeof number);
    return number;
}
template <class Number>
void copy(void* value, std::int64_t wanted) {
    const auto number = static_cast<Number>(wanted);
    std::memcpy(value, &number, sizeof number);
}

}  // namespace

std::int64_t whole_at(const void* value, const Shape& shape) {
    switch (shape.bytes) {
        case 8: return copied<std::int64_t>(value);
        case 4: return copied<std::int32_t>(value);
        default: return copied<std::uint8_t>(value);
    }
}

void put_whole(void* value, const Shape& shape, std::int64_t number) {
    switch (shape.bytes) {
        case 8: return copy<std::int64_t>(value, number);
        case 4: return copy<std::int32_t>(value, number);
        default: return copy<std::uint8_t>(value, number);
    }
}

std::string_view name_of(std::int64_t number, const Shape& shape) {
    // Most enumerations count from 0.
    const auto place = static_cast<std::size_t>(number);
    if (place < shape.values.size() && shape.values[place].value == number) return shape.values[place].name;
    for (const Enumerator& one : shape.values)
        if (one.value == number) return one.name;
    return {};
}

}  // namespace cacao::reflect
