#pragma once
// A document as it is asked for, and what its registration answers. A room describes what is wanted and asks a verb of
// engine/verbos for it.

#include "api/context.hpp"
#include "engine/emision/addendas.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/tipos/documento.hpp"

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

}  // namespace cacao::engine
