#include "rooms/conceptos/objeto.hpp"

#include "engine/tipos/documento.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cacao::test {
namespace {

// A new kind of document needs its number.
TEST(Objeto, TodoTipoDeDocumentoTieneUnNumeroYSoloUno) {
    Mundo m{db::Motor::sqlite};
    std::set<std::string> tipos;
    std::set<std::int64_t> numeros;
    m.lee([&](const Context& ctx) {
        for (const auto& o : listar_objetos(ctx)) {
            EXPECT_TRUE(tipos.insert(o.objeto).second) << o.objeto;
            EXPECT_TRUE(numeros.insert(o.objetoId).second) << o.objetoId;
            EXPECT_NE(o.grupo, "") << o.objeto;
        }
    });
    for (const auto* tipo : engine::todos_los_tipos()) EXPECT_TRUE(tipos.contains(std::string{tipo->tipo})) << tipo->tipo;
}

}  // namespace
}  // namespace cacao::test
