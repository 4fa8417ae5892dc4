#include "db/rows.hpp"
#include "db/where.hpp"
#include "rooms/contactos/contacto.hpp"

#include <algorithm>

namespace cacao {
namespace {

struct FilaLista : ContactoResumen {
    bool esCliente{};
    bool esProveedor{};
    bool esVendedor{};
    bool esEmpleado{};
    bool esOtro{};
};
BOOST_DESCRIBE_STRUCT(FilaLista, (ContactoResumen), (esCliente, esProveedor, esVendedor, esEmpleado, esOtro))

}  // namespace
}  // namespace cacao
