// Registration, third step: goods that come in, leave, change place, are put aside or come back, and late costs that follow them.

#include "engine/emision/derivacion.hpp"
#include "engine/emision/tomar.hpp"
#include "engine/existencia/correccion.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

Marco marco_de(const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Tomado& t) {
    Marco m{};
    m.transaccionId = t.transaccionId;
    m.polizaId = t.polizaId;
    m.fecha = hallado.encabezado.fecha;
    m.entidadId = pedida.cabecera.entidadId;
    m.decimales = hallado.ajustes.decimales;
    m.permiteNegativos = hallado.ajustes.existenciaNegativa;
    m.venta = tipo.contacto == Contacto::cliente;
    return m;
}

// Each with the line that moved its goods then.
std::vector<DevolucionPedida> devoluciones(const Juzgado& juzgado, const std::vector<MovimientoPedido>& movimientos) {
    std::vector<DevolucionPedida> lista;
    for (const MovimientoPedido& m : movimientos) {
        const auto [id, numero] = movida_por(*juzgado.lineas[indice(m)].origen());
        lista.push_back({m, id, numero});
    }
    return lista;
}

// What an order put aside for a line is free for it, also by way of the order's invoice.
void consumir_reservas(Context& ctx, const Juzgado& juzgado, const std::vector<MovimientoPedido>& movimientos) {
    for (const MovimientoPedido& m : movimientos) {
        const OrigenFila* o = juzgado.lineas[indice(m)].origen();
        if (o == nullptr) continue;
        if (cumple(o->tipo, es_pedido))
            consumir_reserva(ctx, o->transaccionId, o->numeroPartida, m.articulo->productoId, m.cantidad, m.series);
        else if (cumple(o->origenTipo, es_pedido))
            consumir_reserva(ctx, o->origenId, o->origenPartida, m.articulo->productoId, m.cantidad, m.series);
    }
}

// A line gives its amount to the goods that its source line brought in.
void agregar_costos(Context& ctx, const Juzgado& juzgado, const Marco& marco, Tomado& t) {
    for (std::size_t i = 0; i < juzgado.lineas.size(); ++i) {
        const Linea& l = juzgado.lineas[i];
        CostoTardio c = agregar_costo(ctx, marco, l.numero, l.origen()->transaccionId, l.origen()->numeroPartida, l.local);
        t.lineas[i].consumido = c.consumido;
        t.lineas[i].costo = l.local;
        for (ValorMovido& v : c.en_existencia) {
            v.numeroPartida = l.numero;
            t.valores.push_back(v);
        }
    }
}

}  // namespace

std::vector<MovimientoPedido> movimientos_de(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado,
                                             const Juzgado& juzgado) {
    if (juzgado.movimientos.empty()) return {};
    Faltas faltas;
    const Marco marco = marco_de(tipo, pedida, hallado, {});
    if (tipo.existencia == Existencia::reempaque) {
        auto movimientos = movimientos_de_reempaque(ctx, pedida, marco, juzgado, faltas);
        faltas.lanzar();
        return movimientos;
    }
    auto por_ver = juzgado.movimientos;
    // Lots and serials may be left to the delivery; where serials are named, all that a sale asks of them holds.
    if (tipo.existencia == Existencia::reserva)
        std::erase_if(por_ver, [](const MovimientoPedido& m) { return m.series.empty(); });
    const bool entrada = tipo.existencia == Existencia::entrada || tipo.existencia == Existencia::devolucion_cliente;
    revisar_movimientos(ctx, marco, por_ver, entrada, faltas);
    faltas.lanzar();
    return juzgado.movimientos;
}

void mover_existencia(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado,
                      const Juzgado& juzgado, std::vector<MovimientoPedido> movimientos, Tomado& t) {
    const Marco marco = marco_de(tipo, pedida, hallado, t);
    if (tipo.existencia == Existencia::costo_tardio) return agregar_costos(ctx, juzgado, marco, t);
    if (movimientos.empty()) return;
    if (!hallado.reservas_vencidas.empty()) liberar_reservas_vencidas(ctx);
    switch (tipo.existencia) {
        case Existencia::ninguna:
        case Existencia::costo_tardio: return;
        case Existencia::reempaque: reempacar(ctx, pedida, hallado, juzgado, marco, movimientos, t); break;
        case Existencia::entrada: t.valores = entrar(ctx, marco, movimientos); break;
        case Existencia::salida:
            consumir_reservas(ctx, juzgado, movimientos);
            t.valores = salir(ctx, marco, movimientos);
            break;
        case Existencia::traspaso: t.valores = traspasar(ctx, marco, movimientos, pedida.traspaso.almacenDestinoId); break;
        case Existencia::reserva: reservar(ctx, marco, movimientos, pedida.papel.vigenciaFecha); return;
        case Existencia::devolucion_cliente: t.valores = devolver(ctx, marco, devoluciones(juzgado, movimientos)); break;
        case Existencia::devolucion_proveedor:
            t.valores = devolver_a_proveedor(ctx, marco, devoluciones(juzgado, movimientos));
            break;
    }
    for (const ValorMovido& v : t.valores) {
        if (es_correccion(tipo, v)) continue;
        // A transfer leaves and arrives: its value is counted once.
        if (tipo.existencia == Existencia::traspaso && v.valor > Importe{}) continue;
        t.lineas[indice(v)].costo += v.valor < Importe{} ? -v.valor : v.valor;
    }
}

void conciliar(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado,
               Tomado& t) {
    const Marco marco = marco_de(tipo, pedida, hallado, t);
    for (std::size_t i = 0; i < juzgado.lineas.size(); ++i) {
        const Linea& l = juzgado.lineas[i];
        if (l.regla() == nullptr || !l.regla()->por_valor || va_a_variacion(tipo, l)) continue;
        const Importe diferencia = l.local - t.lineas[i].conciliado;
        if (!diferencia.es_cero())
            t.lineas[i].diferencia =
                agregar_costo(ctx, marco, l.numero, l.origen()->transaccionId, l.origen()->numeroPartida, diferencia);
    }
}

bool va_a_variacion(const Documento& tipo, const Linea& l) {
    return tipo.existencia == Existencia::devolucion_proveedor ||
           tipo_de(l.origen()->tipo)->existencia == Existencia::devolucion_proveedor;
}

}  // namespace cacao::engine
