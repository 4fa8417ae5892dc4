// Taxes by rate: each wrong state, made by hand, is found, and honest books are silent.

#include "db/rows.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/nota_credito.hpp"
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

class VerificarTasas : public testing::TestWithParam<db::Motor> {
protected:
    Libro l{GetParam()};
    std::int64_t gravado = servicio("G", "tasa");
    std::int64_t cero = servicio("C", "cero");

    std::int64_t servicio(const std::string& codigo, std::string_view iva) {
        const auto id = l.producto(codigo, {}, "peps", "ninguno", iva);
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE producto SET tipo = 'servicio' WHERE organizacionId = $1 AND productoId = $2",
                         ctx.organizacionId(), id);
        });
        return id;
    }
    std::int64_t venta() { return l.factura({{cero, 10_pza, 100_precio}, {gravado, 10_pza, 100_precio}}).transaccionId; }
    std::int64_t acredita(std::int64_t ventaId, std::int64_t partida, Cantidad cantidad) {
        CreditoPedido pedido;
        pedido.encabezado.entidadId = l.clienteId;
        PartidaCreditoNueva& p = pedido.partidas.emplace_back();
        p.transaccionIdOrigen = ventaId;
        p.partidaOrigen = partida;
        p.cantidad = cantidad;
        std::int64_t id = 0;
        l.escribe([&](Context& ctx) { id = registrar_nota_credito(ctx, NotaCreditoCliente, pedido).transaccionId; });
        return id;
    }
    void cobra(std::int64_t ventaId, Importe importe) { l.aplica(l.deposito(importe).transaccionId, ventaId, importe); }
    void a_mano(std::string_view sql, std::int64_t id) {
        l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId(), id); });
    }
};
CACAO_EN_AMBOS_MOTORES(VerificarTasas);

TEST_P(VerificarTasas, LessThanNothingIsCollectedOfARate) {
    const auto v = venta();
    cobra(v, 216_mxn);
    const auto c = acredita(v, 2, 10_pza);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    // As if the credit had given back what was never collected.
    a_mano(R"(UPDATE documentoImpuesto SET baseRestituida = baseRestituida + 50000000, baseLiquidada = baseLiquidada + 50000000
              WHERE organizacionId = $1 AND transaccionId = $2 AND tasa = 160000)",
           c);
    EXPECT_THAT(l.diferencias(),
                Contains(HasSubstr("base collected without what its credits took off is -50, expected 0 or more")));
}

// A credit that took another rate's, because its own was paid, is applied anew once the payment is gone. Who undoes the
// application by the name it had undoes that.
TEST_P(VerificarTasas, AnApplicationMadeAgainIsUndoneByItsFirstName) {
    const auto v = venta();
    const auto cobro = l.aplica(l.deposito(1080_mxn).transaccionId, v, 1080_mxn).aplicacionId;
    const auto c = acredita(v, 2, 10_pza);
    const auto primera = l.entero("SELECT aplicacionId FROM aplicacion WHERE organizacionId = $1 AND pagoId = $2", c);
    l.desaplica(cobro);
    const auto rehecha = l.entero("SELECT rehechaId FROM aplicacion WHERE organizacionId = $1 AND aplicacionId = $2", primera);
    ASSERT_NE(rehecha, 0);
    EXPECT_EQ(l.saldo(v), 1000_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    l.desaplica(primera);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM aplicacion WHERE organizacionId = $1 AND aplicacionId = $2 AND estado = 'cancelada'",
                       rehecha),
              1);
    EXPECT_EQ(l.saldo(v), 2160_mxn);  // also what the credit had left as it closed the sale
}

TEST_P(VerificarTasas, MoreIsSettledThanCharged) {
    const auto v = venta();
    acredita(v, 2, 10_pza);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    a_mano(
        "UPDATE documentoImpuesto SET base = base - 1000000 WHERE organizacionId = $1 AND transaccionId = $2 AND tasa = 160000",
        v);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("baseLiquidada is 1000, expected between 0 and 999")));
}

TEST_P(VerificarTasas, APartThatNoRateGives) {
    const auto v = venta();
    cobra(v, 216_mxn);
    cobra(v, 216_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    // A peso of tax goes from one payment to the other.
    const std::string cual = R"( WHERE organizacionId = $1 AND transaccionId = $2 AND tasa = 160000 AND aplicacionId = (
                                 SELECT {}(a.aplicacionId) FROM aplicacion a WHERE a.organizacionId = $1 AND a.documentoId = $2))";
    const auto mover = [&](std::string_view de, std::string_view cuanto) {
        std::string donde = cual;
        donde.replace(donde.find("{}"), 2, de);
        a_mano("UPDATE aplicacionImpuesto SET importe = importe + " + std::string{cuanto} + donde, v);
    };
    mover("MIN", "1000000");
    mover("MAX", "-1000000");
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("importe is 17 of a base of 100, which 0.16 does not give")));
    mover("MIN", "17000000");
    mover("MAX", "-17000000");
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("importe is -2 of a base of 100, which 0.16 does not give")));
}

// The sums of all payments are right; what each took is not what was open in proportion.
TEST_P(VerificarTasas, APaymentTookMoreOfOneRateThanItsShare) {
    const auto exento = servicio("E", "exento");
    const auto v =
        l.factura({{cero, 1_pza, 100_precio}, {exento, 1_pza, 100_precio}, {gravado, 1_pza, 100_precio}}).transaccionId;
    cobra(v, 100_mxn);
    cobra(v, 100_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    const auto mover = [&](std::string_view cual, std::string_view factor, std::string_view tasa, std::string_view cambio) {
        a_mano(
            fmt::format(R"(UPDATE aplicacionImpuesto SET {} WHERE organizacionId = $1 AND transaccionId = $2 AND impuesto = 'iva'
                              AND factor = '{}' AND tasa = {} AND aplicacionId = (SELECT {}(a.aplicacionId) FROM aplicacion a
                                  WHERE a.organizacionId = $1 AND a.documentoId = $2))",
                        cambio, factor, tasa, cual),
            v);
    };
    const auto de_base = [](int cuanto) { return fmt::format("base = base + {0}, baseLocal = baseLocal + {0}", cuanto); };
    for (const int signo : {1, -1}) {
        const char* cual = signo > 0 ? "MIN" : "MAX";
        mover(cual, "tasa", "0", de_base(5'000'000 * signo));
        mover(cual, "exento", "0", de_base(-5'000'000 * signo));
    }
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("iva tasa 0: base is 36.65 of 100 that was open, expected 31.65")));
    for (const int signo : {1, -1}) {
        const char* cual = signo > 0 ? "MIN" : "MAX";
        mover(cual, "tasa", "0", de_base(-5'000'000 * signo));
        mover(cual, "exento", "0", de_base(5'000'000 * signo));
    }
    EXPECT_THAT(l.diferencias(), IsEmpty());
    for (const int signo : {1, -1}) {
        const char* cual = signo > 0 ? "MIN" : "MAX";
        mover(cual, "tasa", "0", de_base(-11'600'000 * signo));
        mover(cual, "tasa", "160000",
              fmt::format("base = base + {0}, baseLocal = baseLocal + {0}, importe = importe + {1}, "
                          "pendienteLocal = pendienteLocal + {1}, efectivoLocal = efectivoLocal + {1}",
                          10'000'000 * signo, 1'600'000 * signo));
    }
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("iva tasa 0.16: importe is 6.66 of 16 that was open, expected 5.06")));
}

// The same where payments and credits were undone in between: what was open is what those that stood then had left.
TEST_P(VerificarTasas, APaymentTookMoreThanItsShareAfterOthersWereUndone) {
    const auto exento = servicio("E", "exento");
    const auto v =
        l.factura({{cero, 1_pza, 100_precio}, {exento, 1_pza, 100_precio}, {gravado, 1_pza, 100_precio}}).transaccionId;
    const auto uno = l.aplica(l.deposito(100_mxn).transaccionId, v, 100_mxn).aplicacionId;
    const auto credito = acredita(v, 3, 1_pza);
    l.desaplica(uno);
    const auto dos = l.aplica(l.deposito(50_mxn).transaccionId, v, 50_mxn).aplicacionId;
    l.escribe([&](Context& ctx) { cancelar(ctx, credito, {.con_aplicaciones = true}); });
    const auto tres = l.aplica(l.deposito(66_mxn).transaccionId, v, 66_mxn).aplicacionId;
    l.desaplica(dos);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    const auto mover = [&](std::int64_t aplicacionId, std::string_view factor, int cuanto) {
        a_mano(fmt::format(R"(UPDATE aplicacionImpuesto SET base = base + {0}, baseLocal = baseLocal + {0}
                              WHERE organizacionId = $1 AND aplicacionId = $2 AND impuesto = 'iva' AND tasa = 0
                                AND factor = '{1}')",
                           cuanto, factor),
               aplicacionId);
    };
    const auto pasar = [&](std::int64_t aplicacionId, int cuanto) {
        mover(aplicacionId, "tasa", cuanto);
        mover(aplicacionId, "exento", -cuanto);
    };
    // One that stands …
    pasar(tres, 5'000'000);
    EXPECT_THAT(l.diferencias(),
                Contains(HasSubstr(fmt::format("aplicacionId {}, transaccionId {}, iva tasa 0: base is", tres, v))));
    pasar(tres, -5'000'000);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    // … and those that were undone: what they gave back was what they had taken.
    for (const auto deshecha : {uno, dos}) {
        pasar(deshecha, 5'000'000);
        EXPECT_THAT(l.diferencias(),
                    Contains(HasSubstr(fmt::format("aplicacionId {}, transaccionId {}, iva tasa 0: base is", deshecha, v))));
        pasar(deshecha, -5'000'000);
    }
    EXPECT_THAT(l.diferencias(), IsEmpty());
    // A credit takes no more of a rate than was open.
    a_mano(R"(UPDATE aplicacionImpuesto SET base = base + 40000000 WHERE organizacionId = $1 AND transaccionId = $2
              AND impuesto = 'iva' AND tasa = 160000
              AND aplicacionId IN (SELECT a.aplicacionId FROM aplicacion a JOIN documento p ON p.organizacionId = $1
                                   AND p.transaccionId = a.pagoId AND p.tipo = 'NotaCreditoCliente'
                                   WHERE a.organizacionId = $1 AND a.documentoId = $2))",
           v);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("more than was open")));
}

// A discount of a note that was cancelled after the note had been invoiced for what it left.
TEST_P(VerificarTasas, AnAmountOfANoteThatNobodyCanInvoice) {
    const auto nota = l.emite(NotaVenta, l.solicitud(NotaVenta, {{gravado, 3_pza, 100_precio}})).transaccionId;
    CreditoPedido pedido;
    pedido.encabezado.entidadId = l.clienteId;
    pedido.origenId = nota;
    PartidaCreditoNueva& p = pedido.partidas.emplace_back();
    p.conceptoId = l.concepto("BONIFICACION");
    p.precioUnitario = 20_precio;
    std::int64_t credito = 0;
    l.escribe([&](Context& ctx) {
        credito = registrar_nota_credito(ctx, NotaCreditoCliente, pedido).transaccionId;
        auto s = l.derivada(FacturaVenta, nota, {3_pza});
        s.partidas[0].precioUnitario.reset();
        s.partidas[0].cifras = cifras_por_facturar(ctx.db(), nota).at(1);
        emitir(ctx, FacturaVenta, s);
    });
    EXPECT_THAT(l.diferencias(), IsEmpty());
    EXPECT_EQ(Libro::falta([&] { l.escribe([&](Context& ctx) { cancelar(ctx, credito, {.con_aplicaciones = true}); }); }),
              "con_dependientes /id");
    a_mano("UPDATE documento SET estado = 'cancelado' WHERE organizacionId = $1 AND transaccionId = $2", credito);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("23.2 of it is neither invoiced nor credited")));
}

// Income, and what is withheld of rent, on another account than their own.
TEST_P(VerificarTasas, TheAccountIsNotThatOfTheRate) {
    const auto extranjero = l.contacto("EXT", true, false, "XEXX010101000");
    auto s = l.solicitud(FacturaVenta, {{gravado, 1_pza, 500_precio}});
    s.entidadId = extranjero;
    const auto v = l.emite(FacturaVenta, s).transaccionId;
    const auto persona = l.contacto("P", true, true, "XOJI740919U48");
    test::SolicitudEntera g;
    g.entidadId = persona;
    auto& p = g.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = l.concepto("ARRENDAMIENTO");
    p.cantidad = 1_pza;
    p.precioUnitario = 1000_precio;
    const auto renta = l.emite(Gasto, g);
    test::SolicitudEntera e;
    e.entidadId = persona;
    e.cuentaBancariaId = l.bancoId;
    auto& pago = e.partidas.emplace_back();
    pago.campo = "/partidas/0";
    pago.importe = renta.total;
    pago.transaccionIdCompra = renta.transaccionId;
    const auto egreso = l.emite(Egreso, e).transaccionId;
    EXPECT_THAT(l.diferencias(), IsEmpty());
    const auto cuenta = [](std::string_view codigo) {
        return fmt::format("(SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = '{}')", codigo);
    };
    const auto cambiar = [&](std::string_view de, std::string_view a, std::int64_t id) {
        a_mano(fmt::format(R"(UPDATE asiento SET cuentaId = {} WHERE organizacionId = $1 AND cuentaId = {}
                              AND polizaId IN (SELECT polizaId FROM poliza WHERE organizacionId = $1 AND transaccionId = $2))",
                           cuenta(a), cuenta(de)),
               id);
    };
    cambiar("216.03", "216.04", egreso);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("what is withheld of rent is 0, expected 100")));
    cambiar("401.28", "401.01", v);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("what its lines earned is 0, expected 500")));
    a_mano(fmt::format("UPDATE partida SET cuentaId = {} WHERE organizacionId = $1 AND transaccionId = $2", cuenta("401.01")), v);
    // … which is compared from the schema step on that told income apart; the clock of this company is before it.
    a_mano("UPDATE documento SET creadoEn = 4102444800000000 WHERE organizacionId = $1 AND transaccionId = $2", v);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("cuentaId of ventas_exportacion is")));
}

TEST_P(VerificarTasas, ASettledDocumentCollectedItsNet) {
    const auto v = venta();
    cobra(v, 2160_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    a_mano("UPDATE documentoImpuesto SET baseLiquidada = 0 WHERE organizacionId = $1 AND transaccionId = $2 AND tasa = 0", v);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("baseLiquidada (of a settled document) is 0, expected 1000")));
}

TEST_P(VerificarTasas, APartOfAnOrderCarriesAResidue) {
    const auto pedido = l.emite(PedidoCliente, l.solicitud(PedidoCliente, {{gravado, 12_pza, Precio::de_micros(100'030'000)}}));
    std::int64_t impar = 0;
    Importe iva;
    for (int i = 0; i < 12; ++i) {
        auto s = l.derivada(FacturaVenta, pedido.transaccionId, {1_pza});
        s.partidas[0].precioUnitario.reset();
        const auto e = l.emite(FacturaVenta, s);
        EXPECT_EQ(e.iva, Importe::de_micros(i % 2 == 0 ? 16'010'000 : 16'000'000)) << i;
        if (i == 10) impar = e.transaccionId;
        iva += e.iva;
    }
    EXPECT_EQ(iva, pedido.iva);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    a_mano(
        "UPDATE partida SET impuestos = REPLACE(impuestos, '\"importe\":16.01', '\"importe\":15.95') "
        "WHERE organizacionId = $1 AND transaccionId = $2",
        impar);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("iva is 15.95 of a base of 100.03, expected between 16 and 16.01")));
}

}  // namespace
}  // namespace cacao::engine
