#include "engine/verbos/apartado.hpp"

#include "db/rows.hpp"
#include "engine/existencia/inventario.hpp"

#include <fmt/format.h>

#include <map>

namespace cacao::engine {
namespace {

struct PorApartarFila {
    std::string codigo;
    std::string seguimiento;
    std::int64_t clasificacionId = 0;
};
DESCRIBE_STRUCT(PorApartarFila, (), (codigo, seguimiento, clasificacionId))

Articulo articulo_apartado(db::Reader& tx, std::int64_t productoId) {
    const auto fila = tx.one<PorApartarFila>(
        "SELECT codigo, seguimiento, clasificacionId FROM producto WHERE organizacionId = $1 AND productoId = $2",
        tx.organizacion(), productoId);
    Articulo a;
    a.productoId = productoId;
    if (!fila) return a;
    a.codigo = fila->codigo;
    a.clasificacionId = fila->clasificacionId;
    a.seguimiento = fila->seguimiento == "lote"        ? Seguimiento::lote
                    : fila->seguimiento == "serie"     ? Seguimiento::serie
                    : fila->seguimiento == "loteSerie" ? Seguimiento::loteSerie
                                                       : Seguimiento::ninguno;
    return a;
}

}  // namespace

void apartar(Context& ctx, std::int64_t transaccionId, const std::vector<PorApartar>& lineas) {
    auto& tx = ctx.db();
    liberar_reservas(ctx, transaccionId);
    liberar_reservas_vencidas(ctx);
    std::map<std::int64_t, Articulo> articulos;  // a map does not move what movements point to
    std::vector<MovimientoPedido> movimientos;
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        const PorApartar& l = lineas[i];
        if (l.cantidad <= Cantidad{}) continue;
        auto it = articulos.find(l.productoId);
        if (it == articulos.end()) it = articulos.emplace(l.productoId, articulo_apartado(tx, l.productoId)).first;
        MovimientoPedido& m = movimientos.emplace_back();
        m.numeroPartida = l.numeroPartida;
        m.campo = fmt::format("/partidas/{}", i);
        m.articulo = &it->second;
        m.almacenId = l.almacenId;
        m.cantidad = l.cantidad;
    }
    if (movimientos.empty()) return;
    Marco marco{};
    marco.transaccionId = transaccionId;
    marco.venta = true;
    marco.fecha = ctx.hoy();
    reservar(ctx, marco, movimientos, std::nullopt);
}

void soltar_apartado(Context& ctx, std::int64_t transaccionId) { liberar_reservas(ctx, transaccionId); }

}  // namespace cacao::engine
