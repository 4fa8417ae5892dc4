#include "engine/saldos/saldos.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace cacao::engine {
namespace {

bool esta(const std::vector<std::int64_t>& nodos, std::int64_t nodo) {
    return std::find(nodos.begin(), nodos.end(), nodo) != nodos.end();
}

// As a report asks: at the nodes up to the day those that ended after it, at the others those that began by it.
bool hallado(Fecha dia, Fecha desde, Fecha cambio) {
    const std::int64_t nodo = nodo_de(desde, cambio);
    const Nodos nodos = nodos_hacia(dia);
    if (nodo == 0) return false;
    return (esta(nodos.antes, nodo) && cambio > dia) || (esta(nodos.despues, nodo) && desde <= dia);
}

TEST(NodosDeSaldos, UnDiaHallaLosTramosQueLoContienenYNingunOtro) {
    std::mt19937 azar{20261115};
    const int hoy = Fecha::leer_iso("2026-11-15")->dias();
    std::uniform_int_distribution<int> cerca{hoy - 70, hoy + 70};
    std::uniform_int_distribution<int> lejos{Fecha::leer_iso("1900-01-01")->dias(), Fecha::leer_iso("2199-12-31")->dias()};
    for (int i = 0; i < 200'000; ++i) {
        const auto uno = [&] { return Fecha::de_dias(i % 2 == 0 ? cerca(azar) : lejos(azar)); };
        const Fecha dia = uno();
        const Fecha desde = uno();
        const Fecha cambio = std::max(desde, uno());
        const bool abierto = desde <= dia && dia < cambio;
        ASSERT_EQ(hallado(dia, desde, cambio), abierto) << desde.iso() << " to " << cambio.iso() << " on " << dia.iso();
    }
}

TEST(NodosDeSaldos, LoQueSeSaldoElMismoDiaNoEstaEnNinguno) {
    const Fecha dia = *Fecha::leer_iso("2026-11-15");
    EXPECT_EQ(nodo_de(dia, dia), 0);
    EXPECT_NE(nodo_de(dia, dia + 1), 0);
}

}  // namespace
}  // namespace cacao::engine
