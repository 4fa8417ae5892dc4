#pragma once
// What a student is called, which whoever has no right of its own to it sees the first name and the initials of alone.

#include "api/context.hpp"
#include "reflect/types.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cacao {

// "Ana Pérez Ramos" as "Ana P. R.".
std::string abreviado(std::string_view nombre);

// Kept whole and written short, whoever asks: as the log has it.
struct NombreReservado : std::string {
    NombreReservado() = default;
    explicit NombreReservado(std::string s) : std::string(std::move(s)) {}
    static std::optional<NombreReservado> leer(std::string_view texto) { return NombreReservado{std::string{texto}}; }
};

// Of one operation: what it answers to whoever asks.
class NombresDeAlumnos {
public:
    explicit NombresDeAlumnos(const Context& ctx);
    std::string operator()(std::string_view nombre) const { return enteros_ ? std::string{nombre} : abreviado(nombre); }

private:
    bool enteros_;
};

template <>
struct TextForm<NombreReservado> : TextFormBase<NombreReservado, Codigo::valor_no_permitido> {
    static char* escribir(char* out, const NombreReservado& v);
    static constexpr std::string_view esquema = R"("type":"string")";
    static constexpr std::string_view ejemplo = "Ana P. R.";
};

}  // namespace cacao
