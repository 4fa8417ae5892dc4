// Registration: links from line to line. What is open of a source line is one row that changes by one conditional statement.

#include "engine/cadena/avance.hpp"
#include "engine/cadena/origen.hpp"
#include "engine/cadena/pendientes.hpp"
#include "engine/emision/emision.hpp"
#include "engine/entorno/monedas.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

constexpr std::string_view partida_de_origen = R"(
    SELECT p.transaccionId, p.numeroPartida, d.tipo, d.estado, d.fecha, d.sucursalId, d.entidadId, d.vendedorId, d.canalId, p.proyectoId,
           d.proyectoId AS proyectoDocumento, d.moneda,
           p.productoId, p.conceptoId,
           p.unidadMedidaId, p.precioUnitario, p.cantidadBase, p.descuento + p.promocion AS descuento, p.costo, p.almacenId,
           p.origenId, p.origenPartida, COALESCE(o.tipo, '') AS origenTipo, COALESCE(o.moneda, '') AS origenMoneda,
           CASE WHEN q.unidadMedidaId = p.unidadMedidaId THEN q.precioUnitario ELSE 0 END AS origenPrecio,
           COALESCE(q.origenId, 0) AS origenOrigenId, COALESCE(q.origenPartida, 0) AS origenOrigenPartida,
           COALESCE(r.tipo, '') AS origenOrigenTipo, c.vigenciaFecha, p.promocionId
    FROM partida p
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
    LEFT JOIN documento o ON o.organizacionId = $1 AND o.transaccionId = p.origenId
    LEFT JOIN partida q ON q.organizacionId = $1 AND q.transaccionId = p.origenId AND q.numeroPartida = p.origenPartida
    LEFT JOIN documento r ON r.organizacionId = $1 AND r.transaccionId = q.origenId
    LEFT JOIN documentoCondicion c ON c.organizacionId = $1 AND c.transaccionId = p.transaccionId
    WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)";

// What came in, or went out, under a tolerance can be invoiced, whatever the tolerance is by then.
Cantidad recibido(db::Reader& tx, const OrigenFila& o) {
    const bool venta = o.tipo == "PedidoCliente";
    if (!venta && tipo_de(o.tipo)->tolerancia != Tolerancia::recepcion) return {};
    return tx
        .one<Cantidad>(R"(SELECT cantidad FROM avance
                          WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4)",
                       tx.organizacion(), o.transaccionId, o.numeroPartida, nombre(venta ? Avance::entregado : Avance::recibido))
        .value_or(Cantidad{});
}

}  // namespace

void Emision::pedir_origenes() {
    for (const Linea& l : lineas_)
        if (l.pedida->origenId != 0)
            ctx_.db().all_later(origenes_, partida_de_origen, ctx_.organizacionId(), l.pedida->origenId, l.pedida->origenPartida);
}

void Emision::revisar_origen(Linea& l) {
    const PartidaPedida& p = *l.pedida;
    if (p.origenId == 0) {
        if (p.origenPartida != 0) faltas_.agregar(Codigo::requerido, campo(l, "/transaccionIdOrigen"));
        const bool exige = tipo_.existencia == Existencia::devolucion_cliente ||
                           tipo_.existencia == Existencia::devolucion_proveedor || tipo_.existencia == Existencia::costo_tardio;
        if (exige && p.origenPartida == 0) faltas_.agregar(Codigo::requerido, campo(l, "/transaccionIdOrigen"));
        return;
    }
    const auto it = std::find_if(origenes_.begin(), origenes_.end(), [&](const OrigenFila& o) {
        return o.transaccionId == p.origenId && o.numeroPartida == p.origenPartida;
    });
    if (it == origenes_.end()) {
        faltas_.agregar(Codigo::no_encontrado, campo(l, "/transaccionIdOrigen"));
        return;
    }
    l.origen = &*it;
    const auto regla =
        std::find_if(tipo_.origenes.begin(), tipo_.origenes.end(), [&](const Origen& o) { return o.tipo == it->tipo; });
    // Goods that left with the source, or before it, cannot leave again.
    const Documento& suyo = *tipo_de(it->tipo);
    const bool doble = tipo_.existencia == Existencia::salida && suyo.existencia == Existencia::salida &&
                       (it->movio() || salio_antes(suyo, it->origenTipo)) && regla != tipo_.origenes.end() &&
                       !regla->sin_existencia;
    // Goods that went back before they were invoiced took the place of their invoice: there is nothing to credit.
    const bool sin_factura =
        (tipo_.saldo == Saldo::favor_proveedor && suyo.existencia == Existencia::devolucion_proveedor &&
         it->origenTipo != "FacturaCompra") ||
        (tipo_.saldo == Saldo::favor_cliente && suyo.existencia == Existencia::devolucion_cliente && !vendida(l));
    // What an invoice asked to deliver was invoiced by it.
    const bool ya_facturado = regla != tipo_.origenes.end() && regla->avance == Avance::facturado && it->origenTipo == tipo_.tipo;
    if (regla == tipo_.origenes.end() || doble || sin_factura || ya_facturado) {
        faltas_.agregar(Codigo::origen_no_permitido, campo(l, "/transaccionIdOrigen"));
        return;
    }
    l.regla = &*regla;
    if (it->estado == nombre(Estado::cancelado)) faltas_.agregar(Codigo::documento_cancelado, campo(l, "/transaccionIdOrigen"));
    else if (it->estado != nombre(Estado::vigente) && it->estado != nombre(Estado::autorizado) &&
             it->estado != nombre(Estado::aceptada))
        faltas_.agregar(Codigo::estado_invalido, campo(l, "/transaccionIdOrigen"));
    if (regla->mientras_vale && it->vigenciaFecha && *it->vigenciaFecha < fecha_)
        faltas_.agregar(Codigo::vencido, campo(l, "/transaccionIdOrigen"), En::donde_sea,
                        R"({"vigenciaFecha":")" + it->vigenciaFecha->iso() + "\"}");
    // What follows from a document is not older than it.
    if (it->fecha > fecha_)
        faltas_.agregar(
            Codigo::fuera_de_rango, "/fecha", En::donde_sea,
            R"({"transaccionIdOrigen":)" + std::to_string(it->transaccionId) + R"(,"fecha":")" + it->fecha.iso() + "\"}");
    // The sale that a document takes over stays where it was made.
    if (regla->acompania != nullptr && it->sucursalId != sucursalId_)
        faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/transaccionIdOrigen"));
    if (tipo_.contacto != Contacto::ninguno && it->entidadId != pedida_.entidadId)
        faltas_.agregar(Codigo::otro_contacto, campo(l, "/transaccionIdOrigen"));
    const bool con_precio = tipo_.renglones == Renglones::venta || tipo_.renglones == Renglones::compra;
    if (con_precio && tipo_de(it->tipo)->renglones == tipo_.renglones && it->moneda != moneda_)
        faltas_.agregar(Codigo::moneda_distinta, campo(l, "/transaccionIdOrigen"));
    if (it->productoId != p.productoId || it->conceptoId != p.conceptoId)
        faltas_.agregar(Codigo::valor_no_permitido, campo(l, p.productoId != 0 ? "/productoId" : "/conceptoId"));
}

void Emision::derivar() {
    for (Linea& l : lineas_) {
        if (l.origen == nullptr) continue;
        const OrigenFila& o = *l.origen;
        bool cabe = avanzar(l, o.transaccionId, o.numeroPartida, l.regla->avance, tope_de(o, l),
                            l.regla->por_valor ? &l.conciliado : nullptr, o.costo);
        if (l.mueve && l.regla->al_mover != Avance::ninguno)
            cabe = avanzar(l, o.transaccionId, o.numeroPartida, l.regla->al_mover, tope_de(o, l), nullptr, {}) && cabe;
        if (!cabe || !retirar(l) || o.origenId == 0) continue;
        // What the source itself came from learns of it too: an order invoiced by way of its delivery.
        const auto abuelo = ctx_.db().one<OrigenFila>(partida_de_origen, ctx_.organizacionId(), o.origenId, o.origenPartida);
        if (!abuelo) continue;
        if (sube(tipo_, o.tipo, abuelo->tipo, l.regla->avance)) {
            Tope tope = tope_de(*abuelo, l);
            tope.maximo = std::max(tope.maximo, recibido(ctx_.db(), *abuelo));
            if (!avanzar(l, abuelo->transaccionId, abuelo->numeroPartida, l.regla->avance, tope, nullptr, {})) continue;
        }
        const auto reabre = por_reabrir(*l.regla, {o.tipo, o.movio()}, {abuelo->tipo, abuelo->movio()}, abuelo->origenTipo);
        if (reabre.antes) bajar_avance(ctx_, o.origenId, o.origenPartida, l.regla->reabre, l.cantidadBase, {});
        if (reabre.antes_de_antes)
            bajar_avance(ctx_, abuelo->origenId, abuelo->origenPartida, l.regla->reabre, l.cantidadBase, {});
    }
    faltas_.lanzar();
}

// Whether there was room for what a credit takes back of its sale.
bool Emision::retirar(const Linea& l) {
    const OrigenFila& o = *l.origen;
    const auto retiro = por_retirar(tipo_, pedida_.motivo, {{o.transaccionId, o.numeroPartida}, o.tipo, o.movio()},
                                    {{o.origenId, o.origenPartida}, o.origenTipo},
                                    {{o.origenOrigenId, o.origenOrigenPartida}, o.origenOrigenTipo});
    if (!retiro.hay) return true;
    if (const auto pedido = pedido_de(ctx_.db(), {o.transaccionId, o.numeroPartida}))
        bajar_avance(ctx_, pedido->transaccionId, pedido->numeroPartida, Avance::facturado, l.cantidadBase, {});
    const auto& [facturaId, partida] = retiro.factura;
    if (facturaId == 0) return true;
    const auto factura = ctx_.db().one<OrigenFila>(partida_de_origen, ctx_.organizacionId(), facturaId, partida).value();
    const bool acredita = !retiro.por_vuelta || avanzar(l, facturaId, partida, l.regla->avance, tope_de(factura, l), nullptr, {});
    return acredita && avanzar(l, facturaId, partida, Avance::entregado, tope_de(factura, l), nullptr, {});
}

// Of an order, its supplier may send more than it says; to a customer, as much more as the product allows.
Tope Emision::tope_de(const OrigenFila& o, const Linea& l) const {
    if (tipo_de(o.tipo)->tolerancia == Tolerancia::recepcion) {
        const bool suya = contacto_ != nullptr && contacto_->toleranciaRecepcion;
        return con_tolerancia(o.cantidadBase, suya ? *contacto_->toleranciaRecepcion : ajustes_.toleranciaRecepcion);
    }
    // What leaves later, or left before, is billed as it was ordered or as it left.
    if (o.tipo == "PedidoCliente" && l.regla->avance == Avance::facturado && !l.mueve)
        return {o.cantidadBase, std::max(o.cantidadBase, recibido(ctx_.db(), o))};
    const auto it =
        o.tipo == "PedidoCliente" ? std::ranges::find(productos_, o.productoId, &ProductoFila::productoId) : productos_.end();
    return con_tolerancia(o.cantidadBase, it == productos_.end() ? Tasa{} : it->toleranciaEntrega);
}

void Emision::exceder(const Linea& l, Cantidad pendiente) {
    faltas_.agregar(Codigo::excede_pendiente, campo(l, "/cantidad"), En::donde_sea,
                    R"({"pendiente":)" + pendiente.texto() + R"(,"requerido":)" + l.cantidadBase.texto() + "}");
}

// Uses up what is open of a source line, or refuses. `valor` receives the share of the line's value that goes with the quantity:
// the last part takes what is left of it.
bool Emision::avanzar(const Linea& l, std::int64_t origenId, std::int64_t origenPartida, Avance avance, const Tope& tope,
                      Importe* valor, Importe costo) {
    if (avance == Avance::ninguno) return true;
    struct Fila {
        Cantidad cantidad;
        Importe valor;
    };
    std::optional<Fila> fila;
    if (l.cantidadBase <= tope.maximo)
        ctx_.db().each(
            R"(INSERT INTO avance (organizacionId, transaccionId, numeroPartida, avance, cantidad, limite, valor)
               VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 > $6 THEN $5 ELSE $6 END, 0)
               ON CONFLICT (organizacionId, transaccionId, numeroPartida, avance)
               DO UPDATE SET cantidad = avance.cantidad + excluded.cantidad,
                   limite = CASE WHEN avance.cantidad + excluded.cantidad > $6 THEN avance.cantidad + excluded.cantidad ELSE $6 END
               WHERE avance.cantidad + excluded.cantidad <= $7
               RETURNING cantidad, valor)",
            [&](const db::Row& r) {
                fila = Fila{Cantidad::de_micros(r.integer(0)), Importe::de_micros(r.integer(1))};
            },
            ctx_.organizacionId(), origenId, origenPartida, nombre(avance), l.cantidadBase, tope.base, tope.maximo);
    if (!fila) {
        const auto usado = ctx_.db().one<Cantidad>(R"(SELECT cantidad FROM avance WHERE organizacionId = $1 AND transaccionId = $2
                                                      AND numeroPartida = $3 AND avance = $4)",
                                                   ctx_.organizacionId(), origenId, origenPartida, nombre(avance));
        exceder(l, tope.maximo - usado.value_or(Cantidad{}));
        return false;
    }
    if (fila->cantidad >= tope.base) esperar(ctx_, origenId, origenPartida, avance);
    if (valor == nullptr) return true;
    const Importe resto = costo - fila->valor;
    *valor = fila->cantidad == tope.base
                 ? resto
                 : std::min(resto, proporcion(costo, l.cantidadBase.micros(), tope.base.micros(), ajustes_.decimales));
    ctx_.db().run(R"(UPDATE avance SET valor = valor + $5
                     WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4)",
                  ctx_.organizacionId(), origenId, origenPartida, nombre(avance), *valor);
    return true;
}

}  // namespace cacao::engine
