#pragma once
// Exact decimals: 64-bit counts of millionths. Four types that do not mix by accident, one rounding rule
// (half away from zero), and overflow that is an error and never wraps.

#include "base/error.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cacao {

inline constexpr std::int64_t millonesimas = 1'000'000;

// What reading a number from text can run into.
enum class Lectura : std::uint8_t { bien, malformado, demasiados_decimales, fuera_de_rango };

// Reads a JSON-style number (`1.10`, `11e-1`, `-3`) into millionths, exactly.
Lectura leer_millonesimas(std::string_view texto, std::int64_t& micros) noexcept;

// Appends the shortest plain form: `1.1`, `-0.000001`, `12`.
void escribir_millonesimas(std::string& out, std::int64_t micros);
// The same at `out`, where there is room for `largo_millonesimas`; behind the last digit.
inline constexpr std::size_t largo_millonesimas = 21;
char* escribir_millonesimas(char* out, std::int64_t micros);

// Divides by 10^12-scaled or any positive divisor, half away from zero. Throws Error(fuera_de_rango) if the quotient does
// not fit 64 bits.
std::int64_t dividir_redondeando(__int128 numerador, __int128 divisor);

// `micros` rounded to `decimales` (0 to 6), half away from zero.
std::int64_t redondear_millonesimas(std::int64_t micros, int decimales);

template <class Tag>
class Decimal {
public:
    constexpr Decimal() = default;
    static constexpr Decimal de_micros(std::int64_t micros) { return Decimal{micros}; }
    static constexpr Decimal de_enteros(std::int64_t enteros) {
        std::int64_t micros{};
        if (__builtin_mul_overflow(enteros, millonesimas, &micros)) desbordar();
        return Decimal{micros};
    }
    // Nothing when the text is not a number that fits exactly.
    static std::optional<Decimal> leer(std::string_view texto) {
        std::int64_t micros{};
        if (leer_millonesimas(texto, micros) != Lectura::bien) return std::nullopt;
        return Decimal{micros};
    }

    constexpr std::int64_t micros() const { return micros_; }
    constexpr bool es_cero() const { return micros_ == 0; }
    std::string texto() const {
        std::string out;
        escribir_millonesimas(out, micros_);
        return out;
    }
    Decimal redondeado(int decimales) const { return Decimal{redondear_millonesimas(micros_, decimales)}; }

    friend constexpr auto operator<=>(Decimal, Decimal) = default;
    friend constexpr Decimal operator+(Decimal a, Decimal b) {
        std::int64_t suma{};
        if (__builtin_add_overflow(a.micros_, b.micros_, &suma)) desbordar();
        return Decimal{suma};
    }
    friend constexpr Decimal operator-(Decimal a, Decimal b) {
        std::int64_t resta{};
        if (__builtin_sub_overflow(a.micros_, b.micros_, &resta)) desbordar();
        return Decimal{resta};
    }
    constexpr Decimal operator-() const { return Decimal{} - *this; }
    constexpr Decimal& operator+=(Decimal b) { return *this = *this + b; }
    constexpr Decimal& operator-=(Decimal b) { return *this = *this - b; }

private:
    constexpr explicit Decimal(std::int64_t micros) : micros_(micros) {}
    [[noreturn]] static void desbordar() { reject(Codigo::fuera_de_rango, ""); }
    std::int64_t micros_ = 0;
};

using Importe = Decimal<struct ImporteTag>;    // money
using Precio = Decimal<struct PrecioTag>;      // money per unit
using Cantidad = Decimal<struct CantidadTag>;  // how many
using Tasa = Decimal<struct TasaTag>;          // 0.16

// A product before its one rounding: an exact count of 10^-12.
class Exacto {
public:
    constexpr Exacto() = default;
    constexpr explicit Exacto(__int128 picos) : picos_(picos) {}
    // The only way back to money: rounded once, to the decimals of the currency.
    Importe redondear(int decimales) const;

    friend constexpr Exacto operator+(Exacto a, Exacto b) {
        __int128 suma{};
        if (__builtin_add_overflow(a.picos_, b.picos_, &suma)) reject(Codigo::fuera_de_rango, "");
        return Exacto{suma};
    }
    friend constexpr Exacto operator-(Exacto a, Exacto b) {
        __int128 resta{};
        if (__builtin_sub_overflow(a.picos_, b.picos_, &resta)) reject(Codigo::fuera_de_rango, "");
        return Exacto{resta};
    }
    friend constexpr bool operator==(Exacto, Exacto) = default;

private:
    __int128 picos_ = 0;
};

// Only products that mean something exist. 64 × 64 bits always fit 128, so neither can overflow.
constexpr Exacto operator*(Cantidad c, Precio p) { return Exacto{static_cast<__int128>(c.micros()) * p.micros()}; }
constexpr Exacto operator*(Precio p, Cantidad c) { return c * p; }
constexpr Exacto operator*(Importe i, Tasa t) { return Exacto{static_cast<__int128>(i.micros()) * t.micros()}; }
constexpr Exacto operator*(Tasa t, Importe i) { return i * t; }

// The tax inside a gross amount: round(gross · t / (1 + t)); the base is gross − tax, so the printed price is met to the cent.
Importe impuesto_incluido(Importe bruto, Tasa tasa, int decimales);

namespace literales {
consteval Importe operator""_mxn(unsigned long long v) { return Importe::de_enteros(static_cast<std::int64_t>(v)); }
consteval Precio operator""_precio(unsigned long long v) { return Precio::de_enteros(static_cast<std::int64_t>(v)); }
consteval Cantidad operator""_pza(unsigned long long v) { return Cantidad::de_enteros(static_cast<std::int64_t>(v)); }
}  // namespace literales

}  // namespace cacao
