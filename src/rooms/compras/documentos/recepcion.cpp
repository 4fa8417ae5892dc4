#include "rooms/compras/documentos/recepcion.hpp"

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"

#include <algorithm>

namespace cacao {
namespace {

struct Rechazo {
    engine::PartidaCompra partida;
    std::int64_t numeroPartida = 0;
    Cantidad cantidad;
    std::string motivo;
};

// What was rejected stands beside the lines: the engine sees only what enters.
std::vector<Rechazo> separar_rechazos(db::Reader& tx, const RecepcionNueva& nueva, engine::SolicitudCompra& s, Faltas& faltas) {
    std::vector<Rechazo> rechazos;
    const auto& lineas = *nueva.partidas;
    const bool algo = std::ranges::any_of(lineas, [](const auto& p) { return p.cantidad > Cantidad{}; });
    std::vector<engine::PartidaCompra> todas;
    for (const PartidaRecepcionNueva& p : lineas) {
        auto& r = todas.emplace_back(engine::partida_pedida<engine::PartidaCompra>(p, todas.size()));
        r.precioUnitario = p.precioUnitario;
        r.descuento = p.descuento.value_or(Importe{});
        r.proyectoId = p.proyectoId.value_or(0);
    }
    completar_de_origen(tx, todas, s.almacenId == 0);
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        const Cantidad rechazada = lineas[i].cantidadRechazada.value_or(Cantidad{});
        faltas.agregar_si(rechazada.es_cero() && lineas[i].motivoRechazo, Codigo::requerido,
                          todas[i].campo + "/cantidadRechazada");
        // Where nothing at all is accepted there is no reception, and the engine says so of each line.
        const bool entra = !lineas[i].cantidad.es_cero() || rechazada.es_cero() || !algo;
        if (!rechazada.es_cero()) {
            rechazos.push_back({todas[i], entra ? static_cast<std::int64_t>(s.partidas.size() + 1) : 0, rechazada,
                                lineas[i].motivoRechazo.value_or("")});
            const auto producto =
                tx.one<std::int64_t>("SELECT productoId FROM producto WHERE organizacionId = $1 AND productoId = $2",
                                     tx.organizacion(), todas[i].productoId);
            if (!producto && !entra)
                faltas.agregar(todas[i].nombrado() ? Codigo::no_encontrado : Codigo::requerido,
                               todas[i].campo + (todas[i].codigo.empty() ? "/productoId" : "/codigo"));
        }
        if (entra) s.partidas.push_back(std::move(todas[i]));
    }
    return rechazos;
}

}  // namespace

engine::DocumentoCreado agregar_recepcion(Context& ctx, const RecepcionNueva& nueva) {
    auto& tx = ctx.db();
    auto s = engine::solicitud<engine::SolicitudCompra>(nueva);
    engine::adjuntar(s, nueva);
    s.entidadId = nueva.proveedorId;
    s.campo_entidad = "/proveedorId";
    s.almacenId = nueva.almacenId.value_or(0);
    s.motivo = nueva.motivo.value_or("");
    const std::int64_t origenId = nueva.transaccionIdOrigen.value_or(0);
    Faltas faltas;
    faltas.agregar_si(origenId == 0 && !nueva.partidas, Codigo::requerido, "/partidas");
    faltas.agregar_si(origenId != 0 && nueva.partidas, Codigo::valor_no_permitido, "/transaccionIdOrigen");
    faltas.lanzar();
    std::vector<Rechazo> rechazos;
    if (nueva.partidas) {
        rechazos = separar_rechazos(tx, nueva, s, faltas);
        // Goods that nobody ordered come in for a reason.
        const bool directa = std::ranges::any_of(s.partidas, [](const auto& p) { return p.origenId == 0; });
        faltas.agregar_si(directa && s.motivo.empty(), Codigo::requerido, "/motivo");
        faltas.lanzar();
    } else {
        s.partidas = partidas_pendientes(tx, origenId, {{engine::OrdenCompra.tipo}, engine::Avance::recibido, true});
        completar_de_origen(tx, s.partidas, s.almacenId == 0);
    }
    const auto e = engine::emitir(ctx, engine::Recepcion, s);
    std::int64_t consecutivo = 0;
    for (const Rechazo& r : rechazos)
        tx.run(R"(INSERT INTO recepcionRechazo (organizacionId, transaccionId, consecutivo, numeroPartida, productoId,
                                                transaccionIdOrigen, partidaOrigen, cantidad, motivo)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
               ctx.organizacionId(), e.transaccionId, ++consecutivo, r.numeroPartida, r.partida.productoId, r.partida.origenId,
               r.partida.origenPartida, r.cantidad, r.motivo);
    return engine::creado(e);
}

Recepcion obtener_recepcion(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto& tx = ctx.db();
    Recepcion r{engine::exigir_documento<engine::CompraVista>(ctx, pedida.id, {engine::Recepcion.tipo}), {}};
    r.rechazos = tx.all<RechazoVista>(R"(
        SELECT r.numeroPartida, r.productoId, COALESCE(q.codigo, '') AS codigo, r.transaccionIdOrigen, r.partidaOrigen, r.cantidad,
               r.motivo
        FROM recepcionRechazo r
        LEFT JOIN producto q ON q.organizacionId = $1 AND q.productoId = r.productoId
        WHERE r.organizacionId = $1 AND r.transaccionId = $2 ORDER BY r.consecutivo)",
                                      tx.organizacion(), std::int64_t{pedida.id});
    return r;
}

Pagina<engine::CompraResumen> listar_recepciones(const Context& ctx, const engine::ComprasFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "Recepcion", {engine::Recepcion.tipo});
}

engine::Cancelado cancelar_recepcion(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::Recepcion.tipo});
}

void register_recepcion(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(POST, "/api/Inventario/RecepcionAgregar", "RecepcionAgregar", agregar_recepcion)
        .rechaza(rechazos_de_compra)
        .rechaza(rechazos_de_entrada)
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/Inventario/Recepciones/{id}", "RecepcionObtener", obtener_recepcion)
        .lee({engine::Recepcion.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Inventario/Recepciones", "Recepciones", listar_recepciones)
        .totales(&engine::DocumentoResumen::total)
        .nuestra()
        .rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/Inventario/RecepcionCancelar/{id}", "RecepcionCancelar", cancelar_recepcion)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
}

}  // namespace cacao
