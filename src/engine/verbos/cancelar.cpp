// Cancelling: done, or the list of what stands in the way. What was stored is reversed row by row, dated in an open period, once.

#include "engine/verbos/cancelar.hpp"
#include "engine/cadena/avance.hpp"
#include "engine/cadena/origen.hpp"
#include "engine/cadena/pendientes.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/alumnos.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/conteos.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/jornadas.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/recibidos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/libros/conciliacion.hpp"
#include "engine/libros/reversa.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/precios/promociones.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/saldos/saldos.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "engine/verbos/saldo_menor.hpp"

#include "base/paso.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

namespace cacao::engine {
namespace {

struct EncabezadoCancelable {
    std::string tipo;
    std::string serie;
    std::int64_t folio = 0;
    Fecha fecha;
    std::string estado;
    std::string motivo;
    std::int64_t version = 0;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t entidadId = 0;
    std::int64_t origenId = 0;
    std::optional<Fecha> cancelacionFecha;
    std::string cancelacionMotivo;
    std::string uuidSustitucion;
};
DESCRIBE_STRUCT(EncabezadoCancelable, (),
                (tipo, serie, folio, fecha, estado, motivo, version, sucursalId, proyectoId, entidadId, origenId,
                 cancelacionFecha, cancelacionMotivo, uuidSustitucion))

std::optional<EncabezadoCancelable> leer_cancelable(db::Reader& tx, std::int64_t transaccionId) {
    return tx.one<EncabezadoCancelable>(
        R"(SELECT tipo, serie, folio, fecha, estado, motivo, version, sucursalId, proyectoId, entidadId, origenId, cancelacionFecha,
                                        cancelacionMotivo, COALESCE(uuidSustitucion, '') AS uuidSustitucion
                                 FROM documento WHERE organizacionId = $1 AND transaccionId = $2)",
        tx.organizacion(), transaccionId);
}

bool es_de(const EncabezadoCancelable& e, std::initializer_list<std::string_view> tipos) {
    return tipos.size() == 0 || std::find(tipos.begin(), tipos.end(), e.tipo) != tipos.end();
}

Cancelado respuesta(std::int64_t transaccionId, const EncabezadoCancelable& e) {
    return {transaccionId,       e.tipo,           folio_texto(e.serie, e.folio), e.estado, e.cancelacionFecha.value_or(e.fecha),
            e.cancelacionMotivo, e.uuidSustitucion};
}

// Movements of the document that the bank has confirmed. The accounts are held first: what somebody is reconciling now is not
// there yet.
template <class F>
void buscar_conciliados(Context& ctx, std::int64_t transaccionId, F&& cada) {
    auto& tx = ctx.db();
    const auto cuentas = tx.all<std::int64_t>(R"(SELECT DISTINCT m.cuentaBancariaId
                                                 FROM poliza p
                                                 JOIN movimientoBanco m ON m.organizacionId = $1 AND m.polizaId = p.polizaId
                                                 WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY m.cuentaBancariaId)",
                                              ctx.organizacionId(), transaccionId);
    for (const auto cuentaBancariaId : cuentas) mirar_conciliacion(ctx, cuentaBancariaId);
    if (cuentas.empty()) return;
    tx.each(R"(SELECT d.transaccionId, d.tipo, d.serie, d.folio
               FROM poliza p
               JOIN movimientoBanco m ON m.organizacionId = $1 AND m.polizaId = p.polizaId AND m.conciliacionId <> 0
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
               WHERE p.organizacionId = $1 AND p.transaccionId = $2)",
            cada, ctx.organizacionId(), transaccionId);
}

// Documents in force that derive from this one or were made for what it left (goods that left for it and are all back do not
// count where they leave only for it), applications of others to it, and money that the
// bank has confirmed.
void buscar_impedimentos(Context& ctx, const Documento& tipo, std::int64_t transaccionId, bool con_aplicaciones, Faltas& faltas) {
    auto& tx = ctx.db();
    const auto impide = [&](std::string_view que, const db::Row& r) {
        faltas.agregar(Codigo::con_dependientes, "/id", En::donde_sea,
                       reflect::objeto("impide", que, "transaccionId", r.integer(0), "tipo", r.text(1), "folio",
                                       folio_texto(r.text(2), r.integer(3))));
    };
    // Its companion goes with it.
    const auto impide_otro = [&](std::string_view que, const db::Row& r) {
        if (!tipo_de(r.text(1))->acompaniante) impide(que, r);
    };
    tx.each(R"(SELECT DISTINCT d.transaccionId, d.tipo, d.serie, d.folio
               FROM partida p
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
               WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenId <> 0 AND d.estado <> 'cancelado'
                 AND ($3 = 0 OR COALESCE((SELECT a.cantidad FROM avance a
                                          WHERE a.organizacionId = $1 AND a.transaccionId = p.transaccionId
                                            AND a.numeroPartida = p.numeroPartida AND a.avance = 'devuelto'), 0) < p.cantidadBase)
               ORDER BY d.transaccionId)",
            [&](const db::Row& r) { impide("derivado", r); }, ctx.organizacionId(), transaccionId, tipo.aparta_despues);
    tx.each(R"(SELECT d.transaccionId, d.tipo, d.serie, d.folio
               FROM documento d
               WHERE d.organizacionId = $1 AND d.origenId = $2 AND d.origenId <> 0 AND d.estado <> 'cancelado' ORDER BY d.transaccionId)",
            [&](const db::Row& r) { impide_otro("derivado", r); }, ctx.organizacionId(), transaccionId);
    tx.each(R"(SELECT d.transaccionId, d.tipo, d.serie, d.folio
               FROM aplicacion a
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.pagoId
               WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente'
                 AND NOT EXISTS (SELECT 1 FROM anticipoFacturado f WHERE f.organizacionId = $1 AND f.aplicacionId = a.aplicacionId
                                 AND f.descontado = 1 AND f.vigente = 1)
               ORDER BY a.aplicacionId)",
            [&](const db::Row& r) { impide_otro("aplicacion", r); }, ctx.organizacionId(), transaccionId);
    if (!con_aplicaciones)
        tx.each(R"(SELECT d.transaccionId, d.tipo, d.serie, d.folio
                   FROM aplicacion a
                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
                   WHERE a.organizacionId = $1 AND a.pagoId = $2 AND a.estado = 'vigente' ORDER BY a.aplicacionId)",
                [&](const db::Row& r) { impide("aplicacion", r); }, ctx.organizacionId(), transaccionId);
    buscar_conciliados(ctx, transaccionId, [&](const db::Row& r) { impide("conciliado", r); });
    // Assets that it bought, and what it paid ahead, go first.
    const auto impide_registro = [&](std::string_view que, std::string_view llave, const db::Row& r) {
        faltas.agregar(Codigo::con_dependientes, "/id", En::donde_sea,
                       reflect::objeto("impide", que, llave, r.integer(0), "codigo", r.text(1)));
    };
    tx.each(
        "SELECT activoId, codigo FROM activoFijo WHERE organizacionId = $1 AND origenId = $2 AND origenId <> 0 "
        "AND estado <> 'anulado' ORDER BY codigo",
        [&](const db::Row& r) { impide_registro("activo", "activoId", r); }, ctx.organizacionId(), transaccionId);
    tx.each(
        "SELECT diferidoId, codigo FROM diferido WHERE organizacionId = $1 AND origenId = $2 AND origenId <> 0 "
        "AND estado <> 'anulado' ORDER BY codigo",
        [&](const db::Row& r) { impide_registro("diferido", "diferidoId", r); }, ctx.organizacionId(), transaccionId);
    // Nor what sold an asset.
    tx.each(
        "SELECT a.activoId, a.codigo FROM bajaActivo b JOIN activoFijo a ON a.organizacionId = $1 AND a.activoId = b.activoId "
        "WHERE b.organizacionId = $1 AND b.facturaId = $2 AND b.facturaId <> 0 AND b.vigente = 1 ORDER BY a.codigo",
        [&](const db::Row& r) { impide_registro("baja", "activoId", r); }, ctx.organizacionId(), transaccionId);
    // The authority does not cancel what a living complement tells of, nor an advance that a living invoice names.
    if (es_anticipo(tipo))
        tx.each(R"(SELECT DISTINCT d.transaccionId, d.tipo, d.serie, d.folio
                   FROM aplicacion a
                   JOIN anticipoFacturado f ON f.organizacionId = $1 AND f.aplicacionId = a.aplicacionId AND f.vigente = 1
                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId AND d.estado <> 'cancelado'
                                   AND d.uuid IS NOT NULL
                   WHERE a.organizacionId = $1 AND a.pagoId = $2
                   UNION SELECT d.transaccionId, d.tipo, d.serie, d.folio
                   FROM complementoPago c
                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.complementoId AND d.estado <> 'cancelado'
                                   AND d.uuid IS NOT NULL
                   WHERE c.organizacionId = $1 AND c.pagoId = $2 ORDER BY 1)",
                [&](const db::Row& r) { impide("relacionado", r); }, ctx.organizacionId(), transaccionId);
    if (emite_cfdi(tipo))
        tx.each(R"(SELECT DISTINCT d.transaccionId, d.tipo, d.serie, d.folio
                   FROM aplicacion a
                   JOIN complementoAplicacion k ON k.organizacionId = $1 AND k.aplicacionId = a.aplicacionId
                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.complementoId AND d.estado <> 'cancelado'
                                   AND d.uuid IS NOT NULL
                   WHERE a.organizacionId = $1 AND a.documentoId = $2 ORDER BY d.transaccionId)",
                [&](const db::Row& r) { impide("complemento", r); }, ctx.organizacionId(), transaccionId);
    if (!acredita_venta(tipo)) return;
    for (const FacturaRebajada& f : facturas_rebajadas(tx, transaccionId))
        faltas.agregar(Codigo::con_dependientes, "/id", En::donde_sea,
                       reflect::objeto("impide", "rebajada", "transaccionId", f.transaccionId, "tipo", f.tipo, "folio",
                                       folio_texto(f.serie, f.folio)));
}

// Documents that were registered together with this one go with it.
void cancelar_acompaniantes(Context& ctx, std::int64_t transaccionId, const Cancelacion& pedida, Fecha fecha) {
    struct Fila {
        std::int64_t transaccionId = 0;
        std::string tipo;
    };
    std::vector<Fila> filas;
    ctx.db().each(R"(SELECT transaccionId, tipo FROM documento
                     WHERE organizacionId = $1 AND origenId = $2 AND origenId <> 0 AND estado <> 'cancelado')",
                  [&](const db::Row& r) {
                      filas.push_back({r.integer(0), std::string{r.text(1)}});
                  },
                  ctx.organizacionId(), transaccionId);
    for (const Fila& f : filas)
        if (tipo_de(f.tipo)->acompaniante) cancelar(ctx, f.transaccionId, {fecha, pedida.motivo, true});
}

// Gives back to the source lines what this document used up of them.
void devolver_avances(Context& ctx, const Documento& tipo, std::string_view motivo, std::int64_t transaccionId) {
    struct Linea {
        std::int64_t numeroPartida = 0;
        std::int64_t origenId = 0;
        std::int64_t origenPartida = 0;
        std::string origenTipo;
        Cantidad cantidadBase;
        Importe costo;
        bool mueve = false;
        std::int64_t abueloId = 0;
        std::int64_t abueloPartida = 0;
        std::string abueloTipo;
        bool origenMovio = false;
        bool abueloMovio = false;
        std::int64_t bisabueloId = 0;
        std::int64_t bisabueloPartida = 0;
        std::string bisabueloTipo;
    };
    auto& tx = ctx.db();
    std::vector<Linea> lineas;
    tx.each(
        R"(SELECT p.numeroPartida, p.origenId, p.origenPartida, d.tipo, p.cantidadBase, p.costo,
                      CASE WHEN EXISTS (SELECT 1 FROM movimiento m WHERE m.organizacionId = $1 AND m.transaccionId = p.transaccionId
                                        AND m.numeroPartida = p.numeroPartida AND m.cantidad <> 0) THEN 1 ELSE 0 END,
                      o.origenId, o.origenPartida, COALESCE(a.tipo, ''), o.almacenId, COALESCE(b.almacenId, 0), COALESCE(b.origenId, 0),
                      COALESCE(b.origenPartida, 0), COALESCE(c.tipo, '')
               FROM partida p
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.origenId
               JOIN partida o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
               LEFT JOIN documento a ON a.organizacionId = $1 AND a.transaccionId = o.origenId
               LEFT JOIN partida b ON b.organizacionId = $1 AND b.transaccionId = o.origenId AND b.numeroPartida = o.origenPartida
               LEFT JOIN documento c ON c.organizacionId = $1 AND c.transaccionId = b.origenId
               WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.origenId <> 0)",
        [&](const db::Row& r) {
            lineas.push_back({r.integer(0), r.integer(1), r.integer(2), std::string{r.text(3)}, Cantidad::de_micros(r.integer(4)),
                              Importe::de_micros(r.integer(5)), r.integer(6) != 0, r.integer(7), r.integer(8),
                              std::string{r.text(9)}, r.integer(10) != 0, r.integer(11) != 0, r.integer(12), r.integer(13),
                              std::string{r.text(14)}});
        },
        ctx.organizacionId(), transaccionId);
    const auto bajar = [&](std::int64_t id, std::int64_t numero, Avance avance, Cantidad cantidad, Importe valor) {
        bajar_avance(ctx, id, numero, avance, cantidad, valor);
    };
    for (const Linea& l : lineas) {
        const Origen* regla = regla_de(tipo, l.origenTipo);
        if (regla == nullptr) continue;
        bajar(l.origenId, l.origenPartida, regla->avance, l.cantidadBase, con_valor(*regla) ? l.costo : Importe{});
        if (l.mueve) bajar(l.origenId, l.origenPartida, regla->al_mover, l.cantidadBase, {});
        if (sube(tipo, l.origenTipo, l.abueloTipo, regla->avance))
            bajar(l.abueloId, l.abueloPartida, regla->avance, l.cantidadBase, {});
        // What a return, or a credit, gave back may have been used again since.
        const auto subir = [&](std::int64_t id, std::int64_t numero, Avance avance) {
            if (const auto queda = subir_avance(ctx, {id, numero}, avance, l.cantidadBase))
                reject(Codigo::excede_pendiente, "/id",
                       fmt::format(R"({{"transaccionId":{},"numeroPartida":{},"pendiente":{},"requerido":{}}})", id, numero,
                                   queda->texto(), l.cantidadBase.texto()));
        };
        Reabierto reabierto;
        if (l.abueloId != 0)
            reabierto = por_reabrir(*regla, {l.origenTipo, l.origenMovio}, {l.abueloTipo, l.abueloMovio}, l.bisabueloTipo);
        if (reabierto.antes) subir(l.abueloId, l.abueloPartida, regla->reabre);
        if (reabierto.antes_de_antes) subir(l.bisabueloId, l.bisabueloPartida, regla->reabre);
        const auto retiro = por_retirar(tipo, motivo, {{l.origenId, l.origenPartida}, l.origenTipo, l.origenMovio},
                                        {{l.abueloId, l.abueloPartida}, l.abueloTipo, l.abueloMovio},
                                        {{l.bisabueloId, l.bisabueloPartida}, l.bisabueloTipo});
        if (!retiro.hay) continue;
        if (const auto pedido = pedido_de(tx, {l.origenId, l.origenPartida}))
            subir(pedido->transaccionId, pedido->numeroPartida, Avance::facturado);
        if (retiro.factura.transaccionId == 0) continue;
        bajar(retiro.factura.transaccionId, retiro.factura.numeroPartida, Avance::entregado, l.cantidadBase, {});
        if (retiro.por_vuelta)
            bajar(retiro.factura.transaccionId, retiro.factura.numeroPartida, regla->avance, l.cantidadBase, {});
    }
}

// Of a cancelled document's goods, by class: what went to variance, and what neither stock nor variance took back. What a
// repackaging had brought from one class into another is in the stock of that.
struct ClaseDevuelta {
    Importe variacion;
    Importe sobra;
};
using Clases = std::map<std::int64_t, ClaseDevuelta>;

// Where what is over of a document's goods is: what had left by it, where that was; otherwise what it left is cost of sales.
Cuenta cuenta_de_lo_que_sobra(const Documento& tipo) {
    const bool sale = tipo.existencia == Existencia::salida || tipo.existencia == Existencia::devolucion_proveedor;
    return sale ? contraparte(tipo) : Cuenta::costo_ventas;
}

// What a document put right of what others had taken before its goods came in, and puts right now that it is undone, where that
// is on other accounts than its own.
void sumar_destinos(db::Reader& tx, std::int64_t transaccionId, const Reversion& r, Cuenta propia, Destinos& destinos) {
    const auto sumar = [&](Cuenta papel, std::int64_t clasificacionId, std::int64_t almacenId, Importe importe) {
        if (papel != propia) destinos[{papel, clasificacionId, almacenId}] += importe;
    };
    // Kinds and classes are asked for one by one: joined, PostgreSQL without statistics begins with all documents.
    tx.each(R"(SELECT (SELECT d.tipo FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = s.transaccionId),
                      (SELECT q.clasificacionId FROM producto q WHERE q.organizacionId = $1 AND q.productoId = s.productoId),
                      s.almacenId, p.ajuste
               FROM movimiento m
               JOIN faltantePago p ON p.organizacionId = $1 AND p.movimientoId = m.movimientoId AND p.movimientoId <> 0
                AND p.salidaId <> 0 AND p.llegadaId = 0 AND p.pasaDeId = 0 AND p.cantidad > 0
               JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = p.salidaId AND s.transaccionId <> $2
                AND s.capaDestinoId = 0
               WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.revierteId = 0)",
            [&](const db::Row& f) {
                sumar(contraparte(*tipo_de(f.text(0))), f.integer(1), f.integer(2), Importe::de_micros(f.integer(3)));
            },
            tx.organizacion(), transaccionId);
    for (const ValorMovido& v : r.valores)
        if (v.cantidad.es_cero() && !v.entreLugares && v.papel != propia)
            sumar(v.papel, v.clasificacionId ? *v.clasificacionId : clasificacion_de(tx, v.productoId), v.almacenId, -v.valor);
    for (const auto& [destino, importe] : r.destinos) sumar(destino.papel, destino.clasificacionId, destino.almacenId, importe);
    // What of its cost came back with goods whose exit was undone was taken from that account then, of the class that had left.
    tx.each(R"(SELECT (SELECT d.tipo FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = m.transaccionId),
                      (SELECT q.clasificacionId FROM producto q WHERE q.organizacionId = $1 AND q.productoId = m.productoId),
                      m.almacenId, m.valor
               FROM costoMudado c
               JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = c.movimientoId
               WHERE c.organizacionId = $1 AND c.transaccionId = $2
               UNION ALL
               SELECT (SELECT d.tipo FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = k.porId),
                      k.clasificacionId, 0, -k.importe
               FROM costoCruzado k WHERE k.organizacionId = $1 AND k.transaccionId = $2)",
            [&](const db::Row& f) {
                sumar(cuenta_de_lo_que_sobra(*tipo_de(f.text(0))), f.integer(1), f.integer(2), Importe::de_micros(f.integer(3)));
            },
            tx.organizacion(), transaccionId);
}

// What came in for what a repackaging had consumed left that class, and is in what was made: of the document that brought it, and
// of the repackaging, which takes it back.
void sumar_correcciones(db::Reader& tx, std::int64_t transaccionId, Clases& clases) {
    tx.each(R"(SELECT h.clasificacionId, c.clasificacionId,
                      CASE WHEN m.transaccionId = $2 THEN m.valor ELSE 0 END
                      - CASE WHEN s.transaccionId = $2 THEN m.valor ELSE 0 END
               FROM movimiento m
               JOIN correccionProducido k ON k.organizacionId = $1 AND k.movimientoId = m.movimientoId
               JOIN faltantePago p ON p.organizacionId = $1 AND p.pagoId = k.pagoId
               JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = p.salidaId
               JOIN producto h ON h.organizacionId = $1 AND h.productoId = m.productoId
               JOIN producto c ON c.organizacionId = $1 AND c.productoId = s.productoId
               WHERE m.organizacionId = $1 AND m.cantidad = 0
                 AND m.movimientoId IN (SELECT y.movimientoId FROM movimiento y WHERE y.organizacionId = $1 AND y.transaccionId = $2
                                        UNION
                                        SELECT x.movimientoId FROM movimiento z
                                          JOIN faltantePago g ON g.organizacionId = $1 AND g.salidaId = z.movimientoId
                                           AND g.salidaId <> 0
                                          JOIN correccionProducido x ON x.organizacionId = $1 AND x.pagoId = g.pagoId
                                         WHERE z.organizacionId = $1 AND z.transaccionId = $2 AND z.cantidad < 0))",
            [&](const db::Row& f) {
                clases[f.integer(0)].sobra += Importe::de_micros(f.integer(2));
                clases[f.integer(1)].sobra -= Importe::de_micros(f.integer(2));
            },
            tx.organizacion(), transaccionId);
}

// What of its cost went from one class to another, because something was undone, did so in that document.
void sumar_cruzado(db::Reader& tx, std::int64_t transaccionId, Clases& clases) {
    tx.each(
        "SELECT clasificacionId, importe FROM costoCruzado WHERE organizacionId = $1 AND transaccionId = $2",
        [&](const db::Row& f) { clases[f.integer(0)].sobra -= Importe::de_micros(f.integer(1)); }, tx.organizacion(),
        transaccionId);
}

Clases clases_devueltas(db::Reader& tx, std::int64_t transaccionId, const Reversion& r,
                        const std::map<std::int64_t, Importe>& cruces) {
    Clases clases;
    tx.each(R"(SELECT m.productoId, q.clasificacionId, CAST(SUM(m.valor) AS BIGINT)
               FROM movimiento m
               JOIN producto q ON q.organizacionId = $1 AND q.productoId = m.productoId
               WHERE m.organizacionId = $1 AND m.transaccionId = $2
               GROUP BY m.productoId, q.clasificacionId)",
            [&](const db::Row& f) {
                ClaseDevuelta& c = clases[f.integer(1)];
                const auto suya = r.variaciones.find(f.integer(0));
                const Importe variacion = suya == r.variaciones.end() ? Importe{} : suya->second;
                const auto cruce = r.cruces.find(f.integer(0));
                c.variacion += variacion;
                c.sobra -= Importe::de_micros(f.integer(2)) + variacion;
                if (cruce != r.cruces.end()) c.sobra += cruce->second;
            },
            tx.organizacion(), transaccionId);
    sumar_correcciones(tx, transaccionId, clases);
    sumar_cruzado(tx, transaccionId, clases);
    for (const auto* suyos : {&cruces, &r.cruces_de_clase})
        for (const auto& [clasificacionId, importe] : *suyos) clases[clasificacionId].sobra += importe;
    return clases;
}

using Asentar = std::function<void(std::int64_t cuentaId, Importe importe)>;

// What is over of no class in particular came back from what had left: where the document had put it, on those accounts of its
// goods (`papel`) that the exchanged entry (`deshecho`, by account) took it off; otherwise where the rest is.
void asentar_lo_que_sobra(db::Reader& tx, Cuenta papel, std::map<std::int64_t, Importe> por_cuenta, Importe resto,
                          const std::map<std::int64_t, Importe>& deshecho, int decimales, const Asentar& asentar) {
    const auto hacia = [&](Importe importe) {
        return std::max<std::int64_t>(0, resto < Importe{} ? -importe.micros() : importe.micros());
    };
    std::map<std::int64_t, std::int64_t> pesos;
    for (const std::int64_t cuentaId : cuentas_de_papel(tx, papel))
        if (const auto suyo = deshecho.find(cuentaId); suyo != deshecho.end() && hacia(-suyo->second) > 0)
            pesos[cuentaId] = hacia(-suyo->second);
    if (pesos.empty())
        for (const auto& [cuentaId, importe] : por_cuenta) pesos[cuentaId] = hacia(importe);
    std::vector<std::int64_t> de_cada_una;
    for (const auto& [cuentaId, peso] : pesos) de_cada_una.push_back(peso);
    const auto partes = repartir(resto, de_cada_una, decimales);
    for (std::size_t i = 0; const auto& [cuentaId, peso] : pesos) asentar(cuentaId, partes[i++]);
}

// What inventory does not take, `resto` and variance, on the accounts of the classes that it is of.
void asentar_por_clase(db::Reader& tx, Cuenta papel, Clases clases, const Destinos& destinos, std::int64_t almacenId,
                       Importe resto, const std::map<std::int64_t, Importe>& deshecho, int decimales, const Asentar& asentar) {
    Cuentas cuentas{tx};
    for (const auto& [destino, importe] : destinos) {
        if (importe.es_cero()) continue;
        asentar(cuentas.de(destino.papel, {destino.clasificacionId, destino.almacenId, 0}), importe);
        clases[destino.clasificacionId].sobra -= importe;
        resto -= importe;
    }
    std::map<std::int64_t, Importe> por_cuenta;
    for (const auto& [clasificacionId, c] : clases) {
        const Ambito suyo{clasificacionId, almacenId, 0};
        if (!c.variacion.es_cero()) asentar(cuentas.de(Cuenta::variacion_costo, suyo), c.variacion);
        const std::int64_t costo = cuentas.de(papel, suyo);
        por_cuenta[costo] += c.sobra;
        if (!c.sobra.es_cero()) asentar(costo, c.sobra);
        resto -= c.sobra;
    }
    if (!resto.es_cero()) asentar_lo_que_sobra(tx, papel, std::move(por_cuenta), resto, deshecho, decimales, asentar);
}

// The exchanged entry takes from inventory what the document brought. Where stock answered otherwise (late cost of goods since
// sold, which is the one reverse that need not be exact, domain §7.7; an average pool that has moved on), inventory keeps what
// the movements say, and the rest is variance or cost of sales, of the classes that it is of. Goods have no account of their own:
// what comes back lies where goods of its class and place lie now, whatever account they left from.
void ajustar_a_existencia(Context& ctx, std::int64_t transaccionId, const EncabezadoCancelable& e,
                          const CostosRetirados& retirados, const Reversion& r, const Ajustes& ajustes, Diario& diario) {
    auto& tx = ctx.db();
    Cuentas cuentas{tx};
    std::map<std::int64_t, Importe> falta;  // by inventory account: what the movements say, less what the entry does
    std::int64_t almacenId = 0;
    tx.each(R"(SELECT q.clasificacionId, m.almacenId, CAST(SUM(m.valor) AS BIGINT)
               FROM movimiento m
               JOIN producto q ON q.organizacionId = $1 AND q.productoId = m.productoId
               WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.polizaId = $3
               GROUP BY q.clasificacionId, m.almacenId ORDER BY q.clasificacionId, m.almacenId)",
            [&](const db::Row& f) {
                almacenId = f.integer(1);
                falta[cuentas.de(Cuenta::inventario, {f.integer(0), almacenId, 0})] += Importe::de_micros(f.integer(2));
            },
            ctx.organizacionId(), transaccionId, diario.polizaId());
    const auto de_inventario = cuentas_de_papel(tx, Cuenta::inventario);
    std::map<std::int64_t, Importe> deshecho;
    for (const Hoja& h : diario.hojas()) deshecho[h.cuentaId] += h.local;
    for (const Hoja& h : diario.hojas())
        if (std::ranges::find(de_inventario, h.cuentaId) != de_inventario.end()) falta[h.cuentaId] -= h.local;
    const auto asentar = [&](std::int64_t cuentaId, Importe importe) {
        diario.agregar({cuentaId, e.sucursalId, e.proyectoId, 0, importe, importe, ajustes.moneda});
    };
    Importe resto = -r.variacion();
    for (const auto& [cuentaId, importe] : falta) {
        asentar(cuentaId, importe);
        resto -= importe;
    }
    auto clases = clases_devueltas(tx, transaccionId, r, retirados.cruces);
    if (clases.empty()) clases[0];
    const Cuenta papel = cuenta_de_lo_que_sobra(*tipo_de(e.tipo));
    Destinos destinos = retirados.destinos;
    sumar_destinos(tx, transaccionId, r, papel, destinos);
    asentar_por_clase(tx, papel, std::move(clases), destinos, almacenId, resto, deshecho, ajustes.decimales, asentar);
}

// The reverse of the stored entries and of the goods they carried.
void revertir(Context& ctx, std::int64_t transaccionId, const EncabezadoCancelable& e, Fecha fecha, std::int64_t periodo) {
    auto& tx = ctx.db();
    const auto polizas = tx.all<std::int64_t>(R"(SELECT p.polizaId FROM poliza p
                                                 WHERE p.organizacionId = $1 AND p.transaccionId = $2
                                                   AND p.evento IN ('registro', 'ajuste')
                                                   AND NOT EXISTS (SELECT 1 FROM poliza r WHERE r.organizacionId = $1
                                                                   AND r.revierteId = p.polizaId AND r.revierteId <> 0)
                                                 ORDER BY p.polizaId)",
                                              ctx.organizacionId(), transaccionId);
    const Ajustes ajustes = leer_ajustes(tx);
    for (const auto polizaId : polizas) {
        Diario diario{ctx, transaccionId, "cancelacion", fecha, periodo};
        invertir_poliza(ctx, polizaId, diario);
        Marco marco{};
        marco.transaccionId = transaccionId;
        marco.polizaId = diario.polizaId();
        marco.fecha = fecha;
        marco.entidadId = e.entidadId;
        marco.decimales = ajustes.decimales;
        marco.permiteNegativos = ajustes.existenciaNegativa;
        diario.con_efecto();
        // What people posted by hand to an account of goods goes back as it came: no goods are behind it.
        if (polizaId == polizas.front() && tipo_de(e.tipo)->renglones != Renglones::diario) {
            const CostosRetirados retirados = retirar_costos(ctx, marco);
            const Reversion r = revertir_movimientos(ctx, marco);
            ajustar_a_existencia(ctx, transaccionId, e, retirados, r, ajustes, diario);
        }
        diario.asentar(polizaId);
    }
}

struct SaldoPorCerrar {
    Naturaleza naturaleza{};
    std::int64_t entidadId = 0;
    std::string moneda;
    Importe total;
    Importe totalLocal;
    Importe saldo;
    Fecha fecha;
    Fecha cambio;
};
DESCRIBE_STRUCT(SaldoPorCerrar, (), (naturaleza, entidadId, moneda, total, totalLocal, saldo, fecha, cambio))

void cerrar_saldo(Context& ctx, std::int64_t transaccionId, Fecha fecha) {
    const auto saldos = ctx.db().all<SaldoPorCerrar>(R"(
        SELECT naturaleza, entidadId, moneda, total, totalLocal, saldo, fecha, cambio FROM saldo
        WHERE organizacionId = $1 AND transaccionId = $2)",
                                                     ctx.organizacionId(), transaccionId);
    for (const SaldoPorCerrar& f : saldos) {
        if (f.saldo != f.total) throw std::logic_error("a document with applications was about to be cancelled");
        // What was used in the meantime was still there on that day.
        const Fecha desde = disponible_desde(ctx.db(), transaccionId, f.naturaleza, f.total, fecha).value();
        if (fecha < desde) reject(Codigo::fuera_de_rango, "/fecha", datos_desde(desde));
        const Fecha cambio = std::max(f.cambio, fecha);
        ctx.db().run(R"(UPDATE saldo SET saldo = 0, saldoLocal = 0, cambio = $4, nodo = $5
                        WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = $3)",
                     ctx.organizacionId(), transaccionId, f.naturaleza, cambio, nodo_de(f.fecha, cambio));
        sumar_saldo_contacto(ctx, f.entidadId, f.naturaleza, f.moneda, fecha, -f.total, -f.totalLocal);
    }
}

// What a complement told of has none any more: if it is still paid, it gets another.
void soltar_complemento(Context& ctx, std::int64_t complementoId) {
    auto& tx = ctx.db();
    tx.run("UPDATE complementoAplicacion SET vigente = 0 WHERE organizacionId = $1 AND complementoId = $2 AND vigente = 1",
           ctx.organizacionId(), complementoId);
    if (const auto pagoId =
            tx.one<std::int64_t>("SELECT pagoId FROM complementoPago WHERE organizacionId = $1 AND complementoId = $2",
                                 ctx.organizacionId(), complementoId))
        pedir_complementos(ctx, *pagoId);
}

// What has still to come of its fiscal document goes before the books. Whether they wait.
bool esperar_a_la_autoridad(Context& ctx, const Documento& tipo, std::int64_t transaccionId, const Cancelacion& pedida,
                            Faltas& faltas) {
    const auto fila = leer_timbrado(ctx.db(), transaccionId);
    if (!fila) return false;
    // Nobody knows yet whether there is one.
    reject_if(fila->es(EstadoTimbrado::enviado), Codigo::comprobante_en_proceso, "/id");
    const auto avisar = [&] {
        ctx.advertir(Codigo::cancelacion_solicitada, "/id", reflect::objeto("uuid", fila->uuid));
        return true;
    };
    if (fila->es(EstadoTimbrado::porCancelar) || fila->es(EstadoTimbrado::enCancelacion)) return avisar();
    if (!fila->vivo()) {
        // Never stamped: nor will it be.
        if (fila->uuid.empty() && faltas.vacia())
            anotar_fin(ctx, transaccionId, EstadoTimbrado::cancelado, {fila->codigo, fila->mensaje});
        return false;
    }
    constexpr std::array<std::string_view, 4> motivos{"01", "02", "03", "04"};
    const bool hay = std::ranges::find(motivos, pedida.motivo) != motivos.end();
    if (!hay)
        faltas.agregar(Codigo::motivo_fiscal, "/motivo", En::donde_sea,
                       reflect::objeto("uuid", fila->uuid, "permitidos", motivos));
    else if ((pedida.motivo == motivos.front()) == pedida.uuidSustitucion.empty())
        faltas.agregar(Codigo::motivo_fiscal, "/uuidSustitucion", En::donde_sea, reflect::objeto("motivo", pedida.motivo));
    buscar_impedimentos(ctx, tipo, transaccionId, pedida.con_aplicaciones, faltas);
    faltas.lanzar();
    pedir_cancelacion(ctx, *fila, {pedida.motivo, pedida.uuidSustitucion, pedida.fecha, pedida.con_aplicaciones});
    return libros_al_solicitar(ctx.db()) ? false : avisar();
}

}  // namespace

std::vector<std::string> impedimentos_de(Context& ctx, std::int64_t transaccionId, bool con_aplicaciones) {
    const auto e = leer_cancelable(ctx.db(), transaccionId);
    if (!e) return {};
    Faltas faltas;
    buscar_impedimentos(ctx, *tipo_de(e->tipo), transaccionId, con_aplicaciones, faltas);
    std::vector<std::string> folios;
    for (const Falta& f : faltas.lista()) folios.push_back(f.datos);
    return folios;
}

Cancelado cancelar(Context& ctx, std::int64_t transaccionId, const Cancelacion& pedida,
                   std::initializer_list<std::string_view> tipos) {
    auto& tx = ctx.db();
    // What the authority has cancelled is cancelled.
    if (!pedida.por_autoridad) exigir_jornada_sin_validar(ctx, transaccionId);
    retener_solo(tx, transaccionId);
    auto e = leer_cancelable(tx, transaccionId);
    reject_if(!e || !es_de(*e, tipos), Codigo::no_encontrado, "/id");
    if (e->estado == nombre(Estado::cancelado)) return respuesta(transaccionId, *e);
    if (pedida.por_si) ctx.exigir_version(e->version);
    const Documento& tipo = *tipo_de(e->tipo);
    // Nobody invoices meanwhile what a credit left.
    if (acredita_venta(tipo)) retener(tx, {.documentos = {e->origenId}});
    // Nor settles what it is about: what is collected of that is counted again without it.
    std::set<std::int64_t> acreditados;
    if (descuenta(tipo)) {
        const auto suyos = acreditados_por(tx, transaccionId);
        acreditados.insert(suyos.begin(), suyos.end());
        retener(tx, {.documentos = acreditados, .saldos = acreditados});
    }
    const bool permitido = std::any_of(tipo.transiciones.begin(), tipo.transiciones.end(),
                                       [&](const Transicion& t) { return t.accion == "cancelar" && nombre(t.de) == e->estado; });
    reject_if(!permitido, Codigo::estado_invalido, "/id");

    Fecha fecha = pedida.fecha.value_or(std::max(ctx.hoy(e->sucursalId), e->fecha));
    Faltas faltas;
    faltas.agregar_si(fecha < e->fecha, Codigo::fuera_de_rango, "/fecha");
    const auto en_libros = tx.one<std::int64_t>(R"(SELECT periodo FROM poliza WHERE organizacionId = $1 AND transaccionId = $2
                                                   ORDER BY polizaId LIMIT 1)",
                                                ctx.organizacionId(), transaccionId);
    std::int64_t periodo = periodo_de(fecha);
    // What closes a year is undone where it stands: its month has no days of its own.
    if (en_libros && *en_libros % 100 == cierre_del_ejercicio) {
        fecha = e->fecha;
        periodo = *en_libros;
        // What it left has been carried on. Nobody closes a later year meanwhile: its months would have to be closed, which waits
        // for this one.
        if (const auto despues = ejercicio_cerrado_despues_de(tx, periodo))
            faltas.agregar(Codigo::ejercicio_cerrado, "/id", En::donde_sea, reflect::objeto("ejercicio", *despues));
    }
    if (en_libros) exigir_periodo(ctx, periodo, "/fecha", faltas);
    if (en_libros && fecha > e->fecha) exigir_dia(ctx, fecha, e->sucursalId, "/fecha", faltas);
    if (emite_cfdi(tipo) && !pedida.por_autoridad && esperar_a_la_autoridad(ctx, tipo, transaccionId, pedida, faltas))
        return respuesta(transaccionId, *e);
    if (faltas.vacia()) cancelar_acompaniantes(ctx, transaccionId, pedida, fecha);
    buscar_impedimentos(ctx, tipo, transaccionId, pedida.con_aplicaciones, faltas);
    faltas.lanzar();

    // What its CFDI was less by, the advances have again.
    if (emite_cfdi(tipo))
        for (const auto aplicacionId : soltar_anticipos(ctx, transaccionId)) desaplicar(ctx, aplicacionId, fecha);
    // One after the other: a credit that is taken off one document may go to another.
    while (pedida.con_aplicaciones) {
        const auto aplicacionId = tx.one<std::int64_t>(R"(SELECT MAX(aplicacionId) FROM aplicacion WHERE organizacionId = $1
                                                          AND pagoId = $2 AND estado = 'vigente' HAVING MAX(aplicacionId) > 0)",
                                                       ctx.organizacionId(), transaccionId);
        if (!aplicacionId) break;
        desaplicar(ctx, *aplicacionId, fecha);
    }
    Pasos::alcanzar("cancelar/desaplicar");
    devolver_avances(ctx, tipo, e->motivo, transaccionId);
    Pasos::alcanzar("cancelar/devolver_avances");
    if (aparta(tipo)) liberar_reservas(ctx, transaccionId);
    dejar_de_esperar(ctx, tipo, transaccionId);
    if (tipo.existencia != Existencia::ninguna) liberar_reservas_vencidas(ctx);
    revertir(ctx, transaccionId, *e, fecha, periodo);
    Pasos::alcanzar("cancelar/revertir");
    cerrar_saldo(ctx, transaccionId, fecha);
    Pasos::alcanzar("cancelar/cerrar_saldo");
    const auto antes = respuesta(transaccionId, *e);
    poner_estado(ctx, transaccionId, nombre(Estado::cancelado));
    tx.run(R"(UPDATE documento SET canceladoEn = $3, cancelacionFecha = $4, cancelacionMotivo = $5,
                                   uuidSustitucion = CASE WHEN $6 = '' THEN NULL ELSE $6 END
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx.organizacionId(), transaccionId, ctx.ahora(), fecha, pedida.motivo, pedida.uuidSustitucion);
    if (recibe_cfdi(tipo)) soltar_recibido(ctx, transaccionId);
    for (const auto suyo : acreditados) contar_lo_cobrado(ctx, suyo, fecha);
    if (!pedida.se_rehace)
        for (const auto suyo : acreditados) perdonar_lo_que_falta(ctx, suyo, fecha);
    if (trae_de_vuelta(tipo) || usa_promociones(tipo)) recontar_promociones(ctx, transaccionId);
    if (es_complemento(tipo)) soltar_complemento(ctx, transaccionId);
    if (cobra(tipo))
        for (const auto traido : traidos_por_pago(tx, transaccionId)) cancelar(ctx, traido, {fecha, pedida.motivo, true});
    tocar_documento(ctx, transaccionId, evento::Cancelado{e->tipo});
    e->estado = nombre(Estado::cancelado);
    e->cancelacionFecha = fecha;
    e->cancelacionMotivo = pedida.motivo;
    e->uuidSustitucion = pedida.uuidSustitucion;
    const auto despues = respuesta(transaccionId, *e);
    ctx.auditar(tipo.tipo, transaccionId, antes, despues);  // a name that outlives this call, as the log asks
    return despues;
}

namespace {

// What the audit log keeps of an action: who moved the document, and from where to where.
struct Transito {
    std::string accion;
    std::string estado;
};
DESCRIBE_STRUCT(Transito, (), (accion, estado))

void exigir_vigencia(const Context& ctx, std::int64_t transaccionId, std::int64_t sucursalId) {
    const auto vence = ctx.db().one<Fecha>(R"(SELECT vigenciaFecha FROM documentoCondicion
                                              WHERE organizacionId = $1 AND transaccionId = $2 AND vigenciaFecha IS NOT NULL)",
                                           ctx.organizacionId(), transaccionId);
    if (vence && *vence < ctx.hoy(sucursalId)) reject(Codigo::vencido, "/id", reflect::objeto("vigenciaFecha", *vence));
}

}  // namespace

std::string transitar(Context& ctx, std::int64_t transaccionId, std::string_view accion,
                      std::initializer_list<std::string_view> tipos) {
    auto& tx = ctx.db();
    retener_solo(tx, transaccionId);
    const auto e = leer_cancelable(tx, transaccionId);
    reject_if(!e || !es_de(*e, tipos), Codigo::no_encontrado, "/id");
    const Documento& tipo = *tipo_de(e->tipo);
    const Transicion* paso = nullptr;
    bool ya = false;
    for (const Transicion& t : tipo.transiciones) {
        if (t.accion != accion) continue;
        if (nombre(t.de) == e->estado) paso = &t;
        if (nombre(t.a) == e->estado) ya = true;
    }
    if (paso == nullptr) {
        reject_if(!ya, Codigo::estado_invalido, "/id");
        return e->estado;
    }
    ctx.exigir_version(e->version);
    if (paso->mientras_vale) exigir_vigencia(ctx, transaccionId, e->sucursalId);
    // What others were made of cannot be said never to have been wanted.
    if (paso->a == Estado::rechazada) {
        Faltas faltas;
        buscar_impedimentos(ctx, tipo, transaccionId, false, faltas);
        faltas.lanzar();
    }
    // Cancelling has effects of its own.
    if (paso->a == Estado::cancelado) return cancelar(ctx, transaccionId, {}, tipos).estado;
    const bool cierra = paso->a == Estado::cerrado || paso->a == Estado::cerrada;
    if (cierra && aparta(tipo)) liberar_reservas(ctx, transaccionId);
    if (paso->a == Estado::cerrado) dejar_de_esperar(ctx, tipo, transaccionId);
    poner_estado(ctx, transaccionId, nombre(paso->a));
    if (paso->a == Estado::cerrado && usa_promociones(tipo)) recontar_promociones(ctx, transaccionId);
    tocar_documento(ctx, transaccionId, evento::Transitado{paso->a});
    ctx.auditar(tipo.tipo, transaccionId, Transito{std::string{accion}, e->estado},
                Transito{std::string{accion}, std::string{nombre(paso->a)}});
    return std::string{nombre(paso->a)};
}

}  // namespace cacao::engine
