#pragma once
// What an airline settles: the tickets of its report, matched with what was charged for it, become one expense of its.

#include "api/operations.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct BoletoLiquidadoNuevo {
    Texto<40, 1> boleto;
    Importe importe;  // that it charges for it, with its taxes
    std::optional<NoNegativo<Importe>> comision;
};
DESCRIBE_STRUCT(BoletoLiquidadoNuevo, (), (boleto, importe, comision))

struct LiquidacionViajeNueva {
    Id proveedorId;
    FechaDmy fecha;
    Texto<100, 1> referencia;
    Id conceptoId;
    std::optional<IdOpcional> conceptoComisionId;  // with it the commissions are invoiced, and taken off what is owed
    std::optional<Texto<3, 3>> moneda;             // MXN when not given
    std::optional<Precio> tipoCambio;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    std::optional<IdOpcional> centroCostoId;
    Lista<BoletoLiquidadoNuevo, 1000, 1> boletos;
};
DESCRIBE_STRUCT(LiquidacionViajeNueva, (),
                (proveedorId, fecha, referencia, conceptoId, conceptoComisionId, moneda, tipoCambio, sucursalId, proyectoId,
                 centroCostoId, boletos))

struct BoletoLiquidado {
    std::string boleto;
    std::int64_t servicioId{};
    std::string localizador;
    Importe pendiente;  // charged for it and not paid before
    Importe importe;
    Importe diferencia;        // pendiente − importe
    Importe comisionEsperada;  // agreed
    Importe comision;          // as the report says
};
DESCRIBE_STRUCT(BoletoLiquidado, (),
                (boleto, servicioId, localizador, pendiente, importe, diferencia, comisionEsperada, comision))

// Commissions of a booking, invoiced to the supplier and set against what it is owed.
struct ComisionRetenida {
    std::string localizador;
    std::int64_t transaccionId{};  // the invoice
    std::string folio;
    Importe total;  // taxes included
    std::int64_t compensacionId{};
};
DESCRIBE_STRUCT(ComisionRetenida, (), (localizador, transaccionId, folio, total, compensacionId))

struct LiquidacionViajeCreada : engine::DocumentoCreado {
    Importe comision;
    Importe neto;  // of it, once the commission is taken off; of what was invoiced, with its taxes
    std::vector<BoletoLiquidado> boletos;
    std::vector<ComisionRetenida> comisiones;
};
DESCRIBE_STRUCT(LiquidacionViajeCreada, (engine::DocumentoCreado), (comision, neto, boletos, comisiones))

LiquidacionViajeCreada registrar_liquidacion_viaje(Context&, const LiquidacionViajeNueva&);

void register_liquidacion_viaje(api::Operations& ops);

}  // namespace cacao
