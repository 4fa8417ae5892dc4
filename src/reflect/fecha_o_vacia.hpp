#pragma once
// A day that may be missing, and is "" then: where the interface has a text and no null.

#include "reflect/types.hpp"

#include <optional>

namespace cacao {

struct FechaOVacia : std::optional<Fecha> {
    using std::optional<Fecha>::optional;
};

template <>
struct TextForm<FechaOVacia> : TextFormBase<FechaOVacia, Codigo::fecha_invalida> {
    static std::optional<FechaOVacia> leer(std::string_view t) {
        if (t.empty()) return FechaOVacia{};
        const auto dia = Fecha::leer_iso(t);
        return dia ? std::optional{FechaOVacia{*dia}} : std::nullopt;
    }
    static char* escribir(char* out, const FechaOVacia& v) { return v ? v->escribir_iso(out) : out; }
    static constexpr std::string_view esquema = R"("type":"string")";
    static constexpr std::string_view ejemplo = "2026-11-15";
};

}  // namespace cacao
