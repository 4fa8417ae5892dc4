// Registration, second step: which lines move goods, from where, and what is delivered before it is invoiced.

#include "engine/emision/derivacion.hpp"
#include "engine/emision/juzgar.hpp"

#include "reflect/json_write.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

Seguimiento seguimiento_de(std::string_view s) {
    if (s == "lote") return Seguimiento::lote;
    if (s == "serie") return Seguimiento::serie;
    if (s == "loteSerie") return Seguimiento::loteSerie;
    return Seguimiento::ninguno;
}

const AlmacenFila* almacen(const Juicio& j, std::int64_t almacenId) {
    const auto it = std::ranges::find(j.hallado.almacenes, almacenId, &AlmacenFila::almacenId);
    return it == j.hallado.almacenes.end() ? nullptr : &*it;
}

// Where nothing moves there is no lot to take it from; a warehouse may be said, if there is one.
void juzgar_quieta(const Juicio& j, const Linea& l) {
    const DeMercancia& m = l.pedida->mercancia;
    if (m.lote) j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/lote"));
    if (!m.series.empty()) j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/series"));
    if (!m.componentes.empty()) j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/componentes"));
    if (m.almacenId != 0 && almacen(j, m.almacenId) == nullptr) j.faltas.agregar(Codigo::no_encontrado, l.campo("/almacenId"));
}

// The price of a kit shared over its parts in proportion to their list prices, exactly.
std::vector<Importe> repartir_kit(const std::vector<ParteKit>& partes, Importe valor, int decimales) {
    std::vector<std::int64_t> pesos;
    for (const ParteKit& p : partes) pesos.push_back((p.componente.cantidad * p.precio).redondear(6).micros());
    return repartir(valor, pesos, decimales);
}

// Whether a component that a line names is that part, by its identifier, its code or both.
bool es_la_parte(const ComponentePedido& c, const ParteKit& parte) {
    const bool por_id = c.productoId == 0 || c.productoId == parte.componente.productoId;
    return por_id && (c.codigo.empty() || c.codigo == parte.codigo) && (c.productoId != 0 || !c.codigo.empty());
}

// What a kit's line says of one of its parts: in lots, or its serials. What names no quantity takes what the others leave.
void repartir_dichos(const Juicio& j, const Linea& l, const ParteKit& parte, std::vector<MovimientoPedido>& movimientos,
                     const MovimientoPedido& modelo) {
    const auto& dichos = l.pedida->mercancia.componentes;
    Cantidad falta = parte.componente.cantidad;
    for (const ComponentePedido& c : dichos)
        if (es_la_parte(c, parte)) falta -= c.cantidad.value_or(Cantidad{});
    std::string ultimo;
    bool entero = false;  // somebody takes what is left
    Importe valor = modelo.valor;
    for (std::size_t i = 0; i < dichos.size(); ++i) {
        const ComponentePedido& c = dichos[i];
        if (!es_la_parte(c, parte)) continue;
        ultimo = l.campo("/componentes/" + std::to_string(i));
        if (!c.cantidad && entero) j.faltas.agregar(Codigo::requerido, ultimo + "/cantidad");
        const Cantidad suya = c.cantidad ? *c.cantidad : falta;
        entero = entero || !c.cantidad;
        const auto series = abrir_series(c.series);
        if (!series) j.faltas.agregar(Codigo::valor_no_permitido, ultimo + "/series");
        MovimientoPedido& m = movimientos.emplace_back(modelo);
        m.campo = ultimo;
        m.deKit = false;
        m.lote = c.lote;
        m.series = series.value_or(std::vector<std::string>{});
        m.cantidad = suya;
        // What came in as one is worth as one, in parts.
        m.valor = proporcion(modelo.valor, suya.micros(), modelo.cantidad.micros(), j.hallado.ajustes.decimales);
        valor -= m.valor;
    }
    movimientos.back().valor += valor;
    const bool cuadra = entero ? falta > Cantidad{} : falta.es_cero();
    if (!cuadra)
        j.faltas.agregar(Codigo::fuera_de_rango, ultimo + "/cantidad", En::donde_sea,
                         reflect::objeto("requerido", parte.componente.cantidad));
}

// Components that are not the kit's, and what is said of a product that is none.
void juzgar_componentes(const Juicio& j, const Linea& l) {
    const auto& dichos = l.pedida->mercancia.componentes;
    if (l.producto()->tipo != "kit") {
        if (!dichos.empty()) j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/componentes"));
        return;
    }
    for (std::size_t i = 0; i < dichos.size(); ++i) {
        const ComponentePedido& c = dichos[i];
        const std::string campo = l.campo("/componentes/" + std::to_string(i));
        if (c.productoId == 0 && c.codigo.empty())
            j.faltas.agregar(Codigo::requerido, campo + "/productoId", En::donde_sea, R"({"alternativas":["codigo"]})");
        else if (std::ranges::none_of(l.hallada->partes, [&](const ParteKit& p) { return es_la_parte(c, p); }))
            j.faltas.agregar(Codigo::valor_no_permitido, campo + (c.productoId == 0 ? "/codigo" : "/productoId"));
    }
}

void planear(const Juicio& j, Juzgado& d, Linea& l) {
    const PartidaPedida& p = *l.pedida;
    l.almacenId = almacen_de(j.tipo, j.pedida, p, *l.hallada, d.sucursal);
    const AlmacenFila* dicho = almacen(j, l.almacenId);
    if (l.almacenId == 0) j.faltas.agregar(Codigo::almacen_requerido, l.campo("/almacenId"));
    else if (p.mercancia.almacenId != 0 && dicho == nullptr) j.faltas.agregar(Codigo::no_encontrado, l.campo("/almacenId"));
    else if (p.mercancia.almacenId != 0 && !dicho->activo) j.faltas.agregar(Codigo::inactivo, l.campo("/almacenId"));
    l.mueve = true;
    const auto series = abrir_series(p.mercancia.series);
    if (!series) return j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/series"));
    j.faltas.agregar(l.hallada->faltas);
    juzgar_componentes(j, l);
    const auto movimiento = [&](std::int64_t productoId, const std::string& codigo, std::string_view seguimiento,
                                std::string_view metodo, std::int64_t clasificacionId, Cantidad cantidad, Importe valor) {
        d.articulos.push_back({productoId, codigo, seguimiento_de(seguimiento),
                               metodo == "promedio" ? MetodoCosto::promedio : MetodoCosto::peps, clasificacionId});
        return MovimientoPedido{l.numero, p.renglon.campo, &d.articulos.back(), l.almacenId, p.mercancia.lote, *series, cantidad,
                                valor};
    };
    const ProductoFila& producto = *l.producto();
    if (producto.tipo != "kit")
        return d.movimientos.push_back(movimiento(producto.productoId, producto.codigo, producto.seguimiento,
                                                  producto.metodoCosto, producto.clasificacionId, l.medida().cantidadBase,
                                                  l.local));
    // A kit that comes in is worth what was paid for it, shared out among its parts.
    const auto& partes = l.hallada->partes;
    if (partes.empty()) {
        // Services alone, or what is optional: there is nothing for its price to stand in.
        const bool sin_falta = l.hallada->faltas.vacia() && l.medida().cantidadBase > Cantidad{};
        j.faltas.agregar_si(sin_falta && j.tipo.existencia == Existencia::entrada, Codigo::valor_no_permitido,
                            l.campo("/productoId"));
        return;
    }
    const auto valores = j.tipo.existencia == Existencia::entrada ? repartir_kit(partes, l.local, j.hallado.ajustes.decimales)
                                                                  : std::vector<Importe>(partes.size());
    for (std::size_t i = 0; i < partes.size(); ++i) {
        MovimientoPedido m =
            movimiento(partes[i].componente.productoId, partes[i].codigo, partes[i].seguimiento, partes[i].metodoCosto,
                       partes[i].clasificacionId, partes[i].componente.cantidad, valores[i]);
        if (std::ranges::any_of(p.mercancia.componentes, [&](const ComponentePedido& c) { return es_la_parte(c, partes[i]); })) {
            repartir_dichos(j, l, partes[i], d.movimientos, m);
            continue;
        }
        // A lot or serials of the line itself are those of the parts that have them.
        const Seguimiento s = m.articulo->seguimiento;
        if (s != Seguimiento::lote && s != Seguimiento::loteSerie) m.lote.reset();
        if (s != Seguimiento::serie && s != Seguimiento::loteSerie) m.series.clear();
        m.deKit = !m.lote && m.series.empty();
        d.movimientos.push_back(std::move(m));
    }
}

void juzgar_destino(const Juicio& j, const Juzgado& d) {
    const std::int64_t destinoId = j.pedida.traspaso.almacenDestinoId;
    const bool traspaso = j.tipo.existencia == Existencia::traspaso;
    const AlmacenFila* destino = almacen(j, destinoId);
    if (destinoId == 0) j.faltas.agregar_si(traspaso, Codigo::requerido, "/almacenDestinoId");
    else if (destino == nullptr) j.faltas.agregar(Codigo::no_encontrado, "/almacenDestinoId");
    else if (!destino->activo) j.faltas.agregar(Codigo::inactivo, "/almacenDestinoId");
    const bool mismo = std::ranges::any_of(d.lineas, [&](const Linea& l) { return l.mueve && l.almacenId == destinoId; });
    j.faltas.agregar_si(traspaso && mismo, Codigo::valor_no_permitido, "/almacenDestinoId");
}

// Repackaging: what is consumed becomes what is produced.
void juzgar_reempaque(const Juicio& j, const Juzgado& d) {
    const DeReempaque& pedido = j.pedida.reempaque;
    bool consume = false;
    bool produce = false;
    Tasa porcentajes;
    for (const Linea& l : d.lineas) {
        const DeTransformacion& t = l.pedida->transformacion;
        const bool con_costo = l.pedida->valor.precioUnitario.has_value();
        (t.produce ? produce : consume) = true;
        if (l.producto() != nullptr && l.producto()->tipo != "producto")
            j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/productoId"));
        if (t.merma < Cantidad{} || t.merma > l.medida().cantidadBase || (t.produce && !t.merma.es_cero()))
            j.faltas.agregar(Codigo::fuera_de_rango, l.campo("/merma"));
        const bool manual = t.produce && pedido.reparto == Reparto::manual && !con_costo;
        if (manual && !t.porcentaje) j.faltas.agregar(Codigo::requerido, l.campo("/porcentaje"));
        if (!manual && t.porcentaje) j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/porcentaje"));
        if (!t.produce && con_costo) j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/costoUnitario"));
        if (t.porcentaje) porcentajes += *t.porcentaje;
    }
    j.faltas.agregar_si(!consume || !produce, Codigo::lista_vacia, "/partidas");
    j.faltas.agregar_si(pedido.reparto == Reparto::manual && porcentajes != Tasa::de_enteros(1), Codigo::regla_incumplida,
                        "/reparto");
    j.faltas.agregar_si(pedido.costoAgregado < Importe{}, Codigo::fuera_de_rango, "/costoAgregado");
    j.faltas.agregar_si(pedido.costoAgregado.redondeado(j.hallado.ajustes.decimales) != pedido.costoAgregado,
                        Codigo::demasiados_decimales, "/costoAgregado");
}

// With taxes, in the organization's currency: what the order agreed or, without one, what the lists say today. Where they say
// nothing there is nothing to count.
std::optional<Importe> por_facturar(const Juicio& j, const Juzgado& d, const Linea& l) {
    const int decimales = j.hallado.ajustes.decimales;
    if (!l.hallada->pactada.empty()) {
        const LineaPactada& pactada = l.hallada->pactada.front();
        return proporcion(convertir(pactada.total, pactada.tipoCambio, decimales), l.medida().cantidadBase.micros(),
                          pactada.cantidadBase.micros(), decimales);
    }
    if (l.origen() != nullptr || !l.hallada->precio || !l.hallada->precio->precio) return std::nullopt;
    const PrecioExplicado& precio = *l.hallada->precio->precio;
    const Medida& m = l.medida();
    return calcular({m.cantidad, m.cantidadBase, precio.precioUnitario, {}, {}, precio.incluyeImpuestos},
                    debidos(*l.producto(), circunstancia_de(j.hallado, d, true), d.encabezado.fecha), decimales)
        .total();
}

}  // namespace

void juzgar_existencia(const Juicio& j, Juzgado& d) {
    std::vector<std::int64_t> por_entregar;  // lines whose goods stay where they are
    for (Linea& l : d.lineas) {
        if (mueve(j.tipo, j.pedida, *l.hallada)) {
            planear(j, d, l);
            continue;
        }
        j.faltas.agregar(l.hallada->faltas);  // of a kit that is waited for by its parts
        juzgar_quieta(j, l);
        const bool servicio = l.producto() == nullptr || l.producto()->tipo == "servicio";
        if (!servicio && (l.regla() == nullptr || !l.regla()->sin_existencia)) por_entregar.push_back(l.numero);
    }
    if (!con_mercancia(j.tipo)) return;
    // An order promises goods; what is charged for them before they go is a matter of the organization.
    if (j.tipo.saldo == Saldo::por_cobrar && !j.hallado.ajustes.facturaSinEntrega && !por_entregar.empty())
        j.faltas.agregar(Codigo::entrega_requerida, "/sinEntrega", En::donde_sea,
                         R"({"partidas":)" + reflect::to_json(por_entregar) + "}");
    if (j.tipo.existencia == Existencia::traspaso || j.tipo.existencia == Existencia::reempaque) juzgar_destino(j, d);
    if (j.tipo.existencia == Existencia::reempaque) juzgar_reempaque(j, d);
    if (es_entrega(j.tipo) && j.faltas.vacia())
        for (Linea& l : d.lineas) l.por_facturar = por_facturar(j, d, l);
}

}  // namespace cacao::engine
