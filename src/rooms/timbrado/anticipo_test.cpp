// Advances: each has a CFDI, and what is applied of it comes off the invoice once, by an egress or as a discount of the invoice,
// as the books have it.

#include "rooms/timbrado/anticipo_de.hpp"

#include "base/azar.hpp"
#include "base/texto.hpp"
#include "rooms/bancos/documentos/anticipo.hpp"
#include "rooms/timbrado/emisora_test.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "support/esquemas_sat.hpp"
#include "support/importes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cacao {
namespace {

using namespace literales;
using engine::EstadoTimbrado;
using test::Emisora;
using test::mxn;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class AnticipoTest : public testing::TestWithParam<db::Motor> {
protected:
    Emisora e{GetParam(), {register_factura_venta, register_anticipo}};
    test::Libro& l = e.l;

    std::string uuid(std::int64_t id) { return mayusculas(e.fila(id).uuid); }
    // Of a document, the folios that its CFDI names with 07.
    static std::vector<std::string> nombrados(const fiscal::Juicio& j) {
        for (const auto& r : j.cfdi->relaciones)
            if (r.tipoRelacion == "07") return r.uuids;
        return {};
    }
    std::vector<ComplementoPagoVista> egresos(std::int64_t id) {
        auto todos = e.complementos(id);
        std::erase_if(todos, [](const auto& c) { return c.tipoDocumento != engine::AplicacionAnticipo.tipo; });
        return todos;
    }
    std::string cancela(std::int64_t id, engine::Cancelacion como = {.motivo = "02"}) {
        return test::Libro::falta([&] { l.escribe([&](Context& ctx) { engine::cancelar(ctx, id, como); }); });
    }
    std::string desaplica(std::int64_t aplicacionId) {
        return test::Libro::falta([&] { l.desaplica(aplicacionId); });
    }
};

// All of these apply, and refuse with comprobante_en_proceso:
//   POST /api/FacturaVenta, POST /api/NotaCreditoCliente, PUT /api/NotaCreditoCliente/NotaCreditoClienteAplicar/,
//   POST /api/Bancos/DepositoAgregar, PUT /api/Bancos/DepositoAsignar/, POST /api/Bancos/PagoEspecieAgregar,
//   PUT /api/Bancos/PagoEspecieAsignar/, POST /api/Bancos/CompensacionAgregar, POST /api/Bancos/ReembolsoAgregar,
//   POST /api/Bancos/AjusteSaldoAgregar
TEST_P(AnticipoTest, WhatTheAuthorityIsAskedToTakeBackTakesPartInNothingNew) {
    const auto factura = e.factura(1000_precio);
    e.timbra(factura);
    const auto anticipo = e.anticipo(580_mxn);
    e.timbra(anticipo);
    EXPECT_EQ(cancela(factura), "");
    EXPECT_EQ(cancela(anticipo), "");
    const auto deposito = e.deposito(100_mxn);
    EXPECT_THAT(test::Libro::falta([&] { l.aplica(deposito, factura, 100_mxn); }), HasSubstr("comprobante_en_proceso"));
    const auto otra = e.factura(1000_precio);
    EXPECT_THAT(test::Libro::falta([&] { l.aplica(anticipo, otra, 100_mxn); }), HasSubstr("comprobante_en_proceso"));
    e.pide_timbre(otra);
    e.trabaja();
    EXPECT_THAT(nombrados(e.juicio(otra)), IsEmpty());
    EXPECT_THAT(e.complementos(deposito), IsEmpty());
    EXPECT_THAT(egresos(anticipo), IsEmpty());
    EXPECT_TRUE(e.fila(factura).es(EstadoTimbrado::cancelado));
    EXPECT_TRUE(e.fila(anticipo).es(EstadoTimbrado::cancelado));
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

// Its totals and its folio are those of the books, and yet it is not what was sealed.
TEST_P(AnticipoTest, WhatWasSealedIsWhatIsKept) {
    const auto id = e.factura(1000_precio);
    e.timbra(id);
    EXPECT_THAT(e.diferencias(), IsEmpty());
    for (const auto& [era, es] : {std::pair<std::string, std::string>{"SubTotal=\"1000.00\"", "SubTotal=\"1001.00\""},
                                  {"Rfc=\"IIA040805DZ4\"", "Rfc=\"XIA190128J61\""}}) {
        auto xml = e.xml(id);
        const auto antes = xml;
        ASSERT_NE(xml.find(era), std::string::npos) << xml;
        xml.replace(xml.find(era), era.size(), es);
        const auto archivoId = e.fila(id).archivoId;
        const auto guarda = [&](const std::string& bytes) {
            l.escribe([&](Context& ctx) {
                ctx.db().run(R"(UPDATE contenido SET datos = $2 WHERE organizacionId = $1 AND sha256 = (
                                    SELECT a.sha256 FROM archivoDigital a WHERE a.organizacionId = $1 AND a.archivoId = $3))",
                             ctx.organizacionId(), db::Bytes{bytes}, archivoId);
            });
        };
        guarda(xml);
        EXPECT_THAT(e.diferencias(), Contains(HasSubstr("is not what was sealed"))) << era;
        guarda(antes);
        EXPECT_THAT(e.diferencias(), IsEmpty());
    }
}

TEST_P(AnticipoTest, ItsCfdiIsThatOfTheGuide) {
    const auto id = e.anticipo(580_mxn);
    e.timbra(id);
    const auto j = e.juicio(id);
    const auto& c = *j.cfdi;
    EXPECT_EQ(c.tipoDeComprobante, "I");
    EXPECT_EQ(c.metodoPago, "PUE");
    EXPECT_EQ(c.formaPago, "03");
    EXPECT_EQ(c.total->valor, 580_mxn);
    ASSERT_THAT(c.conceptos, SizeIs(1));
    EXPECT_EQ(c.conceptos[0].claveProdServ, "84111506");
    EXPECT_EQ(c.conceptos[0].claveUnidad, "ACT");
    EXPECT_EQ(c.conceptos[0].descripcion, "Anticipo del bien o servicio");
    EXPECT_EQ(c.conceptos[0].unidad, "");
    EXPECT_EQ(c.conceptos[0].noIdentificacion, "");
    EXPECT_EQ(c.conceptos[0].cantidad->valor, 1_pza);
    EXPECT_EQ(c.conceptos[0].importe->valor, 500_mxn);
    ASSERT_THAT(c.traslados, SizeIs(1));
    EXPECT_EQ(c.traslados[0].importe->valor, 80_mxn);
    EXPECT_THAT(e.diferencias(), IsEmpty());
    // Nobody says how the money came.
    const auto sin_forma = l.anticipo(100_precio).transaccionId;
    e.pide_timbre(sin_forma);
    e.trabaja();
    EXPECT_TRUE(e.fila(sin_forma).es(EstadoTimbrado::rechazado));
    EXPECT_THAT(e.fila(sin_forma).mensaje, HasSubstr("/formaPagoId"));
}

TEST_P(AnticipoTest, AnEgressTakesItOffAnInvoiceOfTheWhole) {
    const auto anticipo = e.anticipo(580_mxn);
    e.timbra(anticipo);
    const auto factura = e.factura(1000_precio);
    l.aplica(anticipo, factura, 580_mxn);
    e.trabaja();
    EXPECT_THAT(egresos(anticipo), IsEmpty());  // its invoice has no CFDI yet
    e.timbra(factura);
    const auto f = e.juicio(factura);
    EXPECT_EQ(f.cfdi->total->valor, 1160_mxn);
    EXPECT_THAT(nombrados(f), ElementsAre(uuid(anticipo)));
    ASSERT_THAT(egresos(factura), SizeIs(1));
    const auto egreso = egresos(factura).front();
    EXPECT_EQ(egreso.timbrado, "timbrado");
    EXPECT_EQ(egreso.total, 580_mxn);
    const auto j = e.juicio(egreso.transaccionId);
    const auto& c = *j.cfdi;
    EXPECT_EQ(c.tipoDeComprobante, "E");
    EXPECT_EQ(c.formaPago, "30");
    EXPECT_EQ(c.metodoPago, "PUE");
    EXPECT_EQ(c.receptor.usoCfdi, "G02");
    EXPECT_THAT(nombrados(j), ElementsAre(uuid(factura)));
    ASSERT_THAT(c.conceptos, SizeIs(1));
    EXPECT_EQ(c.conceptos[0].claveProdServ, "84111506");
    EXPECT_EQ(c.conceptos[0].claveUnidad, "ACT");
    EXPECT_EQ(c.conceptos[0].descripcion, "Aplicación de anticipo");
    EXPECT_EQ(c.subTotal->valor, 500_mxn);
    EXPECT_EQ(c.traslados.at(0).importe->valor, 80_mxn);
    // An advance makes no payment complement; what is left is the first part.
    l.aplica(e.deposito(580_mxn), factura, 580_mxn);
    e.trabaja();
    EXPECT_THAT(e.complementos(factura), SizeIs(2));
    EXPECT_EQ(e.complementos(factura).back().partes.front().saldoAnterior, 580_mxn);
    EXPECT_EQ(e.complementos(factura).back().partes.front().parcialidad, 1);
    // Asked again, nothing more.
    l.escribe([&](Context& ctx) { complementar(ctx, {Id{anticipo}}); });
    e.trabaja();
    EXPECT_THAT(egresos(anticipo), SizeIs(1));
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, TheEgressGoesWithItsApplication) {
    const auto anticipo = e.anticipo(580_mxn);
    const auto factura = e.factura(1000_precio);
    e.timbra(anticipo);
    e.timbra(factura);
    const auto aplicado = l.aplica(anticipo, factura, 580_mxn);
    e.trabaja();
    ASSERT_THAT(egresos(anticipo), SizeIs(1));
    const auto egreso = egresos(anticipo).front().transaccionId;
    // The invoice was stamped before and does not name the advance: the egress does.
    EXPECT_THAT(nombrados(e.juicio(egreso)), ElementsAre(uuid(factura), uuid(anticipo)));
    EXPECT_THAT(cancela(factura), HasSubstr("con_dependientes /id; con_dependientes /id"));  // the application and the egress
    EXPECT_THAT(cancela(anticipo, {.motivo = "02", .con_aplicaciones = true}), HasSubstr("con_dependientes"));
    l.desaplica(aplicado.aplicacionId);
    e.trabaja();
    EXPECT_TRUE(e.fila(egreso).es(EstadoTimbrado::cancelado));
    EXPECT_EQ(e.fila(egreso).motivo, "02");
    EXPECT_EQ(egresos(anticipo).front().estado, "cancelado");
    EXPECT_EQ(cancela(anticipo), "");
    e.trabaja();
    EXPECT_TRUE(e.fila(anticipo).es(EstadoTimbrado::cancelado));
    EXPECT_EQ(cancela(factura), "");
    e.trabaja();
    EXPECT_TRUE(e.fila(factura).es(EstadoTimbrado::cancelado));
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, AnInvoiceThatNamesItKeepsItAlive) {
    const auto anticipo = e.anticipo(580_mxn);
    e.timbra(anticipo);
    const auto factura = e.factura(1000_precio);
    const auto aplicado = l.aplica(anticipo, factura, 580_mxn);
    e.timbra(factura);
    l.desaplica(aplicado.aplicacionId);
    e.trabaja();
    EXPECT_EQ(cancela(anticipo), "con_dependientes /id");
    EXPECT_EQ(cancela(factura), "");
    e.trabaja();
    EXPECT_EQ(cancela(anticipo), "");
    e.trabaja();
    EXPECT_TRUE(e.fila(anticipo).es(EstadoTimbrado::cancelado));
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, InPartsOfSeveralToSeveral) {
    const auto uno = e.anticipo(mxn("333.33"));
    const auto otro = e.anticipo(mxn("1000.01"));
    const auto primera = e.factura(1000_precio);
    const auto segunda = e.factura(200_precio);
    for (const auto id : {uno, otro}) e.timbra(id);
    l.aplica(uno, primera, mxn("100.11"));
    l.aplica(otro, primera, mxn("1000.01"));
    l.aplica(uno, segunda, mxn("33.37"));
    for (const auto id : {primera, segunda}) e.timbra(id);
    l.aplica(uno, segunda, mxn("198.63"));  // of which the invoice knows nothing
    l.aplica(uno, primera, mxn("1.22"));
    e.trabaja();
    EXPECT_THAT(nombrados(e.juicio(primera)), ElementsAre(uuid(uno), uuid(otro)));
    EXPECT_THAT(nombrados(e.juicio(segunda)), ElementsAre(uuid(uno)));
    EXPECT_THAT(egresos(uno), SizeIs(4));
    EXPECT_THAT(egresos(otro), SizeIs(1));
    Importe total;
    Importe iva;
    for (const auto& c : egresos(uno)) {
        const auto j = e.juicio(c.transaccionId);
        EXPECT_EQ(j.cfdi->total->valor, c.total);
        total += j.cfdi->total->valor;
        iva += j.cfdi->traslados.at(0).importe->valor;
    }
    EXPECT_EQ(total, mxn("333.33"));
    EXPECT_EQ(iva, e.juicio(uno).cfdi->traslados.at(0).importe->valor);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, WhicheverIsStampedLastMakesIt) {
    const auto anticipo = e.anticipo(116_mxn);
    const auto factura = e.factura(100_precio);
    l.aplica(anticipo, factura, 116_mxn);
    // Nobody has the advance stamped: the invoice goes without it.
    e.timbra(factura);
    EXPECT_THAT(e.juicio(factura).cfdi->relaciones, IsEmpty());
    EXPECT_THAT(egresos(anticipo), IsEmpty());
    e.timbra(anticipo);
    ASSERT_THAT(egresos(anticipo), SizeIs(1));
    EXPECT_THAT(nombrados(e.juicio(egresos(anticipo).front().transaccionId)), ElementsAre(uuid(factura), uuid(anticipo)));
    // Asked for together, the invoice waits for the advance.
    const auto dos = e.anticipo(116_mxn);
    const auto otra = e.factura(100_precio);
    l.aplica(dos, otra, 116_mxn);
    e.pide_timbre(otra);
    e.pide_timbre(dos);
    e.trabaja();
    EXPECT_THAT(nombrados(e.juicio(otra)), ElementsAre(uuid(dos)));
    EXPECT_THAT(egresos(dos), SizeIs(1));
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, StampedElsewhereItsEgressIsMadeWhenSomebodyAsks) {
    constexpr std::string_view folio = "d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9";
    const auto r = l.m.pide("POST /api/Bancos/AnticipoAgregar",
                            fmt::format(R"({{"clienteId":{},"cuentaBancariaId":{},"formaPagoId":{},"importe":116,"uuid":"{}"}})",
                                        l.clienteId, l.bancoId, e.transferencia, folio));
    ASSERT_EQ(r.status, 200) << r.body;
    const auto anticipo = std::stoll(r.en("/data/transaccionId"));
    const auto factura = e.factura(100_precio);
    l.aplica(anticipo, factura, 116_mxn);
    e.timbra(factura);
    EXPECT_THAT(nombrados(e.juicio(factura)), ElementsAre(mayusculas(folio)));
    EXPECT_THAT(egresos(anticipo), IsEmpty());
    l.escribe([&](Context& ctx) { complementar(ctx, {Id{anticipo}}); });
    e.trabaja();
    ASSERT_THAT(egresos(anticipo), SizeIs(1));
    EXPECT_EQ(egresos(anticipo).front().timbrado, "timbrado");
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, InDollarsAtTheRateOfTheAdvance) {
    const auto anticipo = e.anticipo(mxn("58.00"), "USD", Precio::leer("18.50").value());
    e.timbra(anticipo);
    const auto dolares = e.factura(100_precio, "USD", Precio::leer("19.20").value());
    const auto pesos = e.factura(1000_precio);
    l.aplica(anticipo, dolares, 40_mxn);
    l.aplica(anticipo, pesos, 18_mxn, mxn("345.60"));
    e.timbra(dolares);
    e.timbra(pesos);
    const auto todos = egresos(anticipo);
    ASSERT_THAT(todos, SizeIs(2));
    Importe iva;
    for (const auto& c : todos) {
        const auto j = e.juicio(c.transaccionId);
        EXPECT_EQ(j.cfdi->moneda, "USD");
        EXPECT_EQ(j.cfdi->tipoCambio, "18.5");
        iva += j.cfdi->traslados.at(0).importe->valor;
    }
    EXPECT_EQ(iva, 8_mxn);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, OrTheInvoiceIsForWhatItLeaves) {
    e.configura_anticipos(AnticiposEnFactura::remanente);
    const auto anticipo = e.anticipo(580_mxn);
    e.timbra(anticipo);
    const auto r = l.m.pide("POST /api/FacturaVenta",
                            fmt::format(R"({{"clienteId":{},"partidas":[{{"conceptoId":{},"cantidad":1,"precioUnitario":700}},
                                         {{"conceptoId":{},"cantidad":3,"precioUnitario":100}}],
                                         "anticipos":[{{"transaccionId":{},"importe":333.33}}]}})",
                                        l.clienteId, l.concepto("VENTA-SERV"), l.concepto("VENTA-SERV"), anticipo));
    ASSERT_EQ(r.status, 200) << r.body;
    const auto factura = std::stoll(r.en("/data/transaccionId"));
    EXPECT_EQ(l.saldo(factura), mxn("826.67"));
    e.timbra(factura);
    const auto j = e.juicio(factura);
    EXPECT_EQ(j.cfdi->total->valor, mxn("826.67"));
    EXPECT_EQ(j.cfdi->subTotal->valor, 1000_mxn);
    EXPECT_EQ(j.cfdi->descuento->valor, mxn("287.35"));
    EXPECT_EQ(j.cfdi->totalTrasladados->valor, mxn("114.02"));
    EXPECT_THAT(nombrados(j), ElementsAre(uuid(anticipo)));
    EXPECT_THAT(egresos(anticipo), IsEmpty());
    EXPECT_EQ(e.fila(factura).total, mxn("826.67"));  // what the authority is asked about
    // Collected, the first part is of what the invoice is for.
    l.aplica(e.deposito(mxn("826.67")), factura, mxn("826.67"));
    e.trabaja();
    EXPECT_EQ(e.complementos(factura).front().partes.front().saldoAnterior, mxn("826.67"));
    e.juicio(e.complementos(factura).front().transaccionId);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, WhatTheInvoiceIsLessByIsUndoneWithIt) {
    e.configura_anticipos(AnticiposEnFactura::remanente);
    const auto anticipo = e.anticipo(580_mxn);
    e.timbra(anticipo);
    const auto factura = e.factura(1000_precio);
    const auto aplicado = l.aplica(anticipo, factura, 116_mxn);
    e.timbra(factura);
    EXPECT_EQ(desaplica(aplicado.aplicacionId), "con_dependientes /aplicaciones");
    EXPECT_EQ(cancela(anticipo, {.motivo = "02", .con_aplicaciones = true}), "con_dependientes /id");
    EXPECT_EQ(cancela(factura), "");
    EXPECT_EQ(l.saldo(anticipo), 464_mxn);  // until the authority says so
    e.trabaja();
    EXPECT_TRUE(e.fila(factura).es(EstadoTimbrado::cancelado));
    EXPECT_EQ(l.saldo(anticipo), 580_mxn);
    EXPECT_EQ(cancela(anticipo), "");
    e.trabaja();
    EXPECT_TRUE(e.fila(anticipo).es(EstadoTimbrado::cancelado));
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

// What was sealed may be stamped: until it is refused the advance is taken.
TEST_P(AnticipoTest, AnInvoiceThatIsRefusedTakesNothingOff) {
    e.configura_anticipos(AnticiposEnFactura::remanente);
    const auto anticipo = e.anticipo(580_mxn);
    e.timbra(anticipo);
    const auto factura = e.factura(1000_precio);
    const auto aplicado = l.aplica(anticipo, factura, 116_mxn);
    e.pide_timbre(factura);
    api::Taller taller{l.m.base.db(), l.m.reloj, e.oficios(), "prueba"};
    const auto org = l.m.empresa.organizacionId;
    for (int i = 0; i < 10 && !e.fila(factura).es(EstadoTimbrado::enviado); ++i)
        if (const auto tomado = taller.tomar(org)) taller.hacer(org, *tomado);
    ASSERT_TRUE(e.fila(factura).es(EstadoTimbrado::enviado));
    EXPECT_EQ(desaplica(aplicado.aplicacionId), "con_dependientes /aplicaciones");
    l.escribe([&](Context& ctx) { engine::anotar_fin(ctx, factura, EstadoTimbrado::rechazado, {"CFDI40101", "No."}); });
    EXPECT_EQ(desaplica(aplicado.aplicacionId), "");
    e.timbra(factura);
    EXPECT_EQ(e.juicio(factura).cfdi->total->valor, 1160_mxn);
    EXPECT_THAT(e.juicio(factura).cfdi->relaciones, IsEmpty());
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

// Between the sealing and the storing of it: what was sealed says what is not so any more, and is sealed again.
TEST_P(AnticipoTest, WhatChangedSinceItWasSealedIsSealedAgain) {
    const auto anticipo = e.anticipo(580_mxn);
    e.timbra(anticipo);
    const auto factura = e.factura(1000_precio);
    const auto aplicado = l.aplica(anticipo, factura, 116_mxn);
    e.pide_timbre(factura);
    auto oficios = e.oficios();
    auto& timbrado = *std::ranges::find(oficios, engine::oficio_timbrado, &api::Oficio::tipo);
    bool una = true;
    timbrado.afuera = [&, antes = timbrado.afuera](const api::Afuera& afuera, const api::Trabajo& t) {
        auto sellado = antes(afuera, t);
        if (std::exchange(una, false)) l.desaplica(aplicado.aplicacionId);
        return sellado;
    };
    api::Taller taller{l.m.base.db(), l.m.reloj, oficios, "prueba"};
    const auto org = l.m.empresa.organizacionId;
    for (int i = 0; i < 20 && !e.fila(factura).es(EstadoTimbrado::timbrado); ++i) {
        if (const auto tomado = taller.tomar(org)) taller.hacer(org, *tomado);
        l.m.reloj.fijar(l.m.reloj.ahora().mas_segundos(1));
    }
    EXPECT_FALSE(una);
    EXPECT_THAT(e.juicio(factura).cfdi->relaciones, IsEmpty());
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM anticipoFacturado WHERE organizacionId = $1"), 0);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, WhereWhatIsLeftCannotBeInvoicedAnEgressTakesItOff) {
    e.configura_anticipos(AnticiposEnFactura::remanente);
    const auto de_la_mayor = [&](std::int64_t anticipo, std::int64_t factura, Importe importe, Importe total) {
        l.aplica(anticipo, factura, importe);
        e.timbra(factura);
        EXPECT_EQ(e.juicio(factura).cfdi->total->valor, total);
        EXPECT_THAT(nombrados(e.juicio(factura)), ElementsAre(uuid(anticipo)));
        EXPECT_THAT(egresos(factura), SizeIs(1));
    };
    const auto anticipo = e.anticipo(1000_mxn);
    e.timbra(anticipo);
    // Nothing is left.
    de_la_mayor(anticipo, e.factura(100_precio), 116_mxn, 116_mxn);
    // A part of the whole was collected first.
    const auto cobrada = e.factura(200_precio);
    l.aplica(e.deposito(100_mxn), cobrada, 100_mxn);
    de_la_mayor(anticipo, cobrada, 50_mxn, 232_mxn);
    // Stamped before.
    const auto antes = e.factura(300_precio);
    e.timbra(antes);
    l.aplica(anticipo, antes, 116_mxn);
    e.trabaja();
    EXPECT_THAT(egresos(antes), SizeIs(1));
    // At other rates than the lines.
    const auto pan = l.producto("PAN", {}, "peps", "ninguno", "cero");
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '50181900' WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.entra(pan, 10_pza, 5_precio);
    de_la_mayor(anticipo, l.factura({{pan, 5_pza, 100_precio}}).transaccionId, 116_mxn, 500_mxn);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

// Of invoices of many lines, as small as a cent, any part goes off: what is left is printed within the limits, or an egress
// follows.
TEST_P(AnticipoTest, AnyPartOfAnyInvoice) {
    e.configura_anticipos(AnticiposEnFactura::remanente);
    Azar azar{20261118};
    int por_lo_que_falta = 0;
    constexpr int cuantas = 8;
    for (int i = 0; i < cuantas; ++i) {
        test::SolicitudEntera s;
        s.entidadId = l.clienteId;
        const int lineas = 1 + azar.menor(30);
        for (int k = 0; k < lineas; ++k) {
            auto& p = s.partidas.emplace_back();
            p.campo = "/partidas/0";
            p.conceptoId = l.concepto("VENTA-SERV");
            p.cantidad = Cantidad::de_micros((1 + azar.menor(5000)) * 1000LL);
            const int hasta = azar.una_de(3) ? 10 : 100'000;
            p.precioUnitario = Precio::de_micros((1 + azar.menor(hasta)) * 10'000LL);
        }
        const auto factura = l.emite(engine::FacturaVenta, s);
        if (factura.total < mxn("0.10")) continue;
        const auto centavos = factura.total.micros() / 10'000;
        const auto anticipo = e.anticipo(Importe::de_micros((1 + azar.menor(centavos)) * 10'000));
        e.timbra(anticipo);
        const auto parte = azar.una_de(3) ? mxn("0.01") : l.saldo(anticipo);
        l.aplica(anticipo, factura.transaccionId, parte);
        e.timbra(factura.transaccionId);
        const bool entera = e.juicio(factura.transaccionId).cfdi->total->valor == factura.total;
        EXPECT_EQ(egresos(anticipo).size(), entera ? 1U : 0U);
        if (!entera) ++por_lo_que_falta;
    }
    EXPECT_GT(por_lo_que_falta, cuantas / 2);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(AnticipoTest, TheAuthoritysSchemasTakeThem) {
    CACAO_SKIP_WITHOUT_CFDI;
    const test::Oraculo oraculo;
    ASSERT_TRUE(oraculo.listo()) << oraculo.dice();
    const auto anticipo = e.anticipo(580_mxn);
    e.timbra(anticipo);
    const auto factura = e.factura(1000_precio);
    l.aplica(anticipo, factura, 100_mxn);
    e.timbra(factura);
    e.configura_anticipos(AnticiposEnFactura::remanente);
    const auto resto = e.factura(1000_precio);
    l.aplica(anticipo, resto, 100_mxn);
    e.timbra(resto);
    for (const auto id : {anticipo, factura, egresos(anticipo).front().transaccionId, resto})
        EXPECT_TRUE(oraculo.valido(e.xml(id))) << oraculo.dice() << e.xml(id);
}

TEST_P(AnticipoTest, VerifyFindsWhatDoesNotAgree) {
    const auto anticipo = e.anticipo(580_mxn);
    e.timbra(anticipo);
    const auto factura = e.factura(1000_precio);
    const auto aplicado = l.aplica(anticipo, factura, 580_mxn);
    e.timbra(factura);
    const auto egreso = egresos(anticipo).front().transaccionId;
    EXPECT_THAT(e.diferencias(), IsEmpty());
    const auto danar = [&](std::string_view sql, std::string_view reparar, std::string_view que) {
        l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId(), aplicado.aplicacionId, egreso); });
        EXPECT_THAT(l.m.diferencias(verificar_anticipos), Contains(HasSubstr(que))) << sql;
        l.escribe([&](Context& ctx) { ctx.db().run(reparar, ctx.organizacionId(), aplicado.aplicacionId, egreso); });
    };
    danar("UPDATE complementoAplicacion SET vigente = 0 WHERE organizacionId = $1 AND aplicacionId = $2 AND complementoId = $3",
          "UPDATE complementoAplicacion SET vigente = 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND complementoId = $3",
          "neither takes it off");
    danar("UPDATE anticipoFacturado SET descontado = 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "UPDATE anticipoFacturado SET descontado = 0 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "its invoice is less by it");
    danar("UPDATE aplicacion SET importe = importe + 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "UPDATE aplicacion SET importe = importe - 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "the books applied");
    danar("UPDATE aplicacionImpuesto SET importe = importe + 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "UPDATE aplicacionImpuesto SET importe = importe - 1 WHERE organizacionId = $1 AND aplicacionId = $2 AND $3 > 0",
          "of VAT");
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

CACAO_EN_AMBOS_MOTORES(AnticipoTest);

}  // namespace
}  // namespace cacao
