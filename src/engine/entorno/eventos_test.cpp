// What can be noted of a document, as those see it who are told: by its name and what stands in it.

#include "engine/entorno/eventos.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cacao::engine {
namespace {

std::string campos_de(const TipoEvento& tipo) {
    std::string campos;
    for (const reflect::ShapeMember& m : tipo.datos.shape->members) campos += ' ' + std::string{m.name};
    return campos;
}

TEST(TiposDeEvento, AreToldApartByTheirNameAndFields) {
    std::string tabla;
    std::set<std::string> distintos;
    for (const TipoEvento& t : tipos_de_evento()) {
        const auto uno = std::string{t.nombre} + campos_de(t);
        EXPECT_TRUE(distintos.insert(uno).second) << uno;
        EXPECT_EQ((campos_de(t) + ' ').find(" version "), std::string::npos) << "the version of the form has that name";
        tabla += uno + ", " + std::to_string(t.version) + '\n';
    }
    EXPECT_EQ(tabla, R"(registrado tipo total, 1
cancelado tipo, 1
liquidado aplicacionId con, 1
cambiado aplicacionId desaplicada, 1
liquidado con, 1
cambiado sin, 1
cambiado estado, 1
cambiado revision total, 1
cambiado entidadId, 1
cambiado agregado, 1
cambiado validacionId validacion estadoSat, 1
cambiado timbrado uuid codigo, 1
)");
}

struct DePrueba {
    static constexpr std::string_view nombre = "cambiado";
    static constexpr int version = 3;
    Estado estado{};
    Importe total;
};
DESCRIBE_STRUCT(DePrueba, (), (estado, total))

TEST(TiposDeEvento, ALaterFormSaysItsVersion) {
    EXPECT_EQ(datos_de(DePrueba{Estado::porRevisar, Importe::de_micros(12'500'000)}),
              R"({"estado":"porRevisar","total":12.5,"version":3})");
    EXPECT_EQ(datos_de(evento::Transitado{Estado::cerrado}), R"({"estado":"cerrado"})");
}

}  // namespace
}  // namespace cacao::engine
