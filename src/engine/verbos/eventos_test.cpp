// The outbox: whoever is told later learns of each thing that happened to a document, in its order, by its version.

#include "engine/entorno/eventos.hpp"

#include "db/rows.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/revision_orden.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class Eventos : public testing::TestWithParam<db::Motor> {
protected:
    Libro l{GetParam()};

    // "1 registrado {…}\n2 …": number, kind and data of each event; the last number is the document's version.
    std::string de(std::int64_t transaccionId) {
        std::string texto;
        std::int64_t ultimo = 0;
        l.m.lee([&](const Context& ctx) {
            ctx.db().each(R"(SELECT consecutivo, evento, datos FROM evento WHERE organizacionId = $1 AND transaccionId = $2
                             ORDER BY consecutivo)",
                          [&](const db::Row& r) {
                              ultimo = r.integer(0);
                              texto += fmt::format("{} {} {}\n", ultimo, r.text(1), r.text(2));
                          },
                          ctx.organizacionId(), transaccionId);
        });
        EXPECT_EQ(l.entero("SELECT version FROM documento WHERE organizacionId = $1 AND transaccionId = $2", transaccionId),
                  ultimo);
        return texto;
    }
};
CACAO_EN_AMBOS_MOTORES(Eventos);

TEST_P(Eventos, OfADocumentThatIsSettledUnsettledAndCancelled) {
    const auto factura = l.factura_de_concepto(100_precio).transaccionId;
    const auto deposito = l.deposito(50_mxn).transaccionId;
    std::string de_factura = "1 registrado {\"tipo\":\"FacturaVenta\",\"total\":116}\n";
    std::string de_deposito = "1 registrado {\"tipo\":\"Deposito\",\"total\":50}\n";
    EXPECT_EQ(de(factura), de_factura);
    EXPECT_EQ(de(deposito), de_deposito);

    const auto aplicacion = l.aplica(deposito, factura, 50_mxn).aplicacionId;
    de_factura += fmt::format("2 liquidado {{\"aplicacionId\":{},\"con\":{}}}\n", aplicacion, deposito);
    de_deposito += fmt::format("2 liquidado {{\"aplicacionId\":{},\"con\":{}}}\n", aplicacion, factura);
    EXPECT_EQ(de(factura), de_factura);
    EXPECT_EQ(de(deposito), de_deposito);

    l.desaplica(aplicacion);
    de_factura += fmt::format("3 cambiado {{\"aplicacionId\":{},\"desaplicada\":true}}\n", aplicacion);
    de_deposito += fmt::format("3 cambiado {{\"aplicacionId\":{},\"desaplicada\":true}}\n", aplicacion);
    EXPECT_EQ(de(factura), de_factura);
    EXPECT_EQ(de(deposito), de_deposito);
    l.desaplica(aplicacion);
    EXPECT_EQ(de(factura), de_factura) << "undone once";

    l.cancela(factura);
    de_factura += "4 cancelado {\"tipo\":\"FacturaVenta\"}\n";
    EXPECT_EQ(de(factura), de_factura);
    EXPECT_EQ(de(deposito), de_deposito);
    l.cancela(factura);
    EXPECT_EQ(de(factura), de_factura) << "cancelled once";
}

TEST_P(Eventos, OfAnOrderThatIsAuthorizedRevisedAndClosed) {
    const auto a = l.producto("A", 10_mxn);
    const auto orden = l.emite(OrdenCompra, l.solicitud(OrdenCompra, {{a, 2_pza, 10_precio}})).transaccionId;
    const auto transitar_a = [&](std::string_view accion) {
        l.escribe([&](Context& ctx) { transitar(ctx, orden, accion, {OrdenCompra.tipo}); });
    };
    transitar_a("autorizar");
    transitar_a("autorizar");
    std::string suyos = "1 registrado {\"tipo\":\"OrdenCompra\",\"total\":23.2}\n2 cambiado {\"estado\":\"autorizado\"}\n";
    EXPECT_EQ(de(orden), suyos) << "authorized once";
    l.escribe([&](Context& ctx) {
        RevisionPedida r;
        PartidaCompra& p = r.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.numeroPartida = 1;
        p.productoId = a;
        p.cantidad = 3_pza;
        p.precioUnitario = 10_precio;
        EXPECT_EQ(revisar_documento(ctx, orden, OrdenCompra, r).documento.version, 3);
    });
    transitar_a("autorizar");
    transitar_a("cerrar");
    suyos +=
        "3 cambiado {\"revision\":1,\"total\":34.8}\n4 cambiado {\"estado\":\"autorizado\"}\n5 cambiado "
        "{\"estado\":\"cerrado\"}\n";
    EXPECT_EQ(de(orden), suyos);
    // What is refused says nothing.
    EXPECT_EQ(l.falta([&] { transitar_a("autorizar"); }), "estado_invalido /id");
    EXPECT_EQ(de(orden), suyos);
}

}  // namespace
}  // namespace cacao::engine
