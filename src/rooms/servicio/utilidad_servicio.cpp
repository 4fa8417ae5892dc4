#include "rooms/servicio/utilidad_servicio.hpp"

#include "api/ambito.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

namespace cacao {
namespace {

UtilidadServicio& operator+=(UtilidadServicio& a, const UtilidadServicio& b) {
    a.cargado += b.cargado;
    a.costoPartes += b.costoPartes;
    a.costoManoObra += b.costoManoObra;
    a.costoOtros += b.costoOtros;
    a.utilidad += b.utilidad;
    return a;
}

// Which orders: their identifiers, of one or of those that were closed between $2 and $3.
struct CualesOrdenes {
    std::string sql;
    std::int64_t uno = 0;
    std::int64_t otro = 0;
    std::int64_t sucursalId = 0;
};

CualesOrdenes una_orden(std::int64_t transaccionId) { return {"= $2 AND $3 = 0 AND $4 = 0", transaccionId, 0, 0}; }
CualesOrdenes cerradas_entre(const UtilidadPedida& p) {
    return {R"(IN (SELECT x.transaccionId FROM ordenServicio x
                   JOIN documento y ON y.organizacionId = $1 AND y.transaccionId = x.transaccionId
                   WHERE x.organizacionId = $1 AND x.fechaTermino BETWEEN $2 AND $3 AND ($4 = 0 OR y.sucursalId = $4)))",
            p.fechaInicial.dias(), p.fechaFinal.dias(), p.sucursalId ? p.sucursalId->valor : 0};
}

template <class F>
void por_orden(db::Reader& tx, const CualesOrdenes& cuales, std::string_view sql, F&& cada) {
    tx.each(fmt::format(fmt::runtime(sql), cuales.sql), cada, tx.organizacion(), cuales.uno, cuales.otro, cuales.sucursalId);
}

using PorOrden = std::map<std::int64_t, UtilidadServicio>;

PorOrden utilidades(db::Reader& tx, const CualesOrdenes& cuales) {
    PorOrden r;
    const int decimales = engine::leer_ajustes(tx).decimales;
    por_orden(tx, cuales, "SELECT o.transaccionId FROM ordenServicio o WHERE o.organizacionId = $1 AND o.transaccionId {}",
              [&](const db::Row& f) { r[f.integer(0)]; });
    const auto neto = [&](const db::Row& f) {
        return engine::convertir(Importe::de_micros(f.integer(1)), Precio::de_micros(f.integer(2)), decimales);
    };
    por_orden(tx, cuales, R"(
        SELECT p.origenId, p.importe - p.descuento - p.promocion, d.tipoCambio FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo = 'FacturaVenta'
                        AND d.estado <> 'cancelado'
        WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId {})",
              [&](const db::Row& f) { r[f.integer(0)].cargado += neto(f); });
    por_orden(tx, cuales, R"(
        SELECT p.origenId, c.importe - c.descuento - c.promocion, d.tipoCambio FROM partida p
        JOIN partida c ON c.organizacionId = $1 AND c.origenId <> 0 AND c.origenId = p.transaccionId AND c.origenPartida = p.numeroPartida
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId AND d.tipo = 'NotaCreditoCliente'
                        AND d.estado <> 'cancelado'
        WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId {})",
              [&](const db::Row& f) { r[f.integer(0)].cargado -= neto(f); });
    por_orden(tx, cuales, R"(
        SELECT p.origenId, CAST(SUM(p.costo) AS BIGINT) FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo = 'SalidaServicio'
                        AND d.estado <> 'cancelado'
        WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId {} GROUP BY p.origenId)",
              [&](const db::Row& f) { r[f.integer(0)].costoPartes += Importe::de_micros(f.integer(1)); });
    por_orden(tx, cuales, R"(
        SELECT p.origenId, CAST(SUM(c.costo) AS BIGINT) FROM partida p
        JOIN partida c ON c.organizacionId = $1 AND c.origenId <> 0 AND c.origenId = p.transaccionId AND c.origenPartida = p.numeroPartida
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId AND d.tipo = 'DevolucionServicio'
                        AND d.estado <> 'cancelado'
        WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId {} GROUP BY p.origenId)",
              [&](const db::Row& f) { r[f.integer(0)].costoPartes -= Importe::de_micros(f.integer(1)); });
    por_orden(tx, cuales, R"(
        SELECT t.transaccionId, CAST(SUM(h.costo) AS BIGINT) FROM ordenTrabajo t
        JOIN ordenTrabajoTiempo h ON h.organizacionId = $1 AND h.ordenTrabajoId = t.ordenTrabajoId
        WHERE t.organizacionId = $1 AND t.transaccionId {} GROUP BY t.transaccionId)",
              [&](const db::Row& f) { r[f.integer(0)].costoManoObra += Importe::de_micros(f.integer(1)); });
    por_orden(tx, cuales, R"(
        SELECT s.transaccionId, p.cantidad, s.costo FROM partidaServicio s
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = s.transaccionId AND p.numeroPartida = s.numeroPartida
        WHERE s.organizacionId = $1 AND s.clase IN ('gasto', 'servicioExterno') AND s.transaccionId {})",
              [&](const db::Row& f) {
                  r[f.integer(0)].costoOtros +=
                      (Cantidad::de_micros(f.integer(1)) * Precio::de_micros(f.integer(2))).redondear(decimales);
              });
    for (auto& [id, u] : r) u.utilidad = u.cargado - u.costoPartes - u.costoManoObra - u.costoOtros;
    return r;
}

// What the books say: what left for the orders and what their close posted; what the accounts of income have of their invoices,
// less the lines of these that are of no order.
struct EnLibros {
    Importe costo;
    Importe cargado;
};

EnLibros en_libros_de(db::Reader& tx, const CualesOrdenes& cuales) {
    EnLibros r;
    const int decimales = engine::leer_ajustes(tx).decimales;
    por_orden(tx, cuales, R"(
        SELECT DISTINCT d.transaccionId, q.cargo FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo = 'SalidaServicio'
                        AND d.estado <> 'cancelado'
        JOIN poliza q ON q.organizacionId = $1 AND q.transaccionId = d.transaccionId AND q.evento = 'registro'
        WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId {})",
              [&](const db::Row& f) { r.costo += Importe::de_micros(f.integer(1)); });
    por_orden(tx, cuales, R"(
        SELECT DISTINCT d.transaccionId, q.abono FROM partida p
        JOIN partida c ON c.organizacionId = $1 AND c.origenId <> 0 AND c.origenId = p.transaccionId AND c.origenPartida = p.numeroPartida
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId AND d.tipo = 'DevolucionServicio'
                        AND d.estado <> 'cancelado'
        JOIN poliza q ON q.organizacionId = $1 AND q.transaccionId = d.transaccionId AND q.evento = 'registro'
        WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId {})",
              [&](const db::Row& f) { r.costo -= Importe::de_micros(f.integer(1)); });
    por_orden(tx, cuales, R"(
        SELECT o.transaccionId, q.cargo FROM ordenServicio o
        JOIN poliza q ON q.organizacionId = $1 AND q.transaccionId = o.costoId AND q.evento = 'registro'
        WHERE o.organizacionId = $1 AND o.costoId <> 0 AND o.transaccionId {})",
              [&](const db::Row& f) { r.costo += Importe::de_micros(f.integer(1)); });
    std::set<std::int64_t> papeles;
    por_orden(tx, cuales, R"(
        SELECT DISTINCT d.transaccionId FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo = 'FacturaVenta'
                        AND d.estado <> 'cancelado'
        WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId {})",
              [&](const db::Row& f) { papeles.insert(f.integer(0)); });
    por_orden(tx, cuales, R"(
        SELECT DISTINCT d.transaccionId FROM partida p
        JOIN partida c ON c.organizacionId = $1 AND c.origenId <> 0 AND c.origenId = p.transaccionId AND c.origenPartida = p.numeroPartida
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId AND d.tipo = 'NotaCreditoCliente'
                        AND d.estado <> 'cancelado'
        WHERE p.organizacionId = $1 AND p.origenId <> 0 AND p.origenId {})",
              [&](const db::Row& f) { papeles.insert(f.integer(0)); });
    for (const std::int64_t id : papeles) {
        tx.each(R"(SELECT a.abono - a.cargo FROM poliza q
                   JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = q.polizaId
                   JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = a.cuentaId AND c.tipo = 'ingreso'
                   WHERE q.organizacionId = $1 AND q.transaccionId = $2 AND q.evento = 'registro')",
                [&](const db::Row& f) { r.cargado += Importe::de_micros(f.integer(0)); }, tx.organizacion(), id);
        // Lines that come from no order, or from an order that is not asked for.
        tx.each(
            fmt::format(R"(
            SELECT p.importe - p.descuento - p.promocion, d.tipoCambio, CASE WHEN d.tipo = 'FacturaVenta' THEN 1 ELSE 0 END
            FROM partida p
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
            LEFT JOIN partida f ON f.organizacionId = $1 AND f.transaccionId = p.origenId AND f.numeroPartida = p.origenPartida
                               AND d.tipo = 'NotaCreditoCliente'
            WHERE p.organizacionId = $1 AND p.transaccionId = $5
              AND NOT (CASE WHEN d.tipo = 'FacturaVenta' THEN p.origenId ELSE COALESCE(f.origenId, 0) END {}))",
                        cuales.sql),
            [&](const db::Row& f) {
                const Importe suyo =
                    engine::convertir(Importe::de_micros(f.integer(0)), Precio::de_micros(f.integer(1)), decimales);
                r.cargado += f.integer(2) != 0 ? -suyo : suyo;
            },
            tx.organizacion(), cuales.uno, cuales.otro, cuales.sucursalId, id);
    }
    return r;
}

Importe distancia(Importe a, Importe b) { return a < b ? b - a : a - b; }

template <class Reporte>
void cuadrar(db::Reader& tx, const CualesOrdenes& cuales, Reporte& r) {
    for (const auto& f : r.renglones) r.total += f;
    const EnLibros libros = en_libros_de(tx, cuales);
    r.costoEnLibros = libros.costo;
    r.cargadoEnLibros = libros.cargado;
    r.diferencia = distancia(r.total.cargado, libros.cargado) +
                   distancia(r.total.costoPartes + r.total.costoManoObra + r.total.costoOtros, libros.costo);
}

void exigir_pedida(const Context& ctx, const UtilidadPedida& p) {
    Faltas faltas;
    faltas.agregar_si(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    if (p.sucursalId) exigir_sucursal(ctx.db(), p.sucursalId->valor, faltas);
    faltas.lanzar();
}

struct PersonaDeOrden {
    std::int64_t personalServicioId = 0;
    Cantidad horas;
    Importe costo;
};

}  // namespace

UtilidadServicio utilidad_de_orden(db::Reader& tx, std::int64_t transaccionId) {
    return utilidades(tx, una_orden(transaccionId))[transaccionId];
}

ReporteUtilidadEquipo utilidad_por_equipo(const Context& ctx, const UtilidadPedida& p) {
    exigir_pedida(ctx, p);
    auto& tx = ctx.db();
    const auto cuales = cerradas_entre(p);
    const auto suyas = utilidades(tx, cuales);
    std::map<std::int64_t, UtilidadPorEquipo> filas;
    por_orden(tx, cuales, R"(
        SELECT o.transaccionId, o.equipoServicioId, COALESCE(e.nombre, ''), COALESCE(e.serie, '') FROM ordenServicio o
        LEFT JOIN equipoServicio e ON e.organizacionId = $1 AND e.equipoServicioId = o.equipoServicioId
        WHERE o.organizacionId = $1 AND o.transaccionId {})",
              [&](const db::Row& f) {
                  UtilidadPorEquipo& fila = filas[f.integer(1)];
                  fila.equipoServicioId = f.integer(1);
                  fila.equipo = f.text(2);
                  fila.serieEquipo = f.text(3);
                  ++fila.ordenes;
                  fila += suyas.at(f.integer(0));
              });
    ReporteUtilidadEquipo r;
    for (auto& [id, fila] : filas) r.renglones.push_back(std::move(fila));
    cuadrar(tx, cuales, r);
    return r;
}

ReporteUtilidadAgrupador utilidad_por_agrupador(const Context& ctx, const UtilidadPedida& p) {
    exigir_pedida(ctx, p);
    auto& tx = ctx.db();
    const auto cuales = cerradas_entre(p);
    const auto suyas = utilidades(tx, cuales);
    std::map<std::int64_t, UtilidadPorAgrupador> filas;
    por_orden(tx, cuales, R"(
        SELECT o.transaccionId, o.agrupadorServicioId, COALESCE(g.nombre, '') FROM ordenServicio o
        LEFT JOIN agrupadorServicio g ON g.organizacionId = $1 AND g.agrupadorServicioId = o.agrupadorServicioId
        WHERE o.organizacionId = $1 AND o.transaccionId {})",
              [&](const db::Row& f) {
                  UtilidadPorAgrupador& fila = filas[f.integer(1)];
                  fila.agrupadorServicioId = f.integer(1);
                  fila.agrupador = f.text(2);
                  ++fila.ordenes;
                  fila += suyas.at(f.integer(0));
              });
    ReporteUtilidadAgrupador r;
    for (auto& [id, fila] : filas) r.renglones.push_back(std::move(fila));
    cuadrar(tx, cuales, r);
    return r;
}

ReporteUtilidadPersonal utilidad_por_personal(const Context& ctx, const UtilidadPedida& p) {
    exigir_pedida(ctx, p);
    auto& tx = ctx.db();
    const int decimales = engine::leer_ajustes(tx).decimales;
    const auto cuales = cerradas_entre(p);
    const auto suyas = utilidades(tx, cuales);
    std::map<std::int64_t, std::vector<PersonaDeOrden>> quienes;
    std::map<std::int64_t, UtilidadPorPersonal> filas;
    por_orden(
        tx, cuales, R"(
        SELECT t.transaccionId, h.personalServicioId, CAST(SUM(h.horas) AS BIGINT), CAST(SUM(h.costo) AS BIGINT),
               COALESCE(MAX(q.nombre), '')
        FROM ordenTrabajo t
        JOIN ordenTrabajoTiempo h ON h.organizacionId = $1 AND h.ordenTrabajoId = t.ordenTrabajoId
        LEFT JOIN personalServicio q ON q.organizacionId = $1 AND q.personalServicioId = h.personalServicioId
        WHERE t.organizacionId = $1 AND t.transaccionId {}
        GROUP BY t.transaccionId, h.personalServicioId ORDER BY t.transaccionId, h.personalServicioId)",
        [&](const db::Row& f) {
            quienes[f.integer(0)].push_back({f.integer(1), Cantidad::de_micros(f.integer(2)), Importe::de_micros(f.integer(3))});
            filas[f.integer(1)].personal = f.text(4);
        });
    for (const auto& [orden, u] : suyas) {
        auto& personas = quienes[orden];
        if (personas.empty()) personas.push_back({});
        std::vector<std::int64_t> pesos;
        for (const PersonaDeOrden& q : personas) pesos.push_back(q.horas.micros());
        if (std::ranges::all_of(pesos, [](std::int64_t h) { return h == 0; })) std::ranges::fill(pesos, 1);
        const auto cargado = engine::repartir(u.cargado, pesos, decimales);
        const auto partes = engine::repartir(u.costoPartes, pesos, decimales);
        const auto otros = engine::repartir(u.costoOtros, pesos, decimales);
        for (std::size_t i = 0; i < personas.size(); ++i) {
            UtilidadPorPersonal& fila = filas[personas[i].personalServicioId];
            fila.personalServicioId = personas[i].personalServicioId;
            ++fila.ordenes;
            fila.horas += personas[i].horas;
            fila += UtilidadServicio{cargado[i], partes[i], personas[i].costo, otros[i],
                                     cargado[i] - partes[i] - personas[i].costo - otros[i]};
        }
    }
    ReporteUtilidadPersonal r;
    for (auto& [id, fila] : filas) r.renglones.push_back(std::move(fila));
    cuadrar(tx, cuales, r);
    return r;
}

void register_utilidad_servicio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("OrdenServicio");
    ops.add(GET, "/api/OrdenServicio/Utilidad/PorEquipo", "OrdenServicioUtilidadEquipo", utilidad_por_equipo)
        .nuestra()
        .totales(&UtilidadServicio::cargado, &UtilidadServicio::costoPartes, &UtilidadServicio::costoManoObra,
                 &UtilidadServicio::costoOtros, &UtilidadServicio::utilidad)
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado});
    ops.add(GET, "/api/OrdenServicio/Utilidad/PorPersonal", "OrdenServicioUtilidadPersonal", utilidad_por_personal)
        .nuestra()
        .totales(&UtilidadServicio::cargado, &UtilidadServicio::costoPartes, &UtilidadServicio::costoManoObra,
                 &UtilidadServicio::costoOtros, &UtilidadServicio::utilidad)
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado});
    ops.add(GET, "/api/OrdenServicio/Utilidad/PorAgrupador", "OrdenServicioUtilidadAgrupador", utilidad_por_agrupador)
        .nuestra()
        .totales(&UtilidadServicio::cargado, &UtilidadServicio::costoPartes, &UtilidadServicio::costoManoObra,
                 &UtilidadServicio::costoOtros, &UtilidadServicio::utilidad)
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado});
}

}  // namespace cacao
