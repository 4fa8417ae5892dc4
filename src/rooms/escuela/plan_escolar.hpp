#pragma once
// Plans of a school year: what is charged for each period of a month, what is let off to who pays early, and what who pays late
// pays more. And the charges that they make, each once for a student, a plan and a period.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class TipoPlanEscolar { inscripcion, colegiatura, transporte, comedor, materiales, otro };
DESCRIBE_ENUM(TipoPlanEscolar, inscripcion, colegiatura, transporte, comedor, materiales, otro)

struct PlanEscolarNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    TipoPlanEscolar tipo{};
    Id cicloEscolarId;
    std::optional<IdOpcional> nivelEscolarId;
    std::optional<IdOpcional> sucursalId;
    Id conceptoId;
    NoNegativo<Precio> precio;
    std::optional<bool> incluyeImpuestos;
    Fecha inicio;
    std::optional<Entero<1, 24>> periodos;
    std::optional<Entero<0, 365>> diasVencimiento;
    std::optional<bool> opcional;
    std::optional<bool> conBeca;
    std::optional<Entero<0, 365>> prontoPagoDias;
    std::optional<NoNegativo<Tasa>> prontoPagoTasa;
    std::optional<Entero<0, 365>> diasGracia;
    std::optional<NoNegativo<Tasa>> recargoTasa;
    std::optional<NoNegativo<Importe>> recargoImporte;
    std::optional<IdOpcional> conceptoRecargoId;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(PlanEscolarNuevo, (),
                (codigo, nombre, tipo, cicloEscolarId, nivelEscolarId, sucursalId, conceptoId, precio, incluyeImpuestos, inicio,
                 periodos, diasVencimiento, opcional, conBeca, prontoPagoDias, prontoPagoTasa, diasGracia, recargoTasa,
                 recargoImporte, conceptoRecargoId, referenciaExterna))

// Left out is unchanged; "" or null clears. What was charged stays as it was.
struct PlanEscolarActualizacion {
    Id planEscolarId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    Cambio<IdOpcional> sucursalId;
    std::optional<Id> conceptoId;
    std::optional<NoNegativo<Precio>> precio;
    std::optional<bool> incluyeImpuestos;
    std::optional<Entero<1, 24>> periodos;
    std::optional<Entero<0, 365>> diasVencimiento;
    std::optional<bool> conBeca;
    std::optional<Entero<0, 365>> prontoPagoDias;
    std::optional<NoNegativo<Tasa>> prontoPagoTasa;
    std::optional<Entero<0, 365>> diasGracia;
    std::optional<NoNegativo<Tasa>> recargoTasa;
    std::optional<NoNegativo<Importe>> recargoImporte;
    Cambio<IdOpcional> conceptoRecargoId;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(PlanEscolarActualizacion, (),
                (planEscolarId, codigo, nombre, sucursalId, conceptoId, precio, incluyeImpuestos, periodos, diasVencimiento,
                 conBeca, prontoPagoDias, prontoPagoTasa, diasGracia, recargoTasa, recargoImporte, conceptoRecargoId,
                 referenciaExterna, activo))

struct PlanEscolar {
    std::int64_t planEscolarId{};
    std::string codigo;
    std::string nombre;
    Nombrado<TipoPlanEscolar> tipo;
    std::int64_t cicloEscolarId{};
    std::int64_t nivelEscolarId{};  // 0: of every level
    std::int64_t sucursalId{};
    std::int64_t conceptoId{};
    Precio precio;
    bool incluyeImpuestos{};
    Fecha inicio;
    std::int64_t periodos{};
    std::int64_t diasVencimiento{};
    bool opcional{};
    bool conBeca{};
    std::int64_t prontoPagoDias{};
    Tasa prontoPagoTasa;
    std::int64_t diasGracia{};
    Tasa recargoTasa;
    Importe recargoImporte;
    std::int64_t conceptoRecargoId{};
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(PlanEscolar, (),
                (planEscolarId, codigo, nombre, tipo, cicloEscolarId, nivelEscolarId, sucursalId, conceptoId, precio,
                 incluyeImpuestos, inicio, periodos, diasVencimiento, opcional, conBeca, prontoPagoDias, prontoPagoTasa,
                 diasGracia, recargoTasa, recargoImporte, conceptoRecargoId, referenciaExterna, activo, version))

struct PlanesEscolaresFiltro {
    std::optional<Id> cicloEscolarId;
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(PlanesEscolaresFiltro, (), (cicloEscolarId, activo, referenciaExterna))

// The first day of period `n`, from 0; where its month is shorter, its last day. And the last day before the next.
Fecha periodo_de_plan(Fecha inicio, int n);

struct CargosPedidos {
    std::optional<Fecha> hasta;  // today if it is not said
    std::optional<Id> cicloEscolarId;
    std::optional<Id> planEscolarId;
    std::optional<Id> alumnoId;
};
DESCRIBE_STRUCT(CargosPedidos, (), (hasta, cicloEscolarId, planEscolarId, alumnoId))

struct CargoGenerado {
    std::int64_t planEscolarId{};
    Fecha periodo;
    std::int64_t alumnoId{};
    std::int64_t transaccionId{};
    std::string folio;
    Importe total;
};
DESCRIBE_STRUCT(CargoGenerado, (), (planEscolarId, periodo, alumnoId, transaccionId, folio, total))
struct CargosGenerados {
    std::vector<CargoGenerado> cargos;
    bool quedan{};  // more are due: ask again
};
DESCRIBE_STRUCT(CargosGenerados, (), (cargos, quedan))

std::vector<PlanEscolar> listar_planes_escolares(const Context&, const PlanesEscolaresFiltro&);
PlanEscolar crear_plan_escolar(Context&, const PlanEscolarNuevo&);
PlanEscolar actualizar_plan_escolar(Context&, const PlanEscolarActualizacion&);
CargosGenerados generar_cargos_escolares(Context&, const CargosPedidos&);

void register_planes_escolares(api::Operations&);

}  // namespace cacao
