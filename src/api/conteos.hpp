#pragma once
// How many records of a catalog there are, kept beside them: a list tells its total without counting.

#include "db/db.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cacao {

// What is counted of a record: `clase` has a bit for each thing that it is and that a list asks for.
struct RegistroContado {
    std::int64_t clase = 0;
    bool activo = true;
    friend bool operator==(const RegistroContado&, const RegistroContado&) = default;
};

// In the transaction that writes the record; `antes` is nothing for a new one. `tipo` as the audit log names it.
void contar_registro(db::Writer& tx, std::string_view tipo, const std::optional<RegistroContado>& antes,
                     const RegistroContado& despues);

// Those that have one of the bits of `clase`, and are in use or not.
std::int64_t registros_contados(db::Reader& tx, std::string_view tipo, const std::optional<std::int64_t>& clase,
                                const std::optional<bool>& activo);

// For `cacao verify`: what is kept against the records, of which `sql` gives clase and activo by the organization ($1).
void verificar_conteo(db::Reader& tx, std::string_view tipo, std::string_view sql,
                      const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao
