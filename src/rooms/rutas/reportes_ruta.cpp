#include "rooms/rutas/reportes_ruta.hpp"

#include "api/ambito.hpp"
#include "api/registros.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "rooms/rutas/ruta.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace cacao {
namespace {

void exigir_periodo_de_rutas(const Context& ctx, const PeriodoDeRutas& p) {
    auto& tx = ctx.db();
    Faltas faltas;
    faltas.agregar_si(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    if (p.sucursalId) exigir_sucursal(tx, p.sucursalId->valor, faltas);
    faltas.agregar_si(p.rutaId && !hay(tx, "SELECT 1 FROM ruta WHERE organizacionId = $1 AND rutaId = $2", p.rutaId->valor),
                      Codigo::no_encontrado, "/rutaId");
    faltas.lanzar();
}

std::int64_t dicho_o_cero(const std::optional<Id>& id) { return id ? id->valor : 0; }

struct QuienVende {
    std::string_view id;
    std::string_view nombre;
};
QuienVende quien_vende(VentasPor por) {
    switch (por) {
        case VentasPor::ruta: break;
        case VentasPor::vendedor:
            return {"j.vendedorId",
                    "(SELECT v.nombre FROM vendedor v WHERE v.organizacionId = $1 AND v.vendedorId = j.vendedorId)"};
        case VentasPor::cliente:
            return {"d.entidadId", "(SELECT c.nombre FROM contacto c WHERE c.organizacionId = $1 AND c.entidadId = d.entidadId)"};
        case VentasPor::producto:
            return {"p.productoId",
                    "(SELECT q.nombre FROM producto q WHERE q.organizacionId = $1 AND q.productoId = p.productoId)"};
    }
    return {"j.rutaId", "(SELECT r.nombre FROM ruta r WHERE r.organizacionId = $1 AND r.rutaId = j.rutaId)"};
}

struct LineaVendida {
    std::int64_t quienId = 0;
    std::string quien;
    std::int64_t transaccionId = 0;
    Precio tipoCambio;
    Cantidad cantidad;
    Importe neto;
    Importe impuestos;
    Importe costo;
};
DESCRIBE_STRUCT(LineaVendida, (), (quienId, quien, transaccionId, tipoCambio, cantidad, neto, impuestos, costo))

Importe lejos(Importe a, Importe b) { return a < b ? b - a : a - b; }

}  // namespace

ReporteVentasRuta reportar_ventas_ruta(const Context& ctx, const VentasDeRutaPedidas& p) {
    exigir_periodo_de_rutas(ctx, p);
    auto& tx = ctx.db();
    const int decimales = engine::leer_ajustes(tx).decimales;
    ReporteVentasRuta r;
    const auto por = p.por.value_or(VentasPor::ruta);
    r.por = por;
    const QuienVende quien = quien_vende(por);
    const auto lineas =
        tx.all<LineaVendida>(fmt::format(R"(
        SELECT {} AS quienId, COALESCE({}, '') AS quien, d.transaccionId, d.tipoCambio, p.cantidadBase AS cantidad,
               p.importe - p.descuento - p.promocion AS neto, p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS impuestos, p.costo
        FROM documento d
        JOIN jornadaDocumento k ON k.organizacionId = $1 AND k.transaccionId = d.transaccionId AND k.operacionId <> 0
        JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = k.jornadaId
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.tipo IN ('NotaVenta', 'FacturaVenta') AND d.estado <> 'cancelado'
          AND d.fecha BETWEEN $2 AND $3 AND ($4 = 0 OR d.sucursalId = $4) AND ($5 = 0 OR j.rutaId = $5)
        ORDER BY 1, d.transaccionId, p.numeroPartida)",
                                         quien.id, quien.nombre),
                             tx.organizacion(), p.fechaInicial, p.fechaFinal, dicho_o_cero(p.sucursalId), dicho_o_cero(p.rutaId));
    std::set<std::pair<std::int64_t, std::int64_t>> documentos;
    for (const LineaVendida& l : lineas) {
        if (r.renglones.empty() || r.renglones.back().quienId != l.quienId) {
            auto& nuevo = r.renglones.emplace_back();
            nuevo.quienId = l.quienId;
            nuevo.quien = l.quien;
        }
        VentaDeRuta& v = r.renglones.back();
        const Importe neto = engine::convertir(l.neto, l.tipoCambio, decimales);
        const Importe impuestos = engine::convertir(l.impuestos, l.tipoCambio, decimales);
        v.documentos += documentos.insert({l.quienId, l.transaccionId}).second ? 1 : 0;
        v.cantidad += l.cantidad;
        v.neto += neto;
        v.impuestos += impuestos;
        v.total += neto + impuestos;
        v.costo += l.costo;
        r.neto += neto;
    }
    r.netoEnLibros =
        tx.one<Importe>(R"(
        SELECT CAST(COALESCE(SUM(a.abono - a.cargo), 0) AS BIGINT)
        FROM documento d
        JOIN jornadaDocumento k ON k.organizacionId = $1 AND k.transaccionId = d.transaccionId AND k.operacionId <> 0
        JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = k.jornadaId
        JOIN poliza z ON z.organizacionId = $1 AND z.transaccionId = d.transaccionId AND z.evento = 'registro'
        JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = z.polizaId
        WHERE d.organizacionId = $1 AND d.tipo IN ('NotaVenta', 'FacturaVenta') AND d.estado <> 'cancelado'
          AND d.fecha BETWEEN $2 AND $3 AND ($4 = 0 OR d.sucursalId = $4) AND ($5 = 0 OR j.rutaId = $5)
          AND a.cuentaId IN (SELECT h.cuentaId FROM cuentaPapelHistoria h WHERE h.organizacionId = $1
                             AND h.papel IN ('ventas', 'ventas_frontera', 'ventas_cero', 'ventas_exentas', 'ventas_exportacion')
                             UNION SELECT c.cuentaId FROM cuentaPapel c WHERE c.organizacionId = $1
                             AND c.papel IN ('ventas', 'ventas_frontera', 'ventas_cero', 'ventas_exentas', 'ventas_exportacion')))",
                        tx.organizacion(), p.fechaInicial, p.fechaFinal, dicho_o_cero(p.sucursalId), dicho_o_cero(p.rutaId))
            .value_or(Importe{});
    r.diferencia = lejos(r.neto, r.netoEnLibros);
    return r;
}

std::vector<CoberturaDeRuta> reportar_cobertura(const Context& ctx, const PeriodoDeRutas& p) {
    exigir_periodo_de_rutas(ctx, p);
    auto& tx = ctx.db();
    struct DiaDeRuta {
        std::int64_t jornadaId = 0;
        Fecha fecha;
        std::int64_t rutaId = 0;
        std::string ruta;
    };
    std::vector<DiaDeRuta> dias;
    tx.each(R"(SELECT d.transaccionId, d.fecha, j.rutaId, r.nombre
               FROM documento d
               JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = d.transaccionId
               JOIN ruta r ON r.organizacionId = $1 AND r.rutaId = j.rutaId
               WHERE d.organizacionId = $1 AND d.tipo = 'JornadaRuta' AND d.estado NOT IN ('abierta', 'cancelado')
                 AND d.fecha BETWEEN $2 AND $3 AND ($4 = 0 OR d.sucursalId = $4) AND ($5 = 0 OR j.rutaId = $5)
               ORDER BY r.codigo, d.transaccionId)",
            [&](const db::Row& f) {
                dias.push_back({f.integer(0), Fecha::de_dias(static_cast<std::int32_t>(f.integer(1))), f.integer(2),
                                std::string{f.text(3)}});
            },
            tx.organizacion(), p.fechaInicial, p.fechaFinal, dicho_o_cero(p.sucursalId), dicho_o_cero(p.rutaId));
    std::vector<CoberturaDeRuta> r;
    for (const DiaDeRuta& d : dias) {
        if (r.empty() || r.back().rutaId != d.rutaId) {
            auto& nueva = r.emplace_back();
            nueva.rutaId = d.rutaId;
            nueva.ruta = d.ruta;
        }
        CoberturaDeRuta& c = r.back();
        ++c.jornadas;
        std::set<std::int64_t> programados;
        const std::int64_t bit = bit_de(dia_de(d.fecha));
        tx.each(
            "SELECT entidadId, dias FROM rutaCliente WHERE organizacionId = $1 AND rutaId = $2",
            [&](const db::Row& f) {
                if ((f.integer(1) & bit) != 0) programados.insert(f.integer(0));
            },
            tx.organizacion(), d.rutaId);
        c.programadas += static_cast<std::int64_t>(programados.size());
        tx.each(R"(SELECT entidadId, MAX(CASE WHEN clase IN ('venta', 'preventa') THEN 1 ELSE 0 END) FROM operacionRuta
                   WHERE organizacionId = $1 AND jornadaId = $2 AND entidadId <> 0 GROUP BY entidadId)",
                [&](const db::Row& f) {
                    ++(programados.contains(f.integer(0)) ? c.visitadas : c.fueraDeRuta);
                    ++(f.integer(1) != 0 ? c.conVenta : c.sinVenta);
                },
                tx.organizacion(), d.jornadaId);
    }
    return r;
}

ReporteMermasRuta reportar_mermas_ruta(const Context& ctx, const PeriodoDeRutas& p) {
    exigir_periodo_de_rutas(ctx, p);
    auto& tx = ctx.db();
    ReporteMermasRuta r;
    r.renglones =
        tx.all<MermaDeRuta>(R"(
        SELECT CASE WHEN d.tipo = 'FaltanteConteo' THEN 'faltante' ELSE o.clase END AS causa, d.motivo,
               COUNT(DISTINCT d.transaccionId) AS documentos, CAST(SUM(-m.cantidad) AS BIGINT) AS cantidad,
               CAST(SUM(-m.valor) AS BIGINT) AS costo
        FROM documento d
        JOIN jornadaDocumento k ON k.organizacionId = $1 AND k.transaccionId = d.transaccionId AND k.ajuste = 0
        JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = k.jornadaId
        LEFT JOIN operacionRuta o ON o.organizacionId = $1 AND o.operacionId = k.operacionId
        JOIN movimiento m ON m.organizacionId = $1 AND m.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.tipo IN ('Merma', 'FaltanteConteo') AND d.estado <> 'cancelado'
          AND d.fecha BETWEEN $2 AND $3 AND ($4 = 0 OR d.sucursalId = $4) AND ($5 = 0 OR j.rutaId = $5)
        GROUP BY 1, 2 ORDER BY 1, 2)",
                            tx.organizacion(), p.fechaInicial, p.fechaFinal, dicho_o_cero(p.sucursalId), dicho_o_cero(p.rutaId));
    for (const MermaDeRuta& m : r.renglones) r.costo += m.costo;
    r.costoEnLibros =
        tx.one<Importe>(R"(
        SELECT CAST(COALESCE(SUM(a.cargo - a.abono), 0) AS BIGINT)
        FROM documento d
        JOIN jornadaDocumento k ON k.organizacionId = $1 AND k.transaccionId = d.transaccionId AND k.ajuste = 0
        JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = k.jornadaId
        JOIN poliza z ON z.organizacionId = $1 AND z.transaccionId = d.transaccionId
        JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = z.polizaId
        WHERE d.organizacionId = $1 AND d.tipo IN ('Merma', 'FaltanteConteo') AND d.estado <> 'cancelado'
          AND d.fecha BETWEEN $2 AND $3 AND ($4 = 0 OR d.sucursalId = $4) AND ($5 = 0 OR j.rutaId = $5)
          AND a.cuentaId IN (SELECT h.cuentaId FROM cuentaPapelHistoria h WHERE h.organizacionId = $1
                             AND h.papel IN ('merma', 'ajuste_inventario')
                             UNION SELECT c.cuentaId FROM cuentaPapel c WHERE c.organizacionId = $1
                             AND c.papel IN ('merma', 'ajuste_inventario')))",
                        tx.organizacion(), p.fechaInicial, p.fechaFinal, dicho_o_cero(p.sucursalId), dicho_o_cero(p.rutaId))
            .value_or(Importe{});
    r.diferencia = lejos(r.costo, r.costoEnLibros);
    return r;
}

void register_reportes_ruta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ruta");
    ops.add(GET, "/api/Ruta/Ventas", "RutaVentas", reportar_ventas_ruta)
        .nuestra()
        .totales(&VentaDeRuta::neto, &VentaDeRuta::impuestos, &VentaDeRuta::total, &VentaDeRuta::costo)
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado});
    ops.add(GET, "/api/Ruta/Cobertura", "RutaCobertura", reportar_cobertura)
        .nuestra()
        .totales(&CoberturaDeRuta::programadas, &CoberturaDeRuta::visitadas, &CoberturaDeRuta::conVenta,
                 &CoberturaDeRuta::sinVenta)
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado});
    ops.add(GET, "/api/Ruta/Mermas", "RutaMermas", reportar_mermas_ruta)
        .nuestra()
        .totales(&MermaDeRuta::costo)
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado});
}

}  // namespace cacao
