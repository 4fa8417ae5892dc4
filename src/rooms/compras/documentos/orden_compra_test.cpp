#include "rooms/compras/documentos/orden_compra.hpp"
#include "rooms/compras/compras.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/sucursales/sucursal.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <utility>

namespace cacao::test {
namespace {

class OrdenCompraDesdeTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_contactos, register_sucursales, register_compras}};
    OrdenCompraNueva orden = [this] {
        OrdenCompraNueva n;
        n.proveedorId = Id{std::stoll(
            m.pide("POST /api/Contactos", R"({"codigo":"P","nombre":"x","roles":["proveedor"]})").en("/data/entidadId"))};
        auto& p = n.partidas.emplace_back();
        p.conceptoId = IdOpcional{m.cuenta("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'GASTOS'")};
        p.cantidad = Cantidad::de_enteros(1);
        p.precioUnitario = Precio::de_enteros(10);
        return n;
    }();

    std::int64_t crear_en(
        db::Database& base, const std::function<void()>& antes_de_confirmar = [] {}) {
        std::int64_t id = 0;
        base.write_now(m.empresa.organizacionId, [&](db::Writer& tx) {
            Context ctx{{.sesion = m.sesion.get(), .reloj = &m.reloj, .database = &base}, &tx, &tx};
            id = crear_orden_compra(ctx, orden).transaccionId;
            tx.check_now();
            antes_de_confirmar();
        });
        return id;
    }
    std::vector<std::int64_t> desde(std::int64_t id) {
        std::vector<std::int64_t> ids;
        m.lee([&](const Context& ctx) {
            for (const auto& o : listar_ordenes_compra_desde(ctx, {{}, IdOpcional{id}}).data) ids.push_back(o.transaccionId);
        });
        return ids;
    }
    // Whether some session waits for another.
    bool alguien_espera() { return m.cuenta("SELECT count(*) FROM pg_locks WHERE NOT granted AND $1 = $1") > 0; }
};
CACAO_EN_AMBOS_MOTORES(OrdenCompraDesdeTest);

// Whoever reads while an order is being registered, and goes on from what was read, misses none.
TEST_P(OrdenCompraDesdeTest, OneThatCommitsLateIsNotSkipped) {
    // The second is of a branch of its own: its folios come from another series, which makes nobody wait.
    const auto sur = std::stoll(
        m.pide("POST /api/Sucursales", R"({"codigo":"SUR","nombre":"Sur","codigoPostal":"04000"})").en("/data/sucursalId"));
    // Both series are there before.
    crear_en(m.base.db());
    const auto matriz = std::exchange(orden.sucursalId, IdOpcional{sur});
    const auto anterior = crear_en(m.base.db());
    orden.sucursalId = matriz;
    std::promise<void> registrada;
    std::promise<void> confirmar;
    auto lenta = std::async(std::launch::async, [&] {
        return crear_en(m.base.db(), [&] {
            registrada.set_value();
            confirmar.get_future().wait();
        });
    });
    const auto ended = [](const std::future<std::int64_t>& f) {
        return f.wait_for(std::chrono::milliseconds{1}) == std::future_status::ready;
    };
    for (const auto dicho = registrada.get_future(); dicho.wait_for(std::chrono::milliseconds{1}) != std::future_status::ready;)
        if (ended(lenta)) FAIL() << "it was not registered: " << lenta.get();
    orden.sucursalId = IdOpcional{sur};
    auto rapida = std::async(std::launch::async, [&] { return crear_en(m.base.db()); });
    // SQLite's one writer cannot even begin with the second.
    if (GetParam() == db::Motor::postgres)
        while (!ended(rapida) && !alguien_espera()) continue;
    const auto vistas = desde(anterior);
    confirmar.set_value();
    const auto primera = lenta.get();
    const auto segunda = rapida.get();
    auto todas = vistas;
    for (const auto id : desde(vistas.empty() ? anterior : vistas.back())) todas.push_back(id);
    EXPECT_EQ(todas, (std::vector<std::int64_t>{primera, segunda}));
    EXPECT_LT(primera, segunda);
}

// Each process hands out its own block: one that is left with a low block does not go on with it.
TEST_P(OrdenCompraDesdeTest, AnotherProcessWithALowerBlockDoesNotAppearBelow) {
    if (GetParam() == db::Motor::sqlite) GTEST_SKIP() << "one process writes a SQLite file";
    const auto otra = db::open({.url = m.base.service_url()});
    const auto uno = crear_en(m.base.db());
    const auto dos = crear_en(*otra);
    const auto tres = crear_en(m.base.db());
    EXPECT_LT(uno, dos);
    EXPECT_LT(dos, tres);
    EXPECT_EQ(desde(0), (std::vector<std::int64_t>{uno, dos, tres}));
    EXPECT_EQ(desde(dos), std::vector<std::int64_t>{tres});
}

}  // namespace
}  // namespace cacao::test
