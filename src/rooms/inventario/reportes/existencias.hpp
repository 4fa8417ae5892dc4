#pragma once
// Stock on hand, from kept balances: now, or at the end of any day.

#include "api/operations.hpp"
#include "rooms/inventario/catalogos/lugares.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ExistenciasPedidas : PaginaPedida, LugaresPedidos, FiltroCambios {
    std::optional<bool> soloConExistencia;
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(ExistenciasPedidas, (PaginaPedida, LugaresPedidos, FiltroCambios), (soloConExistencia, fecha))

struct ExistenciaProducto {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::string unidad;
    std::int64_t almacenId{};
    std::string almacen;
    Cantidad existencia;
    std::optional<Cantidad> reservado;  // what is put aside, on its way or on order is known of now alone
    std::optional<Cantidad> disponible;
    std::optional<Cantidad> enTransito;
    std::optional<Cantidad> porRecibir;
    Importe valor;
};
DESCRIBE_STRUCT(ExistenciaProducto, (),
                (productoId, codigo, producto, unidad, almacenId, almacen, existencia, reservado, disponible, enTransito,
                 porRecibir, valor))

struct TotalesPedidos : LugaresPedidos {
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(TotalesPedidos, (LugaresPedidos), (fecha))

Pagina<ExistenciaProducto> listar_existencias(const Context&, const ExistenciasPedidas&);

void register_existencias(api::Operations& ops);

}  // namespace cacao
