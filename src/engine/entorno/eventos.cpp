#include "engine/entorno/eventos.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

void anotar_evento(Context& ctx, std::int64_t transaccionId, std::int64_t consecutivo, std::string_view evento,
                   std::string_view datos) {
    ctx.db().run(R"(INSERT INTO evento (organizacionId, transaccionId, consecutivo, evento, instante, datos)
                    VALUES ($1, $2, $3, $4, $5, $6))",
                 ctx.organizacionId(), transaccionId, consecutivo, evento, ctx.ahora(), datos);
}

std::int64_t tocar_documento(Context& ctx, std::int64_t transaccionId, std::string_view evento, std::string_view datos) {
    const auto version = ctx.db().one<std::int64_t>(R"(UPDATE documento SET version = version + 1, modificadoEn = $3
                                                       WHERE organizacionId = $1 AND transaccionId = $2 RETURNING version)",
                                                    ctx.organizacionId(), transaccionId, ctx.ahora());
    if (!version) throw std::logic_error("a document that is not there was touched");
    anotar_evento(ctx, transaccionId, *version, evento, datos);
    return *version;
}

}  // namespace cacao::engine
