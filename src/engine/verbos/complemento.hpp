#pragma once
// Payment complements: the fiscal papers of what a payment paid of invoices that are paid later (PPD). What a payment paid is in
// the books as it is applied; whoever looks after its complements brings them to say the same, however often it is asked. An
// advance has papers of the same sort: an egress for each invoice of the whole that it was applied to.

#include "api/context.hpp"

#include <cstdint>
#include <string>

namespace cacao::engine {

struct ComplementosRevisados {
    int hechos = 0;      // made
    int cancelados = 0;  // asked to be cancelled, or never stamped
    int en_espera = 0;   // parts whose invoice is being stamped, or is being cancelled
    std::string resumen() const;
};

// What was paid and has no complement gets one, all of a customer in one, of an advance each application by itself; one that
// tells of what was undone is cancelled, or where it tells of more, another takes its place first (04) and then it is cancelled
// (01). `tambien_ajenas`: also of invoices that were stamped elsewhere, whose complements may be elsewhere too. Nothing is made
// where nobody stamps, or the series never does.
ComplementosRevisados revisar_complementos(Context& ctx, std::int64_t pagoId, bool tambien_ajenas = false);

// How a payment was made, where nobody had said: what was refused for want of it is asked for again. Refuses one that says so
// already (estado_invalido), one that is no money, and a form that there is not.
void poner_forma_de_pago(Context& ctx, std::int64_t pagoId, std::int64_t formaPagoId);
// Tells who registered it that complements of this payment will want its form, where they will.
void advertir_forma_que_falta(const Context& ctx, std::int64_t pagoId);

}  // namespace cacao::engine
