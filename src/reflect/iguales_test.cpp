#include "reflect/iguales.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cacao::reflect {
namespace {

struct Leido {
    std::int64_t id{};
    std::string nombre;
    std::string estado;
    std::int64_t total{};
};
DESCRIBE_STRUCT(Leido, (), (id, nombre, estado, total))

struct LeidoEntero : Leido {
    std::string nota;
};
DESCRIBE_STRUCT(LeidoEntero, (Leido), (nota))

struct Mostrado {
    std::string nota;
    std::string nombre;
    std::int64_t estado = 7;  // of another type: nothing to take
    std::int64_t importe = 5;
    std::int64_t id{};
};
DESCRIBE_STRUCT(Mostrado, (), (nota, nombre, estado, importe, id))

TEST(Iguales, PorNombreYTipoTambienDeUnaBase) {
    LeidoEntero de{{3, "un nombre que no cabe en su lugar", "vigente", 9}, "nota"};
    Mostrado a;
    tomar_iguales(de, a);
    EXPECT_EQ(a.id, 3);
    EXPECT_EQ(a.nombre, "un nombre que no cabe en su lugar");
    EXPECT_EQ(a.nota, "nota");
    EXPECT_EQ(a.estado, 7);
    EXPECT_EQ(a.importe, 5);
    EXPECT_EQ(de.nombre, "") << "moved, not copied";
    EXPECT_EQ(de.estado, "vigente");
}

}  // namespace
}  // namespace cacao::reflect
