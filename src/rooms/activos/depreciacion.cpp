#include "rooms/activos/depreciacion.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verificar/reglas.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace cacao {
namespace {

struct ActivoPorDepreciar : ActivoDepreciado {
    std::int64_t cuentaDepreciacionId = 0;
    std::int64_t cuentaGastoId = 0;
    Importe costo;
    Importe hecha;  // before
};
DESCRIBE_STRUCT(ActivoPorDepreciar, (ActivoDepreciado), (cuentaDepreciacionId, cuentaGastoId, costo, hecha))

// By asset.
std::map<std::int64_t, std::vector<PlanDeActivo>> planes_de_todos(db::Reader& tx) {
    std::map<std::int64_t, std::vector<PlanDeActivo>> planes;
    tx.each(R"(SELECT p.activoId, p.desdePeriodo, p.acumulado, p.valorResidual, p.vidaMeses, p.tasaAnual
               FROM activoPlan p WHERE p.organizacionId = $1 ORDER BY p.activoId, p.desdePeriodo)",
            [&](const db::Row& f) {
                planes[f.integer(0)].push_back({f.integer(1), Importe::de_micros(f.integer(2)), Importe::de_micros(f.integer(3)),
                                                f.integer(4), Tasa::de_micros(f.integer(5))});
            },
            tx.organizacion());
    return planes;
}

// Of each asset in use what its value has lost by the end of the month, less what was posted: months that were left out, and
// assets that were registered late, are made up for.
std::vector<ActivoPorDepreciar> por_depreciar(db::Reader& tx, std::int64_t periodo) {
    const int decimales = engine::leer_ajustes(tx).decimales;
    const auto planes = planes_de_todos(tx);
    std::vector<ActivoPorDepreciar> r;
    for (ActivoPorDepreciar& a : tx.all<ActivoPorDepreciar>(R"(
             SELECT a.activoId, a.codigo, a.nombre, c.nombre AS categoria, a.sucursalId, a.proyectoId, 0 AS depreciacion,
                    c.cuentaDepreciacionId, c.cuentaGastoId, a.costo,
                    a.depreciacionInicial + COALESCE((SELECT CAST(SUM(d.importe) AS BIGINT) FROM depreciacion d
                        WHERE d.organizacionId = $1 AND d.activoId = a.activoId AND d.vigente = 1), 0) AS hecha
             FROM activoFijo a
             JOIN categoriaActivo c ON c.organizacionId = $1 AND c.categoriaId = a.categoriaId
             WHERE a.organizacionId = $1 AND a.estado = 'enUso' AND c.cuentaDepreciacionId <> 0 ORDER BY a.codigo)",
                                                            tx.organizacion())) {
        const auto suyos = planes.find(a.activoId);
        if (suyos == planes.end() || suyos->second.front().desdePeriodo > periodo) continue;
        a.depreciacion = depreciado_al(a.costo, suyos->second, periodo, decimales) - a.hecha;
        if (a.depreciacion > Importe{}) r.push_back(std::move(a));
    }
    return r;
}

// A document for each branch, of two lines for each account and project.
std::map<std::int64_t, engine::SolicitudDiario> polizas_de(const std::vector<ActivoPorDepreciar>& activos, std::int64_t periodo,
                                                           Fecha dia) {
    struct Suma {
        Importe importe;
        std::string categoria;
    };
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>, Suma> sumas;
    for (const ActivoPorDepreciar& a : activos) {
        Suma& s = sumas[{a.sucursalId, a.cuentaGastoId, a.cuentaDepreciacionId, a.proyectoId}];
        s.importe += a.depreciacion;
        s.categoria = a.categoria;
    }
    std::map<std::int64_t, engine::SolicitudDiario> polizas;
    for (const auto& [donde, suma] : sumas) {
        const auto& [sucursalId, gastoId, acumuladaId, proyectoId] = donde;
        engine::SolicitudDiario& s = polizas[sucursalId];
        for (const bool cargo : {true, false}) {
            auto& p = s.partidas.emplace_back();
            p.cuentaId = cargo ? gastoId : acumuladaId;
            p.proyectoId = proyectoId;
            p.descripcion = suma.categoria;
            (cargo ? p.cargo : p.abono) = suma.importe;
        }
    }
    for (auto& [sucursalId, s] : polizas) {
        s.sucursalId = sucursalId;
        s.fecha = dia;
        s.campos = {{"/fecha", "/periodo"}};
        s.notas = fmt::format("Depreciación de {}-{:02}", periodo / 100, periodo % 100);
    }
    return polizas;
}

DepreciacionEnLista leer_depreciacion(db::Reader& tx, std::int64_t depreciacionId) {
    auto d = tx.one<DepreciacionEnLista>(
        "SELECT depreciacionId, periodo, importe, activos, vigente, usuarioId, creadoEn FROM depreciacionMes WHERE "
        "organizacionId = $1 "
        "AND depreciacionId = $2",
        tx.organizacion(), depreciacionId);
    reject_if(!d, Codigo::no_encontrado, "/depreciacionId");
    return std::move(*d);
}

}  // namespace

std::vector<ActivoDepreciado> depreciacion_por_hacer(const Context& ctx, const DepreciacionPorHacer& p) {
    engine::cierre_del_mes(p.periodo);
    auto& tx = ctx.db();
    if (tx.one<std::int64_t>(
            "SELECT depreciacionId FROM depreciacionMes WHERE organizacionId = $1 AND periodo >= $2 AND vigente = 1 "
            "LIMIT 1",
            tx.organizacion(), p.periodo.valor))
        return {};
    std::vector<ActivoDepreciado> r;
    for (ActivoPorDepreciar& a : por_depreciar(tx, p.periodo)) r.push_back(std::move(a));
    return r;
}

DepreciacionVista obtener_depreciacion(const Context& ctx, const DepreciacionPedida& p) {
    auto& tx = ctx.db();
    DepreciacionVista v;
    static_cast<DepreciacionEnLista&>(v) = leer_depreciacion(tx, p.depreciacionId);
    tx.each(R"(SELECT d.transaccionId, d.serie, d.folio, d.sucursalId, d.total
               FROM (SELECT DISTINCT transaccionId FROM depreciacion WHERE organizacionId = $1 AND depreciacionId = $2) k
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId ORDER BY d.sucursalId)",
            [&](const db::Row& f) {
                v.polizas.push_back(
                    {f.integer(0), engine::folio_texto(f.text(1), f.integer(2)), f.integer(3), Importe::de_micros(f.integer(4))});
            },
            tx.organizacion(), v.depreciacionId);
    v.partidas = tx.all<ActivoDepreciado>(R"(
        SELECT k.activoId, a.codigo, a.nombre, c.nombre AS categoria, d.sucursalId, a.proyectoId, k.importe AS depreciacion
        FROM depreciacion k
        JOIN activoFijo a ON a.organizacionId = $1 AND a.activoId = k.activoId
        JOIN categoriaActivo c ON c.organizacionId = $1 AND c.categoriaId = a.categoriaId
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
        WHERE k.organizacionId = $1 AND k.depreciacionId = $2 ORDER BY a.codigo)",
                                          tx.organizacion(), v.depreciacionId);
    return v;
}

DepreciacionVista depreciar(Context& ctx, const DepreciacionNueva& p) {
    auto& tx = ctx.db();
    const Fecha dia = engine::cierre_del_mes(p.periodo);
    reject_if(dia > ctx.hoy(), Codigo::fuera_de_rango, "/periodo");
    tx.lock("activos");
    if (const auto otra = tx.one<std::int64_t>(
            "SELECT depreciacionId FROM depreciacionMes WHERE organizacionId = $1 AND periodo = $2 AND vigente = 1",
            tx.organizacion(), p.periodo.valor))
        reject(Codigo::duplicado, "/periodo", reflect::objeto("depreciacionId", *otra));
    if (const auto despues = tx.one<std::int64_t>("SELECT MAX(periodo) FROM depreciacionMes WHERE organizacionId = $1 AND "
                                                  "periodo > $2 AND vigente = 1 HAVING COUNT(*) > 0",
                                                  tx.organizacion(), p.periodo.valor))
        reject(Codigo::conflicto, "/periodo", reflect::objeto("periodo", *despues));
    const auto activos = por_depreciar(tx, p.periodo);
    reject_if(activos.empty(), Codigo::lista_vacia, "/periodo");
    std::map<std::int64_t, std::int64_t> documentos;  // by branch
    for (auto& [sucursalId, s] : polizas_de(activos, p.periodo, dia))
        documentos[sucursalId] = engine::emitir(ctx, engine::Depreciacion, s).transaccionId;
    Importe total;
    for (const ActivoPorDepreciar& a : activos) total += a.depreciacion;
    const std::int64_t id = tx.next_id();
    tx.run(
        R"(INSERT INTO depreciacionMes (organizacionId, depreciacionId, periodo, importe, activos, vigente, usuarioId, creadoEn)
              VALUES ($1, $2, $3, $4, $5, 1, $6, $7))",
        tx.organizacion(), id, p.periodo.valor, total, static_cast<std::int64_t>(activos.size()), ctx.usuarioId(), ctx.ahora());
    for (const ActivoPorDepreciar& a : activos)
        tx.run(R"(INSERT INTO depreciacion (organizacionId, depreciacionId, activoId, transaccionId, periodo, importe, vigente)
                  VALUES ($1, $2, $3, $4, $5, $6, 1))",
               tx.organizacion(), id, a.activoId, documentos.at(a.sucursalId), p.periodo.valor, a.depreciacion);
    DepreciacionVista v = obtener_depreciacion(ctx, {id});
    ctx.auditar_alta("Depreciacion", id, static_cast<const DepreciacionEnLista&>(v));
    return v;
}

DepreciacionVista deshacer_depreciacion(Context& ctx, const DepreciacionPedida& p) {
    auto& tx = ctx.db();
    tx.lock("activos");
    const DepreciacionEnLista antes = leer_depreciacion(tx, p.depreciacionId);
    if (!antes.vigente) return obtener_depreciacion(ctx, p);
    Faltas faltas;
    const auto impide = [&](const char* que, std::int64_t id, std::int64_t periodo) {
        faltas.agregar(Codigo::con_dependientes, "/depreciacionId", En::donde_sea,
                       reflect::objeto("impide", que, "id", id, "periodo", periodo));
    };
    tx.each(
        "SELECT depreciacionId, periodo FROM depreciacionMes WHERE organizacionId = $1 AND periodo > $2 AND vigente = 1 ORDER BY "
        "periodo",
        [&](const db::Row& f) { impide("depreciacion", f.integer(0), f.integer(1)); }, tx.organizacion(), antes.periodo);
    tx.each(R"(SELECT b.transaccionId, b.periodo FROM depreciacion d
               JOIN bajaActivo b ON b.organizacionId = $1 AND b.activoId = d.activoId AND b.vigente = 1
               WHERE d.organizacionId = $1 AND d.depreciacionId = $2 ORDER BY b.transaccionId)",
            [&](const db::Row& f) { impide("baja", f.integer(0), f.integer(1)); }, tx.organizacion(), antes.depreciacionId);
    engine::exigir_periodo(ctx, antes.periodo, "/depreciacionId", faltas);
    faltas.lanzar();
    const Fecha dia = engine::cierre_del_mes(antes.periodo);
    for (const PolizaDeDepreciacion& d : obtener_depreciacion(ctx, p).polizas)
        engine::cancelar(ctx, d.transaccionId, {.fecha = dia, .motivo = "Depreciación deshecha"}, {engine::Depreciacion.tipo});
    tx.run("UPDATE depreciacion SET vigente = 0 WHERE organizacionId = $1 AND depreciacionId = $2", tx.organizacion(),
           antes.depreciacionId);
    tx.run("UPDATE depreciacionMes SET vigente = 0 WHERE organizacionId = $1 AND depreciacionId = $2", tx.organizacion(),
           antes.depreciacionId);
    DepreciacionVista v = obtener_depreciacion(ctx, p);
    ctx.auditar("Depreciacion", antes.depreciacionId, antes, static_cast<const DepreciacionEnLista&>(v));
    return v;
}

std::vector<DepreciacionEnLista> listar_depreciaciones(const Context& ctx, const DepreciacionesFiltro& f) {
    db::Where donde{ctx.organizacionId()};
    if (f.ejercicio) {
        donde.add("periodo >= $", f.ejercicio->valor * 100 + 1);
        donde.add("periodo <= $", f.ejercicio->valor * 100 + 12);
    }
    return ctx.db().all_with<DepreciacionEnLista>(
        "SELECT depreciacionId, periodo, importe, activos, vigente, usuarioId, creadoEn FROM depreciacionMes WHERE "
        "organizacionId = $1" +
            donde.and_sql() + " ORDER BY periodo DESC, creadoEn DESC",
        donde.params());
}

// Assets of the end of the month: those that had been bought and had not gone.
std::vector<CuentaDeActivos> cuadrar_activos(const Context& ctx, const DepreciacionPorHacer& p) {
    const Fecha dia = engine::cierre_del_mes(p.periodo);
    auto filas = ctx.db().all<CuentaDeActivos>(R"(
        SELECT u.cuentaId, c.codigo, c.nombre, u.clase, CAST(SUM(u.auxiliar) AS BIGINT) AS auxiliar,
               COALESCE((SELECT CAST(SUM(s.cargos - s.abonos) AS BIGINT) FROM saldoCuenta s
                         WHERE s.organizacionId = $1 AND s.cuentaId = u.cuentaId AND s.periodo <= $2), 0)
                   * CASE WHEN u.clase = 'activo' THEN 1 ELSE -1 END AS saldo, 0 AS diferencia
        FROM (SELECT k.cuentaActivoId AS cuentaId, 'activo' AS clase, a.costo AS auxiliar
              FROM activoFijo a JOIN categoriaActivo k ON k.organizacionId = $1 AND k.categoriaId = a.categoriaId
              WHERE a.organizacionId = $1 AND a.estado <> 'anulado' AND a.fechaAdquisicion <= $3
                AND NOT EXISTS (SELECT 1 FROM bajaActivo b WHERE b.organizacionId = $1 AND b.activoId = a.activoId
                                AND b.vigente = 1 AND b.periodo <= $2)
              UNION ALL
              SELECT k.cuentaDepreciacionId, 'depreciacion',
                     a.depreciacionInicial + COALESCE((SELECT CAST(SUM(d.importe) AS BIGINT) FROM depreciacion d
                         WHERE d.organizacionId = $1 AND d.activoId = a.activoId AND d.vigente = 1 AND d.periodo <= $2), 0)
              FROM activoFijo a JOIN categoriaActivo k ON k.organizacionId = $1 AND k.categoriaId = a.categoriaId
              WHERE a.organizacionId = $1 AND a.estado <> 'anulado' AND a.fechaAdquisicion <= $3 AND k.cuentaDepreciacionId <> 0
                AND NOT EXISTS (SELECT 1 FROM bajaActivo b WHERE b.organizacionId = $1 AND b.activoId = a.activoId
                                AND b.vigente = 1 AND b.periodo <= $2)
              UNION ALL SELECT k.cuentaActivoId, 'activo', 0 FROM categoriaActivo k WHERE k.organizacionId = $1
              UNION ALL SELECT k.cuentaDepreciacionId, 'depreciacion', 0 FROM categoriaActivo k
              WHERE k.organizacionId = $1 AND k.cuentaDepreciacionId <> 0) u
        JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = u.cuentaId
        GROUP BY u.cuentaId, c.codigo, c.nombre, u.clase ORDER BY c.codigo, u.clase)",
                                               ctx.organizacionId(), p.periodo.valor, dia);
    for (CuentaDeActivos& f : filas) f.diferencia = f.saldo - f.auxiliar;
    return filas;
}

void verificar_activos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    static constexpr engine::ReglaDeTabla reglas[] = {
        {"depreciacionMes", "its assets do not add up to it", R"(
            SELECT m.depreciacionId FROM depreciacionMes m
             WHERE m.organizacionId = $1
               AND (m.importe <> COALESCE((SELECT CAST(SUM(d.importe) AS BIGINT) FROM depreciacion d
                                           WHERE d.organizacionId = $1 AND d.depreciacionId = m.depreciacionId), 0)
                    OR m.activos <> (SELECT COUNT(*) FROM depreciacion d
                                     WHERE d.organizacionId = $1 AND d.depreciacionId = m.depreciacionId)))"},
        {"depreciacion", "it does not stand or fall with its month and its document", R"(
            SELECT k.activoId FROM depreciacion k
              JOIN depreciacionMes m ON m.organizacionId = $1 AND m.depreciacionId = k.depreciacionId
              LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
             WHERE k.organizacionId = $1
               AND (k.vigente <> m.vigente OR k.periodo <> m.periodo OR d.tipo IS NULL OR d.tipo <> 'Depreciacion'
                    OR k.vigente <> CASE WHEN d.estado = 'vigente' THEN 1 ELSE 0 END))"},
        {"documento", "its depreciation is not that of its assets", R"(
            SELECT d.transaccionId FROM documento d
             WHERE d.organizacionId = $1 AND d.tipo = 'Depreciacion'
               AND d.total <> COALESCE((SELECT CAST(SUM(k.importe) AS BIGINT) FROM depreciacion k
                                        WHERE k.organizacionId = $1 AND k.transaccionId = d.transaccionId), 0))"},
        {"activoFijo", "it has lost more than its cost", R"(
            SELECT a.activoId FROM activoFijo a
             WHERE a.organizacionId = $1
               AND a.costo < a.depreciacionInicial + COALESCE((SELECT CAST(SUM(k.importe) AS BIGINT) FROM depreciacion k
                                 WHERE k.organizacionId = $1 AND k.activoId = a.activoId AND k.vigente = 1), 0))"},
        {"activoFijo", "whether it is gone is not what its disposals say", R"(
            SELECT a.activoId FROM activoFijo a
             WHERE a.organizacionId = $1
               AND (CASE WHEN a.estado = 'baja' THEN 1 ELSE 0 END)
                   <> (SELECT COUNT(*) FROM bajaActivo b
                       WHERE b.organizacionId = $1 AND b.activoId = a.activoId AND b.vigente = 1))"},
        {"bajaActivo", "what was written off is not what the asset was worth", R"(
            SELECT b.transaccionId FROM bajaActivo b
              JOIN activoFijo a ON a.organizacionId = $1 AND a.activoId = b.activoId
              LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = b.transaccionId
             WHERE b.organizacionId = $1
               AND (b.valorLibros <> a.costo - b.depreciacion OR d.tipo IS NULL OR d.tipo <> 'BajaActivo'
                    OR b.vigente <> CASE WHEN d.estado = 'vigente' THEN 1 ELSE 0 END))"},
        {"activoFijo", "the line that bought it is not there, is cancelled or is worth less", R"(
            SELECT a.activoId FROM activoFijo a
              LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.origenId
              LEFT JOIN partida l ON l.organizacionId = $1 AND l.transaccionId = a.origenId AND l.numeroPartida = a.origenPartida
             WHERE a.organizacionId = $1 AND a.origenId <> 0 AND a.estado <> 'anulado'
               AND (d.estado IS NULL OR d.estado = 'cancelado'
                    OR (d.tipoCambio = 1000000 AND l.importe - l.descuento - l.promocion + l.alCosto < (SELECT CAST(SUM(o.costo) AS BIGINT) FROM activoFijo o
                        WHERE o.organizacionId = $1 AND o.origenId = a.origenId AND o.origenPartida = a.origenPartida
                          AND o.estado <> 'anulado'))))"},
    };
    engine::verificar_reglas(tx, reglas, diferencia);
}

void register_depreciaciones(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Activos");
    ops.add(GET, "/api/Activos/Depreciaciones", "DepreciacionesListar", listar_depreciaciones).nuestra();
    ops.add(POST, "/api/Activos/Depreciaciones", "DepreciacionCrear", depreciar)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::duplicado, Codigo::conflicto, Codigo::lista_vacia, Codigo::periodo_cerrado,
                  Codigo::inactivo});
    ops.add(GET, "/api/Activos/Depreciaciones/PorHacer", "DepreciacionPorHacer", depreciacion_por_hacer)
        .totales(&ActivoDepreciado::depreciacion)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango});
    ops.add(GET, "/api/Activos/Depreciaciones/{depreciacionId}", "DepreciacionObtener", obtener_depreciacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(DELETE, "/api/Activos/Depreciaciones/{depreciacionId}", "DepreciacionDeshacer", deshacer_depreciacion)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::con_dependientes, Codigo::periodo_cerrado});
    ops.add(GET, "/api/Activos/Cuadre", "ActivosCuadre", cuadrar_activos).nuestra().rechaza({Codigo::fuera_de_rango});
}

}  // namespace cacao
