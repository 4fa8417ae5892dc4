#pragma once
// The chart of accounts: a tree, listed whole. Only leaves take entries; parents are the sum of their children.

#include "api/operations.hpp"
#include "engine/tipos/cuentas.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

using engine::NaturalezaCuenta;

enum class TipoCuenta { activo, pasivo, capital, ingreso, costo, gasto, orden };
DESCRIBE_ENUM(TipoCuenta, activo, pasivo, capital, ingreso, costo, gasto, orden)

struct CuentaContable {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
    std::int64_t padreId{};  // 0: a root
    std::int64_t nivel{};
    Nombrado<NaturalezaCuenta> naturaleza;
    Nombrado<TipoCuenta> tipo;
    std::string codigoAgrupador;  // of the tax authority
    bool esAcumulativa{};
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(CuentaContable, (),
                (cuentaId, codigo, nombre, padreId, nivel, naturaleza, tipo, codigoAgrupador, esAcumulativa, activo, version))

// What is left out comes from the parent; a root has to say it.
struct CuentaContableNueva {
    Texto<30, 1> codigo;
    Texto<250, 1> nombre;
    std::optional<IdOpcional> padreId;
    std::optional<NaturalezaCuenta> naturaleza;
    std::optional<TipoCuenta> tipo;
    std::optional<Texto<6>> codigoAgrupador;
};
DESCRIBE_STRUCT(CuentaContableNueva, (), (codigo, nombre, padreId, naturaleza, tipo, codigoAgrupador))

// Nature and type stay what they were: entries were read by them.
struct CuentaContableActualizacion {
    Id cuentaId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<250, 1>> nombre;
    std::optional<IdOpcional> padreId;
    std::optional<Texto<6>> codigoAgrupador;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(CuentaContableActualizacion, (), (cuentaId, codigo, nombre, padreId, codigoAgrupador, activo))

// The whole chart, by code.
std::vector<CuentaContable> leer_cuentas(db::Reader& tx);
std::vector<CuentaContable> listar_cuentas(const Context&);
CuentaContable crear_cuenta(Context&, const CuentaContableNueva&);
CuentaContable actualizar_cuenta(Context&, const CuentaContableActualizacion&);
// For tables of many: false when nothing differs, and then nothing is written.
bool cambiar_cuenta(Context&, const CuentaContableActualizacion&);

void register_cuentas(api::Operations&);

}  // namespace cacao
