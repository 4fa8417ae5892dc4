#include "engine/tipos/cualidades.hpp"

#include <gtest/gtest.h>

namespace cacao::engine {
namespace {

TEST(Cualidades, NameTheirKindsInStatements) {
    EXPECT_EQ(en_sql("d.tipo", es_entrega), "d.tipo = 'Entrega'");
    EXPECT_EQ(en_sql("tipo", es_devolucion),
              "tipo IN ('NotaDevolucionCliente', 'NotaDevolucionProveedor', 'DevolucionServicio')");
    EXPECT_EQ(en_sql("tipo", es_devolucion, Contacto::proveedor), "tipo = 'NotaDevolucionProveedor'");
    EXPECT_EQ(en_sql("tipo", se_entrega_despues), "tipo = 'FacturaVenta'");
    EXPECT_THROW(en_sql("tipo", es_pedido, Contacto::proveedor), std::logic_error) << "an empty list is no SQL";
}

TEST(Cualidades, OfANameThatIsNoKindThereAreNone) {
    EXPECT_TRUE(cumple("PedidoCliente", es_pedido));
    EXPECT_FALSE(cumple("", es_pedido));
    EXPECT_FALSE(cumple("Pedido", es_pedido));
}

// A statement that was composed without a kind would pass over its documents.
TEST(Cualidades, AKindThatStatementsShouldHaveNamedComesTooLate) {
    static constexpr Documento tardio{.tipo = "EntregaTardia", .serie = "XT", .existencia = Existencia::devolucion_cliente};
    ASSERT_TRUE(es_devolucion(tardio));
    EXPECT_NE(en_sql("tipo", es_devolucion), "");
    EXPECT_THROW(agregar_tipo(tardio), std::logic_error);
    EXPECT_EQ(tipo_de(tardio.tipo), nullptr);
}

}  // namespace
}  // namespace cacao::engine
