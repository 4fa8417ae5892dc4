#include "rooms/bancos/documentos/deposito.hpp"

#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/complemento.hpp"
#include "engine/verbos/concepto_bancario.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"

namespace cacao {
namespace {

// As it stands now; nothing when it is no deposit of this organization.
std::optional<DepositoRegistrado> leer_deposito(db::Reader& tx, std::int64_t id) {
    std::optional<DepositoRegistrado> d;
    tx.each(R"(SELECT d.serie, d.folio, d.fecha, d.estado, d.moneda, d.total, COALESCE(s.saldo, 0),
                      CASE WHEN s.saldo IS NULL THEN d.total ELSE 0 END
               FROM documento d
               LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
               WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo IN ('Deposito', 'Anticipo', 'DepositoConcepto'))",
            [&](const db::Row& r) {
                const auto total = Importe::de_micros(r.integer(5));
                const auto saldo = Importe::de_micros(r.integer(6));
                const auto por_concepto = Importe::de_micros(r.integer(7));
                d = DepositoRegistrado{id,
                                       engine::folio_texto(r.text(0), r.integer(1)),
                                       Fecha::de_dias(static_cast<std::int32_t>(r.integer(2))),
                                       std::string{r.text(3)},
                                       std::string{r.text(4)},
                                       total,
                                       total - saldo - por_concepto,
                                       saldo,
                                       por_concepto,
                                       {}};
            },
            tx.organizacion(), id);
    return d;
}

// One that is the customer's until it is assigned.
void exigir_asignable(db::Reader& tx, std::int64_t id) {
    const auto d = leer_deposito(tx, id);
    reject_if(!d, Codigo::no_encontrado, "/id");
    reject_if(!d->porConcepto.es_cero(), Codigo::valor_no_permitido, "/id");
}

DepositoRegistrado agregar_por_conceptos(Context& ctx, const DepositoNuevo& nuevo) {
    auto s = engine::solicitud<engine::SolicitudEgreso>(nuevo);
    s.entidadId = nuevo.entidadId.value_or(0);
    s.cuentaBancariaId = nuevo.cuentaBancariaId;
    s.formaPagoId = nuevo.formaPagoId.value_or(0);
    Importe suma;
    for (const PartidaDepositoNueva& p : *nuevo.partidas) {
        auto& l = s.partidas.emplace_back();
        l.campo = "/partidas/" + std::to_string(s.partidas.size() - 1);
        l.campo_importe = "/importe";
        l.conceptoId = p.conceptoId;
        l.importe = p.importe;
        l.proyectoId = p.proyectoId.value_or(0);
        l.notas = p.notas.value_or("");
        suma += p.importe;
    }
    s.faltas.agregar_si(nuevo.clienteId.value_or(0) != 0, Codigo::valor_no_permitido, "/clienteId");
    s.faltas.agregar_si(nuevo.asignaciones && !nuevo.asignaciones->empty(), Codigo::valor_no_permitido, "/asignaciones");
    if (suma != nuevo.importe)
        s.faltas.agregar(Codigo::regla_incumplida, "/importe", En::donde_sea, reflect::objeto("suma", suma));
    engine::exigir_concepto_suyo(ctx.db(), s, s.faltas);
    return leer_deposito(ctx.db(), engine::emitir(ctx, engine::DepositoConcepto, s).transaccionId).value();
}

}  // namespace

DepositoRegistrado agregar_deposito(Context& ctx, const DepositoNuevo& nuevo) {
    if (nuevo.partidas) return agregar_por_conceptos(ctx, nuevo);
    auto s = engine::solicitud<engine::SolicitudImporte>(nuevo);
    s.faltas.agregar_si(nuevo.entidadId.value_or(0) != 0, Codigo::valor_no_permitido, "/entidadId");
    s.entidadId = nuevo.clienteId.value_or(0);
    s.campo_entidad = "/clienteId";
    s.cuentaBancariaId = nuevo.cuentaBancariaId;
    s.formaPagoId = nuevo.formaPagoId.value_or(0);
    s.importe = nuevo.importe;
    const auto e = engine::emitir(ctx, engine::Deposito, s);
    std::vector<engine::Aplicado> hechas;
    if (nuevo.asignaciones && !nuevo.asignaciones->empty())
        hechas = engine::aplicar(ctx, e.transaccionId, engine::aplicaciones_pedidas(*nuevo.asignaciones), e.fecha);
    engine::advertir_forma_que_falta(ctx, e.transaccionId);
    auto d = leer_deposito(ctx.db(), e.transaccionId).value();
    d.asignaciones = std::move(hechas);
    return d;
}

DepositoRegistrado asignar_deposito(Context& ctx, const engine::AsignacionPedida& pedida) {
    exigir_asignable(ctx.db(), pedida.id);
    auto hechas = engine::aplicar(ctx, pedida.id, engine::aplicaciones_pedidas(pedida.asignaciones), pedida.fecha);
    engine::advertir_forma_que_falta(ctx, pedida.id);
    auto d = leer_deposito(ctx.db(), pedida.id).value();
    d.asignaciones = std::move(hechas);
    return d;
}

DepositoRegistrado desasignar_deposito(Context& ctx, const engine::DesasignacionPedida& pedida) {
    auto& tx = ctx.db();
    exigir_asignable(tx, pedida.id);
    engine::desasignar(ctx, pedida.id, pedida.aplicaciones, pedida.fecha);
    return leer_deposito(tx, pedida.id).value();
}

engine::Cancelado cancelar_deposito(Context& ctx, const DepositoCancelacion& pedida) {
    return engine::cancelar(ctx, pedida, {engine::Deposito.tipo, engine::Anticipo.tipo, engine::DepositoConcepto.tipo},
                            pedida.desasignar.value_or(false));
}

void register_deposito(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(POST, "/api/Bancos/DepositoAgregar", "DepositoAgregar", agregar_deposito)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango, Codigo::lista_vacia,
                  Codigo::regla_incumplida, Codigo::valor_no_permitido, Codigo::demasiados_decimales, Codigo::moneda_distinta,
                  Codigo::moneda_sin_tipo_cambio, Codigo::periodo_cerrado, Codigo::duplicado, Codigo::excede_por_asignar,
                  Codigo::excede_saldo, Codigo::otro_contacto, Codigo::documento_cancelado, Codigo::comprobante_en_proceso});
    ops.add(PUT, "/api/Bancos/DepositoAsignar/{id}", "DepositoAsignar", asignar_deposito)
        .rechaza({Codigo::no_encontrado, Codigo::requerido, Codigo::fuera_de_rango, Codigo::demasiados_decimales,
                  Codigo::excede_por_asignar, Codigo::excede_saldo, Codigo::otro_contacto, Codigo::documento_cancelado,
                  Codigo::periodo_cerrado, Codigo::valor_no_permitido, Codigo::comprobante_en_proceso});
    ops.add(PUT, "/api/Bancos/DepositoDesasignar/{id}", "DepositoDesasignar", desasignar_deposito)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::fuera_de_rango, Codigo::periodo_cerrado,
                  Codigo::con_dependientes});
    ops.add(DELETE, "/api/Bancos/DepositoCancelar/{id}", "DepositoCancelar", cancelar_deposito)
        .rechaza({Codigo::jornada_validada, Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes,
                  Codigo::fuera_de_rango, Codigo::periodo_cerrado, Codigo::motivo_fiscal,
                  Codigo::comprobante_en_proceso});
}

}  // namespace cacao
