#pragma once
// What records of catalogs ask of each other, so that every room asks it alike.

#include "base/error.hpp"
#include "db/rows.hpp"

#include <cstdint>
#include <optional>
#include <span>
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
// … and of a project, which is in use while it is active.
void exigir_proyecto_activo(db::Reader& tx, std::int64_t proyectoId, std::string_view campo, Faltas& faltas);

// The fault of a value that another record has (`otro`), with its identifier.
void duplicado_si(const std::optional<std::int64_t>& otro, std::int64_t propio, std::string_view campo, Faltas& faltas);

// The fault of a change that another record stands in the way of, which it names as the column is called that `sql` gives.
void impedido_por(std::string_view sql, std::int64_t otro, std::string_view campo, Faltas& faltas, Codigo codigo);

// A key of a short catalog of the tax authority, or none; the fault has those that there are.
void exigir_clave(std::span<const std::string_view> claves, std::string_view clave, std::string_view campo, Faltas& faltas);

// A value that no other record may have. `sql` gives whose it is by the organization ($1) and the value ($2); `propio` is the
// record that is asked for.
template <class Valor>
void exigir_unico(db::Reader& tx, std::string_view sql, const Valor& valor, std::int64_t propio, std::string_view campo,
                  Faltas& faltas) {
    duplicado_si(tx.one<std::int64_t>(sql, tx.organizacion(), valor), propio, campo, faltas);
}

// A record that stands in the way of a change: `sql` gives one, `SELECT productoId FROM …`, by the organization ($1) and what is
// to be changed ($2); its fault names it as that column is called. Whether there is one.
template <class Valor>
bool impide(db::Reader& tx, std::string_view sql, const Valor& de_quien, std::string_view campo, Faltas& faltas,
            Codigo codigo = Codigo::conflicto) {
    const auto otro = tx.one<std::int64_t>(sql, tx.organizacion(), de_quien);
    if (otro) impedido_por(sql, *otro, campo, faltas, codigo);
    return otro.has_value();
}

}  // namespace cacao
