#include "rooms/inventario/documentos/movimiento.hpp"

#include "db/rows.hpp"
#include "engine/cadena/pendientes.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/existencia/lotes.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/verbos/emitir.hpp"

#include <algorithm>

namespace cacao {
namespace {

const engine::Documento& tipo_de(TipoMovimiento tipo) {
    switch (tipo) {
        case TipoMovimiento::entrada: return engine::EntradaInventario;
        case TipoMovimiento::salida: return engine::SalidaInventario;
        case TipoMovimiento::inicial: return engine::InventarioInicial;
        case TipoMovimiento::merma: return engine::Merma;
        case TipoMovimiento::consumoInterno: return engine::ConsumoInterno;
        case TipoMovimiento::sobrante: return engine::SobranteConteo;
        case TipoMovimiento::faltante: return engine::FaltanteConteo;
        case TipoMovimiento::traspaso: return engine::Traspaso;
        case TipoMovimiento::envio: return engine::TraspasoEnvio;
        case TipoMovimiento::recepcion: break;
    }
    return engine::TraspasoRecepcion;
}

const std::initializer_list<std::string_view> todos_los_movimientos{
    "EntradaInventario", "SalidaInventario", "InventarioInicial", "Merma",         "ConsumoInterno",
    "SobranteConteo",    "FaltanteConteo",   "Traspaso",          "TraspasoEnvio", "TraspasoRecepcion"};
constexpr std::array movimientos{TipoMovimiento::entrada,  TipoMovimiento::salida,         TipoMovimiento::inicial,
                                 TipoMovimiento::merma,    TipoMovimiento::consumoInterno, TipoMovimiento::sobrante,
                                 TipoMovimiento::faltante, TipoMovimiento::traspaso,       TipoMovimiento::envio,
                                 TipoMovimiento::recepcion};

struct AlmacenVisto {
    std::string tipo;
    bool activo{};
    std::int64_t sucursalId{};
};
DESCRIBE_STRUCT(AlmacenVisto, (), (tipo, activo, sucursalId))

std::optional<AlmacenVisto> almacen(db::Reader& tx, std::int64_t almacenId) {
    return tx.one<AlmacenVisto>("SELECT tipo, activo, sucursalId FROM almacen WHERE organizacionId = $1 AND almacenId = $2",
                                tx.organizacion(), almacenId);
}

// Goods that are sent go to a transit warehouse: the one asked for, or that of the branch.
void revisar_envio(db::Reader& tx, const Context& ctx, const MovimientoNuevo& nuevo, engine::SolicitudInventario& s,
                   Faltas& faltas) {
    const auto de_sucursal = [&](std::int64_t sucursalId) {
        return tx.one<std::int64_t>(R"(SELECT MIN(almacenId) FROM almacen
                                       WHERE organizacionId = $1 AND sucursalId = $2 AND tipo = 'transito' AND activo = 1
                                       HAVING count(*) > 0)",
                                    tx.organizacion(), sucursalId);
    };
    if (s.almacenDestinoId == 0)
        s.almacenDestinoId = de_sucursal(s.sucursalId != 0 ? s.sucursalId : ctx.sesion().sucursalId).value_or(0);
    const auto transito = almacen(tx, s.almacenDestinoId);
    faltas.agregar_si(transito && transito->tipo != "transito", Codigo::valor_no_permitido, "/almacenDestinoId");
    if (const std::int64_t final = nuevo.almacenFinalId.value_or(0); final != 0) {
        const auto a = almacen(tx, final);
        if (!a) faltas.agregar(Codigo::no_encontrado, "/almacenFinalId");
        else if (!a->activo) faltas.agregar(Codigo::inactivo, "/almacenFinalId");
        else if (a->tipo == "transito" || final == s.almacenId) faltas.agregar(Codigo::valor_no_permitido, "/almacenFinalId");
    }
}

struct EnvioVisto {
    std::int64_t transitoId{};
    std::int64_t finalId{};
};
DESCRIBE_STRUCT(EnvioVisto, (), (transitoId, finalId))

// What arrives, and what got lost on the way, leaves the transit warehouse that it was sent to.
void revisar_llegada(db::Reader& tx, bool exige, engine::SolicitudInventario& s, Faltas& faltas) {
    for (engine::PartidaInventario& p : s.partidas) {
        if (p.origenId == 0) {
            if (exige) faltas.agregar(Codigo::requerido, p.campo + "/transaccionIdOrigen");
            continue;
        }
        const auto envio = tx.one<EnvioVisto>(R"(
            SELECT d.almacenDestinoId AS transitoId,
                   COALESCE((SELECT MIN(n.almacenId) FROM pendiente n WHERE n.organizacionId = $1
                             AND n.transaccionId = d.transaccionId AND n.clase = 'transitoEntrada'), 0) AS finalId
              FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo = 'TraspasoEnvio')",
                                              tx.organizacion(), p.origenId);
        if (!envio) continue;  // the engine says what is wrong with it
        const std::int64_t dicho = p.almacenId != 0 ? p.almacenId : s.almacenId;
        if (dicho != 0 && dicho != envio->transitoId)
            faltas.agregar(Codigo::valor_no_permitido, p.almacenId != 0 ? p.campo + "/almacenId" : "/almacenId");
        p.almacenId = envio->transitoId;
        if (exige && s.almacenDestinoId == 0) s.almacenDestinoId = envio->finalId;
    }
}

}  // namespace

engine::DocumentoCreado agregar_movimiento(Context& ctx, const MovimientoNuevo& nuevo) {
    const engine::Documento& tipo = tipo_de(nuevo.tipo);
    auto s = engine::solicitud<engine::SolicitudInventario>(nuevo);
    s.almacenId = nuevo.almacenId.value_or(0);
    s.almacenDestinoId = nuevo.almacenDestinoId.value_or(0);
    s.motivo = nuevo.motivo.value_or("");

    const bool con_costo = tipo.existencia == engine::Existencia::entrada;
    const bool con_destino = tipo.existencia == engine::Existencia::traspaso;
    const bool es_envio = nuevo.tipo == TipoMovimiento::envio;
    Faltas faltas;
    faltas.agregar_si(!con_destino && s.almacenDestinoId != 0, Codigo::valor_no_permitido, "/almacenDestinoId");
    faltas.agregar_si(!es_envio && nuevo.almacenFinalId.value_or(0) != 0, Codigo::valor_no_permitido, "/almacenFinalId");
    std::vector<engine::Ubicacion> ubicaciones;
    for (const PartidaMovimientoNueva& p : nuevo.partidas) {
        auto& r = s.partidas.emplace_back(engine::partida_pedida<engine::PartidaInventario>(p, s.partidas.size()));
        // Cost is given where goods come in, and computed everywhere else.
        if (con_costo && !p.costoUnitario) faltas.agregar(Codigo::requerido, r.campo + "/costoUnitario");
        if (con_costo && p.costoUnitario && *p.costoUnitario < Precio{})
            faltas.agregar(Codigo::fuera_de_rango, r.campo + "/costoUnitario");
        if (!con_costo && p.costoUnitario) faltas.agregar(Codigo::valor_no_permitido, r.campo + "/costoUnitario");
        r.precioUnitario = p.costoUnitario.value_or(Precio{});
        ubicaciones.push_back({static_cast<std::int64_t>(s.partidas.size()), p.ubicacion.value_or("")});
    }
    if (es_envio) revisar_envio(ctx.db(), ctx, nuevo, s, faltas);
    if (nuevo.tipo == TipoMovimiento::recepcion || nuevo.tipo == TipoMovimiento::merma)
        revisar_llegada(ctx.db(), nuevo.tipo == TipoMovimiento::recepcion, s, faltas);
    faltas.lanzar();
    const auto emitido = engine::emitir(ctx, tipo, s);
    engine::anotar_ubicaciones(ctx, emitido.transaccionId, ubicaciones);
    if (es_envio && nuevo.almacenFinalId.value_or(0) != 0)
        engine::esperar_envio(ctx, emitido.transaccionId, *nuevo.almacenFinalId);
    return engine::creado(emitido);
}

Movimiento obtener_movimiento(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    Movimiento r{};
    static_cast<engine::DocumentoVista&>(r) = engine::exigir_documento(ctx, pedido.id, todos_los_movimientos);
    r.tipo = *std::ranges::find_if(movimientos, [&](TipoMovimiento t) { return tipo_de(t).tipo == r.tipoDocumento; });
    tx.each(R"(SELECT d.almacenDestinoId, d.motivo,
                      COALESCE((SELECT MIN(n.almacenId) FROM pendiente n WHERE n.organizacionId = $1
                                AND n.transaccionId = d.transaccionId AND n.clase = 'transitoEntrada'), 0)
               FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
            [&](const db::Row& f) {
                r.almacenDestinoId = f.integer(0);
                r.motivo = f.text(1);
                r.almacenFinalId = f.integer(2);
            },
            tx.organizacion(), pedido.id.valor);
    r.mercancia = mercancia_de(tx, pedido.id);
    if (r.tipo == TipoMovimiento::envio && r.estado != "cancelado")
        r.pendientes = tx.all<PendienteEnvio>(R"(
            SELECT p.numeroPartida, p.cantidadBase AS enviado, COALESCE(a.cantidad, 0) AS recibido,
                   p.cantidadBase - COALESCE(a.cantidad, 0) AS pendiente
              FROM partida p
              LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId AND a.numeroPartida = p.numeroPartida
                                AND a.avance = 'recibido'
             WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                              tx.organizacion(), pedido.id.valor);
    return r;
}

Pagina<engine::DocumentoResumen> listar_movimientos(const Context& ctx, const MovimientosFiltro& filtro) {
    std::vector<engine::OtroFiltro> otros;
    if (filtro.almacenId) otros.push_back({"d.almacenId = $", filtro.almacenId->valor});
    if (filtro.tipo) {
        const std::string_view uno = tipo_de(*filtro.tipo).tipo;
        return engine::listar_documentos(ctx, filtro, "Movimientos/" + std::string{uno}, {uno}, otros);
    }
    return engine::listar_documentos(ctx, filtro, "Movimientos", todos_los_movimientos, otros);
}

engine::Cancelado cancelar_movimiento(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, todos_los_movimientos);
}

void register_movimiento_inventario(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(POST, "/api/Inventario/MovimientoAgregar", "MovimientoAgregar", agregar_movimiento)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado, Codigo::existencia_insuficiente, Codigo::existencia_posterior,
                  Codigo::unidad_no_convertible, Codigo::lote_requerido, Codigo::lote_no_permitido, Codigo::series_incompletas,
                  Codigo::serie_repetida, Codigo::serie_no_disponible, Codigo::excede_pendiente, Codigo::origen_no_permitido,
                  Codigo::duplicado})
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/Inventario/Movimiento/{id}", "MovimientoObtener", obtener_movimiento)
        .lee(todos_los_movimientos)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Inventario/Movimiento", "MovimientosListar", listar_movimientos)
        .nuestra()
        .rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/Inventario/MovimientoCancelar/{id}", "MovimientoCancelar", cancelar_movimiento)
        .nuestra()
        .rechaza({Codigo::jornada_validada, Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes,
                  Codigo::fuera_de_rango, Codigo::periodo_cerrado, Codigo::motivo_fiscal,
                  Codigo::comprobante_en_proceso});
}

}  // namespace cacao
