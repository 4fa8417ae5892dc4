#pragma once
// What the OpenAPI document and the plain pages say of an operation's request and answer.

#include "api/operations.hpp"
#include "reflect/schema.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cacao::api {

struct Parameter {
    std::string_view name;
    std::string_view in;  // path, query
    bool required = false;
    std::string schema;
    std::string_view description;
};

// Of the newest version.
std::vector<Parameter> parameters(const Operation& op, reflect::SchemaBook& book);
std::string body_schema(const Operation& op, reflect::SchemaBook& book);
std::string body_example(const Operation& op, const reflect::Words& words);
// With the envelope; empty for an answer that is not JSON.
std::string answer_schema(const Operation& op, reflect::SchemaBook& book);
std::string answer_example(const Operation& op, const reflect::Words& words);

}  // namespace cacao::api
