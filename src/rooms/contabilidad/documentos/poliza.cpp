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

constexpr std::string_view sql_de_soporte = R"(
    SELECT d.tipo, d.serie, d.folio, COALESCE(d.uuid, ''), d.entidadId, COALESCE(e.nombre, ''), COALESCE(e.rfc, ''),
           d.cuentaBancariaId, COALESCE(f.claveContabilidadElectronica, ''), d.referencia
    FROM documento d
    LEFT JOIN contacto e ON e.organizacionId = $1 AND e.entidadId = d.entidadId
    LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
    WHERE d.organizacionId = $1 AND d.transaccionId = $2)";

void leer_soporte(const db::Row& r, SoportePoliza& s) {
    s.tipoDocumento = std::string{r.text(0)};
    s.folio = engine::folio_texto(r.text(1), r.integer(2));
    s.uuid = r.text(3);
    s.entidadId = r.integer(4);
    s.contacto = r.text(5);
    s.rfc = r.text(6);
    s.cuentaBancariaId = r.integer(7);
    s.formaPago = r.text(8);
    s.referencia = r.text(9);
}

AsientoPoliza leer_asiento(const db::Row& r) {
    return {r.integer(0),
            r.integer(1),
            std::string{r.text(2)},
            std::string{r.text(3)},
            r.integer(4),
            r.integer(5),
            r.integer(6),
            Importe::de_micros(r.integer(7)),
            Importe::de_micros(r.integer(8)),
            std::string{r.text(9)},
            Importe::de_micros(r.integer(10))};
}

}  // namespace

PolizaVista leer_poliza(const db::Row& r) {
    PolizaVista v;
    v.polizaId = r.integer(0);
    v.evento = std::string{r.text(1)};
    v.fecha = Fecha::de_dias(static_cast<std::int32_t>(r.integer(2)));
    v.periodo = r.integer(3);
    v.importe = Importe::de_micros(r.integer(4));
    v.revierteId = r.integer(5);
    v.transaccionId = r.integer(6);
    return v;
}

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

void completar_polizas(db::Reader& tx, std::vector<PolizaVista>& polizas) {
    for (PolizaVista& v : polizas) {
        const std::array<db::Value, 2> documento{db::to_value(tx.organizacion()), db::to_value(v.transaccionId)};
        tx.query_later(sql_de_soporte, documento, [&v](const db::Row& r) { leer_soporte(r, v); });
        const std::array<db::Value, 2> poliza{db::to_value(tx.organizacion()), db::to_value(v.polizaId)};
        tx.query_later(R"(
            SELECT a.renglon, a.cuentaId, c.codigo, c.nombre, a.sucursalId, a.proyectoId, a.entidadId, a.cargo, a.abono, a.moneda,
                   a.original
            FROM asiento a
            JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId
            WHERE a.organizacionId = $1 AND a.polizaId = $2 ORDER BY a.renglon)",
                       poliza, [&v](const db::Row& r) { v.asientos.push_back(leer_asiento(r)); });
    }
    tx.settle();
}

std::vector<PolizaVista> consultar_polizas(const Context& ctx, const PolizasPedidas& pedidas) {
    auto& tx = ctx.db();
    const auto existe =
        tx.one<std::int64_t>("SELECT transaccionId FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                             tx.organizacion(), std::int64_t{pedidas.transaccionId});
    reject_if(!existe, Codigo::no_encontrado, "/transaccionId");
    std::vector<PolizaVista> polizas;
    tx.each(R"(SELECT polizaId, evento, fecha, periodo, cargo, revierteId, transaccionId FROM poliza
               WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY polizaId)",
            [&](const db::Row& r) { polizas.push_back(leer_poliza(r)); }, tx.organizacion(), std::int64_t{pedidas.transaccionId});
    completar_polizas(tx, polizas);
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
