#include "rooms/compras/reportes/nota_credito_detallado.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/series_documento.hpp"

#include <map>

namespace cacao {
namespace {

struct Fila : NotaCreditoRenglon {
    std::string serie;
    std::int64_t numero{};
    std::string facturaSerie;
    std::int64_t facturaNumero{};
};
DESCRIBE_STRUCT(Fila, (NotaCreditoRenglon), (serie, numero, facturaSerie, facturaNumero))

struct AplicadaFila {
    std::int64_t pagoId{};
    std::int64_t transaccionId{};
    std::string serie;
    std::int64_t numero{};
    Importe importe;
};
DESCRIBE_STRUCT(AplicadaFila, (), (pagoId, transaccionId, serie, numero, importe))

// The notes of a range; `d` is the note. The kind is written out: it is one of two.
db::Where notas_de(const Context& ctx, const NotaCreditoDetallado& r, const NotaCreditoDetalladoPedido& p) {
    db::Where donde{ctx.organizacionId(), r.fechaInicial, r.fechaFinal};
    donde.add("d.tipo = $", r.tipo == TipoNotaCredito::proveedores ? "NotaCreditoProveedor" : "NotaCreditoCliente");
    if (p.entidadId) donde.add("d.entidadId = $", p.entidadId->valor);
    return donde;
}

// The invoice of a line: its source, what goods that went back were invoiced by, or what the whole note is about.
std::vector<Fila> leer_partidas(db::Reader& tx, const db::Where& donde) {
    return tx.all_with<Fila>(R"(
        SELECT d.transaccionId, '' AS folio, d.fecha, COALESCE(d.uuid, '') AS uuid, d.entidadId, COALESCE(c.nombre, '') AS contacto,
               COALESCE(f.transaccionId, 0) AS facturaId, '' AS factura, p.numeroPartida, p.productoId, COALESCE(k.codigo, '') AS codigo, p.conceptoId, p.descripcion,
               p.cantidad, d.moneda, p.importe - p.descuento - p.promocion AS importe, p.iva, p.ieps, p.ivaRetenido, p.isrRetenido,
               p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total,
               COALESCE(s.saldo, 0) AS saldo, d.serie, d.folio AS numero, COALESCE(f.serie, '') AS facturaSerie,
               COALESCE(f.folio, 0) AS facturaNumero
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
        LEFT JOIN producto k ON k.organizacionId = $1 AND k.productoId = p.productoId
        LEFT JOIN documento o ON o.organizacionId = $1 AND o.transaccionId = p.origenId
        LEFT JOIN partida q ON q.organizacionId = $1 AND q.transaccionId = p.origenId AND q.numeroPartida = p.origenPartida
        LEFT JOIN documento f ON f.organizacionId = $1 AND f.transaccionId =
            CASE WHEN p.origenId = 0 THEN d.origenId
                 WHEN o.tipo IN ('NotaDevolucionProveedor', 'NotaDevolucionCliente') THEN q.origenId
                 ELSE p.origenId END
        LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
                         AND s.naturaleza IN ('favorProveedor', 'favorCliente')
        WHERE d.organizacionId = $1 AND d.fecha >= $2 AND d.fecha <= $3 AND d.estado <> 'cancelado')" +
                                 donde.and_sql() + " ORDER BY d.fecha, d.transaccionId, p.numeroPartida",
                             donde.params());
}

std::map<std::int64_t, std::vector<NotaCreditoAplicadaA>> leer_aplicaciones(db::Reader& tx, const db::Where& donde) {
    std::map<std::int64_t, std::vector<NotaCreditoAplicadaA>> r;
    for (const AplicadaFila& f : tx.all_with<AplicadaFila>(R"(
        SELECT a.pagoId, x.transaccionId, x.serie, x.folio AS numero, a.importe
        FROM documento d
        JOIN aplicacion a ON a.organizacionId = $1 AND a.pagoId = d.transaccionId AND a.estado = 'vigente'
        JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = a.documentoId
        WHERE d.organizacionId = $1 AND d.fecha >= $2 AND d.fecha <= $3 AND d.estado <> 'cancelado')" +
                                                               donde.and_sql() + " ORDER BY a.aplicacionId",
                                                           donde.params()))
        r[f.pagoId].push_back({f.transaccionId, engine::folio_texto(f.serie, f.numero), f.importe});
    return r;
}

void sumar(NotaCreditoTotal& t, const NotaCreditoRenglon& f, bool primera) {
    t.importe += f.importe;
    t.iva += f.iva;
    t.ieps += f.ieps;
    t.ivaRetenido += f.ivaRetenido;
    t.isrRetenido += f.isrRetenido;
    t.total += f.total;
    if (!primera) return;
    t.saldo += f.saldo;
    for (const NotaCreditoAplicadaA& a : f.aplicadoA) t.aplicado += a.importe;
}

}  // namespace

NotaCreditoDetallado consultar_nota_credito_detallado(const Context& ctx, const NotaCreditoDetalladoPedido& p) {
    auto& tx = ctx.db();
    NotaCreditoDetallado r;
    r.tipo = p.tipo.value_or(TipoNotaCredito::proveedores);
    constexpr int dias_de_un_mes = 30;
    constexpr int dias_maximos = 366;
    r.fechaFinal = p.fechaFinal.value_or(ctx.hoy());
    r.fechaInicial = p.fechaInicial.value_or(r.fechaFinal + -dias_de_un_mes);
    const auto dias = r.fechaFinal.dias() - r.fechaInicial.dias();
    reject_if(dias < 0 || dias > dias_maximos, Codigo::fuera_de_rango, "/fechaFinal");

    const db::Where donde = notas_de(ctx, r, p);
    auto aplicaciones = leer_aplicaciones(tx, donde);
    std::map<std::pair<std::int64_t, std::string>, NotaCreditoTotal> totales;
    std::int64_t anterior = 0;
    for (Fila& f : leer_partidas(tx, donde)) {
        f.folio = engine::folio_texto(f.serie, f.numero);
        if (f.facturaId != 0) f.factura = engine::folio_texto(f.facturaSerie, f.facturaNumero);
        f.aplicadoA = aplicaciones[f.transaccionId];
        NotaCreditoTotal& t = totales[{f.entidadId, f.moneda}];
        t.entidadId = f.entidadId;
        t.contacto = f.contacto;
        t.moneda = f.moneda;
        sumar(t, f, f.transaccionId != anterior);
        anterior = f.transaccionId;
        r.partidas.push_back(std::move(f));
    }
    for (auto& [llave, total] : totales) r.totales.push_back(std::move(total));
    return r;
}

void register_nota_credito_detallado(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(GET, "/api/NotaCredito/Detallado", "NotaCreditoDetallado", consultar_nota_credito_detallado)
        .cierran(&NotaCreditoDetallado::totales)
        .rechaza({Codigo::fuera_de_rango});
}

}  // namespace cacao
