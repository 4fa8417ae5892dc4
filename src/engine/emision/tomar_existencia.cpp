// Registration, third step: goods that come in, leave, change place, are put aside or come back, and late costs that follow them.

#include "db/rows.hpp"
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
    m.porCaducidad =
        hallado.ajustes.lotesPorCaducidad && (tipo.existencia == Existencia::salida || tipo.existencia == Existencia::traspaso);
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

// What a customer still has of a line, by lot.
struct LoteFuera {
    std::string codigo;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(LoteFuera, (), (codigo, cantidad))

// Components of a kit that come back without naming their lot are of the one that left, or of all of them where all of it comes
// back; otherwise only whoever holds them in his hands knows.
std::vector<MovimientoPedido> con_lotes_que_salieron(Context& ctx, const Juzgado& juzgado,
                                                     const std::vector<MovimientoPedido>& movimientos) {
    std::vector<MovimientoPedido> con_lote;
    for (const MovimientoPedido& m : movimientos) {
        if (!m.deKit || m.articulo->seguimiento != Seguimiento::lote) {
            con_lote.push_back(m);
            continue;
        }
        const auto [id, numero] = movida_por(*juzgado.lineas[indice(m)].origen());
        const auto fuera = ctx.db().all<LoteFuera>(R"(
            SELECT l.codigo, CAST(SUM(-m.cantidad - COALESCE(v.cantidad, 0)) AS BIGINT) AS cantidad
              FROM movimiento m
              JOIN lote l ON l.organizacionId = $1 AND l.loteId = m.loteId
              LEFT JOIN (SELECT d.devuelveId, SUM(d.cantidad) AS cantidad FROM movimiento d
                          WHERE d.organizacionId = $1 AND d.devuelveId <> 0
                            AND d.devuelveId IN (SELECT o.movimientoId FROM movimiento o
                                                  WHERE o.organizacionId = $1 AND o.transaccionId = $2 AND o.numeroPartida = $3)
                          GROUP BY d.devuelveId) v ON v.devuelveId = m.movimientoId
             WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.numeroPartida = $3 AND m.productoId = $4 AND m.cantidad < 0
               AND m.revierteId = 0
               AND NOT EXISTS (SELECT 1 FROM movimiento r
                                WHERE r.organizacionId = $1 AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
             GROUP BY l.codigo
            HAVING SUM(-m.cantidad - COALESCE(v.cantidad, 0)) > 0
             ORDER BY l.codigo)",
                                                   ctx.organizacionId(), id, numero, m.articulo->productoId);
        Cantidad todo;
        for (const LoteFuera& l : fuera) todo += l.cantidad;
        if (fuera.empty() || (fuera.size() > 1 && m.cantidad != todo)) {
            con_lote.push_back(m);
            continue;
        }
        for (const LoteFuera& l : fuera) {
            MovimientoPedido& parte = con_lote.emplace_back(m);
            parte.lote = LotePedido{l.codigo, {}, {}, {}};
            if (fuera.size() > 1) parte.cantidad = l.cantidad;
        }
    }
    return con_lote;
}

// What an order put aside for a line is free for it, also by way of the order's invoice.
void consumir_reservas(Context& ctx, const Juzgado& juzgado, const std::vector<MovimientoPedido>& movimientos) {
    for (const MovimientoPedido& m : movimientos) {
        const OrigenFila* o = juzgado.lineas[indice(m)].origen();
        if (o == nullptr) continue;
        if (cumple(o->tipo, aparta))
            consumir_reserva(ctx, o->transaccionId, o->numeroPartida, m.articulo->productoId, m.cantidad, m.series);
        else if (cumple(o->origenTipo, aparta))
            consumir_reserva(ctx, o->origenId, o->origenPartida, m.articulo->productoId, m.cantidad, m.series);
    }
}

// A line gives its amount to the goods that its source line brought in.
void agregar_costos(Context& ctx, const Juzgado& juzgado, const Marco& marco, Tomado& t) {
    for (std::size_t i = 0; i < juzgado.lineas.size(); ++i) {
        const Linea& l = juzgado.lineas[i];
        CostoTardio c = agregar_costo(ctx, marco, l.numero, l.origen()->transaccionId, l.origen()->numeroPartida, l.local);
        t.lineas[i].costo = l.local;
        for (ValorMovido& v : c.en_existencia) {
            v.numeroPartida = l.numero;
            t.valores.push_back(v);
        }
        t.lineas[i].tardio = std::move(c);
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
    auto movimientos = tipo.existencia == Existencia::devolucion_cliente
                           ? con_lotes_que_salieron(ctx, juzgado, juzgado.movimientos)
                           : juzgado.movimientos;
    auto por_ver = movimientos;
    // Lots and serials may be left to the delivery; where serials are named, all that a sale asks of them holds.
    if (tipo.existencia == Existencia::reserva)
        std::erase_if(por_ver, [](const MovimientoPedido& m) { return m.series.empty(); });
    const bool entrada = tipo.existencia == Existencia::entrada || tipo.existencia == Existencia::devolucion_cliente;
    revisar_movimientos(ctx, marco, por_ver, entrada, faltas);
    faltas.lanzar();
    return movimientos;
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
            if (marco.porCaducidad) movimientos = asignar_lotes(ctx, marco, std::move(movimientos));
            t.valores = salir(ctx, marco, movimientos);
            break;
        case Existencia::traspaso:
            if (marco.porCaducidad) movimientos = asignar_lotes(ctx, marco, std::move(movimientos));
            t.valores = traspasar(ctx, marco, movimientos, pedida.traspaso.almacenDestinoId);
            break;
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
