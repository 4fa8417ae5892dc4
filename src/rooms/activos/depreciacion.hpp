#pragma once
// The depreciation of a month: one entry per branch, once, and what the assets come to beside the books.

#include "api/operations.hpp"
#include "rooms/activos/activo.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct DepreciacionNueva {
    NumeroDeMes periodo;
};
DESCRIBE_STRUCT(DepreciacionNueva, (), (periodo))

struct PolizaDeDepreciacion {
    std::int64_t transaccionId{};
    std::string folio;
    std::int64_t sucursalId{};
    Importe importe;
};
DESCRIBE_STRUCT(PolizaDeDepreciacion, (), (transaccionId, folio, sucursalId, importe))

struct DepreciacionEnLista {
    std::int64_t depreciacionId{};
    std::int64_t periodo{};
    Importe importe;
    std::int64_t activos{};
    bool vigente{};
    std::int64_t usuarioId{};
    Instante creadoEn;
};
DESCRIBE_STRUCT(DepreciacionEnLista, (), (depreciacionId, periodo, importe, activos, vigente, usuarioId, creadoEn))

struct ActivoDepreciado {
    std::int64_t activoId{};
    std::string codigo;
    std::string nombre;
    std::string categoria;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    Importe depreciacion;
};
DESCRIBE_STRUCT(ActivoDepreciado, (), (activoId, codigo, nombre, categoria, sucursalId, proyectoId, depreciacion))

struct DepreciacionVista : DepreciacionEnLista {
    std::vector<PolizaDeDepreciacion> polizas;
    std::vector<ActivoDepreciado> partidas;
};
DESCRIBE_STRUCT(DepreciacionVista, (DepreciacionEnLista), (polizas, partidas))
DESCRIBE_KEY(DepreciacionPedida, depreciacionId)

struct DepreciacionesFiltro {
    std::optional<Entero<1900, 2199>> ejercicio;
};
DESCRIBE_STRUCT(DepreciacionesFiltro, (), (ejercicio))

struct DepreciacionPorHacer {
    NumeroDeMes periodo;
};
DESCRIBE_STRUCT(DepreciacionPorHacer, (), (periodo))

// What the assets of an account come to and what stands on it.
enum class ClaseCuentaActivo { activo, depreciacion };
DESCRIBE_ENUM(ClaseCuentaActivo, activo, depreciacion)
struct CuentaDeActivos {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
    Nombrado<ClaseCuentaActivo> clase;
    Importe auxiliar;
    Importe saldo;  // of the books, on the side on which it grows
    Importe diferencia;
};
DESCRIBE_STRUCT(CuentaDeActivos, (), (cuentaId, codigo, nombre, clase, auxiliar, saldo, diferencia))

DepreciacionVista depreciar(Context&, const DepreciacionNueva&);
DepreciacionVista deshacer_depreciacion(Context&, const DepreciacionPedida&);
std::vector<DepreciacionEnLista> listar_depreciaciones(const Context&, const DepreciacionesFiltro&);
DepreciacionVista obtener_depreciacion(const Context&, const DepreciacionPedida&);
// What a month that is not done yet would come to.
std::vector<ActivoDepreciado> depreciacion_por_hacer(const Context&, const DepreciacionPorHacer&);
std::vector<CuentaDeActivos> cuadrar_activos(const Context&, const DepreciacionPorHacer&);

void verificar_activos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

void register_depreciaciones(api::Operations& ops);

}  // namespace cacao
