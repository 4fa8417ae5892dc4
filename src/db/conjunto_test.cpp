#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "support/database.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cacao::test {
namespace {

class ConjuntoTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(ConjuntoTest);

TEST_P(ConjuntoTest, LlegaComoSeEscribio) {
    Database base{GetParam()};
    constexpr auto mayor = std::numeric_limits<std::int64_t>::max();
    db::Conjunto filas{"a", "b"};
    base->read(1, [&](db::Reader& tx) {
        const auto sumas = [&] {
            std::string texto;
            tx.each(
                "SELECT a, COALESCE(b, -1) FROM " + filas.sql(tx.motor(), "$1") + " f ORDER BY a",
                [&](const db::Row& r) { texto += std::to_string(r.integer(0)) + ' ' + std::to_string(r.integer(1)) + ';'; },
                filas.valor());
            return texto;
        };
        EXPECT_EQ(sumas(), "") << "an empty set has no rows";
        filas.agregar(mayor, std::optional<std::int64_t>{});
        filas.agregar(Cantidad::de_enteros(2), Fecha::de_dias(-7));
        EXPECT_EQ(sumas(), "2000000 -7;9223372036854775807 -1;");
        EXPECT_EQ(filas.filas(), 2U);
        EXPECT_THROW(filas.agregar("texto", 1), std::logic_error);
    });
}

}  // namespace
}  // namespace cacao::test
