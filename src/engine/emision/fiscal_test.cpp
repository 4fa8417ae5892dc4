// Who charges whom, and what becomes of each tax in the books.

#include "engine/tipos/cuentas.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include "db/rows.hpp"

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class Fiscal : public testing::TestWithParam<db::Motor> {
protected:
    static Importe mxn(const char* texto) { return Importe::leer(texto).value(); }

    static std::int64_t persona(Libro& l, const std::string& codigo, std::string_view regimen) {
        const auto id = l.contacto(codigo, true, true, "XOJI740919U48");
        pone(l, "UPDATE contacto SET regimenFiscal = $3 WHERE organizacionId = $1 AND entidadId = $2", id, regimen);
        return id;
    }
    template <class... Valores>
    static void pone(Libro& l, std::string_view sql, const Valores&... valores) {
        l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId(), valores...); });
    }
    // An expense with a line of each concept.
    static test::SolicitudEntera gasto(Libro& l, std::int64_t proveedorId,
                                       const std::vector<std::pair<const char*, Precio>>& lineas) {
        test::SolicitudEntera s;
        s.entidadId = proveedorId;
        for (const auto& [codigo, precio] : lineas) {
            auto& p = s.partidas.emplace_back();
            p.campo = "/partidas/" + std::to_string(s.partidas.size() - 1);
            p.conceptoId = l.concepto(codigo);
            p.cantidad = 1_pza;
            p.precioUnitario = precio;
        }
        return s;
    }
    static test::SolicitudEntera egreso(Libro& l, std::int64_t entidadId, Importe importe, std::int64_t documentoId) {
        test::SolicitudEntera e;
        e.entidadId = entidadId;
        e.cuentaBancariaId = l.bancoId;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = importe;
        p.transaccionIdCompra = documentoId;
        return e;
    }
    static Emitido vende(Libro& l, std::int64_t productoId, std::int64_t clienteId, std::optional<TratoIva> iva = {}) {
        auto s = l.solicitud(FacturaVenta, {{productoId, 1_pza, 100_precio}});
        s.entidadId = clienteId;
        s.sin_existencia = true;
        if (iva) {
            s.partidas[0].iva = iva;
            s.partidas[0].motivoIva = "Lo dice el pedimento";
        }
        return l.emite(FacturaVenta, s);
    }
};
CACAO_EN_AMBOS_MOTORES(Fiscal);

TEST_P(Fiscal, ElIsrDeRentaSeDebeEnSuCuenta) {
    Libro l{GetParam()};
    const auto duenia = persona(l, "D", "606");
    const auto renta = l.emite(Gasto, gasto(l, duenia, {{"ARRENDAMIENTO", 1000_precio}}));
    EXPECT_EQ(renta.isrRetenido, 100_mxn);
    l.emite(Egreso, egreso(l, duenia, renta.total, renta.transaccionId));
    EXPECT_EQ(l.balanza()["216.03"], -Importe::de_enteros(100));
    EXPECT_EQ(l.balanza()["216.04"], Importe{});
    EXPECT_EQ(l.balanza()["216.12-02"], Importe{});
}

// Fees and rent on one paper, paid in parts of which one is undone: each account ends with its own, to the cent.
TEST_P(Fiscal, RentaYHonorariosSeSeparanEnPartes) {
    Libro l{GetParam()};
    const auto dueno = persona(l, "D", "612");
    const auto g =
        l.emite(Gasto, gasto(l, dueno, {{"ARRENDAMIENTO", *Precio::leer("333.33")}, {"HONORARIOS", *Precio::leer("666.71")}}));
    std::vector<std::int64_t> aplicadas;
    for (const auto* parte : {"100.01", "250.07", "0.03"}) {
        test::SolicitudEntera e = egreso(l, dueno, mxn(parte), 0);
        const auto pago = l.emite(Egreso, e);
        aplicadas.push_back(l.aplica(pago.transaccionId, g.transaccionId, mxn(parte)).aplicacionId);
    }
    l.desaplica(aplicadas[0]);
    l.emite(Egreso, egreso(l, dueno, l.saldo(g.transaccionId), g.transaccionId));
    EXPECT_EQ(l.balanza()["216.03"], -mxn("33.33"));
    EXPECT_EQ(l.balanza()["216.04"], -mxn("66.67"));
    EXPECT_EQ(l.diferencias(), std::vector<std::string>{});
}

TEST_P(Fiscal, UnaOrganizacionSinLaCuentaSigueConLaDeAntes) {
    Libro l{GetParam()};
    pone(l,
         "DELETE FROM cuentaPapel WHERE organizacionId = $1 AND papel IN ('isr_arrendamiento_por_pagar', 'ventas_cero', "
         "'ventas_exportacion')");
    l.escribe([](Context& ctx) { renovar_papeles(ctx.db()); });
    const auto duenia = persona(l, "D", "606");
    const auto renta = l.emite(Gasto, gasto(l, duenia, {{"ARRENDAMIENTO", 1000_precio}}));
    l.emite(Egreso, egreso(l, duenia, renta.total, renta.transaccionId));
    EXPECT_EQ(l.balanza()["216.04"], -Importe::de_enteros(100));
    vende(l, l.producto("C", {}, "peps", "ninguno", "cero"), l.clienteId);
    vende(l, l.producto("X"), l.contacto("EXT", true, false, "XEXX010101000"));
    EXPECT_EQ(l.balanza()["401.01"], -Importe::de_enteros(200));
}

TEST_P(Fiscal, ElIvaDeLoCompradoEsDelProveedor) {
    Libro l{GetParam()};
    pone(l, "UPDATE sucursal SET frontera = 1 WHERE organizacionId = $1");
    EXPECT_EQ(l.emite(Gasto, gasto(l, l.proveedorId, {{"GASTOS", 100_precio}})).iva, 16_mxn);
    test::SolicitudEntera comision;
    comision.cuentaBancariaId = l.bancoId;
    auto& p = comision.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = l.concepto("COMISIONES");
    p.importe = 116_mxn;
    EXPECT_EQ(l.emite(ComisionBancaria, comision).iva, 16_mxn);
    pone(l, "UPDATE sucursal SET frontera = 0 WHERE organizacionId = $1");
    pone(l, "UPDATE contacto SET ivaFrontera = 1 WHERE organizacionId = $1 AND entidadId = $2", l.proveedorId);
    EXPECT_EQ(l.emite(Gasto, gasto(l, l.proveedorId, {{"GASTOS", 100_precio}})).iva, 8_mxn);
    const auto abroad = l.contacto("EXT", false, true, "XEXX010101000");
    EXPECT_EQ(l.emite(Gasto, gasto(l, abroad, {{"HONORARIOS", 100_precio}})).total, 100_mxn);
}

TEST_P(Fiscal, RetieneSegunQuienPagaYQuienCobra) {
    Libro l{GetParam()};
    const auto retenido = [&](std::int64_t proveedorId, const char* concepto) {
        const auto g = l.emite(Gasto, gasto(l, proveedorId, {{concepto, 1000_precio}}));
        return g.ivaRetenido.texto() + " " + g.isrRetenido.texto();
    };
    EXPECT_EQ(retenido(persona(l, "PF", "612"), "HONORARIOS"), "106.67 100");
    EXPECT_EQ(retenido(persona(l, "RES", "626"), "HONORARIOS"), "106.67 12.5");
    EXPECT_EQ(retenido(persona(l, "RES2", "626"), "GASTOS"), "0 12.5") << "LISR 113-J";
    EXPECT_EQ(retenido(l.proveedorId, "HONORARIOS"), "0 0") << "the fees of a company";
    EXPECT_EQ(retenido(l.proveedorId, "FLETES"), "40 0") << "freight of anybody";
    // A company of which the RFC has a letter of two bytes is a company all the same.
    EXPECT_EQ(retenido(l.contacto("NN", false, true, "\u00d1UN030303AB1"), "HONORARIOS"), "0 0");
    pone(l, "UPDATE organizacion SET rfc = 'XOJI740919U48' WHERE organizacionId = $1");
    EXPECT_EQ(retenido(persona(l, "PF2", "612"), "HONORARIOS"), "0 0") << "a person withholds nothing";
}

// What a customer withholds of us, when we are a person; under RESICO of everything.
TEST_P(Fiscal, AUnaPersonaSuClienteLeRetiene) {
    Libro l{GetParam()};
    const auto servicio = l.producto("S");
    pone(l, "UPDATE producto SET ivaRetenido = 106667, isrRetenido = 100000 WHERE organizacionId = $1 AND productoId = $2",
         servicio);
    EXPECT_EQ(vende(l, servicio, l.clienteId).isrRetenido, Importe{}) << "we are a company";
    pone(l, "UPDATE organizacion SET rfc = 'XOJI740919U48' WHERE organizacionId = $1");
    EXPECT_EQ(vende(l, servicio, l.clienteId).isrRetenido, 10_mxn);
    EXPECT_EQ(vende(l, servicio, persona(l, "PF", "612")).isrRetenido, Importe{});
    pone(l, "UPDATE organizacion SET regimenFiscal = '626' WHERE organizacionId = $1");
    EXPECT_EQ(vende(l, servicio, l.clienteId).isrRetenido, mxn("1.25"));
    EXPECT_EQ(vende(l, l.producto("T"), l.clienteId).isrRetenido, mxn("1.25"));
}

TEST_P(Fiscal, ElIngresoVaALaCuentaDeSuTasa) {
    Libro l{GetParam()};
    const auto general = l.producto("G");
    const auto extranjero = l.contacto("EXT", true, false, "XEXX010101000");
    const auto cuenta = [&](const char* codigo) { return -l.balanza()[codigo]; };
    vende(l, general, l.clienteId);
    EXPECT_EQ(cuenta("401.01"), 100_mxn);
    vende(l, l.producto("C", {}, "peps", "ninguno", "cero"), l.clienteId);
    EXPECT_EQ(cuenta("401.07"), 100_mxn);
    vende(l, l.producto("E", {}, "peps", "ninguno", "exento"), l.clienteId);
    EXPECT_EQ(cuenta("401.10"), 100_mxn);
    const auto fuera = vende(l, general, extranjero);
    EXPECT_EQ(fuera.iva, Importe{});
    EXPECT_EQ(cuenta("401.28"), 100_mxn);
    EXPECT_EQ(vende(l, general, extranjero, TratoIva::tasa).iva, 16_mxn) << "sold here";
    EXPECT_EQ(cuenta("401.01"), 200_mxn);
    EXPECT_EQ(vende(l, general, l.clienteId, TratoIva::exportacion).iva, Importe{});
    EXPECT_EQ(cuenta("401.28"), 200_mxn);
    pone(l, "UPDATE sucursal SET frontera = 1 WHERE organizacionId = $1");
    pone(l, "UPDATE producto SET ivaFrontera = 1 WHERE organizacionId = $1 AND productoId = $2", general);
    EXPECT_EQ(vende(l, general, l.clienteId).iva, 8_mxn);
    EXPECT_EQ(cuenta("401.04"), 100_mxn);
    // What goes back goes by its rate too, and cancelling takes it from where it went.
    auto s = l.derivada(NotaCreditoCliente, fuera.transaccionId, {1_pza});
    l.emite(NotaCreditoCliente, s);
    EXPECT_EQ(l.balanza()["402.03"], 100_mxn);
    EXPECT_EQ(l.diferencias(), std::vector<std::string>{});
}

// A class that has an account of its own goes on with it, whatever the rate.
TEST_P(Fiscal, LaCuentaDeUnaClaseVaAntes) {
    Libro l{GetParam()};
    const auto p = l.producto("C", {}, "peps", "ninguno", "cero");
    pone(l, "UPDATE producto SET clasificacionId = 77 WHERE organizacionId = $1 AND productoId = $2", p);
    pone(l, R"(INSERT INTO cuentaPapel (organizacionId, papel, ambito, ambitoId, cuentaId)
               SELECT organizacionId, 'ventas', 'clasificacion', 77, cuentaId FROM cuenta
               WHERE organizacionId = $1 AND codigo = '401.22')");
    l.escribe([](Context& ctx) { renovar_papeles(ctx.db()); });
    vende(l, p, l.clienteId);
    EXPECT_EQ(l.balanza()["401.22"], -Importe::de_enteros(100));
}

TEST_P(Fiscal, LaMonedaEsLaDelContacto) {
    Libro l{GetParam()};
    pone(l, "UPDATE contacto SET moneda = 'USD' WHERE organizacionId = $1 AND entidadId = $2", l.clienteId);
    const auto p = l.producto("A");
    l.entra(p, 5_pza, 10_precio);
    auto s = l.solicitud(PedidoCliente, {{p, 1_pza, 100_precio}});
    s.tipoCambio = 20_precio;
    const auto pedido = l.emite(PedidoCliente, s);
    EXPECT_EQ(pedido.moneda, "USD");
    // What derives from it has its currency, whatever the contact's is by then.
    pone(l, "UPDATE contacto SET moneda = 'MXN' WHERE organizacionId = $1 AND entidadId = $2", l.clienteId);
    auto f = l.derivada(FacturaVenta, pedido.transaccionId, {1_pza});
    f.moneda = "";
    f.tipoCambio = 20_precio;
    f.sin_existencia = true;
    EXPECT_EQ(l.emite(FacturaVenta, f).moneda, "USD");
    s.tipoCambio.reset();
    EXPECT_EQ(l.emite(PedidoCliente, s).moneda, "MXN");
}

TEST_P(Fiscal, LoNoAcreditableEsCosto) {
    Libro l{GetParam()};
    pone(l, "UPDATE concepto SET ivaNoAcreditable = 500000 WHERE organizacionId = $1 AND codigo = 'GASTOS'");
    const auto g = l.emite(Gasto, gasto(l, l.proveedorId, {{"GASTOS", *Precio::leer("100.03")}}));
    EXPECT_EQ(g.total, mxn("116.03"));
    EXPECT_EQ(l.balanza()["601.84-01"], mxn("108.03"));
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), 8_mxn);
    for (const auto* parte : {"40.01", "76.02"}) l.emite(Egreso, egreso(l, l.proveedorId, mxn(parte), g.transaccionId));
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), Importe{});
    EXPECT_EQ(l.cuenta("iva_acreditable_pagado"), 8_mxn);
    // Of the organization, for goods; what comes in is worth it.
    pone(l, "UPDATE configuracion SET ivaNoAcreditable = 1000000, iepsAlCosto = 1 WHERE organizacionId = $1");
    const auto p = l.producto("I");
    pone(l, "UPDATE producto SET iepsTasa = 80000 WHERE organizacionId = $1 AND productoId = $2", p);
    const auto antes = l.balanza();
    const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{p, 2_pza, 100_precio}}));
    const auto f = l.emite(FacturaCompra, l.derivada(FacturaCompra, r.transaccionId, {2_pza}));
    EXPECT_EQ(f.total, mxn("250.56"));
    EXPECT_EQ(l.valor(p), mxn("250.56"));
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), Importe{});
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), Importe{});
    // It goes back and is credited, in two parts: nothing is left of it.
    for (int i = 0; i < 2; ++i) {
        const auto d = l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, f.transaccionId, {1_pza}));
        const auto n = l.emite(NotaCreditoProveedor, l.derivada(NotaCreditoProveedor, d.transaccionId, {1_pza}));
        l.aplica(n.transaccionId, f.transaccionId, n.total);
    }
    EXPECT_EQ(l.balanza(), antes);
    EXPECT_EQ(l.diferencias(), std::vector<std::string>{});
}

// Paid at another rate, what is credited is the share that was posted, at the payment's rate.
TEST_P(Fiscal, LoNoAcreditableEnDolares) {
    Libro l{GetParam()};
    pone(l, "UPDATE concepto SET ivaNoAcreditable = 250000 WHERE organizacionId = $1 AND codigo = 'GASTOS'");
    auto s = gasto(l, l.proveedorId, {{"GASTOS", 100_precio}});
    s.moneda = "USD";
    s.tipoCambio = 20_precio;
    const auto g = l.emite(Gasto, s);
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), 240_mxn);
    auto e = egreso(l, l.proveedorId, g.total, g.transaccionId);
    e.cuentaBancariaId = l.dolaresId;
    e.moneda = "USD";
    e.tipoCambio = 21_precio;
    l.emite(Egreso, e);
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), Importe{});
    EXPECT_EQ(l.cuenta("iva_acreditable_pagado"), 252_mxn);
    EXPECT_EQ(l.diferencias(), std::vector<std::string>{});
}

// One and then twenty of 21: what is left of the income tax withheld is not quite what its base gives, and is taken all the same,
// since the authority takes it. So the parts come to the order.
TEST_P(Fiscal, LasPartesDeUnPedidoSonElPedido) {
    Libro l{GetParam()};
    pone(l, "UPDATE organizacion SET rfc = 'XOJI740919U48' WHERE organizacionId = $1");
    const auto p = l.producto("M");
    pone(l, R"(UPDATE producto SET tipo = 'servicio', iepsTasa = 80000, ivaRetenido = 106667, isrRetenido = 100000
               WHERE organizacionId = $1 AND productoId = $2)",
         p);
    const auto o = l.emite(PedidoCliente, l.solicitud(PedidoCliente, {{p, 21_pza, *Precio::leer("748.845177")}}));
    EXPECT_EQ(o.total, mxn("16317.03"));
    Importe suma;
    for (const Cantidad parte : {1_pza, 20_pza}) {
        auto s = l.derivada(FacturaVenta, o.transaccionId, {parte});
        s.partidas[0].precioUnitario.reset();
        suma += l.emite(FacturaVenta, s).total;
    }
    EXPECT_EQ(suma, o.total);
    EXPECT_EQ(l.diferencias(), std::vector<std::string>{});
}

}  // namespace
}  // namespace cacao::engine
