#pragma once
// Budgets: an amount by account, month, branch and project. A year is replaced as a whole or changed by rows.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct RenglonPresupuesto {
    Entero<190001, 219912> periodo;
    Id cuentaId;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    Importe importe;
};
DESCRIBE_STRUCT(RenglonPresupuesto, (), (periodo, cuentaId, sucursalId, proyectoId, importe))

struct PresupuestoPedido {
    std::optional<Entero<1900, 2199>> ejercicio;
};
DESCRIBE_STRUCT(PresupuestoPedido, (), (ejercicio))

struct PresupuestoCambio {
    Entero<1900, 2199> ejercicio;
    Lista<RenglonPresupuesto, 5000> renglones;
};
DESCRIBE_STRUCT(PresupuestoCambio, (), (ejercicio, renglones))

struct PresupuestoRenglones {
    Entero<1900, 2199> ejercicio;
    NoVacia<RenglonPresupuesto> renglones;
};
DESCRIBE_STRUCT(PresupuestoRenglones, (), (ejercicio, renglones))

struct PresupuestoMes {
    std::int64_t periodo{};
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    Importe importe;
};
DESCRIBE_STRUCT(PresupuestoMes, (), (periodo, cuentaId, codigo, nombre, sucursalId, proyectoId, importe))

struct Presupuesto {
    std::int64_t ejercicio{};
    std::int64_t version{};  // 0: nobody made one
    std::vector<PresupuestoMes> renglones;
};
DESCRIBE_STRUCT(Presupuesto, (), (ejercicio, version, renglones))

Presupuesto obtener_presupuesto(const Context&, const PresupuestoPedido&);
Presupuesto reemplazar_presupuesto(Context&, const PresupuestoCambio&);
Presupuesto cambiar_presupuesto(Context&, const PresupuestoRenglones&);

void register_presupuestos(api::Operations& ops);

}  // namespace cacao
