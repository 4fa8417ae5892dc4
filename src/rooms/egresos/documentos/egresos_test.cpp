// What `cacao verify` finds wrong with requests, cheques and splits, and amounts paid that are exact whatever is withheld.

#include "db/rows.hpp"
#include "engine/precios/impuestos.hpp"
#include "rooms/bancos/catalogos/forma_pago.hpp"
#include "rooms/conceptos/clasificador_costo.hpp"
#include "rooms/contabilidad/catalogos/configuracion.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/egresos/documentos/egreso.hpp"
#include "rooms/egresos/documentos/gasto.hpp"
#include "rooms/egresos/documentos/solicitud_decision.hpp"
#include "rooms/egresos/documentos/solicitud_pago.hpp"
#include "rooms/egresos/verificar.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class EgresosTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(),
            {register_contactos, register_gasto, register_egreso, register_solicitud_pago, register_solicitud_decision,
             register_formas_pago, register_clasificadores_costo, register_configuracion}};
    std::int64_t banco = m.cuenta("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'BANCO'");
    std::int64_t gastos = m.cuenta("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'GASTOS'");

    std::string pide(std::string_view linea, const std::string& cuerpo, std::string_view puntero) {
        const auto r = m.pide(linea, cuerpo);
        EXPECT_EQ(r.status, 200) << r.body;
        return r.en(puntero);
    }
    // One difference that speaks of the table, and none once it is put right.
    void altera(std::string_view mal, std::string_view bien, std::string_view tabla) {
        m.escribe([&](Context& ctx) { ctx.db().run(mal, ctx.organizacionId()); });
        const auto lista = m.diferencias(verificar_egresos);
        EXPECT_FALSE(lista.empty()) << mal;
        for (const auto& d : lista) EXPECT_TRUE(d.starts_with(tabla)) << d;
        m.escribe([&](Context& ctx) { ctx.db().run(bien, ctx.organizacionId()); });
        EXPECT_EQ(m.diferencias(verificar_egresos), std::vector<std::string>{});
    }
};
CACAO_EN_AMBOS_MOTORES(EgresosTest);

TEST_P(EgresosTest, LaVerificacionEncuentraLoQueNoCuadra) {
    const auto proveedor = pide("POST /api/Contactos", R"({"codigo":"P","nombre":"x","roles":["proveedor"]})", "/data/entidadId");
    const auto clasificador =
        pide("POST /api/ClasificadoresCosto", R"({"codigo":"C","nombre":"x"})", "/data/clasificadorCostoId");
    const auto gasto = pide(
        "POST /api/Gasto",
        fmt::format(
            R"({{"proveedorId":{},"partidas":[{{"conceptoId":{},"precioUnitario":1000,"clasificadores":[{{"clasificadorCostoId":{},"porcentaje":100}}]}}]}})",
            proveedor, gastos, clasificador),
        "/data/transaccionId");
    pide("PUT /api/Contabilidad/Configuracion",
         R"({"existenciaNegativa":false,"pagoDeTerceros":false,"limiteCreditoEstricto":false,"autorizaQuienSolicita":true})",
         "/data/version");
    const auto solicitud =
        pide("POST /api/SolicitudPago/V1",
             fmt::format(R"({{"beneficiarioId":{},"importe":500,"partidas":[{{"transaccionIdCompra":{},"importe":500}}]}})",
                         proveedor, gasto),
             "/data/transaccionId");
    pide("PUT /api/SolicitudPago/SolicitudPagoAutorizar/" + solicitud, "", "/data/estado");
    const auto cheque = pide("POST /api/Bancos/FormasPago",
                             R"({"nombre":"Cheque propio","generaConsecutivo":true,"claveSAT":"02"})", "/data/formaPagoId");
    pide(
        "POST /api/Bancos/EgresoAgregar",
        fmt::format(
            R"({{"cuentaBancariaId":{},"beneficiarioId":{},"solicitudPagoId":{},"formaPagoId":{},"importe":300,"partidas":[{{"importeAbono":300,"transaccionIdCompra":{}}}]}})",
            banco, proveedor, solicitud, cheque, gasto),
        "/data/transaccionId");
    ASSERT_EQ(m.diferencias(verificar_egresos), std::vector<std::string>{});

    altera("UPDATE solicitudPagoPartida SET pagado = pagado + 1 WHERE organizacionId = $1",
           "UPDATE solicitudPagoPartida SET pagado = pagado - 1 WHERE organizacionId = $1", "solicitudPago");
    altera("UPDATE solicitudPago SET pagado = pagado + 1 WHERE organizacionId = $1",
           "UPDATE solicitudPago SET pagado = pagado - 1 WHERE organizacionId = $1", "solicitudPago:");
    altera("UPDATE solicitudPago SET autorizado = autorizado - 1 WHERE organizacionId = $1",
           "UPDATE solicitudPago SET autorizado = autorizado + 1 WHERE organizacionId = $1", "solicitudPago:");
    altera("UPDATE solicitudPagoPartida SET importe = importe + 1 WHERE organizacionId = $1",
           "UPDATE solicitudPagoPartida SET importe = importe - 1 WHERE organizacionId = $1", "solicitudPago:");
    altera("UPDATE documento SET estado = 'solicitada' WHERE organizacionId = $1 AND tipo = 'SolicitudPago'",
           "UPDATE documento SET estado = 'autorizado' WHERE organizacionId = $1 AND tipo = 'SolicitudPago'", "solicitudPago:");
    altera("UPDATE solicitudPagoDecision SET consecutivo = 9 WHERE organizacionId = $1 AND accion = 'pagar'",
           "UPDATE solicitudPagoDecision SET consecutivo = 3 WHERE organizacionId = $1 AND accion = 'pagar'",
           "solicitudPagoDecision");
    altera("UPDATE chequera SET siguiente = 3 WHERE organizacionId = $1",
           "UPDATE chequera SET siguiente = 2 WHERE organizacionId = $1", "chequera");
    altera("UPDATE partidaClasificador SET importe = importe - 1 WHERE organizacionId = $1",
           "UPDATE partidaClasificador SET importe = importe + 1 WHERE organizacionId = $1", "partidaClasificador");
    altera("UPDATE egresoPartida SET importe = importe + 1 WHERE organizacionId = $1",
           "UPDATE egresoPartida SET importe = importe - 1 WHERE organizacionId = $1", "");
}

// Whatever is withheld, what leaves the account is what was asked for.
TEST(BrutoDePagado, DejaExactamenteLoPagado) {
    using namespace engine;
    const std::vector<ImpuestoDebido> impuestos{{Impuesto::iva, Factor::tasa, Tasa::de_micros(160'000), ""},
                                                {Impuesto::ivaRetenido, Factor::tasa, Tasa::de_micros(106'667), ""},
                                                {Impuesto::isrRetenido, Factor::tasa, Tasa::de_micros(100'000), ""}};
    const auto uno = Cantidad::de_enteros(1);
    for (std::int64_t centavos = 1; centavos < 30'000; centavos += centavos < 3000 ? 1 : 37) {
        const auto pagado = Importe::de_micros(centavos * 10'000);
        const auto bruto = bruto_de_pagado(pagado, impuestos, 2);
        const auto c = calcular({uno, uno, Precio::de_micros(bruto.micros()), {}, {}, true}, impuestos, 2);
        ASSERT_EQ(c.total(), pagado) << pagado.texto();
    }
    // Nothing is left of what is withheld whole, and nothing to look for.
    const std::vector<ImpuestoDebido> todo{{Impuesto::isrRetenido, Factor::tasa, Tasa::de_enteros(1), ""}};
    EXPECT_EQ(bruto_de_pagado(Importe::de_enteros(5), todo, 2), Importe::de_enteros(5));
    EXPECT_EQ(bruto_de_pagado(Importe::de_micros(5), impuestos, 2), Importe::de_micros(5));
}

}  // namespace
}  // namespace cacao::test
