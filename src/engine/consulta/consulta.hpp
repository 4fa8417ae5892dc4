#pragma once
// How a stored document is read: one view of header and lines for every room.

#include "api/context.hpp"
#include "api/paginas.hpp"
#include "base/decimal.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/tipos/documento.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "reflect/describe.hpp"
#include "reflect/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cacao::engine {

struct PartidaVista {
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    std::string codigo;  // that the product has today, or ""
    std::int64_t conceptoId = 0;
    std::string descripcion;
    std::int64_t unidadMedidaId = 0;
    std::string unidad;
    std::string claveProdServ;
    std::string claveUnidad;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe importe;
    Importe descuento;
    Importe promocion;
    std::int64_t promocionId = 0;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Guardado<std::vector<ImpuestoPartida>> impuestos;
    std::int64_t proyectoId = 0;
    std::int64_t almacenId = 0;
    std::string notas;
    std::int64_t transaccionIdOrigen = 0;
    std::int64_t partidaOrigen = 0;
};
DESCRIBE_STRUCT(PartidaVista, (),
                (numeroPartida, productoId, codigo, conceptoId, descripcion, unidadMedidaId, unidad, claveProdServ, claveUnidad,
                 cantidad, precioUnitario, importe, descuento, promocion, promocionId, iva, ieps, ivaRetenido, isrRetenido,
                 impuestos, proyectoId, almacenId, notas, transaccionIdOrigen, partidaOrigen))

// Of the goods that a line moved, those of one lot. A line may take from several, and a kit takes lots of its parts.
struct LoteDePartida {
    std::int64_t loteId = 0;
    std::string lote;
    std::string caducidad;  // yyyy-MM-dd, or ""
    std::int64_t productoId = 0;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(LoteDePartida, (), (loteId, lote, caducidad, productoId, cantidad))

// A line of one document that is looked at. Its quantities beside `cantidad` are in the product's base unit. What is open is
// what a document that derives from it may still take (engine/consulta/consulta_detalle.cpp); lots and serials are as registered,
// whatever a cancel undid, and empty where the line moved nothing itself.
struct PartidaDetalle : PartidaVista {
    Cantidad cantidadBase;
    Cantidad pendientePedir;
    Cantidad pendienteEntregar;
    Cantidad pendienteRecibir;
    Cantidad pendienteFacturar;
    Cantidad pendienteDevolver;
    std::vector<LoteDePartida> lotes;
    std::vector<std::string> series;
};
DESCRIBE_STRUCT(PartidaDetalle, (PartidaVista),
                (cantidadBase, pendientePedir, pendienteEntregar, pendienteRecibir, pendienteFacturar, pendienteDevolver, lotes,
                 series))
}  // namespace cacao::engine
namespace cacao {}  // namespace cacao
namespace cacao::engine {

// The header, as lists show it: what every document has, and between it whom it is with, which a sale calls its customer and a
// purchase its supplier.
struct DocumentoIdentidad {
    std::int64_t transaccionId = 0;
    TipoDeDocumento tipoDocumento;
    std::string serie;
    std::string folio;  // with its series: FV-123
    Fecha fecha;
    Fecha vencimiento;
    EstadoDocumento estado;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t centroCostoId = 0;
};
DESCRIBE_STRUCT(DocumentoIdentidad, (),
                (transaccionId, tipoDocumento, serie, folio, fecha, vencimiento, estado, sucursalId, proyectoId, centroCostoId))

struct DocumentoCifras {
    std::int64_t almacenId = 0;
    std::string moneda;
    Precio tipoCambio;
    Importe subtotal;
    Importe descuento;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    Importe saldo;
    std::string uuid;
    std::string fechaTimbrado;
    std::string notas;
    std::string referencia;
    std::string referenciaExterna;
    std::string cancelacionFecha;
    std::string cancelacionMotivo;
    std::string uuidSustitucion;
    std::int64_t version = 0;
    std::int64_t creadoPor = 0;  // the user who registered it
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(DocumentoCifras, (),
                (almacenId, moneda, tipoCambio, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido, total, saldo, uuid,
                 fechaTimbrado, notas, referencia, referenciaExterna, cancelacionFecha, cancelacionMotivo, uuidSustitucion,
                 version, creadoPor, creadoEn, modificadoEn))

enum class MetodoPago { PUE, PPD };
DESCRIBE_ENUM(MetodoPago, PUE, PPD)

// `columnas` and `tablas` say where the members come from; d is the document and c its contact.
struct ClienteVista {
    std::int64_t clienteId = 0;
    std::string cliente;
    std::string rfc;
    std::int64_t vendedorId = 0;
    std::int64_t canalId = 0;
    NombradoOVacio<MetodoPago> metodoPago;  // of an invoice
    std::string formaPago;                  // … and of a note: a key of c_FormaPago
    std::string motivo;                     // of a return or of a credit
    static constexpr std::string_view columnas =
        "d.entidadId AS clienteId, COALESCE(c.nombre, '') AS cliente, COALESCE(c.rfc, '') AS rfc, d.vendedorId, d.canalId, "
        "d.metodoPago, d.formaPago, d.motivo";
    static constexpr std::string_view tablas = "";
};
DESCRIBE_STRUCT(ClienteVista, (), (clienteId, cliente, rfc, vendedorId, canalId, metodoPago, formaPago, motivo))

struct ProveedorVista {
    std::int64_t proveedorId = 0;
    std::string proveedor;
    std::string rfc;
    std::string serieProveedor;  // of the supplier's own paper
    std::string folioProveedor;
    std::string motivo;
    static constexpr std::string_view columnas =
        "d.entidadId AS proveedorId, COALESCE(c.nombre, '') AS proveedor, COALESCE(c.rfc, '') AS rfc, "
        "COALESCE(s.serie, '') AS serieProveedor, COALESCE(s.folio, '') AS folioProveedor, d.motivo";
    static constexpr std::string_view tablas =
        " LEFT JOIN documentoProveedor s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId";
};
DESCRIBE_STRUCT(ProveedorVista, (), (proveedorId, proveedor, rfc, serieProveedor, folioProveedor, motivo))

struct DocumentoResumen : DocumentoIdentidad, ClienteVista, DocumentoCifras {
    using Contacto = ClienteVista;
};
DESCRIBE_STRUCT(DocumentoResumen, (DocumentoIdentidad, ClienteVista, DocumentoCifras), ())

struct CompraResumen : DocumentoIdentidad, ProveedorVista, DocumentoCifras {
    using Contacto = ProveedorVista;
};
DESCRIBE_STRUCT(CompraResumen, (DocumentoIdentidad, ProveedorVista, DocumentoCifras), ())

// By their lines, or because the document says so.
enum class Relacion : std::uint8_t { origen, derivado, relacionado };
DESCRIBE_ENUM(Relacion, origen, derivado, relacionado)

struct RelacionVista {
    Nombrado<Relacion> relacion;
    std::int64_t transaccionId = 0;
    TipoDeDocumentoOVacio tipoDocumento;
    std::string folio;
    std::string uuid;
    std::string tipoRelacion;
};
DESCRIBE_STRUCT(RelacionVista, (), (relacion, transaccionId, tipoDocumento, folio, uuid, tipoRelacion))

// What goes with the header of one document, as sales and purchases name it.
struct CondicionesVenta {
    std::string vigenciaFecha;
    std::string entregaFecha;
    std::string direccionEntrega;
    std::string condiciones;
};
DESCRIBE_STRUCT(CondicionesVenta, (), (vigenciaFecha, entregaFecha, direccionEntrega, condiciones))

struct CondicionesCompra {
    std::string fechaRequerida;
    std::string condiciones;
};
DESCRIBE_STRUCT(CondicionesCompra, (), (fechaRequerida, condiciones))

// Files stand together, whether they came with the document or were added to it.
struct DocumentoAdjuntos {
    std::vector<RelacionVista> documentosRelacionados;
    std::vector<ArchivoVista> archivos;
    std::vector<NotaAgregada> notasAgregadas;
};
DESCRIBE_STRUCT(DocumentoAdjuntos, (), (documentosRelacionados, archivos, notasAgregadas))

// Lines as lists show them, and as one document does.
struct DocumentoPartidas {
    std::vector<PartidaVista> partidas;
};
DESCRIBE_STRUCT(DocumentoPartidas, (), (partidas))
struct DocumentoDetalle {
    std::vector<PartidaDetalle> partidas;
};
DESCRIBE_STRUCT(DocumentoDetalle, (), (partidas))

struct DocumentoVista : DocumentoResumen, CondicionesVenta, DocumentoAdjuntos, DocumentoDetalle {
    using Resumen = DocumentoResumen;
};
DESCRIBE_STRUCT(DocumentoVista, (DocumentoResumen, CondicionesVenta, DocumentoAdjuntos, DocumentoDetalle), ())

struct CompraVista : CompraResumen, CondicionesCompra, DocumentoAdjuntos, DocumentoDetalle {
    using Resumen = CompraResumen;
};
DESCRIBE_STRUCT(CompraVista, (CompraResumen, CondicionesCompra, DocumentoAdjuntos, DocumentoDetalle), ())

struct DocumentoEnLista : DocumentoResumen, CondicionesVenta, DocumentoAdjuntos, DocumentoPartidas {
    using Resumen = DocumentoResumen;
};
DESCRIBE_STRUCT(DocumentoEnLista, (DocumentoResumen, CondicionesVenta, DocumentoAdjuntos, DocumentoPartidas), ())

struct CompraEnLista : CompraResumen, CondicionesCompra, DocumentoAdjuntos, DocumentoPartidas {
    using Resumen = CompraResumen;
};
DESCRIBE_STRUCT(CompraEnLista, (CompraResumen, CondicionesCompra, DocumentoAdjuntos, DocumentoPartidas), ())

// One document, as DocumentoVista or CompraVista. Nothing when there is none of these kinds.
template <class Vista = DocumentoVista>
std::optional<Vista> leer_documento(const Context& ctx, std::int64_t transaccionId,
                                    std::initializer_list<std::string_view> tipos);
// Refuses with no_encontrado instead.
template <class Vista = DocumentoVista>
Vista exigir_documento(const Context& ctx, std::int64_t transaccionId, std::initializer_list<std::string_view> tipos,
                       std::string_view campo = "/id");
// In the order asked for, with nothing where there is none. One trip to the database for all.
template <class Vista = DocumentoVista>
std::vector<std::optional<Vista>> leer_documentos(const Context& ctx, const std::vector<std::int64_t>& ids,
                                                  std::initializer_list<std::string_view> tipos);

// An array of identifiers, and what stands at each: what is not there is said, not left out. `PorId` has transaccionId,
// encontrada and factura.
struct FacturasPorIds {
    Lista<Id, 100, 1> ids;
};
DESCRIBE_STRUCT(FacturasPorIds, (), (ids))
}  // namespace cacao::engine
namespace cacao::engine {

template <class PorId>
std::vector<PorId> leer_por_ids(const Context& ctx, const FacturasPorIds& pedidas,
                                std::initializer_list<std::string_view> tipos) {
    using Vista = typename decltype(PorId::factura)::value_type;
    const std::vector<std::int64_t> ids{pedidas.ids.begin(), pedidas.ids.end()};
    auto leidas = leer_documentos<Vista>(ctx, ids, tipos);
    std::vector<PorId> r;
    for (std::size_t i = 0; i < ids.size(); ++i) r.push_back({ids[i], leidas[i].has_value(), std::move(leidas[i])});
    return r;
}

// What every list of documents can be asked for.
enum class Orden { ascendente, descendente };
DESCRIBE_ENUM(Orden, ascendente, descendente)

struct FiltroLugar {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> centroCostoId;
};
DESCRIBE_STRUCT(FiltroLugar, (), (fechaInicial, fechaFinal, sucursalId, proyectoId, centroCostoId))

// What of a document may be open: goods that it waits for, what of it can be invoiced, its balance.
enum class QuePendiente { entregar, recibir, facturar, cobrar, pagar };
DESCRIBE_ENUM(QuePendiente, entregar, recibir, facturar, cobrar, pagar)
// Whether documents of a kind are ever open in that way, by its table.
bool deja_pendiente(const Documento& tipo, QuePendiente que);

// As it is stored; a kind that shows states of its own asks for those instead.
struct FiltroEstado {
    std::optional<Estado> estado;
    std::optional<QuePendiente> pendiente;
};
DESCRIBE_STRUCT(FiltroEstado, (), (estado, pendiente))

struct FiltroFolio : FiltroCambios {
    std::optional<Texto<60, 1>> folio;
    std::optional<Texto<100, 1>> referenciaExterna;
    std::optional<Orden> orden;
};
DESCRIBE_STRUCT(FiltroFolio, (FiltroCambios), (folio, referenciaExterna, orden))

struct FiltroCliente {
    std::optional<Id> clienteId;
    std::optional<Id> vendedorId;
    std::optional<Id> canalId;
};
DESCRIBE_STRUCT(FiltroCliente, (), (clienteId, vendedorId, canalId))

struct FiltroProveedor {
    std::optional<Id> proveedorId;
    std::optional<Uuid> uuid;
    std::optional<Texto<40, 1>> folioProveedor;
};
DESCRIBE_STRUCT(FiltroProveedor, (), (proveedorId, uuid, folioProveedor))

struct DocumentosFiltro : PaginaPedida, FiltroLugar, FiltroCliente, FiltroEstado, FiltroFolio {};
DESCRIBE_STRUCT(DocumentosFiltro, (PaginaPedida, FiltroLugar, FiltroCliente, FiltroEstado, FiltroFolio), ())

struct ComprasFiltro : PaginaPedida, FiltroLugar, FiltroProveedor, FiltroEstado, FiltroFolio {};
DESCRIBE_STRUCT(ComprasFiltro, (PaginaPedida, FiltroLugar, FiltroProveedor, FiltroEstado, FiltroFolio), ())

// What any list of documents can be refused for.
extern const std::vector<Codigo> rechazos_de_lista;

// One more condition on `documento d`: "d.cuentaBancariaId = $".
struct OtroFiltro {
    std::string_view sql;
    std::int64_t valor = 0;
};

// Documents of these kinds by date and identifier. `lista` names the list to its cursors.
Pagina<DocumentoResumen> listar_documentos(const Context& ctx, const DocumentosFiltro& filtro, std::string_view lista,
                                           std::initializer_list<std::string_view> tipos,
                                           const std::vector<OtroFiltro>& otros = {});
Pagina<CompraResumen> listar_documentos(const Context& ctx, const ComprasFiltro& filtro, std::string_view lista,
                                        std::initializer_list<std::string_view> tipos, const std::vector<OtroFiltro>& otros = {});
// The same with lines, files and related documents.
Pagina<DocumentoEnLista> listar_documentos_completos(const Context& ctx, const DocumentosFiltro& filtro, std::string_view lista,
                                                     std::initializer_list<std::string_view> tipos,
                                                     const std::vector<OtroFiltro>& otros = {});

// What is asked of a list that goes on from the last identifier that was seen.
struct DesdePedido : PaginaPedida {
    IdOpcional id;  // 0: from the first on
};
DESCRIBE_STRUCT(DesdePedido, (PaginaPedida), (id))

// Purchases of a kind that keeps order (Documento::en_orden), with lines, ascending, those after one identifier.
Pagina<CompraEnLista> listar_compras_desde(const Context& ctx, const DesdePedido& pedido, std::string_view lista,
                                           const Documento& tipo);

}  // namespace cacao::engine
