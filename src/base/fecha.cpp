#include "base/fecha.hpp"

#include <date/tz.h>

#include <array>
#include <chrono>

namespace cacao {
namespace {

date::year_month_day civil(std::int32_t dias) { return date::year_month_day{date::sys_days{date::days{dias}}}; }

// `n` digits at `pos`, or -1.
int digitos(std::string_view texto, std::size_t pos, std::size_t n) {
    int valor = 0;
    for (std::size_t i = pos; i < pos + n; ++i) {
        if (i >= texto.size() || texto[i] < '0' || texto[i] > '9') return -1;
        valor = valor * 10 + (texto[i] - '0');
    }
    return valor;
}

// Two digits; dates stand in every answer, so they are written by hand.
void poner_par(char* en, int n) {
    en[0] = static_cast<char>('0' + n / 10);
    en[1] = static_cast<char>('0' + n % 10);
}

const date::time_zone* zona_o_nulo(std::string_view zona) {
    try {
        return date::locate_zone(std::string{zona});
    } catch (const std::exception&) {
        return nullptr;
    }
}

auto local(Instante instante, std::string_view zona) {
    const auto* z = zona_o_nulo(zona);
    if (z == nullptr) z = date::locate_zone(std::string{zona_predeterminada});
    return z->to_local(date::sys_time<std::chrono::microseconds>{std::chrono::microseconds{instante.micros()}});
}

// Takes "Z" or how far a clock is ahead of UTC ("-06:00") off the end, in minutes.
std::optional<int> quitar_desfase(std::string_view& t) {
    if (t.ends_with('Z')) {
        t.remove_suffix(1);
        return 0;
    }
    if (t.size() < 6) return std::nullopt;
    const auto desfase = t.substr(t.size() - 6);
    t.remove_suffix(6);
    const int h = digitos(desfase, 1, 2);
    const int m = digitos(desfase, 4, 2);
    const bool bien = (desfase[0] == '+' || desfase[0] == '-') && desfase[3] == ':' && h >= 0 && h <= 23 && m >= 0 && m <= 59;
    if (!bien) return std::nullopt;
    return (desfase[0] == '-' ? -1 : 1) * (h * 60 + m);
}

}  // namespace

std::optional<Fecha> Fecha::de_civil(int anio, int mes, int dia) {
    const auto ymd = date::year{anio} / mes / dia;
    if (anio < 1900 || anio > 2199 || mes < 1 || dia < 1 || !ymd.ok()) return std::nullopt;
    return Fecha{static_cast<std::int32_t>(date::sys_days{ymd}.time_since_epoch().count())};
}

std::optional<Fecha> Fecha::leer_iso(std::string_view t) {
    if (t.size() != 10 || t[4] != '-' || t[7] != '-') return std::nullopt;
    return de_civil(digitos(t, 0, 4), digitos(t, 5, 2), digitos(t, 8, 2));
}

std::optional<Fecha> Fecha::leer_dmy(std::string_view t) {
    if (t.size() != 10 || t[2] != '/' || t[5] != '/') return std::nullopt;
    return de_civil(digitos(t, 6, 4), digitos(t, 3, 2), digitos(t, 0, 2));
}

int Fecha::anio() const { return static_cast<int>(civil(dias_).year()); }
int Fecha::mes() const { return static_cast<int>(static_cast<unsigned>(civil(dias_).month())); }
int Fecha::dia() const { return static_cast<int>(static_cast<unsigned>(civil(dias_).day())); }

void Fecha::escribir_iso(std::string& out) const {
    std::array<char, largo_iso> texto{};
    out.append(texto.data(), escribir_iso(texto.data()));
}

char* Fecha::escribir_iso(char* out) const {
    const auto ymd = civil(dias_);
    const int anio = static_cast<int>(ymd.year());
    poner_par(out, anio / 100);
    poner_par(out + 2, anio % 100);
    out[4] = '-';
    poner_par(out + 5, static_cast<int>(static_cast<unsigned>(ymd.month())));
    out[7] = '-';
    poner_par(out + 8, static_cast<int>(static_cast<unsigned>(ymd.day())));
    return out + largo_iso;
}

Fecha Fecha::primero_del_mes() const { return *this + (1 - dia()); }

Fecha Fecha::ultimo_del_mes() const {
    // No month has 32 days, so this lands in the next one.
    return (primero_del_mes() + 31).primero_del_mes() + -1;
}

std::string Fecha::iso() const {
    std::string out;
    escribir_iso(out);
    return out;
}

Instante Instante::ahora() {
    const auto t = std::chrono::system_clock::now().time_since_epoch();
    return Instante{std::chrono::duration_cast<std::chrono::microseconds>(t).count()};
}

std::optional<Instante> Instante::leer_iso(std::string_view t) {
    const auto desfase = quitar_desfase(t);
    if (!desfase || t.size() < 19 || t[10] != 'T' || t[13] != ':' || t[16] != ':') return std::nullopt;
    const auto dia = Fecha::leer_iso(t.substr(0, 10));
    const int h = digitos(t, 11, 2);
    const int m = digitos(t, 14, 2);
    const int s = digitos(t, 17, 2);
    if (!dia || h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 59) return std::nullopt;
    std::int64_t fraccion = 0;
    if (t.size() > 19) {
        const std::size_t n = t.size() - 20;
        if (t[19] != '.' || n == 0 || n > 6) return std::nullopt;
        const int f = digitos(t, 20, n);
        if (f < 0) return std::nullopt;
        fraccion = f;
        for (std::size_t i = n; i < 6; ++i) fraccion *= 10;
    }
    return Instante{(std::int64_t{dia->dias()} * 86'400 + h * 3600 + (m - *desfase) * 60 + s) * 1'000'000 + fraccion};
}

void Instante::escribir_iso(std::string& out) const {
    std::array<char, largo_iso> texto{};
    out.append(texto.data(), escribir_iso(texto.data()));
}

char* Instante::escribir_iso(char* out) const {
    std::int64_t s = micros_ / 1'000'000;
    if (micros_ % 1'000'000 < 0) --s;
    std::int64_t dias = s / 86'400;
    if (s % 86'400 < 0) --dias;
    const auto resto = s - dias * 86'400;
    out = Fecha::de_dias(static_cast<std::int32_t>(dias)).escribir_iso(out);
    *out = 'T';
    poner_par(out + 1, static_cast<int>(resto / 3600));
    out[3] = ':';
    poner_par(out + 4, static_cast<int>(resto / 60 % 60));
    out[6] = ':';
    poner_par(out + 7, static_cast<int>(resto % 60));
    out[9] = 'Z';
    return out + 10;
}

std::string Instante::iso() const {
    std::string out;
    escribir_iso(out);
    return out;
}

bool existe_zona(std::string_view zona) { return zona_o_nulo(zona) != nullptr; }

Fecha dia_en_zona(Instante instante, std::string_view zona) {
    const auto dia = date::floor<date::days>(local(instante, zona));
    return Fecha::de_dias(static_cast<std::int32_t>(dia.time_since_epoch().count()));
}

std::string hora_local(Instante instante, std::string_view zona) {
    const auto momento = date::floor<std::chrono::seconds>(local(instante, zona));
    const auto segundos = momento.time_since_epoch().count();
    std::string out = Instante::de_micros(segundos * 1'000'000).iso();
    out.pop_back();  // local time carries no zone
    return out;
}

}  // namespace cacao
