#include "rooms/precios/reportes/resolver.hpp"

#include "base/texto.hpp"

namespace cacao {

FaltaDePartida falta_de_partida(const Falta& falta, const std::string& lugar, Idioma idioma) {
    return {lugar + falta.campo,
            std::string{nombre(falta.codigo)},
            std::string{mensaje(falta.codigo, idioma)},
            {falta.datos.empty() ? "{}" : falta.datos}};
}

engine::MarcoPrecios marco_de(const Context& ctx, const MarcoPreciosPedido& pedido) {
    engine::MarcoPrecios marco;
    marco.clienteId = pedido.clienteId.value_or(0);
    marco.sucursalId = pedido.sucursalId.value_or(0);
    if (marco.sucursalId == 0) marco.sucursalId = ctx.sesion().sucursalId;
    marco.canalId = pedido.canalId.value_or(0);
    marco.fecha = pedido.fecha.value_or(ctx.hoy(marco.sucursalId));
    return marco;
}

std::vector<engine::PrecioPedido> pedidos_de(const std::vector<PrecioPorResolver>& partidas) {
    std::vector<engine::PrecioPedido> pedidos;
    pedidos.reserve(partidas.size());
    for (const auto& p : partidas) pedidos.push_back({p.productoId, p.unidadMedidaId.value_or(0), p.cantidad});
    return pedidos;
}

std::vector<PrecioDePartida> resolver_partidas(const Context& ctx, const PreciosPorResolver& pedida) {
    engine::MarcoPrecios marco = marco_de(ctx, pedida);
    if (pedida.moneda) marco.moneda = mayusculas(*pedida.moneda);
    marco.tipoCambio = pedida.tipoCambio;
    const auto pedidos = pedidos_de(pedida.partidas);
    Faltas faltas;
    auto resueltos = engine::resolver_precios(ctx.db(), marco, pedidos, engine::puede_autorizar_precio(ctx.sesion()), faltas);
    faltas.lanzar();
    std::vector<PrecioDePartida> respuesta;
    respuesta.reserve(resueltos.size());
    for (std::size_t i = 0; i < resueltos.size(); ++i) {
        auto& r = respuesta.emplace_back();
        r.productoId = pedidos[i].productoId;
        r.unidadMedidaId = pedidos[i].unidadMedidaId;
        r.cantidad = pedidos[i].cantidad;
        r.precio = std::move(resueltos[i].precio);
        for (const auto& f : resueltos[i].faltas)
            r.errores.push_back(falta_de_partida(f, "/partidas/" + std::to_string(i), ctx.idioma()));
    }
    return respuesta;
}

void register_resolver(api::Operations& ops) {
    ops.group(std::string{engine::grupo_de_precio});
    ops.add(api::Verb::POST, "/api/ListasPrecios/Resolver", "PreciosResolver", resolver_partidas)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido, Codigo::fuera_de_rango});
}

}  // namespace cacao
