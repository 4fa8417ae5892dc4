#pragma once
// A tax as it becomes due or can be credited: one row for each payment of each document and rate, in the organization's currency,
// with what was undone taken back on its own day.

#include "db/db.hpp"
#include "engine/libros/flujo.hpp"
#include "engine/tipos/documento.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

// Which tax, and the account where it arrives once money changes hands; there it grows on one side.
struct ImpuestoSeguido {
    std::string_view impuesto;  // as rows name it
    engine::Monto monto{};
    engine::Lado crece{};
    engine::Cuenta cuenta{};
    std::string_view credito;  // the kind that gives back what was collected or paid before
};
extern const ImpuestoSeguido iva_de_proveedores, iva_de_clientes, iva_que_retenemos, isr_que_retenemos, ieps_de_proveedores,
    ieps_de_clientes, isr_que_nos_retienen;

struct FilaSeguida : engine::ImpuestoEnFlujo {
    std::string factor;
    std::string rfc;
    std::int64_t sucursalId{};
    Importe alCosto;  // what of it is cost, and what of it is rent's, in the currency of `baseOriginal`
    Importe renta;
    Importe baseOriginal;
};
DESCRIBE_STRUCT(FilaSeguida, (engine::ImpuestoEnFlujo), (factor, rfc, sucursalId, alCosto, renta, baseOriginal))

// A row with its sign: what it adds to the account is `importe`.
struct ImpuestoMovido {
    FilaSeguida fila;
    bool resta = false;  // by its kind: a credit
    Importe base;
    Importe importe;
    Importe alCosto;  // beside it: paid and not credited
    Importe renta;    // within it
};

// Between two days, both included, by date.
std::vector<ImpuestoMovido> seguir_impuesto(db::Reader& tx, const ImpuestoSeguido& cual, Fecha desde, Fecha hasta, int decimales);

}  // namespace cacao
