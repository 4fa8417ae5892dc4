#pragma once
// What `cacao import` and the interface can bring in: a kind of table for each word.

#include "rooms/importaciones/importador.hpp"

namespace cacao::command {

using namespace importacion;

// Contacts, products, prices, accounts, opening balances; nullptr for a word that is none of them.
std::unique_ptr<Importador> importador_de(std::string_view clase);

std::unique_ptr<Importador> importador_contactos();
std::unique_ptr<Importador> importador_productos();
std::unique_ptr<Importador> importador_cuentas();
std::unique_ptr<Importador> importador_precios();

}  // namespace cacao::command
