#include "rooms/rutas/verificar.hpp"

#include "db/rows.hpp"
#include "engine/verificar/reglas.hpp"

namespace cacao {
namespace {

constexpr engine::ReglaDeTabla reglas_de_ruta[] = {
    {"jornadaRuta", "the document has no record of its route", R"(
        SELECT d.transaccionId FROM documento d WHERE d.organizacionId = $1 AND d.tipo = 'JornadaRuta'
           AND NOT EXISTS (SELECT 1 FROM jornadaRuta j WHERE j.organizacionId = $1 AND j.transaccionId = d.transaccionId))"},
    {"jornadaRuta", "whether it is under way is not what its state says", R"(
        SELECT j.transaccionId FROM jornadaRuta j
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = j.transaccionId
         WHERE j.organizacionId = $1
           AND j.enCurso <> CASE WHEN d.estado IN ('validada', 'cerrada', 'cancelado') THEN 0 ELSE 1 END)"},
    {"cargaRuta", "it is confirmed and nothing moved its goods in the day", R"(
        SELECT c.cargaId FROM cargaRuta c
         WHERE c.organizacionId = $1 AND c.estado = 'confirmada'
           AND NOT EXISTS (SELECT 1 FROM jornadaDocumento k WHERE k.organizacionId = $1 AND k.transaccionId = c.transaccionId
                           AND k.jornadaId = c.jornadaId))"},
    {"operacionRuta", "its documents are of another day", R"(
        SELECT o.operacionId FROM operacionRuta o
          JOIN jornadaDocumento k ON k.organizacionId = $1 AND k.operacionId = o.operacionId AND k.operacionId <> 0
         WHERE o.organizacionId = $1 AND k.jornadaId <> o.jornadaId)"},
    {"liquidacionRuta", "the state and the validation do not agree", R"(
        SELECT l.transaccionId FROM liquidacionRuta l
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = l.transaccionId
         WHERE l.organizacionId = $1 AND (CASE WHEN d.estado IN ('validada', 'cerrada') THEN 1 ELSE 0 END)
               <> (CASE WHEN l.validadaEn IS NULL THEN 0 ELSE 1 END))"},
    {"liquidacionRuta", "cash of its documents did not all leave the cash of the route", R"(
        SELECT l.transaccionId FROM liquidacionRuta l
          JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = l.transaccionId
          JOIN jornadaDocumento k ON k.organizacionId = $1 AND k.jornadaId = l.transaccionId AND k.ajuste = 0
          JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId = k.transaccionId
          JOIN movimientoBanco m ON m.organizacionId = $1 AND m.polizaId = p.polizaId AND m.cuentaBancariaId = j.cuentaBancariaId
         WHERE l.organizacionId = $1 AND l.validadaEn IS NOT NULL
         GROUP BY l.transaccionId HAVING SUM(m.importe) <> 0)"},
    {"liquidacionRuta", "the cash that it expected is not that of its documents", R"(
        SELECT l.transaccionId FROM liquidacionRuta l
          JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = l.transaccionId
         WHERE l.organizacionId = $1 AND l.validadaEn IS NOT NULL
           AND l.efectivoEsperado <> COALESCE((SELECT CAST(SUM(m.importe) AS BIGINT) FROM jornadaDocumento k
                  JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId = k.transaccionId
                  JOIN movimientoBanco m ON m.organizacionId = $1 AND m.polizaId = p.polizaId
                   AND m.cuentaBancariaId = j.cuentaBancariaId
                 WHERE k.organizacionId = $1 AND k.jornadaId = l.transaccionId AND k.ajuste = 0 AND k.operacionId <> 0), 0))"},
    {"conteoRuta", "a day was validated with a count that is not", R"(
        SELECT c.transaccionId FROM conteoRuta c
          JOIN liquidacionRuta l ON l.organizacionId = $1 AND l.transaccionId = c.transaccionId
         WHERE c.organizacionId = $1 AND (CASE WHEN l.validadaEn IS NULL THEN 0 ELSE 1 END) <> c.validado)"},
    {"conteoRuta", "what was sold, lost and came back is not what the documents of the day moved", R"(
        SELECT c.transaccionId FROM conteoRuta c
          JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = c.transaccionId
         WHERE c.organizacionId = $1 AND c.validado = 1
           AND c.carga + c.recarga + c.devolucion + c.cambioRecibido - c.venta - c.cambioEntregado - c.merma + c.envases
               <> COALESCE((SELECT CAST(SUM(m.cantidad) AS BIGINT) FROM jornadaDocumento k
                    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
                     AND d.tipo NOT IN ('DescargaRuta', 'FaltanteConteo', 'SobranteConteo')
                    JOIN movimiento m ON m.organizacionId = $1 AND m.transaccionId = k.transaccionId AND m.almacenId = j.almacenId
                     AND m.productoId = c.productoId AND m.loteId = c.loteId
                   WHERE k.organizacionId = $1 AND k.jornadaId = c.transaccionId AND k.ajuste = 0), 0))"},
    {"saldoEnvase", "what customers have of it is not what lies in the warehouse of packaging", R"(
        SELECT e.productoId FROM envaseRuta e
          JOIN configuracionRuta c ON c.organizacionId = $1 AND c.almacenEnvasesId <> 0
         WHERE e.organizacionId = $1
           AND COALESCE((SELECT CAST(SUM(s.cantidad) AS BIGINT) FROM saldoEnvase s
                         WHERE s.organizacionId = $1 AND s.productoId = e.productoId), 0)
               <> COALESCE((SELECT CAST(SUM(x.cantidad) AS BIGINT) FROM existencia x
                            WHERE x.organizacionId = $1 AND x.almacenId = c.almacenEnvasesId AND x.productoId = e.productoId), 0))"},
};

}  // namespace

void verificar_rutas(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    engine::verificar_reglas(tx, reglas_de_ruta, diferencia);
}

}  // namespace cacao
