#pragma once
// How a stored document is read: one view of header and lines for every room.

#include "api/context.hpp"
#include "api/paginas.hpp"
#include "base/decimal.hpp"
#include "engine/documento.hpp"
#include "engine/impuestos.hpp"
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
BOOST_DESCRIBE_STRUCT(PartidaVista, (),
                      (numeroPartida, productoId, conceptoId, descripcion, unidadMedidaId, unidad, claveProdServ, claveUnidad,
                       cantidad, precioUnitario, importe, descuento, promocion, iva, ieps, ivaRetenido, isrRetenido, impuestos,
                       proyectoId, almacenId, notas, transaccionIdOrigen, partidaOrigen))

// The header, as lists show it.
struct DocumentoResumen {
    std::int64_t transaccionId = 0;
    std::string tipoDocumento;
    std::string serie;
    std::string folio;  // with its series: FV-123
    Fecha fecha;
    Fecha vencimiento;
    std::string estado;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t clienteId = 0;
    std::string cliente;
    std::string rfc;
    std::int64_t vendedorId = 0;
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
    std::int64_t version = 0;
    Instante creadoEn;
    Instante modificadoEn;
};
BOOST_DESCRIBE_STRUCT(DocumentoResumen, (),
                      (transaccionId, tipoDocumento, serie, folio, fecha, vencimiento, estado, sucursalId, proyectoId,
                       centroCostoId, clienteId, cliente, rfc, vendedorId, almacenId, moneda, tipoCambio, subtotal, descuento,
                       iva, ieps, ivaRetenido, isrRetenido, total, saldo, uuid, fechaTimbrado, notas, referencia,
                       referenciaExterna, cancelacionFecha, cancelacionMotivo, version, creadoEn, modificadoEn))

struct ArchivoVista {
    std::string extension;
    std::string nombre;
    std::string nombreExtension;
    std::string url;
};
BOOST_DESCRIBE_STRUCT(ArchivoVista, (), (extension, nombre, nombreExtension, url))

// ArchivoVista rows of a document ($2).
inline constexpr std::string_view archivos_de_documento = R"(
    SELECT extension, nombre, CASE WHEN extension = '' THEN nombre ELSE nombre || '.' || extension END AS nombreExtension, url
    FROM documentoArchivo WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY consecutivo)";

struct RelacionVista {
    std::string relacion;  // origen and derivado by their lines, relacionado because the document says so
    std::int64_t transaccionId = 0;
    std::string tipoDocumento;
    std::string folio;
    std::string uuid;
    std::string tipoRelacion;
};
BOOST_DESCRIBE_STRUCT(RelacionVista, (), (relacion, transaccionId, tipoDocumento, folio, uuid, tipoRelacion))

struct DocumentoVista : DocumentoResumen {
    std::string vigenciaFecha;
    std::string entregaFecha;
    std::string direccionEntrega;
    std::string condiciones;
    std::vector<RelacionVista> documentosRelacionados;
    std::vector<ArchivoVista> archivos;
    std::vector<PartidaVista> partidas;
};
BOOST_DESCRIBE_STRUCT(DocumentoVista, (DocumentoResumen),
                      (vigenciaFecha, entregaFecha, direccionEntrega, condiciones, documentosRelacionados, archivos, partidas))

// Nothing when there is none of these kinds.
std::optional<DocumentoVista> leer_documento(db::Reader& tx, std::int64_t transaccionId,
                                             std::initializer_list<std::string_view> tipos, std::string_view zona);
// Refuses with no_encontrado instead.
DocumentoVista exigir_documento(const Context& ctx, std::int64_t transaccionId, std::initializer_list<std::string_view> tipos,
                                std::string_view campo = "/id");
// In the order asked for, with nothing where there is none. One trip to the database for all.
std::vector<std::optional<DocumentoVista>> leer_documentos(db::Reader& tx, const std::vector<std::int64_t>& ids,
                                                           std::initializer_list<std::string_view> tipos, std::string_view zona);

// What every list of documents can be asked for.
enum class Orden { ascendente, descendente };
BOOST_DESCRIBE_ENUM(Orden, ascendente, descendente)

struct DocumentosFiltro : PaginaPedida {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> clienteId;
    std::optional<Id> vendedorId;
    std::optional<Estado> estado;
    std::optional<Texto<60, 1>> folio;
    std::optional<Texto<100, 1>> referenciaExterna;
    std::optional<Instante> modificadoDesde;
    std::optional<Orden> orden;
};
BOOST_DESCRIBE_STRUCT(DocumentosFiltro, (PaginaPedida),
                      (fechaInicial, fechaFinal, sucursalId, proyectoId, clienteId, vendedorId, estado, folio, referenciaExterna,
                       modificadoDesde, orden))

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
// The same with lines, files and related documents.
Pagina<DocumentoVista> listar_documentos_completos(const Context& ctx, const DocumentosFiltro& filtro, std::string_view lista,
                                                   std::initializer_list<std::string_view> tipos,
                                                   const std::vector<OtroFiltro>& otros = {});

}  // namespace cacao::engine
