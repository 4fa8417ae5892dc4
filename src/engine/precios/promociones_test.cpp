#include "engine/precios/promociones.hpp"

#include "support/alcance.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace cacao::engine {
namespace {

using namespace literales;

// Carts at random: the order of the lines changes neither the total nor what is given, and nothing costs less than nothing.
TEST(Promociones, ElOrdenDeLasPartidasNoCambiaElTotal) {
    std::mt19937 azar{20261115};
    const auto entre = [&](int a, int b) { return std::uniform_int_distribution<int>{a, b}(azar); };
    const auto productos = [&](int cuantos) {
        std::vector<ProductoPromovido> lista;
        for (int i = 0; i < cuantos; ++i) lista.push_back({1 + (i * 2 + entre(0, 1)) % 4, Cantidad::de_enteros(entre(1, 3))});
        std::ranges::sort(lista, {}, [](const auto& p) { return p.productoId; });
        lista.erase(
            std::unique(lista.begin(), lista.end(), [](const auto& a, const auto& b) { return a.productoId == b.productoId; }),
            lista.end());
        return lista;
    };
    test::Alcance alcance{{"with a promotion", 1001}, "porcentaje", "importe", "regalo", "precio"};
    for (int vuelta = 0; vuelta < 3000; ++vuelta) {
        std::vector<PromocionVigente> promociones;
        for (int i = entre(1, 4); i > 0; --i) {
            auto& p = promociones.emplace_back();
            p.promocionId = i;
            p.acumulable = entre(0, 1) == 1;
            p.limitePorTicket = entre(1, 5);
            p.condicion = entre(0, 1) == 1 ? CondicionPromocion::productos : CondicionPromocion::importe;
            if (p.condicion == CondicionPromocion::productos) p.condicionProductos = productos(entre(1, 2));
            else p.condicionImporte = Importe::de_enteros(entre(1, 60));
            p.beneficio = static_cast<BeneficioPromocion>(entre(0, 3));
            const bool con_productos = p.beneficio == BeneficioPromocion::regalo || p.beneficio == BeneficioPromocion::precio;
            if (con_productos || entre(0, 1) == 1) p.beneficioProductos = productos(entre(1, 2));
            p.beneficioValor = p.beneficio == BeneficioPromocion::porcentaje ? Precio::de_micros(entre(1, 100) * 10'000)
                                                                             : Precio::de_micros(entre(1, 2000) * 10'000);
        }
        std::vector<LineaCarrito> carrito;
        for (int i = entre(1, 7); i > 0; --i)
            carrito.push_back(
                {entre(1, 4), Cantidad::de_micros(entre(1, 16) * 500'000), Importe::de_micros(entre(1, 9999) * 10'000), {}, {}});
        const auto sumar = [&](std::vector<LineaCarrito>& lineas) {
            const auto regalos = aplicar_promociones(lineas, promociones, 2);
            Importe total;
            for (const auto& l : lineas) {
                EXPECT_GE(l.importe, l.promocion);
                EXPECT_EQ(l.promocion.redondeado(2), l.promocion);
                Importe partes;
                for (const auto& a : l.aplicadas) partes += a.importe;
                EXPECT_EQ(partes, l.promocion);
                total += l.promocion;
            }
            Cantidad regalado;
            for (const auto& r : regalos) regalado += r.cantidad;
            return std::pair{total, regalado};
        };
        auto uno = carrito;
        const auto esperado = sumar(uno);
        alcance.hubo("with a promotion", esperado.first > Importe{} ? 1 : 0);
        for (const auto& l : uno)
            for (const auto& a : l.aplicadas)
                alcance.hubo(
                    reflect::enum_name(std::ranges::find(promociones, a.promocionId, &PromocionVigente::promocionId)->beneficio));
        for (int n = 0; n < 4; ++n) {
            std::ranges::shuffle(carrito, azar);
            auto otro = carrito;
            ASSERT_EQ(sumar(otro), esperado) << "round " << vuelta;
        }
    }
    EXPECT_EQ(alcance.falta(), "");
}

// Each benefit, with figures that somebody can check by hand.
TEST(Promociones, CadaBeneficio) {
    const auto linea = [](std::int64_t producto, int cantidad, const char* importe) {
        return LineaCarrito{producto, Cantidad::de_enteros(cantidad), *Importe::leer(importe), {}, {}};
    };
    const auto promociones = [](std::vector<LineaCarrito>& carrito, const std::vector<PromocionVigente>& p) {
        aplicar_promociones(carrito, p, 2);
        std::string texto;
        for (const auto& l : carrito) texto += (texto.empty() ? "" : " ") + l.promocion.texto();
        return texto;
    };
    PromocionVigente p;
    p.condicion = CondicionPromocion::importe;
    p.condicionImporte = 10_mxn;
    p.limitePorTicket = 1;
    p.beneficio = BeneficioPromocion::importe;
    p.beneficioValor = 1_precio;
    std::vector<LineaCarrito> carrito{linea(1, 1, "10"), linea(2, 1, "10"), linea(3, 1, "10")};
    EXPECT_EQ(promociones(carrito, {p}), "0.34 0.33 0.33") << "the cent that is left over goes to one of them";

    p.beneficio = BeneficioPromocion::porcentaje;
    p.beneficioValor = *Precio::leer("0.5");
    p.beneficioProductos = {{2, 1_pza}};
    carrito = {linea(1, 1, "10"), linea(2, 3, "10")};
    EXPECT_EQ(promociones(carrito, {p}), "0 1.67") << "half of one of the three";

    p.beneficio = BeneficioPromocion::precio;
    p.beneficioValor = 2_precio;
    carrito = {linea(1, 1, "10"), linea(2, 1, "5")};
    EXPECT_EQ(promociones(carrito, {p}), "0 3");
    p.beneficioValor = 9_precio;
    carrito = {linea(1, 1, "10"), linea(2, 1, "5")};
    EXPECT_EQ(promociones(carrito, {p}), "0 0") << "never dearer than without";

    // What does not add up leaves nothing to the next; what does, does.
    PromocionVigente a;
    a.condicion = CondicionPromocion::productos;
    a.condicionProductos = {{1, 1_pza}};
    a.beneficio = BeneficioPromocion::porcentaje;
    a.beneficioValor = *Precio::leer("0.1");
    auto b = a;
    carrito = {linea(1, 1, "100")};
    EXPECT_EQ(promociones(carrito, {a, b}), "10");
    a.acumulable = true;
    carrito = {linea(1, 1, "100")};
    EXPECT_EQ(promociones(carrito, {a, b}), "10") << "the second does not add up with the first";
    b.acumulable = true;
    carrito = {linea(1, 1, "100")};
    EXPECT_EQ(promociones(carrito, {a, b}), "19") << "the second over what the first left";
}

}  // namespace
}  // namespace cacao::engine
