#include "rooms/precios/reportes/punto_venta.hpp"

#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/unidades.hpp"
#include "reflect/decode.hpp"
#include "rooms/precios/catalogos/promocion_filas.hpp"

#include <map>

namespace cacao {
namespace {

class Caja {
public:
    Caja(const Context& ctx, const CarritoPedido& pedido)
        : ctx_(ctx), tx_(ctx.db()), pedido_(pedido), marco_(marco_de(ctx, pedido)) {}
    CarritoCalculado calcular();

private:
    // Prices the lines that are given, with their faults at /partidas/n, and adds them to the answer.
    void cotizar(const std::vector<engine::PrecioPedido>& pedidos, CarritoCalculado& c);
    std::vector<std::optional<Cantidad>> en_unidad_base(const std::vector<engine::PrecioPedido>& pedidos) const;
    int minuto() const;

    const Context& ctx_;
    db::Reader& tx_;
    const CarritoPedido& pedido_;
    engine::MarcoPrecios marco_;
    engine::Moneda moneda_;
};

// The clock of the branch, unless the question brings its own.
int Caja::minuto() const {
    if (!pedido_.hora) return engine::minuto_local(ctx_, marco_.sucursalId);
    const auto m = minutos_de(std::string{*pedido_.hora});
    reject_if(!m, Codigo::valor_no_permitido, "/hora");
    return *m;
}

void Caja::cotizar(const std::vector<engine::PrecioPedido>& pedidos, CarritoCalculado& c) {
    Faltas faltas;
    auto resueltos = engine::resolver_precios(tx_, marco_, pedidos, engine::puede_autorizar_precio(ctx_.sesion()), faltas);
    faltas.lanzar();
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const auto lugar = "/partidas/" + std::to_string(c.partidas.size());
        auto& l = c.partidas.emplace_back();
        l.productoId = pedidos[i].productoId;
        l.unidadMedidaId = pedidos[i].unidadMedidaId;
        l.cantidad = pedidos[i].cantidad;
        l.precio = std::move(resueltos[i].precio);
        if (l.precio) l.importe = (l.cantidad * l.precio->precioUnitario).redondear(moneda_.decimales);
        for (const auto& f : resueltos[i].faltas) l.errores.push_back(falta_de_partida(f, lugar, ctx_.idioma()));
    }
}

std::vector<std::optional<Cantidad>> Caja::en_unidad_base(const std::vector<engine::PrecioPedido>& pedidos) const {
    db::Conjunto ids{"productoId"};
    for (const auto& p : pedidos) ids.agregar(p.productoId);
    std::map<std::int64_t, std::int64_t> bases;
    tx_.each(
        "SELECT p.productoId, p.unidadMedidaId FROM " + ids.sql(tx_.motor(), "$2") + R"( f
              JOIN producto p ON p.organizacionId = $1 AND p.productoId = f.productoId)",
        [&](const db::Row& row) { bases[row.integer(0)] = row.integer(1); }, tx_.organizacion(), ids.valor());
    std::vector<engine::UnidadPedida> preguntas;
    for (const auto& p : pedidos) preguntas.push_back({p.productoId, bases[p.productoId], p.unidadMedidaId});
    const auto unidades = engine::unidades_de(tx_, preguntas);
    std::vector<std::optional<Cantidad>> cantidades(pedidos.size());
    for (std::size_t i = 0; i < pedidos.size(); ++i)
        if (unidades[i]) cantidades[i] = engine::en_base(pedidos[i].cantidad, *unidades[i]);
    return cantidades;
}

CarritoCalculado Caja::calcular() {
    moneda_ = engine::moneda_local(tx_);
    const auto promociones = engine::promociones_vigentes(tx_, {marco_.fecha, minuto(), marco_.sucursalId});
    CarritoCalculado c;
    c.moneda = moneda_.moneda;
    const auto pedidos = pedidos_de(pedido_.partidas);
    cotizar(pedidos, c);

    const auto bases = en_unidad_base(pedidos);
    std::vector<engine::LineaCarrito> lineas;
    std::vector<std::size_t> de_cual;
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        auto& l = c.partidas[i];
        if (!l.precio) continue;
        if (!bases[i]) {
            l.errores.push_back(falta_de_partida({Codigo::unidad_no_convertible, "/cantidad", En::cuerpo, {}},
                                                 "/partidas/" + std::to_string(i), ctx_.idioma()));
            continue;
        }
        lineas.push_back({l.productoId, *bases[i], l.importe, {}, {}});
        de_cual.push_back(i);
    }
    const auto regalos = engine::aplicar_promociones(lineas, promociones, moneda_.decimales);
    for (std::size_t k = 0; k < lineas.size(); ++k) {
        c.partidas[de_cual[k]].promocion = lineas[k].promocion;
        c.partidas[de_cual[k]].promociones = std::move(lineas[k].aplicadas);
    }
    if (!regalos.empty()) {
        std::vector<engine::PrecioPedido> agregados;
        for (const auto& r : regalos) agregados.push_back({r.productoId, 0, r.cantidad});
        const auto primero = c.partidas.size();
        cotizar(agregados, c);
        for (std::size_t k = 0; k < regalos.size(); ++k) {
            auto& l = c.partidas[primero + k];
            l.regalo = true;
            l.promocion = l.importe;
            if (l.precio)
                l.promociones.push_back({regalos[k].promocionId, regalos[k].codigo, regalos[k].motivo, l.cantidad, l.importe});
        }
    }
    for (const auto& l : c.partidas) {
        c.importe += l.importe;
        c.promocion += l.promocion;
    }
    c.total = c.importe - c.promocion;
    return c;
}

}  // namespace

CarritoCalculado calcular_carrito(const Context& ctx, const CarritoPedido& pedido) { return Caja{ctx, pedido}.calcular(); }

void register_punto_venta(api::Operations& ops) {
    ops.group("Ventas");
    ops.add(api::Verb::POST, "/api/PuntoVenta/Calcular", "PuntoVentaCalcular", calcular_carrito)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido});
}

}  // namespace cacao
