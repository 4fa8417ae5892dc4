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
template <>
inline constexpr std::string_view reflect::example_of<NotaPorAgregar> = R"({"nota":"El cliente pidió la entrega por la tarde."})";

struct ArchivoPorAgregar : engine::ArchivoNuevo {
    Id id;
};
DESCRIBE_STRUCT(ArchivoPorAgregar, (engine::ArchivoNuevo), (id))
template <>
inline constexpr std::string_view reflect::example_of<ArchivoPorAgregar> =
    R"({"nombre":"acuse","extension":"pdf","url":"https://archivos.ejemplo.mx/acuse.pdf"})";

// The table says which operations an area has, and so who may write there.
engine::NotaDeDocumento agregar_nota(Context&, const api::Operations&, const NotaPorAgregar&);
engine::ArchivoDeDocumento agregar_archivo(Context&, const api::Operations&, const ArchivoPorAgregar&);
engine::AdjuntosVista obtener_adjuntos(const Context&, const api::Operations&, const engine::DocumentoPedido&);

void register_adjuntos(api::Operations& ops);

}  // namespace cacao
