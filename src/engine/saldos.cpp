#include "engine/saldos.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

void abrir_saldo(Context& ctx, const SaldoAbierto& s) {
    ctx.db().run(R"(INSERT INTO saldo (organizacionId, transaccionId, naturaleza, entidadId, fecha, vencimiento, moneda, cuentaId,
                                       total, totalLocal, saldo, saldoLocal, aplicaciones)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $10, 0))",
                 ctx.organizacionId(), s.transaccionId, s.naturaleza, s.entidadId, s.fecha, s.vencimiento, s.moneda, s.cuentaId,
                 s.total, s.totalLocal);
    sumar_saldo_contacto(ctx, s.entidadId, s.naturaleza, s.moneda, s.total, s.totalLocal);
}

void sumar_saldo_contacto(Context& ctx, std::int64_t entidadId, std::string_view naturaleza, std::string_view moneda,
                          Importe importe, Importe local) {
    if (importe.es_cero() && local.es_cero()) return;
    ctx.db().run(R"(INSERT INTO saldoContacto (organizacionId, entidadId, naturaleza, moneda, saldo, saldoLocal)
                    VALUES ($1, $2, $3, $4, $5, $6)
                    ON CONFLICT (organizacionId, entidadId, naturaleza, moneda)
                    DO UPDATE SET saldo = saldoContacto.saldo + excluded.saldo,
                                  saldoLocal = saldoContacto.saldoLocal + excluded.saldoLocal)",
                 ctx.organizacionId(), entidadId, naturaleza, moneda, importe, local);
}

}  // namespace cacao::engine
