#include "rooms/egresos/documentos/egreso.hpp"

#include "db/rows.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/concepto_bancario.hpp"
#include "rooms/egresos/documentos/pago.hpp"
#include "rooms/egresos/documentos/solicitud_pagar.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

struct FilaEgreso : EgresoRegistrado {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(FilaEgreso, (EgresoRegistrado), (serie, numero))

// As it stands now; nothing when it is no egress of this organization. `asignado` is what pays documents, concepts aside.
std::optional<EgresoRegistrado> leer(db::Reader& tx, std::int64_t id) {
    auto f = tx.one<FilaEgreso>(R"(
        SELECT d.transaccionId, '' AS folio, d.fecha, d.estado, d.moneda, d.total AS importe, d.subtotal, d.iva, d.ieps, d.ivaRetenido,
               d.isrRetenido, CASE WHEN d.estado = 'cancelado' THEN 0 ELSE COALESCE(s.total - s.saldo, 0) END AS asignado,
               COALESCE(s.saldo, 0) AS porAsignar, COALESCE(q.consecutivo, 0) AS consecutivo, d.origenId AS solicitudPagoId,
               d.serie, d.folio AS numero
        FROM documento d
        LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
        LEFT JOIN cheque q ON q.organizacionId = $1 AND q.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo = 'Egreso')",
                                tx.organizacion(), id);
    if (!f) return std::nullopt;
    f->folio = engine::folio_texto(f->serie, f->numero);
    return std::move(*f);
}

std::string campo_de(std::size_t i) { return "/partidas/" + std::to_string(i); }

engine::SolicitudEgreso pedir(const EgresoNuevo& nuevo) {
    engine::SolicitudEgreso s;
    s.fecha = nuevo.fecha;
    s.serie = nuevo.serie.value_or("");
    s.sucursalId = nuevo.sucursalId.value_or(0);
    s.centroCostoId = nuevo.centroCostoId.value_or(0);
    s.proyectoId = nuevo.divisionId.value_or(0);
    s.campos = {{"/proyectoId", "/divisionId"}};
    s.cuentaBancariaId = nuevo.cuentaBancariaId.value_or(0);
    s.formaPagoId = nuevo.formaPagoId.value_or(0);
    s.entidadId = nuevo.beneficiarioId.value_or(0);
    s.campo_entidad = "/beneficiarioId";
    s.origenId = nuevo.solicitudPagoId.value_or(0);
    s.moneda = nuevo.moneda.value_or("");
    s.tipoCambio = nuevo.tipoCambio;
    s.referencia = nuevo.referencia.value_or("");
    s.referenciaExterna = nuevo.referenciaExterna.value_or("");
    s.notas = nuevo.notas.value_or("");
    if (!nuevo.partidas) return s;
    for (const PartidaEgresoNueva& p : *nuevo.partidas) {
        auto& l = s.partidas.emplace_back();
        l.campo = campo_de(s.partidas.size() - 1);
        l.importe = p.importeAbono;
        l.importe2 = p.importe2;
        l.transaccionIdCompra = p.transaccionIdCompra.value_or(0);
        l.conceptoId = p.conceptoId.value_or(0);
        l.notas = p.notas.value_or("");
    }
    return s;
}

void revisar_partidas(db::Reader& tx, const EgresoNuevo& nuevo, const engine::SolicitudEgreso& s, Faltas& faltas) {
    Importe suma;
    for (const engine::PartidaEgreso& p : s.partidas) {
        suma += p.importe;
        const bool documento = p.transaccionIdCompra != 0;
        if (!documento && p.conceptoId == 0) faltas.agregar(Codigo::requerido, p.campo + "/conceptoId");
        if (documento && p.conceptoId != 0) faltas.agregar(Codigo::valor_no_permitido, p.campo + "/conceptoId");
        if (!documento && p.importe2) faltas.agregar(Codigo::valor_no_permitido, p.campo + "/importe2");
    }
    engine::exigir_concepto_suyo(tx, s, faltas);
    if (!nuevo.importe) faltas.agregar(Codigo::requerido, "/importe");
    else if (!s.partidas.empty() && suma != *nuevo.importe)
        faltas.agregar(Codigo::regla_incumplida, "/importe", En::donde_sea, fmt::format(R"({{"suma":{}}})", suma.texto()));
}

// What others have asked to be paid of a document is not there for whoever pays without asking.
void respetar_solicitudes(Context& ctx, const std::vector<engine::AplicacionPedida>& pagos) {
    Faltas faltas;
    for (const engine::AplicacionPedida& p : pagos) {
        const Comprometido c = comprometido(ctx.db(), p.transaccionId);
        if (c.solicitado > c.saldo)
            faltas.agregar(Codigo::excede_saldo, p.campo + "/importeAbono", En::donde_sea,
                           fmt::format(R"({{"saldo":{},"solicitado":{}}})", c.saldo.texto(), c.solicitado.texto()));
    }
    faltas.lanzar();
}

std::vector<engine::AplicacionPedida> aplicaciones(const engine::SolicitudEgreso& s) {
    std::vector<engine::AplicacionPedida> pagos;
    for (const engine::PartidaEgreso& p : s.partidas)
        if (p.transaccionIdCompra != 0)
            pagos.push_back({p.campo, p.transaccionIdCompra, p.importe, p.importe2, "/transaccionIdCompra", "/importeAbono"});
    return pagos;
}

EgresoRegistrado registrar_egreso_pedido(Context& ctx, const EgresoNuevo& nuevo) {
    auto& tx = ctx.db();
    engine::SolicitudEgreso s = pedir(nuevo);
    Faltas faltas;
    revisar_partidas(tx, nuevo, s, faltas);
    const bool con_cheque = revisar_forma_pago(tx, {s.formaPagoId, s.cuentaBancariaId, s.referencia}, faltas);
    std::vector<std::int64_t> de_solicitud;
    if (s.partidas.empty()) {
        // Nothing to pay yet: the supplier's, until documents are assigned.
        faltas.agregar_si(s.entidadId == 0, Codigo::requerido, "/beneficiarioId");
        faltas.agregar_si(s.origenId != 0, Codigo::lista_vacia, "/partidas");
        auto& l = s.partidas.emplace_back();
        l.campo_importe = "/importe";
        l.importe = nuevo.importe.value_or(Importe{});
    } else if (s.origenId != 0) {
        de_solicitud = casar_con_solicitud(ctx, s, faltas);
    }
    faltas.lanzar();

    const Pagado pagado = pagar(ctx, s, con_cheque, de_solicitud);
    const std::int64_t id = pagado.egreso.transaccionId;
    if (!de_solicitud.empty()) anotar_pago(ctx, id, s, de_solicitud);
    else respetar_solicitudes(ctx, aplicaciones(s));
    auto r = leer(tx, id).value();
    r.asignaciones = tx.all<engine::Aplicado>(R"(SELECT aplicacionId, documentoId AS transaccionId, importe, importe2,
                                                        saldoNuevo AS saldo
                                                 FROM aplicacion WHERE organizacionId = $1 AND pagoId = $2 ORDER BY aplicacionId)",
                                              ctx.organizacionId(), id);
    return r;
}

// Only what an assignment says may be sent with it: nothing is taken and left unread.
void revisar_asignacion(const EgresoNuevo& n, Faltas& faltas) {
    const auto sin = [&](bool dado, std::string_view campo) { faltas.agregar_si(dado, Codigo::valor_no_permitido, campo); };
    sin(n.serie.has_value(), "/serie");
    sin(n.sucursalId.value_or(0) != 0, "/sucursalId");
    sin(n.centroCostoId.value_or(0) != 0, "/centroCostoId");
    sin(n.divisionId.value_or(0) != 0, "/divisionId");
    sin(n.cuentaBancariaId.value_or(0) != 0, "/cuentaBancariaId");
    sin(n.formaPagoId.value_or(0) != 0, "/formaPagoId");
    sin(n.beneficiarioId.value_or(0) != 0, "/beneficiarioId");
    sin(n.solicitudPagoId.value_or(0) != 0, "/solicitudPagoId");
    sin(n.moneda.has_value(), "/moneda");
    sin(n.tipoCambio.has_value(), "/tipoCambio");
    sin(n.importe.has_value(), "/importe");
    sin(n.referencia.has_value(), "/referencia");
    sin(n.referenciaExterna.has_value(), "/referenciaExterna");
    sin(n.notas.has_value(), "/notas");
    faltas.agregar_si(!n.partidas || n.partidas->empty(), Codigo::lista_vacia, "/partidas");
}

EgresoRegistrado asignar(Context& ctx, const EgresoNuevo& nuevo) {
    auto& tx = ctx.db();
    const std::int64_t id = *nuevo.transaccionId;
    Faltas faltas;
    revisar_asignacion(nuevo, faltas);
    const auto egreso = leer(tx, id);
    faltas.agregar_si(!egreso, Codigo::no_encontrado, "/transaccionId");
    faltas.agregar_si(egreso && egreso->estado == engine::nombre(engine::Estado::cancelado), Codigo::documento_cancelado,
                      "/transaccionId");
    const engine::SolicitudEgreso s = pedir(nuevo);
    Importe suma;
    for (std::size_t i = 0; i < s.partidas.size(); ++i) {
        const engine::PartidaEgreso& p = s.partidas[i];
        suma += p.importe;
        if (p.transaccionIdCompra == 0) faltas.agregar(Codigo::requerido, p.campo + "/transaccionIdCompra");
        if (p.conceptoId != 0) faltas.agregar(Codigo::valor_no_permitido, p.campo + "/conceptoId");
        if (!p.notas.empty()) faltas.agregar(Codigo::valor_no_permitido, p.campo + "/notas");
        if (egreso && suma > egreso->porAsignar)
            faltas.agregar(Codigo::excede_por_asignar, p.campo + "/importeAbono", En::donde_sea,
                           fmt::format(R"({{"saldo":{}}})", egreso->porAsignar.texto()));
    }
    faltas.lanzar();
    const auto pagos = aplicaciones(s);
    auto hechas = engine::aplicar(ctx, id, pagos, nuevo.fecha);
    respetar_solicitudes(ctx, pagos);
    auto r = leer(tx, id).value();
    r.asignaciones = std::move(hechas);
    return r;
}

}  // namespace

EgresoRegistrado agregar_egreso(Context& ctx, const EgresoNuevo& nuevo) {
    return nuevo.transaccionId.value_or(0) != 0 ? asignar(ctx, nuevo) : registrar_egreso_pedido(ctx, nuevo);
}

EgresoRegistrado desasignar_egreso(Context& ctx, const engine::DesasignacionPedida& pedida) {
    reject_if(!leer(ctx.db(), pedida.id), Codigo::no_encontrado, "/id");
    engine::desasignar(ctx, pedida.id, pedida.aplicaciones, pedida.fecha);
    return leer(ctx.db(), pedida.id).value();
}

engine::Cancelado cancelar_egreso(Context& ctx, const engine::CancelacionPedida& pedida) {
    auto& tx = ctx.db();
    const auto antes = leer(tx, pedida.id);
    reject_if(!antes, Codigo::no_encontrado, "/id");
    if (antes->solicitudPagoId == 0) return engine::cancelar(ctx, pedida, {engine::Egreso.tipo}, true);
    // The request before the egress, in the order in which paying takes them; then as it is once nobody else can change it.
    engine::retener_solo(tx, antes->solicitudPagoId);
    engine::retener_solo(tx, pedida.id);
    const bool ya = leer(tx, pedida.id)->estado == engine::nombre(engine::Estado::cancelado);
    auto cancelado = engine::cancelar(ctx, pedida, {engine::Egreso.tipo}, true);
    if (!ya) devolver_pago(ctx, pedida.id, antes->solicitudPagoId);
    return cancelado;
}

void register_egreso(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(POST, "/api/Bancos/EgresoAgregar", "EgresoAgregar", agregar_egreso)
        .rechaza({Codigo::no_encontrado,
                  Codigo::inactivo,
                  Codigo::requerido,
                  Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales,
                  Codigo::valor_no_permitido,
                  Codigo::sucursal_requerida,
                  Codigo::regla_incumplida,
                  Codigo::moneda_distinta,
                  Codigo::moneda_sin_tipo_cambio,
                  Codigo::periodo_cerrado,
                  Codigo::duplicado,
                  Codigo::lista_vacia,
                  Codigo::excede_saldo,
                  Codigo::excede_por_asignar,
                  Codigo::excede_autorizado,
                  Codigo::otro_contacto,
                  Codigo::documento_cancelado,
                  Codigo::estado_invalido,
                  Codigo::datos_bancarios_cambiados,
                  Codigo::serie_de_otra_sucursal});
    ops.add(PUT, "/api/Bancos/EgresoDesasignar/{id}", "EgresoDesasignar", desasignar_egreso)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
    ops.add(DELETE, "/api/Bancos/EgresoCancelar/{id}", "EgresoCancelar", cancelar_egreso)
        .rechaza({Codigo::jornada_validada, Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
}

}  // namespace cacao
