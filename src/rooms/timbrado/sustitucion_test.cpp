// One invoice in the place of another: the new one first, then the old one goes; whatever happens in between, one of them lives.

#include "rooms/timbrado/sustitucion.hpp"

#include "base/texto.hpp"
#include "rooms/timbrado/emisora_test.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

using namespace literales;
using engine::EstadoTimbrado;
using test::Emisora;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class SustitucionTest : public testing::TestWithParam<db::Motor> {
protected:
    Emisora e{GetParam(), {register_factura_venta}};
    test::Libro& l = e.l;

    std::string pedido(std::string_view precio = "120") {
        return fmt::format(R"({{"clienteId":{},"partidas":[{{"conceptoId":{},"cantidad":1,"precioUnitario":{}}}]}})", l.clienteId,
                           l.concepto("VENTA-SERV"), precio);
    }
    auto sustituye(std::int64_t viejo) { return l.m.pide(fmt::format("POST /api/FacturaVenta/{}/Sustituir", viejo), pedido()); }
    std::string estado(std::int64_t id) {
        return l.entero(
                   "SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND transaccionId = $2 AND estado = 'cancelado'",
                   id) == 1
                   ? "cancelado"
                   : "vigente";
    }
};

TEST_P(SustitucionTest, TheNewOneFirstThenTheOldOneGoes) {
    const auto vieja = e.factura(100_precio);
    e.timbra(vieja);
    const auto r = sustituye(vieja);
    ASSERT_EQ(r.status, 200) << r.body;
    const auto nueva = std::stoll(r.en("/data/transaccionId"));
    EXPECT_TRUE(e.fila(vieja).es(EstadoTimbrado::timbrado));
    EXPECT_TRUE(e.fila(nueva).es(EstadoTimbrado::porTimbrar));
    // While it is on its way nobody else takes the place.
    EXPECT_EQ(sustituye(vieja).faltas(), "estado_invalido /id");
    e.trabaja();
    const auto j = e.juicio(nueva);
    ASSERT_THAT(j.cfdi->relaciones, SizeIs(1));
    EXPECT_EQ(j.cfdi->relaciones.front().tipoRelacion, "04");
    EXPECT_THAT(j.cfdi->relaciones.front().uuids, ElementsAre(mayusculas(e.fila(vieja).uuid)));
    EXPECT_TRUE(e.fila(vieja).es(EstadoTimbrado::cancelado));
    EXPECT_EQ(e.fila(vieja).motivo, "01");
    EXPECT_EQ(e.fila(vieja).uuidSustitucion, e.fila(nueva).uuid);
    EXPECT_EQ(estado(vieja), "cancelado");
    EXPECT_EQ(estado(nueva), "vigente");
    EXPECT_EQ(l.saldo(nueva), Importe::leer("139.20").value());
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(SustitucionTest, IfTheNewOneIsRefusedTheOldOneStays) {
    const auto vieja = e.factura(100_precio);
    e.timbra(vieja);
    const auto uso = [&](const char* clave) {
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE contacto SET usoCfdi = $3 WHERE organizacionId = $1 AND entidadId = $2", ctx.organizacionId(),
                         l.clienteId, clave);
        });
    };
    uso("");
    const auto nueva = std::stoll(sustituye(vieja).en("/data/transaccionId"));
    e.trabaja();
    EXPECT_TRUE(e.fila(nueva).es(EstadoTimbrado::rechazado));
    EXPECT_TRUE(e.fila(vieja).es(EstadoTimbrado::timbrado));
    EXPECT_EQ(estado(vieja), "vigente");
    // Given up, it may be begun again; mended, it goes on.
    l.cancela(nueva);
    const auto otra = std::stoll(sustituye(vieja).en("/data/transaccionId"));
    e.trabaja();
    uso("G03");
    e.timbra(otra);
    EXPECT_TRUE(e.fila(vieja).es(EstadoTimbrado::cancelado));
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(SustitucionTest, WhatStandsInTheWayIsNamed) {
    const auto vieja = e.factura(100_precio);
    EXPECT_EQ(sustituye(vieja).faltas(), "estado_invalido /id");
    EXPECT_EQ(sustituye(1).faltas(), "no_encontrado /id");
    e.timbra(vieja);
    const auto pago = e.deposito(116_mxn);
    const auto aplicado = l.aplica(pago, vieja, 116_mxn);
    e.trabaja();
    const auto r = sustituye(vieja);
    EXPECT_THAT(r.faltas(), HasSubstr("con_dependientes /id"));
    EXPECT_THAT(r.body, HasSubstr(R"("impide":"aplicacion")"));
    EXPECT_THAT(r.body, HasSubstr(R"("impide":"complemento")"));
    // Paid after it was asked for: the old one waits, and says for what.
    l.desaplica(aplicado.aplicacionId);
    e.trabaja();
    ASSERT_EQ(sustituye(vieja).status, 200);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND tipo = 'FacturaVenta'"), 2);
}

TEST_P(SustitucionTest, VerifyFindsWhatWasLeftHalfway) {
    const auto vieja = e.factura(100_precio);
    e.timbra(vieja);
    const auto nueva = e.factura(100_precio);
    e.timbra(nueva);
    l.escribe([&](Context& ctx) {
        ctx.db().run("INSERT INTO sustitucion (organizacionId, viejoId, nuevoId, creadoEn) VALUES ($1, $2, $3, 0)",
                     ctx.organizacionId(), vieja, nueva);
    });
    EXPECT_THAT(l.m.diferencias(verificar_timbrados), ElementsAre(HasSubstr("lives beside what takes its place")));
}

CACAO_EN_AMBOS_MOTORES(SustitucionTest);

}  // namespace
}  // namespace cacao
