// Registration: which lines move goods, and moving them.

#include "engine/emision/emision.hpp"
#include "engine/existencia/correccion.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/existencia/kits.hpp"
#include "reflect/json_write.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

Seguimiento seguimiento_de(std::string_view s) {
    if (s == "lote") return Seguimiento::lote;
    if (s == "serie") return Seguimiento::serie;
    if (s == "loteSerie") return Seguimiento::loteSerie;
    return Seguimiento::ninguno;
}

}  // namespace

// Where nothing moves there is no lot to take it from; a warehouse may be said, if there is one.
void Emision::revisar_quieta(const Linea& l) {
    const PartidaPedida& p = *l.pedida;
    if (p.lote) faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/lote"));
    if (!p.series.empty()) faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/series"));
    const bool hay = std::ranges::any_of(almacenes_, [&](const AlmacenFila& a) { return a.almacenId == p.almacenId; });
    if (p.almacenId != 0 && !hay) faltas_.agregar(Codigo::no_encontrado, campo(l, "/almacenId"));
}

// The line that moved the goods of a line that a return names: an invoice of goods that a delivery took out leads to the
// delivery.
LlavePartida Emision::movida_por(const OrigenFila& o) {
    const bool propio = o.movio() || o.origenId == 0;
    return propio ? LlavePartida{o.transaccionId, o.numeroPartida} : LlavePartida{o.origenId, o.origenPartida};
}

// What comes or goes back, or arrives, is what moved then; everything else is what the kit consists of today.
std::vector<Componente> Emision::partes_de(const Linea& l) {
    const bool a_proveedor = tipo_.existencia == Existencia::devolucion_proveedor;
    const bool vuelve = a_proveedor || tipo_.existencia == Existencia::devolucion_cliente;
    if (l.origen != nullptr && (vuelve || tipo_.existencia == Existencia::traspaso)) {
        const auto [id, numero] = movida_por(*l.origen);
        auto movidas = componentes_movidos(ctx_.db(), id, numero, a_proveedor, l.cantidadBase, l.pedida->campo);
        if (!movidas.empty()) return movidas;
    }
    return explotar_kit(ctx_.db(), l.producto->productoId, l.cantidadBase, l.pedida->campo);
}

void Emision::planear_existencia() {
    const bool sin_mercancia = tipo_.existencia == Existencia::ninguna || tipo_.existencia == Existencia::costo_tardio;
    std::vector<std::int64_t> por_entregar;  // lines whose goods stay where they are
    for (Linea& l : lineas_) {
        const bool servicio = l.producto == nullptr || l.producto->tipo == "servicio";
        if (sin_mercancia || servicio || pedida_.sin_existencia || (l.regla != nullptr && l.regla->sin_existencia)) {
            revisar_quieta(l);
            if (!sin_mercancia && !servicio && (l.regla == nullptr || !l.regla->sin_existencia)) por_entregar.push_back(l.numero);
            continue;
        }
        const PartidaPedida& p = *l.pedida;
        l.almacenId = p.almacenId != 0         ? p.almacenId
                      : pedida_.almacenId != 0 ? pedida_.almacenId
                      : l.origen != nullptr && l.origen->almacenId != 0 && tipo_.existencia != Existencia::traspaso
                          ? l.origen->almacenId
                      : sucursal_ != nullptr ? sucursal_->almacenId
                                             : 0;
        const auto almacen =
            std::find_if(almacenes_.begin(), almacenes_.end(), [&](const AlmacenFila& a) { return a.almacenId == l.almacenId; });
        if (l.almacenId == 0) faltas_.agregar(Codigo::almacen_requerido, campo(l, "/almacenId"));
        else if (p.almacenId != 0 && almacen == almacenes_.end()) faltas_.agregar(Codigo::no_encontrado, campo(l, "/almacenId"));
        else if (p.almacenId != 0 && !almacen->activo) faltas_.agregar(Codigo::inactivo, campo(l, "/almacenId"));
        l.mueve = true;

        auto series = abrir_series(p.series);
        if (!series) {
            faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/series"));
            continue;
        }
        const auto agregar = [&](std::int64_t productoId, const std::string& codigo, std::string_view seguimiento,
                                 std::string_view metodo, Cantidad cantidad, Importe valor) {
            articulos_.push_back({productoId, codigo, seguimiento_de(seguimiento),
                                  metodo == "promedio" ? MetodoCosto::promedio : MetodoCosto::peps});
            movimientos_.push_back({l.numero, p.campo, &articulos_.back(), l.almacenId, p.lote, *series, cantidad, valor});
        };
        if (l.producto->tipo == "kit") {
            const auto componentes = partes_de(l);
            // A kit that comes in is worth what was paid for it, shared out among its parts.
            const auto valores = tipo_.existencia == Existencia::entrada
                                     ? repartir_precio_kit(ctx_.db(), componentes, l.local, ajustes_.decimales)
                                     : std::vector<Importe>(componentes.size());
            for (std::size_t i = 0; i < componentes.size(); ++i)
                ctx_.db().each(R"(SELECT codigo, seguimiento, metodoCosto FROM producto
                                  WHERE organizacionId = $1 AND productoId = $2)",
                               [&](const db::Row& r) {
                                   agregar(componentes[i].productoId, std::string{r.text(0)}, r.text(1), r.text(2),
                                           componentes[i].cantidad, valores[i]);
                               },
                               ctx_.organizacionId(), componentes[i].productoId);
        } else {
            agregar(l.producto->productoId, l.producto->codigo, l.producto->seguimiento, l.producto->metodoCosto, l.cantidadBase,
                    l.local);
        }
    }
    if (sin_mercancia) return;
    // An order promises goods; what is charged for them before they go is a matter of the organization.
    if (tipo_.saldo == Saldo::por_cobrar && !ajustes_.facturaSinEntrega && !por_entregar.empty())
        faltas_.agregar(Codigo::entrega_requerida, "/sinEntrega", En::donde_sea,
                        R"({"partidas":)" + reflect::to_json(por_entregar) + "}");
    if (tipo_.existencia == Existencia::traspaso) {
        const auto destino = std::find_if(almacenes_.begin(), almacenes_.end(),
                                          [&](const AlmacenFila& a) { return a.almacenId == pedida_.almacenDestinoId; });
        if (pedida_.almacenDestinoId == 0) faltas_.agregar(Codigo::requerido, "/almacenDestinoId");
        else if (destino == almacenes_.end()) faltas_.agregar(Codigo::no_encontrado, "/almacenDestinoId");
        else if (!destino->activo) faltas_.agregar(Codigo::inactivo, "/almacenDestinoId");
        const bool mismo = std::any_of(lineas_.begin(), lineas_.end(),
                                       [&](const Linea& l) { return l.mueve && l.almacenId == pedida_.almacenDestinoId; });
        faltas_.agregar_si(mismo, Codigo::valor_no_permitido, "/almacenDestinoId");
    }
    if (tipo_.existencia == Existencia::reempaque) return revisar_reempaque();
    if (movimientos_.empty() || !faltas_.vacia()) return;
    if (tipo_.existencia == Existencia::reserva) {
        // Lots and serials may be left to the delivery; where serials are named, all that a sale asks of them holds.
        std::vector<MovimientoPedido> con_series;
        std::ranges::copy_if(movimientos_, std::back_inserter(con_series),
                             [](const MovimientoPedido& m) { return !m.series.empty(); });
        revisar_movimientos(ctx_, marco(), con_series, false, faltas_);
        return;
    }
    const bool entrada = tipo_.existencia == Existencia::entrada || tipo_.existencia == Existencia::devolucion_cliente;
    revisar_movimientos(ctx_, marco(), movimientos_, entrada, faltas_);
}

Marco Emision::marco() const {
    Marco m{};
    m.transaccionId = transaccionId_;
    m.polizaId = diario_ ? diario_->polizaId() : 0;
    m.fecha = fecha_;
    m.entidadId = pedida_.entidadId;
    m.decimales = ajustes_.decimales;
    m.permiteNegativos = ajustes_.existenciaNegativa;
    m.venta = tipo_.contacto == Contacto::cliente;
    return m;
}

void Emision::mover_existencia() {
    if (tipo_.existencia == Existencia::costo_tardio) return agregar_costos();
    if (movimientos_.empty()) return;
    if (diario_) diario_->con_existencia();
    if (!vencidas_.empty()) liberar_reservas_vencidas(ctx_);

    const auto devoluciones = [&] {
        std::vector<DevolucionPedida> lista;
        for (const MovimientoPedido& m : movimientos_) {
            const OrigenFila& o = *lineas_[static_cast<std::size_t>(m.numeroPartida - 1)].origen;
            const auto [id, numero] = movida_por(o);
            lista.push_back({m, id, numero});
        }
        return lista;
    };
    switch (tipo_.existencia) {
        case Existencia::ninguna:
        case Existencia::costo_tardio: return;
        case Existencia::reempaque: reempacar(); break;
        case Existencia::entrada: valores_ = entrar(ctx_, marco(), movimientos_); break;
        case Existencia::salida:
            // What an order put aside for this line is free for it.
            for (const MovimientoPedido& m : movimientos_) {
                const OrigenFila* o = lineas_[static_cast<std::size_t>(m.numeroPartida - 1)].origen;
                if (o == nullptr) continue;
                if (o->tipo == "PedidoCliente")
                    consumir_reserva(ctx_, o->transaccionId, o->numeroPartida, m.articulo->productoId, m.cantidad, m.series);
                else if (o->origenTipo == "PedidoCliente")  // a delivery of the order's invoice
                    consumir_reserva(ctx_, o->origenId, o->origenPartida, m.articulo->productoId, m.cantidad, m.series);
            }
            valores_ = salir(ctx_, marco(), movimientos_);
            break;
        case Existencia::traspaso: valores_ = traspasar(ctx_, marco(), movimientos_, pedida_.almacenDestinoId); break;
        case Existencia::reserva: reservar(ctx_, marco(), movimientos_, pedida_.vigenciaFecha); return;
        case Existencia::devolucion_cliente: valores_ = devolver(ctx_, marco(), devoluciones()); break;
        case Existencia::devolucion_proveedor: valores_ = devolver_a_proveedor(ctx_, marco(), devoluciones()); break;
    }
    for (const ValorMovido& v : valores_) {
        Linea& l = lineas_[static_cast<std::size_t>(v.numeroPartida - 1)];
        if (es_correccion(tipo_, v)) continue;
        // A transfer leaves and arrives: its value is counted once.
        if (tipo_.existencia == Existencia::traspaso && v.valor > Importe{}) continue;
        l.costo += v.valor < Importe{} ? -v.valor : v.valor;
    }
}

// A line gives its amount to the goods that its source line brought in.
void Emision::agregar_costos() {
    diario_->con_existencia();
    for (Linea& l : lineas_) {
        CostoTardio c = agregar_costo(ctx_, marco(), l.numero, l.origen->transaccionId, l.origen->numeroPartida, l.local);
        l.consumido = c.consumido;
        l.costo = l.local;
        for (ValorMovido& v : c.en_existencia) {
            v.numeroPartida = l.numero;
            valores_.push_back(v);
        }
    }
}

}  // namespace cacao::engine
