// Registration, last step: the rows of lines, of taxes, of what waits for goods, and of what a document carries beside its
// figures.

#include "engine/emision/registrar.hpp"

#include "db/rows.hpp"
#include "engine/cadena/abiertas.hpp"
#include "engine/cadena/pendientes.hpp"
#include "reflect/json_write.hpp"

#include <algorithm>
#include <vector>

namespace cacao::engine {
namespace {

// The first that says something.
std::string_view primero(std::string_view dicho, std::string_view suyo) { return dicho.empty() ? suyo : dicho; }

// A line that is there already is one of a document under revision, which moved nothing.
void guardar_partida(db::Writer& tx, const Documento& tipo, const Linea& l, const LineaTomada& t, std::int64_t transaccionId,
                     std::int64_t cuentaId) {
    const PartidaPedida& p = *l.pedida;
    const ProductoFila* producto = l.producto();
    const ConceptoFila* concepto = l.concepto();
    const std::string_view nombre_ = producto != nullptr   ? producto->nombre
                                     : concepto != nullptr ? concepto->nombre
                                                           : std::string_view{};
    const std::string_view clave = producto != nullptr   ? producto->claveProdServ
                                   : concepto != nullptr ? concepto->claveProdServ
                                                         : std::string_view{};
    const bool consume = tipo.existencia == Existencia::reempaque && !p.transformacion.produce;
    const CifrasPartida& c = l.cifras;
    const Medida& m = l.medida();
    tx.run(R"(INSERT INTO partida (organizacionId, transaccionId, numeroPartida, productoId, conceptoId, descripcion,
                                   unidadMedidaId, unidad, claveProdServ, claveUnidad, cantidad, cantidadBase, precioUnitario,
                                   importe, abono, descuento, promocion, iva, ieps, ivaRetenido, isrRetenido, impuestos,
                                   proyectoId, almacenId, cuentaId, notas, origenId, origenPartida, costo,
                                   promocionId, alCosto, importeLocal, sinCargo, terceroId, impuestosTercero)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
                      $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35)
              ON CONFLICT (organizacionId, transaccionId, numeroPartida) DO UPDATE SET
                  productoId = excluded.productoId, conceptoId = excluded.conceptoId, descripcion = excluded.descripcion,
                  unidadMedidaId = excluded.unidadMedidaId, unidad = excluded.unidad, claveProdServ = excluded.claveProdServ,
                  claveUnidad = excluded.claveUnidad, cantidad = excluded.cantidad, cantidadBase = excluded.cantidadBase,
                  precioUnitario = excluded.precioUnitario, importe = excluded.importe, descuento = excluded.descuento,
                  iva = excluded.iva, ieps = excluded.ieps, ivaRetenido = excluded.ivaRetenido,
                  isrRetenido = excluded.isrRetenido, impuestos = excluded.impuestos, proyectoId = excluded.proyectoId,
                  notas = excluded.notas, alCosto = excluded.alCosto, sinCargo = excluded.sinCargo)",
           tx.organizacion(), transaccionId, l.numero, p.articulo.productoId, p.articulo.conceptoId,
           primero(p.renglon.descripcion, nombre_), m.unidadMedidaId, m.unidad, primero(p.claves.claveProdServ, clave),
           primero(p.claves.claveUnidad, m.claveUnidad), m.cantidad, m.cantidadBase, l.precio, t.producido.value_or(c.importe),
           consume ? t.costo : p.cuenta.abono, c.descuento, c.promocion, c.iva, c.ieps, c.ivaRetenido, c.isrRetenido,
           reflect::to_json(c.impuestos), l.proyectoId, l.almacenId, cuentaId, p.renglon.notas, p.origen.origenId,
           p.origen.origenPartida, l.regla() != nullptr && con_valor(*l.regla()) ? t.conciliado : t.costo, l.promocionId,
           c.al_costo(), l.antes ? std::optional{l.local} : std::nullopt, p.precio.sinCargo, l.tercero(),
           reflect::to_json(c.impuestosTercero));
}

// Orders and goods on their way wait, each in the place that gives or expects them; a kit by its parts.
void esperar_mercancia(db::Writer& tx, const Espera& espera, const Solicitud& pedida, const Juzgado& d, const Linea& l,
                       std::int64_t transaccionId) {
    if (l.producto() == nullptr || l.producto()->tipo == "servicio") return;
    const std::int64_t suyo = l.almacenId != 0 ? l.almacenId : l.pedida->mercancia.almacenId;
    const std::int64_t almacenId = suyo != 0                       ? suyo
                                   : pedida.almacen.almacenId != 0 ? pedida.almacen.almacenId
                                                                   : d.sucursal->almacenId;
    const auto guardar = [&](const Componente& c) {
        tx.run(R"(INSERT INTO pendiente (organizacionId, transaccionId, numeroPartida, clase, productoId, almacenId, avance,
                                         cantidad, abierto)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1))",
               tx.organizacion(), transaccionId, l.numero, espera.clase, c.productoId, almacenId, nombre(espera.avance),
               c.cantidad);
    };
    if (l.producto()->tipo != "kit") return guardar({l.producto()->productoId, l.medida().cantidadBase});
    for (const ParteKit& parte : l.hallada->partes) guardar(parte.componente);
}

// Lines that others will invoice, and those of an invoice whose goods stay where they are.
void abrir_lineas(Context& ctx, const Documento& tipo, const Juzgado& d, std::int64_t transaccionId) {
    std::vector<PartidaConOrigen> de_origen;
    for (const Linea& l : d.lineas)
        if (const OrigenFila* o = l.origen(); o != nullptr) de_origen.push_back({l.numero, o->llave(), o->tipo});
    if (deja_abierta(tipo, Avance::facturado)) abrir_partidas(ctx, tipo, transaccionId, Avance::facturado, de_origen);
    const bool se_queda = std::ranges::any_of(
        d.lineas, [](const Linea& l) { return l.producto() != nullptr && l.producto()->tipo != "servicio" && !l.mueve; });
    if (se_queda && deja_abierta(tipo, Avance::entregado)) abrir_partidas(ctx, tipo, transaccionId, Avance::entregado, de_origen);
}

}  // namespace

void guardar_partidas(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Juzgado& juzgado, const Tomado& tomado,
                      const Asentado& asentado) {
    auto& tx = ctx.db();
    const std::int64_t transaccionId = tomado.transaccionId;
    for (std::size_t i = 0; i < juzgado.lineas.size(); ++i)
        guardar_partida(tx, tipo, juzgado.lineas[i], tomado.lineas[i], transaccionId, asentado.cuentas[i]);
    if (const Espera* espera = espera_de(tipo))
        for (const Linea& l : juzgado.lineas) esperar_mercancia(tx, *espera, pedida, juzgado, l, transaccionId);
    abrir_lineas(ctx, tipo, juzgado, transaccionId);
    for (std::size_t i = 0; i < juzgado.tasas.size(); ++i) {
        const TasaDocumento& t = juzgado.tasas[i];
        const Restitucion& r = tomado.restituciones[i];
        const CuentasImpuesto& c = asentado.impuestos[i];
        tx.run(
            R"(INSERT INTO documentoImpuesto (organizacionId, transaccionId, impuesto, factor, tasa, base, importe, importeLocal,
                                              baseLiquidada, liquidado, liquidadoLocal, baseRestituida, restituido,
                                              restituidoLocal, alCosto, arrendamiento, alCostoLiquidado, rentaLiquidada,
                                              alCostoRestituido, rentaRestituida, baseRestituidaLocal, restituidoEfectivo,
                                              cuentaId, liquidadaId)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $9, $10, $11, $12, $13, $14, $15, $14, $15, $16, $17, $18,
                       $19))",
            ctx.organizacionId(), transaccionId, nombre(t.impuesto), nombre(t.factor), t.tasa, t.base, t.importe, t.local, r.base,
            r.importe, r.local, t.al_costo, t.arrendamiento, r.alCosto, r.renta, r.baseLocal, r.efectivo, c.espera, c.liquidada);
    }
}

void guardar_adjuntos(Context& ctx, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado,
                      std::int64_t transaccionId) {
    auto& tx = ctx.db();
    const auto org = ctx.organizacionId();
    const DePapel& papel = pedida.papel;
    if (papel.vigenciaFecha || papel.entregaFecha || !papel.direccionEntrega.empty() || !papel.condiciones.empty() ||
        !papel.exportacion.empty())
        tx.run(R"(INSERT INTO documentoCondicion (organizacionId, transaccionId, vigenciaFecha, entregaFecha, direccionEntrega,
                                                  condiciones, exportacion)
                  VALUES ($1, $2, $3, $4, $5, $6, $7))",
               org, transaccionId, papel.vigenciaFecha, papel.entregaFecha, papel.direccionEntrega, papel.condiciones,
               papel.exportacion);
    const DeProveedor& suyo = pedida.proveedor;
    if (!suyo.serieProveedor.empty() || !suyo.folioProveedor.empty())
        tx.run(R"(INSERT INTO documentoProveedor (organizacionId, transaccionId, entidadId, serie, folio)
                  VALUES ($1, $2, $3, $4, $5))",
               org, transaccionId, pedida.cabecera.entidadId, suyo.serieProveedor, suyo.folioProveedor);
    for (const Linea& l : juzgado.lineas)
        if (const std::string& condicion = l.pedida->mercancia.condicion; !condicion.empty())
            tx.run(R"(INSERT INTO partidaCondicion (organizacionId, transaccionId, numeroPartida, condicion)
                      VALUES ($1, $2, $3, $4))",
                   org, transaccionId, l.numero, condicion);
    std::int64_t consecutivo = 0;
    for (const RelacionPedida& r : pedida.cabecera.relacionados)
        tx.run(R"(INSERT INTO documentoRelacionado (organizacionId, transaccionId, consecutivo, relacionadoId, uuid, tipoRelacion)
                  VALUES ($1, $2, $3, $4, $5, $6))",
               org, transaccionId, ++consecutivo, r.transaccionId, r.uuid, r.tipoRelacion);
    consecutivo = 0;
    for (const ArchivoPedido& a : pedida.cabecera.archivos)
        tx.run(R"(INSERT INTO documentoArchivo (organizacionId, transaccionId, consecutivo, nombre, extension, url)
                  VALUES ($1, $2, $3, $4, $5, $6))",
               org, transaccionId, ++consecutivo, a.nombre, a.extension, a.url);
    if (hallado.cabecera.addenda) guardar_addenda(ctx, transaccionId, *hallado.cabecera.addenda, juzgado.addenda);
}

}  // namespace cacao::engine
