#include "engine/existencia/lotes.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

std::optional<LoteVista> retener_lote(Context& ctx, std::int64_t loteId) {
    ctx.db().run("UPDATE lote SET version = version WHERE organizacionId = $1 AND loteId = $2", ctx.organizacionId(), loteId);
    return ctx.db().one<LoteVista>(std::string{lote_columnas} + " AND l.loteId = $2", ctx.organizacionId(), loteId);
}

void guardar_lote(Context& ctx, const LoteVista& lote) {
    ctx.db().run(R"(UPDATE lote SET fechaFabricacion = $3, caducidad = $4, pedimento = $5, estado = $6, version = $7
                    WHERE organizacionId = $1 AND loteId = $2)",
                 ctx.organizacionId(), lote.loteId, lote.fechaFabricacion, lote.caducidad, lote.pedimento, lote.estado,
                 lote.version);
}

void anotar_ubicaciones(Context& ctx, std::int64_t transaccionId, const std::vector<Ubicacion>& ubicaciones) {
    for (const Ubicacion& u : ubicaciones)
        if (!u.ubicacion.empty())
            ctx.db().run(R"(INSERT INTO partidaUbicacion (organizacionId, transaccionId, numeroPartida, ubicacion)
                            VALUES ($1, $2, $3, $4))",
                         ctx.organizacionId(), transaccionId, u.numeroPartida, u.ubicacion);
}

}  // namespace cacao::engine
