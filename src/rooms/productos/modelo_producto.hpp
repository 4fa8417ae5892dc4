#pragma once
// Models: goods that come in sizes, colours and the like. Each combination is a product of its own, made like the model's
// pattern, with its code, stock and price.

#include "rooms/productos/producto.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct AtributoDeModelo {
    std::string nombre;
    std::vector<std::string> valores;
};
DESCRIBE_STRUCT(AtributoDeModelo, (), (nombre, valores))
struct AtributoDeModeloNuevo {
    Texto<30, 1> nombre;
    Lista<Texto<30, 1>, 100, 1> valores;
};
DESCRIBE_STRUCT(AtributoDeModeloNuevo, (), (nombre, valores))
using AtributosDeModelo = Lista<AtributoDeModeloNuevo, 3, 1>;

struct ModeloProductoNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    Id productoId;
    AtributosDeModelo atributos;
};
DESCRIBE_STRUCT(ModeloProductoNuevo, (), (codigo, nombre, productoId, atributos))

// A list that is sent replaces the whole list; attributes stay the same, and their values grow, once there are variants.
struct ModeloProductoActualizacion {
    Id modeloId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Id> productoId;
    std::optional<AtributosDeModelo> atributos;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(ModeloProductoActualizacion, (), (modeloId, codigo, nombre, productoId, atributos, activo))

struct ModeloProducto {
    std::int64_t modeloId{};
    std::string codigo;
    std::string nombre;
    std::int64_t productoId{};
    bool activo{};
    std::int64_t version{};
    std::vector<AtributoDeModelo> atributos;
};
DESCRIBE_STRUCT(ModeloProducto, (), (modeloId, codigo, nombre, productoId, activo, version, atributos))

struct ModeloProductoEnLista {
    std::int64_t modeloId{};
    std::string codigo;
    std::string nombre;
    std::int64_t productoId{};
    std::int64_t variantes{};
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ModeloProductoEnLista, (), (modeloId, codigo, nombre, productoId, variantes, activo, version))

DESCRIBE_KEY(ModeloProductoPedido, modeloId)

// Which combinations become products: all that are not there yet when nothing is said.
struct VariantesNuevas {
    Id modeloId;
    std::optional<Lista<Lista<Texto<30, 1>, 3, 1>, 500, 1>> combinaciones;
};
DESCRIBE_STRUCT(VariantesNuevas, (), (modeloId, combinaciones))

struct VarianteDeProducto {
    std::int64_t productoId{};
    std::string codigo;
    std::string nombre;
    std::vector<std::string> valores;  // one of each attribute, in their order
    Precio precio;
    Cantidad existencia;  // in all warehouses
    bool activo{};
};
DESCRIBE_STRUCT(VarianteDeProducto, (), (productoId, codigo, nombre, valores, precio, existencia, activo))

std::vector<ModeloProductoEnLista> listar_modelos(const Context&);
ModeloProducto obtener_modelo(const Context&, const ModeloProductoPedido&);
ModeloProducto crear_modelo(Context&, const ModeloProductoNuevo&);
ModeloProducto actualizar_modelo(Context&, const ModeloProductoActualizacion&);
std::vector<VarianteDeProducto> listar_variantes(const Context&, const ModeloProductoPedido&);
std::vector<VarianteDeProducto> crear_variantes(Context&, const VariantesNuevas&);

void register_modelos_producto(api::Operations&);

}  // namespace cacao
