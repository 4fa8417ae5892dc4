#pragma once
// An answer as a table, made from its description: whatever lists rows is one, and says nothing for it.
//
// Columns are the described members of a row: first what says which one it is, then amounts, each in their order. A struct inside
// a row is flattened; a list of texts is one cell, and so are documents, by their folios; other lists are left out, unless the
// operation says that each item is a row (`por`). Identifiers and versions stand in a CSV, for programs, and not on paper. Heads
// and values are people's words. Rows of several lists stand one after another, the first column says of which.
//
// Below the rows stands what `totales` adds up (one line for each currency; what was cancelled is shown and not added), and every
// figure that the answer has beside its rows: under the column of its name, or on a line of its own. Not in a CSV.

#include "api/operations.hpp"

namespace cacao::api {

// Whether the answer of an operation is one by its form: a page, a list of records, or a struct with such a list where the path
// names no single record.
bool es_tabla(const Operation& op, const OperationKind& kind);

void llenar_tabla(const Context& ctx, const Operation& op, const Executable& x, const void* request, tabla::Hoja& hoja);

}  // namespace cacao::api
