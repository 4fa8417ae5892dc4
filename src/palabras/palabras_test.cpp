#include "palabras/palabras.hpp"

#include "base/texto.hpp"
#include "palabras/secciones.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cacao::glosario {
namespace {

TEST(Palabras, EstanEnOrdenYCompletas) {
    ASSERT_FALSE(todas().empty());
    for (std::size_t i = 0; i < todas().size(); ++i) {
        const Palabra& p = todas()[i];
        if (i > 0) {
            EXPECT_LT(todas()[i - 1].campo, p.campo);
        }
        EXPECT_FALSE(p.etiqueta.empty()) << p.campo;
        EXPECT_TRUE(p.explicacion.ends_with('.')) << p.campo << ": " << p.explicacion;
        EXPECT_NE(p.explicacion, std::string{p.etiqueta} + ".") << p.campo << " says its label again";
        EXPECT_LE(p.explicacion.size(), 260U) << p.campo;
        EXPECT_LE(p.etiqueta.size(), 40U) << p.campo;
    }
}

TEST(Palabras, LaMasParticularVale) {
    const auto suya = [](std::string_view campo) { return std::ranges::find(todas(), campo, &Palabra::campo); };
    EXPECT_EQ(palabra("Addenda", "codigo"), &*suya("Addenda.codigo"));
    EXPECT_EQ(palabra("AddendaActualizacion", "codigo"), &*suya("Addenda.codigo"));
    EXPECT_EQ(palabra("NoExiste", "almacenId"), &*suya("almacenId"));
    EXPECT_EQ(palabra("NoExiste", "noExiste"), nullptr);
}

TEST(Secciones, UnaPorTituloTalComoEstan) {
    const auto lista =
        secciones("antes\n\n## Una\nHace algo\n\nPrimero.\n\n- a\n- b\n\n## Otra\nNo dice más\n\n## Fin\nAcaba\n\nYa");
    ASSERT_EQ(lista.size(), 3U);
    EXPECT_EQ(lista[0].titulo, "Una");
    EXPECT_EQ(lista[0].resumen, "Hace algo");
    EXPECT_EQ(lista[0].cuerpo, "Primero.\n\n- a\n- b");
    EXPECT_EQ(lista[1].titulo, "Otra");
    EXPECT_EQ(lista[1].cuerpo, "");
    EXPECT_EQ(lista[2].cuerpo, "Ya");
    EXPECT_TRUE(secciones("# Nada").empty());
}

}  // namespace
}  // namespace cacao::glosario
