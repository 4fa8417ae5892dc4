#pragma once
// Which account plays which part when documents are posted: for everything, or for one contact, warehouse or product class.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class AmbitoDePapel { general, contacto, almacen, clasificacion };
DESCRIBE_ENUM(AmbitoDePapel, general, contacto, almacen, clasificacion)

struct CuentaDePapel {
    std::string papel;
    Nombrado<AmbitoDePapel> ambito;
    std::int64_t ambitoId{};
    std::int64_t cuentaId{};  // 0: none
    std::string codigo;
    std::string nombre;
};
DESCRIBE_STRUCT(CuentaDePapel, (), (papel, ambito, ambitoId, cuentaId, codigo, nombre))

// `cuentaId` 0 takes back the account of one scope; the general one of a part can only be replaced.
struct CuentaDePapelNueva {
    Texto<60, 1> papel;
    std::optional<AmbitoDePapel> ambito;
    std::optional<IdOpcional> ambitoId;
    IdOpcional cuentaId;
};
DESCRIBE_STRUCT(CuentaDePapelNueva, (), (papel, ambito, ambitoId, cuentaId))

std::vector<CuentaDePapel> listar_cuentas_papel(const Context&);
CuentaDePapel asignar_cuenta_papel(Context&, const CuentaDePapelNueva&);

void register_cuentas_papel(api::Operations&);

}  // namespace cacao
