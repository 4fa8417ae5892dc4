#pragma once
// Service orders, from the call to the close: what is asked of them, how they are read, authorized, revised, closed, cancelled.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/pedidos.hpp"
#include "reflect/fecha_o_vacia.hpp"
#include "rooms/servicio/orden_trabajo.hpp"
#include "rooms/servicio/utilidad_servicio.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class PrioridadServicio { baja, normal, alta, urgente };
DESCRIBE_ENUM(PrioridadServicio, baja, normal, alta, urgente)
enum class ClasePartidaServicio { manoObra, refaccion, gasto, servicioExterno, diagnostico };
DESCRIBE_ENUM(ClasePartidaServicio, manoObra, refaccion, gasto, servicioExterno, diagnostico)
enum class CobroServicio { cobrable, garantia, contrato };
DESCRIBE_ENUM(CobroServicio, cobrable, garantia, contrato)

struct PartidaServicioNueva : engine::ProductoDePartida {
    std::optional<Entero<1, 5000>> numeroPartida;  // of a revision: the line whose place it takes
    std::optional<IdOpcional> conceptoId;
    ClasePartidaServicio clase{};
    std::optional<CobroServicio> cobro;
    std::optional<Texto<1000>> descripcion;
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
    std::optional<Precio> precioUnitario;
    std::optional<NoNegativo<Importe>> descuento;
    std::optional<bool> incluyeImpuestos;
    std::optional<NoNegativo<Precio>> costo;
    std::optional<IdOpcional> almacenId;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Entero<0, 5000>> partidaOrigen;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(PartidaServicioNueva, (engine::ProductoDePartida),
                (numeroPartida, conceptoId, clase, cobro, descripcion, unidadMedidaId, cantidad, precioUnitario, descuento,
                 incluyeImpuestos, costo, almacenId, transaccionIdOrigen, partidaOrigen, notas))
using PartidasServicioNuevas = Lista<PartidaServicioNueva, 1000>;

struct OrdenServicioNueva : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    Id clienteId;
    std::optional<IdOpcional> vendedorId;
    std::optional<IdOpcional> almacenId;
    std::optional<IdOpcional> equipoServicioId;
    std::optional<IdOpcional> agrupadorServicioId;
    std::optional<IdOpcional> contratoServicioId;
    std::optional<IdOpcional> cotizacionId;
    std::optional<Texto<150>> contacto;
    std::optional<Texto<500>> direccion;
    std::optional<PrioridadServicio> prioridad;
    std::optional<Texto<2000>> falla;
    std::optional<Texto<2000>> diagnostico;
    std::optional<Fecha> fechaCompromiso;
    std::optional<bool> preventivo;
    std::optional<PartidasServicioNuevas> partidas;
};
DESCRIBE_STRUCT(OrdenServicioNueva, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (clienteId, vendedorId, almacenId, equipoServicioId, agrupadorServicioId, contratoServicioId, cotizacionId,
                 contacto, direccion, prioridad, falla, diagnostico, fechaCompromiso, preventivo, partidas))

// Left out is unchanged; "" or null clears. Lines that are sent are all that the order has then.
struct OrdenServicioActualizacion {
    Id id;
    Cambio<IdOpcional> equipoServicioId;
    Cambio<IdOpcional> agrupadorServicioId;
    Cambio<IdOpcional> contratoServicioId;
    Cambio<Texto<150>> contacto;
    Cambio<Texto<500>> direccion;
    std::optional<PrioridadServicio> prioridad;
    Cambio<Texto<2000>> falla;
    Cambio<Texto<2000>> diagnostico;
    Cambio<Fecha> fechaCompromiso;
    std::optional<bool> preventivo;
    std::optional<PartidasServicioNuevas> partidas;
    std::optional<Texto<300>> motivo;
};
DESCRIBE_STRUCT(OrdenServicioActualizacion, (),
                (id, equipoServicioId, agrupadorServicioId, contratoServicioId, contacto, direccion, prioridad, falla,
                 diagnostico, fechaCompromiso, preventivo, partidas, motivo))

// What an order says beside the header of every document.
struct OrdenServicioDatos {
    std::int64_t equipoServicioId{};
    std::string equipo;
    std::string serieEquipo;
    std::int64_t agrupadorServicioId{};
    std::string agrupador;
    std::int64_t contratoServicioId{};
    std::int64_t cotizacionId{};
    std::string vendedor;
    std::string contacto;
    std::string direccion;
    Nombrado<PrioridadServicio> prioridad;
    std::string falla;
    std::string diagnostico;
    FechaOVacia fechaCompromiso;
    bool preventivo{};
    Importe importeAutorizado;
    std::int64_t autorizadoPor{};
    std::optional<Instante> autorizadoEn;
    std::string solucion;
    FechaOVacia fechaTermino;
    Cantidad contador;
    std::string firma;
    std::int64_t cerradoPor{};
    std::optional<Instante> cerradoEn;
    std::int64_t costoId{};
};
DESCRIBE_STRUCT(OrdenServicioDatos, (),
                (equipoServicioId, equipo, serieEquipo, agrupadorServicioId, agrupador, contratoServicioId, cotizacionId,
                 vendedor, contacto, direccion, prioridad, falla, diagnostico, fechaCompromiso, preventivo, importeAutorizado,
                 autorizadoPor, autorizadoEn, solucion, fechaTermino, contador, firma, cerradoPor, cerradoEn, costoId))

struct OrdenServicioEnLista : engine::DocumentoResumen {
    OrdenServicioDatos servicio;
};
DESCRIBE_STRUCT(OrdenServicioEnLista, (engine::DocumentoResumen), (servicio))

// Of a line: what it is, who pays for it, and where its goods are. Quantities in the product's base unit.
struct PartidaDeServicio {
    std::int64_t numeroPartida{};
    Nombrado<ClasePartidaServicio> clase;
    Nombrado<CobroServicio> cobro;
    Precio costo;
    std::int64_t almacenId{};
    Cantidad cantidadBase;
    Cantidad apartado;
    Cantidad surtido;  // what was issued and is not back
    Cantidad pendienteSurtir;
    Cantidad usado;
    Cantidad facturado;
    Cantidad pendienteFacturar;
};
DESCRIBE_STRUCT(PartidaDeServicio, (),
                (numeroPartida, clase, cobro, costo, almacenId, cantidadBase, apartado, surtido, pendienteSurtir, usado,
                 facturado, pendienteFacturar))

struct OrdenServicioVista : engine::DocumentoVista {
    OrdenServicioDatos servicio;
    Importe importePorAutorizar;  // what the order comes to: charged lines with taxes, the others at their cost
    bool requiereAutorizacion{};
    std::vector<PartidaDeServicio> partidasServicio;
    std::vector<OrdenTrabajo> ordenesTrabajo;
    UtilidadServicio utilidad;
};
DESCRIBE_STRUCT(OrdenServicioVista, (engine::DocumentoVista),
                (servicio, importePorAutorizar, requiereAutorizacion, partidasServicio, ordenesTrabajo, utilidad))

enum class EstadoOrdenServicio { capturada, asignada, autorizada, enProceso, enEspera, terminada, cerrada, facturada, cancelado };
DESCRIBE_ENUM(EstadoOrdenServicio, capturada, asignada, autorizada, enProceso, enEspera, terminada, cerrada, facturada, cancelado)

struct OrdenesServicioFiltro : PaginaPedida, engine::FiltroLugar, engine::FiltroCliente, engine::FiltroFolio {
    std::optional<EstadoOrdenServicio> estado;
    std::optional<Id> equipoServicioId;
    std::optional<Id> agrupadorServicioId;
    std::optional<Id> contratoServicioId;
    std::optional<Id> personalServicioId;
};
DESCRIBE_STRUCT(OrdenesServicioFiltro, (PaginaPedida, engine::FiltroLugar, engine::FiltroCliente, engine::FiltroFolio),
                (estado, equipoServicioId, agrupadorServicioId, contratoServicioId, personalServicioId))

// As the interface document shows it.
struct OrdenServicioAutorizada {
    std::int64_t transaccionId{};
    Fecha fecha;
    std::string folio;
    std::int64_t clienteId{};
    std::string cliente;
    std::string equipo;
    std::string notas;
};
DESCRIBE_STRUCT(OrdenServicioAutorizada, (), (transaccionId, fecha, folio, clienteId, cliente, equipo, notas))

// What was used of a part, and what outside work came to.
struct PartidaCierre {
    Entero<1, 5000> numeroPartida;
    std::optional<NoNegativo<Cantidad>> usado;
    std::optional<NoNegativo<Precio>> costo;
};
DESCRIBE_STRUCT(PartidaCierre, (), (numeroPartida, usado, costo))

struct OrdenServicioCierre {
    Id id;
    Texto<2000, 1> solucion;
    Fecha fechaTermino;
    std::optional<NoNegativo<Cantidad>> contador;
    std::optional<Texto<150>> firma;
    std::optional<Lista<PartidaCierre, 1000>> partidas;
};
DESCRIBE_STRUCT(OrdenServicioCierre, (), (id, solucion, fechaTermino, contador, firma, partidas))

struct OrdenServicioCerrada {
    std::int64_t transaccionId{};
    std::string folio;
    engine::EstadoDocumento estado;
    std::string solucion;
    FechaOVacia fechaTermino;
    std::int64_t costoId{};
    UtilidadServicio utilidad;
};
DESCRIBE_STRUCT(OrdenServicioCerrada, (), (transaccionId, folio, estado, solucion, fechaTermino, costoId, utilidad))

engine::DocumentoCreado crear_orden_servicio(Context&, const OrdenServicioNueva&);
engine::DocumentoCreado actualizar_orden_servicio(Context&, const OrdenServicioActualizacion&);
OrdenServicioVista obtener_orden_servicio(const Context&, const engine::DocumentoPedido&);
Pagina<OrdenServicioEnLista> listar_ordenes_servicio(const Context&, const OrdenesServicioFiltro&);
OrdenServicioAutorizada autorizar_orden_servicio(Context&, const engine::DocumentoPedido&);
OrdenServicioCerrada cerrar_orden_servicio(Context&, const OrdenServicioCierre&);
engine::Cancelado cancelar_orden_servicio(Context&, const engine::CancelacionPedida&);

void register_orden_servicio(api::Operations&);

}  // namespace cacao
