#pragma once
// References with which charges are paid at a bank: of a student, a family or one charge, with two check digits (ISO 7064, MOD
// 97-10), which find every wrong digit and every two that changed places.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cacao {

enum class ClaseDeReferencia : std::uint8_t { alumno = 1, familia = 2, cargo = 3 };

struct ReferenciaEscolar {
    ClaseDeReferencia clase{};
    std::int64_t id = 0;
    friend bool operator==(const ReferenciaEscolar&, const ReferenciaEscolar&) = default;
};

// 1 (student), 2 (family) or 3 (charge), the identifier, the check digits.
std::string referencia_escolar(ClaseDeReferencia clase, std::int64_t id);
// Nothing for what is none, or has other check digits. Blanks around it do not count.
std::optional<ReferenciaEscolar> leer_referencia_escolar(std::string_view texto);

}  // namespace cacao
