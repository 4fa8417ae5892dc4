#pragma once
// The chart of accounts that every organization starts with. Codes and names of the first three levels are those of the "código
// agrupador de cuentas del SAT" (Anexo 24 of the Resolución Miscelánea Fiscal, electronic accounting 1.3), so that the catalog
// can be sent to the authority as it stands. Where two parts of the engine would share a code, it has accounts of our own below
// it (216.12-01), which report under the same code.

#include "engine/tipos/cuentas.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace cacao::engine::catalogo {

struct CuentaSembrada {
    std::string_view codigo;
    std::string_view nombre;
    NaturalezaCuenta naturaleza{};
    std::string_view tipo;
};

inline constexpr auto D = NaturalezaCuenta::deudora;
inline constexpr auto A = NaturalezaCuenta::acreedora;

// In order of code, so that an account is followed by its children.
// clang-format off
inline constexpr CuentaSembrada cuentas[] = {
    {"100",       "Activo", D, "activo"},
    {"101",       "Caja", D, "activo"},
    {"101.01",    "Caja y efectivo", D, "activo"},
    {"102",       "Bancos", D, "activo"},
    {"102-01",    "Revaluación cambiaria de bancos", D, "activo"},
    {"102.01",    "Bancos nacionales", D, "activo"},
    {"102.01-01", "Banco principal", D, "activo"},
    {"102.02",    "Bancos extranjeros", D, "activo"},
    {"103",       "Inversiones", D, "activo"},
    {"103.01",    "Inversiones temporales", D, "activo"},
    {"105",       "Clientes", D, "activo"},
    {"105-01",    "Revaluación cambiaria de clientes", D, "activo"},
    {"105.01",    "Clientes nacionales", D, "activo"},
    {"105.02",    "Clientes extranjeros", D, "activo"},
    {"107",       "Deudores diversos", D, "activo"},
    {"107.01",    "Funcionarios y empleados", D, "activo"},
    {"107.02",    "Socios y accionistas", D, "activo"},
    {"107.05",    "Otros deudores diversos", D, "activo"},
    {"107.05-01", "Devoluciones a proveedores por acreditar", D, "activo"},
    {"107.05-02", "Deudores varios", D, "activo"},
    {"108",       "Estimación de cuentas incobrables", A, "activo"},
    {"108.01",    "Estimación de cuentas incobrables nacional", A, "activo"},
    {"109",       "Pagos anticipados", D, "activo"},
    {"109.01",    "Seguros y fianzas pagados por anticipado nacional", D, "activo"},
    {"109.05",    "Rentas pagados por anticipado nacional", D, "activo"},
    {"109.23",    "Otros pagos anticipados", D, "activo"},
    {"113",       "Impuestos a favor", D, "activo"},
    {"113.01",    "IVA a favor", D, "activo"},
    {"113.01-01", "IVA a favor del periodo", D, "activo"},
    {"113.01-02", "IVA retenido por clientes", D, "activo"},
    {"113.02",    "ISR a favor", D, "activo"},
    {"113.02-01", "ISR a favor del ejercicio", D, "activo"},
    {"113.02-02", "ISR retenido por clientes", D, "activo"},
    {"113.06",    "Subsidio al empleo", D, "activo"},
    {"113.08",    "Otros impuestos a favor", D, "activo"},
    {"113.08-01", "IVA por retener de clientes, pendiente de cobro", D, "activo"},
    {"113.08-02", "ISR por retener de clientes, pendiente de cobro", D, "activo"},
    {"113.08-03", "Impuestos varios a favor", D, "activo"},
    {"114",       "Pagos provisionales", D, "activo"},
    {"114.01",    "Pagos provisionales de ISR", D, "activo"},
    {"115",       "Inventario", D, "activo"},
    {"115.01",    "Inventario", D, "activo"},
    {"115.02",    "Materia prima y materiales", D, "activo"},
    {"115.03",    "Producción en proceso", D, "activo"},
    {"115.04",    "Productos terminados", D, "activo"},
    {"115.05",    "Mercancías en tránsito", D, "activo"},
    {"115.07",    "Otros", D, "activo"},
    {"115.07-01", "Gastos sobre compras por distribuir", D, "activo"},
    {"115.07-02", "Otros inventarios", D, "activo"},
    {"116",       "Estimación de inventarios obsoletos y de lento movimiento", A, "activo"},
    {"116.01",    "Estimación de inventarios obsoletos y de lento movimiento", A, "activo"},
    {"118",       "Impuestos acreditables pagados", D, "activo"},
    {"118.01",    "IVA acreditable pagado", D, "activo"},
    {"118.02",    "IVA acreditable de importación pagado", D, "activo"},
    {"118.03",    "IEPS acreditable pagado", D, "activo"},
    {"119",       "Impuestos acreditables por pagar", D, "activo"},
    {"119.01",    "IVA pendiente de pago", D, "activo"},
    {"119.02",    "IVA de importación pendiente de pago", D, "activo"},
    {"119.03",    "IEPS pendiente de pago", D, "activo"},
    {"120",       "Anticipo a proveedores", D, "activo"},
    {"120-01",    "Revaluación cambiaria de anticipos a proveedores", D, "activo"},
    {"120.01",    "Anticipo a proveedores nacional", D, "activo"},
    {"120.02",    "Anticipo a proveedores extranjero", D, "activo"},
    {"151",       "Terrenos", D, "activo"},
    {"151.01",    "Terrenos", D, "activo"},
    {"152",       "Edificios", D, "activo"},
    {"152.01",    "Edificios", D, "activo"},
    {"153",       "Maquinaria y equipo", D, "activo"},
    {"153.01",    "Maquinaria y equipo", D, "activo"},
    {"154",       "Automóviles, autobuses, camiones de carga, tractocamiones, montacargas y remolques", D, "activo"},
    {"154.01",    "Automóviles, autobuses, camiones de carga, tractocamiones, montacargas y remolques", D, "activo"},
    {"155",       "Mobiliario y equipo de oficina", D, "activo"},
    {"155.01",    "Mobiliario y equipo de oficina", D, "activo"},
    {"156",       "Equipo de cómputo", D, "activo"},
    {"156.01",    "Equipo de cómputo", D, "activo"},
    {"171",       "Depreciación acumulada de activos fijos", A, "activo"},
    {"171.01",    "Depreciación acumulada de edificios", A, "activo"},
    {"171.02",    "Depreciación acumulada de maquinaria y equipo", A, "activo"},
    {"171.03",    "Depreciación acumulada de automóviles, autobuses, camiones de carga, tractocamiones, montacargas y remolques", A, "activo"},
    {"171.04",    "Depreciación acumulada de mobiliario y equipo de oficina", A, "activo"},
    {"171.05",    "Depreciación acumulada de equipo de cómputo", A, "activo"},
    {"184",       "Depósitos en garantía", D, "activo"},
    {"184.02",    "Depósitos de arrendamiento de bienes inmuebles", D, "activo"},
    {"184.03",    "Otros depósitos en garantía", D, "activo"},

    {"200",       "Pasivo", A, "pasivo"},
    {"201",       "Proveedores", A, "pasivo"},
    {"201-01",    "Revaluación cambiaria de proveedores", A, "pasivo"},
    {"201.01",    "Proveedores nacionales", A, "pasivo"},
    {"201.02",    "Proveedores extranjeros", A, "pasivo"},
    {"202",       "Cuentas por pagar a corto plazo", A, "pasivo"},
    {"202.01",    "Documentos por pagar bancario y financiero nacional", A, "pasivo"},
    {"205",       "Acreedores diversos a corto plazo", A, "pasivo"},
    {"205.01",    "Socios, accionistas o representante legal", A, "pasivo"},
    {"205.02",    "Acreedores diversos a corto plazo nacional", A, "pasivo"},
    {"205.06",    "Otros acreedores diversos a corto plazo", A, "pasivo"},
    {"205.06-01", "Mercancía recibida y no facturada", A, "pasivo"},
    {"205.06-02", "Acreedores varios", A, "pasivo"},
    {"206",       "Anticipo de cliente", A, "pasivo"},
    {"206-01",    "Revaluación cambiaria de anticipos de clientes", A, "pasivo"},
    {"206.01",    "Anticipo de cliente nacional", A, "pasivo"},
    {"206.02",    "Anticipo de cliente extranjero", A, "pasivo"},
    {"206.05",    "Otros anticipos de clientes", A, "pasivo"},
    {"206.05-01", "IVA causado por anticipos de clientes", D, "pasivo"},
    {"206.05-02", "Anticipos varios de clientes", A, "pasivo"},
    {"208",       "Impuestos trasladados cobrados", A, "pasivo"},
    {"208.01",    "IVA trasladado cobrado", A, "pasivo"},
    {"208.02",    "IEPS trasladado cobrado", A, "pasivo"},
    {"209",       "Impuestos trasladados no cobrados", A, "pasivo"},
    {"209.01",    "IVA trasladado no cobrado", A, "pasivo"},
    {"209.02",    "IEPS trasladado no cobrado", A, "pasivo"},
    {"210",       "Provisión de sueldos y salarios por pagar", A, "pasivo"},
    {"210.01",    "Provisión de sueldos y salarios por pagar", A, "pasivo"},
    {"210.03",    "Provisión de aguinaldo por pagar", A, "pasivo"},
    {"211",       "Provisión de contribuciones de seguridad social por pagar", A, "pasivo"},
    {"211.01",    "Provisión de IMSS patronal por pagar", A, "pasivo"},
    {"211.03",    "Provisión de infonavit por pagar", A, "pasivo"},
    {"213",       "Impuestos y derechos por pagar", A, "pasivo"},
    {"213.01",    "IVA por pagar", A, "pasivo"},
    {"213.02",    "IEPS por pagar", A, "pasivo"},
    {"213.03",    "ISR por pagar", A, "pasivo"},
    {"213.04",    "Impuesto estatal sobre nómina por pagar", A, "pasivo"},
    {"213.07",    "Otros impuestos por pagar", A, "pasivo"},
    {"215",       "PTU por pagar", A, "pasivo"},
    {"215.01",    "PTU por pagar", A, "pasivo"},
    {"216",       "Impuestos retenidos", A, "pasivo"},
    {"216.01",    "Impuestos retenidos de ISR por sueldos y salarios", A, "pasivo"},
    {"216.03",    "Impuestos retenidos de ISR por arrendamiento", A, "pasivo"},
    {"216.04",    "Impuestos retenidos de ISR por servicios profesionales", A, "pasivo"},
    {"216.10",    "Impuestos retenidos de IVA", A, "pasivo"},
    {"216.11",    "Retenciones de IMSS a los trabajadores", A, "pasivo"},
    {"216.12",    "Otras impuestos retenidos", A, "pasivo"},
    {"216.12-01", "IVA por retener, pendiente de pago", A, "pasivo"},
    {"216.12-02", "ISR por retener, pendiente de pago", A, "pasivo"},
    {"216.12-03", "Impuestos varios retenidos", A, "pasivo"},
    {"252",       "Cuentas por pagar a largo plazo", A, "pasivo"},
    {"252.01",    "Documentos bancarios y financieros por pagar a largo plazo nacional", A, "pasivo"},

    {"300",       "Capital contable", A, "capital"},
    {"301",       "Capital social", A, "capital"},
    {"301.01",    "Capital fijo", A, "capital"},
    {"301.02",    "Capital variable", A, "capital"},
    {"303",       "Reserva legal", A, "capital"},
    {"303.01",    "Reserva legal", A, "capital"},
    {"304",       "Resultado de ejercicios anteriores", A, "capital"},
    {"304.01",    "Utilidad de ejercicios anteriores", A, "capital"},
    {"304.02",    "Pérdida de ejercicios anteriores", D, "capital"},
    {"305",       "Resultado del ejercicio", A, "capital"},
    {"305.01",    "Utilidad del ejercicio", A, "capital"},
    {"305.02",    "Pérdida del ejercicio", D, "capital"},
    {"306",       "Otras cuentas de capital", A, "capital"},
    {"306.01",    "Otras cuentas de capital", A, "capital"},
    {"306.01-01", "Saldos iniciales", A, "capital"},
    {"306.01-02", "Capital, otras cuentas", A, "capital"},

    {"400",       "Ingresos", A, "ingreso"},
    {"401",       "Ingresos", A, "ingreso"},
    {"401.01",    "Ventas y/o servicios gravados a la tasa general", A, "ingreso"},
    {"401.04",    "Ventas y/o servicios gravados realizados en zona fronteriza norte", A, "ingreso"},
    {"401.07",    "Ventas y/o servicios gravados al 0%", A, "ingreso"},
    {"401.10",    "Ventas y/o servicios exentos", A, "ingreso"},
    {"401.22",    "Ingresos por servicios profesionales", A, "ingreso"},
    {"401.28",    "Ingresos por exportación", A, "ingreso"},
    {"402",       "Devoluciones, descuentos o bonificaciones sobre ingresos", D, "ingreso"},
    {"402.01",    "Devoluciones, descuentos o bonificaciones sobre ventas y/o servicios a la tasa general", D, "ingreso"},
    {"402.02",    "Devoluciones, descuentos o bonificaciones sobre ventas y/o servicios en zona fronteriza norte", D, "ingreso"},
    {"402.03",    "Devoluciones, descuentos o bonificaciones sobre ventas y/o servicios al 0%", D, "ingreso"},
    {"402.04",    "Devoluciones, descuentos o bonificaciones sobre ventas y/o servicios exentos", D, "ingreso"},
    {"403",       "Otros ingresos", A, "ingreso"},
    {"403.01",    "Otros Ingresos", A, "ingreso"},

    {"500",       "Costos", D, "costo"},
    {"501",       "Costo de venta y/o servicio", D, "costo"},
    {"501.01",    "Costo de venta", D, "costo"},
    {"501.02",    "Costo de servicios (Mano de obra)", D, "costo"},
    {"501.08",    "Otros conceptos de costo", D, "costo"},
    {"501.08-01", "Ajustes de inventario", D, "costo"},
    {"501.08-02", "Mermas", D, "costo"},
    {"501.08-03", "Variaciones de costo", D, "costo"},
    {"501.08-04", "Costos varios", D, "costo"},
    {"503",       "Devoluciones, descuentos o bonificaciones sobre compras", A, "costo"},
    {"503.01",    "Devoluciones, descuentos o bonificaciones sobre compras", A, "costo"},
    {"504",       "Otras cuentas de costos", D, "costo"},
    {"504.04",    "Otras cuentas de costos incurridos", D, "costo"},
    {"504.04-01", "Costos agregados en reempaque", D, "costo"},
    {"504.04-02", "Costos incurridos varios", D, "costo"},
    {"505",       "Costo de activo fijo", D, "costo"},
    {"505.01",    "Costo por venta de activo fijo", D, "costo"},

    {"600",       "Gastos", D, "gasto"},
    {"601",       "Gastos generales", D, "gasto"},
    {"601.01",    "Sueldos y salarios", D, "gasto"},
    {"601.07",    "Prima vacacional", D, "gasto"},
    {"601.12",    "Aguinaldo", D, "gasto"},
    {"601.26",    "Cuotas al IMSS", D, "gasto"},
    {"601.27",    "Aportaciones al infonavit", D, "gasto"},
    {"601.29",    "Impuesto estatal sobre nóminas", D, "gasto"},
    {"601.34",    "Honorarios a personas físicas residentes nacionales", D, "gasto"},
    {"601.38",    "Honorarios a personas morales residentes nacionales", D, "gasto"},
    {"601.45",    "Arrendamiento a personas físicas residentes nacionales", D, "gasto"},
    {"601.46",    "Arrendamiento a personas morales residentes nacionales", D, "gasto"},
    {"601.48",    "Combustibles y lubricantes", D, "gasto"},
    {"601.49",    "Viáticos y gastos de viaje", D, "gasto"},
    {"601.50",    "Teléfono, internet", D, "gasto"},
    {"601.52",    "Energía eléctrica", D, "gasto"},
    {"601.55",    "Papelería y artículos de oficina", D, "gasto"},
    {"601.56",    "Mantenimiento y conservación", D, "gasto"},
    {"601.57",    "Seguros y fianzas", D, "gasto"},
    {"601.58",    "Otros impuestos y derechos", D, "gasto"},
    {"601.61",    "Propaganda y publicidad", D, "gasto"},
    {"601.72",    "Fletes y acarreos", D, "gasto"},
    {"601.74",    "Comisiones sobre ventas", D, "gasto"},
    {"601.75",    "Comisiones por tarjetas de crédito", D, "gasto"},
    {"601.83",    "Gastos no deducibles (sin requisitos fiscales)", D, "gasto"},
    {"601.84",    "Otros gastos generales", D, "gasto"},
    {"601.84-01", "Gastos varios", D, "gasto"},
    {"601.84-02", "Consumo interno de mercancía", D, "gasto"},
    {"611",       "Impuesto Sobre la renta", D, "gasto"},
    {"611.01",    "Impuesto Sobre la renta", D, "gasto"},
    {"613",       "Depreciación contable", D, "gasto"},
    {"613.01",    "Depreciación de edificios", D, "gasto"},
    {"613.02",    "Depreciación de maquinaria y equipo", D, "gasto"},
    {"613.04",    "Depreciación de mobiliario y equipo de oficina", D, "gasto"},
    {"613.05",    "Depreciación de equipo de cómputo", D, "gasto"},

    {"700",       "Resultado integral de financiamiento", D, "gasto"},
    {"701",       "Gastos financieros", D, "gasto"},
    {"701.01",    "Pérdida cambiaria", D, "gasto"},
    {"701.04",    "Intereses a cargo bancario nacional", D, "gasto"},
    {"701.10",    "Comisiones bancarias", D, "gasto"},
    {"702",       "Productos financieros", A, "ingreso"},
    {"702.01",    "Utilidad cambiaria", A, "ingreso"},
    {"702.04",    "Intereses a favor bancarios nacional", A, "ingreso"},
    {"703",       "Otros gastos", D, "gasto"},
    {"703.21",    "Otros gastos", D, "gasto"},
    {"703.21-01", "Saldos menores cancelados", D, "gasto"},
    {"703.21-02", "Otros gastos varios", D, "gasto"},
    {"704",       "Otros productos", A, "ingreso"},
    {"704.23",    "Otros productos", A, "ingreso"},

    {"800",       "Cuentas de orden", D, "orden"},
    {"899",       "Otras cuentas de orden", D, "orden"},
    {"899.01",    "Otras cuentas de orden", D, "orden"},
    {"899.02",    "Contra cuenta otras cuentas de orden", A, "orden"},
};
// clang-format on

inline constexpr std::array<std::string_view, 8> raices{"100", "200", "300", "400", "500", "600", "700", "800"};

// 216.12-01 → 216.12 → 216 → 200 → nothing.
constexpr std::string_view padre_de(std::string_view codigo) {
    if (const auto guion = codigo.rfind('-'); guion != std::string_view::npos) return codigo.substr(0, guion);
    if (const auto punto = codigo.rfind('.'); punto != std::string_view::npos) return codigo.substr(0, punto);
    const auto raiz = raices.at(static_cast<std::size_t>(codigo.front() - '1'));
    return raiz == codigo ? std::string_view{} : raiz;
}

constexpr int nivel_de(std::string_view codigo) {
    int nivel = 1;
    for (auto padre = padre_de(codigo); !padre.empty(); padre = padre_de(padre)) ++nivel;
    return nivel;
}

// What the authority calls it: accounts of our own report under the code they stand below.
constexpr std::string_view agrupador_de(std::string_view codigo) { return codigo.substr(0, codigo.find('-')); }

// The place of a code in the table; its size for one that the chart does not have.
constexpr std::size_t lugar_de(std::string_view codigo) {
    std::size_t i = 0;
    while (i < std::size(cuentas) && cuentas[i].codigo != codigo) ++i;
    return i;
}

constexpr bool es_acumulativa(std::size_t lugar) {
    return lugar + 1 < std::size(cuentas) && padre_de(cuentas[lugar + 1].codigo) == cuentas[lugar].codigo;
}

}  // namespace cacao::engine::catalogo
