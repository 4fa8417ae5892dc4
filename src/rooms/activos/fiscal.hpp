#pragma once
// What of assets is deducted in a year for the income tax (LISR art. 31), with the price indexes that bring it up to date.

#include "api/operations.hpp"
#include "rooms/activos/activo.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct IndicePrecios {
    std::int64_t periodo{};
    Precio valor;
};
DESCRIBE_STRUCT(IndicePrecios, (), (periodo, valor))
struct IndicePreciosNuevo {
    NumeroDeMes periodo;
    NoNegativo<Precio> valor;
};
DESCRIBE_STRUCT(IndicePreciosNuevo, (), (periodo, valor))
struct IndicesPreciosNuevos {
    Lista<IndicePreciosNuevo, 1000, 1> indices;
};
DESCRIBE_STRUCT(IndicesPreciosNuevos, (), (indices))
struct IndicesPreciosFiltro {
    std::optional<Entero<1900, 2199>> ejercicio;
};
DESCRIBE_STRUCT(IndicesPreciosFiltro, (), (ejercicio))

struct DepreciacionFiscal {
    std::int64_t activoId{};
    std::string codigo;
    std::string nombre;
    std::string categoria;
    Fecha fechaAdquisicion;
    Importe montoDeducible;
    Tasa tasaFiscal;
    std::int64_t meses{};   // whole months of use in the year
    Importe deducidoAntes;  // by years before, at historical cost
    Importe deduccion;      // of the year, likewise
    Importe porDeducir;     // left at its end
    std::int64_t periodoAdquisicion{};
    std::int64_t periodoUso{};     // the last month of the first half of its use in the year
    std::optional<Precio> factor;  // none: an index is missing
    std::optional<Importe> deduccionActualizada;
};
DESCRIBE_STRUCT(DepreciacionFiscal, (),
                (activoId, codigo, nombre, categoria, fechaAdquisicion, montoDeducible, tasaFiscal, meses, deducidoAntes,
                 deduccion, porDeducir, periodoAdquisicion, periodoUso, factor, deduccionActualizada))
struct DepreciacionFiscalPedida {
    Entero<1900, 2199> ejercicio;
};
DESCRIBE_STRUCT(DepreciacionFiscalPedida, (), (ejercicio))

// One index over another, with four decimals, the rest cut off (CFF art. 17-A); never below one (LISR art. 31 brings up to date).
Precio factor_de_actualizacion(Precio nuevo, Precio viejo);
// By the end of so many months at a rate a year, of an amount at the most.
Importe deducido_en(Importe monto, Tasa tasa, std::int64_t meses, int decimales);

void register_fiscal_de_activos(api::Operations& ops);

}  // namespace cacao
