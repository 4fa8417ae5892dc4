#pragma once
// Objects: the kinds of documents, each with a number of its own that never changes.

#include "api/operations.hpp"
#include "rooms/conceptos/concepto.hpp"

#include <string>
#include <vector>

namespace cacao {

struct Objeto {
    std::int64_t objetoId{};
    std::string objeto;  // the kind, as tipoDocumento and the series name it
    std::string nombre;
    std::string grupo;
    std::string serie;  // that it starts with
    bool fiscal{};
};
DESCRIBE_STRUCT(Objeto, (), (objetoId, objeto, nombre, grupo, serie, fiscal))

DESCRIBE_KEY(ObjetoPedido, objetoId)

std::vector<Objeto> listar_objetos(const Context&);
std::vector<Concepto> listar_conceptos_de_objeto(const Context&, const ObjetoPedido&);

void register_objetos(api::Operations&);

}  // namespace cacao
