#pragma once
// What an operation was asked and answered when the scenarios ran (docs/examples, written by tests/casos), for the document and
// its pages. An operation that none was recorded of shows plausible values.

#include "api/operations.hpp"
#include "reflect/schema.hpp"

#include <string>

namespace cacao::serve {

std::string shown_body(const api::Operation& op, const reflect::Words& words);
// Empty for an answer that is not JSON.
std::string shown_answer(const api::Operation& op, const reflect::Words& words);

}  // namespace cacao::serve
