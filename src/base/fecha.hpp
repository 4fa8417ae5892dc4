#pragma once
// Fecha is a calendar day, Instante a moment. Neither reads the clock: that is Reloj's, so that a test can choose the day.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cacao {

class Fecha {
public:
    constexpr Fecha() = default;
    static constexpr Fecha de_dias(std::int32_t dias_desde_1970) { return Fecha{dias_desde_1970}; }
    // Nothing for a day that the calendar does not have. Years 1900 to 2199.
    static std::optional<Fecha> de_civil(int anio, int mes, int dia);
    static std::optional<Fecha> leer_iso(std::string_view texto);  // yyyy-MM-dd
    static std::optional<Fecha> leer_dmy(std::string_view texto);  // dd/MM/yyyy

    constexpr std::int32_t dias() const { return dias_; }
    int anio() const;
    int mes() const;
    int dia() const;
    std::string iso() const;
    void escribir_iso(std::string& out) const;
    // The same at `out`, where there is room for as many; behind the last.
    static constexpr std::size_t largo_iso = 10;
    char* escribir_iso(char* out) const;

    friend constexpr auto operator<=>(Fecha, Fecha) = default;
    Fecha primero_del_mes() const;
    Fecha ultimo_del_mes() const;
    constexpr Fecha operator+(int dias) const { return Fecha{dias_ + dias}; }
    constexpr int operator-(Fecha otra) const { return dias_ - otra.dias_; }

private:
    constexpr explicit Fecha(std::int32_t dias) : dias_(dias) {}
    std::int32_t dias_ = 0;
};

class Instante {
public:
    constexpr Instante() = default;
    static constexpr Instante de_micros(std::int64_t micros_desde_1970) { return Instante{micros_desde_1970}; }
    static Instante ahora();                                          // the system clock; only Reloj and infrastructure call it
    static std::optional<Instante> leer_iso(std::string_view texto);  // 2026-11-15T10:30:00Z or …-06:00, fraction optional

    constexpr std::int64_t micros() const { return micros_; }
    constexpr std::int64_t segundos() const { return micros_ / 1'000'000; }
    std::string iso() const;  // UTC, whole seconds, trailing Z
    void escribir_iso(std::string& out) const;
    static constexpr std::size_t largo_iso = 20;
    char* escribir_iso(char* out) const;

    friend constexpr auto operator<=>(Instante, Instante) = default;
    constexpr Instante mas_segundos(std::int64_t s) const { return Instante{micros_ + s * 1'000'000}; }

private:
    constexpr explicit Instante(std::int64_t micros) : micros_(micros) {}
    std::int64_t micros_ = 0;
};

inline constexpr std::string_view zona_predeterminada = "America/Mexico_City";

bool existe_zona(std::string_view zona);
// The calendar day of a moment in a time zone.
Fecha dia_en_zona(Instante instante, std::string_view zona);
// yyyy-MM-ddTHH:mm:ss in that zone, without offset.
std::string hora_local(Instante instante, std::string_view zona);

}  // namespace cacao
