#include "rooms/egresos/verificar.hpp"

#include "base/decimal.hpp"
#include "db/rows.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

class Revision {
public:
    Revision(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) : tx_(tx), diferencia_(diferencia) {}

    // Each query answers what does not agree: a document, a line or a number, what is there, and what should be.
    void importes(std::string_view tabla, std::string_view campo, std::string_view sql) {
        tx_.each(
            sql,
            [&](const db::Row& r) {
                decir(tabla, r,
                      fmt::format("{} is {}, expected {}", campo, Importe::de_micros(r.integer(2)).texto(),
                                  Importe::de_micros(r.integer(3)).texto()));
            },
            tx_.organizacion());
    }
    void registros(std::string_view tabla, std::string_view que, std::string_view sql) {
        tx_.each(
            sql, [&](const db::Row& r) { decir(tabla, r, que); }, tx_.organizacion());
    }

private:
    void decir(std::string_view tabla, const db::Row& r, std::string_view que) {
        diferencia_(fmt::format("{}: organizacionId {}, {}, {}: {}", tabla, tx_.organizacion(), r.integer(0), r.integer(1), que));
    }

    db::Reader& tx_;
    const std::function<void(const std::string&)>& diferencia_;
};

}  // namespace

void verificar_egresos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    Revision r{tx, diferencia};
    // What a line was paid is what egresses in force paid of it, and a request what its lines were.
    r.importes("solicitudPagoPartida", "pagado", R"(
        SELECT p.transaccionId, p.numeroPartida, p.pagado, COALESCE(e.pagado, 0)
        FROM solicitudPagoPartida p
        LEFT JOIN (SELECT x.solicitudPagoId, x.solicitudPartida, CAST(SUM(x.importe) AS BIGINT) AS pagado
                   FROM egresoPartida x
                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = x.transaccionId AND d.estado <> 'cancelado'
                   WHERE x.organizacionId = $1 AND x.solicitudPagoId <> 0
                   GROUP BY x.solicitudPagoId, x.solicitudPartida) e
               ON e.solicitudPagoId = p.transaccionId AND e.solicitudPartida = p.numeroPartida
        WHERE p.organizacionId = $1 AND p.pagado <> COALESCE(e.pagado, 0))");
    r.importes("solicitudPago", "pagado", R"(
        SELECT s.transaccionId, 0, s.pagado, l.pagado
        FROM solicitudPago s
        JOIN (SELECT p.transaccionId, CAST(SUM(p.pagado) AS BIGINT) AS pagado FROM solicitudPagoPartida p
              WHERE p.organizacionId = $1 GROUP BY p.transaccionId) l ON l.transaccionId = s.transaccionId
        WHERE s.organizacionId = $1 AND s.pagado <> l.pagado)");
    r.importes("solicitudPago", "total", R"(
        SELECT s.transaccionId, 0, d.total, l.importe
        FROM solicitudPago s
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
        JOIN (SELECT p.transaccionId, CAST(SUM(p.importe) AS BIGINT) AS importe FROM solicitudPagoPartida p
              WHERE p.organizacionId = $1 GROUP BY p.transaccionId) l ON l.transaccionId = s.transaccionId
        WHERE s.organizacionId = $1 AND d.total <> l.importe)");
    // Authorized is all of it, or nothing while nobody has.
    r.importes("solicitudPago", "autorizado", R"(
        SELECT s.transaccionId, 0, s.autorizado, CASE WHEN d.estado = 'autorizado' THEN d.total ELSE 0 END
        FROM solicitudPago s
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
        WHERE s.organizacionId = $1 AND d.estado <> 'cancelado'
          AND s.autorizado <> CASE WHEN d.estado = 'autorizado' THEN d.total ELSE 0 END)");
    r.registros("solicitudPago", "paid without being authorized", R"(
        SELECT s.transaccionId, 0 FROM solicitudPago s
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
        WHERE s.organizacionId = $1 AND s.pagado > 0 AND d.estado <> 'autorizado')");
    r.registros("solicitudPago", "its document has no row of a request", R"(
        SELECT d.transaccionId, 0 FROM documento d
        LEFT JOIN solicitudPago s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.tipo = 'SolicitudPago' AND s.transaccionId IS NULL)");
    r.registros("solicitudPagoDecision", "the decisions have a gap", R"(
        SELECT x.transaccionId, max(x.consecutivo) FROM solicitudPagoDecision x
        WHERE x.organizacionId = $1 GROUP BY x.transaccionId HAVING max(x.consecutivo) <> count(*))");
    // Cheques of an account: none is missing and the next follows the last.
    r.registros("chequera", "the cheques of the account have a gap", R"(
        SELECT c.cuentaBancariaId, c.siguiente FROM chequera c
        LEFT JOIN (SELECT q.cuentaBancariaId, count(*) AS usados, max(q.consecutivo) AS ultimo FROM cheque q
                   WHERE q.organizacionId = $1 GROUP BY q.cuentaBancariaId) u ON u.cuentaBancariaId = c.cuentaBancariaId
        WHERE c.organizacionId = $1 AND (COALESCE(u.usados, 0) <> c.siguiente - 1 OR COALESCE(u.ultimo, 0) <> c.siguiente - 1))");
    r.registros("cheque", "its egress is of another account", R"(
        SELECT q.transaccionId, q.consecutivo FROM cheque q
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = q.transaccionId
        WHERE q.organizacionId = $1 AND (d.tipo <> 'Egreso' OR d.cuentaBancariaId <> q.cuentaBancariaId))");
    // The shares of a line are its net.
    r.importes("partidaClasificador", "importe", R"(
        SELECT x.transaccionId, x.numeroPartida, x.importe, p.importe - p.descuento - p.promocion + p.alCosto
        FROM (SELECT y.transaccionId, y.numeroPartida, CAST(SUM(y.importe) AS BIGINT) AS importe FROM partidaClasificador y
              WHERE y.organizacionId = $1 GROUP BY y.transaccionId, y.numeroPartida) x
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = x.transaccionId AND p.numeroPartida = x.numeroPartida
        WHERE x.importe <> p.importe - p.descuento - p.promocion + p.alCosto)");
    // What a line of an egress is said to pay is what it is.
    r.importes("egresoPartida", "importe", R"(
        SELECT e.transaccionId, e.numeroPartida, e.importe, p.importe + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido
        FROM egresoPartida e
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = e.transaccionId AND p.numeroPartida = e.numeroPartida
        WHERE e.organizacionId = $1 AND e.importe <> p.importe + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido)");
}

}  // namespace cacao
