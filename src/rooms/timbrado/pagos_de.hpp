#pragma once
// What a payment complement tells, as the books have it: of the payment its day, form, currency and rate; of each part that it
// paid the number, the balance before, what was paid and the taxes that were collected with it.

#include "base/error.hpp"
#include "db/db.hpp"
#include "fiscal/comprobante.hpp"

#include <cstdint>
#include <vector>

namespace cacao::timbrado {

// Faults that it finds are added: dato_fiscal_faltante where nobody knows how it was paid, or an invoice has no folio.
std::vector<fiscal::PagoDado> pagos_de(db::Reader& tx, std::int64_t complementoId, Faltas& faltas);
// Folios of those in whose place it stands, for relation 04.
std::vector<std::string> sustituidos_por(db::Reader& tx, std::int64_t complementoId);

}  // namespace cacao::timbrado
