#include "engine/entorno/recibidos.hpp"

#include "db/rows.hpp"

namespace cacao::engine {
namespace {

constexpr std::string_view columnas_recibido =
    "SELECT recibidoId, uuid, estado, transaccionId, motivo, resultado, estadoSat, version FROM recibido ";

}  // namespace

void apartar_folio_fiscal(Context& ctx, const std::string& uuid) { ctx.db().lock("folio/" + uuid); }

void cambiar_recibido(Context& ctx, const RecibidoVisto& antes, EstadoRecibido despues) {
    despues.version = antes.version + 1;
    // What the authority says of it is somebody else's to write, perhaps now.
    ctx.db().run(R"(UPDATE recibido SET estado = $3, transaccionId = $4, motivo = $5, version = version + 1, modificadoEn = $6
                    WHERE organizacionId = $1 AND recibidoId = $2)",
                 ctx.organizacionId(), antes.recibidoId, despues.estado, despues.transaccionId, despues.motivo, ctx.ahora());
    ctx.auditar("Recibido", antes.recibidoId, static_cast<const EstadoRecibido&>(antes), despues);
}

void atar_recibido(Context& ctx, const FolioRegistrado& r) {
    auto& tx = ctx.db();
    // One with other figures is not the document of this paper: it waits, and whoever registers it is told of that folio.
    const auto fila = tx.one<RecibidoVisto>(
        std::string{columnas_recibido} +
            "WHERE organizacionId = $1 AND uuid = $2 AND estado = 'pendiente' AND total = $3 AND moneda = $4",
        tx.organizacion(), r.uuid, r.total, r.moneda);
    if (!fila) return;
    EstadoRecibido despues = *fila;
    despues.estado = "registrado";
    despues.transaccionId = r.transaccionId;
    cambiar_recibido(ctx, *fila, std::move(despues));
}

void soltar_recibido(Context& ctx, std::int64_t transaccionId) {
    auto& tx = ctx.db();
    const auto fila = tx.one<RecibidoVisto>(
        std::string{columnas_recibido} + "WHERE organizacionId = $1 AND transaccionId = $2 AND transaccionId <> 0",
        tx.organizacion(), transaccionId);
    if (!fila) return;
    EstadoRecibido despues = *fila;
    despues.estado = "pendiente";
    despues.transaccionId = 0;
    cambiar_recibido(ctx, *fila, std::move(despues));
}

void recibido_segun_sat(Context& ctx, const std::string& uuid, const std::string& resultado, const std::string& estadoSat) {
    if (uuid.empty()) return;
    auto& tx = ctx.db();
    const auto fila = tx.one<RecibidoVisto>(
        std::string{columnas_recibido} +
            "WHERE organizacionId = $1 AND uuid = $2 AND (estadoSat <> $3 OR ($4 <> '' AND resultado <> $4))",
        tx.organizacion(), uuid, estadoSat, resultado);
    if (!fila) return;
    EstadoRecibido despues = *fila;
    if (!resultado.empty()) despues.resultado = resultado;
    despues.estadoSat = estadoSat;
    despues.version = fila->version + 1;
    tx.run(R"(UPDATE recibido SET resultado = $3, estadoSat = $4, version = version + 1, modificadoEn = $5
              WHERE organizacionId = $1 AND recibidoId = $2)",
           tx.organizacion(), fila->recibidoId, despues.resultado, despues.estadoSat, ctx.ahora());
    ctx.auditar("Recibido", fila->recibidoId, static_cast<const EstadoRecibido&>(*fila), despues);
}

}  // namespace cacao::engine
