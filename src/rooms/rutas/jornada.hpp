#pragma once
// The working day of a route: opened, loaded, out, back, settled, validated, closed. Goods are loaded and unloaded when both
// sides have confirmed them.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/entorno/cartas_porte.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"
#include "reflect/nombrado.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

enum class EstadoJornada { abierta, cargada, enRuta, retorno, liquidada, validada, cerrada, cancelado };
DESCRIBE_ENUM(EstadoJornada, abierta, cargada, enRuta, retorno, liquidada, validada, cerrada, cancelado)
enum class AccionJornada { salir, regresar, cerrar };
DESCRIBE_ENUM(AccionJornada, salir, regresar, cerrar)
enum class TipoCarga { carga, recarga, descarga };
DESCRIBE_ENUM(TipoCarga, carga, recarga, descarga)
enum class EstadoCarga { pendiente, confirmada, cancelada };
DESCRIBE_ENUM(EstadoCarga, pendiente, confirmada, cancelada)
enum class LadoCarga { almacen, ruta };
DESCRIBE_ENUM(LadoCarga, almacen, ruta)
enum class CondicionRuta { bueno, danado, caducado };
DESCRIBE_ENUM(CondicionRuta, bueno, danado, caducado)

struct JornadaNueva {
    Id rutaId;
    std::optional<Fecha> fecha;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(JornadaNueva, (), (rutaId, fecha, referenciaExterna, notas))

struct JornadaEnLista {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    Nombrado<EstadoJornada> estado;
    std::int64_t sucursalId{};
    std::int64_t rutaId{};
    std::string ruta;
    std::int64_t vendedorId{};
    std::string vendedor;
    std::int64_t almacenId{};  // the vehicle
    std::optional<Instante> salidaEn;
    std::optional<Instante> regresoEn;
    std::int64_t version{};
};
DESCRIBE_STRUCT(JornadaEnLista, (),
                (transaccionId, folio, fecha, estado, sucursalId, rutaId, ruta, vendedorId, vendedor, almacenId, salidaEn,
                 regresoEn, version))

struct JornadasFiltro : PaginaPedida {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> vendedorId;
    std::optional<Id> rutaId;
    std::optional<EstadoJornada> estado;
    std::optional<Texto<60, 1>> folio;
};
DESCRIBE_STRUCT(JornadasFiltro, (PaginaPedida), (fechaInicial, fechaFinal, sucursalId, vendedorId, rutaId, estado, folio))

// What a filter of days, or of what happened in them, asks of documents.
template <class Filtro>
engine::DocumentosFiltro filtro_de_documentos(const Filtro& filtro) {
    engine::DocumentosFiltro f;
    static_cast<PaginaPedida&>(f) = filtro;
    f.orden = engine::Orden::descendente;
    f.fechaInicial = filtro.fechaInicial;
    f.fechaFinal = filtro.fechaFinal;
    f.sucursalId = filtro.sucursalId;
    f.vendedorId = filtro.vendedorId;
    if constexpr (requires { filtro.folio; }) f.folio = filtro.folio;
    if constexpr (requires { filtro.estado; })
        if (filtro.estado) f.estado = engine::estado_de(reflect::enum_name(*filtro.estado));
    return f;
}
inline constexpr std::string_view documento_de_ruta =
    "d.transaccionId IN (SELECT k.transaccionId FROM jornadaRuta k WHERE k.organizacionId = $1 AND k.rutaId = $)";

struct JornadaAccionPedida {
    Id id;
    AccionJornada accion{};
};
DESCRIBE_STRUCT(JornadaAccionPedida, (), (id, accion))

struct PartidaCargaNueva : engine::ProductoDePartida {
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
    std::optional<Texto<60>> lote;
    std::optional<engine::SeriesNuevas> series;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(PartidaCargaNueva, (engine::ProductoDePartida), (unidadMedidaId, cantidad, lote, series, notas))

struct CargaNueva {
    Id jornadaId;
    TipoCarga tipo{};
    std::optional<CondicionRuta> condicion;  // of what is unloaded
    std::optional<engine::CartaPorteNueva> cartaPorte;
    std::optional<Texto<2000>> notas;
    NoVacia<PartidaCargaNueva> partidas;
};
DESCRIBE_STRUCT(CargaNueva, (), (jornadaId, tipo, condicion, cartaPorte, notas, partidas))

struct PartidaCarga {
    std::int64_t numeroPartida{};
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::int64_t unidadMedidaId{};
    Cantidad cantidad;
    std::string lote;
    Guardado<std::vector<std::string>> series;
    std::string notas;
};
DESCRIBE_STRUCT(PartidaCarga, (), (numeroPartida, productoId, codigo, producto, unidadMedidaId, cantidad, lote, series, notas))

struct CargaResumen {
    std::int64_t cargaId{};
    std::int64_t jornadaId{};
    std::int64_t numero{};
    Nombrado<TipoCarga> tipo;
    Nombrado<EstadoCarga> estado;
    Nombrado<CondicionRuta> condicion;
    std::int64_t almacenConfirmadoPor{};
    std::optional<Instante> almacenConfirmadoEn;
    std::int64_t rutaConfirmadoPor{};
    std::optional<Instante> rutaConfirmadoEn;
    std::int64_t transaccionId{};  // the document that moved the goods, or 0
    std::string folio;             // its own
    std::string notas;
    std::int64_t version{};
};
DESCRIBE_STRUCT(CargaResumen, (),
                (cargaId, jornadaId, numero, tipo, estado, condicion, almacenConfirmadoPor, almacenConfirmadoEn,
                 rutaConfirmadoPor, rutaConfirmadoEn, transaccionId, folio, notas, version))

struct Carga : CargaResumen {
    std::optional<engine::CartaPorte> cartaPorte;
    std::vector<PartidaCarga> partidas;
};
DESCRIBE_STRUCT(Carga, (CargaResumen), (cartaPorte, partidas))

struct JornadaVista : JornadaEnLista {
    std::int64_t almacenBaseId{};
    std::int64_t cuentaBancariaId{};
    std::int64_t cuentaEntregaId{};
    std::int64_t listaPreciosId{};
    std::string referenciaExterna;
    std::string notas;
    std::vector<CargaResumen> cargas;
};
DESCRIBE_STRUCT(JornadaVista, (JornadaEnLista),
                (almacenBaseId, cuentaBancariaId, cuentaEntregaId, listaPreciosId, referenciaExterna, notas, cargas))

DESCRIBE_KEY(JornadaPedida, id)
DESCRIBE_KEY(CargaPedida, cargaId)

struct CargaConfirmacion {
    Id cargaId;
    LadoCarga lado{};
};
DESCRIBE_STRUCT(CargaConfirmacion, (), (cargaId, lado))

// A day as those who work in it read it.
struct JornadaFila {
    std::int64_t transaccionId = 0;
    std::string estado;
    Fecha fecha;
    std::int64_t sucursalId = 0;
    std::int64_t rutaId = 0;
    std::int64_t vendedorId = 0;
    std::int64_t almacenId = 0;
    std::int64_t almacenBaseId = 0;
    std::int64_t cuentaBancariaId = 0;
    std::int64_t cuentaEntregaId = 0;
    std::int64_t listaPreciosId = 0;
    std::int64_t version = 0;
    bool es(std::initializer_list<engine::Estado> estados) const;
};
DESCRIBE_STRUCT(JornadaFila, (),
                (transaccionId, estado, fecha, sucursalId, rutaId, vendedorId, almacenId, almacenBaseId, cuentaBancariaId,
                 cuentaEntregaId, listaPreciosId, version))

JornadaFila leer_jornada(db::Reader& tx, std::int64_t jornadaId, std::string_view campo = "/id");
// Holds it alone until the transaction ends.
JornadaFila tomar_jornada(Context& ctx, std::int64_t jornadaId, std::string_view campo = "/id");
void exigir_estado_de_jornada(const JornadaFila& j, std::initializer_list<engine::Estado> estados,
                              std::string_view campo = "/id");
// Where goods go that cannot be sold again; 0 when there is no such warehouse.
std::int64_t almacen_de_merma_de(db::Reader& tx, std::int64_t sucursalId);
// The loads of a day, in their order.
std::vector<CargaResumen> cargas_de(db::Reader& tx, std::int64_t jornadaId);
// What the header of every document of a day has.
void encabezar_de_jornada(engine::Cabecera& c, const JornadaFila& j);

engine::DocumentoCreado abrir_jornada(Context&, const JornadaNueva&);
JornadaVista obtener_jornada(const Context&, const JornadaPedida&);
Pagina<JornadaEnLista> listar_jornadas(const Context&, const JornadasFiltro&);
JornadaVista accionar_jornada(Context&, const JornadaAccionPedida&);
engine::Cancelado cancelar_jornada(Context&, const engine::CancelacionPedida&);
Carga agregar_carga(Context&, const CargaNueva&);
Carga obtener_carga(const Context&, const CargaPedida&);
Carga confirmar_carga(Context&, const CargaConfirmacion&);
Carga cancelar_carga(Context&, const CargaPedida&);

void register_jornadas(api::Operations&);
void register_cargas(api::Operations&);

}  // namespace cacao
