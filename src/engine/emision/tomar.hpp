#pragma once
// The parts of tomar() that have to do with goods. For the files of engine/emision alone.

#include "engine/emision/tomado.hpp"

namespace cacao::engine {

// What is to be moved, after what stock says of its lots and serials: refused with all that is wrong, before anything is touched.
std::vector<MovimientoPedido> movimientos_de(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado,
                                             const Juzgado& juzgado);
void mover_existencia(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado,
                      const Juzgado& juzgado, std::vector<MovimientoPedido> movimientos, Tomado& t);

// Repackaging: consumes and produces.
std::vector<MovimientoPedido> movimientos_de_reempaque(Context& ctx, const Solicitud& pedida, const Marco& marco,
                                                       const Juzgado& juzgado, Faltas& faltas);
void reempacar(Context& ctx, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado, const Marco& marco,
               const std::vector<MovimientoPedido>& movimientos, Tomado& t);

// What an invoice says beyond the value of the goods that it is for follows them.
void conciliar(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado,
               Tomado& t);

}  // namespace cacao::engine
