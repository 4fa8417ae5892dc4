#include "rooms/viajes/verificar.hpp"

#include "db/rows.hpp"
#include "engine/verificar/reglas.hpp"
#include "rooms/viajes/margen_viaje.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

constexpr engine::ReglaDeTabla reglas_de_viaje[] = {
    {"facturaViaje", "the services do not come to the invoice", R"(
        SELECT d.transaccionId FROM facturaViaje f
          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = f.transaccionId
         WHERE f.organizacionId = $1
           AND d.total <> COALESCE((SELECT CAST(SUM(s.total) AS BIGINT) FROM servicioViaje s WHERE s.organizacionId = $1
                                    AND s.transaccionId = f.transaccionId), 0))"},
    {"servicioViaje", "its lines do not come to the service", R"(
        SELECT s.servicioId FROM servicioViaje s
         WHERE s.organizacionId = $1
           AND s.total <> COALESCE((SELECT CAST(SUM(p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido
                                                    - p.isrRetenido) AS BIGINT)
                                    FROM partidaViaje v
                                    JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = v.transaccionId
                                                  AND p.numeroPartida = v.numeroPartida
                                    WHERE v.organizacionId = $1 AND v.servicioId = s.servicioId), 0))"},
    {"servicioViaje", "what is of others is not what its lines say", R"(
        SELECT s.servicioId FROM servicioViaje s
         WHERE s.organizacionId = $1
           AND s.terceros <> COALESCE((SELECT CAST(SUM(p.importe) AS BIGINT) FROM partidaViaje v
                                       JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = v.transaccionId
                                                     AND p.numeroPartida = v.numeroPartida AND p.terceroId = s.proveedorId
                                                     AND p.terceroId <> 0
                                       WHERE v.organizacionId = $1 AND v.servicioId = s.servicioId), 0))"},
    {"facturaViaje", "a line of the invoice is of no service", R"(
        SELECT p.transaccionId FROM facturaViaje f
          JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = f.transaccionId
          LEFT JOIN partidaViaje v ON v.organizacionId = $1 AND v.transaccionId = p.transaccionId AND v.numeroPartida = p.numeroPartida
         WHERE f.organizacionId = $1 AND v.numeroPartida IS NULL)"},
    {"servicioViaje", "its booking is not that of its invoice", R"(
        SELECT s.servicioId FROM servicioViaje s
          JOIN facturaViaje f ON f.organizacionId = $1 AND f.transaccionId = s.transaccionId
         WHERE s.organizacionId = $1 AND f.reservacionId <> s.reservacionId)"},
    {"gastoViaje", "the parts of the line do not come to its net", R"(
        SELECT g.transaccionId FROM (SELECT x.transaccionId, x.numeroPartida, CAST(SUM(x.importe) AS BIGINT) AS importe
                                     FROM gastoViaje x WHERE x.organizacionId = $1 GROUP BY x.transaccionId, x.numeroPartida) g
          JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = g.transaccionId AND p.numeroPartida = g.numeroPartida
         WHERE g.importe <> p.importe - p.descuento - p.promocion + p.alCosto)"},
    {"gastoViaje", "it is of a service of another booking", R"(
        SELECT g.transaccionId FROM gastoViaje g
          JOIN servicioViaje s ON s.organizacionId = $1 AND s.servicioId = g.servicioId
         WHERE g.organizacionId = $1 AND g.servicioId <> 0 AND s.reservacionId <> g.reservacionId)"},
    {"gastoViaje", "whose money it pays is not what its service says", R"(
        SELECT g.transaccionId FROM gastoViaje g
          JOIN servicioViaje s ON s.organizacionId = $1 AND s.servicioId = g.servicioId
          JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = g.transaccionId AND p.numeroPartida = g.numeroPartida
         WHERE g.organizacionId = $1 AND g.servicioId <> 0
           AND CASE WHEN s.modalidad = 'intermediacion' THEN 1 ELSE 0 END <> CASE WHEN p.terceroId <> 0 THEN 1 ELSE 0 END)"},
    // Nobody earns or spends what is somebody else's.
    {"partida", "money of others stands on an account of income or cost", R"(
        SELECT p.transaccionId FROM partida p
          JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = p.cuentaId AND c.tipo IN ('ingreso', 'costo', 'gasto')
         WHERE p.organizacionId = $1 AND p.terceroId <> 0)"},
    {"partida", "money of others bears taxes of ours", R"(
        SELECT p.transaccionId FROM partida p
         WHERE p.organizacionId = $1 AND p.terceroId <> 0 AND (p.iva <> 0 OR p.ieps <> 0 OR p.ivaRetenido <> 0 OR p.isrRetenido <> 0))"},
};

}  // namespace

void verificar_viajes(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    engine::verificar_reglas(tx, reglas_de_viaje, diferencia);
    if (const auto m = margen_de_siempre(tx); !m.diferencia.es_cero())
        diferencia(fmt::format("servicioViaje: organizacionId {}: sold {}, cost {}, of others {}; the books have {}, {} and {}",
                               tx.organizacion(), m.total.venta.texto(), m.total.costo.texto(), m.total.saldoTerceros.texto(),
                               m.ventaEnLibros.texto(), m.costoEnLibros.texto(), m.tercerosEnLibros.texto()));
}

}  // namespace cacao
