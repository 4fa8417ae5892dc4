#include "rooms/egresos/reportes/egreso_lista.hpp"

#include "engine/consulta/consulta_propios.hpp"
#include "engine/tipos/bancos.hpp"
#include "reflect/iguales.hpp"

namespace cacao {
namespace {

// What an egress has beyond the header of every document.
struct PropioDeEgreso {
    std::optional<engine::DatosBanco> banco;
    std::optional<std::int64_t> consecutivo;
    std::optional<std::int64_t> solicitudPagoId;
};

void pedir_propio_de_egreso(db::Reader& tx, std::int64_t id, PropioDeEgreso& propio) {
    engine::pedir_banco(tx, id, propio.banco);
    tx.one_later(propio.consecutivo, "SELECT consecutivo FROM cheque WHERE organizacionId = $1 AND transaccionId = $2",
                 tx.organizacion(), id);
    tx.one_later(propio.solicitudPagoId, "SELECT origenId FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                 tx.organizacion(), id);
}

EgresoResumen mostrar_egreso(engine::DocumentoResumen& d, PropioDeEgreso& p) {
    EgresoResumen r;
    reflect::tomar_iguales(d, r);
    reflect::tomar_iguales(*p.banco, r);
    r.divisionId = d.proyectoId;
    r.beneficiarioId = d.clienteId;
    r.beneficiario = std::move(d.cliente);
    r.consecutivo = p.consecutivo.value_or(0);
    r.solicitudPagoId = p.solicitudPagoId.value_or(0);
    r.importe = d.total;
    r.porAsignar = d.saldo;
    return r;
}

}  // namespace

EgresoVista obtener_egreso(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    PropioDeEgreso propio;
    std::vector<PartidaEgresoVista> partidas;
    pedir_propio_de_egreso(tx, pedido.id, propio);
    tx.all_later(partidas, R"(
        SELECT p.numeroPartida, p.importe + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS importeAbono,
               COALESCE(e.transaccionIdCompra, 0) AS transaccionIdCompra, p.conceptoId, p.descripcion, p.importe AS subtotal, p.iva,
               p.ieps, p.ivaRetenido, p.isrRetenido, p.notas
        FROM partida p
        LEFT JOIN egresoPartida e ON e.organizacionId = $1 AND e.transaccionId = p.transaccionId
                                 AND e.numeroPartida = p.numeroPartida
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                 tx.organizacion(), std::int64_t{pedido.id});
    auto d = engine::exigir_documento(ctx, pedido.id, {engine::Egreso.tipo});
    return {mostrar_egreso(d, propio), std::move(partidas), engine::asignaciones_de(tx, pedido.id), std::move(d.archivos),
            std::move(d.notasAgregadas)};
}

Pagina<EgresoResumen> listar_egresos_fechas(const Context& ctx, const EgresosFechas& pedido) {
    engine::DocumentosFiltro f;
    static_cast<PaginaPedida&>(f) = pedido;
    f.fechaInicial = pedido.fechaInicial;
    f.fechaFinal = pedido.fechaFinal;
    f.clienteId = pedido.beneficiarioId;
    f.estado = pedido.estado;
    std::vector<engine::OtroFiltro> otros;
    if (pedido.cuentaBancariaId) otros.push_back({"d.cuentaBancariaId = $", *pedido.cuentaBancariaId});
    if (pedido.sinAsignar.value_or(false)) otros.push_back(engine::con_saldo);
    return engine::con_propios<PropioDeEgreso>(ctx, engine::listar_documentos(ctx, f, "Egresos", {engine::Egreso.tipo}, otros),
                                               pedir_propio_de_egreso, mostrar_egreso);
}

void register_egreso_lista(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/Egresos/PorFechas", "EgresosPorFechas", listar_egresos_fechas)
        .totales(&EgresoResumen::importe, &EgresoResumen::porAsignar)
        .rechaza({Codigo::fuera_de_rango, Codigo::cursor_invalido, Codigo::requerido});
    ops.add(GET, "/api/Bancos/Egresos/{id}", "EgresoObtener", obtener_egreso)
        .lee({engine::Egreso.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
