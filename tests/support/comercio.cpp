#include "support/comercio.hpp"
#include "support/solicitud.hpp"

#include "db/rows.hpp"

#include <utility>

namespace cacao::test {
namespace {

using namespace literales;
using namespace engine;

class Comercio {
public:
    explicit Comercio(Libro& libro) : l(libro) {
        a = l.producto("A", 100_mxn);
        b = l.producto("B", 50_mxn, "promedio");
        norte = l.almacen("NORTE");
    }

    void todo() {
        l.entra(a, 50_pza, 40_precio);
        l.entra(a, 50_pza, *Precio::leer("41.37"));
        l.entra(b, 30_pza, *Precio::leer("12.345"));
        l.entra(b, 7_pza, *Precio::leer("13.01"));
        ventas();
        dolares();
        compras();
        devoluciones();
        pedidos();
        traspasos();
        con_seguimiento();
        bancos();
        bajo_cero();
    }

private:
    void ventas() {
        auto s = l.solicitud(FacturaVenta, {{a, 3_pza, 100_precio}, {b, 2_pza, *Precio::leer("33.33")}});
        s.partidas[0].descuento = 10_mxn;
        s.partidas[1].promocion = *Importe::leer("0.66");
        const auto f = l.emite(FacturaVenta, s);
        const auto d = l.deposito(500_mxn);
        l.aplica(d.transaccionId, f.transaccionId, 100_mxn);
        const auto mal = l.aplica(d.transaccionId, f.transaccionId, 50_mxn);
        l.desaplica(mal.aplicacionId);
        l.aplica(d.transaccionId, f.transaccionId, *Importe::leer("33.33"));
        const auto otra = l.factura_de_concepto(70_precio);
        l.aplica(d.transaccionId, otra.transaccionId, l.saldo(otra.transaccionId));
        l.cancela(l.factura({{a, 1_pza, 100_precio}, {b, 1_pza, 60_precio}}).transaccionId);
        l.cancela(l.deposito(77_mxn).transaccionId);
        const auto ant = l.anticipo(100_precio);
        l.aplica(ant.transaccionId, l.factura_de_concepto(300_precio).transaccionId, 58_mxn);
        // A tax on a tax, and a customer who withholds.
        const auto e = l.producto("E", 80_mxn);
        l.escribe([&](Context& ctx) {
            ctx.db().run(
                "UPDATE producto SET iepsTasa = 80000, ivaRetenido = 40000 WHERE organizacionId = $1 AND "
                "productoId = $2",
                ctx.organizacionId(), e);
        });
        l.entra(e, 5_pza, 20_precio);
        const auto g = l.factura({{e, 2_pza, 100_precio}});
        const auto de = l.deposito(g.total);
        l.aplica(de.transaccionId, g.transaccionId, *Importe::leer("50.01"));
        l.aplica(de.transaccionId, g.transaccionId, l.saldo(g.transaccionId));
    }

    void dolares() {
        const auto f = l.factura_de_concepto(100_precio, "USD", *Precio::leer("20.1234"));
        const auto d = l.deposito(116_mxn, "USD", *Precio::leer("20.5"));
        l.aplica(d.transaccionId, f.transaccionId, *Importe::leer("33.33"));
        l.aplica(d.transaccionId, f.transaccionId, *Importe::leer("10.01"));
        const auto g = l.factura_de_concepto(10_precio, "USD", 19_precio);
        const auto e = l.deposito(*Importe::leer("11.6"), "USD", 18_precio);
        l.aplica(e.transaccionId, g.transaccionId, *Importe::leer("11.6"));
    }

    void compras() {
        const auto o = l.emite(OrdenCompra, l.solicitud(OrdenCompra, {{a, 10_pza, 30_precio}, {b, 4_pza, 15_precio}}));
        l.escribe([&](Context& ctx) { transitar(ctx, o.transaccionId, "autorizar"); });
        const auto r = l.emite(Recepcion, l.derivada(Recepcion, o.transaccionId, {6_pza, 4_pza}));
        auto s = l.derivada(FacturaCompra, r.transaccionId, {5_pza, 4_pza});
        s.partidas[0].precioUnitario = 33_precio;
        const auto f = l.emite(FacturaCompra, s);
        paga(f.transaccionId, *Importe::leer("100.5"));
        l.cancela(l.emite(FacturaCompra, l.derivada(FacturaCompra, r.transaccionId, {1_pza, {}})).transaccionId);

        // Fees and rent of a person, with taxes that are cost.
        test::SolicitudEntera g;
        g.entidadId = l.contacto("PERSONA", false, true, "XOJI740919U48");
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE concepto SET ivaNoAcreditable = 250000 WHERE organizacionId = $1 AND codigo = 'ARRENDAMIENTO'",
                         ctx.organizacionId());
        });
        for (const auto* codigo : {"HONORARIOS", "ARRENDAMIENTO"}) {
            auto& p = g.partidas.emplace_back();
            p.campo = "/partidas/" + std::to_string(g.partidas.size() - 1);
            p.conceptoId = l.concepto(codigo);
            p.cantidad = 1_pza;
            p.precioUnitario = *Precio::leer("1000.01");
        }
        const auto gasto = l.emite(Gasto, g);
        paga(gasto.transaccionId, *Importe::leer("333.33"), g.entidadId);
        paga(gasto.transaccionId, gasto.total - *Importe::leer("333.33"), g.entidadId);
    }

    void paga(std::int64_t documentoId, Importe importe, std::int64_t entidadId = 0) {
        test::SolicitudEntera e;
        e.entidadId = entidadId != 0 ? entidadId : l.proveedorId;
        e.cuentaBancariaId = l.bancoId;
        e.partidas.resize(2);
        e.partidas[0].campo = "/partidas/0";
        e.partidas[0].importe = importe;
        e.partidas[0].transaccionIdCompra = documentoId;
        e.partidas[1].campo = "/partidas/1";
        e.partidas[1].importe = 116_mxn;
        e.partidas[1].conceptoId = l.concepto("GASTOS");
        l.emite(Egreso, e);
    }

    void devoluciones() {
        const auto f = l.factura({{a, 4_pza, 100_precio}});
        const auto d = l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, f.transaccionId, {1_pza}));
        auto s = l.derivada(NotaCreditoCliente, d.transaccionId, {1_pza});
        s.partidas[0].precioUnitario = 100_precio;
        const auto n = l.emite(NotaCreditoCliente, s);
        l.aplica(n.transaccionId, f.transaccionId, 50_mxn);
        l.cancela(l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, f.transaccionId, {2_pza})).transaccionId);

        const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{a, 6_pza, 30_precio}}));
        const auto c = l.emite(FacturaCompra, l.derivada(FacturaCompra, r.transaccionId, {4_pza}));
        const auto v = l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, c.transaccionId, {1_pza}));
        l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, r.transaccionId, {1_pza}));
        s = l.derivada(NotaCreditoProveedor, v.transaccionId, {1_pza});
        s.partidas[0].precioUnitario = 31_precio;
        const auto np = l.emite(NotaCreditoProveedor, s);
        l.aplica(np.transaccionId, c.transaccionId, 20_mxn);
    }

    void pedidos() {
        const auto o = l.emite(PedidoCliente, l.solicitud(PedidoCliente, {{a, 6_pza, 100_precio}}));
        const auto e = l.emite(Entrega, l.derivada(Entrega, o.transaccionId, {3_pza}));
        auto s = l.derivada(FacturaVenta, e.transaccionId, {2_pza});
        s.partidas[0].precioUnitario = 100_precio;
        const auto f = l.emite(FacturaVenta, s);
        l.emite(FacturaVenta, l.derivada(FacturaVenta, o.transaccionId, {1_pza}));
        l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, e.transaccionId, {1_pza}));
        l.cancela(f.transaccionId);
        const auto cerrado = l.emite(PedidoCliente, l.solicitud(PedidoCliente, {{b, 2_pza, 100_precio}}));
        l.escribe([&](Context& ctx) { transitar(ctx, cerrado.transaccionId, "cerrar"); });
    }

    void traspasos() {
        auto s = l.solicitud(Traspaso, {{a, 4_pza, {}}, {b, 3_pza, {}}});
        s.almacenDestinoId = norte;
        l.emite(Traspaso, s);
        l.cancela(l.emite(Traspaso, s).transaccionId);
        s = l.solicitud(TraspasoEnvio, {{a, 3_pza, {}}});
        s.almacenDestinoId = l.transitoId;
        const auto e = l.emite(TraspasoEnvio, s);
        auto r = l.derivada(TraspasoRecepcion, e.transaccionId, {2_pza});
        r.almacenId = l.transitoId;
        r.almacenDestinoId = norte;
        l.emite(TraspasoRecepcion, r);
        l.emite(Merma, l.solicitud(Merma, {{a, 1_pza, {}}}));
    }

    void con_seguimiento() {
        const auto n = l.producto("N", 10_mxn, "peps", "serie");
        auto s = l.solicitud(EntradaInventario, {{n, 3_pza, 5_precio}});
        s.partidas[0].series = {"N001..N003"};
        l.emite(EntradaInventario, s);
        s = l.solicitud(FacturaVenta, {{n, 1_pza, 10_precio}});
        s.partidas[0].series = {"N002"};
        l.emite(FacturaVenta, s);
        s = l.solicitud(Traspaso, {{n, 1_pza, {}}});
        s.partidas[0].series = {"N003"};
        s.almacenDestinoId = norte;
        l.emite(Traspaso, s);
        s = l.solicitud(FacturaVenta, {{n, 1_pza, 10_precio}});
        s.partidas[0].series = {"N001"};
        l.cancela(l.emite(FacturaVenta, s).transaccionId);

        const auto m = l.producto("M", 10_mxn, "promedio", "lote");
        for (const char* lote : {"L1", "L2"}) {
            s = l.solicitud(EntradaInventario, {{m, 5_pza, 7_precio}});
            s.partidas[0].lote = LotePedido{lote, {}, {}, {}};
            l.emite(EntradaInventario, s);
        }
        s = l.solicitud(FacturaVenta, {{m, 2_pza, 10_precio}});
        s.partidas[0].lote = LotePedido{"L2", {}, {}, {}};
        l.emite(FacturaVenta, s);
    }

    void bancos() {
        test::SolicitudEntera t;
        t.cuentaBancariaId = l.bancoId;
        t.cuentaDestinoId = l.entero(
            "SELECT MIN(cuentaBancariaId) FROM cuentaBancaria WHERE organizacionId = $1 AND codigo <> 'BANCO' AND moneda = "
            "'MXN'");
        t.importe = 25_mxn;
        if (t.cuentaDestinoId != 0) l.emite(TraspasoBancario, t);
        // Dollars for pesos, at another rate than the books have, and a refund of what was paid in advance.
        t.cuentaDestinoId = l.dolaresId;
        t.importeDestino = *Importe::leer("1.37");
        t.tipoCambioDestino = 18_precio;
        l.emite(TraspasoBancario, t);
        l.cancela(l.emite(TraspasoBancario, t).transaccionId);
        test::SolicitudEntera adelanto;
        adelanto.entidadId = l.proveedorId;
        adelanto.cuentaBancariaId = l.bancoId;
        adelanto.partidas.resize(1);
        adelanto.partidas[0].campo = "/partidas/0";
        adelanto.partidas[0].importe = 30_mxn;
        const auto pagado = l.emite(Egreso, adelanto);
        adelanto.partidas.clear();
        adelanto.importe = 12_mxn;
        const auto vuelve = l.emite(ReembolsoProveedor, adelanto);
        l.aplica(pagado.transaccionId, vuelve.transaccionId, 12_mxn);
        test::SolicitudEntera entra;
        entra.cuentaBancariaId = l.dolaresId;
        entra.tipoCambio = *Precio::leer("18.123");
        entra.partidas.resize(2);
        for (std::size_t i = 0; i < 2; ++i) {
            entra.partidas[i].campo = "/partidas/" + std::to_string(i);
            entra.partidas[i].importe = *Importe::leer("11.61");
            entra.partidas[i].conceptoId = l.concepto(i == 0 ? "INTERESES" : "OTROS-INGRESOS");
        }
        l.emite(DepositoConcepto, entra);
        test::SolicitudEntera c;
        c.cuentaBancariaId = l.bancoId;
        auto& p = c.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = *Importe::leer("11.6");
        p.conceptoId = l.concepto("COMISIONES");
        l.emite(ComisionBancaria, c);

        auto ambos = l.contacto("CP", true, true);
        std::swap(l.clienteId, ambos);
        const auto f = l.factura_de_concepto(40_precio);
        test::SolicitudEntera x;
        x.entidadId = l.clienteId;
        x.importe = 20_mxn;
        const auto comp = l.emite(Compensacion, x);
        l.aplica(comp.transaccionId, f.transaccionId, 15_mxn);
        std::swap(l.clienteId, ambos);

        test::SolicitudEntera d;
        d.partidas.resize(2);
        const auto cuenta = [&](std::string_view papel) {
            std::int64_t id = 0;
            l.m.lee([&](const Context& ctx) {
                id = ctx.db()
                         .one<std::int64_t>(
                             "SELECT cuentaId FROM cuentaPapel WHERE organizacionId = $1 AND papel = $2 AND ambito = ''",
                             ctx.organizacionId(), papel)
                         .value();
            });
            return id;
        };
        for (std::size_t i = 0; i < 2; ++i) d.partidas[i].campo = "/partidas/" + std::to_string(i);
        d.partidas[0].cuentaId = cuenta("clientes");  // by hand, to a control account
        d.partidas[0].cargo = 9_mxn;
        d.partidas[1].cuentaId = cuenta("gastos");
        d.partidas[1].abono = 9_mxn;
        l.emite(Poliza, d);
        l.cancela(l.emite(Poliza, d).transaccionId);
    }

    // Goods that leave before they come in, where that is allowed.
    void bajo_cero() {
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE configuracion SET existenciaNegativa = 1 WHERE organizacionId = $1", ctx.organizacionId());
        });
        const auto z = l.producto("Z", 10_mxn);
        l.entra(z, 1_pza, 6_precio);
        l.factura({{z, 5_pza, 10_precio}});
        l.entra(z, 2_pza, 7_precio);
        const auto v = l.factura({{l.producto("V", 10_mxn), 3_pza, 10_precio}});
        l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, v.transaccionId, {1_pza}));
        const auto y = l.producto("Y", 10_mxn);
        auto s = l.solicitud(Traspaso, {{y, 4_pza, {}}});
        s.almacenDestinoId = norte;
        l.emite(Traspaso, s);
        l.entra(y, 3_pza, 8_precio);
        const auto w = l.producto("W", 10_mxn);
        const auto f = l.factura({{w, 2_pza, 10_precio}});
        l.entra(w, 2_pza, 9_precio);
        l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, f.transaccionId, {1_pza}));
    }

    Libro& l;
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::int64_t norte = 0;
};

}  // namespace

void comerciar(Libro& libro) { Comercio{libro}.todo(); }

}  // namespace cacao::test
