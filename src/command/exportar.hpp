#pragma once
// Tables out of the company, in the columns that `cacao import` takes: what is exported and imported again changes nothing.

#include "db/db.hpp"
#include "tabla/escritor.hpp"

#include <string_view>

namespace cacao::command {

// Header and rows; the writer is not closed.
void exportar_contactos(db::Reader& tx, tabla::Escritor& escritor);
void exportar_productos(db::Reader& tx, tabla::Escritor& escritor);
void exportar_precios(db::Reader& tx, tabla::Escritor& escritor);
void exportar_cuentas(db::Reader& tx, tabla::Escritor& escritor);
void exportar_saldos(db::Reader& tx, tabla::Escritor& escritor);

}  // namespace cacao::command
