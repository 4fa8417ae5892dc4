// A company's first day, checked as its accountant would.

#include "engine/verbos/saldos_iniciales.hpp"

#include "support/libro.hpp"

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class SaldosIniciales : public testing::TestWithParam<db::Motor> {
protected:
    static SaldoContactoInicial debe(Libro& l, std::string_view importe, std::string_view iva) {
        SaldoContactoInicial s;
        s.entidadId = l.clienteId;
        s.referencia = "A-1";
        s.fecha = *Fecha::de_civil(2025, 12, 1);
        s.importe = *Importe::leer(importe);
        s.iva = *Importe::leer(iva);
        s.tasaIva = *Tasa::leer("0.16");
        return s;
    }
    static std::int64_t documento(Libro& l, std::string_view tipo) {
        return l.entero("SELECT MAX(transaccionId) FROM documento WHERE organizacionId = $1 AND tipo = '" + std::string{tipo} +
                        "' AND estado = 'vigente'");
    }
};
CACAO_EN_AMBOS_MOTORES(SaldosIniciales);

TEST_P(SaldosIniciales, ElIvaPendienteSeCobraConElSaldo) {
    Libro l{GetParam()};
    l.escribe([&](Context& ctx) { EXPECT_TRUE(poner_saldo_inicial(ctx, debe(l, "1160", "160"))); });
    const auto id = documento(l, "SaldoInicialCliente");
    EXPECT_EQ(l.asientos(id),
              "cargo clientes 1160\n"
              "abono iva_trasladado_no_cobrado 160\n"
              "abono capital_inicial 1000\n");
    const auto d = l.deposito(1160_mxn);
    l.aplica(d.transaccionId, id, 580_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -Importe::de_enteros(80));
    l.aplica(d.transaccionId, id, 580_mxn);
    EXPECT_EQ(l.saldo(id), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -Importe::de_enteros(160));
    EXPECT_EQ(l.diferencias(), std::vector<std::string>{});
}

// Part of it was charged no VAT; the cents of the rest came from rounding.
TEST_P(SaldosIniciales, SoloParteDelSaldoCausoIva) {
    Libro l{GetParam()};
    l.escribe([&](Context& ctx) { poner_saldo_inicial(ctx, debe(l, "980", "80")); });
    const auto id = documento(l, "SaldoInicialCliente");
    EXPECT_EQ(l.asientos(id),
              "cargo clientes 980\n"
              "abono iva_trasladado_no_cobrado 80\n"
              "abono capital_inicial 900\n");
    auto s = debe(l, "115.99", "16");
    s.referencia = "A-2";
    l.escribe([&](Context& ctx) { EXPECT_TRUE(poner_saldo_inicial(ctx, s)); });
    s = debe(l, "100", "20");
    s.referencia = "A-3";
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { poner_saldo_inicial(ctx, s); }); }), "fuera_de_rango /iva");
    s.tasaIva = {};
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { poner_saldo_inicial(ctx, s); }); }), "fuera_de_rango /tasaIva");
    s = debe(l, "-1", "0.001");
    s.referencia = "A-4";
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { poner_saldo_inicial(ctx, s); }); }),
              "fuera_de_rango /importe; demasiados_decimales /iva");
    EXPECT_EQ(l.diferencias(), std::vector<std::string>{});
}

TEST_P(SaldosIniciales, LoMismoDosVecesEsUnaYLoDistintoSeRechaza) {
    Libro l{GetParam()};
    const auto poner = [&](const SaldoContactoInicial& s) {
        bool nuevo = false;
        l.escribe([&](Context& ctx) { nuevo = poner_saldo_inicial(ctx, s).has_value(); });
        return nuevo;
    };
    EXPECT_TRUE(poner(debe(l, "500", "0")));
    EXPECT_FALSE(poner(debe(l, "500", "0")));
    EXPECT_EQ(l.cuenta("clientes"), 500_mxn);
    EXPECT_EQ(l.falta([&] { poner(debe(l, "501", "0")); }), "duplicado /referencia");
    l.cancela(documento(l, "SaldoInicialCliente"));
    EXPECT_TRUE(poner(debe(l, "501", "0"))) << "what was cancelled can be registered anew";
    EXPECT_FALSE(poner(debe(l, "501", "0")));
    EXPECT_EQ(l.cuenta("clientes"), 501_mxn);
}

TEST_P(SaldosIniciales, ProveedorEnDolares) {
    Libro l{GetParam()};
    auto s = debe(l, "116", "16");
    s.proveedor = true;
    s.entidadId = l.proveedorId;
    s.moneda = "USD";
    s.tipoCambio = 18_precio;
    l.escribe([&](Context& ctx) { poner_saldo_inicial(ctx, s); });
    EXPECT_EQ(l.cuenta("proveedores"), -Importe::de_enteros(2088));
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), 288_mxn);
    s.entidadId = l.clienteId;
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { poner_saldo_inicial(ctx, s); }); }), "valor_no_permitido /contacto");
    EXPECT_EQ(l.diferencias(), std::vector<std::string>{});
}

// Customers 1,000 and stock 200 and bank 300, against capital 1,500: the opening account ends at nothing.
TEST_P(SaldosIniciales, LaAperturaQuedaEnCero) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    const auto cuenta = [&](const std::string& codigo) {
        return l.entero("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = '" + codigo + "'");
    };
    const auto fecha = *Fecha::de_civil(2025, 12, 31);
    std::vector<CuentaInicial> balanza{{"/0", cuenta("306.01-01"), 1500_mxn, {}}, {"/1", cuenta("301.01"), {}, 1500_mxn}};
    const auto todo = [&] {
        std::vector<Puesto> puestos;
        l.escribe([&](Context& ctx) {
            puestos = poner_existencias_iniciales(
                ctx, fecha, l.sucursalId, std::vector<ExistenciaInicial>{{"/0", p, l.almacenId, 10_pza, 20_precio, {}, {}}});
            const auto puesto = [](bool nuevo) { return nuevo ? Puesto::creado : Puesto::igual; };
            puestos.push_back(puesto(poner_saldo_inicial(ctx, debe(l, "1000", "0")).has_value()));
            puestos.push_back(
                puesto(poner_saldo_inicial(ctx, SaldoBancoInicial{l.bancoId, l.sucursalId, fecha, {}, 300_mxn}).has_value()));
            puestos.push_back(poner_cuentas_iniciales(ctx, fecha, l.sucursalId, balanza));
        });
        return puestos;
    };
    EXPECT_EQ(todo(), std::vector(4, Puesto::creado));
    EXPECT_EQ(todo(), std::vector(4, Puesto::igual));
    l.m.lee([&](const Context& ctx) { EXPECT_EQ(apertura_pendiente(ctx.db()), Importe{}); });
    EXPECT_EQ(l.existencia(p), 10_pza);
    EXPECT_EQ(l.cuenta("inventario"), 200_mxn);
    EXPECT_EQ(l.diferencias(), std::vector<std::string>{});

    const auto falta = [&](const std::vector<CuentaInicial>& cuentas) {
        return l.falta([&] { l.escribe([&](Context& ctx) { poner_cuentas_iniciales(ctx, fecha, l.sucursalId, cuentas); }); });
    };
    balanza[0].cargo = 1400_mxn;
    EXPECT_EQ(falta(balanza), "duplicado /cuenta");
    l.cancela(documento(l, "Poliza"));
    EXPECT_EQ(falta(balanza), "poliza_descuadrada /partidas");
    balanza.push_back({"/2", cuenta("105.01"), 100_mxn, {}});
    EXPECT_EQ(falta(balanza), "valor_no_permitido /2/cuenta") << "customers come with their documents";
    EXPECT_EQ(l.falta([&] {
        l.escribe([&](Context& ctx) {
            poner_existencias_iniciales(ctx, fecha, l.sucursalId,
                                        std::vector<ExistenciaInicial>{{"/0", p, l.almacenId, 11_pza, 20_precio, {}, {}}});
        });
    }),
              "duplicado /0/producto");
    EXPECT_EQ(l.falta([&] {
        l.escribe([&](Context& ctx) {
            poner_saldo_inicial(ctx, SaldoBancoInicial{l.bancoId, l.sucursalId, fecha, {}, 301_mxn});
        });
    }),
              "duplicado /cuenta");
}

}  // namespace
}  // namespace cacao::engine
