#pragma once
// Notes and files that are added to a registered document, of any kind.

#include "api/operations.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

struct NotaPorAgregar {
    Id id;
    Texto<2000, 1> nota;
};
DESCRIBE_STRUCT(NotaPorAgregar, (), (id, nota))

struct ArchivoPorAgregar : engine::ArchivoNuevo {
    Id id;
};
DESCRIBE_STRUCT(ArchivoPorAgregar, (engine::ArchivoNuevo), (id))

// The table says which operations an area has, and so who may write there.
engine::NotaDeDocumento agregar_nota(Context&, const api::Operations&, const NotaPorAgregar&);
engine::ArchivoDeDocumento agregar_archivo(Context&, const api::Operations&, const ArchivoPorAgregar&);
engine::AdjuntosVista obtener_adjuntos(const Context&, const api::Operations&, const engine::DocumentoPedido&);

void register_adjuntos(api::Operations& ops);

}  // namespace cacao
