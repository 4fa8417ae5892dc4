#pragma once
// What one transaction holds of documents until it ends, and in which order it takes hold of it, so that two never wait for each
// other in a circle. All of the engine takes these locks here and nowhere else.
//
//   1 documento   shared: nobody cancels it meanwhile. Alone (retener_solo): nobody derives from it or settles it meanwhile
//   2 cifras      one document at a time takes its share of a document's figures
//   3 saldo       one at a time settles or credits it
//
// Within each of them by rising identifier. After them come a customer's credit, the order of identifiers, progress of lines,
// stock (by product, warehouse, lot), promotions, kept sums and, last, the series. The accounts and the month of an entry are
// held shared at any point: whoever wants those alone holds nothing of documents.

#include "db/db.hpp"

#include <cstdint>
#include <set>

namespace cacao::engine {

struct Candados {
    std::set<std::int64_t> documentos = {};
    std::set<std::int64_t> cifras = {};
    std::set<std::int64_t> saldos = {};
};
// 0 is no document.
void retener(db::Writer& tx, const Candados& candados);

// A document for oneself alone.
void retener_solo(db::Writer& tx, std::int64_t transaccionId);

}  // namespace cacao::engine
