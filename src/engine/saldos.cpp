#include "engine/saldos.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

void abrir_saldo(Context& ctx, const SaldoAbierto& s) {
    ctx.db().run(R"(INSERT INTO saldo (organizacionId, transaccionId, naturaleza, entidadId, fecha, vencimiento, moneda, cuentaId,
                                       total, totalLocal, saldo, saldoLocal, aplicaciones, cambio, nodo)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $10, 0, $5, 0))",
                 ctx.organizacionId(), s.transaccionId, s.naturaleza, s.entidadId, s.fecha, s.vencimiento, s.moneda, s.cuentaId,
                 s.total, s.totalLocal);
    sumar_saldo_contacto(ctx, s.entidadId, s.naturaleza, s.moneda, s.total, s.totalLocal);
}

Importe saldo_de(db::Reader& tx, std::int64_t transaccionId, std::string_view naturaleza) {
    return tx
        .one<Importe>("SELECT saldo FROM saldo WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = $3",
                      tx.organizacion(), transaccionId, naturaleza)
        .value_or(Importe{});
}

namespace {

// Days are counted from the first of 1900, which is 1, to the last of 2199: none is 0, and none needs more powers of two.
constexpr std::int64_t antes_de_1900 = 25'568;
constexpr int potencias = 17;

std::int64_t contado(Fecha dia) { return dia.dias() + antes_de_1900; }

}  // namespace

std::int64_t nodo_de(Fecha desde, Fecha cambio) {
    const std::int64_t primero = contado(desde);
    const std::int64_t ultimo = contado(cambio) - 1;
    if (ultimo < primero) return 0;
    for (int i = potencias - 1; i > 0; --i)
        if (const std::int64_t dia = ultimo >> i << i; dia >= primero) return dia;
    return ultimo;
}

Nodos nodos_hacia(Fecha fecha) {
    const std::int64_t dia = contado(fecha);
    Nodos nodos;
    for (int i = 0; i < potencias; ++i) {
        const std::int64_t nodo = (dia >> (i + 1) << (i + 1)) + (std::int64_t{1} << i);
        (nodo <= dia ? nodos.antes : nodos.despues).push_back(nodo);
    }
    return nodos;
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
