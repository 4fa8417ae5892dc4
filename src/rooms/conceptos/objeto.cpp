#include "rooms/conceptos/objeto.hpp"

#include "db/rows.hpp"
#include "engine/tipos/documento.hpp"
#include "rooms/conceptos/concepto_filas.hpp"

#include <algorithm>
#include <array>

namespace cacao {
namespace {

struct Numero {
    std::int64_t objetoId;
    std::string_view tipo;
};

// A number, once released, keeps its kind; a new kind takes the next one of its hundred.
constexpr Numero numeros[] = {
    {101, "Cotizacion"},
    {102, "PedidoCliente"},
    {103, "Entrega"},
    {104, "NotaVenta"},
    {105, "FacturaVenta"},
    {106, "NotaDevolucionCliente"},
    {107, "NotaCreditoCliente"},
    {108, "NotaVentaFacturada"},
    {201, "Deposito"},
    {202, "Anticipo"},
    {203, "Egreso"},
    {204, "ComisionBancaria"},
    {205, "TraspasoBancario"},
    {206, "Reembolso"},
    {207, "AjusteSaldoCliente"},
    {208, "AjusteSaldoProveedor"},
    {209, "SolicitudPago"},
    {210, "Compensacion"},
    {211, "PagoEspecie"},
    {212, "ReembolsoProveedor"},
    {213, "DepositoConcepto"},
    {214, "ComplementoPago"},
    {215, "AplicacionAnticipo"},
    {301, "OrdenCompra"},
    {302, "Recepcion"},
    {303, "NotaRemision"},
    {304, "FacturaCompra"},
    {305, "Gasto"},
    {306, "NotaDevolucionProveedor"},
    {307, "NotaCreditoProveedor"},
    {308, "GastoCompra"},
    {401, "EntradaInventario"},
    {402, "SalidaInventario"},
    {403, "InventarioInicial"},
    {404, "Merma"},
    {405, "ConsumoInterno"},
    {406, "SobranteConteo"},
    {407, "FaltanteConteo"},
    {408, "Traspaso"},
    {409, "TraspasoEnvio"},
    {410, "TraspasoRecepcion"},
    {411, "Reempaque"},
    {501, "Poliza"},
    {502, "PolizaReversa"},
    {503, "CierreAnual"},
    {504, "SaldoInicialCliente"},
    {505, "SaldoInicialProveedor"},
    {506, "SaldoInicialBanco"},
    {507, "RevaluacionCambiaria"},
    {508, "ReversaRevaluacion"},
    {509, "LiquidacionIva"},
    {601, "OrdenServicio"},
    {602, "SalidaServicio"},
    {603, "DevolucionServicio"},
    {604, "CostoServicio"},
    {701, "JornadaRuta"},
    {702, "CargaRuta"},
    {703, "DescargaRuta"},
    {704, "PrestamoEnvase"},
    {705, "DevolucionEnvase"},
    {706, "DevolucionRuta"},
    {707, "FaltanteRuta"},
    {708, "SobranteRuta"},
    {709, "CargoRuta"},
    {801, "TurnoCaja"},
    {802, "FaltanteCaja"},
    {803, "CargoFaltanteCaja"},
    {804, "SobranteCaja"},
    {901, "Depreciacion"},
    {902, "BajaActivo"},
    {1001, "Devengo"},
};
constexpr std::array<std::string_view, 11> grupos{"",           "Ventas",       "Bancos",        "Compras",
                                                  "Inventario", "Contabilidad", "OrdenServicio", "Ruta",
                                                  "Mostrador",  "Activos",      "Periodicos"};

// Which concepts a line of such a document takes; the engine asks the same of each line that it registers.
std::string_view usables(engine::Renglones renglones) {
    switch (renglones) {
        case engine::Renglones::venta: return " AND activo = 1 AND enVenta = 1 ORDER BY codigo";
        case engine::Renglones::compra: return " AND activo = 1 AND (enCompra = 1 OR enGasto = 1) ORDER BY codigo";
        case engine::Renglones::egreso: return " AND activo = 1 AND enEgreso = 1 ORDER BY codigo";
        case engine::Renglones::ingreso: return " AND activo = 1 AND enDeposito = 1 ORDER BY codigo";
        case engine::Renglones::ninguno:
        case engine::Renglones::inventario:
        case engine::Renglones::inicial:
        case engine::Renglones::diario: break;
    }
    return {};
}

}  // namespace

std::vector<Objeto> listar_objetos(const Context&) {
    std::vector<Objeto> lista;
    for (const auto& n : numeros)
        if (const auto* tipo = engine::tipo_de(n.tipo))
            lista.push_back({n.objetoId, std::string{tipo->tipo}, std::string{tipo->nombre},
                             std::string{grupos.at(static_cast<std::size_t>(n.objetoId / 100))}, std::string{tipo->serie},
                             tipo->fiscal});
    return lista;
}

std::vector<Concepto> listar_conceptos_de_objeto(const Context& ctx, const ObjetoPedido& pedido) {
    const auto* const numero = std::ranges::find(numeros, pedido.objetoId.valor, &Numero::objetoId);
    const auto* const tipo = numero == std::end(numeros) ? nullptr : engine::tipo_de(numero->tipo);
    if (tipo == nullptr) reject(Codigo::no_encontrado, "/objetoId");
    const auto condicion = usables(tipo->renglones);
    if (condicion.empty()) return {};
    return ctx.db().all<Concepto>(std::string{columnas_de_concepto} + std::string{condicion}, ctx.organizacionId());
}

void register_objetos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Sistema");
    ops.add(GET, "/api/Objetos", "ObjetosListar", listar_objetos).sin_base();
    ops.group("Contabilidad");
    ops.add(GET, "/api/Objetos/{objetoId}/Conceptos", "ObjetoConceptosListar", listar_conceptos_de_objeto)
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
