#pragma once
// Work orders: the work of a service order that one person has, with what was done and when. The order's own state follows from
// them.

#include "api/operations.hpp"
#include "base/archivo.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "engine/verbos/pedidos.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class EstadoOrdenTrabajo { pendiente, enProceso, enEspera, terminada, cancelada };
DESCRIBE_ENUM(EstadoOrdenTrabajo, pendiente, enProceso, enEspera, terminada, cancelada)
enum class AccionTrabajo { iniciar, pausar, reanudar, terminar, reasignar };
DESCRIBE_ENUM(AccionTrabajo, iniciar, pausar, reanudar, terminar, reasignar)

struct OrdenTrabajoNueva {
    Id transaccionId;  // the service order
    Id personalServicioId;
    std::optional<Texto<60>> rol;
    std::optional<Texto<1000>> descripcion;
    std::optional<Instante> programado;
    std::optional<NoNegativo<Precio>> costoHora;
};
DESCRIBE_STRUCT(OrdenTrabajoNueva, (), (transaccionId, personalServicioId, rol, descripcion, programado, costoHora))

struct OrdenTrabajo {
    std::int64_t ordenTrabajoId{};
    std::int64_t transaccionId{};
    std::string folio;  // of the service order
    std::int64_t numero{};
    engine::EstadoDocumento estadoOrden;
    std::int64_t clienteId{};
    std::string cliente;
    std::string equipo;
    std::int64_t vendedorId{};
    std::string vendedor;
    std::int64_t personalServicioId{};
    std::string personal;
    std::string rol;
    std::string descripcion;
    std::optional<Instante> programado;
    Nombrado<EstadoOrdenTrabajo> estado;
    std::string motivo;
    std::optional<Instante> inicio;
    std::optional<Instante> fin;
    Precio costoHora;
    Cantidad horas;
    Importe costo;
    std::int64_t version{};
};
DESCRIBE_STRUCT(OrdenTrabajo, (),
                (ordenTrabajoId, transaccionId, folio, numero, estadoOrden, clienteId, cliente, equipo, vendedorId, vendedor,
                 personalServicioId, personal, rol, descripcion, programado, estado, motivo, inicio, fin, costoHora, horas, costo,
                 version))

struct TiempoTrabajo {
    std::int64_t personalServicioId{};
    std::string personal;
    Instante inicio;
    std::optional<Instante> fin;
    Precio costoHora;
    Cantidad horas;
    Importe costo;
};
DESCRIBE_STRUCT(TiempoTrabajo, (), (personalServicioId, personal, inicio, fin, costoHora, horas, costo))

// What was done to a work order.
struct AccionDeTrabajo {
    std::int64_t accionId{};
    std::int64_t ordenTrabajoId{};
    std::string clave;  // the caller's own, or ""
    Nombrado<AccionTrabajo> accion;
    Instante momento;
    std::int64_t usuarioId{};
    Instante instante;  // when we learnt of it
    std::string motivo;
    std::optional<Cantidad> latitud;
    std::optional<Cantidad> longitud;
    std::int64_t personalServicioId{};
    Nombrado<EstadoOrdenTrabajo> estado;  // that it led to
    engine::EstadoDocumento estadoOrden;
};
DESCRIBE_STRUCT(AccionDeTrabajo, (),
                (accionId, ordenTrabajoId, clave, accion, momento, usuarioId, instante, motivo, latitud, longitud,
                 personalServicioId, estado, estadoOrden))

struct OrdenTrabajoVista : OrdenTrabajo {
    std::vector<TiempoTrabajo> tiempos;
    std::vector<AccionDeTrabajo> acciones;
    std::vector<engine::ArchivoVista> archivos;
};
DESCRIBE_STRUCT(OrdenTrabajoVista, (OrdenTrabajo), (tiempos, acciones, archivos))

DESCRIBE_KEY(OrdenTrabajoPedida, id)

struct OrdenesTrabajoFiltro : PaginaPedida {
    std::optional<Id> transaccionId;
    std::optional<Id> personalServicioId;
    std::optional<EstadoOrdenTrabajo> estado;
};
DESCRIBE_STRUCT(OrdenesTrabajoFiltro, (PaginaPedida), (transaccionId, personalServicioId, estado))

struct AccionPedida {
    Id id;
    AccionTrabajo accion{};
    std::optional<Texto<300>> motivo;
    std::optional<Instante> momento;
    std::optional<Cantidad> latitud;
    std::optional<Cantidad> longitud;
    std::optional<IdOpcional> personalServicioId;
    std::optional<Texto<100, 1>> clave;
};
DESCRIBE_STRUCT(AccionPedida, (), (id, accion, motivo, momento, latitud, longitud, personalServicioId, clave))

struct ArchivoTrabajoNuevo {
    Id id;
    std::optional<Texto<255>> nombre;  // none: that of the part
    std::optional<Texto<20>> extension;
    std::optional<Texto<100>> tipo;
    Archivo archivo;
};
DESCRIBE_STRUCT(ArchivoTrabajoNuevo, (), (id, nombre, extension, tipo, archivo))

// The work orders of a service order, in their order.
std::vector<OrdenTrabajo> trabajos_de(db::Reader& tx, std::int64_t transaccionId);
// Whether none of them has anything left to do.
bool sin_trabajo_abierto(db::Reader& tx, std::int64_t transaccionId);

OrdenTrabajo crear_orden_trabajo(Context&, const OrdenTrabajoNueva&);
Pagina<OrdenTrabajo> listar_ordenes_trabajo(const Context&, const OrdenesTrabajoFiltro&);
OrdenTrabajoVista obtener_orden_trabajo(const Context&, const OrdenTrabajoPedida&);
AccionDeTrabajo accionar_orden_trabajo(Context&, const AccionPedida&);
OrdenTrabajo cancelar_orden_trabajo(Context&, const OrdenTrabajoPedida&);
engine::ArchivoPorGuardar preparar_archivo_trabajo(const Context&, const ArchivoTrabajoNuevo&);
engine::ArchivoDigital agregar_archivo_trabajo(Context&, const ArchivoTrabajoNuevo&, const engine::ArchivoPorGuardar&);

void register_orden_trabajo(api::Operations&);

}  // namespace cacao
