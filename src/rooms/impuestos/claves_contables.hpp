#pragma once
// Short catalogs of electronic accounting 1.3 (Anexo 24, CatalogosParaEsqContE): which grouping codes, banks and ways of paying
// its files may name.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace cacao::contable {

// A code of the first level, and how many there are below it, from .01 on.
struct Agrupador {
    std::int16_t primero = 0;
    std::int16_t debajo = 0;
};
// clang-format off
inline constexpr std::array<Agrupador, 148> agrupadores{{
    {0, 0}, {100, 2}, {101, 1}, {102, 2}, {103, 3}, {104, 1}, {105, 4}, {106, 10}, {107, 5}, {108, 4}, {109, 23}, {110, 1},
    {111, 1}, {112, 1}, {113, 8}, {114, 1}, {115, 7}, {116, 1}, {117, 1}, {118, 4}, {119, 4}, {120, 4}, {121, 1}, {151, 1},
    {152, 1}, {153, 1}, {154, 1}, {155, 1}, {156, 1}, {157, 1}, {158, 1}, {159, 1}, {160, 1}, {161, 1}, {162, 1}, {163, 1},
    {164, 1}, {165, 1}, {166, 1}, {167, 1}, {168, 1}, {169, 1}, {170, 1}, {171, 18}, {172, 18}, {173, 1}, {174, 1}, {175, 1},
    {176, 1}, {177, 1}, {178, 1}, {179, 1}, {180, 1}, {181, 1}, {182, 1}, {183, 10}, {184, 3}, {185, 1}, {186, 10}, {187, 1},
    {188, 3}, {189, 1}, {190, 1}, {191, 1}, {200, 2}, {201, 4}, {202, 12}, {203, 18}, {204, 1}, {205, 6}, {206, 5}, {207, 2},
    {208, 2}, {209, 2}, {210, 7}, {211, 3}, {212, 1}, {213, 7}, {214, 1}, {215, 3}, {216, 12}, {217, 1}, {218, 1}, {251, 6},
    {252, 17}, {253, 18}, {254, 1}, {255, 1}, {256, 1}, {257, 1}, {258, 1}, {259, 3}, {260, 1}, {300, 0}, {301, 5}, {302, 3},
    {303, 1}, {304, 4}, {305, 3}, {306, 1}, {400, 0}, {401, 41}, {402, 5}, {403, 5}, {500, 0}, {501, 8}, {502, 4}, {503, 1},
    {504, 25}, {505, 2}, {600, 0}, {601, 84}, {602, 84}, {603, 82}, {604, 82}, {605, 31}, {606, 1}, {607, 1}, {608, 1},
    {609, 1}, {610, 1}, {611, 2}, {612, 1}, {613, 18}, {614, 10}, {700, 0}, {701, 11}, {702, 10}, {703, 21}, {704, 23},
    {800, 0}, {801, 2}, {802, 2}, {803, 2}, {804, 2}, {805, 2}, {806, 2}, {807, 2}, {808, 2}, {809, 2}, {810, 2}, {811, 2},
    {812, 2}, {813, 2}, {814, 2}, {815, 2}, {816, 2}, {899, 2}
}};
inline constexpr std::array<std::string_view, 94> bancos{
    "002", "006", "009", "012", "014", "019", "021", "030", "032", "036", "037", "042", "044", "058", "059", "060", "062",
    "072", "102", "103", "106", "108", "110", "112", "113", "116", "124", "126", "127", "128", "129", "130", "131", "132",
    "133", "134", "135", "136", "137", "138", "139", "140", "141", "143", "145", "156", "166", "168", "600", "601", "602",
    "605", "606", "607", "608", "610", "614", "615", "616", "617", "618", "619", "620", "621", "622", "623", "626", "627",
    "628", "629", "630", "631", "632", "633", "634", "636", "637", "638", "640", "642", "646", "647", "648", "649", "651",
    "652", "653", "655", "656", "659", "901", "902", "670", "999"
};
// clang-format on
inline constexpr std::string_view otro_banco = "999";

constexpr bool hay_agrupador(std::string_view codigo) {
    const bool forma = codigo.size() == 3 || (codigo.size() == 6 && codigo[3] == '.');
    int primero = 0;
    int debajo = 0;
    for (std::size_t i = 0; i < codigo.size(); ++i) {
        if (i == 3) continue;
        if (codigo[i] < '0' || codigo[i] > '9') return false;
        (i < 3 ? primero : debajo) = (i < 3 ? primero : debajo) * 10 + (codigo[i] - '0');
    }
    const auto* const suyo = std::ranges::find(agrupadores, primero, &Agrupador::primero);
    return forma && suyo != agrupadores.end() && (codigo.size() == 3 || (debajo >= 1 && debajo <= suyo->debajo));
}
static_assert(hay_agrupador("118.01") && hay_agrupador("100") && !hay_agrupador("118.05") && !hay_agrupador("118.00") &&
              !hay_agrupador("") && !hay_agrupador("11801"));

constexpr std::string_view banco_o_ninguno(std::string_view clave) {
    return std::ranges::find(bancos, clave) != bancos.end() ? clave : otro_banco;
}

// Ways of paying: 02 cheque and 03 transfer have nodes of their own.
constexpr bool hay_metodo(std::string_view clave) {
    return clave.size() == 2 && ((clave >= "01" && clave <= "17") || clave == "98" || clave == "99");
}

}  // namespace cacao::contable
