// Verification of revaluations: each is what it says of its balances, and is taken back on the next day to the last cent.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"

namespace cacao::engine::verificacion {
namespace {

std::string llave_de_revaluacion(std::int64_t transaccionId) { return fmt::format("transaccionId {}", transaccionId); }

// The document, its month and the one that takes it back, on the first of the next.
void revisar_parejas(Revision& r) {
    r.tx.each(
        R"(SELECT d.transaccionId, d.fecha, d.estado, COALESCE(v.periodo, 0), COALESCE(v.vigente, -1), COALESCE(v.reversaId, 0),
                        COALESCE(o.tipo, ''), COALESCE(o.estado, ''), COALESCE(o.fecha, 0), COALESCE(o.origenId, 0)
                 FROM documento d
                 LEFT JOIN revaluacion v ON v.organizacionId = $1 AND v.transaccionId = d.transaccionId
                 LEFT JOIN documento o ON o.organizacionId = $1 AND o.transaccionId = v.reversaId
                 WHERE d.organizacionId = $1 AND d.tipo = 'RevaluacionCambiaria' ORDER BY d.transaccionId)",
        [&](const db::Row& f) {
            const auto llave = llave_de_revaluacion(f.integer(0));
            if (f.integer(4) < 0) return r.decir("revaluacion", llave, "is missing");
            const Fecha dia = fecha(f, 1);
            r.contar("revaluacion", llave, "periodo", f.integer(3), periodo_de(dia));
            if (dia != dia.ultimo_del_mes()) r.comparar("documento", llave, "fecha", dia, dia.ultimo_del_mes());
            const bool vigente = f.text(2) != nombre(Estado::cancelado);
            r.contar("revaluacion", llave, "vigente", f.integer(4), vigente ? 1 : 0);
            if (f.text(6) != "ReversaRevaluacion" || f.integer(9) != f.integer(0))
                return r.decir("revaluacion", llave, fmt::format("reversaId {} does not take it back", f.integer(5)));
            if (f.text(7) != f.text(2))
                r.decir("revaluacion", llave, fmt::format("is {}, what takes it back is {}", f.text(2), f.text(7)));
            if (fecha(f, 8) != dia + 1) r.comparar("revaluacion", llave, "the day it is taken back", fecha(f, 8), dia + 1);
        },
        r.org());
    r.buscar("documento", R"(
        SELECT d.transaccionId FROM documento d
        WHERE d.organizacionId = $1 AND d.tipo = 'ReversaRevaluacion'
          AND NOT EXISTS (SELECT 1 FROM revaluacion v WHERE v.organizacionId = $1 AND v.transaccionId = d.origenId
                          AND v.reversaId = d.transaccionId)
        ORDER BY d.transaccionId LIMIT 1000)",
             [&](const db::Row& f) { r.decir("documento", llave_de_revaluacion(f.integer(0)), "takes back no revaluacion"); });
}

// What it posted and what took it back leave nothing in any account.
void revisar_reversas_de_revaluacion(Revision& r) {
    r.buscar("asiento", R"(
        SELECT v.transaccionId, a.cuentaId, CAST(SUM(a.cargo - a.abono) AS BIGINT)
        FROM revaluacion v
        JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId IN (v.transaccionId, v.reversaId) AND p.evento = 'registro'
        JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
        WHERE v.organizacionId = $1
        GROUP BY v.transaccionId, a.cuentaId, a.sucursalId, a.proyectoId
        HAVING SUM(a.cargo - a.abono) <> 0
        ORDER BY v.transaccionId, a.cuentaId LIMIT 1000)",
             [&](const db::Row& f) {
                 r.decir("asiento", fmt::format("transaccionId {}, cuentaId {}", f.integer(0), f.integer(1)),
                         fmt::format("a revaluation and what takes it back leave {}, expected 0", importe(f, 2).texto()));
             });
}

// Each balance at its rate, and the sums of an account what was posted to it.
void revisar_partidas_revaluadas(Revision& r) {
    std::map<std::pair<std::int64_t, std::int64_t>, Importe> por_cuenta;  // revaluation, account: debit positive
    r.tx.each(R"(SELECT x.transaccionId, x.numero, x.clase, x.cuentaId, x.saldo, x.valorLibros, x.valorCierre,
                        COALESCE(t.tipoCambio, 0)
                 FROM revaluacionPartida x
                 LEFT JOIN revaluacionTipoCambio t ON t.organizacionId = $1 AND t.transaccionId = x.transaccionId
                                                  AND t.moneda = x.moneda
                 WHERE x.organizacionId = $1 ORDER BY x.transaccionId, x.numero)",
              [&](const db::Row& f) {
                  const auto llave = fmt::format("transaccionId {}, numero {}", f.integer(0), f.integer(1));
                  const auto debe = convertir(importe(f, 4), Precio::de_micros(f.integer(7)), r.ajustes.decimales);
                  r.comparar("revaluacionPartida", llave, "valorCierre", importe(f, 6), debe);
                  const bool deudora = f.text(2) != "pagar" && f.text(2) != "favorCliente";
                  const Importe diferencia = importe(f, 6) - importe(f, 5);
                  por_cuenta[{f.integer(0), f.integer(3)}] += deudora ? diferencia : -diferencia;
              },
              r.org());
    for (const auto& [cual, debe] : por_cuenta) {
        const auto hay = r.tx.one<Importe>(R"(SELECT CAST(COALESCE(SUM(a.cargo - a.abono), 0) AS BIGINT)
            FROM poliza p
            JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId AND a.cuentaId = $3
            WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.evento = 'registro')",
                                           r.org(), cual.first, cual.second);
        r.comparar("revaluacionPartida", fmt::format("transaccionId {}, cuentaId {}", cual.first, cual.second),
                   "what was posted of its differences", hay.value_or(Importe{}), debe);
    }
}

}  // namespace

void revisar_revaluaciones(Revision& r) {
    revisar_parejas(r);
    revisar_reversas_de_revaluacion(r);
    revisar_partidas_revaluadas(r);
}

}  // namespace cacao::engine::verificacion
