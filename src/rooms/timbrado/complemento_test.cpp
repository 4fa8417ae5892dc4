// What is collected of invoices that are paid later is told by payment complements: once, as the books have it, and no longer
// than it is true.

#include "rooms/timbrado/complemento.hpp"

#include "base/azar.hpp"
#include "base/texto.hpp"
#include "engine/verbos/complemento.hpp"
#include "rooms/timbrado/emisora_test.hpp"

#include <cstdlib>
#include <set>

namespace cacao {
namespace {

using namespace literales;
using engine::EstadoTimbrado;
using test::Emisora;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ComplementoTest : public testing::TestWithParam<db::Motor> {
protected:
    Emisora e{GetParam()};
    test::Libro& l = e.l;

    const fiscal::PagosCfdi& pagos(const fiscal::Juicio& j) { return j.cfdi->pagos.front(); }
};

TEST_P(ComplementoTest, TellsAPaymentInPartsAsTheBooksHaveIt) {
    const auto factura = e.factura(1000_precio);  // 1160
    e.timbra(factura);
    l.aplica(e.deposito(400_mxn), factura, 400_mxn);
    l.aplica(e.deposito(760_mxn), factura, 760_mxn);
    e.trabaja();
    const auto todos = e.complementos(factura);
    ASSERT_THAT(todos, SizeIs(2));
    EXPECT_EQ(todos[0].timbrado, "timbrado");
    const auto uno = e.juicio(todos[0].transaccionId);
    EXPECT_EQ(uno.cfdi->tipoDeComprobante, "P");
    EXPECT_EQ(uno.cfdi->moneda, "XXX");
    EXPECT_EQ(uno.cfdi->serie, "CP");
    EXPECT_EQ(uno.cfdi->receptor.usoCfdi, "CP01");
    const auto& pago = pagos(uno).pagos.front();
    EXPECT_EQ(pago.formaDePago, "03");
    EXPECT_EQ(pago.fecha, "2026-10-01T12:00:00");
    const auto& d = pago.documentos.front();
    EXPECT_EQ(d.idDocumento, mayusculas(e.fila(factura).uuid));
    EXPECT_EQ(d.numParcialidad, "1");
    EXPECT_EQ(d.saldoAnterior->valor, 1160_mxn);
    EXPECT_EQ(d.pagado->valor, 400_mxn);
    EXPECT_EQ(d.saldoInsoluto->valor, 760_mxn);
    EXPECT_EQ(d.traslados.front().base->valor, Importe::leer("344.83").value());
    const auto otro = e.juicio(todos[1].transaccionId);
    const auto& segundo = pagos(otro).pagos.front().documentos.front();
    EXPECT_EQ(segundo.numParcialidad, "2");
    EXPECT_EQ(segundo.saldoAnterior->valor, 760_mxn);
    EXPECT_EQ(segundo.saldoInsoluto->valor, Importe{});
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(ComplementoTest, OneForAllThatAPaymentPays) {
    const auto una = e.factura(100_precio);
    const auto otra = e.factura(200_precio);
    e.timbra(una);
    e.timbra(otra);
    const auto pago = e.deposito(400_mxn);
    l.escribe([&](Context& ctx) {
        engine::aplicar(ctx, pago,
                        {{.campo = "/0", .transaccionId = una, .importe = 116_mxn},
                         {.campo = "/1", .transaccionId = otra, .importe = 232_mxn}});
    });
    e.trabaja();
    ASSERT_THAT(e.complementos(pago), SizeIs(1));
    const auto j = e.juicio(e.complementos(pago).front().transaccionId);
    ASSERT_THAT(pagos(j).pagos, SizeIs(1));
    EXPECT_THAT(pagos(j).pagos.front().documentos, SizeIs(2));
    EXPECT_EQ(pagos(j).pagos.front().monto->valor, 348_mxn);
    // Looked at again by two at once, or by a person: nothing more.
    for (int i = 0; i < 3; ++i)
        l.escribe([&](Context& ctx) {
            engine::pedir_complementos(ctx, pago);
            complementar(ctx, {Id{pago}});
        });
    e.trabaja();
    EXPECT_THAT(e.complementos(pago), SizeIs(1));
    // What is applied of it later counts on that day.
    const auto tercera = e.factura(40_precio);
    e.timbra(tercera);
    l.m.reloj.fijar(Instante::leer_iso("2026-10-05T19:00:00Z").value());
    l.aplica(pago, tercera, Importe::leer("46.40").value());
    e.trabaja();
    ASSERT_THAT(e.complementos(pago), SizeIs(2));
    const auto despues = e.juicio(e.complementos(pago)[1].transaccionId);
    EXPECT_EQ(pagos(despues).pagos.front().fecha, "2026-10-05T12:00:00");
    EXPECT_EQ(pagos(despues).pagos.front().monto->valor, Importe::leer("46.40").value());
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(ComplementoTest, InOtherCurrencies) {
    const auto dolares = e.factura(100_precio, "USD", Precio::leer("18.50").value());
    const auto pesos = e.factura(1000_precio);
    e.timbra(dolares);
    e.timbra(pesos);
    // Pesos pay dollars, and dollars pay pesos.
    l.aplica(e.deposito(1000_mxn), dolares, 1000_mxn, Importe::leer("52.63").value());
    l.aplica(e.deposito(Importe::leer("63.37").value(), "USD", Precio::leer("19.00").value()), dolares,
             Importe::leer("63.37").value());
    l.aplica(e.deposito(50_mxn, "USD", Precio::leer("19.00").value()), pesos, 50_mxn, 950_mxn);
    e.trabaja();
    const auto de_dolares = e.complementos(dolares);
    ASSERT_THAT(de_dolares, SizeIs(2));
    const auto uno = e.juicio(de_dolares[0].transaccionId);
    EXPECT_EQ(pagos(uno).pagos.front().moneda, "MXN");
    EXPECT_EQ(pagos(uno).pagos.front().documentos.front().equivalencia, "0.0526300000");
    const auto dos = e.juicio(de_dolares[1].transaccionId);
    EXPECT_EQ(pagos(dos).pagos.front().tipoCambio, "19");
    EXPECT_EQ(pagos(dos).pagos.front().documentos.front().equivalencia, "1");
    EXPECT_EQ(pagos(dos).pagos.front().documentos.front().saldoInsoluto->valor, Importe{});
    const auto tres = e.juicio(e.complementos(pesos).front().transaccionId);
    EXPECT_EQ(pagos(tres).pagos.front().documentos.front().equivalencia, "19.0000000000");
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(ComplementoTest, WaitsForItsInvoice) {
    const auto factura = e.factura(100_precio);
    const auto pago = e.deposito(116_mxn);
    l.aplica(pago, factura, 116_mxn);
    e.trabaja();
    EXPECT_THAT(e.complementos(pago), IsEmpty());
    e.timbra(factura);
    ASSERT_THAT(e.complementos(pago), SizeIs(1));
    EXPECT_EQ(e.complementos(pago).front().timbrado, "timbrado");
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(ComplementoTest, WhatIsNoPaymentHasNone) {
    // Paid at once.
    test::SolicitudEntera s;
    s.entidadId = l.clienteId;
    s.metodoPago = "PUE";
    s.formaPago = "03";
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = l.concepto("VENTA-SERV");
    p.cantidad = 1_pza;
    p.precioUnitario = 100_precio;
    const auto pue = l.emite(engine::FacturaVenta, s).transaccionId;
    e.timbra(pue);
    l.aplica(e.deposito(116_mxn), pue, 116_mxn);
    // A credit, and an advance.
    const auto ppd = e.factura(300_precio);
    e.timbra(ppd);
    auto credito = l.derivada(engine::NotaCreditoCliente, ppd, {Cantidad::leer("0.1").value()});
    const auto nota = l.emite(engine::NotaCreditoCliente, credito);
    l.aplica(nota.transaccionId, ppd, nota.total);
    l.aplica(l.anticipo(100_precio).transaccionId, ppd, 116_mxn);
    e.trabaja();
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND tipo = 'ComplementoPago'"), 0);
    // The next payment is the first part of it, of what these left.
    l.aplica(e.deposito(100_mxn), ppd, 100_mxn);
    e.trabaja();
    const auto todos = e.complementos(ppd);
    ASSERT_THAT(todos, SizeIs(1));
    EXPECT_EQ(todos.front().partes.front().parcialidad, 1);
    EXPECT_EQ(todos.front().partes.front().saldoAnterior, Importe::leer("197.20").value());
    e.juicio(todos.front().transaccionId);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(ComplementoTest, GoesWithItsPayment) {
    const auto factura = e.factura(100_precio);
    e.timbra(factura);
    const auto pago = e.deposito(116_mxn);
    const auto aplicado = l.aplica(pago, factura, 116_mxn);
    e.trabaja();
    const auto id = e.complementos(pago).front().transaccionId;
    l.desaplica(aplicado.aplicacionId);
    // The authority would not cancel the invoice as long as it lives.
    EXPECT_EQ(test::Libro::falta([&] { l.escribe([&](Context& ctx) { engine::cancelar(ctx, factura, {.motivo = "02"}); }); }),
              "con_dependientes /id");
    e.trabaja();
    EXPECT_TRUE(e.fila(id).es(EstadoTimbrado::cancelado));
    EXPECT_EQ(e.fila(id).motivo, "02");
    EXPECT_EQ(e.complementos(pago).front().estado, "cancelado");
    // Paid again, it is the first part again; and gone with the payment itself.
    l.aplica(pago, factura, 116_mxn);
    e.trabaja();
    ASSERT_THAT(e.complementos(pago), SizeIs(2));
    EXPECT_EQ(e.complementos(pago)[1].partes.front().parcialidad, 1);
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, pago, {.con_aplicaciones = true}); });
    e.trabaja();
    EXPECT_EQ(e.fila(e.complementos(pago)[1].transaccionId).motivo, "03");
    EXPECT_TRUE(e.fila(e.complementos(pago)[1].transaccionId).es(EstadoTimbrado::cancelado));
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, factura, {.motivo = "02"}); });
    e.trabaja();
    EXPECT_TRUE(e.fila(factura).es(EstadoTimbrado::cancelado));
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(ComplementoTest, AnotherTakesItsPlaceWhereItTellsOfMore) {
    const auto una = e.factura(100_precio);
    const auto otra = e.factura(200_precio);
    e.timbra(una);
    e.timbra(otra);
    const auto pago = e.deposito(348_mxn);
    std::vector<engine::Aplicado> hechas;
    l.escribe([&](Context& ctx) {
        hechas = engine::aplicar(ctx, pago,
                                 {{.campo = "/0", .transaccionId = una, .importe = 116_mxn},
                                  {.campo = "/1", .transaccionId = otra, .importe = 232_mxn}});
    });
    e.trabaja();
    const auto viejo = e.complementos(pago).front().transaccionId;
    l.desaplica(hechas[0].aplicacionId);
    e.trabaja();
    const auto todos = e.complementos(pago);
    ASSERT_THAT(todos, SizeIs(2));
    const auto nuevo = todos[1].transaccionId;
    EXPECT_EQ(todos[0].sustituidoPorId, nuevo);
    const auto j = e.juicio(nuevo);
    ASSERT_THAT(j.cfdi->relaciones, SizeIs(1));
    EXPECT_EQ(j.cfdi->relaciones.front().tipoRelacion, "04");
    EXPECT_THAT(j.cfdi->relaciones.front().uuids, ElementsAre(mayusculas(e.fila(viejo).uuid)));
    EXPECT_THAT(pagos(j).pagos.front().documentos, SizeIs(1));
    EXPECT_EQ(e.fila(viejo).motivo, "01");
    EXPECT_EQ(e.fila(viejo).uuidSustitucion, e.fila(nuevo).uuid);
    EXPECT_TRUE(e.fila(viejo).es(EstadoTimbrado::cancelado));
    EXPECT_TRUE(e.fila(nuevo).es(EstadoTimbrado::timbrado));
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(ComplementoTest, WhatItLacksIsSaidAndTheListTellsUntilWhen) {
    const auto factura = e.factura(100_precio);
    e.timbra(factura);
    const auto pago = l.deposito(116_mxn).transaccionId;  // nobody says how it was paid
    l.aplica(pago, factura, 116_mxn);
    e.trabaja();
    const auto id = e.complementos(pago).front().transaccionId;
    EXPECT_TRUE(e.fila(id).es(EstadoTimbrado::rechazado));
    EXPECT_THAT(e.fila(id).mensaje, HasSubstr("/pago/formaPagoId"));
    l.m.lee([&](const Context& ctx) {
        const auto pendientes = cobros_sin_complemento(ctx, {}).data;
        ASSERT_THAT(pendientes, SizeIs(1));
        EXPECT_EQ(pendientes.front().vence.iso(), "2026-11-05");
        EXPECT_EQ(pendientes.front().situacion, "rechazado");
        EXPECT_EQ(pendientes.front().pagoId, pago);
    });
    // Said later, once, it is stamped.
    const auto efectivo = l.entero("SELECT MIN(formaPagoId) FROM formaPago WHERE organizacionId = $1 AND claveSAT = '01'");
    const auto otro = e.factura(100_precio);
    e.timbra(otro);
    const auto pago2 = l.deposito(116_mxn).transaccionId;
    l.aplica(pago2, otro, 116_mxn);
    e.trabaja();
    l.escribe([&](Context& ctx) {
        complementar(ctx, {Id{pago2}, Id{efectivo}});
        EXPECT_FALSE(ctx.cambios().empty()) << "it is audited";
    });
    e.trabaja();
    const auto id2 = e.complementos(pago2).front().transaccionId;
    EXPECT_TRUE(e.fila(id2).es(EstadoTimbrado::timbrado)) << e.fila(id2).mensaje;
    EXPECT_EQ(pagos(e.juicio(id2)).pagos.front().formaDePago, "01");
    // POST /api/Documentos/{transaccionId}/Complementos does not change what a payment says already.
    EXPECT_THAT(test::Libro::falta([&] {
                    l.escribe([&](Context& ctx) { complementar(ctx, {Id{pago2}, Id{e.transferencia}}); });
                }),
                HasSubstr("estado_invalido"));
    // Its payment undone, nobody is asked: it never was.
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, pago, {.con_aplicaciones = true}); });
    e.trabaja();
    EXPECT_EQ(e.complementos(pago).front().estado, "cancelado");
    EXPECT_EQ(e.fila(id).uuid, "");
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(ComplementoTest, VerifyFindsWhatDoesNotAgree) {
    const auto factura = e.factura(1000_precio);
    e.timbra(factura);
    const auto pago = e.deposito(400_mxn);
    const auto aplicado = l.aplica(pago, factura, 400_mxn);
    e.trabaja();
    const auto id = e.complementos(pago).front().transaccionId;
    EXPECT_THAT(e.diferencias(), IsEmpty());
    const auto danar = [&](std::string_view sql, std::string_view reparar, std::string_view que) {
        l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId(), aplicado.aplicacionId, id); });
        EXPECT_THAT(l.m.diferencias(verificar_complementos), testing::Contains(HasSubstr(que))) << sql;
        l.escribe([&](Context& ctx) { ctx.db().run(reparar, ctx.organizacionId(), aplicado.aplicacionId, id); });
    };
    danar("UPDATE aplicacion SET parcialidad = 0 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "UPDATE aplicacion SET parcialidad = 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0", "has the number 0");
    danar("UPDATE aplicacion SET parcialidad = 3 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "UPDATE aplicacion SET parcialidad = 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "never had the one before");
    danar("UPDATE aplicacion SET saldoAnterior = saldoAnterior + 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "UPDATE aplicacion SET saldoAnterior = saldoAnterior - 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "tells of other parts");
    danar(
        "UPDATE documento SET total = total + 1, subtotal = subtotal + 1 WHERE organizacionId = $1 AND transaccionId = $3 AND $2 "
        "> 0",
        "UPDATE documento SET total = total - 1, subtotal = subtotal - 1 WHERE organizacionId = $1 AND transaccionId = $3 AND $2 "
        "> 0",
        "the document of");
    danar("UPDATE complementoAplicacion SET vigente = 0 WHERE organizacionId = $1 AND aplicacionId = $2 AND complementoId = $3",
          "UPDATE complementoAplicacion SET vigente = 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND complementoId = $3",
          "has no complement");
    danar("UPDATE aplicacion SET estado = 'cancelada' WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "UPDATE aplicacion SET estado = 'vigente' WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "tells of what was undone");
    danar("UPDATE documento SET estado = 'cancelado' WHERE organizacionId = $1 AND transaccionId = $3 AND $2 > 0",
          "UPDATE documento SET estado = 'vigente' WHERE organizacionId = $1 AND transaccionId = $3 AND $2 > 0",
          "was cancelled and is in force");
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

// Payments at random, applied, undone and cancelled, against a model that knows nothing but what is owed.
TEST_P(ComplementoTest, WhateverHappensEachPartIsToldOnce) {
    struct Factura {
        std::int64_t id = 0;
        std::string moneda;
        Importe saldo;
        bool timbrada = false;
    };
    struct Parte {
        std::size_t factura = 0;
        Importe antes, pagado;
        bool vigente = true;
    };
    struct Pago {
        std::int64_t id = 0;
        std::string moneda;
        Importe queda;
        bool vigente = true;
        std::vector<std::int64_t> aplicaciones;
    };
    Azar azar{20261118};
    const auto cambio = Precio::leer("17.25").value();
    std::vector<Factura> facturas;
    std::vector<Pago> pagos_hechos;
    std::map<std::int64_t, Parte> partes;
    const char* pedidos = std::getenv("CACAO_TEST_COMPLEMENTOS");
    const int pasos = pedidos != nullptr ? std::atoi(pedidos) : 250;
    for (int paso = 0; paso < pasos; ++paso) {
        const int que = azar.menor(10);
        if (que < 2 || facturas.size() < 2) {
            const bool usd = azar.una_de(2);
            const auto precio = Precio::de_micros((10'000 + azar.menor(90'000)) * 10'000LL);
            const auto emitida = usd ? l.factura_de_concepto(precio, "USD", cambio) : l.factura_de_concepto(precio);
            facturas.push_back({emitida.transaccionId, usd ? "USD" : "MXN", emitida.total, false});
        } else if (que < 4) {
            auto& f = facturas[azar.menor(facturas.size())];
            if (!f.timbrada) e.pide_timbre(f.id);
            f.timbrada = true;
        } else if (que < 5 || pagos_hechos.empty()) {
            const bool usd = azar.una_de(2);
            const auto importe = Importe::de_micros((10'000 + azar.menor(100'000)) * 10'000LL);
            pagos_hechos.push_back(
                {usd ? e.deposito(importe, "USD", cambio) : e.deposito(importe), usd ? "USD" : "MXN", importe, true, {}});
        } else if (que < 8) {
            auto& p = pagos_hechos[azar.menor(pagos_hechos.size())];
            const auto cual = azar.menor(facturas.size());
            auto& f = facturas[cual];
            if (!p.vigente || p.queda < 1_mxn || f.saldo < 1_mxn) continue;
            const auto tope = std::min(p.queda, f.moneda == p.moneda ? f.saldo : p.queda).micros() / 10'000;
            Importe importe = Importe::de_micros((1 + azar.menor(tope)) * 10'000);
            Importe importe2 = importe;
            if (f.moneda != p.moneda) {
                importe2 = p.moneda == "USD" ? Importe::de_micros(importe.micros() * 1725 / 100).redondeado(2)
                                             : Importe::de_micros(importe.micros() * 100 / 1725).redondeado(2);
                if (importe2 > f.saldo || importe2 <= Importe{}) continue;
            }
            const auto hecha = l.aplica(p.id, f.id, importe, importe2);
            partes[hecha.aplicacionId] = {cual, f.saldo, importe2, true};
            p.aplicaciones.push_back(hecha.aplicacionId);
            p.queda -= importe;
            f.saldo -= importe2;
        } else if (que < 9) {
            auto& p = pagos_hechos[azar.menor(pagos_hechos.size())];
            if (p.aplicaciones.empty()) continue;
            const auto id = p.aplicaciones[azar.menor(p.aplicaciones.size())];
            auto& parte = partes.at(id);
            if (!parte.vigente) continue;
            const auto importe = Importe::de_micros(
                l.entero("SELECT importe FROM aplicacion WHERE organizacionId = $1 AND aplicacionId = $2", id));
            l.desaplica(id);
            parte.vigente = false;
            p.queda += importe;
            facturas[parte.factura].saldo += parte.pagado;
        } else if (azar.una_de(3)) {
            auto& p = pagos_hechos[azar.menor(pagos_hechos.size())];
            if (!p.vigente) continue;
            l.escribe([&](Context& ctx) { engine::cancelar(ctx, p.id, {.con_aplicaciones = true}); });
            p.vigente = false;
            for (const auto id : p.aplicaciones) {
                auto& parte = partes.at(id);
                if (parte.vigente) facturas[parte.factura].saldo += parte.pagado;
                parte.vigente = false;
            }
        }
        if (azar.una_de(4)) e.trabaja();
    }
    e.trabaja();
    int contadas = 0;
    std::map<std::string, std::set<std::string>> numeros;
    std::set<std::int64_t> dichas;
    for (const auto& p : pagos_hechos)
        for (const auto& c : e.complementos(p.id)) {
            if (c.estado == "cancelado") continue;
            ASSERT_EQ(c.timbrado, "timbrado") << e.fila(c.transaccionId).mensaje;
            const auto j = e.juicio(c.transaccionId);
            std::vector<fiscal::DocumentoPagado> en_papel;
            for (const auto& pago : pagos(j).pagos)
                en_papel.insert(en_papel.end(), pago.documentos.begin(), pago.documentos.end());
            ASSERT_EQ(en_papel.size(), c.partes.size());
            for (std::size_t i = 0; i < en_papel.size(); ++i) {
                const auto& parte = partes.at(c.partes[i].aplicacionId);
                const auto& d = en_papel[i];
                EXPECT_TRUE(parte.vigente);
                EXPECT_EQ(d.idDocumento, mayusculas(e.fila(facturas[parte.factura].id).uuid));
                EXPECT_EQ(d.moneda, facturas[parte.factura].moneda);
                EXPECT_EQ(d.saldoAnterior->valor, parte.antes);
                EXPECT_EQ(d.pagado->valor, parte.pagado);
                EXPECT_EQ(d.saldoInsoluto->valor, parte.antes - parte.pagado);
                EXPECT_TRUE(numeros[d.idDocumento].insert(d.numParcialidad).second) << "a number twice";
                EXPECT_TRUE(dichas.insert(c.partes[i].aplicacionId).second) << "told twice";
                ++contadas;
            }
        }
    for (const auto& [id, parte] : partes)
        EXPECT_EQ(dichas.contains(id), parte.vigente && facturas[parte.factura].timbrada) << id;
    EXPECT_GT(contadas, pasos / 50);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

CACAO_EN_AMBOS_MOTORES(ComplementoTest);

}  // namespace
}  // namespace cacao
