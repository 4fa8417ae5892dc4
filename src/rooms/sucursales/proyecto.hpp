#pragma once
// Projects, which are business divisions: results are told apart by them. Listed whole.

#include "api/operations.hpp"
#include "reflect/fecha_o_vacia.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class EstadoProyecto { activo, cerrado };
DESCRIBE_ENUM(EstadoProyecto, activo, cerrado)

struct Proyecto {
    std::int64_t proyectoId{};
    std::string codigo;
    std::string nombre;
    std::int64_t padreId{};  // 0: a root
    Nombrado<EstadoProyecto> estado;
    std::string responsable;
    std::int64_t clienteId{};
    Importe presupuesto;
    std::string referenciaExterna;
    std::int64_t version{};
    FechaOVacia fechaInicio;
    FechaOVacia fechaFin;
};
DESCRIBE_STRUCT(Proyecto, (),
                (proyectoId, codigo, nombre, padreId, estado, responsable, clienteId, presupuesto, referenciaExterna, version,
                 fechaInicio, fechaFin))

struct ProyectoNuevo {
    Texto<30, 1> codigo;
    Texto<250, 1> nombre;
    std::optional<IdOpcional> padreId;
    std::optional<Texto<150>> responsable;
    std::optional<IdOpcional> clienteId;
    std::optional<Fecha> fechaInicio;
    std::optional<Fecha> fechaFin;
    std::optional<NoNegativo<Importe>> presupuesto;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(ProyectoNuevo, (),
                (codigo, nombre, padreId, responsable, clienteId, fechaInicio, fechaFin, presupuesto, referenciaExterna))

// Left out is unchanged; "" or null clears.
struct ProyectoActualizacion {
    Id proyectoId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<250, 1>> nombre;
    Cambio<IdOpcional> padreId;
    Cambio<Texto<150>> responsable;
    Cambio<IdOpcional> clienteId;
    Cambio<Fecha> fechaInicio;
    Cambio<Fecha> fechaFin;
    Cambio<NoNegativo<Importe>> presupuesto;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<EstadoProyecto> estado;
};
DESCRIBE_STRUCT(ProyectoActualizacion, (),
                (proyectoId, codigo, nombre, padreId, responsable, clienteId, fechaInicio, fechaFin, presupuesto,
                 referenciaExterna, estado))

DESCRIBE_KEY(ProyectoPedido, proyectoId)

struct ProyectosFiltro {
    std::optional<EstadoProyecto> estado;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(ProyectosFiltro, (), (estado, referenciaExterna))

Proyecto obtener_proyecto(const Context&, const ProyectoPedido&);
std::vector<Proyecto> listar_proyectos(const Context&, const ProyectosFiltro&);
Proyecto crear_proyecto(Context&, const ProyectoNuevo&);
Proyecto actualizar_proyecto(Context&, const ProyectoActualizacion&);

void register_proyectos(api::Operations&);

}  // namespace cacao
