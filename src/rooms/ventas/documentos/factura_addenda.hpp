#pragma once
// What a sales invoice says in its customer's addendum: read it, replace it.

#include "api/operations.hpp"
#include "engine/emision/addendas.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

struct FacturaAddendaPedida {
    Id id;
    std::optional<Entero<1, 1'000'000>> version;
};
DESCRIBE_STRUCT(FacturaAddendaPedida, (), (id, version))

struct FacturaAddendaNueva : engine::ValoresDeAddenda {
    Id id;
};
DESCRIBE_STRUCT(FacturaAddendaNueva, (engine::ValoresDeAddenda), (id))

struct FacturaAddenda : engine::AddendaLlena {
    std::int64_t transaccionId{};
    std::int64_t addendaId{};
    std::string codigo;
    std::int64_t versionPlantilla{};
    std::int64_t version{};
    std::string xml;
};
DESCRIBE_STRUCT(FacturaAddenda, (engine::AddendaLlena), (transaccionId, addendaId, codigo, versionPlantilla, version, xml))

FacturaAddenda obtener_factura_addenda(const Context&, const FacturaAddendaPedida&);

// The XML, written before the transaction, and of which template.
struct AddendaPreparada {
    std::int64_t addendaId{};
    std::int64_t versionPlantilla{};
    std::string xml;
};
AddendaPreparada preparar_factura_addenda(const Context&, const FacturaAddendaNueva&);
FacturaAddenda cambiar_factura_addenda(Context&, const FacturaAddendaNueva&, const AddendaPreparada&);

void register_factura_addenda(api::Operations& ops);

}  // namespace cacao
