#pragma once
// Each product in each center: what there is, what is coming and going, how long it lasts and how much to ask for.

#include "api/operations.hpp"
#include "rooms/inventario/catalogos/lugares.hpp"

#include <optional>
#include <string>

namespace cacao {

struct CentroDistribucionPedido : PaginaPedida, LugaresPedidos {
    std::optional<Entero<1, 730>> diasDemanda;
};
DESCRIBE_STRUCT(CentroDistribucionPedido, (PaginaPedida, LugaresPedidos), (diasDemanda))

struct CentroProducto {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::string unidad;
    std::int64_t almacenId{};
    std::string almacen;
    std::int64_t sucursalId{};
    Cantidad existencia;
    Cantidad reservado;
    Cantidad disponible;
    Cantidad enTransitoEntrada;
    Cantidad enTransitoSalida;
    Cantidad pedidoPendiente;
    Cantidad ordenPendiente;
    Cantidad demanda;  // of the whole window
    std::int64_t diasDemanda{};
    Cantidad demandaDiaria;
    std::optional<Cantidad> diasCobertura;  // none: nothing is asked for
    std::optional<Cantidad> minimo;
    std::optional<Cantidad> maximo;
    bool bajoMinimo{};
    Cantidad sugerido;
    Importe valor;
};
DESCRIBE_STRUCT(CentroProducto, (),
                (productoId, codigo, producto, unidad, almacenId, almacen, sucursalId, existencia, reservado, disponible,
                 enTransitoEntrada, enTransitoSalida, pedidoPendiente, ordenPendiente, demanda, diasDemanda, demandaDiaria,
                 diasCobertura, minimo, maximo, bajoMinimo, sugerido, valor))

Pagina<CentroProducto> listar_centro_distribucion(const Context&, const CentroDistribucionPedido&);

void register_centro_distribucion(api::Operations& ops);

}  // namespace cacao
