#pragma once
// The verbs of the engine. A room describes what is wanted in a Solicitud and asks; everything a document does to stock, books,
// balances, links, folios and events is done here, in the caller's transaction, or not at all.

#include "api/context.hpp"
#include "engine/addendas.hpp"
#include "engine/documento.hpp"
#include "engine/impuestos.hpp"
#include "engine/inventario.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// A line as asked for. `campo` is where it stands in the request, so that a fault can point at it.
struct PartidaPedida {
    std::string campo;
    std::int64_t numeroPartida = 0;  // the line of the document that a revision puts this in the place of; 0: a new one
    std::int64_t productoId = 0;
    std::int64_t conceptoId = 0;
    std::int64_t unidadMedidaId = 0;  // 0: the product's base unit
    Cantidad cantidad;
    std::optional<Precio> precioUnitario;  // per unit; cost per unit where goods come in without a purchase
    Importe descuento;
    Importe promocion;
    std::int64_t promocionId = 0;  // that gave it, or 0
    bool incluyeImpuestos = false;
    std::string descripcion;    // empty: the name of the product or concept
    std::string claveProdServ;  // as a received invoice states it; empty: the product's or concept's
    std::string claveUnidad;    // … empty: the unit's
    std::string notas;
    std::int64_t proyectoId = 0;  // 0: the header's
    std::int64_t almacenId = 0;   // 0: the header's, or the branch's
    std::optional<LotePedido> lote;
    std::vector<std::string> series;
    std::int64_t origenId = 0;  // the line it derives from
    std::int64_t origenPartida = 0;
    std::int64_t acreditaId = 0;                           // of a credit: the document that it takes this off
    std::optional<CifrasPartida> cifras;                   // as another document has them; otherwise worked out
    std::optional<std::vector<ImpuestoDebido>> impuestos;  // as a received invoice states them; otherwise by the rules
    std::int64_t cuentaId = 0;                             // of a journal line
    Importe cargo;
    Importe abono;
    bool produce = false;                  // of a repackaging: this line comes out of it
    Cantidad merma;                        // … of what it consumes, lost abnormally: an expense
    std::optional<Tasa> porcentaje;        // … share of the cost that a produced line takes, when shared by hand
    std::string condicion;                 // of goods that come back: bueno, danado, caducado
    Importe importe;                       // of a bank line: what is paid, taxes included and withholdings taken off
    std::int64_t transaccionIdCompra = 0;  // the payable document that a bank line pays
    std::optional<Importe> importe2;       // … of which this much, in the document's currency, where that is another
    std::string_view campo_importe = "/importeAbono";  // what the operation calls the amount of a bank line
};

struct RelacionPedida {
    std::string campo;
    std::int64_t transaccionId = 0;
    std::string uuid;
    std::string tipoRelacion;  // a key of the authority's c_TipoRelacion, or nothing
};

struct ArchivoPedido {
    std::string nombre;
    std::string extension;
    std::string url;
};

// A document as asked for. 0 and empty mean "as the session, the branch or the contact has it".
enum class Reparto : std::uint8_t { cantidad, valor, manual };  // how what is produced shares the cost: valor by list price

struct Solicitud {
    std::optional<Fecha> fecha;
    std::optional<Fecha> vencimiento;
    std::string serie;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t entidadId = 0;
    std::string campo_entidad = "/entidadId";                // what the operation calls it
    std::map<std::string, std::string, std::less<>> campos;  // … and other fields of the header: {"/fecha", "/pagos/0/fechaPago"}
    std::int64_t vendedorId = 0;                             // 0, and so the channel: as what it derives from has it
    std::int64_t canalId = 0;
    std::int64_t almacenId = 0;
    std::int64_t almacenDestinoId = 0;
    std::int64_t cuentaBancariaId = 0;
    std::int64_t cuentaDestinoId = 0;
    std::int64_t formaPagoId = 0;
    std::int64_t origenId = 0;
    std::string moneda;
    std::optional<Precio> tipoCambio;
    Importe importe;  // of a kind without lines
    std::string notas;
    std::string referencia;
    std::string motivo;
    std::string referenciaExterna;
    std::string uuid;
    std::optional<Instante> fechaTimbrado;
    std::string serieProveedor;  // of the supplier's own paper
    std::string folioProveedor;
    std::optional<Fecha> vigenciaFecha;
    std::optional<Fecha> entregaFecha;
    std::string campo_entrega = "/entregaFecha";  // what the operation calls it
    std::string direccionEntrega;
    std::string condiciones;
    std::vector<RelacionPedida> relacionados;
    std::vector<ArchivoPedido> archivos;
    std::optional<ValoresDeAddenda> addenda;
    bool autorizaCredito = false;  // beyond the customer's limit, by the caller's right
    bool sin_existencia = false;   // an invoice whose goods are delivered later
    Reparto reparto = Reparto::cantidad;
    Importe costoAgregado;     // labour and material that a repackaging adds
    std::int64_t periodo = 0;  // month 13 of a year close; otherwise by the date
    std::vector<PartidaPedida> partidas;
    Faltas faltas;  // what whoever asks found wrong already: told with all that is found here
};

struct Emitido {
    std::int64_t transaccionId = 0;
    std::string tipo;
    std::string serie;
    std::int64_t folio = 0;
    Fecha fecha;
    std::string estado;
    std::string moneda;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    std::int64_t version = 1;
};
BOOST_DESCRIBE_STRUCT(Emitido, (),
                      (transaccionId, tipo, serie, folio, fecha, estado, moneda, subtotal, iva, ieps, ivaRetenido, isrRetenido,
                       total, version))

// "FV-123": how people name a document.
std::string folio_texto(std::string_view serie, std::int64_t folio);

// Registers a document of a kind: check, price and tax, take stock, post, move balances, link, folio and header last.
Emitido emitir(Context& ctx, const Documento& tipo, const Solicitud& solicitud);

// Writes a document of a kind without effects (no entry, balance or stock) anew: lines and figures, in place of those before.
// Number, date, branch and series stay. The caller holds the document's lock and moves its state.
void reemplazar(Context& ctx, const Documento& tipo, std::int64_t transaccionId, const Solicitud& solicitud);

struct Cancelacion {
    std::optional<Fecha> fecha;  // of the reversal; today if not given
    std::string motivo;
    bool con_aplicaciones = false;  // a payment's own applications are undone first instead of standing in the way
    std::string uuidSustitucion;    // of the fiscal document that takes its place
    bool por_si = false;            // asked for by itself and not with another document: If-Match is about it
};
struct Cancelado {
    std::int64_t transaccionId = 0;
    std::string tipo;
    std::string folio;
    std::string estado;
    Fecha fecha;  // of the reversal
    std::string motivo;
    std::string uuidSustitucion;
};
BOOST_DESCRIBE_STRUCT(Cancelado, (), (transaccionId, tipo, folio, estado, fecha, motivo, uuidSustitucion))

// Writes the exact reverse of every stored effect, once; a second cancel answers the first. `tipos` are the kinds that the
// operation is for (empty: any); another one is `no_encontrado`. Throws Error(con_dependientes), one fault per blocker.
Cancelado cancelar(Context& ctx, std::int64_t transaccionId, const Cancelacion& pedida,
                   std::initializer_list<std::string_view> tipos = {});

struct AplicacionPedida {
    std::string campo;                // /asignaciones/0
    std::int64_t transaccionId = 0;   // the document to settle
    Importe importe;                  // in the currency of the payment
    std::optional<Importe> importe2;  // in the document's; needed when the currencies differ and neither is the organization's
    std::string_view campo_documento = "/transaccionId";  // what the operation calls them
    std::string_view campo_importe = "/importe";
};
struct Aplicado {
    std::int64_t aplicacionId = 0;
    std::int64_t transaccionId = 0;
    Importe importe;
    Importe importe2;
    Importe saldo;  // of the document, afterwards
};
BOOST_DESCRIBE_STRUCT(Aplicado, (), (aplicacionId, transaccionId, importe, importe2, saldo))

// Settles documents with a deposit, egress, credit or compensation: both balances, the tax that becomes collected or paid and the
// exchange difference move together.
std::vector<Aplicado> aplicar(Context& ctx, std::int64_t pagoId, const std::vector<AplicacionPedida>& pedidas,
                              std::optional<Fecha> fecha = {});
// Undoes one application, dated in an open period.
void desaplicar(Context& ctx, std::int64_t aplicacionId, std::optional<Fecha> fecha = {});

// Moves a document by an action of its kind. One that already stands where the action leads answers as the first time did.
std::string transitar(Context& ctx, std::int64_t transaccionId, std::string_view accion,
                      std::initializer_list<std::string_view> tipos = {});

}  // namespace cacao::engine
