// Registration, last step: rows, then balances that are one row each, the folio, the header.

#include "engine/emision/registrar.hpp"

#include "base/paso.hpp"
#include "db/rows.hpp"
#include "engine/emision/derivacion.hpp"
#include "engine/entorno/conteos.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/recibidos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/saldos/credito.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {
namespace {

struct Folio {
    std::string serie;
    std::int64_t numero = 0;
    bool timbra = false;  // its documents are stamped as they are registered
};

// The row of the series is locked from here to the commit, so it comes last.
Folio tomar_folio(db::Writer& tx, const Documento& tipo, const std::string& pedida, const SucursalFila& sucursal) {
    Folio f;
    const auto leer = [&](const db::Row& r) {
        f.serie.assign(r.text(0));
        f.numero = r.integer(1);
        f.timbra = r.text(2) == reflect::enum_name(TimbradoDeSerie::alRegistrar);
    };
    const auto tomar = [&] {
        if (pedida.empty())
            tx.each(R"(UPDATE serie SET siguiente = siguiente + 1
                       WHERE organizacionId = $1 AND tipo = $2 AND sucursalId = $3 AND predeterminada = 1 AND activo = 1
                       RETURNING serie, siguiente - 1, timbrado)",
                    leer, tx.organizacion(), tipo.tipo, sucursal.sucursalId);
        else
            tx.each(R"(UPDATE serie SET siguiente = siguiente + 1
                       WHERE organizacionId = $1 AND tipo = $2 AND serie = $4 AND sucursalId = $3 AND activo = 1
                       RETURNING serie, siguiente - 1, timbrado)",
                    leer, tx.organizacion(), tipo.tipo, sucursal.sucursalId, pedida);
        return f.numero != 0;
    };
    if (tomar()) return f;
    reject_if(!pedida.empty(), Codigo::no_encontrado, "/serie");  // put away since it was looked at
    // The first document of this kind in this branch. The plain name may be another branch's already.
    for (const std::string& serie : {std::string{tipo.serie}, fmt::format("{}-{}", tipo.serie, sucursal.codigo)}) {
        tx.run(R"(INSERT INTO serie (organizacionId, tipo, serie, sucursalId, siguiente, predeterminada, activo, timbrado)
                  VALUES ($1, $2, $3, $4, 1, 1, 1, $5) ON CONFLICT DO NOTHING)",
               tx.organizacion(), tipo.tipo, serie, sucursal.sucursalId, reflect::enum_name(timbrado_de_origen(tipo)));
        if (tomar()) return f;
    }
    reject(Codigo::conflicto, "/serie");
}

void guardar_asientos(Context& ctx, const Hallado& h, const Juzgado& d, const Tomado& t, const Asentado& a) {
    if (t.polizaId == 0) return;
    Diario diario{ctx, t.transaccionId, "registro", d.encabezado.fecha, d.encabezado.periodo, t.polizaId};
    if (a.con_efecto) diario.con_efecto();
    for (const Hoja& hoja : a.hojas) diario.agregar(hoja);
    for (const MovimientoBanco& b : a.bancos) diario.mover_banco(b.cuentaBancariaId, b.importe, b.local);
    diario.asentar(h.ajustes.papeles);
}

// What is delivered and not invoiced is kept with its value, so that it counts against the customer's credit until it is.
void guardar_por_facturar(db::Writer& tx, const Solicitud& pedida, const Juzgado& d, const Tomado& t) {
    for (const Linea& l : d.lineas)
        if (l.por_facturar)
            tx.run(R"(INSERT INTO porFacturar (organizacionId, transaccionId, numeroPartida, entidadId, valor, abierto)
                      VALUES ($1, $2, $3, $4, $5, 1))",
                   tx.organizacion(), t.transaccionId, l.numero, pedida.cabecera.entidadId, *l.por_facturar);
}

// A quotation offers; what is ordered or sold uses. The last use goes to one document. What is sold of an order, at whatever
// price, is not awaited by it any more.
void usar_promociones(Context& ctx, const Documento& tipo, const Juzgado& d, const Tomado& t) {
    if (!usa_promociones(tipo)) return;
    Faltas faltas;
    if (std::ranges::any_of(d.lineas, [](const Linea& l) { return l.promocionId != 0; }))
        for (const std::int64_t agotada : contar_promociones(ctx, t.transaccionId))
            for (const Linea& l : d.lineas)
                if (nombrada(l) == agotada) faltas.agregar(Codigo::estado_invalido, l.campo("/promocionId"));
    faltas.lanzar();
    const auto toma = [](const Linea& l) {
        return l.origen() != nullptr && (l.origen()->promocionId != 0 || !l.origen()->origenTipo.empty());
    };
    if (std::ranges::any_of(d.lineas, toma)) recontar_promociones(ctx, t.transaccionId);
}

void guardar_documento(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Juzgado& d, const Tomado& t,
                       const Emitido& e, Importe descuento) {
    const auto opcional = [](const std::string& s) { return s.empty() ? std::nullopt : std::optional<std::string>{s}; };
    const Cabecera& c = pedida.cabecera;
    const Encabezado& h = d.encabezado;
    ctx.db().run(
        R"(INSERT INTO documento (organizacionId, transaccionId, tipo, serie, folio, fecha, vencimiento, estado, sucursalId, proyectoId,
                                  centroCostoId, entidadId, vendedorId, almacenId, almacenDestinoId, cuentaBancariaId,
                                  cuentaDestinoId, formaPagoId, origenId, moneda, tipoCambio, subtotal, descuento, iva, ieps,
                                  ivaRetenido, isrRetenido, total, notas, referencia, motivo, referenciaExterna,
                                  uuid, fechaTimbrado, version, creadoPor, creadoEn, modificadoEn, canceladoEn, cancelacionFecha,
                                  cancelacionMotivo, canalId, metodoPago, formaPago)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
                   $26, $27, $28, $29, $30, $31, $32, $33, $34, 1, $35, $36, $36, NULL, NULL, '', $37, $38, $39))",
        ctx.organizacionId(), t.transaccionId, tipo.tipo, e.serie, e.folio, h.fecha, d.vencimiento, e.estado, h.sucursalId,
        h.proyectoId, h.centroCostoId, c.entidadId, h.vendedorId, pedida.almacen.almacenId, pedida.traspaso.almacenDestinoId,
        pedida.banco.cuentaBancariaId, pedida.banco.cuentaDestinoId, pedida.banco.formaPagoId, c.origenId, h.moneda, h.tipoCambio,
        e.subtotal, descuento, e.iva, e.ieps, e.ivaRetenido, e.isrRetenido, e.total, c.notas, c.referencia, c.motivo,
        opcional(c.referenciaExterna), opcional(pedida.papel.uuid), pedida.papel.fechaTimbrado, ctx.usuarioId(), ctx.ahora(),
        h.canalId, d.metodoPago, d.formaPago);
    anotar_evento(ctx, t.transaccionId, 1, evento::Registrado{std::string{tipo.tipo}, e.total});
}

// What came in on the other side, where that is of another currency.
void guardar_entrada(db::Writer& tx, const Juzgado& d, const Tomado& t) {
    if (!d.entrada) return;
    tx.run(
        R"(INSERT INTO traspasoMoneda (organizacionId, transaccionId, moneda, importe, tipoCambio) VALUES ($1, $2, $3, $4, $5))",
        tx.organizacion(), t.transaccionId, d.destino->moneda, d.entrada->importe, d.entrada->tipoCambio);
}

// For the audit log: who sold beyond the limit, and how far. Who and when stand in the log itself.
struct CreditoAutorizado {
    std::int64_t transaccionId = 0;
    std::int64_t entidadId = 0;
    Importe limite;
    Importe expuesto;
    Importe excedente;
};
DESCRIBE_STRUCT(CreditoAutorizado, (), (transaccionId, entidadId, limite, expuesto, excedente))

// What this document does not raise is not its fault: the invoice of what was delivered, the delivery of what was invoiced.
void exigir_credito(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& d,
                    const Tomado& t) {
    if (!con_limite(tipo, hallado, d)) return;
    // What was sold before: then its customer owes no more than already.
    if (std::ranges::all_of(d.lineas, [](const Linea& l) { return l.regla() != nullptr && l.regla()->acompania != nullptr; }))
        return;
    const Importe limite = d.contacto->limiteCredito.value();
    const Importe expuesto = exposicion(ctx.db(), d.contacto->entidadId).total() - pedida.cliente.alContado;
    if (expuesto <= limite || expuesto <= t.expuesto) return;
    const auto avisar = [&] {
        avisar_registro(ctx.db(), "Credito", d.contacto->entidadId,
                        datos_de(evento::CreditoExcedido{d.contacto->entidadId, t.transaccionId, limite, expuesto}), ctx.ahora());
    };
    if (pedida.cliente.autorizaCredito) {
        avisar();
        ctx.auditar_alta("AutorizacionCredito", t.transaccionId,
                         CreditoAutorizado{t.transaccionId, d.contacto->entidadId, limite, expuesto, expuesto - limite});
        return;
    }
    std::string datos = fmt::format(R"({{"limite":{},"expuesto":{}}})", limite.texto(), expuesto.texto());
    const std::string& campo = pedida.cabecera.campo_entidad;
    // A limit of nothing is no limit that may be passed with a warning: it is to be paid first.
    if (hallado.ajustes.limiteCreditoEstricto || limite.es_cero()) reject(Codigo::excede_credito, campo, std::move(datos));
    avisar();
    ctx.advertir(Codigo::excede_credito, campo, std::move(datos));
}

// A sale below the minimum, for the audit log: the minimum and what was charged per unit.
struct PrecioAutorizado {
    std::int64_t transaccionId = 0;
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    Precio precioMinimo;
    Precio precioNeto;
};
DESCRIBE_STRUCT(PrecioAutorizado, (), (transaccionId, numeroPartida, productoId, precioMinimo, precioNeto))

// Who sold below the minimum by right, and how far below.
void auditar_precios(Context& ctx, const Documento& tipo, const Juzgado& d, const Tomado& t) {
    if (!es_venta(tipo)) return;
    for (const Linea& l : d.lineas) {
        const auto& resuelto = l.hallada->precio;
        if (!resuelto || !resuelto->bajoMinimo || l.tomada) continue;
        const bool suyo = l.pedida->valor.precioUnitario || !rebaja_de(*l.pedida).es_cero() ||
                          precio_de_origen(tipo, d.encabezado.moneda, *l.hallada) <= Precio{};
        if (!suyo) continue;
        const auto neto = proporcion(l.cifras.neto, millonesimas, l.medida().cantidad.micros(), 6);
        ctx.auditar_alta("PrecioMinimo", t.transaccionId,
                         PrecioAutorizado{t.transaccionId, l.numero, l.producto()->productoId, *resuelto->bajoMinimo,
                                          Precio::de_micros(neto.micros())});
    }
}

}  // namespace

Emitido guardar(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado,
                const Tomado& tomado, const Asentado& asentado) {
    auto& tx = ctx.db();
    guardar_asientos(ctx, hallado, juzgado, tomado, asentado);
    Pasos::alcanzar("asentar");
    guardar_partidas(ctx, tipo, pedida, juzgado, tomado, asentado);
    guardar_por_facturar(tx, pedida, juzgado, tomado);
    usar_promociones(ctx, tipo, juzgado, tomado);
    Pasos::alcanzar("guardar_partidas");
    for (const SaldoAbierto& s : asentado.saldos) abrir_saldo(ctx, s);
    Pasos::alcanzar("abrir_saldos");
    Emitido e = emitido(tipo, juzgado, tomado);
    contar_documento(ctx, {e.tipo, e.fecha, pedida.cabecera.entidadId, e.estado});
    const Folio folio = tomar_folio(tx, tipo, pedida.cabecera.serie, *juzgado.sucursal);
    e.serie = folio.serie;
    e.folio = folio.numero;
    Pasos::alcanzar("tomar_folio");
    guardar_documento(ctx, tipo, pedida, juzgado, tomado, e, juzgado.totales.descuento);
    guardar_entrada(tx, juzgado, tomado);
    exigir_credito(ctx, tipo, pedida, hallado, juzgado, tomado);  // by its header, which is there now
    Pasos::alcanzar("guardar_documento");
    if (trae_de_vuelta(tipo)) recontar_promociones(ctx, tomado.transaccionId);
    guardar_adjuntos(ctx, pedida, hallado, juzgado, tomado.transaccionId);
    ctx.auditar_alta(tipo.tipo, tomado.transaccionId, e);
    auditar_precios(ctx, tipo, juzgado, tomado);
    // One that was stamped elsewhere comes with its folio.
    if (folio.timbra && emite_cfdi(tipo) && pedida.papel.uuid.empty()) pedir_timbre(ctx, tomado.transaccionId);
    // A supplier's paper is that of a fiscal document that may have come in before.
    if (recibe_cfdi(tipo) && !pedida.papel.uuid.empty())
        atar_recibido(ctx, {pedida.papel.uuid, tomado.transaccionId, e.moneda, e.total});
    if (!juzgado.sin_rfc.empty())
        ctx.advertir(Codigo::retencion_sin_rfc, juzgado.retencion_dudosa, reflect::objeto("rfcDe", juzgado.sin_rfc));
    if (!juzgado.regimen_dudoso.empty()) ctx.advertir(Codigo::retencion_sin_regimen, juzgado.regimen_dudoso);
    return e;
}

}  // namespace cacao::engine
