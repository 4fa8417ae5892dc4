#include "rooms/egresos/documentos/pago.hpp"

#include "db/rows.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {
namespace {

struct Forma {
    bool enEgreso{};
    bool generaConsecutivo{};
    std::string referencia;
    std::int64_t monedaId{};
    std::int64_t monedaCuenta{};  // of the own account, or 0
};
DESCRIBE_STRUCT(Forma, (), (enEgreso, generaConsecutivo, referencia, monedaId, monedaCuenta))

}  // namespace

bool revisar_forma_pago(db::Reader& tx, const PagoPedido& pago, Faltas& faltas) {
    if (pago.formaPagoId == 0) return false;
    const auto f = tx.one<Forma>(R"(
        SELECT f.enEgreso, f.generaConsecutivo, f.referencia, f.monedaId, COALESCE(m.monedaId, 0) AS monedaCuenta
        FROM formaPago f
        LEFT JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = $3
        LEFT JOIN moneda m ON m.moneda = b.moneda
        WHERE f.organizacionId = $1 AND f.formaPagoId = $2)",
                                 tx.organizacion(), pago.formaPagoId, pago.cuentaBancariaId);
    if (!f) return false;  // told by the engine
    faltas.agregar_si(!f->enEgreso, Codigo::valor_no_permitido, pago.campo_forma);
    faltas.agregar_si(f->monedaId != 0 && f->monedaCuenta != 0 && f->monedaId != f->monedaCuenta, Codigo::moneda_distinta,
                      pago.campo_forma);
    // A number of our own is the reference.
    faltas.agregar_si(!f->referencia.empty() && !f->generaConsecutivo && pago.referencia.empty(), Codigo::requerido,
                      pago.campo_referencia);
    return f->generaConsecutivo;
}

std::int64_t tomar_cheque(Context& ctx, std::int64_t transaccionId, std::int64_t cuentaBancariaId) {
    auto& tx = ctx.db();
    const auto numero =
        tx.one<std::int64_t>(R"(INSERT INTO chequera (organizacionId, cuentaBancariaId, siguiente) VALUES ($1, $2, 2)
                                                ON CONFLICT (organizacionId, cuentaBancariaId)
                                                DO UPDATE SET siguiente = chequera.siguiente + 1
                                                RETURNING siguiente - 1)",
                             tx.organizacion(), cuentaBancariaId)
            .value();
    tx.run(R"(INSERT INTO cheque (organizacionId, transaccionId, cuentaBancariaId, consecutivo) VALUES ($1, $2, $3, $4))",
           tx.organizacion(), transaccionId, cuentaBancariaId, numero);
    return numero;
}

Pagado pagar(Context& ctx, const engine::SolicitudEgreso& solicitud, bool con_cheque,
             const std::vector<std::int64_t>& de_solicitud) {
    Pagado p{engine::emitir(ctx, engine::Egreso, solicitud), 0};
    auto& tx = ctx.db();
    for (std::size_t i = 0; i < solicitud.partidas.size(); ++i) {
        const engine::PartidaEgreso& l = solicitud.partidas[i];
        const std::int64_t de = de_solicitud.empty() ? 0 : de_solicitud[i];
        if (l.transaccionIdCompra == 0 && de == 0) continue;
        tx.run(R"(INSERT INTO egresoPartida (organizacionId, transaccionId, numeroPartida, transaccionIdCompra, importe,
                                             solicitudPagoId, solicitudPartida)
                  VALUES ($1, $2, $3, $4, $5, $6, $7))",
               tx.organizacion(), p.egreso.transaccionId, static_cast<std::int64_t>(i + 1), l.transaccionIdCompra, l.importe,
               de == 0 ? std::int64_t{0} : solicitud.origenId, de);
    }
    if (con_cheque) p.consecutivo = tomar_cheque(ctx, p.egreso.transaccionId, solicitud.cuentaBancariaId);
    return p;
}

Comprometido comprometido(db::Reader& tx, std::int64_t transaccionIdCompra, std::int64_t excepto) {
    Comprometido c;
    tx.each(R"(SELECT s.saldo, COALESCE((SELECT CAST(SUM(p.importe - p.pagado) AS BIGINT) FROM solicitudPagoPartida p
                                         JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                                         WHERE p.organizacionId = $1 AND p.transaccionIdCompra = $2 AND p.transaccionIdCompra <> 0
                                           AND p.transaccionId <> $3 AND d.estado IN ('solicitada', 'autorizado')), 0)
               FROM saldo s WHERE s.organizacionId = $1 AND s.transaccionId = $2 AND s.naturaleza = 'pagar')",
            [&](const db::Row& r) {
                c = {Importe::de_micros(r.integer(0)), Importe::de_micros(r.integer(1))};
            },
            tx.organizacion(), transaccionIdCompra, excepto);
    return c;
}

}  // namespace cacao
