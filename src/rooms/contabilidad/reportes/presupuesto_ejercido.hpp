#pragma once
// What was meant to be earned and spent against what was, account by account; and budgets as figures of a statement.

#include "rooms/contabilidad/reportes/estado_financiero.hpp"

namespace cacao {

struct PresupuestoEjercidoPedido {
    std::optional<Entero<190001, 219912>> periodoInicial;
    std::optional<Entero<190001, 219912>> periodoFinal;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    std::optional<Id> cuentaId;
};
DESCRIBE_STRUCT(PresupuestoEjercidoPedido, (), (periodoInicial, periodoFinal, sucursalId, proyectoId, cuentaId))

struct CuentaPresupuestada {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
    Importe presupuesto;
    Importe ejercido;
    Importe disponible;          // what is left of it; negative where more was done
    std::optional<Tasa> avance;  // done of what was meant; none where nothing was
    std::string consulta;
};
DESCRIBE_STRUCT(CuentaPresupuestada, (), (cuentaId, codigo, nombre, presupuesto, ejercido, disponible, avance, consulta))

struct PresupuestoEjercido {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::vector<CuentaPresupuestada> cuentas;
};
DESCRIBE_STRUCT(PresupuestoEjercido, (), (fechaInicial, fechaFinal, cuentas))

PresupuestoEjercido consultar_presupuesto_ejercido(const Context&, const PresupuestoEjercidoPedido&);

void register_presupuesto_ejercido(api::Operations& ops);

}  // namespace cacao
