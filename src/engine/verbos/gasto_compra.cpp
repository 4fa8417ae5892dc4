#include "engine/verbos/gasto_compra.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/emitir.hpp"

#include <numeric>

namespace cacao::engine {
namespace {

struct Portador {
    std::int64_t productoId = 0;
    Cantidad cantidadBase;
    Importe costo;
    Cantidad peso;
    Cantidad volumen;
    std::int64_t almacenId = 0;
};
DESCRIBE_STRUCT(Portador, (), (productoId, cantidadBase, costo, peso, volumen, almacenId))

std::int64_t peso_de(const Portador& p, BaseReparto base, Importe manual) {
    // Products of millionths by millionths, in units that still fit 64 bits.
    const auto por = [](Cantidad a, Cantidad b) {
        return static_cast<std::int64_t>(static_cast<__int128>(a.micros()) * b.micros() / millonesimas);
    };
    switch (base) {
        case BaseReparto::importe: return p.costo.micros();
        case BaseReparto::cantidad: return p.cantidadBase.micros();
        case BaseReparto::peso: return por(p.cantidadBase, p.peso);
        case BaseReparto::volumen: return por(p.cantidadBase, p.volumen);
        case BaseReparto::partesIguales: return 1;
        case BaseReparto::manual: break;
    }
    return manual.micros();
}

}  // namespace

Emitido registrar_gasto_compra(Context& ctx, const GastoCompraPedido& pedido) {
    const Ajustes ajustes = leer_ajustes(ctx.db());
    Faltas faltas;
    faltas.agregar_si(pedido.importe.es_cero(), Codigo::fuera_de_rango, pedido.campo_importe);
    faltas.agregar_si(pedido.importe.redondeado(ajustes.decimales) != pedido.importe, Codigo::demasiados_decimales,
                      pedido.campo_importe);
    faltas.agregar_si(pedido.portadores.empty(), Codigo::lista_vacia, "/partidas");
    SolicitudInventario s = pedido.encabezado;
    std::vector<std::int64_t> pesos;
    std::vector<std::string> sin_base;
    Importe manual;
    for (const PortadorPedido& p : pedido.portadores) {
        const auto fila = ctx.db().one<Portador>(
            R"(SELECT p.productoId, p.cantidadBase, p.costo, q.peso, q.volumen, p.almacenId FROM partida p
               JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
               WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
            ctx.organizacionId(), p.transaccionId, p.numeroPartida);
        if (!fila) {
            faltas.agregar(Codigo::no_encontrado, p.campo + "/transaccionId");
            continue;
        }
        // An invoice of what a reception brought in has no goods of its own: the reception bears the cost.
        faltas.agregar_si(fila->almacenId == 0, Codigo::origen_no_permitido, p.campo + "/transaccionId");
        pesos.push_back(peso_de(*fila, pedido.base, p.importe));
        if (pesos.back() <= 0) sin_base.push_back(p.campo);
        manual += p.importe;
        auto& linea = s.partidas.emplace_back();
        linea.campo = p.campo;
        linea.productoId = fila->productoId;
        linea.cantidad = Cantidad::de_enteros(1);
        linea.origenId = p.transaccionId;
        linea.origenPartida = p.numeroPartida;
    }
    faltas.agregar_si(pedido.base == BaseReparto::manual && manual != pedido.importe, Codigo::regla_incumplida,
                      pedido.campo_importe);
    if (faltas.vacia() && std::accumulate(pesos.begin(), pesos.end(), std::int64_t{0}) <= 0)
        for (const auto& campo : sin_base) faltas.agregar(Codigo::regla_incumplida, campo);
    faltas.lanzar();

    const auto partes = repartir(pedido.importe, pesos, ajustes.decimales);
    std::vector<PartidaInventario> con_parte;
    for (std::size_t i = 0; i < partes.size(); ++i) {
        s.partidas[i].precioUnitario = Precio::de_micros(partes[i].micros());
        if (!partes[i].es_cero()) con_parte.push_back(s.partidas[i]);
    }
    s.partidas = std::move(con_parte);
    s.moneda = ajustes.moneda;
    return emitir(ctx, GastoCompra, s);
}

}  // namespace cacao::engine
