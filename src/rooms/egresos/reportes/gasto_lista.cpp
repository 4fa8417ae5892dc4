#include "rooms/egresos/reportes/gasto_lista.hpp"

#include "engine/consulta/consulta_propios.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/compras.hpp"
#include "reflect/iguales.hpp"

namespace cacao {
namespace {

GastoResumen mostrar_gasto(engine::DocumentoResumen& d) {
    GastoResumen r;
    reflect::tomar_iguales(d, r);
    r.proveedorId = d.clienteId;
    r.proveedor = std::move(d.cliente);
    return r;
}

PartidaGastoVista mostrar_gasto(engine::PartidaVista& p) {
    PartidaGastoVista v;
    reflect::tomar_iguales(p, v);
    return v;
}

struct FilaPagoGasto : PagoVista {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(FilaPagoGasto, (PagoVista), (serie, numero))

std::vector<PagoVista> leer_pagos(db::Reader& tx, std::int64_t documentoId) {
    std::vector<PagoVista> pagos;
    for (FilaPagoGasto& f : tx.all<FilaPagoGasto>(R"(
        SELECT a.aplicacionId, a.pagoId AS transaccionId, d.tipo AS tipoDocumento, '' AS folio, a.fecha, a.importe2 AS importe,
               a.estado, d.serie, d.folio AS numero
        FROM aplicacion a
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.pagoId
        WHERE a.organizacionId = $1 AND a.documentoId = $2 ORDER BY a.consecutivo)",
                                                  tx.organizacion(), documentoId)) {
        f.folio = engine::folio_texto(f.serie, f.numero);
        pagos.push_back(std::move(f));
    }
    return pagos;
}

}  // namespace

GastoVista obtener_gasto(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    auto d = engine::exigir_documento(ctx, pedido.id, {engine::Gasto.tipo});
    auto repartos = leer_repartos(tx, pedido.id);
    GastoVista v{
        mostrar_gasto(d),         std::move(d.documentosRelacionados), std::move(d.archivos), std::move(d.notasAgregadas), {},
        leer_pagos(tx, pedido.id)};
    for (engine::PartidaVista& p : d.partidas) {
        auto& mia = v.partidas.emplace_back(mostrar_gasto(p));
        mia.clasificadores = std::move(repartos[mia.numeroPartida]);
    }
    return v;
}

Pagina<GastoResumen> listar_gastos(const Context& ctx, const GastosFiltro& filtro) {
    engine::DocumentosFiltro f;
    static_cast<PaginaPedida&>(f) = filtro;
    static_cast<engine::FiltroLugar&>(f) = filtro;
    static_cast<engine::FiltroEstado&>(f) = filtro;
    static_cast<engine::FiltroFolio&>(f) = filtro;
    f.clienteId = filtro.proveedorId;
    std::vector<engine::OtroFiltro> otros;
    if (filtro.clasificadorCostoId)
        otros.push_back({R"(d.transaccionId IN (SELECT x.transaccionId FROM partidaClasificador x
                                                WHERE x.organizacionId = $1 AND x.clasificadorCostoId = $))",
                         *filtro.clasificadorCostoId});
    if (filtro.sinPagar.value_or(false)) otros.push_back(engine::con_saldo);
    return engine::listar_documentos(ctx, f, "Gastos", {engine::Gasto.tipo}, otros).como([](engine::DocumentoResumen& d) {
        return mostrar_gasto(d);
    });
}

void register_gasto_lista(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(GET, "/api/Gasto", "Gastos", listar_gastos)
        .nuestra()
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Gasto/{id}", "GastoObtener", obtener_gasto)
        .lee({engine::Gasto.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
