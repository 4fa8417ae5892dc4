#pragma once
// A contact between its struct and its rows.

#include "rooms/contactos/contacto.hpp"

namespace cacao {

// Roles are columns, so that each can have its index.
struct ColumnasDeRol {
    bool esCliente{};
    bool esProveedor{};
    bool esVendedor{};
    bool esEmpleado{};
    bool esOtro{};
};
DESCRIBE_STRUCT(ColumnasDeRol, (), (esCliente, esProveedor, esVendedor, esEmpleado, esOtro))
std::vector<Rol> roles_de(const ColumnasDeRol& columnas);

// Whether more is asked after it in the same snapshot (db::Reader::settle_last).
enum class Instantanea : std::uint8_t { sigue, termina };
// Throws no_encontrado at /entidadId.
Contacto leer_contacto(db::Reader& tx, std::int64_t entidadId, Instantanea instantanea = Instantanea::sigue);
// Every contact, in the order of the identifier.
void cada_contacto(db::Reader& tx, FunctionRef<void(const Contacto&)> ver);
void insertar_filas(db::Writer& tx, const Contacto& contacto);
void modificar_filas(db::Writer& tx, const Contacto& antes, const Contacto& despues);

// Contacts are counted by their roles, a bit each (api/conteos.hpp).
inline constexpr std::string_view contacto_contado = "Contacto";
constexpr std::int64_t clase_de_rol(Rol rol) { return std::int64_t{1} << static_cast<int>(rol); }

// The name of the main one, or "".
std::string principal_de(const std::vector<ContactoAdicional>& adicionales);
// The words by which a contact is found.
std::vector<std::string> palabras_de(const Contacto& contacto);

}  // namespace cacao
