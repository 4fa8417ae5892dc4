#pragma once
// The worksheet of the provisional income tax of a month, by the regime of the organization.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// What the year is worked out with: given by whoever keeps the books.
struct IsrEjercicio {
    std::int64_t ejercicio{};
    Tasa coeficiente;
    Importe perdidas;
    std::int64_t version{};
};
DESCRIBE_STRUCT(IsrEjercicio, (), (ejercicio, coeficiente, perdidas, version))

struct IsrEjercicioCambio {
    Entero<1900, 2199> ejercicio;
    NoNegativo<Tasa> coeficiente;
    std::optional<NoNegativo<Importe>> perdidas;
};
DESCRIBE_STRUCT(IsrEjercicioCambio, (), (ejercicio, coeficiente, perdidas))

struct IsrProvisionalPedido {
    Entero<190001, 219912> periodo;
};
DESCRIBE_STRUCT(IsrProvisionalPedido, (), (periodo))

enum class RegimenDeIsr : std::uint8_t { general, resicoPersona, resicoSociedad };
DESCRIBE_ENUM(RegimenDeIsr, general, resicoPersona, resicoSociedad)

struct IsrProvisional {
    std::int64_t periodo{};
    Nombrado<RegimenDeIsr> regimen;
    std::string fundamento;
    Importe ingresos;     // of the year so far; of the month alone for natural persons
    Importe deducciones;  // paid, of companies on a cash basis
    Tasa coeficiente;     // of profit, in the general regime
    Importe utilidad;
    Importe perdidas;
    Importe base;
    Tasa tasa;
    Importe impuesto;
    Importe pagosAnteriores;
    Importe retenido;  // by customers
    Importe porPagar;
};
DESCRIBE_STRUCT(IsrProvisional, (),
                (periodo, regimen, fundamento, ingresos, deducciones, coeficiente, utilidad, perdidas, base, tasa, impuesto,
                 pagosAnteriores, retenido, porPagar))

std::vector<IsrEjercicio> listar_isr_ejercicios(const Context&);
IsrEjercicio cambiar_isr_ejercicio(Context&, const IsrEjercicioCambio&);
IsrProvisional consultar_isr_provisional(const Context&, const IsrProvisionalPedido&);

void register_isr_provisional(api::Operations& ops);

}  // namespace cacao
