#include "rooms/mostrador/turno.hpp"
#include "base/azar.hpp"
#include "rooms/bancos/catalogos/cuenta_propia.hpp"
#include "rooms/bancos/documentos/deposito.hpp"
#include "rooms/contabilidad/catalogos/periodo.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/mostrador/caja.hpp"
#include "rooms/mostrador/venta_caja.hpp"
#include "rooms/mostrador/verificar.hpp"
#include "rooms/precios/catalogos/lista_precios.hpp"
#include "rooms/precios/catalogos/precio.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"
#include "support/alcance.hpp"
#include "support/cuadre.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace cacao::test {
namespace {

class TurnoCajaTest : public testing::TestWithParam<db::Motor> {
protected:
    TurnoCajaTest()
        : m{GetParam(),
            {register_contactos, register_productos, register_movimiento_inventario, register_cuentas_propias, register_cajas,
             register_turnos, register_ventas_caja, register_nota_venta, register_deposito, register_listas_precios,
             register_precios, register_periodos}} {
        sucursal = m.cuenta("SELECT MIN(sucursalId) FROM sucursal WHERE organizacionId = $1");
        const auto almacen = m.cuenta("SELECT almacenId FROM almacen WHERE organizacionId = $1 AND codigo = 'GENERAL'");
        const auto entrega = cuenta_propia("CAJA");
        banco = cuenta_propia("BANCO");
        const auto efectivo = m.cuenta("SELECT cuentaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'CAJA'");
        const auto pieza = m.cuenta("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND codigo = 'PZA'");
        publico = hace("POST /api/Contactos", R"({"codigo":"PUB","nombre":"Público","roles":["cliente"]})", "/data/entidadId");
        agua =
            hace("POST /api/Productos",
                 fmt::format(R"({{"codigo":"AGUA","nombre":"Agua","unidadMedidaId":{},"claveProdServ":"50202301","precio":10}})",
                             pieza),
                 "/data/productoId");
        hace(
            "POST /api/Inventario/MovimientoAgregar",
            fmt::format(
                R"({{"tipo":"inicial","fecha":"2026-01-02","partidas":[{{"productoId":{},"cantidad":9000,"costoUnitario":4}}]}})",
                agua),
            "/data/transaccionId");
        cajon = hace("POST /api/Bancos/Cuentas",
                     fmt::format(R"({{"codigo":"CAJON","nombre":"Cajón","tipo":"caja","cuentaId":{}}})", efectivo),
                     "/data/cuentaBancariaId");
        caja = hace("POST /api/Mostrador/Cajas",
                    fmt::format(R"({{"codigo":"C1","nombre":"Caja","sucursalId":{},"almacenId":{},"cuentaBancariaId":{},)"
                                R"("cuentaEntregaId":{},"clienteId":{},"fondo":100,"tolerancia":5,)"
                                R"("formas":[{{"formaPago":"04","cuentaBancariaId":{}}}]}})",
                                sucursal, almacen, cajon, entrega, publico, banco),
                    "/data/cajaId");
    }

    std::string hace(const std::string& linea, const std::string& cuerpo, const char* donde) {
        const auto r = m.pide(linea, cuerpo);
        EXPECT_EQ(r.status, 200) << linea << ' ' << cuerpo << ' ' << r.body;
        return r.en(donde);
    }
    std::int64_t cuenta_propia(std::string_view codigo) {
        return m.cuenta(
            fmt::format("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = '{}'", codigo));
    }
    std::string abre() { return hace("POST /api/Mostrador/TurnoAbrir", R"({"cajaId":)" + caja + "}", "/data/transaccionId"); }
    std::string vende(const std::string& turno, std::int64_t cuantas, std::string_view mas) const {
        return fmt::format(R"({{"turnoId":{},"partidas":[{{"productoId":{},"cantidad":{}}}]{}}})", turno, agua, cuantas, mas);
    }
    std::vector<std::string> revisa() {
        auto r = m.diferencias(verificar_mostrador);
        const std::string libros = descuadres(m.base.db(), m.empresa.organizacionId);
        if (!libros.empty()) r.push_back(libros);
        return r;
    }

    Mundo m;
    std::int64_t sucursal = 0;
    std::int64_t banco = 0;
    std::string publico, agua, cajon, caja;
};
CACAO_EN_AMBOS_MOTORES(TurnoCajaTest);

// What a cashier may not do: sell beyond a limit or below the minimum, close with more than the tolerance.
TEST_P(TurnoCajaTest, WhatNeedsARightIsRefusedWithoutIt) {
    const auto turno = abre();
    const auto cajera = m.token_de(m.crea_usuario("cajera", {m.crea_rol("caja", {"CajaVender", "TurnoCerrar"})}));
    const auto sin = m.pide_con(cajera, "POST /api/Mostrador/Vender",
                                vende(turno, 1, R"(,"autorizaCredito":true,"cobros":[{"importe":11.6}])"));
    EXPECT_EQ(sin.faltas(), "permiso_denegado /autorizaCredito");
    const auto lista =
        hace("POST /api/ListasPrecios", R"({"codigo":"GEN","nombre":"General","esGeneral":true})", "/data/listaPreciosId");
    hace("PUT /api/ListasPrecios/" + lista + "/Precios",
         fmt::format(R"({{"precios":[{{"productoId":{},"precio":4.01}}]}})", agua), "/data/registrados");
    ASSERT_EQ(m.pide("PUT /api/ListasPrecios/" + lista + "/MargenMinimo", R"({"margenMinimo":0.9})").status, 200);
    const auto barato = m.pide_con(cajera, "POST /api/Mostrador/Vender", vende(turno, 1, R"(,"cobros":[{"importe":11.6}])"));
    EXPECT_EQ(barato.faltas(), "precio_bajo_minimo /partidas/0/precioUnitario");
    const auto cierre = R"({"efectivo":[{"denominacion":50,"cantidad":1}],"motivo":"No sé"})";
    const auto mucho = m.pide_con(cajera, "PUT /api/Mostrador/TurnoCerrar/" + turno, cierre);
    EXPECT_EQ(mucho.faltas(), "diferencia_por_autorizar /efectivo");
    // What should be there is not told to whoever counts.
    EXPECT_EQ(mucho.body.find("\"diferencia\""), std::string::npos);
    const auto jefa = m.token_de(m.crea_usuario("jefa", {m.crea_rol("jefa", {"TurnoCerrar", "TurnoDiferencia"})}));
    EXPECT_EQ(m.pide_con(jefa, "PUT /api/Mostrador/TurnoCerrar/" + turno, cierre).status, 200);
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

// A month that is closed takes no sale: "POST /api/Mostrador/Vender" answers periodo_cerrado.
TEST_P(TurnoCajaTest, NothingIsSoldInAClosedMonth) {
    const auto turno = abre();
    const auto hoy = Fecha::de_dias(
        static_cast<std::int32_t>(m.cuenta("SELECT fecha FROM documento WHERE organizacionId = $1 AND tipo = 'TurnoCaja'")));
    for (int periodo = 202601; periodo <= hoy.anio() * 100 + hoy.mes(); periodo += periodo % 100 == 12 ? 89 : 1)
        ASSERT_EQ(m.pide("PUT /api/Contabilidad/Periodos",
                         fmt::format(R"({{"periodo":{},"estado":"cerrado","motivo":"Cierre"}})", periodo))
                      .status,
                  200)
            << periodo;
    const auto r = m.pide("POST /api/Mostrador/Vender", vende(turno, 1, R"(,"cobros":[{"importe":11.6}])"));
    EXPECT_EQ(r.faltas(), "periodo_cerrado /turnoId");
}

// Whoever opens a till at the same moment as another gets it, or learns who has it.
TEST_P(TurnoCajaTest, TwoAtOnceOpenOneShift) {
    std::vector<Respuesta> respuestas(4);
    {
        std::vector<std::jthread> hilos;
        for (Respuesta& r : respuestas)
            hilos.emplace_back([&] { r = m.pide("POST /api/Mostrador/TurnoAbrir", R"({"cajaId":)" + caja + "}"); });
    }
    EXPECT_EQ(std::ranges::count(respuestas, 200, &Respuesta::status), 1);
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM turnoCaja WHERE organizacionId = $1 AND enCurso = 1"), 1);
    EXPECT_THAT(revisa(), testing::IsEmpty());
}

// Sold while it is being closed: the sale is in the shift, or refused; the drawer ends with what the shift says.
TEST_P(TurnoCajaTest, ClosingAndSellingAtOnceAgree) {
    for (int vez = 0; vez < 5; ++vez) {
        const auto turno = abre();
        Respuesta venta, cierre;
        {
            std::jthread vendedora{
                [&] { venta = m.pide("POST /api/Mostrador/Vender", vende(turno, 1, R"(,"cobros":[{"importe":20}])")); }};
            std::jthread gerente{[&] {
                cierre = m.pide("PUT /api/Mostrador/TurnoCerrar/" + turno,
                                R"({"efectivo":[{"denominacion":100,"cantidad":1}],"fondo":100,"motivo":"A ciegas"})");
            }};
        }
        ASSERT_EQ(cierre.status, 200) << cierre.body;
        EXPECT_TRUE(venta.status == 200 || venta.faltas() == "estado_invalido /turnoId") << venta.body;
        EXPECT_EQ(cierre.en("/data/efectivoEsperado"), venta.status == 200 ? "111.6" : "100");
        EXPECT_THAT(revisa(), testing::IsEmpty());
    }
}

// Random shifts against a drawer of paper.
TEST_P(TurnoCajaTest, TheDrawerIsWhatTheShiftSays) {
    Azar azar{20261119};
    const auto entre = [&](std::int64_t de, std::int64_t a) { return de + azar.menor(a - de + 1); };
    Alcance alcance{{"venta", 40}, {"cambio", 10}, {"tarjeta", 10}, {"retiro", 5}, {"cancelada", 3}, {"diferencia", 3}};
    Importe cajon_de_papel;
    for (int vez = 0; vez < 6; ++vez) {
        const auto turno = abre();
        cajon_de_papel = Importe::de_enteros(100);
        Importe ventas, otras;
        for (int paso = 0; paso < 15; ++paso) {
            const auto que = entre(0, 9);
            if (que == 9) {
                const auto cuanto = entre(1, 30);
                const bool entra = azar.una_de(2);
                const auto r = m.pide("POST /api/Mostrador/TurnoEfectivo",
                                      fmt::format(R"({{"turnoId":{},"sentido":"{}","importe":{},"motivo":"x"}})", turno,
                                                  entra ? "entrada" : "retiro", cuanto));
                ASSERT_EQ(r.status, 200) << r.body;
                const auto importe = Importe::de_enteros(cuanto);
                cajon_de_papel += entra ? importe : -importe;
                alcance.hubo(entra ? "entrada" : "retiro");
                continue;
            }
            const auto piezas = entre(1, 9);
            const auto total = Importe::de_micros(piezas * 11'600'000);
            const auto tarjeta = que > 5 ? Importe::de_micros(entre(1, piezas * 1160) * 10'000) : Importe{};
            const auto de_mas = Importe::de_micros(entre(0, 500) * 10'000);
            std::string cobros;
            if (!tarjeta.es_cero()) cobros = fmt::format(R"({{"formaPago":"04","importe":{}}},)", tarjeta.texto());
            const auto en_mano = total - tarjeta + de_mas;
            if (en_mano.es_cero()) cobros.pop_back();
            else cobros += fmt::format(R"({{"importe":{}}})", en_mano.texto());
            const auto r = m.pide("POST /api/Mostrador/Vender", vende(turno, piezas, R"(,"cobros":[)" + cobros + "]"));
            ASSERT_EQ(r.status, 200) << r.body;
            EXPECT_EQ(r.en("/data/cambio"), de_mas.texto());
            alcance.hubo("venta");
            if (!de_mas.es_cero()) alcance.hubo("cambio");
            if (!tarjeta.es_cero()) alcance.hubo("tarjeta");
            if (que == 0) {
                // Undone, money first: it leaves the drawer.
                const auto deposito = r.en("/data/cobros/0/transaccionId");
                ASSERT_EQ(m.pide("DELETE /api/Bancos/DepositoCancelar/" + deposito + "?desasignar=true").status, 200);
                ASSERT_EQ(m.pide("DELETE /api/NotaVenta/NotaVentaCancelar/" + r.en("/data/transaccionId")).status, 200);
                alcance.hubo("cancelada");
                continue;
            }
            cajon_de_papel += total - tarjeta;
            ventas += total;
            otras += tarjeta;
        }
        const auto visto = m.pide("GET /api/Mostrador/Turnos/" + turno);
        EXPECT_EQ(visto.en("/data/efectivoEsperado"), cajon_de_papel.texto());
        EXPECT_EQ(visto.en("/data/ventas"), ventas.texto());
        EXPECT_EQ(visto.en("/data/otrasFormas"), otras.texto());
        EXPECT_EQ(visto.en("/data/otros"), "0");
        const auto cuanto = entre(1, 300);
        const auto de_menos = azar.una_de(2) ? Importe::de_micros(cuanto * 10'000) : Importe{};
        if (!de_menos.es_cero()) alcance.hubo("diferencia");
        const auto contado = cajon_de_papel - de_menos;
        const auto cierre =
            m.pide("PUT /api/Mostrador/TurnoCerrar/" + turno,
                   fmt::format(R"({{"efectivo":[{{"denominacion":0.01,"cantidad":{}}}],"fondo":1,"motivo":"Corte",)"
                               R"("formas":[{}]}})",
                               contado.micros() / 10'000,
                               otras.es_cero() ? "" : fmt::format(R"({{"formaPago":"04","importe":{}}})", otras.texto())));
        ASSERT_EQ(cierre.status, 200) << cierre.body;
        EXPECT_EQ(cierre.en("/data/diferencia"), (-de_menos).texto());
        EXPECT_EQ(m.cuenta("SELECT CAST(SUM(ingresos - egresos) AS BIGINT) FROM saldoBanco WHERE organizacionId = $1 AND "
                           "cuentaBancariaId = " +
                           cajon),
                  1'000'000);
        EXPECT_THAT(revisa(), testing::IsEmpty());
    }
    EXPECT_EQ(alcance.falta(), "");
}

// Each rule of `verify` finds what breaks it.
TEST_P(TurnoCajaTest, VerifyFindsWhatIsWrong) {
    const auto turno = abre();
    ASSERT_EQ(m.pide("POST /api/Mostrador/Vender", vende(turno, 1, R"(,"cobros":[{"importe":11.6}])")).status, 200);
    ASSERT_EQ(
        m.pide("PUT /api/Mostrador/TurnoCerrar/" + turno, R"({"efectivo":[{"denominacion":111,"cantidad":1}],"motivo":"Falta"})")
            .status,
        200);
    ASSERT_THAT(revisa(), testing::IsEmpty());
    const auto rompe = [&](const char* como, const char* vuelve, const char* dice) {
        SCOPED_TRACE(como);
        const auto hace = [&](const char* sql) { m.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); }); };
        hace(como);
        EXPECT_THAT(revisa(), testing::Contains(testing::HasSubstr(dice)));
        hace(vuelve);
    };
    rompe("UPDATE turnoCaja SET enCurso = 1 WHERE organizacionId = $1",
          "UPDATE turnoCaja SET enCurso = 0 WHERE organizacionId = $1", "under way");
    rompe("UPDATE turnoEfectivo SET cantidad = 2 WHERE organizacionId = $1",
          "UPDATE turnoEfectivo SET cantidad = 1 WHERE organizacionId = $1", "denominations");
    rompe("UPDATE turnoCaja SET fondoSiguiente = 7000000 WHERE organizacionId = $1",
          "UPDATE turnoCaja SET fondoSiguiente = 0 WHERE organizacionId = $1", "drawer");
    rompe("UPDATE ventaCaja SET cobrado = 1000000, recibido = 1000000 WHERE organizacionId = $1",
          "UPDATE ventaCaja SET cobrado = 11600000, recibido = 11600000 WHERE organizacionId = $1", "deposits");
    ASSERT_THAT(revisa(), testing::IsEmpty());
}

}  // namespace
}  // namespace cacao::test
