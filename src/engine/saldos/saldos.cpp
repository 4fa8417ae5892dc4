#include "engine/saldos/saldos.hpp"

#include "db/rows.hpp"
#include "engine/entorno/conteos.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace cacao::engine {
namespace {

struct SaldoDeHoy {
    Importe saldo;
    Fecha cambio;
};
DESCRIBE_STRUCT(SaldoDeHoy, (), (saldo, cambio))

struct CambioDelDia {
    Fecha dia;
    Importe cambio;
};
DESCRIBE_STRUCT(CambioDelDia, (), (dia, cambio))

std::optional<SaldoDeHoy> leer_saldo(db::Reader& tx, std::int64_t transaccionId, Naturaleza naturaleza) {
    return tx.one<SaldoDeHoy>(
        "SELECT saldo, cambio FROM saldo WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = $3", tx.organizacion(),
        transaccionId, naturaleza);
}

// What a balance changed by on each day after one, the last day first.
std::vector<CambioDelDia> cambios_despues(db::Reader& tx, std::int64_t transaccionId, Naturaleza naturaleza, Fecha dia) {
    static constexpr std::string_view sql = R"(
        SELECT x.dia, CAST(SUM(x.cambio) AS BIGINT) AS cambio
        FROM (SELECT a.fecha AS dia, -a.{0} AS cambio, a.documentoId FROM aplicacion a
              WHERE a.organizacionId = $1 AND a.{1} = $2 AND a.fecha > $3
              UNION ALL
              SELECT a.cancelacionFecha, a.{0}, a.documentoId FROM aplicacion a
              WHERE a.organizacionId = $1 AND a.{1} = $2 AND a.cancelacionFecha > $3) x{2}
        GROUP BY x.dia ORDER BY x.dia DESC)";
    static const std::string del_documento = fmt::format(sql, "importe2", "documentoId", "");
    // A compensation pays on both sides.
    static const std::string del_pago = fmt::format(sql, "importe", "pagoId", R"(
        JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = x.documentoId AND s.naturaleza = $4)");
    if (!a_favor(naturaleza)) return tx.all<CambioDelDia>(del_documento, tx.organizacion(), transaccionId, dia);
    return tx.all<CambioDelDia>(del_pago, tx.organizacion(), transaccionId, dia, pagada_por(naturaleza));
}

}  // namespace

void abrir_saldo(Context& ctx, const SaldoAbierto& s) {
    ctx.db().run(R"(INSERT INTO saldo (organizacionId, transaccionId, naturaleza, entidadId, fecha, vencimiento, moneda, cuentaId,
                                       total, totalLocal, saldo, saldoLocal, aplicaciones, cambio, nodo)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $10, 0, $5, 0))",
                 ctx.organizacionId(), s.transaccionId, s.naturaleza, s.entidadId, s.fecha, s.vencimiento, s.moneda, s.cuentaId,
                 s.total, s.totalLocal);
    sumar_saldo_contacto(ctx, s.entidadId, s.naturaleza, s.moneda, s.fecha, s.total, s.totalLocal);
}

Importe saldo_de(db::Reader& tx, std::int64_t transaccionId, Naturaleza naturaleza) {
    const auto hoy = leer_saldo(tx, transaccionId, naturaleza);
    return hoy ? hoy->saldo : Importe{};
}

std::optional<Fecha> disponible_desde(db::Reader& tx, std::int64_t transaccionId, Naturaleza naturaleza, Importe importe,
                                      Fecha desde) {
    const auto hoy = leer_saldo(tx, transaccionId, naturaleza);
    if (!hoy || hoy->saldo < importe) return std::nullopt;
    if (hoy->cambio <= desde) return desde;
    Importe saldo = hoy->saldo;
    for (const CambioDelDia& c : cambios_despues(tx, transaccionId, naturaleza, desde)) {
        saldo -= c.cambio;  // as it was until that day
        if (saldo < importe) return c.dia;
    }
    return desde;
}

Fecha acreditable_desde(db::Reader& tx, std::int64_t transaccionId, Naturaleza naturaleza, Importe importe, Fecha desde) {
    const auto hoy = leer_saldo(tx, transaccionId, naturaleza);
    if (!hoy) return desde;
    return disponible_desde(tx, transaccionId, naturaleza, importe, desde).value_or(std::max(desde, hoy->cambio));
}

std::string datos_desde(Fecha desde) { return reflect::objeto("desde", desde); }

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

void sumar_saldo_contacto(Context& ctx, std::int64_t entidadId, Naturaleza naturaleza, std::string_view moneda, Fecha dia,
                          Importe importe, Importe local) {
    if (importe.es_cero() && local.es_cero()) return;
    ctx.db().run(R"(INSERT INTO saldoContacto (organizacionId, entidadId, naturaleza, moneda, saldo, saldoLocal)
                    VALUES ($1, $2, $3, $4, $5, $6)
                    ON CONFLICT (organizacionId, entidadId, naturaleza, moneda)
                    DO UPDATE SET saldo = saldoContacto.saldo + excluded.saldo,
                                  saldoLocal = saldoContacto.saldoLocal + excluded.saldoLocal)",
                 ctx.organizacionId(), entidadId, naturaleza, moneda, importe, local);
    if (entidadId == 0) return;  // nobody has no statement
    ctx.db().run(R"(INSERT INTO cambioContacto (organizacionId, entidadId, naturaleza, fecha, moneda, cambio, cambioLocal)
                    VALUES ($1, $2, $3, $4, $5, $6, $7)
                    ON CONFLICT (organizacionId, entidadId, naturaleza, fecha, moneda)
                    DO UPDATE SET cambio = cambioContacto.cambio + excluded.cambio,
                                  cambioLocal = cambioContacto.cambioLocal + excluded.cambioLocal)",
                 ctx.organizacionId(), entidadId, naturaleza, lapso_de(dia), moneda, importe, local);
}

void anotar_asignacion(Context& ctx, std::int64_t aplicacionId, Fecha dia, bool deshecha, const LadoAsignado& pago,
                       const LadoAsignado& documento) {
    if (pago.entidadId == documento.entidadId && pago.moneda == documento.moneda && pago.local == documento.local) return;
    for (const std::int64_t entidadId : std::set{pago.entidadId, documento.entidadId})
        if (entidadId != 0)
            ctx.db().run(R"(INSERT INTO asignacionContacto (organizacionId, entidadId, deshecha, fecha, aplicacionId)
                            VALUES ($1, $2, $3, $4, $5))",
                         ctx.organizacionId(), entidadId, deshecha, dia, aplicacionId);
}

}  // namespace cacao::engine
