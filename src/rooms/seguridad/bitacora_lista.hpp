#pragma once
// The audit log, newest first.

#include "api/operations.hpp"

#include <optional>
#include <string>

namespace cacao {

struct RegistroDeBitacora {
    std::int64_t bitacoraId{};
    Instante instante;
    std::int64_t usuarioId{};
    std::string usuario;
    std::int64_t consumidorId{};
    std::string operacion;
    std::string tipo;
    std::int64_t registroId{};
    JsonCrudo antes;
    JsonCrudo despues;
    std::string traza;
    std::optional<std::int64_t> posicion;  // in the hash chain; null while it is not yet sealed
};
DESCRIBE_STRUCT(RegistroDeBitacora, (),
                (bitacoraId, instante, usuarioId, usuario, consumidorId, operacion, tipo, registroId, antes, despues, traza,
                 posicion))

struct BitacoraFiltro : PaginaPedida {
    std::optional<Texto<100, 1>> tipo;
    std::optional<Id> registroId;
    std::optional<Id> usuarioId;
    std::optional<Texto<100, 1>> operacion;
    std::optional<Instante> desde;
    std::optional<Instante> hasta;
};
DESCRIBE_STRUCT(BitacoraFiltro, (PaginaPedida), (tipo, registroId, usuarioId, operacion, desde, hasta))
void validar(const BitacoraFiltro& filtro, Faltas& faltas);

Pagina<RegistroDeBitacora> listar_bitacora(const Context&, const BitacoraFiltro&);

}  // namespace cacao
