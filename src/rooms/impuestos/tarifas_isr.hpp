#pragma once
// Rates of income tax by law and year. What changes gets a line with the day from which it holds; nothing is taken out.

#include "base/decimal.hpp"
#include "base/fecha.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace cacao::isr {

// Of companies, in the general regime and in the simplified one (LISR 9, 14 and 211).
struct TasaDeSociedades {
    std::int64_t desde = 0;  // 201401
    Tasa tasa;
};
inline constexpr std::array<TasaDeSociedades, 1> sociedades{{{201401, Tasa::de_micros(300'000)}}};

// Natural persons of the simplified regime (RESICO), by what they collected in the month without VAT (LISR 113-E).
struct RenglonDeResico {
    std::int64_t desde = 0;
    Importe hasta;
    Tasa tasa;
};
inline constexpr std::array<RenglonDeResico, 5> resico_personas{{
    {202201, Importe::de_micros(25'000'000'000), Tasa::de_micros(10'000)},
    {202201, Importe::de_micros(50'000'000'000), Tasa::de_micros(11'000)},
    {202201, Importe::de_micros(83'333'330'000), Tasa::de_micros(15'000)},
    {202201, Importe::de_micros(208'333'330'000), Tasa::de_micros(20'000)},
    {202201, Importe::de_micros(3'500'000'000'000), Tasa::de_micros(25'000)},
}};

constexpr Tasa tasa_de_sociedades(std::int64_t periodo) {
    Tasa tasa;
    for (const TasaDeSociedades& t : sociedades)
        if (periodo >= t.desde) tasa = t.tasa;
    return tasa;
}

// The rate of the first row that it fits in; that of the last one beyond them all. 0 before there was such a regime.
constexpr Tasa tasa_de_resico(std::int64_t periodo, Importe ingresos) {
    Tasa tasa;
    for (const RenglonDeResico& r : resico_personas) {
        if (periodo < r.desde) continue;
        tasa = r.tasa;
        if (ingresos <= r.hasta) return tasa;
    }
    return tasa;
}

}  // namespace cacao::isr
