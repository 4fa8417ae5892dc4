#include "rooms/compras/documentos/gastos_compra.hpp"

#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/compras.hpp"

#include <deque>

namespace cacao {
namespace {

// A landed cost is with nobody: the suppliers stand in its costs.
GastoCompraResumen sin_contacto(const engine::CompraResumen& d, std::string base) {
    return {static_cast<const engine::DocumentoIdentidad&>(d), static_cast<const engine::DocumentoCifras&>(d), std::move(base)};
}

struct CostoFila : CostoCompra {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(CostoFila, (CostoCompra), (serie, numero))

}  // namespace

engine::DocumentoCreado crear_gasto_compra(Context& ctx, const GastoCompraNuevo& nuevo) {
    auto& tx = ctx.db();
    const auto costos = revisar_costos(ctx, nuevo, nuevo.fecha.value_or(ctx.hoy(nuevo.sucursalId.value_or(0))));
    engine::GastoCompraPedido pedido;
    engine::encabezar(pedido.encabezado, nuevo);
    pedido.base = nuevo.base;
    pedido.campo_importe = "/costos";
    for (const CostoCompra& c : costos) pedido.importe += c.importeLocal;
    Faltas faltas;
    for (const PortadorNuevo& p : nuevo.partidas) {
        auto& r = pedido.portadores.emplace_back();
        r.campo = "/partidas/" + std::to_string(pedido.portadores.size() - 1);
        r.transaccionId = p.transaccionId;
        r.numeroPartida = p.numeroPartida;
        r.importe = p.importe.value_or(Importe{});
        const bool manual = nuevo.base == engine::BaseReparto::manual;
        faltas.agregar_si(p.importe && !manual, Codigo::valor_no_permitido, r.campo + "/importe");
        faltas.agregar_si(manual && r.importe <= Importe{}, Codigo::fuera_de_rango, r.campo + "/importe");
    }
    faltas.agregar_si(pedido.importe <= Importe{}, Codigo::fuera_de_rango, "/costos");
    faltas.lanzar();
    const auto e = engine::registrar_gasto_compra(ctx, pedido);
    tx.run("INSERT INTO gastoCompra (organizacionId, transaccionId, base) VALUES ($1, $2, $3)", ctx.organizacionId(),
           e.transaccionId, reflect::enum_name(nuevo.base));
    std::int64_t consecutivo = 0;
    for (const CostoCompra& c : costos)
        tx.run(R"(INSERT INTO gastoCompraCosto (organizacionId, transaccionId, consecutivo, transaccionIdOrigen, partidaOrigen,
                                                proveedorId, descripcion, moneda, tipoCambio, importe, importeLocal)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11))",
               ctx.organizacionId(), e.transaccionId, ++consecutivo, c.transaccionIdOrigen, c.partidaOrigen, c.proveedorId,
               c.descripcion, c.moneda, c.tipoCambio, c.importe, c.importeLocal);
    return engine::creado(e);
}

GastoCompra obtener_gasto_compra(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    auto d = engine::exigir_documento<engine::CompraVista>(ctx, pedido.id, {engine::GastoCompra.tipo});
    std::optional<std::string> base;
    std::vector<CostoFila> costos;
    GastoCompra r;
    tx.one_later(base, "SELECT base FROM gastoCompra WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(),
                 std::int64_t{pedido.id});
    tx.all_later(costos, R"(
        SELECT g.transaccionIdOrigen, g.partidaOrigen, '' AS origen, g.proveedorId, COALESCE(c.nombre, '') AS proveedor,
               g.descripcion, g.moneda, g.tipoCambio, g.importe, g.importeLocal, COALESCE(x.serie, '') AS serie,
               COALESCE(x.folio, 0) AS numero
        FROM gastoCompraCosto g
        LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = g.proveedorId
        LEFT JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = g.transaccionIdOrigen
        WHERE g.organizacionId = $1 AND g.transaccionId = $2 ORDER BY g.consecutivo)",
                 tx.organizacion(), std::int64_t{pedido.id});
    tx.all_later(r.productos, R"(
        SELECT p.origenId AS transaccionIdOrigen, p.origenPartida AS partidaOrigen, p.productoId, q.codigo, o.descripcion,
               o.cantidadBase AS cantidad, o.costo AS costoOriginal, p.costo AS costoAgregado,
               CAST(o.costo + COALESCE((SELECT SUM(g.costo) FROM partida g
                                        JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = g.transaccionId
                                                        AND x.tipo = 'GastoCompra' AND x.estado <> 'cancelado'
                                        WHERE g.organizacionId = $1 AND g.origenId = p.origenId AND g.origenId <> 0
                                          AND g.origenPartida = p.origenPartida), 0) AS BIGINT) AS costoNuevo
        FROM partida p
        JOIN partida o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
        JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                 tx.organizacion(), std::int64_t{pedido.id});
    tx.settle();
    static_cast<GastoCompraResumen&>(r) = sin_contacto(d, base.value_or(""));
    r.archivos = std::move(d.archivos);
    r.notasAgregadas = std::move(d.notasAgregadas);
    for (CostoFila& c : costos) {
        if (c.numero != 0) c.origen = engine::folio_texto(c.serie, c.numero);
        r.costos.push_back(std::move(c));
    }
    return r;
}

Pagina<GastoCompraResumen> listar_gastos_compra(const Context& ctx, const GastosCompraFiltro& filtro) {
    auto& tx = ctx.db();
    engine::ComprasFiltro compras;
    static_cast<PaginaPedida&>(compras) = filtro;
    static_cast<engine::FiltroLugar&>(compras) = filtro;
    static_cast<engine::FiltroEstado&>(compras) = filtro;
    static_cast<engine::FiltroFolio&>(compras) = filtro;
    auto pagina = engine::listar_documentos(ctx, compras, "GastosCompra", {engine::GastoCompra.tipo});
    std::deque<std::optional<std::string>> bases;
    for (const engine::CompraResumen& d : pagina.data)
        tx.one_later(bases.emplace_back(), "SELECT base FROM gastoCompra WHERE organizacionId = $1 AND transaccionId = $2",
                     tx.organizacion(), d.transaccionId);
    tx.settle();
    std::size_t i = 0;
    return pagina.como([&](engine::CompraResumen& d) { return sin_contacto(d, bases[i++].value_or("")); });
}

engine::Cancelado cancelar_gasto_compra(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::GastoCompra.tipo});
}

void register_gastos_compra(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(POST, "/api/GastosCompra", "GastoCompraCrear", crear_gasto_compra)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::regla_incumplida, Codigo::origen_no_permitido,
                  Codigo::documento_cancelado, Codigo::excede_pendiente, Codigo::moneda_sin_tipo_cambio, Codigo::periodo_cerrado,
                  Codigo::duplicado, Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal});
    ops.add(GET, "/api/GastosCompra/{id}", "GastoCompraObtener", obtener_gasto_compra)
        .lee({engine::GastoCompra.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/GastosCompra", "GastosCompra", listar_gastos_compra).rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/GastosCompra/GastoCompraCancelar/{id}", "GastoCompraCancelar", cancelar_gasto_compra)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
}

}  // namespace cacao
