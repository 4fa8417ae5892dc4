// A quotation and its promotion under many callers at once: no more is ordered than was quoted, and what is ordered and sold of
// it in parts uses the promotion once, however the parts come and go.

#include "http/tienda.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace cacao::test {
namespace {

class PromotionConcurrencyTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};
    Tienda tienda{service};
    Headers headers = service.authorized("admin");

    std::vector<HttpAnswer> together(std::size_t total, const std::function<HttpAnswer(Client&, std::size_t)>& request) const {
        return test::together(service.port(), 16, total, request);
    }
    std::string line(int cantidad, const std::string& more) const {
        return fmt::format(R"({{"clienteId":{},"partidas":[{{"productoId":{},"cantidad":{}{}}}]}})", tienda.clienteId,
                           tienda.productoId, cantidad, more);
    }
    std::int64_t usos() const { return tienda.cuenta("SELECT usos FROM promocion WHERE organizacionId = $1"); }
};
CACAO_EN_AMBOS_MOTORES(PromotionConcurrencyTest);

TEST_P(PromotionConcurrencyTest, PartsOfOneQuotationUseItsPromotionOnce) {
    constexpr std::size_t quoted = 40;
    ASSERT_EQ(service.ask("admin", "POST", "/api/Inventario/MovimientoAgregar", tienda.movimiento("entrada", "1000")).status,
              200);
    const auto promotion =
        service
            .ask("admin", "POST", "/api/Promociones",
                 R"({"codigo":"P","nombre":"x","vigenciaInicio":"2020-01-01","condicion":"importe","condicionImporte":1,)"
                 R"("beneficio":"porcentaje","beneficioValor":0.5,"limiteTotal":5})")
            .at("/data/promocionId");
    const auto named = [&](int promocion) {
        return fmt::format(R"(,"precioUnitario":10,"promocion":{},"promocionId":{})", promocion, promotion);
    };
    const auto quotation =
        service.ask("admin", "POST", "/api/Cotizaciones", line(quoted, named(5 * quoted))).at("/data/transaccionId");

    const auto of = [](const std::string& id) { return fmt::format(R"(,"transaccionIdOrigen":{},"partidaOrigen":1)", id); };
    const auto ordered = together(
        2 * quoted, [&](Client& c, std::size_t) { return c.ask("POST", "/api/PedidoCliente", headers, line(1, of(quotation))); });
    std::vector<std::string> orders;
    for (const auto& a : ordered) {
        if (a.status == 200) orders.push_back(a.at("/data/transaccionId"));
        else EXPECT_EQ(a.faults(), "excede_pendiente /partidas/0/cantidad") << a.body;
    }
    ASSERT_EQ(orders.size(), quoted);

    // Every other caller sells the promotion by itself, as long as there is some left.
    const auto sold = together(2 * quoted, [&](Client& c, std::size_t i) {
        return c.ask("POST", "/api/FacturaVenta", headers, i % 2 == 0 ? line(1, of(orders[i / 2])) : line(1, named(5)));
    });
    int direct = 0;
    for (std::size_t i = 0; i < sold.size(); ++i) {
        if (i % 2 == 0) EXPECT_EQ(sold[i].status, 200) << sold[i].body;
        else if (sold[i].status == 200) ++direct;
        else EXPECT_EQ(sold[i].faults(), "estado_invalido /partidas/0/promocionId") << sold[i].body;
    }
    EXPECT_EQ(direct, 4) << "the orders have had theirs";
    EXPECT_EQ(usos(), direct + 1);

    // They go as they came: the sales, whose orders await them again, and the orders, except one.
    const auto undo = [&](std::size_t many, const std::string& path, const std::function<std::string(std::size_t)>& id) {
        for (const auto& a : together(many, [&](Client&c, std::size_t i) { return c.ask("DELETE", path + id(i), headers); }))
            EXPECT_EQ(a.status, 200) << a.body;
    };
    undo(quoted, "/api/RegistroVenta/RegistroVentaCancelar/",
         [&](std::size_t i) { return sold[2 * i].at("/data/transaccionId"); });
    EXPECT_EQ(usos(), direct + 1);
    const std::string order = "/api/PedidoCliente/PedidoClienteCancelar/";
    undo(quoted - 1, order, [&](std::size_t i) { return orders[i]; });
    EXPECT_EQ(usos(), direct + 1);
    undo(1, order, [&](std::size_t) { return orders.back(); });
    EXPECT_EQ(usos(), direct);
    EXPECT_EQ(service.stop(), 0);
    const auto verified = service.installation().run({"verify"});
    EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
}

}  // namespace
}  // namespace cacao::test
