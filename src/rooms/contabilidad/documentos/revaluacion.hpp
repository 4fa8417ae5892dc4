#pragma once
// Balances in other currencies at the end of a month.

#include "api/operations.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <string>

namespace cacao {

struct TipoCambioCierre {
    Texto<3, 3> moneda;
    Precio tipoCambio;
};
DESCRIBE_STRUCT(TipoCambioCierre, (), (moneda, tipoCambio))

struct RevaluacionNueva {
    Entero<190001, 219912> periodo;
    std::optional<Lista<TipoCambioCierre, 100>> tiposCambio;
    std::optional<IdOpcional> sucursalId;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(RevaluacionNueva, (), (periodo, tiposCambio, sucursalId, referenciaExterna, notas))

struct RevaluacionCreada {
    std::int64_t transaccionId{};
    std::string folio;
    std::int64_t periodo{};
    Fecha fecha;
    Importe ganancia;
    Importe perdida;
    std::int64_t reversaId{};  // that takes it back on the next day
    std::string reversa;
    Fecha reversaFecha;
};
DESCRIBE_STRUCT(RevaluacionCreada, (),
                (transaccionId, folio, periodo, fecha, ganancia, perdida, reversaId, reversa, reversaFecha))

struct RevaluacionCancelacion {
    Id id;
    std::optional<Texto<300>> motivo;
};
DESCRIBE_STRUCT(RevaluacionCancelacion, (), (id, motivo))

RevaluacionCreada crear_revaluacion(Context&, const RevaluacionNueva&);
engine::Cancelado cancelar_revaluacion(Context&, const RevaluacionCancelacion&);

void register_revaluacion(api::Operations& ops);

}  // namespace cacao
