#include "base/letra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cacao {
namespace {

// As they stand before a noun, which is always the case here: a thousand, a million, a peso.
constexpr std::array<std::string_view, 30> hasta_veintinueve{
    "CERO",         "UN",          "DOS",        "TRES",        "CUATRO",     "CINCO",      "SEIS",      "SIETE",
    "OCHO",         "NUEVE",       "DIEZ",       "ONCE",        "DOCE",       "TRECE",      "CATORCE",   "QUINCE",
    "DIECISÉIS",    "DIECISIETE",  "DIECIOCHO",  "DIECINUEVE",  "VEINTE",     "VEINTIÚN",   "VEINTIDÓS", "VEINTITRÉS",
    "VEINTICUATRO", "VEINTICINCO", "VEINTISÉIS", "VEINTISIETE", "VEINTIOCHO", "VEINTINUEVE"};
constexpr std::array<std::string_view, 10> decenas{"",          "",        "",        "TREINTA", "CUARENTA",
                                                   "CINCUENTA", "SESENTA", "SETENTA", "OCHENTA", "NOVENTA"};
constexpr std::array<std::string_view, 10> centenas{"",           "CIENTO",      "DOSCIENTOS",  "TRESCIENTOS", "CUATROCIENTOS",
                                                    "QUINIENTOS", "SEISCIENTOS", "SETECIENTOS", "OCHOCIENTOS", "NOVECIENTOS"};

void agregar_palabra(std::string& texto, std::string_view palabra) {
    if (!texto.empty()) texto += ' ';
    texto += palabra;
}

void hasta_novecientos(std::string& texto, std::uint64_t n) {
    if (n == 100) return agregar_palabra(texto, "CIEN");
    if (n > 100) agregar_palabra(texto, centenas[n / 100]);
    n %= 100;
    if (n == 0) return;
    if (n < hasta_veintinueve.size()) return agregar_palabra(texto, hasta_veintinueve[n]);
    agregar_palabra(texto, decenas[n / 10]);
    if (n % 10 == 0) return;
    agregar_palabra(texto, "Y");
    agregar_palabra(texto, hasta_veintinueve[n % 10]);
}

void hasta_999999(std::string& texto, std::uint64_t n) {
    if (n >= 2000) hasta_novecientos(texto, n / 1000);
    if (n >= 1000) agregar_palabra(texto, "MIL");
    if (n % 1000 != 0) hasta_novecientos(texto, n % 1000);
}

struct NombreDeMoneda {
    std::string_view clave, uno, varios, marca;
};
constexpr std::array<NombreDeMoneda, 5> monedas{{{"MXN", "PESO", "PESOS", "M.N."},
                                                 {"USD", "DÓLAR", "DÓLARES", "USD"},
                                                 {"EUR", "EURO", "EUROS", "EUR"},
                                                 {"CAD", "DÓLAR CANADIENSE", "DÓLARES CANADIENSES", "CAD"},
                                                 {"JPY", "YEN", "YENES", "JPY"}}};

}  // namespace

std::string numero_en_letra(std::uint64_t n) {
    constexpr std::uint64_t millon = 1'000'000, billon = millon * millon;
    if (n == 0) return std::string{hasta_veintinueve[0]};
    std::string texto;
    const auto grupo = [&](std::uint64_t cuantos, std::string_view uno, std::string_view varios) {
        if (cuantos == 0) return;
        hasta_999999(texto, cuantos);
        agregar_palabra(texto, cuantos == 1 ? uno : varios);
    };
    // Numbers of a currency end before a trillion of them do: 64 bits hold eighteen billones.
    grupo(n / billon, "BILLÓN", "BILLONES");
    grupo(n % billon / millon, "MILLÓN", "MILLONES");
    if (n % millon != 0) hasta_999999(texto, n % millon);
    return texto;
}

std::string importe_en_letra(Importe importe, std::string_view moneda) {
    const auto micros = importe.redondeado(2).micros();
    const auto magnitud = micros < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(micros) : static_cast<std::uint64_t>(micros);
    const auto enteros = magnitud / millonesimas;
    const auto centavos = magnitud % millonesimas / 10'000;
    std::string texto = micros < 0 ? "MENOS " : "";
    texto += numero_en_letra(enteros);
    const auto* suya = std::ranges::find(monedas, moneda, &NombreDeMoneda::clave);
    if (suya == monedas.end()) return texto + fmt::format(" {:02}/100 {}", centavos, moneda);
    // UN MILLÓN DE PESOS, but UN MILLÓN CIEN PESOS.
    if (enteros != 0 && enteros % 1'000'000 == 0) texto += " DE";
    return texto + fmt::format(" {} {:02}/100 {}", enteros == 1 ? suya->uno : suya->varios, centavos, suya->marca);
}

}  // namespace cacao
