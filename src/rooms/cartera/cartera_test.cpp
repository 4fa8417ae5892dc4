// The statement of a contact, the aging and the journal say the same of any day, whatever was assigned between currencies and
// between contacts before it and after it; and a statement read by pages is the statement.

#include "base/azar.hpp"
#include "db/rows.hpp"
#include "rooms/cartera/antiguedad_saldos.hpp"
#include "rooms/cartera/cartera_global.hpp"
#include "rooms/cartera/estado_cuenta.hpp"
#include "rooms/cartera/saldo_contacto.hpp"
#include "support/alcance.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

namespace cacao::test {
namespace {

using namespace literales;

// A company whose customers pay in both currencies, for themselves and for each other, and change their minds.
class Cobranza {
public:
    Cobranza(db::Motor motor, std::uint64_t semilla, Alcance& alcance) : l{motor}, azar{semilla}, alcance_{alcance} {
        clientes = {l.clienteId, l.contacto("C2", true, false), l.contacto("C3", true, false)};
        l.m.lee([&](const Context& ctx) { hoy = ctx.hoy(); });
        l.escribe([](Context& ctx) {
            ctx.db().run("UPDATE configuracion SET pagoDeTerceros = 1 WHERE organizacionId = $1", ctx.organizacionId());
        });
    }

    void pasos(int n) {
        for (int i = 0; i < n; ++i) {
            try {
                paso();
                ++hechos;
            } catch (const Error&) {  // what the engine refuses did not happen
            }
        }
    }
    Fecha un_dia() { return hoy + -azar.menor(60); }

    Libro l;
    Azar azar;
    Fecha hoy;
    std::vector<std::int64_t> clientes;
    int hechos = 0;

private:
    test::SolicitudEntera nueva(bool dolares) {
        test::SolicitudEntera s;
        s.fecha = un_dia();
        s.entidadId = azar.uno(clientes);
        if (dolares) {
            s.moneda = "USD";
            s.tipoCambio = Precio::de_micros(18'000'000 + azar.menor(4'000'000));
        }
        return s;
    }
    void paso() {
        const bool dolares = azar.una_de(2);
        switch (azar.menor(8)) {
            case 0:
            case 1: {
                auto s = nueva(dolares);
                auto& p = s.partidas.emplace_back();
                p.campo = "/partidas/0";
                p.conceptoId = l.concepto("VENTA-SERV");
                p.cantidad = Cantidad::de_enteros(1);
                p.precioUnitario = Precio::de_micros((1 + azar.menor(10'000)) * 10'000LL);
                facturas.push_back(l.emite(engine::FacturaVenta, s).transaccionId);
                return alcance_.hubo("FacturaVenta");
            }
            case 2:
            case 3: {
                auto s = nueva(dolares);
                if (azar.una_de(6)) s.entidadId = 0;
                s.cuentaBancariaId = dolares ? l.dolaresId : l.bancoId;
                s.importe = Importe::de_micros((1 + azar.menor(20'000)) * 10'000LL);
                depositos.push_back(l.emite(engine::Deposito, s).transaccionId);
                return alcance_.hubo(s.entidadId == 0 ? "Deposito without a contact" : "Deposito");
            }
            case 4:
            case 5:
            case 6: return aplicar();
            default: return deshacer();
        }
    }
    void aplicar() {
        if (depositos.empty() || facturas.empty()) return;
        const auto pago = azar.uno(depositos);
        const auto factura = azar.uno(facturas);
        const auto moneda = [&](std::int64_t id) {
            return l.entero(
                "SELECT CASE WHEN moneda = 'USD' THEN 1 ELSE 0 END FROM documento WHERE organizacionId = $1 AND transaccionId = "
                "$2",
                id);
        };
        const Importe importe = azar.una_de(3) ? l.saldo(pago) : Importe::de_micros((1 + azar.menor(5'000)) * 10'000LL);
        std::optional<Importe> importe2;
        if (moneda(pago) != moneda(factura)) importe2 = Importe::de_micros((1 + azar.menor(5'000)) * 10'000LL);
        l.escribe([&](Context& ctx) {
            for (const auto& a : engine::aplicar(ctx, pago, {{"/asignaciones/0", factura, importe, importe2}}, un_dia()))
                aplicaciones.push_back(a.aplicacionId);
        });
        alcance_.hubo(importe2 ? "assigned between currencies" : "assigned");
    }
    void deshacer() {
        if (!aplicaciones.empty() && !azar.una_de(3)) {
            const auto id = azar.uno(aplicaciones);
            l.escribe([&](Context& ctx) { engine::desaplicar(ctx, id, un_dia()); });
            alcance_.hubo("unassigned");
        } else if (!depositos.empty()) {
            const auto id = azar.uno(azar.una_de(2) || facturas.empty() ? depositos : facturas);
            l.escribe([&](Context& ctx) {
                engine::Cancelacion c;
                c.fecha = un_dia();
                c.con_aplicaciones = true;
                engine::cancelar(ctx, id, c);
            });
            alcance_.hubo("cancelled");
        }
    }

    Alcance& alcance_;
    std::vector<std::int64_t> facturas;
    std::vector<std::int64_t> depositos;
    std::vector<std::int64_t> aplicaciones;
};

using PorMoneda = std::map<std::string, Importe>;

PorMoneda sin_ceros(PorMoneda m) {
    std::erase_if(m, [](const auto& par) { return par.second.es_cero(); });
    return m;
}

EstadoCuentaPedido pedido(std::int64_t entidadId, Fecha desde, Fecha hasta, bool local) {
    EstadoCuentaPedido p;
    p.entidadId = Id{entidadId};
    p.fechaInicial = desde;
    p.fechaFinal = hasta;
    if (local) p.enMonedaLocal = true;
    return p;
}

PorMoneda del_estado(const Context& ctx, std::int64_t entidadId, Fecha desde, Fecha hasta, bool local) {
    PorMoneda r;
    const auto e = consultar_estado_cuenta(ctx, pedido(entidadId, desde, hasta, local));
    EXPECT_EQ(e.diferencia, Importe{});
    for (const auto& m : e.monedas) r[m.moneda] = m.saldoFinal;
    return sin_ceros(r);
}

PorMoneda de_la_antiguedad(const Context& ctx, std::int64_t entidadId, Fecha dia, bool local) {
    AntiguedadPedida p;
    p.entidadId = Id{entidadId};
    p.fecha = dia;
    p.enMonedaLocal = local;
    PorMoneda r;
    for (const auto& c : consultar_antiguedad(ctx, p).contactos) r[c.moneda] = c.neto;
    return sin_ceros(r);
}

// Added up from the entries of the control accounts alone.
PorMoneda del_diario(const Context& ctx, std::int64_t entidadId, Fecha dia, bool local) {
    PorMoneda r;
    ctx.db().each(
        R"(SELECT a.moneda, CASE WHEN a.cargo > 0 THEN a.original ELSE -a.original END, a.cargo - a.abono
                     FROM asiento a WHERE a.organizacionId = $1 AND a.entidadId = $2 AND a.fecha <= $3
                      AND a.cuentaId IN (SELECT cuentaId FROM cuentaPapel
                                         WHERE organizacionId = $1 AND papel IN ('clientes', 'anticipo_clientes')))",
        [&](const db::Row& f) { r[local ? "MXN" : std::string{f.text(0)}] += Importe::de_micros(f.integer(local ? 2 : 1)); },
        ctx.organizacionId(), entidadId, dia);
    return sin_ceros(r);
}

struct RenglonDeEstado {
    std::string texto;
    bool operator==(const RenglonDeEstado&) const = default;
    friend void PrintTo(const RenglonDeEstado& r, std::ostream* os) { *os << r.texto; }
};
std::vector<RenglonDeEstado> renglones(const EstadoCuentaMoneda& m) {
    std::vector<RenglonDeEstado> r;
    for (const auto& v : m.movimientos)
        r.push_back({fmt::format("{} {} {} {} {} {} {}", m.moneda, v.fecha.iso(), v.folio, static_cast<int>(v.evento),
                                 v.cargo.texto(), v.abono.texto(), v.saldo.texto())});
    return r;
}

Alcance todo_lo_que_pasa() {
    return {"FacturaVenta", "Deposito", "Deposito without a contact", "assigned", "assigned between currencies",
            "unassigned",   "cancelled"};
}

class CarteraTest : public ::testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(CarteraTest);

TEST_P(CarteraTest, EstadoAntiguedadYDiarioDicenLoMismoDeCualquierDia) {
    Alcance alcance = todo_lo_que_pasa();
    alcance.debe("assigned between currencies", 6);
    for (const std::uint64_t semilla : {1U, 2U}) {
        Cobranza c{GetParam(), semilla, alcance};
        c.pasos(160);
        ASSERT_GT(c.hechos, 60);
        c.l.m.lee([&](const Context& ctx) {
            for (int i = 0; i < 8; ++i) {
                AntiguedadPedida p;
                p.fecha = c.un_dia();
                EXPECT_EQ(consultar_antiguedad(ctx, p).diferencia, Importe{}) << p.fecha->iso();
            }
            // All rows of the lists add up to the control accounts, those without a contact among them.
            Importe neto;
            SaldosContactosFiltro todos;
            for (const auto& s : listar_saldos_contactos(ctx, todos).data) {
                neto += s.netoLocal;
                EXPECT_EQ(s.diferencia, Importe{});
            }
            const auto totales = totalizar_saldos_contactos(ctx, {});
            EXPECT_EQ(totales.netoLocal, neto);
            EXPECT_EQ(totales.diferencia, Importe{});
            EXPECT_EQ(totalizar_cartera_global(ctx, {}).diferencia, Importe{});
        });
        for (int i = 0; i < 8; ++i)
            for (const auto cliente : c.clientes)
                for (const bool local : {false, true}) {
                    const Fecha hasta = c.un_dia();
                    const Fecha desde = hasta + -c.azar.menor(30);
                    SCOPED_TRACE(
                        fmt::format("semilla {} cliente {} {}..{} local {}", semilla, cliente, desde.iso(), hasta.iso(), local));
                    c.l.m.lee([&](const Context& ctx) {
                        const auto diario = del_diario(ctx, cliente, hasta, local);
                        EXPECT_EQ(del_estado(ctx, cliente, desde, hasta, local), diario);
                        EXPECT_EQ(de_la_antiguedad(ctx, cliente, hasta, local), diario);
                    });
                }
    }
    EXPECT_EQ(alcance.falta(), "");
}

TEST_P(CarteraTest, PorPaginasEsElMismoEstado) {
    Alcance alcance = todo_lo_que_pasa();
    Cobranza c{GetParam(), 8, alcance};
    c.pasos(120);
    EXPECT_EQ(alcance.falta(), "");
    for (const auto cliente : c.clientes)
        for (const bool sinCancelados : {false, true})
            for (const int registros : {1, 3, 100}) {
                SCOPED_TRACE(fmt::format("cliente {} de {} en {}", cliente, sinCancelados, registros));
                auto p = pedido(cliente, c.hoy + -60, c.hoy, false);
                p.sinCancelados = sinCancelados;
                c.l.m.lee([&](const Context& ctx) {
                    std::map<std::string, std::vector<RenglonDeEstado>> entero;
                    std::map<std::string, Importe> final_;
                    for (const auto& m : consultar_estado_cuenta(ctx, p).monedas) {
                        entero[m.moneda] = renglones(m);
                        final_[m.moneda] = m.saldoFinal;
                    }
                    std::map<std::string, std::vector<RenglonDeEstado>> junto;
                    std::map<std::string, Importe> sigue;
                    p.registrosPorPagina = registros;
                    for (int paginas = 0;; ++paginas) {
                        ASSERT_LT(paginas, 500);
                        const auto e = consultar_estado_cuenta(ctx, p);
                        for (const auto& m : e.monedas) {
                            EXPECT_EQ(m.saldoInicial, sigue[m.moneda]);
                            EXPECT_EQ(m.saldoFinal, m.saldoInicial + m.cargos - m.abonos);
                            sigue[m.moneda] = m.saldoFinal;
                            for (auto& r : renglones(m)) junto[m.moneda].push_back(std::move(r));
                        }
                        if (!e.siguiente) break;
                        p.cursor = Texto<2000>{*e.siguiente};
                    }
                    EXPECT_EQ(junto, entero);
                    EXPECT_EQ(sigue, final_);
                });
            }
}

}  // namespace
}  // namespace cacao::test
