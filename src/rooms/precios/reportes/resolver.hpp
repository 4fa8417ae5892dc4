#pragma once
// What something costs to whom: the answer of engine/precios/precios.hpp, line by line.

#include "api/operations.hpp"
#include "engine/precios/precios.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct PrecioPorResolver {
    Id productoId;
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(PrecioPorResolver, (), (productoId, unidadMedidaId, cantidad))

// For whom, where and when prices are asked for.
struct MarcoPreciosPedido {
    std::optional<IdOpcional> clienteId;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> canalId;
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(MarcoPreciosPedido, (), (clienteId, sucursalId, canalId, fecha))

struct PreciosPorResolver : MarcoPreciosPedido {
    std::optional<Texto<3, 3>> moneda;
    std::optional<Precio> tipoCambio;
    Lista<PrecioPorResolver, 1000, 1> partidas;
};
DESCRIBE_STRUCT(PreciosPorResolver, (MarcoPreciosPedido), (moneda, tipoCambio, partidas))

struct FaltaDePartida {
    std::string campo;
    std::string codigo;
    std::string mensaje;
    JsonCrudo datos;
};
DESCRIBE_STRUCT(FaltaDePartida, (), (campo, codigo, mensaje, datos))

struct PrecioDePartida {
    std::int64_t productoId{};
    std::int64_t unidadMedidaId{};
    Cantidad cantidad;
    std::optional<engine::PrecioExplicado> precio;
    std::vector<FaltaDePartida> errores;
};
DESCRIBE_STRUCT(PrecioDePartida, (), (productoId, unidadMedidaId, cantidad, precio, errores))

// With what the session has where nothing is said.
engine::MarcoPrecios marco_de(const Context&, const MarcoPreciosPedido&);
std::vector<engine::PrecioPedido> pedidos_de(const std::vector<PrecioPorResolver>&);

std::vector<PrecioDePartida> resolver_partidas(const Context&, const PreciosPorResolver&);

// A fault of one line as it is shown among the answers of the others; `lugar` is the line's own place.
FaltaDePartida falta_de_partida(const Falta& falta, const std::string& lugar, Idioma idioma);

void register_resolver(api::Operations&);

}  // namespace cacao
