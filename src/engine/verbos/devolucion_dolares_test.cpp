// What goes back to a supplier in several parts, in another currency: all of it at the rate of the purchase leaves nothing
// anywhere.

#include "db/rows.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verificar/verificar.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;
using testing::IsEmpty;

class DevolucionEnDolares : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(DevolucionEnDolares);

struct Manera {
    std::string_view metodo;
    bool al_costo;
    std::string_view cambio;
    std::vector<Cantidad> partes;
    bool por_nota;  // the goods go back by a note of their own, and what they are worth waits for the credit
};

// Buys two lines, gives all of it back in these parts, each credited and settled at once; says what is left in the books.
std::map<std::string, Importe> lo_que_queda(db::Motor motor, const Manera& m) {
    Libro l{motor};
    const auto p = l.producto("A", {}, m.metodo);
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET iepsTasa = 265000, iepsAlCosto = $3 WHERE organizacionId = $1 AND productoId = $2",
                     ctx.organizacionId(), p, m.al_costo);
    });
    auto s = l.solicitud(FacturaCompra, {{p, 10_pza, *Precio::leer("3.337")}, {p, 10_pza, *Precio::leer("1.113")}});
    s.moneda = "USD";
    s.tipoCambio = *Precio::leer(m.cambio);
    const auto f = l.emite(FacturaCompra, s);
    for (const Cantidad parte : m.partes) {
        auto origen = f.transaccionId;
        if (m.por_nota)
            origen = l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, origen, {parte, parte})).transaccionId;
        auto c = l.derivada(NotaCreditoProveedor, origen, {parte, parte});
        c.moneda = "USD";
        c.tipoCambio = s.tipoCambio;
        for (auto& linea : c.partidas) linea.precioUnitario.reset();
        const auto n = l.emite(NotaCreditoProveedor, c);
        l.aplica(n.transaccionId, f.transaccionId, n.total);
    }
    EXPECT_EQ(l.saldo(f.transaccionId), Importe{});
    l.m.base->read(l.m.empresa.organizacionId,
                   [&](db::Reader& tx) { verificar(tx, [&](const std::string& d) { ADD_FAILURE() << d; }); });
    return l.balanza();
}

TEST_P(DevolucionEnDolares, InPartsAllOfItLeavesNothing) {
    const std::vector<std::vector<Cantidad>> maneras{{10_pza}, {3_pza, 3_pza, 4_pza}, {1_pza, 2_pza, 3_pza, 4_pza}};
    for (const std::string_view metodo : {"peps", "promedio"})
        for (const bool al_costo : {true, false})
            for (const std::string_view cambio : {"18.4375", "17.123456"})
                for (const auto& partes : maneras) {
                    const Manera m{metodo, al_costo, cambio, partes, true};
                    for (const auto& [codigo, importe] : lo_que_queda(GetParam(), m))
                        ADD_FAILURE() << codigo << " " << importe.texto()
                                      << fmt::format(" of {} {} {} in {}", metodo, al_costo, cambio, partes.size());
                }
}

}  // namespace
}  // namespace cacao::engine
