#include "engine/verbos/cierre.hpp"

#include "db/rows.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"

#include <map>
#include <set>

namespace cacao::engine {
namespace {

struct Resultado {
    std::int64_t sucursalId = 0;
    std::int64_t cuentaId = 0;
    std::int64_t proyectoId = 0;
    Importe saldo;
};
DESCRIBE_STRUCT(Resultado, (), (sucursalId, cuentaId, proyectoId, saldo))

PartidaDiario renglon(std::size_t numero, std::int64_t cuentaId, std::int64_t proyectoId, Importe importe) {
    PartidaDiario p;
    p.campo = "/partidas/" + std::to_string(numero);
    p.cuentaId = cuentaId;
    p.proyectoId = proyectoId;
    (importe > Importe{} ? p.cargo : p.abono) = importe > Importe{} ? importe : -importe;
    return p;
}

// Branches whose close of the year stands: one that was undone alone is closed again by itself.
std::set<std::int64_t> sucursales_cerradas(db::Reader& tx, std::int64_t trece) {
    std::set<std::int64_t> cerradas;
    tx.each(R"(SELECT d.sucursalId FROM poliza p
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
               WHERE p.organizacionId = $1 AND d.tipo = $3 AND d.estado = 'vigente' AND p.periodo = $2)",
            [&](const db::Row& f) { cerradas.insert(f.integer(0)); }, tx.organizacion(), trece, CierreAnual.tipo);
    return cerradas;
}

void exigir_cerrable(Context& ctx, int ejercicio, std::int64_t trece) {
    auto& tx = ctx.db();
    // A year is open as long as it has results of its own.
    const auto abierto = tx.one<std::int64_t>(R"(
        SELECT MIN(u.ejercicio)
        FROM (SELECT s.periodo / 100 AS ejercicio FROM saldoCuenta s
              JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = s.cuentaId AND c.tipo IN ('ingreso', 'costo', 'gasto')
              WHERE s.organizacionId = $1 AND s.periodo < $2
              GROUP BY s.periodo / 100, s.sucursalId, s.cuentaId, s.proyectoId
              HAVING SUM(s.cargos - s.abonos) <> 0) u
        HAVING COUNT(*) > 0)",
                                              ctx.organizacionId(), std::int64_t{ejercicio} * 100);
    Faltas faltas;
    if (abierto)
        faltas.agregar(Codigo::ejercicio_anterior_abierto, "/ejercicio", En::donde_sea, reflect::objeto("ejercicio", *abierto));
    for (const Periodo& p : periodos_del(tx, ejercicio))
        if (p.periodo % 100 <= 12 && p.estado != EstadoPeriodo::cerrado) {
            faltas.agregar(Codigo::periodo_anterior_abierto, "/ejercicio", En::donde_sea, reflect::objeto("periodo", p.periodo));
            break;
        }
    exigir_periodo(ctx, trece, "/ejercicio", faltas);
    faltas.lanzar();
}

// Whatever stands on an account of the result of the year before the year's own goes there: the results of years before that
// were closed, and what was brought in or posted there by hand. An account that plays both parts keeps it.
std::vector<Resultado> por_traspasar(db::Reader& tx, std::int64_t trece) {
    return tx.all<Resultado>(R"(
        SELECT s.sucursalId, s.cuentaId, s.proyectoId, CAST(SUM(s.cargos - s.abonos) AS BIGINT) AS saldo
        FROM saldoCuenta s
        WHERE s.organizacionId = $1 AND s.periodo <= $2
          AND EXISTS (SELECT 1 FROM cuentaPapelHistoria h
                      WHERE h.organizacionId = $1 AND h.papel = 'resultado_ejercicio' AND h.cuentaId = s.cuentaId)
          AND NOT EXISTS (SELECT 1 FROM cuentaPapelHistoria h
                          WHERE h.organizacionId = $1 AND h.papel = 'resultado_ejercicios_anteriores' AND h.cuentaId = s.cuentaId)
        GROUP BY s.sucursalId, s.cuentaId, s.proyectoId
        HAVING SUM(s.cargos - s.abonos) <> 0
        ORDER BY s.sucursalId, s.cuentaId, s.proyectoId)",
                             tx.organizacion(), trece);
}

std::vector<Resultado> resultados_del(db::Reader& tx, int ejercicio, std::int64_t trece) {
    return tx.all<Resultado>(R"(
        SELECT s.sucursalId, s.cuentaId, s.proyectoId, CAST(SUM(s.cargos - s.abonos) AS BIGINT) AS saldo
        FROM saldoCuenta s
        JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = s.cuentaId
        WHERE s.organizacionId = $1 AND s.periodo BETWEEN $2 AND $3 AND c.tipo IN ('ingreso', 'costo', 'gasto')
        GROUP BY s.sucursalId, s.cuentaId, s.proyectoId
        HAVING SUM(s.cargos - s.abonos) <> 0
        ORDER BY s.sucursalId, s.cuentaId, s.proyectoId)",
                             tx.organizacion(), std::int64_t{ejercicio} * 100 + 1, trece);
}

}  // namespace

std::vector<Emitido> cerrar_ejercicio(Context& ctx, int ejercicio) {
    auto& tx = ctx.db();
    // Whoever reopens a month of the year waits for us, or we see it open: both are decisions about months (cambiar_periodo).
    tx.lock("periodos");
    const std::int64_t trece = std::int64_t{ejercicio} * 100 + cierre_del_ejercicio;
    const auto cerradas = sucursales_cerradas(tx, trece);
    auto traspasos = por_traspasar(tx, trece);
    std::erase_if(traspasos, [&](const Resultado& r) { return cerradas.contains(r.sucursalId); });
    const auto resultados = resultados_del(tx, ejercicio, trece);
    reject_if(traspasos.empty() && resultados.empty(), cerradas.empty() ? Codigo::lista_vacia : Codigo::ejercicio_cerrado,
              "/ejercicio");
    exigir_cerrable(ctx, ejercicio, trece);

    Cuentas cuentas{tx};
    const std::int64_t anteriores = cuentas.de(Cuenta::resultado_ejercicios_anteriores);
    std::map<std::int64_t, SolicitudDiario> por_sucursal;
    const auto asentar = [&](std::int64_t sucursalId, std::int64_t proyectoId, std::int64_t cuentaId, Importe importe) {
        auto& s = por_sucursal[sucursalId];
        if (!importe.es_cero()) s.partidas.push_back(renglon(s.partidas.size(), cuentaId, proyectoId, importe));
    };
    for (const Resultado& r : traspasos) {
        asentar(r.sucursalId, r.proyectoId, r.cuentaId, -r.saldo);
        asentar(r.sucursalId, r.proyectoId, anteriores, r.saldo);
    }
    std::map<std::pair<std::int64_t, std::int64_t>, Importe> ganado;  // by branch and project
    for (const Resultado& r : resultados) {
        asentar(r.sucursalId, r.proyectoId, r.cuentaId, -r.saldo);
        ganado[{r.sucursalId, r.proyectoId}] += r.saldo;
    }
    const std::int64_t resultado = cuentas.de(Cuenta::resultado_ejercicio);
    for (const auto& [donde, importe] : ganado) asentar(donde.first, donde.second, resultado, importe);
    std::vector<Emitido> hechos;
    for (auto& [sucursalId, s] : por_sucursal) {
        s.sucursalId = sucursalId;
        s.fecha = Fecha::de_civil(ejercicio, 12, 31);
        s.periodo = trece;
        s.notas = "Cierre del ejercicio " + std::to_string(ejercicio);
        hechos.push_back(emitir(ctx, CierreAnual, s));
    }
    return hechos;
}

Emitido revertir_poliza(Context& ctx, std::int64_t transaccionId, std::optional<Fecha> fecha) {
    auto& tx = ctx.db();
    retener(tx, {.documentos = {transaccionId}});
    SolicitudDiario s;
    bool hay = false;
    tx.each(R"(SELECT d.sucursalId, d.proyectoId, d.centroCostoId, d.moneda, d.tipoCambio, d.estado, d.serie, d.folio, d.fecha,
                      d.tipo
               FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
            [&](const db::Row& r) {
                if (regla_de(PolizaReversa, r.text(9)) == nullptr) return;
                hay = true;
                s.sucursalId = r.integer(0);
                s.proyectoId = r.integer(1);
                s.centroCostoId = r.integer(2);
                s.moneda = r.text(3);
                s.tipoCambio = Precio::de_micros(r.integer(4));
                reject_if(r.text(5) == nombre(Estado::cancelado), Codigo::documento_cancelado, "/id");
                s.notas = "Reversa de " + folio_texto(r.text(6), r.integer(7));
                const Fecha suya = Fecha::de_dias(static_cast<std::int32_t>(r.integer(8)));
                s.fecha = fecha.value_or(std::max(ctx.hoy(s.sucursalId), suya));
                reject_if(*s.fecha < suya, Codigo::fuera_de_rango, "/fecha");
            },
            ctx.organizacionId(), transaccionId);
    reject_if(!hay, Codigo::no_encontrado, "/id");
    const auto otra =
        tx.one<std::int64_t>(R"(SELECT transaccionId FROM documento WHERE organizacionId = $1 AND origenId = $2 AND origenId <> 0
                                              AND tipo = $3 AND estado <> 'cancelado')",
                             ctx.organizacionId(), transaccionId, PolizaReversa.tipo);
    if (otra) reject(Codigo::con_dependientes, "/id", R"({"transaccionId":)" + std::to_string(*otra) + "}");
    tx.each(R"(SELECT cuentaId, proyectoId, importe, abono, descripcion, notas FROM partida
               WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numeroPartida)",
            [&](const db::Row& r) {
                auto& p = s.partidas.emplace_back();
                p.campo = "/partidas/" + std::to_string(s.partidas.size() - 1);
                p.cuentaId = r.integer(0);
                p.proyectoId = r.integer(1);
                p.cargo = Importe::de_micros(r.integer(3));
                p.abono = Importe::de_micros(r.integer(2));
                p.descripcion = r.text(4);
                p.notas = r.text(5);
            },
            ctx.organizacionId(), transaccionId);
    s.origenId = transaccionId;
    return emitir(ctx, PolizaReversa, s);
}

}  // namespace cacao::engine
