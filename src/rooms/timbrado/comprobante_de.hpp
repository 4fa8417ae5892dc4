#pragma once
// The fiscal document of a document of ours: what the books have of it and of whom it is for, as values of the writer
// (fiscal/comprobante.hpp). What is missing is said all at once, each with where it is to be put in, and nothing is sealed then.

#include "base/error.hpp"
#include "engine/entorno/timbrado.hpp"
#include "fiscal/comprobante.hpp"
#include "rooms/timbrado/emisor.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cacao::timbrado {

struct PorSellar {
    fiscal::Comprobante comprobante;
    std::string zona;                              // of the place of issue
    std::vector<engine::AnticipoDicho> anticipos;  // of an invoice: what it says of those that were applied to it
};
// Reads it. Faults that it finds are added: no_se_timbra, dato_fiscal_faltante, fuera_de_plazo, documento_cancelado,
// comprobante_en_proceso.
PorSellar comprobante_de(db::Reader& tx, std::int64_t transaccionId, Instante ahora, Faltas& faltas);

struct ComprobanteSellado {
    std::string xml;
    std::string proveedor;
    Importe total;
    std::vector<engine::AnticipoDicho> anticipos;
};
// The same, sealed with the certificate of the organization: for the half of an operation, or the work, that has no transaction.
// `leer` gives a snapshot. Throws Error with all faults.
ComprobanteSellado sellar_comprobante(const Emisor& emisor, FunctionRef<void(FunctionRef<void(db::Reader&)>)> leer,
                                      std::int64_t transaccionId, Instante ahora);

}  // namespace cacao::timbrado
