#include "rooms/contabilidad/catalogos/formato_lineas.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>

namespace cacao {
namespace {

constexpr auto titulo = ClaseLinea::titulo;
constexpr auto cuentas = ClaseLinea::cuentas;
constexpr auto subtotal = ClaseLinea::subtotal;
constexpr auto deudora = NaturalezaCuenta::deudora;
constexpr auto acreedora = NaturalezaCuenta::acreedora;

// `de`: of accounts, codes of the authority ("501-504 505"), what adjusts the result by such codes (~171-183; ~ all others),
// types
// (=activo) and the result of the year (=resultado); of a subtotal, the keys that it adds up.
struct LineaNif {
    std::string_view clave;
    std::string_view titulo;
    ClaseLinea clase{};
    int nivel = 1;
    NaturalezaCuenta naturaleza{};
    std::string_view de;
};

// clang-format off
// NIF B-3, by function: the cost of sales and what is left of sales after it, then expenses, financing and taxes.
constexpr LineaNif resultados[] = {
    {"ventas",             "Ventas y servicios", cuentas, 2, acreedora, "401"},
    {"devoluciones",       "Devoluciones, descuentos y bonificaciones sobre ventas", cuentas, 2, deudora, "402"},
    {"ingresosNetos",      "Ingresos netos", subtotal, 1, acreedora, "ventas devoluciones"},
    {"costoVentas",        "Costo de ventas", cuentas, 2, deudora, "500-504"},
    {"utilidadBruta",      "Utilidad bruta", subtotal, 1, acreedora, "ingresosNetos costoVentas"},
    {"gastosGenerales",    "Gastos generales", cuentas, 2, deudora, "600-601"},
    {"gastosVenta",        "Gastos de venta", cuentas, 2, deudora, "602"},
    {"gastosAdministracion", "Gastos de administración", cuentas, 2, deudora, "603"},
    {"gastosFabricacion",  "Gastos de fabricación y mano de obra", cuentas, 2, deudora, "604-606"},
    {"depreciacion",       "Depreciación y amortización", cuentas, 2, deudora, "613-614"},
    {"otrosIngresos",      "Otros ingresos", cuentas, 2, acreedora, "403 704"},
    {"otrosGastos",        "Otros gastos", cuentas, 2, deudora, "505 607 610 612 703"},
    {"resultadoOperacion", "Resultado de operación", subtotal, 1, acreedora,
     "utilidadBruta gastosGenerales gastosVenta gastosAdministracion gastosFabricacion depreciacion otrosIngresos otrosGastos"},
    {"productosFinancieros", "Productos financieros", cuentas, 2, acreedora, "702"},
    {"gastosFinancieros",  "Gastos financieros", cuentas, 2, deudora, "701"},
    {"resultadoFinanciamiento", "Resultado integral de financiamiento", subtotal, 1, acreedora, "productosFinancieros gastosFinancieros"},
    {"participaciones",    "Participación en los resultados de otras entidades", cuentas, 2, deudora, "608-609"},
    {"sinClasificar",      "Sin clasificar", cuentas, 2, acreedora, "=ingreso =costo =gasto"},
    {"antesImpuestos",     "Resultado antes de impuestos a la utilidad", subtotal, 1, acreedora,
     "resultadoOperacion resultadoFinanciamiento participaciones sinClasificar"},
    {"impuestosUtilidad",  "Impuestos a la utilidad", cuentas, 2, deudora, "611"},
    {"utilidadNeta",       "Utilidad o pérdida neta", subtotal, 1, acreedora, "antesImpuestos impuestosUtilidad"},
};

// NIF B-6: short term before long, assets against liabilities and capital. 305 is what the last close left, so it is of earlier
// years until the next one (decision 35).
constexpr LineaNif balance[] = {
    {"activo",             "Activo", titulo, 1, deudora, ""},
    {"efectivo",           "Efectivo y equivalentes de efectivo", cuentas, 3, deudora, "101-102"},
    {"inversiones",        "Inversiones e instrumentos financieros", cuentas, 3, deudora, "103-104"},
    {"clientes",           "Clientes", cuentas, 3, deudora, "105 108"},
    {"otrasCuentasPorCobrar", "Otras cuentas por cobrar", cuentas, 3, deudora, "106-107"},
    {"impuestosPorRecuperar", "Impuestos por recuperar y acreditar", cuentas, 3, deudora, "110-114 118-119"},
    {"inventarios",        "Inventarios", cuentas, 3, deudora, "115-117"},
    {"pagosAnticipados",   "Pagos anticipados", cuentas, 3, deudora, "109 120"},
    {"otrosActivosCortoPlazo", "Otros activos a corto plazo", cuentas, 3, deudora, "121"},
    {"activoCortoPlazo",   "Activo a corto plazo", subtotal, 2, deudora,
     "efectivo inversiones clientes otrasCuentasPorCobrar impuestosPorRecuperar inventarios pagosAnticipados otrosActivosCortoPlazo"},
    {"propiedades",        "Propiedades, planta y equipo", cuentas, 3, deudora, "151-170"},
    {"depreciacion",       "Depreciación y deterioro acumulados", cuentas, 3, deudora, "171-172"},
    {"intangibles",        "Activos intangibles y diferidos", cuentas, 3, deudora, "173-183 185 187"},
    {"otrosActivosLargoPlazo", "Otros activos a largo plazo", cuentas, 3, deudora, "184 186 188-191"},
    {"activoLargoPlazo",   "Activo a largo plazo", subtotal, 2, deudora, "propiedades depreciacion intangibles otrosActivosLargoPlazo"},
    {"activoSinClasificar", "Activo sin clasificar", cuentas, 2, deudora, "=activo"},
    {"totalActivo",        "Total del activo", subtotal, 1, deudora, "activoCortoPlazo activoLargoPlazo activoSinClasificar"},
    {"pasivo",             "Pasivo", titulo, 1, acreedora, ""},
    {"proveedores",        "Proveedores", cuentas, 3, acreedora, "201"},
    {"documentosPorPagar", "Cuentas y documentos por pagar a corto plazo", cuentas, 3, acreedora, "202 204"},
    {"acreedores",         "Acreedores y otros pasivos a corto plazo", cuentas, 3, acreedora, "205 217-218"},
    {"anticiposClientes",  "Anticipos de clientes y cobros anticipados", cuentas, 3, acreedora, "203 206"},
    {"impuestosTrasladados", "Impuestos trasladados", cuentas, 3, acreedora, "207-209"},
    {"beneficiosEmpleados", "Beneficios a los empleados", cuentas, 3, acreedora, "210-212 215"},
    {"impuestosPorPagar",  "Impuestos retenidos y por pagar", cuentas, 3, acreedora, "213 216"},
    {"dividendosPorPagar", "Dividendos por pagar", cuentas, 3, acreedora, "214"},
    {"pasivoCortoPlazo",   "Pasivo a corto plazo", subtotal, 2, acreedora,
     "proveedores documentosPorPagar acreedores anticiposClientes impuestosTrasladados beneficiosEmpleados impuestosPorPagar dividendosPorPagar"},
    {"deudaLargoPlazo",    "Cuentas por pagar a largo plazo", cuentas, 3, acreedora, "251-254"},
    {"otrosPasivosLargoPlazo", "Otros pasivos a largo plazo", cuentas, 3, acreedora, "255-260"},
    {"pasivoLargoPlazo",   "Pasivo a largo plazo", subtotal, 2, acreedora, "deudaLargoPlazo otrosPasivosLargoPlazo"},
    {"pasivoSinClasificar", "Pasivo sin clasificar", cuentas, 2, acreedora, "=pasivo"},
    {"totalPasivo",        "Total del pasivo", subtotal, 1, acreedora, "pasivoCortoPlazo pasivoLargoPlazo pasivoSinClasificar"},
    {"capital",            "Capital contable", titulo, 1, acreedora, ""},
    {"capitalSocial",      "Capital social", cuentas, 3, acreedora, "301-302"},
    {"reservas",           "Reservas", cuentas, 3, acreedora, "303"},
    {"resultadosAnteriores", "Resultados de ejercicios anteriores", cuentas, 3, acreedora, "304-305"},
    {"otrasCuentasCapital", "Otras cuentas de capital", cuentas, 3, acreedora, "306"},
    {"resultadoEjercicio", "Resultado del ejercicio", cuentas, 3, acreedora, "=resultado"},
    {"capitalSinClasificar", "Capital sin clasificar", cuentas, 2, acreedora, "=capital =orden"},
    {"totalCapital",       "Total del capital contable", subtotal, 1, acreedora,
     "capitalSocial reservas resultadosAnteriores otrasCuentasCapital resultadoEjercicio capitalSinClasificar"},
    {"totalPasivoCapital", "Total del pasivo y capital contable", subtotal, 1, acreedora, "totalPasivo totalCapital"},
};

// NIF B-2, direct: by the account on the other side of each movement of cash.
constexpr LineaNif operacion_directo[] = {
    {"operacion",          "Actividades de operación", titulo, 1, acreedora, ""},
    {"cobrosClientes",     "Cobros a clientes", cuentas, 2, acreedora, "105-106 108 203 206-209 401-402"},
    {"pagosProveedores",   "Pagos a proveedores", cuentas, 2, acreedora, "109 115-121 201 500-504"},
    {"pagosPersonal",      "Pagos al personal y seguridad social", cuentas, 2, acreedora, "210-212 215 607 610"},
    {"pagosGastos",        "Pagos de gastos y a acreedores", cuentas, 2, acreedora, "205.06 217-218 600-606 612-614 701.10-701.11 703"},
    {"impuestosPagados",   "Impuestos", cuentas, 2, acreedora, "110-114 213 216 611"},
    {"otrosOperacion",     "Otros cobros y pagos de operación", cuentas, 2, acreedora, "107 184 403 702.10 704"},
    {"sinClasificar",      "Sin clasificar", cuentas, 2, acreedora, "=activo =pasivo =ingreso =costo =gasto =orden"},
    {"flujoOperacion",     "Flujo neto de actividades de operación", subtotal, 1, acreedora,
     "cobrosClientes pagosProveedores pagosPersonal pagosGastos impuestosPagados otrosOperacion sinClasificar"},
};

// … indirect: the result, what of it moved no cash (~), and what every operating balance changed by.
constexpr LineaNif operacion_indirecto[] = {
    {"operacion",          "Actividades de operación", titulo, 1, acreedora, ""},
    {"resultado",          "Utilidad o pérdida neta", cuentas, 2, acreedora, "=resultado"},
    {"depreciacion",       "Depreciación, amortización y deterioro", cuentas, 2, acreedora, "~171-183"},
    {"bajasActivos",       "Activos e inversiones vendidos o dados de baja", cuentas, 2, acreedora,
     "~103-104 ~151-170 ~184-191 ~505 ~608-609"},
    {"interesesFavor",     "Intereses a favor", cuentas, 2, acreedora, "~702.04-702.09"},
    {"interesesCargo",     "Intereses a cargo", cuentas, 2, acreedora, "~701.04-701.09"},
    {"fluctuacionCambiaria", "Fluctuación cambiaria no realizada y del efectivo", cuentas, 2, acreedora, "~701.01-701.03 ~702.01-702.03"},
    {"otrasPartidas",      "Otras partidas sin efectivo", cuentas, 2, acreedora, "~"},
    {"estimaciones",       "Estimaciones de cuentas incobrables y de inventarios", cuentas, 2, acreedora, "108 116"},
    {"clientes",           "Clientes", cuentas, 2, acreedora, "105"},
    {"otrasCuentasPorCobrar", "Otras cuentas por cobrar", cuentas, 2, acreedora, "106-107 184"},
    {"impuestosPorRecuperar", "Impuestos por recuperar y acreditar", cuentas, 2, acreedora, "110-114 118-119"},
    {"inventarios",        "Inventarios", cuentas, 2, acreedora, "115 117"},
    {"pagosAnticipados",   "Pagos anticipados y otros activos", cuentas, 2, acreedora, "109 120-121"},
    {"proveedores",        "Proveedores", cuentas, 2, acreedora, "201"},
    {"acreedores",         "Acreedores y otros pasivos", cuentas, 2, acreedora, "205.06 217-218"},
    {"anticiposClientes",  "Anticipos de clientes y cobros anticipados", cuentas, 2, acreedora, "203 206"},
    {"impuestosTrasladados", "Impuestos trasladados", cuentas, 2, acreedora, "207-209"},
    {"beneficiosEmpleados", "Beneficios a los empleados", cuentas, 2, acreedora, "210-212 215"},
    {"impuestosPorPagar",  "Impuestos retenidos y por pagar", cuentas, 2, acreedora, "213 216"},
    {"sinClasificar",      "Sin clasificar", cuentas, 2, acreedora, "=activo =pasivo =orden"},
    {"flujoOperacion",     "Flujo neto de actividades de operación", subtotal, 1, acreedora,
     "resultado depreciacion bajasActivos interesesFavor interesesCargo fluctuacionCambiaria otrasPartidas estimaciones "
     "clientes otrasCuentasPorCobrar impuestosPorRecuperar inventarios pagosAnticipados proveedores acreedores "
     "anticiposClientes impuestosTrasladados beneficiosEmpleados impuestosPorPagar sinClasificar"},
};

// … and what both say of the rest, which is what moved cash.
constexpr LineaNif flujo_comun[] = {
    {"inversion",          "Actividades de inversión", titulo, 1, acreedora, ""},
    {"inversionesFinancieras", "Inversiones e instrumentos financieros", cuentas, 2, acreedora, "103-104 188-190 608-609"},
    {"activosFijos",       "Propiedades, planta, equipo e intangibles", cuentas, 2, acreedora, "151-183 185-187 191 505"},
    {"interesesCobrados",  "Intereses cobrados", cuentas, 2, acreedora, "702.04-702.09"},
    {"flujoInversion",     "Flujo neto de actividades de inversión", subtotal, 1, acreedora,
     "inversionesFinancieras activosFijos interesesCobrados"},
    {"financiamiento",     "Actividades de financiamiento", titulo, 1, acreedora, ""},
    {"prestamos",          "Préstamos obtenidos y pagados", cuentas, 2, acreedora, "202 204 205.01-205.05 251-260"},
    {"interesesPagados",   "Intereses pagados", cuentas, 2, acreedora, "701.04-701.09"},
    {"capital",            "Aportaciones y otros movimientos de capital", cuentas, 2, acreedora, "301-303 306 =capital"},
    {"dividendos",         "Dividendos y resultados de ejercicios anteriores", cuentas, 2, acreedora, "214 304-305"},
    {"flujoFinanciamiento", "Flujo neto de actividades de financiamiento", subtotal, 1, acreedora,
     "prestamos interesesPagados capital dividendos"},
    {"efectoCambiario",    "Efecto de las variaciones del tipo de cambio", cuentas, 1, acreedora, "701.01-701.03 702.01-702.03"},
    {"flujoNeto",          "Incremento o disminución neta de efectivo", subtotal, 1, acreedora,
     "flujoOperacion flujoInversion flujoFinanciamiento efectoCambiario"},
};
// clang-format on

template <class Una>
void cada_palabra(std::string_view texto, Una&& una) {
    while (!texto.empty()) {
        const auto corte = texto.find(' ');
        una(texto.substr(0, corte));
        texto = corte == std::string_view::npos ? std::string_view{} : texto.substr(corte + 1);
    }
}

RangoCuentas rango_de(std::string_view palabra) {
    RangoCuentas r;
    if (palabra == "=resultado") {
        r.por = CuentasPor::resultado;
    } else if (palabra.starts_with('=')) {
        r.por = CuentasPor::tipo;
        r.desde.emplace(std::string{palabra.substr(1)});
    } else {
        r.por = palabra.starts_with('~') ? CuentasPor::sinEfectivo : CuentasPor::agrupador;
        if (r.por == CuentasPor::sinEfectivo) palabra.remove_prefix(1);
        if (palabra.empty()) return r;
        const auto guion = palabra.find('-');
        r.desde.emplace(std::string{palabra.substr(0, guion)});
        if (guion != std::string_view::npos) r.hasta.emplace(std::string{palabra.substr(guion + 1)});
    }
    return r;
}

std::vector<LineaFormato> leer(std::span<const LineaNif> tabla) {
    std::vector<LineaFormato> lineas;
    for (const LineaNif& n : tabla) {
        auto& l = lineas.emplace_back();
        l.clave = Texto<40, 1>{std::string{n.clave}};
        l.titulo = Texto<150, 1>{std::string{n.titulo}};
        l.clase = n.clase;
        l.nivel = n.nivel;
        l.naturaleza = n.naturaleza;
        if (n.clase == cuentas) {
            l.cuentas.emplace();
            cada_palabra(n.de, [&](std::string_view p) { l.cuentas->push_back(rango_de(p)); });
        } else if (n.clase == subtotal) {
            l.suma.emplace();
            cada_palabra(n.de, [&](std::string_view p) { l.suma->emplace_back(std::string{p}); });
        }
    }
    return lineas;
}

std::vector<LineaFormato> juntas(std::vector<LineaFormato> unas, const std::vector<LineaFormato>& otras) {
    unas.insert(unas.end(), otras.begin(), otras.end());
    return unas;
}

std::string_view desde(const RangoCuentas& r) { return r.desde ? std::string_view{*r.desde} : std::string_view{}; }
std::string_view hasta(const RangoCuentas& r) { return r.hasta ? std::string_view{*r.hasta} : desde(r); }

// 601-604 begins at 601 and ends behind everything that begins with 604.
bool cubre(const RangoCuentas& r, std::string_view codigo) {
    return !codigo.empty() && codigo >= desde(r) && codigo.substr(0, hasta(r).size()) <= hasta(r);
}

// Of what adjusts the result, everything.
bool es_lo_demas(const RangoCuentas& r) { return r.por == CuentasPor::sinEfectivo && desde(r).empty(); }

bool toma(const RangoCuentas& r, const CuentaDeFormato& c) {
    switch (r.por) {
        case CuentasPor::sinEfectivo: return c.sinEfectivo && (es_lo_demas(r) || cubre(r, c.codigoAgrupador));
        case CuentasPor::codigo: return cubre(r, c.codigo);
        case CuentasPor::agrupador: return c.tipo != "resultado" && cubre(r, c.codigoAgrupador);
        case CuentasPor::tipo: return c.tipo == desde(r);
        case CuentasPor::resultado: return c.tipo == "resultado";
    }
    return false;
}

bool se_enciman(const RangoCuentas& a, const RangoCuentas& b) {
    if (a.por != b.por) return false;
    if (a.por == CuentasPor::resultado) return true;
    if (a.por == CuentasPor::tipo) return desde(a) == desde(b);
    // What is named goes before what is left.
    if (es_lo_demas(a) || es_lo_demas(b)) return es_lo_demas(a) && es_lo_demas(b);
    // One of them holds where the other begins.
    return cubre(a, desde(b)) || cubre(b, desde(a));
}

}  // namespace

const std::vector<LineaFormato>& formato_nif(EstadoFinanciero estado) {
    static const std::array<std::vector<LineaFormato>, 4> todos{leer(resultados), leer(balance),
                                                                juntas(leer(operacion_directo), leer(flujo_comun)),
                                                                juntas(leer(operacion_indirecto), leer(flujo_comun))};
    return todos.at(static_cast<std::size_t>(estado));
}

std::optional<std::size_t> linea_de(const std::vector<LineaFormato>& lineas, const CuentaDeFormato& cuenta) {
    const auto la_que = [&](auto&& condicion) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < lineas.size(); ++i)
            if (lineas[i].cuentas && std::ranges::any_of(*lineas[i].cuentas, condicion)) return i;
        return std::nullopt;
    };
    for (const bool lo_demas : {false, true})
        if (const auto i = la_que([&](const RangoCuentas& r) {
                return r.por == CuentasPor::sinEfectivo && es_lo_demas(r) == lo_demas && toma(r, cuenta);
            }))
            return i;
    for (const CuentasPor por : {CuentasPor::resultado, CuentasPor::codigo, CuentasPor::agrupador, CuentasPor::tipo})
        if (const auto i = la_que([&](const RangoCuentas& r) { return r.por == por && toma(r, cuenta); })) return i;
    if (cuenta.tipo != "ingreso" && cuenta.tipo != "costo" && cuenta.tipo != "gasto") return std::nullopt;
    return la_que([](const RangoCuentas& r) { return r.por == CuentasPor::resultado; });
}

bool es_de_resto(const LineaFormato& linea) {
    return linea.clase == cuentas && linea.cuentas &&
           std::ranges::all_of(*linea.cuentas, [](const RangoCuentas& r) { return r.por == CuentasPor::tipo; });
}

void revisar_lineas(const std::vector<LineaFormato>& lineas, EstadoFinanciero estado, const std::string& campo, Faltas& faltas) {
    static constexpr std::array<std::string_view, 7> tipos{"activo", "pasivo", "capital", "ingreso", "costo", "gasto", "orden"};
    std::set<std::string_view> vistas;
    std::vector<const RangoCuentas*> rangos;
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        const LineaFormato& l = lineas[i];
        const std::string suyo = campo + "/" + std::to_string(i);
        faltas.agregar_si(vistas.contains(l.clave) || l.clave == clave_sin_clasificar, Codigo::duplicado, suyo + "/clave");
        faltas.agregar_si(l.clase == cuentas && (!l.cuentas || l.cuentas->empty()), Codigo::lista_vacia, suyo + "/cuentas");
        faltas.agregar_si(l.clase != cuentas && l.cuentas && !l.cuentas->empty(), Codigo::valor_no_permitido, suyo + "/cuentas");
        faltas.agregar_si(l.clase == subtotal && (!l.suma || l.suma->empty()), Codigo::lista_vacia, suyo + "/suma");
        faltas.agregar_si(l.clase != subtotal && l.suma && !l.suma->empty(), Codigo::valor_no_permitido, suyo + "/suma");
        faltas.agregar_si(l.clase != titulo && !l.naturaleza, Codigo::requerido, suyo + "/naturaleza");
        for (std::size_t j = 0; l.suma && j < l.suma->size(); ++j)
            faltas.agregar_si(!vistas.contains(l.suma->at(j)), Codigo::no_encontrado, suyo + "/suma/" + std::to_string(j));
        for (std::size_t j = 0; l.cuentas && j < l.cuentas->size(); ++j) {
            const RangoCuentas& r = l.cuentas->at(j);
            const std::string rango = suyo + "/cuentas/" + std::to_string(j);
            const bool sin_desde = r.por == CuentasPor::resultado || es_lo_demas(r);
            faltas.agregar_si(!sin_desde && desde(r).empty(), Codigo::requerido, rango + "/desde");
            faltas.agregar_si(sin_desde && r.desde, Codigo::valor_no_permitido, rango + "/desde");
            faltas.agregar_si(r.por == CuentasPor::resultado && estado != EstadoFinanciero::balance &&
                                  estado != EstadoFinanciero::flujoIndirecto,
                              Codigo::valor_no_permitido, rango + "/por");
            faltas.agregar_si(r.por == CuentasPor::sinEfectivo && estado != EstadoFinanciero::flujoIndirecto,
                              Codigo::valor_no_permitido, rango + "/por");
            const bool uno_solo = sin_desde || r.por == CuentasPor::tipo;
            faltas.agregar_si(uno_solo && r.hasta, Codigo::valor_no_permitido, rango + "/hasta");
            faltas.agregar_si(!uno_solo && hasta(r) < desde(r), Codigo::fuera_de_rango, rango + "/hasta");
            faltas.agregar_si(r.por == CuentasPor::tipo && r.desde && std::ranges::find(tipos, desde(r)) == tipos.end(),
                              Codigo::valor_no_permitido, rango + "/desde");
            // An account belongs to one line. What a faulty range would take nobody knows.
            if (desde(r).empty() != sin_desde || hasta(r) < desde(r)) continue;
            faltas.agregar_si(std::ranges::any_of(rangos, [&](const auto* otro) { return se_enciman(*otro, r); }),
                              Codigo::conflicto, rango);
            rangos.push_back(&r);
        }
        vistas.insert(l.clave);
    }
}

}  // namespace cacao
