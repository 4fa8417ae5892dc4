#pragma once
// Equipment of customers: what it is, whose, until when its maker answers for it, when it is due, and every order it had. Listed
// whole.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "reflect/fecha_o_vacia.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct EquipoServicioNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    Id clienteId;
    std::optional<Texto<60>> serie;
    std::optional<Texto<60>> marca;
    std::optional<Texto<60>> modelo;
    std::optional<Texto<200>> ubicacion;
    std::optional<IdOpcional> agrupadorServicioId;
    std::optional<Fecha> garantiaHasta;
    std::optional<NoNegativo<Cantidad>> contador;
    std::optional<Texto<30>> contadorUnidad;
    std::optional<Entero<0, 3660>> preventivoDias;
    std::optional<NoNegativo<Cantidad>> preventivoContador;
    std::optional<Fecha> ultimoPreventivo;
    std::optional<NoNegativo<Cantidad>> ultimoContador;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(EquipoServicioNuevo, (),
                (codigo, nombre, clienteId, serie, marca, modelo, ubicacion, agrupadorServicioId, garantiaHasta, contador,
                 contadorUnidad, preventivoDias, preventivoContador, ultimoPreventivo, ultimoContador, referenciaExterna))

// Left out is unchanged; "" or null clears.
struct EquipoServicioActualizacion {
    Id equipoServicioId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Id> clienteId;
    Cambio<Texto<60>> serie;
    Cambio<Texto<60>> marca;
    Cambio<Texto<60>> modelo;
    Cambio<Texto<200>> ubicacion;
    Cambio<IdOpcional> agrupadorServicioId;
    Cambio<Fecha> garantiaHasta;
    std::optional<NoNegativo<Cantidad>> contador;
    Cambio<Texto<30>> contadorUnidad;
    std::optional<Entero<0, 3660>> preventivoDias;
    std::optional<NoNegativo<Cantidad>> preventivoContador;
    Cambio<Fecha> ultimoPreventivo;
    std::optional<NoNegativo<Cantidad>> ultimoContador;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(EquipoServicioActualizacion, (),
                (equipoServicioId, codigo, nombre, clienteId, serie, marca, modelo, ubicacion, agrupadorServicioId, garantiaHasta,
                 contador, contadorUnidad, preventivoDias, preventivoContador, ultimoPreventivo, ultimoContador,
                 referenciaExterna, activo))

struct EquipoServicio {
    std::int64_t equipoServicioId{};
    std::string codigo;
    std::string nombre;
    std::int64_t clienteId{};
    std::string serie;
    std::string marca;
    std::string modelo;
    std::string ubicacion;
    std::int64_t agrupadorServicioId{};
    FechaOVacia garantiaHasta;
    Cantidad contador;
    std::string contadorUnidad;
    std::int64_t preventivoDias{};
    Cantidad preventivoContador;
    FechaOVacia ultimoPreventivo;
    Cantidad ultimoContador;
    FechaOVacia proximoPreventivo;  // the day it is due, where it is by days
    Cantidad proximoContador;       // … and what its counter will show then; 0: not by that
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(EquipoServicio, (),
                (equipoServicioId, codigo, nombre, clienteId, serie, marca, modelo, ubicacion, agrupadorServicioId, garantiaHasta,
                 contador, contadorUnidad, preventivoDias, preventivoContador, ultimoPreventivo, ultimoContador,
                 proximoPreventivo, proximoContador, referenciaExterna, activo, version))

DESCRIBE_KEY(EquipoServicioPedido, equipoServicioId)

struct EquiposServicioFiltro {
    std::optional<Id> clienteId;
    std::optional<Texto<60, 1>> serie;
    std::optional<Id> agrupadorServicioId;
    std::optional<Fecha> preventivoHasta;  // due by then, by days or by its counter
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(EquiposServicioFiltro, (), (clienteId, serie, agrupadorServicioId, preventivoHasta, activo, referenciaExterna))

// One order that it had.
struct HistoriaEquipo {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::string falla;
    std::string diagnostico;
    std::string solucion;
    FechaOVacia fechaTermino;
    Cantidad contador;
    bool preventivo{};
    std::string moneda;
    Importe total;
};
DESCRIBE_STRUCT(HistoriaEquipo, (),
                (transaccionId, folio, fecha, estado, falla, diagnostico, solucion, fechaTermino, contador, preventivo, moneda,
                 total))

struct HistoriaEquipoPedida : PaginaPedida {
    Id equipoServicioId;
};
DESCRIBE_STRUCT(HistoriaEquipoPedida, (PaginaPedida), (equipoServicioId))

std::vector<EquipoServicio> listar_equipos_servicio(const Context&, const EquiposServicioFiltro&);
EquipoServicio obtener_equipo_servicio(const Context&, const EquipoServicioPedido&);
EquipoServicio crear_equipo_servicio(Context&, const EquipoServicioNuevo&);
EquipoServicio actualizar_equipo_servicio(Context&, const EquipoServicioActualizacion&);
Pagina<HistoriaEquipo> historia_de_equipo(const Context&, const HistoriaEquipoPedida&);

void register_equipos_servicio(api::Operations&);

}  // namespace cacao
