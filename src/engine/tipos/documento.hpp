#pragma once
// What a document kind is: a table of data that one engine reads. Kinds stand in engine/tipos, one file per family, each with a
// static_assert that its entry balances.

#include "engine/tipos/cuentas.hpp"
#include "reflect/describe.hpp"
#include "reflect/nombrado.hpp"
#include "reflect/nombrado_o_vacio.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace cacao::engine {

enum class Lado : std::uint8_t { cargo, abono };

// Figures of a document that a posting can name. `costo` is the value of goods that left (for an entry, that came back), as stock
// answered it; `entrada` the value of goods that came in, as the line says it.
enum class Monto : std::uint8_t { total, subtotal, iva, ieps, iva_retenido, isr_retenido, costo, entrada };

// One posting. Taxes name a second account: where settlement moves them, in proportion, when money changes hands.
struct Asiento {
    Lado lado{};
    Cuenta cuenta{};
    Monto monto{};
    Cuenta liquidada = Cuenta::partida;  // `partida`: the tax stays where it is
};

enum class Saldo : std::uint8_t { ninguno, por_cobrar, por_pagar, favor_cliente, favor_proveedor, compensacion };

enum class Existencia : std::uint8_t {
    ninguna,
    entrada,
    salida,
    traspaso,
    reserva,
    devolucion_cliente,
    devolucion_proveedor,
    costo_tardio,  // no goods: what their source line brought in is worth more, or less, than was known
    reempaque,     // some lines are consumed, others produced
};

enum class Contacto : std::uint8_t { ninguno, cliente, proveedor, cualquiera };

// Where the price of a line and its taxes come from, and what a line may be.
enum class Renglones : std::uint8_t {
    ninguno,     // the amount stands in the header
    venta,       // products and concepts with prices and taxes charged to the customer
    compra,      // the same, paid to a supplier
    inventario,  // products with quantities, and cost where goods come in
    diario,      // accounts with debits and credits
    egreso,      // payable documents and direct concepts
    ingreso,     // concepts by which money comes in
    inicial,     // amounts with the taxes that stand in them, of neither product nor concept
};

// What of a source line a derived line uses up: its progress.
enum class Avance : std::uint8_t { ninguno, entregado, facturado, recibido, devuelto, acreditado, pagado, pedido, surtido };
std::string_view nombre(Avance avance);

struct Documento;
enum class Estado : std::uint8_t;

struct Origen {
    std::string_view tipo;
    Avance avance = Avance::ninguno;
    bool sin_existencia = false;           // the source already moved the goods, so this document does not
    Avance al_mover = Avance::ninguno;     // used up as well when this document moves the goods itself
    Avance reabre = Avance::ninguno;       // given back to what the source derives from: returned goods can be delivered again
    bool por_valor = false;                // takes its share of the value that the source line stands for; the rest is variance
    bool a_su_precio = false;              // … of what the source line came to: that is what its supplier is to give back
    bool con_cifras = false;               // without a price of its own, a line takes the figures of its source in proportion
    bool mientras_vale = false;            // only until the source's vigenciaFecha
    const Documento* acompania = nullptr;  // the source booked the sale already: a document of this kind, registered with this
                                           // one, takes it back, so that the sale stands once
    std::span<const Estado> en = {};       // in these states of the source; none: while it stands, authorized or accepted
};

// Whether a line takes a share of something that its source stands for, and waits or settles for that.
constexpr bool con_valor(const Origen& o) { return o.por_valor || o.a_su_precio; }

enum class Estado : std::uint8_t {
    vigente,
    porAutorizar,
    autorizado,
    aceptada,
    rechazada,
    solicitada,
    pagada,
    cerrado,
    cancelado,
    porRevisar,
    capturada,  // of a service order, from here on
    asignada,
    autorizada,
    enProceso,
    enEspera,
    terminada,
    cerrada,
    abierta,  // of a route's working day or a till's shift, from here on; they end as `cerrada` too
    cargada,
    enRuta,
    retorno,
    liquidada,
    validada
};
DESCRIBE_ENUM(Estado, vigente, porAutorizar, autorizado, aceptada, rechazada, solicitada, pagada, cerrado, cancelado, porRevisar,
              capturada, asignada, autorizada, enProceso, enEspera, terminada, cerrada, abierta, cargada, enRuta, retorno,
              liquidada, validada)
// As documents show it: `vencida` is what the calendar makes of a quotation, `facturada` what its invoices make of a service
// order.
enum class EstadoVisto : std::uint8_t {
    vigente,
    porAutorizar,
    autorizado,
    aceptada,
    rechazada,
    solicitada,
    pagada,
    cerrado,
    cancelado,
    porRevisar,
    capturada,
    asignada,
    autorizada,
    enProceso,
    enEspera,
    terminada,
    cerrada,
    abierta,
    cargada,
    enRuta,
    retorno,
    liquidada,
    validada,
    facturada,
    vencida
};
DESCRIBE_ENUM(EstadoVisto, vigente, porAutorizar, autorizado, aceptada, rechazada, solicitada, pagada, cerrado, cancelado,
              porRevisar, capturada, asignada, autorizada, enProceso, enEspera, terminada, cerrada, abierta, cargada, enRuta,
              retorno, liquidada, validada, facturada, vencida)
static_assert(std::ranges::all_of(reflect::enumerators<Estado>,
                                  [](const auto& e) {
                                      return std::ranges::find(reflect::enumerators<EstadoVisto>, e.name,
                                                               &reflect::Enumerator::name) !=
                                             reflect::enumerators<EstadoVisto>.end();
                                  }),
              "what is stored is shown");
using EstadoDocumento = Nombrado<EstadoVisto>;
std::string_view nombre(Estado estado);
Estado estado_de(std::string_view nombre);

// The kinds, as answers name them; documento.cpp holds the list to the tables.
enum class NombreTipo : std::uint8_t {
    Cotizacion,
    PedidoCliente,
    Entrega,
    NotaVenta,
    NotaVentaFacturada,
    FacturaVenta,
    NotaDevolucionCliente,
    NotaCreditoCliente,
    OrdenCompra,
    Recepcion,
    NotaRemision,
    FacturaCompra,
    Gasto,
    NotaDevolucionProveedor,
    NotaCreditoProveedor,
    GastoCompra,
    EntradaInventario,
    SalidaInventario,
    InventarioInicial,
    Merma,
    ConsumoInterno,
    SobranteConteo,
    FaltanteConteo,
    Traspaso,
    TraspasoEnvio,
    TraspasoRecepcion,
    Reempaque,
    Deposito,
    DepositoConcepto,
    Anticipo,
    Egreso,
    ComisionBancaria,
    TraspasoBancario,
    Reembolso,
    ReembolsoProveedor,
    AjusteSaldoCliente,
    AjusteSaldoProveedor,
    SolicitudPago,
    Compensacion,
    PagoEspecie,
    ComplementoPago,
    AplicacionAnticipo,
    Poliza,
    PolizaReversa,
    CierreAnual,
    LiquidacionIva,
    RevaluacionCambiaria,
    ReversaRevaluacion,
    SaldoInicialCliente,
    SaldoInicialProveedor,
    SaldoInicialBanco,
    OrdenServicio,
    SalidaServicio,
    DevolucionServicio,
    CostoServicio,
    JornadaRuta,
    CargaRuta,
    DescargaRuta,
    PrestamoEnvase,
    DevolucionEnvase,
    DevolucionRuta,
    FaltanteRuta,
    SobranteRuta,
    CargoRuta,
    TurnoCaja,
    FaltanteCaja,
    CargoFaltanteCaja,
    SobranteCaja,
    Depreciacion,
    BajaActivo,
    Devengo
};
DESCRIBE_ENUM(NombreTipo, Cotizacion, PedidoCliente, Entrega, NotaVenta, NotaVentaFacturada, FacturaVenta, NotaDevolucionCliente,
              NotaCreditoCliente, OrdenCompra, Recepcion, NotaRemision, FacturaCompra, Gasto, NotaDevolucionProveedor,
              NotaCreditoProveedor, GastoCompra, EntradaInventario, SalidaInventario, InventarioInicial, Merma, ConsumoInterno,
              SobranteConteo, FaltanteConteo, Traspaso, TraspasoEnvio, TraspasoRecepcion, Reempaque, Deposito, DepositoConcepto,
              Anticipo, Egreso, ComisionBancaria, TraspasoBancario, Reembolso, ReembolsoProveedor, AjusteSaldoCliente,
              AjusteSaldoProveedor, SolicitudPago, Compensacion, PagoEspecie, ComplementoPago, AplicacionAnticipo, Poliza,
              PolizaReversa, CierreAnual, LiquidacionIva, RevaluacionCambiaria, ReversaRevaluacion, SaldoInicialCliente,
              SaldoInicialProveedor, SaldoInicialBanco, OrdenServicio, SalidaServicio, DevolucionServicio, CostoServicio,
              JornadaRuta, CargaRuta, DescargaRuta, PrestamoEnvase, DevolucionEnvase, DevolucionRuta, FaltanteRuta, SobranteRuta,
              CargoRuta, TurnoCaja, FaltanteCaja, CargoFaltanteCaja, SobranteCaja, Depreciacion, BajaActivo, Devengo)
using TipoDeDocumento = Nombrado<NombreTipo>;
using TipoDeDocumentoOVacio = NombradoOVacio<NombreTipo>;  // where there may be no document

struct Transicion {
    std::string_view accion;
    Estado de{};
    Estado a{};
    bool mientras_vale = false;  // only until the document's vigenciaFecha
};

// As what the lines of a kind wait for goods, and by which progress their wait ends.
struct Espera {
    std::string_view clase = {};  // in `pendiente`; none: they wait for nothing
    Avance avance = Avance::ninguno;
};

// By how much the lines of a kind may be exceeded.
enum class Tolerancia : std::uint8_t {
    ninguna,
    recepcion,  // as the supplier may or, where nothing is said of it, any supplier of the organization
    entrega,    // as the product allows
};

struct Documento {
    std::string_view tipo;
    std::string_view serie;
    std::string_view nombre = {};
    std::string_view area = {};  // the group of operations that registers it

    // With whom, of what, and what it does to stock, balances and money.
    Contacto contacto = Contacto::ninguno;
    Renglones renglones = Renglones::ninguno;
    Existencia existencia = Existencia::ninguna;
    Saldo saldo = Saldo::ninguno;
    bool banco = false;       // moves money of an own account: +total
    bool banco_sale = false;  // … −total

    bool fiscal = false;
    bool traslado = false;      // its goods may ride with a CFDI of type T, from us to ourselves
    bool credito = false;       // counts against the customer's credit limit
    bool addenda = false;       // carries what its customer wants to read behind it
    bool acompaniante = false;  // lives and dies with the document in its origenId
    bool en_control = false;    // its lines post to control accounts by themselves, whoever asks
    bool en_orden = false;      // identifiers rise in the order in which documents become visible, so that a reader who
                                // goes on from the last one it saw misses none

    bool aparta_despues = false;  // goods may be put aside for its lines once it stands
    bool sin_partidas = false;    // may be registered before anybody knows its lines

    // What its lines leave open.
    Espera espera = {};
    Tolerancia tolerancia = Tolerancia::ninguna;

    Estado inicial = Estado::vigente;
    std::span<const Asiento> asientos = {};
    std::span<const Origen> origenes = {};
    std::span<const Transicion> transiciones = {};
};

// Whether the sides of a kind's postings add up, with `total` taken apart into what it is the sum of.
constexpr bool cuadra(const Documento& d) {
    std::array<int, 8> suma{};
    const auto agregar = [&](Monto monto, int signo) { suma[static_cast<std::size_t>(monto)] += signo; };
    for (const Asiento& a : d.asientos) {
        const int signo = a.lado == Lado::cargo ? 1 : -1;
        if (a.monto == Monto::total) {
            agregar(Monto::subtotal, signo);
            agregar(Monto::iva, signo);
            agregar(Monto::ieps, signo);
            agregar(Monto::iva_retenido, -signo);
            agregar(Monto::isr_retenido, -signo);
        } else {
            agregar(a.monto, signo);
        }
    }
    for (const int s : suma)
        if (s != 0) return false;
    return true;
}

// The rule by which documents of a kind derive from those of another; none when they do not.
constexpr const Origen* regla_de(const Documento& tipo, std::string_view origen) {
    for (const Origen& o : tipo.origenes)
        if (o.tipo == origen) return &o;
    return nullptr;
}

// Whether settlement of some kind moves what waits on one of two parts to the other: on one account the two would cancel out, and
// nothing would ever show as collected or paid.
bool son_opuestos(Cuenta uno, Cuenta otro);

// All kinds, those of a test included; nothing for a name that is none.
const Documento* tipo_de(std::string_view tipo);
std::span<const Documento* const> todos_los_tipos();
// For tests that show that a new kind needs no new mechanism: `const bool agregado = agregar_tipo(…);` beside it, before any
// statement that names kinds was composed (cualidades.hpp). Later it is refused if such a statement would have named it.
bool agregar_tipo(const Documento& documento);

}  // namespace cacao::engine
