#include "rooms/documentos/adjuntos.hpp"

#include "engine/verbos/areas.hpp"

namespace cacao {
namespace {

engine::DocumentoAbierto abrir(Context& ctx, const api::Operations& ops, std::int64_t transaccionId) {
    auto documento = engine::exigir_cualquiera(ctx.db(), transaccionId);
    engine::exigir_area(ctx, ops, documento.tipo, true, "/id");
    ctx.exigir_version(documento.version);
    return documento;
}

}  // namespace

engine::NotaDeDocumento agregar_nota(Context& ctx, const api::Operations& ops, const NotaPorAgregar& pedida) {
    return engine::agregar_nota(ctx, abrir(ctx, ops, pedida.id), pedida.nota);
}

engine::ArchivoDeDocumento agregar_archivo(Context& ctx, const api::Operations& ops, const ArchivoPorAgregar& pedido) {
    return engine::agregar_archivo(ctx, abrir(ctx, ops, pedido.id), engine::archivo_pedido(pedido));
}

engine::AdjuntosVista obtener_adjuntos(const Context& ctx, const api::Operations& ops, const engine::DocumentoPedido& pedido) {
    auto adjuntos = engine::leer_adjuntos(ctx, pedido.id);
    engine::exigir_area(ctx, ops, adjuntos.tipoDocumento, false, "/id");
    return adjuntos;
}

void register_adjuntos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Documentos");
    ops.add(POST, "/api/Documentos/DocumentoNotaAgregar/{id}", "DocumentoNotaAgregar",
            [&ops](Context& ctx, const NotaPorAgregar& pedida) { return agregar_nota(ctx, ops, pedida); })
        .nuestra()
        .para_todos()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado, Codigo::lista_muy_larga, Codigo::precondicion_fallida});
    ops.add(POST, "/api/Documentos/DocumentoArchivoAgregar/{id}", "DocumentoArchivoAgregar",
            [&ops](Context& ctx, const ArchivoPorAgregar& pedido) { return agregar_archivo(ctx, ops, pedido); })
        .nuestra()
        .para_todos()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado, Codigo::lista_muy_larga, Codigo::precondicion_fallida});
    ops.add(GET, "/api/Documentos/DocumentoAdjuntos/{id}", "DocumentoAdjuntosObtener",
            [&ops](const Context& ctx, const engine::DocumentoPedido& pedido) { return obtener_adjuntos(ctx, ops, pedido); })
        .nuestra()
        .para_todos()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado});
}

}  // namespace cacao
