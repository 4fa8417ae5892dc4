#pragma once
// Warehouses and products for tests of stock, and what always holds of them.

#include "engine/existencia/inventario.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace cacao::test {

class Bodega {
public:
    explicit Bodega(db::Motor motor) : m{motor} {
        m.escribe([&](Context& ctx) {
            auto& tx = ctx.db();
            const auto org = ctx.organizacionId();
            sucursalId = tx.next_id();
            unidadId = tx.next_id();
            tx.run(R"(INSERT INTO sucursal (organizacionId, sucursalId, codigo, nombre, codigoPostal, zona, frontera, almacenId,
                                            cuentaBancariaId, activo, version)
                      VALUES ($1, $2, 'BODEGA', 'Bodega', '64000', 'America/Mexico_City', 0, 0, 0, 1, 1))",
                   org, sucursalId);
            tx.run(R"(INSERT INTO unidadMedida (organizacionId, unidadMedidaId, codigo, nombre, claveUnidad, baseId, numerador,
                                                denominador, decimales, activo, version)
                      VALUES ($1, $2, 'PZA-B', 'Pieza', 'H87', $2, 1, 1, 6, 1, 1))",
                   org, unidadId);
        });
        norte = almacen("NORTE");
        sur = almacen("SUR");
    }

    std::int64_t almacen(const std::string& codigo) {
        std::int64_t almacenId = 0;
        m.escribe([&](Context& ctx) {
            almacenId = ctx.db().next_id();
            ctx.db().run(R"(INSERT INTO almacen (organizacionId, almacenId, codigo, nombre, sucursalId, tipo, activo, version)
                            VALUES ($1, $2, $3, $3, $4, 'normal', 1, 1))",
                         ctx.organizacionId(), almacenId, codigo, sucursalId);
        });
        return almacenId;
    }

    const engine::Articulo& articulo(const std::string& codigo, engine::Seguimiento seguimiento, engine::MetodoCosto metodo,
                                     std::string_view tipo = "producto") {
        static constexpr std::array seguimientos{"ninguno", "lote", "serie", "loteSerie"};
        auto& nuevo = articulos_.emplace_back();
        nuevo.codigo = codigo;
        nuevo.seguimiento = seguimiento;
        nuevo.metodo = metodo;
        m.escribe([&](Context& ctx) {
            nuevo.productoId = ctx.db().next_id();
            ctx.db().run(
                R"(INSERT INTO producto (organizacionId, productoId, codigo, nombre, tipo, unidadMedidaId, clasificacionId,
                                                  seguimiento, metodoCosto, claveProdServ, precio, peso, volumen, iva, ivaFrontera,
                                                  iepsTasa, iepsCuota, ivaRetenido, isrRetenido, activo, version, creadoEn,
                                                  modificadoEn)
                            VALUES ($1, $2, $3, $3, $4, $5, 0, $6, $7, '01010101', 0, 0, 0, 'tasa', 0, 0, 0, 0, 0, 1, 1, 0, 0))",
                ctx.organizacionId(), nuevo.productoId, codigo, tipo, unidadId,
                seguimientos[static_cast<std::size_t>(seguimiento)], metodo == engine::MetodoCosto::peps ? "peps" : "promedio");
        });
        return nuevo;
    }
    const engine::Articulo& peps(const std::string& codigo) {
        return articulo(codigo, engine::Seguimiento::ninguno, engine::MetodoCosto::peps);
    }
    const engine::Articulo& promedio(const std::string& codigo) {
        return articulo(codigo, engine::Seguimiento::ninguno, engine::MetodoCosto::promedio);
    }

    using Trabajo = std::function<void(Context&, engine::Marco&)>;
    // A document whose movements `trabajo` makes, all in one transaction.
    std::int64_t documento(int dia, const Trabajo& trabajo) {
        std::int64_t transaccionId = 0;
        m.escribe([&](Context& ctx) {
            auto marco = marco_de(ctx.db().next_id(), dia);
            transaccionId = marco.transaccionId;
            trabajo(ctx, marco);
            ctx.db().run(R"(
                INSERT INTO documento (organizacionId, transaccionId, tipo, serie, folio, fecha, vencimiento, estado, sucursalId,
                    proyectoId, centroCostoId, entidadId, vendedorId, almacenId, almacenDestinoId, cuentaBancariaId,
                    cuentaDestinoId, formaPagoId, origenId, moneda, tipoCambio, subtotal, descuento, iva, ieps, ivaRetenido,
                    isrRetenido, total, notas, referencia, motivo, version, creadoPor, creadoEn, modificadoEn,
                    cancelacionMotivo)
                VALUES ($1, $2, 'Prueba', 'P', $2, $3, $3, 'vigente', $4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'MXN', 1000000, 0, 0, 0, 0,
                    0, 0, 0, '', '', '', 1, 0, 0, 0, ''))",
                         ctx.organizacionId(), transaccionId, marco.fecha, sucursalId);
        });
        return transaccionId;
    }
    // As cancelling does.
    engine::Reversion revertir(std::int64_t transaccionId, int dia = 100) {
        engine::Reversion resultado;
        m.escribe([&](Context& ctx) {
            const auto retirados = engine::retirar_costos(ctx, marco_de(transaccionId, dia)).valores;
            resultado = engine::revertir_movimientos(ctx, marco_de(transaccionId, dia));
            resultado.valores.insert(resultado.valores.end(), retirados.begin(), retirados.end());
            cancelado(ctx, transaccionId);
        });
        return resultado;
    }
    engine::Marco marco_de(std::int64_t transaccionId, int dia) const {
        return {.transaccionId = transaccionId,
                .polizaId = 1,
                .fecha = Fecha::de_dias(20'000 + dia),
                .entidadId = 77,
                .permiteNegativos = negativos,
                .venta = true};
    }

    // "codigo campo; codigo campo" of what `trabajo` was refused for, "" when it was not.
    static std::string faltas(const std::function<void()>& trabajo, std::string* datos = nullptr) {
        try {
            trabajo();
        } catch (const Error& error) {
            std::string dichas;
            for (const Falta& falta : error.faltas()) {
                dichas += fmt::format("{}{} {}", dichas.empty() ? "" : "; ", nombre(falta.codigo), falta.campo);
                if (datos != nullptr) *datos = falta.datos;
            }
            return dichas;
        }
        return {};
    }

    // What the document moves, one line.
    static engine::MovimientoPedido linea(const engine::Articulo& articulo, std::int64_t almacenId, Cantidad cantidad,
                                          Importe valor = {}) {
        return {.numeroPartida = 1,
                .campo = "/partidas/0",
                .articulo = &articulo,
                .almacenId = almacenId,
                .lote = {},
                .series = {},
                .cantidad = cantidad,
                .valor = valor};
    }
    static engine::MovimientoPedido con_lote(engine::MovimientoPedido linea, const std::string& lote) {
        linea.lote = engine::LotePedido{lote, {}, {}, {}};
        return linea;
    }

    std::int64_t entra(int dia, const engine::MovimientoPedido& linea) {
        return documento(dia, [&](Context& ctx, engine::Marco& marco) { movido = engine::entrar(ctx, marco, {linea}); });
    }
    std::int64_t sale(int dia, const engine::MovimientoPedido& linea) {
        return documento(dia, [&](Context& ctx, engine::Marco& marco) { movido = engine::salir(ctx, marco, {linea}); });
    }
    std::int64_t traspasa(int dia, const engine::MovimientoPedido& linea, std::int64_t destino) {
        return documento(dia,
                         [&](Context& ctx, engine::Marco& marco) { movido = engine::traspasar(ctx, marco, {linea}, destino); });
    }
    std::int64_t devuelve(int dia, const engine::MovimientoPedido& linea, std::int64_t origenId) {
        return documento(dia, [&](Context& ctx, engine::Marco& marco) {
            movido = engine::devolver(ctx, marco, {{linea, origenId, 1}});
        });
    }
    // What is consumed becomes what is made, at its cost.
    std::int64_t reempaca(int dia, const engine::MovimientoPedido& sale, engine::MovimientoPedido entra) {
        return documento(dia, [&](Context& ctx, engine::Marco& marco) { movido = reempacar(ctx, marco, sale, entra); });
    }
    static std::vector<engine::ValorMovido> reempacar(Context& ctx, const engine::Marco& marco,
                                                      const engine::MovimientoPedido& sale, engine::MovimientoPedido entra) {
        auto valores = engine::salir(ctx, marco, {sale});
        entra.numeroPartida = sale.numeroPartida + 1;
        entra.valor = -valores[0].valor;
        for (const engine::ValorMovido& v : engine::entrar(ctx, marco, {entra})) valores.push_back(v);
        engine::enlazar_reempaque(ctx, marco.transaccionId);
        return valores;
    }
    std::int64_t agrega_costo(int dia, std::int64_t origenId, Importe costo) {
        return documento(
            dia, [&](Context& ctx, engine::Marco& marco) { tardio = engine::agregar_costo(ctx, marco, 1, origenId, 1, costo); });
    }

    // What undoing it took from the stock is in `movido`.
    void retira_costo(std::int64_t transaccionId, int dia = 100) {
        m.escribe([&](Context& ctx) {
            movido = engine::retirar_costos(ctx, marco_de(transaccionId, dia)).valores;
            cancelado(ctx, transaccionId);
        });
    }
    static void cancelado(Context& ctx, std::int64_t transaccionId) {
        ctx.db().run("UPDATE documento SET estado = 'cancelado' WHERE organizacionId = $1 AND transaccionId = $2",
                     ctx.organizacionId(), transaccionId);
    }

    Cantidad existencia(const engine::Articulo& articulo, std::int64_t almacenId) {
        return Cantidad::de_micros(
            uno("SELECT CAST(coalesce(sum(cantidad), 0) AS BIGINT) FROM existencia "
                "WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3",
                articulo.productoId, almacenId));
    }
    Importe valor(const engine::Articulo& articulo, std::int64_t almacenId) {
        return Importe::de_micros(
            uno("SELECT CAST(coalesce(sum(valorRestante), 0) AS BIGINT) FROM capa "
                "WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3",
                articulo.productoId, almacenId));
    }
    template <class... Args>
    std::int64_t uno(std::string_view sql, const Args&... args) {
        std::int64_t n = 0;
        m.base->read(m.empresa.organizacionId, [&](db::Reader& tx) {
            tx.each(
                sql, [&](const db::Row& row) { n = row.integer(0); }, m.empresa.organizacionId, args...);
        });
        return n;
    }

    // Every row of a query as text, for comparing whole states.
    std::string filas(std::string_view sql) {
        std::string todo;
        m.base->read(m.empresa.organizacionId, [&](db::Reader& tx) {
            tx.each(
                sql,
                [&](const db::Row& row) {
                    for (int c = 0; c < row.columns(); ++c) todo += fmt::format("{} ", row.integer(c));
                    todo += '\n';
                },
                m.empresa.organizacionId);
        });
        return todo;
    }
    // What is on hand, where, in which layers and at which value.
    std::string estado() {
        return filas(
                   "SELECT productoId, almacenId, loteId, cantidad, reservado FROM existencia WHERE organizacionId = $1 "
                   "AND cantidad <> 0 ORDER BY productoId, almacenId, loteId") +
               "capas\n" +
               filas(
                   "SELECT capaId, cantidadRestante, valorRestante FROM capa WHERE organizacionId = $1 "
                   "AND cantidadRestante > 0 ORDER BY capaId") +
               "series\n" +
               filas(
                   "SELECT productoId, almacenId, loteId, entidadId, count(*) FROM numeroSerie WHERE organizacionId = $1 "
                   "AND estado <> 'baja' GROUP BY productoId, almacenId, loteId, entidadId "
                   "ORDER BY productoId, almacenId, loteId, entidadId") +
               "debe\n" +
               filas(
                   "SELECT productoId, almacenId, loteId, cantidad, valor FROM faltante WHERE organizacionId = $1 "
                   "AND cantidad > 0 ORDER BY productoId, almacenId, loteId") +
               "espera\n" +
               filas(
                   "SELECT productoId, almacenId, loteId, salidaId, cantidad, valor FROM porLlegar WHERE organizacionId = $1 "
                   "AND cantidad > 0 ORDER BY productoId, almacenId, loteId, salidaId");
    }

    // What always holds; empty, or the rows where it does not.
    std::string descuadres() {
        std::string todo;
        const auto revisa = [&](std::string_view que, std::string_view sql) {
            if (const auto rotas = filas(sql); !rotas.empty()) todo += fmt::format("{}\n{}", que, rotas);
        };
        revisa("existencia is not the sum of its movements", R"(
            SELECT * FROM (SELECT productoId, almacenId, loteId, CAST(sum(c) AS BIGINT) AS d
              FROM (SELECT productoId, almacenId, loteId, cantidad AS c FROM existencia WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, loteId, -cantidad FROM movimiento WHERE organizacionId = $1) x
             GROUP BY productoId, almacenId, loteId) y WHERE d <> 0)");
        revisa("existencia is not the sum of its days", R"(
            SELECT * FROM (SELECT productoId, almacenId, loteId, CAST(sum(c) AS BIGINT) AS d
              FROM (SELECT productoId, almacenId, loteId, cantidad AS c FROM existencia WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, loteId, -movido FROM existenciaDia WHERE organizacionId = $1) x
             GROUP BY productoId, almacenId, loteId) y WHERE d <> 0)");
        revisa("layers do not hold the quantity on hand", R"(
            SELECT * FROM (SELECT productoId, almacenId, CAST(sum(c) AS BIGINT) AS d
              FROM (SELECT productoId, almacenId, cantidadRestante AS c FROM capa WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, -cantidad FROM faltante WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, cantidad FROM porLlegar WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, -cantidad FROM existencia WHERE organizacionId = $1) x
             GROUP BY productoId, almacenId) y WHERE d <> 0)");
        revisa("layers are not worth what was moved", R"(
            SELECT * FROM (SELECT productoId, almacenId, CAST(sum(v) AS BIGINT) AS d
              FROM (SELECT productoId, almacenId, valorRestante AS v FROM capa WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, -valor FROM faltante WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, valor FROM porLlegar WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, -valor FROM movimiento WHERE organizacionId = $1) x
             GROUP BY productoId, almacenId) y WHERE d <> 0)");
        revisa("a layer is not what its movements and the debts it paid left of it", R"(
            SELECT * FROM (SELECT capaId, CAST(sum(c) AS BIGINT) AS q, CAST(sum(v) AS BIGINT) AS v
              FROM (SELECT capaId, cantidadRestante AS c, valorRestante AS v FROM capa WHERE organizacionId = $1
                    UNION ALL SELECT capaId, -cantidad, -valor FROM movimiento WHERE organizacionId = $1
                    UNION ALL SELECT capaId, cantidad, valor FROM faltantePago WHERE organizacionId = $1) x
             WHERE NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.capaId = x.capaId)
             GROUP BY capaId) y WHERE q <> 0 OR v <> 0)");
        revisa("a place does not owe what its exits owe", R"(
            SELECT * FROM (SELECT productoId, almacenId, loteId, CAST(sum(c) AS BIGINT) AS q, CAST(sum(v) AS BIGINT) AS v
              FROM (SELECT productoId, almacenId, loteId, cantidad AS c, valor AS v FROM faltante WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, loteId, -cantidad, -valor FROM faltanteSalida WHERE organizacionId = $1) x
             GROUP BY productoId, almacenId, loteId) y WHERE q <> 0 OR v <> 0)");
        revisa("something is owed where goods lie", R"(
            SELECT f.productoId, f.almacenId FROM faltante f
              JOIN existencia e ON e.organizacionId = $1 AND e.productoId = f.productoId AND e.almacenId = f.almacenId
               AND e.loteId = f.loteId
             WHERE f.organizacionId = $1 AND e.cantidad >= 0
               AND f.cantidad > coalesce((SELECT sum(l.cantidad) FROM porLlegar l WHERE l.organizacionId = $1
                   AND l.productoId = f.productoId AND l.almacenId = f.almacenId AND l.loteId = f.loteId), 0))");
        revisa("a layer holds goods where something is owed", R"(
            SELECT f.productoId, f.almacenId, c.capaId FROM faltante f
              JOIN producto p ON p.organizacionId = $1 AND p.productoId = f.productoId
              JOIN capa c ON c.organizacionId = $1 AND c.productoId = f.productoId AND c.almacenId = f.almacenId
               AND c.loteId = f.loteId AND c.cantidadRestante > 0
             WHERE f.organizacionId = $1 AND f.cantidad > 0 AND (p.metodoCosto = 'peps' OR p.seguimiento = 'ninguno'))");
        revisa("more is waited for than is owed", R"(
            SELECT * FROM (SELECT l.salidaId, CAST(sum(l.cantidad) AS BIGINT) AS q, CAST(sum(l.valor) AS BIGINT) AS v
              FROM porLlegar l WHERE l.organizacionId = $1 GROUP BY l.salidaId) x
              JOIN faltanteSalida s ON s.organizacionId = $1 AND s.movimientoId = x.salidaId
             WHERE x.q > s.cantidad OR x.v > s.valor)");
        revisa("what paid a debt did not go on to where it was waited for", R"(
            SELECT * FROM (SELECT llegadaId, CAST(sum(cantidad) AS BIGINT) AS q FROM faltantePago
              WHERE organizacionId = $1 AND llegadaId <> 0 GROUP BY llegadaId) x WHERE q <> 0)");
        revisa("value without quantity, or below zero", R"(
            SELECT capaId, cantidadRestante, valorRestante FROM capa WHERE organizacionId = $1
               AND (cantidadRestante < 0 OR valorRestante < 0 OR (cantidadRestante = 0 AND valorRestante <> 0)))");
        revisa("reservado is not the sum of reservations", R"(
            SELECT * FROM (SELECT productoId, almacenId, loteId, CAST(sum(c) AS BIGINT) AS d
              FROM (SELECT productoId, almacenId, loteId, reservado AS c FROM existencia WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, loteId, -cantidad FROM reserva WHERE organizacionId = $1) x
             GROUP BY productoId, almacenId, loteId) y WHERE d <> 0)");
        revisa("serials are not as many as their goods", R"(
            SELECT * FROM (SELECT x.productoId, x.almacenId, x.loteId, CAST(sum(c) AS BIGINT) AS d
              FROM (SELECT productoId, almacenId, loteId, cantidad AS c FROM existencia WHERE organizacionId = $1
                    UNION ALL SELECT productoId, almacenId, loteId, -1000000 FROM numeroSerie
                               WHERE organizacionId = $1 AND almacenId <> 0) x
              JOIN producto p ON p.organizacionId = $1 AND p.productoId = x.productoId AND p.seguimiento IN ('serie', 'loteSerie')
             GROUP BY x.productoId, x.almacenId, x.loteId) y WHERE d <> 0)");
        revisa("a layer does not have as many serials as goods", R"(
            SELECT c.capaId, c.cantidadRestante FROM capa c
              JOIN producto p ON p.organizacionId = $1 AND p.productoId = c.productoId AND p.seguimiento IN ('serie', 'loteSerie')
             WHERE c.organizacionId = $1 AND c.cantidadRestante <> 1000000 *
                   (SELECT count(*) FROM numeroSerie n WHERE n.organizacionId = $1 AND n.capaId = c.capaId AND n.almacenId <> 0))");
        revisa("a serial is not where its movements left it", R"(
            SELECT n.productoId, n.almacenId FROM numeroSerie n WHERE n.organizacionId = $1
               AND (SELECT sum(s.signo) FROM movimientoSerie s WHERE s.organizacionId = $1 AND s.productoId = n.productoId
                       AND s.serie = n.serie) <> CASE WHEN n.almacenId <> 0 THEN 1 ELSE 0 END)");
        if (!negativos)
            revisa("negative",
                   "SELECT productoId, almacenId, cantidad FROM existencia WHERE organizacionId = $1 AND cantidad < 0");
        return todo;
    }

    Mundo m;
    bool negativos = false;
    std::int64_t sucursalId = 0;
    std::int64_t unidadId = 0;
    std::int64_t norte = 0;
    std::int64_t sur = 0;
    std::vector<engine::ValorMovido> movido;  // by the last document
    engine::CostoTardio tardio;

private:
    std::deque<engine::Articulo> articulos_;  // addresses stay
};

}  // namespace cacao::test
