#pragma once
// A contact between its struct and its rows.

#include "rooms/contactos/contacto.hpp"

namespace cacao {

// The row of a contact, its roles still in columns.
struct FilaContacto : ContactoResumen {
    bool esCliente{};
    bool esProveedor{};
    bool esVendedor{};
    bool esEmpleado{};
    bool esOtro{};
    std::int64_t listas{};
};
BOOST_DESCRIBE_STRUCT(FilaContacto, (ContactoResumen), (esCliente, esProveedor, esVendedor, esEmpleado, esOtro, listas))

// Bits of contacto.listas.
inline constexpr std::int64_t con_clasificaciones = 1, con_adicionales = 2, con_direcciones = 4, con_cuentas = 8, con_todas = 15;
std::int64_t listas_de(const Contacto& contacto);

// The answer's view of a row: roles as a list.
ContactoResumen resumen_de(FilaContacto&& fila);

// Throws no_encontrado at /entidadId.
Contacto leer_contacto(db::Reader& tx, std::int64_t entidadId);
void insertar_filas(db::Writer& tx, const Contacto& contacto);
// Writes what differs: rows of a list are touched only when the list changed.
void modificar_filas(db::Writer& tx, const Contacto& antes, const Contacto& despues);

// The name of the main additional contact, or "".
std::string contacto_principal(const Contacto& contacto);
// The words by which a contact is found.
std::vector<std::string> palabras_de(const Contacto& contacto);

}  // namespace cacao
