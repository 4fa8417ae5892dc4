#include "engine/tipos/documento.hpp"

#include "base/error.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/tipos/mostrador.hpp"
#include "engine/tipos/rutas.hpp"
#include "engine/tipos/saldos_iniciales.hpp"
#include "engine/tipos/servicio.hpp"
#include "engine/tipos/ventas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace cacao::engine {
namespace {

constexpr std::array propios{&Cotizacion,
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
                             &DepositoConcepto,
                             &Anticipo,
                             &Egreso,
                             &ComisionBancaria,
                             &TraspasoBancario,
                             &Reembolso,
                             &ReembolsoProveedor,
                             &AjusteSaldoCliente,
                             &AjusteSaldoProveedor,
                             &SolicitudPago,
                             &Compensacion,
                             &PagoEspecie,
                             &ComplementoPago,
                             &AplicacionAnticipo,
                             &Poliza,
                             &PolizaReversa,
                             &CierreAnual,
                             &LiquidacionIva,
                             &RevaluacionCambiaria,
                             &ReversaRevaluacion,
                             &SaldoInicialCliente,
                             &SaldoInicialProveedor,
                             &SaldoInicialBanco,
                             &OrdenServicio,
                             &SalidaServicio,
                             &DevolucionServicio,
                             &CostoServicio,
                             &JornadaRuta,
                             &CargaRuta,
                             &DescargaRuta,
                             &PrestamoEnvase,
                             &DevolucionEnvase,
                             &DevolucionRuta,
                             &FaltanteRuta,
                             &SobranteRuta,
                             &CargoRuta,
                             &TurnoCaja,
                             &FaltanteCaja,
                             &CargoFaltanteCaja,
                             &SobranteCaja,
                             &Depreciacion,
                             &BajaActivo,
                             &Devengo};

std::vector<const Documento*>& tipos() {
    static std::vector<const Documento*> lista{propios.begin(), propios.end()};
    return lista;
}

using Tipos = std::span<const Documento* const>;

constexpr bool avanza_alguno(Tipos tipos, std::string_view de, Avance avance) {
    return std::ranges::any_of(tipos, [&](const Documento* d) {
        const Origen* regla = regla_de(*d, de);
        return regla != nullptr && regla->avance == avance;
    });
}

// ---- What holds of our own kinds together.

template <class F>
constexpr bool todos(F&& f) {
    return std::ranges::all_of(propios, [&](const Documento* d) { return f(*d); });
}
constexpr auto cuantos(auto&& f) {
    return std::ranges::count_if(propios, [&](const Documento* d) { return f(*d); });
}
static_assert(todos([](const Documento& d) {
                  return cuantos([&](const Documento& otro) { return otro.tipo == d.tipo || otro.serie == d.serie; }) == 1;
              }),
              "a kind shares its name or its series with another");
static_assert(std::ranges::equal(
                  propios, reflect::enumerators<NombreTipo>, {}, [](const Documento* d) { return d->tipo; },
                  &reflect::Enumerator::name),
              "answers name other kinds than there are");
static_assert(todos([](const Documento& d) {
                  return std::ranges::all_of(d.origenes, [&](const Origen& o) {
                      return regla_de(d, o.tipo) == &o &&
                             cuantos([&](const Documento& otro) { return otro.tipo == o.tipo; }) == 1 &&
                             (o.acompania == nullptr || o.acompania->acompaniante);
                  });
              }),
              "a kind derives by two rules from another, or from one that there is not, or its companion would outlive it");
static_assert(todos([](const Documento& d) { return d.espera.clase.empty() || avanza_alguno(propios, d.tipo, d.espera.avance); }),
              "what waits is never served");
static_assert(todos([](const Documento& d) {
                  return d.tolerancia == Tolerancia::ninguna ||
                         cuantos([&](const Documento& otro) { return regla_de(otro, d.tipo) != nullptr; }) > 0;
              }),
              "nothing can exceed what nothing derives from");

// Whether a quality holds for exactly these: nobody gets one by accident.
constexpr bool son(auto&& cualidad, std::initializer_list<std::string_view> tipos) {
    return todos([&](const Documento& d) { return cualidad(d) == (std::ranges::find(tipos, d.tipo) != tipos.end()); });
}
static_assert(son(es_pedido, {"PedidoCliente"}));
static_assert(son(aparta, {"PedidoCliente", "OrdenServicio"}));
static_assert(son(es_entrega, {"Entrega"}));
static_assert(son(es_devolucion, {"NotaDevolucionCliente", "NotaDevolucionProveedor", "DevolucionServicio"}));
static_assert(son(sale_a_otra_cuenta, {"PagoEspecie", "Recepcion", "NotaRemision", "FacturaCompra", "NotaDevolucionProveedor",
                                       "EntradaInventario", "SalidaInventario", "InventarioInicial", "Merma", "ConsumoInterno",
                                       "SobranteConteo", "FaltanteConteo", "Traspaso", "TraspasoEnvio", "TraspasoRecepcion",
                                       "CargaRuta", "DescargaRuta", "PrestamoEnvase", "DevolucionEnvase"}));
static_assert(son(es_acreditable, {"FacturaVenta", "NotaVenta", "FacturaCompra", "Gasto"}));
static_assert(son([](const Documento& d) { return avanza_alguno(propios, d.tipo, Avance::entregado); },
                  {"PedidoCliente", "FacturaVenta"}));
static_assert(son(acredita, {"NotaCreditoCliente", "NotaVentaFacturada", "NotaCreditoProveedor"}));
static_assert(son(perdona, {"AjusteSaldoCliente", "AjusteSaldoProveedor"}));
static_assert(son(acredita_venta, {"NotaCreditoCliente"}));
static_assert(son(pasa_venta, {"NotaVentaFacturada"}));
static_assert(son(emite_cfdi, {"FacturaVenta", "NotaCreditoCliente", "Anticipo", "ComplementoPago", "AplicacionAnticipo",
                               "Entrega", "Traspaso", "TraspasoEnvio", "CargaRuta"}));
static_assert(son(es_complemento, {"ComplementoPago", "AplicacionAnticipo"}));
static_assert(son(es_anticipo, {"Anticipo"}));
static_assert(son(cobra, {"Deposito", "PagoEspecie", "Compensacion"}));
static_assert(son(devuelve_venta, {"NotaDevolucionCliente", "DevolucionServicio"}));

// ---- Names of kinds in statements.

// What was composed so far: a kind that is added afterwards must not belong there.
struct Compuestos {
    std::mutex mutex;
    std::map<std::pair<Cualidad, Contacto>, std::string> listas;
};
Compuestos& compuestos() {
    static Compuestos c;
    return c;
}

std::string componer(Cualidad cualidad, Contacto contacto) {
    std::vector<std::string> nombres;
    for (const Documento* d : tipos())
        if ((contacto == Contacto::cualquiera || d->contacto == contacto) && cualidad(*d))
            nombres.push_back(fmt::format("'{}'", d->tipo));
    if (nombres.empty()) throw std::logic_error("a statement asks for kinds that there are not");
    return nombres.size() == 1 ? " = " + nombres.front() : fmt::format(" IN ({})", fmt::join(nombres, ", "));
}

constexpr std::array<std::string_view, 9> avances{"",           "entregado", "facturado", "recibido", "devuelto",
                                                  "acreditado", "pagado",    "pedido",    "surtido"};
constexpr std::array<std::string_view, 23> estados{
    "vigente",   "porAutorizar", "autorizado", "aceptada", "rechazada",  "solicitada", "pagada",   "cerrado",
    "cancelado", "porRevisar",   "capturada",  "asignada", "autorizada", "enProceso",  "enEspera", "terminada",
    "cerrada",   "abierta",      "cargada",    "enRuta",   "retorno",    "liquidada",  "validada"};

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

bool son_opuestos(Cuenta uno, Cuenta otro) {
    // What is withheld of rent is owed beside the rest of its tax.
    const auto principal = [](Cuenta c) { return c == Cuenta::isr_arrendamiento_por_pagar ? Cuenta::isr_retenido_por_pagar : c; };
    uno = principal(uno);
    otro = principal(otro);
    return std::ranges::any_of(tipos(), [&](const Documento* d) {
        return std::ranges::any_of(d->asientos, [&](const Asiento& a) {
            return (a.cuenta == uno && a.liquidada == otro) || (a.cuenta == otro && a.liquidada == uno);
        });
    });
}

bool agregar_tipo(const Documento& documento) {
    if (tipo_de(documento.tipo) != nullptr) return false;
    tipos().push_back(&documento);
    const std::lock_guard lock{compuestos().mutex};
    for (const auto& [de, lista] : compuestos().listas)
        if (componer(de.first, de.second) != lista) {
            tipos().pop_back();
            throw std::logic_error("a kind was added that statements should have named");
        }
    return true;
}

bool cumple(std::string_view tipo, Cualidad cualidad) {
    const Documento* d = tipo_de(tipo);
    return d != nullptr && cualidad(*d);
}

bool alguno_avanza(const Documento& de, Avance avance) { return avanza_alguno(tipos(), de.tipo, avance); }

std::string en_sql(std::string_view columna, Cualidad cualidad, Contacto contacto) {
    const std::lock_guard lock{compuestos().mutex};
    auto& listas = compuestos().listas;
    const std::pair de{cualidad, contacto};
    auto it = listas.find(de);
    if (it == listas.end()) it = listas.emplace(de, componer(cualidad, contacto)).first;
    return std::string{columna} + it->second;
}

}  // namespace cacao::engine
