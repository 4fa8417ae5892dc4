#include "rooms/activos/tasas_maximas.hpp"

#include <algorithm>

namespace cacao {
namespace {

// clang-format off
constexpr TasaDeLey tasas[] = {
    {"cargosDiferidos",      "Cargos diferidos",                                             50'000, "LISR art. 33 fr. I"},
    {"preoperativos",        "Erogaciones en periodos preoperativos",                       100'000, "LISR art. 33 fr. II"},
    {"gastosDiferidos",      "Regalías, asistencia técnica y otros gastos diferidos",       150'000, "LISR art. 33 fr. III"},
    {"monumentos",           "Construcciones que son monumentos",                           100'000, "LISR art. 34 fr. I a", 0, "152.01", "171.01", "613.01"},
    {"edificios",            "Edificios y demás construcciones",                             50'000, "LISR art. 34 fr. I b", 0, "152.01", "171.01", "613.01"},
    {"mobiliario",           "Mobiliario y equipo de oficina",                              100'000, "LISR art. 34 fr. III", 0, "155.01", "171.04", "613.04"},
    {"embarcaciones",        "Embarcaciones",                                                60'000, "LISR art. 34 fr. IV"},
    {"avionesFumigacion",    "Aviones de fumigación agrícola",                              250'000, "LISR art. 34 fr. V a"},
    {"aviones",              "Los demás aviones",                                           100'000, "LISR art. 34 fr. V b", 8'600'000},
    {"automoviles",          "Automóviles",                                                 250'000, "LISR arts. 34 fr. VI y 36 fr. II", 175'000, "154.01", "171.03"},
    {"automovilesElectricos","Automóviles eléctricos, de hidrógeno o híbridos",             250'000, "LISR arts. 34 fr. VI y 36 fr. II", 250'000, "154.01", "171.03"},
    {"transporte",           "Autobuses, camiones de carga, tractocamiones, montacargas y remolques", 250'000, "LISR art. 34 fr. VI", 0, "154.01", "171.03"},
    {"computo",              "Equipo de cómputo y sus periféricos",                         300'000, "LISR art. 34 fr. VII", 0, "156.01", "171.05", "613.05"},
    {"moldes",               "Dados, troqueles, moldes, matrices y herramental",            350'000, "LISR art. 34 fr. VIII", 0, "153.01", "171.02", "613.02"},
    {"semovientes",          "Semovientes y vegetales",                                   1'000'000, "LISR art. 34 fr. IX"},
    {"torresCables",         "Torres de transmisión y cables telefónicos, sin fibra óptica", 50'000, "LISR art. 34 fr. X a"},
    {"radioTelefonia",       "Sistemas de radio para telefonía",                             80'000, "LISR art. 34 fr. X b"},
    {"transmisionTelefonica","Equipo de transmisión telefónica",                            100'000, "LISR art. 34 fr. X c"},
    {"centralTelefonica",    "Equipo de la central telefónica",                             250'000, "LISR art. 34 fr. X d"},
    {"telefonia",            "Demás equipo telefónico",                                     100'000, "LISR art. 34 fr. X e"},
    {"satelites",            "Segmento satelital en el espacio",                             80'000, "LISR art. 34 fr. XI a"},
    {"satelitalTierra",      "Equipo satelital en tierra",                                  100'000, "LISR art. 34 fr. XI b"},
    {"accesibilidad",        "Adaptaciones para personas con discapacidad",               1'000'000, "LISR art. 34 fr. XII"},
    {"energiaRenovable",     "Maquinaria de energía de fuentes renovables",               1'000'000, "LISR art. 34 fr. XIII", 0, "153.01", "171.02", "613.02"},
    {"bicicletas",           "Bicicletas y motocicletas eléctricas",                        250'000, "LISR art. 34 fr. XIV"},
    {"maquinaria",           "Maquinaria y equipo de actividades sin tasa propia",          100'000, "LISR art. 35 fr. XIV", 0, "153.01", "171.02", "613.02"},
    {"maquinariaAlimentos",  "Maquinaria para elaborar alimentos y bebidas",                 80'000, "LISR art. 35 fr. IV", 0, "153.01", "171.02", "613.02"},
    {"maquinariaQuimica",    "Maquinaria de química, plástico, caucho, piel e impresión",    90'000, "LISR art. 35 fr. V", 0, "153.01", "171.02", "613.02"},
    {"maquinariaTextil",     "Maquinaria textil y del vestido",                             110'000, "LISR art. 35 fr. VII", 0, "153.01", "171.02", "613.02"},
    {"maquinariaRestaurantes","Equipo de restaurantes",                                     200'000, "LISR art. 35 fr. X", 0, "153.01", "171.02", "613.02"},
    {"maquinariaConstruccion","Maquinaria de construcción y del campo",                     250'000, "LISR art. 35 fr. XI", 0, "153.01", "171.02", "613.02"},
    {"terrenos",             "Terrenos",                                                          0, "No se deprecian", 0, "151.01"},
};
// clang-format on

}  // namespace

std::span<const TasaDeLey> tasas_de_ley() { return tasas; }

const TasaDeLey* tasa_de_ley(std::string_view clave) {
    const auto* const suya = std::ranges::find(tasas, clave, &TasaDeLey::clave);
    return suya == std::end(tasas) ? nullptr : suya;
}

}  // namespace cacao
