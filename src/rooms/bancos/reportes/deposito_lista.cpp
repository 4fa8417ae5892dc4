#include "rooms/bancos/reportes/deposito_lista.hpp"

#include "engine/consulta/consulta_propios.hpp"
#include "engine/entorno/decimales.hpp"
#include "engine/tipos/bancos.hpp"
#include "tabla/hoja.hpp"

#include <map>

namespace cacao {
namespace {

const std::initializer_list<std::string_view> tipos_de_deposito{engine::Deposito.tipo, engine::Anticipo.tipo,
                                                                engine::DepositoConcepto.tipo};

DepositoResumen mostrar(engine::DocumentoResumen& d, engine::DatosBanco& b) {
    const bool cancelado = d.estado == engine::nombre(engine::Estado::cancelado);
    DepositoResumen r;
    r.transaccionId = d.transaccionId;
    r.tipoDocumento = std::move(d.tipoDocumento);
    r.folio = std::move(d.folio);
    r.fecha = d.fecha;
    r.estado = std::move(d.estado);
    r.sucursalId = d.sucursalId;
    r.proyectoId = d.proyectoId;
    r.clienteId = d.clienteId;
    r.cliente = std::move(d.cliente);
    r.cuentaBancariaId = b.cuentaBancariaId;
    r.cuenta = std::move(b.cuenta);
    r.formaPagoId = b.formaPagoId;
    r.forma = std::move(b.forma);
    r.moneda = std::move(d.moneda);
    r.tipoCambio = d.tipoCambio;
    r.iva = d.iva;
    r.importe = d.total;
    // What was cancelled is neither.
    const bool por_concepto = r.tipoDocumento == engine::DepositoConcepto.tipo;
    r.porConcepto = por_concepto && !cancelado ? d.total : Importe{};
    r.asignado = por_concepto || cancelado ? Importe{} : d.total - d.saldo;
    r.porAsignar = d.saldo;
    r.referencia = std::move(d.referencia);
    r.referenciaExterna = std::move(d.referenciaExterna);
    r.notas = std::move(d.notas);
    r.centroCostoId = d.centroCostoId;
    r.creadoPor = d.creadoPor;
    r.creadoEn = d.creadoEn;
    return r;
}

// Both lists as people read them: what was cancelled is shown and not added up.
template <class Pedido>
void tabla_depositos(const Context& ctx, const Pedido& p, const Filas<DepositoResumen>& filas, tabla::Hoja& hoja) {
    using tabla::celda;
    const std::optional<Fecha> desde{p.fechaInicial};
    const std::optional<Fecha> hasta{p.fechaFinal};
    hoja.encabezar({"Depósitos y anticipos", desde, hasta.value_or(ctx.hoy()), ""},
                   {tabla::fecha("Fecha"), tabla::texto("Documento", 10), tabla::texto("Folio", 10), tabla::texto("Estado", 9),
                    tabla::texto("Cliente", 24), tabla::texto("Cuenta", 14), tabla::texto("Forma", 14),
                    tabla::texto("Referencia", 16), tabla::texto("Moneda", 6), tabla::importe("Importe"),
                    tabla::importe("Asignado"), tabla::importe("Por asignar"), tabla::importe("Por concepto")});
    struct Suma {
        Importe importe, asignado, porAsignar, porConcepto;
    };
    std::map<std::string, Suma> sumas;
    engine::Decimales decimales{ctx.db()};
    filas([&](const DepositoResumen& d) {
        hoja.renglon({celda(d.fecha), celda(d.tipoDocumento), celda(d.folio), celda(d.estado), celda(d.cliente), celda(d.cuenta),
                      celda(d.forma), celda(d.referencia), celda(d.moneda), decimales.monto(d.importe, d.moneda),
                      decimales.monto(d.asignado, d.moneda), decimales.monto(d.porAsignar, d.moneda),
                      decimales.monto(d.porConcepto, d.moneda)});
        if (d.estado == engine::nombre(engine::Estado::cancelado)) return;
        Suma& s = sumas[d.moneda];
        s.importe += d.importe;
        s.asignado += d.asignado;
        s.porAsignar += d.porAsignar;
        s.porConcepto += d.porConcepto;
    });
    for (const auto& [moneda, s] : sumas)
        hoja.total({celda("Total"), celda(""), celda(""), celda(""), celda(""), celda(""), celda(""), celda(""), celda(moneda),
                    decimales.monto(s.importe, moneda), decimales.monto(s.asignado, moneda),
                    decimales.monto(s.porAsignar, moneda), decimales.monto(s.porConcepto, moneda)});
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
        .como_tabla(listar_depositos, tabla_depositos<DepositosFiltro>)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Bancos/Depositos/PorFechas", "DepositosPorFechas", listar_depositos_fechas)
        .como_tabla(listar_depositos_fechas, tabla_depositos<DepositosFechas>)
        .rechaza({Codigo::fuera_de_rango, Codigo::cursor_invalido, Codigo::requerido});
    ops.add(GET, "/api/Bancos/Depositos/{id}", "DepositoObtener", obtener_deposito)
        .lee(tipos_de_deposito)
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
