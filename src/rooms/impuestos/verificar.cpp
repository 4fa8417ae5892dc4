#include "rooms/impuestos/verificar.hpp"

#include "db/rows.hpp"
#include "engine/verificar/reglas.hpp"

namespace cacao {
namespace {

constexpr engine::ReglaDeTabla reglas_de_impuestos[] = {
    {"liquidacionIva", "the settlement in force has no month", R"(
        SELECT d.transaccionId FROM documento d WHERE d.organizacionId = $1 AND d.tipo = 'LiquidacionIva' AND d.estado <> 'cancelado'
           AND NOT EXISTS (SELECT 1 FROM liquidacionIva l WHERE l.organizacionId = $1 AND l.transaccionId = d.transaccionId))"},
    {"liquidacionIva", "its document is no settlement in force", R"(
        SELECT l.transaccionId FROM liquidacionIva l
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = l.transaccionId
         WHERE l.organizacionId = $1 AND (d.tipo <> 'LiquidacionIva' OR d.estado = 'cancelado'))"},
    {"liquidacionIva", "it credits of what was withheld before what the one before did not leave", R"(
        SELECT l.transaccionId FROM liquidacionIva l
         WHERE l.organizacionId = $1
           AND l.retenidoAcreditado <> COALESCE((SELECT a.retenidoPorAcreditar FROM liquidacionIva a
                    WHERE a.organizacionId = $1 AND a.periodo < l.periodo ORDER BY a.periodo DESC LIMIT 1), 0))"},
    {"liquidacionIva", "its month is not that of its entry", R"(
        SELECT l.transaccionId FROM liquidacionIva l
          JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId = l.transaccionId
         WHERE l.organizacionId = $1
           AND p.periodo <> CAST(substr(l.periodo, 1, 4) AS INTEGER) * 100 + CAST(substr(l.periodo, 6, 2) AS INTEGER))"},
    {"liquidacionIva", "what is owed or in favour is not what it posted", R"(
        SELECT l.transaccionId FROM liquidacionIva l
         WHERE l.organizacionId = $1
           AND (l.porPagar - l.aFavor + l.aplicado)
               <> COALESCE((SELECT CAST(SUM(a.abono - a.cargo) AS BIGINT) FROM poliza p
                    JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
                   WHERE p.organizacionId = $1 AND p.transaccionId = l.transaccionId
                     AND EXISTS (SELECT 1 FROM cuentaPapelHistoria h WHERE h.organizacionId = $1 AND h.cuentaId = a.cuentaId
                                    AND h.papel IN ('iva_por_pagar', 'iva_a_favor'))), 0))"},
    {"liquidacionIva", "what was collected is not what it took off that account", R"(
        SELECT l.transaccionId FROM liquidacionIva l
         WHERE l.organizacionId = $1
           AND l.cobrado
               <> COALESCE((SELECT CAST(SUM(a.cargo - a.abono) AS BIGINT) FROM poliza p
                    JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
                   WHERE p.organizacionId = $1 AND p.transaccionId = l.transaccionId
                     AND EXISTS (SELECT 1 FROM cuentaPapelHistoria h WHERE h.organizacionId = $1 AND h.cuentaId = a.cuentaId
                                    AND h.papel = 'iva_trasladado_cobrado')), 0))"},
};

}  // namespace

void verificar_impuestos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    engine::verificar_reglas(tx, reglas_de_impuestos, diferencia);
}

}  // namespace cacao
