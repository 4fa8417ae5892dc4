#include "engine/areas.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cacao::engine {
namespace {

// The group in which the kind is registered.
constexpr std::pair<std::string_view, std::string_view> areas[] = {
    {"Cotizacion", "Ventas"},
    {"PedidoCliente", "Ventas"},
    {"NotaVenta", "Ventas"},
    {"NotaVentaFacturada", "Ventas"},
    {"FacturaVenta", "Ventas"},
    {"NotaDevolucionCliente", "Ventas"},
    {"NotaCreditoCliente", "Ventas"},
    {"OrdenCompra", "Compras"},
    {"NotaRemision", "Compras"},
    {"FacturaCompra", "Compras"},
    {"Gasto", "Compras"},
    {"NotaDevolucionProveedor", "Compras"},
    {"NotaCreditoProveedor", "Compras"},
    {"GastoCompra", "Compras"},
    {"Entrega", "Inventario"},
    {"Recepcion", "Inventario"},
    {"EntradaInventario", "Inventario"},
    {"SalidaInventario", "Inventario"},
    {"InventarioInicial", "Inventario"},
    {"Merma", "Inventario"},
    {"ConsumoInterno", "Inventario"},
    {"SobranteConteo", "Inventario"},
    {"FaltanteConteo", "Inventario"},
    {"Traspaso", "Inventario"},
    {"TraspasoEnvio", "Inventario"},
    {"TraspasoRecepcion", "Inventario"},
    {"Reempaque", "Inventario"},
    {"Deposito", "Bancos"},
    {"Anticipo", "Bancos"},
    {"Egreso", "Bancos"},
    {"ComisionBancaria", "Bancos"},
    {"TraspasoBancario", "Bancos"},
    {"Reembolso", "Bancos"},
    {"AjusteSaldoCliente", "Bancos"},
    {"AjusteSaldoProveedor", "Bancos"},
    {"SolicitudPago", "Bancos"},
    {"Compensacion", "Bancos"},
    {"PagoEspecie", "Bancos"},
    {"Poliza", "Contabilidad"},
    {"PolizaReversa", "Contabilidad"},
    {"CierreAnual", "Contabilidad"},
    {"SaldoInicialCliente", "Contabilidad"},
    {"SaldoInicialProveedor", "Contabilidad"},
    {"SaldoInicialBanco", "Contabilidad"},
};

}  // namespace

std::string_view area_de(std::string_view tipo) {
    const auto* const it = std::ranges::find(areas, tipo, &std::pair<std::string_view, std::string_view>::first);
    return it == std::end(areas) ? std::string_view{} : it->second;
}

}  // namespace cacao::engine
