#include "rooms/servicio/verificar.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/verificar/reglas.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

constexpr engine::ReglaDeTabla reglas_de_servicio[] = {
    {"ordenServicio", "the document has no record of its service", R"(
        SELECT d.transaccionId FROM documento d WHERE d.organizacionId = $1 AND d.tipo = 'OrdenServicio'
           AND NOT EXISTS (SELECT 1 FROM ordenServicio o WHERE o.organizacionId = $1 AND o.transaccionId = d.transaccionId))"},
    {"partidaServicio", "a line of the order does not say what it is", R"(
        SELECT p.transaccionId FROM documento d
          JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
          LEFT JOIN partidaServicio s ON s.organizacionId = $1 AND s.transaccionId = p.transaccionId AND s.numeroPartida = p.numeroPartida
         WHERE d.organizacionId = $1 AND d.tipo = 'OrdenServicio' AND s.numeroPartida IS NULL)"},
    {"partidaServicio", "who pays for the line is not what the line says", R"(
        SELECT s.transaccionId FROM partidaServicio s
          JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = s.transaccionId AND p.numeroPartida = s.numeroPartida
         WHERE s.organizacionId = $1 AND s.cobro <> 'cobrable' AND p.sinCargo = 0)"},
    {"ordenServicio", "the state and the close do not agree", R"(
        SELECT o.transaccionId FROM ordenServicio o
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = o.transaccionId
         WHERE o.organizacionId = $1
           AND CASE WHEN d.estado = 'cerrada' THEN 1 ELSE 0 END <> CASE WHEN o.cerradoEn IS NULL THEN 0 ELSE 1 END)"},
    {"ordenServicio", "the state and the work orders do not agree", R"(
        SELECT o.transaccionId FROM ordenServicio o
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = o.transaccionId
         WHERE o.organizacionId = $1
           AND ((d.estado = 'enEspera' AND NOT EXISTS (SELECT 1 FROM ordenTrabajo t WHERE t.organizacionId = $1
                                                       AND t.transaccionId = o.transaccionId AND t.estado = 'enEspera'))
                OR (d.estado <> 'enProceso' AND EXISTS (SELECT 1 FROM ordenTrabajo t WHERE t.organizacionId = $1
                                                        AND t.transaccionId = o.transaccionId AND t.estado = 'enProceso'))
                OR (d.estado IN ('terminada', 'cerrada', 'cancelado')
                    AND EXISTS (SELECT 1 FROM ordenTrabajo t WHERE t.organizacionId = $1 AND t.transaccionId = o.transaccionId
                                AND t.estado NOT IN ('terminada', 'cancelada')))))"},
    {"ordenTrabajoTiempo", "the work order and its open time do not agree", R"(
        SELECT t.ordenTrabajoId FROM ordenTrabajo t
         WHERE t.organizacionId = $1
           AND CASE WHEN t.estado = 'enProceso' THEN 1 ELSE 0 END
               <> (SELECT COUNT(*) FROM ordenTrabajoTiempo h WHERE h.organizacionId = $1 AND h.ordenTrabajoId = t.ordenTrabajoId
                   AND h.fin IS NULL))"},
    {"partidaServicio", "what was issued of a closed order is not what was used", R"(
        SELECT s.transaccionId FROM partidaServicio s
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId AND d.estado = 'cerrada'
          LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = s.transaccionId AND a.numeroPartida = s.numeroPartida
                            AND a.avance = 'surtido'
         WHERE s.organizacionId = $1 AND s.clase = 'refaccion' AND s.usado <> COALESCE(a.cantidad, 0))"},
    {"reserva", "goods are aside for a service order that is not under way", R"(
        SELECT r.transaccionId FROM reserva r
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.transaccionId AND d.tipo = 'OrdenServicio'
         WHERE r.organizacionId = $1 AND d.estado NOT IN ('autorizada', 'enProceso', 'enEspera', 'terminada'))"},
    {"contratoServicioPeriodo", "a period after the next one has made something", R"(
        SELECT c.contratoServicioId FROM contratoServicio c
         WHERE c.organizacionId = $1 AND EXISTS (SELECT 1 FROM contratoServicioPeriodo p WHERE p.organizacionId = $1
               AND p.contratoServicioId = c.contratoServicioId AND p.periodo >= c.siguiente))"},
};

}  // namespace

void verificar_servicio(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    engine::verificar_reglas(tx, reglas_de_servicio, diferencia);
    // Hours and what they cost, once more.
    const int decimales = engine::leer_ajustes(tx).decimales;
    tx.each(
        R"(SELECT ordenTrabajoId, inicio, fin, costoHora, horas, costo FROM ordenTrabajoTiempo
               WHERE organizacionId = $1 AND fin IS NOT NULL)",
        [&](const db::Row& f) {
            const auto horas = Cantidad::de_micros((f.integer(2) - f.integer(1) + 1800) / 3600);
            const Importe costo = (horas * Precio::de_micros(f.integer(3))).redondear(decimales);
            if (horas.micros() != f.integer(4) || costo.micros() != f.integer(5))
                engine::decir_diferencia(tx, diferencia, "ordenTrabajoTiempo", f.integer(0),
                                         "hours or cost are not those of its time");
        },
        tx.organizacion());
    // What the close posted is what the order took beside its parts.
    tx.each(
        R"(SELECT o.transaccionId, COALESCE(c.total, 0),
                      COALESCE((SELECT CAST(SUM(h.costo) AS BIGINT) FROM ordenTrabajo t
                                JOIN ordenTrabajoTiempo h ON h.organizacionId = $1 AND h.ordenTrabajoId = t.ordenTrabajoId
                                WHERE t.organizacionId = $1 AND t.transaccionId = o.transaccionId), 0)
               FROM ordenServicio o
               LEFT JOIN documento c ON c.organizacionId = $1 AND c.transaccionId = o.costoId AND c.estado <> 'cancelado'
               WHERE o.organizacionId = $1 AND o.cerradoEn IS NOT NULL)",
        [&](const db::Row& f) {
            Importe suma = Importe::de_micros(f.integer(2));
            tx.each(R"(SELECT p.cantidad, s.costo FROM partidaServicio s
                           JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = s.transaccionId
                                         AND p.numeroPartida = s.numeroPartida
                           WHERE s.organizacionId = $1 AND s.transaccionId = $2 AND s.clase IN ('gasto', 'servicioExterno'))",
                    [&](const db::Row& l) {
                        suma += (Cantidad::de_micros(l.integer(0)) * Precio::de_micros(l.integer(1))).redondear(decimales);
                    },
                    tx.organizacion(), f.integer(0));
            if (suma.micros() != f.integer(1))
                diferencia(fmt::format("ordenServicio: organizacionId {}, id {}: its close posted {} and it took {}",
                                       tx.organizacion(), f.integer(0), Importe::de_micros(f.integer(1)).texto(), suma.texto()));
        },
        tx.organizacion());
}

}  // namespace cacao
