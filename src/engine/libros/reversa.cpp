#include "engine/libros/reversa.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

void invertir_poliza(Context& ctx, std::int64_t polizaId, Diario& diario) {
    ctx.db().each(
        R"(SELECT cuentaId, sucursalId, proyectoId, entidadId, cargo - abono, CASE WHEN cargo > 0 THEN original ELSE -original END,
                            moneda
                     FROM asiento WHERE organizacionId = $1 AND polizaId = $2)",
        [&](const db::Row& r) {
            diario.agregar({r.integer(0), r.integer(1), r.integer(2), r.integer(3), -Importe::de_micros(r.integer(4)),
                            -Importe::de_micros(r.integer(5)), std::string{r.text(6)}});
        },
        ctx.organizacionId(), polizaId);
    ctx.db().each(
        R"(SELECT cuentaBancariaId, importe, importeLocal FROM movimientoBanco WHERE organizacionId = $1 AND polizaId = $2)",
        [&](const db::Row& r) {
            diario.mover_banco(r.integer(0), -Importe::de_micros(r.integer(1)), -Importe::de_micros(r.integer(2)));
        },
        ctx.organizacionId(), polizaId);
}

}  // namespace cacao::engine
