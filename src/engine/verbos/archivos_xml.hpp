#pragma once
// Which of the files of a document is its fiscal one: receipts and addenda are XML too.

#include "base/function_ref.hpp"
#include "db/db.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// XML that was added to it, the last first.
std::vector<std::int64_t> xml_de_documento(db::Reader& tx, std::int64_t transaccionId);

// How much some XML looks like the fiscal document of what has this folio.
enum class ParecidoFiscal : std::uint8_t { nada, comprobante, el_suyo };
ParecidoFiscal parecido_fiscal(std::string_view bytes, const std::string& uuid);

// A snapshot for each call.
using LeerAparte = FunctionRef<void(FunctionRef<void(db::Reader&)>)>;

// Its own fiscal XML among these files of it, byte by byte as it was stamped; "" when there is none. Files are fetched one at a
// time, what is kept outside of the database after the snapshot.
std::string xml_propio(LeerAparte leer, const std::vector<std::int64_t>& archivos, const std::string& uuid);

// What its customer gets: behind what was stamped, which stays as it is, what the addendum says now. What came with an addendum
// keeps that.
std::string xml_con_addenda(LeerAparte leer, std::int64_t transaccionId, std::string xml);

}  // namespace cacao::engine
