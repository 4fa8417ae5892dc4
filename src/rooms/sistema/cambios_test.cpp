#include "rooms/sistema/cambios.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace cacao
