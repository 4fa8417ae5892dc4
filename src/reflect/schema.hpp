#pragma once
// JSON Schema (2020-12, as OpenAPI 3.1 uses it) and example values from the shapes of types.

#include "reflect/shape.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cacao::reflect {

// A request may leave optional members out; an answer always has every member. So one struct can have two schemas.
enum class Direction : std::uint8_t { in, out };

// What people are told of a member of the struct, or a parameter of the operation, `where`; "" when nothing is.
struct Words {
    using Find = std::string_view (*)(std::string_view where, std::string_view member);
    Find explanation = [](std::string_view, std::string_view) { return std::string_view{}; };
    Find example = explanation;  // JSON
};

// `"name":{…}` of one property whose schema is written out, with its words.
std::string property(const Words& words, std::string_view where, std::string_view name, std::string schema);

// The schemas of all structs met so far, by name.
class SchemaBook {
public:
    // Written inline, a struct stands where it is used, for readers who follow no references; inside itself it is any object.
    enum class Structs : std::uint8_t { referenced, inlined };
    explicit SchemaBook(Words words = {}, Structs structs = Structs::referenced) : words_(words), structs_(structs) {}
    const Words& words() const { return words_; }

    // Appends the schema of a type; structs become a reference to a component. Members of the struct that travel outside the
    // body, one bit each, are left out.
    void write(std::string& out, Use use, Direction direction, std::uint64_t outside = 0);

    // `"Name":{…},…` of all components. A struct used both ways with differing schemas has a second one, NameEntrada.
    std::string components() const;
    // Replaces the marks that write() left in `text` by final references.
    std::string resolve(std::string text) const;

private:
    void write_plain(std::string& out, const Shape& shape, Direction direction, bool nullable);
    std::string object_schema(const Shape& shape, Direction direction, std::uint64_t outside, bool nullable);
    void describe(const Shape& shape, Direction direction, std::uint64_t outside);
    void write_inlined(std::string& out, Use use, Direction direction, std::uint64_t outside);
    bool same_both_ways(const std::string& name) const;

    const Words words_;
    const Structs structs_;
    std::vector<const Shape*> open_;  // that stand around what is being written inline
    std::map<std::string, std::string> schemas_[2];
};

// A plausible value, for documentation.
void write_example(std::string& out, Use use, const Words& words, std::uint64_t outside = 0);

}  // namespace cacao::reflect
