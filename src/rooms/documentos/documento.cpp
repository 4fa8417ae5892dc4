#include "rooms/documentos/documento.hpp"

#include "engine/consulta/consulta.hpp"
#include "engine/tipos/documento.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "engine/verbos/areas.hpp"
#include "reflect/objeto.hpp"

#include <stdexcept>

namespace cacao {

DocumentoCualquiera obtener_cualquiera(const Context& ctx, const api::Operations& ops, const DocumentoCualquieraPedido& pedido) {
    const auto d = engine::exigir_cualquiera(ctx.db(), pedido.transaccionId, "/transaccionId");
    const api::Operation* suya = ops.reader_of(d.tipo);
    if (!engine::puede_leer(ctx, ops, d.tipo))
        reject(Codigo::permiso_denegado, "/transaccionId",
               reflect::objeto("permiso", suya != nullptr ? suya->id : std::string{engine::tipo_de(d.tipo)->area} + ".leer"));
    DocumentoCualquiera r{d.transaccionId, d.tipo, suya != nullptr ? suya->id : std::string{}, d.version, {}};
    r.documento.texto = suya != nullptr
                            ? suya->versiones.back().read(*suya, ctx, d.transaccionId).body
                            : reflect::to_json(engine::exigir_documento(ctx, d.transaccionId, {engine::tipo_de(d.tipo)->tipo}));
    return r;
}

namespace {

// After all rooms have entered theirs: an operation reads kinds that there are, and where others read a kind too, it is known
// whose it is.
void revisar_lectores(const api::Operations& ops) {
    for (const api::Operation& op : ops.all())
        for (const auto tipo : op.documentos)
            if (const auto* suya = ops.reader_of(tipo);
                engine::tipo_de(tipo) == nullptr || (suya != &op && !suya->path.starts_with("/api/" + std::string{tipo} + '/')))
                throw std::logic_error(op.id + " is not the one that reads " + std::string{tipo});
}

}  // namespace

void register_documento(api::Operations& ops) {
    revisar_lectores(ops);
    ops.group("Documentos");
    ops.add(api::Verb::GET, "/api/Documentos/{transaccionId}", "DocumentoObtener",
            [&ops](const Context& ctx, const DocumentoCualquieraPedido& p) { return obtener_cualquiera(ctx, ops, p); })
        .nuestra()
        .para_todos()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado});
}

}  // namespace cacao
