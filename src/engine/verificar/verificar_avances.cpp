// Verification of links: what is used up of a line is what the lines in force that derive from it, or from what derives from it,
// have taken by the rules of their kinds.

#include "engine/cadena/origen.hpp"
#include "engine/verificar/verificar_interno.hpp"

#include <algorithm>

namespace cacao::engine::verificacion {
namespace {

struct Uso {
    Cantidad cantidad;
    Cantidad devuelta;  // given back by returns
    Importe valor;
    bool usado = false;
};
using LlaveAvance = std::tuple<std::int64_t, std::int64_t, std::string>;  // document, line, progress

class Avances {
public:
    Avances(Revision& r, Tramo t) : r_(r), t_(t) {}
    void revisar() {
        directos();
        indirectos();
        devueltos();
        acreditados();
        comparar();
        esperados();
        por_facturar();
    }

private:
    static const Origen* regla(const Documento& tipo, std::string_view origen) {
        const auto it =
            std::find_if(tipo.origenes.begin(), tipo.origenes.end(), [&](const Origen& o) { return o.tipo == origen; });
        return it == tipo.origenes.end() ? nullptr : &*it;
    }
    void usar(std::int64_t id, std::int64_t numero, Avance avance, Cantidad cantidad, Importe valor) {
        if (avance == Avance::ninguno) return;
        Uso& u = usos_[{id, numero, std::string{nombre(avance)}}];
        u.cantidad += cantidad;
        u.valor += valor;
        u.usado = true;
    }

    // Whoever adds up what waits looks at open rows alone: a line that waits without one would be forgotten.
    void esperados() {
        r_.buscar(
            "pendiente", R"(
            SELECT p.transaccionId, p.numeroPartida FROM documento d
              JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
              JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId AND q.tipo = 'producto'
              LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId AND a.numeroPartida = p.numeroPartida
                                AND a.avance = CASE WHEN d.tipo = 'PedidoCliente' THEN 'entregado' ELSE 'recibido' END
             WHERE d.organizacionId = $1 AND d.transaccionId > $2 AND d.transaccionId <= $3
               AND d.tipo IN ('PedidoCliente', 'OrdenCompra', 'TraspasoEnvio') AND d.estado IN ('vigente', 'porAutorizar', 'autorizado')
               AND COALESCE(a.cantidad, 0) < p.cantidadBase
               AND NOT EXISTS (SELECT 1 FROM pendiente n WHERE n.organizacionId = $1 AND n.transaccionId = p.transaccionId
                               AND n.numeroPartida = p.numeroPartida AND n.abierto = 1)
             ORDER BY p.transaccionId, p.numeroPartida LIMIT 1000)",
            [&](const db::Row& f) {
                r_.decir("pendiente", fmt::format("transaccionId {}, numeroPartida {}", f.integer(0), f.integer(1)),
                         "the line waits and has no open row");
            },
            t_.desde, t_.hasta);
        // A kit waits by the parts it had on its day; a product by itself.
        r_.buscar(
            "pendiente", R"(
            SELECT n.transaccionId, n.numeroPartida, n.clase, n.cantidad, p.cantidadBase
              FROM partida p
              JOIN pendiente n ON n.organizacionId = $1 AND n.transaccionId = p.transaccionId AND n.numeroPartida = p.numeroPartida
                              AND n.productoId = p.productoId
             WHERE p.organizacionId = $1 AND p.transaccionId > $2 AND p.transaccionId <= $3 AND n.cantidad <> p.cantidadBase
             ORDER BY n.transaccionId, n.numeroPartida, n.clase LIMIT 1000)",
            [&](const db::Row& f) {
                r_.comparar("pendiente",
                            fmt::format("transaccionId {}, numeroPartida {}, clase {}", f.integer(0), f.integer(1), f.text(2)),
                            "cantidad", f.integer(3), f.integer(4));
            },
            t_.desde, t_.hasta);
    }

    // The same for what was delivered and waits for its invoice: the customer's credit is judged by open rows.
    void por_facturar() {
        r_.buscar(
            "porFacturar", R"(
            SELECT w.transaccionId, w.numeroPartida, w.abierto FROM porFacturar w
              JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = w.transaccionId
              JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = w.transaccionId AND p.numeroPartida = w.numeroPartida
              LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = w.transaccionId AND a.numeroPartida = w.numeroPartida
                                AND a.avance = 'facturado'
             WHERE w.organizacionId = $1 AND w.transaccionId > $2 AND w.transaccionId <= $3
               AND w.abierto <> CASE WHEN d.estado <> 'cancelado' AND COALESCE(a.cantidad, 0) < p.cantidadBase THEN 1 ELSE 0 END
             ORDER BY w.transaccionId, w.numeroPartida LIMIT 1000)",
            [&](const db::Row& f) {
                r_.decir("porFacturar", fmt::format("transaccionId {}, numeroPartida {}", f.integer(0), f.integer(1)),
                         f.integer(2) != 0 ? "the line waits for no invoice and its row is open"
                                           : "the line waits for its invoice and its row is closed");
            },
            t_.desde, t_.hasta);
    }

    // Lines that derive from the lines of the stretch.
    void directos() {
        r_.tx.each(
            R"(SELECT p.origenId, p.origenPartida, x.tipo, d.tipo, p.cantidadBase, p.costo,
                      CASE WHEN EXISTS (SELECT 1 FROM movimiento m WHERE m.organizacionId = $1 AND m.transaccionId = p.transaccionId
                                        AND m.numeroPartida = p.numeroPartida AND m.cantidad <> 0) THEN 1 ELSE 0 END
               FROM partida p
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
               JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = p.origenId
               WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId > $2 AND p.origenId <= $3)",
            [&](const db::Row& f) {
                const Documento* tipo = tipo_de(f.text(3));
                const Origen* o = tipo == nullptr ? nullptr : regla(*tipo, f.text(2));
                if (o == nullptr) return;
                const Cantidad cantidad = Cantidad::de_micros(f.integer(4));
                usar(f.integer(0), f.integer(1), o->avance, cantidad, o->por_valor ? importe(f, 5) : Importe{});
                if (f.integer(6) != 0) usar(f.integer(0), f.integer(1), o->al_mover, cantidad, {});
            },
            r_.org(), t_.desde, t_.hasta);
    }

    // Lines that derive from lines that derive from those of the stretch, in the order that SQLite follows in a CROSS JOIN.
    void indirectos() {
        r_.tx.each(
            R"(SELECT o.origenId, o.origenPartida, x.tipo, y.tipo, d.tipo, p.cantidadBase, o.almacenId
               FROM partida o CROSS JOIN partida p CROSS JOIN documento d CROSS JOIN documento y CROSS JOIN documento x
               WHERE o.organizacionId = $1 AND o.origenId <> 0 AND o.origenId > $2 AND o.origenId <= $3
                 AND p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId = o.transaccionId AND p.origenPartida = o.numeroPartida
                 AND d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
                 AND y.organizacionId = $1 AND y.transaccionId = o.transaccionId
                 AND x.organizacionId = $1 AND x.transaccionId = o.origenId)",
            [&](const db::Row& f) {
                const Documento* tipo = tipo_de(f.text(4));
                const Origen* suya = tipo == nullptr ? nullptr : regla(*tipo, f.text(3));
                if (suya == nullptr) return;
                const Cantidad cantidad = Cantidad::de_micros(f.integer(5));
                if (sube(*tipo, f.text(3), f.text(2), suya->avance)) usar(f.integer(0), f.integer(1), suya->avance, cantidad, {});
                if (por_reabrir(*suya, {f.text(3), f.integer(6) != 0}, {}, "").antes)
                    usos_[{f.integer(0), f.integer(1), std::string{nombre(suya->reabre)}}].devuelta += cantidad;
            },
            r_.org(), t_.desde, t_.hasta);
    }

    // Returns of what was delivered by way of an invoice, or invoiced by way of its delivery: the order waits for the goods
    // again.
    void devueltos() {
        r_.tx.each(
            R"(SELECT b.origenId, b.origenPartida, x.tipo, y.tipo, d.tipo, p.cantidadBase, z.tipo, o.almacenId, b.almacenId
               FROM partida b CROSS JOIN partida o CROSS JOIN partida p CROSS JOIN documento d CROSS JOIN documento y
                    CROSS JOIN documento x CROSS JOIN documento z
               WHERE b.organizacionId = $1 AND b.origenId <> 0 AND b.origenId > $2 AND b.origenId <= $3
                 AND o.organizacionId = $1 AND o.origenId <> 0 AND o.origenId = b.transaccionId AND o.origenPartida = b.numeroPartida
                 AND p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId = o.transaccionId AND p.origenPartida = o.numeroPartida
                 AND d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
                 AND y.organizacionId = $1 AND y.transaccionId = o.transaccionId
                 AND x.organizacionId = $1 AND x.transaccionId = b.origenId
                 AND z.organizacionId = $1 AND z.transaccionId = b.transaccionId)",
            [&](const db::Row& f) {
                const Documento* tipo = tipo_de(f.text(4));
                const Origen* suya = tipo == nullptr ? nullptr : regla(*tipo, f.text(3));
                if (suya == nullptr) return;
                const Movido origen{f.text(3), f.integer(7) != 0};
                const Movido antes{f.text(6), f.integer(8) != 0};
                if (!por_reabrir(*suya, origen, antes, f.text(2)).antes_de_antes) return;
                usos_[{f.integer(0), f.integer(1), std::string{nombre(suya->reabre)}}].devuelta +=
                    Cantidad::de_micros(f.integer(5));
            },
            r_.org(), t_.desde, t_.hasta);
    }

    // What credits took back of sales. Of goods that came back, the returns are looked for first and each one's credits by
    // themselves: few come back, and PostgreSQL plans a join of everything badly while it knows nothing of the tables.
    void acreditados() {
        struct Vuelta {
            std::int64_t vendidoId = 0, vendidoPartida = 0, transaccionId = 0, numeroPartida = 0;
            bool de_pedido = false;
        };
        std::vector<Vuelta> vueltas;
        const auto anotar = [&](const db::Row& f) {
            vueltas.push_back({f.integer(0), f.integer(1), f.integer(2), f.integer(3), f.text(4) == "PedidoCliente"});
        };
        r_.tx.each(
            R"(SELECT b.origenId, b.origenPartida, r.transaccionId, r.numeroPartida, x.tipo
               FROM partida b CROSS JOIN partida r CROSS JOIN documento v CROSS JOIN documento x
               WHERE b.organizacionId = $1 AND b.origenId <> 0 AND b.origenId > $2 AND b.origenId <= $3
                 AND r.organizacionId = $1 AND r.origenId <> 0 AND r.origenId = b.transaccionId AND r.origenPartida = b.numeroPartida
                 AND v.organizacionId = $1 AND v.transaccionId = r.transaccionId AND v.tipo = 'NotaDevolucionCliente'
                 AND x.organizacionId = $1 AND x.transaccionId = b.origenId AND x.tipo IN ('PedidoCliente', 'FacturaVenta'))",
            anotar, r_.org(), t_.desde, t_.hasta);
        r_.tx.each(
            R"(SELECT b.origenId, b.origenPartida, r.transaccionId, r.numeroPartida, x.tipo
               FROM partida b CROSS JOIN partida o CROSS JOIN partida r CROSS JOIN documento v CROSS JOIN documento x
               WHERE b.organizacionId = $1 AND b.origenId <> 0 AND b.origenId > $2 AND b.origenId <= $3
                 AND o.organizacionId = $1 AND o.origenId <> 0 AND o.origenId = b.transaccionId AND o.origenPartida = b.numeroPartida
                 AND r.organizacionId = $1 AND r.origenId <> 0 AND r.origenId = o.transaccionId AND r.origenPartida = o.numeroPartida
                 AND v.organizacionId = $1 AND v.transaccionId = r.transaccionId AND v.tipo = 'NotaDevolucionCliente'
                 AND x.organizacionId = $1 AND x.transaccionId = b.origenId AND x.tipo = 'PedidoCliente')",
            anotar, r_.org(), t_.desde, t_.hasta);
        for (const Vuelta& v : vueltas)
            r_.tx.each(R"(SELECT c.cantidadBase
                          FROM partida c
                          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId
                                          AND d.tipo = 'NotaCreditoCliente' AND d.estado <> 'cancelado'
                          WHERE c.organizacionId = $1 AND c.origenId = $2 AND c.origenPartida = $3 AND c.origenId <> 0)",
                       [&](const db::Row& f) {
                           const auto cantidad = Cantidad::de_micros(f.integer(0));
                           if (v.de_pedido) return facturable_otra_vez(v.vendidoId, v.vendidoPartida, cantidad);
                           // Delivered by a delivery of the invoice, which waits for it no more.
                           usar(v.vendidoId, v.vendidoPartida, Avance::acreditado, cantidad, {});
                           usar(v.vendidoId, v.vendidoPartida, Avance::entregado, cantidad, {});
                       },
                       r_.org(), v.transaccionId, v.numeroPartida);
        retirados("c.origenId", [&](const db::Row& f, Cantidad cantidad) {
            usar(f.integer(0), f.integer(1), Avance::entregado, cantidad, {});
        });
        retirados("i.origenId", [&](const db::Row& f, Cantidad cantidad) {
            if (f.text(3) == "PedidoCliente") facturable_otra_vez(f.integer(4), f.integer(5), cantidad);
        });
    }
    void facturable_otra_vez(std::int64_t pedidoId, std::int64_t partida, Cantidad cantidad) {
        usos_[{pedidoId, partida, std::string{nombre(Avance::facturado)}}].devuelta += cantidad;
    }

    // Calls cada(row, quantity) for credits of what an invoice will not deliver any more, by a column that lies in the stretch.
    template <class F>
    void retirados(std::string_view de_tramo, F&& cada) {
        r_.tx.each(
            fmt::format(
                R"(SELECT c.origenId, c.origenPartida, x.tipo, COALESCE(y.tipo, ''), i.origenId, i.origenPartida, c.cantidadBase
               FROM partida c
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId AND d.estado <> 'cancelado'
                               AND d.tipo = 'NotaCreditoCliente' AND d.motivo = 'devolucion'
               JOIN partida i ON i.organizacionId = $1 AND i.transaccionId = c.origenId AND i.numeroPartida = c.origenPartida
                             AND i.almacenId = 0
               JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = c.origenId
               LEFT JOIN documento y ON y.organizacionId = $1 AND y.transaccionId = i.origenId
               WHERE c.organizacionId = $1 AND c.origenId <> 0 AND {0} > $2 AND {0} <= $3)",
                de_tramo),
            [&](const db::Row& f) {
                if (espera_entrega({{}, f.text(2), false}, f.text(3))) cada(f, Cantidad::de_micros(f.integer(6)));
            },
            r_.org(), t_.desde, t_.hasta);
    }

    void comparar() {
        r_.tx.each(
            R"(SELECT a.transaccionId, a.numeroPartida, a.avance, a.cantidad, a.valor, a.limite, p.cantidadBase, d.tipo
               FROM avance a
               JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = a.transaccionId AND p.numeroPartida = a.numeroPartida
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.transaccionId
               WHERE a.organizacionId = $1 AND a.transaccionId > $2 AND a.transaccionId <= $3)",
            [&](const db::Row& f) {
                Uso u;
                if (auto nodo = usos_.extract({f.integer(0), f.integer(1), std::string{f.text(2)}})) u = nodo.mapped();
                const auto comparar = [&](std::string_view campo, std::int64_t hay, std::int64_t debe) {
                    if (hay != debe)
                        r_.comparar(
                            "avance",
                            fmt::format("transaccionId {}, numeroPartida {}, avance {}", f.integer(0), f.integer(1), f.text(2)),
                            campo, hay, debe);
                };
                comparar("cantidad", f.integer(3), (u.cantidad - u.devuelta).micros());
                comparar("valor", f.integer(4), u.valor.micros());
                // What was used under a tolerance raised it, or what was ordered of a quotation before there was a limit.
                const Documento* tipo = tipo_de(f.text(7));
                const bool tolera = tipo != nullptr && (tipo->tolerancia != Tolerancia::ninguna || tipo->tipo == "Cotizacion");
                comparar("limite", f.integer(5), tolera ? std::max(f.integer(6), f.integer(3)) : f.integer(6));
            },
            r_.org(), t_.desde, t_.hasta);
        for (const auto& [llave, u] : usos_) {
            // Returns give back only what somebody has used.
            if (!u.usado) continue;
            const auto& [id, numero, avance] = llave;
            r_.decir("avance", fmt::format("transaccionId {}, numeroPartida {}, avance {}", id, numero, avance),
                     fmt::format("the row is missing, expected {}", (u.cantidad - u.devuelta).texto()));
        }
    }

    Revision& r_;
    Tramo t_;
    std::map<LlaveAvance, Uso> usos_;
};

}  // namespace

void revisar_avances(Revision& r, Tramo documentos) { Avances{r, documentos}.revisar(); }

}  // namespace cacao::engine::verificacion
