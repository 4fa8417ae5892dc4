#pragma once
// What the VAT of a month comes to: collected, less what can be credited and what customers withheld; and its entry, one per
// month.

#include "api/operations.hpp"
#include "engine/verbos/cancelar.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct LiquidacionIvaPedida {
    Entero<190001, 219912> periodo;
};
DESCRIBE_STRUCT(LiquidacionIvaPedida, (), (periodo))

// As the books have it now, and what was posted of it.
struct LiquidacionIvaVista {
    std::int64_t periodo{};
    Importe cobrado;
    Importe acreditable;
    Importe importacion;
    Importe retenido;    // by customers
    Importe resultado;   // negative: in favour
    Importe saldoFavor;  // of months before, what can still be applied
    Importe aplicado;    // of it: what was, or by itself would be
    Importe porPagar;
    Importe aFavor;
    Importe retenidoATerceros;     // owed beside: nothing is credited against it
    Importe retenidoPorAcreditar;  // of what was paid this month, what `acreditable` leaves for the next
    Importe retenidoAcreditado;    // what it has of the month before
    std::int64_t transaccionId{};  // 0: not settled
    std::string folio;
    Importe diferencia;  // what the books say now against what was settled; not 0: the month went on
};
DESCRIBE_STRUCT(LiquidacionIvaVista, (),
                (periodo, cobrado, acreditable, importacion, retenido, resultado, saldoFavor, aplicado, porPagar, aFavor,
                 retenidoATerceros, retenidoPorAcreditar, retenidoAcreditado, transaccionId, folio, diferencia))

struct LiquidacionIvaNueva {
    Entero<190001, 219912> periodo;
    std::optional<NoNegativo<Importe>> aplicado;  // none: as much as there is to apply
    std::optional<IdOpcional> sucursalId;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(LiquidacionIvaNueva, (), (periodo, aplicado, sucursalId, referenciaExterna, notas))

struct LiquidacionIvaCancelacion {
    Id id;
    std::optional<Texto<300>> motivo;
};
DESCRIBE_STRUCT(LiquidacionIvaCancelacion, (), (id, motivo))

struct LiquidacionesIvaPedidas {
    std::optional<Entero<1900, 2199>> ejercicio;
};
DESCRIBE_STRUCT(LiquidacionesIvaPedidas, (), (ejercicio))

// As it was posted.
struct LiquidacionIvaFila {
    std::int64_t periodo{};
    std::int64_t transaccionId{};
    std::string folio;
    Importe cobrado;
    Importe acreditable;
    Importe importacion;
    Importe retenido;
    Importe aplicado;
    Importe porPagar;
    Importe aFavor;
};
DESCRIBE_STRUCT(LiquidacionIvaFila, (),
                (periodo, transaccionId, folio, cobrado, acreditable, importacion, retenido, aplicado, porPagar, aFavor))

LiquidacionIvaVista consultar_liquidacion_iva(const Context&, const LiquidacionIvaPedida&);
std::vector<LiquidacionIvaFila> listar_liquidaciones_iva(const Context&, const LiquidacionesIvaPedidas&);
LiquidacionIvaVista crear_liquidacion_iva(Context&, const LiquidacionIvaNueva&);
engine::Cancelado cancelar_liquidacion_iva(Context&, const LiquidacionIvaCancelacion&);

// What was collected less what was paid in the month, beside any settlement of it; none: nothing is left to settle. How much is
// owed by it is worked out by consultar_liquidacion_iva.
std::optional<Importe> iva_por_liquidar(const Context&, std::int64_t periodo);

void register_liquidacion_iva(api::Operations& ops);

}  // namespace cacao
