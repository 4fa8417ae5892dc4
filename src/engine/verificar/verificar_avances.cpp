// Verification of links: what is used up of a line is what the lines in force below it took of it and gave back. They are read
// again from the rows, and the rule is said here once more, in words of its own: what keeps it (engine/cadena) is not asked. Of a
// kind's table it takes what a line does to its source.

#include "db/conjunto.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/verificar/verificar_interno.hpp"

#include <algorithm>
#include <deque>

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
        leer_cadenas();
        comparar();
        esperados();
        por_facturar();
        abiertas();
    }

private:
    // Whoever adds up what waits looks at open rows alone: a line that waits without one would be forgotten.
    void esperados() {
        static const std::string sql = [] {
            std::string avances;
            for (const Documento* d : todos_los_tipos())
                if (!d->espera.clase.empty()) avances += fmt::format(" WHEN '{}' THEN '{}'", d->tipo, nombre(d->espera.avance));
            return fmt::format(R"(
            SELECT p.transaccionId, p.numeroPartida FROM documento d
              JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
              JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId AND q.tipo = 'producto'
              LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId AND a.numeroPartida = p.numeroPartida
                                AND a.avance = CASE d.tipo{} END
             WHERE d.organizacionId = $1 AND d.transaccionId > $2 AND d.transaccionId <= $3
               AND {} AND d.estado IN ('vigente', 'porAutorizar', 'autorizado')
               AND COALESCE(a.cantidad, 0) < p.cantidadBase
               AND NOT EXISTS (SELECT 1 FROM pendiente n WHERE n.organizacionId = $1 AND n.transaccionId = p.transaccionId
                               AND n.numeroPartida = p.numeroPartida AND n.abierto = 1)
             ORDER BY p.transaccionId, p.numeroPartida LIMIT 1000)",
                               avances, en_sql("d.tipo", [](const Documento& d) { return !d.espera.clase.empty(); }));
        }();
        r_.buscar(
            "pendiente", sql,
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

    // Lists find what is to be invoiced, and invoices that deliver later, by one row per line: a line without one is not found.
    // A row too many is not looked for, as readers ask the progress too.
    void abiertas() {
        static constexpr std::string_view por_facturar = R"(
            SELECT p.transaccionId, p.numeroPartida, 'facturado' FROM documento d
              JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
              LEFT JOIN avance f ON f.organizacionId = $1 AND f.transaccionId = p.transaccionId AND f.numeroPartida = p.numeroPartida
                                AND f.avance = 'facturado'
              LEFT JOIN avance c ON c.organizacionId = $1 AND c.transaccionId = p.transaccionId AND c.numeroPartida = p.numeroPartida
                                AND c.avance = 'acreditado'
              LEFT JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = p.origenId
              LEFT JOIN partida o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
              LEFT JOIN avance g ON g.organizacionId = $1 AND g.transaccionId = p.origenId AND g.numeroPartida = p.origenPartida
                                AND g.avance = 'facturado'
              LEFT JOIN avance m ON m.organizacionId = $1 AND m.transaccionId = p.origenId AND m.numeroPartida = p.origenPartida
                                AND m.avance = CASE x.tipo WHEN 'OrdenCompra' THEN 'recibido' ELSE 'entregado' END
             WHERE d.organizacionId = $1 AND d.transaccionId > $2 AND d.transaccionId <= $3
               AND d.tipo IN ('PedidoCliente', 'Entrega', 'NotaVenta', 'OrdenCompra', 'Recepcion', 'NotaRemision', 'OrdenServicio')
               AND p.sinCargo = 0
               AND d.estado NOT IN ('cancelado', 'cerrado', 'rechazada')
               AND NOT (d.tipo = 'Entrega' AND COALESCE(x.tipo, '') = 'FacturaVenta')
               AND COALESCE(f.cantidad, 0) < p.cantidadBase
               AND (d.tipo <> 'NotaVenta' OR COALESCE(c.cantidad, 0) < p.cantidadBase)
               AND (d.tipo NOT IN ('Entrega', 'Recepcion', 'NotaRemision') OR x.tipo IS NULL
                    OR COALESCE(g.cantidad, 0) < o.cantidadBase OR COALESCE(g.cantidad, 0) < COALESCE(m.cantidad, 0))
               AND NOT EXISTS (SELECT 1 FROM partidaAbierta n WHERE n.organizacionId = $1 AND n.avance = 'facturado'
                               AND n.tipo = d.tipo AND n.transaccionId = p.transaccionId AND n.numeroPartida = p.numeroPartida)
             ORDER BY p.transaccionId, p.numeroPartida LIMIT 1000)";
        static constexpr std::string_view por_entregar = R"(
            SELECT p.transaccionId, p.numeroPartida, 'entregado' FROM documento d
              JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.almacenId = 0
              JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId AND q.tipo <> 'servicio'
              LEFT JOIN avance e ON e.organizacionId = $1 AND e.transaccionId = p.transaccionId AND e.numeroPartida = p.numeroPartida
                                AND e.avance = 'entregado'
              LEFT JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = p.origenId
              LEFT JOIN partida o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
              LEFT JOIN avance g ON g.organizacionId = $1 AND g.transaccionId = p.origenId AND g.numeroPartida = p.origenPartida
                                AND g.avance = 'entregado'
             WHERE d.organizacionId = $1 AND d.transaccionId > $2 AND d.transaccionId <= $3
               AND d.tipo = 'FacturaVenta' AND d.estado <> 'cancelado'
               AND COALESCE(x.tipo, '') NOT IN ('Entrega', 'NotaVenta', 'OrdenServicio')
               AND COALESCE(e.cantidad, 0) < p.cantidadBase AND (x.tipo IS NULL OR COALESCE(g.cantidad, 0) < o.cantidadBase)
               AND NOT EXISTS (SELECT 1 FROM partidaAbierta n WHERE n.organizacionId = $1 AND n.avance = 'entregado'
                               AND n.tipo = d.tipo AND n.transaccionId = p.transaccionId AND n.numeroPartida = p.numeroPartida)
             ORDER BY p.transaccionId, p.numeroPartida LIMIT 1000)";
        for (const auto sql : {por_facturar, por_entregar})
            r_.buscar(
                "partidaAbierta", sql,
                [&](const db::Row& f) {
                    r_.decir("partidaAbierta",
                             fmt::format("transaccionId {}, numeroPartida {}, avance {}", f.integer(0), f.integer(1), f.text(2)),
                             "the line is open and no list would find it");
                },
                t_.desde, t_.hasta);
    }

    // A line as the rows tell of it, and the one that it derives from: none of those of the stretch, where the reading begins.
    struct Linea {
        std::int64_t transaccionId = 0;
        std::int64_t numeroPartida = 0;
        const Documento* tipo = nullptr;
        const Linea* origen = nullptr;
        Cantidad cantidad = {};
        Importe costo = {};
        bool movio = false;  // goods
        bool por_devolucion = false;
    };

    void usar(const Linea& l, Avance avance, Cantidad cantidad, Importe valor = {}) {
        if (avance == Avance::ninguno) return;
        Uso& u = usos_[{l.transaccionId, l.numeroPartida, std::string{nombre(avance)}}];
        u.cantidad += cantidad;
        u.valor += valor;
        u.usado = true;
    }
    void devolver(const Linea& l, Avance avance, Cantidad cantidad) {
        usos_[{l.transaccionId, l.numeroPartida, std::string{nombre(avance)}}].devuelta += cantidad;
    }

    // Every line in force below those of the stretch, level by level, with what it does to the one above all.
    void leer_cadenas() {
        std::map<std::pair<std::int64_t, std::int64_t>, Linea> raices;
        std::deque<Linea> nivel;
        const auto leer = [](const db::Row& f, const Linea* origen, std::deque<Linea>& lineas) {
            const Documento* tipo = tipo_de(f.text(2));
            if (tipo == nullptr || origen->tipo == nullptr) return;
            lineas.push_back({f.integer(0), f.integer(1), tipo, origen, Cantidad::de_micros(f.integer(3)), importe(f, 4),
                              f.integer(5) != 0, f.text(6) == "devolucion"});
        };
        static constexpr std::string_view columnas = R"(
            SELECT p.transaccionId, p.numeroPartida, d.tipo, p.cantidadBase, p.costo,
                   CASE WHEN p.almacenId <> 0
                         AND EXISTS (SELECT 1 FROM movimiento m WHERE m.organizacionId = $1 AND m.transaccionId = p.transaccionId
                                     AND m.numeroPartida = p.numeroPartida AND m.cantidad <> 0) THEN 1 ELSE 0 END,
                   d.motivo)";
        static const std::string primeras = std::string{columnas} + R"(, p.origenId, p.origenPartida, x.tipo
              FROM partida p
              JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
              JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = p.origenId
             WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId > $2 AND p.origenId <= $3)";
        r_.tx.each(
            primeras,
            [&](const db::Row& f) {
                Linea& raiz = raices[{f.integer(7), f.integer(8)}];
                raiz = {f.integer(7), f.integer(8), tipo_de(f.text(9))};
                leer(f, &raiz, nivel);
            },
            r_.org(), t_.desde, t_.hasta);
        std::deque<std::deque<Linea>> leidas;  // whose lines those below point to
        while (!nivel.empty()) {
            for (const Linea& l : nivel) contar(l);
            const std::deque<Linea>& arriba = leidas.emplace_back(std::move(nivel));
            nivel.clear();
            db::Conjunto filas{"lugar", "transaccionId", "numeroPartida"};
            for (std::size_t i = 0; i < arriba.size(); ++i) filas.agregar(i, arriba[i].transaccionId, arriba[i].numeroPartida);
            // In the order that SQLite follows in a CROSS JOIN.
            r_.tx.each(
                std::string{columnas} + ", f.lugar FROM " + filas.sql(r_.tx.motor(), "$2") +
                    R"( f CROSS JOIN partida p CROSS JOIN documento d
             WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId = f.transaccionId AND p.origenPartida = f.numeroPartida
               AND d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado')",
                [&](const db::Row& f) { leer(f, &arriba[static_cast<std::size_t>(f.integer(7))], nivel); }, r_.org(),
                filas.valor());
        }
    }

    void contar(const Linea& l) {
        const Origen* regla = regla_de(*l.tipo, l.origen->tipo->tipo);
        if (regla == nullptr) return;
        const Linea& raiz = de_arriba(l);
        if (l.origen == &raiz) {
            usar(raiz, regla->avance, l.cantidad, con_valor(*regla) ? l.costo : Importe{});
            if (l.movio) usar(raiz, regla->al_mover, l.cantidad);
        } else if (regla->avance == Avance::acreditado) {
            // A credit is of the sale or purchase that it leads to first, whatever came back or was delivered in between.
            if (primera(l, es_acreditable) == &raiz) usar(raiz, regla->avance, l.cantidad);
        } else if (toma(l, raiz, regla->avance)) {
            usar(raiz, regla->avance, l.cantidad);
        }
        if (regla->reabre != Avance::ninguno) reabrir(l, raiz, regla->reabre);
        if (acredita_venta(*l.tipo)) retirar(l, raiz);
    }

    static const Linea& de_arriba(const Linea& l) { return l.origen == nullptr ? l : de_arriba(*l.origen); }
    // The first one above a line that is so.
    static const Linea* primera(const Linea& l, Cualidad cualidad) {
        const Linea* a = l.origen;
        while (a != nullptr && !cualidad(*a->tipo)) a = a->origen;
        return a;
    }
    // Whether a line uses up that progress of one further up: it may take it from there itself, and nobody on the way did.
    static bool toma(const Linea& l, const Linea& de, Avance avance) {
        const auto puede = [&](const Linea& quien) {
            const Origen* regla = regla_de(*quien.tipo, de.tipo->tipo);
            return regla != nullptr && regla->avance == avance;
        };
        if (avance == Avance::ninguno || !puede(l)) return false;
        for (const Linea* a = l.origen; a != &de; a = a->origen)
            if (puede(*a)) return false;
        return true;
    }

    // What comes back can be delivered or received again: wherever those goods were counted when they moved.
    void reabrir(const Linea& vuelta, const Linea& raiz, Avance avance) {
        const Linea* movida = vuelta.origen;
        while (movida != &raiz && !movida->movio) movida = movida->origen;
        if (movida == &raiz) return;
        const Origen* regla = movida->origen == &raiz ? regla_de(*movida->tipo, raiz.tipo->tipo) : nullptr;
        if (toma(*movida, raiz, avance) || (regla != nullptr && regla->al_mover == avance))
            devolver(raiz, avance, vuelta.cantidad);
    }

    // What a credit takes back of a sale besides the money: goods that came back, or that its invoice will not deliver any more.
    // The order can be billed for them again, and an invoice whose goods leave by a delivery of its own does not wait for them.
    void retirar(const Linea& credito, const Linea& raiz) {
        const bool volvio = es_devolucion(*credito.origen->tipo);
        if (!volvio && !(credito.por_devolucion && espera(*credito.origen))) return;
        if (primera(credito, es_pedido) == &raiz) devolver(raiz, Avance::facturado, credito.cantidad);
        const Linea* entrega = primera(credito, es_entrega);
        const bool de_esta = volvio ? entrega != nullptr && entrega->origen == &raiz : credito.origen == &raiz;
        if (de_esta && primera(credito, es_acreditable) == &raiz) usar(raiz, Avance::entregado, credito.cantidad);
    }
    // Whether goods of an invoice leave by a document of their own: not with it, nor before it.
    bool espera(const Linea& factura) {
        if (!se_entrega_despues(*factura.tipo)) return false;
        bool movio = factura.movio;
        const Documento* de = factura.origen == nullptr ? nullptr : factura.origen->tipo;
        if (factura.origen == nullptr)
            r_.tx.each(R"(
            SELECT COALESCE(y.tipo, ''),
                   CASE WHEN EXISTS (SELECT 1 FROM movimiento m WHERE m.organizacionId = $1 AND m.transaccionId = $2
                                     AND m.numeroPartida = $3 AND m.cantidad <> 0) THEN 1 ELSE 0 END
              FROM partida i
              LEFT JOIN documento y ON y.organizacionId = $1 AND y.transaccionId = i.origenId
             WHERE i.organizacionId = $1 AND i.transaccionId = $2 AND i.numeroPartida = $3)",
                       [&](const db::Row& f) {
                           de = tipo_de(f.text(0));
                           movio = f.integer(1) != 0;
                       },
                       r_.org(), factura.transaccionId, factura.numeroPartida);
        const Origen* regla = de == nullptr ? nullptr : regla_de(*factura.tipo, de->tipo);
        return !movio && (regla == nullptr || !regla->sin_existencia);
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
