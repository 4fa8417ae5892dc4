#pragma once
// The VAT of lines that withhold, as payments, credits and write-offs take it, document by document.

#include "db/db.hpp"

#include <map>
#include <set>
#include <utility>

namespace cacao {

// What went with one application of what is withheld at a rate, in the currency of the document: its base, and the VAT of the
// lines that withhold it.
struct IvaDeRetencion {
    Importe base;
    Importe iva;
};
// By application, 0 as it was registered, and by rate of what is withheld.
using IvasDeRetencion = std::map<std::pair<std::int64_t, Tasa>, IvaDeRetencion>;

// Of each of these documents. All of it together is the VAT of its lines, whatever was undone between; a credit takes off what
// the VAT of its own lines is, and a write-off what it leaves.
std::map<std::int64_t, IvasDeRetencion> ivas_de_retencion(db::Reader& tx, const std::set<std::int64_t>& documentos);

}  // namespace cacao
