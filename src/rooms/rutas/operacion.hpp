#pragma once
// What is done on the road. Each operation is one document or several of the kinds that there are for it, registered in the
// working day of the route; a device's own consecutive makes it happen once.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/pedidos.hpp"
#include "reflect/nombrado_o_vacio.hpp"
#include "rooms/rutas/jornada.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class ClaseOperacion { venta, preventa, cobro, cambio, devolucion, gasto, visita, envase, merma };
DESCRIBE_ENUM(ClaseOperacion, venta, preventa, cobro, cambio, devolucion, gasto, visita, envase, merma)
enum class PapelVenta { nota, factura };
DESCRIBE_ENUM(PapelVenta, nota, factura)
enum class FacturacionRuta { global, individual, sinDecidir };
DESCRIBE_ENUM(FacturacionRuta, global, individual, sinDecidir)
enum class SentidoEnvase { prestado, devuelto };
DESCRIBE_ENUM(SentidoEnvase, prestado, devuelto)

struct PartidaVentaRuta : engine::ProductoDePartida {
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
    std::optional<Precio> precioUnitario;
    std::optional<bool> incluyeImpuestos;
    std::optional<NoNegativo<Importe>> descuento;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Entero<0, 5000>> partidaOrigen;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(PartidaVentaRuta, (engine::ProductoDePartida),
                (unidadMedidaId, cantidad, precioUnitario, incluyeImpuestos, descuento, lote, series, transaccionIdOrigen,
                 partidaOrigen, notas))

// How it was paid; cash goes into the cash of the route.
struct FormaCobroRuta {
    std::optional<Texto<2, 2>> formaPago;  // none: cash
    Importe importe;
    std::optional<IdOpcional> cuentaBancariaId;
    std::optional<Texto<100>> referencia;
};
DESCRIBE_STRUCT(FormaCobroRuta, (), (formaPago, importe, cuentaBancariaId, referencia))

struct VentaRutaNueva {
    std::optional<PapelVenta> documento;
    std::optional<bool> credito;
    std::optional<FacturacionRuta> facturacion;
    std::optional<Fecha> vencimiento;
    std::optional<bool> autorizaCredito;
    Lista<PartidaVentaRuta, 1000, 1> partidas;
    std::optional<Lista<FormaCobroRuta, 20>> cobros;
};
DESCRIBE_STRUCT(VentaRutaNueva, (), (documento, credito, facturacion, vencimiento, autorizaCredito, partidas, cobros))

struct PreventaRutaNueva {
    std::optional<Fecha> entregaFecha;
    Lista<PartidaVentaRuta, 1000, 1> partidas;
};
DESCRIBE_STRUCT(PreventaRutaNueva, (), (entregaFecha, partidas))

// A document that is owed, by its identifier or by the consecutive of the device that sold it.
struct AsignacionRutaNueva {
    std::optional<IdOpcional> transaccionId;
    std::optional<Entero<1, 2'000'000'000>> consecutivo;
    Importe importe;
};
DESCRIBE_STRUCT(AsignacionRutaNueva, (), (transaccionId, consecutivo, importe))

struct CobroRutaNuevo : FormaCobroRuta {
    std::optional<Lista<AsignacionRutaNueva, 1000>> asignaciones;
};
DESCRIBE_STRUCT(CobroRutaNuevo, (FormaCobroRuta), (asignaciones))

struct MercanciaRuta : engine::ProductoDePartida {
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
};
DESCRIBE_STRUCT(MercanciaRuta, (engine::ProductoDePartida), (unidadMedidaId, cantidad, lote, series))
struct MercanciaRecibida : MercanciaRuta {
    std::optional<CondicionRuta> condicion;
};
DESCRIBE_STRUCT(MercanciaRecibida, (MercanciaRuta), (condicion))

struct CambioRutaNuevo {
    Lista<MercanciaRuta, 500, 1> entregado;
    Lista<MercanciaRecibida, 500, 1> recibido;
};
DESCRIBE_STRUCT(CambioRutaNuevo, (), (entregado, recibido))

struct PartidaDevueltaRuta {
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Entero<1, 2'000'000'000>> consecutivo;  // of the sale, in its place
    Entero<1, 5000> partidaOrigen;
    Cantidad cantidad;
    std::optional<CondicionRuta> condicion;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
};
DESCRIBE_STRUCT(PartidaDevueltaRuta, (), (transaccionIdOrigen, consecutivo, partidaOrigen, cantidad, condicion, lote, series))

struct DevolucionClienteRuta {
    std::optional<bool> reembolso;  // the money goes back in cash
    Lista<PartidaDevueltaRuta, 500, 1> partidas;
};
DESCRIBE_STRUCT(DevolucionClienteRuta, (), (reembolso, partidas))

struct GastoRutaNuevo {
    Id conceptoId;
    Importe importe;
    std::optional<IdOpcional> beneficiarioId;
    std::optional<Texto<100>> referencia;
};
DESCRIBE_STRUCT(GastoRutaNuevo, (), (conceptoId, importe, beneficiarioId, referencia))

struct PartidaEnvaseNueva : engine::ProductoDePartida {
    SentidoEnvase sentido{};
    Cantidad cantidad;
};
DESCRIBE_STRUCT(PartidaEnvaseNueva, (engine::ProductoDePartida), (sentido, cantidad))

struct OperacionRutaNueva {
    Id jornadaId;
    ClaseOperacion clase{};
    std::optional<Texto<60, 1>> dispositivo;
    std::optional<Entero<1, 2'000'000'000>> consecutivo;
    std::optional<Instante> momento;
    std::optional<Cantidad> latitud;
    std::optional<Cantidad> longitud;
    std::optional<Entero<1, 2'000'000'000>> versionLista;
    std::optional<IdOpcional> clienteId;
    std::optional<Texto<300>> motivo;
    std::optional<Texto<2000>> notas;
    std::optional<VentaRutaNueva> venta;
    std::optional<PreventaRutaNueva> preventa;
    std::optional<CobroRutaNuevo> cobro;
    std::optional<CambioRutaNuevo> cambio;
    std::optional<DevolucionClienteRuta> devolucion;
    std::optional<GastoRutaNuevo> gasto;
    std::optional<Lista<PartidaEnvaseNueva, 100, 1>> envases;
    std::optional<Lista<MercanciaRuta, 500, 1>> mermas;
};
DESCRIBE_STRUCT(OperacionRutaNueva, (),
                (jornadaId, clase, dispositivo, consecutivo, momento, latitud, longitud, versionLista, clienteId, motivo, notas,
                 venta, preventa, cobro, cambio, devolucion, gasto, envases, mermas))

struct DocumentoDeRuta {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    engine::EstadoDocumento estado;
    Importe total;
};
DESCRIBE_STRUCT(DocumentoDeRuta, (), (transaccionId, tipoDocumento, folio, estado, total))

struct OperacionRuta {
    std::int64_t operacionId{};
    std::int64_t jornadaId{};
    Nombrado<ClaseOperacion> clase;
    std::int64_t clienteId{};
    std::string cliente;
    std::string dispositivo;
    std::int64_t consecutivo{};
    Instante momento;
    Instante instante;
    std::int64_t usuarioId{};
    std::optional<Cantidad> latitud;
    std::optional<Cantidad> longitud;
    std::int64_t versionLista{};
    bool credito{};
    NombradoOVacio<FacturacionRuta> facturacion;
    std::string motivo;
    std::string notas;
    std::int64_t autorizadoPor{};
    std::optional<Instante> autorizadoEn;
    std::vector<DocumentoDeRuta> documentos;
};
DESCRIBE_STRUCT(OperacionRuta, (),
                (operacionId, jornadaId, clase, clienteId, cliente, dispositivo, consecutivo, momento, instante, usuarioId,
                 latitud, longitud, versionLista, credito, facturacion, motivo, notas, autorizadoPor, autorizadoEn, documentos))

struct OperacionesRutaFiltro : PaginaPedida {
    std::optional<Id> jornadaId;
    std::optional<ClaseOperacion> clase;
    std::optional<Id> clienteId;
};
DESCRIBE_STRUCT(OperacionesRutaFiltro, (PaginaPedida), (jornadaId, clase, clienteId))

DESCRIBE_KEY(OperacionRutaPedida, operacionId)

struct FacturacionDecidida {
    Id operacionId;
    FacturacionRuta facturacion{};
};
DESCRIBE_STRUCT(FacturacionDecidida, (), (operacionId, facturacion))

// What each customer has of our packaging.
struct SaldoEnvase {
    std::int64_t clienteId{};
    std::string cliente;
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(SaldoEnvase, (), (clienteId, cliente, productoId, codigo, producto, cantidad))
struct SaldosEnvaseFiltro {
    std::optional<Id> clienteId;
    std::optional<Id> productoId;
};
DESCRIBE_STRUCT(SaldosEnvaseFiltro, (), (clienteId, productoId))

// The documents of operations, by operation.
void poner_documentos(db::Reader& tx, std::vector<OperacionRuta>& operaciones);

// How far a device may be ahead of what came of it: a slip must not leave a gap that nobody could ever give up.
inline constexpr std::int64_t salto_de_consecutivos = 5'000;
// So far: ahead of the greatest number under which something came, or was given up.
std::int64_t consecutivo_maximo(db::Reader& tx, std::string_view dispositivo);

OperacionRuta agregar_operacion(Context&, const OperacionRutaNueva&);
OperacionRuta obtener_operacion(const Context&, const OperacionRutaPedida&);
Pagina<OperacionRuta> listar_operaciones(const Context&, const OperacionesRutaFiltro&);
OperacionRuta autorizar_gasto(Context&, const OperacionRutaPedida&);
OperacionRuta decidir_facturacion(Context&, const FacturacionDecidida&);
std::vector<SaldoEnvase> listar_saldos_envases(const Context&, const SaldosEnvaseFiltro&);

void register_operaciones_ruta(api::Operations&);

}  // namespace cacao
