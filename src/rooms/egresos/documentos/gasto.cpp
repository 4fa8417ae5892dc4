#include "rooms/egresos/documentos/gasto.hpp"

#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/egresos/documentos/pago.hpp"

namespace cacao {
namespace {

// The whole of an expense just registered, from an own account.
PagoCreado pagar_gasto(Context& ctx, const GastoNuevo& nuevo, const engine::Emitido& gasto, bool con_cheque) {
    engine::SolicitudEgreso s;
    s.fecha = nuevo.pago->fecha ? nuevo.pago->fecha : std::optional{gasto.fecha};
    s.sucursalId = nuevo.sucursalId.value_or(0);
    s.proyectoId = nuevo.proyectoId.value_or(0);
    s.centroCostoId = nuevo.centroCostoId.value_or(0);
    s.entidadId = nuevo.proveedorId;
    s.campo_entidad = "/proveedorId";
    s.campos = {{"/fecha", "/pago/fecha"}};
    s.cuentaBancariaId = nuevo.pago->cuentaBancariaId;
    s.formaPagoId = nuevo.pago->formaPagoId.value_or(0);
    s.moneda = gasto.moneda;
    s.tipoCambio = nuevo.tipoCambio;
    s.referencia = nuevo.pago->referencia.value_or("");
    auto& p = s.partidas.emplace_back();
    p.campo = "/pago";
    p.importe = gasto.total;
    p.transaccionIdCompra = gasto.transaccionId;
    const Pagado pagado = pagar(ctx, s, con_cheque);
    const engine::Emitido& e = pagado.egreso;
    return {e.transaccionId, engine::folio_texto(e.serie, e.folio), e.fecha, e.moneda, e.total, pagado.consecutivo};
}

// What the engine would tell of the egress alone, told with the rest and by its place in the request.
bool revisar_pago(Context& ctx, const GastoNuevo& nuevo, Faltas& faltas) {
    const PagoGastoNuevo& pago = *nuevo.pago;
    auto& tx = ctx.db();
    faltas.agregar_si(pago.fecha && *pago.fecha < nuevo.fecha.value_or(ctx.hoy(nuevo.sucursalId.value_or(0))),
                      Codigo::fuera_de_rango, "/pago/fecha");
    const auto moneda = tx.one<std::string>(
        "SELECT moneda FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND activo = 1", tx.organizacion(),
        std::int64_t{pago.cuentaBancariaId});
    faltas.agregar_si(!moneda, Codigo::no_encontrado, "/pago/cuentaBancariaId");
    if (moneda) {
        // As the engine will have it: the supplier's, or the organization's.
        const auto predeterminada = tx.one<std::string>(R"(
            SELECT COALESCE((SELECT p.moneda FROM contacto p WHERE p.organizacionId = $1 AND p.entidadId = $2), c.moneda)
            FROM configuracion c WHERE c.organizacionId = $1)",
                                                        tx.organizacion(), std::int64_t{nuevo.proveedorId});
        const std::string suya = nuevo.moneda ? std::string{*nuevo.moneda} : predeterminada.value();
        faltas.agregar_si(*moneda != suya, Codigo::moneda_distinta, "/pago/cuentaBancariaId");
    }
    const std::int64_t forma = pago.formaPagoId.value_or(0);
    const bool hay = forma == 0 || tx.one<std::int64_t>(R"(SELECT 1 FROM formaPago WHERE organizacionId = $1 AND formaPagoId = $2
                                                           AND activo = 1)",
                                                        tx.organizacion(), forma);
    faltas.agregar_si(!hay, Codigo::no_encontrado, "/pago/formaPagoId");
    const std::string referencia = pago.referencia.value_or("");
    return revisar_forma_pago(tx, {forma, pago.cuentaBancariaId, referencia, "/pago/formaPagoId", "/pago/referencia"}, faltas);
}

}  // namespace

engine::PartidaCompra partida_de_gasto(const PartidaGastoNueva& nueva, std::string campo, Faltas& faltas) {
    engine::PartidaCompra p;
    p.campo = std::move(campo);
    p.conceptoId = nueva.conceptoId;
    p.cantidad = nueva.cantidad.value_or(Cantidad::de_enteros(1));
    p.precioUnitario = nueva.precioUnitario;
    p.descuento = nueva.descuento.value_or(Importe{});
    p.incluyeImpuestos = nueva.incluyeImpuestos.value_or(false);
    if (nueva.impuestos) p.impuestos = engine::impuestos_dados(*nueva.impuestos, p.campo, faltas);
    p.proyectoId = nueva.proyectoId.value_or(0);
    p.descripcion = nueva.descripcion.value_or("");
    p.notas = nueva.notas.value_or("");
    return p;
}

GastoCreado crear_gasto(Context& ctx, const GastoNuevo& nuevo) {
    auto s = engine::solicitud<engine::SolicitudCompra>(nuevo);
    engine::adjuntar(s, nuevo);
    s.entidadId = nuevo.proveedorId;
    s.campo_entidad = "/proveedorId";
    s.vencimiento = nuevo.vencimiento;
    if (nuevo.uuid) s.uuid = nuevo.uuid->texto();
    s.fechaTimbrado = nuevo.fechaTimbrado;
    Faltas faltas;
    std::vector<RepartoPedido> repartos;
    for (const PartidaGastoNueva& p : nuevo.partidas) {
        const std::string campo = "/partidas/" + std::to_string(s.partidas.size());
        s.partidas.push_back(partida_de_gasto(p, campo, faltas));
        if (p.clasificadores)
            repartos.push_back(
                {campo, static_cast<std::int64_t>(s.partidas.size()), {p.clasificadores->begin(), p.clasificadores->end()}});
    }
    revisar_repartos(ctx.db(), repartos, faltas);
    bool con_cheque = false;
    if (nuevo.pago) con_cheque = revisar_pago(ctx, nuevo, faltas);
    faltas.lanzar();

    const engine::Emitido e = engine::emitir(ctx, engine::Gasto, s);
    guardar_repartos(ctx, e, repartos);
    GastoCreado r{engine::creado(e), e.total, {}};
    if (nuevo.pago) {
        r.pago = pagar_gasto(ctx, nuevo, e, con_cheque);
        r.saldo = {};
    }
    return r;
}

engine::Cancelado cancelar_gasto(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::Gasto.tipo});
}

void register_gasto(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(POST, "/api/Gasto", "GastoCrear", crear_gasto)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango, Codigo::valor_no_permitido,
                  Codigo::demasiados_decimales, Codigo::base_negativa, Codigo::moneda_distinta, Codigo::moneda_sin_tipo_cambio,
                  Codigo::periodo_cerrado, Codigo::duplicado, Codigo::reparto_descuadrado, Codigo::serie_de_otra_sucursal});
    ops.add(DELETE, "/api/Gasto/GastoCancelar/{id}", "GastoCancelar", cancelar_gasto)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
}

}  // namespace cacao
