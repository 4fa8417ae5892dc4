#pragma once
// Own cash and bank accounts. Listed whole.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class TipoCuentaPropia { banco, caja };
DESCRIBE_ENUM(TipoCuentaPropia, banco, caja)

struct CuentaPropia {
    std::int64_t cuentaBancariaId{};
    std::string codigo;
    std::string nombre;
    Nombrado<TipoCuentaPropia> tipo;
    std::string moneda;
    std::int64_t cuentaId{};    // of the chart of accounts
    std::int64_t sucursalId{};  // 0: of all
    std::int64_t bancoId{};     // 0: none
    std::string numero;
    std::string clabe;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(CuentaPropia, (),
                (cuentaBancariaId, codigo, nombre, tipo, moneda, cuentaId, sucursalId, bancoId, numero, clabe, activo, version))

struct CuentaPropiaNueva {
    Texto<20, 1> codigo;
    Texto<150, 1> nombre;
    TipoCuentaPropia tipo{};
    std::optional<Texto<3, 3>> moneda;
    Id cuentaId;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> bancoId;
    std::optional<Texto<30>> numero;
    std::optional<Clabe> clabe;
};
DESCRIBE_STRUCT(CuentaPropiaNueva, (), (codigo, nombre, tipo, moneda, cuentaId, sucursalId, bancoId, numero, clabe))

// Left out is unchanged; "" or null clears.
struct CuentaPropiaActualizacion {
    Id cuentaBancariaId;
    std::optional<Texto<20, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Id> cuentaId;
    Cambio<IdOpcional> sucursalId;
    Cambio<IdOpcional> bancoId;
    Cambio<Texto<30>> numero;
    Cambio<Clabe> clabe;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(CuentaPropiaActualizacion, (),
                (cuentaBancariaId, codigo, nombre, moneda, cuentaId, sucursalId, bancoId, numero, clabe, activo))

std::vector<CuentaPropia> listar_cuentas_propias(const Context&);
CuentaPropia crear_cuenta_propia(Context&, const CuentaPropiaNueva&);
CuentaPropia actualizar_cuenta_propia(Context&, const CuentaPropiaActualizacion&);

void register_cuentas_propias(api::Operations&);

}  // namespace cacao
