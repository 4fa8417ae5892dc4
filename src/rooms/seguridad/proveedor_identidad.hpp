#pragma once
// Identity providers (OpenID Connect) of the organization, and which of their people are users here.

#include "api/operations.hpp"
#include "base/error.hpp"
#include "reflect/url.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ProveedorIdentidad {
    std::int64_t proveedorIdentidadId{};
    std::string clave;
    std::string nombre;
    std::string emisor;
    std::string idCliente;
    bool tieneSecreto{};
    std::int64_t consumidorId{};
    std::string consumidor;
    bool porCorreo{};
    bool anunciado{};
    Guardado<std::vector<std::string>> audiencias;
    std::string alcance;
    bool activo{};
    std::int64_t version{};
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(ProveedorIdentidad, (),
                (proveedorIdentidadId, clave, nombre, emisor, idCliente, tieneSecreto, consumidorId, consumidor, porCorreo,
                 anunciado, audiencias, alcance, activo, version, creadoEn, modificadoEn))

// For whom tokens of agents are made (`aud`).
using Audiencias = Lista<Texto<500, 1>, 10>;

struct ProveedorIdentidadNuevo {
    Texto<100, 1> nombre;
    Url emisor;
    Texto<200, 1> idCliente;
    std::optional<Texto<500, 1>> secreto;
    Id consumidorId;
    std::optional<bool> porCorreo;
    std::optional<bool> anunciado;
    std::optional<Audiencias> audiencias;
    std::optional<Texto<200>> alcance;
};
DESCRIBE_STRUCT(ProveedorIdentidadNuevo, (),
                (nombre, emisor, idCliente, secreto, consumidorId, porCorreo, anunciado, audiencias, alcance))
void validar(const ProveedorIdentidadNuevo& nuevo, Faltas& faltas);

struct ProveedorIdentidadActualizacion {
    Id proveedorIdentidadId;
    std::optional<Texto<100, 1>> nombre;
    std::optional<Texto<500, 1>> secreto;
    std::optional<Id> consumidorId;
    std::optional<bool> porCorreo;
    std::optional<bool> anunciado;
    std::optional<Audiencias> audiencias;
    std::optional<Texto<200>> alcance;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(ProveedorIdentidadActualizacion, (),
                (proveedorIdentidadId, nombre, secreto, consumidorId, porCorreo, anunciado, audiencias, alcance, activo))
void validar(const ProveedorIdentidadActualizacion& pedida, Faltas& faltas);

struct IdentidadExterna {
    std::int64_t identidadExternaId{};
    std::int64_t proveedorIdentidadId{};
    std::string proveedor;
    std::string sub;
    std::int64_t usuarioId{};
    std::string usuario;
    std::string correo;
    std::optional<Instante> ultimoUso;
    Instante creadoEn;
};
DESCRIBE_STRUCT(IdentidadExterna, (),
                (identidadExternaId, proveedorIdentidadId, proveedor, sub, usuarioId, usuario, correo, ultimoUso, creadoEn))

struct IdentidadesFiltro : PaginaPedida {
    std::optional<IdOpcional> usuarioId;
    std::optional<IdOpcional> proveedorIdentidadId;
};
DESCRIBE_STRUCT(IdentidadesFiltro, (PaginaPedida), (usuarioId, proveedorIdentidadId))

struct IdentidadNueva {
    Id proveedorIdentidadId;
    Texto<255, 1> sub;
    Id usuarioId;
};
DESCRIBE_STRUCT(IdentidadNueva, (), (proveedorIdentidadId, sub, usuarioId))

DESCRIBE_KEY(IdentidadPedida, identidadExternaId)

std::vector<ProveedorIdentidad> listar_proveedores_identidad(const Context&);
Pagina<IdentidadExterna> listar_identidades(const Context&, const IdentidadesFiltro&);

// Leads from what a token says to its organization.
std::string clave_proveedor(std::string_view emisor, std::string_view idCliente);
std::string clave_de_proveedor(std::string_view clave);
// … from what a token of an agent says; an empty `audiencia` is the address of /mcp, whatever that is.
std::string clave_audiencia(std::string_view emisor, std::string_view audiencia);
// The issuers that clients are told of, of all organizations, and the scopes to ask them for.
void leer_anunciados(db::Reader& tx, std::vector<std::string>& emisores, std::vector<std::string>& alcances);

}  // namespace cacao
