// The steps of a registration that need no database, asked with values: a table of what is refused, and random documents by the
// thousand whose figures must add up and whose entries must balance.

#include "engine/emision/asentado.hpp"

#include "base/azar.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/tipos/ventas.hpp"
#include "reflect/json_write.hpp"
#include "support/alcance.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

namespace cacao::engine {
namespace {

using namespace cacao::literales;

constexpr std::int64_t sucursal = 1;
constexpr std::int64_t contacto = 7;
constexpr std::int64_t almacen = 5;
constexpr std::int64_t banco = 9;

// A company as recoger() would have found it: products 1 to 4 at the general rate, at zero, exempt and with IEPS, concept 1 for
// everything, and an account for every part, numbered as the parts are.
Hallado empresa() {
    Hallado h;
    h.ajustes.moneda = "MXN";
    h.ajustes.rfc = "EKU9003173C9";
    h.hoy = Fecha::de_civil(2026, 3, 15).value();
    h.encabezado.sucursalId = sucursal;
    h.encabezado.fecha = h.hoy;
    h.encabezado.periodo = 202603;
    h.encabezado.moneda = "MXN";
    h.cabecera.sucursales = {{sucursal, "MTZ", false, almacen, true}};
    h.cabecera.contactos = {{contacto, "EKU9003173C9", "601", "MXN", false, "automatico", true, true, {}, 30, {}, true}};
    h.cabecera.bancos = {{banco, "MXN", 102, true}};
    h.almacenes = {{almacen, "normal", true}};
    int n = 0;
    for (const char* iva : {"tasa", "cero", "exento", "tasa"}) {
        ProductoFila& p = h.productos.emplace_back();
        p.iva = iva;
        p.productoId = ++n;
        p.nombre = p.codigo = fmt::format("P{}", n);
        p.tipo = "producto";
        p.seguimiento = "ninguno";
        p.metodoCosto = "peps";
        p.unidadMedidaId = 1;
        p.activo = true;
    }
    h.productos.back().iepsTasa = Tasa::de_micros(80'000);
    ConceptoFila& c = h.conceptos.emplace_back();
    c.iva = "tasa";
    c.conceptoId = 1;
    c.cuentaId = 600;
    c.enVenta = c.enCompra = c.enGasto = c.enEgreso = c.enDeposito = c.activo = true;
    c.ivaRetenido = Tasa::de_micros(106'667);
    c.isrRetenido = Tasa::de_micros(100'000);
    for (std::size_t i = 0; i < papeles; ++i)
        h.papeles.poner(nombre(static_cast<Cuenta>(i)), "", 0, 1000 + static_cast<std::int64_t>(i));
    return h;
}

// … and the lines of a request in it.
template <class Pedida>
void hallar(Hallado& h, const Pedida& s, bool por_uno = false) {
    h.lineas.clear();
    for (const auto& p : s.partidas) {
        LineaHallada& l = h.lineas.emplace_back();
        if constexpr (std::is_base_of_v<DeArticulo, std::decay_t<decltype(p)>>) {
            for (const ProductoFila& f : h.productos)
                if (f.productoId == p.productoId) l.producto = &f;
            for (const ConceptoFila& f : h.conceptos)
                if (f.conceptoId == p.conceptoId) l.concepto = &f;
            l.medida.cantidad = l.medida.cantidadBase = p.cantidad;
            l.medida.unidadMedidaId = l.producto != nullptr ? 1 : 0;
        }
        if (por_uno) l.medida.cantidad = l.medida.cantidadBase = 1_pza;
    }
}

std::string faltas_de(const std::function<void()>& juzga) {
    std::string texto;
    try {
        juzga();
    } catch (const Error& e) {
        for (const Falta& f : e.faltas()) texto += fmt::format("{} {}; ", nombre(f.codigo), f.campo);
    }
    return texto;
}

SolicitudVenta venta() {
    SolicitudVenta s;
    s.entidadId = contacto;
    s.campo_entidad = "/clienteId";
    PartidaVenta& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.productoId = 1;
    p.cantidad = 2_pza;
    p.precioUnitario = 100_precio;
    return s;
}

TEST(Juzgar, UnaVentaPorSusCifras) {
    Hallado h = empresa();
    const SolicitudVenta s = venta();
    hallar(h, s);
    const Solicitud pedida{s};
    const Juzgado d = juzgar(FacturaVenta, pedida, h);
    EXPECT_EQ(d.totales.subtotal, 200_mxn);
    EXPECT_EQ(d.totales.iva, 32_mxn);
    EXPECT_EQ(d.totales.total, 232_mxn);
    EXPECT_EQ(d.vencimiento, h.hoy + 30);
    ASSERT_EQ(d.movimientos.size(), 1U);
    EXPECT_EQ(d.movimientos[0].almacenId, almacen) << "the branch's";
}

// What is changed of a good request or of the company, and what is said of it.
TEST(Juzgar, LoQueNoPuedeSerSeDiceConSuLugar) {
    struct Caso {
        const char* que;
        std::function<void(SolicitudVenta&, Hallado&)> cambia;
        const char* faltas;
    };
    const Caso casos[] = {
        {"nothing", [](SolicitudVenta&, Hallado&) {}, ""},
        {"no customer", [](SolicitudVenta& s, Hallado&) { s.entidadId = 0; }, "requerido /clienteId; "},
        {"an unknown customer", [](SolicitudVenta&, Hallado& h) { h.cabecera.contactos.clear(); }, "no_encontrado /clienteId; "},
        {"one that is none", [](SolicitudVenta&, Hallado& h) { h.cabecera.contactos[0].esCliente = false; },
         "valor_no_permitido /clienteId; "},
        {"one put away", [](SolicitudVenta&, Hallado& h) { h.cabecera.contactos[0].activo = false; }, "inactivo /clienteId; "},
        {"no branch", [](SolicitudVenta&, Hallado& h) { h.encabezado.sucursalId = 0; },
         "sucursal_requerida /sucursalId; almacen_requerido /partidas/0/almacenId; "},
        {"another branch's series",
         [](SolicitudVenta& s, Hallado& h) {
             s.serie = "B";
             h.cabecera.sucursal_de_serie = 2;
         },
         "serie_de_otra_sucursal /serie; "},
        {"a date that is over", [](SolicitudVenta& s, Hallado& h) { s.vencimiento = h.hoy + -1; },
         "fuera_de_rango /vencimiento; "},
        {"a currency without a rate",
         [](SolicitudVenta& s, Hallado& h) {
             s.moneda = h.encabezado.moneda = "USD";
             h.cabecera.otra_moneda = Moneda{"USD", 2};
         },
         "moneda_sin_tipo_cambio /tipoCambio; "},
        {"no lines", [](SolicitudVenta& s, Hallado&) { s.partidas.clear(); }, "lista_vacia /partidas; "},
        {"neither product nor concept", [](SolicitudVenta& s, Hallado&) { s.partidas[0].productoId = 0; },
         "requerido /partidas/0/productoId; "},
        {"nothing of it", [](SolicitudVenta& s, Hallado&) { s.partidas[0].cantidad = {}; },
         "fuera_de_rango /partidas/0/cantidad; "},
        {"no price", [](SolicitudVenta& s, Hallado&) { s.partidas[0].precioUnitario.reset(); },
         "requerido /partidas/0/precioUnitario; "},
        {"more off than it costs", [](SolicitudVenta& s, Hallado&) { s.partidas[0].descuento = 201_mxn; },
         "base_negativa /partidas/0/descuento; "},
        {"half a cent off", [](SolicitudVenta& s, Hallado&) { s.partidas[0].descuento = Importe::de_micros(5'000); },
         "demasiados_decimales /partidas/0/descuento; "},
        {"an unknown warehouse", [](SolicitudVenta& s, Hallado&) { s.partidas[0].almacenId = 99; },
         "no_encontrado /partidas/0/almacenId; "},
        {"goods before their delivery",
         [](SolicitudVenta& s, Hallado& h) {
             s.sin_existencia = true;
             h.ajustes.facturaSinEntrega = false;
         },
         "entrega_requerida /sinEntrega; "},
        {"too much to be counted", [](SolicitudVenta& s, Hallado&) { s.partidas[0].cantidad = 2'000'000'000_pza; },
         "fuera_de_rango /partidas; "},
        {"everything at once",
         [](SolicitudVenta& s, Hallado&) {
             s.entidadId = 0;
             s.partidas[0].cantidad = {};
             s.partidas[0].precioUnitario = -1_precio;
         },
         "requerido /clienteId; fuera_de_rango /partidas/0/cantidad; fuera_de_rango /partidas/0/precioUnitario; "},
    };
    for (const Caso& c : casos) {
        SolicitudVenta s = venta();
        Hallado h = empresa();
        c.cambia(s, h);
        hallar(h, s);
        const Solicitud pedida{s};
        EXPECT_EQ(faltas_de([&] { juzgar(FacturaVenta, pedida, h); }), c.faltas) << c.que;
    }
}

TEST(Juzgar, LasFaltasLlevanElNombreQueLesDaLaOperacion) {
    SolicitudVenta s = venta();
    s.campos = {{"/vencimiento", "/plazo/vence"}};
    Hallado h = empresa();
    s.vencimiento = h.hoy + -1;
    hallar(h, s);
    const Solicitud pedida{s};
    EXPECT_EQ(faltas_de([&] { juzgar(FacturaVenta, pedida, h); }), "fuera_de_rango /plazo/vence; ");
}

// A line that takes its share of one that was priced: the shares of all parts are the whole, whatever the parts.
TEST(Juzgar, LasPartesDeUnaPartidaSumanLaPartida) {
    Azar azar{11};
    for (int vez = 0; vez < 2'000; ++vez) {
        Hallado h = empresa();
        const std::int64_t piezas = 2 + azar.menor(9);
        const Importe importe = Importe::de_micros((1 + azar.menor(1'000'000)) * 10'000LL);
        OrigenFila& o = h.origenes.emplace_back();
        o.transaccionId = 50;
        o.numeroPartida = 1;
        o.tipo = FacturaVenta.tipo;
        o.estado = "vigente";
        o.fecha = h.hoy;
        o.entidadId = contacto;
        o.moneda = "MXN";
        o.productoId = 1;
        o.cantidadBase = Cantidad::de_enteros(piezas);
        const Importe iva = (importe * Tasa::de_micros(160'000)).redondear(2);
        FuenteCifras& fuente = h.fuentes[{50, 1}];
        fuente.cifras.tipo = FacturaVenta.tipo;
        fuente.cifras.cantidadBase = o.cantidadBase;
        fuente.cifras.importe = importe;
        fuente.cifras.impuestosTercero.texto = "[]";
        fuente.cifras.impuestos.texto =
            reflect::to_json(std::vector<ImpuestoPartida>{{"iva", "tasa", Tasa::de_micros(160'000), importe, iva, ""}});
        SolicitudCredito s;
        s.entidadId = contacto;
        for (std::int64_t quedan = piezas; quedan > 0;) {
            const std::int64_t toma = 1 + azar.menor(quedan);
            PartidaCredito& p = s.partidas.emplace_back();
            p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
            p.productoId = 1;
            p.cantidad = Cantidad::de_enteros(toma);
            p.origenId = 50;
            p.origenPartida = 1;
            quedan -= toma;
        }
        hallar(h, s);
        for (LineaHallada& l : h.lineas) {
            l.origen = &h.origenes[0];
            l.regla = &NotaCreditoCliente.origenes[0];
        }
        const Solicitud pedida{s};
        const Juzgado d = juzgar(NotaCreditoCliente, pedida, h);
        EXPECT_EQ(d.totales.subtotal, importe) << vez;
        EXPECT_EQ(d.totales.iva, iva) << vez;
    }
}

// Random documents of the kinds whose entry is their table.
struct Sorteo {
    Azar azar;
    Hallado h = empresa();

    void moneda_al_azar(Cabecera& c) {
        if (!azar.una_de(3)) return;
        c.moneda = h.encabezado.moneda = "USD";
        h.cabecera.otra_moneda = Moneda{"USD", 2};
        h.cabecera.bancos[0].moneda = "USD";
        c.tipoCambio = h.encabezado.tipoCambio = Precio::de_micros(17'000'000 + azar.menor(4'000'000));
    }
    template <class Partida>
    void articulo(Partida& p, std::size_t i) {
        p.campo = fmt::format("/partidas/{}", i);
        if (azar.una_de(4)) p.conceptoId = 1;
        else p.productoId = 1 + azar.menor(4);
        p.cantidad = Cantidad::de_micros((1 + azar.menor(5'000)) * 1'000LL);
        p.precioUnitario = Precio::de_micros((1 + azar.menor(10'000'000)) * 100LL);
        if (azar.una_de(5)) p.descuento = Importe::de_micros(azar.menor(2) * 10'000LL);
        p.incluyeImpuestos = azar.una_de(3);
    }
    // What stock would answer.
    Tomado tomado(const Documento& tipo, const Juzgado& d) {
        Tomado t;
        t.transaccionId = 1;
        t.polizaId = 2;
        t.lineas.resize(d.lineas.size());
        t.restituciones.resize(d.tasas.size());
        for (const MovimientoPedido& m : d.movimientos) {
            const bool entra = tipo.existencia == Existencia::entrada;
            const Importe valor = entra ? m.valor : -Importe::de_micros(azar.menor(1'000'000) * 10'000LL);
            t.valores.push_back({m.numeroPartida, m.articulo->productoId, m.almacenId, entra ? m.cantidad : -m.cantidad, valor});
            t.lineas[indice(m)].costo = entra ? valor : -valor;
        }
        return t;
    }
};

// What always holds of a document and its entry.
void exigir(const Documento& tipo, const Solicitud& pedida, const Hallado& h, const Juzgado& d, const Tomado& t) {
    const Totales& x = d.totales;
    Importe neto;
    Importe iva;
    for (const Linea& l : d.lineas) {
        neto += l.cifras.neto;
        iva += l.cifras.iva;
        EXPECT_EQ(l.cifras.neto, l.cifras.importe - l.cifras.descuento - l.cifras.promocion);
    }
    EXPECT_EQ(x.subtotal, neto);
    EXPECT_EQ(x.iva, iva);
    EXPECT_EQ(x.total, x.subtotal + x.iva + x.ieps - x.ivaRetenido - x.isrRetenido);
    const Asentado a = asentar(tipo, pedida, h, d, t);  // throws when it does not balance
    Importe suma;
    Importe control;
    for (const Hoja& hoja : a.hojas) {
        suma += hoja.local;
        if (hoja.entidadId != 0) control += hoja.local;
    }
    EXPECT_EQ(suma, Importe{});
    Importe abierto;
    for (const SaldoAbierto& s : a.saldos) {
        abierto += deudora(s.naturaleza) ? s.totalLocal : -s.totalLocal;
        EXPECT_NE(s.cuentaId, 0);
    }
    EXPECT_EQ(control, abierto) << "the control account carries what the balances say";
    for (const MovimientoBanco& b : a.bancos) EXPECT_EQ(tipo.banco_sale ? -b.importe : b.importe, x.total);
}

template <class Pedida>
void sortear(const Documento& tipo, int veces, std::uint64_t semilla, test::Alcance& alcance) {
    Azar semillas{semilla};
    for (int vez = 0; vez < veces; ++vez) {
        Sorteo s{.azar = Azar{semillas.siguiente()}};
        Pedida pedida;
        pedida.entidadId = contacto;
        if constexpr (std::is_base_of_v<DeBanco, Pedida>) pedida.cuentaBancariaId = banco;
        // Whoever charges is a person; some taxes are cost, and some fees are rent.
        (es_venta(tipo) ? s.h.ajustes.rfc : s.h.cabecera.contactos.front().rfc) = "XOJI740919U48";
        if (vez % 3 == 0) s.h.ajustes.ivaNoAcreditable = Tasa::de_micros(333'333);
        s.h.ajustes.iepsAlCosto = vez % 5 == 0;
        if (vez % 2 == 0) s.h.conceptos.front().isrPor = "arrendamiento";
        s.moneda_al_azar(pedida);
        const std::size_t lineas = 1 + s.azar.menor(std::size_t{6});
        for (std::size_t i = 0; i < lineas; ++i) s.articulo(pedida.partidas.emplace_back(), i);
        hallar(s.h, pedida);
        const Solicitud vista{pedida};
        Juzgado d;
        const std::string faltas = faltas_de([&] { d = juzgar(tipo, vista, s.h); });
        if (!faltas.empty()) {
            alcance.hubo("refused");  // a line that comes to nothing
            continue;
        }
        exigir(tipo, vista, s.h, d, s.tomado(tipo, d));
        alcance.hubo(tipo.tipo);
        if (!d.movimientos.empty()) alcance.hubo("with goods");
        if (d.encabezado.moneda != "MXN") alcance.hubo("in another currency");
        if (!d.totales.isrRetenido.es_cero()) alcance.hubo("with withholdings");
        if (std::ranges::any_of(d.lineas, [](const Linea& l) { return !l.cifras.al_costo().es_cero(); }))
            alcance.hubo("with taxes that are cost");
        if (testing::Test::HasFailure()) {
            ADD_FAILURE() << tipo.tipo << " " << vez;
            return;
        }
    }
}

TEST(Asentar, ElAsientoDeCualquierDocumentoCuadra) {
    test::Alcance alcance{{"FacturaVenta", 2'000},
                          {"NotaVenta", 2'000},
                          {"NotaCreditoCliente", 1'000},
                          {"Anticipo", 1'000},
                          {"FacturaCompra", 2'000},
                          {"Recepcion", 1'000},
                          {"Gasto", 1'000},
                          {"with goods", 2'000},
                          {"in another currency", 2'000},
                          {"with withholdings", 1'000},
                          {"with taxes that are cost", 1'000}};
    sortear<SolicitudVenta>(FacturaVenta, 3'000, 1, alcance);
    sortear<SolicitudVenta>(NotaVenta, 3'000, 2, alcance);
    sortear<SolicitudVenta>(NotaCreditoCliente, 2'000, 3, alcance);
    sortear<SolicitudAnticipo>(Anticipo, 2'000, 4, alcance);
    sortear<SolicitudCompra>(FacturaCompra, 3'000, 5, alcance);
    sortear<SolicitudCompra>(Recepcion, 2'000, 6, alcance);
    sortear<SolicitudCompra>(Gasto, 6'000, 7, alcance);
    EXPECT_EQ(alcance.falta(), "");
}

// A journal entry in another currency: what rounding leaves of its lines is an exchange difference.
TEST(Asentar, UnaPolizaEnOtraMonedaCuadraConSuDiferenciaCambiaria) {
    Azar azar{8};
    int con_diferencia = 0;
    for (int vez = 0; vez < 2'000; ++vez) {
        Hallado h = empresa();
        h.encabezado.moneda = "USD";
        h.cabecera.otra_moneda = Moneda{"USD", 2};
        h.encabezado.tipoCambio = Precio::de_micros(17'000'001 + azar.menor(3'999'999));
        SolicitudDiario s;
        s.moneda = "USD";
        s.tipoCambio = h.encabezado.tipoCambio;
        Importe cargos;
        const int cuantas = 1 + azar.menor(7);
        for (int i = 0; i < cuantas; ++i) {
            PartidaDiario& p = s.partidas.emplace_back();
            p.campo = fmt::format("/partidas/{}", i);
            p.cuentaId = 600 + i;
            p.cargo = Importe::de_micros((1 + azar.menor(99'999)) * 10'000LL);
            cargos += p.cargo;
            h.cuentas.push_back({p.cuentaId, false, true});
        }
        PartidaDiario& p = s.partidas.emplace_back();
        p.campo = "/partidas/abono";
        p.cuentaId = 700;
        p.abono = cargos;
        h.cuentas.push_back({p.cuentaId, false, true});
        hallar(h, s, true);
        const Solicitud pedida{s};
        const Juzgado d = juzgar(Poliza, pedida, h);
        EXPECT_EQ(d.totales.total, cargos);
        Tomado t;
        t.lineas.resize(d.lineas.size());
        const Asentado a = asentar(Poliza, pedida, h, d, t);
        if (a.hojas.size() > s.partidas.size()) ++con_diferencia;
    }
    EXPECT_GT(con_diferencia, 500);
}

TEST(Asentar, SinCuentaNoHayAsiento) {
    SolicitudVenta s = venta();
    Hallado h = empresa();
    h.papeles = {};
    hallar(h, s);
    const Solicitud pedida{s};
    const Juzgado d = juzgar(FacturaVenta, pedida, h);
    Tomado t;
    t.lineas.resize(1);
    t.restituciones.resize(d.tasas.size());
    EXPECT_EQ(faltas_de([&] { asentar(FacturaVenta, pedida, h, d, t); }), "cuenta_sin_definir ; ");
}

}  // namespace
}  // namespace cacao::engine
