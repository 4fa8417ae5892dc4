#pragma once
// The CURP of a student, which whoever has no right of its own to it sees the ends of alone.

#include "reflect/types.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cacao {

// Kept whole and written masked: answers, the log and what is kept of answers show its ends alone, whoever asks.
struct CurpReservada : std::string {
    CurpReservada() = default;
    explicit CurpReservada(std::string s) : std::string(std::move(s)) {}
    static std::optional<CurpReservada> leer(std::string_view texto) { return CurpReservada{std::string{texto}}; }
};

// Whether the complement's schema takes it (iedu.xsd): stricter than RENAPO's form about vowels and consonants.
bool curp_de_complemento(std::string_view curp);

template <>
struct TextForm<CurpReservada> : TextFormBase<CurpReservada, Codigo::curp_invalida> {
    static char* escribir(char* out, const CurpReservada& v);
    static constexpr std::string_view esquema = R"("type":"string","maxLength":18)";
    static constexpr std::string_view ejemplo = "HEGG************04";
};

}  // namespace cacao
