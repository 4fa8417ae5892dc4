#include "rooms/contabilidad/documentos/poliza.hpp"

#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/cierre.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {
namespace {

// Undoing an entry posts to its accounts: where one of them is a control account, it takes the same right as making it.
void exigir_control(Context& ctx, std::int64_t transaccionId) {
    if (api::tiene_derecho(ctx.sesion(), engine::derecho_de_control, engine::grupo_de_control)) return;
    static const std::string sql = "SELECT 1 FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND " +
                                   engine::de_control_sql("partida.cuentaId") + " = 1 LIMIT 1";
    reject_if(ctx.db().one<std::int64_t>(sql, ctx.organizacionId(), transaccionId).has_value(), Codigo::cuenta_de_control, "/id");
}

}  // namespace

engine::DocumentoCreado crear_poliza(Context& ctx, const PolizaNueva& nueva) {
    auto s = engine::solicitud<engine::SolicitudDiario>(nueva);
    for (const auto& r : nueva.partidas) {
        auto& p = s.partidas.emplace_back();
        p.campo = "/partidas/" + std::to_string(s.partidas.size() - 1);
        p.cuentaId = r.cuentaId;
        p.cargo = r.cargo.value_or(Importe{});
        p.abono = r.abono.value_or(Importe{});
        p.descripcion = r.descripcion.value_or("");
        p.proyectoId = r.proyectoId.value_or(0);
    }
    return engine::creado(engine::emitir(ctx, engine::Poliza, s));
}

engine::DocumentoCreado revertir_poliza(Context& ctx, const PolizaReversion& pedida) {
    exigir_control(ctx, pedida.id);
    return engine::creado(engine::revertir_poliza(ctx, pedida.id, pedida.fecha));
}

engine::Cancelado cancelar_poliza(Context& ctx, const engine::CancelacionPedida& pedida) {
    exigir_control(ctx, pedida.id);
    return engine::cancelar(ctx, pedida, {engine::Poliza.tipo, engine::PolizaReversa.tipo, engine::CierreAnual.tipo});
}

std::vector<PolizaVista> consultar_polizas(const Context& ctx, const PolizasPedidas& pedidas) {
    std::optional<SoportePoliza> soporte;
    ctx.db().each(R"(
        SELECT d.tipo, d.serie, d.folio, COALESCE(d.uuid, ''), d.entidadId, COALESCE(e.nombre, ''), COALESCE(e.rfc, ''),
               d.cuentaBancariaId, COALESCE(f.claveContabilidadElectronica, ''), d.referencia
        FROM documento d
        LEFT JOIN contacto e ON e.organizacionId = $1 AND e.entidadId = d.entidadId
        LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
        WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                  [&](const db::Row& r) {
                      soporte = SoportePoliza{
                          pedidas.transaccionId,  std::string{r.text(0)}, engine::folio_texto(r.text(1), r.integer(2)),
                          std::string{r.text(3)}, r.integer(4),           std::string{r.text(5)},
                          std::string{r.text(6)}, r.integer(7),           std::string{r.text(8)},
                          std::string{r.text(9)}};
                  },
                  ctx.organizacionId(), std::int64_t{pedidas.transaccionId});
    reject_if(!soporte, Codigo::no_encontrado, "/transaccionId");
    std::vector<PolizaVista> polizas;
    ctx.db().each(R"(
        SELECT p.polizaId, p.evento, p.fecha, p.periodo, p.cargo, p.revierteId, a.renglon, a.cuentaId, c.codigo, c.nombre,
               a.sucursalId, a.proyectoId, a.entidadId, a.cargo, a.abono, a.moneda, a.original
        FROM poliza p
        LEFT JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
        LEFT JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.polizaId, a.renglon)",
                  [&](const db::Row& r) {
                      if (polizas.empty() || polizas.back().polizaId != r.integer(0))
                          polizas.push_back({*soporte,
                                             r.integer(0),
                                             std::string{r.text(1)},
                                             Fecha::de_dias(static_cast<std::int32_t>(r.integer(2))),
                                             r.integer(3),
                                             Importe::de_micros(r.integer(4)),
                                             r.integer(5),
                                             {}});
                      if (r.is_null(6)) return;
                      polizas.back().asientos.push_back({r.integer(6), r.integer(7), std::string{r.text(8)},
                                                         std::string{r.text(9)}, r.integer(10), r.integer(11), r.integer(12),
                                                         Importe::de_micros(r.integer(13)), Importe::de_micros(r.integer(14)),
                                                         std::string{r.text(15)}, Importe::de_micros(r.integer(16))});
                  },
                  ctx.organizacionId(), std::int64_t{pedidas.transaccionId});
    return polizas;
}

std::vector<engine::DocumentoCreado> cerrar_ejercicio(Context& ctx, const CierreAnualNuevo& nuevo) {
    std::vector<engine::DocumentoCreado> creados;
    for (const auto& e : engine::cerrar_ejercicio(ctx, static_cast<int>(std::int64_t{nuevo.ejercicio})))
        creados.push_back(engine::creado(e));
    return creados;
}

void register_poliza(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.right(engine::derecho_de_control);
    ops.add(POST, "/api/Contabilidad/Polizas", "PolizaCrear", crear_poliza)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::cuenta_acumulativa, Codigo::cuenta_de_control,
                  Codigo::poliza_descuadrada, Codigo::fuera_de_rango, Codigo::demasiados_decimales, Codigo::periodo_cerrado,
                  Codigo::moneda_sin_tipo_cambio, Codigo::valor_no_permitido, Codigo::duplicado});
    ops.add(POST, "/api/Contabilidad/Polizas/PolizaRevertir/{id}", "PolizaRevertir", revertir_poliza)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado, Codigo::cuenta_de_control});
    ops.add(DELETE, "/api/Contabilidad/Polizas/PolizaCancelar/{id}", "PolizaCancelar", cancelar_poliza)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado, Codigo::ejercicio_cerrado, Codigo::cuenta_de_control});
    ops.add(GET, "/api/Contabilidad/Polizas/Documento/{transaccionId}", "PolizasDocumento", consultar_polizas)
        .por(&PolizaVista::asientos)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Contabilidad/CierreAnual", "CierreAnual", cerrar_ejercicio)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::ejercicio_cerrado, Codigo::ejercicio_anterior_abierto, Codigo::periodo_anterior_abierto,
                  Codigo::periodo_cerrado, Codigo::lista_vacia});
}

}  // namespace cacao
