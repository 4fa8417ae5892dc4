#pragma once
// Service personnel: who performs services, where, and what they are good at. Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

using Especialidades = Lista<Texto<60, 1>, 50>;

struct PersonalServicioNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    std::optional<Texto<100>> puesto;
    std::optional<Correo> email;
    std::optional<Texto<40>> telefono;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> entidadId;
    std::optional<Especialidades> especialidades;
    std::optional<NoNegativo<Precio>> costoHora;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(PersonalServicioNuevo, (),
                (codigo, nombre, puesto, email, telefono, sucursalId, entidadId, especialidades, costoHora, referenciaExterna))

// Left out is unchanged; "" or null clears; a list that is sent replaces the whole list.
struct PersonalServicioActualizacion {
    Id personalServicioId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    Cambio<Texto<100>> puesto;
    Cambio<Correo> email;
    Cambio<Texto<40>> telefono;
    Cambio<IdOpcional> sucursalId;
    Cambio<IdOpcional> entidadId;
    std::optional<Especialidades> especialidades;
    std::optional<NoNegativo<Precio>> costoHora;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(PersonalServicioActualizacion, (),
                (personalServicioId, codigo, nombre, puesto, email, telefono, sucursalId, entidadId, especialidades, costoHora,
                 referenciaExterna, activo))

struct PersonalServicio {
    std::int64_t personalServicioId{};
    std::string codigo;
    std::string nombre;
    std::string puesto;
    std::string email;
    std::string telefono;
    std::int64_t sucursalId{};
    std::int64_t entidadId{};
    Guardado<std::vector<std::string>> especialidades;
    Precio costoHora;
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(PersonalServicio, (),
                (personalServicioId, codigo, nombre, puesto, email, telefono, sucursalId, entidadId, especialidades, costoHora,
                 referenciaExterna, activo, version))

DESCRIBE_KEY(PersonalServicioPedido, personalServicioId)

struct PersonalServicioFiltro {
    std::optional<Id> sucursalId;
    std::optional<Texto<60>> especialidad;
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(PersonalServicioFiltro, (), (sucursalId, especialidad, activo, referenciaExterna))

std::vector<PersonalServicio> listar_personal_servicio(const Context&, const PersonalServicioFiltro&);
PersonalServicio obtener_personal_servicio(const Context&, const PersonalServicioPedido&);
PersonalServicio crear_personal_servicio(Context&, const PersonalServicioNuevo&);
PersonalServicio actualizar_personal_servicio(Context&, const PersonalServicioActualizacion&);

void register_personal_servicio(api::Operations&);

}  // namespace cacao
