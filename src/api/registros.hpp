#pragma once
// What records of catalogs ask of each other, so that every room asks it alike.

#include "base/error.hpp"
#include "db/rows.hpp"

#include <cstdint>
#include <string_view>

namespace cacao {

// Whether the statement finds anything; its $1 is the organization.
template <class... Args>
bool hay(db::Reader& tx, std::string_view sql, const Args&... args) {
    return tx.one<std::int64_t>(sql, tx.organizacion(), args...).has_value();
}

// A record that another one points to must be there and in use; 0 points to none. `sql` gives its `activo` by the organization
// ($1) and the identifier ($2).
void exigir_activo(db::Reader& tx, std::string_view sql, std::int64_t id, std::string_view campo, Faltas& faltas);

// The same of a branch, at /sucursalId.
void exigir_sucursal_activa(db::Reader& tx, std::int64_t sucursalId, Faltas& faltas);

// A value that no other record may have. `sql` gives whose it is by the organization ($1) and the value ($2); `propio` is the
// record that is asked for.
template <class Valor>
void exigir_unico(db::Reader& tx, std::string_view sql, const Valor& valor, std::int64_t propio, std::string_view campo,
                  Faltas& faltas) {
    const auto otro = tx.one<std::int64_t>(sql, tx.organizacion(), valor);
    faltas.agregar_si(otro && *otro != propio, Codigo::duplicado, campo);
}

}  // namespace cacao
