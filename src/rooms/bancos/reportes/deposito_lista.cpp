#include "rooms/bancos/reportes/deposito_lista.hpp"

#include "engine/consulta/consulta_propios.hpp"
#include "engine/tipos/bancos.hpp"
#include "reflect/iguales.hpp"

namespace cacao {
namespace {

const std::initializer_list<std::string_view> tipos_de_deposito{engine::Deposito.tipo, engine::Anticipo.tipo,
                                                                engine::DepositoConcepto.tipo};

DepositoResumen mostrar(engine::DocumentoResumen& d, engine::DatosBanco& b) {
    const bool cancelado = d.estado == engine::nombre(engine::Estado::cancelado);
    DepositoResumen r;
    reflect::tomar_iguales(d, r);
    reflect::tomar_iguales(b, r);
    r.importe = d.total;
    // What was cancelled is neither.
    const bool por_concepto = r.tipoDocumento == engine::DepositoConcepto.tipo;
    r.porConcepto = por_concepto && !cancelado ? d.total : Importe{};
    r.asignado = por_concepto || cancelado ? Importe{} : d.total - d.saldo;
    r.porAsignar = d.saldo;
    return r;
}

}  // namespace

DepositoVista obtener_deposito(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    std::optional<engine::DatosBanco> banco;
    std::vector<PartidaDepositoVista> partidas;
    engine::pedir_banco(tx, pedido.id, banco);
    tx.all_later(partidas, R"(
        SELECT numeroPartida, conceptoId, descripcion, proyectoId, importe + iva + ieps - ivaRetenido - isrRetenido AS importe,
               importe AS subtotal, iva, ieps, ivaRetenido, isrRetenido, notas
        FROM partida WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numeroPartida)",
                 tx.organizacion(), std::int64_t{pedido.id});
    auto documento = engine::exigir_documento(ctx, pedido.id, tipos_de_deposito);
    if (documento.tipoDocumento != engine::DepositoConcepto.tipo) partidas.clear();  // an advance has its concept alone
    return {mostrar(documento, *banco),
            std::move(partidas),
            engine::asignaciones_de(tx, pedido.id),
            std::move(documento.documentosRelacionados),
            std::move(documento.archivos),
            std::move(documento.notasAgregadas),
            documento.version};
}

Pagina<DepositoResumen> listar_depositos(const Context& ctx, const DepositosFiltro& filtro) {
    std::vector<engine::OtroFiltro> otros;
    if (filtro.cuentaBancariaId) otros.push_back({"d.cuentaBancariaId = $", *filtro.cuentaBancariaId});
    if (filtro.sinAsignar.value_or(false)) otros.push_back(engine::con_saldo);
    return engine::con_propios<std::optional<engine::DatosBanco>>(
        ctx, engine::listar_documentos(ctx, filtro, "Depositos", tipos_de_deposito, otros), engine::pedir_banco,
        [](auto& d, auto& banco) { return mostrar(d, *banco); });
}

Pagina<DepositoResumen> listar_depositos_fechas(const Context& ctx, const DepositosFechas& pedido) {
    DepositosFiltro filtro;
    static_cast<PaginaPedida&>(filtro) = pedido;
    filtro.fechaInicial = pedido.fechaInicial;
    filtro.fechaFinal = pedido.fechaFinal;
    filtro.cuentaBancariaId = pedido.cuentaBancariaId;
    filtro.sinAsignar = pedido.sinAsignar;
    return listar_depositos(ctx, filtro);
}

void register_deposito_lista(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/Depositos", "Depositos", listar_depositos)
        .totales(&DepositoResumen::importe, &DepositoResumen::asignado, &DepositoResumen::porAsignar,
                 &DepositoResumen::porConcepto)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Bancos/Depositos/PorFechas", "DepositosPorFechas", listar_depositos_fechas)
        .totales(&DepositoResumen::importe, &DepositoResumen::asignado, &DepositoResumen::porAsignar,
                 &DepositoResumen::porConcepto)
        .rechaza({Codigo::fuera_de_rango, Codigo::cursor_invalido, Codigo::requerido});
    ops.add(GET, "/api/Bancos/Depositos/{id}", "DepositoObtener", obtener_deposito)
        .lee(tipos_de_deposito)
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
