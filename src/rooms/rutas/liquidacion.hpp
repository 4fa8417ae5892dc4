#pragma once
// The settlement of a route's day: what came back is counted, cash is handed over by denomination, other forms one by one. Once
// it is validated nothing in the day changes.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "rooms/rutas/jornada.hpp"
#include "rooms/rutas/ruta.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ConteoRutaNuevo : engine::ProductoDePartida {
    std::optional<Texto<60, 1>> lote;
    NoNegativo<Cantidad> conteo;
    std::optional<engine::SeriesNuevas> series;
};
DESCRIBE_STRUCT(ConteoRutaNuevo, (engine::ProductoDePartida), (lote, conteo, series))

struct JornadaConteo {
    Id id;
    std::optional<Texto<2000>> notas;
    Lista<ConteoRutaNuevo, 5000> partidas;
};
DESCRIBE_STRUCT(JornadaConteo, (), (id, notas, partidas))

// Of a product, and of a lot where it has them, what led to what should be on board, and what was.
struct PartidaDevolucionRuta {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::int64_t loteId{};
    std::string lote;
    Cantidad inicial;
    Cantidad carga;
    Cantidad recarga;
    Cantidad devolucion;
    Cantidad cambioRecibido;
    Cantidad venta;
    Cantidad cambioEntregado;
    Cantidad merma;
    Cantidad envases;
    Cantidad descarga;
    Cantidad otros;
    Cantidad existencia;
    std::optional<Cantidad> conteo;  // none: not counted
    std::optional<Cantidad> diferencia;
    Precio valorUnitario;
    Importe importe;  // of the difference
};
DESCRIBE_STRUCT(PartidaDevolucionRuta, (),
                (productoId, codigo, producto, loteId, lote, inicial, carga, recarga, devolucion, cambioRecibido, venta,
                 cambioEntregado, merma, envases, descarga, otros, existencia, conteo, diferencia, valorUnitario, importe))

enum class TipoDevolucionRuta { retorno, descarga, cliente };
DESCRIBE_ENUM(TipoDevolucionRuta, retorno, descarga, cliente)

struct DevolucionRutaEnLista {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    Nombrado<TipoDevolucionRuta> tipoOperacion;
    std::int64_t sucursalId{};
    std::string sucursal;
    std::int64_t jornadaId{};
    std::int64_t rutaId{};
    std::string ruta;
    std::int64_t vendedorId{};
    std::string vendedor;
    std::int64_t clienteId{};
    std::string cliente;
};
DESCRIBE_STRUCT(DevolucionRutaEnLista, (),
                (transaccionId, folio, fecha, estado, tipoOperacion, sucursalId, sucursal, jornadaId, rutaId, ruta, vendedorId,
                 vendedor, clienteId, cliente))

struct TotalesDevolucionRuta {
    Cantidad existencia;
    Cantidad conteo;
    Cantidad diferencia;
    Importe faltante;
    Importe sobrante;
};
DESCRIBE_STRUCT(TotalesDevolucionRuta, (), (existencia, conteo, diferencia, faltante, sobrante))

struct DevolucionRutaVista : DevolucionRutaEnLista {
    std::string notas;
    std::vector<PartidaDevolucionRuta> partidas;
    std::vector<PartidaDevolucionRuta> envases;
    TotalesDevolucionRuta totales;
    TotalesDevolucionRuta totalesEnvases;
};
DESCRIBE_STRUCT(DevolucionRutaVista, (DevolucionRutaEnLista), (notas, partidas, envases, totales, totalesEnvases))

struct DevolucionesRutaFiltro : PaginaPedida {
    std::optional<Id> sucursalId;
    std::optional<TipoDevolucionRuta> tipoOperacion;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Texto<100, 1>> busqueda;  // a folio, or words of the salesperson's name
    std::optional<Id> vendedorId;
};
DESCRIBE_STRUCT(DevolucionesRutaFiltro, (PaginaPedida),
                (sucursalId, tipoOperacion, fechaInicial, fechaFinal, busqueda, vendedorId))

DESCRIBE_KEY(DevolucionRutaPedida, id)

struct EfectivoEntregado {
    Importe denominacion;
    Entero<1, 1'000'000> cantidad;
};
DESCRIBE_STRUCT(EfectivoEntregado, (), (denominacion, cantidad))
struct FichaRutaNueva {
    Id cuentaBancariaId;
    Texto<100, 1> referencia;
    Importe importe;
};
DESCRIBE_STRUCT(FichaRutaNueva, (), (cuentaBancariaId, referencia, importe))
struct FormaEntregadaNueva {
    Id transaccionId;  // the deposit
    Importe importe;   // of its slip
    std::optional<Texto<100>> referencia;
};
DESCRIBE_STRUCT(FormaEntregadaNueva, (), (transaccionId, importe, referencia))

struct LiquidacionCaptura {
    Id id;
    std::optional<Lista<EfectivoEntregado, 50>> efectivo;
    std::optional<Lista<FichaRutaNueva, 100>> fichas;
    std::optional<Lista<FormaEntregadaNueva, 1000>> otrasFormas;
    std::optional<Texto<300>> motivoEfectivo;
    std::optional<Texto<300>> motivoProducto;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(LiquidacionCaptura, (), (id, efectivo, fichas, otrasFormas, motivoEfectivo, motivoProducto, notas))

struct LiquidacionAutorizacion {
    Id id;
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(LiquidacionAutorizacion, (), (id, motivo))

// The figures of a settlement: worked out of the day's documents until it is validated, and as they were then.
struct CifrasLiquidacion {
    Importe ventasContado;
    Importe ventasCredito;
    Importe cobranza;
    Importe efectivoVentas;
    Importe efectivoCobranza;
    Importe reembolsos;
    Importe gastos;  // authorized
    Importe efectivoEsperado;
    Importe efectivoEntregado;
    Importe diferenciaEfectivo;
    Importe otrasFormas;
    Importe faltanteProducto;
    Importe sobranteProducto;
};
DESCRIBE_STRUCT(CifrasLiquidacion, (),
                (ventasContado, ventasCredito, cobranza, efectivoVentas, efectivoCobranza, reembolsos, gastos, efectivoEsperado,
                 efectivoEntregado, diferenciaEfectivo, otrasFormas, faltanteProducto, sobranteProducto))

struct LiquidacionEnLista : JornadaEnLista, CifrasLiquidacion {
    std::string moneda;
    std::optional<Instante> liquidadaEn;
    std::optional<Instante> validadaEn;
};
DESCRIBE_STRUCT(LiquidacionEnLista, (JornadaEnLista, CifrasLiquidacion), (moneda, liquidadaEn, validadaEn))

struct DenominacionVista {
    Importe denominacion;
    std::int64_t cantidad{};
    Importe importe;
};
DESCRIBE_STRUCT(DenominacionVista, (), (denominacion, cantidad, importe))
struct FichaRutaVista {
    std::int64_t numero{};
    std::int64_t cuentaBancariaId{};
    std::string referencia;
    Importe importe;
};
DESCRIBE_STRUCT(FichaRutaVista, (), (numero, cuentaBancariaId, referencia, importe))
// A collection that was not cash, beside its slip.
struct FormaEntregadaVista {
    std::int64_t transaccionId{};
    std::string folio;
    std::string formaPago;
    std::int64_t cuentaBancariaId{};
    Importe importe;
    std::optional<Importe> importeFicha;
    std::string referencia;
};
DESCRIBE_STRUCT(FormaEntregadaVista, (), (transaccionId, folio, formaPago, cuentaBancariaId, importe, importeFicha, referencia))
struct DocumentoLiquidado {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    Importe total;
    bool ajuste{};
    std::string motivo;
};
DESCRIBE_STRUCT(DocumentoLiquidado, (), (transaccionId, tipoDocumento, folio, fecha, estado, total, ajuste, motivo))

struct LiquidacionVista : LiquidacionEnLista {
    std::int64_t devolucionId{};
    std::optional<Instante> contadoEn;
    std::string motivoEfectivo;
    std::string motivoProducto;
    std::string notas;
    std::int64_t autorizadoPor{};
    std::optional<Instante> autorizadoEn;
    std::string motivoAutorizacion;
    std::int64_t validadaPor{};
    std::vector<DenominacionVista> efectivo;
    std::vector<FichaRutaVista> fichas;
    std::vector<FormaEntregadaVista> formas;
    std::vector<DocumentoLiquidado> documentos;  // what validating made, and what adjusts it since
};
DESCRIBE_STRUCT(LiquidacionVista, (LiquidacionEnLista),
                (devolucionId, contadoEn, motivoEfectivo, motivoProducto, notas, autorizadoPor, autorizadoEn, motivoAutorizacion,
                 validadaPor, efectivo, fichas, formas, documentos))

enum class EstadoLiquidacion { liquidada, validada, cerrada };
DESCRIBE_ENUM(EstadoLiquidacion, liquidada, validada, cerrada)

struct LiquidacionesFiltro : PaginaPedida {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> vendedorId;
    std::optional<Id> rutaId;
    std::optional<EstadoLiquidacion> estado;
    std::optional<Texto<60, 1>> folio;
};
DESCRIBE_STRUCT(LiquidacionesFiltro, (PaginaPedida), (fechaInicial, fechaFinal, sucursalId, vendedorId, rutaId, estado, folio))

struct LiquidacionesSucursal : CifrasLiquidacion {
    std::int64_t sucursalId{};
    std::string sucursal;
    std::string moneda;
    std::int64_t liquidaciones{};
    std::int64_t porValidar{};
};
DESCRIBE_STRUCT(LiquidacionesSucursal, (CifrasLiquidacion), (sucursalId, sucursal, moneda, liquidaciones, porValidar))
struct LiquidacionesSucursalFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
};
DESCRIBE_STRUCT(LiquidacionesSucursalFiltro, (), (fechaInicial, fechaFinal, sucursalId))

struct AjusteJornadaNuevo {
    Id jornadaId;
    Id transaccionId;
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(AjusteJornadaNuevo, (), (jornadaId, transaccionId, motivo))

// Figures and lines as they are now, of a day that is not validated.
struct EstadoDeLiquidacion {
    CifrasLiquidacion cifras;
    std::vector<PartidaDevolucionRuta> partidas;  // of goods that moved, were on board or were counted
};
EstadoDeLiquidacion calcular_liquidacion(db::Reader& tx, const JornadaFila& j);
// Of any day: as validated, or as it is now.
EstadoDeLiquidacion estado_de_liquidacion(db::Reader& tx, const JornadaFila& j);
// Everything that stands in the way of validating it.
void buscar_causas(Context& ctx, const JornadaFila& j, const EstadoDeLiquidacion& e, Faltas& faltas);

// What devices have not sent of a day: numbers between the last one of the days before and the last one that is known of this.
struct ConsecutivosFaltantes {
    std::string dispositivo;
    std::vector<std::int64_t> faltantes;  // the first hundred
    std::int64_t total{};
};
DESCRIBE_STRUCT(ConsecutivosFaltantes, (), (dispositivo, faltantes, total))
std::vector<ConsecutivosFaltantes> consecutivos_faltantes(db::Reader& tx, std::int64_t jornadaId);
// Its row of a day, from the first thing that is said of it on.
void exigir_liquidacion(Context& ctx, std::int64_t jornadaId);

DevolucionRutaVista contar_jornada(Context&, const JornadaConteo&);
Pagina<DevolucionRutaEnLista> listar_devoluciones_ruta(const Context&, const DevolucionesRutaFiltro&);
DevolucionRutaVista obtener_devolucion_ruta(const Context&, const DevolucionRutaPedida&);
LiquidacionVista capturar_liquidacion(Context&, const LiquidacionCaptura&);
LiquidacionVista autorizar_liquidacion(Context&, const LiquidacionAutorizacion&);
LiquidacionVista validar_liquidacion(Context&, const JornadaPedida&);
Pagina<LiquidacionEnLista> listar_liquidaciones(const Context&, const LiquidacionesFiltro&);
LiquidacionVista obtener_liquidacion(const Context&, const JornadaPedida&);
std::vector<LiquidacionesSucursal> listar_liquidaciones_sucursales(const Context&, const LiquidacionesSucursalFiltro&);
LiquidacionVista agregar_ajuste_jornada(Context&, const AjusteJornadaNuevo&);

void register_devoluciones_ruta(api::Operations&);
void register_liquidaciones(api::Operations&);

}  // namespace cacao
