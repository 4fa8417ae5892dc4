#include "engine/verbos/sin_cargo.hpp"

#include "db/rows.hpp"
#include "engine/cadena/origen.hpp"

namespace cacao::engine {

void quitar_cargo(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida) {
    auto& tx = ctx.db();
    tx.run("UPDATE partida SET sinCargo = 1 WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3",
           ctx.organizacionId(), transaccionId, numeroPartida);
    tx.run("DELETE FROM partidaAbierta WHERE organizacionId = $1 AND avance = $4 AND transaccionId = $2 AND numeroPartida = $3",
           ctx.organizacionId(), transaccionId, numeroPartida, nombre(Avance::facturado));
}

}  // namespace cacao::engine
