#pragma once
// The entry of a document and the balances that it opens, worked out from its figures. No database.

#include "engine/emision/tomado.hpp"
#include "engine/libros/diario.hpp"
#include "engine/saldos/saldos.hpp"

namespace cacao::engine {

struct MovimientoBanco {
    std::int64_t cuentaBancariaId = 0;
    Importe importe;  // negative leaves
    Importe local;    // in the organization's currency, as it is posted
};

// Where a tax of the document waits, and where settlement moves it if the document has posted there itself: what is cleared later
// is cleared on these, whatever account plays the part by then. 0: none.
struct CuentasImpuesto {
    std::int64_t espera = 0;
    std::int64_t liquidada = 0;
};

struct Asentado {
    std::vector<Hoja> hojas;
    std::vector<MovimientoBanco> bancos;
    std::vector<std::int64_t> cuentas;       // of each line
    std::vector<CuentasImpuesto> impuestos;  // of each rate
    std::vector<SaldoAbierto> saldos;        // that it opens
    bool con_efecto = false;                 // something was posted or moved, also where it cancels out: the entry is written
};

// The kind's table says which figure goes to which side of which account; leaves are converted and rounded one by one, and the
// control account takes their sum. Throws what a program that does not balance deserves, and Error(cuenta_sin_definir).
Asentado asentar(const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado,
                 const Tomado& tomado);

}  // namespace cacao::engine
