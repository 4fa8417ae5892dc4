#pragma once
// What reports of stock ask and show alike: which places, at which day, and what the books say of their value.

#include "api/operations.hpp"
#include "db/where.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

namespace cacao {

struct LugaresPedidos {
    std::optional<Id> productoId;
    std::optional<Id> almacenId;
    std::optional<Id> sucursalId;
    std::optional<Id> clasificacionId;
};
DESCRIBE_STRUCT(LugaresPedidos, (), (productoId, almacenId, sucursalId, clasificacionId))

// Adds the filters to a statement in which `alias` has the place, `a` is its almacen and `q` its producto.
inline void filtrar_lugares(db::Where& donde, const LugaresPedidos& p, const std::string& alias) {
    if (p.productoId) donde.add(alias + ".productoId = $", p.productoId->valor);
    if (p.almacenId) donde.add(alias + ".almacenId = $", p.almacenId->valor);
    if (p.sucursalId) donde.add("a.sucursalId = $", p.sucursalId->valor);
    if (p.clasificacionId) donde.add("q.clasificacionId = $ AND q.clasificacionId <> 0", p.clasificacionId->valor);
}
// Of a row `e` of existencia, what is put aside: text of SQL. What was until a day before `dia` (a parameter) is free.
inline std::string apartado_sql(std::string_view dia) {
    return fmt::format(R"((e.reservado - COALESCE((
        SELECT SUM(v.cantidad) FROM reserva v
         WHERE v.organizacionId = $1 AND v.productoId = e.productoId AND v.almacenId = e.almacenId AND v.loteId = e.loteId
           AND v.vence < {}), 0)))",
                       dia);
}
inline bool sin_filtro(const LugaresPedidos& p) { return !p.productoId && !p.almacenId && !p.sucursalId && !p.clasificacionId; }

// Compares what stock is worth with the inventory accounts.
struct CuadreInventario {
    Importe valor;                         // Σ layers, less what left before it came in
    std::optional<Importe> saldoContable;  // of the inventory accounts; none when the report leaves something out
    std::optional<Importe> diferencia;
};
DESCRIBE_STRUCT(CuadreInventario, (), (valor, saldoContable, diferencia))

// Now, or at the end of a day: what there is now walked back over what moved since.
CuadreInventario cuadrar_inventario(db::Reader& tx, const LugaresPedidos& p, const std::optional<Fecha>& fecha);
template <class Pedido>
CuadreInventario cuadre_de(const Context& ctx, const Pedido& p) {
    if constexpr (requires { p.fecha; }) return cuadrar_inventario(ctx.db(), p, p.fecha);
    else return cuadrar_inventario(ctx.db(), p, std::nullopt);
}

}  // namespace cacao
