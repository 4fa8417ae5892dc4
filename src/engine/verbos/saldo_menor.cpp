#include "engine/verbos/saldo_menor.hpp"

#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/saldos/saldos.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

// What was let go, as it is to be let go again.
struct Perdonado {
    std::int64_t transaccionId = 0;
    std::int64_t aplicacionId = 0;
    std::string tipo;
    Fecha fecha;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t entidadId = 0;
    std::string moneda;
    Precio tipoCambio;
    std::string notas;
    std::string referencia;
    std::string motivo;
    Importe importe;
    int decimales = 2;
};
DESCRIBE_STRUCT(Perdonado, (),
                (transaccionId, aplicacionId, tipo, fecha, sucursalId, proyectoId, centroCostoId, entidadId, moneda, tipoCambio,
                 notas, referencia, motivo, importe, decimales))

std::vector<Perdonado> perdonados(db::Reader& tx, std::int64_t documentoId) {
    static const std::string sql = R"(
        SELECT d.transaccionId, a.aplicacionId, d.tipo, a.fecha, d.sucursalId, d.proyectoId, d.centroCostoId, d.entidadId, d.moneda,
               d.tipoCambio, d.notas, d.referencia, d.motivo, a.importe, m.decimales
        FROM aplicacion a
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.pagoId AND d.origenId = $2 AND )" +
                                   en_sql("d.tipo", perdona) + R"(
        JOIN moneda m ON m.moneda = d.moneda
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente' AND a.importe = d.total
        ORDER BY a.aplicacionId)";
    return tx.all<Perdonado>(sql, tx.organizacion(), documentoId);
}

// The first tax of which credits take off more than there was.
std::optional<std::pair<ClaveImpuesto, BaseImporte>> de_mas(const Composicion& neta) {
    for (const auto& c : neta)
        if (c.second.base < Importe{} || c.second.importe < Importe{}) return c;
    return std::nullopt;
}

// It stands no more; what it said, to be said again of the document, or of another one.
Perdon retirar(Context& ctx, const Perdonado& p, Fecha fecha, std::string_view motivo) {
    fecha = std::max(fecha, p.fecha);
    soltar(ctx, p.aplicacionId, fecha);
    Cancelacion cancelacion;
    cancelacion.fecha = fecha;
    cancelacion.motivo = motivo;
    cancelacion.se_rehace = true;
    cancelar(ctx, p.transaccionId, cancelacion);
    Perdon otro;
    SolicitudInicial& s = otro.encabezado;
    s.fecha = fecha;
    s.sucursalId = p.sucursalId;
    s.proyectoId = p.proyectoId;
    s.centroCostoId = p.centroCostoId;
    s.entidadId = p.entidadId;
    s.moneda = p.moneda;
    if (p.moneda != moneda_local(ctx.db()).moneda) s.tipoCambio = p.tipoCambio;
    s.notas = p.notas;
    s.referencia = p.referencia;
    s.motivo = p.motivo;
    otro.naturaleza = liquida(*tipo_de(p.tipo));
    otro.importe = p.importe;
    otro.decimales = p.decimales;
    return otro;
}

void perdonar_de_nuevo(Context& ctx, const Perdonado& p, std::int64_t documentoId, const Composicion& nueva, Fecha fecha,
                       std::string_view motivo) {
    Perdon otro = retirar(ctx, p, fecha, motivo);
    otro.documentoId = documentoId;
    otro.saldo = saldo_de(ctx.db(), documentoId, otro.naturaleza);
    otro.apartada = nueva;
    perdonar(ctx, otro);
}

}  // namespace

Emitido perdonar(Context& ctx, const Perdon& perdon) {
    SolicitudInicial s = perdon.encabezado;
    s.origenId = perdon.documentoId;
    auto& p = s.partidas.emplace_back();
    p.campo = "/importe";
    p.cantidad = Cantidad::de_enteros(1);
    p.descripcion = "Saldo menor";
    p.cifras = parte_perdonada(ctx.db(), perdon.documentoId, perdon.importe, perdon.saldo, perdon.decimales, perdon.apartada);
    auto e = emitir(ctx, perdon.naturaleza == Naturaleza::cobrar ? AjusteSaldoCliente : AjusteSaldoProveedor, s);
    aplicar(ctx, e.transaccionId, {{"", perdon.documentoId, perdon.importe, {}}}, e.fecha);
    return e;
}

void hacer_lugar(Context& ctx, std::int64_t documentoId, const Composicion& nueva, Fecha fecha) {
    auto& tx = ctx.db();
    // What is too much without it is refused.
    if (de_mas(sin(neta_de(tx, documentoId, false), nueva))) return;
    for (const Perdonado& p : perdonados(tx, documentoId)) {
        const Composicion neta = sin(neta_de(tx, documentoId, true), nueva);
        if (std::ranges::all_of(neta, [](const auto& c) { return cabal(c.second); })) return;
        perdonar_de_nuevo(ctx, p, documentoId, nueva, fecha, "Una nota de crédito cambió lo que se debe; se registra de nuevo");
    }
}

void perdonar_lo_que_falta(Context& ctx, std::int64_t documentoId, Fecha fecha) {
    auto& tx = ctx.db();
    for (const Perdonado& p : perdonados(tx, documentoId)) {
        const Composicion suya = acreditado_de(tx, p.transaccionId, documentoId).composicion;
        const Composicion neta = neta_de(tx, documentoId, true);
        const bool falta = p.importe - valor(suya) > redondeos_de(neta, p.decimales);
        // Another credit may have given back some of the rest, as if it had been collected: then only what still counts as such.
        const Composicion resto = menos(movida_por(tx, p.transaccionId, documentoId, documentoId), suya);
        const Composicion lugar = comun(neta, neta), cobrada = cobrada_de(tx, documentoId);
        if (falta && !vacia(lugar) && (vacia(menos(resto, cobrada)) || !vacia(comun(lugar, cobrada))))
            perdonar_de_nuevo(ctx, p, documentoId, {}, fecha, "Se canceló la nota de crédito que esperaba; se registra de nuevo");
    }
}

std::vector<Perdon> llevar_perdones(Context& ctx, std::int64_t documentoId, Importe importe, Fecha fecha) {
    std::vector<Perdon> llevados;
    for (const Perdonado& p : perdonados(ctx.db(), documentoId)) {
        if (importe <= Importe{}) break;
        llevados.push_back(retirar(ctx, p, fecha, "Se facturó lo que se debía; se registra de nuevo sobre la factura"));
        importe -= p.importe;
    }
    return llevados;
}

bool con_perdones(db::Reader& tx, std::int64_t documentoId) { return !perdonados(tx, documentoId).empty(); }

void exigir_dentro_de_tasas(db::Reader& tx, std::int64_t documentoId) {
    if (const auto tasa = de_mas(neta_de(tx, documentoId, false)))
        reject(Codigo::excede_pendiente, "/partidas",
               reflect::objeto("transaccionId", documentoId, "impuesto", tasa->first.impuesto, "factor", tasa->first.factor,
                               "tasa", tasa->first.tasa, "base", -tasa->second.base, "importe", -tasa->second.importe));
}

}  // namespace cacao::engine
