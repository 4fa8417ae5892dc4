#include "db/rows.hpp"

#include "db/where.hpp"
#include "support/database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace propio {
// A type of someone else's, in a namespace of its own.
struct Color {
    int rojo = 0;
};
void from_column(const cacao::db::Row& row, int column, Color& out) { out.rojo = static_cast<int>(row.integer(column)); }
}  // namespace propio

namespace cacao::db {
namespace {

using testing::HasSubstr;

struct Base {
    std::int64_t cosaId{};
};
DESCRIBE_STRUCT(Base, (), (cosaId))

struct Domicilio {
    std::string calle;
};
DESCRIBE_STRUCT(Domicilio, (), (calle))

struct Detalle : Base {
    std::string nombreLargo;
    std::optional<propio::Color> color;
    std::vector<std::string> partidas;
    Domicilio domicilio;
    std::optional<Domicilio> otro;
};
DESCRIBE_STRUCT(Detalle, (Base), (nombreLargo, color, partidas, domicilio, otro))

struct Tipos {
    Rfc rfc;
    Curp curp;
    std::optional<Uuid> uuid;
    Instante cuando;
    Precio precio;
    Cantidad cantidad;
    Tasa tasa;
    int chico{};
};
DESCRIBE_STRUCT(Tipos, (), (rfc, curp, uuid, cuando, precio, cantidad, tasa, chico))

class RowsTest : public testing::TestWithParam<Motor> {
protected:
    test::Database base{GetParam()};

    template <class T>
    std::vector<T> all(std::string_view sql) {
        std::vector<T> rows;
        base->read(1, [&](Reader& r) { rows = r.all<T>(sql); });
        return rows;
    }
    template <class T>
    std::string problem(std::string_view sql) {
        try {
            all<T>(sql);
        } catch (const DbError& error) {
            EXPECT_EQ(error.fallo(), Fallo::other);
            return error.what();
        }
        return "nothing was thrown";
    }
};

TEST_P(RowsTest, ColumnsFindTheirMembersByNameInAnyOrderAndCase) {
    const auto rows = all<Detalle>("SELECT 5 AS color, 'x' AS NOMBRElargo, 7 AS cosaid UNION ALL SELECT NULL, 'y', 8 ORDER BY 3");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].cosaId, 7);
    EXPECT_EQ(rows[0].nombreLargo, "x");
    EXPECT_EQ(rows[0].color->rojo, 5);
    EXPECT_FALSE(rows[1].color);
    EXPECT_TRUE(rows[0].partidas.empty());
}

TEST_P(RowsTest, AMemberWithoutColumnIsNamed) {
    EXPECT_THAT(problem<Detalle>("SELECT 5 AS color, 7 AS cosaId"), HasSubstr("nombreLargo"));
    EXPECT_THAT(problem<Detalle>("SELECT 5 AS color, 'x' AS nombreLargo"), HasSubstr("cosaId"));
}

TEST_P(RowsTest, AColumnWithoutMemberIsNamed) {
    EXPECT_THAT(problem<Detalle>("SELECT 5 AS color, 7 AS cosaId, 'x' AS nombreLargo, 1 AS sobra"), HasSubstr("sobra"));
    EXPECT_THAT(problem<Detalle>("SELECT 5 AS color, 6 AS color, 7 AS cosaId, 'x' AS nombreLargo"), HasSubstr("color"));
    EXPECT_THAT(problem<Detalle>("SELECT 5 AS color, 7 AS cosaId, 'x' AS nombreLargo, 'y' AS partidas"), HasSubstr("partidas"));
}

TEST_P(RowsTest, TheMappingIsFoundAnewForAnotherTypeOverTheSameStatement) {
    const char* sql = "SELECT 7 AS cosaId";
    EXPECT_EQ(all<Base>(sql).at(0).cosaId, 7);
    EXPECT_THAT(problem<Domicilio>(sql), HasSubstr("calle"));
    EXPECT_EQ(all<std::int64_t>(sql).at(0), 7);
    EXPECT_EQ(all<Base>(sql).at(0).cosaId, 7);
}

TEST_P(RowsTest, CheckedTypesAreReadAndBadOnesRefused) {
    const auto rows = all<Tipos>(R"(SELECT 'XAXX010101000' AS rfc, '' AS curp, '018F1E0C-0000-7000-8000-000000000001' AS uuid,
        1700000000000000 AS cuando, 1500000 AS precio, 2000000 AS cantidad, 160000 AS tasa, -3 AS chico)");
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_TRUE(rows[0].rfc.es_generico());
    EXPECT_EQ(rows[0].curp, Curp{});
    EXPECT_EQ(rows[0].uuid->texto(), "018f1e0c-0000-7000-8000-000000000001");
    EXPECT_EQ(rows[0].cuando.micros(), 1'700'000'000'000'000);
    EXPECT_EQ(rows[0].precio.texto(), "1.5");
    EXPECT_EQ(rows[0].cantidad.texto(), "2");
    EXPECT_EQ(rows[0].tasa.texto(), "0.16");
    EXPECT_EQ(rows[0].chico, -3);
    EXPECT_THAT(problem<Rfc>("SELECT 'no es un rfc' AS rfc"), HasSubstr("rfc"));
    EXPECT_THAT(problem<int>("SELECT 3000000000 AS grande"), HasSubstr("grande"));
}

TEST_P(RowsTest, OneGivesTheFirstRowOrNothing) {
    base->read(1, [](Reader& r) {
        EXPECT_EQ(r.one<int>("SELECT 1 WHERE 1 = $1", 2), std::nullopt);
        EXPECT_EQ(r.one<int>("SELECT x FROM (SELECT 1 AS x UNION ALL SELECT 2) AS t ORDER BY x"), 1);
        int rows = 0;
        r.each("SELECT 7 AS cosaId", [&](const Row& row) {
            ++rows;
            EXPECT_EQ(read_row<Base>(row).cosaId, 7);
        });
        EXPECT_EQ(rows, 1);
    });
}

TEST_P(RowsTest, WhereRunsWithEverySetOfFilters) {
    base->write_now(1, [](Writer& w) {
        for (const char* nombre : {"a", "b", "c", "d"}) {
            w.run("INSERT INTO contador (nombre, siguiente) VALUES ($1, $2)", nombre, static_cast<int>(nombre[0] - 'a') + 1);
        }
    });
    const auto buscar = [&](std::optional<std::string> desde, std::optional<std::int64_t> hasta, int cuantos) {
        std::string found;
        base->read(1, [&](Reader& r) {
            Where where{std::string{"d"}};
            where.add_if(desde, "nombre >= $");
            where.add_if(hasta, "siguiente <= $");
            const std::string limit = where.next(cuantos);
            for (const auto& n : r.all_with<std::string>("SELECT nombre FROM contador WHERE nombre <> $1 AND nombre <> 'id'" +
                                                             where.and_sql() + " ORDER BY nombre LIMIT " + limit,
                                                         where.params())) {
                found += n;
            }
        });
        return found;
    };
    EXPECT_EQ(buscar({}, {}, 9), "abc");
    EXPECT_EQ(buscar("b", {}, 9), "bc");
    EXPECT_EQ(buscar({}, 2, 9), "ab");
    EXPECT_EQ(buscar("b", 2, 9), "b");
    EXPECT_EQ(buscar({}, {}, 1), "a");
}

CACAO_EN_AMBOS_MOTORES(RowsTest);

TEST(Where, NumbersGoOnFromTheFixedValues) {
    Where where{std::int64_t{1}, "x"};
    EXPECT_EQ(where.sql(), "");
    EXPECT_EQ(where.and_sql(), "");
    where.add("(a, b) > ($, $)", 1, 2).add("c = '$' AND d IS NULL").add("e = $", "f");
    EXPECT_EQ(where.sql(), " WHERE (a, b) > ($3, $4) AND c = '$' AND d IS NULL AND e = $5");
    EXPECT_EQ(where.next(9), "$6");
    EXPECT_EQ(where.params().size(), 6U);
}

TEST(Where, TextsAreKept) {
    Where where;
    {
        std::string gone(100, 'x');
        where.add("a = $", gone);
        std::fill(gone.begin(), gone.end(), 'y');
    }
    EXPECT_EQ(where.params()[0].text, std::string(100, 'x'));
}

TEST(Where, TextsStayWhereTheyAreWhenItMoves) {
    Where first{"corto"};
    Where second{std::move(first)};
    second.add("a = $", "otro");
    EXPECT_EQ(second.params()[0].text, "corto");
    EXPECT_EQ(second.params()[1].text, "otro");
}

TEST(Where, AsManyValuesAsSigns) {
    Where where;
    EXPECT_THROW(where.add("a = $"), DbError);
    EXPECT_THROW(where.add("a = $", 1, 2), DbError);
}

}  // namespace
}  // namespace cacao::db
