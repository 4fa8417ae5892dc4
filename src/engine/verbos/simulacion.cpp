#include "engine/verbos/simulacion.hpp"

#include "db/rows.hpp"

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

}  // namespace

DocumentoSimulado simulado(db::Reader& tx, const Registrado& r) {
    const Encabezado& e = r.juzgado.encabezado;
    const Totales t = totales_de(r.juzgado, r.tomado);
    DocumentoSimulado d{r.emitido.tipo, e.fecha, r.juzgado.vencimiento, e.moneda,      e.tipoCambio, t.subtotal, t.descuento,
                        t.iva,          t.ieps,  t.ivaRetenido,         t.isrRetenido, t.total,      {},         {}};
    for (std::size_t i = 0; i < r.juzgado.lineas.size(); ++i)
        d.partidas.push_back(partida(r.juzgado.lineas[i], r.tomado.lineas[i]));
    agregar_mercancia(tx, r, d.partidas);
    d.asientos = tx.all<AsientoSimulado>(R"(
        SELECT p.evento, a.cuentaId, c.codigo, c.nombre, a.cargo, a.abono
        FROM poliza p
        JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
        JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.polizaId, a.renglon)",
                                         tx.organizacion(), r.emitido.transaccionId);
    return d;
}

}  // namespace cacao::engine
