#pragma once
// What an open balance is: something to collect or to pay, or money and credit that a contact has with us or we with it.

#include "db/db.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <string_view>

namespace cacao::engine {

enum class Naturaleza : std::uint8_t { cobrar, pagar, favorCliente, favorProveedor };
DESCRIBE_ENUM(Naturaleza, cobrar, pagar, favorCliente, favorProveedor)
std::string_view nombre(Naturaleza naturaleza);

// As it is stored.
inline db::Value to_value(Naturaleza naturaleza) { return db::to_value(nombre(naturaleza)); }
void from_column(const db::Row& row, int column, Naturaleza& out);

// Whether it settles others, rather than being settled.
constexpr bool a_favor(Naturaleza n) { return n == Naturaleza::favorCliente || n == Naturaleza::favorProveedor; }
// Which settles which.
constexpr Naturaleza pagadora_de(Naturaleza n) {
    return n == Naturaleza::cobrar ? Naturaleza::favorCliente : Naturaleza::favorProveedor;
}
constexpr Naturaleza pagada_por(Naturaleza n) { return n == Naturaleza::favorCliente ? Naturaleza::cobrar : Naturaleza::pagar; }
// What a contact owes us, on the debit side of its control account; otherwise we owe it.
constexpr bool deudora(Naturaleza n) { return n == Naturaleza::cobrar || n == Naturaleza::favorProveedor; }
// On the side of customers, or of suppliers.
constexpr bool de_clientes(Naturaleza n) { return n == Naturaleza::cobrar || n == Naturaleza::favorCliente; }

}  // namespace cacao::engine
