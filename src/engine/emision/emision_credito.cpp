// Registration: the customer's credit. What is delivered and not invoiced is kept with its value, so that it counts until it is.

#include "engine/emision/emision.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/saldos/credito.hpp"

#include "db/rows.hpp"

#include <fmt/format.h>

namespace cacao::engine {
namespace {

struct LineaPactada {
    Importe total;
    Precio tipoCambio;
    Cantidad cantidadBase;
};
BOOST_DESCRIBE_STRUCT(LineaPactada, (), (total, tipoCambio, cantidadBase))

// For the audit log: who sold beyond the limit, and how far. Who and when stand in the log itself.
struct CreditoAutorizado {
    std::int64_t transaccionId = 0;
    std::int64_t entidadId = 0;
    Importe limite;
    Importe expuesto;
    Importe excedente;
};
BOOST_DESCRIBE_STRUCT(CreditoAutorizado, (), (transaccionId, entidadId, limite, expuesto, excedente))

}  // namespace

// Goods that leave without a sale: their invoice follows, or came before.
bool Emision::es_entrega() const { return tipo_.credito && tipo_.saldo == Saldo::ninguno; }

// A limit of 0 is no limit. An order counts where the organization says so.
bool Emision::con_limite() const {
    const bool cuenta = tipo_.credito || (tipo_.existencia == Existencia::reserva && ajustes_.creditoConPedidos);
    return cuenta && contacto_ != nullptr && !contacto_->limiteCredito.es_cero();
}

// What the customer's exposure is before this document. From here on, one document of a customer with a limit at a time.
void Emision::mirar_credito() {
    if (pedida_.autorizaCredito && !puede_autorizar_credito(ctx_.sesion()))
        reject(Codigo::permiso_denegado, "/autorizaCredito", fmt::format(R"({{"permiso":"{}"}})", derecho_de_credito));
    if (!con_limite()) return;
    ctx_.db().lock(fmt::format("credito/{}", contacto_->entidadId));
    expuesto_antes_ = exposicion(ctx_.db(), contacto_->entidadId).total();
}

// What this document does not raise is not its fault: the invoice of what was delivered, the delivery of what was invoiced.
void Emision::exigir_credito() {
    if (!con_limite()) return;
    const Importe limite = contacto_->limiteCredito;
    const Importe expuesto = exposicion(ctx_.db(), contacto_->entidadId).total();
    if (expuesto <= limite || expuesto <= expuesto_antes_) return;
    if (pedida_.autorizaCredito) {
        ctx_.auditar_alta("AutorizacionCredito", transaccionId_,
                          CreditoAutorizado{transaccionId_, contacto_->entidadId, limite, expuesto, expuesto - limite});
        return;
    }
    std::string datos = fmt::format(R"({{"limite":{},"expuesto":{}}})", limite.texto(), expuesto.texto());
    if (ajustes_.limiteCreditoEstricto) reject(Codigo::excede_credito, pedida_.campo_entidad, std::move(datos));
    ctx_.advertir(Codigo::excede_credito, pedida_.campo_entidad, std::move(datos));
}

// With taxes, in the organization's currency: what the order agreed or, without one, what the lists say today. Where they say
// nothing there is nothing to count.
void Emision::guardar_por_facturar() {
    if (!es_entrega()) return;
    auto& tx = ctx_.db();
    std::vector<PrecioPedido> pedidos;
    std::vector<const Linea*> sueltas;
    const auto guardar = [&](const Linea& l, Importe valor) {
        tx.run(R"(INSERT INTO porFacturar (organizacionId, transaccionId, numeroPartida, entidadId, valor, abierto)
                  VALUES ($1, $2, $3, $4, $5, 1))",
               ctx_.organizacionId(), transaccionId_, l.numero, pedida_.entidadId, valor);
    };
    for (const Linea& l : lineas_) {
        if (l.origen == nullptr) {
            pedidos.push_back({l.producto->productoId, l.unidadMedidaId, l.cantidad});
            sueltas.push_back(&l);
            continue;
        }
        if (tipo_de(l.origen->tipo)->saldo != Saldo::ninguno) continue;  // invoiced already
        const auto pactada = tx.one<LineaPactada>(R"(
            SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total, d.tipoCambio,
                   p.cantidadBase
            FROM partida p JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
            WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                                                  ctx_.organizacionId(), l.origen->transaccionId, l.origen->numeroPartida)
                                 .value();
        guardar(l, proporcion(convertir(pactada.total, pactada.tipoCambio, ajustes_.decimales), l.cantidadBase.micros(),
                              pactada.cantidadBase.micros(), ajustes_.decimales));
    }
    if (pedidos.empty()) return;
    MarcoPrecios marco;
    marco.clienteId = pedida_.entidadId;
    marco.sucursalId = sucursalId_;
    marco.fecha = fecha_;
    Faltas de_cabecera;  // the header has been judged already
    const auto resueltos = resolver_precios(tx, marco, pedidos, true, de_cabecera);
    for (std::size_t i = 0; i < sueltas.size(); ++i) {
        if (!resueltos[i].precio) continue;
        const Linea& l = *sueltas[i];
        const PrecioExplicado& precio = *resueltos[i].precio;
        guardar(l, calcular({l.cantidad, l.cantidadBase, precio.precioUnitario, {}, {}, precio.incluyeImpuestos},
                            impuestos_de(*l.producto, true), ajustes_.decimales)
                       .total());
    }
}

}  // namespace cacao::engine
