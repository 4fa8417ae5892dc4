#include "rooms/escuela/verificar.hpp"

#include "base/rfc.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/verificar/reglas.hpp"
#include "rooms/escuela/curp.hpp"
#include "rooms/escuela/plan_escolar.hpp"

#include <string_view>

namespace cacao {
namespace {

constexpr engine::ReglaDeTabla reglas_escolares[] = {
    {"cargoEscolar", "its document is not a sales note of one line of its student", R"(
        SELECT g.transaccionId FROM cargoEscolar g
         WHERE g.organizacionId = $1 AND g.transaccionId IS NOT NULL AND NOT EXISTS (
               SELECT 1 FROM documento d
                 JOIN partidaAlumno x ON x.organizacionId = $1 AND x.transaccionId = d.transaccionId AND x.numeroPartida = 1
                  AND x.alumnoId = g.alumnoId
                WHERE d.organizacionId = $1 AND d.transaccionId = g.transaccionId AND d.tipo = 'NotaVenta' AND d.fecha = g.periodo
                  AND 1 = (SELECT COUNT(*) FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = d.transaccionId)))"},
    {"cargoEscolar", "it is for something else than its plan", R"(
        SELECT g.transaccionId FROM cargoEscolar g
          JOIN planEscolar p ON p.organizacionId = $1 AND p.planEscolarId = g.planEscolarId
          JOIN partidaAlumno x ON x.organizacionId = $1 AND x.transaccionId = g.transaccionId AND x.numeroPartida = 1
         WHERE g.organizacionId = $1 AND x.tipo <> p.tipo)"},
    {"partidaAlumno", "its document is neither a sales note nor an invoice", R"(
        SELECT x.transaccionId FROM partidaAlumno x
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = x.transaccionId
         WHERE x.organizacionId = $1 AND d.tipo NOT IN ('NotaVenta', 'FacturaVenta'))"},
    {"clienteDeAlumno", "a document of the student is for a contact that is not noted", R"(
        SELECT x.transaccionId FROM partidaAlumno x
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = x.transaccionId
         WHERE x.organizacionId = $1 AND NOT EXISTS (SELECT 1 FROM clienteDeAlumno k WHERE k.organizacionId = $1
               AND k.alumnoId = x.alumnoId AND k.entidadId = d.entidadId))"},
    {"periodoCobrado", "a student owes a period that is said to be charged", R"(
        SELECT a.alumnoId FROM periodoCobrado c
          JOIN planEscolar p ON p.organizacionId = $1 AND p.planEscolarId = c.planEscolarId
          JOIN alumno a ON a.organizacionId = $1 AND a.cicloEscolarId = p.cicloEscolarId AND a.activo = 1
           AND (p.nivelEscolarId = 0 OR a.nivelEscolarId = p.nivelEscolarId) AND a.ingreso <= c.periodo
           AND (a.baja IS NULL OR a.baja >= c.periodo)
         WHERE c.organizacionId = $1
           AND (p.opcional = 0 OR EXISTS (SELECT 1 FROM alumnoPlan o WHERE o.organizacionId = $1 AND o.alumnoId = a.alumnoId
                AND o.planEscolarId = p.planEscolarId))
           AND NOT EXISTS (SELECT 1 FROM cargoEscolar g WHERE g.organizacionId = $1 AND g.planEscolarId = c.planEscolarId
               AND g.periodo = c.periodo AND g.alumnoId = a.alumnoId))"},
    {"pagoEscolar", "what was let off is no credit of its charge, or was let off too late", R"(
        SELECT r.descuentoId FROM pagoEscolar r
          JOIN cargoEscolar g ON g.organizacionId = $1 AND g.transaccionId = r.cargoId
          JOIN documento n ON n.organizacionId = $1 AND n.transaccionId = r.descuentoId
         WHERE r.organizacionId = $1 AND r.descuentoId <> 0
           AND (n.tipo <> 'NotaCreditoCliente' OR n.origenId <> r.cargoId OR g.prontoPagoHasta IS NULL))"},
    {"pagoEscolar", "more than one discount for being early is in force for a charge", R"(
        SELECT r.cargoId FROM pagoEscolar r
          JOIN documento n ON n.organizacionId = $1 AND n.transaccionId = r.descuentoId AND n.estado <> 'cancelado'
         WHERE r.organizacionId = $1 AND r.descuentoId <> 0 GROUP BY r.cargoId HAVING COUNT(*) > 1)"},
    {"pagoEscolar", "a surcharge is no note of the student of its charge", R"(
        SELECT r.recargoId FROM pagoEscolar r
          JOIN cargoEscolar g ON g.organizacionId = $1 AND g.transaccionId = r.cargoId
         WHERE r.organizacionId = $1 AND r.recargoId <> 0 AND NOT EXISTS (
               SELECT 1 FROM partidaAlumno x WHERE x.organizacionId = $1 AND x.transaccionId = r.recargoId
                AND x.alumnoId = g.alumnoId AND x.tipo = 'recargo'))"},
};

}  // namespace

void verificar_escuela(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto decir = [&](std::string_view tabla, std::int64_t id, std::string_view que) {
        engine::decir_diferencia(tx, diferencia, tabla, id, que);
    };
    engine::verificar_reglas(tx, reglas_escolares, diferencia);
    tx.each(
        "SELECT alumnoId, curp FROM alumno WHERE organizacionId = $1",
        [&](const db::Row& f) {
            if (!Curp::leer(f.text(1)) || !curp_de_complemento(f.text(1))) decir("alumno", f.integer(0), "its CURP is none");
        },
        tx.organizacion());
    // Periods are those of the plan, and what the student does not pay is what he had then.
    const int decimales = engine::leer_ajustes(tx).decimales;
    tx.each(
        R"(SELECT g.transaccionId, g.periodo, g.beca, p.inicio, p.periodos, l.importe, l.descuento, l.precioUnitario
           FROM cargoEscolar g
           JOIN planEscolar p ON p.organizacionId = $1 AND p.planEscolarId = g.planEscolarId
           JOIN partida l ON l.organizacionId = $1 AND l.transaccionId = g.transaccionId AND l.numeroPartida = 1
           WHERE g.organizacionId = $1)",
        [&](const db::Row& f) {
            const auto dia = [&](int columna) { return Fecha::de_dias(static_cast<std::int32_t>(f.integer(columna))); };
            bool suyo = false;
            for (int n = 0; n < f.integer(4) && !suyo; ++n) suyo = periodo_de_plan(dia(3), n) == dia(1);
            if (!suyo) decir("cargoEscolar", f.integer(0), "its period is none of its plan");
            const Importe todo = Importe::de_micros(f.integer(5));
            const Importe menos = (todo * Tasa::de_micros(f.integer(2))).redondear(decimales);
            // A price with taxes is taken apart after its discount: a cent is nobody's fault.
            constexpr std::int64_t un_centavo = 10'000;
            if (std::abs(menos.micros() - f.integer(6)) > un_centavo)
                decir("cargoEscolar", f.integer(0), "its discount is not that of the student");
        },
        tx.organizacion());
}

}  // namespace cacao
