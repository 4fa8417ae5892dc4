#pragma once
// Received fiscal documents as people see them, and how they come in: files and ZIPs, each document by itself.

#include "api/operations.hpp"
#include "engine/entorno/recibidos.hpp"
#include "engine/precios/impuestos.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/buzon/vecinos.hpp"
#include "tabla/zip_lectura.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cacao {

enum class EstadoDeRecibido { pendiente, registrado, descartado, conservado };
DESCRIBE_ENUM(EstadoDeRecibido, pendiente, registrado, descartado, conservado)
enum class TipoRecibido { I, E, P, T, N };
DESCRIBE_ENUM(TipoRecibido, I, E, P, T, N)
enum class ResultadoRecibido { valido, con_avisos, no_verificado, no_valido };
DESCRIBE_ENUM(ResultadoRecibido, valido, con_avisos, no_verificado, no_valido)
enum class EstadoSatRecibido { vigente, cancelado, no_encontrado, no_verificado };
DESCRIBE_ENUM(EstadoSatRecibido, vigente, cancelado, no_encontrado, no_verificado)
enum class OrigenRecibido { envio, carpeta, descarga };
DESCRIBE_ENUM(OrigenRecibido, envio, carpeta, descarga)

struct RecibidoListado {
    std::int64_t recibidoId{};
    std::string uuid;
    Nombrado<EstadoDeRecibido> estado;
    Nombrado<TipoRecibido> tipoDeComprobante;
    std::string serie;
    std::string folio;
    Fecha fecha;
    std::string rfcEmisor;
    std::string nombreEmisor;
    std::string moneda;
    Importe total;
    std::string metodoPago;
    std::string formaPago;
    Nombrado<ResultadoRecibido> resultado;
    Nombrado<EstadoSatRecibido> estadoSat;
    bool validezFiscal{};  // false of what the sandbox stamped
    std::int64_t transaccionId{};
    std::string motivo;
    std::int64_t version{};
    std::int64_t creadoPor{};
    Instante creadoEn;
};
DESCRIBE_STRUCT(RecibidoListado, (),
                (recibidoId, uuid, estado, tipoDeComprobante, serie, folio, fecha, rfcEmisor, nombreEmisor, moneda, total,
                 metodoPago, formaPago, resultado, estadoSat, validezFiscal, transaccionId, motivo, version, creadoPor, creadoEn))

struct ConceptoRecibido {
    std::int64_t numeroPartida{};
    std::string claveProdServ;
    std::string noIdentificacion;
    std::string claveUnidad;
    std::string unidad;
    std::string descripcion;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe importe;
    Importe descuento;
    Guardado<std::vector<engine::ImpuestoPartida>> impuestos;
};
DESCRIBE_STRUCT(ConceptoRecibido, (),
                (numeroPartida, claveProdServ, noIdentificacion, claveUnidad, unidad, descripcion, cantidad, precioUnitario,
                 importe, descuento, impuestos))

// One of our payments of what a receipt of payments names.
struct PagoRelacionado {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    Importe importe;
};
DESCRIBE_STRUCT(PagoRelacionado, (), (transaccionId, folio, fecha, importe))

struct RelacionRecibida {
    std::string uuid;
    std::string tipoRelacion;
    Importe pagado;
    Importe saldoInsoluto;
    std::string moneda;
    std::int64_t transaccionId{};  // the document of ours with that folio, or 0
    std::string folio;
    std::vector<PagoRelacionado> pagos;
};
DESCRIBE_STRUCT(RelacionRecibida, (), (uuid, tipoRelacion, pagado, saldoInsoluto, moneda, transaccionId, folio, pagos))

struct LocalRecibido {
    std::string nombre;
    Importe importe;
};
DESCRIBE_STRUCT(LocalRecibido, (), (nombre, importe))

// Its taxes as the summary has them; of withholdings, which have no rate there, by kind.
struct ResumenRecibido {
    std::vector<engine::ImpuestoPartida> impuestos;
    std::vector<LocalRecibido> locales;
    std::vector<LocalRecibido> localesRetenidos;
    bool ajenos{};                         // taxes that the books do not know
    std::optional<bool> sinValidezFiscal;  // its stamp says of itself that it is a test; lists look for it in the text
};
DESCRIBE_STRUCT(ResumenRecibido, (), (impuestos, locales, localesRetenidos, ajenos, sinValidezFiscal))

struct RecibidoCompleto : RecibidoListado {
    std::string versionCfdi;
    Instante timbradoEn;
    std::string regimenEmisor;
    std::string lugarExpedicion;
    std::string usoCfdi;
    Precio tipoCambio;
    std::string condiciones;
    Importe subtotal;
    Importe descuento;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Guardado<ResumenRecibido> resumen;
    std::string sha256;
    std::string nombre;
    Nombrado<OrigenRecibido> origen;
    std::int64_t descargaId{};  // that brought it, or 0
    std::int64_t validacionId{};
};
DESCRIBE_STRUCT(RecibidoCompleto, (RecibidoListado),
                (versionCfdi, timbradoEn, regimenEmisor, lugarExpedicion, usoCfdi, tipoCambio, condiciones, subtotal, descuento,
                 iva, ieps, ivaRetenido, isrRetenido, resumen, sha256, nombre, origen, descargaId, validacionId))

struct RecibidoDetalle : RecibidoCompleto {
    std::vector<ConceptoRecibido> partidas;
    std::vector<RelacionRecibida> relacionados;
};
DESCRIBE_STRUCT(RecibidoDetalle, (RecibidoCompleto), (partidas, relacionados))

struct BuzonFiltro : PaginaPedida {
    std::optional<EstadoDeRecibido> estado;
    std::optional<TipoRecibido> tipoDeComprobante;
    std::optional<EstadoSatRecibido> estadoSat;
    std::optional<Rfc> rfcEmisor;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Importe> importeMinimo;
    std::optional<Importe> importeMaximo;
    std::optional<Texto<200, 1>> buscar;
};
DESCRIBE_STRUCT(BuzonFiltro, (PaginaPedida),
                (estado, tipoDeComprobante, estadoSat, rfcEmisor, fechaInicial, fechaFinal, importeMinimo, importeMaximo, buscar))

DESCRIBE_KEY(RecibidoPedido, id)

// Files, or ZIPs of them.
struct EnvioAlBuzon {
    std::vector<Archivo> archivos;
};
DESCRIBE_STRUCT(EnvioAlBuzon, (), (archivos))
void validar(const EnvioAlBuzon&, Faltas&);

enum class EntradaDeBuzon { recibido, repetido, rechazado };
DESCRIBE_ENUM(EntradaDeBuzon, recibido, repetido, rechazado)

struct ArchivoRecibido {
    std::string nombre;
    Nombrado<EntradaDeBuzon> entrada;
    std::int64_t recibidoId{};
    std::string uuid;
    std::string codigo;  // why it was not taken; "" when it was
    std::string mensaje;
};
DESCRIBE_STRUCT(ArchivoRecibido, (), (nombre, entrada, recibidoId, uuid, codigo, mensaje))

struct EntradaAlBuzon {
    std::int64_t recibidos{};
    std::int64_t repetidos{};
    std::int64_t rechazados{};
    std::vector<ArchivoRecibido> archivos;
};
DESCRIBE_STRUCT(EntradaAlBuzon, (), (recibidos, repetidos, rechazados, archivos))

namespace buzon {

// How many documents a request brings at the most, and how many bytes they have once they are unpacked.
inline constexpr std::size_t comprobantes_por_envio = 2'000;
inline constexpr std::size_t bytes_por_envio = std::size_t{64} << 20U;

// As it came, or an entry of a ZIP, which is inflated when its turn comes: a few stand in memory at once.
struct ArchivoPorEntrar {
    std::string nombre;
    std::variant<std::string_view, tabla::EntradaZip> contenido;
};

// The documents in some files, ZIPs opened; what cannot be, and what is more than a request may bring, is among `rechazados`.
// The files outlive it.
struct Desempacado {
    std::vector<ArchivoPorEntrar> comprobantes;
    std::vector<ArchivoRecibido> rechazados;
};
struct LimitesDeEntrada {
    std::size_t comprobantes = comprobantes_por_envio;
    std::size_t bytes = bytes_por_envio;
};
Desempacado desempacar(const Context& ctx, const std::vector<Archivo>& archivos, const LimitesDeEntrada& limites = {});

// Takes them in: judged, then stored some at a time, each whole or not at all. For the half of an operation before its
// transaction, and for the command line.
// What a download took in before, when its work is done once more, counts as taken in by it.
struct Procedencia {
    OrigenRecibido origen{};
    std::int64_t descargaId = 0;
};
EntradaAlBuzon recibir(const Context& ctx, const Vecinos& vecinos, const Desempacado& desempacado, const Procedencia& de);
inline EntradaAlBuzon recibir(const Context& ctx, const Vecinos& vecinos, const Desempacado& desempacado, OrigenRecibido origen) {
    return recibir(ctx, vecinos, desempacado, Procedencia{origen, 0});
}

// Refuses (no_encontrado at /id).
RecibidoCompleto exigir_recibido(db::Reader& tx, std::int64_t recibidoId);
// Somebody may have registered by hand what comes, or comes back, only now. The folio is held by the caller.
void atar_a_lo_registrado(Context& ctx, const std::string& uuid);
std::vector<ConceptoRecibido> conceptos_de(db::Reader& tx, std::int64_t recibidoId);
engine::RecibidoVisto visto(const RecibidoCompleto& r);

}  // namespace buzon

Pagina<RecibidoListado> listar_buzon(const Context&, const BuzonFiltro&);
RecibidoDetalle obtener_recibido(const Context&, const RecibidoPedido&);
Contenido archivo_de_recibido(const Context&, const RecibidoPedido&);

}  // namespace cacao
