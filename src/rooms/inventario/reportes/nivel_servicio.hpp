#pragma once
// How well customers were served: what was promised for a range of days against what reached them in time.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class AgruparServicio { sucursal, cliente, producto };
DESCRIBE_ENUM(AgruparServicio, sucursal, cliente, producto)

struct NivelServicioPedido {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<AgruparServicio> agruparPor;
    std::optional<Id> sucursalId;
    std::optional<Id> clienteId;
    std::optional<Id> productoId;
};
DESCRIBE_STRUCT(NivelServicioPedido, (), (fechaInicial, fechaFinal, agruparPor, sucursalId, clienteId, productoId))

// Each ratio with what it divides, so that it can be checked and added up again; none where there is nothing to divide by.
struct CifrasServicio {
    std::int64_t lineasPedidas{};
    std::int64_t lineasATiempo{};  // complete by the promised day
    std::optional<Tasa> nivelLineas;
    Cantidad cantidadPedida;
    Cantidad cantidadATiempo;
    std::optional<Tasa> nivelCantidad;
    std::int64_t pedidos{};
    std::int64_t pedidosPerfectos{};  // every line complete and in time
    std::optional<Tasa> nivelPedidos;
    std::int64_t dias{};  // of each product in each branch that was asked for it
    std::int64_t diasSinExistencia{};
    std::optional<Tasa> sinExistencia;
};
DESCRIBE_STRUCT(CifrasServicio, (),
                (lineasPedidas, lineasATiempo, nivelLineas, cantidadPedida, cantidadATiempo, nivelCantidad, pedidos,
                 pedidosPerfectos, nivelPedidos, dias, diasSinExistencia, sinExistencia))

struct QuienServicio {
    std::int64_t id{};  // of the branch, customer or product
    std::string codigo;
    std::string nombre;
};
DESCRIBE_STRUCT(QuienServicio, (), (id, codigo, nombre))

struct GrupoServicio : QuienServicio, CifrasServicio {};
DESCRIBE_STRUCT(GrupoServicio, (QuienServicio, CifrasServicio), ())

struct NivelServicio {
    Fecha fechaInicial;
    Fecha fechaFinal;
    AgruparServicio agruparPor{};
    std::vector<GrupoServicio> grupos;
    CifrasServicio total;
    std::int64_t lineasDeGrupos{};  // Σ of the groups
    std::int64_t diferencia{};      // of the lines of the orders: 0
};
DESCRIBE_STRUCT(NivelServicio, (), (fechaInicial, fechaFinal, agruparPor, grupos, total, lineasDeGrupos, diferencia))

NivelServicio medir_servicio(const Context&, const NivelServicioPedido&);

void register_nivel_servicio(api::Operations& ops);

}  // namespace cacao
