#include "rooms/servicio/orden_partes.hpp"

#include "db/rows.hpp"
#include "engine/tipos/servicio.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/servicio/orden_filas.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

using engine::Estado;

engine::SolicitudInventario de_la_orden(const OrdenFila& orden, const std::optional<Fecha>& fecha,
                                        const std::optional<Texto<2000>>& notas) {
    engine::SolicitudInventario s;
    s.fecha = fecha;
    s.sucursalId = orden.sucursalId;
    s.proyectoId = orden.proyectoId;
    s.centroCostoId = orden.centroCostoId;
    s.entidadId = orden.clienteId;
    s.campo_entidad = "/id";
    s.notas = notas.value_or("");
    return s;
}

engine::PartidaInventario parte_pedida(std::size_t i, std::int64_t productoId, std::int64_t unidadMedidaId, Cantidad cantidad,
                                       const std::optional<engine::LoteNuevo>& lote,
                                       const std::optional<engine::SeriesNuevas>& series) {
    engine::MercanciaNueva n;
    n.cantidad = cantidad;
    n.lote = lote;
    n.series = series;
    auto p = engine::partida_pedida<engine::PartidaInventario>(n, i);
    p.productoId = productoId;
    p.unidadMedidaId = unidadMedidaId;
    return p;
}

const LineaDeOrden* linea_de(const std::vector<LineaDeOrden>& lineas, std::int64_t numero, const std::string& campo,
                             Faltas& faltas) {
    const auto l = std::ranges::find(lineas, numero, &LineaDeOrden::numeroPartida);
    if (l != lineas.end()) return &*l;
    faltas.agregar(Codigo::no_encontrado, campo + "/numeroPartida");
    return nullptr;
}

// The order of a document that moved parts, by the lines that it derives from.
std::int64_t orden_de_movimiento(db::Reader& tx, std::int64_t transaccionId, std::string_view campo) {
    const auto orden = tx.one<std::int64_t>(R"(
        SELECT CASE WHEN d.tipo = 'SalidaServicio' THEN p.origenId ELSE o.origenId END
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        LEFT JOIN partida o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo IN ('SalidaServicio', 'DevolucionServicio')
        ORDER BY p.numeroPartida LIMIT 1)",
                                            tx.organizacion(), transaccionId);
    reject_if(!orden, Codigo::no_encontrado, std::string{campo});
    return *orden;
}

constexpr std::initializer_list<Estado> con_partes{Estado::autorizada, Estado::enProceso, Estado::enEspera, Estado::terminada};

struct ParteSalida {
    std::int64_t productoId = 0;
    std::int64_t unidadMedidaId = 0;
    std::int64_t almacenId = 0;
    std::int64_t origenId = 0;
};
DESCRIBE_STRUCT(ParteSalida, (), (productoId, unidadMedidaId, almacenId, origenId))

}  // namespace

engine::DocumentoCreado surtir_orden_servicio(Context& ctx, const SurtidoNuevo& n) {
    auto& tx = ctx.db();
    const OrdenFila orden = tomar_orden_servicio(ctx, n.id);
    exigir_estado_de_orden(orden, con_partes);
    exigir_autorizado(tx, orden);
    const auto lineas = lineas_de_orden(tx, n.id);
    auto s = de_la_orden(orden, n.fecha, n.notas);
    const auto agregar = [&](const LineaDeOrden& l, Cantidad cantidad, const PartidaSurtidaNueva* dicha) {
        auto& p = s.partidas.emplace_back(parte_pedida(s.partidas.size(), l.productoId, l.unidadMedidaId, cantidad,
                                                       dicha != nullptr ? dicha->lote : std::nullopt,
                                                       dicha != nullptr ? dicha->series : std::nullopt));
        const std::int64_t otro = dicha != nullptr && dicha->almacenId ? dicha->almacenId->valor : 0;
        p.almacenId = otro != 0 ? otro : l.almacenId;
        p.origenId = orden.transaccionId;
        p.origenPartida = l.numeroPartida;
    };
    if (n.partidas) {
        for (std::size_t i = 0; i < n.partidas->size(); ++i) {
            const PartidaSurtidaNueva& dicha = (*n.partidas)[i];
            const std::string campo = fmt::format("/partidas/{}", i);
            const LineaDeOrden* l = linea_de(lineas, dicha.numeroPartida, campo, s.faltas);
            if (l == nullptr) continue;
            s.faltas.agregar_si(!l->es_refaccion(), Codigo::valor_no_permitido, campo + "/numeroPartida");
            agregar(*l, dicha.cantidad ? *dicha.cantidad : l->en_su_unidad(l->por_surtir()), &dicha);
        }
        s.faltas.lanzar();
    } else {
        for (const LineaDeOrden& l : lineas)
            if (l.por_surtir() > Cantidad{}) agregar(l, l.en_su_unidad(l.por_surtir()), nullptr);
    }
    return engine::creado(engine::emitir(ctx, engine::SalidaServicio, s));
}

engine::DocumentoCreado devolver_orden_servicio(Context& ctx, const DevolucionServicioNueva& n) {
    auto& tx = ctx.db();
    const OrdenFila orden = tomar_orden_servicio(ctx, n.id);
    exigir_estado_de_orden(orden, con_partes);
    auto s = de_la_orden(orden, n.fecha, n.notas);
    for (std::size_t i = 0; i < n.partidas.size(); ++i) {
        const PartidaServicioDevuelta& d = n.partidas[i];
        const auto salida =
            tx.one<ParteSalida>(R"(
            SELECT p.productoId, p.unidadMedidaId, p.almacenId, p.origenId FROM partida p
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo = 'SalidaServicio'
            WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3 AND p.origenId = $4)",
                                ctx.organizacionId(), d.transaccionIdOrigen.valor, d.partidaOrigen.valor, orden.transaccionId);
        if (!salida) {
            s.faltas.agregar(Codigo::no_encontrado, fmt::format("/partidas/{}/transaccionIdOrigen", i));
            continue;
        }
        auto& p =
            s.partidas.emplace_back(parte_pedida(i, salida->productoId, salida->unidadMedidaId, d.cantidad, d.lote, d.series));
        p.almacenId = salida->almacenId;
        p.origenId = d.transaccionIdOrigen;
        p.origenPartida = d.partidaOrigen;
    }
    s.faltas.lanzar();
    return engine::creado(engine::emitir(ctx, engine::DevolucionServicio, s));
}

engine::DocumentoVista obtener_movimiento_servicio(const Context& ctx, const engine::DocumentoPedido& pedido) {
    return engine::exigir_documento(ctx, pedido.id,
                                    {engine::SalidaServicio.tipo, engine::DevolucionServicio.tipo, engine::CostoServicio.tipo});
}

engine::Cancelado cancelar_movimiento_servicio(Context& ctx, const engine::CancelacionPedida& pedida) {
    const auto orden = tomar_orden_servicio(ctx, orden_de_movimiento(ctx.db(), pedida.id, "/id"));
    const auto estado = ctx.db().one<std::string>("SELECT estado FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                                  ctx.organizacionId(), pedida.id.valor);
    // What a closed order used stays used.
    if (estado != engine::nombre(Estado::cancelado)) exigir_estado_de_orden(orden, con_partes);
    return engine::cancelar(ctx, pedida, {engine::SalidaServicio.tipo, engine::DevolucionServicio.tipo});
}

engine::DocumentoCreado facturar_orden_servicio(Context& ctx, const FacturaServicioNueva& n) {
    auto& tx = ctx.db();
    const OrdenFila orden = tomar_orden_servicio(ctx, n.id);
    exigir_estado_de_orden(orden, {Estado::cerrada});
    const auto lineas = lineas_de_orden(tx, n.id);
    engine::SolicitudVenta s;
    s.fecha = n.fecha;
    s.vencimiento = n.vencimiento;
    s.serie = n.serie.value_or("");
    if (n.metodoPago) s.metodoPago = reflect::enum_name(*n.metodoPago);
    s.formaPago = n.formaPago.value_or("");
    s.notas = n.notas.value_or("");
    s.autorizaCredito = n.autorizaCredito.value_or(false);
    s.sucursalId = orden.sucursalId;
    s.proyectoId = orden.proyectoId;
    s.centroCostoId = orden.centroCostoId;
    s.entidadId = orden.clienteId;
    s.campo_entidad = "/id";
    s.vendedorId = orden.vendedorId;
    s.moneda = orden.moneda;
    const auto agregar = [&](const LineaDeOrden& l, Cantidad cantidad) {
        auto& p = s.partidas.emplace_back();
        p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
        p.productoId = l.productoId;
        p.conceptoId = l.conceptoId;
        p.unidadMedidaId = l.unidadMedidaId;
        p.cantidad = cantidad;
        p.origenId = orden.transaccionId;
        p.origenPartida = l.numeroPartida;
    };
    if (n.partidas) {
        for (std::size_t i = 0; i < n.partidas->size(); ++i) {
            const PartidaServicioPorFacturar& dicha = (*n.partidas)[i];
            const std::string campo = fmt::format("/partidas/{}", i);
            const LineaDeOrden* l = linea_de(lineas, dicha.numeroPartida, campo, s.faltas);
            if (l == nullptr) continue;
            if (l->sinCargo) s.faltas.agregar(Codigo::sin_cargo, campo + "/numeroPartida");
            else agregar(*l, dicha.cantidad ? *dicha.cantidad : l->en_su_unidad(l->por_facturar()));
        }
        s.faltas.lanzar();
    } else {
        for (const LineaDeOrden& l : lineas)
            if (l.por_facturar() > Cantidad{}) agregar(l, l.en_su_unidad(l.por_facturar()));
    }
    for (engine::PartidaVenta& p : s.partidas)
        p.descripcion =
            tx.one<std::string>(
                  "SELECT descripcion FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3",
                  ctx.organizacionId(), p.origenId, p.origenPartida)
                .value_or("");
    return engine::creado(engine::emitir(ctx, engine::FacturaVenta, s));
}

void register_orden_partes(api::Operations& ops) {
    using enum api::Verb;
    ops.group("OrdenServicio");
    ops.add(POST, "/api/OrdenServicio/OrdenServicioSurtir/{id}", "OrdenServicioSurtir", surtir_orden_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::fuera_de_rango, Codigo::estado_invalido,
                  Codigo::lote_no_permitido, Codigo::excede_pendiente, Codigo::lista_vacia, Codigo::por_autorizar});
    ops.add(POST, "/api/OrdenServicio/OrdenServicioDevolver/{id}", "OrdenServicioDevolver", devolver_orden_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::estado_invalido, Codigo::excede_pendiente});
    ops.add(GET, "/api/OrdenServicio/Movimientos/{id}", "OrdenServicioMovimientoObtener", obtener_movimiento_servicio)
        .lee({engine::SalidaServicio.tipo, engine::DevolucionServicio.tipo, engine::CostoServicio.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(DELETE, "/api/OrdenServicio/MovimientoCancelar/{id}", "OrdenServicioMovimientoCancelar", cancelar_movimiento_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::con_dependientes});
    ops.add(POST, "/api/OrdenServicio/OrdenServicioFacturar/{id}", "OrdenServicioFacturar", facturar_orden_servicio)
        .nuestra()
        .rechaza(
            {Codigo::no_encontrado, Codigo::estado_invalido, Codigo::sin_cargo, Codigo::excede_pendiente, Codigo::lista_vacia});
}

}  // namespace cacao
