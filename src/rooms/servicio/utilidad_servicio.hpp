#pragma once
// What service orders came to: what was charged, less parts, hours and outside work. By order, and over those that were closed in
// a period by equipment, person and group.

#include "api/operations.hpp"
#include "db/db.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

// In the organization's currency.
struct UtilidadServicio {
    Importe cargado;  // invoiced, less what was credited, without taxes
    Importe costoPartes;
    Importe costoManoObra;
    Importe costoOtros;  // expenses and outside work
    Importe utilidad;
};
DESCRIBE_STRUCT(UtilidadServicio, (), (cargado, costoPartes, costoManoObra, costoOtros, utilidad))

// Of one order, as it stands; of those that were closed between two days.
UtilidadServicio utilidad_de_orden(db::Reader& tx, std::int64_t transaccionId);

struct UtilidadPedida {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<Id> sucursalId;
};
DESCRIBE_STRUCT(UtilidadPedida, (), (fechaInicial, fechaFinal, sucursalId))

struct UtilidadPorEquipo : UtilidadServicio {
    std::int64_t equipoServicioId{};  // 0: orders without one
    std::string equipo;
    std::string serieEquipo;
    std::int64_t ordenes{};
};
DESCRIBE_STRUCT(UtilidadPorEquipo, (UtilidadServicio), (equipoServicioId, equipo, serieEquipo, ordenes))

// Each order is shared among those who worked on it, by their hours.
struct UtilidadPorPersonal : UtilidadServicio {
    std::int64_t personalServicioId{};  // 0: orders that nobody worked on
    std::string personal;
    std::int64_t ordenes{};
    Cantidad horas;
};
DESCRIBE_STRUCT(UtilidadPorPersonal, (UtilidadServicio), (personalServicioId, personal, ordenes, horas))

struct UtilidadPorAgrupador : UtilidadServicio {
    std::int64_t agrupadorServicioId{};  // 0: orders of none
    std::string agrupador;
    std::int64_t ordenes{};
};
DESCRIBE_STRUCT(UtilidadPorAgrupador, (UtilidadServicio), (agrupadorServicioId, agrupador, ordenes))

// Beside the rows, what the books say of the same orders and how far it is from what the rows add up to.
struct ReporteUtilidadEquipo {
    std::vector<UtilidadPorEquipo> renglones;
    UtilidadServicio total;
    Importe costoEnLibros;
    Importe cargadoEnLibros;
    Importe diferencia;
};
DESCRIBE_STRUCT(ReporteUtilidadEquipo, (), (renglones, total, costoEnLibros, cargadoEnLibros, diferencia))
struct ReporteUtilidadPersonal {
    std::vector<UtilidadPorPersonal> renglones;
    UtilidadServicio total;
    Importe costoEnLibros;
    Importe cargadoEnLibros;
    Importe diferencia;
};
DESCRIBE_STRUCT(ReporteUtilidadPersonal, (), (renglones, total, costoEnLibros, cargadoEnLibros, diferencia))
struct ReporteUtilidadAgrupador {
    std::vector<UtilidadPorAgrupador> renglones;
    UtilidadServicio total;
    Importe costoEnLibros;
    Importe cargadoEnLibros;
    Importe diferencia;
};
DESCRIBE_STRUCT(ReporteUtilidadAgrupador, (), (renglones, total, costoEnLibros, cargadoEnLibros, diferencia))

ReporteUtilidadEquipo utilidad_por_equipo(const Context&, const UtilidadPedida&);
ReporteUtilidadPersonal utilidad_por_personal(const Context&, const UtilidadPedida&);
ReporteUtilidadAgrupador utilidad_por_agrupador(const Context&, const UtilidadPedida&);

void register_utilidad_servicio(api::Operations&);

}  // namespace cacao
