#pragma once
// Registering, as rooms ask for it. Everything a document does to stock, books, balances, links, folios and events is done by the
// engine, in the caller's transaction, or not at all.

#include "engine/emision/solicitud.hpp"

namespace cacao::engine {

// Registers a document of a kind, from the request of its family: check, price and tax, take stock, post, move balances, link,
// folio and header last. With it come its companion, where it takes over what was sold before, and the payments that its lines
// make.
Emitido emitir(Context& ctx, const Documento& tipo, Solicitud&& pedida);

// Writes a document of a kind without effects (no entry, balance or stock) anew: lines and figures, in place of those before.
// Number, date, branch and series stay. The caller holds the document's lock and moves its state.
void reemplazar(Context& ctx, const Documento& tipo, std::int64_t transaccionId, Solicitud&& pedida);

}  // namespace cacao::engine
