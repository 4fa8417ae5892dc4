#include "engine/entorno/conteos.hpp"

#include <gtest/gtest.h>

namespace cacao::engine {
namespace {

TEST(Lapso, StartsAtMultiplesOfItsDaysSince1900) {
    const Fecha primero = Fecha::de_civil(1900, 1, 1).value();
    for (int i = 0; i < 110'000; i += 7) EXPECT_EQ(lapso_de(primero + i) - primero, i / 32 * 32);
}

}  // namespace
}  // namespace cacao::engine
