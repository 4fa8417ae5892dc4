// Registration, third step: the first that touches anything. What is open of a source line is one row that changes by one
// conditional statement.

#include "engine/emision/tomar.hpp"

#include "base/paso.hpp"
#include "db/rows.hpp"
#include "engine/cadena/avance.hpp"
#include "engine/cadena/pendientes.hpp"
#include "engine/emision/juzgar.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/saldos/credito.hpp"
#include "engine/saldos/saldos.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {
namespace {

// Identifiers are handed out before the commit, in blocks, one block to each process: their order says nothing. Of a kind that
// keeps order, whoever is about to take one waits until the one before has committed or gone back, and then passes over what
// is left of a block that lies below what is visible. So no document of the kind ever appears below one that was already seen.
std::int64_t identificar(db::Writer& tx, const Documento& tipo) {
    if (!tipo.en_orden) return tx.next_id();
    tx.lock(fmt::format("en_orden/{}", tipo.tipo));
    // The name of the kind is written out, as its partial index is.
    const auto ultimo = tx.one<std::int64_t>(
        fmt::format("SELECT COALESCE(MAX(transaccionId), 0) FROM documento WHERE organizacionId = $1 AND tipo = '{}'", tipo.tipo),
        tx.organizacion());
    std::int64_t id = tx.next_id();
    while (id <= ultimo.value_or(0)) id = tx.next_id();
    return id;
}

// What the customer's exposure is before this document. From here on, one document of a customer with a limit at a time.
Importe mirar_credito(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& d) {
    if (pedida.cliente.autorizaCredito && !puede_autorizar_credito(ctx.sesion()))
        reject(Codigo::permiso_denegado, "/autorizaCredito", reflect::objeto("permiso", derecho_de_credito));
    if (!con_limite(tipo, hallado, d)) return {};
    ctx.db().lock(fmt::format("credito/{}", d.contacto->entidadId));
    return exposicion(ctx.db(), d.contacto->entidadId).total();
}

// What came in, or went out, under a tolerance can be invoiced, whatever the tolerance is by then.
Cantidad movido_de(db::Reader& tx, const OrigenFila& o) {
    const Documento& suyo = *tipo_de(o.tipo);
    if (suyo.tolerancia == Tolerancia::ninguna) return {};
    return tx
        .one<Cantidad>(R"(SELECT cantidad FROM avance
                          WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4)",
                       tx.organizacion(), o.transaccionId, o.numeroPartida, nombre(suyo.espera.avance))
        .value_or(Cantidad{});
}

// Uses up what lines derive from.
class Derivacion {
public:
    Derivacion(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado)
        : ctx_(ctx), tipo_(tipo), pedida_(pedida), hallado_(hallado), juzgado_(juzgado) {}

    // Answers, where a line takes its share of its source's value, that share.
    Importe derivar(const Linea& l) {
        const OrigenFila& o = *l.origen();
        const Origen& regla = *l.regla();
        Importe conciliado;
        const Importe vale = regla.a_su_precio ? convertir(o.neto, o.tipoCambio, hallado_.ajustes.decimales) : o.costo;
        bool cabe = avanzar(l, o.llave(), regla.avance, tope_de(o, l), con_valor(regla) ? &conciliado : nullptr, vale);
        if (l.mueve && regla.al_mover != Avance::ninguno)
            cabe = avanzar(l, o.llave(), regla.al_mover, tope_de(o, l), nullptr, {}) && cabe;
        if (cabe && retirar(l) && o.origenId != 0) subir(l);
        return conciliado;
    }
    void lanzar() { faltas_.lanzar(); }

private:
    // What the source itself came from learns of it too: an order invoiced by way of its delivery.
    void subir(const Linea& l) {
        const OrigenFila& o = *l.origen();
        const Origen& regla = *l.regla();
        const Cantidad cantidad = l.medida().cantidadBase;
        const auto antes = leer(LlavePartida{o.origenId, o.origenPartida});
        if (!antes) return;
        if (sube(tipo_, o.tipo, antes->tipo, regla.avance)) {
            Tope tope = tope_de(*antes, l);
            tope.maximo = std::max(tope.maximo, movido_de(ctx_.db(), *antes));
            if (!avanzar(l, antes->llave(), regla.avance, tope, nullptr, {})) return;
        }
        const auto reabre = por_reabrir(regla, {o.tipo, o.movio()}, {antes->tipo, antes->movio()}, antes->origenTipo);
        if (reabre.antes) bajar_avance(ctx_, o.origenId, o.origenPartida, regla.reabre, cantidad, {});
        if (reabre.antes_de_antes) bajar_avance(ctx_, antes->origenId, antes->origenPartida, regla.reabre, cantidad, {});
    }

    // Whether there was room for what a credit takes back of its sale.
    bool retirar(const Linea& l) {
        const OrigenFila& o = *l.origen();
        const auto retiro = por_retirar(tipo_, pedida_.cabecera.motivo, {o.llave(), o.tipo, o.movio()},
                                        {{o.origenId, o.origenPartida}, o.origenTipo},
                                        {{o.origenOrigenId, o.origenOrigenPartida}, o.origenOrigenTipo});
        if (!retiro.hay) return true;
        if (const auto pedido = pedido_de(ctx_.db(), o.llave()))
            bajar_avance(ctx_, pedido->transaccionId, pedido->numeroPartida, Avance::facturado, l.medida().cantidadBase, {});
        if (retiro.factura.transaccionId == 0) return true;
        const OrigenFila factura = leer(retiro.factura).value();
        const Tope tope = tope_de(factura, l);
        const bool acredita = !retiro.por_vuelta || avanzar(l, retiro.factura, l.regla()->avance, tope, nullptr, {});
        return acredita && avanzar(l, retiro.factura, Avance::entregado, tope, nullptr, {});
    }

    std::optional<OrigenFila> leer(LlavePartida linea) const {
        return ctx_.db().one<OrigenFila>(partida_de_origen, ctx_.organizacionId(), linea.transaccionId, linea.numeroPartida);
    }

    // Of an order, its supplier may send more than it says; to a customer, as much more as the product allows.
    Tope tope_de(const OrigenFila& o, const Linea& l) const {
        const Tolerancia tolerancia = tipo_de(o.tipo)->tolerancia;
        if (tolerancia == Tolerancia::ninguna) return con_tolerancia(o.cantidadBase, {});
        if (tolerancia == Tolerancia::recepcion) {
            const ContactoFila* c = juzgado_.contacto;
            const bool suya = c != nullptr && c->toleranciaRecepcion;
            return con_tolerancia(o.cantidadBase, suya ? *c->toleranciaRecepcion : hallado_.ajustes.toleranciaRecepcion);
        }
        // What leaves later, or left before, is billed as it was ordered or as it left.
        if (l.regla()->avance == Avance::facturado && !l.mueve)
            return {o.cantidadBase, std::max(o.cantidadBase, movido_de(ctx_.db(), o))};
        const auto it = std::ranges::find(hallado_.productos, o.productoId, &ProductoFila::productoId);
        return con_tolerancia(o.cantidadBase, it == hallado_.productos.end() ? Tasa{} : it->toleranciaEntrega);
    }

    // Uses up what is open of a source line, or refuses. `valor` receives the share of the line's value that goes with the
    // quantity: the last part takes what is left of it.
    bool avanzar(const Linea& l, LlavePartida de, Avance avance, const Tope& tope, Importe* valor, Importe costo) {
        if (avance == Avance::ninguno) return true;
        const Cantidad cantidad = l.medida().cantidadBase;
        struct Avanzado {
            Cantidad cantidad;
            Importe valor;
        };
        std::optional<Avanzado> avanzado;
        if (cantidad <= tope.maximo)
            ctx_.db().each(
                R"(INSERT INTO avance (organizacionId, transaccionId, numeroPartida, avance, cantidad, limite, valor)
                   VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 > $6 THEN $5 ELSE $6 END, 0)
                   ON CONFLICT (organizacionId, transaccionId, numeroPartida, avance)
                   DO UPDATE SET cantidad = avance.cantidad + excluded.cantidad,
                       limite = CASE WHEN avance.cantidad + excluded.cantidad > $6 THEN avance.cantidad + excluded.cantidad ELSE $6 END
                   WHERE avance.cantidad + excluded.cantidad <= $7
                   RETURNING cantidad, valor)",
                [&](const db::Row& r) {
                    avanzado = Avanzado{Cantidad::de_micros(r.integer(0)), Importe::de_micros(r.integer(1))};
                },
                ctx_.organizacionId(), de.transaccionId, de.numeroPartida, nombre(avance), cantidad, tope.base, tope.maximo);
        if (!avanzado) {
            const auto usado = ctx_.db().one<Cantidad>(R"(SELECT cantidad FROM avance WHERE organizacionId = $1
                                                          AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4)",
                                                       ctx_.organizacionId(), de.transaccionId, de.numeroPartida, nombre(avance));
            exceder(l, tope.maximo - usado.value_or(Cantidad{}), faltas_);
            return false;
        }
        if (avanzado->cantidad >= tope.base) esperar(ctx_, de.transaccionId, de.numeroPartida, avance);
        if (valor == nullptr) return true;
        const Importe resto = costo - avanzado->valor;
        *valor = avanzado->cantidad == tope.base
                     ? resto
                     : std::min(resto, proporcion(costo, cantidad.micros(), tope.base.micros(), hallado_.ajustes.decimales));
        ctx_.db().run(R"(UPDATE avance SET valor = valor + $5
                         WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4)",
                      ctx_.organizacionId(), de.transaccionId, de.numeroPartida, nombre(avance), *valor);
        return true;
    }

    Context& ctx_;
    const Documento& tipo_;
    const Solicitud& pedida_;
    const Hallado& hallado_;
    const Juzgado& juzgado_;
    Faltas faltas_;
};

// What a credit takes off beyond what is still open of a document was collected, or paid, before. The taxes of that part are
// given back with the credit, on its own day; those of the rest when it settles what is open. Whoever asks for a credit holds the
// balances of what it credits.
std::vector<Restitucion> restituir(db::Reader& tx, const Documento& tipo, const Hallado& hallado, const Juzgado& juzgado) {
    std::vector<Restitucion> restituciones(juzgado.tasas.size());
    std::map<std::int64_t, Acreditado> documentos;
    for (const Linea& l : juzgado.lineas) {
        if (l.pedida->credito.acreditaId == 0) continue;
        Acreditado& a = documentos[l.pedida->credito.acreditaId];
        a.total += l.cifras.total();
        sumar(a.composicion, l.cifras.impuestos, l.cifras.neto);
    }
    const Fecha fecha = juzgado.encabezado.fecha;
    const Naturaleza naturaleza = tipo.saldo == Saldo::favor_cliente ? Naturaleza::cobrar : Naturaleza::pagar;
    for (const auto& [documentoId, a] : documentos) {
        const Fecha desde = acreditable_desde(tx, documentoId, naturaleza, a.total, fecha);
        if (fecha < desde) reject(Codigo::fuera_de_rango, "/fecha", datos_desde(desde));
        const bool local = juzgado.encabezado.moneda == hallado.ajustes.moneda;
        const auto cobrado = local ? std::map<ClaveImpuesto, Cobranza>{} : cobrado_en_local(tx, documentoId);
        // Of each tax what is not open any more.
        for (auto& [clave, c] : menos(a.composicion, abierta_de(tx, documentoId))) {
            acotar_clases(c, a.composicion.at(clave));
            const auto suya = std::ranges::find_if(juzgado.tasas, [&, &cual = clave](const TasaDocumento& t) {
                return ClaveImpuesto{std::string{nombre(t.impuesto)}, std::string{nombre(t.factor)}, t.tasa} == cual;
            });
            Restitucion& r = restituciones[static_cast<std::size_t>(suya - juzgado.tasas.begin())];
            r.base += c.base;
            r.importe += c.importe;
            r.alCosto += c.alCosto;
            r.renta += c.renta;
            // At what was collected, whatever the rate of the credit is.
            const auto suyo = cobrado.find(clave);
            const auto en_su_moneda = [&](Importe da, const Cifra& hay) {
                if (local) return da;
                return hay.importe <= Importe{} ? en_local(hallado, da) : hay.de(da, hallado.ajustes.decimales);
            };
            const Cobrado hay = suyo == cobrado.end() ? Cobrado{} : suyo->second.queda;
            r.baseLocal += en_su_moneda(c.base, hay.base);
            r.efectivo += en_su_moneda(c.importe - c.alCosto, hay.importe);
        }
    }
    for (std::size_t i = 0; i < restituciones.size(); ++i) {
        Restitucion& r = restituciones[i];
        const TasaDocumento& t = juzgado.tasas[i];
        if (r.acreditable().es_cero()) continue;
        r.local = r.importe == t.importe ? t.local
                                         : proporcion(t.local, r.acreditable().micros(), (t.importe - t.al_costo).micros(),
                                                      hallado.ajustes.decimales);
        if (juzgado.encabezado.moneda == hallado.ajustes.moneda) r.efectivo = r.local;
    }
    return restituciones;
}

}  // namespace

bool con_limite(const Documento& tipo, const Hallado& hallado, const Juzgado& d) {
    const bool cuenta = tipo.credito || (tipo.existencia == Existencia::reserva && hallado.ajustes.creditoConPedidos);
    return cuenta && d.contacto != nullptr && d.contacto->limiteCredito.has_value();
}

Totales totales_de(const Juzgado& d, const Tomado& tomado) {
    Totales t = d.totales;
    if (tomado.reempacado) t.subtotal = t.total = tomado.reempacado->producido;
    return t;
}

Tomado tomar(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado) {
    auto movimientos = movimientos_de(ctx, tipo, pedida, hallado, juzgado);
    Tomado t;
    t.expuesto = mirar_credito(ctx, tipo, pedida, hallado, juzgado);
    t.transaccionId = identificar(ctx.db(), tipo);
    if (en_libros(tipo)) t.polizaId = ctx.db().next_id();
    t.lineas.resize(juzgado.lineas.size());
    Derivacion derivacion{ctx, tipo, pedida, hallado, juzgado};
    for (std::size_t i = 0; i < t.lineas.size(); ++i)
        if (const Linea& l = juzgado.lineas[i]; l.origen() != nullptr) t.lineas[i].conciliado = derivacion.derivar(l);
    derivacion.lanzar();
    Pasos::alcanzar("derivar");
    t.restituciones = restituir(ctx.db(), tipo, hallado, juzgado);
    mover_existencia(ctx, tipo, pedida, hallado, juzgado, std::move(movimientos), t);
    conciliar(ctx, tipo, pedida, hallado, juzgado, t);
    Pasos::alcanzar("mover_existencia");
    return t;
}

}  // namespace cacao::engine
