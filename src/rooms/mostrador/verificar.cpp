#include "rooms/mostrador/verificar.hpp"

#include "db/rows.hpp"
#include "engine/verificar/reglas.hpp"

namespace cacao {
namespace {

constexpr engine::ReglaDeTabla reglas_de_mostrador[] = {
    {"turnoCaja", "the document has no record of its till", R"(
        SELECT d.transaccionId FROM documento d WHERE d.organizacionId = $1 AND d.tipo = 'TurnoCaja'
           AND NOT EXISTS (SELECT 1 FROM turnoCaja t WHERE t.organizacionId = $1 AND t.transaccionId = d.transaccionId))"},
    {"turnoCaja", "whether it is under way is not what its state says", R"(
        SELECT t.transaccionId FROM turnoCaja t
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = t.transaccionId
         WHERE t.organizacionId = $1
           AND (t.enCurso <> CASE WHEN d.estado = 'abierta' THEN 1 ELSE 0 END
                OR (CASE WHEN t.cerradoEn IS NULL THEN 0 ELSE 1 END) <> CASE WHEN d.estado = 'cerrada' THEN 1 ELSE 0 END))"},
    {"turnoCaja", "what was counted is not its denominations", R"(
        SELECT t.transaccionId FROM turnoCaja t
         WHERE t.organizacionId = $1 AND t.cerradoEn IS NOT NULL
           AND t.efectivoContado <> COALESCE((SELECT CAST(SUM(e.denominacion * e.cantidad) AS BIGINT) FROM turnoEfectivo e
                                              WHERE e.organizacionId = $1 AND e.turnoId = t.transaccionId), 0))"},
    {"turnoCaja", "closing it did not leave its drawer with what it says", R"(
        SELECT t.transaccionId FROM turnoCaja t
         WHERE t.organizacionId = $1 AND t.cerradoEn IS NOT NULL
           AND t.fondoSiguiente - t.efectivoEsperado
               <> COALESCE((SELECT CAST(SUM(m.importe) AS BIGINT) FROM turnoDocumento k
                    JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId = k.transaccionId AND p.evento <> 'cancelado'
                    JOIN movimientoBanco m ON m.organizacionId = $1 AND m.polizaId = p.polizaId
                     AND m.cuentaBancariaId = t.cuentaBancariaId
                   WHERE k.organizacionId = $1 AND k.turnoId = t.transaccionId AND k.clase = 'cierre'), 0))"},
    {"ventaCaja", "what was collected is not its deposits", R"(
        SELECT v.transaccionId FROM ventaCaja v
         WHERE v.organizacionId = $1
           AND v.cobrado <> COALESCE((SELECT CAST(SUM(d.total) AS BIGINT) FROM turnoDocumento k
                    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
                   WHERE k.organizacionId = $1 AND k.ventaId = v.transaccionId AND k.ventaId <> 0), 0))"},
};

}  // namespace

void verificar_mostrador(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    engine::verificar_reglas(tx, reglas_de_mostrador, diferencia);
}

}  // namespace cacao
