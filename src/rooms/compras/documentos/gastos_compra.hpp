#pragma once
// Expenses over purchases (landed cost): freight, duty and the like, shared over the goods that bore them.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/gasto_compra.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

// One cost: of a line of a purchase invoice or expense that waits to be shared out, or an estimate.
struct CostoCompraNuevo {
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Entero<0, 5000>> partidaOrigen;
    std::optional<IdOpcional> proveedorId;
    std::optional<Texto<300>> descripcion;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Precio> tipoCambio;
    std::optional<Importe> importe;
};
DESCRIBE_STRUCT(CostoCompraNuevo, (), (transaccionIdOrigen, partidaOrigen, proveedorId, descripcion, moneda, tipoCambio, importe))

struct PortadorNuevo {
    Id transaccionId;
    Entero<1, 5000> numeroPartida;
    std::optional<Importe> importe;
};
DESCRIBE_STRUCT(PortadorNuevo, (), (transaccionId, numeroPartida, importe))

struct GastoCompraNuevo : engine::EncabezadoNuevo {
    engine::BaseReparto base{};
    Lista<CostoCompraNuevo, 100, 1> costos;
    NoVacia<PortadorNuevo> partidas;
};
DESCRIBE_STRUCT(GastoCompraNuevo, (engine::EncabezadoNuevo), (base, costos, partidas))

struct CostoCompra {
    std::int64_t transaccionIdOrigen{};
    std::int64_t partidaOrigen{};
    std::string origen;  // its folio, or empty for an estimate
    std::int64_t proveedorId{};
    std::string proveedor;
    std::string descripcion;
    std::string moneda;
    Precio tipoCambio;
    Importe importe;
    Importe importeLocal;
};
DESCRIBE_STRUCT(CostoCompra, (),
                (transaccionIdOrigen, partidaOrigen, origen, proveedorId, proveedor, descripcion, moneda, tipoCambio, importe,
                 importeLocal))

// `costoNuevo` is the original cost with every addition in force, this one included.
struct ProductoConGasto {
    std::int64_t transaccionIdOrigen{};
    std::int64_t partidaOrigen{};
    std::int64_t productoId{};
    std::string codigo;
    std::string descripcion;
    Cantidad cantidad;
    Importe costoOriginal;
    Importe costoAgregado;
    Importe costoNuevo;
};
DESCRIBE_STRUCT(ProductoConGasto, (),
                (transaccionIdOrigen, partidaOrigen, productoId, codigo, descripcion, cantidad, costoOriginal, costoAgregado,
                 costoNuevo))

struct GastosCompraFiltro : PaginaPedida, engine::FiltroLugar, engine::FiltroEstado, engine::FiltroFolio {};
DESCRIBE_STRUCT(GastosCompraFiltro, (PaginaPedida, engine::FiltroLugar, engine::FiltroEstado, engine::FiltroFolio), ())

struct GastoCompraResumen : engine::DocumentoIdentidad, engine::DocumentoCifras {
    std::string base;
};
DESCRIBE_STRUCT(GastoCompraResumen, (engine::DocumentoIdentidad, engine::DocumentoCifras), (base))

struct GastoCompra : GastoCompraResumen {
    std::vector<CostoCompra> costos;
    std::vector<ProductoConGasto> productos;
    std::vector<engine::ArchivoVista> archivos;
    std::vector<engine::NotaAgregada> notasAgregadas;
};
DESCRIBE_STRUCT(GastoCompra, (GastoCompraResumen), (costos, productos, archivos, notasAgregadas))

engine::DocumentoCreado crear_gasto_compra(Context&, const GastoCompraNuevo&);
GastoCompra obtener_gasto_compra(const Context&, const engine::DocumentoPedido&);
Pagina<GastoCompraResumen> listar_gastos_compra(const Context&, const GastosCompraFiltro&);
engine::Cancelado cancelar_gasto_compra(Context&, const engine::CancelacionPedida&);

// gastos_compra_costos.cpp: what each cost comes to, and that no source is shared out twice.
std::vector<CostoCompra> revisar_costos(Context&, const GastoCompraNuevo&, Fecha dia);

void register_gastos_compra(api::Operations& ops);

}  // namespace cacao
