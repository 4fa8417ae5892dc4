#pragma once
// What routes sold, whom they visited and what they lost, beside what the books say of the same documents.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/rutas/operacion.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class VentasPor { ruta, vendedor, cliente, producto };
DESCRIBE_ENUM(VentasPor, ruta, vendedor, cliente, producto)

struct PeriodoDeRutas {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> rutaId;
};
DESCRIBE_STRUCT(PeriodoDeRutas, (), (fechaInicial, fechaFinal, sucursalId, rutaId))

struct VentasDeRutaPedidas : PeriodoDeRutas {
    std::optional<VentasPor> por;  // none: by route
};
DESCRIBE_STRUCT(VentasDeRutaPedidas, (PeriodoDeRutas), (por))

// Sales in force, without pre-sales, in the organization's currency.
struct VentaDeRuta {
    std::int64_t quienId{};  // the route, the salesperson, the customer or the product
    std::string quien;
    std::int64_t documentos{};
    Cantidad cantidad;
    Importe neto;
    Importe impuestos;
    Importe total;
    Importe costo;
};
DESCRIBE_STRUCT(VentaDeRuta, (), (quienId, quien, documentos, cantidad, neto, impuestos, total, costo))

struct ReporteVentasRuta {
    Nombrado<VentasPor> por;
    std::vector<VentaDeRuta> renglones;
    Importe neto;
    Importe netoEnLibros;
    Importe diferencia;
};
DESCRIBE_STRUCT(ReporteVentasRuta, (), (por, renglones, neto, netoEnLibros, diferencia))

// Of each route, how many of those who were due on its days were visited.
struct CoberturaDeRuta {
    std::int64_t rutaId{};
    std::string ruta;
    std::int64_t jornadas{};
    std::int64_t programadas{};
    std::int64_t visitadas{};  // of them
    std::int64_t conVenta{};   // of those that were visited, due or not
    std::int64_t sinVenta{};
    std::int64_t fueraDeRuta{};  // visited without being due
};
DESCRIBE_STRUCT(CoberturaDeRuta, (), (rutaId, ruta, jornadas, programadas, visitadas, conVenta, sinVenta, fueraDeRuta))

enum class CausaMerma { merma, cambio, faltante };
DESCRIBE_ENUM(CausaMerma, merma, cambio, faltante)

struct MermaDeRuta {
    Nombrado<CausaMerma> causa;
    std::string motivo;
    std::int64_t documentos{};
    Cantidad cantidad;
    Importe costo;
};
DESCRIBE_STRUCT(MermaDeRuta, (), (causa, motivo, documentos, cantidad, costo))

struct ReporteMermasRuta {
    std::vector<MermaDeRuta> renglones;
    Importe costo;
    Importe costoEnLibros;
    Importe diferencia;
};
DESCRIBE_STRUCT(ReporteMermasRuta, (), (renglones, costo, costoEnLibros, diferencia))

ReporteVentasRuta reportar_ventas_ruta(const Context&, const VentasDeRutaPedidas&);
std::vector<CoberturaDeRuta> reportar_cobertura(const Context&, const PeriodoDeRutas&);
ReporteMermasRuta reportar_mermas_ruta(const Context&, const PeriodoDeRutas&);

void register_reportes_ruta(api::Operations&);

}  // namespace cacao
