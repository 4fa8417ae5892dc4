#include "rooms/ventas/documentos/factura_venta.hpp"

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/sustitucion.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace cacao {

namespace {

engine::SolicitudVenta solicitud_de_factura(const FacturaVentaNueva& pedida) {
    engine::SolicitudVenta s = solicitud(pedida);
    s.vencimiento = pedida.vencimiento;
    if (pedida.metodoPago) s.metodoPago = reflect::enum_name(*pedida.metodoPago);
    s.formaPago = pedida.formaPago.value_or("");
    s.sin_existencia = pedida.sinEntrega.value_or(false);
    s.autorizaCredito = pedida.autorizaCredito.value_or(false);
    s.addenda = pedida.addenda;
    if (pedida.uuid) s.uuid = pedida.uuid->texto();
    s.fechaTimbrado = pedida.fechaTimbrado;
    s.exportacion = pedida.exportacion.value_or("");
    constexpr std::array<std::string_view, 5> claves{"", "01", "02", "03", "04"};
    if (std::ranges::find(claves, s.exportacion) == claves.end()) {
        s.faltas.agregar(Codigo::valor_no_permitido, "/exportacion");
        s.exportacion.clear();
    }
    return s;
}

// In the order in which they are named, and only what is an advance: money that pays waits for its own operation.
void aplicar_anticipos(Context& ctx, const FacturaVentaNueva& pedida, const engine::Emitido& factura) {
    if (!pedida.anticipos) return;
    Faltas faltas;
    for (std::size_t i = 0; i < pedida.anticipos->size(); ++i) {
        const auto tipo = ctx.db().one<std::string>("SELECT tipo FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                                    ctx.organizacionId(), std::int64_t{(*pedida.anticipos)[i].transaccionId});
        faltas.agregar_si(!tipo || !engine::cumple(*tipo, engine::es_anticipo), Codigo::no_encontrado,
                          "/anticipos/" + std::to_string(i) + "/transaccionId");
    }
    faltas.lanzar();
    for (std::size_t i = 0; i < pedida.anticipos->size(); ++i) {
        const auto& a = (*pedida.anticipos)[i];
        engine::aplicar(ctx, a.transaccionId, {{"/anticipos/" + std::to_string(i), factura.transaccionId, a.importe, a.importe2}},
                        factura.fecha);
    }
}

}  // namespace

engine::DocumentoCreado crear_factura_venta(Context& ctx, const FacturaVentaNueva& pedida) {
    const auto factura = engine::emitir(ctx, engine::FacturaVenta, solicitud_de_factura(pedida));
    aplicar_anticipos(ctx, pedida, factura);
    return engine::creado(factura);
}

engine::DocumentoCreado sustituir_factura_venta(Context& ctx, const FacturaVentaSustituta& pedida) {
    engine::exigir_sustituible(ctx, pedida.id, engine::FacturaVenta.tipo, "/id");
    engine::SolicitudVenta s = solicitud_de_factura(pedida);
    s.faltas.agregar_si(pedida.uuid.has_value(), Codigo::valor_no_permitido, "/uuid");
    s.relacionados.push_back({"/id", pedida.id, {}, "04"});
    const auto nueva = engine::emitir(ctx, engine::FacturaVenta, s);
    aplicar_anticipos(ctx, pedida, nueva);
    engine::sustituir(ctx, pedida.id, nueva.transaccionId);
    return engine::creado(nueva);
}

std::optional<engine::DocumentoVista> obtener_factura_venta(const Context& ctx, const engine::DocumentoPedido& pedida) {
    return engine::leer_documento(ctx, pedida.id, {engine::FacturaVenta.tipo});
}

Pagina<engine::DocumentoResumen> listar_facturas_venta(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "FacturaVenta", {engine::FacturaVenta.tipo});
}

Pagina<engine::DocumentoResumen> listar_facturas_proyecto(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    const bool hay = ctx.db()
                         .one<std::int64_t>("SELECT proyectoId FROM proyecto WHERE organizacionId = $1 AND proyectoId = $2",
                                            ctx.organizacionId(), filtro.proyectoId->valor)
                         .has_value();
    reject_if(!hay, Codigo::no_encontrado, "/proyectoId");
    return listar_facturas_venta(ctx, filtro);
}

std::vector<FacturaPorId> obtener_facturas_por_ids(const Context& ctx, const engine::FacturasPorIds& pedidas) {
    return engine::leer_por_ids<FacturaPorId>(ctx, pedidas, {engine::FacturaVenta.tipo});
}

void register_factura_venta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(GET, "/api/FacturaVenta/{id}", "FacturaVentaObtener", obtener_factura_venta)
        .lee({engine::FacturaVenta.tipo})
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/FacturaVenta", "FacturasVenta", listar_facturas_venta)
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/FacturaVenta/PorProyecto/{proyectoId}", "FacturasVentaProyecto", listar_facturas_proyecto)
        .rechaza({Codigo::no_encontrado})
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(POST, "/api/FacturaVenta/PorIds", "FacturasVentaPorIds", obtener_facturas_por_ids);
    ops.add(POST, "/api/FacturaVenta", "FacturaVentaCrear", crear_factura_venta)
        .rechaza(rechazos_de_venta)
        .rechaza(rechazos_de_mercancia)
        .rechaza(engine::rechazos_de_kits)
        .rechaza(rechazos_de_addenda)
        .rechaza({Codigo::excede_credito, Codigo::permiso_denegado, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::moneda_distinta, Codigo::entrega_requerida, Codigo::excede_por_asignar, Codigo::excede_saldo,
                  Codigo::comprobante_en_proceso, Codigo::sin_cargo});
    ops.add(POST, "/api/FacturaVenta/{id}/Sustituir", "FacturaVentaSustituir", sustituir_factura_venta)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::con_dependientes, Codigo::valor_no_permitido});
}

}  // namespace cacao
