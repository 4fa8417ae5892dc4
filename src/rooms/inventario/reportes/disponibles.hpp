#pragma once
// What can be taken: how many of a kit its parts make, and which lots to take first.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct KitPedido {
    Id productoId;
    std::optional<Id> almacenId;
};
DESCRIBE_STRUCT(KitPedido, (), (productoId, almacenId))

struct ComponenteDisponible {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    Cantidad cantidad;  // in one kit
    Cantidad disponible;
    Cantidad alcanza;  // for so many kits
};
DESCRIBE_STRUCT(ComponenteDisponible, (), (productoId, codigo, producto, cantidad, disponible, alcanza))

struct KitDisponible {
    std::int64_t almacenId{};
    std::string almacen;
    Cantidad disponible;
    std::vector<ComponenteDisponible> componentes;
};
DESCRIBE_STRUCT(KitDisponible, (), (almacenId, almacen, disponible, componentes))

struct LotesSugeridosPedidos {
    Id productoId;
    Id almacenId;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(LotesSugeridosPedidos, (), (productoId, almacenId, cantidad))

struct LoteSugerido {
    std::int64_t loteId{};
    std::string codigo;
    std::optional<Fecha> caducidad;
    Cantidad disponible;
    Cantidad tomar;
};
DESCRIBE_STRUCT(LoteSugerido, (), (loteId, codigo, caducidad, disponible, tomar))

struct LotesSugeridos {
    std::int64_t productoId{};
    std::int64_t almacenId{};
    Cantidad cantidad;
    Cantidad faltante;
    std::vector<LoteSugerido> lotes;
};
DESCRIBE_STRUCT(LotesSugeridos, (), (productoId, almacenId, cantidad, faltante, lotes))

std::vector<KitDisponible> consultar_kit_disponible(const Context&, const KitPedido&);
LotesSugeridos sugerir_lotes(const Context&, const LotesSugeridosPedidos&);

void register_disponibles(api::Operations& ops);

}  // namespace cacao
