// The day and the hour are those of the branch: 22:30 in Tijuana is tomorrow in Mexico City.

#include "rooms/precios/catalogos/promocion.hpp"
#include "rooms/precios/reportes/punto_venta.hpp"
#include "rooms/sucursales/sucursal.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/pedido_cliente.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::test {
namespace {

using namespace literales;

class Zona : public testing::TestWithParam<db::Motor> {
protected:
    Zona() {
        l.m.reloj.fijar(Instante::leer_iso("2026-11-17T06:30:00Z"));
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
        const auto r = l.m.pide("POST /api/Sucursales", fmt::format(R"({{"codigo":"TIJ","nombre":"Tijuana","codigoPostal":"22000",
            "zona":"America/Tijuana","almacenId":{}}})",
                                                                    l.almacenId));
        EXPECT_EQ(r.status, 200) << r.body;
        tijuana = r.en("/data/sucursalId");
        l.m.sesion = l.m.seguridad->autenticador().check(l.m.token);
    }
    Respuesta factura(const std::string& sucursalId, const std::string& token, const std::string& mas = {}) {
        return l.m.pide_con(token, "POST /api/FacturaVenta",
                            fmt::format(R"({{"clienteId":{},"sucursalId":{},"partidas":[{{"productoId":{},"cantidad":1{}}}]}})",
                                        l.clienteId, sucursalId, taza, mas));
    }
    std::string dia(const std::string& sucursalId, const std::string& token) {
        const auto r = factura(sucursalId, token);
        EXPECT_EQ(r.status, 200) << r.body;
        return r.en("/data/fecha");
    }

    Libro l{GetParam(),
            {register_sucursales, register_promociones, register_punto_venta, register_factura_venta, register_pedido_cliente}};
    std::int64_t taza = l.producto("TAZA", 100_mxn);
    std::string tijuana;
    std::string matriz = std::to_string(l.sucursalId);
};
CACAO_EN_AMBOS_MOTORES(Zona);

TEST_P(Zona, ADocumentIsDatedWhereItsBranchIs) {
    l.entra(taza, 20_pza, 10_precio, Fecha::leer_iso("2026-11-01"));
    EXPECT_EQ(dia(matriz, l.m.token), "2026-11-17");
    EXPECT_EQ(dia(tijuana, l.m.token), "2026-11-16");
    const auto r = factura(tijuana, l.m.token);
    EXPECT_EQ(l.cancela(std::stoll(r.en("/data/transaccionId"))).fecha.iso(), "2026-11-16");

    // A session of that branch.
    const auto cajero = l.m.crea_usuario("cajero@prueba.mx", {l.m.empresa.rolAdministradorId});
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE usuario SET sucursalId = $3 WHERE organizacionId = $1 AND usuarioId = $2", ctx.organizacionId(),
                     cajero, std::int64_t{std::stoll(tijuana)});
    });
    const auto token = l.m.token_de(cajero);
    EXPECT_EQ(dia("0", token), "2026-11-16");
    EXPECT_EQ(dia(matriz, token), "2026-11-17");
    EXPECT_EQ(l.m.pide_con(token, "GET /api/Seguridad/Usuario").en("/data/zona"), "America/Tijuana");

    // A change of the zone is known at once.
    ASSERT_EQ(l.m.pide("PUT /api/Sucursales/" + tijuana, R"({"zona":"America/Mexico_City"})").status, 200);
    EXPECT_EQ(dia("0", token), "2026-11-17");
    EXPECT_EQ(dia(tijuana, l.m.token), "2026-11-17");
}

TEST_P(Zona, PromotionsHoldByTheClockOfTheBranch) {
    l.entra(taza, 20_pza, 10_precio, Fecha::leer_iso("2026-11-01"));
    const auto p =
        l.m.pide("POST /api/Promociones", fmt::format(R"({{"codigo":"NOCHE","nombre":"De noche","vigenciaInicio":"2026-11-16",
        "vigenciaFin":"2026-11-16","horaInicio":"22:00","horaFin":"23:00","condicion":"productos",
        "condicionProductos":[{{"productoId":{},"cantidad":1}}],"beneficio":"porcentaje","beneficioValor":0.1}})",
                                                      taza));
    ASSERT_EQ(p.status, 200) << p.body;
    const auto carrito = [&](const std::string& sucursalId) {
        return l.m
            .pide("POST /api/PuntoVenta/Calcular",
                  fmt::format(R"({{"sucursalId":{},"partidas":[{{"productoId":{},"cantidad":1}}]}})", sucursalId, taza))
            .en("/data/promocion");
    };
    EXPECT_EQ(carrito(tijuana), "10");
    EXPECT_EQ(carrito(matriz), "0");
    const auto mas = fmt::format(R"(,"promocionId":{},"promocion":10)", p.en("/data/promocionId"));
    const auto vendida = factura(tijuana, l.m.token, mas);
    EXPECT_EQ(vendida.status, 200) << vendida.body;
    EXPECT_EQ(factura(matriz, l.m.token, mas).status, 400);
    EXPECT_EQ(l.m.pide("GET /api/PuntoVenta/PromocionesCruzadas?sucursalId=" + tijuana).en("/data/0/codigo"), "NOCHE");
    EXPECT_EQ(l.m.pide("GET /api/PuntoVenta/PromocionesCruzadas?sucursalId=" + matriz).en("/data/0/codigo"), "");
}

// What is put aside until today is so until today is over where it was put aside, whoever comes for it.
TEST_P(Zona, AReservationLastsUntilItsDayIsOver) {
    l.entra(taza, 1_pza, 10_precio, Fecha::leer_iso("2026-11-01"));
    const auto pedido = l.m.pide("POST /api/PedidoCliente", fmt::format(R"({{"clienteId":{},"sucursalId":{},"reservar":true,
        "vigenciaFecha":"2026-11-16","partidas":[{{"productoId":{},"cantidad":1,"precioUnitario":100}}]}})",
                                                                        l.clienteId, tijuana, taza));
    ASSERT_EQ(pedido.status, 200) << pedido.body;
    EXPECT_EQ(factura(matriz, l.m.token).faltas(), "existencia_insuficiente /partidas/0/cantidad");
    l.m.avanza(std::int64_t{2} * 3600);
    l.m.token = l.m.token_de(l.m.empresa.usuarioId);
    EXPECT_EQ(factura(matriz, l.m.token).status, 200);
}

// Money of one branch pays a document of another, on a day that both know.
TEST_P(Zona, AnApplicationIsDatedWhenBothHaveBegun) {
    const auto f = l.factura_de_concepto(100_precio);
    test::SolicitudEntera s;
    s.sucursalId = std::stoll(tijuana);
    s.entidadId = l.clienteId;
    s.importe = f.total;
    s.cuentaBancariaId = l.bancoId;
    const auto pago = l.emite(engine::Deposito, s);
    EXPECT_EQ(f.fecha.iso(), "2026-11-17");
    EXPECT_EQ(pago.fecha.iso(), "2026-11-16");
    l.aplica(pago.transaccionId, f.transaccionId, f.total);
    EXPECT_EQ(l.saldo(f.transaccionId), Importe{});
}

}  // namespace
}  // namespace cacao::test
