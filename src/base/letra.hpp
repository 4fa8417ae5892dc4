#pragma once
// Amounts in words, as invoices and cheques carry them: MIL CIENTO SESENTA PESOS 00/100 M.N.

#include "base/decimal.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace cacao {

// A number before a noun, in capitals: UN, VEINTIÚN, CIENTO UN MIL, UN MILLÓN.
std::string numero_en_letra(std::uint64_t numero);

// Rounded to cents. Of a currency that has no name here, its key alone stands: CIEN 50/100 CHF.
std::string importe_en_letra(Importe importe, std::string_view moneda);

}  // namespace cacao
