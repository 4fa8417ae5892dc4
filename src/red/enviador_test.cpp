#include "red/enviador.hpp"

#include "support/servidor.hpp"

#include <gtest/gtest.h>

#include <future>

namespace cacao::red {
namespace {

using test::Contestacion;
using test::Pedido;
using test::respuesta_http;

Salida de_aqui() { return {.privadas = Redes{{"127.0.0.1"}}, .sin_cifrar = true, .autoridades = ""}; }

std::future<Enviador::Resultado> manda(Enviador& enviador, Peticion peticion) {
    auto listo = std::make_shared<std::promise<Enviador::Resultado>>();
    auto futuro = listo->get_future();
    enviador.enviar(std::move(peticion), [listo](Enviador::Resultado&& r) { listo->set_value(std::move(r)); });
    return futuro;
}

TEST(Enviador, ASlowOneHoldsUpNobody) {
    test::Servidor vecino{test::Servidor::Atiende{[](const Pedido& p) {
        return p.ruta == "/lento" ? Contestacion{.bytes = {}, .calla = true}
                                  : Contestacion{.bytes = respuesta_http(200, "text/plain", p.cuerpo)};
    }}};
    Enviador enviador{de_aqui()};
    auto lento =
        manda(enviador, {.metodo = "POST", .url = vecino.url("/lento"), .cuerpo = "x", .limite = std::chrono::seconds{60}});
    std::vector<std::future<Enviador::Resultado>> todos;
    for (int i = 0; i < 50; ++i)
        todos.push_back(manda(enviador, {.metodo = "POST", .url = vecino.url("/a"), .cuerpo = std::to_string(i)}));
    for (int i = 0; i < 50; ++i) {
        const auto r = todos[static_cast<std::size_t>(i)].get();
        ASSERT_TRUE(r.respuesta) << r.error;
        EXPECT_EQ(r.respuesta->cuerpo, std::to_string(i));
    }
    EXPECT_EQ(lento.wait_for(std::chrono::seconds{0}), std::future_status::timeout);
    enviador.cerrar();
    EXPECT_TRUE(lento.get().abandonado);
    EXPECT_TRUE(manda(enviador, {.url = vecino.url()}).get().abandonado);
}

TEST(Enviador, TheOwnNetworkIsNotCalled) {
    test::Servidor vecino{respuesta_http(200, "text/plain", "")};
    Enviador enviador{{}};
    for (const char* equipo : {"127.0.0.1", "localhost", "2130706433", "[::1]"}) {
        const auto r = manda(enviador, {.url = "https://" + std::string{equipo} + ":" + std::to_string(vecino.puerto())}).get();
        EXPECT_FALSE(r.respuesta);
        EXPECT_NE(r.error.find("no se puede llamar"), std::string::npos) << r.error;
    }
    EXPECT_EQ(vecino.visitas(), 0);
}

TEST(Enviador, WhoSaysNothingIsLeftInTime) {
    test::Servidor vecino{Contestacion{.bytes = {}, .calla = true}};
    Enviador enviador{de_aqui()};
    const auto r = manda(enviador, {.url = vecino.url(), .limite = std::chrono::milliseconds{100}}).get();
    EXPECT_FALSE(r.respuesta);
    EXPECT_FALSE(r.abandonado);
}

}  // namespace
}  // namespace cacao::red
