#include "rooms/sistema/cambios.hpp"

#include "api/nombres.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace cacao {
namespace {

TEST(Cambios, SubenYDicenAlgo) {
    const auto& todos = cambios_publicados();
    ASSERT_GT(todos.size(), 180U);
    for (std::size_t i = 0; i < todos.size(); ++i) {
        if (i > 0) {
            EXPECT_LT(todos[i - 1].id, todos[i].id);
            EXPECT_LE(todos[i - 1].fecha, todos[i].fecha) << todos[i].id;
        }
        EXPECT_TRUE(todos[i].descripcion.ends_with('.')) << todos[i].id << ": " << todos[i].descripcion;
        EXPECT_LE(todos[i].endpoint.size(), 100U) << todos[i].id << ": a path stands before the sentence";
        EXPECT_EQ(todos[i].accionRequerida.find('\t'), std::string::npos) << todos[i].id;
    }
}

// Whoever is told a new name can read why.
TEST(Cambios, UnNombreQueCambioEstaEnElRegistro) {
    ASSERT_GT(api::nombres_anteriores().size(), 10U);
    for (const auto& n : api::nombres_anteriores()) {
        const auto& todos = cambios_publicados();
        const auto suyo = std::ranges::find(todos, n.cambio, &CambioPublicado::id);
        ASSERT_NE(suyo, todos.end()) << n.operacion << ' ' << n.antes;
        EXPECT_EQ(suyo->tipo, TipoCambio::breaking) << n.antes;
        const bool dicho =
            (suyo->descripcion + suyo->accionRequerida).find('`' + std::string{n.antes} + '`') != std::string::npos;
        EXPECT_TRUE(dicho) << n.antes << " is not told by " << n.cambio;
    }
}

}  // namespace
}  // namespace cacao
