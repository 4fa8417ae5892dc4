#include "engine/tipos/documento.hpp"

#include "base/error.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/tipos/saldos_iniciales.hpp"
#include "engine/tipos/ventas.hpp"

#include <algorithm>
#include <vector>

namespace cacao::engine {
namespace {

std::vector<const Documento*>& tipos() {
    static std::vector<const Documento*> lista{&Cotizacion,
                                               &PedidoCliente,
                                               &Entrega,
                                               &NotaVenta,
                                               &NotaVentaFacturada,
                                               &FacturaVenta,
                                               &NotaDevolucionCliente,
                                               &NotaCreditoCliente,
                                               &OrdenCompra,
                                               &Recepcion,
                                               &NotaRemision,
                                               &FacturaCompra,
                                               &Gasto,
                                               &NotaDevolucionProveedor,
                                               &NotaCreditoProveedor,
                                               &GastoCompra,
                                               &EntradaInventario,
                                               &SalidaInventario,
                                               &InventarioInicial,
                                               &Merma,
                                               &ConsumoInterno,
                                               &SobranteConteo,
                                               &FaltanteConteo,
                                               &Traspaso,
                                               &TraspasoEnvio,
                                               &TraspasoRecepcion,
                                               &Reempaque,
                                               &Deposito,
                                               &Anticipo,
                                               &Egreso,
                                               &ComisionBancaria,
                                               &TraspasoBancario,
                                               &Reembolso,
                                               &AjusteSaldoCliente,
                                               &AjusteSaldoProveedor,
                                               &SolicitudPago,
                                               &Compensacion,
                                               &PagoEspecie,
                                               &Poliza,
                                               &PolizaReversa,
                                               &CierreAnual,
                                               &SaldoInicialCliente,
                                               &SaldoInicialProveedor,
                                               &SaldoInicialBanco};
    return lista;
}

constexpr std::array<std::string_view, 8> avances{"",         "entregado",  "facturado", "recibido",
                                                  "devuelto", "acreditado", "pagado",    "pedido"};
constexpr std::array<std::string_view, 10> estados{"vigente",    "porAutorizar", "autorizado", "aceptada",  "rechazada",
                                                   "solicitada", "pagada",       "cerrado",    "cancelado", "porRevisar"};

}  // namespace

std::string_view nombre(Avance avance) { return avances[static_cast<std::size_t>(avance)]; }
std::string_view nombre(Estado estado) { return estados[static_cast<std::size_t>(estado)]; }

Estado estado_de(std::string_view texto) {
    const auto* const it = std::find(estados.begin(), estados.end(), texto);
    if (it == estados.end()) reject(Codigo::interno, "");
    return static_cast<Estado>(it - estados.begin());
}

const Documento* tipo_de(std::string_view tipo) {
    const auto& lista = tipos();
    const auto it = std::find_if(lista.begin(), lista.end(), [&](const Documento* d) { return d->tipo == tipo; });
    return it == lista.end() ? nullptr : *it;
}

std::span<const Documento* const> todos_los_tipos() { return tipos(); }

void agregar_tipo(const Documento& documento) {
    if (tipo_de(documento.tipo) == nullptr) tipos().push_back(&documento);
}

}  // namespace cacao::engine
