#pragma once
// The audit log, newest first, and the anchor of it that an auditor keeps.

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

struct AnclaPedida {
    std::optional<Texto<300, 1>> ancla;
};
DESCRIBE_STRUCT(AnclaPedida, (), (ancla))

struct AnclaDeBitacora {
    std::string ancla;  // empty while nothing is sealed
    std::int64_t posicion{};
    std::optional<Instante> instante;
    std::optional<bool> coincide;  // with the anchor that was sent
    std::int64_t diferencias{};    // in the log behind it
    std::int64_t cabezasSinLlave{};
};
DESCRIBE_STRUCT(AnclaDeBitacora, (), (ancla, posicion, instante, coincide, diferencias, cabezasSinLlave))

Pagina<RegistroDeBitacora> listar_bitacora(const Context&, const BitacoraFiltro&);

}  // namespace cacao
