#include "rooms/consola/borrador.hpp"

#include "db/rows.hpp"

namespace cacao {
namespace {

constexpr std::int64_t borradores_por_usuario = 100;

std::optional<Borrador> leer_borrador(db::Reader& tx, std::int64_t usuarioId, std::string_view llave) {
    return tx.one<Borrador>(
        "SELECT llave, titulo, modificadoEn, version, contenido FROM borrador WHERE organizacionId = $1 AND usuarioId = $2 AND "
        "llave = $3",
        tx.organizacion(), usuarioId, llave);
}

}  // namespace

std::vector<BorradorResumen> listar_borradores(const Context& ctx) {
    return ctx.db().all<BorradorResumen>(
        "SELECT llave, titulo, modificadoEn, version FROM borrador WHERE organizacionId = $1 AND usuarioId = $2 "
        "ORDER BY modificadoEn DESC, llave",
        ctx.organizacionId(), ctx.usuarioId());
}

Borrador obtener_borrador(const Context& ctx, const BorradorPedido& pedido) {
    auto borrador = leer_borrador(ctx.db(), ctx.usuarioId(), pedido.llave);
    reject_if(!borrador, Codigo::no_encontrado, "/llave");
    return std::move(*borrador);
}

// The newest word counts: both are the same person's. Who wants to know says the version that they read.
BorradorResumen guardar_borrador(Context& ctx, const BorradorGuardado& pedido) {
    auto& tx = ctx.db();
    const auto antes = leer_borrador(tx, ctx.usuarioId(), pedido.llave);
    ctx.exigir_version(antes ? antes->version : 0);
    reject_if(!antes && tx.one<std::int64_t>("SELECT count(*) FROM borrador WHERE organizacionId = $1 AND usuarioId = $2",
                                             tx.organizacion(), ctx.usuarioId())
                                .value_or(0) >= borradores_por_usuario,
              Codigo::lista_muy_larga, "/llave");
    tx.run(R"(
        INSERT INTO borrador (organizacionId, usuarioId, llave, titulo, contenido, modificadoEn, version)
        VALUES ($1, $2, $3, $4, $5, $6, 1)
        ON CONFLICT (organizacionId, usuarioId, llave)
        DO UPDATE SET titulo = $4, contenido = $5, modificadoEn = $6, version = borrador.version + 1)",
           tx.organizacion(), ctx.usuarioId(), pedido.llave, pedido.titulo, pedido.contenido, ctx.ahora());
    return *leer_borrador(tx, ctx.usuarioId(), pedido.llave);
}

Nada eliminar_borrador(Context& ctx, const BorradorPedido& pedido) {
    ctx.db().run("DELETE FROM borrador WHERE organizacionId = $1 AND usuarioId = $2 AND llave = $3", ctx.organizacionId(),
                 ctx.usuarioId(), pedido.llave);
    return {};
}

void register_borradores(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Consola");
    ops.add(GET, "/api/Borradores", "BorradoresListar", listar_borradores).nuestra().para_todos().sin_tabla();
    ops.add(GET, "/api/Borradores/{llave}", "BorradorObtener", obtener_borrador)
        .nuestra()
        .para_todos()
        .rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Borradores/{llave}", "BorradorGuardar", guardar_borrador)
        .nuestra()
        .para_todos()
        .rechaza({Codigo::lista_muy_larga, Codigo::precondicion_fallida});
    ops.add(DELETE, "/api/Borradores/{llave}", "BorradorEliminar", eliminar_borrador).nuestra().para_todos();
}

}  // namespace cacao
