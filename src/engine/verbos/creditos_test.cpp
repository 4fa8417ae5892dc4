// What credits make of the taxes of what they are about, in whatever order: none counts below zero, and each line's own.

#include "engine/verbos/nota_credito.hpp"

#include "engine/verbos/saldo_menor.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include "db/rows.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;
using testing::Contains;
using testing::HasSubstr;

class Creditos : public testing::TestWithParam<db::Motor> {
protected:
    Creditos() : l(GetParam()) {}

    static Importe mxn(const char* texto) { return Importe::leer(texto).value(); }

    template <class... Valores>
    void pone(std::string_view sql, const Valores&... valores) {
        l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId(), valores...); });
    }
    std::int64_t gravado(const std::string& codigo, std::string_view iva = "tasa", std::string_view ieps = "0") {
        const auto id = l.producto(codigo, {}, "peps", "ninguno", iva);
        pone("UPDATE producto SET tipo = 'servicio', iepsTasa = $3 WHERE organizacionId = $1 AND productoId = $2", id,
             *Tasa::leer(ieps));
        return id;
    }
    std::int64_t vende(const std::vector<test::Renglon>& renglones, const std::string& moneda = {}, Precio tipoCambio = {}) {
        auto s = l.solicitud(FacturaVenta, renglones);
        s.moneda = moneda;
        if (!moneda.empty()) s.tipoCambio = tipoCambio;
        return l.emite(FacturaVenta, s).transaccionId;
    }
    std::int64_t compra(std::int64_t proveedorId, const std::vector<std::pair<std::string, Precio>>& lineas,
                        const std::string& moneda = {}, Precio tipoCambio = {}) {
        test::SolicitudEntera s;
        s.entidadId = proveedorId;
        s.moneda = moneda;
        if (!moneda.empty()) s.tipoCambio = tipoCambio;
        for (const auto& [codigo, precio] : lineas) {
            auto& p = s.partidas.emplace_back();
            p.campo = "/partidas/" + std::to_string(s.partidas.size() - 1);
            p.conceptoId = l.concepto(codigo);
            p.cantidad = 1_pza;
            p.precioUnitario = precio;
        }
        return l.emite(FacturaCompra, s).transaccionId;
    }
    void paga(std::int64_t proveedorId, std::int64_t documentoId, Importe importe, const std::string& moneda = {},
              Precio tipoCambio = {}) {
        test::SolicitudEntera e;
        e.entidadId = proveedorId;
        e.cuentaBancariaId = moneda.empty() ? l.bancoId : l.dolaresId;
        e.moneda = moneda;
        if (!moneda.empty()) e.tipoCambio = tipoCambio;
        auto& p = e.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = importe;
        p.transaccionIdCompra = documentoId;
        l.emite(Egreso, e);
    }
    std::int64_t registrar(const Documento& tipo, CreditoPedido pedido) {
        std::int64_t id = 0;
        l.escribe([&](Context& ctx) { id = registrar_nota_credito(ctx, tipo, pedido).transaccionId; });
        return id;
    }
    // One piece of a line.
    std::int64_t acredita(const Documento& tipo, std::int64_t entidadId, std::int64_t documentoId, std::int64_t partida,
                          bool aplicar = true, const std::string& moneda = {}, Precio tipoCambio = {},
                          Cantidad cantidad = 1_pza) {
        CreditoPedido pedido;
        pedido.encabezado.entidadId = entidadId;
        pedido.encabezado.moneda = moneda;
        if (!moneda.empty()) pedido.encabezado.tipoCambio = tipoCambio;
        pedido.aplicar = aplicar;
        PartidaCreditoNueva p;
        p.transaccionIdOrigen = documentoId;
        p.partidaOrigen = partida;
        p.cantidad = cantidad;
        pedido.partidas.push_back(p);
        return registrar(tipo, std::move(pedido));
    }
    // What counts as collected of the general rate: the base, and the tax.
    std::string cobrado(std::initializer_list<std::int64_t> ventas, std::initializer_list<std::int64_t> creditos) {
        Importe base;
        Importe iva;
        const auto sumar = [&](std::int64_t id, int signo) {
            const auto de = [&](const char* columna) {
                return Importe::de_micros(
                    signo * l.entero(fmt::format("SELECT CAST(COALESCE(SUM({}), 0) AS BIGINT) FROM documentoImpuesto WHERE "
                                                 "organizacionId = $1 AND transaccionId = $2 AND tasa = 160000",
                                                 columna),
                                     id));
            };
            base += de("baseLiquidada");
            iva += de("liquidado");
        };
        for (const auto id : ventas) sumar(id, 1);
        for (const auto id : creditos) sumar(id, -1);
        return base.texto() + " " + iva.texto();
    }
    std::vector<std::string> ninguna;
    Libro l;
};
CACAO_EN_AMBOS_MOTORES(Creditos);

TEST_P(Creditos, UnCreditoEsPrimeroDeLoQueAcredita) {
    const auto a = vende({{gravado("T"), 1_pza, 1000_precio}});
    const auto b = vende({{gravado("Z", "cero"), 1_pza, 1160_precio}});
    const auto n = acredita(NotaCreditoCliente, l.clienteId, a, 1, false);
    EXPECT_THAT(Libro::falta([&] { l.aplica(n, b, 1160_mxn); }), HasSubstr("origen_con_saldo"));
    EXPECT_THAT(Libro::falta([&] { l.aplica(n, b, mxn("0.01")); }), HasSubstr("origen_con_saldo"));
    // Half of it is collected: as much may go elsewhere, and gives back what was.
    const auto d = l.deposito(580_mxn);
    const auto pagado = l.aplica(d.transaccionId, a, 580_mxn).aplicacionId;
    EXPECT_THAT(Libro::falta([&] { l.aplica(n, b, mxn("580.01")); }), HasSubstr("origen_con_saldo"));
    l.aplica(n, b, 580_mxn);
    EXPECT_EQ(cobrado({a}, {n}), "0 0");
    EXPECT_EQ(l.diferencias(), ninguna);
    // The payment bounces: what it had paid elsewhere goes back, and that is owed.
    l.desaplica(pagado);
    EXPECT_EQ(l.saldo(a), 580_mxn);
    EXPECT_EQ(l.saldo(b), 1160_mxn);
    EXPECT_EQ(l.saldo(n), 580_mxn);
    EXPECT_EQ(cobrado({a}, {n}), "0 0");
    EXPECT_EQ(l.diferencias(), ninguna);
    l.aplica(n, a, 580_mxn);
    EXPECT_EQ(l.saldo(a), 0_mxn);
    EXPECT_EQ(cobrado({a}, {n}), "0 0");
    EXPECT_EQ(l.diferencias(), ninguna);
}

// A credit of two rates of which one is owed gives back the other.
TEST_P(Creditos, ElCreditoDevuelveLaTasaQueSeCobro) {
    const auto t = gravado("T");
    const auto z = gravado("Z", "cero");
    const auto a = vende({{t, 1_pza, 500_precio}, {z, 1_pza, 580_precio}});
    const auto b = vende({{z, 1_pza, 1000_precio}});
    // The line at 0 % is credited and comes back: what is open is of the general rate alone.
    const auto d = l.deposito(580_mxn);
    const auto otro = acredita(NotaCreditoCliente, l.clienteId, a, 2);
    EXPECT_EQ(l.saldo(a), 580_mxn);
    l.aplica(d.transaccionId, a, 100_mxn);
    EXPECT_EQ(cobrado({a}, {otro}), "86.21 13.79");
    const auto n = acredita(NotaCreditoCliente, l.clienteId, a, 1, false);
    l.aplica(n, b, 100_mxn);
    EXPECT_EQ(cobrado({a}, {otro, n}), "0 0");
    EXPECT_THAT(Libro::falta([&] { l.aplica(n, b, 1_mxn); }), HasSubstr("origen_con_saldo"));
    EXPECT_EQ(l.diferencias(), ninguna);
    l.escribe([&](Context& ctx) {
        ctx.db().run(R"(UPDATE saldo SET saldo = saldo + 1000000 WHERE organizacionId = $1 AND transaccionId = $2)",
                     ctx.organizacionId(), a);
        ctx.db().run(R"(UPDATE saldo SET saldo = saldo - 400000000 WHERE organizacionId = $1 AND transaccionId = $2)",
                     ctx.organizacionId(), n);
    });
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("pays other documents, while")));
}

// A whole credit of what was collected, in parts of several rates and IEPS: over its life a sale collects its net.
TEST_P(Creditos, NadaQuedaDeUnRedondeo) {
    const auto v = vende({{gravado("T"), 1_pza, *Precio::leer("973.81")},
                          {gravado("Z", "cero"), 1_pza, *Precio::leer("345.07")},
                          {gravado("ZI", "cero", "0.265"), 1_pza, *Precio::leer("921.96")},
                          {gravado("TI", "tasa", "0.08"), 1_pza, *Precio::leer("947.10")}});
    l.aplica(l.deposito(mxn("3215.10")).transaccionId, v, mxn("3215.10"));
    CreditoPedido pedido;
    pedido.encabezado.entidadId = l.clienteId;
    pedido.origenId = v;
    PartidaCreditoNueva p;
    p.conceptoId = l.concepto("BONIFICACION");
    p.precioUnitario = *Precio::leer("956.38");
    pedido.partidas.push_back(p);
    const auto n = registrar(NotaCreditoCliente, pedido);
    EXPECT_EQ(l.saldo(v), 0_mxn);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM documentoImpuesto WHERE organizacionId = $1 AND transaccionId = $2 AND "
                       "(base <> baseLiquidada OR importe <> liquidado)",
                       n),
              0);
    EXPECT_EQ(cobrado({v}, {n}).substr(0, 7), "1397.68");
    EXPECT_EQ(l.diferencias(), ninguna);
}

// Given back at what it was collected at; the rest is exchange.
TEST_P(Creditos, LoDevueltoValeLoQueSeCobro) {
    const auto t = gravado("T");
    const auto f = vende({{t, 1_pza, 100_precio}}, "USD", 18_precio);
    const auto d = l.deposito(116_mxn, "USD", 18_precio);
    const auto pagado = l.aplica(d.transaccionId, f, 116_mxn).aplicacionId;
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -Importe::de_enteros(288));
    const auto n = acredita(NotaCreditoCliente, l.clienteId, f, 1, true, "USD", 19_precio);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), Importe{});
    EXPECT_EQ(l.cuenta("perdida_cambiaria"), 16_mxn);
    EXPECT_EQ(l.diferencias(), ninguna);
    // Undone, the credit goes back to its sale: nothing is left either.
    l.desaplica(pagado);
    EXPECT_EQ(l.saldo(f), 0_mxn);
    EXPECT_EQ(l.saldo(n), 0_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), Importe{});
    EXPECT_EQ(l.diferencias(), ninguna);
    // One that waits and pays something else likewise.
    const auto g = vende({{t, 1_pza, 100_precio}}, "USD", 18_precio);
    const auto z = vende({{gravado("Z", "cero"), 1_pza, 116_precio}}, "USD", 18_precio);
    const auto w = acredita(NotaCreditoCliente, l.clienteId, g, 1, false, "USD", 19_precio);
    l.aplica(l.deposito(58_mxn, "USD", 17_precio).transaccionId, g, 58_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -Importe::de_enteros(136));
    l.aplica(w, z, 58_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), Importe{});
    l.aplica(w, g, 58_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), Importe{});
    EXPECT_EQ(l.diferencias(), ninguna);
    pone(
        "UPDATE documentoImpuesto SET restituidoEfectivo = restituidoEfectivo + 16000000 WHERE organizacionId = $1 "
        "AND transaccionId = $2",
        n);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("in the organization's currency")));
}

// Of two payments at two rates a credit gave back the mean: as they are undone, what the other one collected is what counts, and
// in the end nothing does.
TEST_P(Creditos, LoQueVuelveDejaLoQueCadaPagoCobro) {
    const auto f = vende({{gravado("T"), 2_pza, 10_precio}}, "USD", 18_precio);
    std::vector<std::int64_t> pagos;
    for (const auto* cambio : {"18.5", "19"}) {
        const auto d = l.deposito(mxn("11.60"), "USD", *Precio::leer(cambio));
        pagos.push_back(l.aplica(d.transaccionId, f, mxn("11.60")).aplicacionId);
    }
    acredita(NotaCreditoCliente, l.clienteId, f, 1, true, "USD", 20_precio);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -30_mxn);
    l.desaplica(pagos[0]);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -mxn("30.40"));
    l.desaplica(pagos[1]);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), 0_mxn);
    EXPECT_EQ(l.diferencias(), ninguna);
}

// Two payments at two rates and two credits of all of it, undone in every order: what stays collected is its share of what is
// paid then, and in the end nothing is left.
TEST_P(Creditos, LoCobradoEsSuParteDeLoPagado) {
    struct Hecho {
        std::int64_t transaccionId = 0;
        std::int64_t iva = 0;     // in dollars
        std::int64_t cambio = 0;  // of a payment
    };
    const auto t = gravado("T");
    std::array<std::size_t, 4> orden{0, 1, 2, 3};
    do {
        const auto f = vende({{t, 9_pza, 100_precio}, {t, 1_pza, 100_precio}}, "USD", 20_precio);
        std::vector<Hecho> hechos;
        for (const auto& [importe, cambio] : {std::pair{1044, 18}, {116, 10}}) {
            const auto d = l.deposito(Importe::de_enteros(importe), "USD", Precio::de_enteros(cambio)).transaccionId;
            l.aplica(d, f, Importe::de_enteros(importe));
            hechos.push_back({d, importe * 16 / 116, cambio});
        }
        for (const auto& [partida, cantidad] : {std::pair{1, 9}, {2, 1}})
            hechos.push_back(
                {acredita(NotaCreditoCliente, l.clienteId, f, partida, true, "USD", 20_precio, Cantidad::de_enteros(cantidad)),
                 cantidad * 16});
        std::string relato;
        for (const auto n : orden) {
            l.escribe([&](Context& ctx) { cancelar(ctx, hechos[n].transaccionId, {.con_aplicaciones = true}); });
            relato += fmt::format("{} is undone, ", n);
            hechos[n].iva = 0;
            const auto pagado = hechos[0].iva + hechos[1].iva;
            const auto queda = std::min(pagado, 160 - hechos[2].iva - hechos[3].iva);
            const auto local = hechos[0].iva * hechos[0].cambio + hechos[1].iva * hechos[1].cambio;
            EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"),
                      pagado == 0 ? 0_mxn : Importe::de_micros(-1000000 * local * queda / pagado))
                << relato;
        }
        l.cancela(f);
        for (const auto* papel : {"iva_trasladado_cobrado", "iva_trasladado_no_cobrado", "ventas", "devoluciones_venta"})
            EXPECT_EQ(l.cuenta(papel), 0_mxn) << papel << ": " << relato;
        EXPECT_EQ(l.cuenta("ganancia_cambiaria") + l.cuenta("perdida_cambiaria"), 0_mxn) << relato;
    } while (std::ranges::next_permutation(orden).found);
    EXPECT_EQ(l.diferencias(), ninguna);
}

// At the rate of the sale a credit gains nothing by itself; what it gave back at the rate of a payment is so no more once that is
// undone, and no account keeps any of it.
TEST_P(Creditos, AlCambioDeLoAcreditadoNoSeGanaNada) {
    const auto f = vende({{gravado("T"), 3_pza, *Precio::leer("11.11")}}, "USD", *Precio::leer("18.4375"));
    const Importe total = l.saldo(f);
    const auto pagado = l.aplica(l.deposito(total, "USD", 20_precio).transaccionId, f, total).aplicacionId;
    for (int i = 0; i < 3; ++i) acredita(NotaCreditoCliente, l.clienteId, f, 1, true, "USD", *Precio::leer("18.4375"));
    EXPECT_NE(l.cuenta("perdida_cambiaria") + l.cuenta("ganancia_cambiaria"), 0_mxn);
    l.desaplica(pagado);
    EXPECT_EQ(l.saldo(f), 0_mxn);
    for (const auto* papel : {"ganancia_cambiaria", "perdida_cambiaria", "iva_trasladado_cobrado", "iva_trasladado_no_cobrado"})
        EXPECT_EQ(l.cuenta(papel), 0_mxn) << papel;
    EXPECT_EQ(l.cuenta("ventas") + l.cuenta("devoluciones_venta"), 0_mxn);
    EXPECT_EQ(l.diferencias(), ninguna);
}

// The line that is credited says what of its tax is cost, not the others of the paper.
TEST_P(Creditos, CadaPartidaConSuParteAcreditable) {
    pone("UPDATE concepto SET ivaNoAcreditable = 1000000 WHERE organizacionId = $1 AND codigo = 'FLETES'");
    pone("UPDATE concepto SET ivaRetenido = 0 WHERE organizacionId = $1");
    const auto pagado = [&] { return l.cuenta("iva_acreditable_pagado"); };
    const auto pendiente = [&] { return l.cuenta("iva_acreditable_pendiente"); };
    for (const std::int64_t partida : {1, 2}) {
        const auto i = compra(l.proveedorId, {{"FLETES", 100_precio}, {"GASTOS", 100_precio}});
        const Importe antes = pagado();
        acredita(NotaCreditoProveedor, l.proveedorId, i, partida);
        EXPECT_EQ(pagado(), antes) << partida;
        EXPECT_EQ(pendiente(), partida == 1 ? 16_mxn : 0_mxn);
        paga(l.proveedorId, i, 116_mxn);
        EXPECT_EQ(pagado(), antes + (partida == 1 ? 16_mxn : 0_mxn));
        EXPECT_EQ(pendiente(), Importe{});
        EXPECT_EQ(l.diferencias(), ninguna);
    }
    // Half paid before: of the line that is credited nothing is left.
    const auto i = compra(l.proveedorId, {{"FLETES", 100_precio}, {"GASTOS", 100_precio}});
    const Importe antes = pagado();
    paga(l.proveedorId, i, 116_mxn);
    EXPECT_EQ(pagado(), antes + 8_mxn);
    acredita(NotaCreditoProveedor, l.proveedorId, i, 2);
    EXPECT_EQ(pagado(), antes);
    EXPECT_EQ(pendiente(), Importe{});
    EXPECT_EQ(l.diferencias(), ninguna);
}

// An amount off the whole took half of what is cost and half of the rest; a line credited after it takes what that left of each.
TEST_P(Creditos, NoSeAcreditaDeUnaClaseMasDeLoQueHay) {
    pone("UPDATE concepto SET ivaNoAcreditable = 1000000 WHERE organizacionId = $1 AND codigo = 'FLETES'");
    pone("UPDATE concepto SET ivaRetenido = 0 WHERE organizacionId = $1");
    const auto i = compra(l.proveedorId, {{"FLETES", 100_precio}, {"GASTOS", 100_precio}});
    CreditoPedido pedido;
    pedido.encabezado.entidadId = l.proveedorId;
    pedido.origenId = i;
    PartidaCreditoNueva& p = pedido.partidas.emplace_back();
    p.conceptoId = l.concepto("GASTOS");
    p.precioUnitario = 100_precio;
    registrar(NotaCreditoProveedor, pedido);
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), 8_mxn);
    const auto n = acredita(NotaCreditoProveedor, l.proveedorId, i, 2);
    EXPECT_EQ(l.saldo(i), Importe{});
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), Importe{});
    EXPECT_EQ(l.cuenta("iva_acreditable_pagado"), Importe{});
    EXPECT_EQ(l.diferencias(), ninguna);
    pone(
        "UPDATE partida SET impuestos = REPLACE(impuestos, '\"alCosto\":8', '\"alCosto\":2') "
        "WHERE organizacionId = $1 AND transaccionId = $2",
        n);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("its credits leave 0 of a base of 0, of which 6 is cost")));
}

// Of a sale of which the line without IEPS was credited after both had been paid in part, more IEPS is open than VAT is charged
// on.
TEST_P(Creditos, SePerdonaElIepsQueCabeEnLaBaseDelIva) {
    const auto v = vende({{gravado("G"), 1_pza, 100_precio}, {gravado("B", "tasa", "0.265"), 1_pza, 100_precio}});
    l.aplica(l.deposito(mxn("144.51")).transaccionId, v, mxn("144.51"));
    acredita(NotaCreditoCliente, l.clienteId, v, 1);
    ASSERT_EQ(l.saldo(v), mxn("2.23"));
    l.escribe([&](Context& ctx) {
        Perdon perdon;
        perdon.encabezado.entidadId = l.clienteId;
        perdon.documentoId = v;
        perdon.naturaleza = Naturaleza::cobrar;
        perdon.importe = perdon.saldo = mxn("2.23");
        perdonar(ctx, perdon);
    });
    EXPECT_EQ(l.saldo(v), Importe{});
    EXPECT_EQ(l.diferencias(), ninguna);
}

TEST_P(Creditos, CadaPartidaEnDolares) {
    pone("UPDATE concepto SET ivaNoAcreditable = 370000, ivaRetenido = 0 WHERE organizacionId = $1 AND codigo = 'FLETES'");
    const auto i = compra(l.proveedorId, {{"FLETES", 100_precio}, {"GASTOS", 100_precio}}, "USD", 18_precio);
    acredita(NotaCreditoProveedor, l.proveedorId, i, 1, true, "USD", 18_precio);
    EXPECT_EQ(l.cuenta("iva_acreditable_pagado"), Importe{});
    EXPECT_EQ(l.cuenta("perdida_cambiaria"), Importe{});
    EXPECT_EQ(l.diferencias(), ninguna);
    paga(l.proveedorId, i, 116_mxn, "USD", 20_precio);
    EXPECT_EQ(l.cuenta("iva_acreditable_pagado"), 320_mxn);
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), Importe{});
    EXPECT_EQ(l.diferencias(), ninguna);
}

// Fees and rent on one paper: crediting one moves nothing of the other.
TEST_P(Creditos, LaRentaNoEsDeLosHonorarios) {
    const auto persona = l.contacto("P", true, true, "XOJI740919U48");
    const auto i = compra(persona, {{"HONORARIOS", 1000_precio}, {"ARRENDAMIENTO", 1000_precio}});
    const auto n = acredita(NotaCreditoProveedor, persona, i, 1);
    EXPECT_EQ(l.balanza()["216.03"], Importe{});
    EXPECT_EQ(l.balanza()["216.04"], Importe{});
    paga(persona, i, l.saldo(i));
    EXPECT_EQ(l.balanza()["216.03"], -Importe::de_enteros(100));
    EXPECT_EQ(l.balanza()["216.04"], Importe{});
    EXPECT_EQ(l.diferencias(), ninguna);
    // Half paid, then the rent is credited.
    const auto otra = compra(persona, {{"HONORARIOS", 1000_precio}, {"ARRENDAMIENTO", 1000_precio}});
    paga(persona, otra, mxn("953.33"));
    acredita(NotaCreditoProveedor, persona, otra, 2);
    if (l.saldo(otra) > Importe{}) paga(persona, otra, l.saldo(otra));
    EXPECT_EQ(l.balanza()["216.03"], -Importe::de_enteros(100));
    EXPECT_EQ(l.balanza()["216.04"], -Importe::de_enteros(100));
    EXPECT_EQ(l.diferencias(), ninguna);
    pone(
        "UPDATE aplicacionImpuesto SET renta = renta + 1000000 WHERE organizacionId = $1 AND transaccionId = $2 AND "
        "impuesto = 'isrRetenido'",
        n);
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("rentaLiquidada is")));
}

// Two thirds of the VAT are of what it is charged on, IEPS included; freight withholds of its price.
TEST_P(Creditos, DosTerciosDelIvaConIeps) {
    const auto persona = l.contacto("P", true, true, "XOJI740919U48");
    pone("UPDATE concepto SET iepsTasa = 80000 WHERE organizacionId = $1 AND codigo IN ('HONORARIOS', 'FLETES')");
    const auto retenido = [&](std::int64_t id) {
        return Importe::de_micros(
                   l.entero("SELECT ivaRetenido FROM documento WHERE organizacionId = $1 AND transaccionId = $2", id))
            .texto();
    };
    const auto h = compra(persona, {{"HONORARIOS", 1000_precio}});
    EXPECT_EQ(retenido(h), "115.2");
    EXPECT_EQ(retenido(compra(persona, {{"FLETES", 1000_precio}})), "40");
    EXPECT_EQ(retenido(acredita(NotaCreditoProveedor, persona, h, 1)), "115.2");
    EXPECT_EQ(l.saldo(h), 0_mxn);
    EXPECT_EQ(l.diferencias(), ninguna);
}

}  // namespace
}  // namespace cacao::engine
