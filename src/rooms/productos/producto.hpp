#pragma once
// Products: goods, services and kits, with their units, taxes and components.

#include "api/operations.hpp"
#include "engine/precios/perfil_impuestos.hpp"
#include "engine/verbos/pedidos.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class TipoProducto { producto, servicio, kit };
DESCRIBE_ENUM(TipoProducto, producto, servicio, kit)

enum class SeguimientoProducto { ninguno, lote, serie, loteSerie };
DESCRIBE_ENUM(SeguimientoProducto, ninguno, lote, serie, loteSerie)

enum class MetodoCosto { peps, promedio };
DESCRIBE_ENUM(MetodoCosto, peps, promedio)

struct ComponenteNuevo : engine::ProductoDePartida {
    Cantidad cantidad;  // in the component's base unit
    std::optional<bool> obligatorio;
};
DESCRIBE_STRUCT(ComponenteNuevo, (engine::ProductoDePartida), (cantidad, obligatorio))

struct UnidadDeProductoNueva {
    Id unidadMedidaId;
    Entero<1, 1'000'000'000> numerador;
    std::optional<Entero<1, 1'000'000'000>> denominador;
};
DESCRIBE_STRUCT(UnidadDeProductoNueva, (), (unidadMedidaId, numerador, denominador))

// What it is scanned by: of a piece, or of the unit that it is on.
struct CodigoBarrasNuevo {
    Texto<50, 1> codigo;
    std::optional<IdOpcional> unidadMedidaId;
};
DESCRIBE_STRUCT(CodigoBarrasNuevo, (), (codigo, unidadMedidaId))
using CodigosBarrasNuevos = Lista<CodigoBarrasNuevo, 50>;

struct ProductoNuevo : engine::PerfilPedido {
    Texto<50, 1> codigo;
    Texto<250, 1> nombre;
    std::optional<Texto<1000>> descripcion;
    std::optional<TipoProducto> tipo;
    std::optional<Texto<50>> numeroParte;
    Id unidadMedidaId;
    std::optional<IdOpcional> clasificacionId;
    std::optional<IdOpcional> agrupadorServicioId;
    std::optional<SeguimientoProducto> seguimiento;
    std::optional<MetodoCosto> metodoCosto;
    Texto<8, 8> claveProdServ;
    std::optional<NoNegativo<Precio>> precio;
    std::optional<NoNegativo<Cantidad>> peso;
    std::optional<NoNegativo<Cantidad>> volumen;
    std::optional<NoNegativo<Tasa>> toleranciaEntrega;  // 0.05: up to 5 % beyond what was ordered
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Lista<ComponenteNuevo, 200>> componentes;
    std::optional<Lista<UnidadDeProductoNueva, 50>> unidades;
    std::optional<CodigosBarrasNuevos> codigosBarras;
};
DESCRIBE_STRUCT(ProductoNuevo, (engine::PerfilPedido),
                (codigo, nombre, descripcion, tipo, numeroParte, unidadMedidaId, clasificacionId, agrupadorServicioId,
                 seguimiento, metodoCosto, claveProdServ, precio, peso, volumen, toleranciaEntrega, referenciaExterna,
                 componentes, unidades, codigosBarras))

// Left out is unchanged; "" or null clears; a list that is sent replaces the whole list.
struct ProductoActualizacion : engine::PerfilPedido {
    Id productoId;
    std::optional<Texto<50, 1>> codigo;
    std::optional<Texto<250, 1>> nombre;
    Cambio<Texto<1000>> descripcion;
    std::optional<TipoProducto> tipo;
    Cambio<Texto<50>> numeroParte;
    std::optional<Id> unidadMedidaId;
    Cambio<IdOpcional> clasificacionId;
    Cambio<IdOpcional> agrupadorServicioId;
    std::optional<SeguimientoProducto> seguimiento;
    std::optional<MetodoCosto> metodoCosto;
    std::optional<Texto<8, 8>> claveProdServ;
    Cambio<NoNegativo<Precio>> precio;
    Cambio<NoNegativo<Cantidad>> peso;
    Cambio<NoNegativo<Cantidad>> volumen;
    Cambio<NoNegativo<Tasa>> toleranciaEntrega;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
    std::optional<Lista<ComponenteNuevo, 200>> componentes;
    std::optional<Lista<UnidadDeProductoNueva, 50>> unidades;
    std::optional<CodigosBarrasNuevos> codigosBarras;
};
DESCRIBE_STRUCT(ProductoActualizacion, (engine::PerfilPedido),
                (productoId, codigo, nombre, descripcion, tipo, numeroParte, unidadMedidaId, clasificacionId, agrupadorServicioId,
                 seguimiento, metodoCosto, claveProdServ, precio, peso, volumen, toleranciaEntrega, referenciaExterna, activo,
                 componentes, unidades, codigosBarras))

struct NumeroParteCambio {
    Id productoId;
    Texto<50> numeroParte;  // "" for none
};
DESCRIBE_STRUCT(NumeroParteCambio, (), (productoId, numeroParte))

struct ComponenteDeProducto {
    std::int64_t productoId{};
    std::string codigo;
    std::string nombre;
    Cantidad cantidad;
    std::string unidad;
    bool obligatorio{};
};
DESCRIBE_STRUCT(ComponenteDeProducto, (), (productoId, codigo, nombre, cantidad, unidad, obligatorio))

struct UnidadDeProducto {
    std::int64_t unidadMedidaId{};
    std::string codigo;
    std::int64_t numerador{};
    std::int64_t denominador{};
};
DESCRIBE_STRUCT(UnidadDeProducto, (), (unidadMedidaId, codigo, numerador, denominador))

// What it is called, and so what an answer begins with.
struct ProductoNombrado {
    std::int64_t productoId{};
    std::string codigo;
    std::string nombre;
    std::string descripcion;
    Nombrado<TipoProducto> tipo;
    std::string numeroParte;
};
DESCRIBE_STRUCT(ProductoNombrado, (), (productoId, codigo, nombre, descripcion, tipo, numeroParte))

struct ProductoResumen : ProductoNombrado, engine::PerfilImpuestos {
    std::int64_t unidadMedidaId{};
    std::string unidad;
    std::string claveUnidad;
    std::int64_t clasificacionId{};
    std::int64_t agrupadorServicioId{};
    Nombrado<SeguimientoProducto> seguimiento;
    Nombrado<MetodoCosto> metodoCosto;
    std::string claveProdServ;
    Precio precio;
    Cantidad peso;
    Cantidad volumen;
    Tasa toleranciaEntrega;
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(ProductoResumen, (ProductoNombrado, engine::PerfilImpuestos),
                (unidadMedidaId, unidad, claveUnidad, clasificacionId, agrupadorServicioId, seguimiento, metodoCosto,
                 claveProdServ, precio, peso, volumen, toleranciaEntrega, referenciaExterna, activo, version, creadoEn,
                 modificadoEn))

struct CodigoBarras {
    std::string codigo;
    std::int64_t unidadMedidaId{};  // 0: the product's own
};
DESCRIBE_STRUCT(CodigoBarras, (), (codigo, unidadMedidaId))

struct Producto : ProductoResumen {
    std::vector<ComponenteDeProducto> componentes;
    std::vector<UnidadDeProducto> unidades;
    std::vector<CodigoBarras> codigosBarras;
};
DESCRIBE_STRUCT(Producto, (ProductoResumen), (componentes, unidades, codigosBarras))

DESCRIBE_KEY(ProductoPedido, productoId)

struct ProductosFiltro : PaginaPedida, FiltroCambios {
    std::optional<Texto<100>> buscar;
    std::optional<Texto<50>> codigo;
    std::optional<Texto<50, 1>> codigoBarras;
    std::optional<Texto<50>> numeroParte;
    std::optional<Id> clasificacionId;
    std::optional<Id> modeloId;
    std::optional<TipoProducto> tipo;
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(ProductosFiltro, (PaginaPedida, FiltroCambios),
                (buscar, codigo, codigoBarras, numeroParte, clasificacionId, modeloId, tipo, activo, referenciaExterna))

Producto crear_producto(Context&, const ProductoNuevo&);
Producto actualizar_producto(Context&, const ProductoActualizacion&);
// For tables of many: without a lock of its own, because one transaction cannot hold one for each; the version in the statement
// refuses what somebody else changed meanwhile. False when nothing differs, and then nothing is written.
bool cambiar_producto(Context&, const ProductoActualizacion&);
Producto cambiar_numero_parte(Context&, const NumeroParteCambio&);
Producto obtener_producto(const Context&, const ProductoPedido&);
Pagina<ProductoResumen> listar_productos(const Context&, const ProductosFiltro&);

void register_productos(api::Operations&);

}  // namespace cacao
