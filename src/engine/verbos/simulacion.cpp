#include "engine/verbos/simulacion.hpp"

#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "reflect/json_write.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

struct EnLugar {
    Cantidad cantidad;
    Cantidad reservado;
};
DESCRIBE_STRUCT(EnLugar, (), (cantidad, reservado))

// What moved by lines or, of an order, what it puts aside.
void agregar_mercancia(db::Reader& tx, const Registrado& r, std::vector<PartidaSimulada>& partidas) {
    for (const ValorMovido& v : r.tomado.valores)
        if (!v.cantidad.es_cero())
            partidas[indice(v)].mercancia.push_back({v.productoId, v.almacenId, v.cantidad, v.valor, {}, {}});
    if (r.tomado.valores.empty())
        for (const MovimientoPedido& m : r.juzgado.movimientos)
            partidas[indice(m)].mercancia.push_back({m.articulo->productoId, m.almacenId, m.cantidad, {}, {}, {}});
    for (PartidaSimulada& p : partidas)
        for (MercanciaSimulada& m : p.mercancia) {
            const auto hay = tx.one<EnLugar>(R"(
                SELECT CAST(COALESCE(SUM(cantidad), 0) AS BIGINT) AS cantidad, CAST(COALESCE(SUM(reservado), 0) AS BIGINT) AS reservado
                FROM existencia WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3)",
                                             tx.organizacion(), m.productoId, m.almacenId)
                                 .value();
            m.existencia = hay.cantidad;
            m.disponible = hay.cantidad - hay.reservado;
        }
}

PartidaSimulada partida(const Linea& l, const LineaTomada& t) {
    const CifrasPartida& c = l.cifras;
    PartidaSimulada p;
    p.numeroPartida = l.numero;
    p.productoId = l.pedida->articulo.productoId;
    if (l.producto() != nullptr) p.codigo = l.producto()->codigo;
    p.conceptoId = l.pedida->articulo.conceptoId;
    p.descripcion = l.pedida->renglon.descripcion;
    if (p.descripcion.empty() && l.producto() != nullptr) p.descripcion = l.producto()->nombre;
    if (p.descripcion.empty() && l.concepto() != nullptr) p.descripcion = l.concepto()->nombre;
    p.unidad = l.medida().unidad;
    p.cantidad = l.medida().cantidad;
    p.precioUnitario = l.precio;
    p.importe = t.producido.value_or(c.importe);
    p.descuento = c.descuento;
    p.promocion = c.promocion;
    p.total = t.producido.value_or(c.total());
    p.impuestos = c.impuestos;
    if (l.hallada->precio) p.precio = l.hallada->precio->precio;
    return p;
}

DocumentoSimulado simulado(db::Reader& tx, const Registrado& r) {
    const Encabezado& e = r.juzgado.encabezado;
    const Totales t = totales_de(r.juzgado, r.tomado);
    DocumentoSimulado d{r.emitido.tipo, e.fecha, r.juzgado.vencimiento, e.moneda,      e.tipoCambio, t.subtotal, t.descuento,
                        t.iva,          t.ieps,  t.ivaRetenido,         t.isrRetenido, t.total,      {},         {}};
    for (std::size_t i = 0; i < r.juzgado.lineas.size(); ++i)
        d.partidas.push_back(partida(r.juzgado.lineas[i], r.tomado.lineas[i]));
    agregar_mercancia(tx, r, d.partidas);
    return d;
}

struct AsientoPuesto : AsientoSimulado {
    std::int64_t transaccionId = 0;
    std::string tipo;
    std::string serie;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(AsientoPuesto, (AsientoSimulado), (transaccionId, tipo, serie, numero))

}  // namespace

void decir_simulado(Context& ctx, std::size_t lugar, const Registrado& r) {
    auto& documentos = rastro(ctx).documentos;
    documentos.insert(documentos.begin() + static_cast<std::ptrdiff_t>(lugar), {r.emitido.transaccionId, simulado(ctx.db(), r)});
}

std::string contar_simulacion(Context& ctx) {
    const Rastro& hecho = rastro(ctx);
    Simulacion s;
    for (const auto& d : hecho.documentos) s.documentos.push_back(std::any_cast<const DocumentoSimulado&>(d.dicho));
    const auto asientos_de = [&](const AsientoPuesto& a) -> std::vector<AsientoSimulado>& {
        const auto propio = std::ranges::find(hecho.documentos, a.transaccionId, &Rastro::Registrado::transaccionId);
        if (propio != hecho.documentos.end())
            return s.documentos[static_cast<std::size_t>(propio - hecho.documentos.begin())].asientos;
        const auto ajeno = std::ranges::find(s.afectados, a.transaccionId, &DocumentoAfectado::transaccionId);
        if (ajeno != s.afectados.end()) return ajeno->asientos;
        return s.afectados.emplace_back(DocumentoAfectado{a.transaccionId, a.tipo, folio_texto(a.serie, a.numero), {}}).asientos;
    };
    for (const std::int64_t polizaId : hecho.polizas)
        for (const auto& a : ctx.db().all<AsientoPuesto>(R"(
                 SELECT p.evento, a.cuentaId, c.codigo, c.nombre, a.cargo, a.abono, p.transaccionId, d.tipo, d.serie,
                        d.folio AS numero
                 FROM poliza p
                 JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                 JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
                 JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId
                 WHERE p.organizacionId = $1 AND p.polizaId = $2 ORDER BY a.renglon)",
                                                         ctx.organizacionId(), polizaId))
            asientos_de(a).push_back(a);
    return reflect::to_json(s);
}

}  // namespace cacao::engine
