#pragma once
// Banks of the country as the tax authority lists them (c_Banco): the key that a CLABE begins with, the short name and the legal
// one. Brokers and exchange houses are left to whoever needs them.

#include <string_view>

namespace cacao::engine::catalogo {

struct BancoSembrado {
    std::string_view clave;
    std::string_view nombre;
    std::string_view razonSocial;
};

inline constexpr BancoSembrado bancos[] = {
    {"002", "BANAMEX", "Banco Nacional de México, S.A., Institución de Banca Múltiple, Grupo Financiero Banamex"},
    {"006", "BANCOMEXT", "Banco Nacional de Comercio Exterior, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo"},
    {"009", "BANOBRAS",
     "Banco Nacional de Obras y Servicios Públicos, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo"},
    {"012", "BBVA BANCOMER", "BBVA Bancomer, S.A., Institución de Banca Múltiple, Grupo Financiero BBVA Bancomer"},
    {"014", "SANTANDER", "Banco Santander (México), S.A., Institución de Banca Múltiple, Grupo Financiero Santander"},
    {"019", "BANJERCITO",
     "Banco Nacional del Ejército, Fuerza Aérea y Armada, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo"},
    {"021", "HSBC", "HSBC México, S.A., institución De Banca Múltiple, Grupo Financiero HSBC"},
    {"030", "BAJIO", "Banco del Bajío, S.A., Institución de Banca Múltiple"},
    {"036", "INBURSA", "Banco Inbursa, S.A., Institución de Banca Múltiple, Grupo Financiero Inbursa"},
    {"037", "INTERACCIONES", "Banco Interacciones, S.A., Institución de Banca Múltiple"},
    {"042", "MIFEL", "Banca Mifel, S.A., Institución de Banca Múltiple, Grupo Financiero Mifel"},
    {"044", "SCOTIABANK", "Scotiabank Inverlat, S.A."},
    {"058", "BANREGIO", "Banco Regional de Monterrey, S.A., Institución de Banca Múltiple, Banregio Grupo Financiero"},
    {"059", "INVEX", "Banco Invex, S.A., Institución de Banca Múltiple, Invex Grupo Financiero"},
    {"060", "BANSI", "Bansi, S.A., Institución de Banca Múltiple"},
    {"062", "AFIRME", "Banca Afirme, S.A., Institución de Banca Múltiple"},
    {"072", "BANORTE/IXE", "Banco Mercantil del Norte, S.A., Institución de Banca Múltiple, Grupo Financiero Banorte"},
    {"102", "THE ROYAL BANK", "The Royal Bank of Scotland México, S.A., Institución de Banca Múltiple"},
    {"103", "AMERICAN EXPRESS", "American Express Bank (México), S.A., Institución de Banca Múltiple"},
    {"106", "BAMSA", "Bank of America México, S.A., Institución de Banca Múltiple, Grupo Financiero Bank of America"},
    {"108", "TOKYO", "Bank of Tokyo-Mitsubishi UFJ (México), S.A."},
    {"110", "JP MORGAN", "Banco J.P. Morgan, S.A., Institución de Banca Múltiple, J.P. Morgan Grupo Financiero"},
    {"112", "BMONEX", "Banco Monex, S.A., Institución de Banca Múltiple"},
    {"113", "VE POR MAS", "Banco Ve Por Mas, S.A. Institución de Banca Múltiple"},
    {"124", "DEUTSCHE", "Deutsche Bank México, S.A., Institución de Banca Múltiple"},
    {"126", "CREDIT SUISSE",
     "Banco Credit Suisse (México), S.A. Institución de Banca Múltiple, Grupo Financiero Credit Suisse (México)"},
    {"127", "AZTECA", "Banco Azteca, S.A. Institución de Banca Múltiple."},
    {"128", "AUTOFIN", "Banco Autofin México, S.A. Institución de Banca Múltiple"},
    {"129", "BARCLAYS", "Barclays Bank México, S.A., Institución de Banca Múltiple, Grupo Financiero Barclays México"},
    {"130", "COMPARTAMOS", "Banco Compartamos, S.A., Institución de Banca Múltiple"},
    {"131", "BANCO FAMSA", "Banco Ahorro Famsa, S.A., Institución de Banca Múltiple"},
    {"132", "BMULTIVA", "Banco Multiva, S.A., Institución de Banca Múltiple, Multivalores Grupo Financiero"},
    {"133", "ACTINVER", "Banco Actinver, S.A. Institución de Banca Múltiple, Grupo Financiero Actinver"},
    {"135", "NAFIN", "Nacional Financiera, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo"},
    {"136", "INTERCAM BANCO", "Intercam Banco, S.A., Institución de Banca Múltiple, Intercam Grupo Financiero"},
    {"137", "BANCOPPEL", "BanCoppel, S.A., Institución de Banca Múltiple"},
    {"138", "ABC CAPITAL", "ABC Capital, S.A., Institución de Banca Múltiple"},
    {"139", "UBS BANK", "UBS Bank México, S.A., Institución de Banca Múltiple, UBS Grupo Financiero"},
    {"140", "CONSUBANCO", "Consubanco, S.A. Institución de Banca Múltiple"},
    {"141", "VOLKSWAGEN", "Volkswagen Bank, S.A., Institución de Banca Múltiple"},
    {"143", "CIBANCO", "CIBanco, S.A."},
    {"145", "BBASE", "Banco Base, S.A., Institución de Banca Múltiple"},
    {"147", "BANKAOOL", "Bankaool, S.A., Institución de Banca Múltiple"},
    {"148", "PAGATODO", "Banco PagaTodo, S.A., Institución de Banca Múltiple"},
    {"149", "FORJADORES", "Banco Forjadores, S.A., Institución de Banca Múltiple"},
    {"150", "INMOBILIARIO", "Banco Inmobiliario Mexicano, S.A., Institución de Banca Múltiple"},
    {"151", "DONDÉ", "Fundación Dondé Banco, S.A., Institución de Banca Múltiple"},
    {"152", "BANCREA", "Banco Bancrea, S.A., Institución de Banca Múltiple"},
    {"153", "PROGRESO", "Banco Progreso Chihuahua, S.A."},
    {"154", "BANCO FINTERRA", "Banco Finterra, S.A., Institución de Banca Múltiple"},
    {"155", "ICBC", "Industrial and Commercial Bank of China México, S.A., Institución de Banca Múltiple"},
    {"156", "SABADELL", "Banco Sabadell, S.A., Institución de Banca Múltiple"},
    {"157", "SHINHAN", "Banco Shinhan de México, S.A., Institución de Banca Múltiple"},
    {"158", "MIZUHO BANK", "Mizuho Bank México, S.A., Institución de Banca Múltiple"},
    {"159", "BANK OF CHINA", "Bank of China México, S.A., Institución de Banca Múltiple"},
    {"160", "BANCO S3", "Banco S3 México, S.A., Institución de Banca Múltiple"},
    {"166", "BANSEFI",
     "Banco del Ahorro Nacional y Servicios Financieros, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo"},
    {"168", "HIPOTECARIA FEDERAL",
     "Sociedad Hipotecaria Federal, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo"},
    {"646", "STP", "Sistema de Transferencias y Pagos STP, S.A. de C.V.SOFOM ENR"},
};

}  // namespace cacao::engine::catalogo
