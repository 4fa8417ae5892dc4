#pragma once
// Keys that the tax authority (SAT) publishes in its CFDI 4.0 catalogues and that the foundation itself must know.

#include <algorithm>
#include <array>
#include <string_view>

namespace cacao::sat {

// c_RegimenFiscal
inline constexpr std::array<std::string_view, 19> regimenes_fiscales{"601", "603", "605", "606", "607", "608", "610",
                                                                     "611", "612", "614", "615", "616", "620", "621",
                                                                     "622", "623", "624", "625", "626"};
// c_UsoCFDI
inline constexpr std::array<std::string_view, 24> usos_cfdi{"G01", "G02", "G03", "I01", "I02", "I03", "I04",  "I05",
                                                            "I06", "I07", "I08", "D01", "D02", "D03", "D04",  "D05",
                                                            "D06", "D07", "D08", "D09", "D10", "S01", "CP01", "CN01"};

// c_FormaPago
inline constexpr std::array<std::string_view, 22> formas_de_pago{"01", "02", "03", "04", "05", "06", "08", "12",
                                                                 "13", "14", "15", "17", "23", "24", "25", "26",
                                                                 "27", "28", "29", "30", "31", "99"};
inline constexpr std::string_view forma_por_definir = "99";
// c_MetodoPago: in one payment by the end of the month, or later and in parts.
inline constexpr std::string_view en_una_exhibicion = "PUE";
inline constexpr std::string_view en_parcialidades = "PPD";

inline bool es_forma_pago(std::string_view clave) { return std::ranges::find(formas_de_pago, clave) != formas_de_pago.end(); }
inline bool es_regimen_fiscal(std::string_view clave) {
    return std::ranges::find(regimenes_fiscales, clave) != regimenes_fiscales.end();
}
inline bool es_uso_cfdi(std::string_view clave) { return std::ranges::find(usos_cfdi, clave) != usos_cfdi.end(); }

// Endings of company names that the authority's registry leaves out of the name (Anexo 20: the name as in the tax
// certificate, without the company type).
inline constexpr std::array<std::string_view, 12> regimenes_de_capital{" SA DE CV",
                                                                       " S.A. DE C.V.",
                                                                       " SAPI DE CV",
                                                                       " S.A.P.I. DE C.V.",
                                                                       " S DE RL DE CV",
                                                                       " S. DE R.L. DE C.V.",
                                                                       " SAB DE CV",
                                                                       " SAS DE CV",
                                                                       " SC",
                                                                       " S.C.",
                                                                       " AC",
                                                                       " A.C."};

inline bool lleva_regimen_de_capital(std::string_view nombre) {
    return std::ranges::any_of(regimenes_de_capital, [&](auto fin) { return nombre.ends_with(fin); });
}

}  // namespace cacao::sat
