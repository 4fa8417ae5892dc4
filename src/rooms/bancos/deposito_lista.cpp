#include "rooms/bancos/deposito_lista.hpp"

#include "db/rows.hpp"
#include "engine/tipos/bancos.hpp"

#include <deque>

namespace cacao {
namespace {

// What a deposit has beyond the header of every document.
struct Banco {
    std::int64_t cuentaBancariaId{};
    std::string cuenta;
    std::int64_t formaPagoId{};
    std::string forma;
};
BOOST_DESCRIBE_STRUCT(Banco, (), (cuentaBancariaId, cuenta, formaPagoId, forma))

void pedir_banco(db::Reader& tx, std::int64_t transaccionId, std::optional<Banco>& banco) {
    tx.one_later(banco,
                 R"(SELECT d.cuentaBancariaId, COALESCE(b.nombre, '') AS cuenta, d.formaPagoId, COALESCE(f.nombre, '') AS forma
                           FROM documento d
                           LEFT JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = d.cuentaBancariaId
                           LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
                           WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                 tx.organizacion(), transaccionId);
}

DepositoResumen mostrar(engine::DocumentoResumen& d, Banco& b) {
    const bool cancelado = d.estado == engine::nombre(engine::Estado::cancelado);
    DepositoResumen r;
    r.transaccionId = d.transaccionId;
    r.tipoDocumento = std::move(d.tipoDocumento);
    r.folio = std::move(d.folio);
    r.fecha = d.fecha;
    r.estado = std::move(d.estado);
    r.sucursalId = d.sucursalId;
    r.clienteId = d.clienteId;
    r.cliente = std::move(d.cliente);
    r.cuentaBancariaId = b.cuentaBancariaId;
    r.cuenta = std::move(b.cuenta);
    r.formaPagoId = b.formaPagoId;
    r.forma = std::move(b.forma);
    r.moneda = std::move(d.moneda);
    r.tipoCambio = d.tipoCambio;
    r.importe = d.total;
    r.asignado = cancelado ? Importe{} : d.total - d.saldo;
    r.porAsignar = d.saldo;
    r.referencia = std::move(d.referencia);
    r.referenciaExterna = std::move(d.referenciaExterna);
    r.notas = std::move(d.notas);
    return r;
}

struct AsignacionFila : AsignacionVista {
    std::string serie;
    std::int64_t numero{};
};
BOOST_DESCRIBE_STRUCT(AsignacionFila, (AsignacionVista), (serie, numero))

}  // namespace

DepositoVista obtener_deposito(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    std::optional<Banco> banco;
    std::vector<AsignacionFila> filas;
    pedir_banco(tx, pedido.id, banco);
    tx.all_later(filas, R"(
        SELECT a.aplicacionId, a.documentoId AS transaccionId, d.tipo AS tipoDocumento, '' AS folio, a.fecha, a.importe, a.importe2,
               d.moneda, a.saldoNuevo AS saldo, a.estado, d.serie, d.folio AS numero
        FROM aplicacion a
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
        WHERE a.organizacionId = $1 AND a.pagoId = $2 ORDER BY a.aplicacionId)",
                 tx.organizacion(), std::int64_t{pedido.id});
    auto documento = engine::exigir_documento(ctx, pedido.id, {engine::Deposito.tipo, engine::Anticipo.tipo});
    DepositoVista v{mostrar(documento, *banco), {}};
    for (AsignacionFila& f : filas) {
        f.folio = engine::folio_texto(f.serie, f.numero);
        v.asignaciones.push_back(std::move(f));
    }
    return v;
}

Pagina<DepositoResumen> listar_depositos(const Context& ctx, const DepositosFiltro& filtro) {
    std::vector<engine::OtroFiltro> otros;
    if (filtro.cuentaBancariaId) otros.push_back({"d.cuentaBancariaId = $", *filtro.cuentaBancariaId});
    if (filtro.sinAsignar.value_or(false))
        otros.push_back(
            {"d.transaccionId IN (SELECT s.transaccionId FROM saldo s WHERE s.organizacionId = $1 AND s.saldo > $)", 0});
    auto documentos = engine::listar_documentos(ctx, filtro, "Depositos", {engine::Deposito.tipo, engine::Anticipo.tipo}, otros);
    std::deque<std::optional<Banco>> bancos;  // a deque does not move what the database will fill
    for (const auto& d : documentos.data) pedir_banco(ctx.db(), d.transaccionId, bancos.emplace_back());
    ctx.db().settle();
    std::size_t i = 0;
    return documentos.como([&](engine::DocumentoResumen& d) { return mostrar(d, *bancos[i++]); });
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
    ops.add(GET, "/api/Bancos/Depositos", "Depositos", listar_depositos, "Lista depósitos y anticipos")
        .describe("`sinAsignar` deja solo los que tienen algo por asignar.")
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Bancos/Depositos/PorFechas", "DepositosPorFechas", listar_depositos_fechas,
            "Lista depósitos y anticipos de un rango de fechas")
        .rechaza({Codigo::fuera_de_rango, Codigo::cursor_invalido, Codigo::requerido});
    ops.add(GET, "/api/Bancos/Depositos/{id}", "DepositoObtener", obtener_deposito, "Obtiene un depósito o un anticipo")
        .describe("Con sus asignaciones, también las deshechas (`estado` cancelada).")
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
