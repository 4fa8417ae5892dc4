#include "engine/entorno/jornadas.hpp"

#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <string>

namespace cacao::engine {
namespace {

std::string candado_de_jornada(std::int64_t jornadaId) { return "jornadaRuta/" + std::to_string(jornadaId); }

}  // namespace

void retener_jornada(db::Writer& tx, std::int64_t jornadaId) { tx.lock(candado_de_jornada(jornadaId)); }

void ligar_a_jornada(Context& ctx, std::int64_t jornadaId, std::int64_t transaccionId, std::int64_t operacionId) {
    ctx.db().run(R"(INSERT INTO jornadaDocumento (organizacionId, transaccionId, jornadaId, operacionId, ajuste, motivo)
                    VALUES ($1, $2, $3, $4, 0, ''))",
                 ctx.organizacionId(), transaccionId, jornadaId, operacionId);
}

void ligar_ajuste(Context& ctx, std::int64_t jornadaId, std::int64_t transaccionId, std::string_view motivo) {
    auto& tx = ctx.db();
    const auto otra =
        tx.one<std::int64_t>("SELECT jornadaId FROM jornadaDocumento WHERE organizacionId = $1 AND transaccionId = $2",
                             ctx.organizacionId(), transaccionId);
    if (otra) reject(Codigo::duplicado, "/transaccionId", reflect::objeto("jornadaId", *otra));
    tx.run(R"(INSERT INTO jornadaDocumento (organizacionId, transaccionId, jornadaId, operacionId, ajuste, motivo)
              VALUES ($1, $2, $3, 0, 1, $4))",
           ctx.organizacionId(), transaccionId, jornadaId, motivo);
}

void exigir_jornada_sin_validar(Context& ctx, std::int64_t transaccionId) {
    auto& tx = ctx.db();
    const auto jornadaId = tx.one<std::int64_t>(
        "SELECT jornadaId FROM jornadaDocumento WHERE organizacionId = $1 AND transaccionId = $2 AND ajuste = 0",
        ctx.organizacionId(), transaccionId);
    if (!jornadaId) return;
    tx.lock_shared(candado_de_jornada(*jornadaId));
    const auto estado = tx.one<std::string>("SELECT estado FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                            ctx.organizacionId(), *jornadaId);
    if (estado == "validada" || estado == "cerrada")
        reject(Codigo::jornada_validada, "/id", reflect::objeto("jornadaId", *jornadaId));
}

}  // namespace cacao::engine
