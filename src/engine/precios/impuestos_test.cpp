// Taxes of a line: worked examples an accountant can redo, and random lines against the limits that a stamping provider checks.

#include "engine/precios/impuestos.hpp"

#include "support/alcance.hpp"

#include <gtest/gtest.h>

#include <random>

namespace cacao::engine {
namespace {

using namespace cacao::literales;

Importe mxn(const char* texto) { return Importe::leer(texto).value(); }
Precio precio(const char* texto) { return Precio::leer(texto).value(); }
Tasa tasa(const char* texto) { return Tasa::leer(texto).value(); }
Cantidad cantidad(const char* texto) { return Cantidad::leer(texto).value(); }

PerfilImpuestos perfil(std::string iva) {
    PerfilImpuestos p;
    p.iva = std::move(iva);
    return p;
}

// "iva tasa 0.16 sobre 100 = 16 (tasa general); …" of the taxes that apply to a profile.
std::string explica(const std::vector<ImpuestoDebido>& lista) {
    std::string texto;
    for (const auto& d : lista)
        texto += std::string{nombre(d.impuesto)} + ' ' + std::string{nombre(d.factor)} + ' ' + d.tasa.texto() + " (" +
                 std::string{d.porque} + "); ";
    return texto;
}

TEST(Debidos, RetieneAPersonasYDemasDeCualquiera) {
    auto p = perfil("tasa");
    p.ivaRetenido = tasa("0.106667");
    p.isrRetenido = tasa("0.1");
    EXPECT_EQ(explica(debidos(p, {.retiene = true, .de_persona = false})), "iva tasa 0.16 (tasa general); ");
    EXPECT_EQ(explica(debidos(p, {.retiene = true, .resico = true})),
              "iva tasa 0.16 (tasa general); ivaRetenido tasa 0.106667 (retención de persona moral); "
              "isrRetenido tasa 0.0125 (retención RESICO); ");
    p.isrPor = "arrendamiento";
    EXPECT_EQ(explica(debidos(p, {.retiene = true})),
              "iva tasa 0.16 (tasa general); ivaRetenido tasa 0.106667 (retención de persona moral); "
              "isrRetenido tasa 0.1 (retención de persona moral por arrendamiento); ");
    p.ivaRetenido = tasa("0.04");
    EXPECT_EQ(explica(debidos(p, {.retiene = true, .de_persona = false})),
              "iva tasa 0.16 (tasa general); ivaRetenido tasa 0.04 (retención de persona moral); ");
}

TEST(Debidos, LoQueSaleDelPaisVaAlCero) {
    auto p = perfil("tasa");
    p.iepsTasa = tasa("0.08");
    EXPECT_EQ(explica(debidos(p, {.exporta = true})), "iva tasa 0 (exportación); ");
    EXPECT_EQ(explica(debidos(perfil("exento"), {.exporta = true})), "iva tasa 0 (exportación); ");
    EXPECT_EQ(explica(debidos(perfil("noObjeto"), {.exporta = true})), "");
    EXPECT_EQ(explica(debidos(p, {.retiene = true, .del_extranjero = true})), "");
}

TEST(Debidos, LaTasaDependeDeLaFronteraYDelDia) {
    auto p = perfil("tasa");
    EXPECT_EQ(explica(debidos(p, {})), "iva tasa 0.16 (tasa general); ");
    EXPECT_EQ(explica(debidos(p, {.frontera = true})), "iva tasa 0.16 (tasa general); ") << "the product may not";
    p.ivaFrontera = true;
    EXPECT_EQ(explica(debidos(p, {})), "iva tasa 0.16 (tasa general); ") << "the branch may not";
    EXPECT_EQ(explica(debidos(p, {.frontera = true})), "iva tasa 0.08 (frontera); ");
    EXPECT_EQ(explica(debidos(p, {.frontera = true}, Fecha::de_civil(2019, 1, 1))), "iva tasa 0.08 (frontera); ");
    EXPECT_EQ(explica(debidos(p, {.frontera = true}, Fecha::de_civil(2018, 12, 31))), "iva tasa 0.16 (tasa general); ");
    EXPECT_EQ(explica(debidos(p, {.frontera = true}, Fecha::de_civil(1999, 1, 1))), "iva tasa 0.16 (tasa general); ");
}

TEST(Debidos, CeroYExentoSeNombranYNoObjetoNo) {
    EXPECT_EQ(explica(debidos(perfil("cero"), {.frontera = true})), "iva tasa 0 (tasa 0); ");
    EXPECT_EQ(explica(debidos(perfil("exento"), {})), "iva exento 0 (exento); ");
    EXPECT_EQ(explica(debidos(perfil("noObjeto"), {})), "");
    EXPECT_THROW(debidos(perfil("otra cosa"), {}), Error);
}

TEST(Debidos, SoloRetieneQuienDebeYNoMasDeLoQueSeCobra) {
    auto p = perfil("tasa");
    p.ivaFrontera = true;
    p.ivaRetenido = tasa("0.106667");
    p.isrRetenido = tasa("0.1");
    EXPECT_EQ(explica(debidos(p, {})), "iva tasa 0.16 (tasa general); ");
    EXPECT_EQ(explica(debidos(p, {.retiene = true})),
              "iva tasa 0.16 (tasa general); ivaRetenido tasa 0.106667 (retención de persona moral); isrRetenido tasa 0.1 "
              "(retención de persona moral); ");
    const Circunstancia frontera{.frontera = true, .retiene = true};
    EXPECT_EQ(debidos(p, frontera)[1].tasa, tasa("0.053333")) << "two thirds of 8 %";
    p.ivaRetenido = tasa("0.106666");
    EXPECT_EQ(debidos(p, frontera)[1].tasa, tasa("0.053333"));
    p.ivaRetenido = tasa("0.16");
    EXPECT_EQ(debidos(p, frontera)[1].tasa, tasa("0.08"));
    p.ivaRetenido = tasa("0.04");
    EXPECT_EQ(debidos(p, frontera)[1].tasa, tasa("0.04"));
    p.iva = "exento";
    EXPECT_EQ(explica(debidos(p, {.retiene = true})),
              "iva exento 0 (exento); isrRetenido tasa 0.1 (retención de persona moral); ");
}

TEST(Debidos, LosNombresGuardadosVuelvenASerLoQueEran) {
    for (const auto i : {Impuesto::iva, Impuesto::ieps, Impuesto::ivaRetenido, Impuesto::isrRetenido})
        EXPECT_EQ(impuesto_de(nombre(i)), i);
    for (const auto f : {Factor::tasa, Factor::cuota, Factor::exento, Factor::noObjeto}) EXPECT_EQ(factor_de(nombre(f)), f);
    EXPECT_THROW(impuesto_de("IVA"), Error);
    EXPECT_THROW(factor_de(""), Error);
}

struct Ejemplo {
    const char* que;
    const char* iva;
    const char* iepsTasa;
    const char* iepsCuota;
    const char* ivaRetenido;
    const char* isrRetenido;
    bool frontera;
    const char* cantidad;
    const char* precio;
    const char* descuento;
    bool incluye;
    // What must come out.
    const char* importe;
    const char* neto;
    const char* ieps;
    const char* ivaImporte;
    const char* retenidos;  // IVA + ISR
    const char* total;
};

constexpr Ejemplo ejemplos[] = {
    {"general", "tasa", "0", "0", "0", "0", false, "2", "100", "0", false, "200", "200", "0", "32", "0", "232"},
    {"frontera", "tasa", "0", "0", "0", "0", true, "2", "100", "0", false, "200", "200", "0", "16", "0", "216"},
    {"cero", "cero", "0", "0", "0", "0", false, "3", "33.333333", "0", false, "100", "100", "0", "0", "0", "100"},
    {"exento", "exento", "0", "0", "0", "0", false, "1", "50", "0", false, "50", "50", "0", "0", "0", "50"},
    {"no objeto", "noObjeto", "0", "0", "0", "0", false, "1", "50", "0", false, "50", "50", "0", "0", "0", "50"},
    {"descuento", "tasa", "0", "0", "0", "0", false, "1", "100", "10.05", false, "100", "89.95", "0", "14.39", "0", "104.34"},
    {"medio centavo", "tasa", "0", "0", "0", "0", false, "0.5", "0.05", "0", false, "0.03", "0.03", "0", "0", "0", "0.03"},
    {"honorarios", "tasa", "0", "0", "0.106667", "0.1", false, "1", "1000", "0", false, "1000", "1000", "0", "160", "206.67",
     "953.33"},
    {"flete", "tasa", "0", "0", "0.04", "0", false, "1", "1000", "0", false, "1000", "1000", "0", "160", "40", "1120"},
    // 8 % of high-calorie food enters the base of VAT at 16 % (LIEPS 2-I-J).
    {"ieps a la tasa", "tasa", "0.08", "0", "0", "0", false, "1", "100", "0", false, "100", "100", "8", "17.28", "0", "125.28"},
    {"ieps en alimento a tasa 0", "cero", "0.08", "0", "0", "0", false, "1", "100", "0", false, "100", "100", "8", "0", "0",
     "108"},
    {"ieps por cuota", "tasa", "0", "1.6451", "0", "0", false, "12", "10", "0", false, "120", "120", "19.74", "22.36", "0",
     "162.1"},
    {"tasa y cuota", "tasa", "1.6", "0.6166", "0", "0", false, "20", "1", "0", false, "20", "20", "44.33", "10.29", "0", "74.62"},
    // The printed price is met to the cent.
    {"bruto", "tasa", "0", "0", "0", "0", false, "1", "100", "0", true, "86.21", "86.21", "0", "13.79", "0", "100"},
    {"bruto frontera", "tasa", "0", "0", "0", "0", true, "3", "9.99", "0", true, "27.75", "27.75", "0", "2.22", "0", "29.97"},
    {"bruto con descuento", "tasa", "0", "0", "0", "0", false, "1", "116", "11.6", true, "100", "90", "0", "14.4", "0", "104.4"},
    {"bruto con ieps", "tasa", "0.08", "0", "0", "0", false, "1", "125.28", "0", true, "100", "100", "8", "17.28", "0", "125.28"},
    {"bruto con cuota", "tasa", "0", "1.6451", "0", "0", false, "12", "13.508333", "0", true, "120", "120", "19.74", "22.36", "0",
     "162.1"},
    {"bruto exento", "exento", "0", "0", "0", "0", false, "2", "7.77", "0", true, "15.54", "15.54", "0", "0", "0", "15.54"},
    {"bruto con retención", "tasa", "0", "0", "0.106667", "0.1", false, "1", "1160", "0", true, "1000", "1000", "0", "160",
     "206.67", "953.33"},
};

TEST(Calcular, EjemplosQueUnContadorRehace) {
    for (const auto& e : ejemplos) {
        PerfilImpuestos p{e.iva, true, tasa(e.iepsTasa), precio(e.iepsCuota), tasa(e.ivaRetenido), tasa(e.isrRetenido)};
        const auto d = debidos(p, {.frontera = e.frontera, .retiene = true});
        const auto c =
            calcular({cantidad(e.cantidad), cantidad(e.cantidad), precio(e.precio), mxn(e.descuento), {}, e.incluye}, d, 2);
        EXPECT_EQ(c.importe, mxn(e.importe)) << e.que << ' ' << c.importe.texto();
        EXPECT_EQ(c.neto, mxn(e.neto)) << e.que << ' ' << c.neto.texto();
        EXPECT_EQ(c.ieps, mxn(e.ieps)) << e.que << ' ' << c.ieps.texto();
        EXPECT_EQ(c.iva, mxn(e.ivaImporte)) << e.que << ' ' << c.iva.texto();
        EXPECT_EQ(c.ivaRetenido + c.isrRetenido, mxn(e.retenidos)) << e.que << ' ' << (c.ivaRetenido + c.isrRetenido).texto();
        EXPECT_EQ(c.total(), mxn(e.total)) << e.que << ' ' << c.total().texto();
    }
}

TEST(Calcular, CadaImpuestoDiceSuBaseYPorque) {
    PerfilImpuestos p{"tasa", false, tasa("0.08"), precio("2"), {}, {}};
    const auto c = calcular({5_pza, 60_pza, 10_precio, {}, {}, false}, debidos(p, {}), 2);
    ASSERT_EQ(c.impuestos.size(), 3U);
    EXPECT_EQ(c.impuestos[0].base, 50_mxn);
    EXPECT_EQ(c.impuestos[0].importe, 4_mxn);
    EXPECT_EQ(c.impuestos[1].factor, "cuota");
    EXPECT_EQ(c.impuestos[1].base, 60_mxn) << "the quantity in base units";
    EXPECT_EQ(c.impuestos[1].importe, 120_mxn);
    EXPECT_EQ(c.impuestos[2].base, 174_mxn) << "IEPS enters the base";
    EXPECT_EQ(c.impuestos[2].importe, mxn("27.84"));
    EXPECT_EQ(c.impuestos[2].porque, "tasa general");
    const auto exento = calcular({1_pza, 1_pza, 10_precio, {}, {}, false}, debidos(perfil("exento"), {}), 2);
    ASSERT_EQ(exento.impuestos.size(), 1U);
    EXPECT_EQ(exento.impuestos[0].base, 10_mxn);
    EXPECT_TRUE(calcular({1_pza, 1_pza, 10_precio, {}, {}, false}, debidos(perfil("noObjeto"), {}), 2).impuestos.empty());
}

TEST(Calcular, SinBaseNoHayImpuestoYUnaBaseNegativaSeVe) {
    EXPECT_TRUE(calcular({1_pza, 1_pza, 10_precio, 10_mxn, {}, false}, debidos(perfil("tasa"), {}), 2).impuestos.empty());
    EXPECT_LT(calcular({1_pza, 1_pza, 10_precio, 8_mxn, 3_mxn, false}, debidos(perfil("tasa"), {}), 2).neto, 0_mxn);
    EXPECT_LT(calcular({1_pza, 1_pza, 10_precio, 8_mxn, 3_mxn, true}, debidos(perfil("tasa"), {}), 2).neto, 0_mxn);
}

TEST(Calcular, LosDecimalesSonLosDeLaMoneda) {
    const auto yenes = calcular({3_pza, 3_pza, precio("33.4"), {}, {}, false}, debidos(perfil("tasa"), {}), 0);
    EXPECT_EQ(yenes.importe, 100_mxn);
    EXPECT_EQ(yenes.iva, 16_mxn);
    EXPECT_EQ(calcular({1_pza, 1_pza, 101_precio, {}, {}, true}, debidos(perfil("tasa"), {}), 0).iva, 14_mxn);
}

// The limits that the authority's matrix of validations sets (Anexo 20), in exact integers of 10^-12 and smaller, for figures
// printed at two decimals, and quantities and unit prices at six.
using Ancho = __int128;
constexpr Ancho centavo_micros = 10'000;

Ancho hacia_abajo(Ancho valor, Ancho unidad) {
    const Ancho cociente = valor / unidad;
    return valor % unidad < 0 ? cociente - 1 : cociente;
}
Ancho hacia_arriba(Ancho valor, Ancho unidad) { return -hacia_abajo(-valor, unidad); }

// CFDI40167: Importe against Cantidad and ValorUnitario.
bool importe_en_limites(Cantidad c, Precio v, Importe importe) {
    constexpr Ancho pico = 1'000'000;                          // one millionth in 10^-12
    constexpr Ancho medio = pico / 2;                          // half of the last printed decimal
    const Ancho unidad = centavo_micros * pico * pico * pico;  // a cent in 10^-24
    const Ancho abajo = (c.micros() * pico - medio) * (v.micros() * pico - medio);
    const Ancho arriba = (c.micros() * pico + medio - 1) * (v.micros() * pico + medio - 1);
    const Ancho centavos = importe.micros() / centavo_micros;
    return importe.micros() % centavo_micros == 0 && centavos >= hacia_abajo(abajo, unidad) &&
           centavos <= hacia_arriba(arriba, unidad);
}

// CFDI40180 and 40186: the tax against its base and rate.
bool impuesto_en_limites(const ImpuestoPartida& i) {
    constexpr Ancho pico = 1'000'000;
    const Ancho medio = i.factor == "cuota" ? pico / 2 : centavo_micros * pico / 2;  // quantities are printed at six decimals
    const Ancho unidad = centavo_micros * pico * pico;                               // a cent in 10^-18
    const Ancho abajo = (i.base.micros() * pico - medio) * i.tasa.micros();
    const Ancho arriba = (i.base.micros() * pico + medio - 1) * i.tasa.micros();
    const Ancho centavos = i.importe.micros() / centavo_micros;
    return i.importe.micros() % centavo_micros == 0 && centavos >= hacia_abajo(abajo, unidad) &&
           centavos <= hacia_arriba(arriba, unidad);
}

TEST(Limites, LaComprobacionPuedeFallar) {
    EXPECT_TRUE(importe_en_limites(2_pza, 500_precio, 1000_mxn));
    EXPECT_FALSE(importe_en_limites(2_pza, 500_precio, mxn("1000.02")));
    EXPECT_FALSE(importe_en_limites(2_pza, 500_precio, mxn("999.98")));
    EXPECT_TRUE(impuesto_en_limites({"iva", "tasa", tasa("0.16"), 100_mxn, 16_mxn, ""}));
    EXPECT_FALSE(impuesto_en_limites({"iva", "tasa", tasa("0.16"), 100_mxn, mxn("16.02"), ""}));
    EXPECT_FALSE(impuesto_en_limites({"iva", "tasa", tasa("0.16"), 100_mxn, mxn("15.98"), ""}));
    EXPECT_FALSE(impuesto_en_limites({"iva", "tasa", tasa("0.16"), 100_mxn, mxn("16.005"), ""}));
}

// Lines of every kind, the awkward ones more often than a shop has them.
class Generador {
public:
    explicit Generador(std::uint64_t semilla) : azar_(semilla) {}
    std::int64_t hasta(std::int64_t n) { return static_cast<std::int64_t>(azar_() % static_cast<std::uint64_t>(n)); }
    template <std::size_t N>
    const char* de(const char* const (&lista)[N]) {
        return lista[hasta(N)];
    }
    PerfilImpuestos perfil() {
        static constexpr const char* ivas[] = {"tasa", "tasa", "tasa", "cero", "exento", "noObjeto"};
        static constexpr const char* ieps[] = {"0", "0", "0", "0.08", "0.03", "0.265", "0.53", "1.6"};
        static constexpr const char* cuotas[] = {"0", "0", "0", "1.6451", "0.6166", "0.000001", "7.3"};
        static constexpr const char* ivas_retenidos[] = {"0", "0", "0.106667", "0.106666", "0.04", "0.06", "0.16"};
        static constexpr const char* isrs[] = {"0", "0", "0.1", "0.0125", "0.35"};
        return {de(ivas), hasta(2) == 0, tasa(de(ieps)), precio(de(cuotas)), tasa(de(ivas_retenidos)), tasa(de(isrs))};
    }
    PartidaGravada partida() {
        PartidaGravada p;
        p.cantidad = Cantidad::de_micros(hasta(3) == 0 ? 1 + hasta(5'000'000'000) : (1 + hasta(500)) * millonesimas);
        p.cantidadBase = hasta(2) == 0 ? p.cantidad : Cantidad::de_micros(1 + hasta(9'000'000'000));
        p.precioUnitario = Precio::de_micros(hasta(3) == 0 ? 1 + hasta(90'000'000'000) : (1 + hasta(9'000'000)) * 10'000);
        const auto importe = (p.cantidad * p.precioUnitario).redondear(2);
        const auto centavos = importe.micros() / 10'000;
        if (hasta(3) == 0 && centavos > 0) p.descuento = Importe::de_micros(hasta(centavos + 1) * 10'000);
        const auto quedan = (importe - p.descuento).micros() / 10'000;
        if (hasta(6) == 0 && quedan > 0) p.promocion = Importe::de_micros(hasta(quedan + 1) * 10'000);
        p.incluyeImpuestos = hasta(2) == 0;
        return p;
    }
    bool moneda_al_aire() { return hasta(2) == 0; }

private:
    std::mt19937_64 azar_;
};

TEST(Limites, CadaPartidaAlAzarPasaYElDocumentoEsSuSuma) {
    Generador g{20261115};
    test::Alcance alcance{{"partida", 15'001}, "iva", "ieps", "ivaRetenido", "isrRetenido", "descuento", "promocion", "bruto"};
    for (int documento = 0; documento < 5'000; ++documento) {
        Importe subtotal, descuento, iva, ieps, retenido, total;
        for (std::int64_t renglon = 0; renglon < 1 + g.hasta(8); ++renglon) {
            const auto p = g.partida();
            const auto perfil = g.perfil();
            const auto c = calcular(p, debidos(perfil, {.frontera = g.moneda_al_aire(), .retiene = g.moneda_al_aire()}), 2);
            if (c.neto < 0_mxn) continue;  // a gross price below its quota: the caller refuses it
            alcance.hubo("partida");
            for (const auto& i : c.impuestos) alcance.hubo(i.impuesto);
            alcance.hubo("descuento", c.descuento > 0_mxn ? 1 : 0);
            alcance.hubo("promocion", c.promocion > 0_mxn ? 1 : 0);
            alcance.hubo("bruto", p.incluyeImpuestos ? 1 : 0);
            const auto detalle = "cantidad " + p.cantidad.texto() + " precio " + p.precioUnitario.texto() + " importe " +
                                 c.importe.texto() + (p.incluyeImpuestos ? " bruto" : "");
            ASSERT_TRUE(importe_en_limites(p.cantidad, c.precioNeto, c.importe)) << detalle << " neto " << c.precioNeto.texto();
            ASSERT_EQ(c.neto, c.importe - c.descuento - c.promocion) << detalle;
            ASSERT_LE(c.descuento + c.promocion, c.importe) << detalle;  // CFDI40169
            Importe trasladados, retenidos;
            for (const auto& i : c.impuestos) {
                ASSERT_TRUE(impuesto_en_limites(i)) << detalle << ' ' << i.impuesto << ' ' << i.tasa.texto() << " base "
                                                    << i.base.texto() << " importe " << i.importe.texto();
                ASSERT_GT(i.base, 0_mxn) << detalle;
                ASSERT_TRUE(i.impuesto != "iva" || i.base == c.neto + c.ieps) << detalle;
                (i.impuesto.ends_with("Retenido") ? retenidos : trasladados) += i.importe;
            }
            ASSERT_EQ(trasladados, c.iva + c.ieps) << detalle;
            ASSERT_EQ(retenidos, c.ivaRetenido + c.isrRetenido) << detalle;
            ASSERT_LE(c.ivaRetenido, c.iva + Importe::de_micros(10'000)) << detalle;
            const auto impreso = (p.cantidad * p.precioUnitario).redondear(2) - p.descuento - p.promocion;
            ASSERT_TRUE(!p.incluyeImpuestos || c.neto + c.iva + c.ieps == impreso) << detalle;
            subtotal += c.importe;
            descuento += c.descuento + c.promocion;
            iva += c.iva;
            ieps += c.ieps;
            retenido += c.ivaRetenido + c.isrRetenido;
            total += c.total();
        }
        ASSERT_EQ(total, subtotal - descuento + iva + ieps - retenido);
    }
    EXPECT_EQ(alcance.falta(), "");
}

}  // namespace
}  // namespace cacao::engine
