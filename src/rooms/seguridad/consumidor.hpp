#pragma once
// API consumers: programs with keys, each acting as a service user and narrowed to its scopes.

#include "api/operations.hpp"
#include "rooms/seguridad/rol.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct LlaveDeConsumidor {
    std::string prefijo;
    Instante creadaEn;
    std::optional<Instante> venceEn;
    std::optional<Instante> ultimoUso;
    std::optional<Instante> revocadaEn;
    bool vigente{};
};
DESCRIBE_STRUCT(LlaveDeConsumidor, (), (prefijo, creadaEn, venceEn, ultimoUso, revocadaEn, vigente))

struct ConsumidorApi {
    std::int64_t consumidorId{};
    std::string nombre;
    std::string tipoIntegracion;
    std::int64_t organizacionId{};
    std::string organizacion;
    std::int64_t usuarioId{};
    std::string usuario;
    bool activo{};
    std::vector<std::string> alcances;
    std::vector<LlaveDeConsumidor> llaves;
    std::int64_t version{};
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(ConsumidorApi, (),
                (consumidorId, nombre, tipoIntegracion, organizacionId, organizacion, usuarioId, usuario, activo, alcances,
                 llaves, version, creadoEn, modificadoEn))

// The service user must exist; its roles say what the consumer may do at the most, `alcances` what it may do of that.
struct ConsumidorNuevo {
    Texto<100, 1> nombre;
    Texto<50, 1> tipoIntegracion;
    Id usuarioId;
    ListaDePermisos alcances;
    std::optional<Instante> venceEn;
};
DESCRIBE_STRUCT(ConsumidorNuevo, (), (nombre, tipoIntegracion, usuarioId, alcances, venceEn))

struct ConsumidorConLlave : ConsumidorApi {
    std::string apiKey;
};
DESCRIBE_STRUCT(ConsumidorConLlave, (ConsumidorApi), (apiKey))

struct ConsumidorActualizacion {
    Id consumidorId;
    std::optional<Texto<100, 1>> nombre;
    std::optional<Texto<50, 1>> tipoIntegracion;
    std::optional<bool> activo;
    std::optional<ListaDePermisos> alcances;
};
DESCRIBE_STRUCT(ConsumidorActualizacion, (), (consumidorId, nombre, tipoIntegracion, activo, alcances))

struct LlaveRotada {
    Id consumidorId;
    std::optional<Instante> venceEn;
};
DESCRIBE_STRUCT(LlaveRotada, (), (consumidorId, venceEn))

struct LlaveRevocada {
    Id consumidorId;
    Texto<50, 1> prefijo;
};
DESCRIBE_STRUCT(LlaveRevocada, (), (consumidorId, prefijo))

std::vector<ConsumidorApi> listar_consumidores(const Context&);
ConsumidorConLlave crear_consumidor(Seguridad&, Context&, const ConsumidorNuevo&);
ConsumidorApi actualizar_consumidor(Seguridad&, Context&, const ConsumidorActualizacion&);
ConsumidorConLlave rotar_llave(Seguridad&, Context&, const LlaveRotada&);
ConsumidorApi revocar_llave(Seguridad&, Context&, const LlaveRevocada&);

}  // namespace cacao
