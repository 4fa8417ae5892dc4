#include "base/decimal.hpp"

#include <array>
#include <charconv>
#include <limits>

namespace cacao {
namespace {

constexpr bool es_digito(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<std::int64_t, 7> potencias{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};

}  // namespace

Lectura leer_millonesimas(std::string_view texto, std::int64_t& micros) noexcept {
    const char* p = texto.data();
    const char* const fin = p + texto.size();
    const bool negativo = p != fin && *p == '-';
    if (negativo) ++p;

    // Significant digits go into `mantisa`; `escala` says how many of them stand behind the point.
    if (p == fin || !es_digito(*p)) return Lectura::malformado;
    if (*p == '0' && p + 1 != fin && es_digito(p[1])) return Lectura::malformado;
    unsigned __int128 mantisa = 0;
    int digitos = 0;
    int escala = 0;
    bool fraccion = false;
    bool perdidos = false;  // more digits than any value of ours can have
    for (; p != fin && (es_digito(*p) || (*p == '.' && !fraccion)); ++p) {
        if (*p == '.') {
            fraccion = true;
            if (p + 1 == fin || !es_digito(p[1])) return Lectura::malformado;
            continue;
        }
        if (digitos < 37) {
            mantisa = mantisa * 10 + static_cast<unsigned>(*p - '0');
            if (mantisa != 0) ++digitos;
            if (fraccion) ++escala;
        } else {
            perdidos = true;
        }
    }
    if (perdidos) return Lectura::fuera_de_rango;

    int exponente = 0;
    if (p != fin && (*p == 'e' || *p == 'E')) {
        ++p;
        const char* inicio = p;
        if (p != fin && (*p == '+' || *p == '-')) {
            if (*p == '+') inicio = p + 1;
            ++p;
        }
        if (p == fin || !es_digito(*p)) return Lectura::malformado;
        auto [ptr, ec] = std::from_chars(inicio, fin, exponente);
        if (ec == std::errc::result_out_of_range) return mantisa == 0 ? (micros = 0, Lectura::bien) : Lectura::fuera_de_rango;
        p = ptr;
    }
    if (p != fin) return Lectura::malformado;
    if (mantisa == 0) {
        micros = 0;
        return Lectura::bien;
    }

    // value = mantisa · 10^(exponente − escala); we want it in 10^-6.
    std::int64_t desplazar = std::int64_t{exponente} - escala + 6;
    for (; desplazar < 0; ++desplazar) {
        if (mantisa % 10 != 0) return Lectura::demasiados_decimales;
        mantisa /= 10;
    }
    constexpr auto tope = static_cast<unsigned __int128>(std::numeric_limits<std::int64_t>::max());
    for (; desplazar > 0; --desplazar) {
        if (mantisa > tope) return Lectura::fuera_de_rango;
        mantisa *= 10;
    }
    if (mantisa > tope) return Lectura::fuera_de_rango;
    micros = static_cast<std::int64_t>(mantisa);
    if (negativo) micros = -micros;
    return Lectura::bien;
}

void escribir_millonesimas(std::string& out, std::int64_t micros) {
    std::array<char, largo_millonesimas> texto{};
    out.append(texto.data(), escribir_millonesimas(texto.data(), micros));
}

char* escribir_millonesimas(char* out, std::int64_t micros) {
    auto magnitud = static_cast<std::uint64_t>(micros);
    if (micros < 0) {
        *out++ = '-';
        magnitud = 0 - magnitud;
    }
    const auto entero = magnitud / static_cast<std::uint64_t>(millonesimas);
    auto fraccion = static_cast<std::uint32_t>(magnitud % static_cast<std::uint64_t>(millonesimas));
    if (entero < 10) *out++ = static_cast<char>('0' + entero);
    else out = std::to_chars(out, out + 13, entero).ptr;
    if (fraccion == 0) return out;
    *out = '.';
    // Most have cents at the most.
    constexpr std::uint32_t centesima = 10'000;
    if (fraccion % centesima == 0) {
        fraccion /= centesima;
        out[1] = static_cast<char>('0' + fraccion / 10);
        out[2] = static_cast<char>('0' + fraccion % 10);
        return out + (out[2] == '0' ? 2 : 3);
    }
    for (std::size_t i = 6; i >= 1; --i, fraccion /= 10) out[i] = static_cast<char>('0' + fraccion % 10);
    out += 7;
    while (out[-1] == '0') --out;
    return out;
}

std::int64_t dividir_redondeando(__int128 numerador, __int128 divisor) {
    __int128 cociente = numerador / divisor;
    const __int128 resto = numerador % divisor;
    const __int128 doble = resto < 0 ? -2 * resto : 2 * resto;
    if (doble >= divisor) cociente += numerador < 0 ? -1 : 1;
    if (cociente > std::numeric_limits<std::int64_t>::max() || cociente < std::numeric_limits<std::int64_t>::min())
        reject(Codigo::fuera_de_rango, "");
    return static_cast<std::int64_t>(cociente);
}

std::int64_t redondear_millonesimas(std::int64_t micros, int decimales) {
    const std::int64_t unidad = potencias.at(static_cast<std::size_t>(6 - decimales));
    const __int128 redondo = static_cast<__int128>(dividir_redondeando(micros, unidad)) * unidad;
    return dividir_redondeando(redondo, 1);  // checks the range
}

Importe Exacto::redondear(int decimales) const {
    const std::int64_t unidad = potencias.at(static_cast<std::size_t>(6 - decimales));
    const __int128 divisor = static_cast<__int128>(millonesimas) * unidad;
    const __int128 micros = static_cast<__int128>(dividir_redondeando(picos_, divisor)) * unidad;
    return Importe::de_micros(dividir_redondeando(micros, 1));
}

Importe impuesto_incluido(Importe bruto, Tasa tasa, int decimales) {
    const std::int64_t unidad = potencias.at(static_cast<std::size_t>(6 - decimales));
    const __int128 numerador = static_cast<__int128>(bruto.micros()) * tasa.micros();
    const __int128 divisor = (static_cast<__int128>(millonesimas) + tasa.micros()) * unidad;
    const __int128 micros = static_cast<__int128>(dividir_redondeando(numerador, divisor)) * unidad;
    return Importe::de_micros(dividir_redondeando(micros, 1));
}

}  // namespace cacao
