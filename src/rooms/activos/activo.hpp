#pragma once
// Fixed assets: registered from the line that bought them or by hand, and how they lose their value.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/activos/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

using NumeroDeMes = Entero<190001, 219912>;  // 202611

enum class EstadoActivo { enUso, baja, anulado };
DESCRIBE_ENUM(EstadoActivo, enUso, baja, anulado)

// What an asset is beside its figures.
struct DatosDeActivo {
    std::optional<Texto<100>> numeroSerie;
    std::optional<Texto<150>> ubicacion;
    std::optional<Texto<150>> responsable;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(DatosDeActivo, (), (numeroSerie, ubicacion, responsable, notas))

struct ActivoNuevo : DatosDeActivo {
    Texto<30, 1> codigo;
    Texto<200, 1> nombre;
    Id categoriaId;
    std::optional<Id> transaccionId;  // the line that bought it
    std::optional<Entero<1, 5000>> numeroPartida;
    std::optional<Fecha> fechaAdquisicion;
    std::optional<Fecha> fechaUso;
    std::optional<NoNegativo<Importe>> costo;
    std::optional<NoNegativo<Importe>> valorResidual;
    std::optional<Entero<1, 1200>> vidaMeses;
    std::optional<NoNegativo<Tasa>> tasaAnual;
    std::optional<NoNegativo<Importe>> montoDeducible;
    std::optional<NoNegativo<Importe>> depreciacionInicial;
    std::optional<NumeroDeMes> periodoInicial;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
};
DESCRIBE_STRUCT(ActivoNuevo, (DatosDeActivo),
                (codigo, nombre, categoriaId, transaccionId, numeroPartida, fechaAdquisicion, fechaUso, costo, valorResidual,
                 vidaMeses, tasaAnual, montoDeducible, depreciacionInicial, periodoInicial, sucursalId, proyectoId))

struct ActivoActualizacion : DatosDeActivo {
    Id activoId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<200, 1>> nombre;
    std::optional<NoNegativo<Importe>> montoDeducible;
    std::optional<Id> sucursalId;
    std::optional<IdOpcional> proyectoId;
};
DESCRIBE_STRUCT(ActivoActualizacion, (DatosDeActivo), (activoId, codigo, nombre, montoDeducible, sucursalId, proyectoId))

// How it goes on losing its value.
struct ActivoPlanNuevo {
    Id activoId;
    NumeroDeMes desdePeriodo;
    std::optional<NoNegativo<Importe>> valorResidual;
    std::optional<Entero<1, 1200>> vidaMeses;
    std::optional<NoNegativo<Tasa>> tasaAnual;
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(ActivoPlanNuevo, (), (activoId, desdePeriodo, valorResidual, vidaMeses, tasaAnual, motivo))

struct ActivoEnLista {
    std::int64_t activoId{};
    std::string codigo;
    std::string nombre;
    std::int64_t categoriaId{};
    std::string categoria;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    Nombrado<EstadoActivo> estado;
    Fecha fechaAdquisicion;
    Fecha fechaUso;
    Importe costo;
    Importe depreciacion;  // posted, by the month that was asked for
    Importe valorLibros;
    std::int64_t version{};
};
DESCRIBE_STRUCT(ActivoEnLista, (),
                (activoId, codigo, nombre, categoriaId, categoria, sucursalId, proyectoId, estado, fechaAdquisicion, fechaUso,
                 costo, depreciacion, valorLibros, version))

struct ActivosFiltro {
    std::optional<Id> categoriaId;
    std::optional<Id> sucursalId;
    std::optional<EstadoActivo> estado;
    std::optional<NumeroDeMes> periodo;
};
DESCRIBE_STRUCT(ActivosFiltro, (), (categoriaId, sucursalId, estado, periodo))

struct PlanDeActivoVisto : PlanDeActivo {
    std::string motivo;
};
DESCRIBE_STRUCT(PlanDeActivoVisto, (PlanDeActivo), (motivo))

struct ActivoVista : ActivoEnLista {
    Importe montoDeducible;
    Importe depreciacionInicial;
    std::int64_t ultimoPeriodo{};  // in which nothing is left to lose; 0: never
    std::int64_t transaccionId{};
    std::int64_t numeroPartida{};
    std::string numeroSerie;
    std::string ubicacion;
    std::string responsable;
    std::string notas;
    std::vector<PlanDeActivoVisto> planes;
};
DESCRIBE_STRUCT(ActivoVista, (ActivoEnLista),
                (montoDeducible, depreciacionInicial, ultimoPeriodo, transaccionId, numeroPartida, numeroSerie, ubicacion,
                 responsable, notas, planes))
DESCRIBE_KEY(ActivoPedido, activoId)

// A month of an asset, as it was or as it will be.
struct MesDeActivo {
    std::int64_t periodo{};
    Importe depreciacion;
    Importe acumulada;
    Importe valorLibros;
    std::int64_t transaccionId{};  // that posted it; 0: not yet
};
DESCRIBE_STRUCT(MesDeActivo, (), (periodo, depreciacion, acumulada, valorLibros, transaccionId))

struct ActivoFila {
    std::int64_t activoId = 0;
    std::string codigo;
    std::string nombre;
    std::int64_t categoriaId = 0;
    Fecha fechaAdquisicion;
    Fecha fechaUso;
    Importe costo;
    Importe montoDeducible;
    Importe depreciacionInicial;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t origenId = 0;
    std::int64_t origenPartida = 0;
    std::string numeroSerie;
    std::string ubicacion;
    std::string responsable;
    std::string notas;
    std::string estado;
    std::int64_t version = 0;
};
DESCRIBE_STRUCT(ActivoFila, (),
                (activoId, codigo, nombre, categoriaId, fechaAdquisicion, fechaUso, costo, montoDeducible, depreciacionInicial,
                 sucursalId, proyectoId, origenId, origenPartida, numeroSerie, ubicacion, responsable, notas, estado, version))

// Throws no_encontrado at /activoId.
ActivoFila leer_activo(db::Reader& tx, std::int64_t activoId);
std::vector<PlanDeActivo> planes_de_activo(db::Reader& tx, std::int64_t activoId);
// The first whole month of its use: what is used since the first day of a month loses its value from then on.
std::int64_t primer_mes_de_uso(Fecha fechaUso);

ActivoVista crear_activo(Context&, const ActivoNuevo&);
ActivoVista actualizar_activo(Context&, const ActivoActualizacion&);
ActivoVista cambiar_plan_de_activo(Context&, const ActivoPlanNuevo&);
ActivoVista anular_activo(Context&, const ActivoPedido&);
std::vector<ActivoEnLista> listar_activos(const Context&, const ActivosFiltro&);
ActivoVista obtener_activo(const Context&, const ActivoPedido&);
std::vector<MesDeActivo> programa_de_activo(const Context&, const ActivoPedido&);

void register_activos(api::Operations& ops);

}  // namespace cacao
