// Goods that ride: quantities without money, from the organization to itself.

#include "base/texto.hpp"
#include "rooms/bancos/documentos/deposito.hpp"
#include "rooms/inventario/documentos/entrega.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/timbrado/carta_porte.hpp"
#include "rooms/timbrado/emisora_test.hpp"
#include "support/esquemas_sat.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

using namespace literales;
using engine::EstadoTimbrado;
using test::Emisora;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class TrasladoTest : public testing::TestWithParam<db::Motor> {
protected:
    Emisora e{GetParam(), {register_deposito, register_entrega, register_movimiento_inventario, register_carta_porte}};
    test::Libro& l = e.l;

    std::int64_t traspaso(std::int64_t producto, Cantidad cantidad) {
        auto s = l.solicitud(engine::Traspaso, {{producto, cantidad, {}}});
        s.almacenDestinoId = l.almacen("B");
        return l.emite(engine::Traspaso, s).transaccionId;
    }
};

TEST_P(TrasladoTest, ATransferIsAPlainT) {
    const auto taza = l.producto("TAZA");
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '' WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.entra(taza, 10_pza, 50_precio);
    const auto id = traspaso(taza, 4_pza);
    // The line has no key of the authority's yet: said as for any other.
    e.pide_timbre(id);
    e.trabaja();
    EXPECT_TRUE(e.fila(id).es(EstadoTimbrado::rechazado));
    EXPECT_THAT(e.fila(id).mensaje, HasSubstr("/partidas/0/claveProdServ"));
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '52152100' WHERE organizacionId = $1", ctx.organizacionId());
    });
    e.timbra(id);
    const auto j = e.juicio(id);
    const auto& c = *j.cfdi;
    EXPECT_EQ(c.tipoDeComprobante, "T");
    EXPECT_EQ(c.moneda, "XXX");
    EXPECT_EQ(c.total->valor, Importe{});
    EXPECT_EQ(c.exportacion, "01");
    EXPECT_EQ(c.receptor.rfc, c.emisor.rfc);
    EXPECT_EQ(c.receptor.nombre, c.emisor.nombre);
    EXPECT_EQ(c.receptor.regimenFiscal, c.emisor.regimenFiscal);
    EXPECT_EQ(c.receptor.domicilioFiscal, "42501");
    EXPECT_EQ(c.receptor.usoCfdi, "S01");
    EXPECT_EQ(c.formaPago, "");
    EXPECT_EQ(c.metodoPago, "");
    ASSERT_THAT(c.conceptos, SizeIs(1));
    EXPECT_EQ(c.conceptos[0].cantidad->valor, 4_pza);
    EXPECT_EQ(c.conceptos[0].importe->valor, Importe{});
    EXPECT_EQ(c.conceptos[0].objetoImp, "01");
    EXPECT_THAT(c.traslados, IsEmpty());
    EXPECT_THAT(e.diferencias(), IsEmpty());
    // It is cancelled as any other: first the authority, then the goods are back.
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, id, {.motivo = "02"}); });
    EXPECT_EQ(l.existencia(taza, l.almacenId), 6_pza);
    e.trabaja();
    EXPECT_TRUE(e.fila(id).es(EstadoTimbrado::cancelado));
    EXPECT_EQ(l.existencia(taza, l.almacenId), 10_pza);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(TrasladoTest, ADeliveryIsOneToo) {
    const auto taza = l.producto("TAZA", 100_mxn);
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '52152100' WHERE organizacionId = $1", ctx.organizacionId());
        ctx.db().run("UPDATE organizacion SET codigoPostal = '06000' WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.entra(taza, 10_pza, 50_precio);
    const auto pedido = l.emite(engine::PedidoCliente, l.solicitud(engine::PedidoCliente, {{taza, 3_pza, 100_precio}}));
    const auto entrega = l.emite(engine::Entrega, l.derivada(engine::Entrega, pedido.transaccionId, {3_pza})).transaccionId;
    e.timbra(entrega);
    const auto j = e.juicio(entrega);
    EXPECT_EQ(j.cfdi->tipoDeComprobante, "T");
    EXPECT_EQ(j.cfdi->receptor.rfc, "EKU9003173C9");
    EXPECT_EQ(j.cfdi->receptor.domicilioFiscal, "06000");  // of the profile
    EXPECT_EQ(j.cfdi->lugarExpedicion, "42501");
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

// DELETE /api/Inventario/MovimientoCancelar/, DELETE /api/Inventario/EntregaCancelar/ and DELETE /api/Bancos/DepositoCancelar/
// ask for a reason of the authority's (motivo_fiscal), and refuse with comprobante_en_proceso what is on its way.
TEST_P(TrasladoTest, WhateverIsStampedIsCancelledWithAReason) {
    const auto taza = l.producto("TAZA", 100_mxn);
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '52152100' WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.entra(taza, 10_pza, 50_precio);
    const auto pedido = l.emite(engine::PedidoCliente, l.solicitud(engine::PedidoCliente, {{taza, 3_pza, 100_precio}}));
    const auto entrega = l.emite(engine::Entrega, l.derivada(engine::Entrega, pedido.transaccionId, {3_pza})).transaccionId;
    for (const auto& [donde, id] : {std::pair{"/api/Inventario/MovimientoCancelar/", traspaso(taza, 4_pza)},
                                    {"/api/Inventario/EntregaCancelar/", entrega},
                                    {"/api/Bancos/DepositoCancelar/", e.anticipo(116_mxn)}}) {
        SCOPED_TRACE(donde);
        const auto cancelar = std::string{"DELETE "} + donde + std::to_string(id);
        e.timbra(id);
        EXPECT_EQ(l.m.pide(cancelar + "?motivo=Error").faltas(), "motivo_fiscal /motivo");
        EXPECT_EQ(l.m.pide(cancelar + "?motivo=01").faltas(), "motivo_fiscal /uuidSustitucion");
        const auto como = [&, id = id](std::string_view estado) {
            l.escribe([&](Context& ctx) {
                ctx.db().run(R"(UPDATE timbrado SET estado = $3, xml = CASE WHEN $3 = 'enviado' THEN '<x/>' ELSE '' END
                                WHERE organizacionId = $1 AND transaccionId = $2)",
                             ctx.organizacionId(), id, estado);
            });
        };
        como("enviado");
        EXPECT_EQ(l.m.pide(cancelar + "?motivo=02").faltas(), "comprobante_en_proceso /id");
        como("timbrado");
        EXPECT_EQ(l.m.pide(cancelar + "?motivo=02").faltas(), "");
        e.trabaja();
        EXPECT_TRUE(e.fila(id).es(EstadoTimbrado::cancelado));
    }
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

CACAO_EN_AMBOS_MOTORES(TrasladoTest);

constexpr std::string_view vehiculo =
    R"("tramoFederal":true,"placas":"ABC123D","anioModelo":2022,"configuracionVehicular":"C2","permisoSct":"TPAF02",)"
    R"("numeroPermisoSct":"P-1","aseguradora":"SEGUROS","poliza":"POL-1","pesoBruto":8.5,"operador":"Xóchilt Casas Chávez",)"
    R"("rfcOperador":"CACX7605101P8","licencia":"LIC0001234","origenCodigoPostal":"42501","destinoCodigoPostal":"76000",)"
    R"("distancia":118.5)";
constexpr std::string_view viaje = R"(,"salida":"2026-10-01T20:00:00Z","llegada":"2026-10-01T23:30:00Z")";

// Where the authority's schemas are at hand.
void comparar_con_los_esquemas(const std::string& xml) {
    if (!test::cfdi_there()) return;
    const test::Oraculo oraculo;
    ASSERT_TRUE(oraculo.listo()) << oraculo.dice();
    EXPECT_TRUE(oraculo.valido(xml)) << oraculo.dice() << xml;
}

std::string carta(std::string_view mas) { return fmt::format("{{{}{}}}", vehiculo, mas); }

// On federal roads a transfer has its complement: all that is missing is told as it is asked for, and what is stamped is what the
// authority's schemas and sums ask for.
TEST_P(TrasladoTest, OnFederalRoadsATransferHasItsComplement) {
    const auto taza = l.producto("TAZA");
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '52152100' WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.entra(taza, 100_pza, 50_precio);
    const auto id = std::to_string(traspaso(taza, 40_pza));
    const auto guarda = [&](const std::string& cuerpo) { return l.m.pide("PUT /api/Timbrado/CartaPorte/" + id, cuerpo); };
    EXPECT_EQ(l.m.pide("GET /api/Timbrado/CartaPorte/" + id).faltas(), "no_encontrado /transaccionId");
    EXPECT_EQ(guarda(R"({"distancia":1.001,"salida":"2026-10-02T00:00:00Z","llegada":"2026-10-01T00:00:00Z",)"
                     R"("origenCodigoPostal":"17001","mercancias":[{"pesoKg":0,"descripcion":"x"}]})")
                  .faltas(),
              "fuera_de_rango /mercancias/0/pesoKg; requerido /mercancias/0/claveProdServ; requerido /mercancias/0/cantidad; "
              "requerido /mercancias/0/claveUnidad; demasiados_decimales /distancia; fuera_de_rango /llegada; valor_no_permitido "
              "/origenCodigoPostal; valor_no_permitido /mercancias/0/numeroPartida");
    ASSERT_EQ(guarda(R"({"tramoFederal":true,"configuracionVehicular":"T3S2","mercancias":[)"
                     R"({"numeroPartida":7,"materialPeligroso":true,"claveMaterialPeligroso":"1203","embalaje":"1A1"}]})")
                  .status,
              200);
    e.pide_timbre(std::stoll(id));
    e.trabaja();
    const auto sin = e.fila(std::stoll(id));
    EXPECT_TRUE(sin.es(EstadoTimbrado::rechazado)) << sin.estado;
    for (const auto* campo : {"/cartaPorte/placas",
                              "/cartaPorte/anioModelo",
                              "/cartaPorte/permisoSct",
                              "/cartaPorte/numeroPermisoSct",
                              "/cartaPorte/aseguradora",
                              "/cartaPorte/poliza",
                              "/cartaPorte/pesoBruto",
                              "/cartaPorte/operador",
                              "/cartaPorte/rfcOperador",
                              "/cartaPorte/licencia",
                              "/cartaPorte/origenCodigoPostal",
                              "/cartaPorte/destinoCodigoPostal",
                              "/cartaPorte/distancia",
                              "/cartaPorte/salida",
                              "/cartaPorte/llegada",
                              "/cartaPorte/remolques",
                              "/cartaPorte/aseguradoraAmbiental",
                              "/cartaPorte/polizaAmbiental",
                              "/partidas/0/pesoKg",
                              "/cartaPorte/mercancias/0/numeroPartida"})
        EXPECT_THAT(sin.mensaje, HasSubstr(campo));
    const auto hecha =
        guarda(carta(std::string{viaje} + R"(,"mercancias":[{"numeroPartida":1,"pesoKg":255.5,"materialPeligroso":false}])"));
    ASSERT_EQ(hecha.status, 200) << hecha.body;
    e.timbra(std::stoll(id));
    const auto j = e.juicio(std::stoll(id));
    EXPECT_EQ(j.cfdi->tipoDeComprobante, "T");
    const auto xml = e.xml(std::stoll(id));
    const auto idCcp = hecha.en("/data/idCcp");
    EXPECT_EQ(idCcp.size(), 36U);
    for (const std::string& trozo :
         {std::string{R"(Version="3.1" IdCCP=")"} + idCcp, std::string{R"(TotalDistRec="118.50")"},
          std::string{R"(PesoBrutoTotal="255.500" UnidadPeso="KGM" NumTotalMercancias="1")"},
          std::string{R"(BienesTransp="52152100")"}, std::string{R"(MaterialPeligroso="No" PesoEnKg="255.500")"},
          std::string{R"(Estado="HID" Pais="MEX" CodigoPostal="42501")"},
          std::string{R"(Estado="QUE" Pais="MEX" CodigoPostal="76000")"},
          std::string{R"(TipoFigura="01" RFCFigura="CACX7605101P8" NumLicencia="LIC0001234")"},
          std::string{R"(FechaHoraSalidaLlegada="2026-10-01T14:00:00")"}})
        EXPECT_THAT(xml, HasSubstr(trozo));
    comparar_con_los_esquemas(xml);
    EXPECT_THAT(e.diferencias(), IsEmpty());
    // It says what it says.
    EXPECT_EQ(guarda(carta(viaje)).faltas(), "estado_invalido /transaccionId");
    // Nor does what is cancelled say anything else; and whoever saw an older one does not write over it.
    const auto otro = e.factura(10_precio);
    const auto donde = "PUT /api/Timbrado/CartaPorte/" + std::to_string(otro);
    ASSERT_EQ(l.m.pide(donde, "{}").status, 200);
    EXPECT_THAT(l.m.pide(donde, "{}", {{"If-Match", "\"7\""}}).body, HasSubstr("precondicion_fallida"));
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, otro, {}); });
    EXPECT_EQ(l.m.pide(donde, "{}").faltas(), "documento_cancelado /transaccionId");
}

// An invoice of freight says what it takes; a local trip has no complement, and what is no goods can have none.
TEST_P(TrasladoTest, AnInvoiceOfFreightHasItToo) {
    const auto flete = std::to_string(e.factura(1000_precio));
    const auto guarda = [&](const std::string& id, const std::string& cuerpo) {
        return l.m.pide("PUT /api/Timbrado/CartaPorte/" + id, cuerpo);
    };
    EXPECT_EQ(guarda(flete, R"({"mercancias":[{"numeroPartida":1}]})").faltas(),
              "valor_no_permitido /mercancias/0/numeroPartida");
    ASSERT_EQ(guarda(flete, carta(viaje)).status, 200);
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE concepto SET claveProdServ = '78101802' WHERE organizacionId = $1", ctx.organizacionId());
    });
    e.pide_timbre(std::stoll(flete));
    e.trabaja();
    EXPECT_THAT(e.fila(std::stoll(flete)).mensaje, HasSubstr("/cartaPorte/mercancias"));
    ASSERT_EQ(guarda(flete, carta(std::string{viaje} +
                                  R"(,"mercancias":[{"claveProdServ":"50202301","descripcion":"Agua","cantidad":240,)"
                                  R"("claveUnidad":"H87","pesoKg":255.5},{"claveProdServ":"50192100","descripcion":"Botanas",)"
                                  R"("cantidad":60,"claveUnidad":"XBX","pesoKg":120}])"))
                  .status,
              200);
    e.timbra(std::stoll(flete));
    const auto j = e.juicio(std::stoll(flete));
    EXPECT_EQ(j.cfdi->tipoDeComprobante, "I");
    EXPECT_EQ(j.cfdi->total->valor, 1160_mxn);
    const auto xml = e.xml(std::stoll(flete));
    EXPECT_THAT(xml, HasSubstr(R"(PesoBrutoTotal="375.500" UnidadPeso="KGM" NumTotalMercancias="2")"));
    EXPECT_THAT(xml, HasSubstr(R"(RFCRemitenteDestinatario="IIA040805DZ4")"));
    comparar_con_los_esquemas(xml);
    EXPECT_EQ(guarda(std::to_string(e.anticipo(116_mxn)), "{}").faltas(), "no_se_timbra /transaccionId");
    EXPECT_EQ(guarda("999999999", "{}").faltas(), "no_encontrado /transaccionId");
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

}  // namespace
}  // namespace cacao
