#pragma once
// Stock on hand, from kept balances.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ExistenciasPedidas : PaginaPedida {
    std::optional<Id> productoId;
    std::optional<Id> almacenId;
    std::optional<Id> sucursalId;
    std::optional<Id> clasificacionId;
    std::optional<bool> soloConExistencia;
};
BOOST_DESCRIBE_STRUCT(ExistenciasPedidas, (PaginaPedida), (productoId, almacenId, sucursalId, clasificacionId, soloConExistencia))

struct ExistenciaProducto {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::string unidad;
    std::int64_t almacenId{};
    std::string almacen;
    Cantidad existencia;
    Cantidad reservado;
    Cantidad disponible;
    Importe valor;
};
BOOST_DESCRIBE_STRUCT(ExistenciaProducto, (),
                      (productoId, codigo, producto, unidad, almacenId, almacen, existencia, reservado, disponible, valor))

struct ExistenciasTotales {
    Importe valor;          // Σ layers
    Importe saldoContable;  // of the inventory accounts
    Importe diferencia;
};
BOOST_DESCRIBE_STRUCT(ExistenciasTotales, (), (valor, saldoContable, diferencia))

Pagina<ExistenciaProducto> listar_existencias(const Context&, const ExistenciasPedidas&);
ExistenciasTotales totalizar_existencias(const Context&, const Nada&);

void register_existencias(api::Operations& ops);

}  // namespace cacao
