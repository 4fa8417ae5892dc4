#pragma once
// How rows and heads of the audit log are written down to be sealed: for who seals (bitacora.cpp) and who proves
// (bitacora_prueba.cpp), and nobody else.

#include "api/bitacora.hpp"
#include "reflect/describe.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::api::bitacora {

struct FilaDeBitacora {
    std::int64_t bitacoraId{};
    Instante instante;
    std::int64_t usuarioId{};
    std::int64_t consumidorId{};
    std::string operacion;
    std::string tipo;
    std::int64_t registroId{};
    std::string antes;
    std::string despues;
    std::string traza;
};
DESCRIBE_STRUCT(FilaDeBitacora, (),
                (bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes, despues, traza))

inline constexpr std::size_t seal_batch = 1000;

// Seal of a row: SHA-256 of the seal before it, its position and all its columns, each written as JSON so that no two rows
// can be written alike; the moment to the microsecond.
std::string seal_of(std::string_view previous, std::int64_t posicion, const FilaDeBitacora& fila);
// Whether it is that, or what it was while moments were sealed to the second.
bool is_seal_of(std::string_view sello, std::string_view previous, std::int64_t posicion, const FilaDeBitacora& fila);
// What the code of a head is made over: the head itself and a digest of the one before it, its code included.
std::string coded_text(std::int64_t organizacionId, const Cabeza& head, const std::optional<Cabeza>& previous);

}  // namespace cacao::api::bitacora
