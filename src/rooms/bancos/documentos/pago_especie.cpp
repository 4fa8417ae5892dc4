#include "rooms/bancos/documentos/pago_especie.hpp"

#include "db/rows.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/naturaleza.hpp"
#include "engine/verbos/emitir.hpp"

#include <deque>

namespace cacao {
namespace {

Importe suma(const std::vector<engine::AplicacionPedida>& lado) {
    Importe s;
    for (const auto& a : lado) s += a.importe;
    return s;
}

std::vector<engine::AplicacionPedida> lado(const Lista<engine::AsignacionNueva, 1000, 1>& nuevas, std::string_view nombre) {
    std::vector<engine::AplicacionPedida> r;
    for (const auto& a : nuevas)
        r.push_back({"/" + std::string{nombre} + "/" + std::to_string(r.size()), a.transaccionId, a.importe, a.importe2});
    return r;
}

// Documents of one side of a compensation are not of the other.
void exigir_lado(db::Reader& tx, const std::vector<engine::AplicacionPedida>& lado, engine::Naturaleza naturaleza,
                 Faltas& faltas) {
    std::deque<std::optional<engine::Naturaleza>> suyas;  // a deque does not move what the database will fill
    for (const auto& a : lado)
        tx.one_later(suyas.emplace_back(), R"(SELECT naturaleza FROM saldo WHERE organizacionId = $1 AND transaccionId = $2
                                              AND naturaleza IN ('cobrar', 'pagar'))",
                     tx.organizacion(), a.transaccionId);
    tx.settle();
    for (std::size_t i = 0; i < lado.size(); ++i)
        if (suyas[i] && *suyas[i] != naturaleza) faltas.agregar(Codigo::valor_no_permitido, lado[i].campo + "/transaccionId");
}

}  // namespace

engine::LiquidacionCreada agregar_pago_especie(Context& ctx, const PagoEspecieNuevo& nuevo) {
    auto s = engine::solicitud<engine::SolicitudCompra>(nuevo);
    engine::adjuntar(s, nuevo);
    s.entidadId = nuevo.clienteId;
    s.campo_entidad = "/clienteId";
    s.almacenId = nuevo.almacenId.value_or(0);
    for (const PartidaEspecieNueva& p : nuevo.partidas) {
        auto& r = s.partidas.emplace_back(engine::partida_pedida<engine::PartidaCompra>(p, s.partidas.size()));
        r.conceptoId = p.conceptoId.value_or(0);
        r.descripcion = p.descripcion.value_or("");
        r.precioUnitario = p.precioUnitario;
    }
    const auto e = engine::emitir(ctx, engine::PagoEspecie, s);
    engine::LiquidacionCreada r{engine::creado(e), {}};
    if (nuevo.asignaciones && !nuevo.asignaciones->empty())
        r.asignaciones = engine::aplicar(ctx, e.transaccionId, engine::aplicaciones_pedidas(*nuevo.asignaciones), e.fecha);
    return r;
}

engine::LiquidacionCreada agregar_compensacion(Context& ctx, const CompensacionNueva& nueva) {
    auto pagos = lado(nueva.porCobrar, "porCobrar");
    const auto pagar = lado(nueva.porPagar, "porPagar");
    Faltas faltas;
    faltas.agregar_si(suma(pagos) != nueva.importe, Codigo::regla_incumplida, "/porCobrar");
    faltas.agregar_si(suma(pagar) != nueva.importe, Codigo::regla_incumplida, "/porPagar");
    faltas.lanzar();
    auto s = engine::solicitud<engine::SolicitudImporte>(nueva);
    s.entidadId = nueva.entidadId;
    s.importe = nueva.importe;
    const auto e = engine::emitir(ctx, engine::Compensacion, s);
    exigir_lado(ctx.db(), pagos, engine::Naturaleza::cobrar, faltas);
    exigir_lado(ctx.db(), pagar, engine::Naturaleza::pagar, faltas);
    faltas.lanzar();
    pagos.insert(pagos.end(), pagar.begin(), pagar.end());
    return {engine::creado(e), engine::aplicar(ctx, e.transaccionId, pagos, e.fecha)};
}

engine::CreditoAplicado asignar_pago_especie(Context& ctx, const engine::AsignacionPedida& pedida) {
    return engine::asignar(ctx, pedida, engine::PagoEspecie.tipo);
}

engine::CreditoAplicado desasignar_pago_especie(Context& ctx, const engine::DesasignacionPedida& pedida) {
    return engine::desasignar(ctx, pedida, engine::PagoEspecie.tipo);
}

engine::Cancelado cancelar_pago_especie(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::PagoEspecie.tipo, engine::Compensacion.tipo}, true);
}

void register_pago_especie(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(POST, "/api/Bancos/PagoEspecieAgregar", "PagoEspecieAgregar", agregar_pago_especie)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango, Codigo::valor_no_permitido,
                  Codigo::almacen_requerido, Codigo::lote_requerido, Codigo::series_incompletas, Codigo::excede_por_asignar,
                  Codigo::excede_saldo, Codigo::otro_contacto, Codigo::documento_cancelado, Codigo::periodo_cerrado,
                  Codigo::duplicado, Codigo::sucursal_requerida})
        .rechaza(engine::rechazos_de_kits);
    ops.add(PUT, "/api/Bancos/PagoEspecieAsignar/{id}", "PagoEspecieAsignar", asignar_pago_especie)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::otro_contacto, Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango, Codigo::demasiados_decimales, Codigo::requerido, Codigo::excede_saldo,
                  Codigo::excede_por_asignar, Codigo::periodo_cerrado, Codigo::comprobante_en_proceso,
                  Codigo::comprobante_en_proceso});
    ops.add(PUT, "/api/Bancos/PagoEspecieDesasignar/{id}", "PagoEspecieDesasignar", desasignar_pago_especie)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
    ops.add(POST, "/api/Bancos/CompensacionAgregar", "CompensacionAgregar", agregar_compensacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango, Codigo::demasiados_decimales,
                  Codigo::regla_incumplida, Codigo::valor_no_permitido, Codigo::excede_saldo, Codigo::otro_contacto,
                  Codigo::documento_cancelado, Codigo::requerido, Codigo::periodo_cerrado, Codigo::duplicado,
                  Codigo::sucursal_requerida, Codigo::comprobante_en_proceso});
    ops.add(DELETE, "/api/Bancos/PagoEspecieCancelar/{id}", "PagoEspecieCancelar", cancelar_pago_especie)
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::existencia_insuficiente,
                  Codigo::fuera_de_rango, Codigo::periodo_cerrado});
}

}  // namespace cacao
