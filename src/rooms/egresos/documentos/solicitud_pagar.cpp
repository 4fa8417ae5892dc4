#include "rooms/egresos/documentos/solicitud_pagar.hpp"

#include "db/rows.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/eventos.hpp"
#include "rooms/egresos/documentos/solicitud_filas.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

struct Parte {
    std::int64_t solicitudPartida{};
    Importe importe;
};
DESCRIBE_STRUCT(Parte, (), (solicitudPartida, importe))

// The first line of the beneficiary for the same document or concept that has enough left; the first at all when none has.
LineaSolicitud* linea_para(std::vector<LineaSolicitud>& lineas, const engine::PartidaEgreso& p, std::int64_t beneficiarioId) {
    LineaSolicitud* primera = nullptr;
    for (LineaSolicitud& l : lineas) {
        const bool suya =
            l.beneficiarioId == beneficiarioId && l.transaccionIdCompra == p.transaccionIdCompra && l.conceptoId == p.conceptoId;
        if (!suya) continue;
        if (l.importe - l.pagado >= p.importe) return &l;
        if (primera == nullptr) primera = &l;
    }
    return primera;
}

}  // namespace

std::vector<std::int64_t> casar_con_solicitud(Context& ctx, const engine::SolicitudEgreso& egreso, Faltas& faltas) {
    auto& tx = ctx.db();
    engine::retener_solo(tx, egreso.origenId);
    const auto solicitud = leer_solicitud(tx, egreso.origenId);
    if (!solicitud) {
        faltas.agregar(Codigo::no_encontrado, "/solicitudPagoId");
        return {};
    }
    if (solicitud->estado != engine::nombre(engine::Estado::autorizado)) {
        faltas.agregar(Codigo::estado_invalido, "/solicitudPagoId");
        return {};
    }
    auto lineas = leer_lineas_solicitud(tx, egreso.origenId);
    std::vector<LineaSolicitud> pagadas;
    std::vector<std::int64_t> casadas;
    for (const engine::PartidaEgreso& p : egreso.partidas) {
        LineaSolicitud* l = linea_para(lineas, p, egreso.entidadId);
        if (l == nullptr) {
            faltas.agregar(Codigo::valor_no_permitido,
                           p.campo + (p.transaccionIdCompra != 0 ? "/transaccionIdCompra" : "/conceptoId"));
            continue;
        }
        pagadas.push_back(*l);
        casadas.push_back(l->numeroPartida);
        if (p.importe > l->importe - l->pagado)
            faltas.agregar(Codigo::excede_autorizado, p.campo + "/importeAbono", En::donde_sea,
                           fmt::format(R"({{"porPagar":{}}})", (l->importe - l->pagado).texto()));
        else l->pagado += p.importe;
    }
    faltas.agregar_si(!mismos_destinos(tx, *solicitud, pagadas), Codigo::datos_bancarios_cambiados, "/solicitudPagoId");
    return casadas;
}

void anotar_pago(Context& ctx, std::int64_t egresoId, const engine::SolicitudEgreso& egreso,
                 const std::vector<std::int64_t>& de_solicitud) {
    auto& tx = ctx.db();
    Importe total;
    for (std::size_t i = 0; i < de_solicitud.size(); ++i) {
        const Importe importe = egreso.partidas[i].importe;
        const auto cabe = tx.count(R"(UPDATE solicitudPagoPartida SET pagado = pagado + $4
                                      WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3
                                        AND pagado + $4 <= importe)",
                                   ctx.organizacionId(), egreso.origenId, de_solicitud[i], importe);
        reject_if(cabe == 0, Codigo::excede_autorizado, egreso.partidas[i].campo + "/importeAbono");
        total += importe;
    }
    tx.run("UPDATE solicitudPago SET pagado = pagado + $3 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
           egreso.origenId, total);
    anotar_decision(ctx, egreso.origenId, {"pagar", total, {}, egresoId});
    engine::tocar_documento(ctx, egreso.origenId, engine::evento::Pagado{egresoId});
}

void devolver_pago(Context& ctx, std::int64_t egresoId, std::int64_t solicitudPagoId) {
    auto& tx = ctx.db();
    Importe total;
    for (const Parte& p : tx.all<Parte>(R"(SELECT solicitudPartida, importe FROM egresoPartida
                                           WHERE organizacionId = $1 AND transaccionId = $2 AND solicitudPagoId = $3)",
                                        ctx.organizacionId(), egresoId, solicitudPagoId)) {
        tx.run(R"(UPDATE solicitudPagoPartida SET pagado = pagado - $4
                  WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
               ctx.organizacionId(), solicitudPagoId, p.solicitudPartida, p.importe);
        total += p.importe;
    }
    tx.run("UPDATE solicitudPago SET pagado = pagado - $3 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
           solicitudPagoId, total);
    anotar_decision(ctx, solicitudPagoId, {"cancelarPago", total, {}, egresoId});
    engine::tocar_documento(ctx, solicitudPagoId, engine::evento::PagoRetirado{egresoId});
}

}  // namespace cacao
