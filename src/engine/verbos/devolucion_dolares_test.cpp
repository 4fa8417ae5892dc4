// What goes back to a supplier in several parts, in another currency: all of it at the rate of the purchase leaves nothing
// anywhere.

#include "db/rows.hpp"
#include "engine/verbos/emitir.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class DevolucionEnDolares : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(DevolucionEnDolares);

struct Manera {
    std::string_view metodo;
    bool al_costo;
    std::string_view cambio;
    std::vector<Cantidad> partes;
    bool retira;  // the first part is undone once the second is there, and made again at the end
};

// A purchase of two lines that goes back, by a note for each part, which is credited and settled at once.
class Devuelta {
public:
    Devuelta(db::Motor motor, const Manera& m) : l(motor), cambio_(*Precio::leer(m.cambio)) {
        const auto p = l.producto("A", {}, m.metodo);
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE producto SET iepsTasa = 265000, iepsAlCosto = $3 WHERE organizacionId = $1 AND productoId = $2",
                         ctx.organizacionId(), p, m.al_costo);
        });
        auto s = l.solicitud(FacturaCompra, {{p, 10_pza, *Precio::leer("3.337")}, {p, 10_pza, *Precio::leer("1.113")}});
        s.moneda = "USD";
        s.tipoCambio = cambio_;
        facturaId_ = l.emite(FacturaCompra, s).transaccionId;
    }

    struct Parte {
        std::int64_t notaId = 0;
        std::int64_t creditoId = 0;
        std::int64_t aplicacionId = 0;
    };
    Parte devuelve(Cantidad parte) {
        Parte p;
        p.notaId =
            l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, facturaId_, {parte, parte})).transaccionId;
        auto c = l.derivada(NotaCreditoProveedor, p.notaId, {parte, parte});
        c.moneda = "USD";
        c.tipoCambio = cambio_;
        for (auto& linea : c.partidas) linea.precioUnitario.reset();
        const auto n = l.emite(NotaCreditoProveedor, c);
        p.creditoId = n.transaccionId;
        p.aplicacionId = l.aplica(n.transaccionId, facturaId_, n.total).aplicacionId;
        return p;
    }
    void retira(const Parte& p) {
        l.desaplica(p.aplicacionId);
        l.cancela(p.creditoId);
        l.cancela(p.notaId);
    }
    // All of it; says what is left in the books.
    std::map<std::string, Importe> toda(const Manera& m) {
        Parte primera;
        for (std::size_t i = 0; i < m.partes.size(); ++i) {
            const Parte p = devuelve(m.partes[i]);
            if (i == 0) primera = p;
            if (i == 1 && m.retira) retira(primera);
        }
        if (m.retira) devuelve(m.partes.front());
        EXPECT_EQ(l.saldo(facturaId_), Importe{});
        EXPECT_THAT(l.diferencias(), IsEmpty());
        return l.balanza();
    }

    Libro l;

private:
    Precio cambio_;
    std::int64_t facturaId_ = 0;
};

TEST_P(DevolucionEnDolares, InPartsAllOfItLeavesNothing) {
    const std::vector<std::vector<Cantidad>> maneras{{10_pza}, {3_pza, 3_pza, 4_pza}, {1_pza, 2_pza, 3_pza, 4_pza}};
    for (const std::string_view metodo : {"peps", "promedio"})
        for (const bool al_costo : {true, false})
            for (const std::string_view cambio : {"18.4375", "17.123456"})
                for (const auto& partes : maneras) {
                    // Each is a company of its own, which takes longest to make on a server; the rule is the same.
                    if (GetParam() == db::Motor::postgres && (partes.size() == 1 || cambio == "18.4375")) continue;
                    const Manera m{metodo, al_costo, cambio, partes, partes.size() > 1};
                    for (const auto& [codigo, importe] : Devuelta{GetParam(), m}.toda(m))
                        ADD_FAILURE() << codigo << " " << importe.texto()
                                      << fmt::format(" of {} {} {} in {}", metodo, al_costo, cambio, partes.size());
                }
}

TEST_P(DevolucionEnDolares, APartThatWasPostedAtAnotherValueIsFound) {
    const Manera m{"peps", false, "17.123456", {3_pza}, false};
    Devuelta d{GetParam(), m};
    const auto p = d.devuelve(3_pza);
    d.l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE partida SET importeLocal = importeLocal + 100000 WHERE organizacionId = $1 AND transaccionId = $2",
                     ctx.organizacionId(), p.creditoId);
    });
    EXPECT_THAT(d.l.diferencias(), Contains(HasSubstr("importeLocal (at the rate of the document) is")));
}

}  // namespace
}  // namespace cacao::engine
