// Two ways of getting each figure of stock agree, on random goods and days: what is kept against what is added up again from the
// movements. And nothing of value is lost: received + landed + added = stock + cost of sales + shrinkage, to the cent.

#include "api/posiciones.hpp"
#include "base/azar.hpp"
#include "db/rows.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/gasto_compra.hpp"
#include "rooms/inventario/reportes/analisis_capas.hpp"
#include "rooms/inventario/reportes/centro_distribucion.hpp"
#include "rooms/inventario/reportes/existencias.hpp"
#include "rooms/inventario/reportes/nivel_servicio.hpp"
#include "rooms/inventario/reportes/series_lotes.hpp"
#include "support/alcance.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace cacao::test {
namespace {

using namespace literales;

using Par = std::pair<std::int64_t, std::int64_t>;  // product and warehouse

// A company to which everything that moves goods happens in any order. What the engine refuses did not happen.
class Bazar {
public:
    Bazar(db::Motor motor, std::uint64_t semilla) : l{motor}, azar{semilla} {
        norte = l.almacen("NORTE");
        a = l.producto("A", 10_mxn);
        b = l.producto("B", 20_mxn, "promedio");
        const auto c = l.producto("C", 30_mxn, "peps", "lote");
        const auto d = l.producto("D", 40_mxn, "promedio", "lote");
        const auto e = l.producto("E", 50_mxn, "peps", "serie");
        productos = {a, b, c, d, e};
        seguimiento = {{c, "lote"}, {d, "lote"}, {e, "serie"}};
    }

    void pasos(int n) {
        for (int i = 0; i < n; ++i) {
            try {
                paso();
                ++hechos;
            } catch (const Error&) {
            }
        }
    }

    std::int64_t uno(std::string_view sql, std::int64_t x = 0, std::int64_t y = 0) { return l.entero(sql, x, y); }
    std::map<Par, std::int64_t> por_lugar(std::string_view sql, std::optional<Fecha> dia = {}) {
        std::map<Par, std::int64_t> sumas;
        l.m.lee([&](const Context& ctx) {
            const auto leer = [&](const db::Row& r) {
                if (r.integer(2) != 0) sumas[{r.integer(0), r.integer(1)}] = r.integer(2);
            };
            if (dia) ctx.db().each(sql, leer, ctx.organizacionId(), *dia);
            else ctx.db().each(sql, leer, ctx.organizacionId());
        });
        return sumas;
    }
    // What there is by now: documents by kind, those cancelled, places below zero.
    void contar(Alcance& alcance) {
        l.m.lee([&](const Context& ctx) {
            ctx.db().each(
                "SELECT tipo, COUNT(*) FROM documento WHERE organizacionId = $1 GROUP BY tipo",
                [&](const db::Row& r) { alcance.hubo(r.text(0), r.integer(1)); }, ctx.organizacionId());
        });
        alcance.hubo("cancelado", uno("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND estado = 'cancelado'"));
        alcance.hubo("faltante", uno("SELECT COUNT(*) FROM faltante WHERE organizacionId = $1 AND cantidad > 0"));
        alcance.hubo("porLlegar", uno("SELECT COUNT(*) FROM porLlegar WHERE organizacionId = $1"));
    }
    Fecha un_dia() {
        Fecha hoy;
        l.m.lee([&](const Context& ctx) { hoy = ctx.hoy(); });
        return hoy + -azar.menor(90);
    }

    Libro l;
    Azar azar;
    std::int64_t norte = 0;
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::vector<std::int64_t> productos;
    std::map<std::int64_t, std::string> seguimiento;
    int hechos = 0;
    bool negativos = false;

private:
    std::int64_t un_almacen() { return azar.una_de(2) ? norte : l.almacenId; }

    // Some pieces of one of these products.
    test::PartidaEntera& linea(test::SolicitudEntera& s, const std::vector<std::int64_t>& de, bool entra) {
        const auto producto = azar.uno(de);
        const auto cantidad = Cantidad::de_enteros(1 + azar.menor(9));
        auto& p = s.partidas.emplace_back();
        p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
        p.productoId = producto;
        p.cantidad = cantidad;
        const auto como = seguimiento.find(producto);
        if (como == seguimiento.end()) return p;
        if (como->second == "lote") {
            p.lote = engine::LotePedido{azar.una_de(2) ? "X" : "Y", {}, {}, {}};
            return p;
        }
        for (std::int64_t i = 0; i < cantidad.micros() / millonesimas; ++i)
            p.series.push_back(fmt::format("S{:04}", entra ? ++serie : 1 + azar.menor(serie + 1)));
        return p;
    }
    void linea_con_costo(test::SolicitudEntera& s) {
        auto& p = linea(s, productos, true);
        p.precioUnitario = Precio::de_micros((1 + azar.menor(3000)) * 10'001LL);
    }

    test::SolicitudEntera nueva(const engine::Documento& tipo) {
        auto s = l.solicitud(tipo, {});
        s.fecha = un_dia();
        s.almacenId = un_almacen();
        return s;
    }
    void emite(const engine::Documento& tipo, const test::SolicitudEntera& s) {
        const auto e = l.emite(tipo, s);
        documentos.push_back(e.transaccionId);
        de_tipo[std::string{tipo.tipo}].push_back(e.transaccionId);
    }
    // Part of what some document of a kind has, into another.
    void deriva(const engine::Documento& tipo, const std::string& origen,
                const std::function<void(test::SolicitudEntera&)>& ajusta = {}) {
        const auto& lista = de_tipo[origen];
        if (lista.empty()) return;
        const auto id = azar.uno(lista);
        auto s = l.derivada(tipo, id, std::vector<Cantidad>(5, Cantidad::de_enteros(1 + azar.menor(3))));
        s.fecha = un_dia();
        for (auto& p : s.partidas)
            if (const auto como = seguimiento.find(p.productoId); como != seguimiento.end() && como->second == "lote")
                p.lote = engine::LotePedido{azar.una_de(2) ? "X" : "Y", {}, {}, {}};
        if (ajusta) ajusta(s);
        emite(tipo, s);
    }

    void entregar() {
        auto s = nueva(engine::Entrega);
        linea(s, productos, false);
        emite(engine::Entrega, s);
    }
    void cancelar(const std::vector<std::int64_t>& de) {
        if (!de.empty()) l.cancela(azar.uno(de));
    }
    void paso() {
        const int que = azar.menor(16);
        // Where goods may leave before they come in, half of what would come in leaves instead, or what left is undone.
        if (negativos && que == 0) return entregar();
        if (negativos && que == 1) return cancelar(de_tipo["Entrega"]);
        switch (que) {
            case 0:
            case 1:
            case 2:
            case 3: {
                auto s = nueva(engine::Recepcion);
                for (int i = 0; i < 2; ++i) linea_con_costo(s);
                return emite(engine::Recepcion, s);
            }
            case 4: {
                auto s = nueva(engine::EntradaInventario);
                linea_con_costo(s);
                return emite(engine::EntradaInventario, s);
            }
            case 5:
            case 6: return entregar();
            case 7: {
                auto s = nueva(engine::Traspaso);
                s.almacenDestinoId = s.almacenId == norte ? l.almacenId : norte;
                linea(s, productos, false);
                return emite(engine::Traspaso, s);
            }
            case 8: {
                if (azar.una_de(2))
                    return deriva(engine::TraspasoRecepcion, "TraspasoEnvio", [&](test::SolicitudEntera& s) {
                        s.almacenId = l.transitoId;
                        s.almacenDestinoId = norte;
                    });
                auto s = nueva(engine::TraspasoEnvio);
                s.almacenDestinoId = l.transitoId;
                linea(s, productos, false);
                return emite(engine::TraspasoEnvio, s);
            }
            case 9: {
                auto s = nueva(engine::Reempaque);
                s.almacenDestinoId = un_almacen();
                s.costoAgregado = Importe::de_micros(azar.menor(500) * 10'000LL);
                auto& consumida = linea(s, productos, false);
                if (azar.una_de(3)) consumida.merma = Cantidad::de_enteros(1);
                linea(s, {a, b}, true).produce = true;
                linea(s, {productos[2]}, true).produce = true;
                return emite(engine::Reempaque, s);
            }
            case 10: {
                const auto& lista = de_tipo["Recepcion"];
                if (lista.empty()) return;
                engine::GastoCompraPedido g;
                g.encabezado.fecha = un_dia();
                g.importe = Importe::de_micros((1 + azar.menor(9999)) * 10'000LL);
                const auto id = azar.uno(lista);
                g.portadores = {{"/partidas/0", id, 1, {}}, {"/partidas/1", id, 2, {}}};
                l.escribe([&](Context& ctx) { documentos.push_back(registrar_gasto_compra(ctx, g).transaccionId); });
                return;
            }
            case 11: return deriva(engine::NotaDevolucionCliente, "Entrega");
            case 12: return deriva(engine::NotaDevolucionProveedor, "Recepcion");
            case 13: {
                const auto& tipo = azar.una_de(2) ? engine::Merma : engine::ConsumoInterno;
                auto s = nueva(tipo);
                linea(s, productos, false);
                return emite(tipo, s);
            }
            case 14: {
                if (azar.una_de(3)) return deriva(engine::Entrega, "PedidoCliente");
                auto s = nueva(engine::PedidoCliente);
                s.sin_existencia = !azar.una_de(3);
                auto& p = linea(s, {a, b}, false);
                p.precioUnitario = 5_precio;
                return emite(engine::PedidoCliente, s);
            }
            default: return cancelar(documentos);
        }
    }

    std::vector<std::int64_t> documentos;
    std::map<std::string, std::vector<std::int64_t>> de_tipo;
    int serie = 0;
};

// Every row of a paged list, a few at a time by cursor.
template <class Pedido, class Fn>
auto todas(const Context& ctx, Pedido pedido, Fn fn, int registros = 7) {
    pedido.registrosPorPagina = registros;
    pedido.conTotal = true;
    auto pagina = fn(ctx, pedido);
    auto filas = pagina.data;
    const auto total = pagina.totalRegistros;
    while (pagina.siguiente) {
        pedido.cursor = *pagina.siguiente;
        pagina = fn(ctx, pedido);
        filas.insert(filas.end(), pagina.data.begin(), pagina.data.end());
    }
    EXPECT_EQ(static_cast<std::int64_t>(filas.size()), total.value());
    return filas;
}

class ReportesInventarioTest : public testing::TestWithParam<db::Motor> {
protected:
    static int secuencias() { return GetParam() == db::Motor::sqlite ? 4 : 1; }

    static void comparar_al_dia(Bazar& z, const std::optional<Fecha>& dia, bool por_capa = true) {
        // Without a day every movement counts, those of days to come too.
        const Fecha hasta = dia.value_or(Fecha::de_dias(1'000'000));
        const auto cantidades = z.por_lugar(R"(SELECT productoId, almacenId, CAST(SUM(cantidad) AS BIGINT) FROM movimiento
            WHERE organizacionId = $1 AND fecha <= $2 GROUP BY productoId, almacenId)",
                                            hasta);
        const auto valores = z.por_lugar(R"(SELECT productoId, almacenId, CAST(SUM(valor) AS BIGINT) FROM movimiento
            WHERE organizacionId = $1 AND fecha <= $2 GROUP BY productoId, almacenId)",
                                         hasta);
        std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> capas;
        z.l.m.lee([&](const Context& ctx) {
            ctx.db().each(R"(SELECT capaId, CAST(SUM(cantidad) AS BIGINT), CAST(SUM(valor) AS BIGINT) FROM movimiento
                WHERE organizacionId = $1 AND fecha <= $2 GROUP BY capaId HAVING SUM(cantidad) <> 0 OR SUM(valor) <> 0)",
                          [&](const db::Row& r) {
                              capas[r.integer(0)] = {r.integer(1), r.integer(2)};
                          },
                          ctx.organizacionId(), hasta);
        });
        z.l.m.lee([&](const Context& ctx) {
            std::map<Par, std::int64_t> dichas;
            std::map<Par, std::int64_t> valen;
            ExistenciasPedidas p;
            p.fecha = dia;
            for (const auto& e : todas(ctx, p, listar_existencias)) {
                if (!e.existencia.es_cero()) dichas[{e.productoId, e.almacenId}] = e.existencia.micros();
                if (!e.valor.es_cero()) valen[{e.productoId, e.almacenId}] = e.valor.micros();
            }
            EXPECT_EQ(dichas, cantidades);
            EXPECT_EQ(valen, valores);
            p.soloConExistencia = true;
            EXPECT_EQ(todas(ctx, p, listar_existencias).size(), cantidades.size());

            std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> analizadas;
            AnalisisCapasPedido q;
            q.fecha = dia;
            Importe suma;
            for (const auto& c : todas(ctx, q, analizar_capas)) {
                analizadas[c.capaId] = {c.cantidadRestante.micros(), c.valorRestante.micros()};
                suma += c.valorRestante;
            }
            // Where goods left before they came in, only the place as a whole says which layer they were of.
            if (por_capa) {
                EXPECT_EQ(analizadas, capas);
            }

            TotalesPedidos t;
            t.fecha = dia;
            const auto totales = cuadre_de(ctx, t);
            EXPECT_EQ(totales.valor, suma);
            EXPECT_EQ(totales.diferencia, Importe{}) << "at " << hasta.iso();
            AnalisisCapasTotalesPedido u;
            u.fecha = dia;
            EXPECT_EQ(totalizar_capas(ctx, u).valorCapas, suma);
        });
    }

    // Received + landed + added = stock + cost of sales + shrinkage.
    static void nada_se_pierde(Bazar& z) {
        // What documents in force brought in, by what they say; supplier returns take it back at the value they took out.
        const auto vivos = [&](const char* tipos) {
            return z.uno(fmt::format(R"(SELECT CAST(COALESCE(SUM(p.costo), 0) AS BIGINT) FROM documento d
                JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
                WHERE d.organizacionId = $1 AND d.estado = 'vigente' AND d.tipo IN ({}))",
                                     tipos));
        };
        const auto recibido = vivos("'Recepcion', 'EntradaInventario'");
        const auto aterrizado = vivos("'GastoCompra'");
        const auto agregado = z.uno(R"(SELECT CAST(COALESCE(SUM(r.costoAgregado), 0) AS BIGINT) FROM reempaque r
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.transaccionId
            WHERE r.organizacionId = $1 AND d.estado = 'vigente')");
        // By entry: what went back takes the place of its invoice, and the rest is variance.
        const auto regresado = z.l.cuenta("recibido_no_facturado").micros() + vivos("'Recepcion'");
        const auto existencia =
            z.uno(R"(SELECT CAST(COALESCE(SUM(valorRestante), 0) AS BIGINT) FROM capa WHERE organizacionId = $1)") -
            z.uno(R"(SELECT CAST(COALESCE(SUM(valor), 0) AS BIGINT) FROM faltante WHERE organizacionId = $1)") +
            z.uno(R"(SELECT CAST(COALESCE(SUM(valor), 0) AS BIGINT) FROM porLlegar WHERE organizacionId = $1)");
        Importe consumido;
        for (const auto* papel : {"costo_ventas", "merma", "consumo_interno", "variacion_costo"}) consumido += z.l.cuenta(papel);
        EXPECT_EQ(recibido + aterrizado + agregado - regresado, existencia + consumido.micros()) << "after " << z.hechos;
        EXPECT_EQ(z.l.cuenta("inventario").micros(), existencia);
    }

    // Of one line of the reports at a time, the other way round: from the documents.
    static void comparar_pendientes(Bazar& z) {
        const auto abiertas = [&](const char* tipo, const char* avance, const char* almacen) {
            return z.por_lugar(
                fmt::format(R"(SELECT p.productoId, {2}, CAST(SUM(p.cantidadBase - COALESCE(v.cantidad, 0)) AS BIGINT)
                FROM documento d JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
                JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = d.sucursalId
                LEFT JOIN avance v ON v.organizacionId = $1 AND v.transaccionId = p.transaccionId AND v.numeroPartida = p.numeroPartida
                    AND v.avance = '{1}'
                WHERE d.organizacionId = $1 AND d.tipo = '{0}' AND d.estado = 'vigente' GROUP BY p.productoId, {2})",
                            tipo, avance, almacen));
        };
        const auto pedidos =
            abiertas("PedidoCliente", "entregado", "CASE WHEN p.almacenId <> 0 THEN p.almacenId ELSE d.almacenId END");
        const auto envios = abiertas("TraspasoEnvio", "recibido", "p.almacenId");
        const auto demandas = z.por_lugar(R"(SELECT p.productoId, p.almacenId, CAST(SUM(CASE WHEN d.tipo = 'NotaDevolucionCliente'
                THEN -p.cantidadBase ELSE p.cantidadBase END) AS BIGINT) FROM documento d
            JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
            WHERE d.organizacionId = $1 AND d.estado = 'vigente'
              AND d.tipo IN ('Entrega', 'NotaDevolucionCliente', 'ConsumoInterno', 'Traspaso', 'TraspasoEnvio')
            GROUP BY p.productoId, p.almacenId)");
        z.l.m.lee([&](const Context& ctx) {
            std::map<Par, std::int64_t> dichos;
            std::map<Par, std::int64_t> salen;
            std::map<Par, std::int64_t> demanda;
            CentroDistribucionPedido p;
            p.diasDemanda = 700;
            for (const auto& c : todas(ctx, p, listar_centro_distribucion)) {
                const Par par{c.productoId, c.almacenId};
                if (!c.pedidoPendiente.es_cero()) dichos[par] = c.pedidoPendiente.micros();
                if (!c.enTransitoSalida.es_cero()) salen[par] = c.enTransitoSalida.micros();
                if (!c.demanda.es_cero()) demanda[par] = c.demanda.micros();
            }
            EXPECT_EQ(dichos, pedidos);
            EXPECT_EQ(salen, envios);
            for (const auto& [par, cuanta] : demanda) EXPECT_EQ(demandas.contains(par) ? demandas.at(par) : 0, cuanta);

            std::map<Par, std::int64_t> apartes;
            for (const auto& s : todas(ctx, SeriesLotesPedidos{}, listar_series_lotes))
                apartes[{s.productoId, s.almacenId}] += s.existencia.micros();
            std::map<Par, std::int64_t> esperadas;
            for (const auto& e : todas(ctx, ExistenciasPedidas{}, listar_existencias))
                if (z.seguimiento.contains(e.productoId) && !e.existencia.es_cero())
                    esperadas[{e.productoId, e.almacenId}] = e.existencia.micros();
            EXPECT_EQ(apartes, esperadas);
        });
    }
};
CACAO_EN_AMBOS_MOTORES(ReportesInventarioTest);

// Whoever follows stock by positions finds every product of which something changed, whatever happened to it and however late it
// could be seen: what has no position yet is behind the one that the answer says to go on from.
TEST_P(ReportesInventarioTest, StockThatChangedIsFoundBehindAPosition) {
    Bazar z{GetParam(), 4711};
    const auto cambian = [&](std::int64_t desde, std::int64_t* hasta = nullptr) {
        std::set<std::int64_t> productos;
        z.l.m.lee([&](const Context& ctx) {
            ExistenciasPedidas p;
            p.desdePosicion = Entero<0, 9'007'199'254'740'991>{desde};
            for (const auto& e : todas(ctx, p, listar_existencias, 2)) productos.insert(e.productoId);
            if (hasta != nullptr) *hasta = listar_existencias(ctx, p).hastaPosicion.value();
        });
        return productos;
    };
    const auto cuanto = [&] {
        std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> hay;
        z.l.m.lee([&](const Context& ctx) {
            for (const auto& e : todas(ctx, ExistenciasPedidas{}, listar_existencias)) {
                hay[e.productoId].first += e.existencia.micros();
                hay[e.productoId].second += e.reservado->micros();
            }
        });
        return hay;
    };
    const auto dar = [&] {
        z.l.m.base->write_now(z.l.m.empresa.organizacionId, [](db::Writer& tx) { api::give_positions(tx); });
    };
    z.pasos(20);
    dar();
    std::int64_t posicion = 0;
    EXPECT_FALSE(cambian(0, &posicion).empty());
    EXPECT_EQ(cambian(posicion), std::set<std::int64_t>{});
    int cambios = 0;
    for (int i = 0; i < 40; ++i) {
        const auto antes = cuanto();
        z.pasos(1);
        std::set<std::int64_t> distintos;
        for (const auto& [producto, hay] : cuanto()) {
            const auto it = antes.find(producto);
            if (it == antes.end() ? hay != std::pair<std::int64_t, std::int64_t>{} : it->second != hay)
                distintos.insert(producto);
        }
        cambios += static_cast<int>(distintos.size());
        std::int64_t vista = 0;
        cambian(posicion, &vista);
        if (GetParam() == db::Motor::postgres) {
            EXPECT_EQ(vista, posicion) << "nothing has a position yet";
        }
        dar();
        const auto hallados = cambian(posicion, &vista);
        EXPECT_TRUE(std::ranges::includes(hallados, distintos)) << "step " << i;
        posicion = vista;
        EXPECT_EQ(cambian(posicion), std::set<std::int64_t>{});
    }
    EXPECT_GT(cambios, 10);

    // What an order puts aside moves nothing, and neither does letting it go.
    z.l.entra(z.a, 10_pza, 3_precio);
    dar();
    cambian(posicion, &posicion);
    const auto cambio_a = [&](const char* que) {
        if (GetParam() == db::Motor::postgres) {
            EXPECT_EQ(cambian(posicion), std::set<std::int64_t>{}) << que;
        }
        dar();
        EXPECT_EQ(cambian(posicion, &posicion), std::set<std::int64_t>{z.a}) << que;
    };
    const auto antes = cuanto()[z.a].second;
    const auto pedido = z.l.emite(engine::PedidoCliente, z.l.solicitud(engine::PedidoCliente, {{z.a, 4_pza, 10_precio}}));
    EXPECT_EQ(cuanto()[z.a].second, antes + 4'000'000);
    cambio_a("put aside");
    z.l.m.escribe([&](Context& ctx) { engine::cancelar(ctx, pedido.transaccionId, {}, {engine::PedidoCliente.tipo}); });
    EXPECT_EQ(cuanto()[z.a].second, antes);
    cambio_a("let go");
}

TEST_P(ReportesInventarioTest, LoGuardadoYLoSumadoDeNuevoDicenLoMismo) {
    Alcance alcance{"Recepcion", "Entrega", "Traspaso", "TraspasoEnvio", "PedidoCliente", "NotaDevolucionCliente", "cancelado"};
    for (int semilla = 18; semilla < 18 + secuencias(); ++semilla) {
        SCOPED_TRACE(semilla);
        Bazar z{GetParam(), static_cast<std::uint64_t>(semilla)};
        z.pasos(150);
        EXPECT_GT(z.hechos, 50);
        comparar_al_dia(z, std::nullopt);
        for (int i = 0; i < 4; ++i) comparar_al_dia(z, z.un_dia());
        comparar_pendientes(z);
        z.contar(alcance);
        if (HasFailure()) return;
    }
    EXPECT_EQ(alcance.falta(), "");
}

TEST_P(ReportesInventarioTest, ConExistenciaNegativaTambienCuadran) {
    Alcance alcance{
        {"faltante", secuencias()}, "porLlegar", "Recepcion", "Entrega", "Traspaso", "Reempaque", "NotaDevolucionCliente",
        "NotaDevolucionProveedor",  "cancelado"};
    for (int semilla = 63; semilla < 63 + secuencias(); ++semilla) {
        SCOPED_TRACE(semilla);
        Bazar z{GetParam(), static_cast<std::uint64_t>(semilla)};
        z.l.permite_negativos();
        z.negativos = true;
        z.pasos(150);
        comparar_al_dia(z, std::nullopt, false);
        for (int i = 0; i < 4; ++i) comparar_al_dia(z, z.un_dia(), false);
        nada_se_pierde(z);
        z.contar(alcance);
        if (HasFailure()) return;
    }
    EXPECT_EQ(alcance.falta(), "");
}

// What comes back pays what is owed, so a place either holds goods or owes them; on a day before, it owed them.
TEST_P(ReportesInventarioTest, LoQueSeDebeEsUnaFilaHastaQueSePaga) {
    Libro l{GetParam()};
    l.permite_negativos();
    const auto producto = l.producto("A");
    const auto sale = [&](Cantidad cantidad) {
        return l.emite(engine::Entrega, l.solicitud(engine::Entrega, {{producto, cantidad, {}}})).transaccionId;
    };
    const auto capas = [&](std::optional<Fecha> fecha = {}) {
        std::string dichas;
        l.m.lee([&](const Context& ctx) {
            AnalisisCapasPedido p;
            p.fecha = fecha;
            Importe suma;
            for (const auto& c : todas(ctx, p, analizar_capas, 1)) {
                dichas += fmt::format("{} de {}; ", c.cantidadRestante.texto(), c.valorRestante.texto());
                suma += c.valorRestante;
            }
            AnalisisCapasTotalesPedido t;
            t.fecha = fecha;
            EXPECT_EQ(totalizar_capas(ctx, t).valorCapas, suma);
            EXPECT_EQ(totalizar_capas(ctx, t).diferencia, Importe{});
        });
        return dichas;
    };
    l.entra(producto, 12_pza, 5_precio);
    const auto primera = sale(12_pza);
    const auto segunda = sale(4_pza);
    const auto tercera = sale(6_pza);
    EXPECT_EQ(capas(), "-10 de -50; ");
    l.cancela(primera);
    EXPECT_EQ(capas(), "2 de 10; ");
    l.cancela(segunda);
    EXPECT_EQ(capas(), "6 de 30; ");
    EXPECT_EQ(capas(Fecha::leer_iso("2026-11-15")), "6 de 30; ") << "today, by what moved since";
    l.cancela(tercera);
    EXPECT_EQ(capas(), "12 de 60; ");
    sale(12_pza);
    sale(3_pza);
    EXPECT_EQ(capas(), "-3 de -15; ");
    l.m.avanza(24 * 3600);
    l.entra(producto, 5_pza, 7_precio);
    EXPECT_EQ(capas(), "2 de 14; ");
    EXPECT_EQ(capas(Fecha::leer_iso("2026-11-15")), "-3 de -15; ") << "yesterday";
}

TEST_P(ReportesInventarioTest, NadaDeValorSePierde) {
    // Everything that moves value happens, so that the sums mean something.
    Alcance alcance{"Recepcion",
                    "EntradaInventario",
                    "Entrega",
                    "Traspaso",
                    "TraspasoEnvio",
                    "TraspasoRecepcion",
                    "Reempaque",
                    "GastoCompra",
                    "NotaDevolucionCliente",
                    "NotaDevolucionProveedor",
                    "Merma",
                    "ConsumoInterno",
                    "cancelado"};
    for (int semilla = 101; semilla < 101 + secuencias(); ++semilla) {
        SCOPED_TRACE(semilla);
        Bazar z{GetParam(), static_cast<std::uint64_t>(semilla)};
        for (int tramo = 0; tramo < 5; ++tramo) {
            z.pasos(40);
            nada_se_pierde(z);
        }
        EXPECT_GT(z.hechos, 70);
        z.contar(alcance);
        if (HasFailure()) return;
    }
    EXPECT_EQ(alcance.falta(), "");
}

// What suppliers owe counts from its authorization until it came in or nobody waits for it any more.
TEST_P(ReportesInventarioTest, LoPedidoAProveedoresSeEspera) {
    Libro l{GetParam()};
    const auto producto = l.producto("A");
    const auto esperado = [&] {
        std::string dicho;
        l.m.lee([&](const Context& ctx) {
            for (const auto& c : listar_centro_distribucion(ctx, {}).data)
                dicho += fmt::format("{}/{} ", c.existencia.texto(), c.ordenPendiente.texto());
        });
        return dicho;
    };
    const auto transita = [&](std::int64_t id, std::string_view accion) {
        l.escribe([&](Context& ctx) { engine::transitar(ctx, id, accion); });
    };
    const auto orden =
        l.emite(engine::OrdenCompra, l.solicitud(engine::OrdenCompra, {{producto, 10_pza, 5_precio}})).transaccionId;
    EXPECT_EQ(esperado(), "0/0 ");
    transita(orden, "autorizar");
    EXPECT_EQ(esperado(), "0/10 ");
    const auto recibe = [&](Cantidad cantidad) {
        return l.emite(engine::Recepcion, l.derivada(engine::Recepcion, orden, {cantidad})).transaccionId;
    };
    recibe(4_pza);
    EXPECT_EQ(esperado(), "4/6 ");
    const auto ultima = recibe(6_pza);
    EXPECT_EQ(esperado(), "10/0 ");
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM pendiente WHERE organizacionId = $1 AND abierto = 1"), 0);
    l.cancela(ultima);
    EXPECT_EQ(esperado(), "4/6 ");
    transita(orden, "cerrar");
    EXPECT_EQ(esperado(), "4/0 ");
}

// A box taken apart and put together again is worth what it was, whatever it cost and however many pieces it has.
TEST_P(ReportesInventarioTest, AbrirYVolverAArmarDejaElMismoCosto) {
    Libro l{GetParam()};
    Azar azar{7};
    for (int i = 0; i < 12; ++i) {
        const auto metodo = azar.una_de(2) ? "peps" : "promedio";
        const auto caja = l.producto(fmt::format("CAJA{}", i), 100_mxn, metodo);
        const auto pieza = l.producto(fmt::format("PIEZA{}", i), 10_mxn, metodo);
        const auto cajas = Cantidad::de_enteros(1 + azar.menor(9));
        l.entra(caja, cajas, Precio::de_micros(azar.menor(100'000'000) + 1));
        const auto antes = l.valor(caja);
        const auto piezas = Cantidad::de_enteros(1 + azar.menor(50));
        const auto pasar = [&](std::int64_t de, Cantidad sale, std::int64_t a, Cantidad entra, Importe agregado, Cantidad merma) {
            auto s = l.solicitud(engine::Reempaque, {{de, sale, {}}, {a, entra, {}}});
            for (auto& p : s.partidas) p.precioUnitario.reset();
            s.partidas[0].merma = merma;
            s.partidas[1].produce = true;
            s.costoAgregado = agregado;
            return l.emite(engine::Reempaque, s).transaccionId;
        };
        pasar(caja, 1_pza, pieza, piezas, {}, {});
        EXPECT_EQ(l.valor(caja) + l.valor(pieza), antes);
        pasar(pieza, piezas, caja, 1_pza, {}, {});
        EXPECT_EQ(l.valor(caja), antes);
        EXPECT_EQ(l.valor(pieza), Importe{});
        // Before = after − what was added + what was lost abnormally, as the document says it.
        const auto id = pasar(caja, 1_pza, pieza, piezas, 3_mxn, 1_pza);
        const auto perdida = Importe::de_micros(
            l.entero("SELECT mermaAnormal FROM reempaque WHERE organizacionId = $1 AND transaccionId = $2", id));
        EXPECT_EQ(l.valor(caja) + l.valor(pieza) - 3_mxn + perdida, antes);
    }
}

}  // namespace
}  // namespace cacao::test
