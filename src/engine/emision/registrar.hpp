#pragma once
// Registering: each step takes what the steps before gave and returns its own value.

#include "engine/emision/asentado.hpp"

namespace cacao::engine {

struct Registrado {
    Hallado hallado;
    Juzgado juzgado;
    Tomado tomado;
    Asentado asentado;
    Emitido emitido;
};

Registrado registrar(Context& ctx, const Documento& tipo, Solicitud& pedida);

// Rows, the folio last, event and audit; then what is judged by what is stored: the customer's exposure, the last use of a
// promotion.
Emitido guardar(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado,
                const Tomado& tomado, const Asentado& asentado);

// Writes a document of a kind without effects (no entry, balance or stock) anew: lines and figures, in place of those before.
// Lines that nobody used go, the others stay where they are: what was used of them hangs on their number. Number, date, branch
// and series stay.
Registrado reescribir(Context& ctx, const Documento& tipo, std::int64_t transaccionId, Solicitud&& pedida,
                      const JuezDeLinea& otro = {});

// What it answers, without series and folio.
Emitido emitido(const Documento& tipo, const Juzgado& juzgado, const Tomado& tomado);

// The rows of its lines and taxes.
void guardar_partidas(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Juzgado& juzgado, const Tomado& tomado,
                      const Asentado& asentado);
// Conditions, related documents, files, the supplier's own paper.
void guardar_adjuntos(Context& ctx, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado,
                      std::int64_t transaccionId);

}  // namespace cacao::engine
