#pragma once
// Advances in the fiscal documents: what the CFDI of an advance says beside its books, what an invoice says of the advances that
// were applied to it, and the egress that takes one off an invoice of the whole (guide of Anexo 20, appendix 6).

#include "base/error.hpp"
#include "db/db.hpp"
#include "engine/entorno/timbrado.hpp"
#include "fiscal/comprobante.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cacao::timbrado {

inline constexpr std::string_view de_anticipo = "07";

// How the money of an advance came (c_FormaPago); dato_fiscal_faltante where nobody says.
std::string forma_del_anticipo(db::Reader& tx, std::int64_t transaccionId, Faltas& faltas);
// The one concept that the guide prescribes, with the figures of the books.
void prescribir_concepto(fiscal::LineaDada& linea);

// Into the invoice: the advances that were applied to it and have a CFDI, as relation 07 and, where the organization has it so
// and figures allow it, as a discount of its lines. The invoice is of the whole where that would leave nothing to invoice, where
// the currency is another, where the lines do not have the taxes of the advances or have others beside them, and where a part of
// the whole was told by a payment before. An advance that is on its way is a fault (comprobante_en_proceso).
std::vector<engine::AnticipoDicho> poner_anticipos(db::Reader& tx, std::int64_t facturaId, bool global, fiscal::Comprobante& c,
                                                   Faltas& faltas);

// The egress: what was applied, with the taxes that returned, in the currency and at the rate of the advance.
void egresar_anticipo(db::Reader& tx, std::int64_t transaccionId, fiscal::Comprobante& c, Faltas& faltas);

}  // namespace cacao::timbrado
