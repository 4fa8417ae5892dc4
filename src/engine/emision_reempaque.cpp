// Repackaging: what is consumed becomes what is produced, in one document. Cost in = cost out + what was added − what was lost
// abnormally; a produced line with a cost of its own (a by-product) takes that, the others share the rest.

#include "engine/emision.hpp"

#include "db/rows.hpp"

#include <algorithm>
#include <numeric>

namespace cacao::engine {

void Emision::revisar_reempaque() {
    bool consume = false;
    bool produce = false;
    Tasa porcentajes;
    for (Linea& l : lineas_) {
        const PartidaPedida& p = *l.pedida;
        (p.produce ? produce : consume) = true;
        if (l.producto != nullptr && l.producto->tipo != "producto")
            faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/productoId"));
        if (p.merma < Cantidad{} || p.merma > l.cantidadBase || (p.produce && !p.merma.es_cero()))
            faltas_.agregar(Codigo::fuera_de_rango, campo(l, "/merma"));
        const bool manual = p.produce && pedida_.reparto == Reparto::manual && !p.precioUnitario;
        if (manual && !p.porcentaje) faltas_.agregar(Codigo::requerido, campo(l, "/porcentaje"));
        if (!manual && p.porcentaje) faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/porcentaje"));
        if (!p.produce && p.precioUnitario) faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/costoUnitario"));
        if (p.porcentaje) porcentajes += *p.porcentaje;
        if (p.produce && pedida_.almacenDestinoId != 0 && p.almacenId == 0) l.almacenId = pedida_.almacenDestinoId;
    }
    faltas_.agregar_si(!consume || !produce, Codigo::lista_vacia, "/partidas");
    faltas_.agregar_si(pedida_.reparto == Reparto::manual && porcentajes != Tasa::de_enteros(1), Codigo::regla_incumplida,
                       "/reparto");
    faltas_.agregar_si(pedida_.costoAgregado < Importe{}, Codigo::fuera_de_rango, "/costoAgregado");
    faltas_.agregar_si(pedida_.costoAgregado.redondeado(ajustes_.decimales) != pedida_.costoAgregado,
                       Codigo::demasiados_decimales, "/costoAgregado");
    if (!faltas_.vacia()) return;
    std::vector<MovimientoPedido> salen;
    std::vector<MovimientoPedido> entran;
    for (MovimientoPedido& m : movimientos_) {
        const Linea& l = lineas_[static_cast<std::size_t>(m.numeroPartida - 1)];
        m.almacenId = l.almacenId;
        (l.pedida->produce ? entran : salen).push_back(m);
    }
    revisar_movimientos(ctx_, marco(), salen, false, faltas_);
    revisar_movimientos(ctx_, marco(), entran, true, faltas_);
}

void Emision::reempacar() {
    std::vector<MovimientoPedido> salen;
    std::vector<MovimientoPedido> entran;
    const auto linea = [&](const MovimientoPedido& m) -> Linea& {
        return lineas_[static_cast<std::size_t>(m.numeroPartida - 1)];
    };
    for (const MovimientoPedido& m : movimientos_) (linea(m).pedida->produce ? entran : salen).push_back(m);

    valores_ = salir(ctx_, marco(), salen);
    Importe costo;
    for (const ValorMovido& v : valores_) {
        const Linea& l = lineas_[static_cast<std::size_t>(v.numeroPartida - 1)];
        costo -= v.valor;
        mermaAnormal_ += proporcion(-v.valor, l.pedida->merma.micros(), l.cantidadBase.micros(), ajustes_.decimales);
    }
    Importe resto = costo - mermaAnormal_ + pedida_.costoAgregado;
    std::vector<std::int64_t> pesos;
    for (MovimientoPedido& m : entran) {
        const Linea& l = linea(m);
        if (l.pedida->precioUnitario) {
            m.valor = l.local;
            resto -= m.valor;
            pesos.push_back(0);
        } else if (pedida_.reparto == Reparto::manual) {
            pesos.push_back(l.pedida->porcentaje->micros());
        } else if (pedida_.reparto == Reparto::valor) {
            pesos.push_back((l.cantidadBase * l.producto->precio).redondear(ajustes_.decimales).micros());
        } else {
            pesos.push_back(l.cantidadBase.micros());
        }
    }
    // By-products cannot be worth more than everything, and something must take the rest.
    const bool alguien = std::accumulate(pesos.begin(), pesos.end(), std::int64_t{0}) > 0;
    reject_if(resto < Importe{} || (!alguien && !resto.es_cero()), Codigo::regla_incumplida, "/reparto");
    const auto partes = repartir(resto, pesos, ajustes_.decimales);
    for (std::size_t i = 0; i < entran.size(); ++i) {
        if (pesos[i] == 0) continue;
        entran[i].valor = partes[i];
        Linea& l = linea(entran[i]);
        l.cifras.importe = l.cifras.neto = partes[i];
    }
    subtotal_ = total_ = {};
    for (const MovimientoPedido& m : entran) subtotal_ += m.valor;
    total_ = subtotal_;
    for (const ValorMovido& v : entrar(ctx_, marco(), entran)) valores_.push_back(v);
    enlazar_reempaque(ctx_, transaccionId_);
}

void Emision::asentar_reempaque() {
    for (const ValorMovido& v : valores_) {
        const Linea& l = lineas_[static_cast<std::size_t>(v.numeroPartida - 1)];
        diario_->agregar({cuentas_.de(Cuenta::inventario, ambito(l, v.almacenId)), sucursalId_, l.proyectoId, 0, v.valor, v.valor,
                          ajustes_.moneda});
    }
    diario_->agregar({cuentas_.de(Cuenta::merma), sucursalId_, proyectoId_, 0, mermaAnormal_, mermaAnormal_, ajustes_.moneda});
    diario_->agregar({cuentas_.de(Cuenta::costos_agregados), sucursalId_, proyectoId_, 0, -pedida_.costoAgregado,
                      -pedida_.costoAgregado, ajustes_.moneda});
}

}  // namespace cacao::engine
